"""How channels come about between devices that can already say something to each other.

Over the channel to a third device (`Introductions`), or from the one time to the next (`Waiting` at
the host, `WayBack` at the guest). What is said is codes, which tell themselves what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from app.browser.together.channels import Channel
from app.browser.together.webrtc import Invited, NoConnection, Reserve, invite, join
from app.core.errors import BadInput
from app.together.codes import Code, from_code, to_code
from app.together.descriptions import Description

#: Seconds for the other device to answer through a third.
PATIENCE_S = 30.0

#: What is told of a channel that has come about: with whom.
Met = Callable[[str, Channel], None]


def _read(text: str) -> Description:
    return from_code(text).description


def _written(description: Description) -> str:
    return to_code(Code(description))


class Introductions:
    """Channels to others whom a third device can reach.

    say(who, text): have the third hand it on. met(who, channel): there it is.
    """

    def __init__(self, say: Callable[[str, str], None], met: Met) -> None:
        self._say, self._met = say, met
        self._sought: dict[str, Invited] = {}

    async def seek(self, who: str) -> None:
        """Ask for a channel. Raises NoConnection."""
        invited = await invite()
        self._drop(who)
        self._sought[who] = invited
        self._say(who, _written(invited.description))

    async def heard(self, who: str, text: str) -> None:
        """What the third handed on. Raises BadInput, NoConnection."""
        said = _read(text)
        if said.kind == "answer":
            sought = self._sought.pop(who, None)
            if sought is not None:
                self._met(who, await sought.accept(said))
            return
        sought = self._sought.get(who)
        if sought is not None and sought.description.fingerprint < said.fingerprint:
            return  # both asked in the same moment: one of the two is answered
        self._drop(who)
        joined = await join(said)
        self._say(who, _written(joined.description))
        self._met(who, await joined.opened(PATIENCE_S))

    def _drop(self, who: str) -> None:
        sought = self._sought.pop(who, None)
        if sought is not None:
            sought.close()


class Waiting:
    """The host's connections that wait for guests to come back, one for each."""

    def __init__(self, met: Met) -> None:
        self._met = met
        self._waiting: dict[str, Invited] = {}

    async def next(self, who: str) -> str:
        """What to say over the living channel (`next`); what waited before is given up."""
        invited = await invite()
        self.forget(who)
        self._waiting[who] = invited
        return _written(invited.description)

    async def ready(self, who: str, text: str) -> None:
        """The guest has agreed (`ready`): wait for it, however long. Raises BadInput."""
        waiting = self._waiting.get(who)
        if waiting is None:
            return
        try:
            channel = await waiting.accept(_read(text).hushed, None)
        except NoConnection:
            return  # given up, or the browser does not wait that long
        if self._waiting.get(who) is waiting:
            del self._waiting[who]
        self._met(who, channel)

    def forget(self, who: str) -> None:
        """Nobody comes back by this."""
        waiting = self._waiting.pop(who, None)
        if waiting is not None:
            waiting.close()


@dataclass(frozen=True)
class WayBack:
    """A guest's way back to the host, to be kept until it is taken or another is agreed on."""

    reserve: Reserve

    @classmethod
    async def agreed(cls, text: str) -> Self:
        """On what the host said (`next`). Raises BadInput, NoConnection."""
        return cls(await Reserve.make(_read(text)))

    @property
    def ready(self) -> str:
        """What to answer the host."""
        return _written(self.reserve.answer)

    def record(self) -> dict[str, str]:
        """To be stored, for a page that is opened anew."""
        return {"offer": _written(self.reserve.offer), "answer": self.ready}

    @classmethod
    def kept(cls, record: Mapping[str, str]) -> Self:
        """As it was stored. Raises BadInput."""
        answer = _read(str(record.get("answer", "")))
        offer = _read(str(record.get("offer", "")))
        if (offer.kind, answer.kind) != ("offer", "answer"):
            raise BadInput("code", "this is no way back to a table")
        return cls(Reserve(offer, answer))

    async def taken(self) -> Channel:
        """The channel. Raises NoConnection: then through another guest, or by a new code."""
        return await self.reserve.come_back()

    def forget(self) -> None:
        """Another was agreed on."""
        self.reserve.close()
