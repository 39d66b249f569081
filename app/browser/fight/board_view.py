"""The view of the fight (`game/encounter`), drawn in steps when it is crowded."""

from __future__ import annotations

from collections.abc import Iterator

from app.browser.fight.chances_view import ChancesView
from app.browser.fight.preset_search import sift_presets
from app.browser.fight.step_fields import hide_moot
from app.browser.fight.typed_line import show_line
from app.browser.platform.dom import data, one, redraw, root, some, speak
from app.browser.platform.elements import Element
from app.browser.shell import focus
from app.browser.shell.render import pieces
from app.campaign.state.characters import short_names
from app.campaign.state.state import CampaignState
from app.core.games import Game
from app.update.fight.spectator import acting_now
from app.update.fight.visible import guest_eyes, visible_board
from app.update.layers import SETUP
from app.update.model import Model
from app.update.offers import of_fight
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.board.board import BoardView as BoardContent
from app.widgets.fight.board.due_rolls import due_view
from app.widgets.fight.board.elapsed_time import hours_view
from app.widgets.fight.board.rounds import RoundLog, last_notes
from app.widgets.fight.gauges.gauges import pools
from app.widgets.fight.joining import fields
from app.widgets.fight.joining.presets import PresetView, preset_view
from app.widgets.fight.screen.player_view import redact_form, redact_menu
from app.widgets.fight.screen.screen import IN_WORDS, TELLS_ALL, glance, turn_words


class BoardView:
    """Draws the fight."""

    def __init__(self, chances: ChancesView) -> None:
        self._chances = chances
        self._drawn: tuple[object, ...] = ()
        self._spoken = ""
        self._opened: tuple[object, ...] = ()
        self._log: RoundLog | None = None

    def stale(self) -> None:
        self._drawn = ()

    def draw(self, model: Model) -> Iterator[None] | None:
        if model.played is None or not model.at_fight:
            self._drawn = ()
            return None
        game, state = model.played
        key = (model.address.path, state, model.journal, model.tracker, model.together)
        if game.encounter is None or key == self._drawn:
            return None
        return self._draw_board(key, model, game, state)

    def _draw_board(
        self, key: tuple[object, ...], model: Model, game: Game, state: CampaignState
    ) -> Iterator[None]:
        """Draw the fight in steps: view models, HTML, then the changed elements."""
        self._drawn = ()
        view = visible_board(model)
        yield
        shown = self._open(model, game, state, view)
        yield
        shown |= self._encounter_values(model, game, state, view)
        shown |= hours_view(state, game, model.journal.page if model.journal else None)
        yield
        html, names = [], short_names(board.people(state))
        for piece in pieces(
            "board.html",
            game=game,
            view=view,
            due=tuple(due_view(record, names) for record in state.due),
            campaign=state.name,
            of=model.campaign_id,
            eyes=guest_eyes(model),
            **shown,
        ):
            html.append(piece)
            yield
        slot = one(f'[data-view="{game.id}/encounter"] [data-slot="encounter"]')
        texts, unfolded = focus.read_edited(slot), focus.open_sections(slot)
        redraw(slot, "".join(html))
        slot.setAttribute("data-shown", of_fight(model).write())
        root.setAttribute("data-fight", data(one("[data-tracker]", slot), "tracker"))
        focus.restore(slot, texts)
        hide_moot(slot, game)
        sift_presets(slot)
        show_line(slot, model)
        focus.unfold(slot, unfolded)
        self._drawn = key
        self._focus(model, slot)
        self._speak(turn_words(view))

    def _open(
        self, model: Model, game: Game, state: CampaignState, view: BoardContent | None
    ) -> dict[str, object]:
        """Return the open menu, step form, panel and pad."""
        open_here = model.tracker
        there = {person.id for person in view.people} if view else set[str]()
        step, who = open_here.step, open_here.who
        shown = view is not None and step != "" and (not who or who in there)
        eyes, form, options = guest_eyes(model), None, None
        if eyes is not None:
            there &= eyes.own
            shown = shown and step not in eyes.barred
        if shown:
            # A step of the scene is about the current turn, with its target.
            act = None if who else acting_now(model, view)
            at = act.target if act else open_here.aims.get(who, "")
            form = steps.step_form(game, state, step, who, at, open_here.given)
            form = redact_form(form, eyes) if eyes is not None else form
        menu = open_here.menu if open_here.menu in there else ""
        if menu:
            options = menus.menu(game, state, menu, open_here.aims.get(menu, ""))
            options = redact_menu(options, eyes) if eyes is not None else options
        return {
            "present": there,
            "open_form": form,
            # The form is shown in its combatant's panel if that is open.
            "open_who": who if who and who == menu else "",
            "menu": options,
            "tab": open_here.tab,
            "panel": open_here.panel,
            "pad": open_here.pad,
            "real_dice": open_here.real_dice,
        }

    def _encounter_values(
        self, model: Model, game: Game, state: CampaignState, view: BoardContent | None
    ) -> dict[str, object]:
        """Return the template values of a running encounter."""
        if view is None or model.journal is None or game.encounter is None:
            return {}
        names = short_names(board.people(state))
        foes = self._foes(model, game, state, view)
        if self._log is None:
            self._log = RoundLog(model.games)
        return {
            "notes": last_notes(model.journal),
            "pools": pools(
                game,
                model.participants.scene if model.participants else {},
                view.pools,
                for_player=guest_eyes(model) is not None,
            ),
            "act": acting_now(model, view),
            "chances": self._chances.known(model),
            "said": self._log.lines(model.journal, game, names),
            "seen": glance(game, state),
            "hint": fields.example(game.encounter),
            "known": fields.labels(game.encounter),
            "foes": foes,
            "next": board.next_step(view, foes is not None and bool(foes.names)),
            "asks_end": model.tracker.asks_end,
            "tells_all": bool(state.scene.get(TELLS_ALL)),
            "in_words": bool(state.scene.get(IN_WORDS)),
        }

    def _foes(
        self, model: Model, game: Game, state: CampaignState, view: BoardContent
    ) -> PresetView | None:
        """Return the presets, where the dialog of new combatants is open."""
        if view.people and model.tracker.panel not in ("join", SETUP):
            return None
        page = model.journal.page if model.journal is not None else None
        return preset_view(game, state, page, model.tracker.presets)

    def _focus(self, model: Model, slot: Element) -> None:
        """Focus a newly opened pad or panel."""
        tracker = model.tracker
        opened = (tracker.menu, tracker.panel, tracker.pad)
        if opened == self._opened:
            return
        previous, self._opened = self._opened, opened
        if not previous:
            return
        first = None
        if any(tracker.pad) and tracker.pad != previous[-1]:
            first = some(".pad input", slot)
        elif opened[:-1] != previous[:-1] and any(opened[:-1]):
            is_several = tracker.panel == "several"
            wanted = "[data-several] [name=who]" if is_several else "[data-panel-open] h3"
            first = some(wanted, slot)
        if first is not None:
            focus.give_focus(first)

    def _speak(self, words: str) -> None:
        if words != self._spoken:
            self._spoken = words
            speak(words)
