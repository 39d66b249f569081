"""A log with several writers: the slower writer reapplies its action to the newest state."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from app.campaign import facts as f
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append, append_entry
from app.campaign.state.effects import effect_record
from app.core.procedures.outcomes import Effect
from app.sync.log import Memory, advanced, caught_up
from tests.campaign.happenings import GAMES, Stamps
from tests.sync.test_many import table


class Slow(Memory):
    """A log with random delays, so that another writer may be faster."""

    def __init__(self, entries: Sequence[Entry], seed: int) -> None:
        super().__init__(entries)
        self.dice = random.Random(seed)
        self.refused = 0

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        for _ in range(self.dice.randrange(4)):
            await asyncio.sleep(0)
        done = await super().append(entries, expected)
        self.refused += not done
        return done


def test_all_of_three_writers_succeed() -> None:
    start, stamp = table(), Stamps()
    log = Slow(start.entries, 1)
    more = f.Applied([effect_record("of-ann", Effect("self", "rad_loss", "add", 1))])

    async def writer() -> Journal:
        journal = start
        for _ in range(20):
            journal = await advanced(log, journal, lambda now: append(now, more, stamp(), GAMES))
        return journal

    async def all_of_them() -> list[Journal]:
        ended = await asyncio.gather(*(writer() for _ in range(3)))
        return [await caught_up(log, each) for each in ended]

    journals = asyncio.run(all_of_them())
    assert log.refused > 10
    for journal in journals:
        assert journal.n == start.n + 60
        assert journal.document["characters"]["of-ann"]["data"]["rad_loss"] == 60
    whole = Journal("table-1")
    for entry in log.entries:
        whole = append_entry(whole, entry)
    assert whole.document == journals[0].document
