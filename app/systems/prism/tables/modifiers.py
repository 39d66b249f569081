"""Chart 14.2, the common modifiers, in five columns (P18-P23)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table

#: The columns of Chart 14.2 with their names.
COLUMNS = {
    "movement": "Movement",
    "items": "Items",
    "influence": "Influence",
    "magic": "Magic",
    "perception": "Perception",
}

#: The cells of the encumbrance row: the Total Penalty, or a fourth of it (P20).
WHOLE, FOURTH = "X", "X / 4"


class Modifier(NamedTuple):
    """A row of Chart 14.2: the modifier of a condition in each column."""

    id: str
    group: str
    condition: str
    movement: int | str
    items: int | str
    influence: int | str
    magic: int | str
    perception: int | str


MODIFIERS = Table(
    "prism.chart_14_2",
    "Chart 14.2: Common modifiers",
    "P18-P23",
    {"group": "Group", "condition": "Condition", **COLUMNS},
    (
        Modifier("routine",        "General difficulty", "Routine",         30,  30,  30,  30,  30),
        Modifier("easy",           "General difficulty", "Easy",            20,  20,  20,  20,  20),
        Modifier("light",          "General difficulty", "Light",           10,  10,  10,  10,  10),
        Modifier("medium",         "General difficulty", "Medium",           0,   0,   0,   0,   0),
        Modifier("hard",           "General difficulty", "Hard",           -10, -10, -10, -10, -10),
        Modifier("very-hard",      "General difficulty", "Very Hard",      -20, -20, -20, -20, -20),
        Modifier("extremely-hard", "General difficulty", "Extremely Hard", -30, -30, -30, -30, -30),
        Modifier("sheer-folly",    "General difficulty", "Sheer Folly",    -50, -50, -50, -50, -50),
        Modifier("impossible",     "General difficulty", "Impossible",     -70, -70, -70, -70, -70),
        Modifier("lost-25-50", "Wounds", "Lost 25–50% of HP",              -10, -10,  -5, -10,  -7),
        Modifier("lost-51-75", "Wounds", "Lost 51–75% of HP",              -20, -20, -10, -20, -20),
        Modifier("lost-76-99", "Wounds", "Lost 76–99% of HP",              -30, -30, -20, -30, -40),
        Modifier("stunned",    "Wounds", "Stunned",                        -25, -75, -75, -75, -50),
        Modifier("bleeding",   "Wounds", "Bleeding, per hit per round",    -10,  -5, -10, -10,  -5),
        Modifier("melee",   "Distractions", "Near or in melee",             -5, -10, -30,  -5, -30),
        Modifier("noise",   "Distractions", "Loud noise",                   -5,  -5, -25, -35, -10),
        Modifier("running", "Distractions", "Character running",             0, -40,  -5, -20, -50),
        Modifier("encumbrance", "Encumbrance", "Total Penalty = X", WHOLE, WHOLE, 0, 0, FOURTH),
        Modifier("inferior",  "Item quality", "Inferior",                   -5, -40,   0, -20,   0),
        Modifier("poor",      "Item quality", "Poor",                       -2, -25,   0, -15,   0),
        Modifier("average",   "Item quality", "Average",                     0,   0,   0,  -5,   0),
        Modifier("good",      "Item quality", "Good",                        5,  15,   0,   0,   0),
        Modifier("excellent", "Item quality", "Excellent",                   7,  30,   0,   5,   0),
        Modifier("flat",       "Terrain", "Flat",                            5,  10,   0,   0,   5),
        Modifier("smooth",     "Terrain", "Smooth",                         -5,   0,   0,   0,  10),
        Modifier("rough",      "Terrain", "Rough",                           0,   0,   0,   0,  -7),
        Modifier("steep",      "Terrain", "Steep",                         -30, -15,  -5,   0, -10),
        Modifier("obstructed", "Terrain", "Obstructed",                    -20, -30, -30,   0, -40),
        Modifier("low",  "Mana level", "Low",                                0,   0,   0,   0, -30),
        Modifier("high", "Mana level", "High",                               0,   0,   0,   0,  20),
        Modifier("concentrated-node", "Mana level", "Concentrated node",     0,   0,   0,   0,  40),
    ),
)  # fmt: skip


def conditions(group: str, *, also_by: dict[str, str] | None = None) -> dict[str, str]:
    """Return the choices of an input: `also_by`, then the rows of a group."""
    rows = {row.id: row.condition for row in MODIFIERS if row.group == group}
    return {**(also_by or {}), **rows}


#: The three bands of lost hit points (P21); the group's other rows are inputs of their own.
HP_BANDS = ("lost-25-50", "lost-51-75", "lost-76-99")
