"""Tables of the chapters on difficulty and position (T2, T3)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.outcomes import Tone
from app.core.procedures.tables import Table


class Rating(NamedTuple):
    die: str
    difficulty: str
    grade: str
    tone: Tone

    @property
    def words(self) -> str:
        return f"{self.difficulty} ({self.die})"


DIFFICULTY_RATINGS = Table(
    "trueworld.difficulty_ratings",
    "Difficulty ratings",
    "T2.3",
    {"die": "Die", "difficulty": "Difficulty"},
    (
        Rating("d4",  "Challenging",      "challenging",      "good"),
        Rating("d6",  "Very Challenging", "very-challenging", "mixed"),
        Rating("d8",  "Hard",             "hard",             "poor"),
        Rating("d10", "Very Hard",        "very-hard",        "bad"),
        Rating("d12", "Extremely Hard",   "extremely-hard",   "worst"),
    ),
)  # fmt: skip


class Position(NamedTuple):
    position: str
    dice: int
    counts: str
    words: str

    @property
    def choice(self) -> str:
        return self.words if self.dice == 1 else f"{self.words}: {self.counts} of two"


POSITIONS = Table(
    "trueworld.positions",
    "Positions",
    "T3.2-T3.4",
    {"words": "Position", "dice": "Difficulty dice", "counts": "Which counts"},
    (
        Position("neutral",      1, "the single die", "Neutral"),
        Position("advantage",    2, "the lower",      "Advantage"),
        Position("disadvantage", 2, "the higher",     "Disadvantage"),
    ),
)  # fmt: skip
