"""Rolls looked back on: read from the store, judged and weighed, a little at a time.

What was judged once is remembered as long as the page is open, so that one more roll costs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.browser.journal.journals import whole
from app.browser.platform.cooperative import CooperativeRunner
from app.browser.storage.databases import StorageError
from app.browser.storage.store import Store
from app.campaign.journal.journal import Journal, Page, page, reaching_back
from app.systems import games
from app.update.model import Past
from app.widgets.dice.naming import Face
from app.widgets.fight.board import people
from app.widgets.fight.descriptions import joined
from app.widgets.journal.story import brief, players
from app.widgets.luck.fair import FaceBook, Judgement, judging, tallied, thrown
from app.widgets.luck.judging import Judged, LuckBook, counting, of_evening, visible
from app.widgets.luck.luck import Report, reporting

#: So many entries are read at once.
READ = 100


@dataclass(frozen=True)
class Kept:
    """A campaign, and the entries of it that are looked at."""

    journal: Journal
    page: Page


class Weighing:
    """Works it out; knows what was worked out before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lucks, self._faces = LuckBook(), FaceBook()

    # --- luck ---

    async def luck(self, journal: Journal, past: Past, slices: CooperativeRunner) -> Report:
        """The luck of the rolls of this evening, this campaign, or this game."""
        kept = await self._kept(journal, past.luck, slices)
        rolls = [roll for each in kept for roll in counting(each.page)]
        seen = list(visible(rolls, past.hidden))
        told: list[Judged | str] = []
        for place, roll in enumerate(seen):
            told.append(self._lucks.judged(roll, games()))
            await slices.breathe(place / len(seen))
        names, ours = _names(kept), _players(kept)
        return await slices.through(reporting(told, names, ours, len(rolls) - len(seen)))

    # --- dice ---

    async def dice(
        self, journal: Journal, past: Past, slices: CooperativeRunner
    ) -> tuple[Judgement, ...]:
        """What the dice of this campaign, or of all there are, tell of themselves."""
        kept = await self._kept(journal, past.dice, slices)
        rolls = [entry for each in kept for entry in thrown(each.page, past.hidden)]
        fell: list[Face] = []
        for place, entry in enumerate(rolls):
            fell += self._faces.faces(entry, games())
            await slices.breathe(place / len(rolls))
        return await slices.through(judging(tallied(fell)))

    # --- the rolls ---

    async def _kept(self, journal: Journal, of: str, slices: CooperativeRunner) -> list[Kept]:
        if of == "evening":
            return [Kept(journal, await self._evening(journal, slices))]
        found = [Kept(journal, await whole(self._store, journal))]
        if of == "campaign":
            return found
        for line in await self._store.campaigns():
            await slices.breathe()
            if line.id == journal.campaign or (of == "game" and line.game != journal.state.game):
                continue
            try:
                other = await self._store.load(line.id)
                found.append(Kept(other, await whole(self._store, other)))
            except StorageError:
                continue  # what cannot be read is told of elsewhere
        return found

    async def _evening(self, journal: Journal, slices: CooperativeRunner) -> Page:
        shown = journal.page
        while True:
            entries, begins = of_evening(shown.entries)
            if begins or not shown.entries or shown.entries[0].n <= 1:
                return page(entries, journal.top, journal.holes)
            older = await self._store.older(journal, shown, READ)
            if not older.entries:
                return page(entries, journal.top, journal.holes)
            shown = reaching_back(journal, [*older.entries, *shown.entries])
            await slices.breathe()


def _names(kept: Iterable[Kept]) -> Mapping[str, str]:
    """Everybody's, by id, wherever they are."""
    return {
        id: name
        for each in kept
        for id, name in brief({**joined(each.page), **people(each.journal.state)}).items()
    }


def _players(kept: Iterable[Kept]) -> frozenset[str]:
    return frozenset(id for each in kept for id in players(each.journal.state))
