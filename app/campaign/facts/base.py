"""The base class of facts: frozen records that describe their own kind.

The class's name is the kind's word in files (`CharacterAdded`: character-added), its annotated
fields are the shape of its record, and `reduce` is its effect. A fact holds JSON data only (`plain`
converts it on creation), so it can be written and read back as it is. The kinds are in
`app.campaign.facts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from app.campaign.files.shapes import (
    ANY,
    Amount,
    Boolean,
    Const,
    Enum,
    Fault,
    ListOf,
    MapOf,
    Optional,
    Record,
    Shape,
    Text,
    Union,
)
from app.campaign.state.lapsed import without_moot
from app.campaign.state.state import Document, Games
from app.campaign.state.values import plain
from app.core.errors import BadInput, shown

Data = Mapping[str, Any]

ID = Text(64, 1, r"[A-Za-z0-9_.:-]+")
NAME = Text(200)
LONG = Text(20_000)


class Answered(Shape):
    """An answer of a play: a face, or a decision by its name."""

    def faults(self, value: Any, at: str = "") -> Iterator[Fault]:
        if isinstance(value, dict):
            if len(value) != 1:
                yield Fault(at, f"{shown(value)} is no decision")
        elif isinstance(value, bool) or not isinstance(value, int):
            yield Fault(at, f"{shown(value)} is no face of a die")

    def schema(self) -> dict[str, Any]:
        decision = {"type": "object", "minProperties": 1, "maxProperties": 1}
        return {"anyOf": [{"type": "integer"}, decision]}


def _effect(op: str, value: Shape) -> Record:
    named = {"to": Text(64), "who": Text(64), "field": Text(200, 1)}
    return Record({**named, "op": Const(op), "value": value})


EFFECT = Union(
    "op",
    {"add": _effect("add", Amount()), "set": _effect("set", ANY), "append": _effect("append", ANY)},
)

# --- types of fields: a Python type with the shape of its JSON ---

Id = Annotated[str, ID]
#: The id of a character or thing; empty for none.
IdOrNone = Annotated[str, Text(64)]
Name = Annotated[str, NAME]
Long = Annotated[str, LONG]
#: Values by name.
Values = Annotated[Data, MapOf(ANY, 500)]
#: Values of a sheet, by field.
SheetValues = Annotated[Data, MapOf(ANY, 1_000)]
#: Character ids by role.
Roles = Annotated[Data, MapOf(ID, 20)]
#: Faces and decisions in their order, `[5, 5, {"succeed_at_cost": "accept"}]`.
Answers = Annotated[Sequence[Any], ListOf(Answered(), 100_000)]
#: Records `to, who, field, op, value`; `to` is a character id, or empty for the scene.
Effects = Annotated[Sequence[Data], ListOf(EFFECT, 1_000)]
#: Due rolls and decisions, as `app.campaign.state.encounters.due_record` returns them.
Dues = Annotated[Sequence[Data], ListOf(ANY, 1_000)]
YesOrNo = Annotated[bool, Boolean()]
Tone = Annotated[str, Enum(("best", "good", "mixed", "poor", "bad", "worst", "plain"))]
Success = Annotated[bool | None, Optional(Boolean())]
Total = Annotated[Any, Optional(Amount())]


@dataclass(frozen=True)
class Fact:
    """The base class of every fact.

    `kind` is its word in files, `shape` the shape of its record. Every field is annotated with its
    shape; one with a default may be omitted from a record.
    """

    kind: ClassVar[str] = ""
    shape: ClassVar[Record] = Record({})

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        shapes = {
            name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated
        }
        free = frozenset(name for name in shapes if hasattr(cls, name))
        cls.kind = "-".join(re.findall(r"[A-Z][a-z]*", cls.__name__)).lower()
        cls.shape = Record({"kind": Const(cls.kind), **shapes}, free)

    def __post_init__(self) -> None:
        for declared in fields(self):
            object.__setattr__(self, declared.name, plain(getattr(self, declared.name)))

    def record(self) -> dict[str, Any]:
        """Return the fact as JSON: its kind and its fields."""
        return {
            "kind": self.kind,
            **{declared.name: getattr(self, declared.name) for declared in fields(self)},
        }

    @property
    def refers(self) -> str:
        """Return the id of the entry that this fact is about; empty without one."""
        return str(getattr(self, "of", ""))

    def reduce(self, document: Document, games: Games) -> Document:
        """Return the document after this fact; raise BadInput if it cannot happen.

        The journal stores the difference. Only here are the games needed: to check the values of a
        sheet and to apply effects by each game's rules.
        """
        return document


#: The limits of a campaign, by part.
MOST = {"characters": 1_000, "notes": 10_000, "scene": 1_000, "due": 10_000}


def reduced(document: Document, fact: Fact, games: Games) -> Document:
    """Return the document after this fact; raise BadInput if it cannot happen here."""
    after = without_moot(fact.reduce(document, games), games)
    for part, most in MOST.items():
        if len(after[part]) > most:
            raise BadInput(part, f"a campaign holds at most {most} of these")
    return after


def merged(old: Data, new: Data) -> dict[str, Any]:
    """Return the old values updated with the new ones; a null removes its name."""
    return {key: value for key, value in {**old, **new}.items() if value is not None}
