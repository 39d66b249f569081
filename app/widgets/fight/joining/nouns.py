"""English nouns of a line of combatants: singulars and number words."""

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

#: Plurals of foes that the library does not know: (singular, plural).
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

#: Words with the same singular and plural.
UNCHANGED = ("species", "chaos", "undead", "efreet", "brahmin")

#: Words that attach a phrase to a noun: `captains of the guard`.
_BEHIND = re.compile(r"[\s-](?:of|from|with|in|at|on|under|for|who|to)[\s-]", re.IGNORECASE)


def prepare() -> None:
    """Import the library ahead of use, as a task of its own in a browser."""
    import pluralizer  # noqa: F401


def singular(words: str) -> str:
    """Return a noun's singular: `thieves` -> thief; unknown words stay as they are."""
    words = words.strip()
    match = _BEHIND.search(words)
    noun = words[: match.start()] if match else words
    before, last = noun[: _last(noun)], noun[_last(noun) :]
    return before + _library().singular(last) + words[len(noun) :]


def is_plural(words: str) -> bool:
    """Tell whether the words are a plural."""
    return singular(words) != words.strip()


def _last(noun: str) -> int:
    """Return where the last word of a noun begins."""
    match = re.search(r"[^\s-]+$", noun)
    return match.start() if match else len(noun)


@lru_cache(maxsize=1)
def _library() -> Pluralizer:
    """Return the library with our words, imported on first use."""
    from pluralizer import Pluralizer

    library = Pluralizer()  # type: ignore[no-untyped-call]
    for single, several in IRREGULAR:
        library.add_irregular_rule(single, several)
    for word in UNCHANGED:
        library.add_uncountable_rule(word)
    return library
