"""Shapes from annotations: the values that a type accepts, and the faults of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, NotRequired, TypedDict

import pytest

from app.campaign.files.shapes import Integer, ListOf, Record, Text, record_of, shape_of

#: A type, values that it takes, and values that it does not.
CASES: tuple[tuple[Any, list[Any], list[Any]], ...] = (
    (Any, [None, 1, "x", [{}]], []),
    (object, [None, 1, "x", [{}]], []),
    (str, ["", "x" * 20_000], [1, None, "x" * 20_001]),
    (int, [0, -999_999_999, 999_999_999], [True, 1.0, "1", 10**9, -(10**9)]),
    (bool, [True, False], [0, 1, None]),
    (None | str, [None, "x"], [1]),
    (int | str | None, [None, 1, "x"], [[], False]),
    (Literal["a", "b"], ["a", "b"], ["c", 1]),
    (tuple[int, ...], [[], [1, 2]], [(1,), ["1"], 1]),
    (Mapping[str, bool], [{}, {"a": True}], [{"a": 1}, []]),
    (Annotated[str, Text(2)], ["ab"], ["abc"]),
    (Annotated[list[int], "no shape", ListOf(Integer(1))], [[1]], [[0]]),
    (tuple[int, str], [], [[1, "x"]]),
    (float, [], [1.0]),
)


@pytest.mark.parametrize(("hint", "takes", "refuses"), CASES, ids=[str(hint) for hint, *_ in CASES])
def test_a_type_takes_its_values_alone(hint: Any, takes: list[Any], refuses: list[Any]) -> None:
    shape = shape_of(hint)
    assert [value for value in takes if [*shape.faults(value)]] == []
    assert [value for value in refuses if not [*shape.faults(value)]] == []


class Stored(TypedDict):
    """A record of a file."""

    id: Annotated[str, Text(4)]
    note: NotRequired[Annotated[str, Text(9)]]


@dataclass
class Base:
    """A class with a constant for its kind."""

    kind: ClassVar[str] = "base"


@dataclass
class WithDefaults(Base):
    """A class with defaults."""

    count: int
    words: tuple[str, ...] = ()
    more: Mapping[str, int] = field(default_factory=dict)


def test_a_record_may_lack_its_optional_keys() -> None:
    assert record_of(Stored) == Record({"id": Text(4), "note": Text(9)}, frozenset({"note"}))


def test_a_class_may_lack_fields_with_a_default() -> None:
    shape = record_of(WithDefaults)
    assert [*shape.fields] == ["count", "words", "more"]
    assert shape.free == {"words", "more"}
    assert [str(fault) for fault in shape.faults({"words": [1], "kind": "x"}, "/0")] == [
        "/0/words/0: 1 is no text",
        "/0: 'kind' is not known here",
        "/0: count is missing",
    ]


def test_another_shape_stands_instead() -> None:
    assert record_of(Stored, id=Integer(), n=Integer()).fields == {
        "id": Integer(),
        "n": Integer(),
        "note": Text(9),
    }
