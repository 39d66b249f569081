"""Plain policies of Autonomous Garden for the forecast of a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.encounters import tactics
from app.core.encounters.actions import Action
from app.core.encounters.scenes import AnyScene
from app.core.encounters.tactics import Anybody
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.garden.encounter.offers import attacks
from app.systems.garden.encounter.state import down
from app.systems.garden.rules.results import SUCCEED_AT_COST
from app.systems.garden.sheet.helpless import is_out_of_action


class Tactics(tactics.Tactics):
    """Policies of Autonomous Garden; the helpless and the bedridden are out."""

    ahead = True
    spending: Mapping[str, str] = {SUCCEED_AT_COST: "accept"}

    def stake(self, scene: AnyScene, who: str, procedure: str) -> Values:
        """Accept a tie at a cost (G12)."""
        return {"offer_cost": True} if procedure == "garden.attack" else {}

    def cost(self, outcome: Outcome) -> Iterator[tuple[str, int]]:
        yield "Successes at a cost", int(bool(outcome.values.get("cost")))

    def out(self, combatant: Anybody) -> bool:
        return down(combatant) or is_out_of_action(combatant.sheet)

    def still_acts(self, combatant: Anybody) -> bool:
        """Tell whether a combatant felled by one of the same place still acts (G54)."""
        turn = combatant.turn
        return bool(turn.declared and not turn.acted and turn.together is not None)

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        return attacks(scene, who)

    def worth(self, scene: AnyScene, who: str, attack: Rollable) -> float:
        """Rate an attack by the dice of its skill and attribute, times its DV (G57, G79)."""
        inputs = attack.inputs
        dice = 1 + inputs.get("attacker_skill", 0) + max(0, inputs.get("attacker_attribute", 0)) / 2
        return float(dice * inputs.get("dv", 1))

    def again(self, scene: AnyScene, who: str) -> bool:
        """Tell whether a declared major action is left (G62)."""
        turn = scene.combatants[who].turn
        return bool(turn.used_major < turn.declared_major)

    def guard(self, scene: AnyScene, who: str) -> str:
        """Return full defence, once for the whole round (G61, G62)."""
        return "" if scene.combatants[who].turn.full_defense else "declare defence"
