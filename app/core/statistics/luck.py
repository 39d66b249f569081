"""Luck: the percentile of an outcome among all possible outcomes of the same roll.

    ranked = rank_outcomes(bound, tactic)   every kind of outcome, worst first, with exact chances
    ranked.place(rank)                      chance of a worse one, plus half of that of an equal one

The percentile of a roll is 0 to 1; its mean over all possible outcomes is 1/2, whatever is rolled.
Outcomes are ranked by their grades (tone, then order in the result table), and within one grade by
the finest number that the procedure declares for its distribution.
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
from app.core.play.asks import AnyChoose, Places
from app.core.play.play import Answer, Chosen, Finished, Record, walk
from app.core.procedures.outcomes import Outcome
from app.core.procedures.procedure import Bound, Procedure

#: The rank of an outcome: the tone of its grade, the grade's position in the table, its number;
#: each the higher the better. No number is less than any.
Rank = tuple[int, int, tuple[Fraction, ...]]

#: The tones of grades, worst first; neutral ones are in the middle.
TONES = {"worst": 0, "bad": 1, "poor": 2, "mixed": 3, "plain": 3, "good": 4, "best": 5}

#: The number of an outcome that declares no other: the sum of dice and modifiers.
TOTAL = "total"


@dataclass(frozen=True)
class RankedOutcomes:
    """Every kind of outcome of a roll, worst first, with its chance; the chances sum to 1."""

    rungs: tuple[Rank, ...]
    chances: tuple[Fraction, ...]

    @property
    def is_certain(self) -> bool:
        """Tell whether all outcomes are of equal rank."""
        return len(self.rungs) < 2

    @cached_property
    def places(self) -> tuple[Fraction, ...]:
        """Return the percentile of each rank."""
        cumulated = accumulate(self.chances)
        return tuple(top - chance / 2 for top, chance in zip(cumulated, self.chances, strict=True))

    def place(self, rung: Rank) -> Fraction | None:
        """Return the percentile of a rank; None if the roll cannot have it.

        The odds follow an open-ended die no further than its grade can change: results beyond have
        the last rank of their grade.
        """
        index = bisect_left(self.rungs, rung)
        if index < len(self.rungs) and self.rungs[index] == rung:
            return self.places[index]
        neighbours = [
            neighbour for neighbour in (index, index - 1) if 0 <= neighbour < len(self.rungs)
        ]
        alike = [neighbour for neighbour in neighbours if self.rungs[neighbour][:2] == rung[:2]]
        return self.places[alike[0]] if len(alike) == 1 and rung[2] else None


@dataclass(frozen=True)
class Percentile:
    """The percentile of a roll among its ranked outcomes, 0 to 1."""

    place: Fraction
    ladder: RankedOutcomes


def number_of(procedure: Procedure) -> str:
    """Return the name of the finest number that ranks a procedure's outcomes."""
    return procedure.spread[0] if procedure.spread else TOTAL


def rank_of(procedure: Procedure, outcome: Outcome, number: str) -> Rank:
    """Return the rank of an outcome for its actor. number: the name of a value, or ""."""
    positions = {grade.id: position for position, grade in enumerate(procedure.grades)}
    grade = procedure.grades[positions[outcome.grade]]
    # The order of a table does not rank grades that are neither good nor bad.
    in_table = 0 if grade.tone == "plain" else -positions[outcome.grade]
    value = outcome.values.get(number)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return TONES[grade.tone], in_table, ()
    return TONES[grade.tone], in_table, (Fraction(-value if number in procedure.less else value),)


def rank_outcomes(bound: Bound, tactic: Mapping[str, object] | None = None) -> RankedOutcomes:
    """Rank the outcomes of a roll. tactic: answers to its mid-way decisions, by name.

    BadInput where its exact chances would take too long.
    """
    try:
        return _rank_outcomes(bound, tactic or {}, number_of(bound.procedure))
    except BadInput:
        return _rank_outcomes(bound, tactic or {}, "")


def _rank_outcomes(bound: Bound, tactic: Mapping[str, object], number: str) -> RankedOutcomes:
    def rank(outcome: Outcome) -> Rank:
        return rank_of(bound.procedure, outcome, number)

    names = ("grade", number) if number else ("grade",)
    chances = Tree(bound, tactic, rank, names, grades_only=not number).solve()
    rungs: Sequence[Any] = sorted(chances)
    return RankedOutcomes(tuple(rungs), tuple(chances[rank_] for rank_ in rungs))


def percentile_of(play: Finished, bound: Bound, ladder: RankedOutcomes) -> Percentile | None:
    """Return the percentile of a play; None where it is unknown."""
    for number in (number_of(bound.procedure), ""):
        percentile = ladder.place(rank_of(bound.procedure, play.outcome, number))
        if percentile is not None:
            return Percentile(percentile, ladder)
    return None


# --- decisions of a play ---


class _Recalled(Record):
    """Earlier answers, recorded with the decisions that they answer."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        super().__init__(answers)
        self.asked: list[tuple[AnyChoose, object]] = []

    def decide(self, choice: AnyChoose) -> Chosen | None:
        decided = super().decide(choice)
        if decided is not None:
            self.asked.append((choice, decided.value))
        return decided


def tactic_of(bound: Bound, answers: Sequence[Answer]) -> dict[str, object]:
    """Return the decisions of a play by name, as the odds follow them.

    A default, or a named policy (all misses), is followed as such, whatever the dice then show;
    dice that were picked otherwise are picked by their positions. Of decisions of one name the
    first that was not the default counts.
    """
    recalled = _Recalled(answers)
    walk(bound, recalled)
    tactic: dict[str, object] = {}
    for choice, value in recalled.asked:
        answer = choice.options.check(choice.name, value)
        if answer != choice.options.check(choice.name, choice.default):
            tactic.setdefault(choice.name, _policy(choice, answer))
    return tactic


def _policy(choice: AnyChoose, value: object) -> object:
    """Return the name of the policy by which dice were picked, if there is one."""
    options = choice.options
    if not isinstance(options, Places):
        return value
    named = (name for name, places in options.policies.items() if tuple(places) == value)
    return next(named, value)
