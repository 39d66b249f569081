"""A shared table as values: seats, pending mutations, requests, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.core.errors import join_words
from app.core.support.untrusted_json import JsonRecord
from app.sync.net_links import is_net
from app.sync.seats import Rules, Seat
from app.widgets.fight.gauges.avatars import Avatar, avatar

#: Links that lead every device to itself.
LOCAL = re.compile(r"https?://(localhost|127\.[0-9.]+|\[::1\])[:/]")

#: State of the connection: up, down, connecting, or closed for good.
Line = Literal["here", "away", "coming", "over"]


@dataclass(frozen=True)
class Seated:
    """An occupied seat. here: whether it is connected."""

    seat: Seat
    here: bool


@dataclass(frozen=True)
class Code:
    """A code on display: its text, the link that carries it, and its SVG picture.

    notice: the result of the last scanned reply.
    """

    text: str
    link: str
    picture: str
    notice: str = ""

    @property
    def is_link(self) -> bool:
        """Tell whether scanning it opens the page."""
        return self.link != self.text

    @property
    def is_local(self) -> bool:
        """Tell whether only this device can open its link."""
        return LOCAL.match(self.link) is not None

    @property
    def by_net(self) -> bool:
        """Tell whether it is an invitation over the internet."""
        return is_net(self.text)


@dataclass(frozen=True)
class Waiting:
    """A mutation that the host has not confirmed. why: the host's reason, if any."""

    id: str
    words: str
    why: str = ""


@dataclass(frozen=True)
class Proposal:
    """A player's mutation that the game master may accept. name: the player's."""

    act: str
    name: str
    words: str


@dataclass(frozen=True)
class Answered:
    """A seat's answer to a request. success: None while open, or without a success."""

    name: str
    words: str = ""
    success: bool | None = None


@dataclass(frozen=True)
class Asked:
    """A roll that the game master requests. answers: of the requested seats, at the host."""

    id: str
    procedure: str
    typed: Mapping[str, str]
    answers: tuple[Answered, ...] = ()


@dataclass(frozen=True)
class Rolling:
    """A seat that is typing dice. faces: typed so far."""

    name: str
    procedure: str
    faces: tuple[int, ...]


@dataclass(frozen=True)
class OnNet:
    """The state of a host's table on a server."""

    #: Whether this page can use a server.
    knows: bool = False
    #: Whether the table is on the server.
    lies: bool = False
    #: Whether the server requires a login.
    asks_login: bool = False
    #: The current problem.
    words: str = ""


@dataclass(frozen=True)
class Together:
    """This device's view of a shared table."""

    #: Whether it keeps the journal or follows.
    part: Literal["host", "guest"]
    game: str = ""
    name: str = ""
    #: The own seat's id.
    me: str = ""
    #: A guest's connection to the host.
    line: Line = "here"
    #: The reason for the connection's state.
    why: str = ""
    seats: tuple[Seated, ...] = ()
    rules: Rules = field(default_factory=Rules)
    #: The code on display.
    code: Code | None = None
    #: Whether the camera is reading.
    camera: bool = False
    #: Characters without a player: (id, name), for a guest to choose from; None if not known yet.
    free: tuple[tuple[str, str], ...] | None = ()
    #: Names of the characters that other devices play, for a guest.
    taken: tuple[str, ...] = ()
    pending: tuple[Waiting, ...] = ()
    refused: tuple[Waiting, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    asked: tuple[Asked, ...] = ()
    rolling: tuple[Rolling, ...] = ()
    #: Messages for the host, newest last.
    refusals: tuple[str, ...] = ()
    #: The seat that is about to become host, as long as its device has not confirmed it.
    handing: str = ""
    #: The players' screen as the host sends it.
    screen: JsonRecord | None = None
    #: Ids of combatants with redacted numbers.
    closed: frozenset[str] = frozenset()
    #: A host's table on a server.
    net: OnNet = field(default_factory=OnNet)

    @property
    def mine(self) -> Seat | None:
        """Return the own seat, if there is one yet."""
        return next((seat.seat for seat in self.seats if seat.seat.id == self.me), None)

    @property
    def joining(self) -> bool:
        """Tell whether this is a guest without a seat."""
        return self.part == "guest" and self.mine is None

    @property
    def is_master(self) -> bool:
        """Tell whether this is a game master's device: the host, or a guest in such a seat."""
        return self.part == "host" or (self.mine is not None and self.mine.role == "master")

    @property
    def plays(self) -> tuple[str, ...]:
        """Return the ids of the own seat's characters."""
        return self.mine.characters if self.mine is not None else ()

    @property
    def away(self) -> bool:
        """Tell whether this is a guest without a connection to the host."""
        return self.part == "guest" and self.line != "here"


#: Labels of the roles at the table.
ROLES = {"master": "GM", "player": "Player", "onlooker": "Watching"}

#: The label of an unnamed seat.
NAMELESS = "Somebody"

#: Settings of the table: rule, label, explanation.
WISHES = (
    ("confirm", "Approve player actions", "Every action needs your approval."),
    ("pools", "Players can spend group points", "Also other shared counters."),
    (
        "numbers",
        "Players can see each other’s stats",
        "Otherwise only what the players’ screen shows.",
    ),
)


@dataclass(frozen=True)
class SeatLine:
    """A seat in the list."""

    id: str
    name: str
    avatar: Avatar
    #: Its characters or its role, in words.
    plays: str
    #: Whether it is connected, in words.
    state: str
    here: bool
    muted: bool
    #: Whether its device is about to become host.
    is_next_host: bool
    #: Characters to assign or take away: (id, label).
    casts: tuple[tuple[str, str], ...]


def seat_lines(together: Together, names: Mapping[str, str]) -> tuple[SeatLine, ...]:
    """Return all seats. names: of the characters, by id."""
    return tuple(_line(each, together, names, index) for index, each in enumerate(together.seats))


def _line(seated: Seated, together: Together, names: Mapping[str, str], index: int) -> SeatLine:
    seat = seated.seat
    played = [names[id] for id in seat.characters if id in names]
    name = seat.name or (played[0] if played else NAMELESS)
    description = ", ".join(played) if seat.role == "player" and played != [name] else ""
    description = description or ROLES[seat.role]
    state = "here" if seated.here else "left" if seat.left else "away"
    if seat.id == together.me:
        state = "this device"
    elif seat.id == together.handing:
        state = f"becoming host · {state}"
    return SeatLine(
        seat.id,
        name,
        avatar(name, "ours" if seat.role == "player" else "theirs", place=index),
        description,
        f"muted · {state}" if seat.muted else state,
        seated.here,
        seat.muted,
        seat.id == together.handing,
        _casts(seat, together, names),
    )


def _casts(seat: Seat, together: Together, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if together.part != "host" or seat.role != "player":
        return ()
    verb = "Also assign" if seat.characters else "Assign"
    more = ((id, f"{verb} {name}") for id, name in together.free or ())
    own = tuple((id, f"Unassign {names[id]}") for id in seat.characters if id in names)
    return (*more, *own)


def describe_taken(taken: Sequence[str]) -> str:
    """Say that these characters are played on other devices; empty without any."""
    if not taken:
        return ""
    one = len(taken) == 1
    played = "is played on another device" if one else "are played on other devices"
    way = f"To play {'that' if one else 'such a'} character here, leave the table there"
    return f"{join_words(tuple(taken), 'and')} {played}. {way}, or ask the GM to unassign it."


def wishes(rules: Rules) -> tuple[tuple[str, str, str, bool], ...]:
    """Return the settings of the table with their values."""
    return tuple((id, words, help, bool(getattr(rules, id))) for id, words, help in WISHES)


def players(together: Together | None, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the seats a host can ask one by one, with names; none without a choice."""
    if together is None or together.part != "host":
        return ()
    lines = seat_lines(together, names)
    seats = tuple(
        (line.id, line.name)
        for line, each in zip(lines, together.seats, strict=True)
        if each.seat.role == "player" and not each.seat.left
    )
    return seats if len(seats) > 1 else ()


def made_it(asked: Asked) -> str:
    """Summarize the answers: `3 of 4 succeeded`, `2 of 4 rolled`; empty without any."""
    done = [answer for answer in asked.answers if answer.words]
    if not done:
        return ""
    total = len(asked.answers)
    if all(each.success is None for each in done):
        return f"{len(done)} of {total} rolled"
    succeeded = sum(each.success is True for each in done)
    remaining_words = f", {total - len(done)} to roll" if len(done) < total else ""
    return f"{succeeded} of {total} succeeded{remaining_words}"
