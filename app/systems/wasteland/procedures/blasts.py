"""Blast: one roll of combat dice for all targets in a zone (W6.14, W7.14)."""

from __future__ import annotations

from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Rule, foresee
from app.core.procedures.kinds import YesNo
from app.core.procedures.labels import of_count
from app.core.procedures.outcomes import Effect, Outcome, adding
from app.core.procedures.procedure import named, procedure
from app.systems.wasteland.house import BreakingSpill
from app.systems.wasteland.rules.action_points import GROUP_POOL, AtHand
from app.systems.wasteland.rules.explosions import RANKS, Blast, Struck, ranks
from app.systems.wasteland.rules.feeding import in_the_zone
from app.systems.wasteland.rules.hits import CRITICAL, HIT_GRADES
from app.systems.wasteland.rules.inputs import ApPool, DamageType, Side, SurplusAp, WeaponClassId
from app.systems.wasteland.rules.readings import Strike
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import change
from app.systems.wasteland.rules.strikes import COVER_REROLL, strike
from app.systems.wasteland.rules.weapons import (
    UNCHARGED,
    BonusDice,
    Charge,
    DamageRating,
    Effects,
    HasEffect,
    LuckOnDice,
    Piercing,
    Radioactive,
    ShotsLeft,
)
from app.systems.wasteland.rules.zones import MOST, PLAIN_ZONE, Zone
from app.systems.wasteland.tables.attacks import WEAPON_CLASSES

#: The parts of those in the zone, by their place.
TARGETS = tuple(f"target{place}" for place in range(1, MOST + 1))


Hit = Annotated[
    bool,
    YesNo(
        label="On target",
        help="Off target it goes off with half the CD, without damage effects.",
        front=True,
        rules=("W7.14",),
    ),
]


@procedure(
    "wasteland.blast",
    title="Blast",
    grades=HIT_GRADES,
    rules="W1.15 W6.13 W6.14 W7.1-W7.4 W7.6 W7.7 W7.9-W7.12 W7.14 W10.5 W10.6 W11.5",
    choices=(REROLL, COVER_REROLL),
    long="damage_rating",
    feed=in_the_zone,
    verdict=named("total", "{} damage in the zone"),
)
def blast(
    weapon_class: WeaponClassId,
    damage_rating: DamageRating,
    bonus_dice: BonusDice = 0,
    charge: Charge = UNCHARGED,
    side: Side = "players",
    ap_pool: ApPool = GROUP_POOL,
    surplus_ap: SurplusAp = 0,
    shots: ShotsLeft = 9999,
    rerolls: LuckOnDice = 0,
    damage_type: DamageType = "physical",
    piercing: Piercing = 0,
    vicious: HasEffect = False,
    breaking: HasEffect = False,
    stun: HasEffect = False,
    radioactive: Radioactive = False,
    persistent: HasEffect = False,
    breaking_spill: BreakingSpill = False,
    hit: Hit = True,
    zone: Zone = PLAIN_ZONE,
) -> Rule[Outcome]:
    """Roll the combat dice once for all in the zone, and harm each."""
    if not WEAPON_CLASSES[weapon_class].counts_range:
        raise BadInput("weapon_class", "a blast is of a gun, an explosive or a thrown weapon")
    at_hand = AtHand(side, ap_pool, surplus_ap)
    at_hand.check()
    # Ruling: nothing is added to a miss (W11.5 and W7.10 want a hit).
    for name in ("extra_ap", "extra_shots"):
        if getattr(charge, name) and not hit:
            raise BadInput(name, "nothing is added to a blast off target: give 0")
    charge.fits(weapon_class, at_hand, shots)
    zone.fits()
    rating = damage_rating + bonus_dice
    dice = rating + charge.dice if hit else rating // 2
    effects = Effects(piercing, vicious, breaking, stun, radioactive, persistent=persistent)
    everybody = zone.everybody

    def of(result: Strike) -> Blast:
        # W7.14: off target Effects count their 1 damage and nothing more.
        counted = result if hit else Strike(result.total, 0)
        return Blast(counted, effects, damage_type, breaking_spill)

    # More damage than this changes no grade, even after cover and DR.
    enough = (
        max(CRITICAL, *(each.max_hp for each in everybody))
        + max(max(each.dr) for each in everybody)
        + 2 * max(each.cover_dice for each in everybody)
    )
    decisive = hit and (piercing or breaking or radioactive)

    def alike(result: Strike) -> tuple[int, int]:
        counted = of(result)
        return min(counted.total, enough), counted.strike.effects if decisive else 0

    result, luck_spent = yield from strike(dice, rerolls, alike)
    goes_off = of(result)
    worst = yield from foresee(
        lambda asked: (
            ranks(goes_off, everybody, asked.choices)
            if set(asked.values) <= {"grade", "success"}
            else None
        )
    )
    if worst is not None:
        return Outcome(HIT_GRADES[worst].id)
    struck = []
    for who, target in zip(TARGETS, everybody, strict=False):
        struck.append((yield from goes_off.roll_for(target, who)))
    grade = min((each.hit.grade for each in struck), key=RANKS.__getitem__)
    return Outcome(
        grade,
        values={
            "dice": dice,
            "rolled": result.total,
            "effects": goes_off.strike.effects,
            "total": goes_off.total,
            **_by_target(goes_off, struck),
            **goes_off.lasting,
            "shots_spent": charge.shots_spent,
            "ap_spent": charge.extra_ap,
            "luck_spent": luck_spent,
        },
        effects=(
            *(effect for each in struck for effect in _on(goes_off, each)),
            *charge.effects(at_hand),
            *change("luck_points", luck_spent, 0),
        ),
        notes=(*map(_describe, struck), *_afterwards(goes_off)),
        steps=adding(
            (result.total, "combat dice"),
            (goes_off.total - result.total, "Vicious"),
            result=(goes_off.total, "for everybody in the zone"),
        ),
    )


def _by_target(blast: Blast, struck: list[Struck]) -> dict[str, object]:
    """Return the values that each target has for itself, in their order."""
    blows = [each.aimed.blow(blast.strike) for each in struck]
    hits = [each.hit for each in struck]
    return {
        "locations": [hit.body.location for hit in hits],
        "location_rolls": [each.location_roll for each in struck],
        "covers": [each.cover for each in struck],
        "dr_applied": [blow.dr_applied for blow in blows],
        "damages": [hit.damage for hit in hits],
        "radiations": [hit.radiation for hit in hits],
        **{name: [hit.values[name] for hit in hits] for name in hits[0].values},
        "cover_dice_after": [blow.left.cover_dice for blow in blows],
        "dr_broken": [blow.left.dr_broken for blow in blows],
        "grades": [hit.grade for hit in hits],
        "hurt": sum(hit.grade != "no-damage" for hit in hits),
        "defeated": sum(hit.grade in ("defeated", "critical-defeat") for hit in hits),
    }


def _on(blast: Blast, struck: Struck) -> tuple[Effect, ...]:
    """Return the changes on one target."""
    return (
        *struck.hit.effects_on(struck.who),
        *struck.aimed.effects_on(blast.strike, struck.hit.body, struck.who),
    )


def _describe(struck: Struck) -> str:
    """Describe the result of one target: `Target 1: left arm, 6 damage, critical hit`."""
    hit = struck.hit
    parts = [hit.body.location.replace("-", " "), f"{hit.damage} damage"]
    if hit.radiation:
        parts.append(f"{hit.radiation} radiation")
    if hit.grade not in ("damage", "no-damage"):
        parts.append(next(each.words for each in HIT_GRADES if each.id == hit.grade).lower())
    return f"Target {struck.who.removeprefix('target')}: {', '.join(parts)}"


def _afterwards(blast: Blast) -> tuple[str, ...]:
    """Return the notes on persistent damage (W7.7)."""
    rounds = blast.lasting["persistent_rounds"]
    if not rounds:
        return ()
    return (
        "Persistent: each suffers its damage again at the end of its next "
        f"{rounds} {of_count(rounds, 'turns')} (W7.7).",
    )
