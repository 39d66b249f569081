"""The plain policies of combatants in Prism, for forecasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.core.encounters import tactics
from app.core.encounters.scenes import AnyScene
from app.core.encounters.tactics import Anybody, PlannedStep
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.prism.encounter.state import BLEEDING_STEP, down

#: A replacement of the printed attack tables (P43): the total above which an attack hurts, the
#: points above it for one HP, and the highest total that counts.
HURTS_ABOVE, TOTAL_PER_HP, HIGHEST = 60, 3, 150


#: The best roll that one plot point buys (P57).
BEST_CHANGE = 95

#: The procedures that give an attack's total: the roll, or its change by a plot point (P70).
ATTACKS = ("prism.attack", "prism.plot_change_roll")


def hits(total: int) -> int:
    """Return the HP that an attack total costs here, in place of the printed tables (P43)."""
    return max(0, min(total, HIGHEST) - HURTS_ABOVE) // TOTAL_PER_HP


class Tactics(tactics.Tactics):
    """The tactics: a combatant is out without HP (P21)."""

    note = (
        "The attack tables are printed ones (P43). Here an attack takes a third of what its total "
        "is above 60, at most 30 HP, and no criticals."
    )
    out = staticmethod(down)

    def worth(self, scene: AnyScene, who: str, attack: Rollable) -> float:
        """Return the attack's OB (P44)."""
        return float(attack.inputs.get("ob", 0))

    def instead(self, procedure: str, outcome: Outcome, offered: Rollable) -> Values | None:
        """Change a harmless attack to the best one that a single plot point buys (P57)."""
        changes = procedure == "prism.attack" and offered.procedure == "prism.plot_change_roll"
        hurts = outcome.grade == "attack-total" and hits(int(outcome.values["total"]))
        best = int(offered.inputs.get("base", 0)) + BEST_CHANGE
        return {"new_value": BEST_CHANGE} if changes and not hurts and hits(best) else None

    def after(
        self,
        scene: AnyScene,
        procedure: str,
        inputs: Values,
        outcome: Outcome,
        cast: Mapping[str, str],
    ) -> tuple[PlannedStep, ...]:
        """Take the hits of the attack table off the target's HP."""
        target_id = cast.get("target", "")
        if procedure not in ATTACKS or outcome.grade != "attack-total" or not target_id:
            return ()
        lost = hits(int(outcome.values["total"]))
        return (PlannedStep("wound", {"who": target_id, "lost": lost}),) if lost else ()

    def round(self, scene: AnyScene) -> int:
        """Count 15 phases as one round of the list (P22, P46)."""
        return int(scene.now.round + scene.now.phase // BLEEDING_STEP)

    def resources(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        yield "Plot points", int(combatant.sheet["plot_points"])
