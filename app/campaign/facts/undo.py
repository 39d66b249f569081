"""Undo and redo: what was taken back, and what holds again."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.facts.base import ID, Fact, told
from app.campaign.shapes import Integer


@told("undone", of=ID, place=Integer(1), below=Integer(0))
@dataclass(frozen=True)
class Undone(Fact):
    """An entry was taken back. place, below: where it stood, and on which entry it lay."""

    of: str
    place: int
    below: int


@told("redone", of=ID, place=Integer(1))
@dataclass(frozen=True)
class Redone(Fact):
    """An entry that was taken back holds again."""

    of: str
    place: int
