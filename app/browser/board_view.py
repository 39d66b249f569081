"""The tracker as it is drawn: `game/encounter`."""

from __future__ import annotations

from typing import Any

from app.browser import redrawing
from app.browser.dom import Js, one, show, speak
from app.browser.render import render
from app.campaign.facts import EncounterStepped, Rolled
from app.campaign.state import CampaignState
from app.core.games import Game
from app.table.model import Model
from app.table.open_campaign import IN_WORDS, TELLS_ALL
from app.widgets import board, joining, menus, steps
from app.widgets.dues import due_view
from app.widgets.hours import hours_view
from app.widgets.screen import turn_words


class BoardView:
    """Draws the tracker."""

    def __init__(self) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._spoken = ""

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> None:
        path = model.address.path
        if model.played is None or path != f"{model.game}/encounter":
            self._drawn = ()
            return
        game, state = model.played
        key = (path, state, model.journal, model.tracker)
        if game.encounter is None or key == self._drawn:
            return
        self._drawn = key
        self._draw_board(model, game, state)

    def _draw_board(self, model: Model, game: Game, state: CampaignState) -> None:
        slot = _slot(game, "encounter")
        stood = redrawing.typed(slot)
        view = board.board_view(game, state) if state.encounter is not None else None
        there = {each.id for each in view.people} if view else set()
        names, open_here = board.people(state), model.tracker
        step, who = open_here.step, open_here.who
        target = open_here.aims.get(open_here.menu, "")
        shown = view is not None and step != "" and (not who or who in there)
        menu = open_here.menu if open_here.menu in there else ""
        html = render(
            "board.html",
            game=game,
            view=view,
            due=tuple(due_view(record, names) for record in state.due),
            present=there,
            notes=_notes(model),
            open_form=steps.step_form(game, state, step, who, target) if shown else None,
            open_who=who,
            menu=menus.menu(game, state, menu, target) if menu else None,
            more_pcs=view is not None and any(one.kind == "pc" for one in view.absent),
            hint=joining.hint(game.encounter),
            known=joining.known(game.encounter),
            tells_all=bool(state.scene.get(TELLS_ALL)),
            in_words=bool(state.scene.get(IN_WORDS)),
            **hours_view(state, game, model.journal.page if model.journal else None),
        )
        show(slot, html)
        redrawing.restore(slot, stood)
        self._speak(turn_words(game, state))

    def _speak(self, words: str) -> None:
        if words != self._spoken:
            self._spoken = words
            speak(words)


def _slot(game: Game, view: str) -> Js:
    return one(f'[data-view="{game.id}/{view}"] [data-slot="{view}"]')


def _notes(model: Model) -> tuple[str, ...]:
    """What the encounter had to say of its last step, or of the roll that came last."""
    journal = model.journal
    for entry in reversed(journal.entries if journal else ()):
        if journal and journal.page.holds(entry.n):
            if isinstance(entry.fact, EncounterStepped):
                return tuple(entry.fact.notes)
            if isinstance(entry.fact, Rolled) and entry.fact.note:
                return (entry.fact.note,)
            return ()
    return ()
