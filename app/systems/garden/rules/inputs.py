"""Inputs that many procedures of Autonomous Garden share, in the words of its sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from app.core.errors import BadInput
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import Exact, Number, OneOf, Whole, YesNo
from app.core.procedures.levers import EITHER, Lever
from app.systems.garden.tables.movement import GAITS

#: The worst that wounds come to: rows of 40 boxes each (G83, G87).
MOST_PENALTY = -60
#: The rules know no highest level of a skill; this one is ours.
MOST_SKILL = 20

# --- inputs of every test ---

SkillLevel = Annotated[int, Whole(0, MOST_SKILL, front=True, rules=("G6", "G7"))]
Attribute = Annotated[int, Whole(-5, 10, front=True, rules=("G6",))]
_MODIFIER = Whole(
    -20,
    20,
    front=True,
    sheet="modifier",
    help="Wounds, load, illness and situational modifiers.",
    rules=("G3",),
)
Modifier = Annotated[int, _MODIFIER]
#: Of a test that others can assist: up to three of them give 1 (G23).
HelpedModifier = Annotated[
    int,
    replace(_MODIFIER, lever=Lever(words="Get help", if_so="if nobody helps yet")),
]
TargetNumber = Annotated[
    int,
    Whole(0, 100, front=True, help="Harder is higher; 4 is moderate.", rules=("G15", "G16")),
]
OfferCost = Annotated[
    bool,
    YesNo(
        label="Ties can succeed at a cost",
        rules=("G12",),
    ),
]
#: Where a test can be taken at leisure (G135).
Average = Annotated[
    bool,
    YesNo(
        label="Takes the average",
        help="At leisure: 2 + the skill instead of a roll. Not in a round, nor under pressure.",
        lever=Lever(EITHER, "Take the average", "Roll instead of the average"),
        rules=("G13", "G135"),
    ),
]
#: Tests that a hazard or a wound imposes: a tie fails unless bought, and it is rarely on offer.
HazardOfferCost = Annotated[
    bool,
    YesNo(
        label="Ties can succeed at a cost",
        rules=("G12", "G98"),
    ),
]

# --- attributes and skills that a rule names ---

Agility = Annotated[int, Whole(-5, 10, front=True, sheet="agility")]
Body = Annotated[int, Whole(-5, 10, front=True, sheet="body")]
Logic = Annotated[int, Whole(-5, 10, front=True, sheet="logic")]
Perception = Annotated[int, Whole(-5, 10, front=True, sheet="perception")]
Psyche = Annotated[int, Whole(-5, 10, front=True, sheet="psyche")]

Athletics = Annotated[int, Whole(0, MOST_SKILL, front=True, sheet="athletics")]
Awareness = Annotated[int, Whole(0, MOST_SKILL, front=True, sheet="awareness")]
Medicine = Annotated[int, Whole(0, MOST_SKILL, front=True, sheet="medicine")]
Pilot = Annotated[int, Whole(0, MOST_SKILL, front=True, sheet="pilot")]

# --- movement and load ---

#: Tests that can be made at another gait (G28).
ANOTHER_GAIT = Lever(EITHER, "Gait: {new}")
Movement = Annotated[
    str, OneOf(GAITS.labels("words"), front=True, lever=ANOTHER_GAIT, rules=("G27", "G28"))
]
EncumbrancePenalty = Annotated[
    int,
    Whole(
        MOST_PENALTY,
        0,
        sheet="encumbrance",
        help="As on land; swimming doubles it.",
        rules=("G35",),
    ),
]

# --- inputs from magick ---

Bolstered = Annotated[
    bool,
    YesNo(
        help="Bolster against this very ailment: +2.",
        lever=Lever(words="Bolster first", unit="spell"),
        rules=("G130",),
    ),
]

# --- wounds ---

DamageType = Annotated[
    str,
    OneOf(
        {"wound": "Wounds", "bruise": "Bruises"},
        label="Kind of damage",
        front=True,
        rules=("G77", "G78"),
    ),
]


def row_full(part: str) -> YesNo:
    """Return the input for a row of bruises that was full before the blow (G85)."""
    description = "Bruises are taken as wounds of the same severity."
    return YesNo(label="Bruise row full", help=description, part=part, rules=("G85",))


FleshWounds = Annotated[int, Whole(0, 40, sheet="flesh_wounds")]
DeepWounds = Annotated[int, Whole(0, 40, sheet="deep_wounds")]
HealRate = Annotated[
    Exact, Number(Fraction(1, 4), 10, label="Healing rate", sheet="heal_rate", rules=("G134",))
]
#: The highest dose that a sheet holds.
MOST_DECIGRAYS = 100_000
Decigrays = Annotated[
    Exact, Number(0, MOST_DECIGRAYS, front=True, sheet="decigrays", help="The total so far.")
]


def _level(name: str, who: str = "") -> Number:
    part = "Target’s levels" if who else "Wound levels"
    low, label = Fraction(1, 2), f"{name.capitalize()} level"
    return Number(low, 1000, label=label, sheet=who + name, part=part, rules=("G80",))


def _armor(who: str = "") -> Number:
    part = "Target’s levels" if who else "Wound levels"
    return Number(0, 1000, label="Armour", sheet=f"{who}armor", part=part, rules=("G80",))


@dataclass(frozen=True)
class Levels(Group):
    """The least damage of a flesh, a deep and a critical injury; armour adds to each."""

    flesh: Annotated[Exact, _level("flesh")] = 5
    deep: Annotated[Exact, _level("deep")] = 10
    critical: Annotated[Exact, _level("critical")] = 20
    armor: Annotated[Exact, _armor()] = 0

    def check(self) -> None:
        message = "the {} level is below the {} level; give one at least as high"
        if self.deep < self.flesh:
            raise BadInput("deep", message.format("deep", "flesh"))
        if self.critical < self.deep:
            raise BadInput("critical", message.format("critical", "deep"))


@dataclass(frozen=True)
class TargetLevels(Levels):
    """The wound levels of the target."""

    flesh: Annotated[Exact, _level("flesh", "target:")] = 5
    deep: Annotated[Exact, _level("deep", "target:")] = 10
    critical: Annotated[Exact, _level("critical", "target:")] = 20
    armor: Annotated[Exact, _armor("target:")] = 0


#: Frozen values, so one instance serves as every default.
LEVELS = Levels()
TARGET_LEVELS = TargetLevels()
