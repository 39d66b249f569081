"""Between the encounter and the rolls: what of a sheet is used, what a roll leaves to be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters import State, Uses, with_combatant
from app.core.outcomes import Outcome
from app.core.sheets import Sheet
from app.systems.striker.sheet import SHEET
from app.systems.striker.tables.rolls import STEPS

#: S12, S14: what the table is asked for, by step.
ASKED = {
    1: "a consequence of the critical fail",
    3: "the consequence of the partial success",
    5: "a benefit, or an additional consequence for the opponent",
}
#: What a line on a sheet says that the step `act` takes too.
TAKEN = {
    "text": "line",
    "subject": "subject",
    "weapon_dice": "weapon_dice",
    "weapon_die": "weapon_die",
}


def uses(step: str, sheet: Sheet) -> Uses:
    """Every line on the sheet, for whoever uses one (S25); a weapon brings its dice (S9)."""
    if step != "act":
        return ()
    lines = (each for each in SHEET.rolls(sheet) if each.procedure == "striker.line_action")
    return tuple(
        (each.label, {to: each.inputs.get(name, "") for name, to in TAKEN.items()})
        for each in lines
    )


def asked(grade: str) -> str | None:
    """What steps 1, 3 and 5 ask the table for; None for the others, and for no step at all."""
    rows = (row for row in STEPS if row.grade == grade)
    return next((ASKED.get(row.step) for row in rows), None)


def rolled(state: State, due: Mapping[str, Any], outcome: Outcome) -> State:
    """A line that was used has been rolled: what its step asks for stays in sight until written."""
    if due["who"] not in state["combatants"]:
        return state
    return with_combatant(state, due["who"], owes=asked(outcome.grade))
