"""The log behind one small interface, wherever it is stored.

    await log.append(entries, expected)   # False: another writer was faster; nothing was appended
    await log.follow(after)               # all entries after this number, oldest first

On the host's device it is the store; on a server a stream, which refuses a write with an outdated
`expected`. A change based on an older state is computed again on the newest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, append_entry


class Log(Protocol):
    """The storage of a campaign's entries, in order."""

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        """Append entries after entry number `expected`; False if that is not the last one."""

    async def follow(self, after: int) -> Sequence[Entry]:
        """Return the entries after this number."""


class Memory:
    """A log in memory."""

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
    """Return the journal with all entries appended by others."""
    for entry in await log.follow(journal.n):
        if entry.n == journal.n + 1:
            journal = append_entry(journal, entry)
    return journal


async def advanced(log: Log, journal: Journal, makes: Callable[[Journal], Journal]) -> Journal:
    """Append a change to the log and return the journal after it.

    `makes` computes the change and is called again if another writer was faster; an exception of it
    appends nothing.
    """
    while True:
        after = makes(journal)
        new = [entry for entry in after.entries if entry.n > journal.n]
        if not new or await log.append(new, journal.n):
            return after
        journal = await caught_up(log, journal)
