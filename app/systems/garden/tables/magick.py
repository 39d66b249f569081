"""Tables of magick (G122-G134)."""

from __future__ import annotations

from typing import NamedTuple

from app.core.procedures.tables import Table


class Spell(NamedTuple):
    """A spell. target: the TN, or None where the spell is opposed by Psyche."""

    spell: str
    words: str
    discipline: str
    attribute: str
    test: str
    opposed: str
    target: int | None
    effect: str


def _spell(
    spell: str, discipline: str, attribute: str, target: int | None, opposed: str, effect: str
) -> Spell:
    words = spell.replace("-", " ").title()
    test = f"{discipline.capitalize()} + {attribute.capitalize()}"
    return Spell(spell, words, discipline, attribute, test, opposed or str(target), target, effect)


SPELLS = Table(
    "garden.tbl_spells",
    "Spells",
    "G122-G134",
    {
        "words": "Spell",
        "discipline": "Discipline",
        "test": "Test",
        "opposed": "TN or opposed",
        "effect": "Effect",
    },
    (
        _spell("entropomancy", "astralmancy", "psyche", 5, "",
            "events lean towards a named task: one mundane or synchronistic event happens that "
            "helps it"),
        _spell("shield", "astralmancy", "psyche", 3, "",
            "a barrier all around the target: until the scene ends, +2 to defence rolls against "
            "spells and against attacks by spirits"),
        _spell("ward", "astralmancy", "psyche", 4, "",
            "a wall against spells and spirits, like a physical wall but not stopping perception"),
        _spell("remote-viewing", "divination", "intuition", 5, "",
            "perceive a target by non-local senses; amount of information by MoS"),
        _spell("scrying", "divination", "intuition", 3, "",
            "needs a focus (map and pendulum, dowsing rod ...); location of the target, accuracy "
            "by MoS"),
        _spell("banish", "evocation", "psyche", None, "opposed by Psyche",
            "a spirit leaves the area for a scene"),
        _spell("invocate", "evocation", "psyche", 5, "",
            "partial possession: +1 level in one chosen skill for the scene"),
        _spell("summon", "evocation", "psyche", 5, "",
            "a spirit appears and may be asked to act for the caster"),
        _spell("bolster", "restoration", "psyche", 5, "",
            "the target gets +2 against one ailment"),
        _spell("dispel", "restoration", "psyche", None,
            "opposed by the Psyche of the spell’s caster",
            "damages an ongoing spell by the MoS; when it has taken more than 5 in total it ends"),
        _spell("harm", "restoration", "psyche", None, "opposed by the target’s Psyche",
            "damage with DV 1 + Psyche"),
        _spell("heal", "restoration", "psyche", 1, "",
            "psychological trauma of the target counts as treated and can mend after one month's "
            "rest; the target's action penalties modify the caster's test"),
        _spell("regenerate", "restoration", "psyche", 4, "",
            "the target heals 25% faster for a week; adds to other healing-rate modifiers"),
    ),
)  # fmt: skip

#: Spells cast against a target number, and those opposed by Psyche.
UNOPPOSED = {row.spell: row.words for row in SPELLS if row.target is not None}
OPPOSED = {row.spell: row.words for row in SPELLS if row.target is None}


class Information(NamedTuple):
    level: int
    mos: str
    information: str


INFORMATION = Table(
    "garden.tbl_information",
    "Information",
    "G125 G126",
    {"mos": "MoS", "information": "Information"},
    (
        Information(1, "1", "vague"),
        Information(2, "2", "basic"),
        Information(3, "3", "detailed"),
        Information(4, "4", "secret"),
        Information(5, "5 or more", "unknown"),
    ),
)
