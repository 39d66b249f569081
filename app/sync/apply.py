"""An act is made where the log is: on the newest state, by the rights of whoever did it.

Pure: from a journal to the journal after it, all of the act or nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.campaign import facts as f
from app.campaign.journal.actions import Happening, happened
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.journal.journal import CannotUndo, Journal, redo, undo
from app.campaign.state.changes import LostPlace
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.campaign.state.values import NotPlain
from app.core.encounters.encounter import PASS
from app.core.errors import BadInput
from app.core.games import Game
from app.sync.mutations import (
    Intent,
    Intents,
    MessageIntent,
    Mutation,
    RedoIntent,
    TurnIntent,
    UndoIntent,
    entry_id,
    read_intent,
)
from app.sync.rights import (
    Standing,
    alike,
    may_act,
    proposals,
    refused,
    right,
    undo_right,
)
from app.sync.seats import Rules, Seat

#: So many entries come of one act at most.
MOST_ENTRIES = 50


def made(
    journal: Journal,
    act: Mutation,
    seat: Seat,
    rules: Rules,
    at: str,
    games: Games,
    meanings: Intents,
    accepted: bool = False,
) -> Journal:
    """The journal after an act; BadInput if it cannot be, `Waits` if the game master decides.

    at: the host's time, which is that of the entries. accepted: by the game master, as proposed.
    Where nothing comes of it the journal is as it was.
    """
    may_act(seat, rules, accepted)
    before = journal
    for record in act.of:
        now = Standing(seat, rules, journal, games, accepted)
        try:
            meant = read_intent(record, meanings)
            journal = _after(journal, meant, now, before, act, at, meanings)
        except NotPlain as fault:
            raise BadInput("act", str(fault)) from None
    return journal


def _after(
    journal: Journal,
    meant: Intent,
    now: Standing,
    before: Journal,
    act: Mutation,
    at: str,
    meanings: Intents,
) -> Journal:
    def stamp() -> Stamp:
        place = journal.n - before.n
        if place >= MOST_ENTRIES:
            raise BadInput("act", "too much happens at once; do it in parts")
        return Stamp(entry_id(act.id, place), at, now.seat.id)

    if isinstance(meant, UndoIntent):
        return _undone(journal, meant.entry, now, stamp())
    if isinstance(meant, RedoIntent):
        return _redone(journal, now, stamp())
    if isinstance(meant, TurnIntent):
        if turn(journal.document, now.game) != meant.whose:
            raise BadInput("turn", "that turn is over already; somebody else has passed it")
        meant = meant.step
    for each in _happenings(meant, now, meanings):
        allowed = right(each, Standing(now.seat, now.rules, journal, now.games, now.accepted))
        if isinstance(allowed, f.Applied):
            _once(allowed, journal, now.games)
        journal = happened(journal, [allowed], stamp, now.games)
    return journal


def turn(document: Mapping[str, Any], game: Game) -> str:
    """Whose turn it is, empty if it is nobody's."""
    scene = scene_of(document, game)
    return scene.current or "" if scene is not None else ""


def meant_now(meant: Intent, journal: Journal, game: Game) -> Intent:
    """What is meant where a campaign stands so: a step that carries turns on, from this one."""
    scene = scene_of(journal.document, game)
    if scene is None or not isinstance(meant, EncounterStep) or "who" in meant.inputs:
        return meant
    carries = meant.id == PASS or meant.id in scene.encounter.onward
    return TurnIntent(meant, scene.current or "") if carries else meant


def _happenings(meant: Intent, now: Standing, meanings: Intents) -> Sequence[Happening]:
    if isinstance(meant, MessageIntent):
        try:
            return meanings.facts(meant.message, now.journal.state, now.games)
        except (LookupError, AssertionError, StopIteration, AttributeError, TypeError) as fault:
            # It names what is not there, which no page of the same build does.
            raise BadInput("act", "this cannot be done here any more") from fault
    assert isinstance(meant, f.Fact | EncounterStep) or hasattr(meant, "hours")
    return (meant,)  # type: ignore[return-value]


# --- what was applied already ---


def _once(fact: f.Applied, journal: Journal, games: Games) -> None:
    """BadInput where somebody has applied the same of the same roll: it lands once."""
    page = journal.page
    applied = [
        effect
        for entry in page.entries
        if isinstance(entry.fact, f.Applied) and entry.fact.of == fact.of and page.holds(entry.n)
        for effect in entry.fact.effects
    ]
    if not fact.of or not applied:
        return
    proposed = proposals(fact.of, journal, games)
    for each in fact.effects:
        times = sum(alike(each, other) for other in applied)
        if times >= max(1, sum(alike(each, other) for other in proposed)):
            raise BadInput("effects", "that has been applied already")


# --- undo ---


def _undone(journal: Journal, id: str, now: Standing, stamp: Stamp) -> Journal:
    """An own entry is taken back; a game master's device takes back anything."""
    entry = _entry(journal, id)
    undo_right(entry, now)
    if entry.n > 1 and journal.page.holds(entry.n) is False:
        raise CannotUndo("that was undone already")
    later = tuple(each for each in journal.entries if each.n > entry.n)
    try:
        return undo(journal, entry, stamp, later)
    except LostPlace:
        raise CannotUndo("what it changed is not there any more") from None


def _redone(journal: Journal, now: Standing, stamp: Stamp) -> Journal:
    place = journal.redoable
    entry = journal.entry(place) if place is not None else None
    if entry is None:
        raise CannotUndo("there is nothing to bring back")
    undo_right(entry, now)
    return redo(journal, entry, stamp)


def _entry(journal: Journal, id: str) -> Entry:
    for entry in journal.entries:
        if entry.id == id:
            return entry
    raise refused("That is too long ago to be taken back from here; ask the game master.")
