"""Migration of the table to another device: its log, its seats, its keys.

    start_migration    this device applies no more mutations, and sends the table (`handing`)
    holds              the other device confirms that it has stored it
    finish_migration   this device is no longer the host (`given`)
    yours              only then the other device becomes the host, one epoch later

There are never two hosts: this one stops before the other begins. Lost messages are sent again when
the two reconnect. The other guests stay connected to this device until the new host and each guest
have a connection of their own; until then it relays their messages (`relay` on their side, `pass`
on the new host's). A device contacted by a guest of a later epoch has been replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.campaign.journal.entries import Entry
from app.core.support.incremental import run_to_end
from app.core.support.untrusted_json import JsonRecord
from app.sync.guest import Guest
from app.sync.host import Host, HostResult, Link, Read, Send
from app.sync.protocol import pack_records
from app.sync.seats import Seat
from app.sync.table import ClientState

MOVED = "The table is moving to another device. Your actions will follow."
OLD = "Another device is host now. Join there."


def start_migration(host: Host, seat: str, key: str, line: str, name: str = "GM") -> HostResult:
    """Start handing the table to a connected seat; mutations wait until it has it.

    `key` and `line` let this device return as a guest in a game master's seat
    (`after_host`). Nothing may be appended here meanwhile.
    """
    link = host.link_of(seat)
    if link is None or host.table.given:
        return HostResult(host)
    table = replace(host.table, handing=seat)
    own = table.seats.get(table.keys.get(key, ""))
    if own is None:
        own = Seat(f"s{table.count + 1}", name, "master")
        table = replace(table, count=table.count + 1, keys={**table.keys, key: own.id})
    table = table.with_seat(own).with_line(line, table.lines.get(line, ClientState(own.id)))
    return HostResult(host.with_table(table), keep=True, reads=(Read(link.id, 0),))


def cancel_migration(host: Host) -> HostResult:
    """Cancel the migration, as long as the other device is not the host yet."""
    if not host.table.handing or host.table.given:
        return HostResult(host)
    again = [
        link.id for link in host.links.values() if link.receives_entries
    ]  # they resend what was not applied meanwhile
    sends = tuple(Send(each, {"kind": "slow", "seconds": 1}) for each in again)
    return HostResult(host.with_table(replace(host.table, handing="")), sends, keep=True)


def send_table(host: Host, link: str, entries: Sequence[Entry]) -> HostResult:
    """Send the whole log to the next host."""
    known = host.links.get(link)
    if known is None or known.seat != host.table.handing or len(entries) < host.journal.n:
        return HostResult(host)
    parts = run_to_end(pack_records([entry.record() for entry in entries]))
    table = replace(host.table, epoch=host.table.epoch + 1, handing="", n=host.journal.n)
    sends = []
    for at, part in enumerate(parts):
        ends = {"first": at == 0, "last": at == len(parts) - 1}
        host_record = table.record() if ends["last"] else None
        sends.append(Send(link, {"kind": "table", **ends, "host": host_record, "entries": part}))
    return HostResult(host, tuple(sends))


def finish_migration(host: Host, link: Link, seat: Seat, holds: JsonRecord) -> HostResult:
    """Stop being the host once the other device has stored the table."""
    epoch = host.table.epoch + 1
    if seat.id not in (host.table.handing, host.table.given) or holds["epoch"] != epoch:
        return HostResult(host)
    if holds["n"] != host.journal.n:
        return HostResult(host, reads=(Read(link.id, 0),))  # an outdated copy: send it again
    yours = Send(link.id, {"kind": "yours", "epoch": epoch})
    if host.table.given:
        return HostResult(host, (yours,))  # the first message was lost
    host = host.with_table(replace(host.table, handing="", given=seat.id))
    moved = {"kind": "moved", "epoch": epoch, "to": seat.id, "words": MOVED}
    others = [each.id for each in host.links.values() if each.seat and each.id != link.id]
    return HostResult(host, (yours, *(Send(other, moved) for other in others)), keep=True)


def send_new_address(host: Host, link: str) -> HostResult:
    """Tell a guest that the table has moved: where, and from which epoch."""
    epoch, to = host.table.epoch + 1, host.table.given
    known = host.links.get(link)
    yours = [Send(link, {"kind": "yours", "epoch": epoch})] if known and known.seat == to else []
    moved = {"kind": "moved", "epoch": epoch, "to": to, "words": MOVED}
    return HostResult(host, tuple(yours or [Send(link, moved)]))


def yield_to(host: Host, link: str) -> HostResult:
    """Stop being the host because a guest knows a later one."""
    remaining = {id: each for id, each in host.links.items() if id != link}
    table = replace(host.table, given=host.table.given or "?")
    host = replace(host, links=remaining, table=table).note("", "epoch", OLD)
    return HostResult(host, (Send(link, {"kind": "bye", "why": OLD}),), keep=True, close=(link,))


def after_host(host: Host, key: str, line: str, name: str) -> Guest:
    """Return the former host as a guest of the next one, in a game master's seat or its own.

    `key` and `line` are those given to `start_migration`.
    """
    table = host.table
    seat, own_line = table.seats.get(table.keys.get(key, "")), table.lines.get(line)
    is_master = seat is not None and seat.role == "master"
    return Guest(
        host.context,
        key,
        key,
        line,
        name,
        host.journal,
        number=own_line.last if own_line is not None else 0,
        view=1 if is_master else 0,  # another seat gets its view anew
        epoch=table.epoch + 1,
    )
