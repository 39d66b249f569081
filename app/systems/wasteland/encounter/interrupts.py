"""Events out of turn: readied actions, persistent damage, waking (W5.8, W7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from app.core.encounters.rolls import Due
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, Somebody, Whole
from app.core.procedures.outcomes import Effect
from app.systems.wasteland.encounter.costs import take_action
from app.systems.wasteland.encounter.doing import check_command, done, occasion, record_roller
from app.systems.wasteland.encounter.state import (
    Fight,
    Intent,
    Readied,
    Result,
    Who,
    footing,
    has_moved,
    paid,
    unable,
)
from app.systems.wasteland.encounter.turns import on
from app.systems.wasteland.rules.inputs import DamageType, Location
from app.systems.wasteland.rules.turns import MOVEMENT
from app.systems.wasteland.sheet.effects import Wound, wound_of, wounding
from app.systems.wasteland.tables.actions import MAJOR_ACTIONS

FireWho = Annotated[
    tuple[str, ...],
    ListOf(
        Somebody(),
        20,
        1,
        front=True,
        help="All whose trigger happened; they act in initiative order.",
        rules=("W5.8",),
    ),
]
Place = Annotated[
    int | None,
    Whole(
        1,
        2,
        label="Which readied action",
        help="Default: the first, and the other if it has the same trigger.",
        rules=("W5.8",),
    ),
]


@transition("fire", title="Trigger happens", rules="W5.8 W9.5 W10.2 W7.3 W3.6", gm_only=True)
def fire(scene: Fight, who: FireWho, place: Place = None) -> Result:
    """Trigger readied actions by the GM’s word, in any turn or between turns."""
    on(scene)
    for id in who:
        for held in _coming_up(scene, id, place):
            if fault := _why_not(scene, id, held):
                raise BadInput("who", fault)
    play: Result = StepResult(scene)
    for id in [id for id in scene.now.order if id in who]:
        for held in _coming_up(play.scene, id, place):
            if not _why_not(play.scene, id, held):  # the one before may have moved them
                play = play.and_then(_fired(play.scene, id, held))
                play = play.and_then(StepResult(play.scene, notes=(f"{occasion(held)}.",)))
    return play


def _coming_up(fight: Fight, who: str, place: int | None) -> list[Readied]:
    """Return the actions readied for the situation, in the order of readying (W5.8)."""
    fighter = fight.combatant(who)
    held = fighter.turn.readied
    if not held:
        raise BadInput("who", f"{fighter.name} has readied nothing")
    if place is not None:
        if place > len(held):
            raise BadInput("place", f"{fighter.name} has readied {len(held)}")
        if waits(fight, who, place):
            raise BadInput("place", f"{fighter.name} readied another action for this first (W5.8)")
        return [held[place - 1]]
    return [each for each in held if each.trigger == held[0].trigger]


def waits(fight: Fight, who: str, place: int) -> bool:
    """Tell whether an action readied earlier for the same situation comes first (W5.8).

    One that cannot be done stays readied and delays no other. place: from 1.
    """
    *earlier, held = fight.combatant(who).turn.readied[:place]
    return any(each.trigger == held.trigger and not _why_not(fight, who, each) for each in earlier)


def _why_not(fight: Fight, who: str, held: Readied) -> str:
    """Return why a readied action cannot be done now; empty if it can."""
    fighter = fight.combatant(who)
    if words := unable(fighter):
        return words
    if held.action == "sprint" and footing(fighter).crawls:
        return f"{fighter.name}: no Sprint, prone or leg injury (W10.2)"
    if held.action in MOVEMENT and has_moved(fight, fighter):
        return f"{fighter.name}: movement used this turn (W3.6)"
    if held.action == "command-npc":
        try:
            check_command(fight, who, held)
        except BadInput as fault:
            return fault.message
    return ""


def _fired(fight: Fight, who: str, held: Readied) -> Result:
    """Carry out a readied action; it does not count again, as Ready itself did (W3.5)."""
    turn = fight.combatants[who].turn
    remaining = list(turn.readied)
    remaining.remove(held)
    moves = held.action in MOVEMENT
    # W3.6: in the own turn it is the one movement action of that turn.
    used = turn.movement_used or (moves and fight.now.current == who)
    fight = fight.turn(who, readied=tuple(remaining), moved=turn.moved or moves, movement_used=used)
    row, intent = MAJOR_ACTIONS[held.action], _of_those_there(fight, held)
    if row.id == "assist" and not intent.whom:
        return StepResult(fight)
    play = done(fight, who, row.id, intent)
    if play.due or row.id == "assist":
        return play
    return StepResult(play.scene, (Due(who, row.action, rules=(row.rule,)),))


def _of_those_there(fight: Fight, intent: Intent) -> Intent:
    """Drop combatants who have left from an intent."""
    whom = intent.whom if intent.whom in fight.combatants else ""
    return replace(
        intent, whom=whom, zone=tuple(id for id in intent.zone if id in fight.combatants)
    )


Damage = Annotated[int, Whole(1, 200, front=True, help="What got through.", rules=("W7.7",))]
Turns = Annotated[int, Whole(1, 60, front=True, help="Effects rolled.", rules=("W7.7",))]


@transition("persist", title="Start persistent damage", rules="W7.7")
def persist(
    scene: Fight,
    who: Who,
    damage: Damage,
    turns: Turns,
    location: Location = "torso",
    damage_type: DamageType = "physical",
) -> Fight:
    """Set damage that repeats at the end of the next turns."""
    return _with_wound(scene, who, wound_of(damage, turns, location, damage_type))


def _with_wound(fight: Fight, who: str, wound: Wound) -> Fight:
    """Add persistent damage to a combatant, from its next turn on (W7.7)."""
    begun = replace(wound, waits=fight.now.current == who)
    return fight.turn(who, persistent=(*fight.combatant(who).turn.persistent, begun))


def apply_effect(fight: Fight, who: str, effect: Effect) -> Fight:
    """Return the fight after an effect, with the persistent damage it starts (W7.7)."""
    after = fight.apply_to_owner(who, effect)
    _, wound = wounding(effect)
    return _with_wound(after, who, wound) if wound and who in after.combatants else after


WoundPlace = Annotated[int, Whole(1, 60, front=True, label="Number")]

#: The highest difficulty of a test.
HARDEST = 10


@transition("fight_persistent", title="Test to end persistent damage", rules="W7.7 W5.10 W3.3")
def fight_persistent(scene: Fight, who: Who, place: WoundPlace = 1) -> Result:
    """Take a major action of this turn for the test that ends persistent damage."""
    on(scene)
    wound = _wound_at(scene, who, place)
    actor = scene.now.current
    if actor is None:
        raise BadInput("who", "no current turn; start one first")
    if words := unable(scene.combatants[actor]):
        raise BadInput("who", words)
    try:
        counted, count = take_action(scene, actor, "test")
    except BadInput as fault:
        raise BadInput("who", fault.message) from None
    inputs = {"second_major": count.second_major, "difficulty": min(HARDEST, wound.difficulty)}
    label = f"End {wound.damage} persistent damage"
    test = Due(actor, label, "wasteland.skill_test", inputs, ("W7.7",))
    return record_roller(counted, test, wounded=who, wound=wound)


@transition("stop_persistent", title="End persistent damage", rules="W7.7", gm_only=True)
def stop_persistent(scene: Fight, who: Who, place: WoundPlace = 1) -> Fight:
    """End persistent damage by the GM’s word, without a test."""
    return without_wound(scene, who, _wound_at(scene, who, place))


def _wound_at(fight: Fight, who: str, place: int) -> Wound:
    wounds = fight.combatant(who).turn.persistent
    if place > len(wounds):
        raise BadInput("place", f"only {len(wounds)} here")
    return wounds[place - 1]


def without_wound(fight: Fight, who: str, wound: Wound) -> Fight:
    """End persistent damage, however many turns of it have passed."""
    wounds = list(fight.combatant(who).turn.persistent)
    for each in wounds:
        if replace(each, turns=wound.turns, waits=wound.waits) == wound:
            wounds.remove(each)
            break
    return fight.turn(who, persistent=tuple(wounds))


@transition("wake", title="Wake patient", rules="W7.13")
def wake(scene: Fight, who: Who) -> Fight:
    """Wake a stabilised patient for 1 AP of its side."""
    fighter = scene.combatant(who)
    if not fighter.sheet["stable"]:
        raise BadInput("who", f"{fighter.name} is not stabilised")
    return paid(scene, fighter.turn.side, 1, "who").write(who, stable=False)
