"""axe over every kind of view and state of each game, by day and by night, phone and laptop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize

from app.core.games import Game
from app.systems import games
from building.paths import ROOT
from tests.browser.driving import open_ready, settle, wait_for
from tests.browser.kinds import as_few, of_form
from tests.browser.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PHONE: ViewportSize = {"width": 390, "height": 844}
LAPTOP: ViewportSize = {"width": 1440, "height": 900}

# What axe finds in what is shown, each with the elements it stands in. What is hidden is taken out
# meanwhile: there is so much of it that axe would look for half a minute.
LOOK = """async () => {
    const hidden = [...document.querySelectorAll("[data-view][hidden]")]
        .map((at) => [at, document.createComment("")]);
    for (const [at, mark] of hidden) at.replaceWith(mark);
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    // An experiment of axe's takes what is drawn for words.
    const rules = { "label-content-name-mismatch": { enabled: false } };
    const options = { runOnly: tags, rules, resultTypes: ["violations"] };
    const { violations } = await axe.run(document, options);
    for (const [at, mark] of hidden) mark.replaceWith(at);
    // A bar that sticks covers what is scrolled under it, until that is scrolled to.
    const told = ({ target, any, all, none }) =>
        `${target} ${[...any, ...all, ...none].map((each) => each.message).join(" ")}`;
    return violations
        .map(({ id, nodes }) => [id, nodes.map(told)])
        .map(([id, at]) => [id, at.filter((words) => !/partially obscured/.test(words))])
        .filter(([, at]) => at.length)
        .map(([id, at]) => `${id}: ${at.slice(0, 3).join(" | ")}`);
}"""


# Everything that may be said at the top of the page.
NOTICES = """(hidden) => {
    const all = "[data-update], [data-other-tab], [data-lacks], [data-trouble]";
    for (const notice of document.querySelectorAll(all)) notice.hidden = hidden;
    document.querySelector("[data-lacks-said]").textContent = "Nothing is kept here.";
}"""


class Walk:
    """Somebody who goes through everything that one game has, and looks at each of it."""

    def __init__(self, page: Page, game: Game) -> None:
        self.page, self.game = page, game
        self.table = Table(page)
        self.found: dict[str, list[str]] = {}
        #: What looks the same in all games is looked at in two of them.
        self.everything = game.id in list(games())[:2]

    def look(self, state: str) -> None:
        settle(self.page)
        for fault in self.page.evaluate(LOOK):
            self.found.setdefault(fault, []).append(state)

    def go(self, path: str) -> None:
        """Another view; the cursor stands in it as soon as it is open."""
        self.page.evaluate(
            "hash => { if (location.hash !== hash) location.hash = hash }", f"#/{path}"
        )
        settle(self.page)

    def see(self, path: str) -> None:
        self.go(path)
        self.look(path)

    def part(self, selector: str) -> Locator:
        """The first of these that is to be seen."""
        return self.page.locator(selector).locator("visible=true").first

    def tap(self, selector: str, state: str = "") -> bool:
        """Tap it if there is one; with a name for what it leads to, look at that."""
        part = self.part(selector)
        if not part.count():
            return False
        part.click()
        settle(self.page)
        if state:
            self.look(state)
        return True

    def do(self, what: str, state: str = "") -> bool:
        return self.tap(f'[data-do="{what}"]', state)


@pytest.fixture(scope="module")
def with_axe(browser: Browser, site: Site) -> Iterator[Page]:
    """The page with axe-core in it, which the page's own policy would keep out."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    page = context.new_page()
    open_ready(page, site.address)
    page.add_script_tag(path=AXE)
    yield page
    context.close()


@pytest.mark.parametrize("game", games())
def test_nothing_is_at_fault_in_any_state(with_axe: Page, game: str) -> None:
    """What is played on a phone, what is read on a laptop; every second game the other way round
    by night. What is the same in all games is looked at in two of them, by day and by night.
    """
    walk, is_odd = Walk(with_axe, games()[game]), list(games()).index(game) % 2 == 1
    with_axe.emulate_media(color_scheme="dark" if is_odd else "light")
    with_axe.set_viewport_size(PHONE)
    rolls(walk)
    fights(walk)
    with_axe.emulate_media(color_scheme="light" if is_odd else "dark")
    with_axe.set_viewport_size(LAPTOP)
    reads(walk)
    people(walk)
    if walk.everything:
        keeps(walk)
        finds(walk)
        cares(walk)
    assert walk.found == {}


def reads(walk: Walk) -> None:
    """The game, its tables and rules; home, a rule by itself."""
    game = walk.game.id
    for path in (game, f"{game}/tables", f"{game}/rules"):
        walk.see(path)
    if not walk.everything:
        return
    walk.see("")
    walk.go(as_few(walk.game, of_form)[0].id.replace(".", "/"))
    walk.tap("a[data-rule]", "rule dialog")
    walk.page.keyboard.press("Escape")


def finds(walk: Walk) -> None:
    """What is not there, the search and its hits, the keys, the settings."""
    walk.see("nowhere")
    walk.page.keyboard.press("/")
    walk.look("search")
    walk.page.keyboard.type("sk")
    walk.look("search hits")
    walk.page.keyboard.press("Escape")
    walk.page.keyboard.press("?")
    walk.look("keys")
    walk.page.keyboard.press("Escape")
    if walk.page.locator("[data-settings]").count():
        walk.tap('[data-do="settings"], a[href="#/settings"]', "settings")
        walk.page.keyboard.press("Escape")


def rolls(walk: Walk) -> None:
    """Forms of every kind: empty, at fault, while dice are typed, a decision, the result."""
    for procedure in as_few(walk.game, of_form):
        walk.go(procedure.id.replace(".", "/"))
        if walk.everything:
            walk.look(procedure.id)
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


def people(walk: Walk) -> None:
    """Characters: the list, a sheet, writing on it, a new one."""
    game = walk.game.id
    for sample in ("0", "1"):
        walk.go(f"{game}/characters")
        walk.tap(f'[data-sample="{sample}"]')
    walk.look("sheet")
    walk.do("sheet-edit", "editing")
    walk.do("sheet-edit")
    if not walk.everything:
        return
    walk.do("character-share", "share")
    walk.page.keyboard.press("Escape")
    walk.do("character-archive", "archived")
    walk.do("character-restore")
    walk.see(f"{game}/characters")
    walk.do("character-new", "making")


def fights(walk: Walk) -> None:
    """An encounter: none, nobody in it, everybody, a turn, menus and steps, the players' screen."""
    game = walk.game.id
    for sample in ("0", "1"):
        walk.go(f"{game}/characters")
        walk.tap(f'[data-sample="{sample}"]')
    walk.go(f"{game}/encounter")
    if walk.everything:
        walk.look("no encounter")
    walk.do("encounter-begin", "begun" if walk.everything else "")
    walk.do("join-all")
    walk.tap("[data-panel=join]", "who joins" if walk.everything else "")
    walk.part("[name=quick]").fill("3 raiders")
    walk.page.keyboard.press("Enter")
    walk.look("everybody is there")
    walk.do("panel-close")
    for _ in range(3):
        walk.tap("[data-do=turn-pass]:not([aria-disabled])")
    walk.look("a turn")
    walk.do("aim", "aimed")
    walk.tap("[data-do=act]:not([aria-disabled])", "an action")
    walk.do("over-close")
    assert walk.tap(".order .place-name", "somebody's panel")
    walk.do("step-open", "a step")
    walk.do("step-close")
    walk.do("panel-close")
    walk.tap(".here [data-do=meter]:not([disabled])", "a number is changed")
    assert walk.tap("[data-panel=more]", "more")
    walk.do("step-open", "a step of all")
    walk.do("step-close")
    walk.see(f"{game}/table")
    if walk.everything:
        walk.see(f"{game}/journal")
        forecasts(walk)
    walk.go(f"{game}/encounter")
    walk.tap("[data-panel=more][aria-expanded=false]")
    assert walk.do("encounter-end", "ended" if walk.everything else "")


def forecasts(walk: Walk) -> None:
    """How the fight will go: who fights whom; in one game, as all look alike, what is told."""
    walk.see(f"{walk.game.id}/forecast")
    if walk.game.id != next(iter(games())):
        return
    walk.do("forecast-go")
    wait_for(walk.page, "document.querySelector('[data-forecast-of]')")
    walk.do("forecast-stop")
    wait_for(walk.page, "document.querySelector('[data-do=\"forecast-go\"]')")
    walk.look("a forecast")
    walk.do("forecast-pin", "what if")


def keeps(walk: Walk) -> None:
    """Notes and the journal."""
    game = walk.game.id
    walk.go(f"{game}/notes")
    walk.part("[name=text]").fill("The ferry leaves at dusk.")
    walk.do("note-keep", "notes")
    walk.do("note-edit", "a note")
    for path in ("journal", "luck", "fair"):
        walk.see(f"{game}/{path}")


def cares(walk: Walk) -> None:
    """Campaigns and their questions, what is said at the top of the page."""
    walk.see("campaigns")
    walk.tap("[data-campaign] summary")
    walk.do("campaign-delete", "campaign: delete?")
    walk.do("backup-now")
    walk.do("backup-delete", "backup: delete?")
    walk.do("health-check", "health")
    walk.page.evaluate(NOTICES, False)
    walk.look("notices")
    walk.page.evaluate(NOTICES, True)
