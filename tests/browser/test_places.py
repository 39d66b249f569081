"""Few controls in a window, each in its place, and saved addresses that still lead there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle, wait_for
from tests.serving import Site

pytestmark = pytest.mark.browser

#: The visible controls that a tap in the window can hit, without those shown on hover.
CONTROLS = """() => [...document.querySelectorAll(
        "a[href], button, input:not([type=hidden]), select, textarea, summary")]
    .filter((at) => at.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((at) => {
        const box = at.getBoundingClientRect();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        if (box.width < 2 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
        const hit = document.elementFromPoint(x, y);
        return at.contains(hit) || hit?.closest("label")?.control === at;
    })
    .map((at) => (at.getAttribute("aria-label") || at.innerText || at.name).trim())"""

#: The most controls of each window at 820 x 1180: at a first visit, and after a first try.
NEW = {"": 10, "campaigns": 8, "garden": 16, "garden/characters": 13, "garden/journal": 12}
IN_USE = {
    "": 14,
    "campaigns": 11,
    "garden": 18,
    "garden/characters": 12,
    "garden/journal": 12,
    "garden/library": 11,
    "garden/luck": 18,
    "garden/notes": 14,
    "settings": 14,
    "wasteland": 22,
}


def controls(page: Page, path: str) -> list[str]:
    """Close any toast and return the labels of a place's controls."""
    page.evaluate("path => { location.hash = '#/' + path }", path)
    settle(page)
    page.evaluate("document.querySelector('[data-do=toast-close]').click()")
    labels: list[str] = page.evaluate(CONTROLS)
    return labels


def test_no_window_shows_more_than_it_needs(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    page.emulate_media(reduced_motion="reduce")
    open_ready(page, f"{site.address}#/")
    shown = {path: controls(page, path) for path in NEW}
    assert {path: each for path, each in shown.items() if len(each) > NEW[path]} == {}
    controls(page, "")
    page.locator('[data-try="garden.skill_test"]').click()
    form = page.locator('[data-view="garden/skill_test"]')
    form.locator('[data-do="roll"]').click()
    expect(form.locator("[data-result]")).to_be_visible()
    shown = {path: controls(page, path) for path in IN_USE}
    assert {path: each for path, each in shown.items() if len(each) > IN_USE[path]} == {}


#: Addresses that people have saved: the view that opens, and the place that is marked.
ADDRESSES = {
    "#/": ("home", "home"),
    "#/garden": ("garden", "roll"),
    "#/garden/dice": ("garden/dice", "roll"),
    "#/garden/dice?notation=4d6": ("garden/dice", "roll"),
    "#/garden/skill_test?skill_level=3": ("garden/skill_test", "roll"),
    "#/garden/encounter": ("garden/encounter", "fight"),
    "#/garden/forecast": ("garden/forecast", "fight"),
    "#/garden/table": ("garden/table", "fight"),
    "#/garden/characters": ("garden/characters", "sheets"),
    "#/garden/characters?show=npc": ("garden/characters", "sheets"),
    "#/garden/notes": ("garden/notes", "sheets"),
    "#/garden/journal": ("garden/journal", "journal"),
    "#/garden/luck": ("garden/luck", "journal"),
    "#/garden/fair": ("garden/fair", "journal"),
    "#/garden/library": ("garden/library", "library"),
    "#/garden/tables": ("garden/tables", "library"),
    "#/garden/rules/G12": ("garden/rules", "library"),
    "#/dice": ("dice/roll", ""),
    "#/campaigns": ("campaigns", ""),
    "#/campaigns?open=backup": ("campaigns", ""),
    "#/together": ("together", ""),
    "#/settings": ("settings", ""),
}

PLACE = """document.querySelector(
    ".places [data-goes][aria-current], [data-goes=library][aria-current]")?.dataset.goes ?? ''"""


def test_saved_addresses_lead_to_their_places(running: Page) -> None:
    opened = {}
    for hash, (view, _) in ADDRESSES.items():
        running.evaluate("hash => { location.hash = hash }", hash)
        wait_for(running, f"!document.querySelector('[data-view=\"{view}\"]').hidden")
        settle(running)
        place = running.evaluate(PLACE)
        opened[hash] = (view, "" if view == "dice/roll" and place == "roll" else place)
    assert opened == ADDRESSES


def test_help_that_is_opened_by_its_address_keeps_the_last_game(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden")
    page.goto("about:blank")
    open_ready(page, f"{site.address}#/help")
    expect(page.locator('.places [data-goes="roll"]')).to_have_attribute("href", "#/garden")


#: Scrolls the page, and waits until its scripts have the event.
SCROLLED = """() => new Promise((done) => {
    addEventListener("scroll", done, { once: true });
    scrollTo(0, 700);
})"""


def test_back_returns_to_where_a_page_was_left(running: Page) -> None:
    page = running
    page.evaluate("location.hash = '#/garden/characters'")
    settle(page)
    page.locator('[data-view="garden/characters"] [data-sample="0"]').click()
    wait_for(page, "location.hash.startsWith('#/garden/character/')")
    for opened in ("character", "rules"):
        long = f'[data-view="garden/{opened}"]'
        if opened == "rules":
            page.evaluate("location.hash = '#/garden/rules'")
        wait_for(page, f"!document.querySelector('{long}').hidden")
        settle(page)
        assert page.evaluate("scrollY") == 0, "a new page begins at its top"
        page.evaluate(SCROLLED)
        page.evaluate("location.hash = '#/garden/jump'")
        wait_for(page, f"document.querySelector('{long}').hidden")
        settle(page)
        page.go_back()
        wait_for(page, f"!document.querySelector('{long}').hidden")
        settle(page)
        assert page.evaluate("scrollY") == 700


#: Views that moved, and the taps that lead there from their former page.
MOVED = (
    ("garden", ("[data-tab=dice]",), "garden/dice"),
    ("garden", ("[data-goes=library]", "[data-opens=rules]"), "garden/rules"),
    ("garden", ("[data-goes=library]", "[data-opens=tables]"), "garden/tables"),
    ("garden", ("[data-goes=sheets]", "[data-tab=notes]"), "garden/notes"),
    ("garden", ("[data-all-rolls] summary", "[data-all-rolls] [href$=jump]"), "garden/jump"),
    ("garden", ("[data-games] summary", "[href='#/campaigns']"), "campaigns"),
    ("", ("[data-games] summary", "[href='#/settings']"), "settings"),
    ("", ("[data-games] summary", "[href='#/together']"), "together"),
    ("garden/journal", ("[data-tab=stats]",), "garden/luck"),
    ("garden/journal", ("[data-tab=stats]", "[data-tab=fair]"), "garden/fair"),
    ("garden/encounter", ("[data-games] summary", "[data-goes=screen]"), "garden/table"),
)


#: Closes every fold of the page, which stays open where a person has opened it.
FOLD = """() => document.querySelectorAll("[data-all-rolls][open]")
    .forEach((fold) => { fold.open = false; })"""


def test_nothing_is_more_than_two_taps_further_than_it_was(running: Page) -> None:
    for start, taps, view in MOVED:
        running.evaluate("path => { location.hash = '#/' + path }", start)
        settle(running)
        running.evaluate(FOLD)
        for tap in taps:
            running.locator(f"{tap}:visible").first.click()
            settle(running)
        expect(running.locator(f'[data-view="{view}"]')).not_to_have_attribute("hidden", "")


def test_keys_lead_to_places_that_another_page_shows(running: Page) -> None:
    for key, view in (("d", "garden/dice"), ("t", "garden/tables"), ("b", "garden/rules")):
        running.evaluate("location.hash = '#/garden/journal'")
        settle(running)
        running.keyboard.press(key)
        expect(running.locator(f'[data-view="{view}"]')).to_be_visible()


def test_the_gm_screen_is_the_tables_that_are_needed(running: Page) -> None:
    running.evaluate("location.hash = '#/garden/tables'")
    view = running.locator('[data-view="garden/tables"]')
    expect(view.get_by_role("heading", name="Tables", exact=True)).to_be_visible()
    all_tables = view.locator(".table:visible").count()
    running.evaluate("location.hash = '#/garden/tables?for=gm'")
    settle(running)
    expect(view.get_by_role("heading", name="GM screen")).to_be_visible()
    assert 0 < view.locator(".table:visible").count() < all_tables


def test_backup_opens_by_its_address_and_from_the_menu(running: Page) -> None:
    running.evaluate("location.hash = '#/campaigns'")
    settle(running)
    fold = running.locator("[data-transfer]")
    expect(fold).not_to_have_attribute("open", "")
    expect(fold.locator("[data-safety]")).to_contain_text("Data safety")
    size = running.viewport_size
    assert size
    running.set_viewport_size({"width": 390, "height": 500})
    running.locator("[data-games] summary").click()
    running.locator('[data-games] a[href$="open=backup"]').click()
    expect(fold.locator("[data-do=save-everything]")).to_be_in_viewport()
    running.set_viewport_size(size)


def test_counters_are_where_one_rolls_and_fights(running: Page) -> None:
    purse = running.locator('[data-purse="group_ap"]')
    for path, count in (
        ("wasteland", 1),
        ("wasteland/skill_test", 1),
        ("wasteland/dice", 1),
        ("wasteland/encounter", 1),
        ("wasteland/characters", 0),
        ("wasteland/journal", 0),
        ("wasteland/library", 0),
    ):
        running.evaluate("path => { location.hash = '#/' + path }", path)
        settle(running)
        expect(purse).to_have_count(count)
    running.evaluate("location.hash = '#/wasteland'")
    expect(purse.locator(".coins i")).to_have_count(6)
    purse.locator('[data-by="1"]').click()
    expect(purse.locator(".coins .is-full")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 390])
def test_no_place_scrolls_sideways_in_large_letters(running: Page, width: int) -> None:
    running.set_viewport_size({"width": width, "height": 740})
    running.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    wide = {}
    for path in (*IN_USE, "garden/tables?for=gm", "garden/fair", "garden/dice"):
        running.evaluate("path => { location.hash = '#/' + path }", path)
        settle(running)
        running.evaluate(
            "document.querySelectorAll('[data-view]:not([hidden]) details, [data-games]')"
            ".forEach((each) => { each.open = true })"
        )
        beyond = running.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            wide[path] = beyond
    running.evaluate("document.documentElement.style.removeProperty('font-size')")
    running.evaluate("document.querySelector('[data-games]').open = false")
    running.set_viewport_size({"width": 1280, "height": 720})
    assert wide == {}
