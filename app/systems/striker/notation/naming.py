"""The field of a single name of a skill or technique: the subject, or a weapon's skill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from app.core.procedures.notations import Notation, NotationContext, Reader, Understood
from app.core.sheets import Sheet
from app.systems.striker.notation.sheet import Known
from app.systems.striker.rules.inputs import LONGEST, NAMES


def read_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a name on a form; the reader is imported with the first one."""
    from app.systems.striker.notation.fields import read_name_on_form

    return read_name_on_form(text, cursor, beside)


def reader_of(names_of: Callable[[Sheet], Known], kinds: str, must: bool = True) -> Reader:
    """Return the reader of a sheet's column.

    kinds: `skill`, or `skill or technique`; must: whether a name that the sheet lacks is a mistake.
    """

    def read(text: str, cursor: int | None, beside: NotationContext) -> Understood:
        from app.systems.striker.notation.fields import read_name_on_sheet

        return read_name_on_sheet(names_of, kinds, must, text, cursor, beside)

    return read


Subject = Annotated[
    str,
    Notation(
        longest=LONGEST,
        examples=NAMES,
        label="this means",
        help="The skill or technique whose listing the line is.",
        front=True,
        read=read_on_form,
        word=True,
        rules=("S25", "S27"),
    ),
]
