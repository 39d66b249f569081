"""The strip under the header that holds what of the scene is always in sight."""

from __future__ import annotations

from app.browser.platform.dom import Js, data, near, root, show, some
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.update.messages.campaign import CounterStepped
from app.update.model import Model
from app.widgets.fight.counters import CounterView, counters
from app.widgets.fight.screen import turn_words


class CountersView(Listener):
    """Draws the counters of the open game, and whose turn it is; nothing where there are none."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._html = ""

    def tapped(self, what: str, button: Js) -> bool:
        """One more or one less."""
        if what != "purse":
            return False
        id, by = data(near(button, "[data-purse]"), "purse"), int(data(button, "by"))
        self._runtime.send(CounterStepped(id, by))
        return True

    def stale(self) -> None:
        """Nobody types here."""

    def draw(self, model: Model) -> None:
        key = (model.company, model.address.path, model.state)
        if key == self._drawn:
            return
        self._drawn = key
        seen, turn = _seen(model), _turn(model)
        html = ""
        if seen or turn:
            html = render("counters.html", counters=seen, turn=turn, game=model.game)
        if html != self._html:  # what is being pressed must still be there when it is let go
            self._html = html
            show(some('[data-slot="purses"]'), html)
            root.toggleAttribute("data-purses", bool(html))


def _seen(model: Model) -> tuple[CounterView, ...]:
    """What is in the counters; nothing before the campaign of the open game is read."""
    if model.played is None or model.company is None or not model.played[0].counters:
        return ()
    if model.address.path == f"{model.game}/encounter" and model.played[1].encounter is not None:
        return ()  # the fight shows them itself
    return counters(model.played[0], model.company.scene)


def _turn(model: Model) -> str:
    """Whose turn it is in a running encounter, for all pages but its own."""
    if model.played is None or model.played[1].encounter is None:
        return ""
    own = (f"{model.game}/encounter", f"{model.game}/table")
    return "" if model.address.path in own else turn_words(*model.played)
