"""What the game master says at the host: who sits where, what is allowed, what is asked of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.sync import action_queue, broadcast
from app.sync.host import Host, HostResult, Send
from app.sync.seats import Rules, Seat
from app.sync.table import Ask

#: So many invitations lie ready at most; the oldest are taken back.
MOST_INVITATIONS = 100
#: So many questions are open at most.
MOST_ASKS = 20


def invited(host: Host, token: str, seat: Seat | None = None) -> HostResult:
    """An invitation lies ready, for one device. seat: for whom it is; None for anybody.

    A seat that is there already is opened to a new device: a new phone, a lost one's place.
    """
    left = [*host.table.invitations.items()][1 - MOST_INVITATIONS :]
    table = replace(host.table, invitations={**dict(left), token: seat})
    return HostResult(host.with_table(table), keep=True)


def uninvited(host: Host, token: str) -> HostResult:
    """Nobody joins by this invitation any more."""
    left = {each: seat for each, seat in host.table.invitations.items() if each != token}
    return HostResult(host.with_table(replace(host.table, invitations=left)), keep=True)


def ruled(host: Host, rules: Rules) -> HostResult:
    """The table is played by other rules; what players see follows them."""
    before, host = host.table.rules, host.with_table(replace(host.table, rules=rules))
    players = [id for id, seat in host.seats.items() if seat.role == "player"]
    if before.numbers != rules.numbers:
        return broadcast.seen_anew(host, players)
    return replace(broadcast.seats_told(host), keep=True)


def seated(host: Host, seat: Seat) -> HostResult:
    """A seat is another one now: its name, its role, its characters, muted or not."""
    before = host.seats.get(seat.id)
    if before is None:
        return HostResult(host)
    host = host.with_table(host.table.with_seat(replace(seat, view=before.view)))
    if (before.role, before.characters) != (seat.role, seat.characters):
        return broadcast.seen_anew(host, [seat.id])
    return replace(broadcast.seats_told(host), keep=True)


def muted(host: Host, id: str, is_muted: bool) -> HostResult:
    """A seat may do nothing until it may again."""
    seat = host.seats.get(id)
    return seated(host, replace(seat, muted=is_muted)) if seat is not None else HostResult(host)


def removed(host: Host, id: str) -> HostResult:
    """Somebody is sent from the table; their device does not come back by itself."""
    if id not in host.seats:
        return HostResult(host)
    table = host.table
    table = replace(
        table,
        seats={each: seat for each, seat in table.seats.items() if each != id},
        keys={key: seat for key, seat in table.keys.items() if seat != id},
        proposals=tuple(each for each in table.proposals if each.seat != id),
    )
    links = [each.id for each in host.links.values() if each.seat == id]
    left = {each: link for each, link in host.links.items() if each not in links}
    queue = tuple(each for each in host.queue if each.seat != id)
    bye = {"kind": "bye", "why": f"{action_queue.GONE} Your own copy stays with you."}
    came = HostResult(
        replace(host, table=table, links=left, queue=queue),
        tuple(Send(each, bye) for each in links),
        keep=True,
        close=tuple(links),
    )
    return came.then(broadcast.seats_told)


# --- asked of all ---


def asked(
    host: Host,
    id: str,
    procedure: str,
    typed: Mapping[str, str],
    seats: Sequence[str],
    words: str = "",
) -> HostResult:
    """A roll is asked of these; it comes up on their devices, also when they come later.

    Who is asked the same as others just now is asked together with them.
    """
    new = tuple(each for each in seats if each in host.seats)
    ask = _same(host, procedure, typed, new) or Ask(id, procedure, dict(typed), (), words)
    ask = replace(ask, seats=(*ask.seats, *new))
    others = (each for each in host.table.asks if each.id != ask.id)
    asks = (*others, ask)[-MOST_ASKS:]
    host = host.with_table(replace(host.table, asks=asks))
    record = {"kind": "ask", **ask.record()}
    links = [each.id for each in host.links.values() if each.seat in new]
    return HostResult(host, tuple(Send(each, record) for each in links), keep=True)


def _same(host: Host, procedure: str, typed: Mapping[str, str], new: Sequence[str]) -> Ask | None:
    """The same question, where it is open and none of these was asked it."""
    open_now = reversed(host.table.asks)
    same = (each for each in open_now if (each.procedure, each.typed) == (procedure, dict(typed)))
    return next((each for each in same if not {*each.seats} & {*new}), None)


def ask_over(host: Host, id: str) -> HostResult:
    """Nobody needs to answer any more."""
    asks = tuple(each for each in host.table.asks if each.id != id)
    host = host.with_table(replace(host.table, asks=asks))
    return replace(action_queue.asked_told(host, id), keep=True)
