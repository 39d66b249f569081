"""The readers of fields: a line or a name on a form, or in a record of the sheet.

The fields themselves are in `writing` and `naming`, which import this with the first text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.notations import NotationContext, Offer, Understood, Wrong
from app.core.sheets import Sheet
from app.core.support.characters import BLANKS
from app.systems.striker.house import unknown_skill_of
from app.systems.striker.notation.completion import names
from app.systems.striker.notation.dialects import REFERENCE
from app.systems.striker.notation.meaning import Beside
from app.systems.striker.notation.sheet import Known, known, numbers_by_name
from app.systems.striker.notation.tokens import key, plainly_dashed
from app.systems.striker.notation.understanding import LineContext, understood

# --- lines ---


def read_line_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a line with the form's lists of skills and techniques, if it has any."""
    fields = beside.fields
    dialect = str(fields.get("dialect", REFERENCE))
    if "skills" not in fields:
        return understood(text, cursor, None, dialect)
    try:
        sheet = known(tuple(fields["skills"]), tuple(fields["techniques"]))
        numbers = numbers_by_name(tuple(fields.get("numbers", ())))
    except BadInput as fault:
        return _without(text, cursor, fault, dialect)
    subject, unknown = str(fields.get("subject", "")), str(fields.get("unknown_skill", "error"))
    further = Beside(numbers, _points(fields), dialect)
    return understood(text, cursor, LineContext(sheet, subject, unknown, further))


def _points(fields: Values) -> int | None:
    points = fields.get("points_spent")
    return points if isinstance(points, int) else None


def read_line_on_sheet(
    names_of: Callable[[Sheet], Known],
    numbers_on: Callable[[Sheet], Mapping[str, int]],
    subject: str,
    text: str,
    cursor: int | None,
    beside: NotationContext,
) -> Understood:
    """Read a line with the lookups of its sheet; subject: the field that says `this`."""
    if beside.sheet is None:
        return understood(text, cursor, None)
    try:
        sheet = names_of(beside.sheet)
    except BadInput as fault:
        return _without(text, cursor, fault)
    reader = LineContext(
        sheet,
        str(beside.fields.get(subject) or ""),
        unknown_skill_of(beside.sheet),
        Beside(numbers_on(beside.sheet)),
    )
    return understood(text, cursor, reader)


def _without(
    text: str, cursor: int | None, fault: BadInput, dialect: str = REFERENCE
) -> Understood:
    """Read a line without numbers, as a name occurs twice on the sheet."""
    plain = understood(text, cursor, None, dialect)
    wrong = plain.wrong or Wrong(fault.message)
    return Understood(plain.canonical, plain.words, (), plain.notes, wrong, plain.offers)


# --- names ---


def read_name_on_form(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Read a name by the form's lists; whether it is required depends on the line."""
    try:
        sheet = known(tuple(beside.fields["skills"]), tuple(beside.fields["techniques"]))
    except (BadInput, KeyError):
        return Understood()
    return Understood(offers=_offers(text, cursor, sheet))


def read_name_on_sheet(
    names_of: Callable[[Sheet], Known],
    kinds: str,
    must: bool,
    text: str,
    cursor: int | None,
    beside: NotationContext,
) -> Understood:
    """Read a name by the lists of its sheet.

    kinds: `skill`, or `skill or technique`; must: whether a name that the sheet lacks is a mistake.
    """
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
