"""A chase on foot: its rounds, the obstacles on the way, and what a crash costs (G40-G44, G138).

`gaps` of the scene holds every pair: {"runner": id, "pursuer": id, "metres": the gap or None,
"came": what a roll made of it until that is applied, "runner_bonus" and "pursuer_bonus": metres won
at the obstacle of this round, "leapt" and "rolled": has this pair taken its obstacle, its round?}.
Of a runner, `ran` is the metres of this round without a bonus, `leapt` the total and fumble at the
obstacle: both hold against all pursuers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.flat import Due, Roll, State, StepResult, transition, with_combatant
from app.core.kinds import Exact, Number, OneOf, Whole
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.state import Who, able, gaps_of, of, somebody
from app.systems.garden.encounter.turns import round_ended
from app.systems.garden.tables.movement import OBSTACLES, slowest

Speed = Annotated[
    Exact | None, Number(0, 1000, unit="m", help="Left out: as fast as they move this round.")
]
Bonus = Annotated[
    int | None,
    Whole(0, 100, help="Metres; left out: what the obstacle of this round gave.", rules=("G42",)),
]

#: A pair that has only just been named.
PAIR = {
    "metres": None,
    "came": None,
    "runner_bonus": 0,
    "pursuer_bonus": 0,
    "leapt": False,
    "rolled": False,
}


Obstacle = Annotated[str, OneOf(OBSTACLES.labels("words"), front=True, rules=("G43",))]


@transition("obstacle", title="Obstacle", rules="G42-G44 G138")
def obstacle(
    state: State,
    runner: Who,
    pursuer: Who,
    obstacle: Obstacle = "low-fence",
) -> StepResult:
    """Both go over something in the way; what the better one gains counts in this round."""
    fleeing, following = _both(state, runner, pursuer)
    for field, each in (("runner", fleeing), ("pursuer", following)):
        if each["crashed"]:
            raise BadInput(field, f"{each['name']} recovers from a crash, and takes none (G44)")
    after = state
    if _pair(state, runner, pursuer)["leapt"]:  # another obstacle in the same round, for all
        gaps = [{**each, "leapt": False} for each in gaps_of(state)]
        after = with_combatant({**state, "gaps": gaps}, runner, leapt=None)
    after = _with(after, _pair(after, runner, pursuer))
    label = f"{fleeing['name']} and {following['name']} at an obstacle"
    told = {"obstacle": obstacle}
    others = {"pursuer": pursuer}
    due = Due(runner, label, "garden.chase_obstacle", told, ("G42",), "runner", others)
    return StepResult(after, (due,))


Gap = Annotated[Exact | None, Number(0, 100_000, unit="m", help="Where a chase begins.")]


@transition("chase", title="Chase", rules="G40-G42 G44 G138")
def chase(
    state: State,
    runner: Who,
    pursuer: Who,
    gap: Gap = None,
    runner_speed: Speed = None,
    pursuer_speed: Speed = None,
    runner_bonus: Bonus = None,
    pursuer_bonus: Bonus = None,
) -> StepResult:
    """A round of a chase: who recovers from a crash stands still, who won the obstacle gains."""
    fleeing, following = _both(state, runner, pursuer)
    pair = _pair(state, runner, pursuer)
    now = pair["metres"] if gap is None else gap
    if now is None:
        raise BadInput("gap", "no chase is under way between them; give the gap it begins with")
    said = {
        "runner_speed": runner_speed,
        "pursuer_speed": pursuer_speed,
        "runner_bonus": runner_bonus,
        "pursuer_bonus": pursuer_bonus,
    }
    told = {name: value for name, value in said.items() if value is not None}
    label = f"{following['name']} chases {fleeing['name']}"
    others = {"pursuer": pursuer}
    due = Due(runner, label, "garden.chase_round", told, ("G40",), "runner", others)
    return StepResult(_with(state, {**pair, "metres": now}), (due,))


# --- what the scene gives to these rolls ---


def pace(state: State, cast: Mapping[str, str]) -> dict[str, Any]:
    """The gap, the gaits and what was won or lost at obstacles, of those who are there."""
    pair = _pair(state, cast.get("runner", ""), cast.get("pursuer", ""))
    told = {} if pair["metres"] is None else {"gap": pair["metres"]}
    for role in ("runner", "pursuer"):
        whose = state["combatants"].get(cast.get(role))
        if whose is None:
            continue
        gait = _gait(whose)
        told[f"{role}_speed"] = 0 if gait == "none" else whose[gait]
        told[f"{role}_movement"] = gait  # G28
        told[f"{role}_bonus"] = pair[f"{role}_bonus"]
        told[f"{role}_recovering"] = whose["crashed"]  # G44
        if role == "runner" and of(whose, "ran") is not None and not pair["rolled"]:
            told |= {"runner_rolled": True, "runner_metres": whose["ran"]}
    return told


def leap(state: State, cast: Mapping[str, str]) -> dict[str, Any]:
    """The gaits at an obstacle, and what the runner has rolled there against another (G138)."""
    pair = _pair(state, cast.get("runner", ""), cast.get("pursuer", ""))
    told: dict[str, Any] = {}
    for role in ("runner", "pursuer"):
        whose = state["combatants"].get(cast.get(role))
        if whose is None:
            continue
        told[f"{role}_movement"] = _gait(whose)
        leapt = of(whose, "leapt")
        if role == "runner" and leapt and not pair["leapt"]:
            result, fumbled = leapt["result"], leapt["fumbled"]
            told |= {"runner_rolled": True, "runner_result": result, "runner_fumbled": fumbled}
    return told


def _gait(whose: Mapping[str, Any]) -> str:
    """The gait declared; where none was, whoever can run does (G31)."""
    if not able({**whose, "unaware": False, "crashed": False}):
        return "none"
    if whose["movement"] != "none":
        return str(whose["movement"])
    return slowest("run", fastest(whose))


# --- what is read off them ---


def crossed(state: State, roll: Roll) -> State:
    """What the better one gained at the obstacle, and what the runner's test was (G42, G138)."""
    runner, pursuer = roll.cast.get("runner", ""), roll.cast.get("pursuer", "")
    values = roll.outcome.values
    if not _there(state, runner, pursuer):
        return state
    leapt = {"result": values["runner_total"], "fumbled": bool(values["runner_crash"])}
    after: State = with_combatant(state, runner, leapt=leapt)
    won = {name: values[name] for name in ("runner_bonus", "pursuer_bonus")}
    return _with(after, {**_pair(after, runner, pursuer), **won, "leapt": True})


def chased(state: State, roll: Roll) -> StepResult:
    """A pair has run this round; where nobody declares, all pairs together are one (G53)."""
    runner, pursuer = roll.cast.get("runner", ""), roll.cast.get("pursuer", "")
    values, inputs = roll.outcome.values, roll.inputs
    if not _there(state, runner, pursuer):
        return StepResult(state)
    metres = values["runner_distance"] - inputs.get("runner_bonus", 0)
    after: State = with_combatant(state, runner, ran=metres)
    came = {"came": values["gap"], "rolled": True}
    after = _with(after, {**_pair(after, runner, pursuer), **came})
    for id in (runner, pursuer):
        whose = after["combatants"][id]
        if not whose["crashed"]:
            # G68: whoever moves lines nothing up. G92: and opens stable wounds.
            after = with_combatant(after, id, movement=_gait(whose), aim_rounds=0)
    everybody_ran = all(each["rolled"] or each["metres"] == 0 for each in gaps_of(after))
    return round_ended(after) if everybody_ran and _nobody_declares(after) else StepResult(after)


def _nobody_declares(state: State) -> bool:
    declared = any(each["declared"] for each in state["combatants"].values())
    return state["phase"] == "declare" and not declared


# --- pairs ---


def _both(state: State, runner: str, pursuer: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    fleeing, following = somebody(state, runner, "runner"), somebody(state, pursuer, "pursuer")
    if runner == pursuer:
        raise BadInput("pursuer", "name somebody else")
    return fleeing, following


def _there(state: State, runner: str, pursuer: str) -> bool:
    there = state["combatants"]
    return runner in there and pursuer in there and runner != pursuer


def _pair(state: State, runner: str, pursuer: str) -> dict[str, Any]:
    """This pair as it stands; an encounter of an earlier version kept one gap for all."""
    for each in gaps_of(state):
        if (each["runner"], each["pursuer"]) == (runner, pursuer):
            return each
    return {"runner": runner, "pursuer": pursuer, **PAIR, "metres": state.get("gap")}


def _with(state: State, pair: Mapping[str, Any]) -> State:
    both = pair["runner"], pair["pursuer"]
    gaps = gaps_of(state)
    known = [(each["runner"], each["pursuer"]) for each in gaps]
    if both in known:
        gaps[known.index(both)] = dict(pair)
    else:
        gaps.append(dict(pair))
    return {**state, "gaps": gaps}
