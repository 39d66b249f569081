"""A host's links to its guests: channels that stand, each under an id, and who is away by now."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from app.browser.platform.dom import later
from app.campaign.state.values import written

if TYPE_CHECKING:
    from app.browser.sync.webrtc.channels import Channel

#: A guest of whom nothing was heard for so many seconds is away.
SILENT_S = 12.0

#: How often that is looked at; if it was not for so long, the page has slept.
LOOK_S, SLEPT_S = 3.0, 6.0


class Owner(Protocol):
    """Whose links they are."""

    def linked(self, link: str, admitted: bool) -> None:
        """Somebody is at the other end, and has not said who. admitted: need they no invitation?"""

    def heard(self, link: str, text: str, at: float) -> None:
        """They say something. at: when, in seconds."""

    def gone(self, link: str) -> None:
        """They are not there any more."""


class Links:
    """Those of one host."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._channels: dict[str, Channel] = {}
        self._heard_at: dict[str, float] = {}
        self._looked = monotonic()
        self._open = True
        later(LOOK_S, self._look)

    def add(self, channel: Channel, early: Sequence[str] = (), *, admitted: bool = False) -> str:
        """Add a guest's channel; the link's id.

        early: what they said by it already. admitted: need they no invitation?
        """
        link = secrets.token_hex(8)
        self._channels[link] = channel
        self._heard_at[link] = monotonic()
        self._owner.linked(link, admitted)
        for text in early:
            self._heard(link, text)
        channel.hear(lambda text: self._heard(link, text), lambda why: self._gone(link))
        return link

    def say(self, link: str, record: Mapping[str, Any]) -> None:
        """To whoever is at the other end, if anybody is."""
        channel = self._channels.get(link)
        if channel is not None:
            channel.send(written(dict(record)))

    def cut(self, link: str) -> None:
        """Nothing more is said by it."""
        channel = self.taken(link)
        if channel is not None:
            channel.close()

    def taken(self, link: str) -> Channel | None:
        """Its channel, which is no link of this table any more."""
        return self._channels.pop(link, None)

    def _heard(self, link: str, text: str) -> None:
        now = self._heard_at[link] = monotonic()
        self._owner.heard(link, text, now)

    def _gone(self, link: str) -> None:
        self._channels.pop(link, None)
        self._heard_at.pop(link, None)
        self._owner.gone(link)

    def _look(self) -> None:
        """Whoever was not heard for a while is away."""
        if not self._open:
            return
        before, now = self._looked, monotonic()
        self._looked = now
        for link, at in [*self._heard_at.items()]:
            if now - before < SLEPT_S < SILENT_S < now - at:
                self.cut(link)
                self._gone(link)
        later(LOOK_S, self._look)

    def close(self) -> None:
        self._open = False
        for channel in [*self._channels.values()]:
            channel.close()
        self._channels.clear()
