"""One table, many devices, as values: who sits there, what waits, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from app.campaign.answers import answers_of
from app.campaign.facts import Rolled
from app.campaign.journal import Journal
from app.campaign.state import Games
from app.core.errors import BadInput
from app.together.guest import Guest, Pending
from app.together.host import Host
from app.together.making import made
from app.together.net_links import is_net
from app.together.seats import Rules, Seat
from app.together.table import Ask
from app.together.table import Proposal as Proposed
from app.together.views import eyes
from app.widgets.avatars import Avatar, avatar
from app.widgets.board import people
from app.widgets.retold import each_words

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
    """A code to be shown: its text, the link that carries it, and its picture as SVG."""

    text: str
    link: str
    picture: str

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
    return tuple(_line(each, together, names) for each in together.seats)


def _line(each: Seated, together: Together, names: Mapping[str, str]) -> SeatLine:
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
        avatar(name, "ours" if seat.role == "player" else "theirs"),
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


# --- how the host's table stands ---


def host_told(
    host: Host, me: str, code: Code | None, camera: bool, read: int, net: OnNet
) -> Together:
    """What the host's page shows.

    me: the seat that this device had as a guest before, if any. read: so much of what was refused
    was read already.
    """
    state, there = host.journal.state, set(host.there)
    return Together(
        "host",
        campaign=host.journal.campaign,
        game=state.game,
        name=state.name,
        me=me,
        seats=tuple(Seated(each, id in there) for id, each in host.seats.items()),
        rules=host.table.rules,
        code=code,
        camera=camera,
        free=tuple(host.free.items()),
        proposals=tuple(_proposal(each, host) for each in host.table.proposals),
        asked=tuple(_asked(each, host) for each in host.table.asks),
        rolling=tuple(_rolling(id, each, host) for id, each in host.typing.items()),
        told=tuple(_told(each.seat, each.words, host) for each in host.told[read:]),
        net=net,
    )


def seat_name(host: Host, id: str) -> str:
    """What somebody at the table is called: as they wrote, else as whom they play."""
    seat = host.seats.get(id)
    if seat is None:
        return "Somebody"
    names = people(host.journal.state)
    played = (names[each] for each in seat.characters if each in names)
    return seat.name or next(played, NAMELESS)


def _told(seat: str, words: str, host: Host) -> str:
    return f"{seat_name(host, seat)}: {words}" if seat else words


def _proposal(proposed: Proposed, host: Host) -> Proposal:
    words = _act_words(proposed, host.journal, host, host.means.games)
    return Proposal(proposed.act.id, seat_name(host, proposed.seat), words)


def _act_words(proposed: Proposed, journal: Journal, host: Host, games: Games) -> str:
    """What an act would come to now, as the journal would tell it."""
    seat = host.seats.get(proposed.seat)
    try:
        assert seat is not None
        meanings, rules = host.means.meanings, host.table.rules
        after = made(journal, proposed.act, seat, rules, "", games, meanings, accepted=True)
    except (BadInput, AssertionError) as fault:
        return f"something that cannot be any more ({fault})" if str(fault) else "something"
    new = [entry for entry in after.entries if entry.n > journal.n]
    names = {**people(journal.state), **people(after.state)}
    return each_words(new, after.page, games[journal.state.game], names) or "something"


def _asked(ask: Ask, host: Host) -> Asked:
    answers = tuple(_answer(id, ask, host) for id in ask.seats if id in host.seats)
    return Asked(ask.id, ask.procedure, ask.typed, answers=answers)


def _answer(seat: str, ask: Ask, host: Host) -> Answered:
    entry = ask.done.get(seat)
    facts = (each.fact for each in host.journal.entries if entry and each.id == entry)
    fact = next(facts, None)
    name = seat_name(host, seat)
    if isinstance(fact, Rolled):
        return Answered(name, fact.words, fact.success)
    return Answered(name, "rolled" if entry else "")


def _rolling(seat: str, record: Mapping[str, Any], host: Host) -> Rolling:
    try:
        answers = answers_of(record["answers"])
    except (LookupError, TypeError, ValueError):
        answers = ()
    faces = tuple(each for each in answers if isinstance(each, int))
    return Rolling(seat_name(host, seat), record["procedure"], faces)


# --- how a guest's table stands ---


def guest_told(
    guest: Guest, line: Line, why: str, code: Code | None, camera: bool, closed: Set[str]
) -> Together:
    """What a guest's page shows. closed: the asks that they do not want to see any more."""
    state = guest.shown.state
    there = {*guest.there, guest.seat.id if guest.seat is not None else ""}
    return Together(
        "guest",
        campaign=guest.table,
        game=guest.game or state.game,
        name=state.name,
        me=guest.seat.id if guest.seat is not None and _is_seated(guest) else "",
        line=line,
        why=why or guest.said,
        seats=tuple(Seated(each, each.id in there) for each in guest.seats),
        rules=guest.rules,
        code=code,
        camera=camera,
        free=tuple(guest.free.items()),
        pending=_waiting(guest),
        refused=tuple(
            Waiting(each.act.id, _meant(each.act.of), each.words) for each in guest.refused
        ),
        asked=tuple(
            Asked(each["id"], each["procedure"], each["typed"])
            for each in guest.asks
            if each["id"] not in closed
        ),
        screen=guest.screen,
        closed=_closed(guest),
    )


def _is_seated(guest: Guest) -> bool:
    """Have they said who they are? Whoever has a character, or is sure to be watching, has."""
    seat = guest.seat
    return seat is not None and (seat.role != "onlooker" or seat.view > 1)


def _closed(guest: Guest) -> frozenset[str]:
    """Those whose numbers this seat does not know."""
    if guest.seat is None or guest.seat.role == "master":
        return frozenset()
    found = eyes(guest.journal.document, guest.seat, guest.rules, guest.means.games)
    return frozenset(found.names) - found.open if found is not None else frozenset()


def _waiting(guest: Guest) -> tuple[Waiting, ...]:
    """What is not yet at the table, as the journal tells it here."""
    shown, names = guest.shown, people(guest.shown.state)
    game = guest.means.games.get(shown.state.game)

    def words(each: Pending) -> str:
        entries = [entry for entry in shown.entries if entry.id.startswith(each.act.id)]
        told = each_words(entries, shown.page, game, names) if game is not None else ""
        return told or _meant(each.act.of)

    return tuple(
        Waiting(each.act.id, words(each), "the game master is asked" if each.waits else "")
        for each in guest.pending
    )


def _meant(of: Iterable[Mapping[str, Any]]) -> str:
    """What is meant, where no journal tells it: in the words of its kind."""
    return "; ".join(_said(each) for each in of) or "something"


def _said(meant: Mapping[str, Any]) -> str:
    match meant["kind"]:
        case "fact":
            fact = meant["fact"]
            what = str(fact.get("procedure", fact["kind"])).rpartition(".")[2]
            what = what.replace("_", " ").replace("-", " ").capitalize()
            return f"{what}: {fact['words']}" if fact.get("words") else what
        case "step":
            return f"a step of the encounter: {meant['step'].replace('_', ' ')}"
        case "message":
            return str(meant["message"]).replace("-", " ")
        case "time":
            return f"{meant['hours']} hours pass"
    return {"undo": "an undo", "redo": "a redo"}.get(meant["kind"], "something")
