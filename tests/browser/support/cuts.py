"""Disconnects devices of one table at random moments; every acknowledged roll must survive.

    cut       a channel to another device, or the socket to the server, is closed, not the page
    closed    the tab is closed and opened again
    killed    the whole browser is killed, without a chance to send or write anything
    stopped   over the net: all servers stop and start again
    one       over the net: one of three servers stops and starts again

All devices roll meanwhile. One seed chooses devices and moments, as far as browsers allow.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from app.sync.table import Table
from app.sync.views import redact
from tests.browser.support.crowd import ROLL, check, count_entries, numbers
from tests.browser.support.devices import OPEN, WAITING, Device, rebuild_journal, rows_of
from tests.browser.support.driving import settle, wait_for
from tests.browser.support.mortal import KillableDevice
from tests.browser.support.nats_servers import Server
from tests.campaign.happenings import GAMES

#: Closes one channel of this page, or all (-1), and every socket to a server.
CUT = f"""(index) => {{
    const open = {OPEN}.filter((each, n) => index < 0 || n === index);
    open.forEach(({{ channel }}) => channel.close());
    window.lines.forEach((each) => each.close());
}}"""

#: This guest is connected to the table.
CONNECTED = "document.querySelector('.told-line.is-away') === null"

#: Rolls again and again with a pause in between, until `window.rests` is set. It waits while
#: `window.rolled` has reached `window.limit`.
ROLLING = """() => {
    const root = document.documentElement;
    const after = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const quiet = async () => { do await after(5); while ("busy" in root.dataset); };
    window.rolled = 0;
    window.rests = false;
    window.limit = Infinity;
    (async () => {
        for (; !window.rests; window.rolled += 1) {
            document.querySelector('[data-view="garden/skill_test"] [data-do=roll]').click();
            await quiet();
            do await after(800); while (window.rolled + 1 >= window.limit && !window.rests);
        }
        window.rests = "really";
    })();
}"""

#: This page can roll.
CAN_ROLL = "document.querySelector('[data-view=\"garden/skill_test\"] [data-do=roll]') !== null"

#: Rolls of each other device while one restarts: more of them take time and show nothing new.
MEANWHILE = 3

#: A device that cannot connect retries at growing intervals; a busy machine is slow besides.
PATIENCE_S = 90.0

#: Standby connections kept per pair of devices (`app/browser/sync/signalling.py`).
WAYS = 2


@contextmanager
def devices_of(
    playwright: Playwright, browser: Browser, address: str, folder: Path, guests: int = 3
) -> Iterator[list[Device]]:
    """Yield a host and its guests; the host and the first guest can be killed."""
    with ExitStack() as ends:
        host, guest = (
            KillableDevice(playwright, address, folder / name) for name in ("host", "guest")
        )
        for each in (host, guest):
            ends.callback(each.end)
        host.open().tap("[data-try]")
        yield [host, guest, *(Device(browser, address, 390) for _ in range(guests - 1))]


@dataclass
class Evening:
    """A session in which devices roll and are disconnected at random moments.

    A device is cut off while all of them could rejoin; sometimes a second one right after it.
    """

    #: The host, then the seated guests.
    devices: Sequence[Device]
    seed: int
    #: The servers that connect them, if they play over the net.
    servers: Sequence[Server] = ()
    #: Acknowledged rolls by the index of the device.
    acknowledged: Counter[int] = field(default_factory=Counter)
    #: How often each kind of disconnection happened, to the host and to guests.
    cuts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice, self._at_once = random.Random(self.seed), False
        for device in self.devices:
            device.go(ROLL)
            device.page.evaluate(ROLLING)

    def run(self, times: Mapping[str, int]) -> None:
        """Do each kind of disconnection as often as given, in a random order."""
        kinds = [kind for kind, count in times.items() for _ in range(count)]
        self.dice.shuffle(kinds)
        for kind in kinds:
            getattr(self, f"_{kind}")()

    # --- disconnections ---

    def _cut(self) -> None:
        index = self._random_index()
        if self._at_once:
            self._at_once = False
        else:
            self._wait_until_ready()
            self._at_once = self.dice.random() < 1 / 3
        page = self._wait_for_rolls(index)
        page.evaluate(CUT, self.dice.randrange(-1, max(1, page.evaluate(f"{OPEN}.length"))))
        self._count_cut("cut", index)

    def _closed(self) -> None:
        index = self._random_index()
        self._restart(index, self.devices[index].reopen)
        self._count_cut("closed", index)

    def _killed(self) -> None:
        index, device = self.dice.choice(
            [(n, each) for n, each in enumerate(self.devices) if isinstance(each, KillableDevice)]
        )
        self._restart(index, device.kill)
        self._count_cut("killed", index)

    def _stopped(self) -> None:
        self._restart_servers(self.servers)
        self.cuts["stopped, server"] += 1

    def _one(self) -> None:
        server = self.dice.choice(self.servers)
        self._restart_servers([server])
        role = "that browsers connect to" if server is self.servers[0] else "of three"
        self.cuts[f"stopped, one {role}"] += 1

    def _restart_servers(self, servers: Sequence[Server]) -> None:
        self._wait_until_ready()
        self._wait_for_rolls(self._random_index())
        for server in servers:
            server.kill()
        self._wait_for_rolls(self._random_index())
        for server in servers:
            server.start()

    def _count_cut(self, kind: str, index: int) -> None:
        self.cuts[f"{kind}, {'guest' if index else 'host'}"] += 1

    # --- moments ---

    def _random_index(self) -> int:
        return self.dice.randrange(len(self.devices))

    def _wait_for_rolls(self, index: int) -> Page:
        """Wait for zero to two more rolls of this device; return its page."""
        page, rolls = self.devices[index].page, self.dice.randrange(3)
        wait_for(page, f"window.rolled >= {page.evaluate('window.rolled')} + {rolls}")
        return page

    def _wait_until_ready(self) -> None:
        """Wait until all are connected; in one room, until standby connections are ready, too."""
        self._at_once = False
        for index, each in enumerate(self.devices):
            others = 1 if index else len(self.devices) - 1
            ready = f"{OPEN}.length === {others} && {WAITING}.length >= {WAYS * others}"
            wanted = CONNECTED if self.servers else f"{CONNECTED} && {ready}"
            wait_for(each.page, wanted, PATIENCE_S)

    def _restart(self, index: int, reopen: Callable[[], None]) -> None:
        """Restart the rolls of a device. reopen: ends its page and opens it again."""
        self._wait_until_ready()
        self._count_acknowledged(self._wait_for_rolls(index), index)
        others = [each.page for n, each in enumerate(self.devices) if n != index]
        for other in others:
            other.evaluate(f"window.limit = window.rolled + {MEANWHILE} + 1")
        reopen()
        for other in others:
            other.evaluate("window.limit = Infinity")
        page = self.devices[index].page
        wait_for(page, CAN_ROLL)
        page.evaluate(ROLLING)

    def _count_acknowledged(self, page: Page, index: int) -> None:
        """Add the rolls that this page has acknowledged since it was opened."""
        self.acknowledged[index] += int(page.evaluate("window.rolled"))

    # --- checks at the end ---

    def finish(self) -> None:
        """Stop the rolls, reconnect all devices, and check that each has everything."""
        self._wait_until_ready()
        for device in self.devices:
            device.page.evaluate("window.rests = true")
        for index, each in enumerate(self.devices):
            wait_for(each.page, "window.rests === 'really'")
            self._count_acknowledged(each.page, index)
            settle(each.page)
        for device in self.devices[1:]:
            device.go("together").sees(
                "[data-view=together] [role=status]", "You joined the table."
            )
            device.sees_no("[data-view=together] .proposals")
        count = count_entries(self.devices[0])
        stored = [device.has_entries(count) for device in self.devices]
        check(stored)
        self._check_complete(stored[0])
        self._check_views(stored)

    def _check_complete(self, entries: Sequence[dict[str, Any]]) -> None:
        """Check that no acknowledged roll is lost and that no mutation of a client is missing."""
        for sequence in numbers(entries).values():
            assert sequence == list(range(1, len(sequence) + 1))
        rolled = Counter(entry["by"] for entry in entries if entry["fact"]["kind"] == "rolled")
        seats = [f"s{number}" for number in range(1, len(self.devices))]
        by_host = sum(count for by, count in rolled.items() if by not in seats)
        for index, count in enumerate([by_host, *(rolled[seat] for seat in seats)]):
            assert count >= self.acknowledged[index], (index, rolled, self.acknowledged)

    def _check_views(self, stored: Sequence[Sequence[dict[str, Any]]]) -> None:
        """Check that each guest's campaign is the host's, redacted for the guest's seat."""
        of_host, *of_guests = [rebuild_journal(each) for each in stored]
        rows = json.loads(self.devices[0].page.evaluate(rows_of("settings")))
        settings = (json.loads(row["text"])["value"] for row in rows)
        record = next(
            setting for setting in settings if isinstance(setting, dict) and "host" in setting
        )
        table = Table.read(record["host"])
        for number, journal in enumerate(of_guests, 1):
            seat = table.seats[f"s{number}"]
            assert journal.document == redact(of_host.document, seat, table.rules, GAMES), number
