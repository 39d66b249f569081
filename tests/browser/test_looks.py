"""Every form of every game stays short, level, whole and inside its frame."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.driving import settle
from tests.browser.support.kinds import of_form, select_few
from tests.browser.support.tracking import Tracker
from tests.browser.test_layout import BROKEN, DESK, PHONE, TABLET, UNEVEN, Screen

pytestmark = pytest.mark.browser

GAMES = tuple(games())

#: Parts that stick out of their card or felt, where nothing scrolls.
OUTSIDE = """() => {
    const outside = [];
    const frames = "[data-view]:not([hidden]) :is(.felt, .card, .part, .record)";
    for (const frame of document.querySelectorAll(frames)) {
        const { left, right } = frame.getBoundingClientRect();
        for (const each of frame.querySelectorAll("*")) {
            if (each.closest(".sr, svg, .menu, .said, table, .chart-plot, .die, .chip")) continue;
            if (!each.checkVisibility() || each.scrollWidth > 4000) continue;
            const box = each.getBoundingClientRect();
            const scrolls = each.parentElement.closest(".table-scroll, .scroll, .order, pre");
            if (box.width > 2 && !scrolls && (box.right > right + 1 || box.left < left - 1))
                outside.push(each.outerHTML.slice(0, 90));
        }
    }
    return outside;
}"""

#: Badges with words on two lines.
PARTED = """() => [...document.querySelectorAll("[data-view]:not([hidden]) .badge")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 8));
        return each.getClientRects().length > 1 || new Set(tops).size > 1;
    })
    .map((each) => each.textContent)"""

#: Fields that do not stand 4 under their label, or help that does not stand 8 under its field.
LOOSE = """() => {
    const loose = [];
    const controls = "[data-view]:not([hidden]) .controls > .control";
    for (const each of document.querySelectorAll(controls)) {
        if (!each.checkVisibility()) continue;
        const [label, field, said] = [
            ".label-line", ":scope > :is(.stepper, .switch, input, select)", ".said",
        ].map((part) => each.querySelector(part)?.getBoundingClientRect());
        if (!label || !field || label.bottom > field.top + 1) continue;
        const over = each.querySelector(".said")?.previousElementSibling.getBoundingClientRect();
        const gaps = [field.top - label.bottom, said?.height ? said.top - over.bottom : 8];
        if (Math.abs(gaps[0] - 4) > 1 || Math.abs(gaps[1] - 8) > 1)
            loose.push(`${each.dataset.control} ${gaps.map((gap) => gap.toFixed(1))}`);
    }
    return loose;
}"""

#: Names that the ring around their picture overlaps.
RINGED = """() => [...document.querySelectorAll("[data-view]:not([hidden]) .avatar-button")]
    .filter((each) => {
        const { outlineOffset, outlineWidth } = getComputedStyle(each.querySelector(".avatar"));
        const [picture, name] = [".avatar", ".avatar-name"].map(
            (part) => each.querySelector(part).getBoundingClientRect(),
        );
        return picture.bottom + parseFloat(outlineOffset) + parseFloat(outlineWidth) > name.top + 2;
    })
    .map((each) => each.textContent)"""

#: Cards of recent rolls with words nearer than 12 to their edge, where no star is shown.
CROWDED = """() => [...document.querySelectorAll("[data-view]:not([hidden]) .quick-roll")]
    .filter((each) => {
        const right = each.lastElementChild.getBoundingClientRect().right;
        return each.getBoundingClientRect().right - right < 12;
    })
    .map((each) => each.textContent)"""


@pytest.fixture
def screen(running: Page) -> Iterator[Screen]:
    running.emulate_media(reduced_motion="reduce")
    yield Screen(running)
    running.evaluate("document.documentElement.style.fontSize = ''")
    running.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize("game", GAMES)
def test_a_character_is_made_on_two_screens_of_a_phone(screen: Screen, game: str) -> None:
    screen.begin(game, f"Made of {game}")
    screen.size(*PHONE)
    Tracker(screen.page, game).new_character()
    assert screen.page.evaluate("document.documentElement.scrollHeight") <= 1400
    for finder in (BROKEN, UNEVEN, OUTSIDE):
        assert screen.page.evaluate(finder) == []


def test_two_records_share_a_line_of_a_phone_and_are_typed(screen: Screen) -> None:
    screen.size(*PHONE)
    Tracker(screen.page, "wasteland").new_character()
    first, second = screen.boxes('[data-list="skills"] .record')[:2]
    assert first["top"] == second["top"]
    record = screen.page.locator('[data-view]:not([hidden]) [data-list="skills"] .record').first
    record.locator("input[inputmode]").fill("3")
    record.locator("[role=switch]").click()
    settle(screen.page)
    assert record.locator("input[inputmode]").input_value() == "3"
    assert record.locator("[role=switch]").is_checked()
    # The columns are named once, above them; on a tablet each switch has its word.
    assert screen.page.locator("[data-view]:not([hidden]) .records-key").inner_text() == (
        "Rating · Tag"
    )
    screen.size(820, 1180)
    assert not screen.page.locator("[data-view]:not([hidden]) .records-key").is_visible()
    assert record.locator(".is-yesno label").inner_text() == "Tag"


def test_a_list_of_codes_takes_the_whole_width_of_a_sheet(screen: Screen) -> None:
    screen.size(*PHONE)
    Tracker(screen.page, "garden").new_character()
    screen.page.locator('[data-view="garden/character"] summary', has_text="Wounds").click()
    injuries = screen.box('[data-control="injuries"]')
    cells = screen.box('.cells:has([data-control="injuries"])')
    assert (injuries["left"], injuries["right"]) == (cells["left"], cells["right"])


def test_every_kind_of_form_is_level_and_whole(screen: Screen) -> None:
    finders = ", ".join(f"({finder})()" for finder in (BROKEN, UNEVEN, PARTED, OUTSIDE, LOOSE))
    faults = {}
    for game in games().values():
        for procedure in select_few(game, of_form):
            screen.go(procedure.id.replace(".", "/"))
            for width in (390, 820, 1180):
                screen.size(width, 1180)
                if wrong := screen.page.evaluate(f"[{finders}].flat()"):
                    faults[f"{procedure.id}, {width}"] = wrong
    assert faults == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_and_a_fight_stay_inside_their_frames(screen: Screen, game: str) -> None:
    tracker = Tracker(screen.page, game)
    tracker.new_character()
    tracker.samples()
    sheet = screen.page.evaluate("location.hash.slice(2)")
    tracker.begin("2 raiders")
    tracker.tap('[data-do="turn-pass"]')
    faults = {}
    for width, height in (PHONE, TABLET, DESK):
        screen.size(width, height)
        screen.go(f"{game}/encounter", unfolded=False)
        faults[f"fight, {width}"] = [
            wrong
            for finder in (BROKEN, PARTED, OUTSIDE, RINGED)
            for wrong in screen.page.evaluate(finder)
        ]
    for width, letters in ((320, ""), (390, "200%")):
        screen.size(width, 844)
        screen.page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
        screen.go(sheet, unfolded=False)
        faults[f"sheet, {width}, {letters}"] = screen.page.evaluate(OUTSIDE)
        assert screen.beyond() <= 0
    assert {where: wrong for where, wrong in faults.items() if wrong} == {}


def test_counters_are_not_cut_on_a_phone(screen: Screen) -> None:
    screen.size(*PHONE)
    screen.go("wasteland/skill_test")
    bar = screen.page.locator('[data-slot="purses"]')
    assert bar.is_visible()
    assert bar.evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    # The ways to spend points stay one tap away, behind the label.
    assert bar.locator("a.purse-label").first.is_visible()


def test_without_a_fight_the_last_roll_fills_the_players_screen(screen: Screen) -> None:
    screen.size(*TABLET)
    screen.begin("garden", "Quiet")
    screen.go("garden/skill_test?dice=3&skill_level=3&target_number=6")
    screen.page.locator('[data-view]:not([hidden]) form [data-do="roll"]').first.click()
    settle(screen.page)
    screen.go("garden/table")
    roll = screen.box(".screen-roll")
    assert roll["bottom"] - roll["top"] > 0.4 * TABLET[1]
    assert abs(roll["left"] + roll["right"] - TABLET[0]) < 24
    assert screen.boxes(".screen-dice .die-body")[0]["width"] > 120
    assert screen.box('[data-part="turn"]')["height"] == 0


def test_a_recent_roll_stays_off_the_edge_of_its_card(screen: Screen) -> None:
    screen.size(*PHONE)
    screen.go("garden/skill_test?skill_level=3&attribute=2&target_number=6")
    screen.page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    settle(screen.page)
    screen.go("", unfolded=False)
    assert screen.page.locator("[data-view]:not([hidden]) .quick-chance").count()
    assert screen.page.evaluate(CROWDED) == []
