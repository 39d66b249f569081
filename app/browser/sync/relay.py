"""Relay between a table's guests and its new host, run by the former host for a short time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.browser.platform.dom import later
from app.campaign.state.values import written
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync import protocol

if TYPE_CHECKING:
    from app.browser.sync.webrtc.channels import Channel

#: Seconds of relaying; guests not found by then join by a new code.
STAYS_S = 45.0


class Relay:
    """A relay.

    channels: to its guests, by their seats. say: sends to the new host.
    """

    def __init__(self, channels: Mapping[str, Channel], say: Callable[[JsonRecord], None]) -> None:
        self._channels, self._say = dict(channels), say
        for seat, channel in channels.items():
            self._listen(seat, channel)
        later(STAYS_S, self.close)

    def _listen(self, seat: str, channel: Channel) -> None:
        channel.hear(lambda text: self._on_message(seat, text), lambda why: self._on_end(seat))

    def _on_end(self, seat: str) -> None:
        self._channels.pop(seat, None)

    def _on_message(self, seat: str, text: str) -> None:
        """Pass a guest's message on to the new host; other messages no longer matter."""
        try:
            record = protocol.read(text, protocol.FROM_GUEST)
        except BadInput:
            return
        if record is not None and record["kind"] == "relay":
            self._say({"kind": "pass", "seat": seat, "text": record["text"]})

    def pass_on(self, record: JsonRecord) -> None:
        """Pass a message of the new host on to a guest."""
        channel = self._channels.get(record["seat"])
        if channel is not None:
            channel.send(written({"kind": "relay", "text": record["text"]}))

    def close(self) -> None:
        channels, self._channels = self._channels, {}
        for channel in channels.values():
            channel.close()
