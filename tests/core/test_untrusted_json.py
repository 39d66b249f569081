"""Untrusted JSON: measured before it is decoded, and refused with a clear message."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import short_text
from app.core.support.incremental import run_to_end
from app.core.support.untrusted_json import Unreadable, decode, depth, iter_decode

#: Decoding so many levels would crash a browser's Python.
LEVELS = 9_000

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(),
    lambda of: st.lists(of, max_size=4) | st.dictionaries(st.text(), of, max_size=4),
    max_leaves=20,
)


def nested(value: Any) -> int:
    """Return the depth of a value by its definition."""
    if isinstance(value, dict):
        return 1 + max(map(nested, value.values()), default=0)
    return 1 + max(map(nested, value), default=0) if isinstance(value, list) else 0


@given(anything, st.booleans(), st.sampled_from([None, 1]))
def test_depth_is_seen_without_decoding(value: Any, ascii: bool, indent: int | None) -> None:
    assert depth(json.dumps(value, ensure_ascii=ascii, indent=indent)) == nested(value)


@given(anything)
def test_a_valid_text_is_decoded(value: Any) -> None:
    text = json.dumps(value)
    assert decode(text, len(text), nested(value)) == value


@given(st.text('[]{}"\\\\,:1 ', max_size=40))
def test_no_text_is_decoded_deeper_than_it_was_measured(text: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    assert nested(value) <= depth(text)


def decode_or_reason(decode: Callable[[], Any]) -> Any:
    """Return the decoded value as JSON, with its types, or the reason of the refusal."""
    try:
        return json.dumps(decode())
    except Unreadable as fault:
        return str(fault)


@given(
    st.text('[]{}"\\\\,:1 e-', max_size=30) | anything.map(json.dumps),
    st.booleans(),
    st.integers(0, 40),
    st.sampled_from(["", ",", "]", "}", '"', " ", "1", ":"]),
)
def test_incremental_decoding_equals_decoding_at_once(
    text: str, twice: bool, index: int, inserted: str
) -> None:
    for each in (text, text[:index] + inserted + text[index:], text[:index] + text[index + 1 :]):
        at_once = decode_or_reason(partial(decode, each, 400, 5, twice=twice))
        sliced = iter_decode(each, 400, 5, twice=twice)
        assert decode_or_reason(partial(run_to_end, sliced)) == at_once


def test_a_long_text_is_decoded_with_breaths_in_between() -> None:
    entries = [{"n": n, "fact": {"kind": "rolled", "answers": [5, 5, 2]}} for n in range(2_000)]
    text = json.dumps({"kind": "campaign", "campaign": {"id": "a", "entries": entries}}, indent=1)
    assert len(list(iter_decode(text, len(text), 8))) > len(entries)
    assert run_to_end(iter_decode(text, len(text), 8))["campaign"]["entries"] == entries


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no JSON"),
        ("nonsense", "no JSON"),
        ("[" * LEVELS, "nested deeper than 48"),
        ("[" * LEVELS + "]" * LEVELS, "nested deeper than 48"),
        ('{"a":' * LEVELS + "1" + "}" * LEVELS, "nested deeper than 48"),
        ('["\\"]', "no JSON"),
        (" " * 2_000_000, "longer than 1000000"),
        ("9" * 101, "101 digits"),
        ("9" * 100_000, "100000 digits"),
        ("-" + "9" * 5_000, "5000 digits"),
        ("1e999", "1e999 is too large"),
        ("-1e999", "-1e999 is too large"),
        ("0." + "1" * 500 + "e" + "9" * 500, "too large"),
        ("NaN", "NaN is no JSON"),
        ("[1,-Infinity]", "-Infinity is no JSON"),
        ('{"a":1,"b":{"c":1,"c":2}}', "'c' stands twice"),
        ('{"\\u0061":1,"a":2}', "'a' stands twice"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_refusal_says_why(text: str, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as refused:
        decode(text, 1_000_000, 48, twice=False)
    assert len(str(refused.value)) < 200


def test_brackets_in_texts_are_no_levels() -> None:
    text = json.dumps(["[" * LEVELS, {"{" * LEVELS: '\\"['}])
    assert depth(text) == 2
    assert decode(text, 100_000, 2) == json.loads(text)


def test_names_may_be_anything() -> None:
    assert decode('{"__proto__":{"constructor":1},"\\ud800":"\\ud800"}', 100, 2) == {
        "__proto__": {"constructor": 1},
        "\ud800": "\ud800",
    }


def test_numbers_may_be_taken_otherwise() -> None:
    numbers = decode("[0.1, 1e999]", 100, 1, parse_float=Decimal)
    assert numbers == [Decimal("0.1"), Decimal("1e999")]


def test_a_value_of_any_size_is_shown_in_a_line() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    wide = [["x" * 1_000_000] * 1_000] * 1_000
    for value in (deep, wide, {"x" * 1_000_000: wide}, tuple(wide), "x" * 10_000_000):
        assert len(short_text(value)) <= 40
    assert short_text([1, {"a": (2, "b")}, None]) == "[1, {'a': (2, 'b')}, None]"
