"""What somebody did to sit at one table with others, each at a device of their own.

Those of `TogetherTapped` are for the line to the other devices (`app.browser.sync`): what comes
of them is answered by `TableStood`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from app.widgets.sync.sync import Together


@dataclass(frozen=True)
class InviteTapped:
    """Somebody is to be invited to this table. net: over the net, and not in this room.

    user, password: the login at the server, where it asks for one.
    """

    net: bool = False
    user: str = ""
    password: str = ""


@dataclass(frozen=True)
class NetTaken:
    """What lies of this table on the server is wanted as a file."""


@dataclass(frozen=True)
class NetDropped:
    """The table is to be deleted on the server; what is here stays."""


@dataclass(frozen=True)
class InviteClosed:
    """Nobody more is to be invited just now."""


@dataclass(frozen=True)
class CodeOpened:
    """A code was opened, read or pasted: an invitation, or what a guest shows in return."""

    text: str


@dataclass(frozen=True)
class CameraTapped:
    """A code is to be read by the camera, or (again) not any more."""


@dataclass(frozen=True)
class SeatTaken:
    """A guest says who they are. character: whom they play; empty for a new one, so named."""

    role: Literal["player", "onlooker"]
    character: str = ""
    name: str = ""


@dataclass(frozen=True)
class BackTapped:
    """A guest wants to be at the table again."""


@dataclass(frozen=True)
class TableLeft:
    """A guest leaves the table, or a host closes it; what is here stays."""


@dataclass(frozen=True)
class SeatMuted:
    """The host lets somebody do nothing, or (again) what they may."""

    seat: str


@dataclass(frozen=True)
class SeatRemoved:
    """The host removes somebody from the table."""

    seat: str


@dataclass(frozen=True)
class SeatCast:
    """The host says whom somebody plays. character: one more, or one less if they play it."""

    seat: str
    character: str


@dataclass(frozen=True)
class RuleSwitched:
    """What the table may do is wished otherwise."""

    rule: Literal["confirm", "pools", "numbers"]


@dataclass(frozen=True)
class ProposalAnswered:
    """The host accepts what a player wants to do, or declines it."""

    act: str
    yes: bool


@dataclass(frozen=True)
class ActDropped:
    """What cannot be any more is not to be done."""

    act: str


@dataclass(frozen=True)
class ActRetried:
    """It is to be tried again, on what stands there now."""

    act: str


@dataclass(frozen=True)
class TableAsked:
    """The open form is put to players: each is to roll it. seats: of whom, empty for all."""

    procedure: str
    typed: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class AskClosed:
    """Nobody needs to answer any more; or a guest does not want to."""

    ask: str


@dataclass(frozen=True)
class TableHandedOver:
    """Another device is to keep the table's journal from now on."""

    seat: str


@dataclass(frozen=True)
class WordsRead:
    """What the table told was read."""


#: What is done by the line to the others.
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
    """How the table of several devices stands now; None where this device sits at none."""

    together: Together | None


@dataclass(frozen=True)
class AskTaken:
    """A guest opens what the game master asked of them."""

    ask: str


TogetherMessage = TogetherTapped | TableStood | AskTaken
