"""Statistics of past rolls, read from the store and computed in steps.

Results per roll are cached while the page is open, so one more roll costs only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.browser.journal.journals import whole
from app.browser.platform.cooperative import CooperativeRunner
from app.browser.storage.databases import StorageError
from app.browser.storage.store import Store
from app.campaign.journal.journal import Journal, Page, page, reaching_back
from app.campaign.state.characters import short_names
from app.systems import games
from app.update.model import Past
from app.widgets.dice.naming import Face
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import names_of_joined
from app.widgets.journal.story import players
from app.widgets.luck.fair import FaceBook, Judgement, count_faces, iter_rolls, judging
from app.widgets.luck.judging import Judged, LuckBook, counting, of_evening, visible
from app.widgets.luck.luck import Report, iter_report

#: Entries read at once.
READ = 100


@dataclass(frozen=True)
class Source:
    """A campaign and the entries that are evaluated."""

    journal: Journal
    page: Page


class Statistics:
    """A computation of statistics with cached results."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lucks, self._faces = LuckBook(), FaceBook()

    # --- luck ---

    async def luck(self, journal: Journal, past: Past, runner: CooperativeRunner) -> Report:
        """Return the luck of this evening's, this campaign's or this game's rolls."""
        sources = await self._sources(journal, past.luck, runner)
        rolls = [roll for source in sources for roll in counting(source.page)]
        visible_rolls = list(visible(rolls, past.hidden))
        judged: list[Judged | str] = []
        for index, roll in enumerate(visible_rolls):
            judged.append(self._lucks.judge(roll, games()))
            await runner.checkpoint(index / len(visible_rolls))
        names, ours, hidden = _names(sources), _players(sources), len(rolls) - len(visible_rolls)
        return await runner.through(iter_report(judged, names, ours, hidden))

    # --- dice ---

    async def dice(
        self, journal: Journal, past: Past, runner: CooperativeRunner
    ) -> tuple[Judgement, ...]:
        """Return the fairness of the dice of this campaign or of all campaigns."""
        sources = await self._sources(journal, past.dice, runner)
        rolls = [entry for source in sources for entry in iter_rolls(source.page, past.hidden)]
        faces: list[Face] = []
        for index, entry in enumerate(rolls):
            faces += self._faces.faces(entry, games())
            await runner.checkpoint(index / len(rolls))
        return await runner.through(judging(count_faces(faces)))

    # --- entries ---

    async def _sources(self, journal: Journal, of: str, runner: CooperativeRunner) -> list[Source]:
        if of == "evening":
            return [Source(journal, await self._evening(journal, runner))]
        sources = [Source(journal, await whole(self._store, journal))]
        if of == "campaign":
            return sources
        for line in await self._store.campaigns():
            await runner.checkpoint()
            if line.id == journal.campaign or (of == "game" and line.game != journal.state.game):
                continue
            try:
                other = await self._store.load(line.id)
                sources.append(Source(other, await whole(self._store, other)))
            except StorageError:
                continue  # unreadable campaigns are reported elsewhere
        return sources

    async def _evening(self, journal: Journal, runner: CooperativeRunner) -> Page:
        shown = journal.page
        while True:
            entries, begins = of_evening(shown.entries)
            if begins or not shown.entries or shown.entries[0].n <= 1:
                return page(entries, journal.top, journal.holes)
            older = await self._store.older(journal, shown, READ)
            if not older.entries:
                return page(entries, journal.top, journal.holes)
            shown = reaching_back(journal, [*older.entries, *shown.entries])
            await runner.checkpoint()


def _names(sources: Iterable[Source]) -> Mapping[str, str]:
    """Return the names of all combatants by id."""
    return {
        id: name
        for source in sources
        for id, name in short_names(
            {**names_of_joined(source.page), **people(source.journal.state)}
        ).items()
    }


def _players(sources: Iterable[Source]) -> frozenset[str]:
    return frozenset(id for source in sources for id in players(source.journal.state))
