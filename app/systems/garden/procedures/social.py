"""Social actions: a request to an NPC, an NPC's appeal (G49-G52)."""

from __future__ import annotations

from typing import Annotated

from app.core.play.asks import Rule, roll
from app.core.procedures.kinds import OneOf, YesNo
from app.core.procedures.levers import ANY, Lever
from app.core.procedures.outcomes import Grade, Outcome, adding
from app.core.procedures.procedure import procedure
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.feeding import by_skill
from app.systems.garden.rules.inputs import Attribute, Average, Modifier, OfferCost, SkillLevel
from app.systems.garden.rules.readings import skill_pool
from app.systems.garden.rules.results import (
    MARGIN_GRADES,
    SUCCEED_AT_COST,
    keep_label,
    mishaps,
    report_dice,
    skill_against,
    sum_roll,
)
from app.systems.garden.tables.rolls import TARGET_NUMBERS
from app.systems.garden.tables.social import DISPOSITIONS, SOCIAL

Skill = Annotated[
    str,
    OneOf("deception", "intimidation", "negotiation", "wrangle", front=True, rules=("G49",)),
]
Disposition = Annotated[str, OneOf(DISPOSITIONS, front=True, rules=("G51", "G52"))]
Length = Annotated[
    str,
    OneOf(
        {"ordinary": "Ordinary", "simple": "Simple or short", "complex": "Complex or long"},
        label="Request",
        front=True,
        lever=Lever(ANY, "Make it {new}"),
        rules=("G51",),
    ),
]
ViolatesValues = Annotated[
    bool, YesNo(label="Violates the NPC’s values", part="The request", rules=("G51",))
]
Beneficial = Annotated[
    bool,
    YesNo(
        label="Beneficial to the NPC",
        part="The request",
        lever=Lever(words="Offer something in return", unit="favour"),
        rules=("G51",),
    ),
]
Dangerous = Annotated[bool, YesNo(label="Dangerous to the NPC", part="The request", rules=("G51",))]
AlreadyTried = Annotated[
    bool,
    YesNo(label="Already tried with this skill", part="The request", rules=("G49",)),
]
OutOfCharacter = Annotated[
    bool, YesNo(label="Far out of character", part="The request", rules=("G52",))
]


@procedure(
    "garden.persuade",
    title="Persuade",
    grades=(
        *MARGIN_GRADES,
        Grade("refused", "Rejected outright", "worst"),
        Grade("not-available", "Already tried"),
    ),
    rules="G49 G51 G52 G135",
    spread=("total",),
    roles=("target",),
    apart=("target",),
    choices=(SUCCEED_AT_COST,),
    tally=("target",),
    feed=by_skill,
)
def persuade(
    skill: Skill = "negotiation",
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    disposition: Disposition = "neutral",
    length: Length = "ordinary",
    violates_values: ViolatesValues = False,
    beneficial: Beneficial = False,
    dangerous: Dangerous = False,
    already_tried: AlreadyTried = False,
    out_of_character: OutOfCharacter = False,
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Ask an NPC for something."""
    fits = {
        disposition: True,
        length: length != "ordinary",
        "violates_values": violates_values,
        "beneficial": beneficial,
        "dangerous": dangerous,
    }
    # G51: the base by disposition, plus every line that fits.
    target = max(0, sum(row.tn for row in SOCIAL if fits.get(row.line)))
    if already_tried:
        return Outcome("not-available", values={"target": target})
    if out_of_character:
        return Outcome("refused", False, {"target": target})
    added = ((attribute, "attribute"), (modifier, "modifier"))
    label = skill.capitalize()
    test = yield from skill_against(
        label, skill_level, added, target, offer_cost, house, average=average
    )
    return test.outcome()


NpcAppealSkill = Annotated[
    str, OneOf("intimidation", "negotiation", "wrangle", front=True, rules=("G50",))
]


@procedure(
    "garden.npc_appeal",
    title="An NPC’s appeal",
    grades=(
        *(Grade(row.grade, row.words) for row in reversed(TARGET_NUMBERS.rows)),
        Grade("unconvincing", "Unconvincing"),
    ),
    rules="G50 G16 G135",
    spread=("total",),
    feed=by_skill,
)
def npc_appeal(
    skill: NpcAppealSkill = "negotiation",
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    average: Average = False,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Find out how convincing an NPC is."""
    if average:
        total = 2 + skill_level  # G13
        steps = adding((2, "average"), (skill_level, "skill level"), result=(total, "total"))
        return Outcome(_appeal(total), values={"total": total}, steps=steps)
    dice = yield from roll(skill_pool(skill.capitalize(), skill_level, house))
    total, steps = sum_roll(
        dice, (attribute, "attribute"), (modifier, "modifier"), keep_name=keep_label(skill_level)
    )
    return Outcome(
        _appeal(total),
        values={"total": total, **report_dice(dice)},
        notes=mishaps(dice.fumble, cost=False),
        steps=steps,
    )


def _appeal(total: int) -> str:
    """Return the highest row of G16 that a total reaches (G50)."""
    reached = [row.grade for row in TARGET_NUMBERS if row.least <= total]
    return reached[-1] if reached else "unconvincing"
