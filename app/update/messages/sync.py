"""User actions at a shared table of several devices.

`app.browser.sync` handles those of `TogetherTapped` and answers with `TableStood`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.widgets.sync.sync import Together


@dataclass(frozen=True)
class InviteTapped:
    """A request to invite a guest to this table."""

    #: True to connect over the internet, False in the same room.
    net: bool = False
    #: The user name at the server, where it requires one.
    user: str = ""
    #: The password at the server, where it requires one.
    password: str = ""


@dataclass(frozen=True)
class NetTaken:
    """A request for this table's data on the server as a file."""


@dataclass(frozen=True)
class NetDropped:
    """A request to delete the table on the server; local data stays."""


@dataclass(frozen=True)
class InviteClosed:
    """The invitation closed."""


@dataclass(frozen=True)
class CodeOpened:
    """A code opened, scanned or pasted: an invitation, or a guest's reply to one."""

    text: str


@dataclass(frozen=True)
class CameraTapped:
    """A toggle: scan a code with the camera."""


@dataclass(frozen=True)
class SeatTaken:
    """A guest's choice of seat."""

    role: Literal["player", "onlooker"]
    #: The id of the guest's character, empty for a new one.
    character: str = ""
    #: The name of the new character.
    name: str = ""


@dataclass(frozen=True)
class BackTapped:
    """A guest's request to rejoin the table."""


@dataclass(frozen=True)
class TableLeft:
    """The table left by a guest, or closed by the host; local data stays."""


@dataclass(frozen=True)
class SeatMuted:
    """A toggle by the host: mute a seat."""

    seat: str


@dataclass(frozen=True)
class SeatRemoved:
    """A seat removed by the host."""

    seat: str


@dataclass(frozen=True)
class SeatCast:
    """A toggle by the host: a character for a seat."""

    seat: str
    character: str


@dataclass(frozen=True)
class RuleSwitched:
    """A toggle of a rule of the table."""

    rule: Literal["confirm", "pools", "numbers"]


@dataclass(frozen=True)
class ProposalAnswered:
    """The host's answer to a player's proposal."""

    act: str
    yes: bool


@dataclass(frozen=True)
class ActDropped:
    """A mutation discarded that no longer applies."""

    act: str


@dataclass(frozen=True)
class ActRetried:
    """A mutation retried against the current state."""

    act: str


@dataclass(frozen=True)
class TableAsked:
    """The open form sent to players to roll."""

    procedure: str
    typed: Mapping[str, str] = field(default_factory=dict)
    #: Ids of the seats, empty for all.
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class AskClosed:
    """A request to roll withdrawn by the host, or dismissed by a guest."""

    ask: str


@dataclass(frozen=True)
class TableHandedOver:
    """The journal of the table handed to another device, or kept after all."""

    seat: str


@dataclass(frozen=True)
class WordsRead:
    """The table's notice dismissed."""


#: Messages handled by the connection to the other devices.
TogetherTapped = (
    InviteTapped
    | NetTaken
    | NetDropped
    | InviteClosed
    | CodeOpened
    | CameraTapped
    | SeatTaken
    | BackTapped
    | TableLeft
    | SeatMuted
    | SeatRemoved
    | SeatCast
    | RuleSwitched
    | ProposalAnswered
    | ActDropped
    | ActRetried
    | TableAsked
    | AskClosed
    | TableHandedOver
    | WordsRead
)


@dataclass(frozen=True)
class TableStood:
    """The new state of the shared table."""

    #: The table, None while this device sits at none.
    together: Together | None


@dataclass(frozen=True)
class AskTaken:
    """A request to roll opened by a guest."""

    ask: str


TogetherMessage = TogetherTapped | TableStood | AskTaken
