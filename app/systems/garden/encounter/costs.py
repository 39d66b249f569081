"""What a test costs in the round: decided here for rolls of a step, a menu, a sheet or what is due.

Every test in one's own turn is a major action: it takes the penalty fixed for the round and one of
the declared actions, until it is ticked as minor (G19, G62, G140). Of a combatant
    counts_as   what the next action was ticked as: as usual (empty), minor, major, saving
    begun       major actions that a step has begun and whose test may still be rolled
    undeclared  tests of the round beyond what was declared
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Roll, State, StepResult, transition, with_combatant
from app.core.kinds import OneOf
from app.systems.garden.attacking import HAND_TO_HAND
from app.systems.garden.encounter.bodies import added, bounded
from app.systems.garden.encounter.state import able, in_turn, of, signed
from app.systems.garden.tables.combat import ATTACKS

#: The tests that somebody makes of their own accord, and the input that takes the penalty.
TESTS = {
    "garden.skill_test": "modifier",
    "garden.attribute_test": "modifier",
    "garden.opposed_test": "actor_modifier",
    "garden.accumulate": "modifier",
    "garden.swim_current": "modifier",
    "garden.water_action": "modifier",
    "garden.jump": "modifier",
    "garden.persuade": "modifier",
    "garden.npc_appeal": "modifier",
    "garden.attack": "attacker_modifier",
    "garden.cast_spell": "modifier",
    "garden.cast_opposed": "modifier",
}
#: Always a major action, whosever turn it is (G33, G57, G121).
ALWAYS = ("garden.attack", "garden.cast_spell", "garden.cast_opposed", "garden.swim_current")
#: Talking, and the movement itself, are minor until somebody says otherwise (G20).
MINOR_AT_FIRST = ("garden.persuade", "garden.npc_appeal", "garden.jump")
#: What the step that made it due has paid for.
PAID_BY_STEP = ("garden.attack", "garden.cast_opposed")

TICKS = {
    "": "As usual",
    "minor": "Minor: free, without the penalty",
    "major": "Major",
    "saving": "Saving themselves, in spite of panic",
}


Tick = Annotated[str, OneOf(TICKS, label="It counts as", front=True)]


@transition("counts_as", title="Tick the next action", rules="G20 G139 G140")
def counts_as(state: State, tick: Tick = "minor") -> StepResult:
    """What the next action or test of the one in turn counts as."""
    id, _ = in_turn(state)
    return StepResult(with_combatant(state, id, counts_as=tick))


# --- the penalty ---


def in_own_turn(state: State, id: str) -> bool:
    """Is it the turn of this one? Those of the same place act together (G54)."""
    current = state["current"]
    if state["phase"] != "action" or current is None:
        return False
    whose = state["combatants"][id]
    together = whose["declared"] and not whose["acted"] and not state["interrupted"]
    place = state["combatants"][current]["place"]
    return bool(id == current or (together and whose["place"] == place))


def is_major(state: State, id: str, procedure: str) -> bool:
    """Is a test of this one a major action now (G140)?"""
    if procedure not in TESTS:
        return False
    tick = of(state["combatants"][id], "counts_as")
    if procedure == "garden.attack" or tick in ("minor", "major"):
        return procedure == "garden.attack" or (tick == "major" and in_own_turn(state, id))
    if procedure in ALWAYS:
        return True
    return procedure not in MINOR_AT_FIRST and in_own_turn(state, id)


def penalised(state: State, id: str, procedure: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The modifier of a test with the penalty of the round (G62), and with what its maker was like
    when the turns of the place began (G54).
    """
    if procedure not in TESTS:
        return {}
    whose, name = state["combatants"][id], TESTS[procedure]
    began = of(whose, "together")
    since = 0 if began is None else began - whose["modifier"]
    fixed = whose["penalty"] if is_major(state, id, procedure) else 0
    if procedure != "garden.attack":
        change = fixed + since
        return {name: bounded(inputs.get(name, 0) + change)} if change else {}
    kind = inputs["attack_kind"]
    # G27, G62: the share of movement in the penalty of the round spares close attacks.
    fixed = whose["melee_penalty"] if kind in HAND_TO_HAND else fixed
    told = {name: bounded(added(whose, ATTACKS[kind].attribute) + fixed + since)}
    # G68: only firearms are lined up.
    return {**told, "aim_rounds": min(20, whose["aim_rounds"])} if kind == "ranged" else told


# --- the action ---


def major(state: State) -> tuple[str, dict[str, Any]]:
    """The one in turn with one more major action used; BadInput if none is left.

    G68: what was lined up is lost with it.
    """
    id, whose = in_turn(state)
    if whose["used_major"] >= whose["declared_major"]:
        said = f"{whose['name']} declared {whose['declared_major']} major actions and has used them"
        raise BadInput("phase", said)
    used = {"used_major": whose["used_major"] + 1, "stirred": True, "aim_rounds": 0}
    return id, {**whose, **used, "counts_as": ""}


def counted(state: State, roll: Roll) -> StepResult:
    """The scene after what a test has cost whoever made it."""
    id = roll.cast.get("self", "")
    if roll.procedure not in TESTS or id not in state["combatants"]:
        return StepResult(state)
    is_action = is_major(state, id, roll.procedure)
    paid = bool(roll.due) and roll.procedure in PAID_BY_STEP
    after = with_combatant(fighting(state, roll), id, counts_as="")
    if not is_action or paid:
        return StepResult(after)
    whose, used = state["combatants"][id], _used(after, id)
    panics = "panicking" in whose["conditions"] and of(whose, "counts_as") != "saving"
    if not panics or not in_own_turn(state, id) or of(whose, "begun"):
        return used
    return replace(used, notes=(*used.notes, f"{whose['name']} panics: Psyche first (G139)."))


def _used(state: State, id: str) -> StepResult:
    """One of the declared actions is used, or it was not declared."""
    whose = state["combatants"][id]
    used = {"stirred": True, "aim_rounds": 0}  # G68
    if not whose["declared"]:
        return StepResult(with_combatant(state, id, **used))
    if of(whose, "begun"):
        return StepResult(with_combatant(state, id, **used, begun=whose["begun"] - 1))
    if whose["used_major"] < whose["declared_major"]:
        return StepResult(with_combatant(state, id, **used, used_major=whose["used_major"] + 1))
    after = with_combatant(state, id, **used, undeclared=of(whose, "undeclared") + 1)
    cost = f"; {signed(whose['penalty'])} all the same" if whose["penalty"] else ""
    return StepResult(after, notes=(f"{whose['name']} had not declared this action{cost} (G140).",))


# --- who fights ---


def fighting(state: State, roll: Roll) -> State:
    """Who has fought by this roll, and whom an attack was counted against (G76, G92)."""
    id, target = roll.cast["self"], roll.cast.get("target", "")
    if roll.procedure == "garden.cast_opposed" and roll.inputs.get("spell", "harm") == "harm":
        return with_combatant(state, id, fought=True)
    if roll.procedure != "garden.attack":
        return state
    if target not in state["combatants"] or target == id:
        return with_combatant(state, id, fought=True)
    return attacked(state, id, target, roll.inputs.get("defense_kind") != "unaware")


def attacked(state: State, id: str, target: str, defended: bool) -> State:
    """Somebody attacks somebody; who defends is in combat as well (G92)."""
    hit = state["combatants"][target]
    after = with_combatant(state, id, fought=True)
    return with_combatant(
        after,
        target,
        attackers_this_round=with_attacker(hit, id),
        fought=hit["fought"] or defended,
    )


def with_attacker(hit: Mapping[str, Any], attacker: str) -> list[str]:
    """All who attacked somebody this round; whoever came before keeps their place (G76)."""
    came = hit["attackers_this_round"]
    return came if attacker in came else [*came, attacker]


def defends(hit: Mapping[str, Any]) -> bool:
    """Can they defend? Neither the surprised nor the helpless (G58); who recovers or waits does."""
    return not hit["unaware"] and able({**hit, "crashed": False})
