"""User actions in the search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchTyped:
    """A text typed into the search."""

    text: str


@dataclass(frozen=True)
class CampaignsListed:
    """All campaigns in the store, for the search."""

    #: Id, name and game id of each campaign.
    campaigns: tuple[tuple[str, str, str], ...]


SearchMessage = SearchTyped | CampaignsListed
