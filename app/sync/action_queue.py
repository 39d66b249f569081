"""What players do: it waits for its turn, is made where the log is, and is answered.

Whoever runs the host, while `host.queue` is not empty:

    tried = acting.tried(host, journal, at)     within the log's turn, on its newest state
    … store what is new in tried.journal, if anything …
    came = acting.answered(host, tried)

or as much at once as goes into one transaction, by `tried_together` and `answered_together`.

An act is taken once: its line's number says whether it was. Acts of one device are taken in their
order; what waits for the game master comes when they accept it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.core.errors import BadInput
from app.sync import broadcast
from app.sync.apply import made
from app.sync.host import Host, HostResult, Link, Send, Take
from app.sync.mutations import Mutation
from app.sync.rights import Waits
from app.sync.seats import Seat
from app.sync.table import Proposal

#: So much of one seat waits at most: to be made, and for the game master.
MOST_QUEUED = 200
MOST_WAITING = 100

#: So many acts are made together, and no more once they have come to so many entries.
MOST_TOGETHER, ENTRIES_TOGETHER = 8, 16

#: Why an act is not taken that lay behind others of its line.
OVERTAKEN = "This was not taken before what you did after it. If it is still meant, send it again."
GONE = "The game master removed you from the table."


@dataclass(frozen=True)
class Tried:
    """What an act came to where the log is.

    journal: after it. fault: why it cannot be. waits: why it is the game master's to accept.
    """

    take: Take
    journal: Journal
    fault: BadInput | None = None
    waits: str = ""


def heard(host: Host, link: Link, seat: Seat, act: Mutation) -> HostResult:
    """A guest sends an act: for the first time, or again because it has no answer to it."""
    line = host.table.lines.get(act.line)
    if line is None or line.seat != seat.id:
        return refusal(host, link.id, act.id, BadInput("act", "This is another device’s act."))
    if any(each.act.id == act.id for each in host.queue):
        return HostResult(host)
    if any(each.act.id == act.id for each in host.table.proposals):
        return HostResult(host, (Send(link.id, {"kind": "waits", "act": act.id}),))
    if act.number <= line.last:
        if act.number not in line.open:
            return HostResult(host, (Send(link.id, {"kind": "took", "act": act.id, "n": 0}),))
        words = line.words.get(str(act.number), OVERTAKEN)
        return _answer(
            host, seat, {"kind": "refused", "act": act.id, "field": "act", "words": words}
        )
    queued = [each.act.number for each in host.queue if each.act.line == act.line]
    if act.after > max([line.last, *queued]):
        # One before it got lost on the way; the guest sends both again.
        return HostResult(host, (Send(link.id, {"kind": "slow", "seconds": 1}),))
    if act.number < max(queued, default=0):
        fault = BadInput("act", OVERTAKEN)
        return refusal(host, link.id, act.id, fault)
    if sum(each.seat == seat.id for each in host.queue) >= MOST_QUEUED:
        return HostResult(host, (Send(link.id, {"kind": "slow", "seconds": 2}),))
    typing = {id: each for id, each in host.typing.items() if id != seat.id}
    return HostResult(replace(host, queue=(*host.queue, Take(seat.id, act)), typing=typing))


def refusal(host: Host, link: str, act: str, fault: BadInput) -> HostResult:
    """It is refused out of hand: said to whoever sent it, and to the game master."""
    known = host.links.get(link)
    noted = host.noted(known.seat if known else "", fault.field, fault.message)
    record = {"kind": "refused", "act": act[:64], "field": fault.field[:200]}
    return HostResult(noted, (Send(link, {**record, "words": fault.message[:2_000]}),))


def _answer(host: Host, seat: Seat, record: Mapping[str, Any]) -> HostResult:
    """An answer to an act, to wherever its seat is connected."""
    links = [each.id for each in host.links.values() if each.seat == seat.id]
    return HostResult(host, tuple(Send(each, record) for each in links))


# --- where the log is ---


def tried(host: Host, journal: Journal, at: str) -> Tried:
    """The first that waits, made on the log's newest state. at: the host's time."""
    take = host.queue[0]
    seat = host.seats.get(take.seat)
    if seat is None:
        return Tried(take, journal, BadInput("rights", GONE))
    means, rules = host.means, host.table.rules
    try:
        after = made(journal, take.act, seat, rules, at, means.games, means.meanings, take.accepted)
    except Waits as waits:
        return Tried(take, journal, waits=waits.why)
    except BadInput as fault:
        return Tried(take, journal, fault)
    except Exception as fault:  # whatever a guest sends, the table goes on
        words = f"This cannot be done here ({type(fault).__name__})."
        return Tried(take, journal, BadInput("act", words))
    return Tried(take, after)


def tried_together(host: Host, journal: Journal, at: str) -> tuple[Tried, ...]:
    """The first that wait, one after another, each on the state after those before it."""
    found: list[Tried] = []
    start = journal.n
    for place in range(min(len(host.queue), MOST_TOGETHER)):
        found.append(tried(replace(host, queue=host.queue[place:]), journal, at))
        journal = found[-1].journal
        if journal.n - start >= ENTRIES_TOGETHER:
            break
    return tuple(found)


def answered_together(
    host: Host, tried: Sequence[Tried], journal: Journal, entries: Sequence[Entry] = ()
) -> HostResult:
    """They are stored, which led to this journal: each is answered, in their order."""
    came = broadcast.moved(host, journal, entries)
    for each in tried:
        stored = replace(each, journal=journal)
        came = came.then(lambda now, stored=stored: answered(now, stored))  # type: ignore[misc]
    return came


def answered(host: Host, tried: Tried, entries: Sequence[Entry] = ()) -> HostResult:
    """What was tried is stored: everybody is told what they see, and whoever did it what came.

    entries: those that are new, where the journal has not all of them at hand.
    """
    take = tried.take
    host = replace(host, queue=tuple(each for each in host.queue if each is not take))
    came = broadcast.moved(host, tried.journal, entries)
    seat = host.seats.get(take.seat)
    if seat is None:
        return came
    if tried.waits:
        return came.then(lambda now: _waits(now, seat, take, tried.waits))
    host = came.host
    table = host.table
    left = tuple(each for each in table.proposals if each.act.id != take.act.id)
    line = table.lines[take.act.line]
    if tried.fault is not None:
        fault = tried.fault
        line = line.left(take.act.number, fault.message)
        table = replace(table.with_line(take.act.line, line), proposals=left)
        record = {"kind": "refused", "act": take.act.id, "field": fault.field[:200]}
        refused = {**record, "words": fault.message[:2_000]}
        host = host.with_table(table)
        if fault.field == "rights":
            host = host.noted(seat.id, fault.field, fault.message)
        return replace(came, host=host, keep=True).then(lambda now: _answer(now, seat, refused))
    first = next((each for each in tried.journal.entries if each.id == take.act.id), None)
    n = first.n if first is not None else 0
    line = line.took(take.act.number)  # also where nothing came of it, which is an answer too
    host = host.with_table(replace(table.with_line(take.act.line, line), proposals=left))
    answer = {"kind": "took", "act": take.act.id, "n": n}
    came = replace(came, host=host, keep=came.keep or not n or bool(take.act.ask))
    came = came.then(lambda now: _answer(now, seat, answer))
    if first is not None:
        came = came.then(lambda now: _new_character(now, seat, tried.journal, take.act.id))
        if take.act.ask:
            came = came.then(lambda now: _ask_answered(now, seat, take.act))
    return came


def _waits(host: Host, seat: Seat, take: Take, why: str) -> HostResult:
    table, act = host.table, take.act
    if sum(each.seat == seat.id for each in table.proposals) >= MOST_WAITING:
        words = "Too much of yours waits for the game master; wait until they have looked at it."
        table = table.with_line(act.line, table.lines[act.line].left(act.number, words))
        answer = {"kind": "refused", "act": act.id, "field": "act", "words": words}
    else:
        line = table.lines[act.line].left(act.number)
        proposals = (*table.proposals, Proposal(seat.id, act, why))
        table = replace(table.with_line(act.line, line), proposals=proposals)
        answer = {"kind": "waits", "act": act.id}
    return replace(_answer(host.with_table(table), seat, answer), keep=True)


# --- what the game master says to it ---


def accepted(host: Host, act: str) -> HostResult:
    """What was proposed is to happen: it is made like any other, on the state as it is by then."""
    found = next((each for each in host.table.proposals if each.act.id == act), None)
    if found is None or any(each.act.id == act for each in host.queue):
        return HostResult(host)
    return HostResult(replace(host, queue=(*host.queue, Take(found.seat, found.act, True))))


def declined(host: Host, act: str, words: str = "") -> HostResult:
    """What was proposed is not to happen; whoever did it is told so."""
    found = next((each for each in host.table.proposals if each.act.id == act), None)
    if found is None:
        return HostResult(host)
    words = words or "The game master did not accept it."
    table = host.table
    line = table.lines[found.act.line].left(found.act.number, words)
    left = tuple(each for each in table.proposals if each is not found)
    host = host.with_table(replace(table.with_line(found.act.line, line), proposals=left))
    answer = {"kind": "refused", "act": act, "field": "proposal", "words": words}
    seat = host.seats.get(found.seat)
    came = _answer(host, seat, answer) if seat is not None else HostResult(host)
    return replace(came, keep=True)


# --- what follows on an act ---


def _new_character(host: Host, seat: Seat, journal: Journal, act: str) -> HostResult:
    """Whoever makes a character plays it."""
    made = [
        entry.fact.character
        for entry in journal.entries
        if isinstance(entry.fact, f.CharacterAdded)
        and (entry.id == act or entry.id.startswith(f"{act}-"))
        and entry.fact.of_kind == "pc"
    ]
    if not made or seat.role != "player":
        return HostResult(host)
    now = host.seats[seat.id]
    played = tuple(dict.fromkeys((*now.characters, *made)))
    host = host.with_table(host.table.with_seat(replace(now, characters=played)))
    return broadcast.seen_anew(host, [seat.id])


def _ask_answered(host: Host, seat: Seat, act: Mutation) -> HostResult:
    ask = next((each for each in host.table.asks if each.id == act.ask), None)
    if ask is None or seat.id not in ask.seats:
        return HostResult(host)  # it is over; the roll stands as any other
    told = replace(ask, done={**ask.done, seat.id: act.id})
    asks = tuple(told if each is ask else each for each in host.table.asks)
    host = host.with_table(replace(host.table, asks=asks))
    return replace(asked_told(host, act.ask), keep=True)


def asked_told(host: Host, id: str) -> HostResult:
    """Who has answered so far: to all who were asked. An ask that is gone is over."""
    ask = next((each for each in host.table.asks if each.id == id), None)
    record = {"kind": "asked", "id": id, "done": [*ask.done] if ask else [], "over": ask is None}
    links = [
        each.id
        for each in host.links.values()
        if each.seat and (ask is None or each.seat in ask.seats)
    ]
    return HostResult(host, tuple(Send(each, record) for each in links))
