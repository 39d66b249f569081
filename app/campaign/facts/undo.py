"""Undo and redo: what was taken back, and what holds again; the journal turns the changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.campaign.facts.base import Fact, Id
from app.campaign.files.shapes import Integer


@dataclass(frozen=True)
class Undone(Fact):
    """An entry was taken back. place, below: where it stood, and on which entry it lay."""

    of: Id
    place: Annotated[int, Integer(1)]
    below: Annotated[int, Integer(0)]


@dataclass(frozen=True)
class Redone(Fact):
    """An entry that was taken back holds again."""

    of: Id
    place: Annotated[int, Integer(1)]
