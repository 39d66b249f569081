"""The interface of parts that handle document events."""

from __future__ import annotations

from app.browser.platform.elements import Element, Event

#: Milliseconds after which a press is a long one.
LONG_MS = 500


class Listener:
    """Handlers of document events that take nothing; subclasses override some of them."""

    def routed(self) -> None:
        """Handle a change of the page's address."""

    def opened(self) -> None:
        """Handle the opening of the store."""

    def tapped(self, what: str, button: Element) -> bool:
        """Handle a tap on a button; return whether it was taken.

        what: the button's `data-do`.
        """
        return False

    def written(self, field: Element) -> bool:
        """Handle typing in a field; return whether it was taken."""
        return False

    def chosen(self, field: Element) -> bool:
        """Handle a changed value of a field; return whether it was taken."""
        return False

    def submitted(self, form: Element) -> bool:
        """Handle a submitted form; return whether it was taken."""
        return False

    def pressed(self, event: Event) -> bool:
        """Handle a key press in a field or on a button; return whether it was taken."""
        return False

    def clicked(self, target: Element) -> bool:
        """Handle a tap on an element that is no button; return whether it was taken."""
        return False

    def held(self, target: Element) -> bool:
        """Handle a long press or context menu; return whether it was taken."""
        return False

    def gripped(self, event: Event) -> None:
        """Handle a pressed pointer."""

    def dragged(self, event: Event) -> None:
        """Handle a drag over the page or a drop on it."""

    def entered(self, field: Element) -> None:
        """Handle a field that gets the cursor."""

    def left(self, field: Element) -> None:
        """Handle a field that loses the cursor."""

    def moved(self) -> None:
        """Handle a moved cursor in a text."""

    def set_aside(self) -> None:
        """Handle a page that is hidden or shown again."""
