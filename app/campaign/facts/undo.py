"""Facts of undo and redo; the journal reverses the changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from app.campaign.facts.base import Fact
from app.campaign.files.shapes import Integer
from app.campaign.state.document import Id


@dataclass(frozen=True)
class Undone(Fact):
    """An entry was undone.

    place: its number. below: the number of the entry that undo reached after it.
    """

    of: Id
    place: Annotated[int, Integer(1)]
    below: Annotated[int, Integer(0)]


@dataclass(frozen=True)
class Redone(Fact):
    """An undone entry was restored."""

    of: Id
    place: Annotated[int, Integer(1)]
