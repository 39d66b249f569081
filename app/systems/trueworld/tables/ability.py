"""Tables of the chapters on ability and dice pools (T6, T9)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table
from app.systems.trueworld.rules.readings import mean, sides, thumb


class Ability(NamedTuple):
    die: str
    rating: str
    usual: str

    @property
    def words(self) -> str:
        return f"{self.rating} ({self.die})"


ABILITY_RATINGS = Table(
    "trueworld.ability_ratings",
    "Ability ratings",
    "T6.6",
    {"die": "Die", "rating": "Rating", "usual": "Usual for"},
    (
        Ability("d4",  "Novice",     "skill set"),
        Ability("d6",  "Proficient", "skill set"),
        Ability("d8",  "Skilled",    "specialization"),
        Ability("d10", "Master",     "specialization"),
        Ability("d12", "Expert",     "specialization"),
    ),
)  # fmt: skip


class BoostPart(NamedTuple):
    element: str
    constraint: str
    benefit: str


#: Three columns to pick from, one of each: a row is no unit.
BOOST_PARTS = Table(
    "trueworld.boost_parts",
    "Parts of a boost",
    "T6.7 T6.8",
    {"element": "Element", "constraint": "Constraint", "benefit": "Benefit"},
    (
        BoostPart(
            "background",
            "condition: something that must hold",
            "narrative: leave to break a normal limit (range, several targets, duration)",
        ),
        BoostPart(
            "skill",
            "cost: such as a run-up, one more turn of preparation",
            "odds: one more ability die",
        ),
        BoostPart("power", "", "effect: the level of a successful roll is 1 higher, at most 3"),
        BoostPart("gear", "", ""),
    ),
)


class Pooled(NamedTuple):
    die: str
    one: str
    two: str
    three: str
    four: str


def _worth(die: str, count: int) -> str:
    """Return the exact mean of the highest, and the die of the rule of thumb: `161/36 (d7)`."""
    return f"{mean(sides(die), count, 'highest')} (d{thumb(sides(die), count, 'highest')})"


DICE_POOLS = Table(
    "trueworld.dice_pools",
    "What a pool is worth: mean of the highest (thumb die)",
    "T9.1 T9.2",
    {"die": "Die", "one": "1 die", "two": "2 dice", "three": "3 dice", "four": "4 dice"},
    tuple(
        Pooled(row.die, *(_worth(row.die, count) for count in (1, 2, 3, 4)))
        for row in ABILITY_RATINGS
    ),
)
