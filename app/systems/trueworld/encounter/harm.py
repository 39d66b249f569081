"""Harm that waits to be placed, conditions that are taken and treated (T10.5, T11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from app.core.errors import BadInput, listed
from app.core.flat import State, StepResult, transition
from app.core.kinds import OneOf, Text, Whole
from app.core.outcomes import Effect, append, put
from app.core.outcomes import add as raise_by
from app.systems.trueworld.encounter.state import Who, changed, character
from app.systems.trueworld.encounter.turns import harm_due
from app.systems.trueworld.sheet import treated

ConditionName = Annotated[str, Text(60, label="Condition", rules=("T11.2", "T11.3"))]
ConditionNote = Annotated[str, Text(200, label="Note")]


def _with_condition(
    state: State, who: str, name: str, note: str, *effects: Effect, **more: Any
) -> StepResult:
    """Somebody with one condition more; BadInput on `condition` if it has no name."""
    struck = character(state, who)
    if not name.strip():
        raise BadInput("condition", "name the condition")
    made = {"name": name, "note": note, "treated": False}
    conditions = [*struck["conditions"], made]
    return changed(state, who, append("conditions", made), *effects, conditions=conditions, **more)


Take = Annotated[str, OneOf({"stress": "As stress", "condition": "As a condition"}, front=True)]
Levels = Annotated[
    int | None, Whole(1, 99, front=True, help="Left out: all that waits to be placed.")
]


@transition("place_harm", title="Place harm", rules="T11.2")
def place_harm(
    state: State,
    who: Who,
    take: Take = "stress",
    condition: ConditionName = "",
    note: ConditionNote = "",
    levels: Levels = None,
) -> StepResult:
    """One bane is placed: as stress, up to its maximum, or as one condition; the rest waits on."""
    struck = character(state, who)
    waits = struck["harm"]
    if not waits:
        raise BadInput("who", f"{struck['name']} has no harm to place")
    placed = waits if levels is None else levels
    if placed > waits:
        raise BadInput("levels", f"only {waits} of harm {'wait' if waits > 1 else 'waits'} here")
    left = waits - placed
    if take == "condition":
        came = _with_condition(state, who, condition, note, put("harm", left), harm=left)
    else:
        room = struck["max_stress"] - struck["stress"]
        if room <= 0:
            name = struck["name"]
            raise BadInput("take", f"the stress of {name} is full; only a condition is left")
        # What the track has no room for goes with the levels placed.
        taken = min(placed, room)
        effects = (raise_by("stress", taken), put("harm", left))
        came = changed(state, who, *effects, stress=struck["stress"] + taken, harm=left)
    # What was due of more harm is due of what is left of it.
    due = (harm_due(came.state, who),) if left else ()
    return replace(came, due=due, cancelled=((who, ""),))


@transition("take_condition", title="Take a condition", rules="T11.3 T10.5")
def take_condition(
    state: State, who: Who, condition: ConditionName, note: ConditionNote = ""
) -> StepResult:
    """A consequence that is a condition from the start."""
    return _with_condition(state, who, condition, note)


Condition = Annotated[str, Text(60, label="Condition", help="Left out: the one that is untreated.")]


@transition("treat", title="Treat a condition", rules="T11.3")
def treat(
    state: State,
    who: Who,
    condition: Condition = "",
) -> StepResult:
    """A condition is treated: it is no longer in the way."""
    struck = character(state, who)
    name = _meant(struck, condition.strip())
    # Only its name is told: the sheet may know more of the conditions than the scene does.
    return changed(state, who, put("treated", name), conditions=treated(struck["conditions"], name))


def _meant(struck: Mapping[str, Any], said: str) -> str:
    """The untreated condition of this name, or the only one; BadInput on `condition`."""
    names = [each["name"] for each in struck["conditions"] if not each["treated"]]
    if not names:
        raise BadInput("condition", f"{struck['name']} has no untreated condition")
    if not said and len(set(names)) > 1:
        raise BadInput("condition", f"which one: {listed(names)}?")
    for name in names:
        if not said or name.casefold() == said.casefold():
            return str(name)
    raise BadInput("condition", f"{struck['name']} has no untreated {said[:40]!r}; {listed(names)}")
