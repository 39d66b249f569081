"""Tables of the chapter on outcome and effect (T10)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class EffectLevel(NamedTuple):
    level: int
    effect: str
    least: int  # lowest score of the row
    score: str
    on_success: str
    on_failure: str


EFFECT_LEVELS = Table(
    "trueworld.effect_levels",
    "Levels of effect",
    "T10.2 T10.3",
    {
        "level": "Level",
        "effect": "Effect",
        "score": "Score",
        "on_success": "Result on a success",
        "on_failure": "Result on a failure",
    },
    (
        # The first row starts at 0, which comes up only where the score is the bare result.
        EffectLevel(1, "Marginal", 0, "1–3",        "0 to 2",     "−1 to −2"),
        EffectLevel(2, "Complete", 4, "4–6",        "3 to 5",     "−3 to −5"),
        EffectLevel(3, "Critical", 7, "7 and more", "6 and more", "−6 and less"),
    ),
)  # fmt: skip


class Consequence(NamedTuple):
    kind: str
    narrative: str
    mechanical: str


CONSEQUENCES = Table(
    "trueworld.consequences",
    "Consequences",
    "T10.4-T10.6",
    {"kind": "Kind", "narrative": "Narrative", "mechanical": "Mechanical"},
    (
        Consequence(
            "Boon",
            "the story turns in the character’s favour",
            "an earlier turn in the order, advantage won; where an attack succeeds, damage of "
            "the level of effect",
        ),
        Consequence(
            "Bane",
            "the story turns against the character",
            "a later turn in the order, harm or a condition, damaged gear, advantage lost; where a "
            "defence fails, harm of the level of effect",
        ),
    ),
)
