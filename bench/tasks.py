"""The longest task of the page's main thread in each step of a session, game by game.

`python -m bench.tasks [--game garden] [--slow 4]`, from `make bench`. The scene is that of
`bench/evening.py`. Printed are milliseconds: the longest task, as the page's own observer of long
tasks reports it (empty below 50), and the processor time of it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from app.systems import games
from bench.evening import LATE, SCENE, Evening, play
from bench.long_tasks import LONGEST, Took, watched
from bench.startup import fresh_profile
from building.paths import DIST
from building.serving import Site


def evening(game: str, slow: int = 1) -> list[Took]:
    """Return the longest task of each step of that game's session."""
    with (
        Site(DIST) as site,
        sync_playwright() as playwright,
        fresh_profile(playwright) as context,
        tempfile.TemporaryDirectory() as folder,
    ):
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        with watched(page, f"{site.address}#/{game}") as watch:
            play(Evening(page, games()[game], Path(folder)), watch, (*SCENE, *LATE))
            return watch.took()


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the page's longest tasks.")
    parser.add_argument("--game", choices=list(games()), action="append", help="default: all")
    parser.add_argument("--slow", type=int, default=1, help="times the processor is slowed")
    given = parser.parse_args()
    reached = True
    for game in given.game or list(games()):
        print(f"{game + ': longest task, ms':46}{'lasted':>8}{'worked':>8}{'target':>8}")
        try:
            took = evening(game, given.slow)
        except (AssertionError, Error) as fault:  # the other games are measured all the same
            print(f"  it stopped: {str(fault).splitlines()[0]}", flush=True)
            reached = False
            continue
        for each in took:
            lasted = f"{each.lasted:.0f}" if each.lasted else ""
            reached &= not each.is_over()
            mark = "  over" if each.is_over() else ""
            print(f"  {each.step:44}{lasted:>8}{each.worked:>8.0f}{LONGEST:>8}{mark}", flush=True)
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
