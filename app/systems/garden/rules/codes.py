"""Codes of injuries as the sheet stores them.

`flesh-wound/open`, `deep-wound/aided@24` (24 hours of its healing behind it), `flesh-bruise` (its
length not rolled yet), `deep-bruise=30` (30 hours left).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.errors import BadInput, short_text
from app.core.procedures.kinds import Exact, Text
from app.systems.garden.tables.wounds import HEALING

_DECIMAL = r"[0-9]+(?:\.[0-9]+)?"
PATTERN = (
    r"(?:flesh|deep)-wound/(?:open"
    rf"|(?:aided|unaided)(?:@{_DECIMAL})?)"
    rf"|(?:flesh|deep)-bruise(?:={_DECIMAL})?"
)
#: Hours are written to six decimals.
MILLION = 1_000_000
_PARTS = re.compile(r"(flesh|deep)-(wound|bruise)(?:/(\w+))?(?:[@=](.+))?")


def hours_to_heal(kind: str, care: str) -> int:
    """Return the hours of healing at rate 1 (G95); for a bruise, those of each point of its die."""
    return HEALING[f"{kind}/{care}" if care else kind].hours


@dataclass(frozen=True)
class Injury:
    """An injury on the clock.

    kind: `flesh-wound` and so on. care: `open`, `unaided`, `aided`; empty for a bruise.
    left: hours of healing still to do at rate 1; None for an open wound or a length not rolled.
    """

    kind: str
    care: str = ""
    left: Exact | None = None

    @property
    def heals(self) -> bool:
        return self.care != "open"

    @property
    def code(self) -> str:
        if not self.care:
            return self.kind if self.left is None else f"{self.kind}={plain(self.left)}"
        if self.left is None:
            return f"{self.kind}/{self.care}"
        needed = hours_to_heal(self.kind, self.care)
        # Not healed yet, so never quite all of them, however little is missing.
        done = min(needed - self.left, needed - Fraction(1, MILLION))
        return f"{self.kind}/{self.care}" + (f"@{plain(done)}" if done else "")

    @property
    def words(self) -> str:
        return self.kind.replace("-", " ")

    @property
    def description(self) -> str:
        """Return `unaided deep wound (1 h healed)` or `flesh bruise (3 h left)`."""
        if self.left is None:
            return f"{self.care} {self.words}".strip()
        if not self.care:
            return f"{self.words} ({time_words(self.left)} left)"
        done = time_words(hours_to_heal(self.kind, self.care) - self.left)
        return f"{self.care} {self.words}" + (f" ({done} healed)" if done != "0 h" else "")


def plain(hours: Exact) -> str:
    """Format hours as a decimal with at most six places, no trailing zeros, never quite 0."""
    millionths = max(1, int(hours * MILLION + Fraction(1, 2)))
    whole, part = divmod(millionths, MILLION)
    return f"{whole}.{part:06}".rstrip("0").rstrip(".")


def time_words(hours: Exact) -> str:
    """Format hours to the nearest minute: `24 h`, `1 h 5 min`, `5 min`."""
    whole, minutes = divmod(int(hours * 60 + Fraction(1, 2)), 60)
    parts = (f"{whole} h" if whole or not minutes else "", f"{minutes} min" if minutes else "")
    return " ".join(filter(None, parts))


def read(code: str) -> Injury:
    """Parse a code; raise ValueError for a length or a progress that the injury cannot have."""
    match = _PARTS.fullmatch(code)
    if match is None:
        raise ValueError(code)
    severity, row, care, number = match.groups()
    kind = f"{severity}-{row}"
    hours = None if number is None else Fraction(number)
    if row == "bruise":
        if hours is not None and not 0 < hours <= 6 * hours_to_heal(kind, ""):
            raise ValueError(code)
        return Injury(kind, "", hours)
    if care == "open":
        return Injury(kind, care)
    needed = hours_to_heal(kind, care)
    if hours is not None and hours >= needed:
        raise ValueError(code)
    return Injury(kind, care, needed - (hours or 0))


#: The first state of an injury, and the care that a wound can get.
PLAIN = (
    "flesh-wound/open",
    "flesh-wound/unaided",
    "flesh-wound/aided",
    "deep-wound/open",
    "deep-wound/unaided",
    "deep-wound/aided",
    "flesh-bruise",
    "deep-bruise",
)


class InjuryCode(Text):
    """An injury as a code."""

    def __init__(self, **kind: Any) -> None:
        description = "an injury such as flesh-wound/open, deep-wound/aided@24 or flesh-bruise=3"
        super().__init__(40, PATTERN, description, PLAIN, **kind)

    def check(self, name: str, value: object) -> str:
        code = super().check(name, value)
        try:
            read(code)
        except ValueError:
            problem = "it has more hours behind or before it than such an injury has"
            raise BadInput(name, f"{name} is {short_text(code)}; {problem}") from None
        return code

    def words(self, value: object) -> str:
        try:
            return read(str(value)).description
        except ValueError:  # of a file from elsewhere
            return str(value)
