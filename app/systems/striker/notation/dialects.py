"""The two dialects of lines: the reference, and the strict core (S23, S32)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated

from app.core.procedures.kinds import OneOf
from app.core.support.characters import BLANKS
from app.core.support.import_steps import is_here
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import Reader, parse
from app.systems.striker.notation.reference import ReferenceReader
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.rules.inputs import LONGEST

CORE, REFERENCE = "core", "reference"

Dialect = Annotated[
    str,
    OneOf(
        {REFERENCE: "As the reference writes", CORE: "The core alone"},
        label="Notation",
        help="The core has no costs, arrows or starred modifiers.",
        part="Circumstances",
        rules=("S23", "S32"),
    ),
]


def reader_for(text: str, dialect: str = REFERENCE) -> Reader:
    """Return a reader of this text that has read nothing yet."""
    return Reader(text) if dialect == CORE else ReferenceReader(text)


def read_line(text: str, dialect: str = REFERENCE) -> NotationLine:
    """Read the whole line; Malformed names the first fault (S31)."""
    return parse(text) if dialect == CORE else _parse_reference(text)


@lru_cache(maxsize=512)
def _parse_reference(text: str) -> NotationLine:
    reader = ReferenceReader(text)
    try:
        # S31: the length is looked at first, then emptiness.
        if len(text) > LONGEST:
            raise Malformed("E13", LONGEST + 1)
        if not text.strip(BLANKS):
            raise Malformed("E01", 1)
        reader.read()
    except Malformed as fault:
        raise fault.with_advice(partial(_advice, text, fault)) from None
    return reader.line


def _advice(text: str, fault: Malformed) -> str:
    """Return the advice on a fault, empty while the file with it is on its way."""
    if not is_here(f"{__package__}.mending"):
        return ""
    from app.systems.striker.notation.mending import advice_on

    return advice_on(text, fault)
