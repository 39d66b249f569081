"""English nouns, as far as a line of combatants needs them: one of several, and how many."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pluralizer import Pluralizer

_UPTO_TWENTY = """
    one two three four five six seven eight nine ten
    eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
""".split()  # noqa: SIM905

#: Numbers that are written as words.
NUMBERS = {
    **{word: number for number, word in enumerate(_UPTO_TWENTY, 1)},
    "thirty": 30,
    "a couple of": 2,
    "a pair of": 2,
    "half a dozen": 6,
    "a dozen": 12,
}

#: What people fight and the library does not know: (one, several).
IRREGULAR = (
    ("cyclops", "cyclopes"),
    ("incubus", "incubi"),
    ("succubus", "succubi"),
    ("pegasus", "pegasi"),
    ("nemesis", "nemeses"),
    ("octopus", "octopi"),
    ("medusa", "medusae"),
    ("chimera", "chimerae"),
    ("lamia", "lamiae"),
    ("djinni", "djinn"),
)

#: One or several, the word is the same.
UNCHANGED = ("species", "chaos", "undead", "efreet", "brahmin")

#: Behind these stands more about a noun: `captains of the guard`.
_BEHIND = re.compile(r"[\s-](?:of|from|with|in|at|on|under|for|who|to)[\s-]", re.IGNORECASE)


def prepare() -> None:
    """Import the library before it is asked: that is a task of its own in a browser."""
    import pluralizer  # noqa: F401


def singular(words: str) -> str:
    """Return what one of several is called: `thieves` -> thief; the words where nobody knows."""
    words = words.strip()
    behind = _BEHIND.search(words)
    noun = words[: behind.start()] if behind else words
    before, last = noun[: _last(noun)], noun[_last(noun) :]
    return before + _library().singular(last) + words[len(noun) :]


def is_plural(words: str) -> bool:
    """Do the words name several?"""
    return singular(words) != words.strip()


def _last(noun: str) -> int:
    """Where the last word of a noun begins."""
    found = re.search(r"[^\s-]+$", noun)
    return found.start() if found else len(noun)


@lru_cache(maxsize=1)
def _library() -> Pluralizer:
    """The library with our words; it is imported when it is asked first, not at the start."""
    from pluralizer import Pluralizer

    made = Pluralizer()  # type: ignore[no-untyped-call]
    for one, several in IRREGULAR:
        made.add_irregular_rule(one, several)
    for word in UNCHANGED:
        made.add_uncountable_rule(word)
    return made
