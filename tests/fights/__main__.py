"""Print a fight as it is played without a browser, to compare it with the rules.

    python -m tests.fights striker/gate [act]

Print the visible state after each act from that act on, up to the first that cannot be played.
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
    for number, act in enumerate(fight.acts, 1):
        result = table.do(act)
        if number < start:
            continue
        print(f"\n{number}. {json.dumps({k: act[k] for k in act if k != 'then'})}")
        for key, value in result.items():
            print(f"   {key}: {json.dumps(value, ensure_ascii=False)}")
        for key in SEEN:
            value = table.seen(key, None)
            if value:
                print(f"   {key}: {json.dumps(value, ensure_ascii=False)}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
