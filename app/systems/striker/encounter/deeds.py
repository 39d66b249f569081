"""Steps of an encounter: work stopped, stances barred, damage, consequences (S12-S22)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import OneOf, Somebody, Text, Whole, YesNo
from app.core.procedures.outcomes import add
from app.core.support.untrusted_json import LONGEST_LIST
from app.systems.striker.encounter.rolls import table_request
from app.systems.striker.encounter.state import (
    RSR,
    Consequence,
    Fight,
    Fighter,
    Result,
    Who,
    Work,
    work_done,
)
from app.systems.striker.tables.rolls import STEPS


@transition("stop", title="Stop longer work", rules="S21")
def stop(scene: Fight, who: Who) -> Result:
    """Give up longer work: the action is lost, and the absent return, last in the order."""
    fighter, work = _working(scene, who)
    return StepResult(
        _returned(scene, who), notes=(f"{fighter.name} stops: {work.label} is lost.",)
    )


@transition("back", title="Back from longer work", rules="S21")
def back(scene: Fight, who: Who) -> Result:
    """Return after an hour or day: the result is applied, and the participant is in the order."""
    fighter, work = _working(scene, who)
    if not fighter.turn.away:
        until = fighter.turn.busy_until
        raise BadInput("who", f"{fighter.name} is here, busy until round {until}")
    return StepResult(_returned(scene, who), (work_done(scene, fighter, work),))


def _working(fight: Fight, who: str) -> tuple[Fighter, Work]:
    fighter = fight.combatant(who)
    if fighter.turn.work is None:
        raise BadInput("who", f"{fighter.name} has no longer work")
    return fighter, fighter.turn.work


def _returned(fight: Fight, who: str) -> Fight:
    order = fight.now.order
    free = fight.turn(who, work=None, busy_until=None, away=False)
    return free if who in order else free.set(order=(*order, who))


Rsr = Annotated[int, RSR]
CircumstanceWho = Annotated[str, Somebody(help="Nobody chosen: everybody.")]


@transition("circumstance", title="Circumstance", rules="S16")
def circumstance(
    scene: Fight,
    rsr: Rsr,
    who: CircumstanceWho = "",
) -> Fight:
    """Set an RSR by circumstance, for one or for all, until it is switched off."""
    return scene.turn(who, rsr=rsr) if who else scene.set(rsr=rsr)


Barred = Annotated[bool, YesNo(front=True, help="Until the pending roll is made.", rules=("S18",))]


@transition("bar_stances", title="Bar stances", rules="S18", gm_only=True)
def bar_stances(
    scene: Fight,
    who: Who,
    barred: Barred = True,
) -> Fight:
    """Rule out cautious and reckless in a due roll, on the GM’s word."""
    return scene.turn(who, stances_barred=barred)


Effect = Annotated[int, Whole(0, 10_000, front=True, help="The effect of the attack.")]


@transition("damage", title="Damage", rules="S14 S43")
def damage(
    scene: Fight,
    who: Who,
    effect: Effect,
) -> Result:
    """Subtract the effect from the target’s hit points, which do not go below 0."""
    fighter = scene.combatant(who)
    lost = min(effect, fighter.sheet["hp"])
    hurt = scene.apply_effect(who, add("hp", -lost)) if lost else scene
    down = ""
    if effect - lost >= fighter.sheet["hp_max"]:
        # S43: dead at once where the damage left over is at least the maximum.
        down = f"{fighter.name} is dead at once: {effect - lost} are left over (S43)."
    elif lost and not hurt.combatant(who).sheet["hp"]:
        down = f"{fighter.name} is at 0 hit points; the table decides what that means."
    return StepResult(hurt, notes=(down,) if down else ())


Number = Annotated[int, Whole(1, 200, front=True, help="Its place among those kept up.")]


@transition("drop", title="Drop kept action", rules="S33")
def drop(scene: Fight, who: Who, number: Number = 1) -> Result:
    """Keep an action up no longer."""
    fighter = scene.combatant(who)
    sustained = fighter.turn.sustained
    if number > len(sustained):
        raise BadInput("number", f"{fighter.name} keeps up {len(sustained)} actions")
    dropped = sustained[number - 1]
    after = scene.turn(who, sustained=(*sustained[: number - 1], *sustained[number:]))
    return StepResult(after, notes=(f"{fighter.name} drops {dropped.label}.",))


Grade = Annotated[str, OneOf(STEPS.labels("words"), front=True, rules=("S11", "S12"))]


@transition("result", title="Apply result", rules="S12 S14")
def result(
    scene: Fight,
    who: Who,
    grade: Grade,
) -> Result:
    """Apply a result: steps 1, 3 and 5 ask the table for a line in the log."""
    fighter = scene.combatant(who)
    wanted = table_request(grade)
    if wanted is None:
        return StepResult(scene)
    label = f"{fighter.name}: {wanted}"
    asks = scene.turn(who, asked=(*fighter.turn.asked, label)[-LONGEST_LIST:])
    return StepResult(asks, (Due(who, label, rules=("S12", "S14")),))


NoteText = Annotated[str, Text(400, front=True, help="The consequence or benefit.")]


@transition("note", title="Write consequence", rules="S12 S14")
def note(
    scene: Fight,
    who: Who,
    text: NoteText,
) -> Result:
    """Write a consequence or benefit in the table’s words: of several requests, the oldest."""
    fighter = scene.combatant(who)
    if not text.strip():
        raise BadInput("text", "enter the consequence or benefit")
    log = (*scene.now.log, Consequence(scene.now.round, who, text))[-LONGEST_LIST:]
    closed, done = _close_request(scene, fighter)
    return StepResult(closed.set(log=log), notes=(f"{fighter.name}: {text}",), done=done)


def _close_request(
    fight: Fight, fighter: Fighter
) -> tuple[Fight, tuple[tuple[str, str, str], ...]]:
    """Close the oldest request: one left by a roll, then one from a result; return its due keys."""
    turn = fighter.turn
    if turn.owes:
        return fight.turn(fighter.id, owes=turn.owes[1:]), ()
    done = tuple((fighter.id, "", label) for label in turn.asked[:1])
    return fight.turn(fighter.id, asked=turn.asked[1:]), done
