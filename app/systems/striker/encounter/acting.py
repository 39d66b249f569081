"""Using a line: its slot is ticked, or longer work begins, if it could be rolled (S16-S31)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole, YesNo
from app.core.procedures.outcomes import add
from app.core.support.characters import BLANKS
from app.systems.striker.encounter.slots import begin_work, hindrance, is_short, use_slot
from app.systems.striker.encounter.state import Fight, Fighter, Result, Who, Work, roll_due
from app.systems.striker.notation.dialects import read_line
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.meaning import Meaning
from app.systems.striker.notation.taking import no_check, too_much
from app.systems.striker.notation.tree import Cost, NotationLine
from app.systems.striker.procedures.line_results import as_chosen, as_upkeep, due_costs
from app.systems.striker.rules.inputs import DICE, LONGEST, MOST_DICE, ROLL_OR_TAKE
from app.systems.striker.rules.lines import MOVE, LineChoices
from app.systems.striker.sheet.lookups import look_up, numbers_on
from app.systems.striker.tables.actions import DURATIONS, TAKE, longer

ActLine = Annotated[str, Text(LONGEST, front=True, help="A line of the notation, or empty.")]
Subject = Annotated[
    str,
    Text(60, label="this means", help="The skill or technique that the line belongs to."),
]
Target = Annotated[str, Somebody(help="Their TC is the challenge.", rules=("S2",))]
Duration = Annotated[
    str | None,
    OneOf(
        {**DURATIONS.labels("duration"), MOVE: MOVE},
        front=True,
        help="Default: from the line.",
        rules=("S21",),
    ),
]
Take = Annotated[int, OneOf(ROLL_OR_TAKE, rules=("S19",))]
WeaponDice = Annotated[
    int | None, Whole(0, MOST_DICE, help="Default: from the sheet.", rules=("S9",))
]
WeaponDie = Annotated[int | None, OneOf(DICE, rules=("S9",))]
PointsSpent = Annotated[
    int | None, Whole(0, 100, help="On M* or R*. Default: from the line.", rules=("S37",))
]
KeepUp = Annotated[
    bool, YesNo(label="Keep it up", help="For a line that says a & b.", rules=("S33",))
]


@transition("act", title="Use line", rules="S16 S19-S22 S25")
def act(
    scene: Fight,
    who: Who,
    line: ActLine = "",
    subject: Subject = "",
    target: Target = "",
    duration: Duration = None,
    take: Take = 0,
    weapon_dice: WeaponDice = None,
    weapon_die: WeaponDie = None,
    points_spent: PointsSpent = None,
    keep_up: KeepUp = False,
) -> Result:
    """Use a line: its slot is ticked, or longer work begins; its roll is due.

    A line is read, looked up and checked before: one that could not be rolled takes no time.
    """
    fighter = scene.combatant(who)
    choices = LineChoices(points_spent=points_spent, slot=duration, keep_up=keep_up)
    line, read = _timed(line, _chosen(_read(line), choices), duration)
    meaning = look_up(fighter.sheet, read, subject, points_spent) if read else None
    costs = _costs(fighter, read, choices)
    if keep_up and read:
        read = as_upkeep(read)
    lasts = _lasting(read, duration, take, meaning)
    if hinders := hindrance(fighter, lasts):
        raise hinders
    inputs = _inputs(
        text=line if read else "",
        subject=subject,
        take=take or None,
        weapon_dice=weapon_dice,
        weapon_die=weapon_die,
        points_spent=points_spent,
        keep_up=keep_up or None,
        slot=duration if duration in _open_durations(_read(line)) else None,
    )
    if target:
        scene.combatant(target, "target")
    label = read.action.name if read and read.action else line.strip() or str(lasts)
    if lasts is None or is_short(lasts):
        due = roll_due(scene, who, f"{fighter.name}: {label}", inputs, target, ("S25",))
        return StepResult(use_slot(scene, who, lasts), (due,) if read else ())
    # S34: longer work is paid when it begins; its roll comes when it is done.
    paid = scene.apply_effect(who, *(add(cost.pool, -cost.amount) for cost in costs))
    if costs:
        inputs = {**inputs, "paid": True}
    return begin_work(paid, who, Work(label, lasts, inputs, target))


def _chosen(read: NotationLine | None, choices: LineChoices) -> NotationLine | None:
    """Return the line with one of its durations chosen (S33)."""
    is_open = read is not None and choices.slot in _open_durations(read)
    return as_chosen(read, choices) if read is not None and is_open else read


def _open_durations(read: NotationLine | None) -> tuple[str, ...]:
    """Return the durations of which the line leaves the choice (S33)."""
    return read.action.choices if read and read.action else ()


def _costs(fighter: Fighter, read: NotationLine | None, choices: LineChoices) -> tuple[Cost, ...]:
    """Return the costs of a line; BadInput if the sheet has too little (S34)."""
    if read is None:
        return ()
    try:
        return due_costs(read, choices, numbers_on(fighter.sheet))
    except Malformed as fault:
        raise BadInput("line", fault.message) from None


def _read(line: str) -> NotationLine | None:
    if not line.strip():
        return None
    try:
        return read_line(line)
    except Malformed as fault:
        raise BadInput("line", fault.message) from None


def _timed(
    line: str, read: NotationLine | None, duration: str | None
) -> tuple[str, NotationLine | None]:
    """Settle the one duration that counts, for the slot and in the outcome: the line's own.

    A duration given beside the line is for a line without one; if that names its action, it is
    written there, so that the roll has it too.
    """
    if read is None or duration is None or read.duration == duration:
        return line, read
    if read.duration is not None:
        own = " or ".join(_open_durations(read)) or read.duration
        message = f"duration is {duration}; the line says {own} itself"
        raise BadInput("duration", message)
    if read.action is None:
        return line, read
    end = line.index(line.strip(BLANKS)) + len(read.action.name)
    timed = f"{line[:end]}({duration}){line[end:]}"
    return timed, _read(timed)


def _lasting(
    read: NotationLine | None, duration: str | None, take: int, meaning: Meaning | None
) -> str | None:
    """Return how long it takes, None for a line without a duration; a taken number takes longer.

    duration: the one given beside the line. meaning: the evaluated line.
    """
    duration = (read.duration if read else None) or duration
    if not take:
        if duration is None and read is None:
            raise BadInput("duration", "enter a duration or a line")
        return duration
    if read and meaning and (why := _not_taken(read, take, meaning)):
        raise BadInput("take", f"you cannot take {take} here: {why} (S19)")
    if duration is None:
        raise BadInput("duration", "enter the duration without taking, or a line")
    slower = longer(duration, TAKE[take].longer)
    if slower is None:
        raise BadInput("take", f"{TAKE[take].longer} longer than {duration} is past day (S22)")
    return slower.duration


def _not_taken(read: NotationLine, take: int, meaning: Meaning) -> str:
    """Return the reason why a number cannot be taken for a line (E16); empty if it can."""
    return no_check(read) or too_much(read, take, meaning.ranks or 0)


def _inputs(**given: object) -> Values:
    """Return the inputs of the line's roll, except those read when it is rolled."""
    if not given["text"]:
        return {}
    return {name: value for name, value in given.items() if value not in ("", None)}
