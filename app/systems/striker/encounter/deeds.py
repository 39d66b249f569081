"""What is done in an encounter: work stopped, stances barred, damage, consequences (S12-S22)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf, Somebody, Text, Whole, YesNo
from app.core.outcomes import add as changed_by
from app.systems.striker.encounter.rolls import asked
from app.systems.striker.encounter.state import Who, hit_points, somebody, work_done
from app.systems.striker.tables.rolls import STEPS


@transition("stop", title="Stop longer work", rules="S21")
def stop(state: State, who: Who) -> StepResult:
    """Longer work is given up: the action is lost. Whoever was away is back, last in the order."""
    whose = _working(state, who)
    note = f"{whose['name']} stops: {whose['work']['label']} is lost."
    return StepResult(_returned(state, who), notes=(note,))


@transition("back", title="Back from longer work", rules="S21")
def back(state: State, who: Who) -> StepResult:
    """The hour or day is over: the result is applied, and the participant is back in the order."""
    whose = _working(state, who)
    if not whose["away"]:
        raise BadInput("who", f"{whose['name']} is here, busy until round {whose['busy_until']}")
    return StepResult(_returned(state, who), (work_done(state, who),))


def _working(state: State, who: str) -> Any:
    whose = somebody(state, who)
    if not whose["work"]:
        raise BadInput("who", f"{whose['name']} is at no longer work")
    return whose


def _returned(state: State, who: str) -> State:
    free = with_combatant(state, who, work=None, busy_until=None, away=False)
    return free if who in state["order"] else {**free, "order": [*state["order"], who]}


Rsr = Annotated[int, Whole(0, 10, label="RSR", front=True, help="1 switches it off.")]
CircumstanceWho = Annotated[str, Somebody(help="With nobody chosen it is upon everybody.")]


@transition("circumstance", title="Circumstance", rules="S16")
def circumstance(
    state: State,
    rsr: Rsr,
    who: CircumstanceWho = "",
) -> StepResult:
    """An RSR by circumstance, for one or for everybody, until it is switched off."""
    if not who:
        return StepResult({**state, "rsr": rsr})
    somebody(state, who)
    return StepResult(with_combatant(state, who, rsr=rsr))


Barred = Annotated[
    bool, YesNo(front=True, help="Until the roll that is due is made.", rules=("S18",))
]


@transition("bar_stances", title="Bar stances", rules="S18")
def bar_stances(
    state: State,
    who: Who,
    barred: Barred = True,
) -> StepResult:
    """No cautious or reckless in the roll that is due for somebody: the GM rules them out."""
    somebody(state, who)
    return StepResult(with_combatant(state, who, stances_barred=barred))


Effect = Annotated[int, Whole(0, 10_000, front=True, help="The effect of the attack.")]


@transition("damage", title="Damage", rules="S14")
def damage(
    state: State,
    who: Who,
    effect: Effect,
) -> StepResult:
    """hp - effect on the chosen target; hp does not go below 0."""
    whose = somebody(state, who)
    left = hit_points(whose, whose["hp"] - effect)
    lost = whose["hp"] - left
    notes = (f"{whose['name']} is at 0 hit points; what that means the table decides.",)
    return StepResult(
        with_combatant(state, who, hp=left),
        effects=((who, changed_by("hp", -lost)),) if lost else (),
        notes=notes if left == 0 and lost else (),
    )


Grade = Annotated[str, OneOf(STEPS.labels("words"), front=True, rules=("S11", "S12"))]


@transition("result", title="A result", rules="S12 S14")
def result(
    state: State,
    who: Who,
    grade: Grade,
) -> StepResult:
    """Steps 1, 3 and 5 ask the table for a line in the log."""
    whose = somebody(state, who)
    wanted = asked(grade)
    if wanted is None:
        return StepResult(state)
    return StepResult(state, (Due(who, f"{whose['name']}: {wanted}", rules=("S12", "S14")),))


NoteText = Annotated[str, Text(400, front=True, help="The consequence or benefit.")]


@transition("note", title="Write a consequence", rules="S12 S14")
def note(
    state: State,
    who: Who,
    text: NoteText,
) -> StepResult:
    """A consequence or benefit, in the table's words."""
    whose = somebody(state, who)
    if not text.strip():
        raise BadInput("text", "say what the consequence or benefit is")
    entry = {"round": state["round"], "who": who, "text": text}
    told = with_combatant(state, who, owes=None)
    return StepResult({**told, "log": [*state["log"], entry]}, notes=(f"{whose['name']}: {text}",))
