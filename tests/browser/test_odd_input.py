"""Odd input: whatever is typed, a clear message stands at its field and nothing else is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.core.games import find
from app.core.odds import chances
from app.core.procedures import Procedure
from app.systems import games
from app.widgets.desk import Desk
from app.widgets.forms import request
from tests.browser.driving import settle
from tests.browser.table import Table
from tests.widgets.shelf import NONSENSE, example, filled

pytestmark = pytest.mark.browser

#: A field of each kind: the form, the field, a value that is good there.
FIELDS = [
    ("garden.skill_test", "skill_level", "3"),
    ("garden.skill_test", "criticals", "any-face"),
    ("garden.pass_time", "hours", "24"),
    ("garden.assist", "helper_ranks", "1, 2"),
    ("wasteland.skill_test", "attribute", "6"),
    ("striker.line_action", "text", "chk(12) = d20 +3"),
]

#: Numbers and near-numbers beside the nonsense.
NUMBERS = ("-1", "9", "999999999999999999999", "3.5", "1e3", "3 4", "3,", "٣", "Ⅲ", "½", "3\u00a0")

#: What no text field can hold: it takes out line breaks, and no page has half a character.
TYPEABLE = [
    text for text in (*NONSENSE, *NUMBERS) if text.isprintable() and not text.endswith("\ud83d")
]


#: After each of so many the good value is put back, which works out the odds anew.
BACK_EACH = 5


def judged(procedure: Procedure, texts: dict[str, str]) -> dict[str, str]:
    return Desk(procedure, texts).faults()


def test_there_are_two_hundred_odd_inputs() -> None:
    assert len(FIELDS) * len(TYPEABLE) >= 200


#: Puts a text into a field, looks at all that the form then says, rolls if it blames something,
#: and puts back what is good, where it is given: one question, for two hundred take their time.
TRY = """async ([path, name, text, good]) => {
    const view = document.querySelector(`[data-view="${path}"]`);
    const fields = () => [...view.querySelectorAll("form [name]")];
    const put = (text) => {
        const field = view.querySelector(`form [name="${name}"]`);
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const faults = () => Object.fromEntries([...view.querySelectorAll("form [data-fault]")]
        .filter((place) => place.textContent)
        .map((place) => [place.dataset.fault, place.textContent]));
    put(text);
    const said = {
        texts: Object.fromEntries(fields().map((field) =>
            [field.name, field.type === "checkbox" ? String(field.checked) : field.value])),
        faults: faults(),
        invalid: fields().filter((field) => field.ariaInvalid === "true").map(({ name }) => name),
        chances: [...view.querySelectorAll("[data-odds]")].filter((row) => row.dataset.p).length,
    };
    if (Object.keys(said.faults).length) {
        view.querySelector('[data-do="roll"]').click();
        do await new Promise((next) => setTimeout(next));
        while ("busy" in document.documentElement.dataset);
        said.focus = document.activeElement.name;
        said.rolled = !!view.querySelector("[data-result]");
    }
    said.noticed = [...document.querySelectorAll("[data-notice]")]
        .filter((at) => at.checkVisibility()).length;
    if (good) put(good);
    said.after = good ? faults() : {};
    return said;
}"""


@pytest.mark.parametrize(("id", "name", "good"), FIELDS)
def test_odd_text_in_a_field(running: Page, id: str, name: str, good: str) -> None:
    procedure = find(games(), id)
    table = Table(running).open(
        id.replace(".", "/"), filled(procedure, example(procedure).get("inputs", {}))
    )
    table.put(name, good)
    before = table.texts()
    assert table.faults() == {}
    usual = table.odds()
    assert None not in usual.values()
    blamed = 0
    for place, text in enumerate(TYPEABLE):
        asked = [table.path, name, text, good if place % BACK_EACH == 0 else ""]
        said = running.evaluate(TRY, asked)
        told = judged(procedure, said["texts"])
        if said["faults"] != told:  # what is typed while something is stored waits for its turn
            settle(running)
            said = running.evaluate(TRY, asked)
        assert said["faults"] == told, repr(text)
        assert said["invalid"] == [each for each in before if each in told], repr(text)
        assert {**said["texts"], name: ""} == {**before, name: ""}
        blamed += name in told
        if told:
            assert said["chances"] == 0
            assert not said["rolled"]
            assert said["focus"] in told
        assert said["noticed"] == 0
        assert said["after"] == {}, repr(text)
    table.put(name, good)
    assert table.texts() == before
    assert table.odds() == usual
    # A list of choices holds none but its own, so nothing odd ever stands in it.
    assert blamed > 10 or name == "criticals"


def test_odd_text_in_a_die(running: Page) -> None:
    table = Table(running).open("garden/skill_test", {"skill_level": "3"})
    table.do("enter")
    table.type(5)
    for text in TYPEABLE:
        if any(digit in "123456" for digit in text):
            continue  # faces of a d6: they are taken
        table.one('[data-die="1"]').fill(text)
        assert table.die_texts()[::2] == ["5", ""], repr(text)
        assert table.one(".is-next input").get_attribute("data-die") == "1"
    table.one('[data-die="1"]').fill("5")
    table.one('[data-die="2"]').fill("2")
    table.result()
    assert table.faces() == [5, 5, 2]


def test_every_field_at_fault_is_named_at_once(running: Page) -> None:
    table = Table(running).open("garden/skill_test")
    table.put("skill_level", "21")
    table.put("attribute", "x")
    assert set(table.faults()) == {"skill_level", "attribute"}
    assert table.faults()["skill_level"] == "Skill level is 21; give a whole number from 0 to 20"
    table.put("skill_level", "3")
    assert set(table.faults()) == {"attribute"}
    table.do("reset")
    assert table.faults() == {}


def test_a_fault_behind_a_heading_opens_it(running: Page) -> None:
    table = Table(running).open("garden/attack", {"aim_bonus": "x"})
    name = next(iter(table.faults() or {"": ""}))
    if name != "form":
        assert table.field(name).is_visible()
    assert table.faults()


def test_what_is_required_is_asked_for_when_rolling(running: Page) -> None:
    procedure = find(games(), "wasteland.skill_test")
    required = [each.name for each in procedure.inputs.values() if each.required]
    table = Table(running).open("wasteland/skill_test")
    table.do("reset")
    table.do("roll")
    assert set(table.faults()) & set(required)
    assert not table.shows("[data-result]")
    for name in required:
        table.put(name, "6")
    assert table.faults() == {}
    table.do("roll")
    table.result()


def test_steppers_stay_in_range_and_mend_nonsense(running: Page) -> None:
    table = Table(running).open("garden/skill_test")
    less, more = (table.one(f'[data-control="skill_level"] [data-by="{by}"]') for by in ("-1", "1"))
    less.click()
    assert table.texts()["skill_level"] == "0"
    for _ in range(22):
        more.click()
    assert table.texts()["skill_level"] == "20"
    for nonsense in ("x", "nan", "inf", "1e999", "-", "🎲", "999999999999999999999999"):
        table.put("skill_level", nonsense)
        more.click()
        assert table.faults() == {}, nonsense
        assert 0 <= int(table.texts()["skill_level"]) <= 20


def test_a_good_value_after_all_of_that_gives_the_odds(running: Page) -> None:
    procedure = find(games(), "garden.skill_test")
    table = Table(running).open("garden/skill_test", {"skill_level": "3", "attribute": "2"})
    found = chances(procedure.bind(request(procedure, table.texts()))).grades
    assert {grade: p for grade, p in table.odds().items() if p} == found
