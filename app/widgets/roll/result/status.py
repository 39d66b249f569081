"""The status of a finished play: which effects were applied, and whether it still counts.

A new outcome supersedes the old one: unapplied effects of the old one lapse, and applied ones can
be reverted. Paid prices stay paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.core.procedures.outcomes import TIME, Effect


@dataclass(frozen=True)
class Back:
    """An applied effect of a superseded outcome, in words. n: its entry's number."""

    n: int
    words: str


@dataclass(frozen=True)
class PlayStatus:
    """The status of a play in the journal."""

    #: Its id, empty if it is not stored.
    entry: str = ""
    #: Indexes of the applied effects.
    applied: frozenset[int] = frozenset()
    #: Whether no later outcome superseded or cancelled it.
    counts: bool = True
    #: Fields of the actor that paid for it.
    paid: frozenset[str] = frozenset()
    #: Effects that can be reverted, of this outcome or earlier ones.
    back: tuple[Back, ...] = ()
    #: Whether it settled a due roll, so that its time had passed already.
    was_due: bool = False

    def falls_away(self, index: int, effect: Effect) -> bool:
        """Tell whether this effect is no longer proposed."""
        if self.was_due and effect.who == TIME:
            return True
        return not self.counts and index not in self.applied and not is_paid(effect, self.paid)


UNKEPT = PlayStatus()


def is_paid(effect: Effect, paid: Iterable[str]) -> bool:
    """Tell whether an effect is the price of a roll, which is never reverted."""
    return effect.who == "self" and effect.field in paid
