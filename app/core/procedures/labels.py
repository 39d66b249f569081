"""Labels, and counted nouns, in sentence case and in their number."""

from __future__ import annotations

import re
from fractions import Fraction

from app.core.errors import capitalize

#: Abbreviations of all games, written in capitals.
INITIALS = frozenset(
    {"ap", "cd", "db", "dr", "dv", "ep", "fp", "gm", "hp", "npc", "ob", "rsr", "sv"}
)


#: Counted nouns of all games: plural -> singular.
ONE_OF = {
    "successes": "success",
    "criticals": "critical",
    "injuries": "injury",
    "days": "day",
    "hours": "hour",
    "minutes": "minute",
    "rounds": "round",
    "turns": "turn",
    "targets": "target",
    "drawbacks": "drawback",
    "points": "point",
    "decigrays": "decigray",
    "Wounds": "Wound",
    "Bruises": "Bruise",
}


def of_count(count: int | Fraction, words: str) -> str:
    """Return a counted noun in its number: 1 `success in all`, 1 `plot point`, 2 `successes`."""
    first, space, rest = words.partition(" ")
    one = f"{ONE_OF.get(first, first)}{space}{ONE_OF.get(rest, rest)}"
    return one if abs(count) == 1 else words


def label_of(name: str) -> str:
    """Convert a name to a label: `target_number` -> `Target number`, `ap_cost` -> `AP cost`."""
    words = name.replace("_", " ").replace("-", " ").split()
    text = " ".join(word.upper() if word in INITIALS else word for word in words)
    return capitalize(text)


def within(words: str) -> str:
    """Return a label as it stands within a sentence: `target number`, but `AP cost`, `M of it`.

    A term stays as it is: `Total Penalty`, `Enc. MV`.
    """
    is_symbol = words[1:2].isupper() or (words[1:2] == " " and words[0] != "A")
    is_term = re.match(r"[A-Z][a-z]+(\.| [A-Z][a-z])", words) is not None
    return words if is_symbol or is_term else f"{words[:1].lower()}{words[1:]}"
