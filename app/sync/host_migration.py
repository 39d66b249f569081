"""The table is handed to another device, whole: its log place by place, its seats, its keys.

    handed(host, seat)   this device takes no more acts, and sends the table   (kept: `handing`)
    holds                the other has it stored, and says so
    held                 this device keeps the table no more                   (kept: `given`)
    yours                only then does the other become the host, one epoch later

At no moment are there two: this one stops before the other begins. What gets lost on the way is
said again when the two meet. The others keep their connection to this one until the two that it
stands between have found each other: what they say passes by here (`relay` on their side, `pass` on
that of the new host). A device that is asked by a guest of a later epoch has been overtaken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.campaign.journal.entries import Entry
from app.sync.host import Host, HostResult, Link, Read, Send
from app.sync.seats import Seat
from app.sync.table import Line

#: The table's parts are no longer than so many entries.
PART = 400

MOVED = "The game master’s table moves to another device. What you do meanwhile joins there."
OLD = "This device does not keep the table any more: it was handed to another one. Join there."


def handed(host: Host, seat: str, key: str, line: str, name: str = "Game master") -> HostResult:
    """The table is to go to this seat's device, which must be there; acts wait until it has it.

    key, line: by which this device comes back to the table as a guest, in a game master's seat
    (`guesting.after_host`). While it is under way nothing may be appended here.
    """
    link = host.link_of(seat)
    if link is None or host.table.given:
        return HostResult(host)
    table = replace(host.table, handing=seat)
    own = table.seats.get(table.keys.get(key, ""))
    if own is None:
        own = Seat(f"s{table.count + 1}", name, "master")
        table = replace(table, count=table.count + 1, keys={**table.keys, key: own.id})
    table = table.with_seat(own).with_line(line, table.lines.get(line, Line(own.id)))
    return HostResult(host.with_table(table), keep=True, reads=(Read(link.id, 0),))


def kept_after_all(host: Host) -> HostResult:
    """The table stays here: only for as long as the other device has not been told it is theirs."""
    if not host.table.handing or host.table.given:
        return HostResult(host)
    again = [each.id for each in host.links.values() if each.told]  # what was not taken meanwhile
    sends = tuple(Send(each, {"kind": "slow", "seconds": 1}) for each in again)
    return HostResult(host.with_table(replace(host.table, handing="")), sends, keep=True)


def table_told(host: Host, link: str, entries: Sequence[Entry]) -> HostResult:
    """The whole log has been read: it goes to the device that is to keep it."""
    known = host.links.get(link)
    if known is None or known.seat != host.table.handing or len(entries) < host.journal.n:
        return HostResult(host)
    records = [entry.record() for entry in entries]
    parts = [records[at : at + PART] for at in range(0, len(records), PART)]
    table = replace(host.table, epoch=host.table.epoch + 1, handing="", n=host.journal.n)
    sends = []
    for at, part in enumerate(parts):
        ends = {"first": at == 0, "last": at == len(parts) - 1}
        told = table.record() if ends["last"] else None
        sends.append(Send(link, {"kind": "table", **ends, "host": told, "entries": part}))
    return HostResult(host, tuple(sends))


def held(host: Host, link: Link, seat: Seat, holds: Mapping[str, Any]) -> HostResult:
    """The other device has the table stored: from now on this one keeps it no more."""
    epoch = host.table.epoch + 1
    if seat.id not in (host.table.handing, host.table.given) or holds["epoch"] != epoch:
        return HostResult(host)
    if holds["n"] != host.journal.n:
        return HostResult(host, reads=(Read(link.id, 0),))  # an older copy: it is sent once more
    yours = Send(link.id, {"kind": "yours", "epoch": epoch})
    if host.table.given:
        return HostResult(host, (yours,))  # it was not heard the first time
    host = host.with_table(replace(host.table, handing="", given=seat.id))
    moved = {"kind": "moved", "epoch": epoch, "to": seat.id, "words": MOVED}
    others = [each.id for each in host.links.values() if each.seat and each.id != link.id]
    return HostResult(host, (yours, *(Send(each, moved) for each in others)), keep=True)


def told_moved(host: Host, link: str) -> HostResult:
    """The table is elsewhere by now: where, and from which epoch on."""
    epoch, to = host.table.epoch + 1, host.table.given
    known = host.links.get(link)
    yours = [Send(link, {"kind": "yours", "epoch": epoch})] if known and known.seat == to else []
    moved = {"kind": "moved", "epoch": epoch, "to": to, "words": MOVED}
    return HostResult(host, tuple(yours or [Send(link, moved)]))


def overtaken(host: Host, link: str, epoch: int) -> HostResult:
    """A guest comes that knows a later host: this one learns that it is none any more."""
    left = {id: each for id, each in host.links.items() if id != link}
    table = replace(host.table, given=host.table.given or "?")
    host = replace(host, links=left, table=table).noted("", "epoch", OLD)
    return HostResult(host, (Send(link, {"kind": "bye", "why": OLD}),), keep=True, close=(link,))
