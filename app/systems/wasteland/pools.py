"""The two pools of Action Points, always in sight (W1.6, W1.14), and what follows at whom.

Strip, forms and encounter show one number. Until somebody says how much is in them, both are empty:
a session starts the group's so, and fills the GM's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.core.games import Counter, Game
from app.core.outcomes import Outcome
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.action_points import GROUP_POOL
from app.systems.wasteland.follow_ups import in_the_zone, without_parts

#: The GM's pool has no maximum; the page's does.
GM_POOL = 99

SPENDERS = ("wasteland.spend_ap",)

#: What a test earned beyond the group's six, until the turn ends (W1.6).
SURPLUS = ("surplus_ap", "Surplus AP")

COUNTERS = (
    Counter("group_ap", "Group AP", 0, GROUP_POOL, 0, SPENDERS, ("W1.6",), beyond=SURPLUS),
    Counter("gm_ap", "GM AP", 0, GM_POOL, 0, (), ("W1.6", "W1.14")),
)


class WastelandGame(Game):
    def next_rolls(
        self,
        procedure: str,
        inputs: Mapping[str, Any],
        outcome: Outcome,
        sheets: Mapping[str, Sheet],
        place: str = "",
    ) -> tuple[Rollable, ...]:
        """What follows on an outcome, by whom it is at: an object, or the first of a zone."""
        found = super().next_rolls(procedure, inputs, outcome, sheets, place)
        known = self.procedures
        return tuple(
            in_the_zone(without_parts(each, sheets), known[each.procedure].counted, sheets)
            for each in found
        )

    def scene_feed(self, scene: Mapping[str, Any], inputs: Mapping[str, Any]) -> dict[str, Any]:
        """What is in sight in the pool of the side that rolls, and beyond it (W1.6, W1.14)."""
        if inputs.get("side") == "gm":
            return {"ap_pool": min(scene.get("gm_ap", 0), GM_POOL), "surplus_ap": 0}
        return {"ap_pool": scene.get("group_ap", 0), "surplus_ap": scene.get("surplus_ap", 0)}
