"""What an extraordinary failure on the run still asks of somebody, until it is ticked off (P29).

A duty stands on the sheet and here as the same record. It falls due once, at the next turn of
whoever owes it; settled there or ticked off by hand, it is gone from both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from app.core.encounters import Due, State, StepResult, combatant, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import OneOf
from app.core.outcomes import append, put
from app.systems.prism.encounter.state import Who, changed
from app.systems.prism.procedures.running import DUTIES

#: How duties are called on the board.
CALLED = {"weapon-fumble": "Weapon fumble", "fall-crush": "Fall/Crush"}

Duty = Annotated[str, OneOf(DUTIES, front=True, rules=("P29",))]


def waiting(whose: Mapping[str, Any]) -> list[str]:
    """The duties of somebody, by their words."""
    return [each["duty"] if isinstance(each, Mapping) else each for each in whose["pending"]]


def written(duties: Iterable[str]) -> list[dict[str, str]]:
    """Duties as the sheet writes them."""
    return [{"duty": duty} for duty in duties]


def fallen_due(state: State, who: str) -> StepResult:
    """At somebody's turn: the duties that have not been told of yet."""
    whose = combatant(state, who)
    duties, told = waiting(whose), list(whose.get("told", ()))
    new = []
    for duty in duties:
        if duty in told:
            told.remove(duty)
        else:
            new.append(Due(who, DUTIES[duty], inputs={"duty": duty}, rules=("P29",)))
    return StepResult(with_combatant(state, who, told=duties), tuple(new))


def _without(state: State, who: str, duty: str) -> StepResult:
    whose = combatant(state, who)
    duties, told = waiting(whose), list(whose.get("told", ()))
    duties.remove(duty)
    if duty in told:
        told.remove(duty)
    left = written(duties)
    return changed(state, who, put("pending", left), pending=left, told=told)


def settled(state: State, due: Mapping[str, Any]) -> StepResult:
    """What was due has been rolled at its chart, or let go: nobody owes it any more."""
    whose, duty = state["combatants"].get(due["who"]), due["inputs"].get("duty")
    if whose is None or duty not in waiting(whose):
        return StepResult(state)
    return _without(state, due["who"], duty)


@transition("owe", title="Fumble or fall to roll", rules="P29")
def owe(state: State, who: Who, duty: Duty) -> StepResult:
    """A weapon fumble or a fall waits for its chart."""
    pending = written([*waiting(combatant(state, who)), duty])
    return changed(state, who, append("pending", duty), pending=pending)


TickOffDuty = Annotated[
    str | None,
    OneOf(DUTIES, front=True, help="Left out: what waits longest.", rules=("P29",)),
]


@transition("tick_off", title="Fumble or fall rolled", rules="P29")
def tick_off(
    state: State,
    who: Who,
    duty: TickOffDuty = None,
) -> StepResult:
    """A duty is done."""
    whose = combatant(state, who)
    duties = waiting(whose)
    if duty is not None and duty not in duties:
        raise BadInput("duty", f"{whose['name']} has no {duty} waiting")
    if not duties:
        raise BadInput("who", f"{whose['name']} has nothing waiting to be rolled")
    return _without(state, who, duty or duties[0])
