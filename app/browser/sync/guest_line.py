"""A guest's connection to the host: made, lost and restored.

It is made by two codes or over the net. Then both agree on rejoin offers, which need no user; after
a handover the new host is found through the former one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import beside, later
from app.browser.sync.invitations import code_view
from app.browser.sync.net.net_table import sync_server
from app.browser.sync.relay import STAYS_S, Relay
from app.browser.sync.signalling import Introductions, Signalling
from app.browser.sync.webrtc.webrtc import Joined, NoConnection, join
from app.campaign.state.values import written
from app.core.errors import BadInput
from app.core.support.untrusted_json import JsonRecord
from app.sync import guest_update
from app.sync.codes import Code, to_reply
from app.sync.net_links import NetInvitation, read_invitation
from app.widgets.sync.sync import Code as Shown
from app.widgets.sync.sync import Line

if TYPE_CHECKING:
    from app.browser.sync.net.net_guest import GuestNet
    from app.browser.sync.task_queue import Doing
    from app.browser.sync.webrtc.channels import Channel
    from app.sync.guest import Guest

#: The peer of a guest's rejoin offers: the host.
HOST = ""

JOINING = "Let the GM’s device scan the code below."
KNOCKING = "Connecting… The GM’s device lets you in when it’s online."
NO_SERVER = "This page can’t join online tables. Open the link instead."
HERE = "You’ve already joined this table."
NOT_IN = "You haven’t joined yet."
SLOW = (
    "Not in yet? Let the GM’s device scan the code below. Still not? Scan their code again, then "
    "let them scan your new one. Both devices need the same Wi-Fi; if it keeps them apart, use a "
    "phone’s hotspot."
)
COMING = "Reconnecting…"
AWAY = "Not connected. Keep playing: your actions are sent when you reconnect."

#: Seconds until an expired reply code is replaced.
RENEWED_S = 1.0

#: Seconds after which a guest that shows a code gets a hint.
SLOW_S = 20.0

#: Seconds until the next try to reconnect, and at most between tries.
AGAIN_S, AGAIN_MOST_S = 5.0, 80.0


class Owner(Protocol):
    """The guest session that owns the connection."""

    guest: Guest

    def turn(self, doing: Doing) -> None:
        """Queue a task."""

    def on_message(self, text: str) -> None:
        """Handle a message of the host."""

    def on_link(self) -> None:
        """Handle a new connection: identify this guest to the host."""

    def on_loss(self) -> None:
        """Handle the loss of the host."""

    async def keep(self) -> None:
        """Store `record` in turn."""

    def tell_page(self) -> None:
        """Show a changed status of the connection."""


class GuestLine:
    """The connection of one guest.

    status, why: its status on the page. code: the reply code for the host. relay: the relay to
    the guests of this device, if it was the host before.
    """

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self.status: Line = "coming"
        self.why = ""
        self.code: Shown | None = None
        self.relay: Relay | None = None
        self._joined: Joined | None = None
        self._answered: Code | None = None  # the invitation of the shown reply
        self._net: GuestNet | None = None
        self._back = Signalling(self._send, self._on_meeting, self._on_agreement)
        self._through = Introductions(self._relay, self._on_meeting)
        self._channel: Channel | None = None
        self._unsaid: list[str] | None = None  # held back until this guest has identified itself
        self._former: Channel | None = None  # to the former host
        self._sent_away = False
        self._looks = False  # a search for the host is running
        self._open = True

    @property
    def record(self) -> dict[str, object]:
        """The record of the connection to be stored."""
        net = {"net": self._net.record} if self._net is not None else {}
        return {"back": self._back.record(), **net}

    def resume(self, record: JsonRecord) -> None:
        """Restore the connection of the last visit and reconnect."""
        self._back = Signalling(
            self._send, self._on_meeting, self._on_agreement, record.get("back")
        )
        if self._owner.guest.over:
            self._sent_away = True
            self._is("over", self._owner.guest.over)
            return
        if sync_server() and isinstance(record.get("net"), dict):
            self._make_net(record["net"])
        self._owner.turn(self._come_back)

    # --- connecting ---

    async def connect(self, invited: NetInvitation | Code, record: object = None) -> None:
        """Connect by an invitation; raise BadInput.

        record: the stored record of this connection, if any.
        """
        if isinstance(invited, Code):
            await self._answer(invited)
            return
        known = record.get("net") if isinstance(record, Mapping) else None
        await self._connect_by_net(invited, self._net.record if self._net is not None else known)

    async def _answer(self, code: Code) -> None:
        """Show the reply code; the channel opens when the host has read it."""
        if self.status == "here":
            raise BadInput("code", HERE)
        self.code = None  # of an earlier invitation
        previous, self._joined = self._joined, None
        if previous is not None:
            previous.close()
        await self._show_reply(code)
        later(SLOW_S, lambda: self._hint(code))

    async def _show_reply(self, code: Code, notice: str = "") -> None:
        try:
            joined = self._joined = await join(code.description)
        except NoConnection as fault:
            raise BadInput("code", str(fault)) from None
        self._answered = code
        self.code = replace(code_view(to_reply(code, joined.description)), notice=notice)
        beside(self._waiting(joined, code))
        self._is("coming", JOINING)

    async def _waiting(self, joined: Joined, code: Code) -> None:
        """Wait for the host; renew the reply code when the browser gives up."""
        try:
            self.use(await joined.wait_open())
        except NoConnection:
            if self._joined is joined and self._open:
                await self._renew(joined, code)

    async def _renew(self, gone: Joined, code: Code) -> None:
        await asyncio.sleep(RENEWED_S)
        if self._joined is not gone or not self._open:
            return
        try:
            await self._show_reply(code, SLOW)
        except BadInput as fault:
            self.code = self._joined = None
            self._be_away(fault.message)

    def _hint(self, code: Code) -> None:
        """Show a hint if the host has not read the reply for a while."""
        if self._answered is code and self.code is not None:
            self.code = replace(self.code, notice=SLOW)
            self._owner.tell_page()

    async def _connect_by_net(self, invitation: NetInvitation, known: object) -> None:
        """Connect through a server; `known` is the stored record of that."""
        from app.browser.sync.net.net_guest import invited

        record = await invited(invitation, known if isinstance(known, dict) else None)
        if self._net is not None:
            self._net.close()
        self._make_net(record)
        self._is("coming", KNOCKING)

    def _make_net(self, record: dict[str, object]) -> None:
        from app.browser.sync.net.net_guest import GuestNet

        table = self._owner.guest.table
        self._net = GuestNet(sync_server(), table, record, self.use, self._net_lost)

    def use(self, channel: Channel) -> None:
        """Use a new channel to the host."""
        for old in (self._channel, self._former):
            if old is not None:
                old.close()
        self._channel, self._former, self.code, self._joined = channel, None, None, None
        self._answered = None
        self._unsaid = []
        self.status, self.why, self._sent_away = "here", "", False
        channel.hear(self._owner.on_message, lambda why: self._on_end(channel, why))
        self._owner.on_link()

    # --- messages ---

    def say(self, record: JsonRecord) -> None:
        """Send a record to the host, if it is connected.

        The first record on a new channel identifies this guest; others are held back until
        then.
        """
        if self._channel is None:
            return
        text = written(dict(record))
        if record["kind"] == "hello":
            held_back, self._unsaid = self._unsaid or [], None
            for message in (text, *held_back):
                self._channel.send(message)
        elif self._unsaid is not None:
            self._unsaid.append(text)
        else:
            self._channel.send(text)

    def on_record(self, record: JsonRecord) -> None:
        """Handle a message of the host about connections."""
        match record["kind"]:
            case "next" | "ready":
                beside(self._back.on_record(HOST, record))
            case "pass" if self.relay is not None:
                self.relay.pass_on(record)
            case "relay" if self._former is not None:
                beside(self._through.on_text(HOST, record["text"]))
            case "moved":
                self._move()

    def make_offers(self) -> None:
        """Agree on rejoin offers with the host."""
        if self._net is None:
            beside(self._back.offer(HOST))

    def _send(self, who: str, record: JsonRecord) -> None:
        self.say(record)

    async def _on_agreement(self) -> None:
        await self._owner.keep()

    # --- handover ---

    def hand_over(self, early: list[str]) -> Channel | None:
        """Return the channel to the former host when this device becomes the host.

        Its messages are collected in `early` until a listener is set.
        """
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.hear(early.append, lambda why: None)
        return channel

    def _move(self) -> None:
        """Seek the new host through the former one."""
        self._former, self._channel = self._channel, None
        self._back.forget(HOST)
        later(STAYS_S, self._stay_away)
        self._is("coming", self._owner.guest.reason)

    def _relay(self, who: str, text: str) -> None:
        if self._former is not None:
            self._former.send(written({"kind": "relay", "text": text}))

    def _stay_away(self) -> None:
        if self._open and self._channel is None and self.status == "coming":
            self._be_away("")

    # --- loss ---

    async def close_silent(self) -> None:
        """Close a silent connection, or one that the host ended.

        The other end may have closed the channel before its last message was handled.
        """
        reason, channel, self._channel = self._owner.guest.reason, self._channel, None
        if channel is not None:
            channel.close()
        if reason == guest_update.SILENT:
            self._be_away(reason)
            await self._come_back()
            return
        self._is("over" if self._owner.guest.over else "away", reason)
        self._sent_away = True
        if self._net is not None:
            self._net.rest()

    def _on_end(self, channel: Channel, why: str) -> None:
        if self._former is channel:
            self._former = None
            self._stay_away()
        elif self._channel is channel:
            self._channel = None
            self._owner.on_loss()
            self._be_away(why)
            self._owner.turn(self._come_back)

    def _net_lost(self, why: str) -> None:
        """Show that the server does not answer; it is tried again automatically."""
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()
            self._owner.on_loss()
        self._is("away", why)

    def _be_away(self, why: str) -> None:
        away = AWAY if self._owner.guest.seat is not None else NOT_IN
        self._is("away", f"{why} {away}" if why and why != away else away)

    def _is(self, status: Line, why: str) -> None:
        self.status, self.why = status, why
        self._owner.tell_page()

    # --- reconnecting ---

    async def reconnect(self) -> None:
        """Reconnect on request, for any reason of the loss."""
        self._sent_away = False
        await self._come_back()

    async def _come_back(self) -> None:
        """Reconnect by the stored rejoin offers or the server."""
        if self._channel is not None or self._sent_away or not self._open:
            return
        if self._net is not None:
            self._is("coming", KNOCKING)
            self._net.again()
        elif HOST not in self._back.known:
            self._be_away("")
        else:
            self._is("coming", COMING)
            beside(self._coming())

    async def _coming(self, pause: float = AGAIN_S) -> None:
        """Reconnect by rejoin offers; on failure try again after a pause."""
        if self._looks or self._sent_away:
            return
        self._looks = True
        try:
            channel = await self._back.take(HOST)
        except (NoConnection, BadInput):
            if self._channel is None and self._former is None:
                if self.code is None:
                    self._be_away("")
                later(pause, lambda: self._try_again(min(pause * 2, AGAIN_MOST_S)))
            return
        finally:
            self._looks = False
        self._on_meeting(HOST, channel)

    def _try_again(self, pause: float) -> None:
        waits = self.status == "away" or self.code is not None
        if self._open and self._channel is None and waits:
            beside(self._coming(pause))

    def _on_meeting(self, who: str, channel: Channel) -> None:
        if self._open:
            self.use(channel)
        else:
            channel.close()

    def close(self) -> None:
        """Leave the table."""
        self._open = False
        for part in (self._channel, self._former, self._joined, self._net, self.relay):
            if part is not None:
                part.close()
        self._back.close()
        self._through.close()


def invitation(text: str) -> NetInvitation | Code:
    """Read an invitation that this page can use; raise BadInput."""
    invited = read_invitation(text)
    if isinstance(invited, NetInvitation) and not sync_server():
        raise BadInput("code", NO_SERVER)
    return invited
