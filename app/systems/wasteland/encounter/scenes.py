"""Sessions, scenes, and the two pools by hand (W1.6, W1.14)."""

from __future__ import annotations

from typing import Annotated, Any

from app.core.flat import State, StepResult, transition
from app.core.kinds import Whole
from app.core.outcomes import put
from app.systems.wasteland.action_points import GROUP_POOL
from app.systems.wasteland.encounter.state import UNCOUNTED, UNDONE, UNTURNED, everybody_with
from app.systems.wasteland.house import SceneApLoss

Players = Annotated[int, Whole(0, 20, front=True, label="Players", rules=("W1.6",))]


@transition("start_session", title="Start of the session", rules="W1.6")
def start_session(
    state: State,
    players: Players,
) -> StepResult:
    """The group's pool starts empty, the GM's with one AP for each player."""
    return StepResult({**state, "group_ap": 0, "surplus_ap": 0, "gm_ap": players})


GroupAp = Annotated[int | None, Whole(0, GROUP_POOL, front=True, label="Group AP")]
GmAp = Annotated[int | None, Whole(0, 9999, front=True, label="GM AP")]
SurplusAp = Annotated[
    int | None,
    Whole(0, 99, label="AP beyond the group’s six", help="Lost when the turn ends."),
]


@transition("set_pools", title="Set the pools", rules="W1.6 W1.14")
def set_pools(
    state: State,
    group_ap: GroupAp = None,
    gm_ap: GmAp = None,
    surplus_ap: SurplusAp = None,
) -> StepResult:
    """The pools, corrected by hand."""
    given = {"group_ap": group_ap, "gm_ap": gm_ap, "surplus_ap": surplus_ap}
    return StepResult({**state, **{id: held for id, held in given.items() if held is not None}})


@transition("end_scene", title="End of the scene", rules="W1.6")
def end_scene(state: State, scene_ap_loss: SceneApLoss = 1) -> StepResult:
    """The fight is over, the group's pool shrinks; injuries stay."""
    gone: dict[str, Any] = {"stunned": False, "dazed": False, "defense_bonus": 0}
    effects = tuple(
        (id, put(field, value))
        for id, whose in state["combatants"].items()
        for field, value in gone.items()
        if whose[field] != value
    )
    after = everybody_with(state, **gone, **UNCOUNTED, **UNTURNED, **UNDONE)
    lost = min(scene_ap_loss, state["group_ap"])
    return StepResult(
        {
            **after,
            "started": False,
            "round": 0,
            "current": None,
            "surplus_ap": 0,
            "scene": state["scene"] + 1,
            "group_ap": state["group_ap"] - lost,
        },
        effects=effects,
        notes=(f"The group’s pool loses {lost} AP (W1.6).",) if lost else (),
    )


def over(state: State) -> StepResult:
    """With the encounter the turn that was on is over, and AP beyond the pool's six (W1.6)."""
    return StepResult({**state, "surplus_ap": 0})
