"""The strip under the header: counters and the current turn."""

from __future__ import annotations

from app.browser.platform.dom import data, enclosing, one, root, show
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.listener import Listener
from app.browser.shell.render import render
from app.browser.shell.runtime import Runtime
from app.update.messages.campaign import CounterStepped
from app.update.model import Model
from app.widgets.fight.gauges.counters import CounterView, counters
from app.widgets.fight.screen.screen import turn_words

#: Pages on which nobody rolls or fights.
WITHOUT = frozenset(
    ("characters", "character", "notes", "journal", "luck", "fair", "library", "tables", "rules")
)


class CountersView(Listener, Part):
    """Draws the counters of the open game and the current turn, if there are any."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._drawn: tuple[object, ...] = ()
        self._html = ""

    def on_tap(self, what: str, button: Element) -> bool:
        """Change a counter by one."""
        if what != "purse":
            return False
        id, step = data(enclosing(button, "[data-purse]"), "purse"), int(data(button, "by"))
        self._runtime.send(CounterStepped(id, step))
        return True

    def draw(self, model: Model) -> None:
        key = (model.participants, model.address.path, model.state, model.together)
        if key == self._drawn:
            return
        self._drawn = key
        visible, turn = _visible_counters(model), _turn(model)
        html = ""
        if visible or turn:
            html = render("counters.html", counters=visible, turn=turn, game=model.game)
        if html != self._html:  # a pressed button must stay until it is released
            self._html = html
            show(one('[data-slot="purses"]'), html)
            root.toggleAttribute("data-purses", bool(html))
            root.toggleAttribute("data-turn-above", bool(visible and turn))


def _visible_counters(model: Model) -> tuple[CounterView, ...]:
    """Return the visible counters: where one rolls and fights, once the campaign is loaded."""
    if model.played is None or model.participants is None or not model.played[0].counters:
        return ()
    if model.address.path.partition("/")[2].partition("/")[0] in WITHOUT:
        return ()
    if model.at_fight and model.played[1].encounter is not None:
        return ()  # shown in the fight
    from app.update.fight.visible import guest_eyes  # with the rest of the fight

    is_player = guest_eyes(model) is not None
    return counters(model.played[0], model.participants.scene, for_player=is_player)


def _turn(model: Model) -> str:
    """Return the current turn of an encounter for all pages but its own."""
    if model.played is None or model.played[1].encounter is None:
        return ""
    if model.at_fight or model.address.path == f"{model.game}/table":
        return ""  # the fight's own pages
    from app.update.fight.visible import visible_board  # with the rest of the fight

    return turn_words(visible_board(model))
