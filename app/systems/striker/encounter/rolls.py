"""Between the encounter and the rolls: what of a sheet is used, what a roll takes and leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.flat import Roll, State, StepResult, Uses, with_combatant
from app.core.sheets import Sheet
from app.systems.striker.encounter.slots import rolled_already
from app.systems.striker.encounter.state import JUDGED, STANCED
from app.systems.striker.notation.grammar import parse
from app.systems.striker.sheet import SHEET
from app.systems.striker.tables.actions import DURATIONS
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


def rolled(state: State, roll: Roll) -> StepResult:
    """What a roll takes and leaves: the time of its action, and what its step asks for.

    What was due has taken its time when it fell due; another roll takes it now.
    """
    who = roll.who
    if who not in state["combatants"] or roll.procedure not in JUDGED:
        return StepResult(state)
    if not roll.due:
        state = rolled_already(state, who, *_deed(roll))
    elif roll.procedure in STANCED:
        state = with_combatant(state, who, stances_barred=False)
    # What is not told yet stays in sight until it is, whatever is rolled meanwhile.
    owes = asked(roll.outcome.grade) or state["combatants"][who].get("owes")
    return StepResult(with_combatant(state, who, owes=owes))


def settled(state: State, due: Mapping[str, Any]) -> StepResult:
    """A roll that was due is let go: what was barred for it is open again (S18)."""
    if due["who"] not in state["combatants"] or due["procedure"] not in STANCED:
        return StepResult(state)
    return StepResult(with_combatant(state, due["who"], stances_barred=False))


def _deed(roll: Roll) -> tuple[str, str | None]:
    """What was done, and how long it lasts: a taken number the longer (S19)."""
    values = roll.outcome.values
    place = values.get("duration_index")
    told = None if place is None else DURATIONS.rows[place].duration
    text = roll.inputs.get("text")
    if text is None:
        return f"take {values['roll']}", told
    line = parse(text)
    # An effect alone tells no duration, whatever its line says.
    return line.action.name if line.action else text.strip(), told or line.duration
