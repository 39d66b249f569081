"""Mutations: intents of another device as records, applied where the log is stored.

    {"id": "k3f…9.12", "of": [{"kind": "step", "step": "pass", "inputs": {}}, …]}

An intent that depends on the state is sent as meant, not as its result on the sender's device: one
more (`message`), a step of the encounter, hours. Anything else is sent as a fact. The id of a
mutation is its client id (given to the device at joining) and its number there, from 1; its first
entry has the same id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any

from app.campaign.facts import fact
from app.campaign.facts.base import Fact
from app.campaign.files.shapes import ANY, Const, Integer, ListOf, MapOf, Record, Text, record_of
from app.campaign.files.shapes import Union as OneOf
from app.campaign.journal.actions import Happening, TimeStep
from app.campaign.journal.entries import FACT_SHAPE
from app.campaign.state.document import ID
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import CampaignState, Games
from app.campaign.state.values import plain, written
from app.core.errors import BadInput, short_text
from app.core.support.untrusted_json import JsonRecord

#: The largest length of a mutation's text.
LONGEST = 64_000

#: The largest number of intents in a mutation.
AT_ONCE = 20

LINE = r"[a-z0-9]{8,30}"
ACT_ID = Text(48, 10, rf"{LINE}\.[1-9][0-9]{{0,8}}")
_ENTRY_ID = re.compile(rf"({LINE})\.([1-9][0-9]{{0,8}})(?:-[0-9]{{1,2}})?")


@dataclass(frozen=True)
class UndoIntent:
    """An intent to undo an entry."""

    #: The id of the entry.
    entry: str


@dataclass(frozen=True)
class RedoIntent:
    """An intent to redo the last undone entry."""


@dataclass(frozen=True)
class MessageIntent:
    """A message of the page, turned into facts by the state at that time."""

    message: Any


@dataclass(frozen=True)
class TurnIntent:
    """A step that ends this turn; it applies once, whichever device is faster."""

    step: EncounterStep
    #: The id of the combatant with the turn.
    turn_owner: str


Intent = Happening | UndoIntent | RedoIntent | MessageIntent | TurnIntent


@dataclass(frozen=True)
class Intents:
    """The messages that may be sent, by word, and their facts in a state."""

    kinds: Mapping[str, type]
    facts: Callable[[Any, CampaignState, Games], Sequence[Happening]]

    def word(self, message: object) -> str:
        """Return the word for a message in mutations."""
        return word(type(message))


#: No messages: facts and steps only.
NO_MEANINGS = Intents({}, lambda message, state, games: ())


@dataclass(frozen=True)
class Mutation:
    """The intents of one tap."""

    id: str
    #: The records of the intents.
    of: tuple[JsonRecord, ...]
    #: The number of the client's previous unanswered mutation, 0 for none.
    after: int = 0
    #: The id of the request that it answers, empty for none.
    ask: str = ""

    @property
    def line(self) -> str:
        return self.id.partition(".")[0]

    @property
    def number(self) -> int:
        return int(self.id.partition(".")[2])

    def record(self) -> dict[str, object]:
        return {"id": self.id, "of": list(self.of), "after": self.after, "ask": self.ask}

    @classmethod
    def read(cls, record: JsonRecord) -> Mutation:
        """Return the mutation of a valid record; BadInput if it is too long."""
        mutation = cls(record["id"], tuple(record["of"]), record["after"], record["ask"])
        if len(written(mutation.record())) > LONGEST:
            raise BadInput("act", f"it is longer than {LONGEST} characters; do less at once")
        return mutation


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
    """Return the client id and number of the mutation behind an entry, None without one."""
    match = _ENTRY_ID.fullmatch(entry)
    return (match[1], int(match[2])) if match else None


def entry_id(act: str, index: int) -> str:
    """Return the id of a mutation's entry at an index."""
    return act if index == 0 else f"{act}-{index + 1}"


# --- intents ---


def intent_record(intent: Intent, meanings: Intents) -> dict[str, object]:
    """Return the record of an intent."""
    match intent:
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
            values = {field.name: plain(getattr(message, field.name)) for field in fields(message)}
            return {"kind": "message", "message": meanings.word(message), "fields": values}
        case Fact():
            return {"kind": "fact", "fact": intent.record()}


def read_intent(record: JsonRecord, meanings: Intents) -> Intent:
    """Return the intent of a valid record, inverse of `intent_record`; BadInput if unknown."""
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
        raise BadInput("act", f"nothing here is called {short_text(record['message'])}")
    return MessageIntent(read_as(kind, record["fields"]))


def word(kind: type) -> str:
    """Return the word for a kind of message: `CounterStepped` is counter-stepped."""
    return "-".join(re.findall(r"[A-Z][a-z]*", kind.__name__)).lower()


def by_word(kinds: Iterable[type]) -> dict[str, type]:
    """Return kinds of messages by their words."""
    return {word(kind): kind for kind in kinds}


# --- messages, read by their annotations ---


def read_as(kind: type, record: JsonRecord) -> object:
    """Return the message of a record, checked by annotations; BadInput names the field.

    Every field must be present with the annotated type, and no others.
    """
    shape = _shape(kind)
    for name in record:
        if name not in shape.fields:
            raise BadInput(name[:40], f"{word(kind)} has no {short_text(name)}")
    for name, each in shape.fields.items():
        if name not in record and name not in shape.free:
            raise BadInput(name, f"{name} is missing")
        if name in record and any(True for _ in each.faults(record[name])):
            raise BadInput(name, f"{name} is {short_text(record[name])}, which is not valid here")
    lists = {name for name, each in shape.fields.items() if isinstance(each, ListOf)}
    return kind(**{name: tuple(v) if name in lists else v for name, v in record.items()})


@cache
def _shape(kind: type) -> Record:
    return record_of(kind)
