"""The players' screen as it is drawn (`game/table`): each part anew only where it says else.

So dice that fell do not fall again while somebody's hit points change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyscript import document

from app.browser.platform.dom import Js, one, show, some
from app.browser.shell.render import render
from app.core.games import Game
from app.update.model import Model
from app.update.sync import looks_on
from app.widgets.fight.screen import Show, read
from app.widgets.fight.screen import show as players_show

PARTS = ("turn", "roll", "order")


class PlayersView:
    """Draws the players' screen, and follows what happens in the tab that writes."""

    def __init__(self) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._parts: dict[str, str] = {}

    def stale(self) -> None:
        """Nobody types here."""

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

    def _draw_screen(self, key: tuple[Any, ...], model: Model, game: Game) -> Iterator[None]:
        """What is seen, its HTML part by part, then what of it is another."""
        self._drawn = ()
        shown = _shown(model)
        yield
        seen = {"game": game, "seen": shown.screen, "last": shown.last}
        yield from self._show(game, seen, looks_on(model))
        self._drawn = key

    def _show(self, game: Game, given: dict[str, Any], looks_on: bool) -> Iterator[None]:
        slot = one(f'[data-view="{game.id}/table"] [data-slot="table"]')
        is_first = some("[data-part]", slot) is None
        if is_first:
            full = bool(getattr(document, "fullscreenEnabled", False))
            whole = render("screen.html", part="whole", full=full, looks_on=looks_on, **given)
            yield
            show(slot, whole)
            self._parts = {}
        made = {}
        for part in PARTS:
            made[part] = render("screen.html", part=part, **given)
            yield
        news = [part for part in PARTS if self._parts.get(part) != made[part]]
        for part in () if is_first else news:
            show(one(f'[data-part="{part}"]', slot), made[part])
        self._parts = made
        if news:
            _wake(one(".screen", slot))


def _shown(model: Model) -> Show:
    """What the players see; a guest is told it by the host, who alone knows all it is made of."""
    together = model.together
    if together is not None and together.part == "guest":
        return read(together.screen or {})
    assert model.state is not None
    return players_show(model.games, model.state, model.journal.page if model.journal else None)


def _wake(place: Js) -> None:
    """There is news: it is as bright as at first, and dims anew (static/screen.css)."""
    place.classList.remove("is-quiet")
    place.getBoundingClientRect()  # or the browser would take both for no change
    place.classList.add("is-quiet")
