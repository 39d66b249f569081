"""Derived numbers of a character (W12)."""

from __future__ import annotations

from typing import Annotated

from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure
from app.systems.wasteland.tables.character import MELEE_BONUS


def max_hp_of(endurance: int, luck: int, level: int) -> int:
    """Return maximum HP (W12.1)."""
    return endurance + luck + level - 1


def defense_of(agility: int) -> int:
    """Return Defense: 1, or 2 with AGI 9 or more (W12.2)."""
    return 2 if agility >= 9 else 1


def initiative_of(perception: int, agility: int, bonus: int) -> int:
    """Return the initiative of a character (W12.3, W2.6)."""
    return perception + agility + bonus


def melee_bonus_of(strength: int) -> int:
    """Return the combat dice that strength adds to melee and unarmed damage (W12.4)."""
    return MELEE_BONUS.row_at(strength).bonus


def carry_weight_of(strength: int) -> int:
    """Return the pounds a character can carry (W12.5)."""
    return 150 + 10 * strength


Strength = Annotated[int, Whole(1, 12, front=True, sheet="strength", rules=("W12.4",))]
Perception = Annotated[int, Whole(1, 12, front=True, sheet="perception", rules=("W12.3",))]
Endurance = Annotated[int, Whole(1, 12, front=True, sheet="endurance", rules=("W12.1",))]
Charisma = Annotated[int, Whole(1, 12, front=True, sheet="charisma")]
Intelligence = Annotated[int, Whole(1, 12, front=True, sheet="intelligence")]
Agility = Annotated[int, Whole(1, 12, front=True, sheet="agility", rules=("W12.2", "W12.3"))]
Luck = Annotated[int, Whole(1, 12, front=True, sheet="luck", rules=("W12.1", "W12.6"))]
Level = Annotated[int, Whole(1, 50, front=True, sheet="level", rules=("W12.1",))]
InitiativeBonus = Annotated[
    int, Whole(-10, 20, front=True, sheet="initiative_bonus", rules=("W2.6",))
]


@procedure(
    "wasteland.derived_stats",
    title="Derived numbers",
    grades=(Grade("derived", "Derived"),),
    rules="W12.1-W12.6",
)
def derived_stats(
    strength: Strength = 5,
    perception: Perception = 5,
    endurance: Endurance = 5,
    charisma: Charisma = 5,
    intelligence: Intelligence = 5,
    agility: Agility = 5,
    luck: Luck = 5,
    level: Level = 1,
    initiative_bonus: InitiativeBonus = 0,
) -> Outcome:
    """Derive HP, Defense, initiative and the like from the seven attributes."""
    return Outcome(
        "derived",
        values={
            "max_hp": max_hp_of(endurance, luck, level),
            "defense": defense_of(agility),
            "initiative": initiative_of(perception, agility, initiative_bonus),
            "melee_bonus": melee_bonus_of(strength),
            "carry_weight": carry_weight_of(strength),
            "luck_points": luck,
        },
    )
