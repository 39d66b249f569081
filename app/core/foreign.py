"""Foreign text: JSON of another hand is measured before it is decoded.

The decoder goes down as deep as the text is nested, and a browser's Python does not survive going
down some thousand levels: the page would be dead. So every door (files, links, stored rows, other
tabs, requests) reads through `decoded`, which looks at length and depth first, in one pass over the
text that goes nowhere deeper itself.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import Any

#: A number written with more digits than this is beyond everything there is.
DIGITS = 100

#: What opens and closes nothing: texts (an unfinished one, too) and all between the brackets.
_FLAT = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?|[^"\[\]{}]++')

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


class Unreadable(ValueError):
    """Text that is not decoded, or no JSON; the message says what is wrong with it."""


def depth(text: str) -> int:
    """How deep a JSON text is nested: 0 for a number, 1 for `[5]`. Found without decoding it."""
    return max(accumulate(map(_STEPS.__getitem__, _FLAT.sub("", text)), initial=0))


def decoded(
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


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise Unreadable(f"a number of {len(digits)} digits is too large")
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
