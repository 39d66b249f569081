"""For everybody: by keyboard alone, with large fingers, large letters, and a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.driving import UNTIL_QUIET
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
    """Hands that have no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, **wanted: str) -> None:
        """Tab until the cursor stands on what is wanted; its place can be seen all the way."""
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


#: What was said aloud so far.
SPOKEN = "[...document.querySelectorAll('[data-spoken] p')].map((each) => each.textContent)"


def test_the_whole_scene_without_a_mouse(running: Page) -> None:
    page, table, hands = running, Table(running), Keyboard(running)
    hands.tab_to(tag="SUMMARY")
    hands.press("Enter")
    hands.tab_to(href="#/garden", tag="A")
    hands.press("Enter")
    table.wait("!document.querySelector('[data-view=\"garden\"]').hidden")
    hands.tab_to(href="#/garden/skill_test")
    hands.press("Enter")
    table.path = "garden/skill_test"
    table.wait("!document.querySelector('[data-view=\"garden/skill_test\"]').hidden")
    for name, text in SKILL.items():
        hands.tab_to(name=name)
        hands.press("Control+a")
        page.keyboard.type(text)
    assert table.odds()["yes"]
    # Chances are said once nobody types any more.
    table.wait(f"{SPOKEN}.some((words) => words.startsWith('Success '))")
    hands.press("Enter")  # in a field: rolls
    table.result()
    hands.tab_to(does="enter")
    hands.press("Enter")
    assert table.focused_die() == 0
    page.keyboard.type("552")
    assert table.result() == ("yes", "true")
    table.wait(f"{SPOKEN}.at(-1).startsWith('Yes, 8: ')")
    assert page.locator("[data-spoken]").get_attribute("role") == "status"
    table.wait_for('[data-result] [data-do="undo"]')
    page.evaluate("document.querySelector('[data-result]').focus()")
    hands.tab_to(does="undo")
    hands.press("Enter")
    table.wait("!!document.querySelector('[data-entry][data-undone]')")


#: The cursor stands where it stands when a page has just been opened: before everything.
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


def test_the_cursor_is_led_to_what_was_opened(running: Page) -> None:
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
        // A label or a frame around a field belongs to it: what is tapped is the whole.
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

# How far anything reaches beyond the right edge of the window.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def phone(running: Page) -> Iterator[Table]:
    """The page in a narrow window, under fingers."""
    fingers = running.context.new_cdp_session(running)
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    running.set_viewport_size({"width": 360, "height": 740})
    yield Table(running)
    running.set_viewport_size({"width": 1280, "height": 720})
    fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    fingers.detach()


def test_what_is_tapped_is_large_enough(phone: Table) -> None:
    found: dict[str, list[str]] = {}
    table = phone
    for hash in ("#/", "#/garden", "#/garden/rules", "#/garden/attack", "#/prism/open_roll"):
        table.page.evaluate("hash => { location.hash = hash }", hash)
        table.wait(
            f"!!document.querySelector('[data-view=\"{hash[2:] or 'home'}\"]:not([hidden])')"
        )
        found[hash] = table.page.evaluate(SMALL)
        assert table.page.evaluate(SMALL_CHIPS) == 0, hash
    table.open("garden/skill_test", SKILL)
    table.do("enter")
    found["entering"] = table.page.evaluate(SMALL)
    table.type(4, 2, 1)
    table.result()
    found["result"] = table.page.evaluate(SMALL)
    assert {where: small for where, small in found.items() if small} == {}


# The view at that address, once it is open.
OPENED = """async (path) => {
        location.hash = `#/${path}`;
        const view = document.querySelector(`[data-view="${path}"]`);
        do UNTIL_QUIET while (view.hidden);
        return view;
    }""".replace("UNTIL_QUIET", UNTIL_QUIET)

# Views that reach beyond the window with all their parts open, and by how much.
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


# Rule ids beside the fields of these forms, where something else would take the tap.
COVERED = """async (paths) => {
    const opened = OPENED;
    const covered = [];
    let looked = 0;
    for (const path of paths) {
        const view = await opened(path);
        const chips = view.querySelectorAll(".label-line a, .label-line label");
        for (const chip of chips) look(chip, path);
    }
    function look(chip, path) {
        if (!chip.checkVisibility()) return;
        const taken = () => {
            const box = chip.getBoundingClientRect();
            const x = box.x + Math.min(box.width / 2, 30), y = box.y + Math.min(box.height / 2, 12);
            return chip.contains(document.elementFromPoint(x, y));
        };
        looked += 1;
        if (taken()) return;
        chip.scrollIntoView({ block: "center" });  // it is out of sight, or under a bar
        if (!taken()) covered.push(`${path} ${chip.textContent}`);
    }
    return [looked, covered];
}""".replace("OPENED", OPENED)


@pytest.mark.parametrize("game", list(games()))
def test_no_field_covers_a_label_or_a_rule_beside_it(phone: Table, game: str) -> None:
    paths = [each.id.replace(".", "/") for each in games()[game]][::6]
    found: dict[int, list[str]] = {360: [], 390: [], 820: [], 1440: []}
    looked = dict.fromkeys(found, 0)
    for width in found:
        phone.page.set_viewport_size({"width": width, "height": 844})
        looked[width], found[width] = phone.page.evaluate(COVERED, paths)
    assert min(looked.values()) > len(paths)
    assert {width: covered for width, covered in found.items() if covered} == {}


def test_a_result_and_entering_fit_a_narrow_window(phone: Table) -> None:
    phone.open("garden/skill_test", {**SKILL, "skill_level": "8"})
    phone.do("enter")
    assert phone.page.evaluate(BEYOND) <= 0
    phone.type(6, 6, 6, 5, 5, 4, 3, 2)
    phone.result()
    assert phone.page.evaluate(BEYOND) <= 0


def test_letters_of_twice_the_size_still_fit(phone: Table) -> None:
    """As a browser's setting for larger text makes them: everything measured in rem doubles."""
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
