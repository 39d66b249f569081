"""Fire and electricity (G107-G112)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Annotated

from app.core.play.asks import Rule, roll, throw
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, OneOf, YesNo
from app.core.procedures.levers import DOWN, Lever
from app.core.procedures.outcomes import Effect, Grade, Outcome, append, put
from app.core.procedures.procedure import named, procedure
from app.core.sheets import Rollable
from app.systems.garden.house import AS_WRITTEN, ElectricTn, PoolRules
from app.systems.garden.rules.damage import HALF, SUFFERED, Injury, Thresholds, condition, times
from app.systems.garden.rules.feeding import passive
from app.systems.garden.rules.inputs import (
    LEVELS,
    Agility,
    Body,
    Levels,
    Modifier,
    OfferCost,
    Pilot,
)
from app.systems.garden.rules.readings import attribute_pool, plain_die_after
from app.systems.garden.rules.results import SUCCEED_AT_COST, compare, skill_against
from app.systems.garden.tables import row_of
from app.systems.garden.tables.hazards import ELECTRICITY, FIRE, SHOCK

FireSource = Annotated[str, OneOf(FIRE.labels("words"), front=True, rules=("G108",))]
FullRound = Annotated[
    bool,
    YesNo(
        label="Exposed the whole round",
        help="A shorter exposure halves the DV.",
        lever=Lever(DOWN, back="Get away within the round", unit="move"),
        front=True,
        rules=("G107", "G110"),
    ),
]


def exposed_dv(listed: int, full_round: bool, fumble: bool) -> Exact:
    """Return the DV, halved for a shorter exposure and for fumbled damage dice (G107, G110)."""
    dv = Fraction(listed)
    if not full_round:
        dv *= HALF
    if fumble:
        dv *= HALF
    return dv


@procedure(
    "garden.fire",
    title="Fire",
    grades=(Grade("no-damage", "No damage", "best"), *SUFFERED),
    rules="G107 G108",
    spread=("damage",),
    less=("damage",),
    verdict=named("damage", "{} damage"),
)
def fire(
    source: FireSource = "campfire",
    full_round: FullRound = True,
    levels: Levels = LEVELS,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Take the damage of burning."""
    listed = FIRE[source].dv
    if listed == 0:
        return Outcome("no-damage", True, {"dv": 0, "damage": 0, "wound_level": 0})
    dice = yield from roll(attribute_pool("Damage", house))
    dv = exposed_dv(listed, full_round, dice.fumble)
    damage = dv * dice.roll
    injury = Injury(Thresholds.of(levels).level(damage), "wound")
    values: dict[str, object] = {
        "dv": dv,
        "roll": dice.roll,
        "fumble": dice.fumble,
        "damage": damage,
        "wound_level": injury.level,
    }
    effects = injury.effects("self", None)
    if injury.level == 2:  # G107: a deep wound incapacitates
        rounds = yield from roll(plain_die_after("Rounds incapacitated"))
        values["incapacitated_rounds"] = rounds
        effects += (append("conditions", condition("incapacitated", rounds, "rounds")),)
    return Outcome(
        injury.grade,
        injury.level == 0,
        values,
        effects,
        steps=times((dv, "DV"), (dice.roll, "two dice"), result=(damage, "damage")),
    )


def after_flames(inputs: Values, outcome: Outcome) -> tuple[Rollable, ...]:
    """Offer to apply the damage of flames that hit like an attack (G109)."""
    damage = outcome.values["damage"]
    hit = Rollable("Apply the damage", "garden.apply_damage", {"damage": damage})
    return (hit,) if damage else ()


@procedure(
    "garden.vehicle_fire",
    title="Drive through fire",
    grades=(Grade("through", "Through", "good"), Grade("scorched", "Scorched", "bad")),
    rules="G109",
    choices=(SUCCEED_AT_COST,),
    spread=("damage",),
    less=("damage",),
    follow_up=after_flames,
    verdict=named("damage", "{} damage"),
)
def vehicle_fire(
    source: FireSource = "campfire",
    pilot: Pilot = 0,
    agility: Agility = 0,
    modifier: Modifier = 0,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Drive through fire."""
    dv = FIRE[source].dv
    added = ((agility, "Agility"), (modifier, "modifier"))
    test = yield from skill_against("Pilot", pilot, added, 3 * dv, offer_cost, house)
    # G109: a failure is an attack with the same margin.
    damage = 0 if test.success else dv * min(6, abs(test.margin))
    grade = "through" if test.success else "scorched"
    return test.graded(grade, test.success, dv=dv, damage=damage)


#: How far a shock paralyses: flesh locally, deep or worse fully (G111).
LOCAL, FULL = 1, 2


Source = Annotated[str, OneOf(ELECTRICITY.labels("words"), front=True, rules=("G110",))]


@procedure(
    "garden.electricity",
    title="Electricity",
    grades=tuple(Grade(row.grade, row.words, row.tone) for row in SHOCK),
    rules="G110-G112",
    spread=("damage",),
    less=("damage",),
    feed=passive("body"),
    verdict=named("damage", "{} damage"),
)
def electricity(
    source: Source = "wall-outlet",
    full_round: FullRound = True,
    body: Body = 0,
    modifier: Modifier = 0,
    levels: Levels = LEVELS,
    house: PoolRules = AS_WRITTEN,
    electric_tn: ElectricTn = "effective",
) -> Rule[Outcome]:
    """Take the damage and the shock of a current."""
    shock, dice = yield from throw(attribute_pool("Damage", house), attribute_pool("Body", house))
    listed = ELECTRICITY[source].dv
    dv = exposed_dv(listed, full_round, shock.fumble)
    damage = dv * shock.roll
    injury = Injury(Thresholds.of(levels).level(damage), "wound")
    paralysis = min(FULL, injury.level)
    # G112: the DV used for the damage; a fraction rounds up.
    target = ceil(5 * (dv if electric_tn == "effective" else listed))
    test = yield from compare(
        dice, ((body, "Body"), (modifier, "modifier")), target, offer_cost=False
    )
    grade = "instant-death" if dice.fumble else row_of(SHOCK, test.margin)
    return Outcome(
        grade,
        grade == "conscious",
        {
            "dv": dv,
            "roll": shock.roll,
            "damage_fumble": shock.fumble,
            "damage": damage,
            "wound_level": injury.level,
            "paralysis": paralysis,
            "heart_attack_risk": paralysis == FULL,
            "total": test.total,
            "target": target,
            "margin": test.margin,
            "fumble": dice.fumble,
            "dead": injury.kills or dice.fumble,
        },
        (*injury.effects("self", None), *_shocked(injury, paralysis, grade)),
        steps=(
            *times((dv, "DV"), (shock.roll, "two dice"), result=(damage, "damage")),
            *test.steps,
        ),
    )


def _shocked(injury: Injury, paralysis: int, grade: str) -> tuple[Effect, ...]:
    """Return the effects of a shock besides its wound; none on the dead."""
    if injury.kills:
        return ()
    effects = []
    if paralysis:
        name = "locally-paralysed" if paralysis == LOCAL else "paralysed"
        effects.append(append("conditions", condition(name)))
    by_grade = {"knocked-out": "unconscious", "coma": "comatose"}.get(grade)
    if by_grade:
        effects.append(append("conditions", condition(by_grade)))
    if grade == "instant-death":
        effects.append(put("dead", True))
    return tuple(effects)
