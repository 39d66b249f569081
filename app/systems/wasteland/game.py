"""Wasteland at the table: its pools, and the targets of rolls that follow a hit."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland.rules.follow_ups import adapt_to_target, offer_chems
from app.systems.wasteland.rules.pools import GM_POOL


class WastelandGame(Game):
    def next_rolls(
        self,
        procedure: str,
        inputs: Values,
        outcome: Outcome,
        sheets: Mapping[str, Sheet],
        place: str = "",
    ) -> tuple[Rollable, ...]:
        """Return the rolls that follow an outcome, adapted to objects, zones and own chems."""
        rollables = super().next_rolls(procedure, inputs, outcome, sheets, place)
        known = self.procedures
        return tuple(
            adapt_to_target(chem, known[chem.procedure].counted, sheets)
            for rollable in rollables
            for chem in offer_chems(rollable, "doses" in known[rollable.procedure].inputs, sheets)
        )

    def scene_feed(self, scene: Values, inputs: Values) -> dict[str, object]:
        """Feed the AP in the pool of the roller's side, and its surplus (W1.6, W1.14)."""
        if inputs.get("side") == "gm":
            return {"ap_pool": min(scene.get("gm_ap", 0), GM_POOL), "surplus_ap": 0}
        return {"ap_pool": scene.get("group_ap", 0), "surplus_ap": scene.get("surplus_ap", 0)}
