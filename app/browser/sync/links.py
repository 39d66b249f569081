"""A host's links to its guests: open channels by id, and timeouts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import later
from app.campaign.state.values import written
from app.core.support.untrusted_json import JsonRecord

if TYPE_CHECKING:
    from app.browser.sync.webrtc.channels import Channel

#: Seconds of silence after which a guest is away.
SILENT_S = 12.0

#: Seconds between two checks, and the delay of a check after which the page was asleep.
LOOK_S, SLEPT_S = 3.0, 6.0


class Owner(Protocol):
    """The host session that owns the links."""

    def on_link(self, link: str, admitted: bool) -> None:
        """Handle a new link to an unidentified guest.

        admitted: it needs no invitation.
        """

    def on_message(self, link: str, text: str, at: float) -> None:
        """Handle a message; `at` is the time in seconds."""

    def on_end(self, link: str) -> None:
        """Handle the end of a link."""


class Links:
    """The links of one host."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._channels: dict[str, Channel] = {}
        self._heard_at: dict[str, float] = {}
        self._looked = monotonic()
        self._open = True
        later(LOOK_S, self._look)

    def add(self, channel: Channel, early: Sequence[str] = (), *, admitted: bool = False) -> str:
        """Add a guest's channel and return the link's id.

        early: messages already received. admitted: the guest needs no invitation.
        """
        link = secrets.token_hex(8)
        self._channels[link] = channel
        self._heard_at[link] = monotonic()
        self._owner.on_link(link, admitted)
        for text in early:
            self._on_message(link, text)
        channel.hear(lambda text: self._on_message(link, text), lambda why: self._on_end(link))
        return link

    def say(self, link: str, record: JsonRecord) -> None:
        """Send a record over a link, if it still exists."""
        channel = self._channels.get(link)
        if channel is not None:
            channel.send(written(dict(record)))

    def cut(self, link: str) -> None:
        """Close a link."""
        channel = self.take(link)
        if channel is not None:
            channel.close()

    def take(self, link: str) -> Channel | None:
        """Remove a link and return its channel."""
        return self._channels.pop(link, None)

    def _on_message(self, link: str, text: str) -> None:
        now = self._heard_at[link] = monotonic()
        self._owner.on_message(link, text, now)

    def _on_end(self, link: str) -> None:
        self._channels.pop(link, None)
        self._heard_at.pop(link, None)
        self._owner.on_end(link)

    def _look(self) -> None:
        """Close the links of guests that were silent too long."""
        if not self._open:
            return
        previous, now = self._looked, monotonic()
        self._looked = now
        for link, at in [*self._heard_at.items()]:
            if now - previous < SLEPT_S < SILENT_S < now - at:
                self.cut(link)
                self._on_end(link)
        later(LOOK_S, self._look)

    def close(self) -> None:
        self._open = False
        for channel in [*self._channels.values()]:
            channel.close()
        self._channels.clear()
