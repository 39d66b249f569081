"""What somebody looks for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchTyped:
    """This stands in the field of the search now."""

    text: str


@dataclass(frozen=True)
class ShelfSeen:
    """What the store tells the search of all campaigns: id, name and game's id of each."""

    campaigns: tuple[tuple[str, str, str], ...]


SearchMessage = SearchTyped | ShelfSeen
