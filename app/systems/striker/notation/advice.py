"""What the wider SRD writes and this reader does not: a sentence of advice in the message (S30)."""

from __future__ import annotations

from collections.abc import Container

from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.notation import ADVICE

_ARROWS = range(0x2190, 0x2200)


def advice(text: str, at: int, found: str, sort: str, after: str, wanted: Container[str]) -> str:
    """The sentence for what was found, empty for none; the first row of the table that fits.

    text: the line with plain dashes. at: the place of what was found, from 1. found: a token in
    lower case, or a character of none. sort: of the token, empty for none. after: as what the
    token before it was read. wanted: what might have stood there.
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
    """The one duration that begins so, empty if there is none or more than one."""
    meant = [row.duration for row in DURATIONS if row.duration.startswith(word)]
    return meant[0] if len(meant) == 1 else ""
