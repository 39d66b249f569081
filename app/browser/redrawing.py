"""What a person has in hand while a view is drawn anew: the texts in its fields, and the focus."""

from __future__ import annotations

from collections.abc import Mapping

from pyscript import window

from app.browser.dom import Js, data, each, some
from app.browser.views import field_text, put_text


def typed(slot: Js) -> dict[str, str]:
    """What was typed into fields with an id, by that id."""
    return {
        str(field.id): field_text(field)
        for field in each("input[id], select[id], textarea[id]", slot)
        if field_text(field) != data(field, "default") and not field.hasAttribute("data-forget")
    }


def forget(slot: Js, within: str = "form") -> None:
    """What stands in these forms now is used up: the next drawing begins with its own."""
    for form in each(within, slot):
        for field in each("[name]", form):
            field.setAttribute("data-forget", "")


def focus(slot: Js) -> str:
    """A selector of what has the focus within, empty if nothing has."""
    active = window.document.activeElement
    if not slot.contains(active):
        return ""
    if key := data(active, "key"):
        return f'[data-key="{window.CSS.escape(key)}"]'
    return f"#{window.CSS.escape(str(active.id))}" if active.id else ""


def restore(slot: Js, stood: Mapping[str, str], focused: str) -> None:
    """Put both back into the new drawing."""
    for field in each("input[id], select[id], textarea[id]", slot):
        if str(field.id) in stood:
            put_text(field, stood[str(field.id)])
    again = some(focused, slot) if focused else None
    if again is not None:
        again.focus({"preventScroll": True})
