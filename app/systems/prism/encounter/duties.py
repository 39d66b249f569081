"""What an extraordinary failure on the run still asks of somebody, until it is ticked off (P29).

A duty stands on the sheet. It falls due once, at the next turn of whoever owes it; settled there or
ticked off by hand, it is gone. Where it is taken off the sheet, it is due no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from app.core.encounters.transitions import Due, StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf
from app.core.procedures.outcomes import append
from app.systems.prism.encounter.state import Came, Fight, Fighter, Who
from app.systems.prism.procedures.running import DUTIES

#: How duties are called on the board.
CALLED = {"weapon-fumble": "Weapon fumble", "fall-crush": "Fall/Crush"}

Duty = Annotated[str, OneOf(DUTIES, front=True, rules=("P29",))]


def waiting(combatant: Fighter) -> list[str]:
    """The duties of somebody, by their words."""
    return [each["duty"] for each in combatant.sheet["pending"]]


def written(duties: Iterable[Any]) -> list[dict[str, str]]:
    """Duties as the sheet writes them."""
    return [{"duty": str(each["duty"] if isinstance(each, Mapping) else each)} for each in duties]


def fallen_due(fight: Fight, who: str) -> Came:
    """At somebody's turn: the duties that have not been told of yet; no more what is taken back."""
    back = _taken_back(fight)
    return back.and_then(_newly_due(back.scene, who))


def _taken_back(fight: Fight) -> Came:
    """P73: what was due of a duty that undo, or a hand, has taken off the sheet again.

    Undo turns back the sheet alone, and asks no game; so it is looked for when time goes on.
    """
    done: list[tuple[str, str, str]] = []
    for each in fight.ordered:
        gone = Counter(each.turn.told) - Counter(waiting(each))
        if gone:
            left = Counter(each.turn.told) - gone
            fight = fight.turn(each.id, told=tuple(left.elements()))
            done += [(each.id, "", DUTIES[duty]) for duty in gone.elements() if duty in DUTIES]
    return StepResult(fight, done=tuple(done))


def _newly_due(fight: Fight, who: str) -> Came:
    combatant = fight.combatant(who)
    duties, told = waiting(combatant), list(combatant.turn.told)
    new = []
    for duty in duties:
        if duty in told:
            told.remove(duty)
        else:
            new.append(Due(who, DUTIES[duty], inputs={"duty": duty}, rules=("P29",)))
    return StepResult(fight.turn(who, told=tuple(duties)), tuple(new))


def _without(fight: Fight, who: str, duty: str) -> Fight:
    combatant = fight.combatant(who)
    duties, told = waiting(combatant), list(combatant.turn.told)
    for each in (duties, told):
        if duty in each:
            each.remove(duty)
    return fight.write(who, pending=written(duties)).turn(who, told=tuple(told))


def settled(fight: Fight, due: Mapping[str, Any]) -> Fight:
    """What was due has been rolled at its chart, or let go: nobody owes it any more."""
    combatant, duty = fight.combatants.get(due["who"]), due["inputs"].get("duty")
    if combatant is None or duty not in waiting(combatant):
        return fight
    return _without(fight, due["who"], duty)


@transition("owe", title="Fumble or fall to roll", rules="P29")
def owe(scene: Fight, who: Who, duty: Duty) -> Fight:
    """A weapon fumble or a fall waits for its chart."""
    scene.combatant(who)
    return scene.apply_effect(who, append("pending", duty))


TickOffDuty = Annotated[
    str | None,
    OneOf(DUTIES, front=True, help="Left out: what waits longest.", rules=("P29",)),
]


@transition("tick_off", title="Fumble or fall rolled", rules="P29")
def tick_off(scene: Fight, who: Who, duty: TickOffDuty = None) -> Came:
    """A duty is done; where it has fallen due, that is done with it."""
    combatant = scene.combatant(who)
    duties = waiting(combatant)
    if duty is not None and duty not in duties:
        raise BadInput("duty", f"{combatant.name} has no {duty} waiting")
    if not duties:
        raise BadInput("who", f"{combatant.name} has nothing waiting to be rolled")
    duty = duty or duties[0]
    done = ((who, "", DUTIES[duty]),) if duty in combatant.turn.told else ()
    return StepResult(_without(scene, who, duty), done=done)
