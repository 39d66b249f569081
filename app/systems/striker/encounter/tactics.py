"""The plain policies of combatants in Striker, for forecasts."""

from __future__ import annotations

from app.core.encounters import tactics
from app.core.encounters.actions import Action
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.sheets import Rollable
from app.systems.striker.notation.dialects import read_line


def _imposes(text: str) -> bool:
    """Tell whether a line's effect waits for a save of the target (S41)."""
    try:
        return read_line(text).imposed is not None
    except BadInput:
        return False


class Tactics(tactics.Tactics):
    """The tactics: a combatant is out at 0 hit points (S14); the table decides the rest."""

    note = "Whoever is at 0 hit points is out of the fight (S14); consequences are passed over."

    def attacks(self, scene: AnyScene, who: str) -> list[Action]:
        """Return the attacks that take effect at once: no longer work, and no imposed save."""
        return [
            action
            for action in super().attacks(scene, who)
            if action.roll is not None and not _imposes(str(action.roll.inputs.get("text", "")))
        ]

    def worth(self, scene: AnyScene, who: str, attack: Rollable) -> float:
        """Return the faces of the weapon's dice in all (S9)."""
        inputs = attack.inputs
        return float(inputs.get("weapon_dice", 0) * (inputs.get("weapon_die", 0) + 1))
