"""Whatever is done by keyboard, the focus stands on something that is to be seen afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.support.driving import UNTIL_QUIET, settle
from tests.browser.support.table import Table
from tests.browser.test_accessibility import AT_THE_TOP

pytestmark = pytest.mark.browser

# What has the focus, in words; why it is of no use, if it is not: lost, out of sight, or covered.
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

#: The focus comes to the first of these that is to be seen.
ON = """(selector) => {
    const at = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    at?.focus();
    return Boolean(at);
}"""


class Hands:
    """Does one thing after another by keyboard, and notes where the focus was lost."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lost: dict[str, str] = {}

    def go(self, path: str) -> None:
        self.page.evaluate("hash => { location.hash = hash }", f"#/{path}")
        settle(self.page)

    def press(self, selector: str, name: str = "") -> None:
        """Enter on the first of these that is to be seen."""
        assert self.page.evaluate(ON, selector), f"nowhere to be seen: {selector}"
        self.page.keyboard.press("Enter")
        self.look(name or selector)

    def keys(self, text: str, name: str) -> None:
        self.page.keyboard.type(text)
        self.look(name)

    def look(self, name: str) -> None:
        if why := self.page.evaluate(SETTLED_FOCUS):
            self.lost[name] = why

    def does(self) -> str:
        """What the focused button does."""
        return str(self.page.evaluate("document.activeElement.dataset.do ?? ''"))


def do(what: str) -> str:
    return f'[data-do="{what}"]'


def panel(what: str) -> str:
    """What opens that panel over the fight."""
    return f'{do("panel")}[data-panel="{what}"]'


@pytest.fixture
def hands(running: Page) -> Hands:
    return Hands(running)


def test_a_roll_by_keyboard(hands: Hands) -> None:
    typed = {"skill_level": "3", "attribute": "2", "target_number": "6"}
    table = Table(hands.page).open("garden/skill_test", typed)
    hands.press(do("enter"))
    hands.press(do("cancel"))
    assert hands.does() == "roll"
    hands.press(do("enter"))
    hands.keys("552", "the last die")
    table.result()
    assert hands.page.evaluate("!!document.activeElement.closest('[data-result]')")
    table.wait_for('[data-result] [data-do="undo"]')
    hands.press(f"[data-result] {do('undo')}")
    hands.press("form .foot-more > summary", "the menu")
    hands.press(do("hidden"))
    hands.press(do("uncover"))
    hands.press("form .foot-more > summary", "the menu again")
    hands.press(do("reset"))
    # The menu's entry of the history has another address: the step back from it opens nothing anew.
    hands.page.wait_for_timeout(300)
    hands.look("a moment later")
    assert hands.page.evaluate("document.activeElement.matches('.foot-more > summary')")
    assert hands.lost == {}


def unfold(hands: Hands) -> None:
    """Everything of the open view that is folded."""
    hands.page.evaluate(
        """() => document.querySelectorAll("[data-view]:not([hidden]) details")
            .forEach((part) => { part.open = true })"""
    )


def test_a_sheet_by_keyboard(hands: Hands) -> None:
    hands.go("wasteland/characters")
    hands.press(do("character-sample"))
    hands.go("wasteland/characters")
    unfold(hands)
    hands.press('[data-sample="1"]')
    for _ in range(3):
        hands.press(do("track"))
    assert hands.does() == "track"
    hands.press(do("sheet-edit"))
    unfold(hands)
    hands.press(do("record-down"))
    assert hands.does() == "record-down"
    hands.press(do("record-remove"))
    hands.press(do("record-add"))
    hands.press(do("sheet-edit"), "done")
    unfold(hands)
    hands.press(do("character-archive"))
    unfold(hands)
    hands.press(do("character-restore"))
    hands.go("wasteland/characters")
    unfold(hands)
    hands.press(do("character-down"))
    assert hands.does() == "character-down"
    assert hands.lost == {}


def test_an_encounter_by_keyboard(hands: Hands) -> None:
    hands.go("wasteland/characters")
    hands.press(do("character-sample"))
    hands.go("wasteland/encounter")
    hands.press(do("encounter-begin"))
    hands.press(do("join"))
    hands.page.locator("[name=quick]:visible").fill("3 raiders, hp 7")
    hands.press("[data-quick] button[type=submit]")
    hands.press(do("panel-close"))
    assert hands.does() == "panel"
    for by in ("1", "-1", "-1", "-1"):
        hands.press(f'{do("purse")}[data-by="{by}"]', f"counter {by}")
    hands.press(do("menu"))
    hands.press("[role=tab][data-tab=actions]")
    assert hands.does() == "tab"
    hands.press(f".place-menu {do('step-open')}")
    hands.press(do("step-close"))
    assert hands.does() == "step-open"
    hands.press("[role=tab][data-tab=conditions]")
    hands.press(do("condition"))
    assert hands.does() == "condition"
    hands.press("[role=tab][data-tab=manage]")
    hands.press(do("place-hide"))
    assert hands.does() == "place-hide"
    hands.press(do("place-remove"))
    hands.press(panel("more"))
    hands.press(do("encounter-end"))
    assert hands.lost == {}


def test_campaigns_and_notes_by_keyboard(hands: Hands) -> None:
    hands.go("garden/notes")
    hands.page.locator("[name=text]:visible").first.fill("The ferry leaves at dusk.")
    hands.press(do("note-keep"))
    hands.press(do("note-edit"))
    hands.press(do("note-edit"), "left as it was")
    assert hands.does() == "note-edit"
    hands.press(do("note-remove"))
    hands.press(f"aside {do('undo')}")
    assert hands.does() == "undo"
    hands.press(f"aside {do('redo')}")
    assert hands.does() == "redo"
    hands.go("campaigns")
    hands.page.evaluate("document.querySelector('[data-transfer]').open = true")
    hands.press("[data-campaign] summary")
    hands.press(do("campaign-delete"))
    hands.press(do("ask-no"))
    assert hands.does() == "campaign-delete"
    hands.press(do("campaign-delete"))
    hands.page.keyboard.press("Escape")
    hands.look("no by Escape")
    assert hands.does() == "campaign-delete"
    hands.press(do("backup-now"))
    hands.press(do("backup-delete"))
    hands.press(do("ask-no"), "no: the backup")
    assert hands.does() == "backup-delete"
    hands.press(do("backup-delete"))
    hands.press(do("backup-delete-yes"))
    assert hands.lost == {}


# Whatever can have the focus gets it, one after another; what is covered then, and by what.
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

# The share of the window that what sticks leaves free, scrolled half way down.
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


def in_a_fight(hands: Hands) -> None:
    """Wasteland has most above everything: two counters, and whose turn it is."""
    hands.go("wasteland/characters")
    hands.press(do("character-sample"))
    hands.go("wasteland/encounter")
    begin = hands.page.locator(do("encounter-begin")).locator("visible=true")
    if begin.count():
        hands.press(do("encounter-begin"))
        hands.press(do("join"))


def test_no_bar_covers_what_has_the_focus(hands: Hands) -> None:
    in_a_fight(hands)
    hands.page.set_viewport_size({"width": 390, "height": 700})
    covered = {}
    for path in ("wasteland/encounter", "wasteland/attack", "wasteland/characters", "campaigns"):
        hands.go(path)
        covered[path] = hands.page.evaluate(COVERED)
    hands.page.set_viewport_size({"width": 1280, "height": 720})
    assert {path: found for path, found in covered.items() if found} == {}


def test_half_of_a_window_enlarged_four_times_is_free(hands: Hands) -> None:
    in_a_fight(hands)
    hands.page.set_viewport_size({"width": 320, "height": 256})
    free = {}
    for path in ("wasteland/encounter", "wasteland/attack", "wasteland/characters"):
        hands.go(path)
        free[path] = hands.page.evaluate(FREE)
    hands.page.set_viewport_size({"width": 1280, "height": 720})
    assert {path: share for path, share in free.items() if share < 0.5} == {}


# How two of one kind look, with what is drawn before and after it, the first on and the second off.
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


def test_what_is_on_looks_so_where_the_system_sets_the_colours(hands: Hands) -> None:
    hands.go("")
    hands.page.emulate_media(forced_colors="active")
    looks = hands.page.evaluate(LOOKS, PAIRS)
    hands.page.emulate_media(forced_colors="none")
    assert [pair for pair, (on, off) in zip(PAIRS, looks, strict=True) if on == off] == []


def test_home_to_roll_takes_few_tabs(hands: Hands) -> None:
    """There is a link that skips to the button itself."""
    hands.go("garden/skill_test")
    hands.page.evaluate(AT_THE_TOP)
    tabs = 0
    while tabs < 20 and hands.does() != "skip-roll":
        hands.page.keyboard.press("Tab")
        tabs += 1
    hands.keys("\n", "skipped")
    assert hands.does() == "roll"
    assert tabs <= 8
    assert hands.lost == {}
