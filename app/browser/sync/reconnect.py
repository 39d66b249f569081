"""Those who were at a host's table before: met again without a code, and looked for while away.

Ways back are agreed on with each guest who is here. Where the table was handed to this device,
those who are connected with the one that kept it before are found by way of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from app.browser.platform.dom import beside, later
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.webrtc import NoConnection
from app.core.errors import BadInput

if TYPE_CHECKING:
    from app.browser.sync.links import Links
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.host import Host

#: Whoever is away comes back by themselves, or is looked for after so many seconds; and again and
#: again, after so many, and at most.
GRACE_S, SEEK_S, SEEK_MOST_S = 4.0, 25.0, 200.0


class Owner(Protocol):
    """Whose table it is. me: the seat of this device, where it was a guest here before."""

    host: Host
    me: str

    def joined(self, channel: Channel) -> object:
        """A guest's channel stands."""

    async def keeps(self) -> None:
        """Stores what is remembered of them (`record`), in turn."""


class Reconnector:
    """Those at one host's table. links: to the guests who are here."""

    def __init__(self, owner: Owner, links: Links) -> None:
        self._owner, self._links = owner, links
        self._back = Signalling(self._says, self._met, owner.keeps)
        self._through = Introductions(self._passes, self._met)
        self._former = ""  # the link to the device that kept the table before
        self._sought: set[str] = set()
        self._looks = 0
        self._open = True

    @property
    def record(self) -> dict[str, list[list[str]]]:
        """What is stored of the ways."""
        return self._back.record()

    def resumed(self, record: object) -> None:
        """As it was at the last visit: those who were here are looked for."""
        self._back = Signalling(self._says, self._met, self._owner.keeps, record)
        self._seeks(0)

    # --- while they are here ---

    def offers(self, seat: str) -> None:
        """Ways back are agreed on with somebody who has come."""
        beside(self._back.offer(seat))

    def carried(self, seat: str, record: Mapping[str, Any]) -> None:
        """What a guest said for the connections alone."""
        if record["kind"] == "pass":
            beside(self._through.heard(record["seat"], record["text"]))
        else:
            beside(self._back.heard(seat, record))

    def _says(self, seat: str, record: Mapping[str, Any]) -> None:
        """To somebody who is here: how the two come back to each other."""
        link = self._owner.host.link_of(seat)
        if link is not None:
            self._links.say(link.id, record)

    def _met(self, seat: str, channel: Channel) -> None:
        if self._open:
            self._owner.joined(channel)
        else:
            channel.close()

    # --- while they are away ---

    def lost(self) -> None:
        """Somebody has just gone."""
        self._seeks(GRACE_S)

    def _seeks(self, after: float, pause: float = SEEK_S) -> None:
        """Look then for those who are away and whose pages wait for this one, and go on so."""
        self._looks += 1
        mine = self._looks
        later(after, lambda: self._seek(pause) if mine == self._looks else None)

    def _seek(self, pause: float) -> None:
        host = self._owner.host
        away = [each for each in self._back.known if each not in host.there]
        if not self._open or not away:
            return
        for seat in away:
            if seat not in host.seats:
                self._back.forget(seat)
            elif seat not in self._sought:
                beside(self._seek_one(seat))
        self._seeks(pause, min(pause * 2, SEEK_MOST_S))

    async def _seek_one(self, seat: str) -> None:
        self._sought.add(seat)
        try:
            self._met(seat, await self._back.take(seat))
        except (NoConnection, BadInput):
            pass  # not there, or there by a page that was opened anew: then it comes by itself
        finally:
            self._sought.discard(seat)

    # --- where the table was handed to this device ---

    def follows_on(self, former: str) -> None:
        """former: the link to the device that kept the table until now."""
        self._former = former

    def seated(self, link: str) -> None:
        """Somebody has said who they are: if it is that device, those connected with it come."""
        if link != self._former:
            return
        for seat in self._owner.host.seats:
            if seat not in (self._owner.me, *self._owner.host.there):
                beside(self._through.seek(seat))

    def _passes(self, seat: str, text: str) -> None:
        """To somebody whom that device reaches."""
        self._links.say(self._former, {"kind": "pass", "seat": seat, "text": text})

    def close(self) -> None:
        """Nobody is looked for any more."""
        self._open = False
        self._back.close()
        self._through.close()
