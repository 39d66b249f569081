"""The meaning of a typed line of combatants, shown as chips below it."""

from __future__ import annotations

from app.browser.platform.dom import data, enclosing, one, redraw, some
from app.browser.platform.elements import Element
from app.browser.shell.render import render
from app.update.fight.tracker import typed_line_view
from app.update.model import Model

FORM = "form[data-quick]"


def show_line(slot: Element, model: Model) -> None:
    """Show the meaning of the line in a slot, at each key and after each drawing."""
    form = some(FORM, slot)
    if form is not None:
        view = typed_line_view(model, str(one("[name=quick]", form).value))
        redraw(one("[data-preview]", form), render("typed_line.html", view=view))


def replace_word(button: Element) -> Element:
    """Replace an unknown word of the line by the one that its button names; return the field."""
    field = one("[name=quick]", enclosing(button, FORM))
    line, typed = str(field.value), data(button, "typed")
    at = line.lower().rfind(typed.lower())
    if at >= 0:
        field.value = line[:at] + data(button, "meant") + line[at + len(typed) :]
    field.focus()
    return field
