"""Luck: where an outcome stands among all that could have come of the same roll.

    ladder = ladder_of(bound, tactic)     every kind of outcome, worst first, with its exact chance
    ladder.place(rung)                    chance of a worse one, and half of that of as good a one

The place of a roll is 0 to 1; its mean over everything that can come is 1/2, whatever is rolled.
What is better is said by the grades (their tone, then their order in the result table), and among
outcomes of one grade by the finest number that the procedure declares for its distribution.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from app.core.errors import BadInput
from app.core.odds.tree import Tree
from app.core.play.asks import Choose, Places
from app.core.play.play import Answer, Chosen, Finished, Record, walk
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound, Procedure

#: How good an outcome is: the tone of its grade, the place of that in its table, its number; each
#: the higher the better. No number is less than any.
Rank = tuple[int, int, tuple[Fraction, ...]]

#: The tones of grades, worst first; what the rules call neither lies in the middle.
TONES = {"worst": 0, "bad": 1, "poor": 2, "mixed": 3, "plain": 3, "good": 4, "best": 5}

#: The number of an outcome that has no other: what the dice and all that is added come to.
TOTAL = "total"


@dataclass(frozen=True)
class RankedOutcomes:
    """Every kind of outcome of a roll, worst first, with its chance; the chances sum to 1."""

    rungs: tuple[Rank, ...]
    chances: tuple[Fraction, ...]

    @property
    def is_certain(self) -> bool:
        """Is nothing in it better or worse than anything else?"""
        return len(self.rungs) < 2

    @cached_property
    def places(self) -> tuple[Fraction, ...]:
        """The place of each rung."""
        upto = accumulate(self.chances)
        return tuple(top - chance / 2 for top, chance in zip(upto, self.chances, strict=True))

    def place(self, rung: Rank) -> Fraction | None:
        """The place of an outcome; None if such a one cannot come of this roll.

        The odds follow an open-ended die no further than its grade can change: what went on beyond
        stands on the last rung of its grade.
        """
        at = bisect_left(self.rungs, rung)
        if at < len(self.rungs) and self.rungs[at] == rung:
            return self.places[at]
        beside = [each for each in (at, at - 1) if 0 <= each < len(self.rungs)]
        alike = [each for each in beside if self.rungs[each][:2] == rung[:2]]
        return self.places[alike[0]] if len(alike) == 1 and rung[2] else None


@dataclass(frozen=True)
class Percentile:
    """What fell to somebody: the place of a roll on its ladder, 0 to 1."""

    place: Fraction
    ladder: RankedOutcomes


def number_of(procedure: Procedure) -> str:
    """The name of the finest number that its outcomes are told apart by."""
    return procedure.spread[0] if procedure.spread else TOTAL


def rank_of(procedure: Procedure, outcome: Outcome, number: str) -> Rank:
    """How good an outcome is for whoever rolled. number: the name of a value; empty for none."""
    places = {grade.id: place for place, grade in enumerate(procedure.grades)}
    grade = procedure.grades[places[outcome.grade]]
    # Where the rules call it neither good nor bad, the order of their table says nothing of it.
    in_table = 0 if grade.tone == "plain" else -places[outcome.grade]
    value = outcome.values.get(number)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return TONES[grade.tone], in_table, ()
    return TONES[grade.tone], in_table, (Fraction(-value if number in procedure.less else value),)


def rank_outcomes(bound: Bound, tactic: Mapping[str, Any] | None = None) -> RankedOutcomes:
    """The ladder of a roll. tactic: how its mid-way decisions are answered, by name.

    BadInput where its exact chances would take too long.
    """
    try:
        return _ladder(bound, tactic or {}, number_of(bound.procedure))
    except BadInput:
        return _ladder(bound, tactic or {}, "")


def _ladder(bound: Bound, tactic: Mapping[str, Any], number: str) -> RankedOutcomes:
    def seen(outcome: Outcome) -> Rank:
        return rank_of(bound.procedure, outcome, number)

    names = ("grade", number) if number else ("grade",)
    found = Tree(bound, tactic, seen, names, grades_only=not number).solve()
    rungs: Sequence[Any] = sorted(found)
    return RankedOutcomes(tuple(rungs), tuple(found[each] for each in rungs))


def percentile_of(play: Finished, bound: Bound, ladder: RankedOutcomes) -> Percentile | None:
    """Where a play stands on the ladder of its roll; None where it cannot be told."""
    for number in (number_of(bound.procedure), ""):
        place = ladder.place(rank_of(bound.procedure, play.outcome, number))
        if place is not None:
            return Percentile(place, ladder)
    return None


# --- decisions as they were taken ---


class _Recalled(Record):
    """Answers given before; remembers what was asked."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(answers)
        self.asked: list[tuple[Choose, Any]] = []

    def decide(self, choice: Choose) -> Chosen | None:
        decided = super().decide(choice)
        if decided is not None:
            self.asked.append((choice, decided.value))
        return decided


def tactic_of(bound: Bound, answers: Sequence[Answer]) -> dict[str, Any]:
    """How the decisions of a play were taken, by their names, as the odds follow them.

    What was suggested, or goes by a name (all misses), is followed as such, whatever the dice then
    show; dice that were picked otherwise are picked by their places. Of decisions of one name the
    first that was not as suggested counts.
    """
    recalled = _Recalled(answers)
    walk(bound, recalled)
    found: dict[str, Any] = {}
    for choice, value in recalled.asked:
        said = choice.options.check(choice.name, value)
        if said != choice.options.check(choice.name, choice.default):
            found.setdefault(choice.name, _policy(choice, said))
    return found


def _policy(choice: Choose, value: Any) -> Any:
    """The name of a way to pick dice, if they were picked so."""
    options = choice.options
    if not isinstance(options, Places):
        return value
    named = (name for name, places in options.policies.items() if tuple(places) == value)
    return next(named, value)
