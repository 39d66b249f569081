"""Shapes of stored and imported JSON, declared once and used twice.

A shape checks a value and names every fault by its path (a JSON pointer); the same shape gives the
published JSON Schema. Records and facts declare theirs by annotations (`record_of`).
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from typing import Any, ClassVar, Literal, NotRequired, get_args, get_origin, get_type_hints

from app.campaign.state.changes import escape
from app.campaign.state.values import EXACT
from app.core.errors import join_words, short_text
from app.core.support.untrusted_json import DIGITS, LARGEST, LONGEST_TEXT

#: A JSON Schema.
Schema = dict[str, object]


@dataclass(frozen=True)
class Fault:
    """A fault: its path and its description."""

    at: str
    words: str

    def __str__(self) -> str:
        return f"{self.at or 'the whole'}: {self.words}"


class Shape:
    """Any JSON at all."""

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        return iter(())

    def schema(self) -> Schema:
        return {}

    def defs(self) -> Iterator[Named]:
        """Yield the named shapes that this one contains."""
        return iter(())


ANY = Shape()


@dataclass(frozen=True)
class Text(Shape):
    """Text of limited length, of a certain form if one is given."""

    most: int = 200
    least: int = 0
    form: str = ""

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(at, f"{short_text(value)} is no text")
        elif not self.least <= len(value) <= self.most:
            yield Fault(at, f"{len(value)} characters; give {self.least} to {self.most}")
        elif self.form and not re.fullmatch(self.form, value):
            yield Fault(at, f"{short_text(value)} does not have the form {self.form}")

    def schema(self) -> Schema:
        schema: Schema = {"type": "string", "maxLength": self.most}
        if self.least:
            schema["minLength"] = self.least
        if self.form:
            schema["pattern"] = f"^(?:{self.form})$"
        return schema


@dataclass(frozen=True)
class Integer(Shape):
    """A whole number from low to high."""

    low: int = 0
    high: int = 10**9

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield Fault(at, f"{short_text(value)} is no whole number")
        elif not self.low <= value <= self.high:
            yield Fault(at, f"{short_text(value)}; give {self.low} to {self.high}")

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Number(Shape):
    """A number within plus and minus `most`."""

    most: int = 10**12

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            yield Fault(at, f"{short_text(value)} is no number")
        elif not -self.most <= value <= self.most:
            yield Fault(at, f"{short_text(value)} is too large")

    def schema(self) -> Schema:
        return {"type": "number", "minimum": -self.most, "maximum": self.most}


@dataclass(frozen=True)
class Amount(Shape):
    """A stored number: of any size, exact where no JSON number can be."""

    form: str = EXACT

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if isinstance(value, dict):
            text = value.get("exact")
            if len(value) != 1 or not isinstance(text, str) or not re.fullmatch(self.form, text):
                yield Fault(at, f"{short_text(value)} is no number")
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            yield Fault(at, f"{short_text(value)} is no number")

    def schema(self) -> Schema:
        exact = Record({"exact": Text(2 * DIGITS + 2, 1, self.form)})
        return {"anyOf": [{"type": "number"}, exact.schema()]}


@dataclass(frozen=True)
class Boolean(Shape):
    """A boolean."""

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, bool):
            yield Fault(at, f"{short_text(value)} is neither true nor false")

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Enum(Shape):
    """One of these words."""

    words: tuple[str, ...]

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, str) or value not in self.words:
            yield Fault(at, f"{short_text(value)}; give {join_words(self.words)}")

    def schema(self) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Const(Shape):
    """Exactly this value."""

    value: object

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if value != self.value or type(value) is not type(self.value):
            yield Fault(at, f"{short_text(value)} where {short_text(self.value)} belongs")

    def schema(self) -> Schema:
        return {"const": self.value}


@dataclass(frozen=True)
class Optional(Shape):
    """That shape, or null."""

    of: Shape

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        return iter(()) if value is None else self.of.faults(value, at)

    def schema(self) -> Schema:
        return {"anyOf": [self.of.schema(), {"type": "null"}]}

    def defs(self) -> Iterator[Named]:
        return self.of.defs()


@dataclass(frozen=True)
class ListOf(Shape):
    """A list of limited length."""

    of: Shape
    most: int = 10_000

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(at, f"{short_text(value)} is no list")
        elif len(value) > self.most:
            yield Fault(at, f"{len(value)} entries; at most {self.most}")
        else:
            for index, item in enumerate(value):
                yield from self.of.faults(item, f"{at}/{index}")

    def schema(self) -> Schema:
        return {"type": "array", "items": self.of.schema(), "maxItems": self.most}

    def defs(self) -> Iterator[Named]:
        return self.of.defs()


@dataclass(frozen=True)
class MapOf(Shape):
    """A record with free names and values of one shape."""

    of: Shape
    most: int = 10_000
    name: str = ""

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(at, f"{short_text(value)} is no record")
        elif len(value) > self.most:
            yield Fault(at, f"{len(value)} entries; at most {self.most}")
        else:
            for key, item in value.items():
                if len(key) > 200 or (self.name and not re.fullmatch(self.name, key)):
                    yield Fault(at, f"{short_text(key)} cannot be a name here")
                yield from self.of.faults(item, f"{at}/{escape(key)}")

    def schema(self) -> Schema:
        names: Schema = {"maxLength": 200}
        if self.name:
            names["pattern"] = f"^(?:{self.name})$"
        return {
            "type": "object",
            "additionalProperties": self.of.schema(),
            "propertyNames": names,
            "maxProperties": self.most,
        }

    def defs(self) -> Iterator[Named]:
        return self.of.defs()


@dataclass(frozen=True)
class Record(Shape):
    """A record with these fields; those in `free` may be missing; no others are allowed."""

    fields: Mapping[str, Shape]
    free: frozenset[str] = frozenset()

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(at, f"{short_text(value)} is no record")
            return
        for key, item in value.items():
            shape = self.fields.get(key)
            if shape is None:
                yield Fault(at, f"{short_text(key)} is not known here")
            else:
                yield from shape.faults(item, f"{at}/{escape(key)}")
        for key in self.fields:
            if key not in value and key not in self.free:
                yield Fault(at, f"{key} is missing")

    def schema(self) -> Schema:
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in self.fields.items()},
            "required": [key for key in self.fields if key not in self.free],
            "additionalProperties": False,
        }

    def defs(self) -> Iterator[Named]:
        for shape in self.fields.values():
            yield from shape.defs()


@dataclass(frozen=True)
class AnyOf(Shape):
    """A value of one of these shapes; none of them allows nothing."""

    shapes: tuple[Shape, ...] = ()

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if all(any(True for _ in shape.faults(value)) for shape in self.shapes):
            yield Fault(at, f"{short_text(value)} is not valid here")

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.shapes]}


#: The shapes of plain types.
PLAIN: Mapping[object, Shape] = {
    Any: ANY,
    object: ANY,
    bool: Boolean(),
    int: Integer(1 - LARGEST, LARGEST - 1),
    str: Text(LONGEST_TEXT),
    type(None): Const(None),
}


def record_of(declared: type, **others: Shape) -> Record:
    """Return the shape of a class by its annotations, `Annotated[str, Text(64)]`.

    A field that is NotRequired or has a default may be missing. others: of further fields
    (first), or instead of the annotated ones.
    """
    hints = get_type_hints(declared, include_extras=True)
    shapes = {
        name: shape_of(hint) for name, hint in hints.items() if get_origin(hint) is not ClassVar
    }
    known = getattr(declared, "__dataclass_fields__", {})
    free = {
        name
        for name in shapes
        if get_origin(hints[name]) is NotRequired
        or name in vars(declared)
        or (name in known and known[name].default_factory is not MISSING)
    }
    more = {name: shape for name, shape in others.items() if name not in shapes}
    return Record({**more, **shapes, **others}, frozenset(free))


def shape_of(hint: object) -> Shape:
    """Return the shape of an annotated type: the one it names, else that of the plain type."""
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, Shape):
            return extra
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return shape_of(parts[0])
    if origin in (typing.Union, types.UnionType):
        others = [shape_of(part) for part in parts if part is not type(None)]
        either = others[0] if len(others) == 1 else AnyOf(tuple(others))
        return Optional(either) if type(None) in parts else either
    if origin is Literal:
        return Enum(parts)
    if origin is tuple and parts[1:] == (...,):
        return ListOf(shape_of(parts[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return MapOf(shape_of(parts[1]))
    return PLAIN.get(hint, AnyOf())


@dataclass(frozen=True)
class Union(Shape):
    """A record of one of several kinds, distinguished by the field `by`."""

    by: str
    kinds: Mapping[str, Shape]

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(at, f"{short_text(value)} is no record")
            return
        kind = value.get(self.by)
        shape = self.kinds.get(kind) if isinstance(kind, str) else None
        if shape is None:
            yield Fault(f"{at}/{self.by}", f"{short_text(kind)}; give {join_words([*self.kinds])}")
        else:
            yield from shape.faults(value, at)

    def schema(self) -> Schema:
        return {"oneOf": [shape.schema() for shape in self.kinds.values()]}

    def defs(self) -> Iterator[Named]:
        for shape in self.kinds.values():
            yield from shape.defs()


@dataclass(frozen=True)
class Named(Shape):
    """A shape with a name of its own: written once in the schema and referred to."""

    name: str
    of: Shape
    help: str = ""
    also: Callable[[Any, str], Iterator[Fault]] | None = field(default=None, compare=False)

    def faults(self, value: object, at: str = "") -> Iterator[Fault]:
        sound = True
        for fault in self.of.faults(value, at):
            sound = False
            yield fault
        if sound and self.also is not None:
            yield from self.also(value, at)

    def schema(self) -> Schema:
        return {"$ref": f"#/$defs/{self.name}"}

    def defs(self) -> Iterator[Named]:
        yield self
        yield from self.of.defs()
