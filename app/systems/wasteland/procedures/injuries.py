"""The extra hits of Spread, and injuries by location (W7.3, W7.7)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.play.asks import Pool, Rule, roll
from app.core.play.readings import highest
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, Whole
from app.core.procedures.outcomes import Grade, Outcome, adding
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.wasteland.rules.feeding import resistances
from app.systems.wasteland.rules.hits import HIT_GRADES, Body, Hit, hit_words, hp_steps
from app.systems.wasteland.rules.inputs import (
    AnyLocation,
    BodyPlan,
    DamageType,
    HitPoints,
    InjuriesSoFar,
    MaximumHp,
    standing_hp,
)
from app.systems.wasteland.tables.attacks import OBJECT, hit_part, row_of
from app.systems.wasteland.tables.harm import INJURIES, injury_at

Damage = Annotated[
    int,
    Whole(0, 100, front=True, help="The first hit’s spread damage.", rules=("W7.7",)),
]
DrList = Annotated[
    tuple[int, ...],
    ListOf(
        Whole(0, 30),
        6,
        6,
        front=True,
        label="DR by location",
        help="Six numbers in the order of the hit location table, head first.",
        rules=("W6.9", "W6.13"),
    ),
]
IgnoredDr = Annotated[
    int,
    Whole(
        0,
        30,
        front=True,
        label="DR ignored",
        help="What the first hit’s Piercing ignores.",
        rules=("W7.7",),
    ),
]
Cover = Annotated[
    int,
    Whole(0, 30, front=True, help="What the first hit’s cover rolled.", rules=("W7.7", "W7.9")),
]


@prefilled_by("target")
def feed_resistances(target: Sheet, inputs: Values) -> dict[str, Any]:
    """Feed the target's DR at every location that the extra hit may strike (W6.9, W7.7)."""
    damage_type = inputs.get("damage_type", "physical")
    return {"body_plan": target["body_plan"], "dr_list": list(resistances(target, damage_type))}


@procedure(
    "wasteland.spread_hit",
    title="Extra hit of Spread",
    grades=HIT_GRADES,
    rules="W7.7 W6.13 W7.1-W7.4 W7.6",
    spread=("damage",),
    apart=("target",),
    feed=feed_resistances,
    verdict=hit_words,
    number="damage",
)
def spread_hit(
    damage: Damage,
    damage_type: DamageType = "physical",
    body_plan: BodyPlan = "person",
    dr_list: DrList = (0, 0, 0, 0, 0, 0),
    ignored_dr: IgnoredDr = 0,
    cover: Cover = 0,
    max_hp: MaximumHp = 10,
    hp: HitPoints = None,
    injuries: InjuriesSoFar = 0,
) -> Rule[Outcome]:
    """Strike the same target again at a random location."""
    hp_before = standing_hp(hp, max_hp)
    location, face, row = OBJECT, 0, 0
    if body_plan != OBJECT:
        face = yield from roll(Pool("Hit location", 1, 20, highest, merge_key=row_of, theirs=True))
        location, row = hit_part(face, body_plan), row_of(face)
    dr_applied = max(0, dr_list[row] - ignored_dr)
    dealt = max(0, damage - cover - dr_applied)
    hit = Hit(Body(location, hp_before, max_hp, injuries), dealt, damage_type)
    return Outcome(
        hit.grade,
        values={
            "location": location,
            "location_roll": face,
            "dr_applied": dr_applied,
            "damage": dealt,
            **hit.values,
        },
        effects=hit.effects,
        steps=(
            *adding(
                (damage, "half the total"),
                (-cover, "cover"),
                (-dr_applied, "DR"),
                result=(dealt, "damage"),
            ),
            *hp_steps(hit, hp),
        ),
    )


@procedure(
    "wasteland.injury",
    title="Injury",
    grades=tuple(Grade(row.group, row.words) for row in INJURIES),
    rules="W7.3",
)
def injury(location: AnyLocation) -> Outcome:
    """Look up the effect of an injury at a location."""
    row = injury_at(location)
    return Outcome(row.group, notes=(row.effect,))
