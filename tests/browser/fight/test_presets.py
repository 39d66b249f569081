"""Setting up a fight from presets: choose, add, repeat, save and remove them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import begin, go, opened
from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.driving import open_ready, settle
from tests.browser.support.tracking import Tracker
from tests.browser.test_accessibility import BEYOND, SMALL
from tests.serving import Site

pytestmark = pytest.mark.browser


def another_fight(page: Page, game: str, begins: bool = True) -> Tracker:
    """Begin a new campaign with both samples and an empty fight; return its tracker.

    begins: whether the fight is begun.
    """
    tracker = Tracker(page, game)
    go(page, "campaigns")
    name = f"Presets {game} {page.evaluate('performance.now()')}"
    begin(page, game, name)
    opened(page, name)
    tracker.samples()
    tracker.go("encounter")
    if begins:
        tracker.tap('[data-do="encounter-begin"]')
    return tracker


def test_from_presets_to_a_fight_and_back(running: Page, site: Site) -> None:
    page, tracker = running, another_fight(running, "wasteland")
    board = tracker.board

    # Two of one kind, after one is taken back, and one of another; none joins before "Add".
    raider = board.locator('[data-do="preset-more"][data-preset="raider"]')
    for _ in range(3):
        raider.click()
    board.locator('[data-do="preset-less"]').click()
    board.locator('[data-do="preset-more"][data-preset="wild-dog"]').click()
    chips = board.locator(".preset-chip")
    expect(chips).to_have_text(["Raider 1", "Raider 2", "Wild dog"])
    expect(raider).to_contain_text("×2")
    assert tracker.names() == []
    tracker.tap('[data-do="presets-add"]')
    assert tracker.names() == ["Raider 1", "Raider 2", "Wild dog"]

    # One undo removes them all; repeating a group continues the numbers.
    board.locator('[data-do="undo"]').click()
    expect(board.locator(".order [data-place]")).to_have_count(0)
    tracker.tap('[data-do="preset-group"][data-label="Easy"]')
    assert tracker.names() == ["Raider 1", "Raider 2"]
    tracker.tap('[data-do="preset-again"]')  # the list is still open
    assert tracker.names() == [f"Raider {n}" for n in (1, 2, 3, 4)]

    # Their sheets have weapons.
    menu = tracker.menu("raider-1", "skills")
    expect(menu.locator('[data-procedure-of="wasteland.attack"]').first).to_contain_text("Pipe gun")

    # One of them is saved as a preset, which is in the list after a reload.
    tracker.menu("raider-1", "manage")
    tracker.after(menu.locator('[data-do="preset-save"]').click)
    expect(menu.locator('[data-do="preset-save"]')).to_contain_text("Saved")
    page.reload()
    open_ready(page, f"{site.address}#/wasteland/encounter")
    expect(board.locator(".order [data-place]")).to_have_count(4)
    own = tracker.panel("join").locator(".preset", has_text="your own")
    expect(own).to_have_count(1)
    own.locator('[data-do="preset-more"]').click()
    tracker.tap('[data-do="presets-add"]')
    assert tracker.names()[-1] == "Raider 5"
    tracker.after(own.locator('[data-do="preset-remove"]').click)
    expect(own).to_have_count(0)


def test_escape_closes_the_list_while_a_field_of_it_is_typed_in(running: Page) -> None:
    """The removed field still sends its change event, which must cause no error."""
    page, tracker = running, Tracker(running, "garden")
    tracker.samples()
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.board.locator('[data-do="preset-more"]').first.click()
    tracker.tap('[data-do="presets-add"]')
    for name in ("search", "quick"):
        field = tracker.panel("join").locator(f"[name={name}]")
        field.click()
        page.keyboard.type("gu")
        page.keyboard.press("Escape")
        expect(field).to_be_hidden()
        settle(page)
        expect(page.locator("[data-trouble]")).to_be_hidden()
    assert len(tracker.names()) == 1


def test_presets_by_keyboard(running: Page) -> None:
    """The search filters presets, Enter adds the first match, and the focus stays."""
    page, tracker = running, another_fight(running, "striker")
    tracker.board.locator("[name=search]").focus()
    page.keyboard.type("GUARD station")
    shown = tracker.board.locator(".preset:visible")
    expect(shown).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    chips = tracker.board.locator(".preset-chip")
    expect(chips).to_have_text(["Station guard 1", "Station guard 2"])
    expect(shown).to_have_count(1)
    assert page.evaluate("document.activeElement.name") == "search"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(chips).to_have_count(3)
    assert page.evaluate("document.activeElement.dataset.do") == "preset-more"
    page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(chips).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.do") == "preset-more"
    tracker.board.locator("[name=search]").fill("nothing like it")
    expect(tracker.board.locator("[data-none]")).to_be_visible()


def test_presets_for_large_fingers_and_every_reader(running: Page) -> None:
    page, tracker = running, Tracker(running, "prism")
    page.emulate_media(reduced_motion="reduce")
    load_axe(page)
    tracker.samples()
    tracker.begin("goblin; Someone with quite a long name of their own")
    long = next(id for id in tracker.order() if id.startswith("someone"))
    tracker.after(tracker.menu(long, "manage").locator('[data-do="preset-save"]').click)
    tracker.panel("join")
    for index in (1, 4, 4):
        tracker.board.locator('[data-do="preset-more"]').nth(index).click()
    expect(tracker.board.locator(".preset-chip")).to_have_count(3)
    found: dict[str, object] = {}
    for width in (360, 1180):
        page.set_viewport_size({"width": width, "height": 820})
        found |= find_faults(page)
        found[f"{width}: small"] = page.evaluate(SMALL)
        found[f"{width}: beyond"] = [] if page.evaluate(BEYOND) <= 0 else [page.evaluate(BEYOND)]
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_a_line_previews_its_foes_and_suggests_known_words(running: Page) -> None:
    page, tracker = running, another_fight(running, "wasteland")
    line = tracker.board.locator("[name=quick]")
    shown = tracker.board.locator("[data-preview]")
    chips = shown.locator(".preset-chip")

    line.fill("2 raiders hidden and a wild dgo")
    expect(chips).to_have_text(["Raider 1 to Raider 2", "Hidden", "Wild dgo"])
    expect(shown).to_contain_text("Did you mean “Wild dog”?")
    shown.locator('[data-do="line-fix"]').click()
    expect(line).to_have_value("2 raiders hidden and a Wild dog")
    expect(chips).to_have_text(["Raider 1 to Raider 2", "Hidden", "Wild dog"])
    assert page.evaluate("document.activeElement.name") == "quick"

    line.fill("3 raiders, defence 1")
    expect(chips).to_have_count(0)
    expect(shown).to_contain_text("Don’t know “defence”. Did you mean “Defense”?")
    shown.locator('[data-do="line-fix"]').click()
    expect(chips).to_have_text(["Raider 1 to Raider 3", "Defense 1"])
    assert tracker.names() == []
    tracker.after(lambda: page.keyboard.press("Enter"))
    assert tracker.names() == ["Raider 1", "Raider 2", "Raider 3"]
    expect(chips).to_have_count(0)


#: The texts of main buttons that are completely in the window and not covered.
MAIN = r"""() => [...document.querySelectorAll("[data-view]:not([hidden]) .main")]
    .filter((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
            && each.contains(hit);
    })
    .map((each) => each.innerText.replace(/\s+/g, " ").trim())"""

SIZES = ((360, 640), (390, 844), (820, 1180), (1180, 820), (1440, 900))


def test_setting_up_has_one_main_button_and_stays_open_until_the_start(running: Page) -> None:
    page, tracker = running, another_fight(running, "striker", begins=False)
    board = tracker.board

    def main() -> set[str]:
        found = set()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            shown = page.evaluate(MAIN)
            found.add(shown[0].split(" →")[0] if len(shown) == 1 else f"{width}: {shown}")
        return found

    assert main() == {"Start fight"}
    tracker.tap('[data-do="encounter-begin"]')
    assert main() == {"All player characters"}
    tracker.tap('[data-do="join-all"]')
    assert main() == {"Add foes"}
    board.locator('[data-do="foes-show"]').click()
    settle(page)
    assert page.evaluate("document.activeElement.closest('[data-presets]') !== null")
    board.locator('[data-do="preset-more"]').first.click()
    settle(page)
    assert main() == {"Add 1 foe"}
    tracker.tap('[data-do="presets-add"]')
    assert main() == {"Start"}
    expect(board.locator(".joining")).to_be_visible()
    tracker.tap('[data-do="turn-pass"]')
    expect(board.locator(".joining")).to_have_count(0)
    assert main() == {"End turn"}


def test_without_foes_there_is_no_target(running: Page) -> None:
    tracker = another_fight(running, "wasteland")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('[data-do="turn-pass"]')
    if not tracker.current():
        tracker.tap('[data-do="turn-pass"]')
    order = tracker.board.locator(".order")
    expect(order.locator('[data-do="aim"][aria-pressed="false"]')).to_have_count(1)
    expect(order.locator(".is-target")).to_have_count(0)
    tracker.board.locator('[data-do="foes"]').click()
    expect(tracker.board.locator("[role=dialog].joining")).to_be_visible()
    tracker.tap('[data-do="preset-group"]')
    tracker.clear()
    expect(order.locator('.is-target [aria-pressed="true"]')).to_have_count(1)
    expect(tracker.board.locator('[data-do="foes"]')).to_have_count(0)
