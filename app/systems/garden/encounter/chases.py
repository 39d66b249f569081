"""Chases on foot: rounds, obstacles on the way, and crashes (G40-G44, G138).

The scene's `gaps` hold every pair. A runner's roll in a round, and at an obstacle, counts against
all pursuers: it is stored with the runner, as `ran` and `leapt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from app.core.encounters.rolls import Due, Roll
from app.core.encounters.roster import drop_missing
from app.core.encounters.scenes import StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact, Number, OneOf, Whole
from app.core.procedures.outcomes import round_number
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.state import (
    Fight,
    Fighter,
    Leap,
    Pair,
    Result,
    Who,
    awake,
    nobody_has_declared,
)
from app.systems.garden.encounter.turns import round_ended
from app.systems.garden.tables.movement import OBSTACLES, slowest

Speed = Annotated[
    Exact | None, Number(0, 1000, unit="m", help="Metres. Default: their movement this round.")
]
Bonus = Annotated[
    int | None,
    Whole(0, 100, help="Metres. Default: from this round’s obstacle.", rules=("G42",)),
]

Obstacle = Annotated[str, OneOf(OBSTACLES.labels("words"), front=True, rules=("G43",))]


@transition("obstacle", title="Obstacle", rules="G42-G44 G138")
def obstacle(scene: Fight, runner: Who, pursuer: Who, obstacle: Obstacle = "low-fence") -> Result:
    """Cross an obstacle in a chase; the gain of the better side counts in this round."""
    fleeing, following = _both(scene, runner, pursuer)
    for field, each in (("runner", fleeing), ("pursuer", following)):
        if each.turn.crashed:
            raise BadInput(field, f"{each.name} is recovering from a crash")
    after = scene
    if _pair(scene, runner, pursuer).leapt:  # another obstacle in the same round, for all
        gaps = tuple(replace(gap, leapt=False) for gap in scene.now.gaps)
        after = scene.set(gaps=gaps).turn(runner, leapt=None)
    after = _with_pair(after, _pair(after, runner, pursuer))
    label = f"{fleeing.name} and {following.name} at an obstacle"
    inputs, others = {"obstacle": obstacle}, {"pursuer": pursuer}
    due = Due(runner, label, "garden.chase_obstacle", inputs, ("G42",), "runner", others)
    return StepResult(after, (due,))


Gap = Annotated[Exact | None, Number(0, 100_000, unit="m", help="Metres. Default: as it is now.")]


@transition("chase", title="Chase", rules="G40-G42 G44 G138")
def chase(
    scene: Fight,
    runner: Who,
    pursuer: Who,
    gap: Gap = None,
    runner_speed: Speed = None,
    pursuer_speed: Speed = None,
    runner_bonus: Bonus = None,
    pursuer_bonus: Bonus = None,
) -> Result:
    """Run a round of a chase; the crashed stand still, an obstacle’s winner gains."""
    fleeing, following = _both(scene, runner, pursuer)
    pair = _pair(scene, runner, pursuer)
    if pair.rolled:
        both = f"{fleeing.name} and {following.name}"
        raise BadInput("pursuer", f"{both} already ran this round")
    metres = pair.metres if gap is None else round_number(gap, 6)
    if metres is None:
        raise BadInput("gap", "no chase between them yet; enter the starting gap")
    inputs = drop_missing(
        runner_speed=runner_speed,
        pursuer_speed=pursuer_speed,
        runner_bonus=runner_bonus,
        pursuer_bonus=pursuer_bonus,
    )
    label = f"{following.name} chases {fleeing.name}"
    others = {"pursuer": pursuer}
    due = Due(runner, label, "garden.chase_round", inputs, ("G40",), "runner", others)
    # It replaces one that is not rolled yet, as with another gap.
    before = (runner, due.procedure, label)
    after = _with_pair(scene, replace(pair, metres=metres))
    return StepResult(after, (due,), cancelled=(before,))


def suggested(fight: Fight, step: str) -> dict[str, str]:
    """Return the pair that is next in a chase or at an obstacle."""
    for gap in fight.now.gaps if step in ("chase", "obstacle") else ():
        if gap.metres and not (gap.rolled if step == "chase" else gap.leapt):
            return {"runner": gap.runner, "pursuer": gap.pursuer}
    return {}


# --- inputs of these rolls ---


def pace(fight: Fight, cast: Mapping[str, str]) -> Values:
    """Return the gap, the gaits and the obstacle bonuses of a pair."""
    pair = _pair(fight, cast.get("runner", ""), cast.get("pursuer", ""))
    inputs: dict[str, object] = {} if pair.metres is None else {"gap": pair.metres}
    for role in ("runner", "pursuer"):
        fighter = fight.combatants.get(cast.get(role, ""))
        if fighter is None:
            continue
        gait = _gait(fighter)
        inputs[f"{role}_speed"] = 0 if gait == "none" else fighter.sheet[gait]
        inputs[f"{role}_movement"] = gait  # G28
        inputs[f"{role}_bonus"] = getattr(pair, f"{role}_bonus")
        inputs[f"{role}_recovering"] = fighter.turn.crashed  # G44
        if role == "runner" and fighter.turn.ran is not None and not pair.rolled:
            inputs |= {"runner_rolled": True, "runner_metres": fighter.turn.ran}
    return inputs


def leap(fight: Fight, cast: Mapping[str, str]) -> Values:
    """Return the gaits at an obstacle, and the runner's earlier roll there (G138)."""
    pair = _pair(fight, cast.get("runner", ""), cast.get("pursuer", ""))
    inputs: dict[str, object] = {}
    for role in ("runner", "pursuer"):
        fighter = fight.combatants.get(cast.get(role, ""))
        if fighter is None:
            continue
        inputs[f"{role}_movement"] = _gait(fighter)
        leapt = fighter.turn.leapt
        if role == "runner" and leapt and not pair.leapt:
            inputs["runner_rolled"] = True
            inputs |= {"runner_result": leapt.result, "runner_fumbled": leapt.fumbled}
    return inputs


def _gait(fighter: Fighter) -> str:
    """Return the declared gait as far as still possible; undeclared, a run (G31)."""
    if not awake(fighter):
        return "none"
    gait = fighter.turn.movement if fighter.turn.declared else "run"
    return slowest(gait, fastest(fighter))


# --- results of these rolls ---


def record_crossing(fight: Fight, roll: Roll) -> Fight:
    """Record the gain at an obstacle and the runner's test (G42, G138)."""
    runner, pursuer = roll.cast.get("runner", ""), roll.cast.get("pursuer", "")
    values = roll.outcome.values
    if not _there(fight, runner, pursuer):
        return fight
    after = fight.turn(runner, leapt=Leap(values["runner_total"], bool(values["runner_crash"])))
    pair = _pair(after, runner, pursuer)
    won = {name: values[name] for name in ("runner_bonus", "pursuer_bonus")}
    return _with_pair(after, replace(pair, **won, leapt=True))


def record_chase(fight: Fight, roll: Roll) -> Result:
    """Record a round of a pair; without declarations all pairs together make a round (G53)."""
    runner, pursuer = roll.cast.get("runner", ""), roll.cast.get("pursuer", "")
    values, inputs = roll.outcome.values, roll.inputs
    if not _there(fight, runner, pursuer):
        return StepResult(fight)
    metres = round_number(values["runner_distance"] - inputs.get("runner_bonus", 0), 6)
    pair = replace(_pair(fight, runner, pursuer), came=round_number(values["gap"], 6), rolled=True)
    after = _with_pair(fight.turn(runner, ran=metres), pair)
    for id in (runner, pursuer):
        fighter = after.combatants[id]
        if not fighter.turn.crashed:
            # G68: a moving combatant lines nothing up. G92: and opens stable wounds.
            after = after.turn(id, movement=_gait(fighter), aim_rounds=0)
    all_ran = all(gap.rolled or gap.metres == 0 for gap in after.now.gaps)
    undeclared = after.now.phase == "declare" and nobody_has_declared(after)
    return round_ended(after) if all_ran and undeclared else StepResult(after)


def with_gap(fight: Fight, metres: Exact) -> Fight:
    """Set the gap of the pair with this rolled result; of the only pair, if none matches."""
    now = round_number(metres, 6)
    gaps = fight.now.gaps
    meant = [gap for gap in gaps if gap.came == now] or (gaps if len(gaps) == 1 else ())
    return _with_pair(fight, replace(meant[0], metres=now, came=None)) if meant else fight


# --- pairs ---


def _both(fight: Fight, runner: str, pursuer: str) -> tuple[Fighter, Fighter]:
    fleeing = fight.combatant(runner, "runner")
    following = fight.combatant(pursuer, "pursuer")
    if runner == pursuer:
        raise BadInput("pursuer", "choose another runner or pursuer")
    return fleeing, following


def _there(fight: Fight, runner: str, pursuer: str) -> bool:
    there = fight.combatants
    return runner in there and pursuer in there and runner != pursuer


def _pair(fight: Fight, runner: str, pursuer: str) -> Pair:
    """Return this pair, or a new one."""
    for gap in fight.now.gaps:
        if (gap.runner, gap.pursuer) == (runner, pursuer):
            return gap
    return Pair(runner, pursuer)


def _with_pair(fight: Fight, pair: Pair) -> Fight:
    """Replace a pair in its place; a new one comes last."""
    both = pair.runner, pair.pursuer
    gaps = fight.now.gaps
    if both not in [(gap.runner, gap.pursuer) for gap in gaps]:
        return fight.set(gaps=(*gaps, pair))
    same = (pair if (gap.runner, gap.pursuer) == both else gap for gap in gaps)
    return fight.set(gaps=tuple(same))
