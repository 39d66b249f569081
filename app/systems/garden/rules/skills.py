"""The attributes and the skills that the rules name."""

from __future__ import annotations

from collections.abc import Collection

from app.core.procedures.inputs import Values
from app.systems.garden.rules.inputs import MOST_SKILL

ATTRIBUTES = ("agility", "body", "intuition", "logic", "perception", "psyche")

#: Each skill with its usual attribute (G9).
SKILLS = {
    "athletics": "body",
    "astralmancy": "psyche",
    "awareness": "perception",
    "deception": "psyche",
    "defense": "agility",
    "divination": "intuition",
    "evocation": "psyche",
    "firearms": "perception",
    "intimidation": "psyche",
    "mechanics": "logic",
    "medicine": "logic",
    "melee": "agility",
    "negotiation": "psyche",
    "pilot": "agility",
    "restoration": "psyche",
    "stealth": "agility",
    "unarmed": "body",
    "wrangle": "psyche",
}


def raise_level(level: int, skill: str, conditions: Collection[str]) -> int:
    """Raise a level by one while Invocate lends to that skill, at most to 20 (G128).

    conditions: names of the conditions on its bearer.
    """
    return min(MOST_SKILL, level + (f"invocation-{skill}" in conditions))


def level(sheet: Values, skill: str) -> int:
    """Return the effective level of a skill; the field itself stays."""
    return raise_level(
        int(sheet[skill]), skill, [condition["name"] for condition in sheet["conditions"]]
    )
