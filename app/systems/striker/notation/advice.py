"""Advice in error messages on forms of the wider SRD that this reader does not read (S30)."""

from __future__ import annotations

from collections.abc import Container

from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import ADVICE

_ARROWS = range(0x2190, 0x2200)


def advice(text: str, at: int, found: str, sort: str, after: str, wanted: Container[str]) -> str:
    """Return the advice of the first matching row of the table, empty for none.

    text: the line with plain dashes. at: the position of the fault, from 1. found: a token in lower
    case, or an invalid character. sort: of the token, empty for none. after: the kind that the
    token before it was read as. wanted: the kinds expected there.
    """
    before, behind = text[at - 2 : at - 1], text[at - 1 + len(found) : at + len(found)]
    if after == "duration" and (found == "," or sort == "number"):
        return ADVICE["cost"].advice
    if after == "duration" and found in ("&", "+"):
        return ADVICE["two-part"].advice
    if "duration" in wanted and sort == "word" and (meant := _meant(found)):
        return ADVICE["duration"].advice.format(duration=meant)
    if (found == "-" and behind == ">") or (found == ">" and before == "-"):
        return ADVICE["arrow"].advice
    if len(found) == 1 and ord(found) in _ARROWS:
        return ADVICE["arrow"].advice
    if after in ("m", "r") and found in ("*", "["):
        return ADVICE["marked"].advice
    if "c" in wanted and sort == "word":
        return ADVICE["challenge"].advice
    return ADVICE["bar"].advice if found == "|" else ""


def _meant(word: str) -> str:
    """Return the one duration with this beginning, empty if there is none or more than one."""
    meant = [row.duration for row in DURATIONS if row.duration.startswith(word)]
    return meant[0] if len(meant) == 1 else ""
