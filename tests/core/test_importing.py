"""Modules that are imported one by one are the same as if they had been imported at once."""

from __future__ import annotations

import subprocess
import sys

#: Looked up in the middle of it, a game is whole; and what is gone on with then changes nothing.
MIDWAY = """
import sys
from itertools import islice
from app.core.importing import slowly
from app.systems import bring, games
steps = bring("garden")
print(len(list(islice(steps, 12))), hasattr(sys.modules["app.systems.garden"], "GAME"))
game = games()["garden"]
rest = len(list(steps))
print(rest > 0, games()["garden"] is game, sys.modules["app.systems.garden"].GAME is game)
print(sum(1 for _ in bring("garden")), sum(1 for _ in bring("none")))
print(sum(1 for _ in slowly("app.table.update")) > 20, sum(1 for _ in slowly("app.table.update")))
whole = len(list(bring("striker")))
print(whole > 20, games()["striker"].id, len(games()["striker"].procedures) > 5)
"""


def test_a_game_that_is_imported_slowly_is_whole_whenever_it_is_looked_up() -> None:
    run = subprocess.run([sys.executable, "-c", MIDWAY], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "12 False",
        "True True True",
        "0 0",
        "True 0",
        "True striker True",
    ]
