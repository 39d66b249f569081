"""Notations: inputs written in a small language of a game's own, and what its reader makes of one.

A `Notation` is a `Text` with a reader. Whoever draws the field shows what the reader says of each
text, right or wrong, and offers what may stand at the cursor; the language itself stays in the
game's own folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.procedures.kinds import Text
from app.core.sheets import Sheet


@dataclass(frozen=True)
class Beside:
    """What stands beside such a text: the other inputs of its form, or its sheet and its record.

    fields: their values by id, each as the rules take it.
    """

    fields: Mapping[str, Any] = field(default_factory=dict)
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Wrong:
    """What is wrong, and with which characters: text[start:end], counted from 0.

    An empty range is a place where something is missing. start is None where no character of the
    text is to blame. unfinished: nothing is wrong so far, but the text cannot end there.
    """

    message: str
    start: int | None = None
    end: int = 0
    unfinished: bool = False


@dataclass(frozen=True)
class Term:
    """One term of a sum: as it stands in the text, what it comes to, and how."""

    text: str
    value: str = ""
    how: str = ""


@dataclass(frozen=True)
class Sum:
    """What a part of the text comes to, term by term."""

    label: str
    terms: tuple[Term, ...]
    total: str


@dataclass(frozen=True)
class Offer:
    """Something that may stand at the cursor: `insert` takes the place of text[start:end]."""

    insert: str
    start: int
    end: int
    label: str
    help: str = ""


@dataclass(frozen=True)
class Understood:
    """A text as far as it was understood.

    canonical: as the game writes it. words: in plain language. sums: what it comes to with what
    stands beside it. notes: what else is worth knowing. wrong: the first fault, None for a whole
    text. offers: what may stand at the cursor, likeliest first.
    """

    canonical: str = ""
    words: str = ""
    sums: tuple[Sum, ...] = ()
    notes: tuple[str, ...] = ()
    wrong: Wrong | None = None
    offers: tuple[Offer, ...] = ()


#: (text, cursor or None while nobody writes, what stands beside it) -> what it says. Never raises.
Reader = Callable[[str, int | None, Beside], Understood]


def unread(text: str, cursor: int | None, beside: Beside) -> Understood:
    """The reader of a notation that has none."""
    return Understood(canonical=text)


@dataclass(frozen=True)
class Key:
    """Something to be tapped into such a text. die: the sides of the die that it is drawn as."""

    id: str
    label: str
    help: str
    die: int = 0


#: (text, id of the key that was tapped) -> the text after it. Never raises.
Tapped = Callable[[str, str], str]


def untapped(text: str, key: str) -> str:
    """The text of a notation that has no keys."""
    return text


#: (text, id of a key) -> does a tap on it change the text? Never raises.
Follows = Callable[[str, str], bool]


def always(text: str, key: str) -> bool:
    """Let every key follow."""
    return True


@dataclass(frozen=True)
class Notation(Text):
    """Some text in a language of the game's own.

    word: it is a single word, such as a name of something on the sheet. keys: what is tapped into
    it, and by `tapped`; one that cannot follow on the text by `can_follow` is disabled.
    """

    read: Reader = unread
    word: bool = False
    keys: tuple[Key, ...] = ()
    tapped: Tapped = untapped
    can_follow: Follows = always
