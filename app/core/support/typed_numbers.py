"""Numbers as they are typed and pasted: one reader for every field, line, pad and key.

    1,000  1.000  1 000  1'000  1_000  1,00,000      thousands
    1.5  1,5  1.000,5  1,000.5                       decimals
    -5  −5  –5  - 5  +5  ５                          signs, blanks, digits of any script

A text is read as the one number that it stands for, or not at all. A lone comma or point before
three digits separates thousands in a field for whole numbers; in one for decimals it is ambiguous,
and so the text stands for none.
"""

from __future__ import annotations

import re
from decimal import Decimal

from app.core.support.characters import BLANKS, MINUS

#: Further dashes, from input methods and web pages.
_MINUS = MINUS + "\u2010\u2011\u2012\u2014\u2015\u2796\ufe58\ufe63"
_PLUS = "\u2795\ufe62"
_APOSTROPHES = "\u2018\u2019\u02bc\u2032"
#: Blanks within a line: two lines never make one number.
_BLANKS = "".join(each for each in BLANKS if each > "\u0085" and each not in "\u2028\u2029")
#: Marks of writing direction and joining: pasted along, and invisible.
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
_INVISIBLE += "\u2066\u2067\u2068\u2069"

_PLAIN: dict[int, str] = {
    **{code + 0xFEE0: chr(code) for code in range(0x21, 0x7F)},  # full-width forms
    **dict.fromkeys(map(ord, _MINUS), "-"),
    **dict.fromkeys(map(ord, _PLUS), "+"),
    **dict.fromkeys(map(ord, _APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **dict.fromkeys(map(ord, _INVISIBLE), ""),
}

_SIGN = r"(?P<sign>[+-]?) *"
_GROUPED = re.compile(
    _SIGN + r"(?P<whole>[1-9]\d{0,2}(?P<by>[ ,.'_])\d{3}(?:(?P=by)\d{3})*)"
    r"(?:(?!(?P=by))[.,](?P<parts>\d+))?"
)
#: As in India: 12,34,567.
_LAKHS = re.compile(_SIGN + r"(?P<whole>[1-9]\d?(?:,\d\d)+,\d{3})(?:\.(?P<parts>\d+))?")
_UNGROUPED = re.compile(
    _SIGN + r"(?P<number>\d+[.,]?\d*|[.,]\d+|(?:\d+\.?\d*|\.\d+)e[+-]?\d+)", re.I
)
#: Either a thousand and more, or a decimal with three places.
_EITHER = re.compile(r"[+-]? *[1-9]\d{0,2}[.,]\d{3}")
#: Zeros before a group of three are a typing error.
_SLIP = re.compile(r"[+-]? *0\d{1,2}[.,]\d{3}")
#: Long decimals of a whole number are refused: `1,0000` may be mistyped thousands.
_TOO_LONG = re.compile(r".*[.,]\d{3,}")


def normalize(text: str) -> str:
    """Rewrite full-width forms, signs, blanks and invisible marks as those of ASCII."""
    return text if text.isascii() else text.translate(_PLAIN)


def read_whole(text: str) -> int | Decimal | None:
    """Read the number in a field for whole numbers; None if there is none.

    A decimal is returned as such, so that its message can show it.
    """
    return _read(text, decimals=False)


def read_decimal(text: str) -> int | Decimal | None:
    """Read the number in a field for decimals; None if there is none, or it is ambiguous."""
    return _read(text, decimals=True)


def split_sign(text: str) -> tuple[str, str]:
    """Split a signed number into `+` or `-` and the rest; "" where it has no sign."""
    bare = _bare(text)
    return (bare[0], bare[1:].strip()) if bare[:1] in ("+", "-") else ("", bare)


def turn_sign(text: str) -> str:
    """Give a number, or the beginning of one, the other sign."""
    sign, rest = split_sign(text)
    return rest if sign == "-" else f"-{rest}"


def both_readings(text: str) -> tuple[str, str] | None:
    """Return both readings of a text like `1,234`: 1234 or 1.2340; None for others."""
    bare = _bare(text)
    if _EITHER.fullmatch(bare) is None:
        return None
    return re.sub("[.,]", "", bare), f"{bare.replace(',', '.')}0"


def write_decimal(text: str) -> str:
    """Write a decimal so that it reads as no other number: `1.234` as `1.2340`."""
    return f"{text}0" if _EITHER.fullmatch(text) else text


def _bare(text: str) -> str:
    """Return the text with ASCII digits and without blanks around it."""
    if text.isascii():
        return text.strip()
    return "".join(
        str(int(character)) if character.isdecimal() else character for character in normalize(text)
    ).strip()


def _read(text: str, decimals: bool) -> int | Decimal | None:
    bare = _bare(text)
    if bare.isdecimal() and len(bare) < 16:
        return int(bare)
    if _SLIP.fullmatch(bare) or (decimals and _EITHER.fullmatch(bare)):
        return None
    if match := _GROUPED.fullmatch(bare) or _LAKHS.fullmatch(bare):
        if not decimals and len(match["parts"] or "") > 2:
            return None
        digits = re.sub(r"\D", "", match["whole"])
        return _number(match["sign"] + digits + (f".{match['parts']}" if match["parts"] else ""))
    if not decimals and _TOO_LONG.fullmatch(bare):
        return None
    if match := _UNGROUPED.fullmatch(bare):
        return _number(match["sign"] + match["number"].replace(",", "."))
    return None


def _number(text: str) -> int | Decimal | None:
    """Parse a number in Python's own notation."""
    try:
        return int(text)
    except ValueError:  # a decimal, or too long for Python's `int`
        pass
    try:
        return Decimal(text)
    except ArithmeticError:
        return None
