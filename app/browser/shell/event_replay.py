"""A queue of events for handlers or games that are not loaded yet, replayed afterwards."""

from __future__ import annotations

from collections.abc import Callable

from app.browser.platform.dom import near
from app.browser.platform.elements import Element

#: Limit of queued events; older ones are dropped.
MOST = 20

#: Offers an event to the loaded parts and returns whether one took it.
Tell = Callable[[], bool]


class EventReplay:
    """An ordered queue of the events that no part has taken while parts are loading.

    waits: tells whether an element belongs to a game that is still loading; its events are queued
    at any time, and no part is asked.
    """

    def __init__(self, waits: Callable[[Element], bool]) -> None:
        self._waits = waits
        self._queued: list[tuple[Element, str, Tell]] = []
        self.has_ended = False

    def offer(self, where: Element, kind: str, tell: Tell) -> None:
        """Offer an event now and queue it if no part takes it.

        where: the element of the event.
        kind: every `click` is queued; of other events of one element only the last.
        """
        if not self._waits(where) and (tell() or self.has_ended):
            return
        earlier = (
            event
            for event in self._queued
            if kind == "click" or event[1] != kind or not event[0].isSameNode(where)
        )
        self._queued = [*earlier, (where, kind, tell)][-MOST:]

    def again(self) -> None:
        """Replay queued events of elements that are still visible."""
        queued, self._queued = self._queued, []
        for where, kind, tell in queued:
            if where.isConnected and _is_offered(where):
                self.offer(where, kind, tell)

    def end(self) -> None:
        """Replay queued events and stop queueing those of loaded games."""
        self.has_ended = True
        self.again()


def _is_offered(where: Element) -> bool:
    """Tell whether an element is visible, or in a menu that its tap has closed."""
    menu = near(where, "details:not([open])")
    return bool(where.checkVisibility() or (menu is not None and menu.checkVisibility()))
