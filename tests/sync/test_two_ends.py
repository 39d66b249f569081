"""Pairing, an offer with several readers, messages, rejoining, introductions and a flood.

The test runs the page's own Python in Node. two_ends.mjs stands in for the browser's connections.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from building.paths import APP

HERE = Path(__file__).parent


def test_two_ends_find_each_other_talk_and_find_each_other_again() -> None:
    command = ["node", str(HERE / "two_ends.mjs"), str(APP), str(HERE / "two_ends.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, (run.stdout + run.stderr)[-3_000:]
