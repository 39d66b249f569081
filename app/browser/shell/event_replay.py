"""What somebody does before the part that takes it has come: kept, and told again when it has."""

from __future__ import annotations

from collections.abc import Callable

from app.browser.platform.dom import Js

#: More than these nobody means who waits for an answer.
MOST = 20

#: Tells the parts there are of what was done; has one of them taken it?
Tell = Callable[[], bool]


class EventReplay:
    """Keeps what no part has taken, in order, as long as more parts are to come."""

    def __init__(self) -> None:
        self._kept: list[tuple[Js, str, Tell]] = []
        self.has_ended = False

    def heard(self, where: Js, kind: str, tell: Tell) -> None:
        """Tell it now, and keep it for later if nobody takes it.

        where: what it was done to. kind: taps count as often as they are made; of what a field
        says, the last.
        """
        if tell() or self.has_ended:
            return
        before = (
            each
            for each in self._kept
            if kind == "click" or each[1] != kind or not each[0].isSameNode(where)
        )
        self._kept = [*before, (where, kind, tell)][-MOST:]

    def again(self) -> None:
        """More parts have come: tell them what still stands where it was done."""
        kept, self._kept = self._kept, []
        for where, kind, tell in kept:
            if where.isConnected and where.checkVisibility():
                self.heard(where, kind, tell)

    def end(self) -> None:
        """All parts have come: what none of them takes is nobody's."""
        self.again()
        self._kept, self.has_ended = [], True
