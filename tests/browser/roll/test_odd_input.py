"""Odd input: a clear message stands at the field, and nothing else is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.core.games import find
from app.core.odds.odds import chances
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import request
from tests.browser.support.driving import UNTIL_QUIET
from tests.browser.support.table import Table
from tests.update.roll.test_odd_input import FIELDS
from tests.widgets.shelf import example, filled

pytestmark = pytest.mark.browser

#: One text of each sort; tests/update/roll/test_odd_input types others without a browser.
ODD = ('"><img src=x onerror=alert(1)>', "nan", "9" * 5000, "🎲", "-", "-1", "3.5", "5 5")


def expected_faults(procedure: Procedure, texts: dict[str, str]) -> dict[str, str]:
    return Desk(procedure, texts).faults()


#: Types each text into a field and returns the state of the form after it. Rolls if there is a
#: fault, and types the good value after every fourth text.
TRY = """async ([path, name, texts, good]) => {
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
    const said = [];
    for (const [place, text] of texts.entries()) {
        put(text);
        UNTIL_QUIET
        const now = {
            texts: Object.fromEntries(fields().map((field) =>
                [field.name, field.type === "checkbox" ? String(field.checked) : field.value])),
            faults: faults(),
            invalid: fields().filter((field) => field.ariaInvalid === "true")
                .map(({ name }) => name),
            chances: [...view.querySelectorAll("[data-odds]")]
                .filter((row) => row.dataset.p).length,
        };
        if (Object.keys(now.faults).length) {
            view.querySelector('[data-do="roll"]').click();
            UNTIL_QUIET
            now.focus = document.activeElement.name;
            now.rolled = !!view.querySelector("[data-result]");
        }
        now.noticed = [...document.querySelectorAll("[data-notice]")]
            .filter((at) => at.checkVisibility()).length;
        now.after = {};
        if (place % 4 === 3) {
            put(good);
            UNTIL_QUIET
            now.after = faults();
        }
        said.push(now);
    }
    put(good);
    return said;
}""".replace("UNTIL_QUIET", UNTIL_QUIET)


@pytest.mark.parametrize(("id", "name", "good"), FIELDS)
def test_odd_text_in_a_field(running: Page, id: str, name: str, good: str) -> None:
    procedure = find(games(), id)
    texts = {**filled(procedure, example(procedure).get("inputs", {})), name: good}
    table = Table(running).open(id.replace(".", "/"), texts)
    before = table.texts()
    assert table.faults() == {}
    usual = table.odds()
    assert None not in usual.values()
    fault_count = 0
    states = running.evaluate(TRY, [table.path, name, ODD, good])
    for text, state in zip(ODD, states, strict=True):
        faults = expected_faults(procedure, state["texts"])
        assert state["faults"] == faults, repr(text)
        assert state["invalid"] == [each for each in before if each in faults], repr(text)
        assert {**state["texts"], name: ""} == {**before, name: ""}
        fault_count += name in faults
        if faults:
            assert state["chances"] == 0
            assert not state["rolled"]
            assert state["focus"] in faults
        assert state["noticed"] == 0
        assert state["after"] == {}, repr(text)
    assert table.odds() == usual
    assert table.texts() == before
    # A list of choices takes only its own values, so odd text never gets in.
    assert fault_count > 3 or name == "criticals"


def test_odd_text_in_a_die(running: Page) -> None:
    table = Table(running).open("garden/skill_test", {"skill_level": "3"})
    table.do("enter")
    table.type(5)
    for text in ("<b>", "🎲", "-", "9"):
        table.one('[data-die="1"]').fill(text)
        assert table.die_texts()[::2] == ["5", ""], repr(text)
        assert table.dice_fault()
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
    table = Table(running).open("garden/attack")
    assert not table.field("aim_rounds").is_visible()
    table.open("garden/attack", {"aim_rounds": "x"})
    assert list(table.faults()) == ["aim_rounds"]
    assert table.field("aim_rounds").is_visible()


def test_required_inputs_are_asked_for_when_rolling(running: Page) -> None:
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
    table.put("skill_level", "19")
    for _ in range(2):
        more.click()
        assert table.texts()["skill_level"] == "20"
    table.put("skill_level", "🎲")
    more.click()
    assert table.faults() == {}
    assert 0 <= int(table.texts()["skill_level"]) <= 20


def test_a_good_value_after_all_of_that_gives_the_odds(running: Page) -> None:
    procedure = find(games(), "garden.skill_test")
    table = Table(running).open("garden/skill_test", {"skill_level": "3", "attribute": "2"})
    expected = chances(procedure.bind(request(procedure, table.texts()))).grades
    assert {grade: p for grade, p in table.odds().items() if p} == expected
