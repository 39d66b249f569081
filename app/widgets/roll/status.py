"""Where a finished play stands: what of it was applied, and whether it counts at all any more.

The new outcome takes the place of the old one: what that proposed and nobody applied falls away,
and what was applied can be taken back. What was paid stays paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.procedures.outcomes import TIME, Effect


@dataclass(frozen=True)
class Back:
    """Something applied of an outcome that counts no more, in words. n: its entry's place."""

    n: int
    words: str


@dataclass(frozen=True)
class Standing:
    """A finished play in the journal.

    entry: its id, empty if it is not kept. applied: places of effects that were applied.
    counts: no later outcome has taken its place or called it off. paid: the fields of whoever
    rolled from which it was paid for. back: what may be taken back, of this one or of those before.
    was_due: it settled something due, so that the time it took had passed by then.
    """

    entry: str = ""
    applied: frozenset[int] = frozenset()
    counts: bool = True
    paid: frozenset[str] = frozenset()
    back: tuple[Back, ...] = ()
    was_due: bool = False

    def falls_away(self, place: int, effect: Effect) -> bool:
        """Is this effect proposed no longer?"""
        if self.was_due and effect.who == TIME:
            return True
        return not self.counts and place not in self.applied and not is_paid(effect, self.paid)


UNKEPT = Standing()


def is_paid(effect: Effect, paid: Iterable[str]) -> bool:
    """Is this the price of a roll, which stays spent whatever becomes of it?"""
    return effect.who == "self" and effect.field in paid
