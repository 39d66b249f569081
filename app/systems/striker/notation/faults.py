"""Faults of a line: a code, a position and words to act on (S30)."""

from __future__ import annotations

from app.core.errors import BadInput
from app.systems.striker.tables.notation import ERRORS


class Malformed(BadInput):
    """A line that cannot be read, looked up or rolled.

    code: E01 to E16. at: the position in the line, 1 for its first character; None for a fault of
    another input. advice: a sentence on the form of the wider SRD used there.
    """

    def __init__(self, code: str, at: int | None = None, advice: str = "", **words: object) -> None:
        row = ERRORS[code]
        position = code if at is None else f"{code} at {at}"
        super().__init__(row.input, f"{position}: {row.says(**words)} {advice}".rstrip())
        self.code = code
        self.at = at

    def with_advice(self, advice: str) -> Malformed:
        """Return the same fault with a sentence of advice at its end."""
        fault = Malformed.__new__(Malformed)
        BadInput.__init__(fault, self.field, f"{self.message} {advice}")
        fault.code, fault.at = self.code, self.at
        return fault
