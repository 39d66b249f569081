"""Pairing, an offer that several read, talk, coming back, introductions and a flood.

All of it in the Python that the page runs.

The connections are those of two_ends.mjs: what the page does with them, without any browser.
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
