"""The two pools of Action Points, always in sight (W1.6, W1.14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.games import Purse
from app.systems.wasteland.inputs import GROUP_POOL

#: The GM's pool has no maximum; the page's does.
GM_POOL = 99

SPENDERS = ("wasteland.spend_ap",)

PURSES = (
    Purse("group_ap", "Group AP", 0, GROUP_POOL, 0, SPENDERS, ("W1.6",)),
    Purse("gm_ap", "GM AP", 0, GM_POOL, 0, (), ("W1.6", "W1.14")),
)


def pool_of_the_scene(scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """`ap_pool` is what lies in the pool of the side that rolls (W1.14), once it is kept here."""
    pool = "gm_ap" if inputs.get("side") == "gm" else "group_ap"
    return {"ap_pool": min(scene[pool], GM_POOL)} if pool in scene else {}
