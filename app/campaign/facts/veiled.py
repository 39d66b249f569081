"""Facts that stand in a player's copy for entries the player may not see.

Numbers, times and undo order of such a copy are those of the whole campaign, so that undo and redo
mean the same in both; the changes of an entry are its visible ones, often none.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.facts.base import Fact
from app.campaign.facts.undo import Redone, Undone


@dataclass(frozen=True)
class Veiled(Fact):
    """An entry that is hidden from the owner of this copy.

    said: a description that is revealed all the same; empty for none.
    """

    said: str = ""


@dataclass(frozen=True)
class UndoneVeiled(Undone):
    """An entry was undone that this copy does not hold completely."""


@dataclass(frozen=True)
class RedoneVeiled(Redone):
    """An entry was restored that this copy does not hold completely."""
