"""The two pools of Action Points, always in sight (W1.6, W1.14).

Until somebody says how much is in them, they stand where the forms do: the group’s is full, as in a
form that nobody filled, and the GM’s, which a session fills, is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.games import Purse
from app.systems.wasteland.inputs import GROUP_POOL, PLAIN_PURSE

#: The GM's pool has no maximum; the page's does.
GM_POOL = 99

SPENDERS = ("wasteland.spend_ap",)

PURSES = (
    Purse("group_ap", "Group AP", 0, GROUP_POOL, PLAIN_PURSE.ap_pool, SPENDERS, ("W1.6",)),
    Purse("gm_ap", "GM AP", 0, GM_POOL, 0, (), ("W1.6", "W1.14")),
)


STARTS = {purse.id: purse.start for purse in PURSES}


def pool_of_the_scene(scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """`ap_pool` is what is in sight in the pool of the side that rolls (W1.14)."""
    pool = "gm_ap" if inputs.get("side") == "gm" else "group_ap"
    return {"ap_pool": min(scene.get(pool, STARTS[pool]), GM_POOL)}
