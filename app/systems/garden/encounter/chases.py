"""A chase on foot: its rounds, the obstacles on the way, and what a crash costs (G40-G44)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from app.core.encounters import Due, Roll, State, Turned, transition, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Exact, Number, OneOf, Whole
from app.systems.garden.encounter.bodies import fastest
from app.systems.garden.encounter.state import Who, able, somebody
from app.systems.garden.tables.movement import OBSTACLES, slowest

Speed = Annotated[
    Exact | None, Number(0, 1000, unit="m", help="Left out: as fast as they move this round.")
]
Bonus = Annotated[
    int | None,
    Whole(0, 40, help="Metres; left out: what the obstacle of this round gave.", rules=("G42",)),
]


@transition("obstacle", title="Obstacle", rules="G42-G44")
def obstacle(
    state: State,
    runner: Who,
    pursuer: Who,
    obstacle: Annotated[
        str, OneOf(OBSTACLES.labels("words"), front=True, rules=("G43",))
    ] = "low-fence",
) -> Turned:
    """Both go over something in the way; what the better one gains counts in this round."""
    fleeing, following = _both(state, runner, pursuer)
    label = f"{fleeing['name']} and {following['name']} at an obstacle"
    told = {"obstacle": obstacle}
    due = Due(
        runner, label, "garden.chase_obstacle", told, ("G42",), "runner", {"pursuer": pursuer}
    )
    return Turned(state, (due,))


@transition("chase", title="Chase", rules="G40-G42 G44")
def chase(
    state: State,
    runner: Who,
    pursuer: Who,
    gap: Annotated[Exact | None, Number(0, 100_000, unit="m", help="Where a chase begins.")] = None,
    runner_speed: Speed = None,
    pursuer_speed: Speed = None,
    runner_bonus: Bonus = None,
    pursuer_bonus: Bonus = None,
) -> Turned:
    """A round of a chase: who recovers from a crash stands still, who won the obstacle gains."""
    fleeing, following = _both(state, runner, pursuer)
    now = state["gap"] if gap is None else gap
    if now is None:
        raise BadInput("gap", "no chase is under way; give the gap it begins with")
    told = {
        "gap": now,
        "runner_speed": _speed(fleeing, runner_speed, runner_bonus),
        "pursuer_speed": _speed(following, pursuer_speed, pursuer_bonus),
    }
    after = with_combatant({**state, "gap": now}, runner, chase_bonus=0)
    after = with_combatant(after, pursuer, chase_bonus=0)
    label = f"{following['name']} chases {fleeing['name']}"
    due = Due(runner, label, "garden.chase_round", told, ("G40",), "runner", {"pursuer": pursuer})
    return Turned(after, (due,))


def pace(state: State, there: Mapping[str, Any]) -> dict[str, Any]:
    """The gap, and the metres of those who are there in a round of the chase (G40-G44).

    there: combatants by the part they play.
    """
    gap = {} if state["gap"] is None else {"gap": state["gap"]}
    parties = {role: there.get(role) for role in ("runner", "pursuer")}
    return {**gap, **{f"{role}_speed": _speed(each) for role, each in parties.items() if each}}


def _both(state: State, runner: str, pursuer: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    fleeing, following = somebody(state, runner, "runner"), somebody(state, pursuer, "pursuer")
    if runner == pursuer:
        raise BadInput("pursuer", "name somebody else")
    return fleeing, following


def _speed(whose: Mapping[str, Any], speed: Exact | None = None, bonus: int | None = None) -> Exact:
    """Metres of this round before the test: those of the gait, and what an obstacle gave."""
    if not able({**whose, "unaware": False}):
        return 0  # G44: the round is lost
    metres: Exact = _stride(whose) if speed is None else speed
    return min(1000, metres + (whose["chase_bonus"] if bonus is None else bonus))


def _stride(whose: Mapping[str, Any]) -> Exact:
    """Metres of the gait declared; where none was, whoever can run does (G31)."""
    moves = whose["movement"] != "none"
    gait = whose["movement"] if moves else slowest("run", fastest(whose))
    return 0 if gait == "none" else whose[gait]


def crossed(state: State, roll: Roll) -> State:
    """What the better one gained at the obstacle (G42)."""
    for role in ("runner", "pursuer"):
        if role in roll.cast:
            bonus = roll.outcome.values[f"{role}_bonus"]
            state = with_combatant(state, roll.cast[role], chase_bonus=bonus)
    return state
