"""The encounter's page: keys, drags, faults, tabs. The turns are tested by the fights."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.driving import Trouble, open_ready, settle, wait_for
from tests.browser.support.tracking import Tracker
from tests.browser.test_accessibility import BEYOND, SMALL
from tests.serving import Site

pytestmark = pytest.mark.browser


def begin(page: Page, game: str, line: str) -> Tracker:
    """Begin an encounter of the two samples and the two others of a line; return its tracker."""
    tracker = Tracker(page, game)
    tracker.samples()
    tracker.begin(line)
    assert len(tracker.order()) == 4
    return tracker


@pytest.fixture(scope="module")
def raiders(started: tuple[Page, Trouble]) -> Tracker:
    """Return the tracker of an encounter that several tests share."""
    return begin(started[0], "striker", "2 raiders")


def test_a_round_with_declared_intents(running: Page) -> None:
    tracker = begin(running, "garden", "2 raiders")
    order = tracker.order()
    for actor_id in order[:2]:
        tracker.step("declare", actor_id)
    menu = tracker.menu("raider-1", "actions")
    menu.locator('[data-step-id="declare"]').click()
    tracker.after(menu.locator('[data-do="step-all"]').click)
    tracker.onward()
    # The form begins with the target of the turn, and asks for one where there is none.
    form = tracker.fill_step("attack", "", {})
    target = form.locator('[name="target"]')
    expect(target).to_have_value("raider-1")
    target.select_option("")
    form.locator("button[type=submit]").click()
    expect(form.locator('[data-fault="target"]')).to_have_text("Target: choose a combatant")
    form.locator('[data-do="step-close"]').click()
    tracker.step("attack", target="raider-1")
    assert tracker.roll_due() == "garden.attack"
    assert tracker.cast()["target"] == "Raider 1"
    tracker.back()
    for _ in range(4):
        tracker.onward()
    tracker.done()
    expect(tracker.board.locator(".turn-heading")).to_contain_text("Round 2")


def test_undo_reload_and_a_second_tab(page: Page, new_tab: Callable[[], Page], site: Site) -> None:
    """Undo takes back a turn; a reload keeps the fight; the players' screen follows live."""
    open_ready(page, f"{site.address}#/striker")
    tracker = begin(page, "striker", "wolf, hidden; raider")
    players = new_tab()
    open_ready(players, f"{site.address}#/striker/table")
    wait_for(players, "document.querySelectorAll('[data-seen]').length === 3")
    assert "Wolf" not in players.locator("main").inner_text()
    assert not players.locator(".bar").is_visible()

    tracker.onward()
    first, name = tracker.current(), tracker.current_name()
    wait_for(players, f"document.querySelector('.screen-who').textContent === {name!r}")

    tracker.onward()
    tracker.clear()
    page.locator('[data-do="undo"][data-undo-last]').click()
    tracker.wait(f"document.querySelector('[data-current]').dataset.current === {first!r}")
    page.locator('[data-do="redo"]').click()
    tracker.wait(f"document.querySelector('[data-current]').dataset.current !== {first!r}")
    second = tracker.current()
    page.reload()
    open_ready(page, f"{site.address}#/striker/encounter")
    tracker.wait("document.querySelector('[data-current]')")
    assert tracker.current() == second


def test_the_order_by_keyboard_and_by_drag(running: Page, raiders: Tracker) -> None:
    page, tracker = running, raiders
    tracker.clear()
    order = tracker.order()
    tracker.board.locator('[data-key="menu-raider-2"]').focus()
    tracker.after(lambda: page.keyboard.press("Alt+ArrowUp"))
    assert tracker.order() == [*order[:2], "raider-2", "raider-1"]
    assert page.evaluate("document.activeElement.dataset.key") == "menu-raider-2"

    grip = tracker.board.locator('[data-key="grip-raider-1"]').bounding_box()
    top = tracker.board.locator(f'.here [data-place="{order[0]}"]').bounding_box()
    assert grip
    assert top
    page.mouse.move(grip["x"] + 10, grip["y"] + 10)

    def drag() -> None:
        page.mouse.down()
        page.mouse.move(grip["x"] + 10, top["y"] + 5, steps=4)
        page.mouse.up()

    tracker.after(drag)
    assert tracker.order() == ["raider-1", *order[:2], "raider-2"]


def test_faults_are_shown_where_they_are(running: Page, raiders: Tracker) -> None:
    page, tracker = running, raiders
    before = tracker.entries()
    tracker.panel("join").locator("[name=quick]").fill("3 raiders, wobble 4")
    page.keyboard.press("Enter")
    fault = tracker.board.locator('[data-fault="quick"]')
    tracker.wait("document.querySelector('[data-fault=quick]').textContent")
    assert "wobble" in fault.inner_text()

    menu = tracker.menu("raider-1", "actions")
    menu.locator('[data-step-id="damage"]').click()
    form = menu.locator('form[data-step="damage"]')
    form.locator('[name="effect"]').fill("many")
    form.locator("button[type=submit]").click()
    tracker.wait("document.querySelector('form[data-step=damage] [data-fault=effect]').textContent")
    assert form.locator('[name="effect"]').input_value() == "many"
    assert tracker.entries() == before


def test_time_passes_up_to_the_next_due_roll(page: Page, site: Site) -> None:
    """Time passes for every sheet; it pauses for the test of an open wound, then goes on.

    A reload keeps the pause, then the typed dice, then the result over the fight.
    """
    open_ready(page, f"{site.address}#/garden")
    tracker = Tracker(page, "garden")
    tracker.samples()
    page.locator('[data-view="garden/character"] [data-do="sheet-edit"]').click()
    page.locator("summary", has_text="Wounds").click()
    wounds = page.locator('form[data-sheet] [name="injuries"]')
    wounds.fill("flesh-wound/open, flesh-wound/unaided")
    tracker.after(lambda: wounds.blur())
    tracker.go("encounter")
    expect(tracker.board).to_contain_text("Open flesh wounds are tested")
    page.locator("form[data-time] [name=count]").fill("30")
    tracker.after(page.locator("form[data-time] button[type=submit]").click)
    expect(tracker.board.locator(".clock-now")).to_have_text("Day 2, 00:00")
    expect(tracker.board).to_contain_text("Paused with 6 hours left")
    tracker.reload()
    tracker.board.locator('[data-do="due-roll"]').click()
    page.locator('[data-over] [data-do="enter"]').click()
    settle(page)
    page.keyboard.type("4")  # two ones would cause a deep wound, which needs a test after an hour
    settle(page)
    tracker.reload()
    expect(page.locator("[data-over] .die-field input").first).to_have_value("4")
    page.locator('[data-over] [data-face="4"]:visible').click()
    apply = page.locator("[data-over] .result-do [data-do=apply]")
    expect(apply).to_be_visible()
    settle(page)
    tracker.reload()
    assert tracker.cast()["self"] == "Ilya Marsh"
    tracker.after(apply.click)
    tracker.clear()
    expect(tracker.board.locator("[data-due]")).to_have_count(0)
    tracker.after(page.locator("form[data-time] button[type=submit]").click)
    expect(tracker.board.locator(".clock-now")).to_have_text("Day 2, 06:00")


# Elements beyond an edge of the window or too small, and quick-line texts on more than one line.
OUT_OF_REACH = """() => [...document.querySelectorAll(
        ".purses button, .bar-tools :is(a, button), .quick-line *")]
    .filter((at) => at.checkVisibility())
    .filter((at) => {
        const box = at.getBoundingClientRect(), words = document.createRange();
        words.selectNodeContents(at);
        return box.left < 0 || box.right > innerWidth || box.width < 44 || box.height < 44
            || (at.closest(".quick-line") && words.getClientRects().length > 1);
    })
    .map((at) => at.outerHTML.slice(0, 80))"""


def test_for_large_fingers_and_every_reader(running: Page) -> None:
    """On a narrow phone, a menu, a form, a fault and a due roll have no accessibility faults."""
    page = running
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    load_axe(page)
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("2 raiders with a very long name indeed, hp 7; a wolf, hidden")
    tracker.onward()
    tracker.onward()
    tracker.step("act", action="attack", whom=tracker.order()[-1])
    tracker.clear()
    tracker.board.locator(".barred summary").click()
    tracker.menu(tracker.order()[-1], "conditions").locator('[data-step-id="persist"]').click()
    form = tracker.board.locator('form[data-step="persist"]')
    form.locator("button[type=submit]").click()
    found = {}
    for view in ("encounter", "table"):
        tracker.go(view)
        for light, faults in find_faults(page).items():
            found[f"{view}, {light}: faults"] = faults
        found[f"{view}: small"] = page.evaluate(SMALL)
        found[f"{view}: beyond"] = [] if page.evaluate(BEYOND) <= 0 else [page.evaluate(BEYOND)]
    tracker.go("encounter")
    for width in (360, 390, 820, 1180):
        page.set_viewport_size({"width": width, "height": 844})
        found[f"{width}: out of reach"] = page.evaluate(OUT_OF_REACH)
    assert {name: faults for name, faults in found.items() if faults} == {}
