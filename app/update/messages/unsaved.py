"""The answer of the store about a roll that it could not keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.update.commands import StoreEntries


@dataclass(frozen=True)
class RollUnsaved:
    """A finished play could not be stored."""

    #: The command that would store it.
    keep: StoreEntries
    #: The reason, as a key.
    why: str
