"""A host's invitations: codes that are shown, and codes that are read."""

from __future__ import annotations

import secrets
from collections.abc import Container
from typing import TYPE_CHECKING

from pyscript import window

from app.browser.dom import beside, tell
from app.browser.together.reading import Reading
from app.browser.together.webrtc import Invited, NoConnection, invite
from app.core.errors import BadInput
from app.table.messages.together import (
    CameraTapped,
    CodeOpened,
    InviteClosed,
    InviteTapped,
    TogetherTapped,
)
from app.together.codes import Code, from_code, picture, to_code, to_link
from app.widgets.together import Code as Shown

if TYPE_CHECKING:
    from app.browser.together.host_session import HostSession


def shown(text: str, address: str = "") -> Shown:
    """A code as it is shown: its link (where it is one to open) and its picture."""
    link = to_link(address, text) if address else text
    return Shown(text, link, picture(link))


class Invitations:
    """Those of one host. code: that is shown now; camera: is it reading?"""

    def __init__(self, session: HostSession) -> None:
        self._session = session
        self._open: Invited | None = None
        self._token = ""
        self._camera = Reading(self._read, session.tell_page)
        self.code: Shown | None = None

    @property
    def camera(self) -> bool:
        return self._camera.on

    async def do(self, message: TogetherTapped) -> None:
        """What was tapped. Raises BadInput."""
        match message:
            case InviteTapped():
                await self._invite()
            case InviteClosed():
                self._close()
            case CodeOpened(text):
                self._answered(text)
            case CameraTapped():
                self._camera.switch()

    async def _invite(self) -> None:
        self._close()
        try:
            self._open = await invite()
        except NoConnection as fault:
            raise BadInput("invitation", str(fault)) from None
        self._token = secrets.token_urlsafe(9)
        code = to_code(Code(self._open.description, self._session.campaign, self._token))
        self.code = shown(code, str(window.location.href))
        self._session.invited(self._token)

    def _close(self) -> None:
        self._camera.stop()
        if self._open is not None:
            self._open.close()
        if self.code is not None:
            self._session.uninvited(self._token)
        self._open, self.code = None, None

    def by_net(self) -> str:
        """The token of a new invitation over the net."""
        self._close()
        self._token = secrets.token_urlsafe(9)
        self._session.invited(self._token)
        return self._token

    def used(self, invitations: Container[str]) -> None:
        """What is shown is over when somebody has come by it."""
        if self._open is None and self.code is not None and self._token not in invitations:
            self.code = None

    def close_net(self) -> None:
        """Nobody comes over the net by what is shown now."""
        if self._open is None:
            self._close()

    def _read(self, text: str) -> None:
        """The camera has read something."""
        self._session.do(CodeOpened(text))

    def _answered(self, text: str) -> None:
        code = from_code(text, "answer")
        if self._open is None:
            raise BadInput("code", "Invite somebody first: this answers an invitation.")
        self._camera.stop()
        invited, self._open, self.code = self._open, None, None
        beside(self._accepted(invited, code))

    async def _accepted(self, invited: Invited, code: Code) -> None:
        try:
            self._session.joined(await invited.accept(code.description))
        except (NoConnection, BadInput) as fault:
            self._session.uninvited(self._token)
            tell(str(fault))
        self._session.tell_page()

    def close(self) -> None:
        self._close()
