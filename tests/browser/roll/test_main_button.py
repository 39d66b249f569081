"""Every state of a roll and a fight has one visible main button in windows of five sizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.campaigns.test_campaigns import begin, go, opened
from tests.browser.support.driving import settle
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.fights.hand import FOES

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (820, 1180), (1180, 820), (1440, 900))

#: The narrowest and the flattest, for fights with the same layout as the garden's. The last window
#: is also that of the next taps.
EXTREMES = (SIZES[0], SIZES[3])

#: Waits until the page is laid out for the size of its window: for two frames and all transitions.
LAID_OUT = """async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const ends = ({ effect }) => effect.getComputedTiming().endTime !== Infinity;
    const running = document.getAnimations().filter(ends);
    await Promise.allSettled(running.map(({ finished }) => finished));
}"""

#: The visible main buttons: those in the accent colour, and decisions, whose answers look alike.
#: Each has its words, and whether it is wholly in the window and can be hit.
MAIN = """() => {
    const over = document.querySelector("dialog[open], [data-over].view") ?? document;
    const colour = (at, name) => {
        const sample = document.createElement("i");
        sample.style.background = `var(${name})`;
        at.parentElement.append(sample);
        const found = getComputedStyle(sample).backgroundColor;
        sample.remove();
        return found;
    };
    const stands_out = (at) => !at.matches("button, a")
        || getComputedStyle(at).backgroundColor === colour(at, "--accent")
        || (at.closest(".felt")
            && getComputedStyle(at).backgroundColor === colour(at, "--felt-ink"));
    return [...over.querySelectorAll(".primary, .main")]
        .filter((at) => at.checkVisibility({ checkVisibilityCSS: true }) && !at.closest("[inert]"))
        .filter(stands_out)
        .map((at) => {
            const { left, right, top, bottom } = at.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return {
                words: at.innerText.replace(/\\s+/g, " ").trim(),
                is_whole: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
                is_hit: Boolean(hit && at.contains(hit)),
            };
        });
}"""


#: Scrolls to the roll, as the page does after rolling.
TO_PLAY = """() => {
    for (const part of [".view:not([hidden]) :is(.playing, .outcome)", ".choice-rows.main"]) {
        const at = [...document.querySelectorAll(part)].find((each) => each.checkVisibility());
        at?.scrollIntoView({ block: "nearest" });
    }
}"""

#: The main buttons, measured in a window of another size.
MEASURED = f"""async () => {{
    ({TO_PLAY})();
    await ({LAID_OUT})();
    return ({MAIN})();
}}"""


def names(game: str) -> tuple[str, ...]:
    sheet = games()[game].sheet
    assert sheet is not None
    return tuple(str(sample["name"]) for sample in sheet.samples)


class States:
    """A page in some state, and the windows in which its main button is wrong."""

    def __init__(self, page: Page, game: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
        self.page, self.game, self.sizes = page, game, sizes
        self.table, self.tracker = Table(page), Tracker(page, game)
        self.wrong: dict[str, object] = {}

    def look(self, name: str, words: str) -> None:
        """Record each window in which the only main button is not the one with these words."""
        settle(self.page)
        for width, height in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            buttons = self.page.evaluate(MEASURED)
            good = len(buttons) == 1 and buttons[0]["is_whole"] and buttons[0]["is_hit"]
            if not good or words not in buttons[0]["words"]:
                self.wrong[f"{name} at {width} x {height}, {words!r}"] = buttons

    def form(self, path: str, **inputs: object) -> Table:
        return self.table.open(path, {name: str(value) for name, value in inputs.items()})

    def tap(self, selector: str) -> None:
        self.page.locator(selector).locator("visible=true").first.click()
        settle(self.page)

    def to_turn(self, own: bool = True) -> None:
        """Pass turns until a player's character, or a foe if not `own`, has one."""
        for _ in range(20):
            if self.tracker.current() and own == (self.tracker.current_name() in names(self.game)):
                return
            self.tap('[data-do="turn-pass"]')
        raise AssertionError("none of them has a turn")

    def attack(self, hits: bool) -> None:
        self.tap('.actions.is-large [data-do="act"]:not([aria-disabled="true"])')
        if self.page.locator('[data-over] [data-do="enter"]:visible').count():
            self.tap('[data-over] [data-do="enter"]')
        self.tracker.throw(hits)


def test_of_forms_and_results(running: Page) -> None:
    states = States(running, "garden")
    test = {"skill_level": 3, "attribute": 2, "target_number": 6}
    states.form("garden/skill_test", **test)
    states.look("a form", "Roll")
    states.table.do("enter")
    states.look("dice are typed", "Roll remaining")
    states.table.type(5, 5, 2)
    states.look("a result", "Roll again")
    states.form("garden/skill_test", **test).do("enter")
    states.table.type(4, 2, 1)
    states.look("a tie that is not decided", "Succeed, at a cost")
    states.form("garden/skill_test", **test).do("hidden")
    states.look("a secret roll", "Reveal")
    states.form("garden/attack").view.wait_for()
    states.look("the form of an attack", "Roll")
    states.form("wasteland/skill_test", attribute=8, skill=3, difficulty=2, rerolls=2).do("enter")
    for face in (13, 14):
        states.tap(f'[data-face="{face}"]')
    states.look("a decision", "Keep all")
    go(running, "campaigns")
    begin(running, "striker", "Without a target")
    opened(running, "Without a target")
    line = {"text": "attack(main-action) chk(C)= d20 +3, eff= +2d6", "challenge": 2}
    states.form("striker/line_action", **line).do("enter")
    states.table.type(15)
    states.table.type(3, 3)
    states.look("damage without a target", "Roll again")
    assert states.wrong == {}


#: The words of the main button after a hit, a miss, and once the hit is applied.
AFTER = {
    "garden": ("Apply", "End turn"),
    "wasteland": ("Apply, and roll damage", "Apply"),
    "trueworld": ("Apply", "End turn"),
    "prism": ("Enter hits from the table", "Enter hits from the table"),
    "striker": ("Apply", "Back to the fight"),
}


@pytest.mark.parametrize("game", games())
def test_of_a_fight(running: Page, game: str) -> None:
    states = States(running, game, SIZES if game == "garden" else EXTREMES)
    hit, miss = AFTER[game]
    states.tracker.go("encounter")
    states.look("no fight", "Start fight")
    states.tracker.samples()
    states.tracker.begin(FOES[game])
    states.look("before the first turn", "Start")
    states.tracker.physical_dice()
    states.to_turn()
    states.look("a turn", "End turn")
    states.attack(hits=False)
    states.look("a miss", miss)
    states.tap(".over-close")
    states.tap('[data-do="undo"]')
    states.attack(hits=True)
    states.look("a hit", hit)
    states.tap("[data-over] .primary.main")
    if game == "prism":
        running.keyboard.type("20")
        running.keyboard.press("Enter")
        settle(running)
    if running.locator("[data-over].view").count():
        states.tracker.throw(hits=True)
        states.look("the damage", "Apply")
        states.tap("[data-over] .primary.main")
    states.look("after the attack", "End turn")
    if game == "striker":
        states.form("striker/attack", modifier=9, challenge=2, effect_modifier=5)
        states.table.one('[data-role="target"]').select_option("")
        states.table.do("enter")
        states.table.type(15)
        states.look("damage, but no target", "Who was hit?")
        states.tap('[data-do="hit"]')
        states.look("the damage is applied", "Roll again")
    if game == "trueworld":
        states.to_turn(own=False)
        states.tap('.actions.is-large [data-do="act"]')
        states.look("a defence is due", "Roll")
    assert states.wrong == {}
