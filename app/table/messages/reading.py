"""What somebody wants to see of the chances."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChartTurned:
    """Charts are to be shown another way: exactly, at-least, at-most."""

    way: str


@dataclass(frozen=True)
class ChartNumbersTapped:
    """The tables of the charts are to be seen, or (again) only heard."""


ChartMessage = ChartTurned | ChartNumbersTapped
ReadingMessage = ChartMessage
