"""Statistics of stored rolls: of a session, a campaign or a game; leaving cancels them."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from app.browser.luck.statistics import Statistics
from app.browser.platform.cooperative import Cancelled, CooperativeRunner
from app.browser.storage.databases import Memory
from app.browser.storage.store import Store
from app.campaign.facts import CharacterAdded
from app.campaign.journal.entries import Stamp, new_id
from app.campaign.journal.journal import Journal
from app.campaign.journal.rolls import record_roll
from app.core.play.play import by_hand
from app.update.model import Past
from tests.campaign.happenings import GAMES

TEST = GAMES["garden"].procedures["garden.skill_test"]
START = "2026-02-01T20:00:00+00:00"


class Clocked(Store):
    """A store whose clock advances a minute per entry, and by more on request."""

    minutes = 0

    def stamp(self) -> Stamp:
        self.minutes += 1
        at = datetime.fromisoformat(START) + timedelta(minutes=self.minutes)
        return Stamp(new_id(self.minutes * 60_000, 0), at.isoformat(), "test")


async def rolls(store: Clocked, journal: Journal, count: int, **more: bool) -> Journal:
    """Add so many rolls of dice with names."""
    bound = TEST.bind({"skill_level": 2, "target_number": 6})
    for index in range(count):
        play = by_hand(bound, (index % 6 + 1, index % 5 + 1))
        typed = {"typed": 2, "dice": {"6": ["red", "blue"]}}
        fact = record_roll(bound, play, dict(bound.values), who={"self": "ada"}, **typed, **more)  # type: ignore[arg-type]
        journal = await store.append(journal, fact)
    return journal


async def table() -> tuple[Clocked, Journal]:
    """Return a store with two sessions, a hidden roll and another campaign, and its journal."""
    store = Clocked(Memory(), GAMES)
    await store.start()
    other = store.begin("garden", "Another")
    await rolls(store, other, 4)
    journal = await store.append(
        store.begin("garden", "Long"), CharacterAdded("ada", "Ada", {"name": "Ada"})
    )
    journal = await rolls(store, journal, 130)
    store.minutes += 600
    journal = await rolls(store, journal, 110)
    return store, await rolls(store, journal, 1, hidden=True)


def runner() -> CooperativeRunner:
    """Return a runner that is never cancelled."""
    return CooperativeRunner(lambda: True, lambda done: None)


def test_of_the_evening_the_campaign_and_the_game() -> None:
    async def scene() -> None:
        store, journal = await table()
        statistics = Statistics(store)
        for of, hidden, count in (
            ("evening", False, 110),
            ("evening", True, 111),
            ("campaign", False, 240),
            ("game", True, 245),
        ):
            report = await statistics.luck(journal, Past(of, hidden=hidden), runner())
            assert report.table is not None
            assert (of, report.table.evening.rolls) == (of, count)
            assert report.hidden == (0 if hidden else 1)
        assert [each.name for each in report.lucks] == ["Everybody", "Ada"]
        for of, count in (("campaign", 240), ("all", 244)):
            red, blue = await statistics.dice(journal, Past(dice=of), runner())
            assert (red.thing.name, blue.thing.name) == ("blue", "red")
            assert red.fairness.rolls == blue.fairness.rolls == count

    asyncio.run(scene())


def test_leaving_the_page_cancels_it() -> None:
    async def scene() -> None:
        store, journal = await table()
        cancelled_runner = CooperativeRunner(lambda: False, lambda done: None)
        with pytest.raises(Cancelled):
            await Statistics(store).luck(journal, Past("campaign"), cancelled_runner)

    asyncio.run(scene())


def test_work_that_is_no_longer_wanted_shows_no_progress() -> None:
    """The part of the page that would show it may be gone."""
    shown: list[float] = []
    runner = CooperativeRunner(lambda: False, shown.append)
    runner._since = -1.0  # the page's turn is due
    with pytest.raises(Cancelled):
        asyncio.run(runner.checkpoint(0.5))
    assert shown == []
