"""Between the encounter and the rolls: what it gives them, and what a roll takes and leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.encounters.encounter import Roll, Uses
from app.core.encounters.records import LONGEST_LIST
from app.core.sheets import Sheet
from app.systems.striker.encounter.slots import rolled_already
from app.systems.striker.encounter.state import Fight, rsr_of
from app.systems.striker.notation.grammar import parse
from app.systems.striker.procedures import lines, rolls
from app.systems.striker.sheet import SHEET
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.rolls import STEPS

#: In these somebody acts or saves: their step asks the table for something (S12).
ACTIONS = (
    rolls.check,
    rolls.save,
    rolls.opposed,
    rolls.attack,
    rolls.take,
    lines.line_action,
)
JUDGED = frozenset(each.id for each in ACTIONS)
#: Those that a circumstance may change (S16); a taken number knows no RSR (S20).
ROLLED = frozenset(each.id for each in ACTIONS if "rsr" in each.inputs)
#: Those before which a stance may be declared (S18).
STANCED = frozenset(each.id for each in ACTIONS if "stance" in each.inputs)

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


# --- what it gives to a roll ---


def feed(fight: Fight, who: str, procedure: str) -> dict[str, Any]:
    """The circumstance that is set for whoever rolls (S16); no stance where the GM bars them."""
    if procedure not in ROLLED or who not in fight.combatants:
        return {}
    barred = {"stance": "normal"} if keeps(fight, who, procedure) else {}
    return {"rsr": rsr_of(fight, who), **barred}


def keeps(fight: Fight, who: str, procedure: str) -> tuple[str, ...]:
    """S18: the GM has barred stances for the roll that is due: its stance stays normal."""
    barred = fight.combatant(who).turn.stances_barred and procedure in STANCED
    return ("stance",) if barred else ()


def uses(step: str, sheet: Sheet) -> Uses:
    """Every line on the sheet, for whoever uses one (S25); a weapon brings its dice (S9)."""
    if step != "act":
        return ()
    written = (each for each in SHEET.rolls(sheet) if each.procedure == lines.line_action.id)
    return tuple(
        (each.label, {to: each.inputs.get(name, "") for name, to in TAKEN.items()})
        for each in written
    )


# --- what a roll takes and leaves ---


def asked(grade: str) -> str | None:
    """What steps 1, 3 and 5 ask the table for; None for the others, and for no step at all."""
    rows = (row for row in STEPS if row.grade == grade)
    return next((ASKED.get(row.step) for row in rows), None)


def rolled(fight: Fight, roll: Roll) -> Fight:
    """What a roll takes and leaves: the time of its action, and what its step asks for.

    What was due has taken its time when it fell due, but for a number that is only taken now (S19);
    another roll takes it now.
    """
    who = roll.who
    if who not in fight.combatants or roll.procedure not in JUDGED:
        return fight
    if not roll.due or _takes_longer(roll):
        fight = rolled_already(fight, who, *_deed(roll))
    if roll.due and roll.procedure in STANCED:
        fight = fight.turn(who, stances_barred=False)
    wanted = asked(roll.outcome.grade)
    if wanted is None:
        return fight
    # What is not told yet stays in sight until it is, whatever is rolled meanwhile.
    owes = (*fight.combatant(who).turn.owes, wanted)[-LONGEST_LIST:]
    return fight.turn(who, owes=owes)


def settled(fight: Fight, due: Mapping[str, Any]) -> Fight:
    """What was due is let go: what was barred for a roll is open again (S18), and what the table
    was asked for is settled (S12)."""
    who = due["who"]
    if who not in fight.combatants:
        return fight
    if due["procedure"] in STANCED:
        return fight.turn(who, stances_barred=False)
    asked = list(fight.combatant(who).turn.asked)
    if due["label"] in asked:
        asked.remove(due["label"])
    return fight.turn(who, asked=tuple(asked))


def _takes_longer(roll: Roll) -> bool:
    """Is a number taken that what fell due did not say?"""
    taken = roll.inputs.get("take", 0)
    return bool(taken) and taken != roll.said.get("take", 0)


def _deed(roll: Roll) -> tuple[str, str | None]:
    """What was done, and how long it lasts: a taken number the longer (S19)."""
    values = roll.outcome.values
    place = values.get("duration_index")
    lasts = None if place is None else DURATIONS.rows[place].duration
    text = roll.inputs.get("text")
    if text is None:
        return f"take {values['roll']}", lasts
    line = parse(text)
    # An effect alone tells no duration, whatever its line says.
    return line.action.name if line.action else text.strip(), lasts or line.duration
