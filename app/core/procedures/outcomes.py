"""Outcomes of procedures, and the small records that they consist of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from app.core.procedures.inputs import Values

#: How good a grade is for the actor; the page gives each its colour and its shape.
Tone = Literal["best", "good", "mixed", "poor", "bad", "worst", "plain"]


@dataclass(frozen=True)
class Grade:
    """A row of a result table: its id, the game's own words, and its tone.

    note: the condition of the row, as the table writes it (`111 to 130`).
    look_up: the button for the number that a printed table gives for this row, empty for none.
    """

    id: str
    words: str
    tone: Tone = "plain"
    note: str = ""
    look_up: str = ""


#: The `who` of an effect that lets time pass for all combatants: `time.minutes +5`.
TIME = "time"


#: How an effect changes a value.
Op = Literal["add", "set", "append"]


@dataclass(frozen=True)
class Effect:
    """A change that a rule proposes and a tap applies.

    who: `self`, `target`, or another role the procedure names; TIME for the duration of a roll.
    op: `add` a signed change, `set` a value, `append` to a list.
    """

    who: str
    field: str
    op: Op
    value: Any


def add(field_name: str, amount: int | Fraction, who: str = "self") -> Effect:
    return Effect(who, field_name, "add", amount)


def put(field_name: str, value: object, who: str = "self") -> Effect:
    return Effect(who, field_name, "set", value)


def append(field_name: str, value: object, who: str = "self") -> Effect:
    return Effect(who, field_name, "append", value)


def scene_name(to: str, effect: Effect) -> str:
    """Return the scene's name for an undeclared value: `chase.gap`."""
    own = to or effect.who in ("self", "")
    return effect.field if own else f"{effect.who}.{effect.field}"


@dataclass(frozen=True)
class SumStep:
    """One line of a sum in words: `+ 2 attribute`, `= 8 total`.

    `needed`, `earned` and `effect` tell a result without a sum: `, needed 1`, `. +1 AP`,
    `. Effect 4 (complete)`.
    """

    op: Literal["", "+", "×", "÷", "=", "against", "needed", "earned", "effect"]
    value: int | Fraction
    label: str


def adding(
    *parts: tuple[int | Fraction, str], result: tuple[int | Fraction, str]
) -> tuple[SumStep, ...]:
    """Return a sum step by step; parts of 0 after the first are left out."""
    (first, *others) = parts
    return (
        SumStep("", *first),
        *(SumStep("+", amount, label) for amount, label in others if amount),
        SumStep("=", *result),
    )


@dataclass(frozen=True)
class Outcome:
    """The result of a procedure."""

    #: The id of a row of the game's result table, declared with the procedure.
    grade: str
    #: Yes, no, or None where the rules do not say.
    success: bool | None = None
    #: Named numbers and words (numbers exact; yes/no as 1 and 0).
    values: Values = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[SumStep, ...] = ()
    #: Ids of the applied rules; empty: the procedure's own list.
    rules: tuple[str, ...] = ()


def round_number(value: object, places: int = 2) -> Any:
    """Round a number for a report: whole numbers whole, others half up to `places` decimals.

    Lists and records are rounded item by item; everything else stays as it is.
    """
    if isinstance(value, (int, str)):  # as most are
        return value
    if isinstance(value, Fraction):
        scale = 10**places
        whole = int(abs(value) * scale + Fraction(1, 2)) * (-1 if value < 0 else 1)
        return whole // scale if whole % scale == 0 else whole / scale
    if isinstance(value, (list, tuple)):
        return [round_number(item, places) for item in value]
    if isinstance(value, Mapping):
        return {key: round_number(item, places) for key, item in value.items()}
    return value


def to_report(value: object) -> object:
    """Return a named value for a report: yes/no as 1/0, numbers rounded to two decimals."""
    return int(value) if isinstance(value, bool) else round_number(value)
