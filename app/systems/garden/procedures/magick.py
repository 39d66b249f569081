"""Magick: spells against a target number, spells opposed by Psyche (G121-G134)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Rule, throw
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.outcomes import Effect, Outcome, add, append, put
from app.core.procedures.procedure import named, prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.damage import Injury, Thresholds, condition, times
from app.systems.garden.rules.feeding import by_spell, modifier
from app.systems.garden.rules.injuries import suffers
from app.systems.garden.rules.inputs import (
    MOST_PENALTY,
    TARGET_LEVELS,
    Attribute,
    Average,
    Modifier,
    OfferCost,
    Psyche,
    SkillLevel,
    TargetLevels,
)
from app.systems.garden.rules.readings import attribute_pool, by_roll, skill_pool
from app.systems.garden.rules.results import (
    MARGIN_GRADES,
    SUCCEED_AT_COST,
    compare,
    keep_label,
    skill_against,
    sum_roll,
)
from app.systems.garden.rules.skills import SKILLS
from app.systems.garden.tables.magick import INFORMATION, OPPOSED, SPELLS, UNOPPOSED

#: A spell that has taken more damage than this ends (G131).
SPELL_HOLDS = 5

#: The heading of the inputs that only these spells have.
ASKED = "Bolster, Heal, Invocate"
#: The spells that go on (G142), each with its end.
GO_ON = {"shield": "scene", "invocate": "scene", "bolster": "ailment", "regenerate": "7 days"}


def leaves(spell: str, psyche: int, invoked_skill: str, ailment: str) -> tuple[Effect, ...]:
    """Return the effects of a successful spell on sheets; other spells leave them to the scene.

    An ongoing spell is stored with its bearer, beside its condition (G142).
    """
    who = "self" if spell == "invocate" else "target"
    effects: tuple[Effect, ...] = ()
    if spell == "shield":
        effects = (append("conditions", condition("shielded", unit="scene"), who),)
    elif spell == "invocate":
        name = _named("invocation", invoked_skill, "none")  # G128
        effects = (append("conditions", condition(name, unit="scene"), who),)
    elif spell == "bolster":
        effects = (append("conditions", condition(_named("bolstered", ailment, "other")), who),)
    elif spell == "heal":
        effects = (append("conditions", condition("trauma-treated", 30, "days"), who),)
    elif spell == "regenerate":
        regenerating = condition("regenerating", 7, "days")
        effects = (add("heal_rate", Fraction(1, 4), who), append("conditions", regenerating, who))
    if spell not in GO_ON:
        return effects
    record = {"name": spell, "psyche": psyche, "damage": 0, "ends": GO_ON[spell]}
    return (*effects, append("ongoing_spells", record, who))


def _named(condition: str, of: str, unnamed: str) -> str:
    """Name a condition after its skill or ailment; the GM decides on a bare one (G128, G130)."""
    return condition if of == unnamed else f"{condition}-{of}"


Spell = Annotated[str, OneOf(UNOPPOSED, front=True, rules=("G121",))]
TargetPenalty = Annotated[
    int,
    Whole(
        MOST_PENALTY,
        0,
        help="The target’s action penalties; they count for Heal only.",
        sheet="target:modifier",
        part=ASKED,
        rules=("G133",),
    ),
]
InvokedSkill = Annotated[
    str,
    OneOf(
        {"none": "None", **{skill: skill.capitalize() for skill in SKILLS}},
        help="It counts one level more until the scene ends; for Invocate only.",
        part=ASKED,
        rules=("G128",),
    ),
]
Ailment = Annotated[
    str,
    OneOf(
        {
            "other": "Another one",
            "disease": "A disease",
            "common-cold": "Cold or flu",
            "radiation": "Radiation",
        },
        help="What the target gets +2 against; for Bolster only.",
        part=ASKED,
        rules=("G130",),
    ),
]


@procedure(
    "garden.cast_spell",
    title="Cast a spell",
    grades=MARGIN_GRADES,
    rules="G121-G126 G128-G130 G133-G135 G142",
    spread=("total",),
    choices=(SUCCEED_AT_COST,),
    feed=by_spell,
)
def cast_spell(
    spell: Spell = "shield",
    skill_level: SkillLevel = 0,
    attribute: Attribute = 0,
    modifier: Modifier = 0,
    target_penalty: TargetPenalty = 0,
    invoked_skill: InvokedSkill = "none",
    ailment: Ailment = "other",
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Cast against a target number."""
    row = SPELLS[spell]
    assert row.target is not None  # the choices are the unopposed spells
    added = (
        (attribute, "attribute"),
        (modifier, "modifier"),
        (target_penalty if spell == "heal" else 0, "target’s penalties"),
    )
    test = yield from skill_against(
        row.discipline.capitalize(),
        skill_level,
        added,
        row.target,
        offer_cost,
        house,
        average=average,
    )
    more: dict[str, object] = {}
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
        leaves(spell, attribute, invoked_skill, ailment) if test.success else (),
        notes,
        test.steps,
    )


CastOpposedSpell = Annotated[str, OneOf(OPPOSED, front=True, rules=("G127", "G131", "G132"))]
OpposingPsyche = Annotated[int, Whole(-5, 10, front=True, sheet="target:psyche", rules=("G121",))]
OpposingModifier = Annotated[int, Whole(-20, 20, front=True, sheet="target:modifier")]
Shielded = Annotated[bool, YesNo(help="A Shield gives the target +2.", front=True, rules=("G123",))]
SpellDamage = Annotated[
    int,
    Whole(0, 5, label="Damage the spell has taken", part="Dispel", rules=("G131",)),
]


def spell_on(spell: Values, bearer: Sheet | None) -> dict[str, object]:
    """Return the inputs for dispelling an ongoing spell, opposed by its caster (G121, G131).

    bearer: None for a spell of the scene. Its Shield helps every spell but itself (G123).
    """
    shielded = bearer is not None and suffers(bearer, "shielded")
    return {
        "opposing_psyche": spell["psyche"],
        "opposing_modifier": 0,
        "shielded": shielded and spell["name"] != "shield",
        "spell_damage": min(SPELL_HOLDS, spell["damage"]),
    }


@prefilled_by("target")
def resists_with(target: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the target's resistance, or its only ongoing spell for a dispelling (G131)."""
    spells = target["ongoing_spells"]
    if inputs["spell"] == "dispel" and len(spells) == 1:
        return spell_on(spells[0], target)
    # Resisting is no action, so that a load does not hamper it (G38).
    against = modifier(target, load=False)
    return {"shielded": suffers(target, "shielded"), "opposing_modifier": against}


@procedure(
    "garden.cast_opposed",
    title="Cast an opposed spell",
    grades=MARGIN_GRADES,
    rules="G121 G123 G127 G131 G132",
    apart=("target",),
    choices=(SUCCEED_AT_COST,),
    spread=("damage",),
    feed=(by_spell, resists_with),
    verdict=named("damage", "{} damage"),
)
def cast_opposed(
    spell: CastOpposedSpell = "harm",
    skill_level: SkillLevel = 0,
    psyche: Psyche = 0,
    modifier: Modifier = 0,
    opposing_psyche: OpposingPsyche = 0,
    opposing_modifier: OpposingModifier = 0,
    shielded: Shielded = False,
    spell_damage: SpellDamage = 0,
    offer_cost: OfferCost = True,
    levels: TargetLevels = TARGET_LEVELS,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Cast against the opposing Psyche of a target."""
    row = SPELLS[spell]
    # G121: the caster rolls first; the other side makes an attribute roll.
    dice, theirs = yield from throw(
        by_roll(skill_pool(row.discipline.capitalize(), skill_level, house)),
        by_roll(attribute_pool("Opposing Psyche", house, "target")),
    )
    opponent_total, _ = sum_roll(
        theirs,
        (opposing_psyche, "Psyche"),
        (opposing_modifier, "modifier"),
        (2 if shielded else 0, "Shield"),
    )
    test = yield from compare(
        dice,
        ((psyche, "Psyche"), (modifier, "modifier")),
        opponent_total,
        offer_cost,
        against="opposing Psyche",
        keep_name=keep_label(skill_level),
    )
    values: dict[str, object] = {
        **test.values,
        "opponent_total": opponent_total,
        "opponent_fumble": theirs.fumble,
    }
    effects: tuple[Effect, ...] = ()
    if spell == "banish" and test.success:
        effects = (append("conditions", condition("banished", unit="scene"), "target"),)
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
        total_damage = spell_damage + (test.effective_margin if test.success else 0)
        ended = total_damage > SPELL_HOLDS
        values |= {"spell_damage": total_damage, "spell_ended": ended}
        if test.success:
            effects = (put("damage", total_damage, "spell"),)
            if ended:
                effects += (put("ended", True, "spell"),)
    notes = (f"{row.words}: {row.effect}.", *test.notes) if test.success else test.notes
    return Outcome(test.grade, test.success, values, effects, notes, steps)
