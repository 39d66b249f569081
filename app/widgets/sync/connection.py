"""The state of a shared table, for the pages of the host and of a guest."""

from __future__ import annotations

from collections.abc import Iterable, Set

from app.campaign.facts import EncounterStepped, Rolled
from app.campaign.journal.answers import answers_of
from app.campaign.journal.journal import Journal
from app.campaign.state.state import Games
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.support.untrusted_json import JsonRecord
from app.sync.apply import apply_mutation
from app.sync.guest import Guest, PendingMutation
from app.sync.host import Host, Refusal
from app.sync.host_update import LEFT
from app.sync.table import Ask
from app.sync.table import Proposal as Proposed
from app.sync.views import find_visibility
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import step_title
from app.widgets.journal.announcement import each_words
from app.widgets.sync.sync import (
    NAMELESS,
    Answered,
    Asked,
    Code,
    Line,
    OnNet,
    Proposal,
    Rolling,
    Seated,
    Together,
    Waiting,
)

#: A device that has not joined, in the messages for the game master.
NEWCOMER = "A device couldn’t join. It says"

# --- the host's view ---


def host_view(host: Host, code: Code | None, camera: bool, read: int, net: OnNet) -> Together:
    """Return the host's view of the table.

    read: number of messages that were read already.
    """
    state, present = host.journal.state, set(host.there)
    return Together(
        "host",
        game=state.game,
        name=state.name,
        me=host.me,
        seats=tuple(Seated(each, id in present) for id, each in host.seats.items()),
        rules=host.table.rules,
        code=code,
        camera=camera,
        free=tuple(host.free.items()),
        proposals=tuple(_proposal(proposal, host) for proposal in host.table.proposals),
        asked=tuple(_asked(ask, host) for ask in host.table.asks),
        rolling=tuple(_rolling(id, each, host) for id, each in host.typing.items()),
        refusals=tuple(_message_words(refusal, host) for refusal in host.refusals[read:]),
        handing=host.table.handing,
        net=net,
    )


def seat_name(host: Host, id: str) -> str:
    """Return a seat's name: as entered, else its character's."""
    seat = host.seats.get(id)
    if seat is None:
        return NAMELESS
    names = people(host.journal.state)
    played = (names[character] for character in seat.characters if character in names)
    return seat.name or next(played, NAMELESS)


def _message_words(refusal: Refusal, host: Host) -> str:
    if refusal.field == "epoch":  # about this device
        return refusal.words
    name = seat_name(host, refusal.seat) if refusal.seat else NEWCOMER
    return f"{name}{'' if refusal.field == LEFT else ':'} {refusal.words}"


def _proposal(proposed: Proposed, host: Host) -> Proposal:
    words = _act_words(proposed, host.journal, host, host.context.games)
    return Proposal(proposed.act.id, seat_name(host, proposed.seat), words)


def _act_words(proposed: Proposed, journal: Journal, host: Host, games: Games) -> str:
    """Describe the effect of a proposed mutation, as the journal would."""
    seat = host.seats.get(proposed.seat)
    try:
        assert seat is not None
        meanings, rules = host.context.meanings, host.table.rules
        after = apply_mutation(
            journal, proposed.act, seat, rules, "", games, meanings, accepted=True
        )
    except BadInput as fault:
        return f"something no longer possible ({fault})"
    except Exception:  # an action that no page sends is refused when it is accepted
        return "something"
    new = [entry for entry in after.entries if entry.n > journal.n]
    names = {**people(journal.state), **people(after.state)}
    return each_words(new, after.page, games[journal.state.game], names) or "something"


def _asked(ask: Ask, host: Host) -> Asked:
    answers = tuple(_answer(id, ask, host) for id in ask.seats if id in host.seats)
    return Asked(ask.id, ask.procedure, ask.typed, answers)


def _answer(seat: str, ask: Ask, host: Host) -> Answered:
    entry = ask.done.get(seat)
    facts = (each.fact for each in host.journal.entries if entry and each.id == entry)
    fact = next(facts, None)
    name = seat_name(host, seat)
    if isinstance(fact, Rolled):
        return Answered(name, fact.words, fact.success)
    return Answered(name, "rolled" if entry else "")


def _rolling(seat: str, record: Values, host: Host) -> Rolling:
    try:
        answers = answers_of(record["answers"])
    except (LookupError, TypeError, ValueError):
        answers = ()
    faces = tuple(answer for answer in answers if isinstance(answer, int))
    return Rolling(seat_name(host, seat), record["procedure"], faces)


# --- a guest's view ---


def guest_view(
    guest: Guest, line: Line, why: str, code: Code | None, camera: bool, closed: Set[str]
) -> Together:
    """Return a guest's view of the table. closed: ids of dismissed requests."""
    state, game = guest.shown.state, guest.context.games.get(guest.shown.state.game)
    present = {*guest.there, guest.seat.id if guest.seat is not None else ""}
    own = guest.seat.characters if guest.seat is not None else ()
    return Together(
        "guest",
        game=guest.game or state.game,
        name=state.name,
        me=guest.seat.id if guest.seat is not None and guest.is_seated else "",
        line=line,
        why=why or guest.reason,
        seats=tuple(Seated(seat, seat.id in present) for seat in guest.seats),
        rules=guest.rules,
        code=code,
        camera=camera,
        free=tuple(guest.free.items()) if guest.free is not None else None,
        taken=tuple(name for id, name in guest.taken.items() if id not in own),
        pending=_waiting(guest),
        refused=tuple(
            Waiting(each.act.id, _intents_words(each.act.of, game), each.words)
            for each in guest.refused
        ),
        asked=tuple(
            Asked(ask["id"], ask["procedure"], ask["typed"])
            for ask in guest.asks
            if ask["id"] not in closed
        ),
        screen=guest.screen,
        closed=closed_ids(guest),
    )


def closed_ids(guest: Guest) -> frozenset[str]:
    """Return the ids of combatants with redacted numbers."""
    if guest.seat is None or guest.seat.role == "master":
        return frozenset()
    visible = find_visibility(guest.journal.document, guest.seat, guest.rules, guest.context.games)
    return frozenset(visible.names) - visible.open if visible is not None else frozenset()


def _waiting(guest: Guest) -> tuple[Waiting, ...]:
    """Return the mutations that the host has not confirmed yet."""
    shown, names = guest.shown, people(guest.shown.state)
    game = guest.context.games.get(shown.state.game)

    def words(each: PendingMutation) -> str:
        entries = [entry for entry in shown.entries if entry.id.startswith(each.act.id)]
        text = each_words(entries, shown.page, game, names) if game is not None else ""
        return text or _intents_words(each.act.of, game)

    return tuple(
        Waiting(each.act.id, words(each), "waiting for the GM" if each.waits else "")
        for each in guest.pending
    )


def _intents_words(of: Iterable[JsonRecord], game: Game | None) -> str:
    """Describe intents by their kinds, where no journal entry exists."""
    return "; ".join(_intent_words(each, game) for each in of) or "something"


def _intent_words(intent: JsonRecord, game: Game | None) -> str:
    match intent["kind"]:
        case "fact":
            fact = intent["fact"]
            procedure = game.procedures.get(fact.get("procedure", "")) if game else None
            title = procedure.title if procedure else _words(fact.get("procedure", fact["kind"]))
            return f"{title}: {fact['words']}" if fact.get("words") else title
        case "step":
            step = EncounterStepped(intent["step"], intent["inputs"])
            return step_title(step, game) if game else _words(intent["step"])
        case "message":
            return _words(intent["message"])
        case "time":
            return f"Advance time by {intent['hours']} hours"
    return {"undo": "Undo", "redo": "Redo"}.get(intent["kind"], "something")


def _words(id: str) -> str:
    """Turn an id into words: `game.skill_test` -> `Skill test`."""
    return str(id).rpartition(".")[2].replace("_", " ").replace("-", " ").capitalize()
