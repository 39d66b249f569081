"""Combatants joining and leaving, and their order: the GM orders the list by hand."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.combatants import Hidden
from app.core.encounters.roster import Name, Place, drop_missing, joining, move_to, remove_combatant
from app.core.encounters.scenes import transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Text, Whole, YesNo
from app.systems.striker.encounter.state import Fight, Result, Who
from app.systems.striker.encounter.turns import next_turn

HitPoints = Annotated[int, Whole(0, 200, label="Hit points", front=True, sheet="hp")]
MostHitPoints = Annotated[int, Whole(1, 200, label="Most hit points", sheet="hp_max")]
Tc = Annotated[int, Whole(0, 40, label="TC", front=True, sheet="target_challenge", rules=("S2",))]
Group = Annotated[str, Text(40, label="Side")]
Notes = Annotated[str, Text(400)]


@joining(rules="S2")
def add(
    scene: Fight,
    id: Who,
    name: Name = "",
    group: Group = "",
    hidden: Hidden = False,
    hp: HitPoints = 12,
    hp_max: MostHitPoints = 12,
    tc: Tc = 12,
    notes: Notes = "",
) -> Fight:
    """Join the scene, last in the order."""
    return scene


@transition("remove", title="Remove", rules="S21")
def remove(scene: Fight, who: Who) -> Fight | Result:
    """Remove a combatant for good; if it was their turn, the next one begins."""
    remaining, theirs = remove_combatant(scene, who)
    return next_turn.apply(remaining) if theirs and remaining.now.order else remaining


@transition("move", title="Move in turn order", rules="S21")
def move(scene: Fight, who: Who, place: Place) -> Fight:
    """Move a combatant to a place in the order, counted from 1."""
    fighter = scene.combatant(who)
    if fighter.turn.away:
        raise BadInput("who", f"{fighter.name} is away")
    return move_to(scene, who, place)


EditName = Annotated[str | None, Text(80)]
Hp = Annotated[int | None, Whole(0, 200, label="Hit points")]
EditTc = Annotated[int | None, Whole(0, 40, label="TC", rules=("S2",))]
EditNotes = Annotated[str | None, Text(400)]
EditHidden = Annotated[bool | None, YesNo()]


@transition("edit", title="Edit stats", rules="S2")
def edit(
    scene: Fight,
    who: Who,
    name: EditName = None,
    hp: Hp = None,
    tc: EditTc = None,
    notes: EditNotes = None,
    hidden: EditHidden = None,
) -> Fight:
    """Change the given values; the others stay."""
    fighter = scene.combatant(who)
    most = fighter.sheet["hp_max"]
    if hp is not None and hp > most:
        raise BadInput("hp", f"hp is {hp}; {fighter.name} has at most {most}")
    scene = scene.write(who, **drop_missing(name=name, hp=hp, target_challenge=tc))
    return scene.turn(who, **drop_missing(notes=notes, hidden=hidden))
