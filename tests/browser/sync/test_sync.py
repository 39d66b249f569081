"""One table with several devices in real browsers: play, visibility, rejoining, migration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from app import VERSION
from tests.browser.conftest import brief_chromium
from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.crowd import ROLL
from tests.browser.support.devices import Device, WorkshopDevice, answer, invite, let_in, pair
from tests.browser.support.driving import run, settle, wait_for
from tests.browser.support.seen import camera_flags, write_camera_video
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def host_profile(workshop: Workshop) -> Iterator[Workshop]:
    yield workshop
    workshop.clear()


@pytest.fixture
def guest_profile(other_workshop: Workshop) -> Iterator[Workshop]:
    yield other_workshop
    other_workshop.clear()


@contextmanager
def asleep(device: Device) -> Iterator[None]:
    """Block the page meanwhile by a dialog, as on a device with its screen off."""
    with device.page.expect_event("dialog") as asking:
        device.page.evaluate("() => void setTimeout(() => confirm('asleep'))")
    try:
        yield
    finally:
        asking.value.dismiss()


#: A text that no player may ever receive.
CANARY = "xyzzy-in-the-cellar"


def test_an_evening_at_one_table(
    host_profile: Workshop, guest_profile: Workshop, brief_browser: Browser, site: Site
) -> None:
    host = WorkshopDevice(host_profile, site.address).open()
    host.tap("[data-try]")
    known = 2
    hero = host.has_entries(known)[1]["fact"]["name"]

    # a player joins
    player = WorkshopDevice(guest_profile, site.address, 390)
    pair(host, player)
    player.sees("[data-who-am-i]", hero)
    player.tap("[data-do=seat-take]")
    player.sees("[data-view='garden/character']", hero)
    host.go("together").sees(".seat", hero)
    assert [entry["n"] for entry in player.has_entries(known)] == [*range(1, known + 1)]

    # the player's roll is in the host's journal under their seat, and they may undo it
    player.go(ROLL).tap("[data-do=roll]")
    rolled = host.has_entries(known + 1)[-1]
    assert (rolled["fact"]["kind"], rolled["by"]) == ("rolled", "s1")
    assert player.has_entries(known + 1)[-1]["id"] == rolled["id"]
    player.tap("[data-do=undo]")
    assert host.has_entries(known + 2)[-1]["fact"]["kind"] == "undone"

    # dice that the player types are shown to the GM while they fall, and no longer
    player.go("garden/attribute_test").tap("[data-do=enter]").page.keyboard.type("5")
    host.sees("[data-rolling]", "is rolling Attribute test: 5")
    player.go("garden")
    host.sees_no("[data-rolling]")

    # the player edits their own sheet, and gets nothing of the GM's notes and hidden rolls
    character_id = rolled["fact"]["who"]["self"]
    player.go(f"garden/character/{character_id}").tap("[data-do=sheet-edit]")
    player.write("[data-view='garden/character'] [name=concept]", "Scout, and hurt")
    assert host.has_entries(known + 3)[-1]["fact"]["kind"] == "edited"
    host.go(f"garden/character/{character_id}").sees("[data-slot=character]", "Scout, and hurt")
    host.go("garden/notes").fill("[data-view='garden/notes'] textarea", CANARY)
    host.tap("[data-view='garden/notes'] [data-do=note-keep]")
    host.go(ROLL).tap("[data-do=hidden]")
    veiled = player.has_entries(known + 5)
    assert [each["fact"]["kind"] for each in veiled[-2:]] == ["veiled", "veiled"]
    assert CANARY not in player.received

    # the GM asks the table for a roll, and the player makes it
    host.tap("[data-do=ask-table]")
    player.sees(".is-asked", "GM asks")
    player.tap("[data-do=ask-take]").tap("[data-do=roll]")
    host.sees(".is-card", " of 1 succeeded")
    host.tap(".is-card [data-do=ask-close]")

    # each tap is a proposal; an accepted one comes before one that still waits
    host.go("together").tap("[data-rule-of=confirm]")
    before = len(host.has_entries(known + 6)) + 1
    player.go(ROLL).tap("[data-do=roll]").tap("[data-do=roll]")
    second, first = player.newest(2)
    host.sees(".told-line.is-asked", hero)
    host.tap(f".told-line[data-act='{second}'] [data-do=proposal-yes]")
    assert host.has_entries(before)[-1]["id"] == second
    player.shows_newest([first, second])
    host.tap(".told-line [data-do=proposal-yes]")
    host.has_entries(before + 1)
    host.go("together").tap("[data-rule-of=confirm]")

    # the phone is closed and reopened: it rejoins by itself, with the tap before its start
    player.go(ROLL).reopen("[data-do=roll]")
    player.go("together").sees("[role=status]", "You joined the table.")
    before = len(host.has_entries(before + 2))
    assert player.has_entries(before)[-1]["by"] == "s1"

    # a spectator gets the players' screen
    other = Device(brief_browser, site.address, 390)
    pair(host, other)
    other.sees("[data-who-am-i]")
    other.tap("[data-do=seat-watch]").sees("[data-view='garden/table']")

    # host migration from the tablet to the phone and back: all follow without a code
    # (the host's unfolded menu stays open when the others act)
    host.go("together").tap(".seat-more summary")
    player.go(ROLL).tap("[data-do=roll]")
    before = len(host.has_entries(before + 1))
    # a device that does not answer does not become host: this one stays host
    with asleep(player):
        host.tap("[data-do=seat-hand]").sees(".seat-state", "becoming host")
        host.tap("[data-do=seat-hand]:has-text('Stay host')")
        host.sees("[data-do=seat-hand]", "Make this device host")
    player.go("together").sees("[role=status]", "You joined the table.")
    host.tap("[data-do=seat-hand]")
    player.go("together").sees(".seat", "GM")
    other.go("together").sees("[role=status]", "You joined the table.")
    other.sees("[data-seat=s1] .seat-state", "here")  # the former host's own seat
    player.has_entries(before)
    host.go(ROLL).tap("[data-do=roll]")
    for each in (player, other):
        each.has_entries(before + 1)
    player.tap("[data-seat]:has-text('GM') summary")
    player.tap("[data-seat]:has-text('GM') [data-do=seat-hand]")
    host.go("together").sees("[data-do=invite]")
    for each in (player, other):
        each.sees("[role=status]", "You joined the table.")

    # an invitation over the net to this same table, on a page without a server
    table = player.stored(r'"campaign":"([^"]+)"')[0]
    player.go(f"join/net.{table}.token.{'k' * 43}.{'h' * 87}")
    player.sees("[data-notice]", "This page can’t join online tables")
    player.go("together").sees("[role=status]", "You joined the table.")

    # a player is removed and told so
    host.go("together").tap(".seat-more summary")
    host.tap("[data-do=table-ask][data-key^=remove]").tap("[data-do=seat-remove]")
    player.go("together").sees("[role=status]", "removed")
    for each in (player, other, host):
        settle(each.page)
        each.close()


#: A roll in the game of the fight.
FIGHTERS_ROLL = "striker/check?modifier=3&challenge=12"


def begin_fight(host: Device) -> None:
    """Begin a fight of all player characters against two raiders, before the first turn."""
    host.go("striker/encounter").tap("[data-do=encounter-begin]").tap("[data-do=join-all]")
    host.fill("[name=quick]", "2 raiders, hp 7")
    host.press("[name=quick]", "Enter").tap(".panel-close")


def pass_turn(host: Device, *guests: Device) -> dict[str, Any]:
    """Pass the turn on the host; wait until all devices show the same fight, and return it."""
    host.go("striker/encounter").tap("[data-do=turn-pass]")
    fight = host.fight
    for guest in guests:
        guest.go("striker/encounter").shows_fight(fight)
    return fight


def test_a_guest_shows_the_current_fight_after_each_way_to_rejoin(
    host_profile: Workshop, guest_profile: Workshop, site: Site
) -> None:
    host = WorkshopDevice(host_profile, site.address).open()
    host.go("striker/characters").tap("[data-sample='0']")
    hero = host.has_entries(2)[1]["fact"]["name"]
    player = WorkshopDevice(guest_profile, site.address, 390)
    pair(host, player)
    player.tap("[data-do=seat-take]").sees("[data-view='striker/character']", hero)
    player.waits(2)

    # the phone is reopened and stays passive: it follows, and announces its turns
    player.reopen()
    player.sees_no(".is-away")
    host.go(FIGHTERS_ROLL).tap("[data-do=roll]")
    player.has_entries(3)
    begin_fight(host)
    host.tap("[data-do=turn-pass]")
    player.sees("[data-own-turn]", f"{hero}’s turn")
    player.go("striker/encounter").shows_fight(host.fight)
    assert pass_turn(host, player)["turn"] == "Raider 1"
    player.sees_no("[data-own-turn]")

    # the host is reopened while nothing is queued
    host.waits(2)
    host.reopen()
    player.sees_no(".is-away")

    # the host is closed: a roll is queued meanwhile and merged at its return, without a code
    known = len(player.has_entries(8))
    host.waits(2)
    address = host.page.url
    host.page.close()
    player.sees(".is-away")
    player.go(FIGHTERS_ROLL).tap("[data-do=roll]")
    player.sees(".is-away", "1 not sent yet")
    host.page = host.new_page()
    host.open(address)
    assert host.has_entries(known + 1)[-1]["by"] == "s1"
    player.sees_no(".is-away")
    assert pass_turn(host, player)["turn"] == "Raider 2"
    known = len(player.has_entries(known + 2))

    # a reopened page shows the roll that it queued while no host was there
    host.waits(2)
    address = host.page.url
    host.page.close()
    player.sees(".is-away")
    player.go(FIGHTERS_ROLL).tap("[data-do=roll]")
    player.reopen()
    player.sees(".is-away", "1 not sent yet")
    player.go("striker/journal").sees(f"[data-n='{known + 1}']", "Check")
    player.page.close()
    host.page = host.new_page()
    host.open(address)

    # after both were closed at once, by a new code, to the campaign that is open there already
    player.page = player.new_page()
    pair(host, player)
    player.go("together").sees("[role=status]", "You joined the table.")
    player.has_entries(len(host.has_entries(known + 1)))
    assert pass_turn(host, player)["round"] == "Round 2"

    # from another game, which one of them opens for a while
    player.waits(2)
    player.go("garden/skill_test").sees_no(".is-away")
    assert pass_turn(host, player)["turn"] == "Raider 1"
    player.waits(2)
    host.go("garden/skill_test")
    player.sees(".is-away")
    assert pass_turn(host, player)["turn"] == "Raider 2"

    # a second tab of the phone takes over; when it closes, the first tab does
    host.waits(2)
    first, player.page = player.page, player.new_page()
    player.open(f"{site.address}#/striker/encounter").tap("[data-do=take-over]")
    assert pass_turn(host, player)["turn"] == hero
    player.page.close()
    player.page = first
    assert pass_turn(host, player)["turn"] == "Raider 1"
    for each in (player, host):
        settle(each.page)
        each.close()


#: The page's name for its content, and the build by which devices compare their pages.
CONTENT = "document.querySelector('meta[name=tableside-content]').content"
BUILD = "from app.browser.sync.context import make_context\nmake_context().build"


def test_several_read_one_invitation(
    host_profile: Workshop, guest_profile: Workshop, brief_browser: Browser, site: Site
) -> None:
    host = WorkshopDevice(host_profile, site.address).open()
    host.tap("[data-try]")
    hero = host.has_entries(2)[1]["fact"]["name"]
    first = WorkshopDevice(guest_profile, site.address, 390)
    second = Device(brief_browser, site.address, 390)

    # a reply to a closed invitation is refused; its device reads the new one instead
    stale = answer(second, invite(host))
    host.tap("[data-do=invite-close]")
    invitation = invite(host)
    let_in(host, stale)
    host.sees("[data-code-notice]", "This invite was cancelled.")
    second.go(invitation.partition("#/")[2])
    wait_for(second.page, f"document.querySelector('[data-code]').dataset.code !== '{stale}'")
    later = second.text("[data-code-text]")

    # another build of the same version would be refused
    content = second.page.evaluate(CONTENT)
    assert run(second.page, BUILD) == f"{VERSION} ({content})"

    # the first reply that is entered joins its device; another pending reply does not disturb it
    reply = answer(first, invitation)
    first.sees("[data-code-notice]", "Waiting for their device")
    let_in(host, reply)
    first.sees("[data-who-am-i]")
    host.sees("[data-code-notice]", "That device joined.")

    # the field for a reply stays and is empty; a used reply is reported as used
    assert host.text("form[data-together=code] input") == ""
    let_in(host, reply)
    host.sees("[data-code-notice]", "That device has already joined.")
    let_in(host, "no code at all")
    host.sees("[data-code-notice]", "Not a table code")

    # the second joins by the same invitation; each has a seat of its own
    let_in(host, later)
    second.sees("[data-do=seat-take]", hero)
    first.tap("[data-do=seat-take]").sees("[data-view='garden/character']", hero)
    second.sees("[data-taken]", f"{hero} is played on another device.")
    second.sees_no("[data-do=seat-take]")
    second.tap("[data-do=seat-watch]").sees("[data-view='garden/table']")
    host.sees("[data-seat='s1'] .seat-state", "here")
    host.sees("[data-seat='s2'] .seat-state", "here")
    for each in (first, second, host):
        settle(each.page)
        each.close()


#: Shortens the waits of a guest.
IMPATIENT = """
from app.browser.sync import guest_line
guest_line.SLOW_S = guest_line.RENEWED_S = 0.1
"""

#: Closes all connections, as a browser does that finds no other device.
GIVES_UP = """() => window.channels.forEach(({ connection }) => {
    connection.close();
    connection.dispatchEvent(new Event("connectionstatechange"));
})"""


def test_a_guest_that_cannot_join_gets_advice(
    host_profile: Workshop, guest_profile: Workshop, site: Site
) -> None:
    host = WorkshopDevice(host_profile, site.address).open()
    host.tap("[data-try]")
    invitation = invite(host)
    guest = WorkshopDevice(guest_profile, site.address, 390).open()
    guest.run(IMPATIENT)
    guest.go(invitation.partition("#/")[2])
    guest.sees("[data-code-notice]", "Not in yet?")
    guest.sees("[data-view=join] [data-do=code-camera]", "Scan code")
    assert not faults(guest)

    # a code of a closed connection is replaced by a new one, which works
    expired = guest.text("[data-code-text]")
    guest.page.evaluate(GIVES_UP)
    wait_for(guest.page, f"document.querySelector('[data-code]')?.dataset.code !== '{expired}'")
    guest.sees("[data-code-notice]", "Not in yet?")
    let_in(host, guest.text("[data-code-text]"))
    guest.sees("[data-who-am-i]")

    # a guest removed before it has a seat can scan another code at once
    host.tap(".seat-more summary")
    host.tap("[data-do=table-ask][data-key^=remove]").tap("[data-do=seat-remove]")
    guest.sees("[data-view=join] [role=status]", "removed")
    guest.sees("[data-view=join] [data-do=code-camera]", "Scan code")
    for each in (guest, host):
        settle(each.page)
        each.close()


def by_key(device: Device, selector: str) -> None:
    """Tab from the focused element to this one, and press Enter there."""
    for _ in range(60):
        device.page.keyboard.press("Tab")
        if device.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            device.page.keyboard.press("Enter")
            settle(device.page)
            return
    raise AssertionError(f"{selector} cannot be reached")


def faults(device: Device) -> list[str]:
    """Return axe's findings on the page in its present state."""
    if not device.page.evaluate("() => 'axe' in window"):
        load_axe(device.page)
    (found,) = find_faults(device.page, both=False).values()
    return found


def test_joining_by_keyboard_and_camera(
    playwright: Playwright, guest_profile: Workshop, site: Site, tmp_path: Path
) -> None:
    with brief_chromium(playwright, *camera_flags(tmp_path / "seen.y4m")) as with_camera:
        host = Device(with_camera, site.address).open()
        host.tap("[data-try]").go("together")
        by_key(host, "[data-do=invite]")
        host.sees("[data-invite]")
        assert not faults(host)
        guest = WorkshopDevice(guest_profile, site.address, 390)
        guest.open(host.text("[data-invite] [data-code-text]"))
        guest.sees("[data-view=join] [data-code]")
        assert not faults(guest)
        # the picture of the GM's camera
        write_camera_video(guest.text("[data-code-text]"), tmp_path / "seen.y4m")
        by_key(host, "[data-do=code-camera]")
        guest.sees("[data-who-am-i]")
        assert not faults(guest)
        by_key(guest, "[data-do=seat-take]")
        guest.sees("[data-view='garden/character'] h1")
        host.sees("[data-view=together] .seat")
        assert not faults(host)
        for each in (guest, host):
            settle(each.page)
            each.close()
