"""Acts: what somebody at another device means, as records, made again where the log is kept.

    {"id": "k3f…9.12", "of": [{"kind": "step", "step": "pass", "inputs": {}}, …]}

What hangs on the state is said as it was meant, not as what it came to where it was tapped: one
more (`message`), a step of the encounter, hours. What says all of itself is a fact. An act's id is
its line (a device's own, told when it joined) and its number there, from 1; its entry is called so.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from app.campaign.facts import fact
from app.campaign.facts.base import ID, Fact
from app.campaign.files.shapes import ANY, Const, Integer, ListOf, MapOf, Record, Text
from app.campaign.files.shapes import Union as OneOf
from app.campaign.journal.actions import Happening, TimeStep
from app.campaign.journal.entries import FACT_SHAPE
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import CampaignState, Games
from app.campaign.state.values import plain, written
from app.core.errors import BadInput, shown

#: An act's text is no longer than this.
LONGEST = 64_000

#: So many things are meant at once at most.
AT_ONCE = 20

LINE = r"[a-z0-9]{8,30}"
ACT_ID = Text(48, 10, rf"{LINE}\.[1-9][0-9]{{0,8}}")
_ENTRY_ID = re.compile(rf"({LINE})\.([1-9][0-9]{{0,8}})(?:-[0-9]{{1,2}})?")


@dataclass(frozen=True)
class UndoIntent:
    """The entry of this id is to be taken back."""

    entry: str


@dataclass(frozen=True)
class RedoIntent:
    """What was taken back last is to hold again."""


@dataclass(frozen=True)
class MessageIntent:
    """A message of the page, which is made of the state when its turn has come."""

    message: Any


@dataclass(frozen=True)
class TurnIntent:
    """A step that carries the turns on, from this one's: it is meant once, whoever is faster."""

    step: EncounterStep
    whose: str


Intent = Happening | UndoIntent | RedoIntent | MessageIntent | TurnIntent


@dataclass(frozen=True)
class Intents:
    """The messages that may be meant, by their words, and what comes of one in a state."""

    kinds: Mapping[str, type]
    facts: Callable[[Any, CampaignState, Games], Sequence[Happening]]

    def word(self, message: Any) -> str:
        """What a message is called in acts."""
        return word(type(message))


#: No messages at all: facts and steps alone.
NO_MEANINGS = Intents({}, lambda message, state, games: ())


@dataclass(frozen=True)
class Mutation:
    """What somebody did in one tap.

    after: the number of the act of this line before it that is not yet answered; 0 for none.
    ask: the id of what it answers, empty for nothing.
    """

    id: str
    of: tuple[Mapping[str, Any], ...]
    after: int = 0
    ask: str = ""

    @property
    def line(self) -> str:
        return self.id.partition(".")[0]

    @property
    def number(self) -> int:
        return int(self.id.partition(".")[2])

    def record(self) -> dict[str, Any]:
        return {"id": self.id, "of": list(self.of), "after": self.after, "ask": self.ask}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Mutation:
        """The act that a sound record tells; BadInput if it is too long."""
        act = cls(record["id"], tuple(record["of"]), record["after"], record["ask"])
        if len(written(act.record())) > LONGEST:
            raise BadInput("act", f"it is longer than {LONGEST} characters; do less at once")
        return act


_MEANT = OneOf(
    "kind",
    {
        "fact": Record({"kind": Const("fact"), "fact": FACT_SHAPE}),
        "step": Record(
            {"kind": Const("step"), "step": ID, "inputs": MapOf(ANY, 500), "whose": Text(64)},
            frozenset({"whose"}),
        ),
        "time": Record(
            {"kind": Const("time"), "hours": Text(40, 1, r"[0-9]{1,9}(/[1-9][0-9]{0,9})?")}
        ),
        "message": Record({"kind": Const("message"), "message": ID, "fields": MapOf(ANY, 50)}),
        "undo": Record({"kind": Const("undo"), "entry": ID}),
        "redo": Record({"kind": Const("redo")}),
    },
)
ACT_SHAPE = Record(
    {
        "id": ACT_ID,
        "of": ListOf(_MEANT, AT_ONCE),
        "after": Integer(0),
        "ask": Text(64),
    }
)


def mutation_of(entry: str) -> tuple[str, int] | None:
    """The line and the number of the act that an entry of this id came of; None if of none."""
    found = _ENTRY_ID.fullmatch(entry)
    return (found[1], int(found[2])) if found else None


def entry_id(act: str, place: int) -> str:
    """The id of an act's entry. place: from 0."""
    return act if place == 0 else f"{act}-{place + 1}"


# --- what is meant ---


def intent_record(meant: Intent, meanings: Intents) -> dict[str, Any]:
    """What is meant, as it is sent."""
    match meant:
        case EncounterStep(id, inputs):
            return {"kind": "step", "step": id, "inputs": plain(inputs)}
        case TurnIntent(EncounterStep(id, inputs), whose):
            return {"kind": "step", "step": id, "inputs": plain(inputs), "whose": whose}
        case TimeStep(hours):
            return {"kind": "time", "hours": str(Fraction(hours))}
        case UndoIntent(entry):
            return {"kind": "undo", "entry": entry}
        case RedoIntent():
            return {"kind": "redo"}
        case MessageIntent(message):
            said = {each.name: plain(getattr(message, each.name)) for each in fields(message)}
            return {"kind": "message", "message": meanings.word(message), "fields": said}
        case Fact():
            return {"kind": "fact", "fact": meant.record()}


def read_intent(record: Mapping[str, Any], meanings: Intents) -> Intent:
    """What a sound record means: the neighbour of `intent_record`; BadInput if it means nothing."""
    match record["kind"]:
        case "fact":
            return fact(record["fact"])
        case "step":
            step = EncounterStep(record["step"], record["inputs"])
            return TurnIntent(step, record["whose"]) if "whose" in record else step
        case "time":
            return TimeStep(Fraction(record["hours"]))
        case "undo":
            return UndoIntent(record["entry"])
        case "redo":
            return RedoIntent()
    kind = meanings.kinds.get(record["message"])
    if kind is None:
        raise BadInput("act", f"nothing here is called {shown(record['message'])}")
    return MessageIntent(read_as(kind, record["fields"]))


def word(kind: type) -> str:
    """`CounterStepped`: counter-stepped."""
    return "-".join(re.findall(r"[A-Z][a-z]*", kind.__name__)).lower()


def named(kinds: Iterable[type]) -> dict[str, type]:
    """These kinds of messages by their words."""
    return {word(each): each for each in kinds}


# --- messages, read by their annotations ---

#: Texts in a message are no longer than this.
LONGEST_TEXT = 20_000


def read_as(kind: type, record: Mapping[str, Any]) -> Any:
    """The message of this kind that a record tells; BadInput names the field at fault.

    Every field must be there as its annotation says, and nothing else may.
    """
    hints = _hints(kind)
    declared = {each.name: each for each in fields(kind)}
    for name in record:
        if name not in declared:
            raise BadInput(name[:40], f"{word(kind)} has no {shown(name)}")
    made = {}
    for name, each in declared.items():
        if name in record:
            made[name] = _checked(hints[name], record[name], name)
        elif each.default is MISSING and each.default_factory is MISSING:
            raise BadInput(name, f"{name} is missing")
    return kind(**made)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _checked(hint: Any, value: Any, name: str) -> Any:
    if not _fits(hint, value):
        raise BadInput(name, f"{name} is {shown(value)}, which cannot be meant")
    return tuple(value) if get_origin(hint) is tuple else value


def _fits(hint: Any, value: Any) -> bool:
    """Is this JSON value what the annotation says?"""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    if origin in (Union, types.UnionType):
        return any(_fits(each, value) for each in parts)
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if hint is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9
    if hint is bool:
        return isinstance(value, bool)
    if origin is tuple and parts[1:] == (...,):
        return isinstance(value, list) and all(_fits(parts[0], each) for each in value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, dict) and all(_fits(parts[1], each) for each in value.values())
    return False
