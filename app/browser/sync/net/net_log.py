"""A table's log as it lies on a server: a copy of the journal, which the game master's key opens.

    log = SealedLog(net, master, record)              # a Log, as app/sync/log.py has it
    await log.append(entries, expected)               # False: another host was faster
    await log.follow(0)
    await log.texts()                                 # the entries' records, as they were written

Each is told with its place in the journal, and sealed for that place. Anybody who may speak to the
server can write there, for instance somebody who was invited once: what the key does not open for
its place, and what stood there before, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.browser.sync.net.crypto import Key, Unsealed
from app.browser.sync.net.nats import Net, NetError
from app.campaign.journal.entries import Entry
from app.campaign.state.values import read, written


class SealedLog:
    """record: `n`, the place in the journal of the last entry that lies there; `last`, its place on
    the server. Both go on with what is appended. Everything raises NetError.
    """

    def __init__(self, net: Net, master: Key, record: dict[str, Any]) -> None:
        self._net, self._master, self._record = net, master, record

    async def append(self, entries: Sequence[Entry], expected: int) -> bool:
        """Keep these behind the place that is expected to be the last; False if it is not."""
        if self._record["n"] != expected:
            return False
        for entry in entries:
            last = await self._appended(entry)
            if not last:
                return False
            self._record.update(n=entry.n, last=last)
        return True

    async def follow(self, after: int) -> Sequence[Entry]:
        """The entries behind a place of the journal."""
        entries = (Entry.read(read(text)) for text in await self.texts())
        return [entry for entry in entries if entry.n > after]

    async def texts(self) -> list[str]:
        """Each entry's record, in their order."""
        found: dict[int, str] = {}
        for _, told in await self._net.read(1):
            n, text = await self._opened(told)
            if text and n > max(found, default=0):
                found[n] = text
        return [*found.values()]

    async def _appended(self, entry: Entry) -> int:
        """Its place on the server; 0 where another host was faster."""
        text, last = written(entry.record()), int(self._record["last"])
        told = f"{entry.n}.{await self._master.seal(text, self._about(entry.n))}"
        while True:
            try:
                return await self._net.publish("log", told, f"{entry.n} {entry.id}", last)
            except NetError as fault:
                if fault.kind != "faster":
                    raise
            behind = await self._net.read(last + 1)
            for place, other in behind:
                n, said = await self._opened(other)
                if said == text:  # this device's own, which did not hear that it was taken
                    return place
                if said and n >= entry.n:
                    return 0
                last = place
            if not behind:
                return 0

    async def _opened(self, told: str) -> tuple[int, str]:
        """Its place in the journal, and the record; "" where the key does not open it."""
        n, _, sealed = told.partition(".")
        try:
            return int(n), await self._master.open(sealed, self._about(int(n)))
        except (ValueError, Unsealed):
            return 0, ""

    def _about(self, n: int) -> str:
        return f"{self._net.table} log {n}"
