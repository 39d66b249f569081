"""Odds: a procedure answered with every possibility, weighted. Exact fractions that sum to 1.

What the tree of its answers (`app.core.odds.tree`) is solved to, read by grade, success and named
value.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.odds.tree import Odds, Tree
from app.core.procedures.outcomes import Outcome, reported
from app.core.procedures.procedure import Bound
from app.core.support.incremental import run_to_end

#: The tones of grades that are a success.
GOOD = ("best", "good")


@dataclass(frozen=True)
class Chances:
    """Exact chances: of each grade that can come up, in the order of the result table, and of
    success; success is None where the rules never say whether it is one, or know of none.
    """

    grades: dict[str, Fraction]
    success: Fraction | None


def odds(bound: Bound, choices: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """The exact chance of each grade that can come up, in the order of the result table.

    choices: answers to mid-way choices by name; a choice not given takes its default.
    BadInput names the procedure's `long` input where the question would take too long.
    """
    return chances(bound, choices).grades


def chances(bound: Bound, choices: Mapping[str, Any] | None = None) -> Chances:
    """The same, together with the chance of success."""

    return chances_of(bound, grade_tree(bound, choices or {}).solve())


def grade_tree(bound: Bound, choices: Mapping[str, Any]) -> Tree:
    """The branches of a procedure, as far as grade and success tell them apart."""

    def seen(outcome: Outcome) -> Hashable:
        return outcome.grade, outcome.success

    return Tree(bound, choices, seen, ("grade", "success"), grades_only=True)


def chances_in_slices(
    bound: Bound, choices: Mapping[str, Any] | None = None
) -> Generator[float, None, Chances]:
    """The same with a breath now and then; yields how much of it is known, 0 to 1."""
    return chances_of(bound, (yield from grade_tree(bound, choices or {}).in_slices()))


def chances_of(bound: Bound, joint: Odds) -> Chances:
    """What a `grade_tree` was solved to, grade by grade."""
    found = {grade.id: Fraction(0) for grade in bound.procedure.grades}
    success: Fraction | None = None
    for each, chance in joint.items():
        assert isinstance(each, tuple)
        grade, succeeded = each
        found[grade] += chance
        if succeeded is not None:
            success = (success or Fraction(0)) + (chance if succeeded else 0)
    if not success and not any(each.tone in GOOD for each in bound.procedure.grades):
        success = None  # it can fail (a fumble), and has no success to tell of
    return Chances({grade: chance for grade, chance in found.items() if chance}, success)


def spread(bound: Bound, *names: str, choices: Mapping[str, Any] | None = None) -> dict[str, Odds]:
    """The exact distribution of named values, each by itself; None where a value is absent.

    `grade` and `success` are names as well. Numbers as they are reported.
    """
    return run_to_end(spread_in_slices(bound, *names, choices=choices))


def spread_in_slices(
    bound: Bound, *names: str, choices: Mapping[str, Any] | None = None
) -> Generator[float, None, dict[str, Odds]]:
    """The same with a breath now and then; yields how much of it is known, 0 to 1."""

    def seen(outcome: Outcome) -> Hashable:
        return tuple(_named(outcome, name) for name in names)

    joint = yield from Tree(bound, choices or {}, seen, names, grades_only=False).in_slices()
    each: dict[str, Odds] = {name: {} for name in names}
    for values, chance in joint.items():
        assert isinstance(values, tuple)
        for name, value in zip(names, values, strict=True):
            each[name][value] = each[name].get(value, Fraction(0)) + chance
    return each


def _named(outcome: Outcome, name: str) -> Hashable:
    if name == "grade":
        return outcome.grade
    if name == "success":
        return outcome.success
    value = reported(outcome.values.get(name))
    return tuple(value) if isinstance(value, list) else value
