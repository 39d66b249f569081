"""Events at a guest: messages of the host, user actions, connections.

A mutation is stored before it is sent, and stays until the host answers it: its entry arrives, or
it is listed with the reason for its refusal. After a pause the host first sends the missed entries,
which show what was applied; then the guest sends the rest again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.changes import LostPlace
from app.campaign.state.values import NotPlain
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync import protocol
from app.sync.apply import bind_to_turn
from app.sync.guest import (
    Guest,
    GuestResult,
    Incoming,
    PendingMutation,
    Pick,
    Refused,
    apply_here,
    apply_tentatively,
)
from app.sync.host_migration import OLD
from app.sync.mutations import Intent, Mutation, intent_record
from app.sync.rights import Waits
from app.sync.seats import Rules, Seat
from app.sync.table import Table

#: The largest number of mutations in flight.
IN_FLIGHT = 16

#: Seconds of silence until the host counts as gone, and seconds between two pings, which
#: also show the host that this guest is present.
SILENCE, ASKED = 12.0, 5.0

#: The host's device does not answer.
SILENT = "The table doesn’t answer. Keep playing: your actions are sent later."


# --- connections ---


def open_link(guest: Guest, now: float) -> GuestResult:
    """Open a connection: introduce the guest with its last known entry."""
    fresh = replace(guest, linked=True, free=None, reason="", over="", heard_at=now, asked_at=now)
    return _introduce(fresh)


def _introduce(guest: Guest) -> GuestResult:
    unsent = tuple(replace(each, sent=False) for each in guest.pending)
    guest = replace(guest, ready=False, incoming=None, waits=0.0, pending=unsent, pinged=False)
    guest = replace(guest, pick=guest.unsent_pick)
    journal = guest.journal
    id = journal.last.id if journal.entries else ""
    have = {"n": journal.n if id else 0, "id": id, "view": guest.view}
    record = {
        "kind": "hello",
        "version": protocol.VERSION,
        "build": guest.context.build,
        "token": guest.token,
        "key": guest.key,
        "line": guest.line,
        "name": guest.name,
        "epoch": guest.epoch,
        "have": have,
    }
    return GuestResult(guest, sends=(record,))


def close_link(guest: Guest, reason: str = "") -> GuestResult:
    """Close a connection; `reason` is the host's reason, if it gave one."""
    return GuestResult(
        replace(guest, linked=False, ready=False, there=(), reason=reason or guest.reason)
    )


def tick(guest: Guest, now: float) -> GuestResult:
    """Send what is due and ping the host; a silent host is gone.

    `now` is by the clock of `handle_message`, after all received messages have been handled.
    """
    if not guest.linked:
        return GuestResult(guest)
    if now - guest.heard_at > SILENCE:
        return replace(close_link(guest, SILENT), close=True)
    result = _send_pending(GuestResult(guest), now)
    if now - guest.asked_at <= ASKED:
        return result
    return result.and_sends(replace(result.guest, asked_at=now, pinged=True), {"kind": "ping"})


# --- user actions ---


def perform(guest: Guest, of: Sequence[Intent], at: str, now: float, ask: str = "") -> GuestResult:
    """Show a user action at once and store it until the host has answered it.

    `at` is this device's time. Raises BadInput if the seat has no right to it; nothing is stored
    then.
    """
    game = guest.context.games.get(guest.game)
    intents = [bind_to_turn(each, guest.shown, game) if game is not None else each for each in of]
    records = tuple(intent_record(intent, guest.context.meanings) for intent in intents)
    act = Mutation(f"{guest.line}.{guest.number + 1}", records, 0, ask)
    Mutation.read(act.record())  # checks the host's limit of length
    shown, fold = guest.shown, guest.fold
    try:
        after = apply_tentatively(guest, shown, act, at)
        assert fold is not None
        fold = replace(fold, acts=(*fold.acts, act.id), journal=after)
    except BadInput as wrong:
        if wrong.field == "rights":
            raise
    except (Waits, LookupError):
        pass  # the host can tell
    asks = tuple(each for each in guest.asks if each["id"] != ask)
    pending = (*guest.pending, PendingMutation(act, at))
    guest = replace(guest, number=guest.number + 1, pending=pending, asks=asks, fold=fold)
    return _send_pending(GuestResult(guest, keep=True), now)


def drop(guest: Guest, id: str) -> GuestResult:
    """Drop a mutation that was refused or not sent yet.

    A sent one may be applied already; undo it instead.
    """
    refused = tuple(each for each in guest.refused if each.act.id != id)
    pending = tuple(each for each in guest.pending if each.act.id != id or each.sent)
    return GuestResult(replace(guest, refused=refused, pending=pending), keep=True)


def send_again(guest: Guest, id: str, now: float) -> GuestResult:
    """Send a refused mutation again, as a new one."""
    retried = next((each for each in guest.refused if each.act.id == id), None)
    if retried is None:
        return GuestResult(guest)
    remaining = tuple(each for each in guest.refused if each is not retried)
    act = replace(retried.act, id=f"{guest.line}.{guest.number + 1}", after=0)
    pending = (*guest.pending, PendingMutation(act, retried.at))
    asks = tuple(ask for ask in guest.asks if ask["id"] != act.ask)
    guest = replace(guest, refused=remaining, number=guest.number + 1, pending=pending, asks=asks)
    return _send_pending(GuestResult(guest, keep=True), now)


def pick_seat(guest: Guest, pick: Pick, now: float) -> GuestResult:
    """Store the chosen role and character and tell the host, until it has given the seat."""
    return _send_pending(GuestResult(replace(guest, pick=pick, reason=""), keep=True), now)


def send_typing(
    guest: Guest, procedure: str, typed: Mapping[str, str], answers: Sequence[object]
) -> GuestResult:
    """Send dice being typed to the game master; they are not stored."""
    record = {"kind": "typing", "procedure": procedure, "typed": dict(typed)}
    message = {**record, "answers": list(answers)}
    return GuestResult(guest, sends=(message,) if guest.ready else ())


def _send_pending(result: GuestResult, now: float) -> GuestResult:
    """Send the pick and unsent mutations in order, as many as the host admits."""
    guest = result.guest
    if not guest.ready or now < guest.waits:
        return result
    pick = guest.pick
    if pick is not None and not pick.sent and not guest.is_seated:
        guest = replace(guest, pick=replace(pick, sent=True))
        result = result.and_sends(guest, {"kind": "pick", **pick.record()})
    in_flight = sum(each.sent and not each.waits for each in guest.pending)
    pending, sends, bucket, after = list(guest.pending), list[JsonRecord](), guest.bucket, 0
    for index, each in enumerate(pending):
        if not each.sent:
            rest = bucket.take(now)
            if in_flight >= IN_FLIGHT or rest is None:
                break
            bucket, in_flight = rest, in_flight + 1
            pending[index] = replace(each, sent=True)
            sends.append({"kind": "act", "act": {**each.act.record(), "after": after}})
        after = each.act.number
    return result.and_sends(replace(guest, pending=tuple(pending), bucket=bucket), *sends)


# --- messages of the host ---


def handle_messages(guest: Guest, texts: Sequence[tuple[object, float]]) -> tuple[GuestResult, int]:
    """Handle received messages with their times, as many as possible at once.

    Returns the result and the number of messages handled.
    """
    result, count = GuestResult(guest), 0
    for text, now in texts:
        result, count = result.and_then(handle_message(result.guest, text, now)), count + 1
        if result.ends:
            break
    return result, count


def handle_message(guest: Guest, text: object, now: float) -> GuestResult:
    """Handle a message of the host received at `now`; a faulty one changes nothing."""
    guest = replace(guest, heard_at=now)
    try:
        record = protocol.read(text, protocol.FROM_HOST)
        result = _handle(guest, record, now) if record is not None else GuestResult(guest)
    except (BadInput, NotPlain, LostPlace, IndexError) as fault:
        return GuestResult(guest, fault=str(fault)[:400])
    return _send_pending(result, now)


def _handle(guest: Guest, record: JsonRecord, now: float) -> GuestResult:
    match record["kind"]:
        case "welcome":
            return _welcome(guest, record)
        case "state":
            return _receive_state(guest, record)
        case "entries":
            return _receive_entries(guest, [Entry.read(entry) for entry in record["entries"]])
        case "took":
            return GuestResult(guest.without({record["act"]}), keep=True)
        case "refused":
            return _refuse(guest, record)
        case "waits":
            pending = tuple(
                replace(each, waits=True) if each.act.id == record["act"] else each
                for each in guest.pending
            )
            return GuestResult(replace(guest, pending=pending), keep=True)
        case "slow":
            unsent = tuple(replace(each, sent=each.waits) for each in guest.pending)
            guest = replace(guest, pick=guest.unsent_pick, pending=unsent)
            return GuestResult(replace(guest, waits=now + record["seconds"]))
        case "seats":
            return GuestResult(_update_seats(guest, record), keep=True)
        case "pong" if guest.pinged:
            return _compare(replace(guest, pinged=False), record["n"])
        case "screen":
            return GuestResult(replace(guest, screen=record["screen"]))
        case "ask":
            if any(each.act.ask == record["id"] for each in guest.pending):
                return GuestResult(guest)  # the answer is on its way, or waits for the GM
            asks = (*(ask for ask in guest.asks if ask["id"] != record["id"]), record)
            return GuestResult(replace(guest, asks=asks[-20:]))
        case "asked":
            mine = guest.seat is not None and guest.seat.id in record["done"]
            over = record["over"] or mine
            asks = tuple(ask for ask in guest.asks if not over or ask["id"] != record["id"])
            return GuestResult(replace(guest, asks=asks))
        case "table":
            return _receive_table(guest, record)
        case "yours":
            return _become_host(guest, record["epoch"])
        case "moved":
            if record["epoch"] <= guest.epoch:
                return GuestResult(guest)
            after = close_link(replace(guest, epoch=record["epoch"]), record["words"])
            return replace(after, keep=True, messages=(record,))
        case "over":
            after = close_link(replace(guest, over=record["why"], asks=()), record["why"])
            return replace(after, keep=True, close=True)
        case "bye":
            return replace(close_link(guest, record["why"]), close=True)
    return GuestResult(guest, messages=(record,))


def _welcome(guest: Guest, record: JsonRecord) -> GuestResult:
    if record["epoch"] < guest.epoch:
        return replace(close_link(guest, OLD), close=True)
    if guest.table != record["table"]:
        # First contact with this table: an earlier journal belongs to another one.
        guest = replace(guest, journal=Journal(record["table"]), view=0)
    # The host sends all open requests again.
    guest = replace(guest, epoch=record["epoch"], game=record["game"], asks=())
    return GuestResult(_update_seats(guest, record), keep=True)


def _update_seats(guest: Guest, record: JsonRecord) -> Guest:
    guest = replace(
        guest,
        seat=Seat.read(record["seat"]),
        rules=Rules.read(record["rules"]),
        seats=tuple(Seat.read(seat) for seat in record["seats"]),
        there=tuple(record.get("there", guest.there)),
        free=record["free"],
        taken=record["taken"],
    )
    pick = guest.pick
    is_answered = pick is not None and guest.is_seated and not pick.is_new
    return replace(guest, pick=None) if is_answered else guest


def _receive_state(guest: Guest, record: JsonRecord) -> GuestResult:
    """Receive the whole campaign in parts; the last part replaces the known one."""
    before = None if record["first"] else guest.incoming
    known = before or Incoming(Journal(guest.table))
    new = tuple(Entry.read(entry) for entry in record["entries"])
    journal, entries = _append(known.journal, new), (*known.entries, *new)
    if not record["last"]:
        return GuestResult(replace(guest, incoming=Incoming(journal, entries)))
    guest = replace(
        guest, incoming=None, journal=journal, view=record["view"], ready=True, screen=None
    )
    guest = guest.without({entry.id for entry in entries})
    return GuestResult(guest, adopt=replace(journal, entries=entries), keep=True)


def _journal_of(table: str, entries: Sequence[Entry]) -> Journal:
    """Return the journal of these entries; BadInput if they are not consecutive."""
    return _append(Journal(table), entries)


def _append(journal: Journal, entries: Sequence[Entry]) -> Journal:
    for entry in entries:
        if entry.n != journal.n + 1:
            raise BadInput("state", f"entry {entry.n} stands where {journal.n + 1} belongs")
        journal = append_entry(journal, entry)
    return journal


def _receive_entries(guest: Guest, entries: Sequence[Entry]) -> GuestResult:
    """Append new entries of the log, ignoring known ones."""
    journal, new = guest.journal, list[Entry]()
    for entry in entries:
        if entry.n <= journal.n:
            continue
        if entry.n > journal.n + 1:
            return _introduce(guest)  # entries are missing: request all after the last one
        journal = append_entry(journal, entry)
        new.append(entry)
    ids = {entry.id for entry in entries}
    after = replace(guest, journal=journal, ready=True).without(ids)
    is_less = len(after.pending) < len(guest.pending) or len(after.refused) < len(guest.refused)
    return GuestResult(after, entries=tuple(new), keep=is_less)


def _compare(guest: Guest, n: int) -> GuestResult:
    """Request the missing entries again if the host's last one, at a ping, is not the own last.

    Messages arrive in order: all that the host had sent before its answer are here. Some are
    missing if a device could not store or read them.
    """
    is_same = guest.ready and guest.journal.n == n
    return GuestResult(guest) if is_same else _introduce(guest)


def _refuse(guest: Guest, record: JsonRecord) -> GuestResult:
    """List a refused mutation with its reason; other refusals, as of a pick, are only shown."""
    if not record["act"]:
        pick = guest.pick if record["field"] == "rate" else None
        return GuestResult(replace(guest, pick=pick, reason=record["words"]), keep=True)
    pending = next((each for each in guest.pending if each.act.id == record["act"]), None)
    if pending is None:
        return GuestResult(guest)
    remaining = tuple(each for each in guest.pending if each is not pending)
    refused = Refused(pending.act, pending.at, record["field"], record["words"])
    return GuestResult(
        replace(guest, pending=remaining, refused=(*guest.refused, refused)), keep=True
    )


# --- the table is handed to this device ---


def _receive_table(guest: Guest, record: JsonRecord) -> GuestResult:
    """Receive the whole table in parts; confirm it once it is stored."""
    before = [] if record["first"] or guest.handed is None else guest.handed["entries"]
    handed = {"host": record["host"], "entries": [*before, *record["entries"]]}
    guest = replace(guest, handed=handed)
    if not record["last"] or record["host"] is None:
        return GuestResult(guest)
    _journal_of(guest.table, [Entry.read(entry) for entry in handed["entries"]])
    epoch, n = Table.read(record["host"]).epoch, len(handed["entries"])
    holds = {"kind": "holds", "epoch": epoch, "n": n}
    return GuestResult(guest, keep=True, sends=(holds,))


def _become_host(guest: Guest, epoch: int) -> GuestResult:
    """Become the host of the table, with the own actions that the former host has not answered."""
    handed = guest.handed
    if handed is None or handed["host"] is None or handed["host"].get("epoch") != epoch:
        return GuestResult(guest)
    entries = [Entry.read(entry) for entry in handed["entries"]]
    journal = _journal_of(guest.table, entries)
    line = Table.read(handed["host"]).lines.get(guest.line)
    for each in guest.pending:
        if line is None or each.act.number > line.last:
            with suppress(BadInput, Waits, LookupError):  # no longer possible
                journal = apply_here(guest, journal, each.act, each.at)
    new = (entry for entry in journal.entries if entry.n > len(entries))
    journal = replace(journal, entries=(*entries, *new))
    guest = replace(guest, handed=None, epoch=epoch, linked=False, ready=False, pending=())
    return GuestResult(guest, keep=True, close=True, hosts=(journal, handed["host"]))
