"""What a fact is: a small frozen record, told by its kind's word and the shapes of its fields.

A fact holds JSON data only (`plain` makes it so when it is made), so it can be written and read
back as it is. The kinds are in `app.campaign.facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeVar

from app.campaign.shapes import (
    ANY,
    Amount,
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
from app.campaign.values import plain
from app.core.errors import shown

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


ANSWER = Answered()
WHO = MapOf(ID, 20)
TONE = Enum(("best", "good", "mixed", "poor", "bad", "worst", "plain"))
TOTAL = Optional(Amount())


def _effect(op: str, value: Shape) -> Record:
    named = {"to": Text(64), "who": Text(64), "field": Text(200, 1)}
    return Record({**named, "op": Const(op), "value": value})


EFFECT = Union(
    "op",
    {"add": _effect("add", Amount()), "set": _effect("set", ANY), "append": _effect("append", ANY)},
)
EFFECTS = ListOf(EFFECT, 1_000)


@dataclass(frozen=True)
class Fact:
    """Something that happened. `kind` is its word in files, `shape` what its record looks like."""

    kind: ClassVar[str] = ""
    shape: ClassVar[Record] = Record({})

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, plain(getattr(self, each.name)))

    def record(self) -> dict[str, Any]:
        """The fact as JSON: its kind and its fields."""
        return {"kind": self.kind, **{each.name: getattr(self, each.name) for each in fields(self)}}

    @property
    def refers(self) -> str:
        """The id of the entry that this fact is about, if it is about one."""
        return str(getattr(self, "of", ""))


Kind = TypeVar("Kind", bound=type[Fact])


def told(kind: str, **shapes: Shape) -> Callable[[Kind], Kind]:
    """Declares the class below as a kind of fact: its word, and the shapes of its fields.

    Fields with a default may be left out of a record.
    """

    def declare(made: Kind) -> Kind:
        free = [
            each.name
            for each in fields(made)
            if each.default is not MISSING or each.default_factory is not MISSING
        ]
        made.kind = kind
        made.shape = Record({"kind": Const(kind), **shapes}, frozenset(free))
        return made

    return declare
