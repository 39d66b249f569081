"""Application of a mutation to the log's newest state, by the rights of its seat.

Pure: from a journal to the journal after it, all of the mutation or nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.campaign import facts as f
from app.campaign.journal.actions import Happening, append_actions
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import CannotUndo, Journal, redo, undo
from app.campaign.state.changes import LostPlace
from app.campaign.state.document import Document
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.campaign.state.values import NotPlain
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
    RightsContext,
    alike,
    check_action,
    check_seat,
    check_undo,
    proposals,
    refused,
)
from app.sync.seats import Rules, Seat

#: The largest number of entries of one mutation.
MOST_ENTRIES = 50


def apply_mutation(
    journal: Journal,
    act: Mutation,
    seat: Seat,
    rules: Rules,
    at: str,
    games: Games,
    meanings: Intents,
    accepted: bool = False,
) -> Journal:
    """Return the journal after a mutation, unchanged if it has no effect.

    `at` is the host's time, used for the entries. `accepted`: the game master has accepted it.
    Raises BadInput if it is not possible, `Waits` if the game master must decide.
    """
    check_seat(seat, rules, accepted)
    n = journal.n
    for record in act.of:
        now = RightsContext(seat, rules, journal, games, accepted)
        try:
            intent = read_intent(record, meanings)
            journal = _apply_intent(intent, now, n, act, at, meanings)
        except NotPlain as fault:
            raise BadInput("act", str(fault)) from None
    return journal


def _apply_intent(
    intent: Intent, now: RightsContext, n: int, act: Mutation, at: str, meanings: Intents
) -> Journal:
    """Return the journal after an intent. n: the number of entries before its mutation."""
    journal = now.journal

    def stamp() -> Stamp:
        index = journal.n - n
        if index >= MOST_ENTRIES:
            raise BadInput("act", "too many changes at once; do it in parts")
        return Stamp(entry_id(act.id, index), at, now.seat.id)

    if isinstance(intent, UndoIntent):
        return _undo(intent.entry, now, stamp())
    if isinstance(intent, RedoIntent):
        return _redo(now, stamp())
    if isinstance(intent, TurnIntent):
        if turn(journal.document, now.game) != intent.turn_owner:
            raise BadInput("turn", "that turn is already over")
        intent = intent.step
    for happening in _happenings(intent, now, meanings):
        allowed = check_action(happening, replace(now, journal=journal))
        if isinstance(allowed, f.Applied):
            _refuse_repeat(allowed, journal, now.games)
        journal = append_actions(journal, [allowed], stamp, now.games)
    return journal


def turn(document: Document, game: Game) -> str:
    """Return the id of the combatant with the turn, empty without one."""
    scene = scene_of(document, game)
    return scene.current or "" if scene is not None else ""


def bind_to_turn(intent: Intent, journal: Journal, game: Game) -> Intent:
    """Return an intent bound to the current turn if it is a step that ends turns."""
    scene = scene_of(journal.document, game)
    if scene is None or not isinstance(intent, EncounterStep) or "who" in intent.inputs:
        return intent
    ends_turn = scene.encounter.ends_turn(intent.id)
    return TurnIntent(intent, scene.current or "") if ends_turn else intent


def _happenings(intent: Intent, now: RightsContext, meanings: Intents) -> Sequence[Happening]:
    if isinstance(intent, MessageIntent):
        try:
            return meanings.facts(intent.message, now.journal.state, now.games)
        except (LookupError, AssertionError, StopIteration, AttributeError, TypeError) as fault:
            # A record is missing, which no page of the same build refers to.
            raise BadInput("act", "this is no longer possible") from fault
    assert isinstance(intent, f.Fact | EncounterStep) or hasattr(intent, "hours")
    return (intent,)  # type: ignore[return-value]


# --- repeated effects ---


def _refuse_repeat(fact: f.Applied, journal: Journal, games: Games) -> None:
    """Raise BadInput if the same effect of the same roll was already applied."""
    if not fact.of:
        return
    page = journal.page
    applied = [
        effect
        for entry in page.entries
        if isinstance(entry.fact, f.Applied) and entry.fact.of == fact.of and page.holds(entry.n)
        for effect in entry.fact.effects
    ]
    if not applied:
        return
    proposed = proposals(fact.of, journal, games, {effect["to"] for effect in fact.effects})
    for each in fact.effects:
        # A role counts once, whoever was chosen for it after the roll.
        times = sum(alike({**each, "to": other["to"]}, other) for other in applied)
        if times >= max(1, sum(alike(each, other) for other in proposed)):
            raise BadInput("effects", "already applied")


# --- undo ---


def _undo(id: str, now: RightsContext, stamp: Stamp) -> Journal:
    """Undo an entry of the own seat; a game master's device may undo any."""
    journal = now.journal
    entry = journal.find(id)
    if entry is None:
        raise refused("Too long ago to undo here. Ask the GM.")
    check_undo(entry, now)
    if entry.n > 1 and journal.page.holds(entry.n) is False:
        raise CannotUndo("already undone")
    later = tuple(each for each in journal.entries if each.n > entry.n)
    try:
        return undo(journal, entry, stamp, later)
    except LostPlace:
        raise CannotUndo("what it changed no longer exists") from None


def _redo(now: RightsContext, stamp: Stamp) -> Journal:
    journal = now.journal
    n = journal.redoable
    entry = journal.entry(n) if n is not None else None
    if entry is None:
        raise CannotUndo("nothing to redo")
    check_undo(entry, now)
    return redo(journal, entry, stamp)
