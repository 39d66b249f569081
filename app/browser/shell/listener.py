"""Somebody who hears of the document's events and takes what is theirs."""

from __future__ import annotations

from app.browser.platform.dom import Js


class Listener:
    """Hears of everything and takes nothing: a part of the page takes what it knows."""

    def routed(self) -> None:
        """Another address was opened."""

    def opened(self) -> None:
        """What is kept can be read from now on."""

    def tapped(self, what: str, button: Js) -> bool:
        """A button was tapped. what: its `data-do`. True if it was ours."""
        return False

    def written(self, field: Js) -> bool:
        """Something is being typed into a field. True if it was ours."""
        return False

    def chosen(self, field: Js) -> bool:
        """A field says something else now. True if it was ours."""
        return False

    def submitted(self, form: Js) -> bool:
        """A form was sent. True if it was ours."""
        return False

    def pressed(self, event: Js) -> bool:
        """A key was pressed in a field or on a button. True if it was ours."""
        return False

    def clicked(self, target: Js) -> bool:
        """Something was tapped that is no button of ours. True if it was meant for us."""
        return False

    def held(self, target: Js) -> bool:
        """Something is held with a finger, or was tapped for its menu. True if it was ours."""
        return False

    def gripped(self, event: Js) -> None:
        """A pointer went down."""

    def dragged(self, event: Js) -> None:
        """Something is held over the page, or dropped on it."""

    def entered(self, field: Js) -> None:
        """A field has the cursor now."""

    def left(self, field: Js) -> None:
        """A field has lost the cursor."""

    def moved(self) -> None:
        """The cursor stands elsewhere in a text."""

    def set_aside(self) -> None:
        """The page is put away, or taken up again."""
