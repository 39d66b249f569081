"""The pace of a table of seven devices: one host, six guests, each with data of its own.

`python -m bench.together [--guests 6] [--taps 10] [--acts 1000] [--net]`, from `make bench`. The
host is in one Chromium, the guests are in another, on one machine. First all devices tap in turn
while the others show the journal: printed are milliseconds from the tap to the entry in another
device's journal, drawn. Then all roll at once, as fast as each page allows: printed is the time
until every device has stored everything; the stored data are compared.

`--cuts 60 [--seed 1] [--net]` disconnects devices instead, that many times, while all of them roll
(`tests/browser/support/cuts.py`): a channel is cut, a tab closed, a browser killed; over the net,
stored by three servers, also all of these are stopped, or one of them. The stored data are
compared.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from building.checks.find_chromium import find
from building.checks.find_engines import nats_server
from building.paths import DIST
from building.serving import Site
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.crowd import (
    ROLL,
    check,
    count_entries,
    numbers,
    roll_at_once,
    seat_guests,
)
from tests.browser.support.cuts import Evening, devices_of
from tests.browser.support.devices import Device, pair
from tests.browser.support.driving import settle, wait_for
from tests.browser.support.nats_servers import Server, three_servers, wait_for_leader
from tests.browser.support.net_devices import close_all, join_by_link, log_in
from tests.serving import build_into, free_ports

#: From a tap on one device to the entry on another, in milliseconds, for 95 of 100.
TARGET = 150

#: Records when an entry is added to the visible journal, and when it is laid out.
WATCH = """() => {
    const list = document.querySelector('[data-view="garden/journal"]');
    window.shownAt = {};
    new MutationObserver(() => {
        list.getBoundingClientRect();
        const now = performance.timeOrigin + performance.now();
        for (const { dataset } of list.querySelectorAll("li[data-n]"))
            window.shownAt[dataset.n] ??= now;
    }).observe(list, { childList: true, subtree: true });
}"""

#: Rolls, and says when.
TAP = """() => {
    const now = performance.timeOrigin + performance.now();
    document.querySelector('[data-view="garden/skill_test"] [data-do=roll]').click();
    return now;
}"""


@contextmanager
def table(guests: int, dist: Path = DIST, port: int = 0) -> Iterator[list[Device]]:
    """Return the host's page first, then those of the guests that have joined.

    port: of a server on this machine that connects them; 0: by two codes, in one room.
    """
    with Site(dist) as site, sync_playwright() as playwright, ExitStack() as ends:
        two = [playwright.chromium.launch(executable_path=find(), args=ARGUMENTS) for _ in "ab"]
        host = Device(two[0], site.address).open()
        host.tap("[data-try]")
        others = [Device(two[1], site.address, 390) for _ in range(guests)]
        if port:
            folder = Path(ends.enter_context(TemporaryDirectory()))
            server = Server(folder, port, site.address.removesuffix("/")).start()
            ends.callback(server.kill)
            opened_over_the_net(host)
        seat_guests(host, others, join_by_link if port else pair)
        yield [host, *others]
        for each in two:
            each.close()


def opened_over_the_net(host: Device) -> None:
    """Open the host's table on the server."""
    host.go("together").tap("[data-do=invite-net]")
    log_in(host)
    host.sees("[data-code]")
    host.tap("[data-do=invite-close]")


@contextmanager
def table_over_the_net(guests: int) -> Iterator[list[Device]]:
    """Return the same over a server of this machine, in a page built for it."""
    (port,) = free_ports(1)
    with TemporaryDirectory() as folder:
        dist = build_into(Path(folder), sync=f"wss://localhost:{port}")
        with table(guests, dist, port) as devices:
            yield devices


def delays(devices: Sequence[Device], taps: int) -> list[float]:
    """Return milliseconds from each tap to its entry on each of the other devices."""
    found = []
    for tapping in devices:
        tapping.go(ROLL)
        others = [device for device in devices if device is not tapping]
        for other in others:
            other.go("garden/journal").page.evaluate(WATCH)
        for _ in range(taps):
            n = count_entries(tapping) + 1
            at = tapping.page.evaluate(TAP)
            for other in others:
                shown = wait_for(other.page, f"window.shownAt[{n}]")
                found.append(float(shown) - float(at))
            for device in devices:
                settle(device.page)  # one act at a time: its effects are stored and drawn
    return found


def cut_off(times: int, seed: int, net: bool) -> int:
    """Disconnect devices at random that many times, then compare their data."""
    kinds = ("cut", "closed", "killed", *(("stopped", "one") if net else ()))
    shares = {kind: times // (10 if kind != "killed" else 20) for kind in kinds[1:]}
    shares["cut"] = times - sum(shares.values())
    with sync_playwright() as playwright, ExitStack() as ends:
        folder = Path(ends.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        (port,) = free_ports(1)
        dist = build_into(folder, sync=f"wss://localhost:{port}") if net else DIST
        site = ends.enter_context(Site(dist))
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        ends.callback(browser.close)
        devices = ends.enter_context(devices_of(playwright, browser, site.address, folder))
        servers = three_servers(folder, port, site.address.removesuffix("/")) if net else []
        for server in servers:
            ends.callback(server.start().kill)
        if net:
            wait_for_leader(servers[0])
            opened_over_the_net(devices[0])
        seat_guests(devices[0], devices[1:], join_by_link if net else pair)
        start = time.monotonic()
        evening = Evening(devices, seed, servers)
        evening.run(shares)
        evening.finish()
        rolled = sum(evening.acknowledged.values())
        print(f"{times} times cut off, seed {seed}: {dict(evening.cuts)}")
        print(
            f"{rolled} rolls acknowledged, all of them on all devices, none twice, after "
            f"{time.monotonic() - start:.0f} s"
        )
        close_all(*devices)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure a table of several devices.")
    parser.add_argument("--guests", type=int, default=6)
    parser.add_argument("--taps", type=int, default=10, help="of each device, one by one")
    parser.add_argument("--acts", type=int, default=1000, help="of all devices at once")
    parser.add_argument("--net", action="store_true", help="by a NATS server on this machine")
    parser.add_argument("--cuts", type=int, default=0, help="cut devices off so often, instead")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the cuts")
    given = parser.parse_args()
    if given.net and not nats_server():
        print("over the net: not measured, for there is no nats-server")
        return 0
    if given.cuts:
        return cut_off(given.cuts, given.seed, given.net)
    way = "over the net" if given.net else "in one room"
    with (table_over_the_net if given.net else table)(given.guests) as devices:
        times = sorted(delays(devices, given.taps))
        p95 = statistics.quantiles(times, n=20, method="inclusive")[-1]
        print(f"from a tap to the entry on each other device, {given.guests} guests {way}, ms")
        print(f"{'p50':>10}{'p95':>10}{'max':>10}{'target':>10}")
        over = "" if p95 <= TARGET else "  over"
        print(f"{statistics.median(times):>10.0f}{p95:>10.0f}{times[-1]:>10.0f}{TARGET:>10}{over}")
        if not given.acts:
            return 0 if p95 <= TARGET else 1
        each = -(-given.acts // len(devices))
        start = time.monotonic()
        stored = roll_at_once(devices, each)
        took = time.monotonic() - start
        check(stored)
        acts = each * len(devices)
        print(f"{acts} acts of all at once: {took:.0f} s until they stood on every device", end=" ")
        print(
            f"({acts / took:.0f} a second); the same {len(stored[0])} entries on each, none twice,"
        )
        print(f"each of the {len(numbers(stored[0]))} guests' in their own order")
    return 0 if p95 <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
