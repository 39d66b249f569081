"""What happens at a guest: the host speaks, somebody acts, connections come and go.

An act is stored before it is sent, and stays until the table has answered it: its entry came back,
or it is listed with the reason why it cannot be. After a pause the guest is told first what it
missed, which says what was taken, and then sends again what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, followed
from app.campaign.state.changes import LostPlace
from app.campaign.state.values import NotPlain
from app.core.errors import BadInput
from app.sync import protocol
from app.sync.apply import meant_now
from app.sync.guest import Guest, GuestResult, Incoming, PendingMutation, Refused, tried
from app.sync.host import Host
from app.sync.mutations import Intent, Mutation, intent_record
from app.sync.rights import Waits
from app.sync.seats import Rules, Seat
from app.sync.table import Table

#: So many acts are on their way at once.
IN_FLIGHT = 16

#: So long nothing may be heard before the host is said to be gone, in seconds; and so often it is
#: asked whether it is there, by which it knows as well that this guest is.
SILENCE, ASKED = 12.0, 5.0

#: The host's device does not answer.
SILENT = "The table does not answer. You go on with your own copy; what you do joins later."


# --- connections ---


def linked(guest: Guest, now: float) -> GuestResult:
    """There is a connection: the guest says who it is, and what it knows."""
    return _hello(replace(guest, linked=True, said="", heard_at=now, asked_at=now))


def _hello(guest: Guest) -> GuestResult:
    unsent = tuple(replace(each, sent=False) for each in guest.pending)
    guest = replace(guest, ready=False, incoming=None, waits=0.0, pending=unsent)
    journal = guest.journal
    id = journal.last.id if journal.entries else ""
    have = {"n": journal.n if id else 0, "id": id, "view": guest.view}
    record = {
        "kind": "hello",
        "version": protocol.VERSION,
        "build": guest.means.build,
        "token": guest.token,
        "key": guest.key,
        "line": guest.line,
        "name": guest.name,
        "epoch": guest.epoch,
        "have": have,
    }
    return GuestResult(guest, sends=(record,))


def gone(guest: Guest, said: str = "") -> GuestResult:
    """The connection was lost. said: why, if the host told."""
    return GuestResult(replace(guest, linked=False, ready=False, there=(), said=said or guest.said))


def tick(guest: Guest, now: float) -> GuestResult:
    """Time has passed: what waited is sent; the host is asked, and one that is silent is gone.

    now: when that was, by the clock of `heard`; all that was heard before has been told.
    """
    if not guest.linked:
        return GuestResult(guest)
    if now - guest.heard_at > SILENCE:
        return replace(gone(guest, SILENT), close=True)
    came = _pumped(GuestResult(guest), now)
    if now - guest.asked_at <= ASKED:
        return came
    return came.and_sends(replace(came.guest, asked_at=now), {"kind": "ping"})


# --- what is done here ---


def acted(guest: Guest, of: Sequence[Intent], at: str, now: float, ask: str = "") -> GuestResult:
    """Somebody did this here: it is shown at once, and kept until the table has it.

    BadInput where the seat has no right to it: then nothing is kept. at: this device's time.
    """
    game = guest.means.games.get(guest.game)
    said = [meant_now(each, guest.shown, game) if game is not None else each for each in of]
    records = tuple(intent_record(each, guest.means.meanings) for each in said)
    act = Mutation(f"{guest.line}.{guest.number + 1}", records, 0, ask)
    Mutation.read(act.record())  # no longer than the host takes
    shown, fold = guest.shown, guest.fold
    try:
        after = tried(guest, shown, act, at)
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
    return _pumped(GuestResult(guest, keep=True), now)


def dropped(guest: Guest, id: str) -> GuestResult:
    """What could not be, or was not sent yet, is not wanted any more.

    What was sent may be at the table already; it is taken back there, by undo.
    """
    refused = tuple(each for each in guest.refused if each.act.id != id)
    pending = tuple(each for each in guest.pending if each.act.id != id or each.sent)
    return GuestResult(replace(guest, refused=refused, pending=pending), keep=True)


def again(guest: Guest, id: str, now: float) -> GuestResult:
    """What could not be is sent once more, as something new."""
    found = next((each for each in guest.refused if each.act.id == id), None)
    if found is None:
        return GuestResult(guest)
    left = tuple(each for each in guest.refused if each is not found)
    act = replace(found.act, id=f"{guest.line}.{guest.number + 1}", after=0)
    pending = (*guest.pending, PendingMutation(act, found.at))
    guest = replace(guest, refused=left, number=guest.number + 1, pending=pending)
    return _pumped(GuestResult(guest, keep=True), now)


def picked(guest: Guest, role: str, character: str, name: str = "") -> GuestResult:
    """Who they are: said to the host, who answers with the seat."""
    record = {"kind": "pick", "role": role, "character": character, "name": name}
    return GuestResult(guest, sends=(record,) if guest.linked else ())


def typing(
    guest: Guest, procedure: str, typed: Mapping[str, str], answers: Sequence[Any]
) -> GuestResult:
    """Dice as they fall here, for the game master's eyes; not kept."""
    record = {"kind": "typing", "procedure": procedure, "typed": dict(typed)}
    told = {**record, "answers": list(answers)}
    return GuestResult(guest, sends=(told,) if guest.ready else ())


def _pumped(came: GuestResult, now: float) -> GuestResult:
    """What is not sent yet, in its order, so much at once as the host takes."""
    guest = came.guest
    if not guest.ready or now < guest.waits:
        return came
    flying = sum(each.sent and not each.waits for each in guest.pending)
    pending, sends, bucket, after = list(guest.pending), list[Mapping[str, Any]](), guest.bucket, 0
    for place, each in enumerate(pending):
        if not each.sent:
            left = bucket.taken(now)
            if flying >= IN_FLIGHT or left is None:
                break
            bucket, flying = left, flying + 1
            pending[place] = replace(each, sent=True)
            sends.append({"kind": "act", "act": {**each.act.record(), "after": after}})
        after = each.act.number
    return came.and_sends(replace(guest, pending=tuple(pending), bucket=bucket), *sends)


# --- what the host says ---


def heard_all(guest: Guest, texts: Sequence[tuple[object, float]]) -> tuple[GuestResult, int]:
    """What the host has said meanwhile, each with when it came: as much as can be done at once.

    Also how many of the texts that were.
    """
    came, taken = GuestResult(guest), 0
    for text, now in texts:
        came, taken = came.and_then(heard(came.guest, text, now)), taken + 1
        if came.ends:
            break
    return came, taken


def heard(guest: Guest, text: object, now: float) -> GuestResult:
    """A message of the host. What is wrong with it is told (`fault`), and changes nothing.

    now: when it came.
    """
    guest = replace(guest, heard_at=now)
    try:
        record = protocol.read(text, protocol.FROM_HOST)
        came = _heard(guest, record, now) if record is not None else GuestResult(guest)
    except (BadInput, NotPlain, LostPlace, IndexError) as fault:
        return GuestResult(guest, fault=str(fault)[:400])
    return _pumped(came, now)


def _heard(guest: Guest, record: Mapping[str, Any], now: float) -> GuestResult:
    match record["kind"]:
        case "welcome":
            return _welcomed(guest, record)
        case "state":
            return _told_whole(guest, record)
        case "entries":
            return _told(guest, [Entry.read(each) for each in record["entries"]])
        case "took":
            return GuestResult(_without(guest, {record["act"]}), keep=True)
        case "refused":
            return _refused(guest, record)
        case "waits":
            pending = tuple(
                replace(each, waits=True) if each.act.id == record["act"] else each
                for each in guest.pending
            )
            return GuestResult(replace(guest, pending=pending), keep=True)
        case "slow":
            unsent = tuple(replace(each, sent=each.waits) for each in guest.pending)
            return GuestResult(replace(guest, waits=now + record["seconds"], pending=unsent))
        case "seats":
            return GuestResult(_seated(guest, record), keep=True)
        case "screen":
            return GuestResult(replace(guest, screen=record["screen"]))
        case "ask":
            asks = (*(each for each in guest.asks if each["id"] != record["id"]), record)
            return GuestResult(replace(guest, asks=asks[-20:]))
        case "asked":
            mine = guest.seat is not None and guest.seat.id in record["done"]
            over = record["over"] or mine
            asks = tuple(each for each in guest.asks if not over or each["id"] != record["id"])
            return GuestResult(replace(guest, asks=asks))
        case "table":
            return _handed(guest, record)
        case "yours":
            return _hosts(guest, record["epoch"])
        case "moved":
            if record["epoch"] <= guest.epoch:
                return GuestResult(guest)
            after = gone(replace(guest, epoch=record["epoch"]), record["words"])
            return replace(after, keep=True, seen=(record,))
        case "bye":
            return replace(gone(guest, record["why"]), close=True)
    return GuestResult(guest, seen=(record,))


def _welcomed(guest: Guest, record: Mapping[str, Any]) -> GuestResult:
    if record["epoch"] < guest.epoch:
        words = "This device does not keep the table any more; join where it moved to."
        return replace(gone(guest, words), close=True)
    if guest.table != record["table"]:
        # A guest's first word with this table; what it knew before was none of it.
        guest = replace(guest, journal=Journal(record["table"]), view=0)
    seat = Seat.read(record["seat"])
    guest = replace(
        guest,
        epoch=record["epoch"],
        game=record["game"],
        seat=seat,
        rules=Rules.read(record["rules"]),
        seats=tuple(Seat.read(each) for each in record["seats"]),
        free=record["free"],
    )
    return GuestResult(guest, keep=True)


def _seated(guest: Guest, record: Mapping[str, Any]) -> Guest:
    return replace(
        guest,
        seat=Seat.read(record["seat"]),
        rules=Rules.read(record["rules"]),
        seats=tuple(Seat.read(each) for each in record["seats"]),
        there=tuple(record["there"]),
        free=record["free"],
    )


def _told_whole(guest: Guest, record: Mapping[str, Any]) -> GuestResult:
    """The campaign from its start, in parts; with the last it takes the place of what was known."""
    before = None if record["first"] else guest.incoming
    known = before or Incoming(Journal(guest.table))
    new = tuple(Entry.read(each) for each in record["entries"])
    journal, entries = _followed(known.journal, new), (*known.entries, *new)
    if not record["last"]:
        return GuestResult(replace(guest, incoming=Incoming(journal, entries)))
    guest = replace(
        guest, incoming=None, journal=journal, view=record["view"], ready=True, screen=None
    )
    guest = _without(guest, {entry.id for entry in entries})
    return GuestResult(guest, adopt=replace(journal, entries=entries), keep=True)


def _log(table: str, entries: Sequence[Entry]) -> Journal:
    """The journal of these entries; BadInput where they are not all, one after another."""
    return _followed(Journal(table), entries)


def _followed(journal: Journal, entries: Sequence[Entry]) -> Journal:
    for entry in entries:
        if entry.n != journal.n + 1:
            raise BadInput("state", f"entry {entry.n} stands where {journal.n + 1} belongs")
        journal = followed(journal, entry)
    return journal


def _told(guest: Guest, entries: Sequence[Entry]) -> GuestResult:
    """The log went on; those that are known already are passed over."""
    journal, new = guest.journal, list[Entry]()
    for entry in entries:
        if entry.n <= journal.n:
            continue
        if entry.n > journal.n + 1:
            return _hello(guest)  # something is missing: all behind the last is told again
        journal = followed(journal, entry)
        new.append(entry)
    ids = {entry.id for entry in entries}
    after = _without(replace(guest, journal=journal, ready=True), ids)
    is_less = len(after.pending) < len(guest.pending) or len(after.refused) < len(guest.refused)
    return GuestResult(after, entries=tuple(new), keep=is_less)


def _without(guest: Guest, ids: set[str]) -> Guest:
    """These acts are at the table."""
    return replace(
        guest,
        pending=tuple(each for each in guest.pending if each.act.id not in ids),
        refused=tuple(each for each in guest.refused if each.act.id not in ids),
    )


def _refused(guest: Guest, record: Mapping[str, Any]) -> GuestResult:
    """What could not be is listed with its reason; all else that is refused is only said."""
    found = next((each for each in guest.pending if each.act.id == record["act"]), None)
    if found is None:
        return GuestResult(
            replace(guest, said=record["words"] if not record["act"] else guest.said)
        )
    left = tuple(each for each in guest.pending if each is not found)
    told = Refused(found.act, found.at, record["field"], record["words"])
    return GuestResult(replace(guest, pending=left, refused=(*guest.refused, told)), keep=True)


# --- the table itself comes here ---


def _handed(guest: Guest, record: Mapping[str, Any]) -> GuestResult:
    """The whole table arrives in parts; once it is stored the host is told so."""
    before = [] if record["first"] or guest.handed is None else guest.handed["entries"]
    handed = {"host": record["host"], "entries": [*before, *record["entries"]]}
    guest = replace(guest, handed=handed)
    if not record["last"] or record["host"] is None:
        return GuestResult(guest)
    _log(guest.table, [Entry.read(each) for each in handed["entries"]])
    epoch, n = Table.read(record["host"]).epoch, len(handed["entries"])
    holds = {"kind": "holds", "epoch": epoch, "n": n}
    return GuestResult(guest, keep=True, sends=(holds,))


def _hosts(guest: Guest, epoch: int) -> GuestResult:
    """The table is this device's: it keeps the log from now on."""
    handed = guest.handed
    if handed is None or handed["host"] is None or handed["host"].get("epoch") != epoch:
        return GuestResult(guest)
    entries = [Entry.read(each) for each in handed["entries"]]
    journal = replace(_log(guest.table, entries), entries=tuple(entries))
    guest = replace(guest, handed=None, epoch=epoch, linked=False, ready=False)
    return GuestResult(guest, keep=True, close=True, hosts=(journal, handed["host"]))


def after_host(host: Host, key: str, line: str, name: str) -> Guest:
    """The device that kept the table until now, as a guest of the one that keeps it next.

    key, line: those that `handing.handed` was told; its seat there is a game master's.
    """
    epoch = host.table.epoch + 1
    return Guest(host.means, key, key, line, name, host.journal, view=1, epoch=epoch)
