"""Run axe on every view and state of each game, light and dark, on phone and laptop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from app.core.games import Game
from app.systems import games
from tests.browser.support.axe import find_faults, load_axe
from tests.browser.support.driving import (
    HISTORY_SETTLED,
    UNTIL_QUIET,
    Trouble,
    settle,
    show_rules,
    unfold,
    wait_for,
)
from tests.browser.support.kinds import of_form, select_few

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}

#: Taps the first visible match, if there is one, and waits until the page is quiet.
TAP = """async (selector) => {
    const at = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (!at) return false;
    at.focus();
    at.click();
    UNTIL_QUIET
    return true;
}""".replace("UNTIL_QUIET", UNTIL_QUIET)

#: Opens another view.
GO = """async (hash) => {
    if (location.hash !== hash) location.hash = hash;
    UNTIL_QUIET
}""".replace("UNTIL_QUIET", UNTIL_QUIET)


# Shows or hides every notice at the top of the page.
NOTICES = """(hidden) => {
    const all = "[data-update], [data-other-tab], [data-lacks], [data-trouble]";
    for (const notice of document.querySelectorAll(all)) notice.hidden = hidden;
    document.querySelector("[data-lacks-said]").textContent = "Nothing is kept here.";
}"""


class Walk:
    """A walk through all views of one game that collects the faults found by axe."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page, self.game = page, game
        self.faults: dict[str, list[str]] = {}
        #: Parts that all games share are checked in the first game only, in light and dark.
        self.everything = game.id == next(iter(games()))
        #: The path of a sheet that this walk has added.
        self.sheet_path = ""
        self.night = False

    def light(self, size: ViewportSize, night: bool) -> None:
        self.night = night
        self.page.set_viewport_size(size)

    def look(self, state: str) -> None:
        """Check the page in the current light; in the first game also in the other one."""
        settle(self.page)
        found = find_faults(self.page, self.night, both=self.everything)
        for where, faults in found.items():
            for fault in faults:
                self.faults.setdefault(f"{where}: {fault}", []).append(state)

    def go(self, path: str) -> None:
        self.page.evaluate(GO, f"#/{path}")

    def see(self, path: str) -> None:
        self.go(path)
        self.look(path)

    def part(self, selector: str) -> Locator:
        """Return the first visible match."""
        return self.page.locator(selector).locator("visible=true").first

    def tap(self, selector: str, state: str = "") -> bool:
        """Tap the first visible match, check a named state, and return whether there was one."""
        if not self.page.evaluate(TAP, selector):
            return False
        if state:
            self.look(state)
        return True

    def do(self, action: str, state: str = "") -> bool:
        return self.tap(f'[data-do="{action}"]', state)


@pytest.fixture(scope="module")
def _axe(started: tuple[Page, Trouble]) -> None:
    page, _ = started
    page.emulate_media(reduced_motion="reduce")
    load_axe(page)


@pytest.mark.parametrize("game", games())
@pytest.mark.usefixtures("_axe")
def test_nothing_is_at_fault_in_any_state(running: Page, game: str) -> None:
    """Rolls and fights pass on a phone, reading and sheets on a laptop.

    One of them is dark, alternating by game; parts that all games share are checked in the first
    game only, in light and dark.
    """
    walk, is_odd = Walk(running, games()[game]), list(games()).index(game) % 2 == 1
    walk.light(PHONE, night=is_odd)
    check_rolls(walk)
    check_fight(walk)
    walk.light(LAPTOP, night=not is_odd)
    check_reading(walk)
    check_characters(walk)
    if walk.everything:
        check_notes_and_statistics(walk)
        check_search_and_settings(walk)
        check_campaigns(walk)
    assert walk.faults == {}


def check_reading(walk: Walk) -> None:
    """Check the game, its tables and rules; in the first game also Home and a rule dialog."""
    game = walk.game.id
    for path in (game, f"{game}/tables", f"{game}/rules"):
        walk.see(path)
    if not walk.everything:
        return
    walk.see("")
    walk.go(select_few(walk.game, of_form)[0].id.replace(".", "/"))
    show_rules(walk.page)
    walk.tap("a[data-rule]", "rule dialog")
    walk.page.keyboard.press("Escape")


def check_search_and_settings(walk: Walk) -> None:
    """Check a missing page, the search and its hits, the keys and the settings."""
    walk.see("nowhere")
    walk.page.keyboard.press("/")
    walk.page.keyboard.type("sk")
    walk.look("search hits")
    walk.page.keyboard.press("Escape")
    walk.page.keyboard.press("?")
    walk.look("keys")
    walk.page.keyboard.press("Escape")
    if walk.page.locator("[data-settings]").count():
        walk.tap('[data-do="settings"], a[href="#/settings"]', "settings")
        walk.page.keyboard.press("Escape")


def check_rolls(walk: Walk) -> None:
    """Check forms of every kind: unfolded, while dice are typed, at a decision, with a result."""
    for procedure in select_few(walk.game, of_form):
        walk.go(procedure.id.replace(".", "/"))
        walk.page.evaluate(
            """() => document.querySelectorAll("[data-view]:not([hidden]) details")
                .forEach((part) => { part.open = true })"""
        )
        walk.look(f"{procedure.id} unfolded")
        if walk.do("enter"):
            walk.look(f"{procedure.id} typing")
            walk.do("rest")
            walk.look(f"{procedure.id} decision or result")
            walk.do("settle")
        walk.do("roll", f"{procedure.id} result")
        if walk.everything:
            walk.do("hidden", f"{procedure.id} hidden")


def check_characters(walk: Walk) -> None:
    """Check a sheet and editing it; in the first game also the list and a new character."""
    game = walk.game.id
    walk.see(walk.sheet_path)
    walk.do("sheet-edit", "editing")
    walk.do("sheet-edit")
    if not walk.everything:
        return
    walk.do("character-share", "share")
    walk.page.keyboard.press("Escape")
    walk.do("character-archive", "archived")
    walk.do("character-restore")
    walk.see(f"{game}/characters")
    unfold(walk.page)
    walk.do("character-new", "making")


def check_fight(walk: Walk) -> None:
    """Check an encounter: none, empty, full, a turn, menus and steps, the players' screen."""
    game = walk.game.id
    for sample in ("0", "1"):
        walk.go(f"{game}/characters")
        unfold(walk.page)
        walk.tap(f'[data-sample="{sample}"]')
    walk.sheet_path = str(walk.page.evaluate("location.hash.slice(2)"))
    walk.go(f"{game}/encounter")
    if walk.everything:
        walk.look("no encounter")
    walk.do("encounter-begin", "begun" if walk.everything else "")
    walk.do("join-all")
    walk.part("[name=quick]").fill("3 raiders")
    walk.page.keyboard.press("Enter")
    if walk.everything:
        walk.look("everybody is there")
    walk.do("panel-close")
    for _ in range(3):
        walk.tap("[data-do=turn-pass]:not([aria-disabled])")
    if not walk.do("aim", "a turn, aimed"):
        walk.look("a turn")
    walk.tap("[data-do=act]:not([aria-disabled])", "an action")
    walk.do("over-close")
    wait_for(walk.page, HISTORY_SETTLED)
    assert walk.tap(".order [data-do=menu]")
    for tab in ("skills", "conditions", "manage"):
        walk.tap(f"[role=tab][data-tab={tab}]", f"somebody's {tab}" if walk.everything else "")
    assert walk.tap("[role=tab][data-tab=actions]")
    assert walk.do("step-open", "somebody's panel and a step")
    walk.do("step-close")
    walk.do("panel-close")
    walk.tap(".here [data-do=meter]:not([disabled])", "a number is changed")
    assert walk.tap("[data-panel=more]")
    if not walk.do("step-open", "more and a step of all"):
        walk.look("more")
    walk.do("step-close")
    walk.see(f"{game}/table")
    if walk.everything:
        walk.see(f"{game}/journal")
        check_forecast(walk)
    walk.go(f"{game}/encounter")
    walk.tap("[data-panel=more][aria-expanded=false]")
    assert walk.do("encounter-end", "ended" if walk.everything else "")


def check_forecast(walk: Walk) -> None:
    """Check the forecast of the fight: its form and a pinned result."""
    walk.see(f"{walk.game.id}/forecast")
    walk.do("forecast-go")
    wait_for(walk.page, "document.querySelector('[data-forecast-of]')")
    walk.do("forecast-stop")
    wait_for(walk.page, "document.querySelector('[data-do=\"forecast-go\"]')")
    assert walk.do("forecast-pin", "a forecast, and what if")


def check_notes_and_statistics(walk: Walk) -> None:
    """Check notes, the statistics of the dice, the library and the GM's characters."""
    game = walk.game.id
    walk.go(f"{game}/notes")
    walk.part("[name=text]").fill("The ferry leaves at dusk.")
    walk.do("note-keep", "notes")
    walk.do("note-edit", "a note")
    for path in ("luck", "fair", "library"):
        walk.see(f"{game}/{path}")
    walk.see(f"{game}/characters?show=npc")


def check_campaigns(walk: Walk) -> None:
    """Check campaigns and their questions, and the notices at the top of the page."""
    walk.go("campaigns?open=backup")
    walk.tap("[data-campaign] summary")
    walk.do("campaign-delete", "campaign: delete?")
    walk.do("backup-now")
    walk.do("backup-delete", "backup: delete?")
    walk.do("health-check", "health")
    walk.page.evaluate(NOTICES, False)
    walk.look("notices")
    walk.page.evaluate(NOTICES, True)
