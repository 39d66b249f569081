"""Events of connections at the host: guests join, send messages and leave."""

from __future__ import annotations

from dataclasses import replace

from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync import action_queue, broadcast, host_migration, protocol
from app.sync.host import Host, HostResult, Link, Send
from app.sync.mutations import Mutation
from app.sync.protocol import LET_IN, TOO_MANY
from app.sync.seats import MOST_SEATS, Seat
from app.sync.table import ClientState

#: The largest number of connections at once, and of devices of one seat in all.
MOST_LINKS = 100
MOST_LINES = 15

#: The number of introductions of one connection, each of which may resend the whole state.
MOST_WHOLES = 40

TOO_MUCH = "Too many messages. Reload, then rejoin."
USED_UP = "This invite is used or was cancelled. Ask the GM for a new one."
WHO = "Not signed in. Join again with a new invite."

#: The field of the note that a guest has left.
LEFT = "left"


def open_link(host: Host, link: str, now: float, admitted: bool = False) -> HostResult:
    """Open a connection of a guest that is not identified yet.

    `admitted`: the game master's device has read its code.
    """
    if len(host.links) >= MOST_LINKS:
        return _disconnect(host, link, "The table is full.")
    bucket = replace(LET_IN, at=now)
    return HostResult(host.with_link(Link(link, bucket=bucket, admitted=admitted)))


def close_link(host: Host, link: str) -> HostResult:
    """Close a lost connection; its seat stays."""
    if link not in host.links:
        return HostResult(host)
    remaining = {id: each for id, each in host.links.items() if id != link}
    connected = {each.seat for each in remaining.values()}
    typing = {id: each for id, each in host.typing.items() if id in connected}
    return broadcast.send_seats(replace(host, links=remaining, typing=typing))


def handle_message(host: Host, link: str, text: object, now: float) -> HostResult:
    """Handle a guest's message; a fault is reported to the guest and the game master."""
    known = host.links.get(link)
    if known is None:
        return HostResult(host)
    bucket = known.bucket.take(now)
    if bucket is None:
        return _drop_message(host, known)
    known = replace(known, bucket=bucket, dropped=max(0, known.dropped - 1))
    host = host.with_link(known)
    try:
        record = protocol.read(text, protocol.FROM_GUEST)
        return _handle(host, known, record) if record is not None else HostResult(host)
    except BadInput as fault:
        return action_queue.refusal(host, link, "", fault)


def _leave(host: Host, link: Link, seat: Seat) -> HostResult:
    """Mark the seat of a guest that leaves; its device can come back."""
    if host.table.handing == seat.id:
        return host_migration.cancel_migration(host).then(lambda now: _leave(now, link, seat))
    host = host.with_table(host.table.with_seat(replace(seat, left=True)))
    result = close_link(host.note(seat.id, LEFT, "left the table."), link.id)
    return replace(result, keep=True, close=(link.id,))


def _drop_message(host: Host, link: Link) -> HostResult:
    """Drop a message that comes too fast; a guest that continues is disconnected."""
    host = host.with_link(replace(link, dropped=link.dropped + 1))
    if link.dropped >= TOO_MANY:
        return _disconnect(host, link.id, TOO_MUCH)
    if link.dropped:
        return HostResult(host)
    words = "Too much at once. You can send it again."
    result = action_queue.refusal(host, link.id, "", BadInput("rate", words))
    return replace(result, sends=(*result.sends, Send(link.id, {"kind": "slow", "seconds": 3})))


def _disconnect(host: Host, link: str, why: str) -> HostResult:
    known = host.links.get(link)
    seat = known.seat if known is not None else ""
    remaining = {id: each for id, each in host.links.items() if id != link}
    host = replace(host, links=remaining).note(seat, "connection", why)
    return HostResult(host, (Send(link, {"kind": "bye", "why": why}),), close=(link,))


def _handle(host: Host, link: Link, record: JsonRecord) -> HostResult:
    kind = record["kind"]
    if kind in ("hello", "pick"):
        if link.wholes >= MOST_WHOLES:
            return _disconnect(host, link.id, TOO_MUCH)
        link = replace(link, wholes=link.wholes + 1)
        host = host.with_link(link)
    if kind == "hello":
        return _admit(host, link, record)
    seat = host.seats.get(link.seat)
    if seat is None:
        return _disconnect(host, link.id, WHO)
    if kind == "holds":
        return host_migration.finish_migration(host, link, seat, record)
    if kind == "relay":
        return HostResult(host, messages=((seat.id, record),))
    if host.table.given:
        return host_migration.send_new_address(host, link.id)
    match kind:
        case "pick":
            return _seat_guest(host, link, seat, record)
        case "act":
            if host.table.handing:
                return HostResult(host)  # the guest sends it again to the next host
            return action_queue.queue_mutation(host, link, seat, Mutation.read(record["act"]))
        case "typing":
            if seat.role == "onlooker" or seat.muted:
                return HostResult(host)
            typing = {id: each for id, each in host.typing.items() if id != seat.id}
            if record["answers"]:
                typing[seat.id] = record
            return HostResult(replace(host, typing=typing), messages=((seat.id, record),))
        case "next" | "ready" | "pass":
            return HostResult(host, messages=((seat.id, record),))
        case "leave":
            return _leave(host, link, seat)
        case _:
            return HostResult(host, (Send(link.id, {"kind": "pong", "n": host.journal.n}),))


# --- joining ---


def _admit(host: Host, link: Link, record: JsonRecord) -> HostResult:
    mismatch = protocol.too_far_apart(record["version"], record["build"], host.context.build)
    if mismatch:
        return _disconnect(host, link.id, mismatch)
    if record["epoch"] > host.table.epoch:
        return host_migration.yield_to(host, link.id)
    stored = host.table
    known = _seat_of(host, link, record)
    if known is None:
        return _disconnect(host, link.id, USED_UP)
    host, seat = known
    if seat.left:
        seat = _come_back(host, seat)
        host = host.with_table(host.table.with_seat(seat))
    line = host.table.lines.get(record["line"])
    own = sum(line.seat == seat.id for line in host.table.lines.values())
    if (line is None or line.seat not in host.seats) and own < MOST_LINES:
        # A device that was removed comes back with its own line, in a new seat.
        line = replace(line or ClientState(seat.id), seat=seat.id)
        host = host.with_table(host.table.with_line(record["line"], line))
    if line is None or line.seat != seat.id:
        words = "Your page has the identity of another device. Reload, then rejoin."
        return _disconnect(host, link.id, words)
    # A new connection of the same seat replaces the old one.
    old = tuple(id for id, each in host.links.items() if each.seat == seat.id and id != link.id)
    links = {id: each for id, each in host.links.items() if id not in old}
    host = replace(host, links=links)
    have = record["have"] if record["key"] in stored.keys else {**record["have"], "n": 0}
    link = replace(link, seat=seat.id, have=have, receives_entries=False, admitted=False)
    host = host.with_link(link)
    result = HostResult(host, keep=host.table is not stored, close=old)
    if host.table.given:
        return result.then(lambda now: host_migration.send_new_address(now, link.id))
    result = result.then(lambda now: broadcast.welcome(now, link.id))
    return result.then(broadcast.send_seats)


def _seat_of(host: Host, link: Link, record: JsonRecord) -> tuple[Host, Seat] | None:
    """Return the seat of this key, or a new one for an invited or admitted guest, else None."""
    table, key, token = host.table, record["key"], record["token"]
    seat = table.seats.get(table.keys.get(key, ""))
    if seat is not None:
        return host, seat
    if host.table.given or (token not in table.invitations and not link.admitted):
        return None
    prepared = table.invitations.get(token)
    if prepared is not None:
        seat = table.seats.get(prepared.id, prepared)
    elif len(table.seats) >= MOST_SEATS:
        return None
    else:
        seat = Seat(f"s{table.count + 1}", record["name"])
    table = replace(
        table.with_seat(seat),
        keys={**table.keys, key: seat.id},
        invitations={
            each: invited_seat for each, invited_seat in table.invitations.items() if each != token
        },
        count=table.count + 1,
    )
    return host.with_table(table), seat


def _come_back(host: Host, seat: Seat) -> Seat:
    """Return the seat of a guest that had left, without characters that others play by now."""
    played = host.played_beside(seat.id)
    own = tuple(character for character in seat.characters if character not in played)
    if seat.characters and not own:
        return replace(seat, left=False, characters=(), role="onlooker", view=1)
    return replace(seat, left=False, characters=own)


def _seat_guest(host: Host, link: Link, seat: Seat, record: JsonRecord) -> HostResult:
    """Seat a guest with a free character, a new one, or as a spectator."""
    character_id, role = record["character"], record["role"]
    if seat.role == "master":
        return HostResult(host)
    if character_id and character_id not in host.free and character_id not in seat.characters:
        player = next(
            (seat.name for seat in host.seats.values() if character_id in seat.characters), ""
        )
        words = f"{player or 'Somebody else'} already plays this character. Pick another."
        return action_queue.refusal(host, link.id, "", BadInput("character", words))
    picked = replace(
        seat,
        role=role,
        name=record["name"] or seat.name,
        characters=(character_id,) if character_id and role == "player" else (),
    )
    host = host.with_table(host.table.with_seat(picked))
    if seat.view > 1 and (picked.role, picked.characters) == (seat.role, seat.characters):
        return replace(broadcast.send_seats(host), keep=True)
    return broadcast.send_campaign_again(host, [seat.id])
