"""Turns, readied actions, the end of a round and of a scene (G24, G25, G53, G61)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from app.core.encounters.rolls import Done, Due, DueRecord
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import Text, Whole
from app.core.procedures.outcomes import add, put, round_number
from app.core.sheets import Timer
from app.core.support.characters import with_minus
from app.systems.garden.encounter.bodies import modifier, opens
from app.systems.garden.encounter.panic import MOVEMENT, dreads
from app.systems.garden.encounter.starting import is_untouched, nothing_declared
from app.systems.garden.encounter.state import (
    NEW_ROUND,
    Fight,
    Fighter,
    Result,
    Who,
    able,
    acting,
    in_turn,
    unpassed,
    waiting,
)
from app.systems.garden.encounter.treating import went_on
from app.systems.garden.rules.injuries import life_state, suffers
from app.systems.garden.sheet.moot import question
from app.systems.garden.sheet.timing import (
    MILLIONTH,
    UNIT_HOURS,
    WITHOUT_END,
    stopping,
    up_to,
)

#: A round is 6 seconds (G53), in the scene's minutes.
ROUND_MINUTES = Fraction(1, 10)


# --- turns ---


def begins(fight: Fight) -> Result:
    """Begin the next turn, an interrupted one first; without any, end the round."""
    if fight.now.phase != "action":
        return StepResult(fight.set(current=None))
    remaining = waiting(fight)
    if broken := _broken_into(fight, remaining):
        id, *further = broken
        after = fight.set(current=id, interrupted=further[0] if further else None)
        return StepResult(after, notes=(f"{after.combatants[id].name} goes on (G24).",))
    if not remaining:
        return round_ended(fight)
    id, *others = remaining
    fighter = fight.combatants[id]
    # G61: full defence lasts until the next turn of the same combatant.
    after = fight.turn(id, began=True, defending=fighter.turn.full_defense)
    result = _together(after.set(current=id, interrupted=None), fighter, others)
    if fighter.turn.penalty:
        every, close = with_minus(fighter.turn.penalty), with_minus(fighter.turn.melee_penalty)
        note = (
            f"{fighter.name}: {every} to every major action ({close} to melee and unarmed attacks)."
        )
        result = result.and_then(StepResult(result.scene, notes=(note,)))
    if suffers(fighter.sheet, "panicking") and fighter.turn.movement != "none":
        return result.and_then(dreads(result.scene, id, MOVEMENT, {}))
    return result


def _broken_into(fight: Fight, remaining: list[str]) -> list[str]:
    """Return the combatants with an interrupted turn, the latest first."""
    begun = (id for id in remaining if fight.combatants[id].turn.began)
    last = fight.now.interrupted
    return list(dict.fromkeys((*((last,) if last in remaining else ()), *begun)))


def _together(fight: Fight, fighter: Fighter, others: list[str]) -> Result:
    """Fix the modifiers of those of a place, who act as if at the same moment (G54)."""
    place = fighter.turn.place
    together = [other for other in others if fight.combatants[other].turn.place == place]
    if not together or fighter.turn.together is not None:
        return StepResult(fight)
    for id in (fighter.id, *together):
        fight = fight.turn(id, together=modifier(fight.combatants[id]))
    names = ", ".join(fight.combatants[other].name for other in together)
    return StepResult(fight, notes=(f"{fighter.name} acts together with {names}.",))


@transition("end_turn", title="End turn", rules="G18 G24 G53", during="action")
def end_turn(scene: Fight) -> Result:
    """End this turn; after the last one the round ends by itself."""
    fighter = in_turn(scene)
    result = begins(scene.turn(fighter.id, acted=True, nerve=None))
    if not fighter.turn.nerve:
        return result
    # G139: an action that waited for the panic test is lost with the turn.
    return replace(result, cancelled=(*result.cancelled, (fighter.id, "garden.panic")))


Event = Annotated[str, Text(200, label="Trigger", front=True)]


@transition("ready", title="Ready", rules="G24", during="action")
def ready(scene: Fight, event: Event) -> Result:
    """Hold the action for a named event instead of acting."""
    fighter = acting(scene)
    declared = fighter.turn.declared_major
    if not event:
        raise BadInput("event", "name the trigger")
    if fighter.turn.used_major >= declared:
        raise BadInput("phase", "Major actions used" if declared > 1 else "Major action used")
    # One action is held, and the turn is over. G68: a shot that was lined up stays so.
    held = scene.turn(fighter.id, readied=event, used_major=declared, stirred=True, acted=True)
    return begins(held)


@transition("event", title="Trigger happens", rules="G24", during="action")
def event(scene: Fight, who: Who) -> Result:
    """Trigger a readied action: its owner acts at once, then the turn goes on."""
    fighter = scene.combatant(who)
    if not fighter.turn.readied:
        raise BadInput("who", f"{fighter.name} has readied nothing")
    if not able(fighter):
        raise BadInput("who", f"{fighter.name} can’t act now")
    used = fighter.turn.used_major - 1
    current = scene.now.current
    after = scene.turn(who, readied=None, acted=False, used_major=used)
    after = after.set(current=who, interrupted=current if current != who else None)
    return StepResult(after, notes=(f"{fighter.name} acts: {fighter.turn.readied} (G24).",))


# --- the end of a round ---


def round_ended(fight: Fight) -> Result:
    """End the round: count down, open wounds, lose held actions (G25, G92)."""
    result = _rounds_ended(fight, 1)
    notes = f"Round {fight.now.round} is over.", *result.notes
    return replace(result, notes=notes, cancelled=(*result.cancelled, *_panic_tests(fight)))


def _panic_tests(fight: Fight) -> tuple[Done, ...]:
    """Return the panic tests before actions that are lost with the round or scene (G139)."""
    return tuple((id, "garden.panic") for id, each in fight.combatants.items() if each.turn.nerve)


def _rounds_ended(begun: Fight, most: int) -> Result:
    """End rounds one after another, up to the first that makes something due.

    Their effects on sheets are written once for all: a single round is finer than the precision of
    stored hours, so the sums would differ.
    """
    result = StepResult(begun)
    coming = {id: _coming(begun, each) for id, each in begun.combatants.items()}
    for count in range(1, most + 1):
        result = result.and_then(_turns_over(result.scene))
        result = replace(result, scene=_passed(begun, result.scene, count))
        treated = {
            id for each in result.due for role, id in each.others.items() if role == "patient"
        }
        fallen = StepResult(result.scene)
        for id, before in coming.items():
            fallen = fallen.and_then(_fallen_due(fallen.scene, id, before, count, id in treated))
        # G136: what the minutes of a treatment bring comes before its own roll.
        result = replace(result, scene=fallen.scene, due=(*fallen.due, *result.due))
        if result.due:
            break
    return result


def _turns_over(fight: Fight) -> Result:
    """Prepare all combatants for the next round, except for the effects of time."""
    result = StepResult(fight)
    for fighter in fight.combatants.values():
        unless = " unless they stay ready" if fighter.turn.declared else ""
        held = f"{fighter.name} loses the readied action{unless} (G25)."
        notes = (held,) if fighter.turn.readied else ()
        opened = _opened(fighter)
        # A heavy round opens more wounds than a light one that still waits.
        lighter = tuple((each.who, each.procedure, _opening(fighter, "light")) for each in opened)
        cancelled = lighter if any(each.inputs["activity"] == "heavy" for each in opened) else ()
        result = result.and_then(StepResult(result.scene, opened, notes, cancelled))
        result = result.and_then(went_on(result.scene, fighter.id))
    after = result.scene
    for fighter in fight.combatants.values():
        turn = fighter.turn
        # G44: the round lost to a crash is the one after it.
        remaining = turn.recovering_rounds - turn.crashed
        again = {
            **NEW_ROUND,
            "recovering_rounds": remaining,
            "crashed": remaining > 0,
            "spared": False,
            # G25: an action held over from the last round needs a declaration to stay ready.
            "readied": turn.readied if turn.declared else None,
        }
        after = after.turn(fighter.id, **again)
    clock = round_number(Fraction(str(fight.now.scene_clock)) + ROUND_MINUTES, 1)
    gaps = tuple(
        replace(gap, runner_bonus=0, pursuer_bonus=0, leapt=False, rolled=False)
        for gap in fight.now.gaps
    )
    after = after.set(round=fight.now.round + 1, gaps=gaps, scene_clock=clock)
    return replace(result, scene=_undecided(after))


def _undecided(fight: Fight) -> Fight:
    """Return to the phase of declarations."""
    return fight.set(phase="declare", current=None, interrupted=None)


def _passed(begun: Fight, ended: Fight, rounds: int) -> Fight:
    """Pass the time of ended rounds; rounds that did not count are added again (G53, G107)."""
    combatants = {
        # A stated modifier follows the sheet, which is unchanged here.
        id: replace(each, turn=replace(ended.combatants[id].turn, modifier=each.turn.modifier))
        for id, each in begun.combatants.items()
    }
    fight = replace(begun, now=ended.now, combatants=combatants)
    for id, each in begun.combatants.items():
        if each.turn.spared:
            fight = fight.apply_effect(id, add("incapacitated", 1))
    for id in begun.combatants:
        fight = fight.apply_effect(id, add("rounds", rounds))
    return fight


def _opened(fighter: Fighter) -> tuple[Due, ...]:
    """Return the due roll of stable wounds that the activity of the round may open (G92)."""
    turn = fighter.turn
    heavy = turn.fought or turn.movement in ("run", "sprint")
    stirred = heavy or turn.stirred or turn.used_major or turn.movement != "none"
    activity = "heavy" if heavy else "light"
    if not stirred or not opens(fighter, activity):
        return ()
    label = _opening(fighter, activity)
    return (Due(fighter.id, label, "garden.activity", {"activity": activity}, ("G92",)),)


def _opening(fighter: Fighter, activity: str) -> str:
    which = "stable" if activity == "heavy" else "stable deep"
    return f"{fighter.name}: {which} wounds open"


def repeats(waiting: DueRecord, due: Due) -> bool:
    """Tell whether the same wounds wait to open already, from an earlier round.

    waiting: the record of a due roll.
    """
    if due.procedure != "garden.activity" or waiting["procedure"] != due.procedure:
        return False
    before = waiting["inputs"].get("activity")
    return waiting["who"] == due.who and before in ("heavy", due.inputs["activity"])


def _coming(fight: Fight, fighter: Fighter) -> tuple[Timer, ...]:
    """Return the timers of a combatant that stop the rounds, with the hours from now."""
    earlier = unpassed(fight, fighter) / 60
    return tuple(
        replace(each, hours=each.hours - earlier, slack=MILLIONTH) if _is_test(each) else each
        for each in stopping(fighter.sheet)
    )


def _is_test(timer: Timer) -> bool:
    """Tell whether a timer waits for time to pass over injuries."""
    return timer.procedure == "garden.pass_time"


def _fallen_due(
    fight: Fight, id: str, coming: tuple[Timer, ...], rounds: int, treated: bool
) -> Result:
    """Make the rolls due that these rounds reach, with the values of this moment (G90, G143).

    coming: the timers when the rounds began. treated: a treatment of the combatant ends now, so
    that bleeding it still has help (G84).
    """
    passed = round_number(rounds * UNIT_HOURS["rounds"], 6)
    reached = [each for each in coming if each.hours <= passed + each.slack]
    fighter = fight.combatants[id]
    if fighter.sheet["dead"] or not reached:
        return StepResult(fight)
    now = {(each.label, each.procedure): each for each in stopping(fighter.sheet)}
    # One roll passes the time for the tests of both types.
    tests = [each for each in reached if _is_test(each)]
    due = []
    for each in (each for each in reached if each not in tests[1:]):
        timer = now.get((each.label, each.procedure), each)
        inputs = timer.inputs
        if _is_test(each):
            hours = up_to(unpassed(fight, fighter) / 60)
            inputs = {"hours": max(hours, inputs["hours"])}
            fight = fight.turn(id, since=fight.now.scene_clock)
        elif treated and life_state(fighter.sheet) == "bleeding-out":
            continue
        label = f"{fighter.name}: {timer.label}"
        due.append(Due(id, label, timer.procedure, inputs, timer.rules, time=True))
    return StepResult(fight, tuple(due))


@transition("end_round", title="End round", rules="G53")
def end_round(scene: Fight) -> Result:
    """End the round, even if turns are left."""
    return round_ended(scene)


Rounds = Annotated[int, Whole(1, 100, front=True)]


@transition("pass_rounds", title="Skip rounds", rules="G53 G136")
def pass_rounds(scene: Fight, rounds: Rounds = 10) -> Result:
    """Pass rounds without declarations, up to the first that makes something due.

    Declarations of a round without any action yet are withdrawn.
    """
    if not is_untouched(scene):
        raise BadInput("phase", "someone has acted; finish this round first")
    started = nothing_declared(scene)
    result = started.and_then(_rounds_ended(started.scene, rounds))
    first, last = scene.now.round, result.scene.now.round - 1
    note = f"Rounds {first} to {last} are over." if last > first else f"Round {first} is over."
    return replace(result, notes=(note, *result.notes))


# --- the end of a scene ---


@transition("end_scene", title="End scene", rules="G99 G111 G112 G123 G127 G128 G139 G142")
def end_scene(scene: Fight) -> Result:
    """End all that lasts for a scene: Shield, Invocate, banishment, panic, tries, the chase."""
    return scene_over(scene)


#: The values of a combatant at the beginning of a scene.
NEW_SCENE = {
    **NEW_ROUND,
    "defending": False,
    "readied": None,
    "aim_rounds": 0,
    "before": None,
    "since": 0,
    "recovering_rounds": 0,
    "treating": None,
}


def scene_over(fight: Fight) -> Result:
    """Return the scene after its end, with its effects on sheets; also when the encounter ends."""
    lasting = tuple(
        ongoing_spell
        for ongoing_spell in fight.now.ongoing_spells
        if ongoing_spell["ends"] != "scene"
    )
    after = _undecided(fight).set(round=1, gaps=(), tried=(), ongoing_spells=lasting, scene_clock=0)
    for id in fight.combatants:
        after = after.apply_effect(id, put("scene_over", True)).turn(id, **NEW_SCENE)
    passing = (
        due for combatant in fight.combatants.values() for due in passing_over(fight, combatant)
    )
    open_ended = (due for combatant in after.combatants.values() for due in _without_end(combatant))
    chases = (
        (gap.runner, f"garden.chase_{roll}")
        for gap in fight.now.gaps
        for roll in ("round", "obstacle")
    )
    return StepResult(after, (*passing, *open_ended), cancelled=(*_panic_tests(fight), *chases))


def passing_over(fight: Fight, fighter: Fighter) -> tuple[Due, ...]:
    """Return the due roll that passes the minutes in the scene over injuries (G90)."""
    clock = unpassed(fight, fighter)
    if not (clock and fighter.sheet["injuries"]):
        return ()
    label = f"{fighter.name}: the scene’s {round_number(clock, 1)} minutes pass over injuries"
    hours = {"hours": round_number(clock / 60, 6)}
    return (Due(fighter.id, label, "garden.pass_time", hours, ("G90",), time=True),)


def _without_end(fighter: Fighter) -> Iterator[Due]:
    """Yield a decision for each condition without a stated length (G99, G111, G112)."""
    names = {
        condition["name"] for condition in fighter.sheet["conditions"] if condition["lasts"] is None
    }
    for name, rules in WITHOUT_END.items():
        if name in names:
            label = f"{fighter.name}{question(name)}"
            yield Due(fighter.id, label, rules=rules, time=True)
