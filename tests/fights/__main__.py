"""Prints a fight as it is played without a browser, to be held against the rules while writing it.

    python -m tests.fights striker/gate [act]

Shows what is seen after each act (from that act on), up to the first that cannot be played.
"""

from __future__ import annotations

import json
import sys

from tests.fights import DATA, Fight
from tests.fights.headless import Headless

SEEN = ("heading", "current", "next", "order", "badges", "pools", "due", "notes", "waits", "clock")


def main(path: str, start: int) -> None:
    game, _, name = path.partition("/")
    record = json.loads((DATA / game / "fights" / f"{name}.json").read_text(encoding="utf-8"))
    fight = Fight(game, name, record.get("house", {}), record["acts"])
    table = Headless(fight)
    for place, act in enumerate(fight.acts, 1):
        came = table.do(act)
        if place < start:
            continue
        print(f"\n{place}. {json.dumps({k: act[k] for k in act if k != 'then'})}")
        for what, seen in came.items():
            print(f"   {what}: {json.dumps(seen, ensure_ascii=False)}")
        for what in SEEN:
            seen = table.seen(what, None)
            if seen:
                print(f"   {what}: {json.dumps(seen, ensure_ascii=False)}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
