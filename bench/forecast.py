"""The time of a forecast of four against four, in each game.

`python -m bench.forecast [--fights 20]`, from `make bench`. The fights are those of
tests/data/<game>/forecast. Printed are milliseconds a fight on one core, of this Python and of the
browser's (Pyodide, under Node), and the seconds that 200 fights take on two cores of the latter.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from app.forecast import batch, fight

#: The target: fights on two cores, and seconds.
FIGHTS, TARGET = 200, 20

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
PYODIDE = ROOT / "node_modules" / "pyodide"

#: The script run inside Pyodide, with this folder mounted at /sources.
INSIDE = """
import sys
sys.path.insert(0, "/sources")
from bench.forecast import measured
print(measured("/sources/{file}", {fights}))
"""


def measured(file: str, fights: int) -> float:
    """Return the least milliseconds a fight of three equal runs, after a first one.

    The least, because other work on the machine only adds to it.
    """
    setup = fight(json.loads(Path(file).read_text(encoding="utf-8")))
    batch(setup, "bench", 0, 1)
    took = []
    for _ in range(3):
        start = time.perf_counter()
        batch(setup, "bench", 1, fights)
        took.append(time.perf_counter() - start)
    return min(took) / fights * 1000


def inside(file: Path, fights: int, script: Path) -> float:
    """Measure the same in the browser's Python."""
    text = INSIDE.format(file=file.relative_to(ROOT), fights=fights)
    script.write_text(text, encoding="utf-8")
    command = ["node", "building/compile/run_inside.mjs", str(PYODIDE), str(script), str(ROOT)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=20)
    fights = parser.parse_args().fights
    script = ROOT / ".build" / "bench_forecast.py"
    script.parent.mkdir(exist_ok=True)
    late = False
    print(f"{'four against four':24}{'here, ms':>12}{'browser, ms':>14}{'200 fights, s':>16}")
    for file in sorted(DATA.glob("*/forecast/*.json")):
        here, there = measured(str(file), fights), inside(file, fights, script)
        seconds = there * FIGHTS / 2 / 1000
        late |= seconds > TARGET
        name = f"{file.parent.parent.name} {file.stem}"
        print(f"{name[:23]:24}{here:12.1f}{there:14.1f}{seconds:16.1f}")
    print(f"target: {FIGHTS} fights on two cores of the browser's Python within {TARGET} s")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
