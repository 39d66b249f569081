"""What a copy of a campaign does not tell: a player's device holds what its player may see.

The places, times and turns of such a copy are those of the whole campaign, so that undo and redo
mean the same in both; what an entry changed is what is seen of it, which is often nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.facts.base import Fact, Long
from app.campaign.facts.undo import Redone, Undone


@dataclass(frozen=True)
class Veiled(Fact):
    """Something happened that is not for the eyes of whoever has this copy.

    said: what they are told of it all the same, in words; empty for nothing.
    """

    said: Long = ""


@dataclass(frozen=True)
class UndoneVeiled(Undone):
    """An entry was taken back of which this copy did not hold all."""


@dataclass(frozen=True)
class RedoneVeiled(Redone):
    """An entry of which this copy does not hold all holds again."""
