"""What is wrong with a line of dice: its place in the line, and words to act on."""

from __future__ import annotations

from app.core.errors import BadInput

#: The input that holds such a line.
FIELD = "notation"


class Malformed(BadInput):
    """A line that cannot be read. start, end: the characters to blame, counted from 0; an empty
    range is a place where something is missing."""

    def __init__(self, says: str, start: int, end: int) -> None:
        super().__init__(FIELD, f"{FIELD}, at {start + 1}: {says}")
        self.says = says
        self.start = start
        self.end = end
