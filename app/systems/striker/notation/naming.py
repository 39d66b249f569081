"""The field of a single name of a skill or technique: the subject, or a weapon's skill."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.notations import (
    Notation,
    NotationContext,
    Offer,
    Reader,
    Understood,
    Wrong,
)
from app.core.sheets import Sheet
from app.core.support.characters import BLANKS
from app.systems.striker.house import unknown_skill_of
from app.systems.striker.notation.completion import names
from app.systems.striker.notation.sheet import Known, known
from app.systems.striker.notation.tokens import key, plainly_dashed
from app.systems.striker.rules.inputs import LONGEST, NAMES


def read_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a name by the form's lists; whether it is required depends on the line."""
    try:
        sheet = known(tuple(beside.fields["skills"]), tuple(beside.fields["techniques"]))
    except (BadInput, KeyError):
        return Understood()
    return Understood(offers=_offers(text, cursor, sheet))


def reader_of(names_of: Callable[[Sheet], Known], kinds: str, must: bool = True) -> Reader:
    """Return the reader of a sheet's column.

    kinds: `skill`, or `skill or technique`; must: whether a name that the sheet lacks is a mistake.
    """
    return partial(_read_on_sheet, names_of, kinds, must)


def _read_on_sheet(
    names_of: Callable[[Sheet], Known],
    kinds: str,
    must: bool,
    text: str,
    cursor: int | None,
    beside: NotationContext,
) -> Understood:
    if beside.sheet is None:
        return Understood()
    try:
        sheet = names_of(beside.sheet)
    except BadInput:
        return Understood()
    if kinds == "skill":
        sheet = Known(sheet.skills)
    offers = _offers(text, cursor, sheet)
    name = plainly_dashed(text).strip(BLANKS)
    is_known = key(name) in sheet.skills or key(name) in sheet.techniques
    lenient = unknown_skill_of(beside.sheet) == "untrained"
    if not name or is_known or offers or lenient or not must:
        return Understood(offers=offers)
    return Understood(wrong=Wrong(f"The sheet has no {kinds} {name}."))


def _offers(text: str, cursor: int | None, sheet: Known) -> tuple[Offer, ...]:
    """Return the names that begin like the text up to the cursor."""
    if cursor is None:
        return ()
    begun = key(text[: max(cursor, 0)])
    return tuple(
        Offer(name, 0, len(text), name, help)
        for name, help in names("name", sheet)
        if key(name).startswith(begun) and name != text
    )


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
