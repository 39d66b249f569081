"""A device that kept the table until now, and still stands between its guests and the new host.

For a moment it hands on what they say to each other, until they have found each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from app.browser.platform.dom import later
from app.campaign.state.values import written
from app.core.errors import BadInput
from app.sync import protocol

if TYPE_CHECKING:
    from app.browser.sync.webrtc.channels import Channel

#: For so long, in seconds; whoever is not found by then joins by a new code.
STAYS_S = 45.0


class Relay:
    """channels: to its guests, by their seats. say: to the new host."""

    def __init__(
        self, channels: Mapping[str, Channel], say: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self._channels, self._say = dict(channels), say
        for seat, channel in channels.items():
            self._listens(seat, channel)
        later(STAYS_S, self.close)

    def _listens(self, seat: str, channel: Channel) -> None:
        channel.hear(lambda text: self._heard(seat, text), lambda why: self._gone(seat))

    def _gone(self, seat: str) -> None:
        self._channels.pop(seat, None)

    def _heard(self, seat: str, text: str) -> None:
        """A guest says something: to the new host, or nothing that matters any more."""
        try:
            record = protocol.read(text, protocol.FROM_GUEST)
        except BadInput:
            return
        if record is not None and record["kind"] == "relay":
            self._say({"kind": "pass", "seat": seat, "text": record["text"]})

    def passed(self, record: Mapping[str, Any]) -> None:
        """The new host says something to one of them."""
        channel = self._channels.get(record["seat"])
        if channel is not None:
            channel.send(written({"kind": "relay", "text": record["text"]}))

    def close(self) -> None:
        channels, self._channels = self._channels, {}
        for channel in channels.values():
            channel.close()
