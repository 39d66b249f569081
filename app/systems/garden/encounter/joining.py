"""Combatants of the scene and their surroundings: cover, light, surprise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from app.core.encounters import roster
from app.core.encounters.combatants import Hidden
from app.core.encounters.rolls import Due
from app.core.encounters.roster import Name, Place, joining, move_to
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput, join_words
from app.core.procedures.kinds import OneOf, Text, YesNo
from app.core.procedures.outcomes import put
from app.systems.garden.encounter.bodies import condition
from app.systems.garden.encounter.newcomers import UNKNOWN, Newcomer
from app.systems.garden.encounter.state import SIDES, Fight, Result, Who
from app.systems.garden.encounter.turns import begins, passing_over
from app.systems.garden.rules.skills import level
from app.systems.garden.sheet.ongoing import FASTER, conditions_given_by
from app.systems.garden.tables.combat import situations

Spirit = Annotated[
    bool, YesNo(help="Shield helps against what it attacks with.", rules=("G123", "G127"))
]
Unaware = Annotated[
    bool, YesNo(help="No turn until they notice; defends flat.", rules=("G55", "G59"))
]


Side = Annotated[str, OneOf(SIDES, front=True)]


@joining(rules="G18 G53 G54 G57 G58 G80 G83 G141")
def add(
    scene: Fight,
    id: Who,
    name: Name = "",
    side: Side = "character",
    hidden: Hidden = False,
    unaware: Unaware = False,
    spirit: Spirit = False,
    newcomer: Newcomer = UNKNOWN,
) -> Fight:
    """Add a combatant, last in the order."""
    if newcomer.conditions:
        scene = suffering(scene, id, newcomer.conditions)
    return _weighed_down(scene.turn(id, since=scene.now.scene_clock), id)


def suffering(fight: Fight, id: str, names: Sequence[str]) -> Fight:
    """Give a combatant the named conditions; those of a scene end with it, and death is one."""
    conditions = [condition(name) for name in names if name != "dead"]
    dead = {"dead": True} if "dead" in names else {}
    fight = fight.write(id, conditions=conditions, **dead)
    if not (fight.combatant(id).own and conditions_given_by(conditions, "regenerate")):
        return fight
    # G134: regeneration heals faster, and this is undone when it ends (G142).
    return fight.apply_effect(id, put("heal_rate", 1 + FASTER))


def _weighed_down(fight: Fight, id: str) -> Fight:
    """Turn a modifier stated beside the wounds into a penalty for every test (G86)."""
    fighter = fight.combatant(id)
    stated = fighter.turn.modifier
    other = 0 if stated is None else stated - fighter.sheet["modifier"]
    if other >= 0 or not fighter.own:
        return fight
    penalty = {"name": "Other", "value": max(-20, other)}
    return fight.write(id, penalties=[penalty]).turn(id, modifier=None)


@transition("remove", title="Remove", rules="G18")
def remove(scene: Fight, who: Who) -> Result:
    """Remove a combatant; in its own turn, the next one begins."""
    fighter = scene.combatant(who)
    passing = () if fighter.own else passing_over(scene, fighter)
    theirs = scene.now.current == who
    remaining = scene.without(who)
    for id, each in remaining.combatants.items():
        attackers = tuple(other for other in each.turn.attackers_this_round if other != who)
        remaining = remaining.turn(id, attackers_this_round=attackers)
    gaps = tuple(gap for gap in remaining.now.gaps if who not in (gap.runner, gap.pursuer))
    broken = remaining.now.interrupted
    remaining = remaining.set(gaps=gaps, interrupted=None if broken == who else broken)
    result = begins(remaining) if theirs else StepResult(remaining)
    return result.and_then(StepResult(result.scene, passing))


@transition("move", title="Move in turn order", rules="G53", during=("declare", "action"))
def move(scene: Fight, who: Who, place: Place) -> Fight:
    """Move a combatant to another place in the order, counted from 1."""
    return move_to(scene, who, place)


show = roster.show("G18")


@transition("surprise", title="Surprise", rules="G55")
def surprise(scene: Fight, attacker: Who) -> Result:
    """Surprise the unaware: each of them may notice."""
    coming = scene.combatant(attacker, "attacker").name
    due = tuple(
        Due(
            id,
            f"{each.name}: does {coming} go unnoticed?",
            "garden.surprise",
            {"awareness": level(each.sheet, "awareness"), "perception": each.sheet["perception"]},
            ("G55",),
            others={"attacker": attacker},
        )
        for id, each in scene.combatants.items()
        if each.turn.unaware and id != attacker
    )
    if not due:
        raise BadInput("attacker", "nobody is unaware")
    return StepResult(scene, due)


@transition("notice", title="Awareness", rules="G55 G56 G59")
def notice(scene: Fight, who: Who, unaware: Unaware = False) -> Fight:
    """Set whether a combatant is unaware of the danger."""
    return scene.turn(who, unaware=unaware)


@transition("mark_spirit", title="Spirit", rules="G123 G127")
def mark_spirit(scene: Fight, who: Who, spirit: Spirit = True) -> Fight:
    """Mark a combatant as a spirit: Shield helps against its attacks."""
    return scene.turn(who, spirit=spirit)


ConditionEndsName = Annotated[str, Text(80, label="Condition", help="Its name.", front=True)]


@transition("condition_ends", title="End condition", rules="G99 G111 G112 G139 G142", gm_only=True)
def condition_ends(scene: Fight, who: Who, name: ConditionEndsName) -> Fight:
    """End a knock-out, a blackout, a panic or a spell by the GM’s word."""
    fighter = scene.combatant(who)
    known = {each.replace("-", " ").lower(): each for each in fighter.sheet["suffers"]}
    meant = known.get(name.strip().replace("-", " ").lower())
    if meant is None or meant == "dead":
        suffered = join_words(sorted(known), "and") if known else "none"
        raise BadInput("name", f"{fighter.name} has {suffered}, not {name[:40]!r}")
    return scene.apply_effect(who, put("condition_over", meant))


Cover = Annotated[str, OneOf(situations("cover", "none", "None"), front=True)]


@transition("take_cover", title="Cover", rules="G69-G71")
def take_cover(scene: Fight, who: Who, cover: Cover = "none") -> Fight:
    """Stand behind cover against attacks."""
    return scene.turn(who, cover=cover)


Light = Annotated[str, OneOf(situations("light", "normal", "Normal"), front=True)]


@transition("set_light", title="Light", rules="G71")
def set_light(scene: Fight, light: Light = "normal") -> Fight:
    """Set the light of the scene."""
    return scene.set(light=light)
