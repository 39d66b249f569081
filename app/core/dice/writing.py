"""A line of dice during editing: its meaning, its faults, and the keypad."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from app.core.dice import ways
from app.core.dice.faults import Malformed, Reading
from app.core.dice.grammar import parse
from app.core.dice.saying import to_notation, words
from app.core.dice.tokens import Token, tokens
from app.core.dice.tree import COMPARE, DiceLine
from app.core.errors import BadInput
from app.core.procedures.notations import Offer, Understood, Wrong
from app.core.support.characters import with_minus

#: The most repairs of one line for an offer.
MENDED = 6


def understood(text: str, cursor: int | None) -> Understood:
    """Describe a line, complete or not."""
    if not text.strip():
        return Understood()
    try:
        line = parse(text)
    except Malformed as fault:
        wrong = Wrong(fault.hint, fault.start, fault.end, _is_unfinished(fault, text))
        offers = (Offer(line, 0, len(text), line, words) for line, words in readings(fault))
        return Understood(wrong=wrong, offers=tuple(offers))
    return Understood(to_notation(line), words(line), notes=_notes(line))


def readings(fault: Malformed) -> Iterator[Reading]:
    """Yield the right lines that may be meant by a wrong one, each once."""
    yielded = set()
    for line, differs in fault.readings:
        standard = _repaired(line)
        if standard and standard not in yielded:
            yielded.add(standard)
            yield Reading(standard, differs)


def _repaired(line: str) -> str:
    """Return the line in standard notation, with unambiguous faults repaired; else empty."""
    for _ in range(MENDED):
        try:
            return to_notation(parse(line))
        except Malformed as fault:
            if len(fault.readings) != 1:
                return ""
            line = fault.readings[0].line
    return ""


def _is_unfinished(fault: Malformed, text: str) -> bool:
    return fault.unfinished or fault.start >= len(text.rstrip())


@lru_cache(maxsize=128)
def is_begun(text: str) -> bool:
    """Tell whether a text is a right line, or the beginning of one."""
    try:
        parse(text)
    except Malformed as fault:
        return _is_unfinished(fault, text)
    return True


def _notes(line: DiceLine) -> tuple[str, ...]:
    """Return the range of a line's total, and its mean."""
    try:
        totals = ways.of_total(line)
    except BadInput:
        return ()
    low, high, all_ways = min(totals), max(totals), sum(totals.values())
    if low == high:
        return ()
    mean = sum(value * count for value, count in totals.items()) / all_ways
    mean = round(mean, 2) + 0.0  # never a negative zero
    return (with_minus(f"From {low} to {high}, {mean:.2f} on average."),)


# --- the keypad ---


def tap_key(text: str, key: str) -> str:
    """Return the line after a tap: one more die, a digit, a sign, a change to the last dice.

    A key that cannot follow leaves the line unchanged, so that taps never make a wrong line; a
    wrong one can only be shortened.
    """
    if key == "back":
        return _back(text)
    if not is_begun(text):
        return text
    after = _after(text, key)
    return after if after != text.rstrip() and is_begun(after) else text


def can_follow(text: str, key: str) -> bool:
    """Tell whether a tap on this key changes the line."""
    return tap_key(text, key) != text


def _after(text: str, key: str) -> str:
    if key.isdigit():
        return _digit(text, key)
    return _KEYS[key](text.rstrip()) if key in _KEYS else _one_more(text.rstrip(), key)


#: The last pool at the end of a line: its number, and its die.
_POOL = re.compile(r"(?P<count>\d*)(?P<die>d(?:\d+|%|f))$", re.IGNORECASE)

#: Tokens after which a number or dice are a term of their own.
_OPENS = ("", "+", "-", "*", "(", "vs", "#")


def _last(text: str) -> tuple[str, Token | None]:
    """Return the last token of a line, after the text of the one before it."""
    line_tokens = tokens(text)[:-1]
    before = line_tokens[-2].text if len(line_tokens) > 1 else ""
    return before, line_tokens[-1] if line_tokens else None


def _one_more(text: str, die: str) -> str:
    """Add a die of the kind: to the last pool, if it is of these, else as a new term.

    A number that is a term becomes the number of such dice: 8 and then d6 are 8d6.
    """
    pool = _POOL.search(text)
    if pool is not None and pool["die"].lower().replace("%", "100") == die:
        count = int(pool["count"] or 1) + 1
        return f"{text[: pool.start()]}{count}{pool['die']}"
    before, last = _last(text)
    if last is not None and last.kind == "number" and before in _OPENS:
        counted = f"{text}{die}"
        return counted if is_begun(counted) else f"{text}+{die}"
    opens = last is None or last.text in (*_OPENS, *COMPARE)
    return f"{text}{' ' if text.endswith('vs') else ''}{die}" if opens else f"{text}+{die}"


def _digit(text: str, digit: str) -> str:
    """Append a digit to a number, or where one may stand; after whole dice add it to them."""
    before, last = _last(text)
    if last is None:
        return digit
    whole = (last.kind == "number" and before == "d") or last.kind == "label"
    if whole or last.text in ("%", "df", ")", "!", "adv", "dis"):
        return f"{text.rstrip()}+{digit}"
    between = " " if last.text == "vs" else ""
    return f"{text.rstrip()}{between}{digit}"


def _sign(sign: str) -> Callable[[str], str]:
    """Return the key for a sign, which replaces the sign there; a line may begin with a minus."""

    def put(text: str) -> str:
        bare = re.sub(r"[-+\u2212\u2013\s]+$", "", text)
        _, last = _last(bare)
        if last is None:
            return sign.strip("+")
        return text if last.text in (*_OPENS, *COMPARE) else f"{bare}{sign}"

    return put


def _change(change: str) -> Callable[[str], str]:
    """Return the key for a change to the last pool, which must exist."""

    def put(text: str) -> str:
        return f"{text}{change}" if _POOL.search(text) else text

    return put


def _keep(which: str) -> Callable[[str], str]:
    """Return the key that keeps one die, and one more with each tap; a single die becomes two."""

    def put(text: str) -> str:
        again = re.search(rf"(?P<count>\d+)d(?:\d+|%)k{which}(?P<kept>\d+)$", text, re.IGNORECASE)
        if again is not None:
            number = int(again["kept"]) % (int(again["count"]) - 1 or 1) + 1
            return f"{text[: again.start('kept')]}{number}"
        last = _POOL.search(text)
        if last is None:
            return text
        count = int(last["count"] or 1)
        number = max(1, count - 1) if which == "h" and count > 2 else 1
        return f"{text[: last.start()]}{max(count, 2)}{last['die']}k{which}{number}"

    return put


def _against(text: str) -> str:
    """Append `vs` to a complete line without a comparison."""
    try:
        line = parse(text)
    except Malformed:
        return text
    return text if line.right is not None else f"{text} vs "


def _back(text: str) -> str:
    """Remove the last token; from a pool of several dice remove one."""
    text = text.rstrip()
    last = _POOL.search(text)
    if last is not None and int(last["count"] or 1) > 1:
        remaining = int(last["count"]) - 1
        return f"{text[: last.start()]}{remaining if remaining > 1 else ''}{last['die']}"
    if last is not None:
        return text[: last.start()].rstrip(" +-\u2212\u2013")
    line_tokens = tokens(text)[:-1]
    return text[: line_tokens[-1].start].rstrip() if line_tokens else ""


_KEYS: dict[str, Callable[[str], str]] = {
    "+": _sign("+"),
    "-": _sign("-"),
    "kh": _keep("h"),
    "kl": _keep("l"),
    "!": _change("!"),
    ">=": _change(">="),
    "vs": _against,
}
