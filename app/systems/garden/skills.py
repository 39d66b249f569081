"""The attributes and the skills that the rules name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.systems.garden.injuries import suffers
from app.systems.garden.inputs import MOST_SKILL

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


def level(sheet: Mapping[str, Any], skill: str) -> int:
    """The level that is rolled: one more while Invocate lends to that skill, at most 20 (G128)."""
    lent = suffers(sheet, f"invocation-{skill}")
    return min(MOST_SKILL, int(sheet[skill]) + lent)
