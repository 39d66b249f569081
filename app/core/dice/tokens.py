"""The tokens of a line of dice."""

from __future__ import annotations

import re
from typing import NamedTuple

from app.core.support.characters import BLANKS, MINUS, TIMES

#: Common variants of tokens.
SAME = {
    **dict.fromkeys(MINUS, "-"),
    **dict.fromkeys(TIMES, "*"),
    "÷": "/",
    "≥": ">=",
    "=>": ">=",
    "≤": "<=",
    "=<": "<=",
    "==": "=",
    "≠": "<>",
    "k": "kh",
    "vs.": "vs",
    "advantage": "adv",
    "disadvantage": "dis",
}

_WORDS = r"(?:advantage|adv|disadvantage|dis|vs|kh|kl|dh|dl|min|max|ro|cs|r|k|df|d|x)"
_LETTER = r"[^\W\d_]"

_TOKEN = re.compile(
    rf"(?P<blank>[{BLANKS}]+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<label>\[[^\]]*\]?)"
    rf"|(?P<sign>>=|=>|<=|=<|==|<>|!=(?!>)|[-+*/()!<>=÷≥≤≠%#{MINUS}{TIMES}])"
    # Words may follow each other without a blank where a number does: `d6!x2`, `2xd6`, `dFkh1`.
    rf"|(?P<word>vs\.|df(?={_WORDS}+(?!{_LETTER}))"
    rf"|{_WORDS}(?={_WORDS}*[0-9%]|{_WORDS}*df(?!{_LETTER})|(?!{_LETTER})))"
    rf"|(?P<other>{_LETTER}+|.)",
    re.IGNORECASE | re.DOTALL,
)

#: A chat command before a line, as other programs require it.
_COMMAND = re.compile(
    rf"[{BLANKS}]*[/!](?:roll|r)(?=[{BLANKS}0-9(]|d[0-9%f]|$)[{BLANKS}]*", re.IGNORECASE
)


class Token(NamedTuple):
    """A word, sign, number or label of the line, in standard notation; kind `end` ends."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Split a line into tokens, the end last; a leading `/r` is left out."""
    command = _COMMAND.match(text)
    result = []
    for match in _TOKEN.finditer(text, command.end() if command else 0):
        kind = str(match.lastgroup)
        if kind != "blank":
            bare = match[0].lower() if kind != "label" else match[0]
            result.append(Token(kind, SAME.get(bare, bare), *match.span()))
    end = len(text.rstrip(BLANKS))
    return [*result, Token("end", "", end, end)]
