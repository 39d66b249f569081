"""How whoever fights by a plain policy acts in Prism, when a fight is forecast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.encounters import tactics
from app.core.encounters.actions import Action
from app.core.encounters.tactics import Anybody, AnyScene, Step
from app.core.procedures.outcomes import Outcome
from app.core.sheets import Rollable
from app.systems.prism.encounter.state import BLEEDING_STEP, down

#: What stands for the printed attack tables (P43): from so high a total on it hurts, so much of the
#: rest is an HP, and no total counts for more than this.
HURTS_ABOVE, TOTAL_PER_HP, HIGHEST = 60, 3, 150


#: What a roll becomes for one plot point at best (P57).
BEST_CHANGE = 95

#: What an attack comes to: as it was rolled, or changed by a plot point (P70).
ATTACKS = ("prism.attack", "prism.plot_change_roll")


def hits(total: int) -> int:
    """HP that an attack total takes here, in place of the printed tables (P43)."""
    return max(0, min(total, HIGHEST) - HURTS_ABOVE) // TOTAL_PER_HP


class Tactics(tactics.Tactics):
    """Out is whoever has lost all HP (P21)."""

    note = (
        "The attack tables are printed ones (P43). Here an attack takes a third of what its total "
        "is above 60, at most 30 HP, and no criticals."
    )

    def out(self, combatant: Anybody) -> bool:
        return down(combatant)

    def worth(self, scene: AnyScene, who: str, attack: Action) -> float:
        """Its OB (P44)."""
        return float(attack.roll.inputs.get("ob", 0)) if attack.roll is not None else 0

    def instead(
        self, procedure: str, outcome: Outcome, offered: Rollable
    ) -> Mapping[str, Any] | None:
        """An attack that hurts nobody becomes the best one that a single plot point makes (P57)."""
        changes = procedure == "prism.attack" and offered.procedure == "prism.plot_change_roll"
        hurts = outcome.grade == "attack-total" and hits(int(outcome.values["total"]))
        best = int(offered.inputs.get("base", 0)) + BEST_CHANGE
        return {"new_value": BEST_CHANGE} if changes and not hurts and hits(best) else None

    def after(
        self,
        scene: AnyScene,
        procedure: str,
        inputs: Mapping[str, Any],
        outcome: Outcome,
        cast: Mapping[str, str],
    ) -> tuple[Step, ...]:
        """What is read off the attack table is taken off the target's HP."""
        struck = cast.get("target", "")
        if procedure not in ATTACKS or outcome.grade != "attack-total" or not struck:
            return ()
        lost = hits(int(outcome.values["total"]))
        return (Step("wound", {"who": struck, "lost": lost}),) if lost else ()

    def round(self, scene: AnyScene) -> int:
        """15 phases are as long as a round of the list (P22, P46)."""
        return int(scene.now.round + scene.now.phase // BLEEDING_STEP)

    def purse(self, combatant: Anybody) -> Iterator[tuple[str, int]]:
        yield "Plot points", int(combatant.sheet["plot_points"])
