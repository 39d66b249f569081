"""Harm that waits to be placed, conditions that are taken and treated (T10.5, T11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.transitions import StepResult, transition
from app.core.errors import BadInput, listed
from app.core.procedures.kinds import OneOf, Text, Whole
from app.core.procedures.outcomes import add as raise_by
from app.core.procedures.outcomes import append, put
from app.core.sheets import Meter
from app.systems.trueworld.encounter.state import (
    Came,
    Fight,
    Fighter,
    Who,
    character,
    most_stress,
    taken_out,
)
from app.systems.trueworld.encounter.turns import harm_due, unplaced
from app.systems.trueworld.house import TAKEN_OUT, AtFullStress

ConditionName = Annotated[str, Text(60, label="Condition", rules=("T11.2", "T11.3"))]
ConditionNote = Annotated[str, Text(200, label="Note")]


def meters(fighter: Fighter) -> tuple[Meter, ...]:
    """The damage that an adversary has taken, what it means is the director's (T10.6); else stress,
    as much as is borne here."""
    if fighter.turn.side == "adversary":
        return (Meter("damage", "Damage", fighter.turn.damage, None, "bad"),)
    stress, *others = fighter.sheet.form.meters(fighter.sheet)
    return (replace(stress, most=most_stress(fighter)), *others)


def _with_condition(scene: Fight, who: str, name: str, note: str) -> Fight:
    """Somebody with one condition more; BadInput on `condition` if it has no name."""
    character(scene, who)
    if not name.strip():
        raise BadInput("condition", "name the condition")
    return scene.apply_effect(
        who, append("conditions", {"name": name, "note": note, "treated": False})
    )


def _stressed(scene: Fight, who: str, levels: int) -> Fight:
    """Somebody with so much more stress; BadInput on `take` if there is no room for any."""
    struck = character(scene, who)
    room = most_stress(struck) - struck.sheet["stress"]
    if room <= 0:
        raise BadInput("take", f"the stress of {struck.name} is full; only a condition is left")
    # What the track has no room for goes with the levels placed.
    return scene.apply_effect(who, raise_by("stress", min(levels, room)))


Take = Annotated[str, OneOf({"stress": "As stress", "condition": "As a condition"}, front=True)]
Levels = Annotated[
    int | None, Whole(1, 99, front=True, help="Left out: all that waits to be placed.")
]


@transition("place_harm", title="Place harm", rules="T11.2")
def place_harm(
    scene: Fight,
    who: Who,
    take: Take = "stress",
    condition: ConditionName = "",
    note: ConditionNote = "",
    levels: Levels = None,
    at_full_stress: AtFullStress = TAKEN_OUT,
) -> Came:
    """One bane is placed: as stress, up to its maximum, or as one condition; the rest waits on."""
    struck = character(scene, who)
    waits = unplaced(struck)
    if not waits:
        raise BadInput("who", f"{struck.name} has no harm to place")
    placed = waits if levels is None else levels
    if placed > waits:
        raise BadInput("levels", f"only {waits} of harm {'wait' if waits > 1 else 'waits'} here")
    if take == "condition":
        after = _with_condition(scene, who, condition, note)
    else:
        after = _stressed(scene, who, placed)
    left = waits - placed
    after = after.apply_effect(who, put("harm", left))
    # What was due of more harm is due of what is left of it.
    due = (harm_due(after.combatants[who]),) if left else ()
    out = at_full_stress == TAKEN_OUT and not taken_out(struck) and taken_out(after.combatants[who])
    until = f"{struck.name} is taken out of the scene until stress is recovered (T11.2)."
    return StepResult(after, due, (until,) if out else (), cancelled=((who, ""),))


@transition("take_condition", title="Take a condition", rules="T11.3 T10.5")
def take_condition(
    scene: Fight, who: Who, condition: ConditionName, note: ConditionNote = ""
) -> Fight:
    """A consequence that is a condition from the start."""
    return _with_condition(scene, who, condition, note)


Condition = Annotated[str, Text(60, label="Condition", help="Left out: the one that is untreated.")]


@transition("treat", title="Treat a condition", rules="T11.3")
def treat(scene: Fight, who: Who, condition: Condition = "") -> Fight:
    """A condition is treated: it is no longer in the way."""
    name = _meant(character(scene, who), condition.strip())
    return scene.apply_effect(who, put("treated", name))


def _meant(struck: Fighter, wanted: str) -> str:
    """The untreated condition of this name, or the only one; BadInput on `condition`."""
    names = [each["name"] for each in struck.sheet["conditions"] if not each["treated"]]
    if not names:
        raise BadInput("condition", f"{struck.name} has no untreated condition")
    if not wanted and len(set(names)) > 1:
        raise BadInput("condition", f"which one: {listed(names)}?")
    for name in names:
        if not wanted or name.casefold() == wanted.casefold():
            return str(name)
    raise BadInput("condition", f"{struck.name} has no untreated {wanted[:40]!r}; {listed(names)}")
