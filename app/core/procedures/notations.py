"""Notations: inputs written in a small language of a game's own, and their readers.

A `Notation` is a `Text` with a reader. The form shows the reader's result for each text, right or
wrong, and its suggestions at the cursor; the language itself stays in the game's own folder.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Text
from app.core.sheets import Sheet


@dataclass(frozen=True)
class NotationContext:
    """The context of such a text: the other inputs of its form, or its sheet and its record.

    fields: their values by id, each as the rules take it.
    """

    fields: Values = field(default_factory=dict)
    sheet: Sheet | None = None


@dataclass(frozen=True)
class Wrong:
    """A fault and the characters to blame: text[start:end], counted from 0.

    An empty range is a position where something is missing. start is None where no character of the
    text is to blame. unfinished: the text is right so far, but incomplete.
    """

    message: str
    start: int | None = None
    end: int = 0
    unfinished: bool = False


@dataclass(frozen=True)
class Term:
    """One term of a sum: its text, its value, and how the value was found."""

    text: str
    value: str = ""
    how: str = ""


@dataclass(frozen=True)
class Sum:
    """The value of a part of the text, term by term."""

    label: str
    terms: tuple[Term, ...]
    total: str


@dataclass(frozen=True)
class Offer:
    """A suggestion at the cursor: `insert` replaces text[start:end]."""

    insert: str
    start: int
    end: int
    label: str
    help: str = ""


@dataclass(frozen=True)
class Understood:
    """A reader's result for a text."""

    #: The text as the game writes it.
    canonical: str = ""
    #: The text in plain language.
    words: str = ""
    #: Its values in its context.
    sums: tuple[Sum, ...] = ()
    #: Further remarks.
    notes: tuple[str, ...] = ()
    #: The first fault, None for a complete text.
    wrong: Wrong | None = None
    #: Suggestions at the cursor, likeliest first.
    offers: tuple[Offer, ...] = ()


#: (text, cursor or None while the field is not edited, its context) -> result. Never raises.
Reader = Callable[[str, int | None, NotationContext], Understood]


def unread(text: str, cursor: int | None, beside: NotationContext) -> Understood:
    """Return a text unread: the reader of a notation without one."""
    return Understood(canonical=text)


@dataclass(frozen=True)
class Key:
    """A key of a notation's keypad. die: the sides of the die that it is drawn as."""

    id: str
    label: str
    help: str
    die: int = 0


#: (text, id of the key that was tapped) -> the text after it. Never raises.
Tapped = Callable[[str, str], str]


def untapped(text: str, key: str) -> str:
    """Return the text unchanged: a notation without keys."""
    return text


#: (text, id of a key) -> whether a tap on it changes the text. Never raises.
Follows = Callable[[str, str], bool]


def always(text: str, key: str) -> bool:
    """Let every key follow."""
    return True


@dataclass(frozen=True)
class Notation(Text):
    """A text in a language of the game's own."""

    read: Reader = unread
    #: A single word, such as a name of something on the sheet.
    word: bool = False
    #: The keypad; a key that cannot follow the text is disabled.
    keys: tuple[Key, ...] = ()
    tapped: Tapped = untapped
    can_follow: Follows = always
