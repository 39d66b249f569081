"""A table's log as it lies on a server: a copy of the journal, which the game master's key opens.

    log = SealedLog(net, master, record)              # a Log, as app/together/log.py has it
    await log.append(entries, expected)               # False: another host was faster
    await log.follow(0)
    await log.texts()                                 # the entries' records, as they were written

Anybody who may speak to the server can write there, for instance somebody who was invited once:
what is not sealed with the key counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.browser.together.crypto import Key, Unsealed
from app.browser.together.nats import Net, NetError
from app.campaign.entries import Entry
from app.campaign.values import read, written


class SealedLog:
    """record: `n`, the place in the journal of the last entry that lies there; `last`, its place on
    the server. Both go on with what is appended. Everything raises NetError.
    """

    def __init__(self, net: Net, master: Key, record: dict[str, Any]) -> None:
        self._net, self._master, self._record = net, master, record
        self._about = f"{net.table} log"

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
        return [text for _, text in await self._behind(0) if text]

    async def _appended(self, entry: Entry) -> int:
        """Its place on the server; 0 where another host was faster."""
        text, last = written(entry.record()), int(self._record["last"])
        sealed = await self._master.seal(text, self._about)
        while True:
            try:
                return await self._net.publish("log", sealed, f"{entry.n} {entry.id}", last)
            except NetError as fault:
                if fault.kind != "faster":
                    raise
            behind = await self._behind(last)
            for place, said in behind:
                if said == text:  # this device's own, which did not hear that it was taken
                    return place
                if said:
                    return 0
                last = place
            if not behind:
                return 0

    async def _behind(self, last: int) -> list[tuple[int, str]]:
        """What lies behind a place of the server; "" where the key does not open it."""
        return [(place, await self._opened(text)) for place, text in await self._net.read(last + 1)]

    async def _opened(self, sealed: str) -> str:
        try:
            return await self._master.open(sealed, self._about)
        except Unsealed:
            return ""
