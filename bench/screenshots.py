"""Take pictures of every main screen, in common widths and themes, for review by eye.

    python -m bench.screenshots [--out FOLDER] [--only WORD] [--width PX] [--theme NAME] [--readme]

Each game is played once in each window: characters from samples, a fight, an attack, a test.
"""

from __future__ import annotations

import argparse
import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from building.checks.find_chromium import find
from building.paths import DIST, ROOT
from building.serving import Site
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.driving import HISTORY_SETTLED, open_ready, settle, unfold, wait_for
from tests.browser.support.tracking import Tracker

WIDTHS = {360: 800, 820: 1180, 1180: 820, 1440: 900}
THEMES = ("light", "dark")
OUT = ROOT / "screenshots"

#: Those that README and guide show, by their names in docs/.
SHOWN = {
    "home": "home-820-light",
    "roll": "result-wasteland-820-light",
    "fight": "fight-wasteland-1180-dark",
    "sheet": "sheet-wasteland-820-light",
    "typing": "typing-820-light",
    "odds": "form-wasteland-820-light",
    "players": "players-1180-dark",
    "backup": "backup-820-light",
}

#: A test of each game with likely numbers.
TESTS = {
    "garden": "skill_test?skill_level=3&attribute=2&target_number=6",
    "wasteland": "skill_test?attribute=6&skill=3&difficulty=1",
    "trueworld": "action_roll",
    "prism": "static_maneuver?bonus=45",
    "striker": "check?modifier=4&challenge=7",
}

#: A fight's foes, as a game master types them.
FOES = {
    "garden": "2 thieves",
    "wasteland": "3 raiders, hp 7",
    "trueworld": "2 wolves",
    "prism": "2 guards",
    "striker": "2 drones",
}


class Visit:
    """A page in one window and theme, and the folder for its pictures."""

    def __init__(self, page: Page, folder: Path, suffix: str, only: str) -> None:
        self.page = page
        self._folder, self._suffix, self._only = folder, suffix, only

    def go(self, hash: str) -> None:
        wait_for(self.page, HISTORY_SETTLED)
        self.page.evaluate("hash => { location.hash = hash }", f"#/{hash}")
        settle(self.page)

    def tap(self, selector: str) -> None:
        self.page.wait_for_timeout(350)  # a button under the finger ignores a tap for as long
        self.page.locator(f"{selector}:visible").first.click()
        settle(self.page)

    def picture(self, name: str) -> None:
        if self._only in name:
            settle(self.page)
            self.page.evaluate("document.querySelector('[data-toast]').hidden = true")
            self.page.wait_for_timeout(150)
            self.page.screenshot(path=self._folder / f"{name}-{self._suffix}.png")


def play(visit: Visit, game: str) -> None:
    """Take the pictures of one game: its page, a sheet, a fight, an attack."""
    tracker = Tracker(visit.page, game)
    tracker.samples()
    visit.picture(f"sheet-{game}")
    visit.go(game)
    visit.picture(f"game-{game}")
    tracker.begin(FOES[game])
    for _ in range(9):
        if tracker.names() and tracker.current():
            break
        visit.tap('[data-do="turn-pass"]')
    visit.page.evaluate("scrollTo(0, 0)")
    visit.picture(f"fight-{game}")
    attack = '.actions.is-large [data-do="act"]:not([aria-disabled="true"])'
    for _ in range(9):
        if visit.page.locator(f"{attack}:visible").count():
            break
        visit.tap('[data-do="turn-pass"]')
    visit.tap(attack)
    visit.picture(f"attack-{game}")
    visit.page.keyboard.press("Escape")
    settle(visit.page)
    visit.go(f"{game}/{TESTS[game]}")
    visit.picture(f"form-{game}")
    visit.tap('[data-do="roll"]')
    visit.picture(f"result-{game}")


def fight(visit: Visit) -> None:
    visit.go("wasteland/table")
    visit.picture("players")
    visit.go("wasteland/forecast")
    visit.tap('[data-do="forecast-go"]')
    visit.page.wait_for_selector('[data-do="forecast-go"]', timeout=300_000)
    visit.picture("forecast")


def rolls(visit: Visit) -> None:
    visit.go(f"wasteland/{TESTS['wasteland']}")
    visit.tap('form [data-do="enter"]')
    visit.picture("typing")
    visit.go(f"wasteland/{TESTS['wasteland']}&rerolls=1")
    visit.tap('[data-do="roll"]')
    visit.picture("decision")
    visit.tap('[data-do="settle"]')
    visit.go("wasteland/dice")
    visit.page.locator('[data-view="wasteland/dice"] [data-notation]').fill("4d6kh3+2")
    visit.tap('[data-do="roll"]')
    visit.picture("dice")


def reading(visit: Visit) -> None:
    for name, path in (
        ("people", "wasteland/characters"),
        ("tables", "wasteland/tables"),
        ("rules", "wasteland/rules"),
        ("journal", "wasteland/journal"),
        ("luck", "wasteland/luck"),
        ("fair", "wasteland/fair"),
        ("notes", "wasteland/notes"),
        ("campaigns", "campaigns"),
        ("backup", "campaigns?open=backup"),
        ("help", "help"),
        ("about", "about"),
        ("settings", "settings"),
        ("import", "import"),
        ("home", ""),
    ):
        visit.go(path)
        visit.picture(name)


def making(visit: Visit) -> None:
    visit.go("wasteland/characters")
    unfold(visit.page)
    visit.tap('[data-do="character-new"]')
    visit.picture("making")


def tour(visit: Visit) -> None:
    """Take every picture, Wasteland's game last: its campaign is the one in the shared places."""
    visit.picture("home-new")
    for game in sorted(FOES, key=lambda game: game == "wasteland"):
        play(visit, game)
    for step in (fight, rolls, reading, making):
        step(visit)


@contextmanager
def window(browser: Browser, width: int, theme: str) -> Iterator[Page]:
    context = browser.new_context(
        device_scale_factor=1.2 if width < 1000 else 1,  # those in docs/ are 960 wide
        viewport={"width": width, "height": WIDTHS[width]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=width < 1200,
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def take(out: Path, dist: Path, widths: list[int], themes: list[str], only: str) -> None:
    """Take all pictures, below `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with Site(dist) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for width in widths:
            for theme in themes:
                with window(browser, width, theme) as page:
                    open_ready(page, f"{site.address}#/")
                    tour(Visit(page, out, f"{width}-{theme}", only))
        browser.close()


def show(out: Path) -> None:
    """Write the pictures of README and guide into docs/, all of one width."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        for name, picture in SHOWN.items():
            text = base64.b64encode((out / f"{picture}.png").read_bytes()).decode()
            page.set_content(f'<img style="width: 960px" src="data:image/png;base64,{text}">')
            page.locator("img").screenshot(path=ROOT / "docs" / f"{name}.png")
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every main screen.")
    parser.add_argument("--out", type=Path, default=OUT, help="where to (default: screenshots)")
    parser.add_argument("--dist", type=Path, default=DIST, help="the built page")
    parser.add_argument("--width", type=int, choices=WIDTHS, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--only", default="", help="a part of the pictures' names")
    parser.add_argument(
        "--readme", action="store_true", help="put those of README and guide into docs/"
    )
    given = parser.parse_args()
    take(
        given.out, given.dist, given.width or list(WIDTHS), given.theme or list(THEMES), given.only
    )
    if given.readme:
        show(given.out)
    print(f"{given.out}: {sum(1 for _ in given.out.glob('*.png'))} pictures")


if __name__ == "__main__":
    main()
