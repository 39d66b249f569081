"""Kinds of inputs: any value is accepted or refused with a fault that names its field."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput, short_text
from app.core.play.asks import Rule
from app.core.procedures.inputs import Group, Signature
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Row, Text, Whole, YesNo
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from tests.strategies import values
from tests.tries import tries


def nested(depth: int) -> list[Any]:
    """Return a list nested so deep."""
    result: list[Any] = []
    for _ in range(depth):
        result = [result]
    return result


#: Odd values that a request, a form or a file may contain.
ODD: dict[str, Any] = {
    "nothing": None,
    "true": True,
    "false": False,
    "minus zero": -0.0,
    "decimal minus zero": Decimal("-0"),
    "a tenth too much": 8.1,
    "largest float": 1.7e308,
    "smallest float": 5e-324,
    "not a number": float("nan"),
    "infinity": float("-inf"),
    "decimal not a number": Decimal("NaN"),
    "signalling not a number": Decimal("sNaN"),
    "decimal infinity": Decimal("Infinity"),
    "huge exponent": Decimal("1e999999999"),
    "huge negative": Decimal("-1e999999999"),
    "tiny exponent": Decimal("1e-999999999"),
    "zero with a huge exponent": Decimal("0E+999999999"),
    "zero with a tiny exponent": Decimal("0E-999999999"),
    "many decimals": Decimal("1." + "3" * 40),
    "huge int": 10**5_000,
    "huge negative int": -(10**5_000),
    "huge fraction": Fraction(10**5_000, 3),
    "a third": Fraction(1, 3),
    "complex": 2 + 3j,
    "empty text": "",
    "number as text": "3",
    "lone surrogate": "\ud800",
    "surrogates swapped": "\udc00\ud800",
    "null character": "\x00",
    "a million letters": "x" * 1_000_000,
    "bytes": b"3",
    "empty list": [],
    "list of lists": [[1], [[2]]],
    "list of nothing": [None],
    "list of truth": [True],
    "deep list": nested(100_000),
    "empty record": {},
    "record": {"a": 1},
    "set": {1},
    "object": object(),
}
KINDS: dict[str, Kind] = {
    "whole": Whole(0, 8),
    "whole below zero": Whole(-5, -1),
    "number": Number(0, 10),
    "number between fractions": Number(Fraction(1, 2), Fraction(19, 2)),
    "yes or no": YesNo(),
    "words": OneOf("short", "long"),
    "numbers to choose from": OneOf(1, 2, 3),
    "both": OneOf("short", 1),
    "text": Text(),
    "short text": Text(5),
    "pattern": Text(40, pattern="[a-z]+", correction="give small letters"),
    "list": ListOf(Whole(0, 8), most=3),
    "list of at least one": ListOf(OneOf("a", "b"), most=3, least=1),
    "list of lists": ListOf(ListOf(Text(9), most=2), most=2),
    "row": Row((("name", Text(9)), ("level", Whole(0, 3)))),
}
#: Odd values that a kind accepts, and the result.
WELCOME = {
    ("whole", "minus zero"): 0,
    ("whole", "decimal minus zero"): 0,
    ("whole", "zero with a huge exponent"): 0,
    ("number", "minus zero"): 0,
    ("number", "decimal minus zero"): 0,
    ("number", "zero with a huge exponent"): 0,
    ("number", "a tenth too much"): Fraction(81, 10),
    ("number between fractions", "a tenth too much"): Fraction(81, 10),
    ("number", "a third"): Fraction(1, 3),
    ("yes or no", "true"): True,
    ("yes or no", "false"): False,
    ("text", "empty text"): "",
    ("text", "number as text"): "3",
    ("text", "null character"): "\x00",
    ("short text", "empty text"): "",
    ("short text", "number as text"): "3",
    ("short text", "null character"): "\x00",
    ("list", "empty list"): (),
    ("list of lists", "empty list"): (),
}


def fault_of(kind: Kind, value: Any) -> str | None:
    """Return the field that is blamed for a value, or None if the kind accepts it."""
    try:
        kind.check("field", value)
    except BadInput as fault:
        return fault.field
    return None


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", KINDS)
def test_odd_values(kind: str, odd: str) -> None:
    if (kind, odd) in WELCOME:
        value = KINDS[kind].check("field", ODD[odd])
        expected = WELCOME[kind, odd]
        assert (value, type(value)) == (expected, type(expected))
        return
    with pytest.raises(BadInput) as fault:
        KINDS[kind].check("field", ODD[odd])
    assert fault.value.field == "field"
    assert 10 < len(fault.value.message) < 200
    assert "\n" not in fault.value.message
    json.dumps(fault.value.message).encode("ascii")


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=tries(30))
@given(data=st.data())
def test_an_accepted_value_is_accepted_again(kind: str, data: st.DataObject) -> None:
    try:
        value = KINDS[kind].check("field", data.draw(values(KINDS[kind])))
    except BadInput:
        assert kind in {"pattern"}  # random text rarely matches a pattern
        return
    assert KINDS[kind].check("field", value) == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=tries(50))
@given(value=JSON)
def test_any_json_is_taken_or_refused_by_name(kind: str, value: Any) -> None:
    assert fault_of(KINDS[kind], value) in (None, "field")


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=tries(60))
@given(text=st.text() | st.from_regex(r"[-+\u2212]?[0-9.,;eE_ ]{0,12}", fullmatch=True))
def test_any_typed_text_is_taken_or_refused_by_name(kind: str, text: str) -> None:
    assert fault_of(KINDS[kind], KINDS[kind].parse(text)) in (None, "field")


# --- numbers are exactly as written ---


@settings(max_examples=tries(60))
@given(cents=st.integers(0, 1_000))
def test_a_decimal_is_exactly_what_was_written(cents: int) -> None:
    written = f"{cents // 100}.{cents % 100:02}"
    taken = Number(0, 10).check("field", Decimal(written))
    assert taken == Fraction(cents, 100)
    assert isinstance(taken, int) == (cents % 100 == 0)
    assert Number(0, 10).check("field", float(written)) == taken
    assert Number(0, 10).check("field", Number(0, 10).parse(written.replace(".", ","))) == taken


def test_whole_numbers_may_be_written_with_a_point() -> None:
    assert Whole(0, 8).check("field", Decimal("2.0")) == 2
    assert OneOf(1, 2).check("field", Decimal("2")) == 2
    with pytest.raises(BadInput):
        Whole(0, 8).check("field", Decimal("2.5"))


@pytest.mark.parametrize(("low", "high"), [(0, 8), (-20, 20), (1, 1)])
def test_both_ends_of_a_range_belong_to_it(low: int, high: int) -> None:
    kind = Whole(low, high)
    assert (kind.check("field", low), kind.check("field", high)) == (low, high)
    for beyond in (low - 1, high + 1):
        with pytest.raises(BadInput) as fault:
            kind.check("field", beyond)
        assert str(low) in fault.value.message
        assert str(high) in fault.value.message


# --- texts typed into a form ---


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (Whole(-9, 9), " 3 ", 3),
        (Whole(-9, 9), "\u22123", -3),
        (Number(0, 9), "1,5", Decimal("1.5")),
        (Number(0, 9), "lots", "lots"),
        (YesNo(), "on", True),
        (YesNo(), "", False),
        (YesNo(), "perhaps", "perhaps"),
        (OneOf(1, 2), "2", 2),
        (OneOf("a", "b"), " a ", "a"),
        (OneOf("d4", "unskilled"), "Unskilled", "unskilled"),
        (OneOf("A", "a"), "A", "A"),
        (ListOf(OneOf("d4", "d6"), most=4), "D4, d6", ["d4", "d6"]),
        (ListOf(Whole(1, 6), most=9), "3 4;5,6\n1", [3, 4, 5, 6, 1]),
        (
            ListOf(Text(20), most=9),
            "bedside manner, first watch",
            ["bedside manner", "first watch"],
        ),
        (ListOf(Text(20), most=9), " ; ,\n", []),
    ],
)
def test_typed_texts(kind: Kind, text: str, expected: Any) -> None:
    assert kind.parse(text) == expected


# --- a fault in a list names the list and the entry ---


def test_a_fault_in_a_list_names_the_list_and_the_entry() -> None:
    with pytest.raises(BadInput) as fault:
        KINDS["list"].check("wounds", [1, 9])
    assert fault.value.field == "wounds"
    assert fault.value.message.startswith("wounds 2 is 9")
    with pytest.raises(BadInput) as fault:
        KINDS["row"].check("crew", ["Jo", 9])
    assert fault.value.field == "crew"
    assert "level" in fault.value.message


@pytest.mark.parametrize("odd", ODD)
def test_anything_can_be_shown(odd: str) -> None:
    words = short_text(ODD[odd])
    assert 0 < len(words) <= 40
    assert words.isprintable()


# --- groups: inputs that travel together ---


@dataclass(frozen=True)
class Span(Group):
    low: Annotated[int, Whole(0, 9)] = 1
    high: Annotated[int, Whole(0, 9)] = 5

    def check(self) -> None:
        if self.low > self.high:
            raise BadInput("high", "high is below low")


def spanned(
    first: Annotated[int, Whole(0, 9)],
    span: Span = Span(high=7),
    maybe: Annotated[int | None, Whole(1, 9)] = None,
) -> None: ...


SPANNED = Signature(spanned)


def test_inputs_stand_in_the_order_they_are_written() -> None:
    assert list(SPANNED.inputs) == ["first", "low", "high", "maybe"]
    arguments, given_values = SPANNED.check({"first": 3})
    assert arguments == {"first": 3, "span": Span(1, 7), "maybe": None}
    assert given_values == {"first": 3, "low": 1, "high": 7, "maybe": None}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"first": 99, "other": 1}, "other"),  # unknown inputs first
        ({}, "first"),
        ({"low": 99}, "first"),  # then in the order of the inputs
        ({"first": 1, "low": 99, "high": 99}, "low"),
        ({"first": 1, "low": 8}, "high"),  # then the faults of the group
        ({"first": 1, "low": 8, "maybe": 0}, "maybe"),
        ({"first": 1, "low": None}, "low"),  # only a default of nothing may be nothing
    ],
)
def test_faults_are_named_in_order(given: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as fault:
        SPANNED.check(given)
    assert fault.value.field == field


def test_nothing_is_fine_where_nothing_is_the_default() -> None:
    assert SPANNED.check({"first": 1, "maybe": None})[1]["maybe"] is None


def test_an_input_declared_twice_is_our_fault() -> None:
    def twice(low: Annotated[int, Whole(0, 9)], span: Span) -> None: ...

    with pytest.raises(TypeError):
        Signature(twice)


def test_an_input_without_a_kind_is_our_fault() -> None:
    def bare(low: int) -> None: ...

    with pytest.raises(TypeError):
        Signature(bare)


def test_the_body_may_find_faults_before_the_first_ask() -> None:
    @procedure("test.odd", title="Odd", grades=(Grade("done", "Done"),), rules="")
    def odd_only(number: Annotated[int, Whole(0, 9)] = 1) -> Rule[Outcome]:
        """Refuse even numbers."""
        if number % 2 == 0:
            raise BadInput("number", "give an odd number")
        return Outcome("done")
        yield

    odd_only.bind({"number": 3})
    with pytest.raises(BadInput) as fault:
        odd_only.bind({"number": 4})
    assert fault.value.field == "number"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_schema_that_is_json(kind: str) -> None:
    schema = KINDS[kind].schema()
    assert json.loads(json.dumps(schema)) == schema
    assert schema["type"]
