"""Harm waiting to be placed, and conditions taken and treated (T10.5, T11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters import actions
from app.core.encounters.scenes import Owner, StepResult, declaring_record, transition
from app.core.errors import BadInput, join_words
from app.core.procedures.kinds import OneOf, Text, Whole
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Meter
from app.systems.trueworld.encounter.state import (
    Fight,
    Fighter,
    Result,
    Who,
    character,
    characters,
    is_out_of_scene,
    most_stress,
)
from app.systems.trueworld.encounter.turns import harm_due, unplaced_harm
from app.systems.trueworld.house import TAKEN_OUT, AtFullStress

ConditionName = Annotated[str, Text(60, label="Condition", rules=("T11.2", "T11.3"))]
ConditionNote = Annotated[str, Text(200, label="Note")]


def meters(fighter: Fighter) -> tuple[Meter, ...]:
    """Return an adversary's damage, or a character's stress up to its maximum here (T10.6)."""
    if fighter.turn.side == "adversary":
        return (Meter("damage", "Damage", fighter.turn.damage, None, "bad"),)
    stress, *others = fighter.sheet.form.meters(fighter.sheet)
    return (replace(stress, most=most_stress(fighter)), *others)


def owner(scene: Fight, who: str, effect: Effect) -> Owner:
    """Tell which record an effect changes: only adversaries take damage (T10.6)."""
    if effect.field == "damage" and who in {character.id for character in characters(scene)}:
        return ""
    return declaring_record(scene, who, effect)


def apply_effect(scene: Fight, who: str, effect: Effect) -> Fight:
    """Return the scene after an effect; levels of damage are counted from none (T10.6)."""
    after = scene.apply_to_owner(who, effect)
    target = after.combatants.get(who)
    return after.turn(who, damage=0) if target and target.turn.damage < 0 else after


def _with_condition(scene: Fight, who: str, name: str, note: str) -> Fight:
    """Add a condition; BadInput on `condition` if it has no name."""
    character(scene, who)
    if not name.strip():
        raise BadInput("condition", "name the condition")
    return scene.apply_effect(
        who, append("conditions", {"name": name, "note": note, "treated": False})
    )


def _stressed(scene: Fight, who: str, levels: int) -> Fight:
    """Add stress; BadInput on `take` if there is no room for any."""
    fighter = character(scene, who)
    room = most_stress(fighter) - fighter.sheet["stress"]
    if room <= 0:
        raise BadInput("take", f"{fighter.name}’s stress is full; take a condition")
    # Levels beyond the track's room are lost with the levels placed.
    return scene.apply_effect(who, add("stress", min(levels, room)))


Take = Annotated[str, OneOf({"stress": "As stress", "condition": "As a condition"}, front=True)]
Levels = Annotated[int | None, Whole(1, 99, front=True, help="Default: all unplaced harm.")]


@transition("place_harm", title="Place harm", rules="T11.2")
def place_harm(
    scene: Fight,
    who: Who,
    take: Take = "stress",
    condition: ConditionName = "",
    note: ConditionNote = "",
    levels: Levels = None,
    at_full_stress: AtFullStress = TAKEN_OUT,
) -> Result:
    """Place one bane: as stress, up to its maximum, or as one condition; the rest waits on."""
    fighter = character(scene, who)
    waits = unplaced_harm(fighter)
    if not waits:
        raise BadInput("who", f"{fighter.name} has no harm to place")
    placed = waits if levels is None else levels
    if placed > waits:
        raise BadInput("levels", f"only {waits} harm to place")
    if take == "condition":
        after = _with_condition(scene, who, condition, note)
    else:
        after = _stressed(scene, who, placed)
    remaining = waits - placed
    after = after.apply_effect(who, put("harm", remaining))
    # The decision on all of the harm is replaced by one on the remaining harm.
    due = (harm_due(after.combatants[who]),) if remaining else ()
    out = (
        at_full_stress == TAKEN_OUT
        and not is_out_of_scene(fighter)
        and is_out_of_scene(after.combatants[who])
    )
    until = f"{fighter.name} is taken out of the scene until stress is recovered (T11.2)."
    return StepResult(after, due, (until,) if out else (), cancelled=((who, ""),))


@transition("take_condition", title="Take condition", rules="T11.3 T10.5")
def take_condition(
    scene: Fight, who: Who, condition: ConditionName, note: ConditionNote = ""
) -> Fight:
    """Take a consequence that is a condition from the start."""
    return _with_condition(scene, who, condition, note)


#: Conditions that many tables name (T11.3), one tap each.
USUAL = ("Hurt", "Exhausted", "Frightened", "Slowed")


def conditions(scene: Fight, who: str) -> tuple[actions.Condition, ...]:
    """Return a character's untreated conditions, and usual ones to take (T11.3)."""
    fighter = scene.combatant(who)
    if fighter.turn.side == "adversary":
        return ()
    names = [
        condition["name"] for condition in fighter.sheet["conditions"] if not condition["treated"]
    ]
    held = {name.casefold() for name in names}
    return (
        *(actions.Condition(name, True, "treat", {"condition": name}) for name in names),
        *(
            actions.Condition(name, False, "take_condition", {"condition": name})
            for name in USUAL
            if name.casefold() not in held
        ),
    )


Condition = Annotated[str, Text(60, label="Condition", help="Default: the untreated one.")]


@transition("treat", title="Treat condition", rules="T11.3")
def treat(scene: Fight, who: Who, condition: Condition = "") -> Fight:
    """Treat a condition: it is no longer in the way."""
    name = _meant(character(scene, who), condition.strip())
    return scene.apply_effect(who, put("treated", name))


def _meant(fighter: Fighter, wanted: str) -> str:
    """Return the untreated condition of this name, or the only one; BadInput on `condition`."""
    names = [
        condition["name"] for condition in fighter.sheet["conditions"] if not condition["treated"]
    ]
    if not names:
        raise BadInput("condition", f"{fighter.name} has no untreated condition")
    if not wanted and len(set(names)) > 1:
        raise BadInput("condition", f"which one: {join_words(names)}?")
    for name in names:
        if not wanted or name.casefold() == wanted.casefold():
            return str(name)
    raise BadInput(
        "condition", f"{fighter.name} has no untreated {wanted[:40]!r}; {join_words(names)}"
    )
