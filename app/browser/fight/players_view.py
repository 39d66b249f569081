"""The players' screen (`game/table`), of which only changed parts are redrawn.

So fallen dice do not fall again when hit points change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyscript import document

from app.browser.platform.dom import one, show, some
from app.browser.platform.elements import Element
from app.browser.shell.drawing import Part
from app.browser.shell.render import render
from app.core.games import Game
from app.update.model import Model
from app.update.sync import looks_on
from app.widgets.fight.screen.screen import Show, decode
from app.widgets.fight.screen.screen import show as players_show

PARTS = ("turn", "roll", "order")


class PlayersView(Part):
    """Draws the players' screen and follows the tab that writes."""

    def __init__(self) -> None:
        self._drawn: tuple[object, ...] = ()
        self._parts: dict[str, dict[str, str]] = {}  # by game: each has a screen of its own

    def draw(self, model: Model) -> Iterator[None] | None:
        is_screen = bool(model.game) and model.address.path == f"{model.game}/table"
        document.documentElement.toggleAttribute("data-screen", is_screen)
        if not is_screen or model.played is None:
            self._drawn = ()
            return None
        game, state = model.played
        key = (game.id, state, model.journal, model.together)
        if game.encounter is None or key == self._drawn:
            return None
        return self._draw_screen(key, model, game)

    def _draw_screen(self, key: tuple[object, ...], model: Model, game: Game) -> Iterator[None]:
        """Draw the screen in steps: its content, HTML part by part, then changed parts."""
        self._drawn = ()
        shown = _shown(model)
        yield
        values = {"game": game, "seen": shown.screen, "last": shown.last}
        yield from self._show(game, values, looks_on(model))
        self._drawn = key

    def _show(self, game: Game, values: dict[str, Any], looks_on: bool) -> Iterator[None]:
        slot = one(f'[data-view="{game.id}/table"] [data-slot="table"]')
        is_first = some("[data-part]", slot) is None
        if is_first:
            full = bool(getattr(document, "fullscreenEnabled", False))
            frame = render("screen.html", part="whole", full=full, looks_on=looks_on, **values)
            yield
            show(slot, frame)
            self._parts[game.id] = {}
        parts = {}
        for part in PARTS:
            parts[part] = render("screen.html", part=part, **values)
            yield
        known = self._parts.get(game.id, {})
        changed = [part for part in PARTS if known.get(part) != parts[part]]
        for part in () if is_first else changed:
            show(one(f'[data-part="{part}"]', slot), parts[part])
        self._parts[game.id] = parts
        if changed:
            _wake(one(".screen", slot))


def _shown(model: Model) -> Show:
    """Return the content of the screen; a guest gets it from the host."""
    together = model.together
    if together is not None and together.part == "guest":
        return decode(together.screen or {})
    assert model.state is not None
    return players_show(model.games, model.state, model.journal.page if model.journal else None)


def _wake(screen: Element) -> None:
    """Brighten the screen after a change.

    It dims again (static/css/features/players_screen.css).
    """
    screen.classList.remove("is-quiet")
    screen.getBoundingClientRect()  # forces a layout between the two changes
    screen.classList.add("is-quiet")
