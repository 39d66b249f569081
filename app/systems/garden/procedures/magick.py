"""Magick: spells against a target number, spells opposed by Psyche (G121-G134)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from app.core.asks import Rule, throw
from app.core.kinds import OneOf, Whole, YesNo
from app.core.outcomes import Effect, Outcome, add, append, put
from app.core.procedures import procedure
from app.systems.garden.damage import Injury, Thresholds, condition, times
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.inputs import (
    TARGET_LEVELS,
    Attribute,
    Modifier,
    OfferCost,
    Psyche,
    SkillLevel,
    TargetLevels,
)
from app.systems.garden.readings import attribute_pool, by_roll, skill_pool
from app.systems.garden.results import (
    MARGIN_GRADES,
    SUCCEED_AT_COST,
    compared,
    kept_word,
    skill_against,
    summed,
)
from app.systems.garden.tables.magick import INFORMATION, OPPOSED, SPELLS, UNOPPOSED

#: A spell that has taken more damage than this ends (G131).
SPELL_HOLDS = 5

#: What a success puts on sheets, by spell; the others leave it to the scene.
LEAVES: dict[str, tuple[Effect, ...]] = {
    "shield": (append("conditions", condition("shielded", unit="scene"), "target"),),
    "invocate": (append("conditions", condition("invocation", unit="scene")),),
    "bolster": (append("conditions", condition("bolstered"), "target"),),
    "heal": (append("conditions", condition("trauma-treated", 30, "days"), "target"),),
    "regenerate": (
        add("heal_rate", Fraction(1, 4), "target"),
        append("conditions", condition("regenerating", 7, "days"), "target"),
    ),
    "banish": (append("conditions", condition("banished", unit="scene"), "target"),),
}


@procedure(
    "garden.cast_spell",
    title="Cast a spell",
    grades=MARGIN_GRADES,
    rules="G121-G126 G128-G130 G133 G134",
    choices=(SUCCEED_AT_COST,),
)
def cast_spell(
    spell: Annotated[str, OneOf(UNOPPOSED, front=True, rules=("G121",))] = "shield",
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    target_penalty: Annotated[
        int,
        Whole(
            -20,
            0,
            help="The target’s action penalties; they count for Heal only.",
            sheet="target:modifier",
            rules=("G133",),
        ),
    ] = 0,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """A spell with a target number."""
    row = SPELLS[spell]
    assert row.target is not None  # the choices are the unopposed spells
    added = (
        (attribute, "attribute"),
        (modifier, "modifier"),
        (target_penalty if spell == "heal" else 0, "target’s penalties"),
    )
    test = yield from skill_against(
        row.discipline.capitalize(), skill_level, added, row.target, offer_cost, house
    )
    more: dict[str, Any] = {}
    notes = test.notes
    if test.success:
        notes = (f"{row.words}: {row.effect}.", *notes)
    if spell in ("remote-viewing", "scrying"):
        # G126: a margin above 5 reads as 5, a failure gives none.
        level = min(5, max(0, test.effective_margin))
        more["info_level"] = level
        if level:
            notes = (*notes, f"Information: {INFORMATION[level].information}.")
    return Outcome(
        test.grade,
        test.success,
        {**test.values, **more},
        LEAVES.get(spell, ()) if test.success else (),
        notes,
        test.steps,
    )


@procedure(
    "garden.cast_opposed",
    title="Cast an opposed spell",
    grades=MARGIN_GRADES,
    rules="G121 G123 G127 G131 G132",
    choices=(SUCCEED_AT_COST,),
    spread=("damage",),
)
def cast_opposed(
    spell: Annotated[str, OneOf(OPPOSED, front=True, rules=("G127", "G131", "G132"))] = "harm",
    skill_level: SkillLevel = 0,
    psyche: Psyche = 0,
    modifier: Modifier = 0,
    opposing_psyche: Annotated[
        int, Whole(-5, 10, front=True, sheet="target:psyche", rules=("G121",))
    ] = 0,
    opposing_modifier: Annotated[int, Whole(-20, 20, front=True, sheet="target:modifier")] = 0,
    shielded: Annotated[
        bool, YesNo(help="A Shield gives the target +2.", front=True, rules=("G123",))
    ] = False,
    spell_damage: Annotated[
        int,
        Whole(0, 5, label="Damage the spell has taken", part="Dispel", rules=("G131",)),
    ] = 0,
    offer_cost: OfferCost = True,
    levels: TargetLevels = TARGET_LEVELS,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """A spell opposed by Psyche."""
    row = SPELLS[spell]
    # G121: the caster rolls first; the other side makes an attribute roll.
    seen, theirs = yield from throw(
        by_roll(skill_pool(row.discipline.capitalize(), skill_level, house)),
        by_roll(attribute_pool("Opposing Psyche", house, "target")),
    )
    opponent_total, _ = summed(
        theirs,
        (opposing_psyche, "Psyche"),
        (opposing_modifier, "modifier"),
        (2 if shielded else 0, "Shield"),
    )
    test = yield from compared(
        seen,
        ((psyche, "Psyche"), (modifier, "modifier")),
        opponent_total,
        offer_cost,
        against="opposing Psyche",
        kept=kept_word(skill_level),
    )
    values: dict[str, Any] = {
        **test.values,
        "opponent_total": opponent_total,
        "opponent_fumble": theirs.fumble,
    }
    effects = LEAVES.get(spell, ()) if test.success else ()
    steps = test.steps
    if spell == "harm":
        # G132: DV 1 + Psyche, never below 0.
        dv = max(0, 1 + psyche)
        counted = min(6, test.effective_margin) if test.success else 0
        injury = Injury(Thresholds.of(levels).level(dv * counted) if test.success else 0, "wound")
        values |= {"dv": dv, "damage": dv * counted, "wound_level": injury.level}
        effects = injury.effects("target", None)
        steps += times((dv, "DV"), (counted, "margin"), result=(dv * counted, "damage"))
    if spell == "dispel":
        taken = spell_damage + (test.effective_margin if test.success else 0)
        ended = taken > SPELL_HOLDS
        values |= {"spell_damage": taken, "spell_ended": ended}
        if test.success:
            effects = (put("damage", taken, "spell"),)
            if ended:
                effects += (put("ended", True, "spell"),)
    notes = (f"{row.words}: {row.effect}.", *test.notes) if test.success else test.notes
    return Outcome(test.grade, test.success, values, effects, notes, steps)
