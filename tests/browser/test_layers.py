"""Layers over a page: Back and Escape close the top one, Forward reopens it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.driving import settle, show_rules, wait_for
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.browser.test_focus import SETTLED_FOCUS

pytestmark = pytest.mark.browser

ACT = '.actions.is-large [data-do="act"]:not([aria-disabled="true"])'

#: The number of layers in the current history entry.
LAYERS = "history.state?.layers?.length ?? 0"


@pytest.fixture(scope="module")
def fight(started: tuple[Page, object]) -> Tracker:
    """Return a fight that is at a combatant's turn, with physical dice."""
    page = started[0]
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("2 raiders, hp 7")
    for _ in range(4):
        if tracker.current():
            break
        tracker.tap('[data-do="turn-pass"]')
    tracker.physical_dice()
    return tracker


@pytest.fixture
def at_fight(fight: Tracker, running: Page) -> Tracker:
    fight.go("encounter")
    fight.clear()
    wait_for(running, f"({LAYERS}) === 0")
    return fight


def navigate(page: Page, way: str, depth: int) -> None:
    """Go back or forward, and wait until the page is quiet with `depth` layers."""
    page.evaluate(f"history.{way}()")
    wait_for(page, f"({LAYERS}) === {depth}")
    settle(page)


def open_layer(page: Page, button: Locator, depth: int) -> None:
    button.click()
    wait_for(page, f"({LAYERS}) === {depth}")
    settle(page)


def focused_key(page: Page) -> str:
    """Return the key of the focused element and assert that it is visible."""
    assert page.evaluate(SETTLED_FOCUS) == ""
    key = "document.activeElement.dataset.key ?? document.activeElement.outerHTML.slice(0, 160)"
    return str(page.evaluate(key))


def test_back_from_a_roll_keeps_its_dice_and_forward_brings_them_back(at_fight: Tracker) -> None:
    page = at_fight.page
    open_layer(page, at_fight.board.locator(ACT).first, 1)
    dice = page.locator("[data-over] .die-field input")
    expect(dice.first).to_be_focused()  # as in a form: typing goes into the first die
    page.keyboard.type("17")
    settle(page)
    expect(dice.first).to_have_value("17")
    navigate(page, "back", 0)
    expect(page.locator("section[data-over]")).to_have_count(0)
    assert page.evaluate("location.hash") == "#/wasteland/encounter"
    navigate(page, "forward", 1)
    expect(page.locator("[data-over] .die-field input").first).to_have_value("17")
    # Back and Escape close a rule over the roll first
    show_rules(page)
    page.locator("[data-over] a[data-rule]:visible").first.click()
    expect(page.locator("[data-rule-dialog]")).to_be_visible()
    wait_for(page, f"({LAYERS}) === 2")
    navigate(page, "back", 1)
    expect(page.locator("[data-rule-dialog]")).to_be_hidden()
    expect(page.locator("section[data-over]")).to_be_visible()
    navigate(page, "forward", 2)
    expect(page.locator("[data-rule-dialog]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-rule-dialog]")).to_be_hidden()
    wait_for(page, f"({LAYERS}) === 1")
    expect(page.locator("[data-over] .die-field input").first).to_have_value("17")
    # its own close button goes back, too: Forward reopens the roll
    page.locator(".over-close").click()
    wait_for(page, f"({LAYERS}) === 0")
    navigate(page, "forward", 1)
    expect(page.locator("[data-over] .die-field input").first).to_have_value("17")
    page.keyboard.press("Escape")
    wait_for(page, f"({LAYERS}) === 0")
    expect(page.locator("section[data-over]")).to_have_count(0)


#: Selectors of buttons over a fight and of the layers that they open.
OPENED = [
    ('.here [data-do="meter"]:not([disabled])', ".here form.pad"),
    ('.order [data-do="menu"]', ".person[data-panel-open]"),
    (".order .place-number", ".order form.pad"),
    ('[data-do="panel"][data-panel="several"]', ".here form[data-several]"),
    ('[data-do="panel"][data-panel="more"]', ".more[data-panel-open]"),
    ('[data-do="panel"][data-panel="join"]', ".joining[data-panel-open]"),
]


@pytest.mark.parametrize(("opener", "layer"), OPENED)
def test_a_layer_over_a_fight_closes_and_the_focus_returns(
    at_fight: Tracker, opener: str, layer: str
) -> None:
    page, button = at_fight.page, at_fight.board.locator(opener).first
    key = button.get_attribute("data-key")
    for way in ("Escape", "back"):
        open_layer(page, button, 1)
        expect(at_fight.board.locator(layer)).to_be_visible()
        if way == "Escape":
            page.keyboard.press("Escape")
            wait_for(page, f"({LAYERS}) === 0")
        else:
            navigate(page, "back", 0)
        expect(at_fight.board.locator(layer)).to_have_count(0)
        assert focused_key(page) == key, way
    navigate(page, "forward", 1)
    expect(at_fight.board.locator(layer)).to_be_visible()
    page.keyboard.press("Escape")
    wait_for(page, f"({LAYERS}) === 0")


def test_a_step_closes_before_the_panel_that_it_is_in(at_fight: Tracker) -> None:
    page = at_fight.page
    open_layer(page, at_fight.board.locator('.order [data-do="menu"]').first, 1)
    at_fight.board.locator('.person [role=tab][data-tab="actions"]').click()
    step = at_fight.board.locator('.person [data-do="step-open"]').first
    key = step.get_attribute("data-key")
    open_layer(page, step, 2)
    page.keyboard.press("Escape")
    wait_for(page, f"({LAYERS}) === 1")
    settle(page)
    assert focused_key(page) == key
    page.keyboard.press("Escape")
    wait_for(page, f"({LAYERS}) === 0")
    expect(at_fight.board.locator("[data-panel-open]")).to_have_count(0)


#: Taps a button on a device that takes long to draw. Meanwhile the step back from a closed layer
#: ends; returns the layers that are named by then.
TAP_WHILE_STEPPING_BACK = """(button) => {
    delete history.go;
    const now = performance.now.bind(performance);
    let late = 0;
    performance.now = () => now() + (late += 20);
    button.click();
    dispatchEvent(new PopStateEvent("popstate"));
    delete performance.now;
    return document.documentElement.dataset.layers;
}"""


def test_a_step_back_closes_nothing_that_is_still_to_be_drawn(at_fight: Tracker) -> None:
    page = at_fight.page
    button = at_fight.board.locator('.order [data-do="menu"]').first
    open_layer(page, button, 1)
    page.evaluate("history.go = () => { window.isSteppingBack = true; }")
    page.keyboard.press("Escape")
    wait_for(page, "window.isSteppingBack")
    assert button.evaluate(TAP_WHILE_STEPPING_BACK) == "[]"
    settle(page)
    expect(at_fight.board.locator("[data-panel-open]")).to_be_visible()
    at_fight.clear()


def test_back_closes_the_search_the_games_and_a_rule(running: Page) -> None:
    page = running
    table = Table(page).open("garden/skill_test", {"skill_level": "3"})
    show_rules(page)
    address = page.evaluate("location.hash")
    for opener, layer in (
        ('[data-do="search"]', "[data-palette]"),
        ("[data-games] summary", "[data-games] nav"),
        ('[data-view="garden/skill_test"] a[data-rule]:visible', "[data-rule-dialog]"),
    ):
        page.locator(opener).first.click()
        expect(page.locator(layer)).to_be_visible()
        wait_for(page, f"({LAYERS}) === 1")
        navigate(page, "back", 0)
        expect(page.locator(layer)).to_be_hidden()
        navigate(page, "forward", 1)
        expect(page.locator(layer)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(layer)).to_be_hidden()
        wait_for(page, f"({LAYERS}) === 0")
    assert page.evaluate("location.hash") == address
    assert table.texts()["skill_level"] == "3"
    # a chosen hit replaces the layer: Back leads to the page below it
    page.locator('[data-do="search"]').first.click()
    page.keyboard.type("jump garden")
    page.locator(".hit").first.wait_for()
    page.keyboard.press("Enter")
    wait_for(page, "location.hash.startsWith('#/garden/jump')")
    page.evaluate("history.back()")
    wait_for(page, "location.hash.startsWith('#/garden/skill_test')")
    settle(page)
    expect(page.locator("[data-palette]")).to_be_hidden()
    assert table.texts()["skill_level"] == "3"


@pytest.mark.parametrize("way", ["back", "Escape"])
def test_edits_below_a_layer_survive_its_closing(running: Page, way: str) -> None:
    """The address is updated late; an older history entry does not restore old values."""
    page = running
    table = Table(page).open("garden/skill_test", {"attribute": "2"})
    table.put("skill_level", "4")
    table.put("target_number", "6")
    show_rules(page)
    table.do("enter")
    page.keyboard.type("5")
    page.locator('[data-view="garden/skill_test"] a[data-rule]:visible').first.click()
    wait_for(page, f"({LAYERS}) === 1")
    wait_for(page, "/skill_level=4.*target_number=6/.test(location.hash)")
    if way == "Escape":
        page.keyboard.press("Escape")
        wait_for(page, f"({LAYERS}) === 0")
        settle(page)
    else:
        navigate(page, "back", 0)
    assert table.texts()["skill_level"] == "4"
    assert table.die_texts()[0] == "5"
    wait_for(page, "location.hash.includes('skill_level=4')")
    page.evaluate("location.hash = '#/garden/jump'")  # the next page still opens
    wait_for(page, "!document.querySelector('[data-view=\"garden/jump\"]').hidden")


@pytest.mark.parametrize(
    ("path", "opened", "selector", "words"),
    [("skill_test", "jump", "h1", "Jump"), ("characters", "characters?show=npc", ".tab", "NPCs")],
)
def test_a_page_opened_while_a_layer_closes_stays_open(
    running: Page, path: str, opened: str, selector: str, words: str
) -> None:
    """The late step back from the layer's history entry does not leave the new page."""
    page, hash = running, f"#/garden/{opened}"
    Table(page).open(f"garden/{path}")
    page.locator("[data-games] summary").click()
    wait_for(page, f"({LAYERS}) === 1")
    page.evaluate(
        """(hash) => {
            const step = history.go;
            window.isBack = false;
            addEventListener("popstate", ({ state }) => { window.isBack ||= state !== null; });
            history.go = (count) => {
                delete history.go;
                step.call(history, count);
                location.hash = hash;
            };
        }""",
        hash,
    )
    page.keyboard.press("Escape")
    wait_for(page, f"window.isBack && location.hash === '{hash}'")
    settle(page)
    view = page.locator(f'[data-view="garden/{opened.partition("?")[0]}"]')
    expect(view.locator(f"{selector}:is([aria-current], h1)")).to_have_text(words)
    wait_for(page, f"({LAYERS}) === 0")
    page.locator("[data-games] summary").click()  # a layer opens and closes as before
    wait_for(page, f"({LAYERS}) === 1")
    navigate(page, "back", 0)
    assert page.evaluate("location.hash") == hash


#: Ends the step back that was held, and waits until the browser reports it.
STEP_BACK = """() => new Promise((done) => {
    addEventListener("popstate", done, { once: true });
    window.stepBack();
})"""


def test_a_link_that_is_tapped_while_a_layer_closes_is_followed(running: Page) -> None:
    """It may lead to another part of the page that the layer was on."""
    page = running
    page.evaluate("location.hash = '#/garden/characters'")
    view = page.locator('[data-view="garden/characters"]')
    expect(view).to_be_visible()
    page.locator("[data-games] summary").click()
    wait_for(page, f"({LAYERS}) === 1")
    page.evaluate(
        """() => {
            const step = history.go;
            history.go = (count) => {
                delete history.go;
                window.stepBack = () => step.call(history, count);
            };
        }"""
    )
    page.keyboard.press("Escape")
    wait_for(page, "!!window.stepBack")
    view.locator('[data-tab="npc"]').click()
    page.evaluate(STEP_BACK)
    wait_for(page, "location.hash === '#/garden/characters?show=npc'")
    expect(view.locator('[data-do="person-new"]')).to_be_visible()
    wait_for(page, f"({LAYERS}) === 0")


# --- keys of an input method ---

#: Sends a key as input methods do: in Chromium and Firefox, then in Safari.
COMPOSED = """(at, key) => [{ isComposing: true }, { keyCode: 229 }].map((how) => at.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how })))"""


def test_enter_that_ends_a_word_does_nothing_else(at_fight: Tracker) -> None:
    page = at_fight.page
    open_layer(page, at_fight.board.locator(ACT).first, 1)
    die = page.locator("[data-over] .die-field input").first
    for key in ("Enter", "Escape", "Backspace"):
        assert die.evaluate(COMPOSED, key) == [True, True]
        settle(page)
        expect(page.locator("[data-over] .die-field input").first).to_be_visible()
    page.keyboard.press("Escape")
    wait_for(page, f"({LAYERS}) === 0")

    at_fight.go("characters")
    page.locator('[data-view="wasteland/characters"] .person a').first.click()
    sheet = page.locator('[data-view="wasteland/character"]')
    sheet.locator('[data-do="sheet-edit"]').first.click()
    name = sheet.locator(".is-text [name]").first
    name.focus()
    assert name.evaluate(COMPOSED, "Enter") == [True, True]
    settle(page)
    expect(name).to_be_visible()
    page.keyboard.press("Enter")
    settle(page)
    expect(name).to_have_count(0)

    page.locator('[data-do="search"]').first.click()
    page.keyboard.type("jump")
    page.locator(".hit").first.wait_for()
    assert page.locator("[data-find]").evaluate(COMPOSED, "Enter") == [True, True]
    expect(page.locator("[data-palette]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-palette]")).to_be_hidden()


def test_a_field_that_is_filled_in_by_the_browser_is_no_fault(running: Page) -> None:
    """Its event has no key."""
    Table(running).open("garden/skill_test")
    field = running.locator('[data-view="garden/skill_test"] [name="skill_level"]')
    field.evaluate("at => at.dispatchEvent(new Event('keydown', { bubbles: true }))")
    settle(running)
    expect(running.locator("[data-trouble]")).to_be_hidden()


# --- taps outside, swipes ---


@pytest.mark.parametrize(
    ("opener", "layer"), [each for each in OPENED if "data-panel-open" in each[1]]
)
def test_a_tap_outside_closes_a_panel_and_the_focus_returns(
    at_fight: Tracker, opener: str, layer: str
) -> None:
    page, button = at_fight.page, at_fight.board.locator(opener).first
    key = button.get_attribute("data-key")
    for width, height, at in ((390, 844, (195, 40)), (1180, 820, (300, 400))):
        page.set_viewport_size({"width": width, "height": height})
        before = at_fight.entries(), page.evaluate("location.hash")
        open_layer(page, button, 1)
        expect(at_fight.board.locator(layer)).to_be_visible()
        page.mouse.click(*at)
        wait_for(page, f"({LAYERS}) === 0")
        settle(page)
        expect(at_fight.board.locator(layer)).to_have_count(0)
        assert focused_key(page) == key
        assert (at_fight.entries(), page.evaluate("location.hash")) == before, "nothing else is hit"


def test_a_tap_outside_closes_a_roll_a_dialog_and_a_menu(at_fight: Tracker) -> None:
    page = at_fight.page
    page.set_viewport_size({"width": 1180, "height": 820})
    open_layer(page, at_fight.board.locator(ACT).first, 1)
    page.mouse.click(40, 790)
    wait_for(page, f"({LAYERS}) === 0")
    expect(page.locator("section[data-over]")).to_have_count(0)
    for opener, layer in (
        ('[data-do="search"]', "[data-palette]"),
        ("[data-games] summary", "[data-games] nav"),
    ):
        open_layer(page, page.locator(opener).first, 1)
        expect(page.locator(layer)).to_be_visible()
        page.mouse.click(900, 780)
        expect(page.locator(layer)).to_be_hidden()
        wait_for(page, f"({LAYERS}) === 0")
        settle(page)


def test_a_press_outside_that_is_no_tap_leaves_the_search_as_it_is(running: Page) -> None:
    """Text is selected beyond the field; then a menu of the browser is opened."""
    page = running
    page.set_viewport_size({"width": 1180, "height": 820})
    Table(page).open("garden/skill_test")
    page.locator('[data-do="search"]').first.click()
    page.keyboard.type("jump garden")
    page.locator(".hit").first.wait_for()
    box = page.locator("[data-find]").bounding_box()
    assert box
    page.mouse.move(box["x"] + 60, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(20, box["y"] + 20)
    page.mouse.up()
    expect(page.locator("[data-palette]")).to_be_visible()
    page.mouse.click(20, 780, button="right")
    page.keyboard.press("Enter")
    wait_for(page, "location.hash.startsWith('#/garden/jump')")


#: Touches an element, moves the finger and lifts it.
SWIPE = """(at, [right, down]) => {
    const { left, top } = at.getBoundingClientRect();
    const finger = (x, y) => new Touch({ identifier: 1, target: at, clientX: x, clientY: y });
    const [from, to] = [finger(left + 20, top + 10), finger(left + 20 + right, top + 10 + down)];
    const say = (type, touches, changed) => at.dispatchEvent(new TouchEvent(type, {
        bubbles: true, cancelable: true, touches, targetTouches: touches, changedTouches: [changed],
    }));
    say("touchstart", [from], from);
    say("touchmove", [to], to);
    say("touchend", [], to);
}"""


def test_a_swipe_closes_a_panel(at_fight: Tracker) -> None:
    page, button = at_fight.page, at_fight.board.locator('.order [data-do="menu"]').first
    key = button.get_attribute("data-key")
    for (width, height), move, short in (
        ((390, 844), (5, 160), (160, 5)),
        ((1180, 820), (160, 5), (-160, 5)),
    ):
        page.set_viewport_size({"width": width, "height": height})
        open_layer(page, button, 1)
        head = at_fight.board.locator(".person > header")
        head.evaluate(SWIPE, short)
        settle(page)
        expect(head).to_be_visible()
        head.evaluate(SWIPE, move)
        wait_for(page, f"({LAYERS}) === 0")
        settle(page)
        expect(head).to_have_count(0)
        assert focused_key(page) == key


def test_a_finger_that_moves_a_zoomed_page_closes_nothing(at_fight: Tracker) -> None:
    page = at_fight.page
    page.set_viewport_size({"width": 390, "height": 844})
    open_layer(page, at_fight.board.locator('.order [data-do="menu"]').first, 1)
    head = at_fight.board.locator(".person > header")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    head.evaluate(SWIPE, (5, 160))
    settle(page)
    expect(head).to_be_visible()
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    session.detach()


# --- sticky bars ---

#: Elements that cover the name of the current combatant.
COVERED = """() => {
    const who = document.querySelector("[data-view]:not([hidden]) .turn-who");
    const { left, top, right, bottom } = who.getBoundingClientRect();
    const points = [[left + 2, top + 2], [right - 2, bottom - 2]];
    return [...points, [(left + right) / 2, (top + bottom) / 2]]
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter((at) => !at || !(who.contains(at) || at.contains(who)))
        .map((at) => at?.className ?? "out of sight");
}"""


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (820, 1180), (1180, 820)])
def test_the_current_turn_is_never_under_a_bar(at_fight: Tracker, size: tuple[int, int]) -> None:
    page = at_fight.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for scroll_top in ("0", "document.documentElement.scrollHeight", "260"):
        page.evaluate(f"scrollTo(0, {scroll_top})")
        at_fight.tap('[data-do="turn-pass"]')
        assert at_fight.current()
        assert page.evaluate(COVERED) == []
        current = at_fight.board.locator(".order .is-current .avatar")
        expect(current).to_be_in_viewport(ratio=1)
