"""Intents of a guest: the commands of its own page, as its host receives them."""

from __future__ import annotations

from collections.abc import Sequence

from app.campaign.facts import Rolled
from app.campaign.journal.actions import Happening
from app.core.errors import BadInput
from app.sync.guest import Guest
from app.sync.mutations import Intent, MessageIntent, RedoIntent, UndoIntent
from app.update.commands import JournalCommand, RedoEntry, UndoEntry


def command_intents(guest: Guest, command: JournalCommand) -> tuple[Sequence[Intent], str]:
    """Return the intents of a command, and the id of the request that they answer, or empty."""
    if isinstance(command, RedoEntry):
        return (RedoIntent(),), ""
    if isinstance(command, UndoEntry):
        return (_undo_intent(guest, command.n),), ""
    actions = command.makes(guest.shown.state)
    if actions and command.means is not None:
        return (MessageIntent(command.means),), ""
    return actions, _answered_request(guest, actions)


def _undo_intent(guest: Guest, n: int | None) -> UndoIntent:
    """Return the intent to undo an entry; without `n` the last own one that holds.

    To a game master's device any entry is its own.
    """
    journal, seat = guest.shown, guest.seat
    is_master = seat is not None and seat.role == "master"
    seat_id = seat.id if seat is not None else ""
    own = (
        entry
        for entry in reversed(journal.entries)
        if (is_master or entry.by == seat_id) and journal.page.holds(entry.n) and not entry.is_turn
    )
    entry = journal.entry(n) if n else next(own, None)
    if entry is None:
        raise BadInput("undo", "Nothing of yours to undo.")
    return UndoIntent(entry.id)


def _answered_request(guest: Guest, actions: Sequence[Happening]) -> str:
    """Return the id of the game master's request that this roll answers."""
    rolled = {action.procedure for action in actions if isinstance(action, Rolled)}
    asks = (str(action["id"]) for action in guest.asks if action["procedure"] in rolled)
    return next(asks, "")
