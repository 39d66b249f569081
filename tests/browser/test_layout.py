"""Layout: nothing is cut, broken or misaligned, with long words, large text, any window."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from app.systems import games
from app.widgets.roll.form.forms import form
from tests.browser.support.driving import settle
from tests.browser.support.kinds import of_form, select_few
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.browser.test_accessibility import BEYOND
from tests.widgets.long_words import WORD, called, file_of_all

pytestmark = pytest.mark.browser

GAME = "wasteland"
OWN = "Evening"
PHONE, TABLET, UPRIGHT, DESK = (390, 844), (1180, 820), (1024, 1366), (1440, 900)

UNFOLD = """() => {
    for (const each of document.querySelectorAll("[data-view]:not([hidden]) details"))
        each.open = true;
}"""

#: Types a text into every visible field.
TYPE = """(text) => {
    const fields = "input:not([type=checkbox], [type=file], [type=hidden]), textarea";
    for (const field of document.querySelectorAll(`[data-view]:not([hidden]) :is(${fields})`)) {
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    document.querySelector("[data-view]:not([hidden]) form[data-procedure]")?.requestSubmit();
}"""


class Screen:
    """The page in a resizable window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def go(self, path: str, unfolded: bool = True) -> None:
        self.page.evaluate("path => { location.hash = `#/${path}`; }", path)
        settle(self.page)
        if unfolded:
            self.page.evaluate(UNFOLD)

    def click(self, selector: str) -> None:
        """Click the first match, even where a sticky element covers it."""
        element = self.page.locator(f"[data-view]:not([hidden]) {selector}").first
        element.evaluate("each => each.click()")
        settle(self.page)
        self.page.evaluate(UNFOLD)

    def open_campaign(self, name: str) -> None:
        self.go("campaigns")
        card = self.page.locator("[data-campaign]").filter(has_text=name)
        card.locator("[data-do=campaign-open]").evaluate("each => each.click()")
        settle(self.page)

    def begin(self, game: str, name: str) -> None:
        """Create a campaign and open it."""
        self.go("campaigns")
        new = self.page.locator("form[data-campaigns=new]")
        new.locator("[name=game]").select_option(game)
        new.locator("[name=name]").fill(name)
        new.locator("button").click()
        settle(self.page)
        self.open_campaign(name)

    def beyond(self) -> int:
        return int(self.page.evaluate(BEYOND))

    def boxes(self, selector: str) -> list[dict[str, float]]:
        rects: list[dict[str, float]] = self.page.locator(
            f"[data-view]:not([hidden]) {selector}"
        ).evaluate_all("all => all.map((each) => each.getBoundingClientRect().toJSON())")
        return rects

    def box(self, selector: str) -> dict[str, float]:
        return self.boxes(selector)[0]

    def lines(self, selector: str) -> set[int]:
        """Return the numbers of lines that the matching elements take."""
        counts: list[int] = self.page.locator(f"[data-view]:not([hidden]) {selector}").evaluate_all(
            "all => all.map((each) => each.getClientRects().length)"
        )
        return set(counts)

    def style(self, selector: str, name: str, part: str = "") -> str:
        return str(
            self.page.locator(f"[data-view]:not([hidden]) {selector}").first.evaluate(
                "(each, [name, part]) => getComputedStyle(each, part || null)[name]", [name, part]
            )
        )


@pytest.fixture
def screen(running: Page) -> Iterator[Screen]:
    running.emulate_media(reduced_motion="reduce")
    yield Screen(running)
    running.set_viewport_size({"width": 1280, "height": 720})
    running.emulate_media(reduced_motion="null", forced_colors="null")


@pytest.fixture(scope="module")
def fight(started: tuple[Page, Any]) -> Tracker:
    """Return a fight at a turn in its own campaign: both samples, raiders and a dog."""
    screen = Screen(started[0])
    screen.begin(GAME, OWN)
    tracker = Tracker(screen.page, GAME)
    tracker.samples()
    tracker.begin("3 raiders, hp 7; 1 dog, hp 5")
    tracker.tap('[data-do="turn-pass"]')
    return tracker


def own_views(game: str) -> Iterator[str]:
    """Yield the path of every view that shows typed text as this game alone does."""
    yield ""
    for view in ("", "/characters", "/character/sample-0", "/encounter", "/journal"):
        yield game + view
    for view in ("/forecast", "/table"):
        yield game + view


def views(game: str) -> Iterator[str]:
    """Yield the path of every view that shows typed text."""
    yield from own_views(game)
    yield from ("campaigns", "together")
    for view in ("/notes", "/luck", "/fair"):
        yield game + view


def visit_states(screen: Screen, game: str, paths: Iterable[str]) -> Iterator[str]:
    """Go to each view, open its panels one by one, and yield the name of each state."""
    for path in paths:
        screen.go(path)
        yield path
        if path.endswith("/character/sample-0"):
            screen.click('[data-do="sheet-edit"]')
            yield f"{path}, edited"
            screen.click('[data-do="sheet-edit"]')
        if path.endswith("/encounter"):
            panels = ('[data-panel="join"]', '[data-panel="more"]', '.order [data-do="menu"]')
            for opener in panels:
                screen.click(opener)
                yield f"{path}, {opener}"
                screen.click('[data-do="panel-close"]')


#: A form of each game that lists rolls of a character.
ROLLED_WITH = {
    "garden": "attack",
    "wasteland": "attack",
    "trueworld": "action_roll",
    "prism": "attack",
    "striker": "line_action",
}


def long_names(screen: Screen, game: str) -> Iterator[str]:
    """Show long names where they are chosen, repeated and edited; yield each state."""
    screen.go(f"{game}/{ROLLED_WITH[game]}")
    screen.page.locator("[data-view]:not([hidden]) select[data-role=self]").select_option(index=1)
    settle(screen.page)
    assert screen.boxes("[data-pick]")
    yield f"{game}, rolled with"
    screen.go(f"{game}/encounter")
    screen.click('[data-panel="join"]')
    screen.page.locator("[data-view]:not([hidden]) [name=quick]").fill(WORD)
    screen.page.keyboard.press("Enter")
    settle(screen.page)
    if not screen.boxes('[data-do="preset-again"]'):
        screen.click('[data-panel="join"]')
    assert screen.boxes('[data-do="preset-again"]')
    yield f"{game}, the same again"
    screen.click('[data-do="panel-close"]')
    screen.go(f"{game}/character/sample-0", unfolded=False)
    screen.page.locator('[data-view]:not([hidden]) [data-do="sheet-edit"]').click()
    settle(screen.page)
    screen.page.evaluate(TYPE, WORD)
    settle(screen.page)
    yield f"{game}, a word in every field of the sheet"


# --- long words, large letters, narrow windows ---


@pytest.fixture
def touch_screen(screen: Screen) -> Iterator[None]:
    """Emulate a touch screen, for the styles of devices without hover."""
    session = screen.page.context.new_cdp_session(screen.page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    assert screen.page.evaluate("matchMedia('(hover: none)').matches")
    yield
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


@pytest.mark.usefixtures("touch_screen")
def test_a_long_word_widens_no_view(screen: Screen, tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps(file_of_all()), encoding="utf-8")
    screen.size(*PHONE)
    screen.go("campaigns")
    screen.page.locator("[data-file]").set_input_files(file)
    settle(screen.page)
    assert screen.beyond() <= 0, "the file that was read"
    screen.page.locator("[data-do=import-go]").click()
    settle(screen.page)
    wide = {}
    for game in games().values():
        # Views that all games share are checked in one of them.
        has_all = game.id == GAME
        paths = views(game.id) if has_all else own_views(game.id)
        screen.open_campaign(called(game)[:40])
        for look in visit_states(screen, game.id, paths):
            if (beyond := screen.beyond()) > 0:
                wide[look] = beyond
        screen.go(f"{game.id}/journal")
        times = screen.page.locator("[data-view]:not([hidden]) [data-entry] time")
        assert times.first.inner_text().startswith("9:")
        for look in ("/forecast", "/notes", "/fair") if has_all else ("/forecast",):
            screen.go(game.id + look)
            screen.page.evaluate(TYPE, WORD)
            settle(screen.page)
            if (beyond := screen.beyond()) > 0:
                wide[f"typed: {look}"] = beyond
        for look in long_names(screen, game.id):
            if (beyond := screen.beyond()) > 0:
                wide[look] = beyond
    assert wide == {}


def test_a_long_word_in_any_field_of_a_form_widens_nothing(screen: Screen) -> None:
    procedures = [each for game in games().values() for each in game]
    texts = [procedure for procedure in procedures if {"text", "notation"} & of_form(procedure)]
    screen.size(*PHONE)
    wide = {}
    for procedure in [*texts, *select_few(procedures, of_form)]:
        screen.go(procedure.id.replace(".", "/"))
        screen.page.evaluate(TYPE, WORD)
        settle(screen.page)
        if (beyond := screen.beyond()) > 0:
            wide[procedure.id] = beyond
        assert screen.page.locator("[data-view]:not([hidden]) form [aria-invalid]").count() or (
            not form(procedure).rolls
        )
    assert wide == {}


@pytest.mark.usefixtures("touch_screen")
@pytest.mark.parametrize(("width", "letters"), [(390, "200%"), (320, "")])
def test_nothing_is_wider_than_a_narrow_window(
    screen: Screen, fight: Tracker, width: int, letters: str
) -> None:
    screen.size(width, 844)
    screen.page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
    wide = {}
    screen.open_campaign(OWN)
    own = [f"{GAME}/{each}" for each in ("attack", "skill_test", "damage", "dice", "tables")]
    for path in [*views(GAME), *own, "settings"]:
        if path.endswith("sample-0"):
            continue
        screen.go(path)
        if (beyond := screen.beyond()) > 0:
            wide[path] = beyond
    screen.go(f"{GAME}/characters")
    for opener in (".person-link", '[data-do="sheet-edit"]', '[data-do="sheet-edit"]'):
        screen.click(opener)
        if (beyond := screen.beyond()) > 0:
            wide[opener] = beyond
    screen.page.evaluate("document.documentElement.style.fontSize = ''")
    assert wide == {}


# --- words stay whole ---

#: Words that are broken across two lines.
BROKEN = r"""() => {
    const broken = [];
    const whole = "a, button, label, summary, h1, h2, h3, th, td, dt, dd, p, li";
    for (const each of document.querySelectorAll(`[data-view]:not([hidden]) :is(${whole})`)) {
        if (!each.checkVisibility()) continue;
        const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.parentElement.offsetWidth < 2) continue;  // screen-reader text
            for (const word of node.data.matchAll(/[^\s\u2010-\u2014\u002d/]+/g)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
                if (new Set(tops).size > 1) broken.push(word[0]);
            }
        }
    }
    return broken;
}"""


def test_no_word_is_broken_by_letters(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    broken = {}

    def look(state: str) -> None:
        for width, height in (PHONE, UPRIGHT, TABLET, DESK):
            screen.size(width, height)
            broken[f"{state}, {width}"] = screen.page.evaluate(BROKEN)

    for view in ("", "/encounter", "/attack", "/tables", "/journal", "/forecast", "/characters"):
        screen.go(GAME + view)
        look(view)
    screen.click(".person-link")
    screen.click('[data-do="sheet-edit"]')
    look("edited")
    screen.click('[data-do="sheet-edit"]')
    assert {where: words for where, words in broken.items() if words} == {}


def test_a_name_and_a_badge_stand_on_one_line(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*UPRIGHT)
    screen.go(f"{GAME}/encounter")
    assert screen.lines(".here-words b") == {1}
    # A card is as high as its content.
    for card in (".here", ".round"):
        inner, last = screen.box(card), screen.boxes(f"{card} > :last-child")[-1]
        assert inner["bottom"] - last["bottom"] < 24
    screen.size(*PHONE)
    screen.click('.order [data-do="menu"]')
    assert screen.lines(".panel .badge") == {1}
    screen.click('[data-do="panel-close"]')


# --- edges and rows ---

#: Form rows with fields or labels that are not level.
UNEVEN = """() => {
    const uneven = [];
    const grids = "[data-view]:not([hidden]) :is(.controls, .cells)";
    for (const grid of document.querySelectorAll(grids)) {
        const rows = new Map();
        for (const each of grid.children) {
            const label = each.querySelector("label");
            const field = each.querySelector(".stepper, input:not([type=hidden]), select");
            if (!field || !label || !each.checkVisibility()) continue;
            const [under, over] = [label, field].map((part) => part.getBoundingClientRect());
            if (under.right <= over.left || over.right <= under.left) continue;
            const row = Math.round((over.top + over.bottom) / 2 / 24);
            rows.set(row, [...(rows.get(row) ?? []), [under.bottom, (over.top + over.bottom) / 2]]);
        }
        for (const row of rows.values())
            for (const place of [0, 1]) {
                const all = row.map((each) => each[place]);
                if (Math.max(...all) - Math.min(...all) > 2)
                    uneven.push(grid.textContent.trim().slice(0, 40));
            }
    }
    return uneven;
}"""


def test_rows_of_a_form_stand_level(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    uneven = {}

    def look(state: str) -> None:
        for width in (820, 1180):
            screen.size(width, 1180)
            uneven[f"{state}, {width}"] = screen.page.evaluate(UNEVEN)

    for path in (f"{GAME}/attack", "garden/attack", "trueworld/action_roll"):
        screen.go(path)
        look(path)
    screen.go(f"{GAME}/characters")
    screen.click(".person-link")
    screen.click('[data-do="sheet-edit"]')
    look("edited")
    screen.click('[data-do="sheet-edit"]')
    assert {where: rows for where, rows in uneven.items() if rows} == {}


def test_a_field_stands_4_under_its_label_and_8_above_its_help(screen: Screen) -> None:
    screen.size(820, 1180)
    screen.go(f"{GAME}/skill_test")
    control = ".controls > .is-yesno"
    label, field, help = (
        screen.box(f"{control} {part}") for part in (".label-line", ".switch", ".said")
    )
    assert field["top"] - label["bottom"] == pytest.approx(4, abs=0.6)
    assert help["top"] - field["bottom"] == pytest.approx(8, abs=0.6)
    screen.go("settings")
    heading, list = screen.box(".settings h2"), screen.box(".settings .do")
    assert list["top"] - heading["bottom"] == pytest.approx(12, abs=0.6)
    screen.go(f"{GAME}/notes")
    card, text = screen.box("form.card"), screen.box("form.card textarea")
    assert text["left"] - card["left"] >= 12


def test_pages_end_at_one_right_edge(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*TABLET)
    edges = set()
    for path, part in ((f"{GAME}/journal", ".journal-body"), ("settings", ".settings")):
        screen.go(path)
        edges.add(round(screen.box(part)["right"]))
    screen.go(f"{GAME}/encounter")
    edges.add(round(screen.box(".fight-head")["right"]))
    assert len(edges) == 1
    # A card of a character has room below its last line as above its first.
    screen.go(f"{GAME}/characters")
    card, link = screen.box(".person"), screen.box(".person-said")
    assert card["bottom"] - link["bottom"] >= 12
    # On its own page the journal has the room of the one beside the others.
    screen.size(*DESK)
    screen.go(f"{GAME}/journal")
    assert screen.box(".journal-body")["right"] >= DESK[0] - 16


#: Tells whether a text is cut in its line.
CUT = "each => each.scrollWidth > each.clientWidth"

#: Returns how far the bar of counters is higher than the page reckons with.
BELOW = """(each) => each.offsetHeight
    - parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--purses"))"""


def test_bars_and_searches_are_one_line(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(744, 1133)
    screen.go(f"{GAME}/skill_test")
    purses = screen.page.locator(".purses")
    assert purses.evaluate("each => each.offsetHeight") <= 60
    assert purses.locator('[data-purse="gm_ap"]').bounding_box()
    assert not purses.evaluate(CUT)
    # Its height is that from which the page scrolls and notices keep away.
    assert abs(purses.evaluate(BELOW)) <= 2
    screen.size(*PHONE)
    assert abs(purses.evaluate(BELOW)) <= 2
    # A search is level with its arrows, and stays below the bar of the turn.
    screen.go(f"{GAME}/tables")
    assert len({round(box["bottom"]) for box in screen.boxes(".search :is(input, button)")}) == 1
    screen.page.evaluate("scrollTo(0, 900)")
    bar = purses.bounding_box()
    assert bar
    assert screen.box(".search")["top"] >= bar["y"] + bar["height"] - 2
    # The name of the game is whole where the search has words of its own.
    screen.go("")
    assert not screen.page.locator("[data-game-name]").evaluate(CUT)


def test_the_fight_keeps_its_lines(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*TABLET)
    screen.go(f"{GAME}/encounter")
    assert screen.box(".here")["top"] == screen.box(".round")["top"]
    # The list of actions is cut off, and a fade shows it.
    main, actions = screen.box(".fight-main"), screen.box(".action.is-more")
    assert actions["bottom"] > main["bottom"]
    assert screen.style(".fight-main", "position", "::after") == "sticky"
    assert "gradient" in screen.style(".fight-main", "backgroundImage", "::after")
    # Names are short, as in the journal. The undo button of an entry is beside its words.
    log = screen.page.locator("[data-view]:not([hidden]) .round").inner_text()
    assert "’s turn" in log
    assert ", scavenger" not in log
    words, undo = screen.box(".round-words"), screen.box('.round [data-do="undo-entry"]')
    assert undo["left"] >= words["right"]
    assert undo["top"] < words["bottom"]
    # The journal takes the place of the log where it is open.
    screen.size(*DESK)
    screen.go(f"{GAME}/encounter")
    assert screen.box(".round")["width"] == 0
    row = screen.page.locator("#journal [data-entry]:has(.entry-undo)").first
    row.hover()
    time = row.locator("time").bounding_box()
    button = row.locator(".entry-undo").bounding_box()
    assert time
    assert button
    assert button["x"] >= time["x"] + time["width"]
    assert button["y"] < time["y"] + time["height"]


def test_a_star_covers_no_select(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*PHONE)
    screen.go(f"{GAME}/skill_test")
    screen.page.locator("[data-view]:not([hidden]) [data-role]").first.select_option(index=1)
    settle(screen.page)
    screen.page.locator("[data-view]:not([hidden]) .cast-with option").first.evaluate(
        "each => { each.textContent = 'Somebody with a long name'.repeat(2); }"
    )
    star, select = screen.box(".work-head .keep"), screen.box(".cast-with select")
    assert select["right"] <= star["left"] or select["top"] >= star["bottom"]


def test_the_players_screen_fills_a_tablet_in_large_letters(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*TABLET)
    screen.go(f"{GAME}/table")
    _, height = TABLET
    assert screen.box(".screen-order")["bottom"] > 0.8 * height
    assert screen.box(".screen-leave a")["bottom"] <= height
    sizes = screen.page.locator(".screen-stage *").evaluate_all(
        "all => all.filter((each) => each.checkVisibility() && !each.closest('.sr, svg')"
        " && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))"
        ".map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 20


# --- controls ---

#: Tap targets smaller than a finger, hit areas beyond their box included.
SMALL = """() => [...document.querySelectorAll(
        ":is(button, input:not([type=hidden]), select, textarea, summary, a[href])")]
    .filter((each) => each.closest("[data-view]:not([hidden])"))
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((each) => !each.closest(".rules-text, .skip"))
    .map((each) => {
        const whole = each.matches("input") && each.closest(".stepper, .die-field") || each;
        const { width, height } = whole.getBoundingClientRect();
        const hit = getComputedStyle(each, "::after");
        const reaches = hit.content !== "none" && hit.position === "absolute";
        return [each.outerHTML.slice(0, 100),
            Math.max(width, reaches && parseFloat(hit.width) || 0),
            Math.max(height, reaches && parseFloat(hit.height) || 0)];
    })
    .filter(([, width, height]) => width < 43.5 || height < 43.5)
    .map(([each, width, height]) => `${each} ${width.toFixed(0)}x${height.toFixed(0)}`)"""

#: Controls with a name that lacks their visible words, by which voice control finds them.
MISNAMED = r"""() => {
    const plain = (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
    const shown = (each) => [...each.childNodes].map((node) => node.nodeType === 3 ? node.data
        : node.nodeType !== 1 || node.ariaHidden === "true" || node.matches(".sr") ? ""
        : node.checkVisibility() ? ` ${shown(node)} ` : "").join("");
    return [...document.querySelectorAll(":is(button, a, summary, [role=option])[aria-label]")]
        .filter((each) => each.checkVisibility())
        .filter((each) => plain(shown(each)).trim()
            && !plain(each.ariaLabel).includes(plain(shown(each))))
        .map((each) => `${each.ariaLabel} / ${shown(each).trim()}`);
}"""

#: Expandable parts without a visible marker.
UNMARKED = """() => [...document.querySelectorAll("[data-view]:not([hidden]) summary")]
    .filter((each) => each.checkVisibility())
    .filter((each) => getComputedStyle(each).display !== "list-item"
        && !/[+⋯▸▾]/.test(each.textContent)
        && ["::before", "::after"].every((part) => getComputedStyle(each, part).content === "none"))
    .map((each) => each.textContent.trim())"""


def test_tap_targets_are_large_named_and_marked(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*PHONE)
    faults: dict[str, list[str]] = {}

    def look(where: str) -> None:
        for wrong in (SMALL, MISNAMED, UNMARKED):
            faults.setdefault(where, []).extend(screen.page.evaluate(wrong))

    own = [f"{GAME}/{each}" for each in ("attack", "tables", "rules", "dice")]
    for path in [*views(GAME), *own, "settings", "import", "striker/evaluate_line"]:
        if not path.endswith("sample-0"):
            screen.go(path)
            look(path)
    screen.go(f"{GAME}/attack?weapon_class=melee&attribute=6&skill=3&defense=1&range=close")
    look("helps")
    screen.go(f"{GAME}/characters")
    for opener in (".person-link", '[data-do="sheet-edit"]', '[data-do="sheet-edit"]'):
        screen.click(opener)
        look(opener)
    screen.go(f"{GAME}/encounter")
    for opener in ('[data-panel="join"]', '[data-panel="more"]', '.order [data-do="menu"]'):
        screen.click(opener)
        look(opener)
        screen.click('[data-do="panel-close"]')
    assert {where: wrong for where, wrong in faults.items() if wrong} == {}


def test_there_is_one_kind_of_switch(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(820, 1180)
    screen.go(f"{GAME}/skill_test")
    thumb = [screen.style(".switch", side, "::after") for side in ("width", "height")]
    assert thumb == ["42px", "42px"]
    for path in ("settings", f"{GAME}/journal", f"{GAME}/luck"):
        screen.go(path)
        switches = screen.page.locator(
            "[data-view]:not([hidden]) :is([role=switch], [type=checkbox])"
        )
        kinds = switches.evaluate_all(
            "all => all.map((each) => each.matches('.switch') || !!each.querySelector('.switch'))"
        )
        assert kinds
        assert set(kinds) == {True}
    # With forced colours, on and off differ, and a pressed button is readable.
    screen.page.emulate_media(forced_colors="active")
    screen.go("settings")
    tracks = [
        screen.style(f'[aria-checked="{on}"] .switch', "backgroundColor", "::before")
        for on in ("true", "false")
    ]
    assert len(set(tracks)) == 2
    pressed = '[data-do="theme-set"][aria-pressed="true"]'
    assert screen.style(pressed, "color") != screen.style(pressed, "backgroundColor")


#: The opacity of an element, and the contrast of its text with the felt.
CONTRAST = """(each) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(each);
    const felt = getComputedStyle(each.closest(".felt")).backgroundColor;
    const [text, under] = [style.color, felt].map(light);
    return [style.opacity, (Math.max(text, under) + 0.05) / (Math.min(text, under) + 0.05)];
}"""


def test_a_disabled_action_is_readable(screen: Screen, fight: Tracker) -> None:
    screen.open_campaign(OWN)
    screen.size(*TABLET)
    screen.go(f"{GAME}/encounter")
    for theme in ("light", "dark"):
        screen.page.emulate_media(color_scheme=theme)
        action = screen.page.locator(".acting .action").last
        action.evaluate("each => each.setAttribute('aria-disabled', 'true')")
        opacity, contrast = action.evaluate(CONTRAST)
        assert opacity == "1"
        assert contrast >= 4.5
        action.evaluate("each => each.removeAttribute('aria-disabled')")
    screen.page.emulate_media(color_scheme="light")


def test_the_focus_ring_has_the_colour_of_the_game(screen: Screen) -> None:
    for game in ("garden", "prism"):
        screen.go(f"{game}/attack")
        screen.page.locator("[data-view]:not([hidden]) .crumb a").first.focus()
        screen.page.keyboard.press("Shift+Tab")
        screen.page.keyboard.press("Tab")
        ring, accent = (screen.style(".crumb a", name) for name in ("outlineColor", "color"))
        assert ring == accent


def test_a_zero_is_plain(screen: Screen) -> None:
    Table(screen.page).open(f"{GAME}/skill_test")
    assert screen.page.evaluate("document.fonts.check('16px \"Plain zero\"', '0')")
    loaded = screen.page.evaluate("[...document.fonts].map((each) => [each.family, each.status])")
    assert ["Plain zero", "loaded"] in [[name.strip('"'), status] for name, status in loaded]


#: The number of pixel rows in mid-window that do not scroll, toasts left out.
FIXED = """() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    const sticks = (at) => ["fixed", "sticky"].includes(getComputedStyle(at).position);
    const stays = (at) => at && !at.matches("[data-toast]")
        && (sticks(at) || stays(at.parentElement));
    const rows = Array.from({ length: innerHeight }, (_, y) => y);
    return rows.map((y) => document.elementFromPoint(innerWidth / 2, y)).filter(stays).length;
}"""


def test_a_fight_on_a_phone_leaves_most_of_the_window_to_scrolling_content(
    screen: Screen, fight: Tracker
) -> None:
    screen.open_campaign(OWN)
    screen.size(*PHONE)
    screen.go(f"{GAME}/encounter")
    assert 0 < screen.page.evaluate(FIXED) <= 190
