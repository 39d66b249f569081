"""Changes to a fight by hand: initiative, target, conditions, damage to several combatants."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fight.test_presets import another_fight
from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.driving import settle
from tests.browser.support.tracking import Tracker
from tests.browser.test_accessibility import BEYOND, SMALL

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def fight(started: tuple[Page, object]) -> Tracker:
    """Return the tracker of a fight of both samples against three raiders, in its first turn."""
    tracker = another_fight(started[0], "wasteland")
    tracker.tap('[data-do="join-all"]')
    tracker.quick("3 raiders, hp 7")
    tracker.tap('[data-do="turn-pass"]')
    return tracker


@pytest.fixture
def at_fight(fight: Tracker, running: Page) -> Tracker:
    fight.go("encounter")
    fight.clear()
    running.set_viewport_size({"width": 390, "height": 844})
    return fight


def hp(tracker: Tracker, id: str) -> str:
    return tracker.board.locator(f'[data-here="{id}"] .meter-now b').first.inner_text()


def undo(tracker: Tracker) -> None:
    tracker.board.locator('[data-do="undo"]').click()
    settle(tracker.page)


#: Makes the drawn fight that of another campaign, as it is until the next drawing; or its own.
OTHER = "(fight) => { fight.dataset.ofCampaign = `-${fight.dataset.ofCampaign}`; }"
OWN = "(fight) => { fight.dataset.ofCampaign = fight.dataset.ofCampaign.replace(/^-+/, ''); }"


def test_undo_is_for_the_campaign_of_its_fight(at_fight: Tracker) -> None:
    at_fight.tap('[data-do="turn-pass"]')
    undone = at_fight.page.locator("[data-slot=journal] [data-undone]")
    before = undone.count()
    for button in ("undo", "undo-entry"):
        at_fight.board.evaluate(OTHER)
        at_fight.board.locator(f'[data-do="{button}"]').first.click()
        settle(at_fight.page)
        assert undone.count() == before
    at_fight.board.evaluate(OWN)
    at_fight.board.locator('[data-do="undo-entry"]').first.click()
    expect(undone).to_have_count(before + 1)
    # Where the journal is open beside the fight, its entries can be undone.
    at_fight.tap('[data-do="turn-pass"]')
    page = at_fight.page
    page.set_viewport_size({"width": 1440, "height": 900})
    journal = page.locator("[data-slot=journal]")
    row = journal.locator("[data-entry]:not([data-undone])").first
    for own in (False, True):
        journal.evaluate(OWN if own else OTHER)
        row.hover()
        row.locator('[data-do="undo-entry"]').click()
        settle(page)
        assert undone.count() == before + 1 + own


def test_an_initiative_is_typed_in_the_order(at_fight: Tracker) -> None:
    page, before = at_fight.page, at_fight.order()
    last = before[-1]
    row = at_fight.board.locator(f'.order [data-place="{last}"]')
    row.locator('[data-do="number"]').click()
    at_fight.wait("document.activeElement.name === 'number'")
    page.keyboard.type("50")
    at_fight.after(lambda: page.keyboard.press("Enter"))
    expect(row.locator('[data-do="number"]')).to_contain_text("50")
    assert at_fight.order() != before
    assert page.evaluate("document.activeElement.dataset.key") == f"number-{last}"

    # An invalid number gives a message, and Escape changes nothing.
    row.locator('[data-do="number"]').click()
    at_fight.wait("document.activeElement.name === 'number'")
    page.keyboard.type("soon")
    page.keyboard.press("Enter")
    at_fight.wait("document.querySelector('[data-tracker-fault]').textContent")
    expect(at_fight.board.locator("[data-tracker-fault]")).to_contain_text("Initiative")
    page.keyboard.press("Escape")
    expect(row.locator('[data-do="number"]')).to_contain_text("50")
    undo(at_fight)
    assert at_fight.order() == before

    # "Done" on a phone's keyboard leaves the field, which applies the number, too.
    row.locator('[data-do="number"]').click()
    at_fight.wait("document.activeElement.name === 'number'")
    page.keyboard.type("49")
    at_fight.after(lambda: page.evaluate("document.activeElement.blur()"))
    expect(row.locator('[data-do="number"]')).to_contain_text("49")
    undo(at_fight)


def test_the_order_chooses_the_target(at_fight: Tracker) -> None:
    """A tap targets a combatant; a second tap or a long press opens the panel."""
    board = at_fight.board
    row = board.locator('.order [data-place="raider-3"]')
    expect(row.locator(".place-hp")).to_contain_text("7/7")
    row.locator(".place-name").click()
    expect(board.locator(".order .is-target")).to_have_attribute("data-place", "raider-3")
    expect(row.locator(".place-name")).to_have_attribute("aria-pressed", "true")
    expect(row).to_contain_text("target")
    expect(board.locator('.acting [data-act][data-target="raider-3"]').first).to_be_visible()
    expect(board.locator(".person")).to_have_count(0)
    row.locator(".place-name").click()
    expect(board.locator(".person")).to_have_attribute("data-place", "raider-3")
    at_fight.clear()
    other = board.locator('.order [data-place="raider-1"] .place-name')
    other.click(button="right")
    expect(board.locator(".person")).to_have_attribute("data-place", "raider-1")
    at_fight.clear()
    expect(board.locator(".order .is-target")).to_have_attribute("data-place", "raider-3")
    other.focus()
    at_fight.page.keyboard.press("Enter")
    expect(board.locator(".order .is-target")).to_have_attribute("data-place", "raider-1")


def test_conditions_are_tapped(at_fight: Tracker) -> None:
    panel = at_fight.menu("raider-1", "conditions")
    expect(panel.locator("select")).to_have_count(0)
    for label in ("Prone", "Stunned"):
        tap = panel.locator(f'[data-condition="{label}"]')
        expect(tap).to_have_attribute("aria-pressed", "false")
        at_fight.after(tap.click)
        expect(tap).to_have_attribute("aria-pressed", "true")
        assert at_fight.page.evaluate("document.activeElement.dataset.condition") == label
    assert {"Prone", "Stunned"} <= set(at_fight.badges("raider-1"))
    for label in ("Prone", "Stunned"):
        at_fight.after(panel.locator(f'[data-condition="{label}"]').click)
    assert not {"Prone", "Stunned"} & set(at_fight.badges("raider-1"))


#: The height between the sticky buttons and the bar of the fight that their shadow leaves open.
OPEN = """(buttons) => {
    const { bottom, boxShadow } = getComputedStyle(buttons);
    const bar = document.querySelector(".fight-bar").getBoundingClientRect();
    const covered = Math.max(...boxShadow.match(/[0-9.]+px/g).map(parseFloat));
    return parseFloat(bottom) - (innerHeight - bar.top) - covered;
}"""


def test_several_are_damaged_by_one_number_and_one_undo(at_fight: Tracker) -> None:
    page, board = at_fight.page, at_fight.board
    ids = ("raider-1", "raider-3")
    board.locator('[data-panel="several"]').click()
    assert board.locator(".several-do").evaluate(OPEN) <= 0
    board.locator('[data-key="several-damage"]').click()
    at_fight.wait("document.querySelector('[data-fault=several]').textContent")
    for id in ids:
        board.locator(f'[data-here="{id}"] [name="who"]').check()
    board.locator('[data-key="several-by"]').fill("4")
    at_fight.after(lambda: page.keyboard.press("Enter"))
    expect(board.locator("[data-several]")).to_have_count(0)
    assert [hp(at_fight, f"raider-{n}") for n in (1, 2, 3)] == ["3", "7", "3"]
    assert page.evaluate("document.activeElement.dataset.key") == "panel-several"

    board.locator('[data-panel="several"]').click()
    for id in ids:
        expect(board.locator(f'[data-here="{id}"] [name="who"]')).not_to_be_checked()
    board.locator('[data-here="raider-1"] [name="who"]').check()
    at_fight.after(board.locator('[data-do="several-heal"]').click)  # without a number it heals 1
    assert hp(at_fight, "raider-1") == "4"
    undo(at_fight)
    undo(at_fight)
    assert [hp(at_fight, f"raider-{n}") for n in (1, 2, 3)] == ["7", "7", "7"]


@pytest.mark.parametrize("width", [320, 390, 820, 1180])
def test_bars_have_one_length(at_fight: Tracker, width: int) -> None:
    at_fight.page.set_viewport_size({"width": width, "height": 844})
    settle(at_fight.page)
    bars = at_fight.board.locator(".here progress")
    widths = bars.evaluate_all("all => all.map((each) => each.getBoundingClientRect().width)")
    assert len(widths) == len(at_fight.order())
    assert max(widths) - min(widths) < 1
    assert min(widths) > 40


#: Visible controls.
CONTROLS = "a[href]:visible, button:visible, select:visible, input:visible, summary:visible"


def test_a_panel_has_tabs_and_the_menu_four_groups(at_fight: Tracker) -> None:
    page = at_fight.page
    panel = at_fight.menu("raider-1")
    tabs = panel.locator("[role=tab]")
    expect(tabs).to_have_text(["Actions", "Skills", "Conditions", "Manage"])
    panel.locator('[data-tab="actions"][role=tab]').click()
    counts = []
    for tab in ("actions", "skills", "conditions", "manage"):
        expect(panel.locator(f'[data-tab-panel="{tab}"]')).to_be_visible()
        selected = panel.locator('[role=tab][aria-selected="true"]')
        expect(selected).to_have_attribute("data-tab", tab)
        if tab != "skills":
            counts.append(panel.locator(CONTROLS).count())
        page.keyboard.press("ArrowRight")
    assert max(counts) <= 24, counts
    expect(panel.locator('[data-tab-panel="actions"]')).to_be_visible()
    at_fight.clear()

    more = at_fight.panel("more").locator(".more")
    expect(more.locator(".menu-group h4")).to_have_text(["Turn", "Scene", "Players"])
    expect(more.locator(".menu-group")).to_have_count(4)
    last = more.locator("button:visible, a:visible").last
    expect(last).to_have_text("End fight")
    bad = page.evaluate("""() => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = "var(--bad)";
        const color = getComputedStyle(probe).color;
        probe.remove();
        return color;
    }""")
    expect(last).to_have_css("color", bad)
    at_fight.clear()


def test_any_skill_opens_the_skills(at_fight: Tracker) -> None:
    at_fight.board.locator(".action.is-more").click()
    expect(at_fight.board.locator('.person [data-tab-panel="skills"]')).to_be_visible()
    at_fight.clear()


def test_it_is_for_large_fingers_and_every_reader(at_fight: Tracker) -> None:
    page, board, found = at_fight.page, at_fight.board, {}
    page.emulate_media(reduced_motion="reduce")
    load_axe(page)

    def look(state: str) -> None:
        for width in (320, 1180):
            page.set_viewport_size({"width": width, "height": 844})
            settle(page)
            for light, faults in find_faults(page).items():
                found[f"{state} {light}"] = faults
            found[f"{state} {width}: small"] = page.evaluate(SMALL)
            beyond = page.evaluate(BEYOND)
            found[f"{state} {width}: beyond"] = [] if beyond <= 0 else [beyond]

    board.locator('[data-panel="several"]').click()
    look("several")
    board.locator('[data-panel="several"]').click()
    board.locator('[data-do="number"]').first.click()
    look("a number")
    page.keyboard.press("Escape")
    settle(page)
    if board.locator(".barred").count():
        board.locator(".barred summary").click()
        look("barred")
    at_fight.panel("more")
    look("more")
    for tab in ("actions", "conditions", "manage"):
        at_fight.menu("raider-1", tab)
        look(tab)
    at_fight.clear()
    assert {name: faults for name, faults in found.items() if faults} == {}
