"""Devices of one table are cut off at random moments, and all that was acknowledged is there after.

    cut       the channel to another device is closed, or the line to the server; the page lives on
    closed    the tab is closed and opened anew
    killed    the whole browser, with no chance to say or write anything more
    stopped   over the net: the server goes, and comes back
    one       over the net: one of three servers goes, any of them, and comes back

Everybody rolls all the while. Whom it meets when hangs on one seed, as far as browsers let it.
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
from tests.browser.support.crowd import ROLL, check, entries_there, numbers
from tests.browser.support.devices import OPEN, WAITING, Device, folded, rows_of
from tests.browser.support.driving import settle, wait_for
from tests.browser.support.mortal import Mortal
from tests.browser.support.nats_servers import Server
from tests.campaign.happenings import GAMES

#: One channel of this page is closed, or all (-1), and every line to a server.
CUT = f"""(which) => {{
    const there = {OPEN}.filter((each, n) => which < 0 || n === which);
    there.forEach(({{ channel }}) => channel.close());
    window.lines.forEach((each) => each.close());
}}"""

#: A guest is at the table.
THERE = "document.querySelector('.told-line.is-away') === null"

#: Rolls, one after the other with a breath in between, until told to rest.
ROLLING = """() => {
    const root = document.documentElement;
    const after = (time) => new Promise((told) => setTimeout(told, time));
    const quiet = async () => { do await after(5); while ("busy" in root.dataset); };
    window.rolled = 0;
    window.rests = false;
    (async () => {
        for (; !window.rests; window.rolled += 1) {
            document.querySelector('[data-view="garden/skill_test"] [data-do=roll]').click();
            await quiet();
            await after(800);
        }
        window.rests = "really";
    })();
}"""

#: One can be rolled here.
CAN_ROLL = "document.querySelector('[data-view=\"garden/skill_test\"] [data-do=roll]') !== null"

#: Whoever finds nobody tries again, more and more seldom; a crowded machine may take its time.
PATIENCE_S = 90.0

#: So many ways lead from one device to another (`app/browser/sync/signalling.py`).
WAYS = 2


@contextmanager
def devices_of(
    playwright: Playwright, browser: Browser, address: str, folder: Path, guests: int = 3
) -> Iterator[list[Device]]:
    """A host and its guests; the host and one guest can be killed."""
    with ExitStack() as ends:
        host, guest = (Mortal(playwright, address, folder / name) for name in ("host", "guest"))
        for each in (host, guest):
            ends.callback(each.end)
        host.open().tap("[data-try]")
        yield [host, guest, *(Device(browser, address, 390) for _ in range(guests - 1))]


@dataclass
class Evening:
    """The host first, then the guests, who sit there. servers: over which they speak, if any.

    Somebody is cut off where there is a way back for everybody; now and then once more, at once.

    acknowledged: rolls by device. cuts: what was done to whom.
    """

    devices: Sequence[Device]
    seed: int
    servers: Sequence[Server] = ()
    acknowledged: Counter[int] = field(default_factory=Counter)
    cuts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.dice, self._at_once = random.Random(self.seed), False
        for each in self.devices:
            each.go(ROLL)
            each.page.evaluate(ROLLING)

    def goes_on(self, times: Mapping[str, int]) -> None:
        """So often each of these happens, in a random order."""
        kinds = [kind for kind, count in times.items() for _ in range(count)]
        self.dice.shuffle(kinds)
        for kind in kinds:
            getattr(self, f"_{kind}")()

    # --- what happens ---

    def _cut(self) -> None:
        who = self._whose()
        if self._at_once:
            self._at_once = False
        else:
            self._is_ready()
            self._at_once = self.dice.random() < 1 / 3
        page = self._moment(who)
        page.evaluate(CUT, self.dice.randrange(-1, max(1, page.evaluate(f"{OPEN}.length"))))
        self._told("cut", who)

    def _closed(self) -> None:
        who = self._whose()
        self._begins_anew(who, self.devices[who].again)
        self._told("closed", who)

    def _killed(self) -> None:
        who, mortal = self.dice.choice(
            [(who, each) for who, each in enumerate(self.devices) if isinstance(each, Mortal)]
        )
        self._begins_anew(who, mortal.kill)
        self._told("killed", who)

    def _stopped(self) -> None:
        self._servers_go(self.servers)
        self.cuts["stopped, server"] += 1

    def _one(self) -> None:
        which = self.dice.choice(self.servers)
        self._servers_go([which])
        spoken = "that browsers speak to" if which is self.servers[0] else "of three"
        self.cuts[f"stopped, one {spoken}"] += 1

    def _servers_go(self, servers: Sequence[Server]) -> None:
        self._is_ready()
        self._moment(self._whose())
        for each in servers:
            each.kill()
        self._moment(self._whose())
        for each in servers:
            each.start()

    def _told(self, kind: str, who: int) -> None:
        self.cuts[f"{kind}, {'guest' if who else 'host'}"] += 1

    # --- when ---

    def _whose(self) -> int:
        return self.dice.randrange(len(self.devices))

    def _moment(self, who: int) -> Page:
        """After none to two more rolls of theirs."""
        page, rolls = self.devices[who].page, self.dice.randrange(3)
        wait_for(page, f"window.rolled >= {page.evaluate('window.rolled')} + {rolls}")
        return page

    def _is_ready(self) -> None:
        """Everybody is there; in one room, of any two either waits for the other."""
        self._at_once = False
        for who, each in enumerate(self.devices):
            others = 1 if who else len(self.devices) - 1
            there = f"{OPEN}.length === {others} && {WAITING}.length >= {WAYS * others}"
            wait_for(each.page, THERE if self.servers else f"{THERE} && {there}", PATIENCE_S)

    def _begins_anew(self, who: int, ends: Callable[[], None]) -> None:
        """ends: ends their page, and opens it again."""
        self._is_ready()
        self._counts(self._moment(who), who)
        ends()
        page = self.devices[who].page
        wait_for(page, CAN_ROLL)
        page.evaluate(ROLLING)

    def _counts(self, page: Page, who: int) -> None:
        """What was acknowledged there until now."""
        self.acknowledged[who] += int(page.evaluate("window.rolled"))

    # --- and afterwards ---

    def comes_to_rest(self) -> None:
        """Nobody rolls any more, everybody is there, and what was done is on every device."""
        self._is_ready()
        for each in self.devices:
            each.page.evaluate("window.rests = true")
        for who, each in enumerate(self.devices):
            wait_for(each.page, "window.rests === 'really'")
            self._counts(each.page, who)
            settle(each.page)
        for each in self.devices[1:]:
            each.go("together").sees("[data-view=together] [role=status]", "You joined the table.")
            each.sees_no("[data-view=together] .proposals")
        count = entries_there(self.devices[0])
        stored = [each.has_entries(count) for each in self.devices]
        check(stored)
        self._is_complete(stored[0])
        self._agrees(stored)

    def _is_complete(self, entries: Sequence[dict[str, Any]]) -> None:
        """Nothing that was acknowledged is lost; of no device's acts one is left out."""
        for told in numbers(entries).values():
            assert told == list(range(1, len(told) + 1))
        rolled = Counter(each["by"] for each in entries if each["fact"]["kind"] == "rolled")
        seats = [f"s{who}" for who in range(1, len(self.devices))]
        own = sum(count for by, count in rolled.items() if by not in seats)
        for who, count in enumerate([own, *(rolled[seat] for seat in seats)]):
            assert count >= self.acknowledged[who], (who, rolled, self.acknowledged)

    def _agrees(self, stored: Sequence[Sequence[dict[str, Any]]]) -> None:
        """Each device's campaign is what its seat sees of the host's."""
        whole, *others = [folded(each) for each in stored]
        rows = json.loads(self.devices[0].page.evaluate(rows_of("settings")))
        kept = (json.loads(each["text"])["value"] for each in rows)
        record = next(each for each in kept if isinstance(each, dict) and "host" in each)
        table = Table.read(record["host"])
        for who, journal in enumerate(others, 1):
            seat = table.seats[f"s{who}"]
            assert journal.document == redact(whole.document, seat, table.rules, GAMES), who
