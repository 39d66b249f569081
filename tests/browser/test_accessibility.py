"""Accessibility: keyboard only, touch targets, large text, and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.driving import UNTIL_QUIET, settle
from tests.browser.support.table import Table

pytestmark = pytest.mark.browser

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}

# --- by keyboard alone ---

FOCUS = """() => {
    const at = document.activeElement;
    const style = getComputedStyle(at), box = at.getBoundingClientRect();
    const ring = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1)
        || style.boxShadow !== "none";
    return {
        text: (at.textContent || at.getAttribute("aria-label") || "").trim().slice(0, 60),
        name: at.getAttribute("name") ?? "", does: at.dataset.do ?? "", die: at.dataset.die ?? "",
        href: at.getAttribute("href") ?? "", ring, tag: at.tagName,
        seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    };
}"""


class Keyboard:
    """Operate the page by keyboard only."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, **wanted: str) -> None:
        """Press Tab until the wanted element has the focus; assert that every stop is visible."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            at = self.page.evaluate(FOCUS)
            if at["tag"] != "BODY":
                assert at["ring"], f"no ring around {at}"
                assert at["seen"], f"out of sight: {at}"
            if all(at[key] == value for key, value in wanted.items()):
                return
        raise AssertionError(f"never reached {wanted}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


#: The announcements so far.
SPOKEN = "[...document.querySelectorAll('[data-spoken] p')].map((each) => each.textContent)"


def test_the_whole_scene_without_a_mouse(running: Page) -> None:
    page, table, keyboard = running, Table(running), Keyboard(running)
    keyboard.tab_to(tag="SUMMARY")
    keyboard.press("Enter")
    keyboard.tab_to(href="#/garden", tag="A")
    keyboard.press("Enter")
    table.wait("!document.querySelector('[data-view=\"garden\"]').hidden")
    keyboard.tab_to(href="#/garden/skill_test")
    keyboard.press("Enter")
    table.path = "garden/skill_test"
    table.wait("!document.querySelector('[data-view=\"garden/skill_test\"]').hidden")
    settle(page)
    for name, text in SKILL.items():
        keyboard.tab_to(name=name)
        keyboard.press("Control+a")
        page.keyboard.type(text)
    assert table.odds()["yes"]
    # Chances are announced once typing pauses.
    table.wait(f"{SPOKEN}.some((words) => words.startsWith('Success '))")
    keyboard.press("Enter")  # in a field: rolls
    table.result()
    keyboard.tab_to(does="enter")
    keyboard.press("Enter")
    assert table.focused_die() == 0
    page.keyboard.type("552")
    assert table.result() == ("yes", "true")
    table.wait(f"{SPOKEN}.at(-1).startsWith('Yes, 8: ')")
    assert page.locator("[data-spoken]").get_attribute("role") == "status"
    table.wait_for('[data-result] [data-do="undo"]')
    page.evaluate("document.querySelector('[data-result]').focus()")
    keyboard.tab_to(does="undo")
    keyboard.press("Enter")
    table.wait("!!document.querySelector('[data-entry][data-undone]')")


#: Puts the focus where it is on a freshly opened page: before everything.
AT_THE_TOP = """() => {
    const at = document.createElement("button");
    document.body.prepend(at);
    at.focus();
    at.remove();
}"""


def test_the_first_tab_offers_to_skip_to_the_content(running: Page) -> None:
    Table(running).open("garden/skill_test")
    running.evaluate(AT_THE_TOP)
    running.keyboard.press("Tab")
    assert running.evaluate(FOCUS)["does"] == "skip"
    running.keyboard.press("Enter")
    assert running.evaluate("document.activeElement.id") == "main"


def test_the_focus_moves_to_the_opened_view_or_rule(running: Page) -> None:
    table = Table(running)
    table.open("garden/attack")
    assert table.page.evaluate("document.activeElement.tagName") == "H1"
    table.page.evaluate("location.hash = '#/garden/rules/G12'")
    table.wait("document.activeElement.id === 'rule-G12'")


def test_a_switch_is_switched_by_the_space_bar(running: Page) -> None:
    table = Table(running).open("garden/skill_test")
    table.field("offer_cost").focus()
    before = table.texts()["offer_cost"]
    table.page.keyboard.press("Space")
    assert table.texts()["offer_cost"] != before
    table.do("reset")


# --- large fingers, small windows, large letters ---

SMALL = """() => [...document.querySelectorAll(
        "[data-view]:not([hidden]) *, header.bar *, .purses *")]
    .filter((at) => at.matches("button, input, select, summary, a.card, a.roll-button")
        || at.matches(":is(header.bar, .purses) a"))
    .filter((at) => at.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((at) => !at.matches(".chip, .skip, .chips-more summary"))
    .map((at) => {
        // A label or a frame around a field belongs to its tap target.
        const box = (at.closest(".stepper, .die-field") && at.matches("input")
            ? at.closest(".stepper, .die-field") : at).getBoundingClientRect();
        return { at: at.outerHTML.slice(0, 120), width: box.width, height: box.height };
    })
    .filter(({ width, height }) => width < 43.5 || height < 43.5)
    .map(({ at, width, height }) => `${at} ${width.toFixed(0)}x${height.toFixed(0)}`)"""

SMALL_CHIPS = """() => [...document.querySelectorAll("[data-view]:not([hidden]) a.chip")]
    .filter((at) => at.checkVisibility())
    .map((at) => at.getBoundingClientRect())
    .filter(({ width, height }) => width < 23.5 || height < 23.5).length"""

# How many pixels the page is wider than the window.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def phone(running: Page) -> Iterator[Table]:
    """Yield the page in a narrow window with touch input."""
    fingers = running.context.new_cdp_session(running)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    running.set_viewport_size({"width": 360, "height": 740})
    yield Table(running)
    running.set_viewport_size({"width": 1280, "height": 720})
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    fingers.detach()


def test_tap_targets_are_large_enough(phone: Table) -> None:
    small_by_view: dict[str, list[str]] = {}
    table = phone
    for hash in ("#/", "#/garden", "#/garden/rules", "#/garden/attack", "#/prism/open_roll"):
        table.page.evaluate("hash => { location.hash = hash }", hash)
        table.wait(
            f"!!document.querySelector('[data-view=\"{hash[2:] or 'home'}\"]:not([hidden])')"
        )
        small_by_view[hash] = table.page.evaluate(SMALL)
        assert table.page.evaluate(SMALL_CHIPS) == 0, hash
    table.open("garden/skill_test", SKILL)
    table.do("enter")
    small_by_view["entering"] = table.page.evaluate(SMALL)
    table.type(4, 2, 1)
    table.result()
    small_by_view["result"] = table.page.evaluate(SMALL)
    assert {where: small for where, small in small_by_view.items() if small} == {}


# Opens the view at a path and returns it.
OPENED = """async (path) => {
        location.hash = `#/${path}`;
        const view = document.querySelector(`[data-view="${path}"]`);
        do UNTIL_QUIET while (view.hidden);
        return view;
    }""".replace("UNTIL_QUIET", UNTIL_QUIET)

# Views that are wider than the window with all their parts open, and by how much.
WIDE = f"""async (views) => {{
    const opened = {OPENED};
    const wide = {{}};
    for (const path of views) {{
        const view = await opened(path);
        for (const part of view.querySelectorAll("details")) part.open = true;
        if ({BEYOND} > 0) wide[path] = {BEYOND};
    }}
    return wide;
}}"""


@pytest.mark.parametrize("game", list(games()))
def test_nothing_reaches_beyond_a_narrow_window(phone: Table, game: str) -> None:
    views: list[str] = phone.page.locator("[data-view]").evaluate_all(
        "(views, game) => views.map((view) => view.dataset.view)"
        ".filter((view) => view.split('/')[0] === game)",
        game,
    )
    assert len(views) > len(list(games()[game]))
    assert phone.page.evaluate(WIDE, views) == {}


# Labels and rule ids of the open view, and those of them whose tap another element would take.
COVERED = """() => {
    const chips = "[data-view]:not([hidden]) .label-line :is(a, label)";
    const visible = [...document.querySelectorAll(chips)].filter((each) => each.checkVisibility());
    const isTaken = (chip) => {
        const box = chip.getBoundingClientRect();
        const x = box.x + Math.min(box.width / 2, 30), y = box.y + Math.min(box.height / 2, 12);
        return !chip.contains(document.elementFromPoint(x, y));
    };
    const covered = visible.filter((chip) => {
        if (!isTaken(chip)) return false;
        chip.scrollIntoView({ block: "center" });  // it is out of sight, or under a bar
        return isTaken(chip);
    });
    return [visible.length, covered.map((chip) => chip.textContent)];
}"""


@pytest.mark.parametrize("game", list(games()))
def test_no_field_covers_a_label_or_a_rule_beside_it(phone: Table, game: str) -> None:
    paths = [each.id.replace(".", "/") for each in games()[game]][::6]
    covered: dict[str, list[str]] = {}
    checked = {360: 0, 390: 0, 820: 0, 1440: 0}
    for path in paths:
        phone.page.evaluate(f"path => ({OPENED})(path).then(() => null)", path)
        for width in checked:
            phone.page.set_viewport_size({"width": width, "height": 844})
            count, covered[f"{path} at {width}"] = phone.page.evaluate(COVERED)
            checked[width] += count
    assert min(checked.values()) > len(paths)
    assert {where: chips for where, chips in covered.items() if chips} == {}


def test_a_result_and_entering_fit_a_narrow_window(phone: Table) -> None:
    phone.open("garden/skill_test", {**SKILL, "skill_level": "8"})
    phone.do("enter")
    assert phone.page.evaluate(BEYOND) <= 0
    phone.type(6, 6, 6, 5, 5, 4, 3, 2)
    phone.result()
    assert phone.page.evaluate(BEYOND) <= 0


def test_letters_of_twice_the_size_still_fit(phone: Table) -> None:
    """Doubling the root font size, as a browser's text setting does, widens no view."""
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wide = {}
    for hash in ("#/", "#/garden", "#/garden/skill_test", "#/garden/attack", "#/garden/tables"):
        phone.page.evaluate("hash => { location.hash = hash }", hash)
        phone.wait(
            f"!!document.querySelector('[data-view=\"{hash[2:] or 'home'}\"]:not([hidden])')"
        )
        beyond = phone.page.evaluate(BEYOND)
        if beyond > 0:
            wide[hash] = beyond
    phone.open("garden/skill_test", SKILL)
    size = phone.one("label").first.evaluate("at => parseFloat(getComputedStyle(at).fontSize)")
    phone.do("roll")
    phone.result()
    assert size >= 26
    if phone.page.evaluate(BEYOND) > 0:
        wide["result"] = phone.page.evaluate(BEYOND)
    phone.page.evaluate("document.documentElement.style.fontSize = ''")
    assert wide == {}
