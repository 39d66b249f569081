"""Falling and jumping (G45-G48)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from app.core.play.asks import Rule, roll, settle
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, OneOf, YesNo
from app.core.procedures.levers import EITHER, Lever
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import named, prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.garden.house import AS_WRITTEN, PoolRules
from app.systems.garden.rules.damage import (
    HALF,
    SUFFERED,
    Injury,
    Thresholds,
    convert_bruise,
    times,
)
from app.systems.garden.rules.injuries import full
from app.systems.garden.rules.inputs import (
    LEVELS,
    Agility,
    Athletics,
    Average,
    Body,
    DamageType,
    Levels,
    Modifier,
    Movement,
    OfferCost,
    row_full,
)
from app.systems.garden.rules.readings import attribute_pool, by_roll, skill_pool
from app.systems.garden.rules.results import (
    MARGIN_GRADES,
    SUCCEED_AT_COST,
    mishaps,
    skill_against,
    sum_roll,
)
from app.systems.garden.tables.movement import FALL_SURFACES, GAITS, JUMP_SURFACES


def fall_dv(metres: Exact) -> int:
    """Turn metres fallen into a damage value (G45): 1 per full 3 m, at most 10."""
    return min(10, int(metres // 3))


Metres = Annotated[Exact, Number(0, 100_000, unit="m", front=True, rules=("G45",))]
Surface = Annotated[str, OneOf(FALL_SURFACES.labels("words"), front=True, rules=("G45",))]
BreakFall = Annotated[
    bool,
    YesNo(
        label="Breaks the fall",
        front=True,
        lever=Lever(EITHER, "Break the fall", "Do not break the fall"),
        rules=("G46",),
    ),
]
OnHead = Annotated[bool, YesNo(label="Dropped on the head", rules=("G47",))]
BruiseRowFull = Annotated[bool, row_full("Wound levels")]


@prefilled_by("self")
def before_the_fall(own: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the row of bruises as it is before the fall (G85)."""
    return {"bruise_row_full": full(own, "bruise")}


@procedure(
    "garden.fall",
    title="Fall",
    grades=(
        Grade("on-feet", "On their feet", "best"),
        Grade("unhurt", "Unhurt", "best"),
        *SUFFERED,
    ),
    rules="G45-G47 G80 G85",
    spread=("damage",),
    less=("damage",),
    feed=before_the_fall,
    verdict=named("damage", "{} damage"),
)
def fall(
    metres: Metres = 3,
    surface: Surface = "grass-or-dirt",
    break_fall: BreakFall = True,
    athletics: Athletics = 0,
    agility: Agility = 0,
    modifier: Modifier = 0,
    on_head: OnHead = False,
    damage_type: DamageType = "wound",
    bruise_row_full: BruiseRowFull = False,
    levels: Levels = LEVELS,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Drop from a height, with or without breaking the impact."""
    total, fumble = 0, False
    if break_fall:
        dice = yield from roll(by_roll(skill_pool("Athletics", athletics, house)))
        total, _ = sum_roll(dice, (agility, "Agility"), (modifier, "modifier"))
        fumble = dice.fumble
    # G46: the total is subtracted from the metres before damage is worked out.
    distance = max(0, metres - total)
    # G47: halved once, even if dropped on the head and fumbled.
    halved = on_head or fumble
    dv = fall_dv(distance)
    values = {
        "total": total,
        "fumble": fumble,
        "distance": distance,
        "dv": dv,
        "halved_levels": halved,
    }
    notes = mishaps(fumble, cost=False)
    if dv == 0:
        on_feet = break_fall and total > metres and not halved
        return Outcome(
            "on-feet" if on_feet else "unhurt",
            True,
            {**values, "damage": 0, "wound_level": 0},
            notes=notes,
        )
    yield from settle("impact", dv, halved, total=total, fumble=fumble, distance=distance)
    impact = yield from roll(by_roll(attribute_pool("Damage", house)))
    multiplier = FALL_SURFACES[surface].multiplier
    damage = dv * multiplier * impact.roll
    level = Thresholds.of(levels, HALF if halved else 1).level(damage)
    injury = Injury(level, convert_bruise(damage_type, bruise_row_full))
    hours = yield from injury.unconscious_hours()
    return Outcome(
        injury.grade,
        level == 0,
        {**values, "damage": damage, **injury.values(hours)},
        effects=injury.effects("self", hours),
        notes=notes,
        steps=times(
            (dv, f"DV of {distance} m"),
            (multiplier, "surface"),
            (impact.roll, "two dice"),
            result=(damage, "damage"),
        ),
    )


JumpSurface = Annotated[str, OneOf(JUMP_SURFACES.labels("words"), front=True, rules=("G48",))]


@procedure(
    "garden.jump",
    title="Jump",
    grades=MARGIN_GRADES,
    rules="G48 G28 G135",
    choices=(SUCCEED_AT_COST,),
    spread=("horizontal",),
    verdict=named("horizontal", "{} m far"),
)
def jump(
    athletics: Athletics = 0,
    body: Body = 0,
    movement: Movement = "none",
    surface: JumpSurface = "standard",
    modifier: Modifier = 0,
    average: Average = False,
    offer_cost: OfferCost = True,
    house: PoolRules = AS_WRITTEN,
) -> Rule[Outcome]:
    """Find out how far you leap."""
    added = ((body, "Body"), (GAITS[movement].bonus, "movement"), (modifier, "modifier"))
    target = JUMP_SURFACES[surface].tn
    test = yield from skill_against(
        "Athletics", athletics, added, target, offer_cost, house, average=average
    )
    reach = max(0, test.effective_margin)
    return test.outcome(horizontal=reach * Fraction(3, 4), vertical=reach * Fraction(1, 4))
