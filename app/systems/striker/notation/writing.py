"""The fields of lines: the text field of a form, the line of a sheet's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from app.core.errors import BadInput, shown
from app.core.procedures.notations import Notation, NotationContext, Reader, Understood, Wrong
from app.systems.striker.house import unknown_skill_of
from app.systems.striker.notation.dialects import REFERENCE
from app.systems.striker.notation.meaning import Beside
from app.systems.striker.notation.sheet import known, numbers_by_name
from app.systems.striker.notation.understanding import LineContext, understood
from app.systems.striker.rules.inputs import LONGEST


def read_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a line with the form's lists of skills and techniques, if it has any."""
    fields = beside.fields
    if "skills" not in fields:
        return understood(text, cursor, None, str(fields.get("dialect", REFERENCE)))
    dialect = str(fields.get("dialect", REFERENCE))
    try:
        sheet = known(tuple(fields["skills"]), tuple(fields["techniques"]))
        numbers = numbers_by_name(tuple(fields.get("numbers", ())))
    except BadInput as fault:
        return _without(text, cursor, fault, dialect)
    subject, unknown = str(fields.get("subject", "")), str(fields.get("unknown_skill", "error"))
    further = Beside(numbers, _points(fields), dialect)
    return understood(text, cursor, LineContext(sheet, subject, unknown, further))


def _points(fields: Mapping[str, Any]) -> int | None:
    points = fields.get("points_spent")
    return points if isinstance(points, int) else None


def reader_of(names_of: Any, numbers_on: Any, subject: str) -> Reader:
    """Return the reader of a sheet's column.

    subject: the field beside the line with the meaning of `this`, empty for none; names_of,
    numbers_on: the lookups of a sheet.
    """
    return partial(_read_on_sheet, names_of, numbers_on, subject)


def _read_on_sheet(
    names_of: Any,
    numbers_on: Any,
    subject: str,
    text: str,
    cursor: int | None,
    beside: NotationContext,
) -> Understood:
    if beside.sheet is None:
        return understood(text, cursor, None)
    try:
        sheet = names_of(beside.sheet)
    except BadInput as fault:
        return _without(text, cursor, fault)
    reader = LineContext(
        sheet,
        _text(beside.fields, subject),
        unknown_skill_of(beside.sheet),
        Beside(numbers_on(beside.sheet)),
    )
    return understood(text, cursor, reader)


def _text(fields: Mapping[str, Any], name: str) -> str:
    return str(fields.get(name) or "")


def _without(
    text: str, cursor: int | None, fault: BadInput, dialect: str = REFERENCE
) -> Understood:
    """Read a line without numbers, as a name occurs twice on the sheet."""
    plain = understood(text, cursor, None, dialect)
    wrong = plain.wrong or Wrong(fault.message)
    return Understood(plain.canonical, plain.words, (), plain.notes, wrong, plain.offers)


@dataclass(frozen=True)
class LineText(Notation):
    """A line of the notation, checked only as text; other faults come later (S30, S31)."""

    longest: int = LONGEST

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadInput(name, f"{name} is {shown(value)}; give a line of the notation as text")
        return value


Line = Annotated[
    str,
    LineText(
        label="Line",
        help="Action, sub, chk or sv, eff; for example chk(15) = d20 +M(Insight).",
        examples=(
            "attack(main-action) chk(12) = d20 +3 to hit, eff = 2d6 +3",
            "attack(main-action) sub(this for Cbt-Ranged) chk(TC) = +M(this), eff = +M(this)",
            "gen(main-action) chk(C) = d20 +M(Insight)",
            "gen chk(15) = d20 +2",
            "sv(Insight,15)",
            "eff = 1d6 +2",
        ),
        front=True,
        read=read_on_form,
        rules=("S23", "S24", "S25"),
    ),
]
