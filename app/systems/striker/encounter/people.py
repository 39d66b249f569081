"""Who is there, and in which order: the GM orders the list by hand."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import State, StepResult, transition, with_combatant
from app.core.flat_roster import Hidden, Place, joined, moved, without
from app.core.kinds import Text, Whole, YesNo
from app.core.outcomes import put
from app.systems.striker.encounter.state import NORMAL_RSR, Who, somebody
from app.systems.striker.encounter.turns import leave

Name = Annotated[str, Text(80, front=True, sheet="name")]
HitPoints = Annotated[int, Whole(0, 200, label="Hit points", front=True, sheet="hp")]
MostHitPoints = Annotated[int, Whole(1, 200, label="Most hit points", sheet="hp_max")]
Tc = Annotated[int, Whole(0, 40, label="TC", front=True, sheet="target_challenge", rules=("S2",))]

#: What a participant took over from a sheet: its field there.
ON_SHEET = {"name": "name", "hp": "hp", "tc": "target_challenge"}


Group = Annotated[str, Text(40, label="Side")]
Notes = Annotated[str, Text(400)]


@transition("add", title="Add somebody", rules="S2")
def add(
    state: State,
    id: Who,
    name: Name = "",
    group: Group = "",
    hidden: Hidden = False,
    hp: HitPoints = 12,
    hp_max: MostHitPoints = 12,
    tc: Tc = 12,
    notes: Notes = "",
) -> StepResult:
    """Somebody joins, last in the order."""
    made: dict[str, Any] = {
        "name": name or id,
        "group": group,
        "hidden": hidden,
        "hp": min(hp, hp_max),
        "hp_max": hp_max,
        "tc": tc,
        "notes": notes,
        "slots_used": [],
        "busy_until": None,
        "work": None,
        "away": False,
        "rsr": NORMAL_RSR,
        "stances_barred": False,
        "owes": None,
        "warned": None,
    }
    return StepResult(joined(state, id, made))


@transition("remove", title="Take somebody out", rules="S21")
def remove(state: State, who: Who) -> StepResult:
    """Somebody leaves for good; if it was their turn, the next one begins."""
    somebody(state, who)
    came = leave(state, who)
    return StepResult(without(came.state, who), came.due, came.effects, came.notes)


@transition("move", title="Move in the order", rules="S21")
def move(state: State, who: Who, place: Place) -> StepResult:
    """Somebody gets another place in the order, counted from 1."""
    if somebody(state, who)["away"]:
        raise BadInput("who", f"{state['combatants'][who]['name']} is away")
    return StepResult(moved(state, who, place))


EditName = Annotated[str | None, Text(80)]
Hp = Annotated[int | None, Whole(0, 200, label="Hit points")]
EditTc = Annotated[int | None, Whole(0, 40, label="TC", rules=("S2",))]
EditNotes = Annotated[str | None, Text(400)]
EditHidden = Annotated[bool | None, YesNo()]


@transition("edit", title="Change somebody", rules="S2")
def edit(
    state: State,
    who: Who,
    name: EditName = None,
    hp: Hp = None,
    tc: EditTc = None,
    notes: EditNotes = None,
    hidden: EditHidden = None,
) -> StepResult:
    """What is given is set; the rest stays."""
    whose = somebody(state, who)
    if hp is not None and hp > whose["hp_max"]:
        raise BadInput("hp", f"hp is {hp}; {whose['name']} has at most {whose['hp_max']}")
    given = {"name": name, "hp": hp, "tc": tc, "notes": notes, "hidden": hidden}
    changes = {key: value for key, value in given.items() if value is not None}
    # What the sheet says too is changed there as well, or it would come back from it.
    there = tuple((who, put(ON_SHEET[key], changes[key])) for key in ON_SHEET if key in changes)
    return StepResult(with_combatant(state, who, **changes), effects=there)
