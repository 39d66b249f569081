"""Journals in the database: loading, with recovery from damage, and caching.

A loaded journal is cached while no other tab may have changed it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from app.browser.storage.checksummed_rows import ChecksummedRows, Heard
from app.browser.storage.databases import Database, NoCampaign, Put
from app.campaign.files.rows import (
    CampaignLine,
    StoredRow,
    entry_in,
    entry_row,
    journal_in,
    line_in,
    line_of,
    rebuilt,
    snapshot_row,
)
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import AT_HAND, Journal, Page, append_entry, page
from app.campaign.state.changes import LostPlace
from app.campaign.state.values import NotPlain

#: Higher than any index of an entry.
END = 10**9

#: Entries read or written in one go.
AT_ONCE = 200


class Journals(ChecksummedRows):
    """The journals of all campaigns, cached once loaded."""

    def __init__(self, database: Database, heard: Heard | None = None) -> None:
        super().__init__(database, heard)
        self._open: dict[str, Journal] = {}
        # Counts the invalidations of the cache.
        self._changed = 0

    async def campaigns(self) -> tuple[CampaignLine, ...]:
        """Return all campaigns, the last used first; lost lines are rebuilt from entries."""
        lines: dict[str, CampaignLine] = {}
        for row in await self.database.rows("campaigns"):
            line = await self.read("campaigns", row, line_in)
            if line is not None:
                lines[line.id] = line
        for id in await self.database.owners("entries"):
            if id not in lines:
                with suppress(NoCampaign):  # the rows are not ours
                    lines[id] = line_of(await self.load(id))
        return tuple(sorted(lines.values(), key=lambda line: (line.at, line.id), reverse=True))

    async def load(self, id: str) -> Journal:
        """Load a campaign's journal: the last sound snapshot and the entries around it."""
        while id not in self._open:
            changed = self._changed
            journal = await self._load(id)
            # A write during loading may be missing: load again.
            if self._changed == changed:
                self._open.setdefault(id, journal)
        return self._open[id]

    async def _load(self, id: str) -> Journal:
        start = None
        for index in reversed(await self.database.places("snapshots", id)):
            row = await self.database.get("snapshots", (id, index))
            start = await self.read("snapshots", row, journal_in) if row else None
            if start is not None:
                break
        first = max(1, start.n - AT_HAND // 2 + 1) if start else 1
        rows = await self.database.run("entries", id, first, END)
        line_row = await self.database.get("campaigns", id)
        line = await self.read("campaigns", line_row, line_in) if line_row else None
        if start is None and line is None and not rows:
            raise NoCampaign(id)
        result = rebuilt(id, start, rows, line, await self.gaps(id))
        for damage in result.damages:
            await self.put_aside(damage)
        return result.journal

    async def gaps(self, id: str) -> list[int]:
        """Return the indexes at which known gaps of this campaign begin."""
        aside = [str(row.key).split(" ") for row in await self.database.rows("set_aside")]
        indexes = [key[2] for key in aside if len(key) == 3 and key[:2] == ["entries", id]]
        return [int(index) for index in indexes if index.isdecimal()]

    async def older(self, journal: Journal, after: Page | None = None, count: int = 50) -> Page:
        """Return the page of entries before `after`, or before the cached entries."""
        newer = after or journal.page
        end = newer.entries[0].n - 1 if newer.entries else journal.n
        return await self._page(journal, max(1, end - count + 1), end, newer.older)

    async def entries(self, journal: Journal, after: int) -> list[Entry]:
        """Return the entries after an index; damaged ones are left out."""
        if journal.entries and journal.entries[0].n <= after + 1:
            return [entry for entry in journal.entries if entry.n > after]
        return await self._run(journal.campaign, after + 1, journal.n)

    async def _page(self, journal: Journal, first: int, last: int, top: int) -> Page:
        return page(await self._run(journal.campaign, first, last), top, journal.holes)

    async def _run(self, campaign: str, first: int, last: int) -> list[Entry]:
        entries = []
        for row in await self.database.run("entries", campaign, first, last):
            entry = await self.read("entries", row, entry_in)
            if entry is not None:
                entries.append(entry)
        return entries

    async def _newest(self, journal: Journal) -> Journal:
        """Return the current journal, whichever one the page shows."""
        if journal.n and journal.campaign not in self._open:
            return await self.load(journal.campaign)
        return self._open.get(journal.campaign, journal)

    async def _entry(self, journal: Journal, index: int | None) -> Entry | None:
        if index is None:
            return None
        cached = journal.entry(index)
        if cached is not None:
            return cached
        row = await self.database.get("entries", (journal.campaign, index))
        return await self.read("entries", row, entry_in) if row else None

    def in_memory(self) -> list[Put]:
        puts = super().in_memory()
        for id, journal in self._open.items():
            if journal.n:
                puts += [Put("entries", entry_row(id, entry)) for entry in journal.entries]
                puts.append(Put("campaigns", line_of(journal).row()))
                puts.append(Put("snapshots", snapshot_row(journal)))
        return puts

    # --- changes by other tabs ---

    def _invalidate(self, *campaigns: str) -> None:
        """Drop these journals from the cache."""
        self._changed += 1
        for id in campaigns:
            self._open.pop(id, None)

    def _on_role(self, is_writer: bool) -> None:
        self._invalidate(*self._open)  # the other tab may have written without a message
        super()._on_role(is_writer)

    def _on_row(self, store: str, key: Any, text: str | None, sum: str) -> None:
        super()._on_row(store, key, text, sum)
        if store != "entries":
            return
        campaign = key if isinstance(key, str) else key[0]
        known = self._open.get(campaign)
        # An empty id: everything was replaced, maybe by other campaigns.
        changed = (campaign,) if campaign else (*self._open, campaign)
        self._invalidate(*changed)
        if known is not None and text is not None and key == [campaign, known.n + 1]:
            with suppress(NotPlain, LostPlace, IndexError):  # otherwise it is loaded again
                self._open[campaign] = append_entry(
                    known, entry_in(StoredRow(tuple(key), text, sum))
                )
        for id in changed:
            self.heard.change(id)
