"""A table over the net: what goes on while a server is killed, and what that server never learns.

Everything runs by the configuration of the documentation, over TLS, with a login.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.support.crowd import ROLL, check, roll_at_once
from tests.browser.support.devices import Device
from tests.browser.support.driving import PATIENCE_S
from tests.browser.support.nats_servers import Reader, Server, copies, leads, three_servers
from tests.browser.support.net_devices import closed, joins, opens
from tests.browser.support.unsealing import readable, shared_key
from tests.browser.sync.test_sync import faults
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.brief]

#: The server may never read this, nor may a guest.
CANARY = "xyzzy-in-the-cellar"


@pytest.fixture(scope="module")
def net_site(net_dist: Path) -> Iterator[Site]:
    """A build that may speak to one server."""
    with Site(net_dist) as site:
        yield site


@pytest.fixture(autouse=True)
def nobody_stays(browser: Browser, other_browser: Browser) -> Iterator[None]:
    """Whom a failed test has left at its table does not bring that to the server of the next."""
    before = {*browser.contexts, *other_browser.contexts}
    yield
    for each in {*browser.contexts, *other_browser.contexts} - before:
        each.close()


def origin(site: Site) -> str:
    return site.address.removesuffix("/")


def lies(server: Server) -> list[tuple[str, str]]:
    """All that whoever runs the server can read there."""
    with Reader(server) as reader:
        return reader.all()


def logged(server: Server, count: int) -> None:
    """Until so many entries of the journal lie there."""
    until = time.monotonic() + PATIENCE_S
    while (there := sum(subject.endswith(".log") for subject, _ in lies(server))) < count:
        assert time.monotonic() < until, f"{there} entries instead of {count}"
        time.sleep(0.05)


def quiet(server: Server) -> list[tuple[str, str]]:
    """The same, once nothing more comes."""
    found = lies(server)
    while (now := lies(server)) != found:
        found = now
    return found


def test_a_table_over_the_net(
    browser: Browser, other_browser: Browser, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    server = Server(tmp_path, net_port, origin(net_site))
    assert "is valid" in server.check()
    host = Device(browser, net_site.address).open()
    host.tap("[data-try]")
    known = 2
    hero = host.has_entries(known)[1]["fact"]["name"]
    player, watcher = (Device(other_browser, net_site.address, 390) for _ in range(2))
    try:
        # a server that is not there, and one that asks who somebody is
        host.go("together").tap("[data-do=invite-net]")
        host.sees("[data-notice]", "The server doesn’t answer")
        server.start()
        host.press("[data-do=invite-net]", "Enter")
        host.sees("[data-together=login]", "Sign in to the server")
        assert host.page.evaluate("document.activeElement.textContent").endswith(
            "Sign in to the server"
        )
        assert faults(host) == []
        opens(host, "wrong")
        host.sees("[data-notice]", "The server refuses this login")
        opens(host)
        host.sees("[data-on-net]", "Connected to the server.")
        assert faults(host) == []
        player.open(host.text("[data-code-text]"))
        player.tap("[data-do=seat-take]").sees("[data-view='garden/character']", hero)
        joins(host, watcher)
        watcher.tap("[data-do=seat-watch]")

        # what they roll stands in the host's journal, and what is noted there is seen by nobody
        player.go(ROLL).tap("[data-do=roll]")
        assert host.has_entries(known + 1)[-1]["by"] == "s1"
        host.go("garden/notes").fill("[data-view='garden/notes'] textarea", CANARY)
        host.tap("[data-view='garden/notes'] [data-do=note-keep]")
        assert player.has_entries(known + 2)[-1]["fact"]["kind"] == "veiled"

        # the server is killed: what is done meanwhile waits, and joins when it is back
        server.kill()
        player.sees(".is-away", "The server doesn’t answer")
        player.go(ROLL).tap("[data-do=roll]")
        player.sees(".is-away", "1 not sent yet")
        host.go(ROLL).tap("[data-do=roll]")
        host.has_entries(known + 3)
        server.start()
        assert host.has_entries(known + 4)[-1]["by"] == "s1"
        player.sees_no(".is-away")
        player.has_entries(known + 4)

        # both pages are opened anew, and are at the table again by themselves
        host.again()
        player.again()
        player.go("together").sees("[role=status]", "You joined the table.")

        # somebody with the server's login repeats what was said, writes rubbish, deletes the table
        with Reader(server) as reader:
            said = reader.all()
            for subject, text in said:
                reader.asked(subject, text)
            for subject in {subject for subject, _ in said}:
                reader.asked(subject, "mrubbish")
        player.go(ROLL).tap("[data-do=roll]")
        host.has_entries(known + 5)
        with Reader(server) as reader:
            of_log, of_talk = sorted(reader.streams())
            reader.asked(f"$JS.API.STREAM.DELETE.{of_log}")
            host.go(ROLL).tap("[data-do=roll]")  # it notices, while the other is still there
            reader.asked(f"$JS.API.STREAM.DELETE.{of_talk}")
        player.go(ROLL).tap("[data-do=roll]")
        host.has_entries(known + 7)
        player.has_entries(known + 7)

        # the copy on the server is whole, and sealed
        logged(server, known + 7)
        host.go("together")
        with host.page.expect_download() as given:
            host.tap("[data-do=net-take]")
        copy = Path(given.value.path()).read_text(encoding="utf-8").splitlines()
        assert [json.loads(each)["n"] for each in copy] == [*range(1, known + 8)]
        assert any(CANARY in each for each in copy)
        for word in (CANARY, hero, "rolled", "garden", "skill_test"):
            assert word.encode() not in server.stored
        (master,) = host.stored(r'"master":"([^"]+)"')
        (private,) = host.stored(r'"pair":\["[^"]+","([^"]+)"')
        said = lies(server)
        everything = "".join(text for _, text in said)
        for key in (master, private):
            assert key not in everything
            assert key not in player.got
        assert CANARY not in player.got

        # the log opens by the game master's key alone; a guest's talk by that guest's
        shared = shared_key(player, said[0][0].split(".")[1])
        log = [text.partition(".")[2] for subject, text in said if subject.endswith(".log")]
        talk = [text[1:] for subject, text in said if not subject.endswith(".log")]
        assert len(log) == len(readable(player, master, log)) == known + 7
        assert readable(player, shared, log) == []
        assert readable(player, shared, talk) != []
        assert len(readable(player, shared, talk)) < len(talk)

        # somebody is removed, told so, and what they know opens nothing that is said from then on
        (invited,) = player.stored(r'"invited":"([^"]+)"')
        host.tap(".seat-more summary").tap("[data-do=seat-remove]")
        player.go("together").sees("[role=status]", "removed")
        watcher.go("together").sees("[role=status]", "You joined the table.")
        before = {text for _, text in quiet(server)}
        host.go(ROLL).tap("[data-do=roll]")
        watcher.has_entries(known + 8)
        after = [
            re.sub(r"^([mwcka]|\d+\.)", "", text) for _, text in lies(server) if text not in before
        ]
        assert after
        assert host.stored(r'"invited":"([^"]+)"') != [invited]
        for key in (shared, invited):
            assert readable(player, key, after) == []

        # the same table on a second device: the slower of the two stops
        kept = host.context.storage_state(indexed_db=True)
        second = Device(browser, net_site.address, kept=kept).open()
        second.go(ROLL).tap("[data-do=roll]")
        second.has_entries(known + 9)
        second.go("together").sees("[data-do=net-take]")
        logged(server, known + 9)  # the second is ahead now, whoever of them is slower
        host.go(ROLL).tap("[data-do=roll]")
        host.sees("[data-notice]", "is host of this table now")
        host.go("together").sees("[data-do=invite]")

        # and it is taken from the server: nothing is left there, everybody has their own copy
        second.go("together").tap("[data-do=net-drop]").sees("[data-notice]", "Table deleted")
        second.sees_no("[data-on-net]")
        assert lies(server) == []
        # by the last message of the game master or by the server, whichever is first
        watcher.sees("[role=status]", "own copy")
        closed(second, watcher, player, host)
    finally:
        server.kill()


def test_one_of_three_servers_may_go(
    browser: Browser, other_browser: Browser, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    """While everybody rolls, one is killed; and the very one that browsers speak to here, which
    comes back."""
    servers = three_servers(tmp_path, net_port, origin(net_site))
    host = Device(browser, net_site.address).open()
    host.tap("[data-try]")
    host.has_entries(2)
    guest = Device(other_browser, net_site.address, 390)
    try:
        for each in servers[:2]:
            each.start()
        leads(servers[0])
        host.go("together").tap("[data-do=invite-net]")
        opens(host)
        host.sees("[data-code]")
        guest.open(host.text("[data-code-text]")).sees("[data-do=seat-take]")
        # The host is closed before it has read who the guest plays.
        host.page.close()
        guest.tap("[data-do=seat-take]")
        host.again()
        guest.sees("[data-view='garden/character']")
        # There is a copy on each as soon as there are three.
        assert copies(servers[0]) == [1, 1]
        servers[2].start()
        until = time.monotonic() + 2 * PATIENCE_S  # each look takes a start of the page
        while copies(servers[0]) != [3, 3]:
            assert time.monotonic() < until, copies(servers[0])
            host.again()
            host.go("together").sees("[data-on-net] [role=status]", "Connected to the server.")
        guest.sees_no(".is-away")
        check(roll_at_once((host, guest), 5, servers[2].kill))
        servers[2].start()
        check(roll_at_once((host, guest), 5, servers[0].restart))
        closed(guest, host)
    finally:
        for each in servers:
            each.kill()


def test_limits_are_told(
    browser: Browser, other_browser: Browser, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    place = (tmp_path, net_port, origin(net_site))
    full = Server(*place, limits=(("max_streams: 200", "max_streams: 1"),))
    host = Device(browser, net_site.address).open()
    host.tap("[data-try]")
    host.has_entries(2)
    guest = Device(other_browser, net_site.address, 390)
    small = [full]
    try:
        full.start()
        host.go("together").tap("[data-do=invite-net]").sees("[data-together=login]")
        opens(host)
        host.sees("[data-notice]", "out of space for this table")
        full.kill()
        small.append(Server(*place, limits=(("max_connections: 2000", "max_connections: 1"),)))
        with Reader(small[-1].start()):
            opens(host)
            host.sees("[data-notice]", "The server is busy")
        small[-1].kill()
        small.append(Server(*place, limits=(("max_consumers: 200", "max_consumers: 1"),)).start())
        opens(host)
        host.sees("[data-code]")
        guest.open(host.text("[data-code-text]"))
        guest.sees("[role=status]", "The server is busy")
        # the log cannot go on, but the table does
        small[-1].kill()
        small.append(Server(*place, limits=(("max_payload: 1MB", "max_payload: 16KB"),)).start())
        guest.sees("[data-who-am-i]")
        host.go("garden/notes").fill("[data-view='garden/notes'] textarea", "long " * 3_900)
        host.tap("[data-view='garden/notes'] [data-do=note-keep]")
        host.go("together").sees("[data-on-net]", "too large for the server")
        guest.tap("[data-do=seat-take]")
        guest.go(ROLL).tap("[data-do=roll]")
        assert host.has_entries(4)[-1]["by"] == "s1"
        closed(guest, host)
    finally:
        for each in small:
            each.kill()
