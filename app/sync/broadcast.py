"""What guests are sent: the log as each of them sees it, who is there, the players' screen.

Nothing leaves the host but by these functions and the answers in `acting`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.changes import changed, differences
from app.campaign.state.state import EMPTY
from app.campaign.state.values import written
from app.core.support.incremental import run_to_end
from app.sync import host_migration
from app.sync.host import Host, HostResult, Link, Read, Send
from app.sync.protocol import PACKED, VERSION
from app.sync.seats import Seat
from app.sync.views import Document, View
from app.sync.visibility import VEILED, Rolls, entry_seen, turn_seen

#: Somebody who is new is told what so many entries were; of those before, what they came to.
TOLD_WHOLE = 60

#: After so many entries there is a breath.
BREATH = 20

_Came = TypeVar("_Came")
Slowly = Generator[None, None, _Came]


# --- somebody comes ---


def welcome(host: Host, link: str) -> HostResult:
    """Who they are, what they are at, and what they missed of it."""
    known = host.links[link]
    seat, state = host.seats[known.seat], host.journal.state
    record = {
        "kind": "welcome",
        "version": VERSION,
        "build": host.means.build,
        "table": host.journal.campaign,
        "name": state.name,
        "game": state.game,
        "epoch": host.table.epoch,
        "seat": seat.record(),
        "rules": host.table.rules.record(),
        "seats": [each.record() for each in host.seats.values()],
        "free": host.free,
    }
    return HostResult(host, (Send(link, record),)).then(lambda now: begun(now, link))


def begun(host: Host, link: str) -> HostResult:
    """What a guest missed is wanted: all, where it knows another log, or sees it otherwise now."""
    known = host.links[link]
    seat = host.seats[known.seat]
    if known.have.get("view") != seat.view or not 0 < known.have["n"] <= host.journal.n:
        known = replace(known, have={"n": 0, "id": "", "view": seat.view})
    host = host.with_link(replace(known, told=False))
    whole = host.table.handing == seat.id  # the table itself is to go there
    return HostResult(host, reads=(Read(link, 0 if whole else max(known.have["n"] - 1, 0)),))


def read(host: Host, link: str, entries: Sequence[Entry]) -> HostResult:
    """These were wanted of the log, all behind a place: the guest is told them as they are seen."""
    return run_to_end(reading(host, link, entries))


def reading(host: Host, link: str, entries: Sequence[Entry]) -> Slowly[HostResult]:
    """The same with a breath now and then: a long campaign keeps no page waiting."""
    known = host.links.get(link)
    if known is None or known.seat not in host.seats:
        return HostResult(host)
    if host.table.handing == known.seat:
        return host_migration.table_told(host, link, entries)
    have = known.have
    behind = {entry.n: entry for entry in (*entries, *host.journal.entries)}
    first = max(have["n"], 1)
    last = max((entry.n for entry in entries), default=first)
    if any(n not in behind for n in range(last + 1, host.journal.n + 1)):
        return HostResult(host, reads=(Read(link, first - 1),))  # the log has gone on meanwhile
    lost = [n for n in range(first, host.journal.n + 1) if n not in behind]
    there = [behind.get(n) or _lost(n) for n in range(first, host.journal.n + 1)]
    if have["n"] and (lost or there[0].id != have["id"]):
        return begun(host.with_link(replace(known, have={**have, "n": 0})), link)
    seat = host.seats[known.seat]
    telling = _missed(host, seat, there[1:]) if have["n"] else _whole(host, seat, there, lost)
    told = yield from telling
    kind = _entries_record if have["n"] else _state_record(seat)
    packs = yield from _packed([entry.record() for entry in told])
    sends = [Send(link, kind(pack, at, len(packs))) for at, pack in enumerate(packs)]
    host = host.with_link(replace(known, told=True))
    after = HostResult(host, tuple(sends)).then(lambda now: screen_told(now, link))
    asks = [
        Send(link, {"kind": "ask", **each.record()})
        for each in host.table.asks
        if seat.id in each.seats and seat.id not in each.done
    ]
    return replace(after, sends=(*after.sends, *asks))


def _entries_record(pack: list[Any], at: int, count: int) -> dict[str, Any]:
    return {"kind": "entries", "entries": pack}


def _state_record(seat: Seat) -> Callable[[list[Any], int, int], dict[str, Any]]:
    def record(pack: list[Any], at: int, count: int) -> dict[str, Any]:
        ends = {"first": at == 0, "last": at == count - 1}
        return {"kind": "state", **ends, "view": seat.view, "entries": pack}

    return record


def _packed(records: Sequence[Mapping[str, Any]]) -> Slowly[list[list[Any]]]:
    """Records in packs that are not too long for a message; at least one, which may be empty."""
    packs, size = [list[Any]()], 0
    for record in records:
        long = len(written(record))
        if packs[-1] and size + long > PACKED:
            yield
            packs.append([])
            size = 0
        packs[-1].append(record)
        size += long
    return packs


# --- entries as they are seen ---


def _missed(host: Host, seat: Seat, entries: Sequence[Entry]) -> Slowly[list[Entry]]:
    return _seen(host, View(seat, host.table.rules, host.means.games), entries)


def _seen(host: Host, view: View, entries: Sequence[Entry]) -> Slowly[list[Entry]]:
    """The last entries of the log as they are seen."""
    documents: list[Document] = [host.journal.document]
    for entry in reversed(entries):
        backwards = (change.backwards for change in reversed(entry.changes))
        documents.append(changed(documents[-1], backwards))
        if len(documents) % BREATH == 0:
            yield
    documents.reverse()
    rolls = rolls_in(host.journal, entries)
    told = []
    for place, entry in enumerate(entries):
        told.append(entry_seen(entry, documents[place], documents[place + 1], view, rolls))
        if place % BREATH == 0:
            yield
    return told


def rolls_in(journal: Journal, entries: Sequence[Entry] = ()) -> Rolls:
    """Finds the roll that an entry is about, also by way of what it came to after all."""
    known = {entry.id: entry.fact for entry in (*entries, *journal.entries)}

    def roll(id: str) -> f.Rolled | None:
        found = known.get(id)
        while isinstance(found, f.Changed):
            found = known.get(found.of)
        return found if isinstance(found, f.Rolled) else None

    return roll


def _lost(n: int) -> Entry:
    """What stands for an entry that was damaged at the host."""
    return Entry(f"lost.{n}", n, "", "", VEILED, (), n - 1)


def _whole(
    host: Host, seat: Seat, entries: list[Entry], lost: Sequence[int]
) -> Slowly[list[Entry]]:
    """The campaign from its start: the last entries as they are seen, and of those before only
    that they were; the last of these brings all that there was to see by then.

    lost: places of entries that the host has no more; nothing can be told of those before.
    """
    if seat.role == "master" and not lost:
        return entries
    view = View(seat, host.table.rules, host.means.games)
    begins = max(len(entries) - TOLD_WHOLE, *lost, 0)
    old, new = entries[:begins], entries[begins:]
    if not old:
        return (yield from _seen(host, view, new))
    backwards = (change.backwards for entry in reversed(new) for change in reversed(entry.changes))
    before = view.seen(changed(host.journal.document, backwards))
    steps = _built(before, len(old))
    told = [replace(each, fact=_veiled(each.fact), changes=()) for each in old]
    told[0] = old[0]  # the start
    for place, (one, next) in enumerate(pairwise([EMPTY, *steps])):
        at = 0 if place == 0 else len(old) - len(steps) + place
        told[at] = replace(told[at], changes=tuple(differences(one, next)))
    return [*told, *(yield from _seen(host, view, new))]


#: So many characters are told with one entry, which is to fit into a message.
PEOPLE_AT_ONCE = 10


def _built(seen: Document, places: int) -> list[Document]:
    """Documents that lead to this one, each a part of the way: the start, people by and by, all."""
    start = {**EMPTY, "game": seen["game"], "name": seen["name"]}
    if places == 1:
        return [seen]
    order = seen["order"]
    share = max(PEOPLE_AT_ONCE, -(-len(order) // max(1, places - 2)))
    parts = [order[:upto] for upto in range(share, len(order), share)]
    people = [
        {**start, "order": part, "characters": {id: seen["characters"][id] for id in part}}
        for part in parts
    ]
    return [start, *people, seen]


def _veiled(fact: f.Fact) -> f.Fact:
    return turn_seen(fact) if isinstance(fact, f.Undone | f.Redone) else VEILED


# --- the log goes on ---


def moved(host: Host, journal: Journal, entries: Sequence[Entry] = ()) -> HostResult:
    """The log went on to this, by whomever: everybody is told what they see of it.

    entries: those that are new, where the journal has not all of them at hand.
    """
    new = {entry.n: entry for entry in (*entries, *journal.entries) if entry.n > host.journal.n}
    if journal.n <= host.journal.n and not new:
        return HostResult(host)
    if any(n not in new for n in range(host.journal.n + 1, journal.n + 1)):
        raise LookupError("entries are missing")
    there = [new[n] for n in range(host.journal.n + 1, journal.n + 1)]
    before: list[Document] = [host.journal.document]
    for entry in there[:-1]:
        before.append(changed(before[-1], entry.changes))
    documents = [*before, journal.document]
    rolls = rolls_in(journal, there)
    table = host.table
    for entry in there:
        table = table.counted(entry)
    keep = journal.n // 50 > host.journal.n // 50  # so that little is to be read after a restart
    was_free, host = host.free, replace(host, journal=journal, table=table)
    sends: list[Send] = []
    for id, links in _by_seat(host).items():
        view = host.view(host.seats[id])
        told = [
            entry_seen(entry, documents[place], documents[place + 1], view, rolls).record()
            for place, entry in enumerate(there)
        ]
        sends += [
            Send(link.id, {"kind": "entries", "entries": pack})
            for pack in run_to_end(_packed(told))
            for link in links
        ]
    came = HostResult(host, tuple(sends), keep)
    return came.then(seats_told) if host.free != was_free else came


def _by_seat(host: Host) -> dict[str, list[Link]]:
    """The connections whose ends are told what happens, by seat."""
    found: dict[str, list[Link]] = {}
    for link in host.links.values():
        if link.told and link.seat in host.seats:
            found.setdefault(link.seat, []).append(link)
    return found


def screen_told(host: Host, link: str = "") -> HostResult:
    """The players' screen: to whoever just came, else to all where it is another one now.

    It takes longer than all that is told of an act: so it comes once nothing waits to be made.
    """
    told = [each.id for each in host.links.values() if each.told and link in ("", each.id)]
    if not told:
        return HostResult(host)
    screen = host.means.screen(host.journal)
    if not link and screen == host.screen:
        return HostResult(host)
    record = {"kind": "screen", "n": host.journal.n, "screen": screen}
    return HostResult(replace(host, screen=screen), tuple(Send(each, record) for each in told))


def seats_told(host: Host, but: str = "") -> HostResult:
    """Who sits there, who is connected, who can be picked: to all but one."""
    seats = [each.record() for each in host.seats.values()]
    common = {"seats": seats, "there": list(host.there), "free": host.free}
    common["rules"] = host.table.rules.record()
    return HostResult(
        host,
        tuple(
            Send(link.id, {"kind": "seats", "seat": host.seats[link.seat].record(), **common})
            for link in host.links.values()
            if link.seat in host.seats and link.id != but
        ),
    )


def seen_anew(host: Host, seats: Sequence[str]) -> HostResult:
    """These see the campaign otherwise from now on: they are told all of it again."""
    came = HostResult(host, keep=True)
    for id in seats:
        seat = came.host.seats[id]
        came = came.then(
            lambda now, seat=seat: HostResult(  # type: ignore[misc]
                now.with_table(now.table.with_seat(replace(seat, view=seat.view + 1)))
            )
        )
    came = came.then(seats_told)
    for link in host.links.values():
        if link.seat in seats:
            came = came.then(lambda now, link=link: begun(now, link.id))  # type: ignore[misc]
    return came
