"""Faults of a line: a code, a position and words to act on (S30)."""

from __future__ import annotations

from collections.abc import Callable

from app.core.errors import BadInput
from app.systems.striker.tables.notation import ERRORS


class Malformed(BadInput):
    """A line that cannot be read, looked up or rolled.

    code: E01 to E21. at: the position in the line, 1 for its first character; None for a fault of
    another input. advice: a sentence on the form of the wider SRD used there.
    """

    #: Returns a sentence for the end of the message, empty for none.
    _advise: Callable[[], str] | None = None

    def __init__(self, code: str, at: int | None = None, advice: str = "", **words: object) -> None:
        row = ERRORS[code]
        position = code if at is None else f"{code} at {at}"
        super().__init__(row.input, f"{position}: {row.says(**words)} {advice}".rstrip())
        self.code = code
        self.at = at

    @property
    def message(self) -> str:
        """Return the message; its advice is worked out only now."""
        advice = self._advise() if self._advise is not None else ""
        return f"{self._plain} {advice}".rstrip()

    @message.setter
    def message(self, plain: str) -> None:
        self._plain = plain

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"

    def with_advice(self, advise: Callable[[], str]) -> Malformed:
        """Return the same fault with a sentence of advice at its end, worked out when it is read.

        advise: returns the sentence, empty for none.
        """
        fault = Malformed.__new__(Malformed)
        BadInput.__init__(fault, self.field, self._plain)
        fault.code, fault.at, fault._advise = self.code, self.at, advise
        return fault
