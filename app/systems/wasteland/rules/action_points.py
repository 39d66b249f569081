"""Action Points at hand: a side's pool and the surplus of a test (W1.6, W1.14)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, add

#: The group's pool holds no more (W1.6).
GROUP_POOL = 6


@dataclass(frozen=True)
class AtHand:
    """The AP that a side can spend."""

    #: `players` or `gm` (W1.14).
    side: str
    #: AP in the side's pool.
    pool: int
    #: AP beyond the group's six, until the turn ends; the GM's pool has no maximum.
    surplus: int = 0

    def check(self) -> None:
        """Raise BadInput for a pool above its limit (W1.6)."""
        if self.side == "players" and self.pool > GROUP_POOL:
            raise BadInput(
                "ap_pool", f"ap_pool is {self.pool}; the group’s pool holds at most {GROUP_POOL}"
            )
        if self.side == "gm" and self.surplus:
            raise BadInput(
                "surplus_ap",
                f"surplus_ap is {self.surplus}; the GM’s pool has no maximum: give 0",
            )

    @property
    def total(self) -> int:
        return self.pool + self.surplus

    @property
    def description(self) -> str:
        """Describe the AP at hand, for the message that they are too few."""
        beyond = f" and {self.surplus} beyond it" if self.surplus else ""
        return f"the pool has {self.pool}{beyond}"

    def paid(self, price: int) -> AtHand:
        """Take a price from the surplus first, then from the pool (W1.6)."""
        first = min(price, self.surplus)
        return replace(self, pool=self.pool - (price - first), surplus=self.surplus - first)

    def with_earned(self, earned: int) -> AtHand:
        """Add earned AP: to the group's pool up to six, the rest to the surplus (W1.6)."""
        if self.side == "gm":
            return replace(self, pool=self.pool + earned)
        fills = min(earned, max(0, GROUP_POOL - self.pool))
        return replace(self, pool=self.pool + fills, surplus=self.surplus + earned - fills)

    def changes(self, after: AtHand) -> tuple[Effect, ...]:
        """Return the effects that take pool and surplus from here to there."""
        pool = "gm_ap" if self.side == "gm" else "group_ap"
        changed = {pool: after.pool - self.pool, "surplus_ap": after.surplus - self.surplus}
        return tuple(add(field, change) for field, change in changed.items() if change)
