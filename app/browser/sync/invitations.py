"""A host's invitations: codes shown and codes read.

Any number of devices may read the shown code. Each is admitted by the reply code that it shows,
once the game master's device has read that.
"""

from __future__ import annotations

import secrets
from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from app.browser.platform.dom import beside, notify, page_address
from app.browser.sync.reading import Reading
from app.browser.sync.webrtc.webrtc import Invited, NoConnection, invite
from app.core.errors import BadInput
from app.sync.codes import Code, from_reply, picture, to_code, to_link
from app.update.messages.sync import (
    CameraTapped,
    CodeOpened,
    InviteClosed,
    InviteTapped,
    TogetherTapped,
)
from app.widgets.sync.sync import Code as Shown

if TYPE_CHECKING:
    from app.browser.sync.webrtc.channels import Channel

NOT_INVITED = "This is a reply. Invite players first."
CONNECTING = "Connecting to that device…"
IN = "That device joined. The next one can scan the same code."
APART = (
    "Can’t find that device. Let it scan the code above again, then scan its new one. Both "
    "devices need the same Wi-Fi; if it keeps them apart, use a phone’s hotspot."
)
ONE_EACH = "That code is used. Let them scan the new one above."


def code_view(text: str, address: str = "") -> Shown:
    """Return a code with its link (if `address` can open it) and its picture."""
    link = to_link(address, text) if address else text
    return Shown(text, link, picture(link))


class Owner(Protocol):
    """The host session that invites."""

    @property
    def campaign(self) -> str:
        """Return the id of its campaign."""

    def add_channel(self, channel: Channel, *, admitted: bool) -> object:
        """Add a guest's channel."""

    def admit(self, token: str) -> None:
        """Admit the guest of a net invitation."""

    def revoke(self, token: str) -> None:
        """Refuse that guest from now on."""

    def do(self, message: TogetherTapped) -> None:
        """Handle a tap on the host's page."""

    def tell_page(self) -> None:
        """Show the state of the table."""


class Invitations:
    """The invitations of one host.

    code: the shown code. camera: whether it is reading.
    """

    def __init__(self, session: Owner) -> None:
        self._session = session
        #: The shown local invitation, and whether no device has connected with it yet.
        self._open: Invited | None = None
        self._is_fresh = True
        self._token = ""
        #: Devices that have replied, by their credentials.
        self._known: set[str] = set()
        self._camera = Reading(self._on_text, session.tell_page)
        self.code: Shown | None = None

    @property
    def camera(self) -> bool:
        return self._camera.on

    async def do(self, message: TogetherTapped) -> None:
        """Handle a tap; raise BadInput."""
        match message:
            case InviteTapped():
                await self._invite()
            case InviteClosed():
                self._close()
            case CodeOpened(text):
                self._admit(text)
            case CameraTapped():
                self._camera.switch()

    async def _invite(self) -> None:
        self._close()
        try:
            self._open = await invite()
        except NoConnection as fault:
            raise BadInput("invitation", str(fault)) from None
        self._is_fresh, self._known = True, set()
        self._token = secrets.token_urlsafe(9)
        code = to_code(Code(self._open.description, self._session.campaign, self._token))
        self.code = code_view(code, page_address())

    def _close(self) -> None:
        self._camera.stop()
        if self._open is not None and self._is_fresh:
            self._open.close()
        if self._open is None and self.code is not None:
            self._session.revoke(self._token)
        self._open, self.code = None, None

    def by_net(self) -> str:
        """Start an invitation over the net and return its token."""
        self._close()
        self._token = secrets.token_urlsafe(9)
        self._session.admit(self._token)
        return self._token

    def hide_used(self, invitations: Container[str]) -> None:
        """Hide the code of a net invitation that has been used."""
        if self._open is None and self.code is not None and self._token not in invitations:
            self.code = None

    def close_net(self) -> None:
        """Close a shown net invitation."""
        if self._open is None:
            self._close()

    def _on_text(self, text: str) -> None:
        """Handle a text read by the camera."""
        self._session.do(CodeOpened(text))

    def _admit(self, text: str) -> None:
        """Admit the device of a reply code; show its fault below the code."""
        invited = self._open
        if invited is None:
            raise BadInput("code", NOT_INVITED)
        try:
            reply = from_reply(text, self._session.campaign, self._token, self._known)
        except BadInput as fault:
            self._notice(fault.sentence)
            return
        self._camera.stop()
        self._known.add(reply.description.ufrag)
        self._notice(CONNECTING)
        beside(self._let_in(invited, reply))

    async def _let_in(self, invited: Invited, reply: Code) -> None:
        own, self._is_fresh = invited if self._is_fresh else None, False
        try:
            own = own or await invited.again()
        except NoConnection:
            await self._renew(invited)
            return
        try:
            channel = await own.accept(reply.description)
        except (NoConnection, BadInput):
            self._known.discard(reply.description.ufrag)
            self._tell(invited, APART)
        else:
            self._session.add_channel(channel, admitted=True)
            self._tell(invited, IN)

    async def _renew(self, used: Invited) -> None:
        """Show a new code: this browser needs one invitation for each device."""
        if self._open is not used:
            return
        try:
            await self._invite()
        except BadInput as fault:
            notify(fault.message)
        else:
            self._notice(ONE_EACH)
        self._session.tell_page()

    def _tell(self, invited: Invited, words: str) -> None:
        """Show the result of a reply while its invitation is still shown."""
        if self._open is invited:
            self._notice(words)
            self._session.tell_page()

    def _notice(self, words: str) -> None:
        if self.code is not None:
            self.code = replace(self.code, notice=words)

    def close(self) -> None:
        self._close()
