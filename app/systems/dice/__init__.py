"""Dice alone, for players of none of the games: no rules, no sheets, no fights.

It is registered like a game, so that its rolls have a journal, but not listed as one.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from app.core.dice.tray import tray
from app.core.games import Game
from app.core.procedures.procedure import Procedure


class Bare(Game):
    """A game of dice alone."""

    @cached_property
    def tray(self) -> Procedure:
        return tray("dice.roll")


GAME = Bare(
    id="dice",
    title="Dice",
    tagline="Roll any dice formula.",
    source="",
    folder=Path(__file__).parent,
    chapters=(),
)
