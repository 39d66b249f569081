"""What is done in an encounter: lines used, work stopped, damage, consequences (S12-S22)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.encounters import Due, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf, Text, Whole
from app.core.outcomes import add as changed_by
from app.systems.striker.encounter.rolls import asked
from app.systems.striker.encounter.slots import begun, hindrance, is_short, ticked
from app.systems.striker.encounter.state import Who, hit_points, roll_due, somebody, work_done
from app.systems.striker.inputs import DICE, LONGEST, MOST_DICE, ROLL_OR_TAKE
from app.systems.striker.notation.faults import Malformed
from app.systems.striker.notation.grammar import parse
from app.systems.striker.notation.taking import no_check, too_much
from app.systems.striker.notation.tree import Line
from app.systems.striker.tables.actions import DURATIONS, TAKE, longer
from app.systems.striker.tables.rolls import STEPS


@transition("act", title="Use a line", rules="S16 S19-S22 S25")
def act(
    state: State,
    who: Who,
    line: Annotated[
        str, Text(LONGEST, front=True, help="A line of the notation; or leave it out.")
    ] = "",
    subject: Annotated[
        str,
        Text(60, label="this means", help="The skill or technique whose listing the line is."),
    ] = "",
    target: Annotated[str, Text(64, help="Whose TC is the challenge.", rules=("S2",))] = "",
    duration: Annotated[
        str | None,
        OneOf(
            DURATIONS.labels("duration"),
            front=True,
            help="Left out: the line’s.",
            rules=("S21",),
        ),
    ] = None,
    take: Annotated[int, OneOf(ROLL_OR_TAKE, rules=("S19",))] = 0,
    weapon_dice: Annotated[
        int | None, Whole(0, MOST_DICE, help="Left out: the sheet’s.", rules=("S9",))
    ] = None,
    weapon_die: Annotated[int | None, OneOf(DICE, rules=("S9",))] = None,
) -> Turned:
    """Somebody does something: its slot is ticked, or longer work begins; its roll is due."""
    whose = somebody(state, who)
    read = _read(line)
    lasts = _lasting(read, duration, take)
    if hinders := hindrance(whose, lasts):
        raise hinders
    inputs = _inputs(
        text=line if read else "",
        subject=subject,
        take=take or None,
        weapon_dice=weapon_dice,
        weapon_die=weapon_die,
    )
    if target:
        somebody(state, target, "target")
    label = read.action.name if read and read.action else line.strip() or lasts
    if is_short(lasts):
        due = roll_due(state, who, f"{whose['name']}: {label}", inputs, target, ("S25",))
        return Turned(ticked(state, who, lasts), (due,) if read else ())
    work = {"label": label, "duration": lasts, "inputs": inputs, "target": target}
    return begun(state, who, work)


def _read(line: str) -> Line | None:
    if not line.strip():
        return None
    try:
        return parse(line)
    except Malformed as fault:
        raise BadInput("line", fault.message) from None


def _lasting(read: Line | None, said: str | None, take: int) -> str | None:
    """How long it takes, None for a line that has no duration; a taken number takes longer."""
    duration = said or (read.duration if read else None)
    if not take:
        if duration is None and read is None:
            raise BadInput("duration", "say how long it takes, or give a line")
        return duration
    # The ranks are looked up when the roll is made.
    if read is not None and (why := no_check(read) or too_much(read, take)):
        raise BadInput("take", f"you cannot take {take} here: {why} (S19)")
    if duration is None:
        raise BadInput("duration", "say how long it takes without taking, or give a line")
    found = longer(duration, TAKE[take].longer)
    if found is None:
        raise BadInput("take", f"{TAKE[take].longer} longer than {duration} is past day (S22)")
    return found.duration


def _inputs(**given: Any) -> dict[str, Any]:
    """What the roll of the line is told, beside what its moment tells; nothing without a line."""
    if not given["text"]:
        return {}
    return {name: value for name, value in given.items() if value not in ("", None)}


@transition("stop", title="Stop longer work", rules="S21")
def stop(state: State, who: Who) -> Turned:
    """Longer work is given up: the action is lost. Whoever was away is back, last in the order."""
    whose = _working(state, who)
    note = f"{whose['name']} stops: {whose['work']['label']} is lost."
    return Turned(_returned(state, who), notes=(note,))


@transition("back", title="Back from longer work", rules="S21")
def back(state: State, who: Who) -> Turned:
    """The hour or day is over: the result is applied, and the participant is back in the order."""
    whose = _working(state, who)
    if not whose["away"]:
        raise BadInput("who", f"{whose['name']} is here, busy until round {whose['busy_until']}")
    return Turned(_returned(state, who), (work_done(state, who),))


def _working(state: State, who: str) -> Any:
    whose = somebody(state, who)
    if not whose["work"]:
        raise BadInput("who", f"{whose['name']} is at no longer work")
    return whose


def _returned(state: State, who: str) -> State:
    free = with_combatant(state, who, work=None, busy_until=None, away=False)
    return free if who in state["order"] else {**free, "order": [*state["order"], who]}


@transition("circumstance", title="Circumstance", rules="S16")
def circumstance(
    state: State,
    rsr: Annotated[int, Whole(0, 10, label="RSR", front=True, help="1 switches it off.")],
    who: Annotated[str, Text(64, help="With nobody chosen it is upon everybody.")] = "",
) -> Turned:
    """An RSR by circumstance, for one or for everybody, until it is switched off."""
    if not who:
        return Turned({**state, "rsr": rsr})
    somebody(state, who)
    return Turned(with_combatant(state, who, rsr=rsr))


@transition("damage", title="Damage", rules="S14")
def damage(
    state: State,
    who: Who,
    effect: Annotated[int, Whole(0, 10_000, front=True, help="The effect of the attack.")],
) -> Turned:
    """hp - effect on the chosen target; hp does not go below 0."""
    whose = somebody(state, who)
    left = hit_points(whose, whose["hp"] - effect)
    lost = whose["hp"] - left
    notes = (f"{whose['name']} is at 0 hit points; what that means the table decides.",)
    return Turned(
        with_combatant(state, who, hp=left),
        effects=((who, changed_by("hp", -lost)),) if lost else (),
        notes=notes if left == 0 and lost else (),
    )


@transition("result", title="A result", rules="S12 S14")
def result(
    state: State,
    who: Who,
    grade: Annotated[str, OneOf(STEPS.labels("words"), front=True, rules=("S11", "S12"))],
) -> Turned:
    """Steps 1, 3 and 5 ask the table for a line in the log."""
    whose = somebody(state, who)
    wanted = asked(grade)
    if wanted is None:
        return Turned(state)
    return Turned(state, (Due(who, f"{whose['name']}: {wanted}", rules=("S12", "S14")),))


@transition("note", title="Write a consequence", rules="S12 S14")
def note(
    state: State,
    who: Who,
    text: Annotated[str, Text(400, front=True, help="The consequence or benefit.")],
) -> Turned:
    """A consequence or benefit, in the table's words."""
    whose = somebody(state, who)
    if not text.strip():
        raise BadInput("text", "say what the consequence or benefit is")
    entry = {"round": state["round"], "who": who, "text": text}
    told = with_combatant(state, who, owes=None)
    return Turned({**told, "log": [*state["log"], entry]}, notes=(f"{whose['name']}: {text}",))
