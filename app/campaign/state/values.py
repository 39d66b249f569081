"""Stored values: plain JSON, exact, with a checksum that shows damage.

Whole numbers stay whole, decimals stay the decimals that were written (a JSON number where one is
exact, else `{"exact": "1/3"}`); everything else is text, booleans, null, lists and records of
these.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Generator, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from app.core.play.play import Chosen
from app.core.procedures.outcomes import Effect
from app.core.support.untrusted_json import DIGITS, Unreadable, decode, iter_decode

#: The limits of nesting and of length beyond which a text is refused unread.
DEEPEST = 32
LONGEST = 50_000_000


#: The form of an exact number that is no JSON number.
EXACT = rf"-?[0-9]{{1,{DIGITS}}}(/[1-9][0-9]{{0,{DIGITS - 1}}})?"
_EXACT = re.compile(EXACT)


class NotPlain(ValueError):
    """A value without a JSON form, or one too deep or too long to be stored."""


def plain_words(fault: NotPlain) -> str:
    """Return the fault of untrusted text, empty where only the decoder's own words describe it."""
    words = str(fault)
    return "" if words.startswith("no JSON") else words[:120]


def plain(value: object, _deep: int = 0) -> Any:
    """Return the value as JSON data; NotPlain if it cannot be stored."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return _read_again(int(value))
    if isinstance(value, (float, Decimal, Fraction)):
        return _number(value)
    if _deep >= DEEPEST:
        raise NotPlain("nested too deep")
    if isinstance(value, Chosen):
        return {value.name: plain(value.value, _deep + 1)}
    if isinstance(value, Effect):
        return plain(vars(value), _deep)
    if isinstance(value, Mapping):
        return {_name(key): plain(item, _deep + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value) if isinstance(value, (set, frozenset)) else value
        return [plain(item, _deep + 1) for item in items]
    raise NotPlain(f"a {type(value).__name__} has no JSON form")


def _name(key: object) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise NotPlain(f"a {type(key).__name__} cannot name anything")


def _number(value: float | Decimal | Fraction) -> Any:
    try:
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, OverflowError):
        raise NotPlain(f"{value} is no number") from None
    if exact.denominator == 1:
        return _read_again(exact.numerator)
    with suppress(OverflowError):
        near = float(exact)
        if Fraction(repr(near)) == exact:
            return near
    return {"exact": f"{_read_again(exact.numerator)}/{_read_again(exact.denominator)}"}


def _read_again(number: int) -> int:
    """Return the number if a reader takes so many digits (`app/core/support/untrusted_json.py`)."""
    if abs(number) >= 10**DIGITS:
        raise NotPlain(f"a number of more than {DIGITS} digits is too large")
    return number


def exact(value: object) -> Any:
    """Return stored values as a procedure takes them: the inverse of `plain`."""
    if isinstance(value, dict):
        if value.keys() == {"exact"} and _EXACT.fullmatch(str(value["exact"])):
            return Fraction(value["exact"])
        return {key: exact(item) for key, item in value.items()}
    return [exact(item) for item in value] if isinstance(value, list) else value


def exact_values(values: Mapping[str, object]) -> dict[str, Any]:
    """Return stored values by name as a procedure takes them; a name `exact` makes no number."""
    return {name: exact(value) for name, value in values.items()}


def same(one: object, other: object) -> bool:
    """Tell whether two values are the same JSON (in Python, True equals 1)."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def written(value: object) -> str:
    """Return the stored JSON text: names in their order, ASCII only, no blanks."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read(text: str, longest: int = LONGEST, deepest: int = DEEPEST + 16, twice: bool = True) -> Any:
    """Return the value of a JSON text, measured before it is decoded; NotPlain if invalid.

    twice: whether a name may occur twice in one record. (The last one counts.)
    """
    try:
        return decode(text, longest, deepest, twice=twice)
    except Unreadable as fault:
        raise NotPlain(str(fault)) from None


def reading(text: str, longest: int, deepest: int) -> Generator[None, None, Any]:
    """Decode a long text with checkpoints; no name may occur twice in one record."""
    try:
        return (yield from iter_decode(text, longest, deepest, twice=False))
    except Unreadable as fault:
        raise NotPlain(str(fault)) from None


def depth(value: object) -> int:
    """Return how deep a value is nested (0 for a number, 1 for [5]), without recursion.

    The result is limited to twice `DEEPEST`.
    """
    level = [value] if isinstance(value, (dict, list)) else []
    for deep in range(2 * DEEPEST):
        if not level:
            return deep
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if isinstance(item, (dict, list))
        ]
    return 2 * DEEPEST


def checksum(text: str) -> str:
    """Return the checksum of a text."""
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"
