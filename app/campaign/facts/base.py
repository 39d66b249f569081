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
from typing import Annotated, Any, ClassVar, TypeVar

from app.campaign.files.shapes import (
    ANY,
    Amount,
    Const,
    Fault,
    ListOf,
    MapOf,
    Optional,
    Record,
    Schema,
    Shape,
    record_of,
)
from app.campaign.state.document import DOCUMENT_PARTS, EFFECT, ID, Document, EffectRecord
from app.campaign.state.lapsed import without_moot
from app.campaign.state.state import Games
from app.campaign.state.values import plain
from app.core.encounters.rolls import DueRecord
from app.core.errors import BadInput, short_text
from app.core.procedures.inputs import Values


class Answered(Shape):
    """An answer of a play: a face, or a decision by its name."""

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if isinstance(value, dict):
            if len(value) != 1:
                yield Fault(at, f"{short_text(value)} is no decision")
        elif isinstance(value, bool) or not isinstance(value, int):
            yield Fault(at, f"{short_text(value)} is no face of a die")

    def schema(self) -> Schema:
        decision = {"type": "object", "minProperties": 1, "maxProperties": 1}
        return {"anyOf": [{"type": "integer"}, decision]}


# --- types of fields ---

#: Character ids by role.
Roles = Annotated[Mapping[str, str], MapOf(ID, 20)]
#: Faces and decisions in their order, `[5, 5, {"succeed_at_cost": "accept"}]`.
Answers = Annotated[Sequence[object], ListOf(Answered(), 100_000)]
Effects = Annotated[Sequence[EffectRecord], ListOf(EFFECT, 1_000)]
Dues = Annotated[Sequence[DueRecord], ListOf(ANY, 1_000)]
Total = Annotated[Any, Optional(Amount())]


V = TypeVar("V")


@dataclass(frozen=True)
class Fact:
    """The base class of every fact.

    `kind` is its word in files, `shape` the shape of its record. Every field is annotated with its
    shape; one with a default may be omitted from a record.
    """

    kind: ClassVar[str] = ""
    shape: ClassVar[Record] = Record({})

    def __init_subclass__(cls) -> None:
        cls.kind = "-".join(re.findall(r"[A-Z][a-z]*", cls.__name__)).lower()
        cls.shape = record_of(cls, kind=Const(cls.kind))

    def __post_init__(self) -> None:
        for declared in fields(self):
            object.__setattr__(self, declared.name, plain(getattr(self, declared.name)))

    def record(self) -> dict[str, object]:
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
MOST = {
    part: shape.most
    for part, shape in DOCUMENT_PARTS.fields.items()
    if part in ("characters", "notes", "scene", "due") and isinstance(shape, (ListOf, MapOf))
}


def reduced(document: Document, fact: Fact, games: Games) -> Document:
    """Return the document after this fact; raise BadInput if it cannot happen here."""
    after = without_moot(fact.reduce(document, games), games)
    check_size(after)
    return after


def check_size(document: Document) -> None:
    """Raise BadInput if a part of a campaign holds more than a file may."""
    parts: Values = document
    for part, most in MOST.items():
        value = parts[part]
        if isinstance(value, (list, dict)) and len(value) > most:
            raise BadInput(part, f"a campaign holds at most {most} of these")


def merge_values(old: Mapping[str, V], new: Mapping[str, V | None]) -> dict[str, V]:
    """Return the old values updated with the new ones; a null removes its name."""
    return {key: value for key, value in {**old, **new}.items() if value is not None}
