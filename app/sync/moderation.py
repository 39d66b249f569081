"""Actions of the game master at the host: seats, rules, requests to roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.sync import action_queue, broadcast, host_migration
from app.sync.host import Host, HostResult, Send
from app.sync.seats import Rules, Seat
from app.sync.table import Ask

#: The largest number of open invitations; the oldest are revoked.
MOST_INVITATIONS = 100
#: The largest number of open requests to roll.
MOST_ASKS = 20


def create_invitation(host: Host, token: str, seat: Seat | None = None) -> HostResult:
    """Create an invitation for one device.

    `seat` is its seat, None for a new one. An existing seat can be opened to another device.
    """
    remaining = [*host.table.invitations.items()][1 - MOST_INVITATIONS :]
    table = replace(host.table, invitations={**dict(remaining), token: seat})
    return HostResult(host.with_table(table), keep=True)


def revoke_invitation(host: Host, token: str) -> HostResult:
    """Revoke an invitation."""
    remaining = {each: seat for each, seat in host.table.invitations.items() if each != token}
    return HostResult(host.with_table(replace(host.table, invitations=remaining)), keep=True)


def set_rules(host: Host, rules: Rules) -> HostResult:
    """Change the rules of the table and the views that depend on them."""
    before, host = host.table.rules, host.with_table(replace(host.table, rules=rules))
    players = [id for id, seat in host.seats.items() if seat.role == "player"]
    if before.numbers != rules.numbers:
        return broadcast.send_campaign_again(host, players)
    return replace(broadcast.send_seats(host), keep=True)


def change_seat(host: Host, seat: Seat) -> HostResult:
    """Change a seat: its name, role, characters, or muting."""
    before = host.seats.get(seat.id)
    if before is None:
        return HostResult(host)
    host = host.with_table(host.table.with_seat(replace(seat, view=before.view)))
    if (before.role, before.characters) != (seat.role, seat.characters):
        return broadcast.send_campaign_again(host, [seat.id])
    return replace(broadcast.send_seats(host), keep=True)


def mute(host: Host, id: str, is_muted: bool) -> HostResult:
    """Mute a seat, or lift that."""
    seat = host.seats.get(id)
    return (
        change_seat(host, replace(seat, muted=is_muted)) if seat is not None else HostResult(host)
    )


def remove_seat(host: Host, id: str) -> HostResult:
    """Remove a seat and disconnect its devices, which cannot rejoin by themselves."""
    if id not in host.seats:
        return HostResult(host)
    if host.table.handing == id:
        return host_migration.cancel_migration(host).then(lambda now: remove_seat(now, id))
    table = host.table
    table = replace(
        table,
        seats={each: seat for each, seat in table.seats.items() if each != id},
        keys={key: seat for key, seat in table.keys.items() if seat != id},
        proposals=tuple(proposal for proposal in table.proposals if proposal.seat != id),
    )
    links = [link.id for link in host.links.values() if link.seat == id]
    remaining = {each: link for each, link in host.links.items() if each not in links}
    queue = tuple(each for each in host.queue if each.seat != id)
    typing = {each: dice for each, dice in host.typing.items() if each != id}
    over = {"kind": "over", "why": f"{action_queue.GONE} You keep your own copy."}
    result = HostResult(
        replace(host, table=table, links=remaining, queue=queue, typing=typing),
        tuple(Send(link, over) for link in links),
        keep=True,
        close=tuple(links),
    )
    return result.then(broadcast.send_seats)


# --- requests to roll ---


def request_roll(
    host: Host,
    id: str,
    procedure: str,
    typed: Mapping[str, str],
    seats: Sequence[str],
    words: str = "",
) -> HostResult:
    """Request a roll from these seats, also from those that connect later.

    A request equal to an open one is merged with it.
    """
    new = tuple(seat for seat in seats if seat in host.seats)
    ask = _equal_request(host, procedure, typed, new) or Ask(id, procedure, dict(typed), (), words)
    ask = replace(ask, seats=(*ask.seats, *new))
    others = (each for each in host.table.asks if each.id != ask.id)
    asks = (*others, ask)[-MOST_ASKS:]
    host = host.with_table(replace(host.table, asks=asks))
    record = {"kind": "ask", **ask.record()}
    links = [link.id for link in host.links.values() if link.seat in new]
    return HostResult(host, tuple(Send(link, record) for link in links), keep=True)


def _equal_request(
    host: Host, procedure: str, typed: Mapping[str, str], new: Sequence[str]
) -> Ask | None:
    """Return the open request with the same roll, if none of these seats has it."""
    open_now = reversed(host.table.asks)
    candidates = (
        each for each in open_now if (each.procedure, each.typed) == (procedure, dict(typed))
    )
    return next((candidate for candidate in candidates if not {*candidate.seats} & {*new}), None)


def ask_over(host: Host, id: str) -> HostResult:
    """Close a request to roll."""
    asks = tuple(ask for ask in host.table.asks if ask.id != id)
    host = host.with_table(replace(host.table, asks=asks))
    return replace(action_queue.send_answers(host, id), keep=True)
