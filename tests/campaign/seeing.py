"""Render every view of a campaign, so that a view that fails raises an error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from app.campaign.journal.elapsed_time import left_over, record_hours
from app.campaign.journal.journal import Journal
from app.campaign.participants.casting import target_role
from app.campaign.state.state import CampaignState
from app.campaign.state.time import hours_words, upcoming
from app.campaign.state.validate import sanitize_document
from app.core.errors import BadInput
from app.core.games import Game
from app.core.play.play import Finished
from app.core.procedures.procedure import Procedure
from app.update.fight.spectator import acting_now
from app.update.model import Model
from app.widgets.campaigns import campaigns
from app.widgets.fight.board import board, menus, steps
from app.widgets.fight.board.acting import Chances
from app.widgets.fight.board.due_rolls import due_roll, due_view
from app.widgets.fight.board.elapsed_time import clock_words
from app.widgets.fight.board.rounds import RoundLog
from app.widgets.fight.gauges.counters import counters
from app.widgets.fight.gauges.gauges import pools
from app.widgets.fight.joining import fields, joining
from app.widgets.fight.joining.presets import preset_view
from app.widgets.fight.journal.fights import fight_sums
from app.widgets.fight.screen.screen import last_roll, screen, turn_words
from app.widgets.journal.journal import lines
from app.widgets.journal.story import players, story
from app.widgets.journal.summary import Telling
from app.widgets.notes.notes import note_views
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.form.cast import parts
from app.widgets.roll.form.forms import field_text, request
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import Address, read
from app.widgets.sheet.people import people_view
from app.widgets.sheet.sheets import due_words, sheet_view
from tests.campaign.happenings import GAMES
from tests.widgets.templates import PAGES

#: How many items of a list are rendered in detail; the others are similar.
SOME = 3


def _render(template: str, **values: Any) -> None:
    """Render a template and check that no text becomes markup."""
    html = PAGES.get_template(template).render(values)
    assert "<script" not in html.lower(), "a text of the file is markup on the page"


def see(journal: Journal) -> None:
    """Render every view of a campaign."""
    state = CampaignState(sanitize_document(journal.document, GAMES))
    game = GAMES[state.game]
    for view in (_journal, _people, _board, _dues, _forms):
        view(game, state, journal)
    counter_views = counters(game, Participants(game, state).scene)
    turn = turn_words(_view(game, state))
    _render("counters.html", counters=counter_views, turn=turn, game=game.id)


def see_character(record: Any) -> None:
    """Describe a character from a link or a file before it joins."""
    campaigns.describe_character(GAMES[record["game"]], record["character"])


def _journal(game: Game, state: CampaignState, journal: Journal) -> None:
    """Render the journal with its fights, and the desks of its first rolls."""
    telling, names = Telling(), board.people(state)
    telling.read(journal, journal.page, game)
    listed = lines(journal.page, game, names, telling)
    fights = fight_sums(journal.page, telling, game, names, players(state))
    rows = story(listed, telling, fights, {})
    _render("journal.html", rows=rows, clock=lambda at: at, day=lambda at: at)
    for line in listed[:SOME]:
        address = read(line.href)
        procedure = game.procedures.get(address.path.replace("/", "."))
        if procedure is not None:
            _desk(Desk(procedure, {**default_text(procedure), **address.typed}, address.answers))


def _desk(desk: Desk) -> None:
    """Play a desk, if its inputs are valid."""
    desk.faults()
    try:
        desk.play()
    except BadInput:
        return


def _people(game: Game, state: CampaignState, journal: Journal) -> None:
    for tab in ("", "npc", "archived"):
        _render("characters.html", view=people_view(game, state, tab), game=game)
    for character in state.characters:
        about = tuple(
            note_view for note_view in note_views(state) if note_view.about == character.id
        )
        for editing in (False, True):
            view = sheet_view(game, character, about, "")
            _render("sheet.html", sheet=view, game=game, editing=editing)


def _view(game: Game, state: CampaignState) -> board.BoardView | None:
    return board.board_view(game, state) if state.encounter is not None else None


def _board(game: Game, state: CampaignState, journal: Journal) -> None:
    encounter = game.encounter
    assert encounter is not None
    view = _view(game, state)
    here = [person.id for person in view.people[:SOME]] if view else []
    forms = [
        steps.step_form(game, state, step.id, actor_id, here[-1])
        for actor_id in here
        for step in encounter.transitions
    ]
    model = Model(GAMES).at(Address(f"{game.id}/encounter")).with_journal(journal)
    values = {**_fight(model, game, state, journal, view), **_hours(game, state, journal)}
    for actor_id, form in zip(
        [*here, ""], [*forms[:: max(len(forms) // SOME, 1)], None], strict=False
    ):
        menu = menus.menu(game, state, actor_id, here[0]) if actor_id else None
        _render("board.html", **values, eyes=None, open_form=form, open_who=actor_id, menu=menu)
    last = last_roll(journal.page, GAMES, state, board.people(state))
    for way in (False, True):
        screen_view = (
            screen(game, state, way, in_words=way) if state.encounter is not None else None
        )
        _render("screen.html", part="whole", game=game, seen=screen_view, last=last, full=way)
    for character in state.characters[:SOME]:
        joining.of_character(game, character)


def _fight(
    model: Model,
    game: Game,
    state: CampaignState,
    journal: Journal,
    view: board.BoardView | None,
) -> dict[str, Any]:
    """Return the values of the fight's template, with nothing opened."""
    assert game.encounter is not None
    assert model.journal is not None
    names = board.people(state)
    values: dict[str, Any] = {
        "game": game,
        "view": view,
        "campaign": state.name,
        "of": journal.campaign,
        "due": tuple(due_view(record, names) for record in state.due),
        "present": {person.id for person in view.people} if view else set(),
        "panel": "",
        "tab": "",
        "pad": ("", ""),
        "real_dice": False,
    }
    if view is None:
        return values
    scene = model.participants.scene if model.participants else {}
    return {
        **values,
        "notes": (),
        "pools": pools(game, scene, view.pools),
        "act": acting_now(model, view),
        "chances": Chances({}, are_old=False),
        "said": RoundLog(GAMES).lines(model.journal, game, names),
        "seen": screen(game, state, False),
        "next": board.next_step(view),
        "foes": preset_view(game, state, journal.page, {}),
        "hint": fields.example(game.encounter),
        "known": fields.labels(game.encounter),
        "tells_all": False,
        "in_words": False,
    }


def _hours(game: Game, state: CampaignState, journal: Journal) -> dict[str, Any]:
    """Return the values of the clock; try to pass a minute, too."""
    with suppress(BadInput):
        record_hours(state.document, Fraction(1, 60), GAMES, "dry")
    remaining = left_over(journal.page)
    return {
        "clock": clock_words(state.hours),
        "timers": [
            (each.name, each.timer.label, due_words(each.hours), each.timer.rules)
            for each in upcoming(state, game)
        ],
        "units": [("hours", "hours")],
        "left": ("1", "hours", hours_words(remaining)) if remaining else None,
    }


def _dues(game: Game, state: CampaignState, journal: Journal) -> None:
    participants = Participants(game, state)
    for record in state.due:
        if record["procedure"]:
            roll = due_roll(participants, record)
            _desk(Desk(game.procedures[roll.procedure], dict(roll.typed)))


def _forms(game: Game, state: CampaignState, journal: Journal) -> None:
    """Fill every form for the first two participants."""
    participants = Participants(game, state)
    first, *others = [*(each.id for each in participants.there), ""]
    for procedure in game:
        cast = {"self": first} if first else {}
        if first and others[0]:
            cast |= {"target": others[0], target_role(procedure): others[0]}
        for place in _places(participants, procedure, cast):
            _form(participants, procedure, cast, place)


def _places(
    participants: Participants, procedure: Procedure, cast: dict[str, str]
) -> Iterator[str]:
    """Render the cast of a procedure and yield the entries that its form can be opened from."""
    picks = participants.picks(procedure, cast)
    _render(
        "cast.html",
        parts=[
            (
                part,
                chosen := cast.get(part.role, ""),
                participants.there,
                participants.picture(chosen),
            )
            for part in parts(procedure)
        ],
        chosen_names={id: each.name for id, each in participants.by_id.items()},
        picks=picks,
        place="",
        called="",
        who=cast.get("self", ""),
        switches=participants.switches(procedure, cast),
        hidden=participants.hidden(procedure, cast),
    )
    yield ""
    yield from dict.fromkeys(pick.place for pick in picks[:SOME])


def _form(
    participants: Participants, procedure: Procedure, cast: dict[str, str], place: str
) -> None:
    """Fill a form, roll it, and resolve its effects."""
    texts = default_text(procedure)
    house = participants.state.house
    texts |= {name: field_text(value) for name, value in house.items() if name in texts}
    filled = participants.filled(procedure, cast, place, texts)
    participants.limits(procedure, cast)
    desk = Desk(procedure, {**texts, **filled})
    if not desk.faults():
        rolled = desk.roll(random.Random(1))
        play = rolled.play()
        assert isinstance(play, Finished)
        participants.follows(rolled.bound(), play, cast, place)
        for effect in play.outcome.effects:
            participants.resolve_effect(effect, rolled.bound(), play, cast, place)
        request(procedure, rolled.typed)
