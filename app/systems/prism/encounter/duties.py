"""Pending rolls after an extraordinary failure on the run, until they are ticked off (P29).

A duty is an entry of the sheet. It falls due once, at the next turn of its owner; settled there or
ticked off by hand, it is gone. When it is removed from the sheet, it is no longer due.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from app.core.encounters.rolls import Due, DueRecord
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf
from app.core.procedures.outcomes import append
from app.systems.prism.encounter.state import Fight, Fighter, Result, Who
from app.systems.prism.procedures.running import DUTIES

#: The names of duties on the board.
CALLED = {"weapon-fumble": "Weapon fumble", "fall-crush": "Fall/Crush"}

Duty = Annotated[str, OneOf(DUTIES, front=True, rules=("P29",))]


def waiting(combatant: Fighter) -> list[str]:
    """Return the duties of a combatant, by their words."""
    return [entry["duty"] for entry in combatant.sheet["pending"]]


def update_duties(fight: Fight, who: str) -> Result:
    """Make a combatant's new duties due at its turn, and cancel those removed from sheets."""
    back = _taken_back(fight)
    return back.and_then(_newly_due(back.scene, who))


def _taken_back(fight: Fight) -> Result:
    """Cancel the due rolls of duties that undo, or a user, has removed from the sheet (P73).

    Undo reverses the sheet alone, without the game; so this is checked when time goes on.
    """
    done: list[tuple[str, str, str]] = []
    for fighter in fight.ordered:
        removed = Counter(fighter.turn.told) - Counter(waiting(fighter))
        if removed:
            remaining = Counter(fighter.turn.told) - removed
            fight = fight.turn(fighter.id, told=tuple(remaining.elements()))
            done += [
                (fighter.id, "", DUTIES[duty]) for duty in removed.elements() if duty in DUTIES
            ]
    return StepResult(fight, done=tuple(done))


def _newly_due(fight: Fight, who: str) -> Result:
    combatant = fight.combatant(who)
    duties, announced = waiting(combatant), list(combatant.turn.told)
    new = []
    for duty in duties:
        if duty in announced:
            announced.remove(duty)
        else:
            new.append(Due(who, DUTIES[duty], inputs={"duty": duty}, rules=("P29",)))
    return StepResult(fight.turn(who, told=tuple(duties)), tuple(new))


def _without(fight: Fight, who: str, duty: str) -> Fight:
    combatant = fight.combatant(who)
    duties, announced = waiting(combatant), list(combatant.turn.told)
    for names in (duties, announced):
        if duty in names:
            names.remove(duty)
    pending = [{"duty": duty} for duty in duties]
    return fight.write(who, pending=pending).turn(who, told=tuple(announced))


def on_settled(fight: Fight, due: DueRecord) -> Result:
    """Remove a duty after its due roll was made at its chart, or waived."""
    combatant, duty = fight.combatants.get(due["who"]), due["inputs"].get("duty")
    if combatant is None or duty not in waiting(combatant):
        return StepResult(fight)
    return StepResult(_without(fight, due["who"], duty))


@transition("owe", title="Roll fumble or fall", rules="P29")
def owe(scene: Fight, who: Who, duty: Duty) -> Fight:
    """Add a weapon fumble or a fall that waits for its chart."""
    scene.combatant(who)
    return scene.apply_effect(who, append("pending", duty))


TickOffDuty = Annotated[
    str | None,
    OneOf(DUTIES, front=True, help="Default: the oldest.", rules=("P29",)),
]


@transition("tick_off", title="Fumble or fall rolled", rules="P29")
def tick_off(scene: Fight, who: Who, duty: TickOffDuty = None) -> Result:
    """Remove a duty that is done, with its due roll."""
    combatant = scene.combatant(who)
    duties = waiting(combatant)
    if duty is not None and duty not in duties:
        raise BadInput("duty", f"{combatant.name} has no {duty} to roll")
    if not duties:
        raise BadInput("who", f"{combatant.name} has nothing to roll")
    duty = duty or duties[0]
    done = ((who, "", DUTIES[duty]),) if duty in combatant.turn.told else ()
    return StepResult(_without(scene, who, duty), done=done)
