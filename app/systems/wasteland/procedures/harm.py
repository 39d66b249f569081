"""Results of a hit: damage, the extra hits of Spread, injuries (W6.8, W6.9, W7)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Annotated

from app.core.errors import BadInput
from app.core.play.asks import Rule, settle
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import When, Whole, YesNo
from app.core.procedures.labels import of_count
from app.core.procedures.outcomes import Outcome, adding
from app.core.procedures.procedure import prefilled_by, procedure
from app.core.sheets import Sheet
from app.systems.wasteland.house import BreakingSpill
from app.systems.wasteland.rules.blows import Aimed, Blow
from app.systems.wasteland.rules.feeding import resistance
from app.systems.wasteland.rules.follow_ups import after_damage
from app.systems.wasteland.rules.hits import CRITICAL, HIT_GRADES, Body, Hit, hit_words, hp_steps
from app.systems.wasteland.rules.inputs import (
    PLAIN_PURSE,
    TARGET,
    BodyOfTheHit,
    Counter,
    DamageType,
    HitPoints,
    InjuriesSoFar,
    Location,
    MaximumHp,
    WeaponClassId,
    standing_hp,
)
from app.systems.wasteland.rules.readings import Strike
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import change
from app.systems.wasteland.rules.strikes import COVER_REROLL, roll_cover, strike
from app.systems.wasteland.rules.weapons import (
    NO_EFFECTS,
    UNCHARGED,
    BonusDice,
    Charge,
    DamageRating,
    Effects,
    LuckOnDice,
    ShotsLeft,
)
from app.systems.wasteland.tables.attacks import OBJECT

#: Values of all the dice of the attack, not only of the damage that cover must stop (see `settle`).
BY_DICE = (
    "rolled",
    "effects",
    "total",
    "dr_applied",
    "radiation",
    "hp_after",
    "max_hp_after",
    "injuries_gained",
    "injuries_after",
    "cover_dice_after",
    "dr_broken",
    "spread_hits",
    "spread_damage",
    "burst_targets",
    "persistent_rounds",
    "stunned",
    "luck_spent",
)


Dr = Annotated[
    int,
    Whole(
        0,
        30,
        front=True,
        label="DR",
        help="Against this damage type at this location.",
        rules=("W6.9",),
    ),
]
CoverDice = Annotated[
    int, Whole(0, 6, front=True, help="CD that the target’s cover is worth.", rules=("W7.9",))
]
TargetProne = Annotated[
    bool,
    YesNo(sheet="target:prone", part=TARGET, only_if=(When("cover_dice"),), rules=("W10.5",)),
]
RadiationDr = Annotated[
    int,
    Whole(
        0,
        30,
        label="Radiation DR",
        part=TARGET,
        only_if=(When("radioactive"),),
        rules=("W7.7", "W7.6"),
    ),
]


@prefilled_by("target")
def feed_resistance(target: Sheet, inputs: Values) -> dict[str, object]:
    """Feed the target's DR by the hit's location and damage type (W6.9).

    An object has no parts: it is hit as a whole (W6.13).
    """
    of_object = {"location": OBJECT} if target["body_plan"] == OBJECT else {}
    location = of_object.get("location") or inputs.get("location", "torso")
    return {
        **of_object,
        "dr": resistance(target, location, inputs.get("damage_type", "physical")),
        "radiation_dr": resistance(target, location, "radiation"),
    }


@procedure(
    "wasteland.damage",
    title="Damage",
    grades=HIT_GRADES,
    rules="W5.2 W6.8 W6.9 W7.1-W7.12 W10.5 W10.6 W11.5 W1.11 W1.15",
    choices=(REROLL, COVER_REROLL),
    spread=("damage",),
    long="damage_rating",
    apart=("target",),
    follow_up=after_damage,
    feed=feed_resistance,
    verdict=hit_words,
    number="damage",
    verb="hits",
)
def damage(
    weapon_class: WeaponClassId,
    damage_rating: DamageRating,
    bonus_dice: BonusDice = 0,
    charge: Charge = UNCHARGED,
    counter: Counter = PLAIN_PURSE,
    shots: ShotsLeft = 9999,
    rerolls: LuckOnDice = 0,
    damage_type: DamageType = "physical",
    location: Location = "torso",
    body_plan: BodyOfTheHit = None,
    dr: Dr = 0,
    cover_dice: CoverDice = 0,
    target_prone: TargetProne = False,
    effects: Effects = NO_EFFECTS,
    radiation_dr: RadiationDr = 0,
    breaking_spill: BreakingSpill = False,
    max_hp: MaximumHp = 10,
    hp: HitPoints = None,
    injuries: InjuriesSoFar = 0,
) -> Rule[Outcome]:
    """Roll the combat dice of one hit through cover and resistance, and harm the target."""
    body = Body(location, standing_hp(hp, max_hp), max_hp, injuries)
    charge.fits(weapon_class, counter.at_hand, shots)
    if target_prone and body.is_object:
        raise BadInput("target_prone", "an object is never prone: give false")
    dice = damage_rating + bonus_dice + charge.dice
    aimed = Aimed(effects, dr, cover_dice, radiation_dr, breaking_spill)
    # More damage than this changes no grade, even after cover.
    enough = max(CRITICAL, max_hp) + 2 * cover_dice

    def decisive(blow: Blow) -> int:
        """Return radiation as far as it changes the grade: none, some, or enough for 0 HP."""
        if damage_type == "radiation":
            return blow.radiation  # it adds to the damage
        return blow.radiation if blow.radiation >= max_hp else min(blow.radiation, 1)

    def alike(result: Strike) -> Hashable:
        blow = aimed.blow(result)
        return min(blow.through, enough), blow.left.cover_dice, decisive(blow)

    result, luck_spent = yield from strike(dice, rerolls, alike)
    blow = aimed.blow(result)
    hanging = {**dict.fromkeys(BY_DICE, (result, luck_spent)), "grade": decisive(blow)}
    yield from settle("struck", blow.through, blow.left.cover_dice, **hanging)
    stopped = yield from roll_cover(blow.left.cover_dice, target_prone, blow.through)
    dealt = max(0, blow.through - stopped)
    yield from settle("dealt", dealt, **hanging, cover=stopped)
    hit = Hit(body, dealt, damage_type, blow.radiation)
    counted = aimed.counted(result, blow)
    values = {
        "dice": dice,
        **counted,
        "cover": stopped,
        "damage": dealt,
        **hit.values,
        "shots_spent": charge.shots_spent,
        "ap_spent": charge.extra_ap,
        "luck_spent": luck_spent,
    }
    return Outcome(
        hit.grade,
        values=values,
        effects=(
            *hit.effects,
            *aimed.effects_on(result, body, "target"),
            *charge.effects(counter.at_hand),
            *change("luck_points", luck_spent, 0),
        ),
        notes=_afterwards(values),
        steps=(
            *adding(
                (result.total, "combat dice"),
                (blow.total - result.total, "Vicious"),
                (-stopped, "cover"),
                (-blow.dr_applied, "DR"),
                result=(dealt, "damage"),
            ),
            *hp_steps(hit, hp),
        ),
    )


def _afterwards(values: Values) -> tuple[str, ...]:
    """Return the notes on things left to do after this hit (W7.7)."""
    notes = []
    if values["spread_hits"]:
        notes.append(
            f"Spread: {values['spread_hits']} more hits of {values['spread_damage']}, each at an "
            "own random location (W7.7)."
        )
    if values["burst_targets"]:
        notes.append(
            f"Burst: up to {values['burst_targets']} more targets within Close range, one more "
            "shot each (W7.7)."
        )
    if rounds := values["persistent_rounds"]:
        notes.append(
            f"Persistent: the {values['damage']} damage again at the end of the target’s next "
            f"{rounds} {of_count(rounds, 'turns')} (W7.7)."
        )
    return tuple(notes)
