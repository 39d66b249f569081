"""`python -m app`: JSON requests from standard input, one a line; `python -m app list`: all."""

from __future__ import annotations

import sys

from app.headless import answer, catalogue, written
from app.systems import games


def main(arguments: list[str]) -> int:
    if arguments == ["list"]:
        print(written(catalogue(games())))
        return 0
    if arguments:
        print("usage: python -m app [list]", file=sys.stderr)
        return 2
    for line in sys.stdin.buffer:
        print(written(answer(games(), line)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
