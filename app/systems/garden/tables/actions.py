"""Tables of actions and time (G20-G26)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from app.core.procedures.tables import Table


class ActionType(NamedTuple):
    type: str
    words: str
    takes: str
    examples: str


ACTION_TYPES = Table(
    "garden.tbl_action_types",
    "Kinds of action",
    "G20-G22",
    {"words": "Type", "takes": "Takes", "examples": "Examples"},
    (
        ActionType(
            "minor",
            "Minor",
            "little time or attention, no action, usually no test",
            "talking, dropping a held thing, defending oneself, basic perception, opening a door, "
            "walking, staying afloat",
        ),
        ActionType(
            "major",
            "Major",
            "a second or more, and concentration; one a round is free",
            "attacking, moving, picking a thing up, digging one out of a pocket or pack, getting "
            "through a locked door",
        ),
        ActionType(
            "extended",
            "Extended",
            "at least a full turn, usually with a test",
            "repairing, gardening, searching a room, sprinting",
        ),
    ),
)


class GroupSize(NamedTuple):
    size: str
    least: int
    modifier: int


ASSIST = Table(
    "garden.tbl_assist",
    "Assist",
    "G23",
    {"size": "Group size", "modifier": "Modifier"},
    (
        GroupSize("1",      1, 0),
        GroupSize("2–4",    2, 1),
        GroupSize("5–8",    5, 2),
        GroupSize("9–16",   9, 3),
        GroupSize("17–32", 17, 4),  # and any larger group
    ),
)  # fmt: skip


class Speed(NamedTuple):
    speed: str
    time: str
    share: Fraction
    modifier: int


ACTING_FAST = Table(
    "garden.tbl_acting_fast",
    "Acting fast",
    "G26",
    {"time": "Time needed", "modifier": "Modifier"},
    (
        Speed("normal",    "all",  Fraction(1),      0),
        Speed("half",      "1/2",  Fraction(1, 2),  -1),
        Speed("quarter",   "1/4",  Fraction(1, 4),  -2),
        Speed("eighth",    "1/8",  Fraction(1, 8),  -3),
        Speed("sixteenth", "1/16", Fraction(1, 16), -4),
    ),
)  # fmt: skip
