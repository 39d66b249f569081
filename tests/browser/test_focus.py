"""Whatever is done by keyboard, the focus stands on something that is to be seen afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.driving import settle
from tests.browser.table import Table

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
    if (!at.contains(over) && !over?.contains(at)) {
        return `covered by ${over?.outerHTML.slice(0, 80)}: ${says}`;
    }
    return "";
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
        button = self.page.locator(f"{selector}").locator("visible=true").first
        button.focus()
        self.page.keyboard.press("Enter")
        self.look(name or selector)

    def keys(self, text: str, name: str) -> None:
        self.page.keyboard.type(text)
        self.look(name)

    def look(self, name: str) -> None:
        settle(self.page)
        if why := self.page.evaluate(FOCUS):
            self.lost[name] = why

    def does(self) -> str:
        """What the focused button does."""
        return str(self.page.evaluate("document.activeElement.dataset.do ?? ''"))


def do(what: str) -> str:
    return f'[data-do="{what}"]'


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
    hands.press(do("hidden"))
    hands.press(do("uncover"))
    hands.press(do("reset"))
    assert hands.lost == {}


def test_a_sheet_by_keyboard(hands: Hands) -> None:
    hands.go("wasteland/characters")
    hands.press(do("character-sample"))
    hands.go("wasteland/characters")
    hands.press('[data-sample="1"]')
    for _ in range(3):
        hands.press(do("track"))
    assert hands.does() == "track"
    hands.press(do("sheet-edit"))
    assert hands.does() == "sheet-edit"
    hands.press(do("record-down"))
    assert hands.does() == "record-down"
    hands.press(do("record-remove"))
    assert hands.does() == "record-remove"
    hands.press(do("record-add"))
    hands.press(do("sheet-edit"), "done")
    hands.press(do("character-archive"))
    hands.press(do("character-restore"))
    hands.go("wasteland/characters")
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
    for by in ("1", "-1", "-1", "-1"):
        hands.press(f'{do("purse")}[data-by="{by}"]', f"counter {by}")
    hands.press(do("menu"))
    hands.press(f".place-menu {do('step-open')}")
    hands.press(do("step-close"))
    assert hands.does() == "step-open"
    hands.press(do("place-hide"))
    assert hands.does() == "place-hide"
    hands.press(do("place-remove"))
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
    hands.press("[data-campaign] summary")
    hands.press(do("campaign-delete"))
    hands.press(do("ask-no"))
    assert hands.does() == "campaign-delete"
    hands.press(do("backup-now"))
    hands.press(do("backup-delete"))
    hands.press(do("ask-no"), "no: the backup")
    assert hands.does() == "backup-delete"
    hands.press(do("backup-delete"))
    hands.press(do("backup-delete-yes"))
    assert hands.lost == {}
