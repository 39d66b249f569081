"""Typing physical dice: one keystroke a die in every kind of roll, and no face is lost.

The faces that keys stand for are tested without a browser (tests/update/roll/test_typing_dice.py).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.support.driving import STORED_PLAY, settle, wait_for_start
from tests.browser.support.table import Table, keys

pytestmark = pytest.mark.browser

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}


#: Whether the open roll is stored with both dice.
IS_STORED = f"""{STORED_PLAY}
    .then((text) => text.replace(/[\\\\\\s]/g, "").includes("[5,5]"))"""


@pytest.fixture
def table(running: Page) -> Table:
    return Table(running)


def skill_test(table: Table, **inputs: str) -> Table:
    """Open a skill test with three dice and the cursor in the first."""
    table.open("garden/skill_test", {**SKILL, **inputs}).do("enter")
    return table


def test_the_cursor_goes_from_die_to_die(table: Table) -> None:
    skill_test(table)
    for index, face in enumerate((5, 5)):
        assert table.focused_die() == index
        table.type(face)
    assert table.focused_die() == 2
    assert table.die_texts() == ["5", "5", ""]
    table.type(2)
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]


#: Types a text into the focused die, key by key, while the page is busy undoing the last roll.
TYPED_MEANWHILE = """(text) => {
    document.querySelector("[data-undo-last]").click();
    const field = document.activeElement;
    for (let end = 1; end <= text.length; end++) {
        field.value = text.slice(0, end);
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
}"""


def test_dice_that_are_typed_while_the_page_is_at_work_are_none_the_fewer(table: Table) -> None:
    table.open("garden/skill_test", SKILL).do("roll")
    table.result()
    skill_test(table)
    assert table.focused_die() == 0
    table.page.evaluate(TYPED_MEANWHILE, "552")
    table.wait_for("[data-result]")
    assert table.faces() == [5, 5, 2]


def test_the_distribution_is_that_of_the_form_even_if_dice_are_entered_at_once(
    table: Table,
) -> None:
    table.open("trueworld/action_roll", {"difficulty": "d6"}).more_odds()
    table.put("difficulty", "d12")
    table.do("enter")
    rows = table.one(".chart-table tbody th")
    # The chart of another form may still be there; the new one comes a moment later.
    table.wait(
        f"!!{table._query('.chart-table tbody tr:nth-child(17)')} && "
        f"!{table._query('.chart-table tbody tr:nth-child(18)')}"
    )
    # From 1 - 12 to 6 - 1.
    assert [int(text.replace("−", "-")) for text in rows.all_text_contents()] == [*range(-11, 6)]


def test_my_dice_tapped_once_more_leads_back_to_the_wanted_die(table: Table) -> None:
    skill_test(table)
    table.type(5)
    table.do("enter")
    assert table.focused_die() == 1
    table.type(5, 2)
    assert table.faces() == [5, 5, 2]


def test_backspace_goes_back(table: Table) -> None:
    skill_test(table)
    table.type(5, 4)
    table.page.keyboard.press("Backspace")
    assert table.die_texts() == ["5", "", ""]
    assert table.focused_die() == 1
    table.page.keyboard.press("Backspace")
    table.page.keyboard.press("Backspace")
    assert table.die_texts() == ["", "", ""]
    table.type(5, 5, 2)
    assert table.faces() == [5, 5, 2]


def test_a_d20_waits_where_a_digit_could_follow(table: Table) -> None:
    table.open("wasteland/skill_test", {"attribute": "6", "skill": "2"}).do("enter")
    table.page.keyboard.type("1")
    assert table.focused_die() == 0
    assert table.die_texts() == ["1", ""]
    table.page.keyboard.press("Enter")
    assert table.focused_die() == 1
    # Backspace in a half-typed die stays there.
    table.page.keyboard.type("1")
    assert table.die_texts() == ["1", "1"]
    table.page.keyboard.press("Backspace")
    assert table.die_texts() == ["1", ""]
    assert table.focused_die() == 1
    table.page.keyboard.type("17")
    table.result()
    assert table.faces() == [1, 17]


def test_zero_is_ten_and_a_die_after_another_size_follows(table: Table) -> None:
    inputs = {"ability_die": "d10", "difficulty": "d12", "boost_dice": "1"}
    table.open("trueworld/action_roll", inputs).do("enter")
    assert table.one(".die-field.d10").count() == 2
    table.page.keyboard.type("01\n")
    assert table.one(".die-field.d12").count() == 1
    table.page.keyboard.type("12")
    table.result()
    assert table.faces() == [10, 1, 12]


def test_a_digit_that_may_grow_waits_for_the_next_key(table: Table) -> None:
    table.open("garden/dice", {"notation": "3d10"}).do("enter")
    for key, texts in (("1", ["1", "", ""]), ("5", ["1", "5", ""]), ("1", ["1", "5", "1"])):
        table.page.keyboard.type(key)
        settle(table.page)
        assert table.die_texts() == texts
    table.page.keyboard.type("0")
    table.result()
    assert table.faces() == [1, 5, 10]
    table.open("garden/dice", {"notation": "2d100"}).do("enter")
    table.page.keyboard.type("100")
    settle(table.page)
    assert table.die_texts() == ["100", ""]
    for key in ("1", "0", "enter"):
        table.one(f'[data-do="face"][data-face="{key}"]').click()
    table.result()
    assert table.faces() == [100, 10]


def test_fate_dice_are_typed_as_they_look(table: Table) -> None:
    table.open("garden/dice", {"notation": "5dF"}).do("enter")
    for text, shown in (
        ("-", "\u2212"),
        ("0", "\u22120"),
        ("-1", "\u22120\u2212"),
        ("1", "\u22120\u2212+"),
    ):
        for key in text:
            table.page.keyboard.type(key)
            settle(table.page)
        assert "".join(table.die_texts()) == shown
    table.page.keyboard.press("Space")
    table.result()
    assert table.faces() == [1, 2, 1, 3, 2]
    table.do("enter")
    table.page.keyboard.insert_text("1 0 -1\n+ \u2212")
    table.result()
    assert table.faces() == [3, 2, 1, 3, 1]


def test_an_open_ended_chain_asks_for_die_after_die(table: Table) -> None:
    table.open("prism/open_roll").do("enter")
    for digit in "98":  # percentile dice have ten digits as keys
        table.one(f'[data-do="face"][data-face="{digit}"]').click()
    assert not table.shows("[data-result]")
    assert table.die_texts() == [""]
    table.page.keyboard.type("96")
    table.page.keyboard.press("Backspace")
    table.page.keyboard.type("00")
    assert not table.shows("[data-result]")
    table.page.keyboard.type("07")
    assert table.result()[0] == "high-open"
    assert table.faces() == [98, 100, 7]


def test_a_face_that_the_die_does_not_have_is_said_at_the_die(table: Table) -> None:
    skill_test(table)
    table.type(5)
    table.page.keyboard.type("9")
    assert "no face 9" in table.dice_fault()
    assert "1 to 6" in table.dice_fault()
    assert table.die_texts()[0] == "5"
    assert table.focused_die() == 1
    assert table.texts()["skill_level"] == "3"
    table.one('[data-die="1"]').fill("<b>")
    assert "<b>" in table.dice_fault()
    assert table.die_texts()[::2] == ["5", ""]
    assert not table.shows("[data-result]")
    table.one('[data-die="1"]').fill("")
    table.type(5)
    assert table.dice_fault() == ""
    table.type(2)
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]


def test_a_die_that_is_tapped_is_typed_anew(table: Table) -> None:
    skill_test(table)
    table.type(2, 5)
    table.one('[data-die="0"]').click()
    table.type(6)
    assert table.die_texts() == ["6", "5", ""]
    assert table.focused_die() == 2
    table.one('[data-die="0"]').click()
    table.page.keyboard.type("9")
    settle(table.page)
    assert table.die_texts() == ["6", "5", ""]
    assert "9" in table.dice_fault()
    table.one('[data-die="1"]').click()
    table.one('[data-do="face"][data-face="4"]').click()
    assert table.die_texts() == ["6", "4", ""]
    table.one('[data-die="0"]').focus()  # as Tab does
    table.page.keyboard.press("End")
    table.type(3)
    assert table.die_texts() == ["3", "4", ""]
    table.type(2)
    assert table.faces() == [3, 4, 2]


def test_a_random_roll_stays_after_further_taps(table: Table) -> None:
    inputs = {"attribute": "5", "skill": "0", "difficulty": "5", "rerolls": "1"}
    table.open("wasteland/skill_test", inputs)
    before = len(table.entries())
    for tap in ("roll", "roll"):  # the second tap begins a new roll while a decision is open
        table.do(tap)
    assert table.shows("[data-choice]")
    assert not table.shows('[data-do="back"]')
    assert not table.shows('[data-do="cancel"]')
    assert len(table.entries()) == before + 1
    table.do("settle")
    table.result()
    assert len(table.entries()) == before + 2


def test_back_and_cancel_and_the_rest_by_chance(table: Table) -> None:
    skill_test(table)
    table.type(5, 5)
    table.do("back")
    assert table.die_texts() == ["5", "", ""]
    table.do("cancel")
    assert not table.shows("[data-die]")
    assert not table.shows("[data-result]")
    assert table.texts()["skill_level"] == "3"
    table.do("enter")
    table.type(4, 5)
    table.do("rest")
    table.result()
    assert table.faces()[:2] == [4, 5]
    assert len(table.faces()) == 3


def test_pasted_faces_fill_the_dice_and_entering_again_begins_anew(table: Table) -> None:
    skill_test(table)
    table.one('[data-die="0"]').fill("5; 5;2")
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]
    table.do("enter")
    assert table.die_texts() == ["", "", ""]
    table.type(1)
    table.put("skill_level", "2")  # another form: the play ends
    assert not table.shows("[data-die]")
    table.do("enter")
    assert table.die_texts() == ["", ""]


def test_a_tie_is_decided_by_a_tap(table: Table) -> None:
    settle(table.page)
    count = len(table.entries())
    skill_test(table)
    table.type(4, 2, 1)
    grade, success = table.result()
    assert success == "false"
    table.wait_entries(count + 1)
    other = '[data-choice="succeed_at_cost"][data-value="accept"]'
    assert table.one(other).get_attribute("aria-pressed") == "false"
    table.one(other).click()
    table.wait(f"!!document.querySelector('{other}[aria-pressed=\"true\"]')")
    assert table.result() == (grade, "true")
    assert table.wait_entries(count + 2)[0]["what"].startswith("changed: ")
    table.one('[data-choice="succeed_at_cost"][data-value="decline"]').click()
    table.wait_entries(count + 3)
    assert table.result() == (grade, "false")


def test_a_reload_in_the_middle_of_typing_goes_on_there(table: Table) -> None:
    entries = len(table.entries())
    skill_test(table)
    table.type(5, 5)
    table.wait(IS_STORED)
    table.page.reload()
    assert wait_for_start(table.page) == "ready"
    table.wait_for("[data-die]")
    assert table.die_texts() == ["5", "5", ""]
    assert table.focused_die() == 2
    assert table.texts()["skill_level"] == "3"
    table.type(2)
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]
    assert len(table.wait_entries(entries + 1)) == entries + 1


def test_keys_are_typed_as_people_do() -> None:
    assert [keys(face, 10) for face in (1, 9, 10)] == ["1\n", "9", "0"]
    assert [keys(face, 100) for face in (7, 10, 55, 100)] == ["07", "10\n", "55", "00"]
    assert [keys(face, 20) for face in (1, 2, 3, 17)] == ["1\n", "2\n", "3", "17"]
