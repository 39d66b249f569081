"""Notation lines on the page: pasted, parsed, completed, stored and rolled from a sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.support.driving import SOON_S, settle, unfold, wait_for, wait_for_start
from tests.browser.support.table import Table

pytestmark = pytest.mark.browser

DATA = Path(__file__).parents[2] / "data" / "striker"
PISTOL = "attack(main-action) sub(this for Cbt-Ranged) chk(C)= +M(this) to hit, eff= +M(this)"
BLADE = (
    "attack(main-action) sub(this for Cbt-Melee) chk(C)= +M(this) to hit, "
    "eff= +M(this) +M(Strength)"
)
VIEW = '[data-view="striker/character"] [data-slot="character"]'
#: The entries of the journal that are not undone.
ENTRIES = "[data-entry]:not([data-undone])"
SAMPLES = {"Dara Voss": 0, "Kel Arrun": 1}
#: The feedback of a field on its line, shown once typing pauses.
FEEDBACK = """control => ({
    at: control.querySelector("[data-misread]")?.dataset.at ?? null,
    fault: control.querySelector(".misread-said")?.textContent ?? "",
    wrong: control.querySelector("mark.wrong")?.textContent ?? null,
    before: control.querySelector("mark.wrong")?.previousSibling?.textContent ?? "",
    canonical: control.querySelector("[data-canonical]")?.textContent ?? "",
    words: control.querySelector("[data-plainly]")?.textContent ?? "",
    totals: [...control.querySelectorAll("[data-total]")].map((each) => each.textContent),
    offers: [...control.querySelectorAll("[role=listbox]:not([hidden]) [data-offer] b")]
        .map((each) => each.textContent),
})"""


#: Fills in fields so quickly that none is on the sheet yet when the last one is read.
FILL_QUICKLY = """(texts) => {
    for (const [id, text] of Object.entries(texts)) {
        document.activeElement.dispatchEvent(new Event("change", { bubbles: true }));
        const field = document.getElementById(id);
        field.focus();
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
}"""


def malformed() -> list[dict[str, Any]]:
    """Return a line with a fault inside it, and one that is unfinished.

    tests/widgets/dice/test_notation.py reads all malformed lines.
    """
    cases = json.loads((DATA / "malformed.json").read_text(encoding="utf-8"))
    texts = ("chk(C)=d20+", "strike(round & day+, 1fp) chk(C)=d20")
    return [case for case in cases if case["text"] in texts]


class Sheet:
    """A character's sheet on the page, and the lines on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def add_sample(self, name: str) -> Sheet:
        self.page.evaluate("location.hash = '#/striker/characters'")
        sample = f'[data-view="striker/characters"] [data-sample="{SAMPLES[name]}"]'
        self.wait(f"!!document.querySelector('{sample}')")
        unfold(self.page)
        self.page.locator(sample).click()
        # A second character of the same name gets a number.
        self.wait("location.hash.startsWith('#/striker/character/')")
        settle(self.page)
        self.wait(f"document.querySelector('{VIEW} h1')?.textContent.startsWith({name!r})")
        return self

    def wait(self, expression: str) -> Any:
        return wait_for(self.page, expression, SOON_S)

    def do(self, action: str) -> None:
        self.page.locator(f'[data-do="{action}"]:visible').first.click()

    def edit(self) -> Sheet:
        self.do("sheet-edit")
        settle(self.page)
        self.page.locator(".record-fold, .part-folded").evaluate_all(
            "all => all.forEach((each) => { each.open = true; })"
        )
        return self

    def list(self, id: str) -> Locator:
        return self.page.locator(f'[data-list="{id}"]:visible')

    def line(self, id: str, index: int = 0) -> Line:
        return Line(self.page.locator(f"#striker-{id}-{index}-line"))

    def add_action(self, line: str, subject: str = "", label: str = "") -> Line:
        """Add an action with this line as the last of three, and return the line."""
        self.list("actions").locator('[data-do="record-add"]').click()
        self.wait("document.activeElement.id === 'striker-actions-2-label'")
        texts = {"label": label, "subject": subject, "line": line}
        self.page.evaluate(FILL_QUICKLY, {f"striker-actions-2-{n}": t for n, t in texts.items()})
        settle(self.page)
        added = self.line("actions", 2)
        assert added.text == line  # typed text survives a redraw of the sheet
        return added

    def entries(self) -> int:
        settle(self.page)
        return self.page.locator(ENTRIES).count()


class Line:
    """A field with a line of notation."""

    def __init__(self, field: Locator) -> None:
        self.field = field
        self.control = field.locator("xpath=ancestor::*[@data-control]")

    def paste(self, text: str) -> Line:
        self.field.click()
        self.field.press("Control+a")
        self.field.page.keyboard.insert_text(text) if text else self.field.press("Delete")
        return self

    def type(self, text: str) -> Line:
        self.field.press_sequentially(text)
        return self

    @property
    def text(self) -> str:
        return self.field.input_value()

    def feedback(self) -> dict[str, Any]:
        values: dict[str, Any] = self.control.evaluate(FEEDBACK)
        return values


@pytest.fixture
def sheet(running: Page) -> Iterator[Sheet]:
    """Yield the sheet on the shared page; each test adds its own character."""
    usual = running.viewport_size
    running.set_viewport_size({"width": 820, "height": 1180})
    yield Sheet(running)
    assert usual is not None
    running.set_viewport_size(usual)


@pytest.fixture
def form(running: Page) -> Line:
    """Return the line of the form that evaluates one, without a character."""
    table = Table(running)
    table.open("striker/evaluate_line")
    return Line(table.field("text"))


# --- while typing, without a character ---


@pytest.mark.parametrize("case", malformed(), ids=lambda case: case["text"])
def test_the_caret_stands_under_the_wrong_character(form: Line, case: dict[str, Any]) -> None:
    table = Table(form.field.page)
    table.path = "striker/evaluate_line"
    table.put("dialect", case["dialect"])
    form.paste(case["text"])
    feedback = form.feedback()
    table.put("dialect", "reference")
    assert feedback["at"] == str(case["at"])
    assert f"{case['code']} at {case['at']}: " in feedback["fault"]
    assert feedback["before"] == case["text"][: case["at"] - 1]
    assert feedback["fault"].startswith("Not finished") == (case["at"] > len(case["text"]))


def test_the_caret_is_drawn_below_the_first_wrong_character(form: Line) -> None:
    form.paste(PISTOL.replace("Cbt-Ranged", "Cbt-Ranged?"))
    drawn = form.control.evaluate(
        """control => {
            const mark = control.querySelector("mark.wrong");
            const after = getComputedStyle(mark, "::after");
            return { text: mark.textContent, lines: mark.getClientRects().length,
                caret: after.content, left: after.left, width: mark.offsetWidth };
        }"""
    )
    assert (drawn["text"], drawn["lines"], drawn["left"]) == ("?", 1, "0px")
    assert drawn["caret"].strip('"')


def test_completion_by_keyboard_alone(form: Line) -> None:
    form.paste("")
    form.type("att")
    assert form.feedback()["offers"][0] == "attack"
    form.field.press("ArrowDown")
    marked = form.field.get_attribute("aria-activedescendant")
    assert marked
    option = form.field.page.locator(f"#{marked}")
    assert option.get_attribute("aria-selected") == "true"
    form.field.press("Enter")
    assert form.text == "attack"
    for name in ("(", "main-action", "chk", "C", "d20", "+", "+", "+"):
        if name != "+" or form.feedback()["offers"][0] == "+":
            take(form, name)
    form.type("2")
    assert form.text == "attack(main-action) chk(C) = d20 +2"
    # Escape puts the offers away, Ctrl+Space brings them back.
    offers = form.feedback()["offers"]
    form.field.press("Escape")
    assert form.feedback()["offers"] == []
    # The browser may report the cursor late.
    form.field.page.evaluate("document.dispatchEvent(new Event('selectionchange'))")
    settle(form.field.page)
    assert form.feedback()["offers"] == []
    form.field.press("Control+Space")
    assert form.feedback()["offers"] == offers
    form.field.press("Control+z")
    assert form.text != "attack(main-action) chk(C) = d20 +2"


def take(line: Line, label: str) -> None:
    """Choose an offer with the arrow keys and Enter."""
    for _ in range(line.feedback()["offers"].index(label) + 1):
        line.field.press("ArrowDown")
    line.field.press("Enter")


def test_enter_rolls_a_whole_line(running: Page) -> None:
    table = Table(running)
    table.open("striker/line_action", {"text": PISTOL})
    line = Line(table.field("text"))
    line.paste("gen chk(9) = d20 +2")
    line.field.press("Enter")
    assert table.result()[0]
    assert line.text == "gen chk(9) = d20 +2"


def test_long_lines_wrap_and_characters_beyond_the_first_plane_count_once(form: Line) -> None:
    long = "chk(C)=d20" + " +M(Insight-And-Other-Things)" * 10
    form.paste(long[:300])
    width = form.field.evaluate("field => [field.scrollWidth, field.clientWidth]")
    assert width[0] <= width[1]
    form.paste("🎲 chk(C)=d20 +M(")
    assert (form.feedback()["at"], form.feedback()["wrong"]) == ("1", "🎲")


def test_a_form_reads_the_line_for_its_rows(running: Page) -> None:
    table = Table(running)
    table.open("striker/evaluate_line")
    table.put("subject", "Wpn-Pistols")
    table.put("skills", "Cbt-Ranged, 1, 4\nInsight, 2, 4")
    table.put("techniques", "Wpn-Pistols, 2, Cbt-Ranged")
    line = Line(table.field("text")).paste(PISTOL)
    assert line.feedback()["totals"] == ["+3", "+3"]
    assert table.faults() == {}
    # A changed technique changes the totals.
    table.put("techniques", "Wpn-Pistols, 4, Cbt-Ranged")
    assert line.feedback()["totals"] == ["+5", "+5"]


# --- on a sheet ---


def test_a_pasted_line_is_understood_computed_kept_and_rolled(sheet: Sheet) -> None:
    line, subject, totals = BLADE, "Wpn-Blades-Short", ["+5", "+3"]
    sheet.add_sample("Kel Arrun").edit()
    action = sheet.add_action(line, subject, "My own line")
    feedback = action.feedback()
    assert feedback["totals"] == totals
    assert feedback["canonical"] == line.replace("(C)=", "(C) = d20").replace("eff=", "eff =")
    assert f"d20 + {totals[0][1:]} against the challenge, {subject} for" in feedback["words"]
    assert (feedback["fault"], feedback["at"]) == ("", None)

    # Leaving the field stores the line, and the record shows its totals.
    action.field.blur()
    chips = f'{VIEW} [data-list="actions"] [data-record="2"] .column b'
    sheet.wait(f"document.querySelectorAll('{chips}').length === 2")
    assert sheet.page.locator(chips).all_inner_texts() == totals
    sheet.edit()
    assert (
        sheet.list("actions").locator("summary code.line").nth(2).inner_text()
        == feedback["canonical"]
    )

    # After a reload the line is still there, as a button.
    sheet.page.reload()
    assert wait_for_start(sheet.page) == "ready"
    sheet.wait(f"!!document.querySelector('{VIEW} [data-list=actions]')")
    sheet.list("actions").get_by_label("More: My own line").click()
    sheet.list("actions").get_by_label("Options: My own line").click()

    # It rolls in two of three ways: by chance, and by taking 10.
    table = Table(sheet.page)
    table.path = "striker/line_action"
    table.wait("document.querySelector('[data-view=\"striker/line_action\"] [name=text]')?.value")
    assert table.texts()["text"] == line
    assert Line(table.field("text")).feedback()["totals"] == totals
    table.put("challenge", "13")
    assert table.faults() == {}
    table.do("roll")
    grade, _ = table.result()
    assert grade in ("critical-success", "success", "partial-success", "fail", "critical-fail")
    table.wait_for('[data-result] [data-do="undo"]')  # it is stored
    rolled = sheet.entries()
    table.put("stance", "reckless")
    table.put("take", "10")
    table.do("roll")
    table.wait(f"document.querySelectorAll('{ENTRIES}').length === {rolled + 1}")
    total = 10 + int(totals[0])
    assert table.result() == ("success" if total >= 13 else "partial-success", "true")
    assert "Time taken: minute (S19)." in table.one("[data-result] .notes").inner_text()
    table.wait_for('[data-result] [data-do="undo"]')
    table.do("undo")
    table.wait_gone("[data-result]")
    assert sheet.entries() == rolled


def test_a_technique_rolls_from_where_it_stands(sheet: Sheet) -> None:
    sheet.add_sample("Dara Voss")
    chips = sheet.list("techniques").locator(".column").all_inner_texts()
    assert chips == ["M +3", "Roll +3", "Effect +3", "M +2", "Roll +2", "Effect +0"]
    modifiers = sheet.list("skills").locator(".line-rating").all_inner_texts()
    assert modifiers == ["+2", "−1", "+3", "−1", "+1", "+0"]
    sheet.page.get_by_label("More: heavy pistol").click()
    sheet.page.get_by_label("Options: heavy pistol").click()
    table = Table(sheet.page)
    table.path = "striker/line_action"
    table.wait("document.querySelector('[data-view=\"striker/line_action\"] [name=text]')?.value")
    assert (table.texts()["text"], table.texts()["weapon_dice"]) == (PISTOL, "2")
    table.put("challenge", "13")
    table.do("enter")
    table.type(10, sides=20)
    table.type(6, 1)
    assert table.result() == ("success", "true")
    steps = " ".join(table.one("[data-result] .sum").inner_text().split())
    assert steps.endswith("= 10 full effect")


def test_the_line_that_is_kept_again_makes_no_entry(sheet: Sheet) -> None:
    sheet.add_sample("Kel Arrun").edit()
    before = sheet.entries()
    line = sheet.line("techniques")
    line.paste(PISTOL)
    line.field.press("Enter")  # stores the line; the cursor stays
    sheet.wait(f"document.querySelectorAll('{ENTRIES}').length === {before + 1}")
    sheet.wait("document.activeElement.id === 'striker-techniques-0-line'")
    line.field.press("Enter")
    line.paste(BLADE)
    line.field.blur()
    sheet.wait(f"document.querySelectorAll('{ENTRIES}').length === {before + 2}")
    sheet.page.set_viewport_size({"width": 1280, "height": 720})  # the journal stands beside it
    sheet.page.locator("[data-undo-last]").click()
    sheet.wait(
        f"document.querySelector('#striker-techniques-0-line').value === {json.dumps(PISTOL)}"
    )
    # The pistol's line, for which Kel's blade stands in.
    assert line.feedback()["totals"] == ["+1", "+1"]


def test_fields_of_a_record_changed_at_once_are_all_kept(sheet: Sheet) -> None:
    sheet.add_sample("Kel Arrun").edit()
    texts = {"striker-actions-0-label": "Mine", "striker-actions-0-subject": "Cbt-Melee"}
    sheet.page.evaluate(
        """(typed) => {
            for (const [id, text] of Object.entries(typed)) {
                const field = document.getElementById(id);
                field.value = text;
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }
        }""",
        texts,
    )
    settle(sheet.page)
    for id, text in texts.items():
        assert sheet.page.locator(f"#{id}").input_value() == text


def test_a_button_that_is_pressed_while_a_line_is_kept_still_does_its_work(sheet: Sheet) -> None:
    sheet.add_sample("Dara Voss").edit()
    sheet.line("techniques").paste(BLADE)
    done = sheet.page.locator('[data-do="sheet-edit"]:visible')
    done.scroll_into_view_if_needed()
    done.click(delay=200)
    sheet.wait("!document.querySelector('form[data-record]')")
    lines = sheet.list("techniques").locator("summary code.line")
    assert "Cbt-Melee" in lines.first.inner_text()


def test_a_name_alone_is_offered_taken_and_kept(sheet: Sheet) -> None:
    sheet.add_sample("Kel Arrun").edit()
    before = sheet.entries()
    name = Line(sheet.page.locator("#striker-weapons-0-skill")).paste("")
    assert name.feedback()["offers"][0] == "Wpn-Blades-Short"
    name.type("cbt")
    assert name.feedback()["offers"] == ["Cbt-Melee", "Cbt-Ranged"]
    name.control.locator("[data-offer]", has_text="Cbt-Ranged").click()
    assert (name.text, name.feedback()["offers"]) == ("Cbt-Ranged", [])
    name.field.press("Enter")
    sheet.wait(f"document.querySelectorAll('{ENTRIES}').length === {before + 1}")
    name = Line(sheet.page.locator("#striker-weapons-0-skill")).paste("Wpn-Bows")
    name.field.press("Enter")
    sheet.wait(f"document.querySelectorAll('{ENTRIES}').length === {before + 2}")
    name.field.blur()
    sheet.wait("document.querySelector('[data-control=skill] [data-misread]')")
    assert name.feedback()["fault"] == "The sheet has no skill or technique Wpn-Bows."
    # The label of a line or a name is as large as those of the fields beside it.
    labels = sheet.page.locator("[data-view]:not([hidden]) .cells label")
    sizes = labels.evaluate_all("all => all.map((each) => getComputedStyle(each).fontSize)")
    assert len(set(sizes)) == 1
    sheet.do("sheet-edit")
    words = "Wpn-Bows\u00a0· 1d6"
    assert sheet.list("weapons").locator(".line-words").first.inner_text() == words


def test_markup_in_a_line_stays_text(sheet: Sheet) -> None:
    sheet.add_sample("Dara Voss").edit()
    line = sheet.line("techniques")
    text = 'chk(C)=d20 <img src=x onerror="document.title=1">&lt;</textarea><b>'
    line.paste(text)
    feedback = line.feedback()
    assert (feedback["at"], feedback["wrong"]) == ("12", "<")
    line.field.blur()
    sheet.edit()
    sheet.wait("!document.querySelector('form[data-record]')")
    assert sheet.list("techniques").locator("summary code.line").first.inner_text()
    assert sheet.page.locator(f"{VIEW} img").count() == 0
    assert text in (sheet.list("techniques").text_content() or "")


def test_completion_by_tap_leaves_the_cursor_in_the_line(sheet: Sheet) -> None:
    sheet.add_sample("Dara Voss").edit()
    line = sheet.line("techniques").paste("chk(C) = +M(")
    assert line.feedback()["offers"][:4] == ["this", "Wpn-Pistols", "Wpn-Grenades", "Insight"]
    offer = line.control.locator("[data-offer]", has_text="Insight")
    box = offer.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    offer.click()
    assert line.text == "chk(C) = +M(Insight)"
    line.type(" to")
    assert line.text == "chk(C) = +M(Insight) to"
    assert line.feedback()["totals"] == ["+2"]
    line.field.blur()
    sheet.wait("!document.querySelector('#striker-techniques-0-offers [data-offer]')")
