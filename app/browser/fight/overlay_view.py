"""The roll over the fight: the form's own view, shown as a panel over the fight.

It is drawn by the same code as on its own page, so everything in it works as there.
"""

from __future__ import annotations

from pyscript import window

from app.browser.platform.dom import each, load_content, notify, one, some, soon, want
from app.browser.platform.elements import Element
from app.browser.platform.settings import NOT_SAVING
from app.browser.roll.play_view import wanted_field
from app.browser.shell import focus
from app.browser.shell.drawing import Part
from app.browser.shell.runtime import Runtime
from app.update.messages.tracker import OverClosed, RealDiceSwitched
from app.update.model import Model
from app.widgets.roll.links import path_of

#: The storage key of the choice for real dice.
REAL_DICE = "tableside.real-dice"


class OverView(Part):
    """Shows the view of the roll over the fight, with a button back at its head."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._over = ""
        self._coming = ""
        if _real_dice():
            runtime.send(RealDiceSwitched(on=True))

    def draw(self, model: Model) -> None:
        path = path_of(model.overlay)
        if path == (self._over or self._coming):
            return
        self._close(model)
        is_there = not path or want(path)
        self._over, self._coming = (path, "") if is_there else ("", path)
        if self._over:
            self._show(model, path)
        elif self._coming:
            soon(self._fetch(path))

    async def _fetch(self, path: str) -> None:
        """Show the view once it is fetched; a failure is reported."""
        is_there = await load_content(path)
        if self._coming != path:
            return
        self._coming = ""
        if is_there:
            self._runtime.draw()
        else:
            self._runtime.send(OverClosed())

    def _show(self, model: Model, path: str) -> None:
        view, fight = _view(path), _view(f"{model.game}/encounter")
        if view is None or fight is None:
            return
        for name, value in (("over", ""), ("role", "dialog"), ("aria-modal", "true")):
            view.setAttribute(f"data-{name}" if name == "over" else name, value)
        view.setAttribute("aria-label", str(model.form.procedure.title))
        view.hidden = False
        fight.inert = True
        window.document.documentElement.setAttribute("data-over", "")
        back: Element = window.document.createElement("button")
        back.className = "icon-button over-close"
        back.type, back.textContent = "button", "✕"
        for name, value in (("data-do", "over-close"), ("aria-label", "Back to the fight")):
            back.setAttribute(name, value)
        view.prepend(back)
        soon(self._focus(path, view, back))  # in its own task

    async def _focus(self, path: str, view: Element, back: Element) -> None:
        """Scroll the view to its top and focus it, which lays out the page.

        The focus goes where it would on the form's own page: to the wanted die or decision,
        the result, the first field that lacks something; otherwise to the button back.
        """
        if self._over != path:
            return
        view.scrollTop = 0
        if not view.contains(window.document.activeElement):
            slot = one('[data-slot="play"]', view)
            result = some("[data-result] .verdict-words", slot)
            focus.give_focus(wanted_field(slot) or result or self._lacking(view) or back)

    def _lacking(self, view: Element) -> Element | None:
        """Return the first visible field with a fault."""
        model = self._runtime.model
        faults = model.form.desk.faults() if model.overlay else {}
        fields = (field for field in each("[name]", view) if str(field.name) in faults)
        return next((field for field in fields if field.checkVisibility()), None)

    def _close(self, model: Model) -> None:
        view = _view(self._over) if self._over else None
        window.document.documentElement.removeAttribute("data-over")
        fight = _view(f"{self._over.partition('/')[0]}/encounter")
        if view is None or fight is None:
            return
        for name in ("data-over", "role", "aria-modal", "aria-label"):
            view.removeAttribute(name)
        view.hidden = model.address.path != self._over
        button = some(".over-close", view)
        if button is not None:
            button.remove()
        fight.inert = False
        next = some(".pad input", fight) or some(".fight-bar .main", fight)
        if next is not None and model.address.path.endswith("/encounter"):
            focus.give_focus(next)


def _view(path: str) -> Element | None:
    return some(f'[data-view="{window.CSS.escape(path)}"]')


def _real_dice() -> bool:
    """Tell whether real dice were used on this device last."""
    try:
        return bool(window.localStorage.getItem(REAL_DICE) == "1")
    except Exception:  # storage may be forbidden
        return False


def keep_real_dice(on: bool) -> None:
    """Store the choice for real dice on this device."""
    try:
        if on:
            window.localStorage.setItem(REAL_DICE, "1")
        else:
            window.localStorage.removeItem(REAL_DICE)
    except Exception:
        notify(NOT_SAVING)
