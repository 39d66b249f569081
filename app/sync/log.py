"""The log behind one small interface, wherever it is kept.

    await log.append(entries, expected)   # False: others were faster; nothing was appended
    await log.follow(after)               # all entries behind that place, oldest first

On the host's device it is the store; on a server a stream, which refuses the slower of two by the
place that is expected. What was computed on an older state is made again on the newest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, followed


class Log(Protocol):
    """Where a campaign's entries are kept, in their order."""

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        """Keep these behind the place that is expected to be the last; False if it is not."""

    async def follow(self, after: int) -> Sequence[Entry]:
        """The entries behind that place."""


class Memory:
    """A log that lasts as long as it is held."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.entries = list(entries)

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        if len(self.entries) != expected:
            return False
        self.entries += entries
        return True

    async def follow(self, after: int) -> Sequence[Entry]:
        return self.entries[after:]


async def caught_up(log: Log, journal: Journal) -> Journal:
    """The journal with all that others have appended."""
    for entry in await log.follow(journal.n):
        if entry.n == journal.n + 1:
            journal = followed(journal, entry)
    return journal


async def advanced(log: Log, journal: Journal, makes: Callable[[Journal], Journal]) -> Journal:
    """The journal after what happens, appended; made again for as long as others are faster.

    makes: raises what is in the way, and then nothing is appended.
    """
    while True:
        after = makes(journal)
        new = [entry for entry in after.entries if entry.n > journal.n]
        if not new or await log.append(new, journal.n):
            return after
        journal = await caught_up(log, journal)
