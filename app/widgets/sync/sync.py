"""One table, many devices, as values: who sits there, what waits, what is asked; and its lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.sync.net_links import is_net
from app.sync.seats import Rules, Seat
from app.widgets.fight.avatars import Avatar, avatar

#: How the line to the others is: there, gone, being made, or closed for good.
Line = Literal["here", "away", "coming", "over"]


@dataclass(frozen=True)
class Seated:
    """Somebody at the table. here: are they there now? since: when they came or went."""

    seat: Seat
    here: bool
    since: str = ""


@dataclass(frozen=True)
class Code:
    """A code to be shown: its text, the link that carries it, and its picture as SVG.

    notice: what became of the reply to it that was read last.
    """

    text: str
    link: str
    picture: str
    notice: str = ""

    @property
    def is_link(self) -> bool:
        """Does a device that reads it open the page by that?"""
        return self.link != self.text

    @property
    def by_net(self) -> bool:
        """Is this an invitation over the net?"""
        return is_net(self.text)


@dataclass(frozen=True)
class Waiting:
    """What somebody did and what has not come to the table yet. why: the host's reason, if any."""

    id: str
    words: str
    why: str = ""


@dataclass(frozen=True)
class Proposal:
    """What a player wants to do, for the game master to accept. name: the player's."""

    act: str
    name: str
    words: str


@dataclass(frozen=True)
class Answered:
    """What somebody has made of what was asked. success: None where it knows none, or is open."""

    name: str
    words: str = ""
    success: bool | None = None


@dataclass(frozen=True)
class Asked:
    """What the game master asks of the table. answers: of those who are meant, at the host's."""

    id: str
    procedure: str
    typed: Mapping[str, str]
    character: str = ""
    answers: tuple[Answered, ...] = ()


@dataclass(frozen=True)
class Rolling:
    """Somebody types dice just now. faces: as far as they lie there."""

    name: str
    procedure: str
    faces: tuple[int, ...]


@dataclass(frozen=True)
class OnNet:
    """A host's table and a server. knows: may this page speak to one? lies: does the table lie
    there? asks_login: does the server want to know who opens it? words: what is wrong just now.
    """

    knows: bool = False
    lies: bool = False
    asks_login: bool = False
    words: str = ""


@dataclass(frozen=True)
class Together:
    """This device at a table of several.

    part: whether it keeps the journal or follows. me: the own seat's id. line: of a guest to the
    host; why: said of it. code: to be shown now. camera: is it reading? free: the characters whom
    nobody plays yet, by id, for a guest to choose from. screen: the players' screen as the host
    tells it. closed: the ids of those whose numbers this device does not know. net: of a host, how
    the table stands on the net. told: what the host has to know of, newest last.
    """

    part: Literal["host", "guest"]
    campaign: str = ""
    game: str = ""
    name: str = ""
    me: str = ""
    line: Line = "here"
    why: str = ""
    seats: tuple[Seated, ...] = ()
    rules: Rules = field(default_factory=Rules)
    code: Code | None = None
    camera: bool = False
    free: tuple[tuple[str, str], ...] = ()
    pending: tuple[Waiting, ...] = ()
    refused: tuple[Waiting, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    asked: tuple[Asked, ...] = ()
    rolling: tuple[Rolling, ...] = ()
    told: tuple[str, ...] = ()
    screen: Mapping[str, Any] | None = None
    closed: frozenset[str] = frozenset()
    net: OnNet = field(default_factory=OnNet)

    @property
    def mine(self) -> Seat | None:
        """The own seat, if there is one yet."""
        return next((each.seat for each in self.seats if each.seat.id == self.me), None)

    @property
    def joining(self) -> bool:
        """Is this a guest who has no seat yet?"""
        return self.part == "guest" and self.mine is None

    @property
    def plays(self) -> tuple[str, ...]:
        """The characters of the own seat."""
        return self.mine.characters if self.mine is not None else ()

    @property
    def away(self) -> bool:
        """Is this a guest whose host is not there?"""
        return self.part == "guest" and self.line != "here"


#: What each part at the table is called.
ROLES = {"master": "Game master", "player": "Player", "onlooker": "Only watching"}

#: What somebody is called of whom nothing else is known.
NAMELESS = "Somebody"

#: What the game master may wish, each as its rule, its words, and what it means.
WISHES = (
    ("confirm", "Confirm what players do", "Each of their taps comes as a proposal to accept."),
    ("pools", "Players spend what the group has", "Group points, and what else the scene counts."),
    (
        "numbers",
        "Players see one another’s numbers",
        "Else the players’ screen alone.",
    ),
)


@dataclass(frozen=True)
class SeatLine:
    """Somebody at the table as they are listed. plays: whom, in words; state: are they there?

    casts: whom they may play besides, or not any more: the character's id, and what to say.
    """

    id: str
    name: str
    avatar: Avatar
    plays: str
    state: str
    here: bool
    muted: bool
    casts: tuple[tuple[str, str], ...]


def seat_lines(together: Together, names: Mapping[str, str]) -> tuple[SeatLine, ...]:
    """Everybody who sits there. names: of the characters, by id."""
    return tuple(_line(each, together, names, place) for place, each in enumerate(together.seats))


def _line(each: Seated, together: Together, names: Mapping[str, str], place: int) -> SeatLine:
    seat = each.seat
    played = [names[id] for id in seat.characters if id in names]
    name = seat.name or (played[0] if played else NAMELESS)
    who = ", ".join(played) if seat.role == "player" and played != [name] else ""
    who = who or ROLES[seat.role]
    state = "here" if each.here else "away"
    if seat.id == together.me:
        state = "this device"
    return SeatLine(
        seat.id,
        name,
        avatar(name, "ours" if seat.role == "player" else "theirs", place=place),
        who,
        f"muted · {state}" if seat.muted else state,
        each.here,
        seat.muted,
        _casts(seat, together, names),
    )


def _casts(seat: Seat, together: Together, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    if together.part != "host" or seat.role != "player":
        return ()
    others = (
        f"Let them play {name}" if not seat.characters else f"Let them play {name}, too"
        for _, name in together.free
    )
    more = tuple(zip((id for id, _ in together.free), others, strict=True))
    own = tuple((id, f"Take {names[id]} from them") for id in seat.characters if id in names)
    return (*more, *own)


def wishes(rules: Rules) -> tuple[tuple[str, str, str, bool], ...]:
    """What the game master may wish, with whether it is."""
    return tuple((id, words, help, bool(getattr(rules, id))) for id, words, help in WISHES)


def players(together: Together | None, names: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Whom a host can ask one by one, each seat with its name; nobody where there is no choice."""
    if together is None or together.part != "host":
        return ()
    lines = seat_lines(together, names)
    asked = tuple(
        (line.id, line.name)
        for line, each in zip(lines, together.seats, strict=True)
        if each.seat.role == "player"
    )
    return asked if len(asked) > 1 else ()


def made_it(asked: Asked) -> str:
    """`3 of 4 made it`, `2 of 4 rolled`; empty while nobody has."""
    done = [each for each in asked.answers if each.words]
    if not done:
        return ""
    total = len(asked.answers)
    if all(each.success is None for each in done):
        return f"{len(done)} of {total} rolled"
    made = sum(each.success is True for each in done)
    waits = f", {total - len(done)} still to roll" if len(done) < total else ""
    return f"{made} of {total} made it{waits}"
