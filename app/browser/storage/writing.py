"""Changes of journals, applied and stored in turn.

Each turn begins with the newest journal and is stored completely or not at all before the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.browser.storage.checksummed_rows import Heard
from app.browser.storage.databases import Database, Delete, DeleteAll, Overtaken, Put, Step
from app.browser.storage.journals import Journals
from app.campaign.facts import Started
from app.campaign.facts.base import Fact
from app.campaign.files.rows import entry_row, line_of, snapshot_row
from app.campaign.journal.actions import Happening, append_actions
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.journal.journal import (
    AT_HAND,
    SNAPSHOT_EVERY,
    CannotUndo,
    Journal,
    append,
    append_entry,
    redo,
    undo,
)
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import EMPTY, CampaignState, Games
from app.core.procedures.inputs import Values

#: Snapshots per campaign: the last one and some to fall back on.
SNAPSHOTS = 3


class WrittenJournals(Journals):
    """The journals of all campaigns and their changes; `games` gives the rules of steps."""

    def __init__(self, database: Database, games: Games, heard: Heard | None = None) -> None:
        super().__init__(database, heard)
        self.games = games
        self._turn = asyncio.Lock()

    # --- campaigns ---

    def begin(self, game: str, name: str = "") -> Journal:
        """Return a new campaign, stored together with its first entry."""
        return Journal(self.new_id(), {**EMPTY, "game": game, "name": name})

    async def current(self, game: str) -> Journal:
        """Return the last used campaign of a game, or a new one."""
        for line in await self.campaigns():
            if line.game == game:
                return await self.load(line.id)
        return self.begin(game)

    async def remove(self, id: str) -> None:
        """Delete a campaign with all its entries."""
        gone: list[Step] = [
            DeleteAll("entries", id),
            DeleteAll("snapshots", id),
            Delete("campaigns", id),
        ]
        async with self._turn:
            await self.write(gone)
            self._invalidate(id)

    # --- changes ---

    async def happen(
        self, journal: Journal, makes: Callable[[CampaignState], Sequence[Happening]]
    ) -> Journal:
        """Store the actions of `makes` and return the journal after them.

        makes: called with the newest state when all earlier changes are stored; returns at
            most 50 actions. Nothing is stored if it returns none.
        """

        def happen(now: Journal) -> Journal | None:
            actions = makes(now.state)
            return self._after(now, actions) if actions else None

        return await self.advance(journal, happen)

    def _after(self, now: Journal, actions: Sequence[Happening]) -> Journal:
        """Return the journal after these actions."""
        assert len(actions) <= AT_HAND // 2
        return append_actions(now, actions, self.stamp, self.games)

    async def append(self, journal: Journal, *facts: Fact) -> Journal:
        """Store facts, at most 50, and return the journal after them.

        A new campaign is stored even without facts.
        """
        return await self.advance(journal, lambda now: self._after(now, facts))

    async def step(self, journal: Journal, step: str, inputs: Values, *before: Fact) -> Journal:
        """Store an encounter step (`begin`, `end` or a transition) and return the journal.

        before: facts stored together with the step.
        """
        actions: list[Happening] = [*before, EncounterStep(step, inputs)]
        return await self.advance(journal, lambda now: self._after(now, actions))

    async def undo(
        self, journal: Journal, n: int | None = None, stamp: Stamp | None = None
    ) -> Journal:
        """Undo the last undoable entry, or entry `n`, and return the journal.

        stamp: of the undo entry, if another device requested it.
        """
        async with self._turn:
            now = await self._newest(journal)
            index = n or now.undoable
            entry = await self._entry(now, index)
            if entry is None and index and index == now.undoable:
                raise CannotUndo("the last entry is damaged and cannot be undone")
            later: tuple[Entry, ...] = ()
            if entry is not None and index and index != now.top:
                later = (await self._page(now, index + 1, now.n, now.top)).entries
            return await self._store(now, undo(now, entry, stamp or self.stamp(), later))

    async def redo(self, journal: Journal) -> Journal:
        """Redo the last undone entry and return the journal."""
        async with self._turn:
            now = await self._newest(journal)
            entry = await self._entry(now, now.redoable)
            return await self._store(now, redo(now, entry, self.stamp()))

    async def advance(
        self, journal: Journal, happen: Callable[[Journal], Journal | None]
    ) -> Journal:
        """Store the journal that `happen` returns; None changes nothing.

        happen: called when all earlier changes are stored; adds at most 50 entries.
        """
        async with self._turn:
            start = begun = now = await self._newest(journal)
            if now.n == 0:
                start = Journal(now.campaign)
                fact = Started(now.state.game, now.state.name)
                begun = append(start, fact, self.stamp(), self.games)
            after = happen(begun)
            return now if after is None else await self._store(start, after)

    # --- entries of other devices ---

    async def follow(self, journal: Journal, entries: Sequence[Entry]) -> Journal:
        """Store new entries from another device and return the journal.

        They may reach the disk later, as their device resends them. Raise LostPlace or
        IndexError and store nothing if they do not continue the journal.
        """

        def follow(now: Journal) -> Journal:
            for entry in entries:
                if entry.n == now.n + 1:
                    now = append_entry(now, entry)
            return now

        async with self._turn:
            now = await self._newest(journal)
            after = follow(now)
            return await self._store(now, after, strict=False) if after.n > now.n else now

    async def adopt(self, journal: Journal) -> Journal:
        """Replace a campaign by the journal of another device."""
        steps: list[Step] = [DeleteAll(part, journal.campaign) for part in ("entries", "snapshots")]
        for entry in journal.entries:
            steps.append(Put("entries", entry_row(journal.campaign, entry)))
            if entry.n % 100 == 0:  # a turn for the page
                await asyncio.sleep(0)
        steps.append(Put("campaigns", line_of(journal).row()))
        steps.append(Put("snapshots", snapshot_row(journal)))
        async with self._turn:
            await self.write(steps)
            self._open[journal.campaign] = replace(journal, entries=journal.entries[-AT_HAND:])
            return self._open[journal.campaign]

    # --- writing ---

    async def write_over(self, steps: list[Step]) -> None:
        """Apply a transaction that may replace campaigns, then drop them from the cache."""
        async with self._turn:
            try:
                await self.write(steps)
            finally:
                self._invalidate(*self._open)

    async def _store(self, before: Journal, after: Journal, strict: bool = True) -> Journal:
        """Write the new entries in one transaction; a new snapshot is always written strictly."""
        new = [entry for entry in after.entries if entry.n > before.n]
        steps: list[Step] = [
            Put("entries", entry_row(after.campaign, entry), new=True) for entry in new
        ]
        steps.append(Put("campaigns", line_of(after).row()))
        if after.n // SNAPSHOT_EVERY > before.n // SNAPSHOT_EVERY:
            strict = True
            steps.append(Put("snapshots", snapshot_row(after)))
            indexes = await self.database.places("snapshots", after.campaign)
            steps += [
                Delete("snapshots", (after.campaign, index)) for index in indexes[: 1 - SNAPSHOTS]
            ]
        try:
            await self.write(steps, strict)
        except Overtaken:
            self._invalidate(after.campaign)
            raise
        self._open[after.campaign] = after
        return after
