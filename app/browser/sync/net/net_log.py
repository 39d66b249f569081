"""A table's log on a server: an encrypted copy of the journal.

    log = SealedLog(net, master, record)              # a Log (app/sync/log.py)
    await log.append(entries, expected)               # False: another host was faster
    await log.follow(0)
    await log.texts()                                 # the entries' records, as written

Each entry is sealed with the game master's key for its index. Anyone with access to the server can
write there, such as a former guest: texts that the key does not open for their index are ignored,
and so are repeated indexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.browser.sync.net.crypto import Key, Unsealed
from app.browser.sync.net.nats import Net, NetError
from app.campaign.journal.entries import Entry
from app.campaign.state.values import read, written


class SealedLog:
    """The encrypted log of one table; every method raises NetError.

    record: `n` is the last entry's index in the journal, `last` its position on the server.
        Both are updated by `append`. `pair` is the table's, which tells its messages from those of
        an earlier table of this campaign.
    """

    def __init__(self, net: Net, master: Key, record: dict[str, Any]) -> None:
        self._net, self._master, self._record = net, master, record

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        """Append entries after the expected last index; return False if it is another one."""
        if self._record["n"] != expected:
            return False
        for entry in entries:
            last = await self._append(entry)
            if not last:
                return False
            self._record.update(n=entry.n, last=last)
        return True

    async def follow(self, after: int) -> Sequence[Entry]:
        """Return the entries after an index of the journal."""
        entries = (Entry.read(read(text)) for text in await self.texts())
        return [entry for entry in entries if entry.n > after]

    async def texts(self) -> list[str]:
        """Return the records of all entries in order."""
        records: dict[int, str] = {}
        for _, sealed in await self._net.read(1):
            n, text = await self._decrypt(sealed)
            if text and n > max(records, default=0):
                records[n] = text
        return [*records.values()]

    async def _append(self, entry: Entry) -> int:
        """Append an entry and return its position, or 0 if another host was faster."""
        text, last = written(entry.record()), int(self._record["last"])
        message = f"{entry.n}.{await self._master.seal(text, self._about(entry.n))}"
        id = f"{entry.n} {entry.id} {self._record['pair'][0]}"
        while True:
            try:
                return await self._net.publish("log", message, id, last)
            except NetError as fault:
                if fault.kind != "faster":
                    raise
            behind = await self._net.read(last + 1)
            for position, other in behind:
                n, record = await self._decrypt(other)
                if record == text:  # our own entry, whose confirmation was lost
                    return position
                if record and n >= entry.n:
                    return 0
                last = position
            if not behind:  # the server that was asked has not heard of it yet
                raise NetError("busy")

    async def _decrypt(self, message: str) -> tuple[int, str]:
        """Return a text's index and record; an empty record if the key does not open it."""
        n, _, sealed = message.partition(".")
        try:
            return int(n), await self._master.open(sealed, self._about(int(n)))
        except (ValueError, Unsealed):
            return 0, ""

    def _about(self, n: int) -> str:
        return f"{self._net.table} log {n}"
