"""Odds: a procedure with every possible answer, weighted. Exact fractions that sum to 1.

The results of its tree of answers (`app.core.odds.tree`), read by grade, success and named value.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.core.odds.tree import Odds, Tree
from app.core.procedures.outcomes import Outcome, to_report
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: The tones of grades that are a success.
GOOD = ("best", "good")


@dataclass(frozen=True)
class Chances:
    """Exact chances of a roll."""

    #: Of each possible grade, in the order of the result table.
    grades: dict[str, Fraction]
    #: None where the rules never say whether it is one.
    success: Fraction | None


def odds(bound: Bound, choices: Mapping[str, object] | None = None) -> dict[str, Fraction]:
    """Return the exact chance of each possible grade, in the order of the result table.

    choices: answers to mid-way choices by name; a choice not given takes its default.
    BadInput names the procedure's `long` input where the question would take too long.
    """
    return chances(bound, choices).grades


def chances(bound: Bound, choices: Mapping[str, object] | None = None) -> Chances:
    """Like `odds()`, together with the chance of success."""
    return chances_of(bound, grade_tree(bound, choices or {}).solve())


def grade_tree(bound: Bound, choices: Mapping[str, object]) -> Tree:
    """Return the tree of a procedure, with results merged by grade and success."""

    def result(outcome: Outcome) -> Hashable:
        return outcome.grade, outcome.success

    return Tree(bound, choices, result, ("grade", "success"), grades_only=True)


def iter_chances(
    bound: Bound, choices: Mapping[str, object] | None = None
) -> Generator[float, None, Chances]:
    """Like `chances()`, but incremental: yields the share that is known, 0 to 1."""
    return chances_of(bound, (yield from grade_tree(bound, choices or {}).iter_solve()))


def chances_of(bound: Bound, joint: Odds) -> Chances:
    """Read the chances from a solved `grade_tree`."""
    grades = {grade.id: Fraction(0) for grade in bound.procedure.grades}
    success: Fraction | None = None
    for result, chance in joint.items():
        assert isinstance(result, tuple)
        grade, succeeded = result
        grades[grade] += chance
        if succeeded is not None:
            success = (success or Fraction(0)) + (chance if succeeded else 0)
    if not success and not any(result.tone in GOOD for result in bound.procedure.grades):
        success = None  # it can fail (a fumble), but has no success
    return Chances({grade: chance for grade, chance in grades.items() if chance}, success)


def spread(
    bound: Bound, *names: str, choices: Mapping[str, object] | None = None
) -> dict[str, Odds]:
    """Return the exact distribution of each named value; None where a value is absent.

    `grade` and `success` are names as well. Numbers as they are reported.
    """
    return run_to_end(iter_spread(bound, *names, choices=choices))


def iter_spread(
    bound: Bound, *names: str, choices: Mapping[str, object] | None = None
) -> Generator[float, None, dict[str, Odds]]:
    """Like `spread()`, but incremental: yields the share that is known, 0 to 1."""

    def result(outcome: Outcome) -> Hashable:
        return tuple(_value_of(outcome, name) for name in names)

    joint = yield from Tree(bound, choices or {}, result, names, grades_only=False).iter_solve()
    distributions: dict[str, Odds] = {name: {} for name in names}
    for values, chance in joint.items():
        assert isinstance(values, tuple)
        for name, value in zip(names, values, strict=True):
            distributions[name][value] = distributions[name].get(value, Fraction(0)) + chance
    return distributions


def _value_of(outcome: Outcome, name: str) -> Hashable:
    if name == "grade":
        return outcome.grade
    if name == "success":
        return outcome.success
    value = to_report(outcome.values.get(name))
    return tuple(value) if isinstance(value, list) else value
