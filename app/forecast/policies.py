"""How a side fights: plain policies with names.

Whom they attack: `nearest`, who stands opposite in the order of their sides, and on to the next;
`weakest`, who has least left; `strongest`, who has most left. With what: the attack that the
game's tactics hold for the best (`Tactics.worth`), of several alike the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.encounters.tactics import AnyScene, Tactics

#: Whom a policy attacks, in words.
ATTACKS = {
    "nearest": "Everybody attacks whoever stands opposite, and then the next.",
    "weakest": "Everybody attacks whoever has least left.",
    "strongest": "Everybody attacks whoever has most left.",
}


@dataclass(frozen=True)
class Policy:
    """attack: one of ATTACKS. defend: whoever has half or less left defends in every other round,
    where the game has such an action. spend: points are spent where that turns a failure into a
    success.
    """

    attack: str = "nearest"
    defend: bool = False
    spend: bool = False

    def target(
        self, tactics: Tactics, scene: AnyScene, foes: Sequence[str], place: int
    ) -> list[str]:
        """Whom somebody attacks, in order of preference. place: among those of the own side."""
        if self.attack == "nearest":
            first = place % len(foes)
            return [*foes[first:], *foes[:first]]
        left = {id: tactics.left(scene.combatants[id]) for id in foes}
        return sorted(foes, key=left.__getitem__, reverse=self.attack == "strongest")
