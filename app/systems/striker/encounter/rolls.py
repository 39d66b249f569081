"""The encounter's part in rolls: inputs that it prefills, and costs and requests of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.core.encounters.rolls import DueRecord, Roll
from app.core.encounters.scenes import StepResult, Uses
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet
from app.core.support.untrusted_json import LONGEST_LIST
from app.systems.striker.encounter.slots import charge_roll
from app.systems.striker.encounter.state import Fight, Result, Sustained, rsr_of
from app.systems.striker.notation.dialects import REFERENCE, read_line
from app.systems.striker.notation.tokens import key
from app.systems.striker.notation.tree import NotationLine
from app.systems.striker.procedures import imposed, lines, rolls
from app.systems.striker.procedures.line_results import count_saves, imposed_skill
from app.systems.striker.sheet.sheet import SHEET
from app.systems.striker.tables.actions import DURATIONS
from app.systems.striker.tables.rolls import STEPS

#: Rolls for an action or a save: their step makes a request to the table (S12).
ACTIONS = (
    rolls.check,
    rolls.save,
    rolls.opposed,
    rolls.attack,
    rolls.take,
    lines.line_action,
)
JUDGED = frozenset(each.id for each in ACTIONS)
#: Those that a circumstance may change (S16); a taken number has no RSR (S20).
ROLLED = frozenset(each.id for each in ACTIONS if "rsr" in each.inputs)
#: Those before which a stance may be declared (S18).
STANCED = frozenset(each.id for each in ACTIONS if "stance" in each.inputs)

#: S12, S14: the requests to the table, by step.
ASKED = {
    1: "a consequence of the critical fail",
    3: "the consequence of the partial success",
    5: "a benefit, or an additional consequence for the opponent",
}
#: The inputs with which an action is kept up (S33).
UPKEEP = ("text", "subject", "points_spent")
#: The inputs of a line on a sheet, with their names in the step `act`.
TAKEN = {
    "text": "line",
    "subject": "subject",
    "weapon_dice": "weapon_dice",
    "weapon_die": "weapon_die",
}


# --- prefilled inputs ---


def prefill_actor(fight: Fight, who: str, procedure: str) -> Values:
    """Return the roller's circumstance (S16), and a normal stance if the GM bars the others."""
    if procedure not in ROLLED or who not in fight.combatants:
        return {}
    barred = {"stance": "normal"} if locked_inputs(fight, who, procedure) else {}
    return {"rsr": rsr_of(fight, who), **barred}


def prefill_target(fight: Fight, cast: Mapping[str, str], procedure: str) -> Values:
    """Return the circumstance of the target, which rolls an imposed save (S16, S41)."""
    target = cast.get("target", "")
    if procedure != imposed.imposed_save.id or target not in fight.combatants:
        return {}
    return {"rsr": rsr_of(fight, target)}


def locked_inputs(fight: Fight, who: str, procedure: str) -> tuple[str, ...]:
    """Lock the stance at normal if the GM has barred stances for the due roll (S18)."""
    barred = fight.combatant(who).turn.stances_barred and procedure in STANCED
    return ("stance",) if barred else ()


def uses(step: str, sheet: Sheet) -> Uses:
    """Return every line on the sheet as inputs of `act` (S25), with a weapon's dice (S9)."""
    if step != "act":
        return ()
    written = (roll for roll in SHEET.rolls(sheet) if roll.procedure == lines.line_action.id)
    return tuple(
        (roll.label, {to: roll.inputs.get(name, "") for name, to in TAKEN.items()})
        for roll in written
    )


# --- costs and requests of a roll ---


def table_request(grade: str) -> str | None:
    """Return the request to the table of steps 1, 3 and 5; None for any other grade."""
    rows = (row for row in STEPS if row.grade == grade)
    return next((ASKED.get(row.step) for row in rows), None)


def on_roll(fight: Fight, roll: Roll) -> Result:
    """Charge a roll: the time of its action, and the request of its step.

    A due roll took its time when it fell due, unless a number is taken only now (S19); any other
    roll takes it now.
    """
    who = roll.who
    if roll.procedure == imposed.imposed_save.id:
        return _after_save(fight, roll)
    if who not in fight.combatants or roll.procedure not in JUDGED:
        return StepResult(fight)
    if not roll.due or _takes_longer(roll):
        fight = charge_roll(fight, who, *_deed(roll))
    if roll.due and roll.procedure in STANCED:
        fight = fight.turn(who, stances_barred=False)
    fight = _sustained(fight, roll)
    wanted = table_request(roll.outcome.grade)
    if wanted is None:
        return StepResult(fight)
    # A request stays in sight until it is answered.
    owes = (*fight.combatant(who).turn.owes, wanted)[-LONGEST_LIST:]
    return StepResult(fight.turn(who, owes=owes))


def _sustained(fight: Fight, roll: Roll) -> Fight:
    """Note an action that was begun and may be kept up (S33)."""
    if roll.procedure != lines.line_action.id or roll.outcome.success is False:
        return fight
    line = _line_of(roll)
    action = line.action
    if action is None or action.upkeep is None or roll.inputs.get("keep_up"):
        return fight
    given = {name: roll.inputs[name] for name in UPKEEP if roll.inputs.get(name) not in (None, "")}
    saves = count_saves(roll.inputs, line) if line.imposed else 0
    begun = Sustained(action.name, action.upkeep.duration, given, saves)
    others = (
        each for each in fight.combatant(roll.who).turn.sustained if each.label != begun.label
    )
    return fight.turn(roll.who, sustained=(*others, begun)[-LONGEST_LIST:])


def _after_save(fight: Fight, roll: Roll) -> Result:
    """Drop a kept action that none of its targets failed to resist (S33, S41)."""
    who = roll.cast.get("self", "")
    sustained = fight.combatants[who].turn.sustained if who in fight.combatants else ()
    skill = key(roll.inputs.get("imposed_skill", ""))
    awaiting = [each for each in sustained if each.saves and key(_resisted_with(each)) == skill]
    if not awaiting or roll.inputs.get("as_check"):
        return StepResult(fight)
    last = awaiting[-1]
    saves = last.saves - 1 if roll.outcome.success else 0
    if roll.outcome.success and not saves:
        ended = fight.turn(who, sustained=tuple(each for each in sustained if each != last))
        name = fight.combatant(who).name
        note = f"{name} keeps up {last.label} no longer: it was resisted (S41)."
        return StepResult(ended, notes=(note,))
    changed = (replace(each, saves=saves) if each == last else each for each in sustained)
    return StepResult(fight.turn(who, sustained=tuple(changed)))


def _resisted_with(sustained: Sustained) -> str:
    """Return the skill of the save that a kept action imposes; empty for none."""
    line = read_line(sustained.inputs["text"])
    return imposed_skill(sustained.inputs, line) if line.imposed else ""


def _line_of(roll: Roll) -> NotationLine:
    return read_line(roll.inputs["text"], roll.inputs.get("dialect", REFERENCE))


def on_settled(fight: Fight, due: DueRecord) -> Result:
    """Drop a waived due record: stances are open again (S18), and its request is settled (S12)."""
    who = due["who"]
    if who not in fight.combatants:
        return StepResult(fight)
    if due["procedure"] in STANCED:
        return StepResult(fight.turn(who, stances_barred=False))
    requests = list(fight.combatant(who).turn.asked)
    if due["label"] in requests:
        requests.remove(due["label"])
    return StepResult(fight.turn(who, asked=tuple(requests)))


def _takes_longer(roll: Roll) -> bool:
    """Tell whether a number is taken that the due roll did not have."""
    taken = roll.inputs.get("take", 0)
    return bool(taken) and taken != roll.due_inputs.get("take", 0)


def _deed(roll: Roll) -> tuple[str, str | None]:
    """Return the action's name and duration: of a taken number the longer one (S19)."""
    values = roll.outcome.values
    index = values.get("duration_index")
    lasts = values.get("duration") if index is None else DURATIONS.rows[index].duration
    text = roll.inputs.get("text")
    if text is None:
        return f"take {values['roll']}", lasts
    action = _line_of(roll).action
    return action.name if action else text.strip(), lasts
