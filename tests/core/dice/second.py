"""A second reader of dice lines: Lark parses them, and icepool computes the odds.

It shares only the notation with the app. `line(text)` returns its reading of a line.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import icepool
from lark import Lark, Transformer, v_args

GRAMMAR = r"""
line: [NUMBER "#"] sum [held sum]
?held: VS | SIGN | TEST
?sum: product
    | "-" product                 -> minus
    | sum "+" product             -> plus
    | sum "-" product             -> less
?product: factor
    | product ("*" | "x") factor  -> times
    | product "/" NUMBER          -> over
?factor: pool
    | NUMBER LABEL?               -> number
    | "(" sum ")" LABEL?          -> within
pool: NUMBER? DIE change* LABEL?
change: KEEP [NUMBER]             -> keep
    | LUCK                        -> luck
    | "!" [SIGN NUMBER] ["x" NUMBER] -> explode
    | REROLL [SIGN] NUMBER        -> reroll
    | END NUMBER                  -> end
    | SIGN NUMBER                 -> count
    | COUNT SIGN NUMBER           -> counted
VS: "vs"
DIE: /d(f|%|[0-9]+)/
KEEP: "kh" | "kl" | "dh" | "dl"
REROLL.2: "ro" | "r"
END: "min" | "max"
SIGN: ">=" | "<=" | ">" | "<" | "=" | "<>"
TEST: "@" SIGN
COUNT: "cs"
LUCK: "adv" | "dis"
LABEL: /\[[^\]]*\]/
NUMBER: /[0-9]+/
%ignore /\s+/
"""

DOES: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "<>": operator.ne,
}

#: One die at the end, with its modifiers.
ONE_DIE = re.compile(
    r"(?<![0-9d])1?d(?:[0-9]+|%|f)"
    r"(?:r?o?(?:>=|<=|<>|>|<|=)?-?[0-9]+|min[0-9]+|max[0-9]+|!(?:(?:>=|<=|<>|>|<|=)[0-9]+)?(?:x[0-9]+)?)*$"
)
COMPARED = re.compile(r"(?<![!ro<>])(?:>=|<=|<>|>|<|=)|vs")


@cache
def reader() -> Lark:
    """Return the parser of lines."""
    return Lark(GRAMMAR, start="line", parser="lalr")


def line(text: str) -> tuple[Any, str, Any]:
    """Return the roll, the comparison, and its target (None for no target)."""
    for odd, plain in (
        ("\u2212", "-"), ("\u2013", "-"), ("×", "*"), ("•", "*"), ("·", "*"),
        ("÷", "/"), ("≥", ">="), ("≤", "<="), ("≠", "<>"),
    ):  # fmt: skip
        text = text.replace(odd, plain)
    text = re.sub(r"d66(?![0-9])", "(d6*10+d6)", text.lower())
    text = "".join("kh" if _is_k(text, n) else each for n, each in enumerate(text))
    repeats, left, sign, right = _Rolled().transform(reader().parse(_tested(text)))
    if repeats == 1:
        return left, sign, right
    each = left if right is None else icepool.map(lambda a, b: int(DOES[sign](a, b)), left, right)
    return repeats @ each, ">=", None


def _tested(text: str) -> str:
    """Mark the comparison that tests the whole line.

    It follows dice that are already sorted or counted, or is the only comparison after a single
    die.
    """
    compared = [match for match in COMPARED.finditer(text) if match[0] != "vs"]
    alone = len(list(COMPARED.finditer(text))) == 1
    for match in compared:
        before = text[: match.start()]
        if before.count("(") > before.count(")") or before.endswith("cs"):
            continue
        pool = re.split(r"[+*/(]| - ", before.rstrip())[-1]
        done = re.search(r"kh|kl|dh|dl|adv|dis", pool) or COMPARED.search(pool)
        if done or (alone and ONE_DIE.search(before.replace(" ", ""))):
            return f"{before}@{text[match.start() :]}"
    return text


def _is_k(text: str, index: int) -> bool:
    """Return whether a k here stands for kh."""
    return text[index] == "k" and text[index + 1 : index + 2] not in ("h", "l")


def _test(sign: str | None, number: str) -> Callable[[int], bool]:
    """Return the test of a comparison."""
    return lambda value: DOES[sign or "="](value, int(number))


@v_args(inline=True)
class _Rolled(Transformer[Any, Any]):
    def line(
        self, repeats: str | None, left: Any, held: str | None = None, right: Any = None
    ) -> Any:
        sign = ">=" if held in (None, "vs") else str(held).removeprefix("@")
        return int(repeats or 1), left, sign, right

    def minus(self, one: Any) -> Any:
        return -one

    def plus(self, one: Any, other: Any) -> Any:
        return one + other

    def less(self, one: Any, other: Any) -> Any:
        return one - other

    def times(self, one: Any, other: Any) -> Any:
        return one.map(lambda value: other.map(lambda by: value * by))

    def over(self, one: Any, by: str) -> Any:
        return one.map(lambda value: value // int(by))

    def number(self, number: str, *label: str) -> Any:
        return icepool.Die([int(number)])

    def within(self, inner: Any, *label: str) -> Any:
        return inner

    def keep(self, which: str, number: str | None) -> Any:
        return str(which), int(number or 1)

    def luck(self, which: str) -> Any:
        return "luck", str(which)

    def counted(self, word: str, sign: str, number: str) -> Any:
        return self.count(sign, number)

    def explode(self, sign: str | None, number: str | None, most: str | None) -> Any:
        test = None if number is None else _test(sign, number)
        return "!", (test, int(most or 10))

    def reroll(self, word: str, sign: str | None, number: str) -> Any:
        return str(word), _test(sign, number)

    def end(self, word: str, number: str) -> Any:
        return str(word), int(number)

    def count(self, sign: str, number: str) -> Any:
        return "count", _test(sign, number)

    def pool(self, *parts: Any) -> Any:
        count = 1 if parts[0].type == "DIE" else int(parts[0])
        size = next(str(part) for part in parts[:2] if part.type == "DIE")[1:]
        changes: dict[str, Any] = dict(part for part in parts if isinstance(part, tuple))
        sides = (
            icepool.Die([-1, 0, 1]) if size == "f" else icepool.d(100 if size == "%" else int(size))
        )
        if "luck" in changes:
            count = 2
            changes["kh" if changes["luck"] == "adv" else "kl"] = 1
        return _pool(count, sides, changes)


def _pool(count: int, die: Any, changes: dict[str, Any]) -> Any:
    """Return the distribution of a pool with these changes."""
    top = max(die.outcomes())
    for word, depth in (("r", "inf"), ("ro", 1)):
        if word in changes:
            die = die.reroll(changes[word], star=False, depth=depth)
    one = _exploded(die, changes, top)
    low = changes.get("dl", 0) + (count - changes["kh"] if "kh" in changes else 0)
    high = changes.get("dh", 0) + (count - changes["kl"] if "kl" in changes else 0)
    return one.keep(count, slice(low, count - high)) if low or high else count @ one


def _exploded(die: Any, changes: dict[str, Any], top: int) -> Any:
    """Return the distribution of one die that may explode."""

    def worth(shown: int) -> int:
        clamped = min(max(shown, changes.get("min", shown)), changes.get("max", 1000))
        return int(changes["count"](clamped)) if "count" in changes else clamped

    result = die.map(worth)
    test, most = changes.get("!", (None, 0))
    bursts = test or (lambda shown: shown == top)

    def once_more(after: Any) -> Callable[[int], Any]:
        return lambda shown: worth(shown) + after if bursts(shown) else worth(shown)

    for _ in range(most):
        result = die.map(once_more(result))
    return result
