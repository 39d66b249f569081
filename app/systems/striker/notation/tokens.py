"""The parts of a line: dice, numbers, words and marks, read one at a time (S24)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.core.support.characters import BLANKS, MINUS
from app.systems.striker.notation.faults import Malformed

#: The minus sign and the en dash are read as `-` everywhere.
DASHES = str.maketrans(dict.fromkeys(MINUS, "-"))

#: Words that mean something wherever they stand, so they are no names; in lower case.
RESERVED = frozenset(
    ("chk", "sv", "eff", "sub", "for", "this", "to", "hit", "d20", "m", "r", "c", "tc")
)

#: The first that fits is the token, as long as it can be; dice and numbers must not run on.
_TOKEN = re.compile(
    r"""
      (?P<dice>   [0-9]* [dD] [0-9]+ (?![A-Za-z0-9]) )
    | (?P<number> [0-9]+ (?![A-Za-z0-9]) )
    | (?P<word>   [A-Za-z] [A-Za-z0-9]* (?: - [A-Za-z0-9]+ )* )
    | (?P<mark>   [()=,+-] )
    """,
    re.VERBOSE,
)
#: The reference also has arrows, products, fractions, stars and free words (S32-S42).
_REFERENCE_TOKEN = re.compile(
    r"""
      (?P<dice>   [0-9]* [dD] [0-9]+ (?![A-Za-z0-9]) )
    | (?P<number> [0-9]+ (?![A-Za-z0-9]) )
    | (?P<scrap>  [0-9]+ [A-Za-z] [A-Za-z0-9]* )
    | (?P<share>  [\u00bc-\u00be\u2150-\u215e] )
    | (?P<word>   [A-Za-z] [A-Za-z0-9]* (?: - [A-Za-z0-9]+ )* )
    | (?P<mark>   -> | [()=,+&|*\[\]\u2022\u00b7\u22c5\u00d7\u2192\u21d2-] )
    | (?P<loose>  [./:;'\u2019%] )
    """,
    re.VERBOSE,
)
#: Signs of the reference that are read alike.
_ALIKE = {
    "\u2192": "->",
    "\u21d2": "->",
    "\u00b7": "\u2022",
    "\u22c5": "\u2022",
    "\u00d7": "\u2022",
}
_BLANK = re.compile(f"[{BLANKS}]*")


def _in_any_case(word: str) -> str:
    return "".join(f"[{c.upper()}{c}]" if c.isalpha() else c for c in word)


#: The pattern of a name, for sheets and forms: no dice, no reserved word.
NAME_PATTERN = (
    "(?![dD][0-9]+(?![A-Za-z0-9]))"
    f"(?!(?:{'|'.join(_in_any_case(word) for word in sorted(RESERVED))})$)"
    f"[A-Za-z][A-Za-z0-9]*(?:[-{MINUS}][A-Za-z0-9]+)*"
)

Sort = Literal["dice", "number", "scrap", "share", "word", "mark", "loose", "end"]


@dataclass(frozen=True)
class Token:
    """A token with the position of its first character, from 1; `low` is in lower case."""

    sort: Sort
    text: str
    at: int

    @property
    def low(self) -> str:
        return _ALIKE.get(self.text, self.text.lower())

    @property
    def ends(self) -> int:
        """Return the position after it, counted from 0."""
        return self.at - 1 + len(self.text)

    @property
    def is_name(self) -> bool:
        return self.sort == "word" and self.low not in RESERVED

    @property
    def dice(self) -> tuple[int, int]:
        """Return count and sides of dice; `d6` is one die."""
        count, _, sides = self.low.partition("d")
        return int(count or 1), int(sides)

    @property
    def shown(self) -> str:
        return self.text if self.sort != "end" else "the end"


def plainly_dashed(text: str) -> str:
    """Return the text with `-` for every dash, at the same positions."""
    return text.translate(DASHES)


def key(name: str) -> str:
    """Return a name's key for lookup: lower case for A to Z, any dash as `-` (S24).

    A character that only resembles a letter in lower case stays as it is.
    """
    plain = plainly_dashed(name).strip(BLANKS)
    return plain.lower() if plain.isascii() else plain


def token_at(text: str, start: int, reference: bool = False) -> Token:
    """Return the token at or after `start` (counted from 0); Malformed E02 if none begins there.

    The end of the line is one past its last character that is not blank. reference: by the tokens
    of the reference, of which some are no part of the core (S32-S42).
    """
    blank = _BLANK.match(text, start)
    assert blank is not None  # it also matches nothing
    begin = blank.end()
    if begin == len(text):
        return Token("end", "", len(text.rstrip(BLANKS)) + 1)
    match = (_REFERENCE_TOKEN if reference else _TOKEN).match(text, begin)
    if match is None:
        raise Malformed("E02", begin + 1, X=text[begin])
    sort: Sort = match.lastgroup  # type: ignore[assignment]  # the groups are the sorts
    return Token(sort, match.group(), begin + 1)


def is_name(text: str) -> bool:
    """Tell whether this can be a name (S24): one token, and no reserved word."""
    match = _TOKEN.match(text)
    if match is None or match.end() != len(text):
        return False
    return match.lastgroup == "word" and text.lower() not in RESERVED
