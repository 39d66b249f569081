"""Sessions, scenes, and the two pools by hand (W1.6, W1.14)."""

from __future__ import annotations

from typing import Annotated

from app.core.encounters.roster import drop_missing
from app.core.encounters.scenes import StepResult, transition
from app.core.procedures.kinds import Whole
from app.systems.wasteland.encounter.state import (
    UNCOUNTED,
    UNDONE,
    UNTURNED,
    Fight,
    Result,
    everybody_with,
    is_player_character,
)
from app.systems.wasteland.house import SceneApLoss
from app.systems.wasteland.rules.action_points import GROUP_POOL

Players = Annotated[
    int | None,
    Whole(
        0,
        20,
        front=True,
        label="Players",
        help="Default: one for each player character here.",
        rules=("W1.6",),
    ),
]


@transition("start_session", title="Start session", rules="W1.6", gm_only=True)
def start_session(scene: Fight, players: Players = None) -> Fight:
    """Start a session: the group’s pool is empty, the GM’s has one AP per player."""
    if players is None:
        players = sum(is_player_character(each) for each in scene.combatants.values())
    return scene.set(group_ap=0, surplus_ap=0, gm_ap=players)


GroupAp = Annotated[int | None, Whole(0, GROUP_POOL, front=True, label="Group AP")]
GmAp = Annotated[int | None, Whole(0, 9999, front=True, label="GM AP")]
SurplusAp = Annotated[
    int | None,
    Whole(0, 99, label="AP above six", help="Lost when the turn ends."),
]


@transition("set_pools", title="Set AP pools", rules="W1.6 W1.14", gm_only=True)
def set_pools(
    scene: Fight,
    group_ap: GroupAp = None,
    gm_ap: GmAp = None,
    surplus_ap: SurplusAp = None,
) -> Fight:
    """Correct the pools by hand."""
    return scene.set(**drop_missing(group_ap=group_ap, gm_ap=gm_ap, surplus_ap=surplus_ap))


@transition("end_scene", title="End scene", rules="W1.6")
def end_scene(scene: Fight, scene_ap_loss: SceneApLoss = 1) -> Result:
    """End the fight and shrink the group’s pool; injuries stay."""
    scene = everybody_with(_passed_off(scene), **UNCOUNTED, **UNTURNED, **UNDONE)
    lost = min(scene_ap_loss, scene.now.group_ap)
    after = scene.set(
        started=False,
        round=0,
        current=None,
        surplus_ap=0,
        scene=scene.now.scene + 1,
        group_ap=scene.now.group_ap - lost,
    )
    return StepResult(after, notes=(f"The group’s pool loses {lost} AP (W1.6).",) if lost else ())


def _passed_off(fight: Fight) -> Fight:
    """Remove all that lasts until a next turn (W5.4, W7.3, W7.7)."""
    cleared = {"stunned": False, "dazed": False, "defense_bonus": 0}
    for id, each in fight.combatants.items():
        ends = {name: value for name, value in cleared.items() if each.sheet[name] != value}
        fight = fight.write(id, **ends)
    return fight


def on_end(fight: Fight) -> Result:
    """End the present turn with the encounter: the surplus AP are lost (W1.6).

    Also end all that lasts until a next turn, even if the scene has ended before.
    """
    return StepResult(_passed_off(fight).set(surplus_ap=0))
