"""Foreign text: JSON of another hand is measured before it is decoded.

The decoder goes down as deep as the text is nested, and a browser's Python does not survive going
down some thousand levels: the page would be dead. So every door (files, links, stored rows, other
tabs, requests) reads through `decode`, which looks at length and depth first, in one pass over the
text that goes nowhere deeper itself.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from itertools import accumulate
from typing import Any

#: A number written with more digits than this is beyond everything there is.
DIGITS = 100

#: What opens and closes nothing: texts (an unfinished one, too) and all between the brackets.
_FLAT = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|[^"\[\]{}]++')

#: As much of a text as is looked at in one go: so many texts, brackets, and what is between them.
_TOKENS = re.compile(rf"(?:{_FLAT.pattern}|[\[\]{{}}]){{1,20000}}+")

_BLANKS = re.compile(r"[ \t\n\r]*")
_CLOSES = {"[": "]", "{": "}"}

#: A file of campaigns is taken apart down to its entries.
APART = 4

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Unreadable(ValueError):
    """Text that is not decoded, or no JSON; the message says what is wrong with it."""


def depth(text: str) -> int:
    """How deep a JSON text is nested: 0 for a number, 1 for `[5]`. Found without decoding it."""
    return max(accumulate(map(_STEPS.__getitem__, _FLAT.sub("", text)), initial=0))


def decode(
    text: str,
    longest: int,
    deepest: int,
    *,
    parse_int: Callable[[str], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    twice: bool = True,
) -> Any:
    """The value of a JSON text; Unreadable says why there is none.

    longest: characters; deepest: levels. twice: may a name stand twice in one record? (The last
    one counts.) Numbers are those that the value can be written as again: no NaN, no infinity.
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
    """The same with a breath now and then, so that a page goes on while a long text is decoded."""
    if len(text) <= longest and (yield from _iter_depth(text)) <= deepest:
        decoder = json.JSONDecoder(
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_number,
            object_pairs_hook=None if twice else _once,
        )
        with suppress(ValueError, ArithmeticError, RecursionError):
            value, end = yield from _taken_apart(decoder, text, _next(text, 0), APART, twice)
            if end == len(text):
                return value
    return decode(text, longest, deepest, twice=twice)  # and that says what is wrong with it


def _iter_depth(text: str) -> Generator[None, None, int]:
    """How deep a JSON text is nested."""
    level = deepest = at = 0
    while found := _TOKENS.match(text, at):
        at, brackets = found.end(), _FLAT.sub("", found[0])
        levels = [*accumulate(map(_STEPS.__getitem__, brackets), initial=level)]
        level, deepest = levels[-1], max(deepest, *levels)
        yield
    return deepest


def _taken_apart(
    decoder: json.JSONDecoder, text: str, at: int, levels: int, twice: bool
) -> Generator[None, None, tuple[Any, int]]:
    """The value that begins there, and where the next thing does; ValueError if it is none.

    levels: so many are taken apart, a breath after each of their values; what is nested deeper is
    decoded at once.
    """
    opens = text[at : at + 1]
    if not levels or opens not in _CLOSES:
        value, end = decoder.raw_decode(text, at)
        return value, _next(text, end)
    pairs: list[tuple[Any, Any]] = []
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
        value, at = yield from _taken_apart(decoder, text, at, levels - 1, twice)
        pairs.append((name, value))
        yield
        if text[at : at + 1] not in (",", _CLOSES[opens]):
            raise ValueError("it does not end")
    if opens == "[":
        return [value for _, value in pairs], _next(text, at + 1)
    made = dict(pairs) if twice else _once(pairs)
    return made, _next(text, at + 1)


def _past(text: str, at: int, mark: str) -> int:
    """Where the next thing is, behind a mark that has to stand there."""
    if text[at : at + 1] != mark:
        raise ValueError(f"{mark} is missing")
    return _next(text, at + 1)


def _next(text: str, at: int) -> int:
    """Where the next thing is that is no blank."""
    found = _BLANKS.match(text, at)
    return found.end() if found else at


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


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"{name[:40]!r} stands twice in one record")
    return made
