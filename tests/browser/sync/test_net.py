"""A table over the net survives killed servers, which never get readable texts.

All servers run with the documented configuration, over TLS, with a login.
"""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.support.crowd import ROLL, check, roll_at_once
from tests.browser.support.devices import Device, WorkshopDevice
from tests.browser.support.driving import PATIENCE_S, SOON_S
from tests.browser.support.nats_servers import (
    Reader,
    Server,
    replica_counts,
    three_servers,
    wait_for_leader,
)
from tests.browser.support.net_devices import close_all, join_by_link, log_in
from tests.browser.support.unsealing import find_readable, shared_key
from tests.browser.support.workshop import Workshop
from tests.browser.sync.test_sync import faults
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.brief]

#: A text that neither the server nor a guest may ever read.
CANARY = "xyzzy-in-the-cellar"


@pytest.fixture(scope="module")
def net_site(net_dist: Path) -> Iterator[Site]:
    """Yield a site with a build that may connect to one server."""
    with Site(net_dist) as site:
        yield site


@pytest.fixture(scope="module")
def both_profiles(browser: Browser, net_site: Site) -> Iterator[tuple[Workshop, Workshop]]:
    """Yield two profiles that have this page stored."""
    with Workshop(browser, net_site) as first, Workshop(browser, net_site) as second:
        yield first, second


@pytest.fixture
def host(both_profiles: tuple[Workshop, Workshop], net_site: Site) -> Iterator[Device]:
    yield WorkshopDevice(both_profiles[0], net_site.address)
    both_profiles[0].clear()


@pytest.fixture
def guest(both_profiles: tuple[Workshop, Workshop], net_site: Site) -> Iterator[Device]:
    yield WorkshopDevice(both_profiles[1], net_site.address, 390)
    both_profiles[1].clear()


@pytest.fixture(autouse=True)
def close_remaining(browser: Browser) -> Iterator[None]:
    """Close the devices that a failed test leaves open, so that none joins the next server."""
    before = {*browser.contexts}
    yield
    for each in {*browser.contexts} - before:
        each.close()


def origin(site: Site) -> str:
    return site.address.removesuffix("/")


def read_messages(server: Server) -> list[tuple[str, str]]:
    """Return all messages that the operator of the server can read."""
    with Reader(server) as reader:
        return reader.messages()


def wait_for_log(server: Server, count: int) -> None:
    """Wait until the log on the server has `count` entries."""
    until = time.monotonic() + PATIENCE_S
    while (found := sum(subject.endswith(".log") for subject, _ in read_messages(server))) < count:
        assert time.monotonic() < until, f"{found} entries instead of {count}"
        time.sleep(0.05)


def read_settled_messages(server: Server) -> list[tuple[str, str]]:
    """Wait until no more messages arrive; return them all."""
    found = read_messages(server)
    while (now := read_messages(server)) != found:
        found = now
    return found


def test_a_table_over_the_net(
    browser: Browser, host: Device, guest: Device, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    server = Server(tmp_path, net_port, origin(net_site))
    assert "is valid" in server.check()
    host.open().tap("[data-try]")
    known = 2
    hero = host.has_entries(known)[1]["fact"]["name"]
    player, watcher = guest, Device(browser, net_site.address, 390)
    try:
        # an absent server, and one that asks for a login
        host.go("together").tap("[data-do=invite-net]")
        host.sees("[data-notice]", "The server doesn’t answer")
        server.start()
        host.press("[data-do=invite-net]", "Enter")
        host.sees("[data-together=login]", "Sign in to the server")
        assert host.page.evaluate("document.activeElement.textContent").endswith(
            "Sign in to the server"
        )
        assert faults(host) == []
        log_in(host, "wrong")
        host.sees("[data-notice]", "The server refuses this login")
        log_in(host)
        host.sees("[data-on-net]", "Connected to the server.")
        assert faults(host) == []
        player.open(host.text("[data-code-text]"))
        player.tap("[data-do=seat-take]").sees("[data-view='garden/character']", hero)
        join_by_link(host, watcher)
        watcher.tap("[data-do=seat-watch]")

        # the player's roll is in the host's journal; the host's note stays hidden from the player
        player.go(ROLL).tap("[data-do=roll]")
        assert host.has_entries(known + 1)[-1]["by"] == "s1"
        host.go("garden/notes").fill("[data-view='garden/notes'] textarea", CANARY)
        host.tap("[data-view='garden/notes'] [data-do=note-keep]")
        assert player.has_entries(known + 2)[-1]["fact"]["kind"] == "veiled"

        # the server is killed: rolls are queued meanwhile and merged when it is back
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

        # both pages are reopened and rejoin by themselves, though the server is silent at first
        host.go("together")
        server.kill()
        with socket.create_server(("127.0.0.1", net_port)):
            host.reopen()
            host.sees("[data-on-net] [role=status]", "Connecting to the server…")
        server.start()
        host.sees("[data-on-net] [role=status]", "Connected to the server.")
        player.reopen()
        player.go("together").sees("[role=status]", "You joined the table.")

        # the operator of the server replays messages, sends invalid ones, and deletes the table
        with Reader(server) as reader:
            messages = reader.messages()
            for subject, text in messages:
                reader.request(subject, text)
            for subject in {subject for subject, _ in messages}:
                reader.request(subject, "mrubbish")
        player.go(ROLL).tap("[data-do=roll]")
        host.has_entries(known + 5)
        with Reader(server) as reader:
            of_log, of_talk = sorted(reader.streams())
            reader.request(f"$JS.API.STREAM.DELETE.{of_log}")
            host.go(ROLL).tap("[data-do=roll]")  # the host notices while the talk is still there
            reader.request(f"$JS.API.STREAM.DELETE.{of_talk}")
        player.go(ROLL).tap("[data-do=roll]")
        host.has_entries(known + 7)
        player.has_entries(known + 7)

        # the copy on the server is complete and sealed
        wait_for_log(server, known + 7)
        host.go("together")
        with host.page.expect_download() as download:
            host.tap("[data-do=net-take]")
        copy = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
        assert [json.loads(each)["n"] for each in copy] == [*range(1, known + 8)]
        assert any(CANARY in each for each in copy)
        for word in (CANARY, hero, "rolled", "garden", "skill_test"):
            assert word.encode() not in server.stored
        (master,) = host.stored(r'"master":"([^"]+)"')
        (private,) = host.stored(r'"pair":\["[^"]+","([^"]+)"')
        messages = read_messages(server)
        everything = "".join(text for _, text in messages)
        for key in (master, private):
            assert key not in everything
            assert key not in player.received
        assert CANARY not in player.received

        # only the game master's key opens the log; a guest's key opens a part of the talk
        shared = shared_key(player, messages[0][0].split(".")[1])
        log = [text.partition(".")[2] for subject, text in messages if subject.endswith(".log")]
        talk = [text[1:] for subject, text in messages if not subject.endswith(".log")]
        assert len(log) == len(find_readable(player, master, log)) == known + 7
        assert find_readable(player, shared, log) == []
        assert find_readable(player, shared, talk) != []
        assert len(find_readable(player, shared, talk)) < len(talk)

        # a player is removed and told so; their keys open no message from then on
        (invited,) = player.stored(r'"invited":"([^"]+)"')
        host.tap(".seat-more summary")
        host.tap("[data-do=table-ask][data-key^=remove]").tap("[data-do=seat-remove]")
        player.go("together").sees("[role=status]", "removed")
        watcher.go("together").sees("[role=status]", "You joined the table.")
        before = {text for _, text in read_settled_messages(server)}
        host.go(ROLL).tap("[data-do=roll]")
        watcher.has_entries(known + 8)
        after = [
            re.sub(r"^([mwcka]|\d+\.)", "", text)
            for _, text in read_messages(server)
            if text not in before
        ]
        assert after
        assert host.stored(r'"invited":"([^"]+)"') != [invited]
        for key in (shared, invited):
            assert find_readable(player, key, after) == []

        # the same table on a second device: the slower of the two stops hosting
        storage = host.context.storage_state(indexed_db=True)
        second = Device(browser, net_site.address, storage=storage).open()
        second.go(ROLL).tap("[data-do=roll]")
        second.has_entries(known + 9)
        second.go("together").sees("[data-do=net-take]")
        wait_for_log(server, known + 9)  # the second device is ahead now, even if it is slower
        host.go(ROLL).tap("[data-do=roll]")
        host.sees("[data-notice]", "is host of this table now")
        host.go("together").sees("[data-do=invite]")

        # the table is deleted from the server: no message is left, each device has its own copy
        second.go("together").tap("[data-key=net-drop]").tap("[data-do=net-drop]")
        second.sees("[data-notice]", "Table deleted")
        second.sees_no("[data-on-net]")
        assert read_messages(server) == []
        # from the game master's last message or from the server, whichever is first
        watcher.sees("[role=status]", "own copy")
        close_all(second, watcher, player, host)
    finally:
        server.kill()


def test_one_of_three_servers_may_go(
    host: Device, guest: Device, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    """While all devices roll, one server is killed; the one that browsers use is restarted."""
    servers = three_servers(tmp_path, net_port, origin(net_site))
    host.open().tap("[data-try]")
    host.has_entries(2)
    try:
        for server in servers[:2]:
            server.start()
        wait_for_leader(servers[0])
        host.go("together").tap("[data-do=invite-net]")
        log_in(host)
        host.sees("[data-code]")
        guest.open(host.text("[data-code-text]")).sees("[data-do=seat-take]")
        # The host is closed before it has read the guest's choice of a character.
        host.page.close()
        guest.tap("[data-do=seat-take]")
        host.reopen()
        guest.sees("[data-view='garden/character']")
        # Each server gets a replica as soon as there are three.
        assert replica_counts(servers[0]) == [1, 1]
        servers[2].start()
        until = time.monotonic() + 2 * PATIENCE_S
        while (counts := replica_counts(servers[0])) != [3, 3]:
            assert time.monotonic() < until, counts
            host.reopen()
            host.go("together").sees("[data-on-net] [role=status]", "Connected to the server.")
            # The servers need a moment for the replicas that the page has asked for.
            until_next = time.monotonic() + SOON_S
            while replica_counts(servers[0]) != [3, 3] and time.monotonic() < until_next:
                time.sleep(0.2)
        guest.sees_no(".is-away")
        check(roll_at_once((host, guest), 5, servers[2].kill))
        servers[2].start()
        check(roll_at_once((host, guest), 5, servers[0].restart))
        close_all(guest, host)
    finally:
        for server in servers:
            server.kill()


def test_limits_are_told(
    host: Device, guest: Device, net_site: Site, net_port: int, tmp_path: Path
) -> None:
    common = (tmp_path, net_port, origin(net_site))
    full = Server(*common, limits=(("max_streams: 200", "max_streams: 1"),))
    host.open().tap("[data-try]")
    host.has_entries(2)
    servers = [full]
    try:
        full.start()
        host.go("together").tap("[data-do=invite-net]").sees("[data-together=login]")
        log_in(host)
        host.sees("[data-notice]", "out of space for this table")
        full.kill()
        servers.append(Server(*common, limits=(("max_connections: 2000", "max_connections: 1"),)))
        with Reader(servers[-1].start()):
            log_in(host)
            host.sees("[data-notice]", "The server is busy")
        servers[-1].kill()
        servers.append(
            Server(*common, limits=(("max_consumers: 200", "max_consumers: 1"),)).start()
        )
        log_in(host)
        host.sees("[data-code]")
        guest.open(host.text("[data-code-text]"))
        guest.sees("[role=status]", "The server is busy")
        # the log stops, but the table goes on
        servers[-1].kill()
        servers.append(Server(*common, limits=(("max_payload: 1MB", "max_payload: 16KB"),)).start())
        guest.sees("[data-who-am-i]")
        host.go("garden/notes").fill("[data-view='garden/notes'] textarea", "long " * 3_900)
        host.tap("[data-view='garden/notes'] [data-do=note-keep]")
        host.go("together").sees("[data-on-net]", "too large for the server")
        guest.tap("[data-do=seat-take]")
        guest.go(ROLL).tap("[data-do=roll]")
        assert host.has_entries(4)[-1]["by"] == "s1"
        close_all(guest, host)
    finally:
        for server in servers:
            server.kill()
