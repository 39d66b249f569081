"""The interface of parts that handle document events."""

from __future__ import annotations

from app.browser.platform.elements import Element, Event

#: Milliseconds after which a press is a long one.
LONG_MS = 500


class Listener:
    """Handlers of document events that take nothing; subclasses override some of them."""

    def on_route(self) -> None:
        """Handle a change of the page's address."""

    def on_store_open(self) -> None:
        """Handle the opening of the store."""

    def on_tap(self, what: str, button: Element) -> bool:
        """Handle a tap on a button; return whether it was taken.

        what: the button's `data-do`.
        """
        return False

    def on_input(self, field: Element) -> bool:
        """Handle typing in a field; return whether it was taken."""
        return False

    def on_change(self, field: Element) -> bool:
        """Handle a changed value of a field; return whether it was taken."""
        return False

    def on_submit(self, form: Element) -> bool:
        """Handle a submitted form; return whether it was taken."""
        return False

    def on_key(self, event: Event) -> bool:
        """Handle a key press in a field or on a button; return whether it was taken."""
        return False

    def on_click(self, target: Element) -> bool:
        """Handle a tap on an element that is no button; return whether it was taken."""
        return False

    def on_hold(self, target: Element) -> bool:
        """Handle a long press or context menu; return whether it was taken."""
        return False

    def on_pointer_down(self, event: Event) -> None:
        """Handle a pressed pointer."""

    def on_drag(self, event: Event) -> None:
        """Handle a drag over the page or a drop on it."""

    def on_focus(self, field: Element) -> None:
        """Handle a field that gets the cursor."""

    def on_blur(self, field: Element) -> None:
        """Handle a field that loses the cursor."""

    def on_caret_move(self) -> None:
        """Handle a moved cursor in a text."""

    def on_visibility(self) -> None:
        """Handle a page that is hidden or shown again."""
