"""Keyboard actions always leave the focus on a visible element."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import begin, go, opened
from tests.browser.support.driving import UNTIL_QUIET, settle
from tests.browser.support.table import Table
from tests.browser.test_accessibility import AT_THE_TOP

pytestmark = pytest.mark.browser

# Why the focused element is unusable: lost, out of sight, or covered; "" if it is usable.
FOCUS = """() => {
    const at = document.activeElement;
    if (!at || at === document.body || !at.checkVisibility()) return "lost";
    const box = at.getBoundingClientRect();
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const says = at.outerHTML.slice(0, 160);
    if (bottom - top < 1 || right - left < 1) return `out of sight: ${says}`;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const sticks = (part) => part && (/sticky|fixed/.test(getComputedStyle(part).position)
        || sticks(part.parentElement));
    if (!at.contains(over) && !over?.contains(at) && sticks(over)) {
        return `covered by ${over?.outerHTML.slice(0, 80)}: ${says}`;
    }
    return "";
}"""


SETTLED_FOCUS = f"""async () => {{
    {UNTIL_QUIET}
    return ({FOCUS})();
}}"""

#: Focuses the first visible match and returns whether there is one.
ON = """(selector) => {
    const at = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    at?.focus();
    return Boolean(at);
}"""


class Keyboard:
    """Operate the page by keyboard and record where the focus was lost."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lost: dict[str, str] = {}

    def go(self, path: str) -> None:
        self.page.evaluate("hash => { location.hash = hash }", f"#/{path}")
        settle(self.page)

    def press(self, selector: str, name: str = "") -> None:
        """Press Enter on the first visible match."""
        assert self.page.evaluate(ON, selector), f"nowhere to be seen: {selector}"
        self.page.keyboard.press("Enter")
        self.look(name or selector)

    def keys(self, text: str, name: str) -> None:
        self.page.keyboard.type(text)
        self.look(name)

    def look(self, name: str) -> None:
        if why := self.page.evaluate(SETTLED_FOCUS):
            self.lost[name] = why

    def focused_action(self) -> str:
        """Return the action of the focused button."""
        return str(self.page.evaluate("document.activeElement.dataset.do ?? ''"))


def do(action: str) -> str:
    return f'[data-do="{action}"]'


def panel(name: str) -> str:
    """Return the selector of the button that opens a panel over the fight."""
    return f'{do("panel")}[data-panel="{name}"]'


@pytest.fixture
def keyboard(running: Page) -> Keyboard:
    return Keyboard(running)


def test_a_roll_by_keyboard(keyboard: Keyboard) -> None:
    inputs = {"skill_level": "3", "attribute": "2", "target_number": "6"}
    table = Table(keyboard.page).open("garden/skill_test", inputs)
    keyboard.press(do("enter"))
    keyboard.press(do("cancel"))
    assert keyboard.focused_action() == "roll"
    keyboard.press(do("enter"))
    keyboard.keys("552", "the last die")
    table.result()
    assert keyboard.page.evaluate("!!document.activeElement.closest('[data-result]')")
    table.wait_for('[data-result] [data-do="undo"]')
    keyboard.press(f"[data-result] {do('undo')}")
    keyboard.press("form .foot-more > summary", "the menu")
    keyboard.press(do("hidden"))
    keyboard.press(do("uncover"))
    keyboard.press("form .foot-more > summary", "the menu again")
    keyboard.press(do("reset"))
    # The menu's history entry has another address; going back from it reopens no view.
    keyboard.page.wait_for_timeout(300)
    keyboard.look("a moment later")
    assert keyboard.page.evaluate("document.activeElement.matches('.foot-more > summary')")
    assert keyboard.lost == {}


def unfold(keyboard: Keyboard) -> None:
    """Open every folded part of the current view."""
    keyboard.page.evaluate(
        """() => document.querySelectorAll("[data-view]:not([hidden]) details")
            .forEach((part) => { part.open = true })"""
    )


def add_sample(keyboard: Keyboard) -> None:
    """Add a sample character of Wasteland."""
    keyboard.go("wasteland/characters")
    unfold(keyboard)
    keyboard.press(do("character-sample"))


def test_a_sheet_by_keyboard(keyboard: Keyboard) -> None:
    add_sample(keyboard)
    keyboard.go("wasteland/characters")
    unfold(keyboard)
    keyboard.press('[data-sample="1"]')
    for _ in range(3):
        keyboard.press(do("track"))
    assert keyboard.focused_action() == "track"
    keyboard.press(do("sheet-edit"))
    unfold(keyboard)
    keyboard.press(do("record-down"))
    assert keyboard.focused_action() == "record-down"
    keyboard.press(do("record-remove"))
    keyboard.press(do("record-add"))
    keyboard.press(do("sheet-edit"), "done")
    unfold(keyboard)
    keyboard.press(do("character-archive"))
    unfold(keyboard)
    keyboard.press(do("character-restore"))
    keyboard.go("wasteland/characters")
    unfold(keyboard)
    keyboard.press(do("character-down"))
    assert keyboard.focused_action() == "character-down"
    assert keyboard.lost == {}


def test_an_encounter_by_keyboard(keyboard: Keyboard) -> None:
    go(keyboard.page, "campaigns")
    begin(keyboard.page, "wasteland", "By keyboard")
    opened(keyboard.page, "By keyboard")
    add_sample(keyboard)
    keyboard.go("wasteland/encounter")
    keyboard.press(do("encounter-begin"))
    keyboard.press(do("join"))
    keyboard.page.locator("[name=quick]:visible").fill("3 raiders, hp 7")
    keyboard.press("[data-quick] button[type=submit]")
    keyboard.press(do("panel-close"))
    assert keyboard.focused_action() == "panel"
    for by in ("1", "-1", "-1", "-1"):
        keyboard.press(f'{do("purse")}[data-by="{by}"]', f"counter {by}")
    keyboard.press(do("menu"))
    keyboard.press("[role=tab][data-tab=actions]")
    assert keyboard.focused_action() == "tab"
    keyboard.press(f".place-menu {do('step-open')}")
    keyboard.press(do("step-close"))
    assert keyboard.focused_action() == "step-open"
    keyboard.press("[role=tab][data-tab=conditions]")
    keyboard.press(do("condition"))
    assert keyboard.focused_action() == "condition"
    keyboard.press("[role=tab][data-tab=manage]")
    keyboard.press(do("place-hide"))
    assert keyboard.focused_action() == "place-hide"
    keyboard.press(do("place-remove"))
    keyboard.press(panel("more"))
    keyboard.press(do("encounter-end"))
    assert keyboard.lost == {}


def test_campaigns_and_notes_by_keyboard(keyboard: Keyboard) -> None:
    keyboard.go("garden/notes")
    keyboard.page.locator("[name=text]:visible").first.fill("The ferry leaves at dusk.")
    keyboard.press(do("note-keep"))
    keyboard.press(do("note-edit"))
    keyboard.press(do("note-edit"), "left as it was")
    assert keyboard.focused_action() == "note-edit"
    keyboard.press(do("note-remove"))
    keyboard.press(f"aside {do('undo')}")
    assert keyboard.focused_action() == "undo"
    keyboard.press(f"aside {do('redo')}")
    assert keyboard.focused_action() == "redo"
    keyboard.go("campaigns")
    keyboard.page.evaluate("document.querySelector('[data-transfer]').open = true")
    keyboard.press("[data-campaign] summary")
    keyboard.press(do("campaign-delete"))
    keyboard.press(do("ask-no"))
    assert keyboard.focused_action() == "campaign-delete"
    keyboard.press(do("campaign-delete"))
    keyboard.page.keyboard.press("Escape")
    keyboard.look("no by Escape")
    assert keyboard.focused_action() == "campaign-delete"
    keyboard.press(do("backup-now"))
    keyboard.press(do("backup-delete"))
    keyboard.press(do("ask-no"), "no: the backup")
    assert keyboard.focused_action() == "backup-delete"
    keyboard.press(do("backup-delete"))
    keyboard.press(do("backup-delete-yes"))
    assert keyboard.lost == {}


# Focuses each focusable element in turn and lists those that a sticky element covers.
COVERED = """() => [...document.querySelectorAll(
        "main a[href], main button, main input, main select, main textarea, main summary")]
    .filter((at) => at.checkVisibility() && !at.disabled && at.tabIndex >= 0)
    .filter((at) => {
        at.focus();
        const box = at.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) return false;
        const x = box.x + Math.min(box.width / 2, innerWidth - 2), y = box.y + box.height / 2;
        const over = document.elementFromPoint(Math.max(0, x), y);
        return over && !at.contains(over) && !over.contains(at) && !over.closest("label, .stepper")
            && sticks(over);
        function sticks(part) {
            return part && (/sticky|fixed/.test(getComputedStyle(part).position)
                || sticks(part.parentElement));
        }
    })
    .map((at) => at.outerHTML.slice(0, 100))"""

# The share of the window without sticky elements, scrolled half way down.
FREE = """() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const sticks = [...document.body.querySelectorAll("*")].filter((at) =>
        ["sticky", "fixed"].includes(getComputedStyle(at).position) && at.checkVisibility());
    const free = [...Array(innerHeight).keys()].filter((y) => {
        const over = document.elementFromPoint(innerWidth / 2, y);
        return !sticks.some((at) => at.contains(over));
    });
    return free.length / innerHeight;
}"""


def open_fight(keyboard: Keyboard) -> None:
    """Start a Wasteland fight, which has the most sticky bars: two counters and the turn."""
    add_sample(keyboard)
    keyboard.go("wasteland/encounter")
    begin = keyboard.page.locator(do("encounter-begin")).locator("visible=true")
    if begin.count():
        keyboard.press(do("encounter-begin"))
        keyboard.press(do("join"))


def test_no_bar_covers_the_focused_element(keyboard: Keyboard) -> None:
    open_fight(keyboard)
    keyboard.page.set_viewport_size({"width": 390, "height": 700})
    covered = {}
    for path in ("wasteland/encounter", "wasteland/attack", "wasteland/characters", "campaigns"):
        keyboard.go(path)
        covered[path] = keyboard.page.evaluate(COVERED)
    keyboard.page.set_viewport_size({"width": 1280, "height": 720})
    assert {path: elements for path, elements in covered.items() if elements} == {}


def test_half_of_a_window_enlarged_four_times_is_free(keyboard: Keyboard) -> None:
    open_fight(keyboard)
    keyboard.page.set_viewport_size({"width": 320, "height": 256})
    free = {}
    for path in ("wasteland/encounter", "wasteland/attack", "wasteland/characters"):
        keyboard.go(path)
        free[path] = keyboard.page.evaluate(FREE)
    keyboard.page.set_viewport_size({"width": 1280, "height": 720})
    assert {path: share for path, share in free.items() if share < 0.5} == {}


# The look of element pairs, the first active and the second not, with ::before and ::after.
LOOKS = """(pairs) => pairs.map(([tag, on, off]) => [on, off].map((attributes) => {
    const at = document.querySelector("main").appendChild(document.createElement(tag));
    for (const [name, value] of Object.entries(attributes)) at.setAttribute(name, value);
    const looks = [null, "::before", "::after"].map((part) => {
        const { content, backgroundColor, borderTopColor, borderTopStyle, outlineStyle }
            = getComputedStyle(at, part);
        return part && content === "none" ? ""
            : [backgroundColor, borderTopColor, borderTopStyle, outlineStyle].join(" ");
    });
    at.remove();
    return looks.join();
}))"""

SWITCH = {"type": "checkbox", "role": "switch", "class": "switch"}
PAIRS: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("input", {**SWITCH, "checked": ""}, SWITCH),
    ("button", {"class": "box is-full"}, {"class": "box"}),
    ("button", {"aria-pressed": "true"}, {"aria-pressed": "false"}),
    ("a", {"href": "#/", "aria-current": "page"}, {"href": "#/"}),
    ("input", {"aria-invalid": "true"}, {"aria-invalid": "false"}),
    ("li", {"class": "odds-row is-lit"}, {"class": "odds-row"}),
    ("li", {"class": "card place", "aria-current": "true"}, {"class": "card place"}),
]


def test_active_states_stay_visible_in_forced_colours(keyboard: Keyboard) -> None:
    keyboard.go("")
    keyboard.page.emulate_media(forced_colors="active")
    looks = keyboard.page.evaluate(LOOKS, PAIRS)
    keyboard.page.emulate_media(forced_colors="none")
    assert [pair for pair, (on, off) in zip(PAIRS, looks, strict=True) if on == off] == []


def test_home_to_roll_takes_few_tabs(keyboard: Keyboard) -> None:
    """A skip link leads to the Roll button itself."""
    keyboard.go("garden/skill_test")
    keyboard.page.evaluate(AT_THE_TOP)
    tabs = 0
    while tabs < 20 and keyboard.focused_action() != "skip-roll":
        keyboard.page.keyboard.press("Tab")
        tabs += 1
    keyboard.keys("\n", "skipped")
    assert keyboard.focused_action() == "roll"
    assert tabs <= 8
    assert keyboard.lost == {}


def test_a_page_scrolled_away_from_the_focus_stays_where_it_is(running: Page) -> None:
    """Another device changes a sheet while its player reads further below."""
    page = running
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("location.hash = '#/trueworld/characters'")
    settle(page)
    page.locator('[data-view="trueworld/characters"] [data-sample="0"]').click()
    settle(page)
    sheet = page.locator('[data-view="trueworld/character"]')
    sheet.locator("h1").focus()
    page.evaluate("scrollTo(0, 700)")
    before = sheet.locator("h1").element_handle()
    sheet.locator('[data-do="track"]').first.evaluate("at => at.click()")
    settle(page)
    assert not before.evaluate("at => at.isConnected")
    expect(sheet.locator("h1")).to_be_focused()
    assert page.evaluate("scrollY") == 700
    page.set_viewport_size({"width": 1280, "height": 720})
