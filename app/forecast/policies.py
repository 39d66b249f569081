"""The ways in which a side fights: plain policies with names.

Targets: `nearest`, the foe opposite in the order of the sides, and on to the next; `weakest`, the
one with least health left; `strongest`, the one with most. Weapon: the attack that the game's
tactics consider best (`Tactics.worth`), of several equal ones the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.encounters.scenes import AnyScene
from app.core.encounters.tactics import Tactics

#: The targets of a policy, in words.
ATTACKS = {
    "nearest": "Attack the nearest foe first.",
    "weakest": "Attack the foe with the least HP first.",
    "strongest": "Attack the foe with the most HP first.",
}


@dataclass(frozen=True)
class Policy:
    """The policy of a side."""

    #: One of ATTACKS.
    attack: str = "nearest"
    #: Whether a combatant at half health or less defends in every other round, if possible.
    defend: bool = False
    #: Whether points are spent where that turns a failure into a success.
    spend: bool = False

    def target(
        self, tactics: Tactics, scene: AnyScene, foes: Sequence[str], place: int
    ) -> list[str]:
        """Return the targets in order of preference. place: the attacker's index on its side."""
        if self.attack == "nearest":
            first = place % len(foes)
            return [*foes[first:], *foes[:first]]
        health_left = {id: tactics.left(scene.combatants[id]) for id in foes}
        return sorted(foes, key=health_left.__getitem__, reverse=self.attack == "strongest")
