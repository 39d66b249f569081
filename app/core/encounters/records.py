"""Typed records and their JSON data: the state of an encounter, declared once.

    @dataclass(frozen=True)
    class Turn(combatants.Turn):
        next_phase: Annotated[int, Whole(0, 9999)] = 0
        told: tuple[str, ...] = ()

A field with a kind is checked by it, as an input is; any other by its type: numbers, words, tuples,
mappings, further records, or None. Every field has a default, so that data stored before a field
was added can be read.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from app.core.errors import BadInput, short_text
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Kind
from app.core.support.untrusted_json import LARGEST, LONGEST_LIST, LONGEST_TEXT


class Record(Protocol):
    """A frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Entry:
    """A field of a record: its annotated type, its kind if declared, its default."""

    name: str
    type: object
    kind: Kind | None
    default: object

    def check(self, value: object) -> object:
        """Return the value as the record holds it; BadInput names the field."""
        if value is None and self.default is None:
            return None
        if self.kind is not None:
            return self.kind.check(self.name, value)
        return _as(self.type, value, self.name)


@cache
def _entries(record: type[Record]) -> Mapping[str, Entry]:
    hints = typing.get_type_hints(record, include_extras=True)
    return {field.name: _entry(field, hints[field.name]) for field in fields(record)}


def entries(record: type[Record]) -> Mapping[str, Entry]:
    """Return the fields of a record, by name."""
    return _entries(record)


def _entry(field: Field[object], hint: object) -> Entry:
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    if default is MISSING:
        raise TypeError(f"{field.name} of a kept record has no default")
    return Entry(field.name, *_marked(hint), default)


def _marked(hint: object) -> tuple[object, Kind | None]:
    """Return the type of an annotation, and the kind if it names one."""
    if typing.get_origin(hint) is not typing.Annotated:
        return hint, None
    plain, *marks = typing.get_args(hint)
    return plain, next((mark for mark in marks if isinstance(mark, Kind)), None)


def read(record: type[R], data: object) -> R:
    """Read a record from its data; BadInput names the field at fault.

    Missing fields get their default; unknown names are ignored.
    """
    if not isinstance(data, Mapping):
        raise BadInput(record.__name__, f"{short_text(data)} stands where a record belongs")
    known = entries(record)
    return record(**{name: known[name].check(data[name]) for name in data if name in known})


def data(record: Record, whole: bool = True) -> dict[str, Any]:
    """Return the JSON data of a record, the inverse of `read`.

    whole: include fields at their default.
    """
    values = {name: getattr(record, name) for name in entries(type(record))}
    return {
        name: _plain(values[name])
        for name, entry in entries(type(record)).items()
        if whole or type(values[name]) is not type(entry.default) or values[name] != entry.default
    }


def with_fields(record: R, changes: Values) -> R:
    """Return the record with these fields changed: a fast `dataclasses.replace`.

    A fight makes thousands of records, most of them with one field changed among thirty.
    """
    made_of = type(record)
    names = _names(made_of)
    if not changes.keys() <= names:
        raise TypeError(f"{made_of.__name__} has no {sorted(changes.keys() - names)}")
    result = object.__new__(made_of)
    old = record.__dict__
    result.__dict__.update({name: old[name] for name in names}, **changes)
    return result


@cache
def _names(record: type[Record]) -> frozenset[str]:
    return frozenset(field.name for field in fields(record))


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return data(value)
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (tuple, list)) else value


def _as(hint: object, value: object, name: str) -> object:
    """Convert a stored value to the type of its field."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if origin in (typing.Union, types.UnionType):
        return _one_of(parts, value, name)
    if origin is typing.Annotated:
        plain, kind = _marked(hint)
        return kind.check(name, value) if kind else _as(plain, value, name)
    if origin is typing.Literal and any(same_value(value, part) for part in parts):
        return value
    if origin is tuple and isinstance(value, (list, tuple)) and len(value) <= LONGEST_LIST:
        if parts[1:] == (...,):
            return tuple(_as(parts[0], each, name) for each in value)
        if len(parts) == len(value):
            return tuple(_as(part, each, name) for part, each in zip(parts, value, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(value, Mapping):
        return {str(key): _as(parts[1], each, name) for key, each in value.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return value if isinstance(value, hint) else read(hint, value)
    if origin is None and is_plainly(hint, value):
        return Fraction(str(value)) if hint is Fraction else value
    raise BadInput(name, f"{name} is {short_text(value)}")


def _one_of(parts: tuple[object, ...], value: object, name: str) -> object:
    for part in parts:
        try:
            return None if part is type(None) and value is None else _as(part, value, name)
        except BadInput:
            continue
    raise BadInput(name, f"{name} is {short_text(value)}")


def same_value(one: object, other: object) -> bool:
    """Tell whether two values are equal and of one type: True is not 1."""
    return type(one) is type(other) and bool(one == other)


def is_plainly(hint: object, value: object) -> bool:
    """Tell whether a value is a word, a number or yes or no within bounds, by its type."""
    if hint is str:
        return isinstance(value, str) and len(value) <= LONGEST_TEXT
    if hint is bool:
        return isinstance(value, bool)
    wanted = int if hint is int else (int, float, Fraction)
    if hint not in (int, float, Fraction) or isinstance(value, bool):
        return False
    return isinstance(value, wanted) and -LARGEST <= value <= LARGEST
