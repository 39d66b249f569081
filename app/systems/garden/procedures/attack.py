"""A whole attack, from the defence to the wound (G56-G72, G75-G82)."""

from __future__ import annotations

from typing import Any

from app.core.play.asks import Rule, settle, throw
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import named, prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, AttackersCap, PoolRules
from app.systems.garden.rules.attacking import PLAIN_ATTACK, AttackInputs
from app.systems.garden.rules.damage import DEALT, Injury, Thresholds, times
from app.systems.garden.rules.feeding import attacker, defender
from app.systems.garden.rules.injuries import full, suffers
from app.systems.garden.rules.inputs import TARGET_LEVELS, OfferCost, TargetLevels
from app.systems.garden.rules.readings import PoolResult, by_roll, skill_pool
from app.systems.garden.rules.results import SUCCEED_AT_COST, compare, keep_label, sum_roll
from app.systems.garden.tables.combat import multiplier

#: A margin counts up to this for damage (G79).
MOST_MARGIN = 6


def total_of(modifiers: tuple[tuple[int, str], ...]) -> int:
    return sum(amount for amount, _ in modifiers)


@prefilled_by("self")
def attacks_with(own: Sheet, inputs: Values) -> dict[str, Any]:
    """Feed the attacker's inputs for the kind of attack (G57)."""
    return attacker(own, inputs["attack_kind"])


@prefilled_by("target")
def defends_with(target: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the target's inputs for the kind of defence (G58, G60), its bruises and its Shield."""
    # G85: the row as it is before the blow. G123: Shield helps against spirits.
    values = {"bruise_row_full": full(target, "bruise"), "shielded": suffers(target, "shielded")}
    kind, cluttered = inputs.get("defense_kind", "defense"), inputs.get("close_quarters", False)
    return {**values, **defender(target, kind, cluttered)}


@procedure(
    "garden.attack",
    title="Attack",
    grades=(*DEALT, Grade("miss", "Miss", "bad"), Grade("cannot-hit", "Cannot be hit", "worst")),
    rules="G56-G72 G75-G82 G85 G123",
    choices=(SUCCEED_AT_COST,),
    spread=("damage",),
    tally=("attack_modifier", "defense_modifier"),
    apart=("target",),
    feed=(attacks_with, defends_with),
    verdict=named("damage", "{} damage"),
    verb="attacks",
)
def attack(
    inputs: AttackInputs = PLAIN_ATTACK,
    offer_cost: OfferCost = False,
    levels: TargetLevels = TARGET_LEVELS,
    house: PoolRules = AS_WRITTEN,
    attackers_cap: AttackersCap = "three",
) -> Rule[Outcome]:
    """Attack a target that may defend itself, down to the wound."""
    inputs.refuse_impossible()
    # G70: behind heavy cover the fully hidden cannot be hit at all.
    if inputs.cover == "hidden-heavy":
        return Outcome("cannot-hit", False, {"damage": 0, "wound_level": 0})
    attack_modifiers = inputs.attack_modifiers()
    defense_modifiers = inputs.defense_modifiers(attackers_cap)
    # G66: deception lowers both skills. G68: at most as many extra dice as the shooter's skill.
    skill = inputs.attacker_skill - inputs.deception
    defender_skill = max(0, inputs.defender_skill - inputs.deception)
    extra = min(inputs.aim_rounds, inputs.attacker_skill)
    pool = by_roll(skill_pool("Attack", skill, house, extra=extra))
    theirs: PoolResult | None = None
    if inputs.aware:
        dice, theirs = yield from throw(
            pool, by_roll(skill_pool("Defence", defender_skill, house, "target"))
        )
        target, _ = sum_roll(theirs, (inputs.defender_attribute, "attribute"), *defense_modifiers)
    else:
        (dice,) = yield from throw(pool)
        target = 1 + total_of(defense_modifiers)  # G59
    test = yield from compare(
        dice,
        ((inputs.attacker_attribute, "attribute"), *attack_modifiers),
        target,
        offer_cost,
        against="defence" if inputs.aware else "flat target number",
        keep_name=keep_label(skill),
    )
    values: dict[str, object] = {
        **test.values,
        "attack_modifier": total_of(attack_modifiers),
        "defense_modifier": total_of(defense_modifiers),
        "defense_fumble": theirs is not None and theirs.fumble,
    }
    if not test.success:
        return Outcome(
            "miss",
            False,
            {**values, "damage": 0, "wound_level": 0},
            notes=test.notes,
            steps=test.steps,
        )
    counted = min(MOST_MARGIN, test.effective_margin)
    damage = inputs.dv * counted  # G79
    level = Thresholds.of(levels, multiplier(inputs.aim)).level(damage)
    injury = Injury(level, inputs.damage_kind, inputs.aim)
    yield from settle("hit", test.margin, test.cost, **values)
    hours = yield from injury.unconscious_hours("target")
    return Outcome(
        injury.grade,
        True,
        {**values, "damage": damage, **injury.values(hours)},
        injury.effects("target", hours),
        test.notes,
        (*test.steps, *times((inputs.dv, "DV"), (counted, "margin"), result=(damage, "damage"))),
    )
