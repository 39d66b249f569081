"""The roll that lies over the fight: the form's own view, laid over the fight as a panel.

So it is drawn by what draws it on its own page, and everything in it works as there.
"""

from __future__ import annotations

from pyscript import window

from app.browser.platform.dom import Js, brought, each, one, some, soon, tell, want
from app.browser.roll.form_view import path_of
from app.browser.roll.play_view import wanted_field
from app.browser.shell import focus
from app.browser.shell.runtime import Runtime
from app.update.messages.tracker import OverClosed, RealDiceSwitched
from app.update.model import Model

#: Where this device keeps that dice are thrown at its table.
REAL_DICE = "tableside.real-dice"


class OverView:
    """Shows the view of the roll over the fight, with the way back at its head."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._over = ""
        self._coming = ""
        if _real_dice():
            runtime.send(RealDiceSwitched(on=True))

    def stale(self) -> None:
        """It is drawn by what lies there, and that is all there is."""

    def draw(self, model: Model) -> None:
        path = path_of(model.over)
        if path == (self._over or self._coming):
            return
        self._put_away(model)
        is_there = not path or want(path)
        self._over, self._coming = (path, "") if is_there else ("", path)
        if self._over:
            self._lay(model, path)
        elif self._coming:
            soon(self._brought(path))

    async def _brought(self, path: str) -> None:
        """Lay it there once it has been fetched; why it could not be, is said."""
        is_there = await brought(path)
        if self._coming != path:
            return
        self._coming = ""
        if is_there:
            self._runtime.draw()
        else:
            self._runtime.send(OverClosed())

    def _lay(self, model: Model, path: str) -> None:
        view, fight = _view(path), _view(f"{model.game}/encounter")
        if view is None or fight is None:
            return
        for name, value in (("over", ""), ("role", "dialog"), ("aria-modal", "true")):
            view.setAttribute(f"data-{name}" if name == "over" else name, value)
        view.setAttribute("aria-label", str(model.form.procedure.title))
        view.hidden = False
        fight.inert = True
        window.document.documentElement.setAttribute("data-over", "")
        back = _made("button", "icon-button over-close")
        back.type, back.textContent = "button", "✕"
        for name, value in (("data-do", "over-close"), ("aria-label", "Back to the fight")):
            back.setAttribute(name, value)
        view.prepend(back)
        soon(self._faced(path, view, back))  # in a turn of its own

    async def _faced(self, path: str, view: Js, back: Js) -> None:
        """Show it from its top and give it the focus, for which the browser lays out the page.

        The focus goes where it would on the form's own page: to the die or the decision that is
        wanted, to the result, to the first field that lacks something; else to the way back.
        """
        if self._over != path:
            return
        view.scrollTop = 0
        if not view.contains(window.document.activeElement):
            slot = one('[data-slot="play"]', view)
            result = some("[data-result] .verdict-words", slot)
            focus.give_focus(wanted_field(slot) or result or self._lacking(view) or back)

    def _lacking(self, view: Js) -> Js | None:
        """Find the first field in sight that the form cannot do without."""
        model = self._runtime.model
        faults = model.form.desk.faults() if model.over else {}
        fields = (field for field in each("[name]", view) if str(field.name) in faults)
        return next((field for field in fields if field.checkVisibility()), None)

    def _put_away(self, model: Model) -> None:
        view = _view(self._over) if self._over else None
        window.document.documentElement.removeAttribute("data-over")
        fight = _view(f"{self._over.partition('/')[0]}/encounter")
        if view is None or fight is None:
            return
        for name in ("data-over", "role", "aria-modal", "aria-label"):
            view.removeAttribute(name)
        view.hidden = model.address.path != self._over
        place = some(".over-close", view)
        if place is not None:
            place.remove()
        fight.inert = False
        again = some('[data-do="turn-pass"]', fight)
        if again is not None and model.address.path.endswith("/encounter"):
            focus.give_focus(again)


def _made(tag: str, name: str) -> Js:
    element = window.document.createElement(tag)
    element.className = name
    return element


def _view(path: str) -> Js | None:
    return some(f'[data-view="{window.CSS.escape(path)}"]')


def _real_dice() -> bool:
    """Were dice thrown at this device's table when it was used last?"""
    try:
        return bool(window.localStorage.getItem(REAL_DICE) == "1")
    except Exception:  # the browser may forbid to ask
        return False


def keep_real_dice(on: bool) -> None:
    """This device remembers whether dice are thrown at its table, where the browser lets it."""
    try:
        if on:
            window.localStorage.setItem(REAL_DICE, "1")
        else:
            window.localStorage.removeItem(REAL_DICE)
    except Exception:
        tell("This browser does not keep settings; this one lasts until the page is closed.")
