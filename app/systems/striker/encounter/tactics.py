"""How whoever fights by a plain policy acts in Striker, when a fight is forecast."""

from __future__ import annotations

from app.core.encounters import tactics
from app.core.encounters.actions import Action
from app.core.encounters.tactics import AnyScene


class Tactics(tactics.Tactics):
    """Out is whoever has no hit points left (S14); what that means further the table decides."""

    note = "Whoever is at 0 hit points is out of the fight (S14); consequences are passed over."

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        """Attacks that take effect at once."""
        return [each for each in super().attacks(scene, who) if each.roll is not None]

    def worth(self, scene: AnyScene, who: str, attack: Action) -> float:
        """The faces of its weapon's dice in all (S9)."""
        if attack.roll is None:
            return 0
        told = attack.roll.inputs
        return float(told.get("weapon_dice", 0) * (told.get("weapon_die", 0) + 1))
