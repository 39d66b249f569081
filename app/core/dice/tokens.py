"""The words and signs of a line of dice."""

from __future__ import annotations

import re
from typing import NamedTuple

#: What is written as something else by many.
SAME = {"×": "*", "÷": "/", "≥": ">=", "≤": "<=", "−": "-", "k": "kh", "==": "="}

_TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<label>\[[^\]]*\]?)"
    r"|(?P<sign>>=|<=|==|[-+*/()!<>=×÷≥≤−%])"
    r"|(?P<word>vs|kh|kl|dh|dl|min|max|ro|r|k|df|d|x)"
    r"|(?P<other>[a-z]+|.)",
    re.IGNORECASE | re.DOTALL,
)


class Token(NamedTuple):
    """A word, sign, number or label of the line; `text` as everybody writes it. kind `end` ends."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The line in its words and signs, the end last."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind != "blank":
            bare = match[0].lower() if kind != "label" else match[0]
            found.append(Token(kind, SAME.get(bare, bare), *match.span()))
    return [*found, Token("end", "", len(text.rstrip()), len(text.rstrip()))]
