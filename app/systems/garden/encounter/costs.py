"""Costs of tests in the round, for rolls of a step, a menu, a sheet or a due roll.

Every test in the own turn is a major action: it takes the penalty fixed for the round and one of
the declared actions, unless it is ticked as minor (G19, G62, G140). Fields of a combatant's turn:

    counts_as   the tick of the next action: as usual (empty), minor, major, saving
    begun       major actions begun by a step, with a test that may still be rolled
    undeclared  tests of the round beyond the declared ones
"""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.rolls import Roll
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import OneOf
from app.core.support.characters import with_minus
from app.systems.garden.encounter.bodies import body_modifier, bounded, modifier
from app.systems.garden.encounter.panic import MOVEMENT
from app.systems.garden.encounter.state import (
    TICKS,
    Fight,
    Fighter,
    Result,
    acting,
    awake,
    in_turn,
)
from app.systems.garden.rules.attacking import HAND_TO_HAND
from app.systems.garden.rules.injuries import suffers
from app.systems.garden.sheet.helpless import TESTS
from app.systems.garden.tables.combat import ATTACKS

#: Always a major action, whosever turn it is (G33, G57, G121).
ALWAYS = ("garden.attack", "garden.cast_spell", "garden.cast_opposed", "garden.swim_current")
#: Talking, and the movement itself, are minor unless they are ticked otherwise (G20).
MINOR_AT_FIRST = ("garden.persuade", "garden.npc_appeal", "garden.jump")
#: Tests that the step which made them due has paid for.
PAID_BY_STEP = ("garden.attack", "garden.cast_opposed")

Tick = Annotated[str, OneOf(TICKS, label="Counts as", front=True)]


@transition("counts_as", title="Count next action as", rules="G20 G139 G140", during="action")
def counts_as(scene: Fight, tick: Tick = "minor") -> Fight | Result:
    """Choose the cost of the next action or test of this turn.

    A movement that waits for a panic test is the next to be saving oneself (G139).
    """
    fighter = in_turn(scene)
    nerve = fighter.turn.nerve
    if tick == "saving" and nerve and nerve.step == MOVEMENT:
        note = f"{fighter.name} moves to save themselves (G139)."
        cancelled = ((fighter.id, "garden.panic"),)
        return StepResult(scene.turn(fighter.id, nerve=None), (), (note,), cancelled)
    return scene.turn(fighter.id, counts_as=tick)


# --- the penalty ---


def in_own_turn(fight: Fight, id: str) -> bool:
    """Tell whether it is the turn of this combatant; those of the same place act together (G54)."""
    current = fight.now.current
    if fight.now.phase != "action" or current is None:
        return False
    turn, place = fight.combatants[id].turn, fight.combatants[current].turn.place
    together = turn.declared and not turn.acted and not fight.now.interrupted
    return id == current or (together and turn.place == place)


def is_major(fight: Fight, id: str, procedure: str) -> bool:
    """Tell whether a test of this combatant is a major action now (G140)."""
    if procedure not in TESTS:
        return False
    tick = fight.combatants[id].turn.counts_as
    if procedure == "garden.attack" or tick in ("minor", "major"):
        return procedure == "garden.attack" or (tick == "major" and in_own_turn(fight, id))
    if procedure in ALWAYS:
        return True
    return procedure not in MINOR_AT_FIRST and in_own_turn(fight, id)


def with_penalty(fight: Fight, id: str, procedure: str, inputs: Values) -> Values:
    """Return the modifier of a test with the penalty of the round (G62).

    It uses the actor's state from when the turns of the place began (G54).
    """
    if procedure not in TESTS:
        return {}
    fighter, name = fight.combatants[id], TESTS[procedure]
    turn = fighter.turn
    since = 0 if turn.together is None else turn.together - modifier(fighter)
    fixed = turn.penalty if is_major(fight, id, procedure) else 0
    if procedure != "garden.attack":
        change = fixed + since
        return {name: bounded(inputs.get(name, 0) + change)} if change else {}
    kind = inputs["attack_kind"]
    # G27, G62: the share of movement in the penalty of the round spares close attacks.
    fixed = turn.melee_penalty if kind in HAND_TO_HAND else fixed
    values = {name: bounded(body_modifier(fighter, ATTACKS[kind].attribute) + fixed + since)}
    # G68: only firearms are lined up.
    return {**values, "aim_rounds": min(20, turn.aim_rounds)} if kind == "ranged" else values


# --- the action ---


def has_major(fight: Fight) -> Fighter:
    """Return the combatant in turn; raise BadInput on `phase` without a major action left."""
    fighter = acting(fight)
    declared = fighter.turn.declared_major
    if fighter.turn.used_major >= declared:
        message = "Major actions used" if declared > 1 else "Major action used"
        raise BadInput("phase", message)
    return fighter


def use_one(fight: Fight, id: str) -> Fight:
    """Use one more major action; a lined-up shot is lost with it (G68)."""
    used = fight.combatants[id].turn.used_major + 1
    return fight.turn(id, used_major=used, stirred=True, aim_rounds=0, counts_as="")


def use_all(fight: Fight, id: str) -> Fight:
    """Use all major actions of the round."""
    used = fight.combatants[id].turn.declared_major
    return fight.turn(id, used_major=used, stirred=True, counts_as="")


def has_all(fight: Fight) -> Fighter:
    """Return the combatant in turn; raise BadInput on `phase` if a major action is used."""
    fighter = acting(fight)
    turn = fighter.turn
    if turn.used_major or turn.undeclared or not turn.declared_major:
        raise BadInput("phase", "Needs all major actions")
    return fighter


def charge_test(fight: Fight, roll: Roll) -> Result:
    """Charge a test to its actor."""
    id = roll.cast.get("self", "")
    if roll.procedure not in TESTS or id not in fight.combatants:
        return StepResult(fight)
    before = fight.combatants[id]
    paid = bool(roll.due) and roll.procedure in PAID_BY_STEP
    after = fighting(fight, roll).turn(id, counts_as="")
    if paid or not is_major(fight, id, roll.procedure):
        return StepResult(after)
    used = _used(after, id)
    panics = suffers(before.sheet, "panicking") and before.turn.counts_as != "saving"
    if not panics or not in_own_turn(fight, id) or before.turn.begun:
        return used
    note = f"{before.name} panics: Psyche first (G139)."
    return used.and_then(StepResult(used.scene, notes=(note,)))


def _used(fight: Fight, id: str) -> Result:
    """Use one of the declared actions, or count one that was not declared."""
    name, turn = fight.combatants[id].name, fight.combatants[id].turn
    stirred = fight.turn(id, stirred=True, aim_rounds=0)  # G68
    if not turn.declared:
        return StepResult(stirred)
    if turn.begun:
        return StepResult(stirred.turn(id, begun=turn.begun - 1))
    if turn.used_major < turn.declared_major:
        return StepResult(stirred.turn(id, used_major=turn.used_major + 1))
    cost = f"; still {with_minus(turn.penalty)}" if turn.penalty else ""
    note = f"{name} did not declare this action{cost} (G140)."
    return StepResult(stirred.turn(id, undeclared=turn.undeclared + 1), notes=(note,))


# --- combat ---


def fighting(fight: Fight, roll: Roll) -> Fight:
    """Mark a roll's actor as fighting and count the attack against its target (G76, G92)."""
    id, target = roll.cast["self"], roll.cast.get("target", "")
    if roll.procedure == "garden.cast_opposed" and roll.inputs.get("spell", "harm") == "harm":
        return fight.turn(id, fought=True)
    if roll.procedure != "garden.attack":
        return fight
    if target not in fight.combatants or target == id:
        return fight.turn(id, fought=True)
    return count_attack(fight, id, target, roll.inputs.get("defense_kind") != "unaware")


def count_attack(fight: Fight, id: str, target: str, defended: bool) -> Fight:
    """Count an attack; a defending target is in combat as well (G92)."""
    hit = fight.combatants[target]
    attackers, fought = with_attacker(hit, id), hit.turn.fought or defended
    after = fight.turn(id, fought=True)
    return after.turn(target, attackers_this_round=attackers, fought=fought)


def with_attacker(hit: Fighter, attacker: str) -> tuple[str, ...]:
    """Return all attackers of this round; earlier ones keep their place (G76)."""
    before = hit.turn.attackers_this_round
    return before if attacker in before else (*before, attacker)


def defends(hit: Fighter) -> bool:
    """Tell whether a combatant can defend: not when surprised or helpless (G58)."""
    return not hit.turn.unaware and awake(hit)
