"""Faults of a line of dice: the position in the line, and words to act on."""

from __future__ import annotations

from typing import NamedTuple

from app.core.errors import BadInput

#: The input that holds such a line.
FIELD = "notation"


class Reading(NamedTuple):
    """A possible meaning of a wrong line. words: its difference from others, in a few words."""

    line: str
    words: str


class Malformed(BadInput):
    """A line that cannot be read.

    start, end: the characters to blame, counted from 0; an empty range is a position where
    something is missing. readings: right lines that may be meant. unfinished: the line is right so
    far, but incomplete. hint: what the page shows instead of `says`.
    """

    def __init__(
        self,
        says: str,
        start: int,
        end: int,
        readings: tuple[Reading, ...] = (),
        unfinished: bool = False,
        hint: str = "",
    ) -> None:
        super().__init__(FIELD, f"{FIELD}, at {start + 1}: {says}")
        self.says = says
        self.hint = hint or says
        self.start = start
        self.end = end
        self.readings = readings
        self.unfinished = unfinished
