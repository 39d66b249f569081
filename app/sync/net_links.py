"""Invitations over the internet, behind the `#` of a link, which browsers send to no server.

net.<table>.<token>.<key of all invited>.<the host's public half>[.<user>.<password>]
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Self

from app.core.errors import BadInput
from app.sync.codes import Code, from_code

#: The prefix of such an invitation, which no local code has.
MARK = "net."

_PART = re.compile(r"[A-Za-z0-9_-]+")

NOT_WHOLE = "Incomplete invite. Copy all of it, from “net.” to the end, or open the link."


@dataclass(frozen=True)
class NetInvitation:
    """An invitation to a table, with its keys."""

    table: str
    token: str
    invited: str
    host: str
    #: User name and password at the server, empty without.
    login: tuple[str, str] = ("", "")

    @property
    def text(self) -> str:
        """Return the invitation as text."""
        login = [_encode(each) for each in self.login] if self.login[0] else []
        return MARK + ".".join((self.table, self.token, self.invited, self.host, *login))

    @classmethod
    def read(cls, text: str) -> Self:
        """Read an invitation from a link or its text; raises BadInput."""
        parts = text.strip().rpartition("/")[2].split(".")[1:]
        if len(parts) not in (4, 6) or not all(map(_PART.fullmatch, parts)):
            raise BadInput("code", NOT_WHOLE)
        table, token, invited, host, *login = parts
        if (len(invited), len(host)) != (43, 87):
            raise BadInput("code", NOT_WHOLE)
        user, password = map(_decode, login) if login else ("", "")
        return cls(table, token, invited, host, (user, password))


def is_net(text: str) -> bool:
    """Tell whether a text is an invitation over the internet."""
    return text.strip().rpartition("/")[2].startswith(MARK)


def read_invitation(text: str) -> NetInvitation | Code:
    """Read an invitation over the internet or in the same room; raises BadInput."""
    return NetInvitation.read(text) if is_net(text) else from_code(text, "offer")


def _encode(text: str) -> str:
    return "_" + urlsafe_b64encode(text.encode()).rstrip(b"=").decode()  # none is empty


def _decode(text: str) -> str:
    text = text[1:]
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError as fault:
        raise BadInput("code", NOT_WHOLE) from fault
