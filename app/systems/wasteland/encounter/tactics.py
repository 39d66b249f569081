"""Plain policies of Wasteland for the forecast of a fight."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.encounters import tactics
from app.core.encounters.actions import Action
from app.core.encounters.scenes import AnyScene
from app.core.encounters.tactics import Anybody
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.wasteland.encounter.offers import attacks
from app.systems.wasteland.encounter.state import at_hand, pool_side, unable

#: Luck points at stake with one test, at most.
MOST_LUCK = 2

#: CD of an attack with bare hands; no sheet says them, and no rule (W6.6).
UNARMED = 2


class Tactics(tactics.Tactics):
    """Policies of Wasteland; dead, dying or unconscious combatants are out (W7.4, W7.13)."""

    note = f"Whoever has no weapon strikes with bare hands, for {UNARMED} CD."

    def out(self, combatant: Anybody) -> bool:
        return bool(unable(combatant))

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        return attacks(scene, who)

    def worth(self, scene: AnyScene, who: str, attack: Rollable) -> float:
        """Rate an attack by its target number times its damage rating (W5.2, W6.1)."""
        inputs, index = attack.inputs, attack.place.partition("/")[2]
        sheet = scene.combatants[who].sheet
        rating = sheet["weapons"][int(index)]["damage_rating"] if index else UNARMED
        return float((inputs.get("attribute", 5) + inputs.get("skill", 0)) * rating)

    def stake(self, scene: AnyScene, who: str, procedure: str) -> Values:
        """Buy a die for an AP at hand (W1.3), and re-rolls with luck points (W1.10)."""
        if procedure != "wasteland.attack":
            return {}
        fighter = scene.combatants[who]
        luck = int(fighter.sheet["luck_points"])
        bought = {"bought_dice": 1} if at_hand(scene, pool_side(fighter)).total else {}
        return {**bought, **({"rerolls": min(MOST_LUCK, luck)} if luck else {})}

    def cost(self, outcome: Outcome) -> Iterator[tuple[str, int]]:
        values = outcome.values
        yield "Action points", int(values.get("ap_cost", 0)) + int(values.get("ap_spent", 0))

    def fill_open_inputs(self, scene: AnyScene, next: Rollable) -> Values:
        bare = next.procedure == "wasteland.damage" and "damage_rating" not in next.inputs
        return {"damage_rating": UNARMED} if bare and not next.place else {}

    def guard(self, scene: AnyScene, who: str) -> str:
        """Return Defend, once a turn (W5.4)."""
        return "" if scene.combatants[who].sheet["defense_bonus"] else "defend"

    def resources(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        sheet = combatant.sheet
        yield "Luck points", int(sheet["luck_points"])
        yield "Shots", sum(int(weapon["shots"] or 0) for weapon in sheet["weapons"])
