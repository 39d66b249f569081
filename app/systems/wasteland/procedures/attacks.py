"""Making an attack: the test, the hit location, range and difficulty (W6, W10)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from app.core.errors import BadInput, join_words
from app.core.play.asks import Pool, Rule, roll
from app.core.play.readings import highest
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Whole, YesNo
from app.core.procedures.labels import label_of
from app.core.procedures.levers import ANY, DOWN, Lever
from app.core.procedures.outcomes import Grade, Outcome, adding
from app.core.procedures.procedure import procedure
from app.systems.wasteland.rules.feeding import by_sight, by_weapon, commander
from app.systems.wasteland.rules.follow_ups import damage_of_hit, offer_located_hit
from app.systems.wasteland.rules.inputs import (
    A_GUN,
    AT_SOMEBODY,
    FROM_AFAR,
    Attribute,
    BodyPlan,
    CloseQuarters,
    Skill,
    Tagged,
    TargetRange,
    WeaponClassId,
    WeaponRange,
)
from app.systems.wasteland.rules.rerolls import REROLL
from app.systems.wasteland.rules.results import (
    TEST_RULES,
    TEST_TALLY,
    change,
    four_grades,
    roll_test,
)
from app.systems.wasteland.rules.testing import PLAIN_TEST, TestInputs
from app.systems.wasteland.tables.attacks import (
    ALL_LOCATIONS,
    BODY_PLANS,
    OBJECT,
    RANGE_DIFFICULTY,
    WEAPON_CLASSES,
    WeaponClass,
    hit_part,
    locations,
)

NEARBY = ("reach", "close")

#: The difficulty of a blast at a zone, in place of a target's Defense (W6.14).
ZONE_DIFFICULTY = 2


class Range(NamedTuple):
    """The modifiers of a distance to the difficulty."""

    bands: int
    reach: int


def range_of(
    weapon_range: str, target_range: str, enemy_in_reach: bool, close_quarters: bool
) -> Range:
    """Count the bands off the weapon's ideal (W6.11), and 2 for an enemy in reach, once (W6.12)."""
    bands = getattr(RANGE_DIFFICULTY[target_range], weapon_range)
    near = (enemy_in_reach or target_range == "reach") and not close_quarters
    return Range(bands, 2 if near else 0)


def prone_modifier(target_prone: bool, target_range: str) -> int:
    """Return the modifier against a prone target, by its distance (W10.3, W10.4)."""
    if not target_prone:
        return 0
    # W10.4: reach lies within Close.
    return -1 if target_range in NEARBY else 1


def shots_of(weapon: WeaponClass, shots_per_attack: int) -> int:
    """Return the shots that an attack uses up, hit or miss (W6.10)."""
    return shots_per_attack if weapon.is_gun else int(weapon.is_thrown)


Defense = Annotated[
    int,
    Whole(
        0,
        6,
        front=True,
        sheet="target:defense",
        only_if=(AT_SOMEBODY,),
        rules=("W12.2", "W5.4"),
    ),
]
EnemyInReach = Annotated[
    bool,
    YesNo(
        label="Another enemy in reach",
        help="An enemy beside the target stands within the attacker’s reach.",
        part="Range",
        lever=Lever(
            DOWN, back="Out of the other enemy’s reach", unit="minor action", action="move"
        ),
        only_if=(FROM_AFAR,),
        rules=("W6.12",),
    ),
]
CalledLocation = Annotated[
    str,
    OneOf(
        {"none": "None"},
        *ALL_LOCATIONS,
        front=True,
        label="Called shot at",
        help="Difficulty +1.",
        only_if=(AT_SOMEBODY,),
        lever=Lever(ANY, "Without the called shot", among=("none",)),
        rules=("W6.2",),
    ),
]
TargetProne = Annotated[
    bool,
    YesNo(part="Target", sheet="target:prone", only_if=(AT_SOMEBODY,), rules=("W10.3", "W10.4")),
]
Aim = Annotated[
    bool,
    YesNo(
        label="Aimed",
        part="Situation",
        help="One d20 may be rolled again; not with an Inaccurate weapon.",
        lever=Lever(words="Aim", unit="minor action", action="aim"),
        rules=("W4.1",),
    ),
]
Shots = Annotated[
    int,
    Whole(
        0,
        9999,
        label="Shots left",
        help="Ammunition, or how many of that thrown weapon.",
        part="Ammunition",
        only_if=(FROM_AFAR,),
        rules=("W6.10",),
    ),
]
ShotsPerAttack = Annotated[
    int,
    Whole(
        1,
        10,
        help="10 for a Gatling.",
        part="Ammunition",
        only_if=(A_GUN,),
        rules=("W6.10", "W7.12"),
    ),
]
Blast = Annotated[
    bool,
    YesNo(
        label="Blast, at a zone",
        part="Target",
        help="A zone is aimed at in place of a target: difficulty 2, changed by range.",
        only_if=(FROM_AFAR,),
        rules=("W6.14", "W7.8"),
    ),
]


def struck_place(inputs: Values, outcome: Outcome) -> str:
    """Return the location of a hit: `Left arm`; empty for a miss or an object."""
    location = outcome.values["location"]
    return "" if location in ("none", OBJECT) else label_of(location)


@procedure(
    "wasteland.attack",
    title="Attack",
    grades=four_grades(("hit", "Hit"), ("miss", "Miss")),
    rules="W4.1 W5.2 W6.1-W6.7 W6.10-W6.14 W7.3 W10.3 W10.4 W1.12 " + TEST_RULES,
    spread=("ap_generated",),
    choices=(REROLL,),
    tally=(*TEST_TALLY, "range_modifier", "reach_modifier", "prone_modifier"),
    apart=("target",),
    follow_up=damage_of_hit,
    feed=(by_weapon, by_sight, commander),
    verdict=struck_place,
    verb="attacks",
)
def attack(
    *,
    weapon_class: WeaponClassId,
    attribute: Attribute,
    skill: Skill,
    tagged: Tagged = False,
    defense: Defense = 1,
    weapon_range: WeaponRange = "close",
    target_range: TargetRange,
    enemy_in_reach: EnemyInReach = False,
    close_quarters: CloseQuarters = False,
    body_plan: BodyPlan = "person",
    called_location: CalledLocation = "none",
    target_prone: TargetProne = False,
    aim: Aim = False,
    shots: Shots = 1,
    shots_per_attack: ShotsPerAttack = 1,
    blast: Blast = False,
    test: TestInputs = PLAIN_TEST,
) -> Rule[Outcome]:
    """Roll the test of an attack and, on a hit, its location."""
    weapon = WEAPON_CLASSES[weapon_class]
    if blast:
        _at_a_zone(weapon, target_range, called_location)
    elif not weapon.counts_range and target_range != "reach":
        raise BadInput("target_range", f"{weapon.words} strikes within reach: give reach")
    parts = locations(body_plan)
    if called_location != "none" and called_location not in parts:
        raise BadInput(
            "called_location",
            f"give none or {join_words(parts)}" if parts else "an object has no parts: give none",
        )
    if target_prone and (blast or body_plan == OBJECT):
        lies = "a zone" if blast else "an object"
        raise BadInput("target_prone", f"{lies} is never prone: give false")
    shots_spent = shots_of(weapon, shots_per_attack)
    if shots < shots_spent:
        raise BadInput("shots", f"{shots} left; this attack needs {shots_spent}")
    distance = Range(0, 0)
    if weapon.counts_range:
        distance = range_of(weapon_range, target_range, enemy_in_reach, close_quarters)
    prone = prone_modifier(target_prone, target_range)
    result = yield from roll_test(
        attribute,
        skill,
        tagged,
        test,
        (ZONE_DIFFICULTY, "a zone") if blast else (defense, "Defense"),
        (distance.bands, "range"),
        (distance.reach, "enemy in reach"),
        (prone, "target prone"),
        (int(called_location != "none"), "called shot"),
        aim=aim,
    )
    location, location_roll = "none", 0
    if result.passed and not blast:
        location, location_roll = yield from _struck(body_plan, called_location)
    return result.outcome(
        *change("shots", shots, shots - shots_spent),
        yes="hit",
        no="miss",
        range_modifier=distance.bands,
        reach_modifier=distance.reach,
        prone_modifier=prone,
        location=location,
        location_roll=location_roll,
        shots_spent=shots_spent,
    )


def _at_a_zone(weapon: WeaponClass, target_range: str, called_location: str) -> None:
    """Raise BadInput where a blast cannot be aimed so (W6.14)."""
    if not weapon.counts_range:
        raise BadInput("blast", f"{weapon.words} strikes one target in reach: give false")
    # Ruling: the nearest a zone can be is close.
    if target_range == "reach":
        raise BadInput("target_range", "the nearest a zone can be is close")
    if called_location != "none":
        raise BadInput("called_location", "a zone has no parts: give none")


def _struck(body_plan: str, called_location: str) -> Rule[tuple[str, int]]:
    """Return the location of a hit, and its d20; 0 if none was rolled (W6.7)."""
    if called_location != "none":
        return called_location, 0
    if body_plan == OBJECT:
        return OBJECT, 0
    face = yield from location_die()
    return hit_part(face, body_plan), face


def location_die() -> Rule[int]:
    """Roll the d20 for the hit location; the grade of an attack does not depend on it."""
    return (
        yield from roll(
            Pool("Hit location", 1, 20, highest, merge_key=lambda face: None, theirs=True)
        )
    )


HitLocationBodyPlan = Annotated[
    str,
    OneOf(
        BODY_PLANS,
        front=True,
        label="Body of the target",
        help="An object has no parts: it is hit as a whole.",
        sheet="target:body_plan",
        rules=("W6.13",),
    ),
]


@procedure(
    "wasteland.hit_location",
    title="Hit location",
    grades=tuple(
        Grade(part, part.replace("-", " ").capitalize()) for part in (*ALL_LOCATIONS, OBJECT)
    ),
    rules="W6.7 W6.13",
    apart=("target",),
    follow_up=offer_located_hit,
)
def hit_location(
    body_plan: HitLocationBodyPlan = "person",
) -> Rule[Outcome]:
    """Roll the location of a hit."""
    if body_plan == OBJECT:
        return Outcome(OBJECT, values={"roll": 0})
    face = yield from roll(
        Pool(
            "Hit location",
            1,
            20,
            highest,
            merge_key=lambda face: hit_part(face, body_plan),
            theirs=True,
        )
    )
    return Outcome(hit_part(face, body_plan), values={"roll": face})


@procedure(
    "wasteland.range_modifier",
    title="Range",
    grades=(Grade("ideal-range", "Ideal range", "good"), Grade("off-range", "Off range", "mixed")),
    rules="W6.11 W6.12 W1.12",
)
def range_modifier(
    *,
    weapon_range: WeaponRange = "close",
    target_range: TargetRange,
    close_quarters: CloseQuarters = False,
) -> Outcome:
    """Find out how much harder the distance makes an attack."""
    distance = range_of(weapon_range, target_range, False, close_quarters)
    modifier = sum(distance)
    return Outcome(
        "off-range" if distance.bands else "ideal-range",
        values={
            "range_modifier": distance.bands,
            "reach_modifier": distance.reach,
            "modifier": modifier,
        },
        steps=adding(
            (distance.bands, "bands off the ideal range"),
            (distance.reach, "enemy in reach"),
            result=(modifier, "difficulty"),
        ),
    )
