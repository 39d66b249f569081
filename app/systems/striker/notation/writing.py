"""The fields of lines: the text field of a form, the line of a sheet's record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

from app.core.errors import BadInput, short_text
from app.core.procedures.notations import Notation, NotationContext, Reader, Understood
from app.core.sheets import Sheet
from app.systems.striker.notation.sheet import Known
from app.systems.striker.rules.inputs import LONGEST


def read_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a line on a form; the reader is imported with the first one."""
    from app.systems.striker.notation.fields import read_line_on_form

    return read_line_on_form(text, cursor, beside)


def reader_of(
    names_of: Callable[[Sheet], Known],
    numbers_on: Callable[[Sheet], Mapping[str, int]],
    subject: str,
) -> Reader:
    """Return the reader of a sheet's column.

    names_of, numbers_on: the lookups of a sheet. subject: the field beside the line with the
    meaning of `this`.
    """

    def read(text: str, cursor: int | None, beside: NotationContext) -> Understood:
        from app.systems.striker.notation.fields import read_line_on_sheet

        return read_line_on_sheet(names_of, numbers_on, subject, text, cursor, beside)

    return read


@dataclass(frozen=True)
class LineText(Notation):
    """A line of the notation, checked only as text; other faults come later (S30, S31)."""

    longest: int = LONGEST

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadInput(
                name, f"{name} is {short_text(value)}; give a line of the notation as text"
            )
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
