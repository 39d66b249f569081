"""Untrusted JSON: text from outside is measured before it is decoded.

The decoder recurses as deep as the text is nested, and a browser's Python crashes after some
thousand levels: the page would be dead. So every entrance (files, links, stored rows, other tabs,
requests) reads through `decode`, which checks length and depth first, in one pass without
recursion.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import Any

#: A record of JSON, as it is sent or stored; its reader has checked its shape.
JsonRecord = Mapping[str, Any]

#: The most digits of a number.
DIGITS = 100

#: Upper bounds for the numbers, lists and texts of a value that has no closer ones.
LARGEST = 10**9
LONGEST_LIST = 1_000
LONGEST_TEXT = 20_000

#: Anything but brackets: strings (an unfinished one, too) and the text between brackets.
_FLAT = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|[^"\[\]{}]++')

#: The part of a text that is measured in one step.
_TOKENS = re.compile(rf"(?:{_FLAT.pattern}|[\[\]{{}}]){{1,20000}}+")

_BLANKS = re.compile(r"[ \t\n\r]*")
_CLOSES = {"[": "]", "{": "}"}

#: The depth down to which values are decoded in steps: the entries of a file of campaigns.
APART = 4

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Unreadable(ValueError):
    """Text that is refused, or is not JSON; the message says why."""


def depth(text: str) -> int:
    """Return the nesting depth of a JSON text, without decoding: 0 for a number, 1 for `[5]`."""
    return max(accumulate(map(_STEPS.__getitem__, _FLAT.sub("", text)), initial=0))


def decode(
    text: str,
    longest: int,
    deepest: int,
    *,
    parse_int: Callable[[str], object] | None = None,
    parse_float: Callable[[str], object] | None = None,
    twice: bool = True,
) -> object:
    """Decode a JSON text; Unreadable says why it is refused.

    longest: characters; deepest: levels. twice: whether a name may be repeated in one record (the
    last one counts). Only numbers that can be written again are accepted: no NaN, no infinity.
    """
    if len(text) > longest:
        raise Unreadable(f"longer than {longest} characters")
    if depth(text) > deepest:
        raise Unreadable(f"nested deeper than {deepest} levels")
    try:
        return json.loads(
            text,
            parse_int=parse_int or _whole,
            parse_float=parse_float or _finite,
            parse_constant=_no_number,
            object_pairs_hook=None if twice else _once,
        )
    except Unreadable:
        raise
    except (ValueError, ArithmeticError, RecursionError) as fault:
        raise Unreadable(f"no JSON ({str(fault)[:80]})") from None


def iter_decode(
    text: str, longest: int, deepest: int, *, twice: bool = True
) -> Generator[None, None, Any]:
    """Decode incrementally, so that a page stays responsive with a long text."""
    if len(text) <= longest and (yield from _iter_depth(text)) <= deepest:
        decoder = json.JSONDecoder(
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_number,
            object_pairs_hook=None if twice else _once,
        )
        with suppress(ValueError, ArithmeticError, RecursionError):
            value, end = yield from _iter_values(decoder, text, _next(text, 0), APART, twice)
            if end == len(text):
                return value
    return decode(text, longest, deepest, twice=twice)  # raises the error


def _iter_depth(text: str) -> Generator[None, None, int]:
    """Measure the nesting depth of a JSON text incrementally."""
    level = deepest = at = 0
    while match := _TOKENS.match(text, at):
        at, brackets = match.end(), _FLAT.sub("", match[0])
        levels = [*accumulate(map(_STEPS.__getitem__, brackets), initial=level)]
        level, deepest = levels[-1], max(deepest, *levels)
        yield
    return deepest


def _iter_values(
    decoder: json.JSONDecoder, text: str, at: int, levels: int, twice: bool
) -> Generator[None, None, tuple[object, int]]:
    """Decode the value at a position; return it and the position after it.

    ValueError if it is invalid. levels: the levels that are decoded in steps, with a checkpoint
    after each of their values; deeper values are decoded at once.
    """
    opens = text[at : at + 1]
    if not levels or opens not in _CLOSES:
        value, end = decoder.raw_decode(text, at)
        return value, _next(text, end)
    pairs: list[tuple[Any, object]] = []
    at = _next(text, at + 1)
    while text[at : at + 1] != _CLOSES[opens]:
        if pairs:
            at = _past(text, at, ",")
        name = None
        if opens == "{":
            if text[at : at + 1] != '"':
                raise ValueError("a name is missing")
            name, end = decoder.raw_decode(text, at)
            at = _past(text, _next(text, end), ":")
        value, at = yield from _iter_values(decoder, text, at, levels - 1, twice)
        pairs.append((name, value))
        yield
        if text[at : at + 1] not in (",", _CLOSES[opens]):
            raise ValueError("it does not end")
    if opens == "[":
        return [value for _, value in pairs], _next(text, at + 1)
    record = dict(pairs) if twice else _once(pairs)
    return record, _next(text, at + 1)


def _past(text: str, at: int, mark: str) -> int:
    """Return the position after a mark that must be here."""
    if text[at : at + 1] != mark:
        raise ValueError(f"{mark} is missing")
    return _next(text, at + 1)


def _next(text: str, at: int) -> int:
    """Return the position of the next character that is not blank."""
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _whole(digits: str) -> int:
    count = len(digits.removeprefix("-"))
    if count > DIGITS:
        raise Unreadable(f"a number of {count} digits is too large")
    return int(digits)


def _finite(word: str) -> float:
    number = float(word)
    if number - number != 0:
        raise Unreadable(f"{word[:40]} is too large")
    return number


def _no_number(word: str) -> None:
    raise Unreadable(f"{word} is no JSON")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"{name[:40]!r} stands twice in one record")
    return record
