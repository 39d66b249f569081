"""Our readings and icepool: the time of the same question in both, one after the other.

`python -m bench.readings [--rounds 9]`, from `make bench`. Each row is a question that a rule, or
the tray, asks of dice. Both answer with whole distributions, which are compared first. Then both
are timed, without their caches. Printed are medians in microseconds, and ours as a share of
icepool's, which is to be 1.0 at most.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import Any

import icepool
from icepool import Die, Vector, d
from icepool.evaluator import basic

from app.core.dice import ways as tray_ways
from app.core.dice.grammar import parse
from app.core.play import readings
from app.core.play.readings import highest, lowest, sorted_faces, total
from app.systems.garden.rules.readings import keep
from app.systems.prism.rules.readings import FRESH, _chain
from app.systems.trueworld.rules.readings import ability_pool, difficulty_pool
from app.systems.wasteland.rules.readings import combat_dice, standard, tally

#: Ways or chances of each value.
Distribution = Mapping[Any, int] | Mapping[Any, Fraction]


@dataclass(frozen=True)
class Question:
    """A question, and its two answers."""

    what: str
    ours: Callable[[], Distribution]
    theirs: Callable[[], Any]


def forget() -> None:
    """Clear the caches of both."""
    readings._cache.clear()
    tray_ways._of_pool.cache_clear()
    tray_ways._of_fresh_node.cache_clear()
    for each in vars(basic).values():
        if isinstance(each, icepool.MultisetEvaluator):
            each._cache = {}


# --- keeping one die ---


class Matched(icepool.MultisetEvaluator[int, tuple[int, int, bool]]):  # type: ignore[misc]
    """The highest face, the number of dice that repeat a face, and whether all of them show 1."""

    def next_state(self, state: Any, order: Any, outcome: int, count: int, /) -> Any:
        top, repeats = state or (0, 0)
        return (outcome, repeats + count - 1) if count else (top, repeats)

    def final_outcome(self, final_state: Any, *_: Any) -> tuple[int, int, bool]:
        top, repeats = final_state
        return top, 0 if top == 1 else repeats, top == 1


def opposed(ability: int, count: int, difficulty: int) -> Distribution:
    """Return the lead of the highest ability die over the difficulty die with disadvantage (T8)."""
    mine = ability_pool(f"d{ability}", count)
    other = difficulty_pool(f"d{difficulty}", "disadvantage")
    found: dict[int, int] = {}
    against = other.reading.ways(other.count, other.sides)
    for high, ways in mine.reading.ways(mine.count, mine.sides).items():
        for it, its in against.items():
            found[high - it] = found.get(high - it, 0) + ways * its
    return found


# --- counting ---


def scores(face: int, target: int, crit: int, complicated: int) -> Vector[int]:
    return Vector((2 if face <= crit else int(face <= target), int(face >= complicated)))


def successes(count: int) -> Any:
    return count @ d(20).map(lambda face: scores(face, 10, 2, 20))


COMBAT_FACES = ((1, 0, 0), (2, 0, 0), (0, 0, 1), (0, 0, 1), (1, 1, 0), (1, 1, 0))


# --- chains ---

FLOOR, CEILING = -200, 400


def open_ended() -> Any:
    """Return a percentile roll that climbs from 96 and dives from 5, up to the ends of a chart."""

    def climbs(depth: int) -> Any:
        if not depth:
            return d(100)
        after = climbs(depth - 1)
        return d(100).map(lambda face: face + after if face >= 96 else Die([face]))

    up = climbs(CEILING // 96 + 1)
    rolled = d(100).map(
        lambda face: face + up if face >= 96 else face - up if face <= 5 else Die([face])
    )
    return rolled.map(lambda value: min(max(value, FLOOR - 1), CEILING + 1))


# --- the tray ---


def line(text: str) -> Callable[[], Distribution]:
    return partial(tray_ways.of_node, parse(text).left)


def exploding(sides: int, times: int = 10) -> Any:
    return d(sides).explode(depth=times)


QUESTIONS = (
    Question("highest of 5d6", partial(highest.ways, 5, 6), lambda: d(6).highest(5)),
    Question("lowest of 2d12", partial(lowest.ways, 2, 12), lambda: d(12).lowest(2)),
    Question("sum of 8d6", partial(total.ways, 8, 6), lambda: 8 @ d(6)),
    Question("sum of 3d20", partial(total.ways, 3, 20), lambda: 3 @ d(20)),
    Question(
        "faces of 4d6",
        partial(sorted_faces().ways, 4, 6),
        lambda: d(6).pool(4).expand(),
    ),
    Question(
        "garden: highest of 8d6, matches, fumble",
        partial(keep("highest").ways, 8, 6),
        lambda: Matched().evaluate(d(6).pool(8)),
    ),
    Question(
        "wasteland: successes and complications of 5d20",
        partial(tally(standard(7, 3, False, 1)).ways, 5, 20),
        lambda: 5 @ d(20).map(lambda face: scores(face, 10, 1, 20)),
    ),
    Question(
        "wasteland: damage, effects, blanks of 12 CD",
        partial(combat_dice.ways, 12, 6),
        lambda: 12 @ Die([Vector(each) for each in COMBAT_FACES]),
    ),
    Question(
        "trueworld: best of 3d10 over the worse of 2d8",
        partial(opposed, 10, 3, 8),
        lambda: d(10).highest(3) - d(8).highest(2),
    ),
    Question(
        "prism: open-ended percentile",
        lambda: _chain("both", FRESH, FLOOR, CEILING).chances(100),
        open_ended,
    ),
    Question("striker: effect dice, 6d6", partial(total.ways, 6, 6), lambda: 6 @ d(6)),
    Question("tray: 4d6kh3 + 2", line("4d6kh3+2"), lambda: d(6).highest(4, 3) + 2),
    Question("tray: 2d20kl1", line("2d20kl1"), lambda: d(20).lowest(2)),
    Question("tray: d100!", line("d100!"), lambda: exploding(100)),
    Question("tray: 3d6!", line("3d6!"), lambda: 3 @ exploding(6)),
    Question("tray: 8d6>=5", line("8d6>=5"), lambda: 8 @ (d(6) >= 5)),
    Question("tray: d20 + d4", line("d20+d4"), lambda: d(20) + d(4)),
    Question("tray: 2d6", line("2d6"), lambda: 2 @ d(6)),
    Question("tray: 2d6ro<=2", line("2d6ro<=2"), lambda: 2 @ d(6).reroll([1, 2], depth=1)),
    Question("tray: 40d6", line("40d6"), lambda: 40 @ d(6)),
    Question("tray: 20d20kh10", line("20d20kh10"), lambda: d(20).highest(20, 10)),
    Question("tray: 8d6!kh3", line("8d6!kh3"), lambda: exploding(6).highest(8, 3)),
    Question("tray: (2d6 - d4) * 3", line("(2d6-d4)*3"), lambda: (2 @ d(6) - d(4)) * 3),
)


def same(ours: Distribution, theirs: Any) -> bool:
    """Tell whether both distributions are equal."""
    total_ways = sum(ours.values())
    our_chances = {
        _plain(value): Fraction(ways, total_ways) for value, ways in ours.items() if ways
    }
    their_chances = {
        _plain(value): Fraction(quantity, theirs.denominator())
        for value, quantity in theirs.items()
    }
    return our_chances == their_chances


def _plain(value: Any) -> Any:
    return tuple(map(int, value)) if isinstance(value, tuple | Vector) else int(value)


def timed(answer: Callable[[], Any]) -> float:
    """Return microseconds of one answer."""
    forget()
    began = perf_counter()
    answer()
    return (perf_counter() - began) * 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure our readings beside icepool.")
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print(f"{'exact odds, microseconds':50}{'ours':>10}{'icepool':>10}{'share':>8}")
    reached = True
    for each in QUESTIONS:
        if not same(each.ours(), each.theirs()):
            print(f"{each.what:50}  differ")
            reached = False
            continue
        ours = statistics.median(timed(each.ours) for _ in range(rounds))
        theirs = statistics.median(timed(each.theirs) for _ in range(rounds))
        share = ours / theirs
        over = share > 1
        reached &= not over
        mark = "  over" if over else ""
        print(f"{each.what:50}{ours:>10.1f}{theirs:>10.1f}{share:>8.2f}{mark}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
