"""Messages to guests: the log as each seat sees it, the seats, the players' screen.

Only these functions and the answers in `action_queue` send data from the host.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.changes import apply_changes, differences
from app.campaign.state.document import Document
from app.campaign.state.state import EMPTY
from app.core.support.incremental import run_to_end
from app.sync import host_migration
from app.sync.host import Host, HostResult, Link, Read, Send
from app.sync.protocol import VERSION, Slowly, pack_records
from app.sync.seats import Seat
from app.sync.views import View
from app.sync.visibility import VEILED, redact_entry, redact_turn, rolls_in

#: The least number of last entries sent in full to a new guest; older ones are summed up.
FULL_ENTRIES = 60

#: The number of entries between two checkpoints.
AT_A_TIME = 20


# --- a guest joins ---


def welcome(host: Host, link: str) -> HostResult:
    """Welcome a guest with the table's state, and request the entries it missed."""
    known = host.links[link]
    seat, state = host.seats[known.seat], host.journal.state
    record = {
        "kind": "welcome",
        "version": VERSION,
        "build": host.context.build,
        "table": host.journal.campaign,
        "name": state.name,
        "game": state.game,
        "epoch": host.table.epoch,
        "seat": seat.record(),
        **_seats_record(host),
    }
    return HostResult(host, (Send(link, record),)).then(lambda now: request_missed(now, link))


def request_missed(host: Host, link: str) -> HostResult:
    """Request the entries that a guest missed: all, if its log or its view differs."""
    known = host.links[link]
    seat = host.seats[known.seat]
    if known.have.get("view") != seat.view or not 0 < known.have["n"] <= host.journal.n:
        known = replace(known, have={"n": 0, "id": "", "view": seat.view})
    host = host.with_link(replace(known, receives_entries=False))
    wants_table = host.table.handing == seat.id  # the table is being handed to this seat
    return HostResult(host, reads=(Read(link, 0 if wants_table else max(known.have["n"] - 1, 0)),))


def read(host: Host, link: str, entries: Sequence[Entry]) -> HostResult:
    """Send the requested entries to a guest, as its seat sees them."""
    return run_to_end(reading(host, link, entries))


def reading(host: Host, link: str, entries: Sequence[Entry]) -> Slowly[HostResult]:
    """Like `read()`, but yields at checkpoints so that a long campaign does not block the page."""
    known = host.links.get(link)
    if known is None or known.seat not in host.seats:
        return HostResult(host)
    if host.table.handing == known.seat:
        return host_migration.send_table(host, link, entries)
    have = known.have
    behind = {entry.n: entry for entry in (*entries, *host.journal.entries)}
    first = max(have["n"], 1)
    last = max((entry.n for entry in entries), default=first)
    if any(n not in behind for n in range(last + 1, host.journal.n + 1)):
        return HostResult(host, reads=(Read(link, first - 1),))  # the log has grown meanwhile
    damaged = [n for n in range(first, host.journal.n + 1) if n not in behind]
    available = [behind.get(n) or _placeholder(n) for n in range(first, host.journal.n + 1)]
    if have["n"] and (damaged or available[0].id != have["id"]):
        return request_missed(host.with_link(replace(known, have={**have, "n": 0})), link)
    seat = host.seats[known.seat]
    generator = (
        _missed_entries(host, seat, available[1:])
        if have["n"]
        else _whole_campaign(host, seat, available, damaged)
    )
    visible_entries = yield from generator
    kind = _entries_record if have["n"] else _state_record(seat)
    packs = yield from pack_records([entry.record() for entry in visible_entries])
    sends = [Send(link, kind(pack, at, len(packs))) for at, pack in enumerate(packs)]
    host = host.with_link(replace(known, receives_entries=True))
    after = HostResult(host, tuple(sends)).then(lambda now: send_screen(now, link))
    asks = [
        Send(link, {"kind": "ask", **ask.record()})
        for ask in host.table.asks
        if seat.id in ask.seats and seat.id not in ask.done
    ]
    return replace(after, sends=(*after.sends, *asks))


def _entries_record(pack: list[object], at: int, count: int) -> dict[str, object]:
    return {"kind": "entries", "entries": pack}


def _state_record(seat: Seat) -> Callable[[list[object], int, int], dict[str, object]]:
    def record(pack: list[object], at: int, count: int) -> dict[str, object]:
        ends = {"first": at == 0, "last": at == count - 1}
        return {"kind": "state", **ends, "view": seat.view, "entries": pack}

    return record


# --- entries as a seat sees them ---


def _missed_entries(host: Host, seat: Seat, entries: Sequence[Entry]) -> Slowly[list[Entry]]:
    return _visible_entries(host, View(seat, host.table.rules, host.context.games), entries)


def _visible_entries(host: Host, view: View, entries: Sequence[Entry]) -> Slowly[list[Entry]]:
    """Yield at checkpoints and return the last entries of the log as a view shows them."""
    documents: list[Document] = [host.journal.document]
    for entry in reversed(entries):
        backwards = (change.backwards for change in reversed(entry.changes))
        documents.append(apply_changes(documents[-1], backwards))
        if len(documents) % AT_A_TIME == 0:
            yield
    documents.reverse()
    rolls = rolls_in(host.journal, entries)
    result = []
    for index, entry in enumerate(entries):
        result.append(redact_entry(entry, documents[index], documents[index + 1], view, rolls))
        if index % AT_A_TIME == 0:
            yield
    return result


def _placeholder(n: int) -> Entry:
    """Return a placeholder for an entry damaged at the host."""
    return Entry(f"lost.{n}", n, "", "", VEILED, (), n - 1)


def _whole_campaign(
    host: Host, seat: Seat, entries: list[Entry], lost: Sequence[int]
) -> Slowly[list[Entry]]:
    """Return the whole campaign: the last entries as seen, the older ones summed up.

    The last are at least all of the running fight, so that its summary is whole. The last of the
    older ones carries all changes up to it. `lost` are numbers of entries missing at the host;
    nothing before them can be sent.
    """
    if seat.role == "master" and not lost:
        return entries
    view = View(seat, host.table.rules, host.context.games)
    first_full = max(min(len(entries) - FULL_ENTRIES, _fight_start(host, entries)), *lost, 0)
    old, new = entries[:first_full], entries[first_full:]
    if not old:
        return (yield from _visible_entries(host, view, new))
    backwards = (change.backwards for entry in reversed(new) for change in reversed(entry.changes))
    before = view.redact(apply_changes(host.journal.document, backwards))
    steps = _build_up(before, len(old))
    result = [replace(each, fact=_veil(each.fact), changes=()) for each in old]
    result[0] = old[0]  # the start
    for index, (one, next) in enumerate(pairwise([EMPTY, *steps])):
        at = 0 if index == 0 else len(old) - len(steps) + index
        result[at] = replace(result[at], changes=tuple(differences(one, next)))
    return [*result, *(yield from _visible_entries(host, view, new))]


def _fight_start(host: Host, entries: Sequence[Entry]) -> int:
    """Return the index of the entry that began the running fight; their number without one."""
    if host.journal.document["encounter"] is None:
        return len(entries)
    begins = (
        index
        for index in range(len(entries) - 1, -1, -1)
        if isinstance(fact := entries[index].fact, f.EncounterStepped) and fact.step == "begin"
    )
    return next(begins, len(entries))


#: The number of characters sent with one entry, which must fit into a message.
PEOPLE_AT_ONCE = 10


def _build_up(document: Document, count: int) -> list[Document]:
    """Return documents that lead up to this one: the start, characters in groups, all of it."""
    start: Document = {**EMPTY, "game": document["game"], "name": document["name"]}
    if count == 1:
        return [document]
    order = document["order"]
    share = max(PEOPLE_AT_ONCE, -(-len(order) // max(1, count - 2)))
    parts = [order[:upto] for upto in range(share, len(order), share)]
    people: list[Document] = [
        {**start, "order": part, "characters": {id: document["characters"][id] for id in part}}
        for part in parts
    ]
    return [start, *people, document]


def _veil(fact: f.Fact) -> f.Fact:
    return redact_turn(fact) if isinstance(fact, f.Undone | f.Redone) else VEILED


# --- new entries ---


def send_new_entries(host: Host, journal: Journal, entries: Sequence[Entry] = ()) -> HostResult:
    """Send new entries to all guests as each sees them.

    `entries` are the new ones, if the journal does not hold all of them.
    """
    new = {entry.n: entry for entry in (*entries, *journal.entries) if entry.n > host.journal.n}
    if journal.n <= host.journal.n and not new:
        return HostResult(host)
    if any(n not in new for n in range(host.journal.n + 1, journal.n + 1)):
        raise LookupError("entries are missing")
    new_entries = [new[n] for n in range(host.journal.n + 1, journal.n + 1)]
    before: list[Document] = [host.journal.document]
    for entry in new_entries[:-1]:
        before.append(apply_changes(before[-1], entry.changes))
    documents = [*before, journal.document]
    rolls = rolls_in(journal, new_entries)
    table = host.table
    for entry in new_entries:
        table = table.add_entry(entry)
    keep = journal.n // 50 > host.journal.n // 50  # keeps the catch-up after a restart short
    before_names, host = (host.free, host.taken), replace(host, journal=journal, table=table)
    sends: list[Send] = []
    for id, links in _links_by_seat(host).items():
        view = host.view(host.seats[id])
        visible = [
            redact_entry(entry, documents[index], documents[index + 1], view, rolls).record()
            for index, entry in enumerate(new_entries)
        ]
        sends += [
            Send(link.id, {"kind": "entries", "entries": pack})
            for pack in run_to_end(pack_records(visible))
            for link in links
        ]
    result = HostResult(host, tuple(sends), keep)
    return result.then(send_seats) if (host.free, host.taken) != before_names else result


def _links_by_seat(host: Host) -> dict[str, list[Link]]:
    """Return the connections that receive new entries, by seat."""
    result: dict[str, list[Link]] = {}
    for link in host.links.values():
        if link.receives_entries and link.seat in host.seats:
            result.setdefault(link.seat, []).append(link)
    return result


def send_screen(host: Host, link: str = "") -> HostResult:
    """Send the players' screen to a new connection, or to all if it has changed.

    It is slower than an answer, so call it once the queue is empty.
    """
    recipients = [
        each.id for each in host.links.values() if each.receives_entries and link in ("", each.id)
    ]
    if not recipients:
        return HostResult(host)
    screen = host.context.screen(host.journal)
    if not link and screen == host.screen:
        return HostResult(host)
    record = {"kind": "screen", "n": host.journal.n, "screen": screen}
    return HostResult(
        replace(host, screen=screen), tuple(Send(recipient, record) for recipient in recipients)
    )


def send_seats(host: Host) -> HostResult:
    """Send the seats, the connections, the free and the taken characters to all."""
    common = {"there": list(host.there), **_seats_record(host)}
    return HostResult(
        host,
        tuple(
            Send(link.id, {"kind": "seats", "seat": host.seats[link.seat].record(), **common})
            for link in host.links.values()
            if link.seat in host.seats
        ),
    )


def _seats_record(host: Host) -> dict[str, object]:
    """Return the part of `protocol.SEATS` that is the same for all guests."""
    return {
        "rules": host.table.rules.record(),
        "seats": [seat.record() for seat in host.seats.values()],
        "free": host.free,
        "taken": host.taken,
    }


def send_campaign_again(host: Host, seats: Sequence[str]) -> HostResult:
    """Send the whole campaign again to these seats, which see it differently now."""
    result = HostResult(host, keep=True)
    for id in seats:
        seat = result.host.seats[id]
        result = result.then(
            lambda now, seat=seat: HostResult(  # type: ignore[misc]
                now.with_table(now.table.with_seat(replace(seat, view=seat.view + 1)))
            )
        )
    result = result.then(send_seats)
    for link in host.links.values():
        if link.seat in seats:
            result = result.then(lambda now, link=link: request_missed(now, link.id))  # type: ignore[misc]
    return result
