"""The entries of the journal before the newest hundred: read from the store when asked for."""

from __future__ import annotations

from app.browser.storage.store import Store
from app.campaign.entries import Entry
from app.campaign.journal import Journal, Page, reaching_back


class Older:
    """How far back the journal of a campaign is shown."""

    def __init__(self) -> None:
        self._campaign = ""
        self._entries: tuple[Entry, ...] = ()  # all that are shown, once more were asked for
        self._ended = False  # is nothing before these?

    def page(self, journal: Journal) -> Page:
        """All entries that are shown: those at hand, and before them what was asked for."""
        if journal.campaign != self._campaign:
            self._campaign, self._entries, self._ended = journal.campaign, (), False
        shown = reaching_back(journal, self._entries)
        if self._entries:  # those at hand move on, and leave no gap behind them
            self._entries = shown.entries
        return shown

    def has_more(self, shown: Page) -> bool:
        """May there be entries before these?"""
        return bool(shown.entries) and shown.entries[0].n > 1 and not self._ended

    async def read(self, store: Store, journal: Journal) -> None:
        """Show some more."""
        shown = self.page(journal)
        found = await store.older(journal, shown)
        if journal.campaign == self._campaign:
            self._ended = not found.entries
            self._entries = (*found.entries, *shown.entries)
