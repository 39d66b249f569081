"""Reconnection of a host's earlier guests, without codes.

Rejoin offers are agreed with each connected guest. After a handover, guests are reached through the
former host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import beside, later
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.webrtc import NoConnection
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord

if TYPE_CHECKING:
    from app.browser.sync.links import Links
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.host import Host

#: Seconds until a lost guest is sought, between two tries, and at most between tries.
GRACE_S, SEEK_S, SEEK_MOST_S = 4.0, 25.0, 200.0


class Owner(Protocol):
    """The host session."""

    host: Host

    def add_channel(self, channel: Channel) -> object:
        """Handle a guest's open channel."""

    async def queue_keep(self) -> None:
        """Store `record` in turn."""


class Reconnector:
    """The reconnection of guests at one host's table; `links` are those of present guests."""

    def __init__(self, owner: Owner, links: Links) -> None:
        self._owner, self._links = owner, links
        self._back = Signalling(self._send, self._on_meeting, owner.queue_keep)
        self._through = Introductions(self._pass_on, self._on_meeting)
        self._former = ""  # the link to the former host
        self._sought: set[str] = set()
        self._looks = 0
        self._open = True

    @property
    def record(self) -> dict[str, list[list[str]]]:
        """The rejoin offers to be stored."""
        return self._back.record()

    def resume(self, record: object) -> None:
        """Restore the rejoin offers of the last visit and seek those guests."""
        self._back = Signalling(self._send, self._on_meeting, self._owner.queue_keep, record)
        self._seek_on(0)

    # --- while guests are present ---

    def make_offers(self, seat: str) -> None:
        """Agree on rejoin offers with a guest that has joined."""
        beside(self._back.offer(seat))

    def on_record(self, seat: str, record: JsonRecord) -> None:
        """Handle a guest's message about connections."""
        if record["kind"] == "pass":
            beside(self._through.on_text(record["seat"], record["text"]))
        else:
            beside(self._back.on_record(seat, record))

    def _send(self, seat: str, record: JsonRecord) -> None:
        """Send a record to a present guest."""
        link = self._owner.host.link_of(seat)
        if link is not None:
            self._links.say(link.id, record)

    def _on_meeting(self, seat: str, channel: Channel) -> None:
        if self._open:
            self._owner.add_channel(channel)
        else:
            channel.close()

    # --- while guests are absent ---

    def seek(self) -> None:
        """Seek a guest that has just gone, after a moment."""
        self._seek_on(GRACE_S)

    def _seek_on(self, after: float, pause: float = SEEK_S) -> None:
        """Seek absent guests after some seconds, and again with growing pauses."""
        self._looks += 1
        current = self._looks
        later(after, lambda: self._seek(pause) if current == self._looks else None)

    def _seek(self, pause: float) -> None:
        host = self._owner.host
        away = [seat_id for seat_id in self._back.known if seat_id not in host.there]
        if not self._open or not away:
            return
        for seat in away:
            if seat not in host.seats:
                self._back.forget(seat)
            elif seat not in self._sought:
                beside(self._seek_one(seat))
        self._seek_on(pause, min(pause * 2, SEEK_MOST_S))

    async def _seek_one(self, seat: str) -> None:
        self._sought.add(seat)
        try:
            self._on_meeting(seat, await self._back.take(seat))
        except (NoConnection, BadInput):
            pass  # absent, or its reloaded page comes by itself
        finally:
            self._sought.discard(seat)

    # --- after a handover to this device ---

    def follow(self, former: str) -> None:
        """Store the link to the former host, which handed the table to this device."""
        self._former = former

    def seek_guests(self, link: str) -> None:
        """Seek the former host's guests when the former host has identified itself."""
        if link != self._former:
            return
        for seat in self._owner.host.seats:
            if seat not in self._owner.host.there:
                beside(self._through.seek(seat))

    def _pass_on(self, seat: str, text: str) -> None:
        """Send a text to a guest through the former host."""
        self._links.say(self._former, {"kind": "pass", "seat": seat, "text": text})

    def close(self) -> None:
        """Stop seeking guests."""
        self._open = False
        self._back.close()
        self._through.close()
