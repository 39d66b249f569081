"""Typed keys to faces: which face a text names, and whether another key may change it.

On most dice one digit is enough. 0 is 10 on a d10, 00 is 100 on a d100. A 1 on a d20 may still
become 10 to 19, a 1 on a d10 10, and a 10 on a d100 100: it waits for its next digit, Enter, or the
next die. A Fate die is typed as it looks, `-`, blank or 0, `+`, or as its value. On other dice a
sign waits for its digit, so that the 3 of a refused `-3` is no face.

    piece("5 5 2", D6)  ->  Piece("5", 5, " 5 2")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from app.core.support.typed_numbers import normalize

#: The signs of a Fate die, in ASCII.
_SIGNS = ["-", "0", "+"]

#: Separators between typed faces.
_BETWEEN = r"[\s,;/|&()\[\]{}、•·]+"
_GAP = re.compile(_BETWEEN)
_WORD = re.compile(rf"(?:(?!{_BETWEEN}).)+", re.DOTALL)
_SIGNED = re.compile(r"[-+] *1(?!\d)|[-+]|[01]")
#: A sign that separates two faces, as in `5+5+2`; not before the first face.
_PARTING = re.compile(r"(?<=\d)[-+](?=\d)|(?<=\d) [-+] (?=\d)")
#: A decimal, as no die has it. Other points separate faces, as in `3.5.6`.
_DECIMAL = re.compile(r"\s*\d+\.\d+\s*")
#: A plus before a face, as in `+3 +9`.
_PLUS = re.compile(r"(?<!\S)\+ *(?=\d)")


@dataclass(frozen=True)
class Die:
    """A die that is typed in. art: the labels of its faces; empty for numbers."""

    sides: int
    art: tuple[str, ...] = ()

    @property
    def signed(self) -> bool:
        """Tell whether it is a Fate die, which has signs as faces."""
        return [normalize(each) for each in self.art] == _SIGNS

    @property
    def range(self) -> str:
        """Return its faces in words: `1 to 6`, `−, 0 or +`."""
        if self.signed:
            return f"{self.art[0]}, {self.art[1]} or {self.art[2]}"
        return f"1 to {self.sides}"

    def text(self, face: int) -> str:
        """Return a face as a field shows it."""
        return self.art[face - 1] if self.signed else str(face)

    def fault(self, words: str) -> str:
        """Return the error for words that name none of its faces."""
        if words.isdecimal() and not self.signed:
            return f"a d{self.sides} has no face {words[:12]}; give {self.range}"
        return f"{words[:12]!r} is no face; give {self.range}"


@dataclass(frozen=True)
class Piece:
    """The start of a text: its words, the face they name (None: no face), and the rest."""

    words: str
    face: int | None
    rest: str


def separate_faces(text: str, die: Die) -> str:
    """Normalize a text so that only blanks, commas and the like separate its faces."""
    plain = normalize(text)
    if _DECIMAL.fullmatch(plain) is None:
        plain = plain.replace(".", " ")
    return plain if die.signed else _PLUS.sub("", _PARTING.sub(" ", plain))


def words(text: str) -> Iterator[str]:
    """Split a prepared text at blanks, commas and the like."""
    return (match[0] for match in _WORD.finditer(text))


def are_apart(text: str) -> bool:
    """Tell whether a prepared text has several separated faces."""
    return len(list(islice(words(text), 2))) > 1


def piece(text: str, die: Die, apart: bool) -> Piece | None:
    """Split off the first face of a prepared text; None where none remains.

    apart: the faces are separated, so a word is never cut.
    """
    gap = _GAP.match(text)
    begin = gap.end() if gap else 0
    word = _WORD.match(text, begin)
    if word is None:
        blank = bool(text) and not text.strip() and die.signed
        return Piece(text, 2, "") if blank else None
    if die.signed:
        sign = _SIGNED.match(text, begin)
        end = sign.end() if sign else word.end()
    else:
        is_word = apart or not word[0].isdigit()
        end = begin + (len(word[0]) if is_word else _longest(word[0], die) or len(word[0]))
    words = text[begin:end]
    return Piece(words, face(words, die.sides, die.art), text[end:])


def _longest(word: str, die: Die) -> int:
    """Return the length of the longest face at the start of a word; 0 if there is none."""
    ends = range(min(len(word), len(str(die.sides))), 0, -1)
    return next((end for end in ends if face(word[:end], die.sides) is not None), 0)


def face(text: str, sides: int, art: tuple[str, ...] = ()) -> int | None:
    """Return the face that this text names on such a die, None if it names none."""
    if Die(sides, art).signed:
        value = {"-": -1, "0": 0, "+": 1, "-1": -1, "1": 1, "+1": 1}.get(text.replace(" ", ""))
        return None if value is None else value + 2
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(sides)):
        return None
    number = int(text)
    if number == 0:
        # The zero face stands for the highest: 0 on a d10, 00 on a d100.
        return sides if (sides, text) in {(10, "0"), (100, "00")} else None
    if text[0] == "0" and (sides <= 10 or len(text) > 2):
        return None  # on a d10 that is a 10 and a second face
    return number if number <= sides else None


def could_grow(text: str, sides: int) -> bool:
    """Tell whether another digit could make a face of the text."""
    if text in ("", "0") and sides != 100:
        return text == ""  # an invalid 0 is reported at once
    return any(face(f"{text}{digit}", sides) is not None for digit in range(10))
