"""The time of the luck of a session and of the test of a die, without a browser.

`python -m bench.luck [--rounds 5]`, from `make bench`. The rolls of a session are those of the
worked examples, again and again. The page computes them incrementally: printed are the total in
milliseconds, a median, and its longest slice.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Generator, Iterator
from itertools import cycle, islice
from time import perf_counter
from typing import Any

from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import by_chance
from app.core.statistics import luck
from app.core.statistics.fairness import iter_fairness
from app.core.statistics.luck import Percentile, percentile_of, rank_outcomes
from app.core.statistics.sessions import iter_combine
from app.systems import games
from tests.examples import cases

#: No slice may keep the page longer, in milliseconds; the page's Python takes some three times as
#: long as this one.
TARGET = 100 / 3

EVENINGS = (50, 200, 1_000)

#: Sides of a die, and how often it fell.
FALLEN = ((6, 60), (6, 300), (20, 200), (20, 1_000), (100, 1_000))


def rolls() -> list[Percentile]:
    """Return a roll of each worked example, with its percentile in its own odds."""
    dice = random.Random(7)
    percentiles = []
    for case in cases("examples"):
        request = case.values[0]
        try:
            bound = find(games(), request["procedure"]).bind(request.get("inputs", {}))
            play = by_chance(bound, dice, request.get("choices"))
            percentile = percentile_of(
                play, bound, rank_outcomes(bound, luck.tactic_of(bound, play.answers))
            )
        except BadInput:
            continue  # an example that is refused, or whose odds take too long
        if percentile is not None:
            percentiles.append(percentile)
    return percentiles


def timed(work: Generator[None, None, Any]) -> tuple[float, float]:
    """Return milliseconds: of the whole, and of its longest slice."""
    whole = longest = 0.0
    while True:
        began = perf_counter()
        ended = next(work, work) is work
        took = (perf_counter() - began) * 1e3
        whole, longest = whole + took, max(longest, took)
        if ended:
            return whole, longest


def questions() -> Iterator[tuple[str, Callable[[], Generator[None, None, Any]]]]:
    percentiles = rolls()
    for count in EVENINGS:
        evening = list(islice(cycle(percentiles), count))
        yield f"an evening of {count} rolls", lambda evening=evening: iter_combine(evening)  # type: ignore[misc]
    dice = random.Random(7)
    for sides, count in FALLEN:
        faces = [dice.randrange(sides) for _ in range(count)]
        counts = [faces.count(face) for face in range(sides)]
        yield f"a d{sides} that fell {count} times", lambda counts=counts: iter_fairness(counts)  # type: ignore[misc]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure luck and fairness.")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'luck and fairness, ms':40}{'whole':>10}{'slice':>10}{'target':>10}")
    reached = True
    for what, ask in questions():
        taken = [timed(ask()) for _ in range(rounds)]
        whole = statistics.median(each for each, _ in taken)
        longest = statistics.median(each for _, each in taken)
        reached &= longest <= TARGET
        mark = "" if longest <= TARGET else "  over"
        print(f"{what:40}{whole:>10.1f}{longest:>10.1f}{TARGET:>10.0f}{mark}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
