"""The journals as they are written: what happens comes into them, and onto the disk, in turn.

Each turn begins with the newest journal, and what it made is stored before the next begins: all
of it or nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.browser.storage.checksummed_rows import Heard
from app.browser.storage.databases import Database, Delete, DeleteAll, Overtaken, Put, Step
from app.browser.storage.journals import Journals
from app.campaign.facts import Started
from app.campaign.facts.base import Fact
from app.campaign.files.rows import entry_row, line_of, snapshot_row
from app.campaign.journal.actions import Happening, happened
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.journal.journal import (
    AT_HAND,
    SNAPSHOT_EVERY,
    CannotUndo,
    Journal,
    append,
    followed,
    redo,
    undo,
)
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import EMPTY, CampaignState, Games

#: How many snapshots a campaign keeps: the last, and some to fall back on.
SNAPSHOTS = 3


class WrittenJournals(Journals):
    """Every campaign's journal, and what becomes of it. games: by whose rules steps are taken."""

    def __init__(
        self, database: Database, games: Games, by: str = "", heard: Heard | None = None
    ) -> None:
        super().__init__(database, by, heard)
        self.games = games
        self._turn = asyncio.Lock()

    # --- campaigns ---

    def begin(self, game: str, name: str = "") -> Journal:
        """A fresh campaign; it is stored together with its first entry."""
        return Journal(self.new_id(), {**EMPTY, "game": game, "name": name})

    async def current(self, game: str) -> Journal:
        """The campaign of this game that was used last, or a fresh one."""
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
            self._anew(id)

    # --- what happens ---

    async def happen(
        self, journal: Journal, makes: Callable[[CampaignState], Sequence[Happening]]
    ) -> Journal:
        """The journal after what comes of the state as it is by then, stored; all of it or none.

        makes: called with the newest state, once all that was asked for before is stored. At most
            50 at once; where nothing comes of it nothing is stored.
        """

        def happen(now: Journal) -> Journal | None:
            made = makes(now.state)
            return self._after(now, made) if made else None

        return await self.advance(journal, happen)

    def _after(self, now: Journal, made: Sequence[Happening]) -> Journal:
        """The journal after these, one after another."""
        assert len(made) <= AT_HAND // 2
        return happened(now, made, self.stamp, self.games)

    async def append(self, journal: Journal, *facts: Fact) -> Journal:
        """The journal after these facts, stored; all of them or none. At most 50 at once.

        A fresh campaign is stored without any as well: then it has begun, and that is all.
        """
        return await self.advance(journal, lambda now: self._after(now, facts))

    async def step(
        self, journal: Journal, step: str, inputs: Mapping[str, Any], *before: Fact
    ) -> Journal:
        """The journal after a step of the encounter: `begin`, `end` or one of its transitions.

        before: what is agreed with it, stored together with it.
        """
        made: list[Happening] = [*before, EncounterStep(step, inputs)]
        return await self.advance(journal, lambda now: self._after(now, made))

    async def undo(
        self, journal: Journal, n: int | None = None, stamp: Stamp | None = None
    ) -> Journal:
        """The journal with its last entry that holds taken back, or that of the place n.

        stamp: of the entry that does so, where somebody else means it.
        """
        async with self._turn:
            now = await self._newest(journal)
            place = n or now.undoable
            entry = await self._entry(now, place)
            if entry is None and place and place == now.undoable:
                raise CannotUndo(f"entry {place} was damaged; what it did cannot be taken back")
            later: tuple[Entry, ...] = ()
            if place and place != now.top:
                later = (await self._page(now, place + 1, now.n, now.top)).entries
            return await self._store(now, undo(now, entry, stamp or self.stamp(), later))

    async def redo(self, journal: Journal) -> Journal:
        """The journal with the entry that was undone last holding again."""
        async with self._turn:
            now = await self._newest(journal)
            entry = await self._entry(now, now.redoable)
            return await self._store(now, redo(now, entry, self.stamp()))

    async def advance(
        self, journal: Journal, happen: Callable[[Journal], Journal | None]
    ) -> Journal:
        """The newest journal after what happens, stored; as it was where nothing does (None).

        happen: called once all that was asked for before is stored. At most 50 entries at once.
        """
        async with self._turn:
            start = begun = now = await self._newest(journal)
            if now.n == 0:
                start = Journal(now.campaign)
                fact = Started(now.state.game, now.state.name)
                begun = append(start, fact, self.stamp(), self.games)
            after = happen(begun)
            return now if after is None else await self._store(start, after)

    # --- what another device made ---

    async def follow(self, journal: Journal, entries: Sequence[Entry]) -> Journal:
        """The journal after entries that were made elsewhere, stored; those it has are left out.

        They may reach the disk a little later: whoever made them has them, and tells them again.
        LostPlace or IndexError if they do not follow on it; then nothing is stored.
        """

        def follow(now: Journal) -> Journal:
            for entry in entries:
                if entry.n == now.n + 1:
                    now = followed(now, entry)
            return now

        async with self._turn:
            now = await self._newest(journal)
            after = follow(now)
            return await self._store(now, after, strict=False) if after.n > now.n else now

    async def adopt(self, journal: Journal) -> Journal:
        """A campaign as it was told whole, in place of what was known of it."""
        steps: list[Step] = [DeleteAll(part, journal.campaign) for part in ("entries", "snapshots")]
        for each in journal.entries:
            steps.append(Put("entries", entry_row(journal.campaign, each)))
            if each.n % 100 == 0:  # a long campaign keeps no page waiting
                await asyncio.sleep(0)
        steps.append(Put("campaigns", line_of(journal).row()))
        steps.append(Put("snapshots", snapshot_row(journal)))
        async with self._turn:
            await self.write(steps)
            self._open[journal.campaign] = replace(journal, entries=journal.entries[-AT_HAND:])
            return self._open[journal.campaign]

    # --- onto the disk ---

    async def write_over(self, steps: list[Step]) -> None:
        """A transaction that may change whole campaigns; they are loaded anew afterwards."""
        async with self._turn:
            try:
                await self.write(steps)
            finally:
                self._anew(*self._open)

    async def _store(self, before: Journal, after: Journal, strict: bool = True) -> Journal:
        """Write what is new in a journal, in one transaction; a snapshot is always on the disk."""
        new = [entry for entry in after.entries if entry.n > before.n]
        steps: list[Step] = [
            Put("entries", entry_row(after.campaign, entry), new=True) for entry in new
        ]
        steps.append(Put("campaigns", line_of(after).row()))
        if after.n // SNAPSHOT_EVERY > before.n // SNAPSHOT_EVERY:
            strict = True
            steps.append(Put("snapshots", snapshot_row(after)))
            places = await self.database.places("snapshots", after.campaign)
            steps += [
                Delete("snapshots", (after.campaign, place)) for place in places[: 1 - SNAPSHOTS]
            ]
        try:
            await self.write(steps, strict)
        except Overtaken:
            self._anew(after.campaign)
            raise
        self._open[after.campaign] = after
        return after
