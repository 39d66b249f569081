"""Encrypted channels to guests through a server.

    doors = await Doors.open(net, keys, known, on_guest)  # the host: a channel for each guest
    knocker = await Knocker.open(net, keys, seat, on_channel)
    await knocker.knock()                                 # a guest: on_channel, if it is there

A new guest seals its knock with the key of the invitation, a returning one with the key shared with
the host alone. Knock and answer both contain a fresh number that is bound into all later messages,
so recorded messages cannot be replayed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

import js

from app.browser.platform.dom import beside
from app.browser.sync.net.crypto import Key, Pair, Unsealed, as_text
from app.browser.sync.net.nats import Net, NetError
from app.browser.sync.webrtc.channels import LEFT, ReceiveBuffer
from app.sync.wire import BadFrame, FrameAssembler, frames

#: Maximum number of bytes sealed into one message; longer texts are split.
PART = 180_000

#: Seconds until a refused message is sent again, and the number of tries.
AGAIN_S, TRIES = 0.5, 60

#: Sent in place of a part to end a channel.
FAREWELL = "!"

#: Maximum number of unconfirmed answers to one knocking guest, and of its unanswered knocks.
MOST_NEW = 8

LOST = "Connection error: data was lost."
FOREIGN = "Connection error: unknown data."


@dataclass(frozen=True)
class Keys:
    """The keys of one side: the invitation's, its own pair, the host's public key."""

    table: str
    invited: Key
    pair: Pair
    host: str


class NetChannel:
    """Texts to and from one seat on the server, in order, each once."""

    def __init__(
        self,
        net: Net,
        seat: str,
        subject: str,
        key: Key,
        about: tuple[str, str],
        on_first: Callable[[NetChannel], None] | None = None,
    ) -> None:
        """Start the channel; `on_first` is called with its first received message."""
        self.seat = seat
        self._on_first = on_first
        self._net, self._subject, self._key = net, subject, key
        self._out, self._in = about
        self._sent = self._heard = 0
        self._gathering = FrameAssembler()
        self._ears = ReceiveBuffer()
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._arrived: asyncio.Queue[str] = asyncio.Queue()
        self._open = True
        self._all_sent = asyncio.Event()
        beside(self._sending())
        beside(self._hearing())

    def hear(self, on_text: Callable[[str], None], on_gone: Callable[[str], None]) -> None:
        self._ears.listen(on_text, on_gone)

    def send(self, text: str) -> None:
        if not self._open:
            return
        # Sealed text is a third longer.
        for part in frames(text, max(1_000, min(PART, (self._net.most - 1_000) * 3 // 4))):
            self._queue.put_nowait(part)

    def close(self) -> None:
        self._end(FAREWELL, "")

    def _end(self, *last: str) -> None:
        if self._open:
            self._open = False
            for part in last:
                self._queue.put_nowait(part)
            self._arrived.put_nowait("")

    async def flush(self) -> None:
        """Wait until the server has everything, after `close()`."""
        await self._all_sent.wait()

    def put(self, sealed: str) -> None:
        """Queue a sealed message from the server."""
        if sealed and self._open:
            self._arrived.put_nowait(sealed)

    def end(self, why: str) -> None:
        """End the channel with a reason."""
        if self._open:
            self._end("")
            self._ears.end(why)

    async def _sending(self) -> None:
        while part := await self._queue.get():
            self._sent += 1
            sealed = await self._key.seal(f"{self._sent} {part}", self._out)
            if not await self._publish(sealed, f"{self._out} {self._sent}"):
                break
        self._all_sent.set()

    async def _publish(self, sealed: str, id: str) -> bool:
        """Publish a message with retries; return False if that fails for good."""
        for tries in range(1, TRIES + 1):
            try:
                await self._net.publish(self._subject, f"m{sealed}", id)
                return True
            except NetError as fault:
                # A message from before `close()` is worth one try.
                if fault.kind not in ("gone", "busy") or not self._open or tries == TRIES:
                    self.end(str(fault))
                    return False
                await asyncio.sleep(AGAIN_S)
        return False

    async def _hearing(self) -> None:
        while sealed := await self._arrived.get():
            try:
                text = await self._key.open(sealed, self._in)
            except Unsealed:
                continue  # of an older channel, or forged
            number, _, part = text.partition(" ")
            if not number.isdecimal() or int(number) <= self._heard or not self._open:
                continue  # a duplicate
            self._heard += 1
            if self._on_first is not None:
                on_first, self._on_first = self._on_first, None
                on_first(self)
            if int(number) > self._heard:
                self.end(LOST)
            else:
                self._assemble(part)

    def _assemble(self, part: str) -> None:
        if part == FAREWELL:
            self.end(LEFT)
            return
        try:
            text = self._gathering.add(part)
        except BadFrame:
            self.end(FOREIGN)
            return
        if text is not None:
            self._ears.text(text)


def _abouts(table: str, seat: str, line: str) -> tuple[str, str]:
    """Return the additional data of both directions: from the guest, to the guest.

    line: the fresh numbers of knock and answer.
    """
    return f"{table} {seat} {line} from", f"{table} {seat} {line} to"


def chance() -> str:
    """Return a fresh random number as text."""
    return as_text(bytes(js.crypto.getRandomValues(js.Uint8Array.new(9)).to_bytes()))


class Doors:
    """The host's side: admits knocking guests and gives each a channel.

    known: the public key of each admitted seat; no other key is admitted for it.
    """

    def __init__(
        self, net: Net, keys: Keys, known: Mapping[str, str], on_guest: Callable[[NetChannel], None]
    ) -> None:
        self._net, self._keys, self._on_guest = net, keys, on_guest
        self.known = dict(known)
        self._channels: dict[str, NetChannel] = {}
        self._new: dict[str, list[NetChannel]] = {}  # answered but not confirmed
        self._knocks: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    @classmethod
    async def open(
        cls, net: Net, keys: Keys, known: Mapping[str, str], on_guest: Callable[[NetChannel], None]
    ) -> Self:
        """Start admitting guests; `on_guest` is called with each channel. Raise NetError."""
        doors = cls(net, keys, known, on_guest)
        await net.follow("from.*", doors._on_message)
        beside(doors._opening())
        beside(doors._call())
        return doors

    async def _call(self) -> None:
        """Call earlier guests so that they knock at once."""
        for seat, public in [*self.known.items()]:
            with suppress(Unsealed, NetError):
                key = await self._keys.pair.key_with(public, f"{self._net.table} {seat}")
                call = chance()
                sealed = await key.seal(call, f"{self._net.table} {seat} call")
                await self._net.publish(f"to.{seat}", f"c{sealed}", f"call {call}")

    def remove(self, seat: str) -> None:
        """Close a seat's channels and forget its key."""
        channel = self._channels.pop(seat, None)
        for old in (channel, *self._new.pop(seat, ())):
            if old is not None:
                old.close()
        self.known.pop(seat, None)

    def rekey(self, invited: Key) -> None:
        """Admit new guests by this key only."""
        self._keys = replace(self._keys, invited=invited)

    def close(self) -> None:
        """Stop admitting guests and end all channels, as their connection closes."""
        self._knocks.put_nowait(("", ""))
        unconfirmed = (each for new in self._new.values() for each in new)
        for channel in (*self._channels.values(), *unconfirmed):
            channel.end(LEFT)

    def _on_message(self, seat: str, text: str) -> None:
        if text[:1] == "m":
            channels = [self._channels[seat]] if seat in self._channels else []
            for channel in (*channels, *self._new.get(seat, ())):
                channel.put(text[1:])
        elif text[:1] in ("k", "a"):
            self._knocks.put_nowait((seat, text))

    async def _opening(self) -> None:
        while True:
            seat, text = await self._knocks.get()
            if not seat:
                return
            try:
                await self._admit(seat, text)
            except (Unsealed, NetError):
                continue  # an invalid invitation, or the guest knocks again

    async def _admit(self, seat: str, text: str) -> None:
        public, table = self.known.get(seat, ""), self._net.table
        if text[:1] == "k":  # a new guest
            knock = await self._keys.invited.open(text[1:], f"{table} {seat} knock")
            theirs, _, line = knock.partition(" ")
            if public not in ("", theirs):
                raise Unsealed("somebody else's seat")
            public = theirs
            key = await self._keys.pair.key_with(public, f"{table} {seat}")
        else:  # again
            if not public:
                raise Unsealed("nobody who was in before")
            key = await self._keys.pair.key_with(public, f"{table} {seat}")
            line = await key.open(text[1:], f"{table} {seat} again")
        self.known[seat] = public
        answer = chance()
        sealed = await key.seal(answer, f"{table} {seat} {line} welcome")
        out, back = _abouts(table, seat, f"{line}.{answer}")[::-1]
        channel = NetChannel(self._net, seat, f"to.{seat}", key, (out, back), self._spoke)
        new = self._new.setdefault(seat, [])
        new.append(channel)
        while len(new) > MOST_NEW:
            new.pop(0).end(LEFT)
        await self._net.publish(f"to.{seat}", f"w{sealed}", f"welcome {line} {answer}")

    def _spoke(self, channel: NetChannel) -> None:
        """Accept a channel that its guest has confirmed; a replayed knock has no confirmation."""
        seat = channel.seat
        previous = [self._channels.get(seat), *self._new.pop(seat, ())]
        self._channels[seat] = channel
        for other in previous:
            if other is not None and other is not channel:
                other.end(LEFT)
        self._on_guest(channel)


class Knocker:
    """A guest's side: knocks and receives the channel."""

    def __init__(
        self, net: Net, keys: Keys, seat: str, on_channel: Callable[[NetChannel], None]
    ) -> None:
        self._net, self._keys, self._seat, self._on_channel = net, keys, seat, on_channel
        #: The fresh numbers of unanswered knocks: a slow host may answer an older one.
        self._lines: list[str] = []
        self._calls: set[str] = set()
        self._channel: NetChannel | None = None

    @classmethod
    async def open(
        cls, net: Net, keys: Keys, seat: str, on_channel: Callable[[NetChannel], None]
    ) -> Self:
        """Start listening; `on_channel` is called when the host has answered. Raise NetError."""
        knocker = cls(net, keys, seat, on_channel)
        await net.follow(f"to.{seat}", lambda _, text: knocker._on_message(text))
        return knocker

    async def knock(self, known: bool) -> None:
        """Ask for admission; raise NetError, or Unsealed for an invalid invitation.

        known: the guest was admitted before.
        """
        table, seat = self._net.table, self._seat
        line = chance()
        self._lines = [*self._lines, line][-MOST_NEW:]
        if known:
            message = "a" + await (await self._key()).seal(line, f"{table} {seat} again")
        else:
            content = f"{self._keys.pair.public} {line}"
            message = "k" + await self._keys.invited.seal(content, f"{table} {seat} knock")
        await self._net.publish(f"from.{seat}", message, f"knock {line}")

    async def flush(self) -> None:
        """Close the channel once the server has its last messages."""
        if self._channel is not None:
            self._channel.close()
            await self._channel.flush()

    async def _key(self) -> Key:
        return await self._keys.pair.key_with(self._keys.host, f"{self._net.table} {self._seat}")

    def _on_message(self, text: str) -> None:
        if text[:1] == "w":
            beside(self._on_welcome(text[1:]))
        elif text[:1] == "c":
            beside(self._on_call(text[1:]))
        elif text[:1] == "m" and self._channel is not None:
            self._channel.put(text[1:])

    async def _on_call(self, sealed: str) -> None:
        with suppress(Unsealed, NetError):
            key = await self._key()
            call = await key.open(sealed, f"{self._net.table} {self._seat} call")
            if call not in self._calls:  # ignore a replay
                self._calls.add(call)
                await self.knock(True)

    async def _on_welcome(self, sealed: str) -> None:
        table, seat = self._net.table, self._seat
        for line in [*self._lines]:
            try:
                key = await self._key()
                answer = await key.open(sealed, f"{table} {seat} {line} welcome")
            except Unsealed:
                continue  # answers another knock, or is forged
            if line not in self._lines:
                return  # already answered
            self._lines = []
            abouts = _abouts(table, seat, f"{line}.{answer}")
            self._channel = NetChannel(self._net, seat, f"from.{seat}", key, abouts)
            self._on_channel(self._channel)
            return
