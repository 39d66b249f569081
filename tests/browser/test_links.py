"""Links open the filled-in form or the same roll; a bad link only shows a fault."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.core.games import find
from app.core.odds.odds import chances
from app.systems import games
from app.widgets.roll.links import read
from tests.browser.support.driving import UNTIL_QUIET, open_ready
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

FORM = "garden/skill_test"
ROLL = f"#/{FORM}?skill_level=3&attribute=2&target_number=6&~dice=5.5.2"

NOWHERE = [
    *("#/nonsense", "#/garden/nonsense", f"#/{FORM}/extra", "#/nowhere/skill_test"),
    *("#/garden/rules/G999", "#/garden/rules/<b>", "#/garden/tables/x", "#/rules/G1"),
    *("#/nowhere/tables", "#/garden/rules/tables", "#/dice/tables"),
    *("#/%", "#/%E0%A4%A", "#/%00", "#/garden%00", "#/%F0%9F", "#/🎲", "#/\u202e"),
    *("#/__proto__", "#/constructor", "#/toString", "#/garden/__proto__", "#/../../etc/passwd"),
    *("#/<script>alert(1)</script>", '#/"]', "#/'", "#/`", "#/\\", "#/garden skill_test", "#/ "),
    *("#/GARDEN", "#/garden.skill_test", "#/not-found/x", "#/" + "x" * 5000),
]

#: A bad query of each kind, and the field that shows the fault. Other queries are read without
#: a browser (tests/update/roll/test_links.py).
BAD = [
    ("skill_level=99", "skill_level"),
    ("skill_level=abc", "skill_level"),
    ("skill_level=<img src=x onerror=alert(1)>", "skill_level"),
    ("skill_level=%zz", "skill_level"),
    ("criticals=%00", "criticals"),
    ("skill_level=", ""),
]

#: Queries that name no input of the form.
UNKNOWN = ["__proto__=1", "nosuch=<b>x</b>"]

#: Rolls that do not fit the form.
MISFITS = ["9.9.9", '5.5.2.{"succeed_at_cost":"accept"}', "%00"]

#: Follows the links in turn and returns those that do not open "Page not found".
FOLLOW = """async (hashes) => {
    const opened = (hash) => new Promise((told, failed) => {
        document.addEventListener("tableside:route", told, { once: true });
        setTimeout(() => failed(new Error(`nothing opens at ${hash.slice(0, 99)}`)), 20_000);
        history.replaceState(null, "", "#/");
        location.hash = hash;
    });
    const wrong = [];
    for (const hash of hashes) {
        await opened(hash);
        UNTIL_QUIET
        const seen = [...document.querySelectorAll("[data-view]")]
            .filter((view) => view.checkVisibility());
        const heads = seen.map((view) => view.querySelector("h1").textContent);
        const views = seen.map((view) => view.dataset.view);
        if (views.join() !== "not-found" || heads[0] !== "Page not found")
            wrong.push([hash.slice(0, 99), views, heads]);
    }
    return wrong;
}""".replace("UNTIL_QUIET", UNTIL_QUIET)


@pytest.fixture
def table(running: Page) -> Table:
    return Table(running)


def test_a_link_to_nowhere_says_so(table: Table) -> None:
    assert table.page.evaluate(FOLLOW, NOWHERE) == []


@pytest.mark.parametrize("hash", ["", "#", "#/", "#//"])
def test_an_empty_link_is_the_beginning(table: Table, hash: str) -> None:
    table.page.evaluate("location.hash = '#/garden'")
    table.wait("!document.querySelector('[data-view=\"garden\"]').hidden")
    table.page.evaluate("hash => { location.hash = hash }", hash)
    table.wait("!document.querySelector('[data-view=\"home\"]').hidden")


@pytest.mark.parametrize(("query", "field"), BAD)
def test_a_link_with_nonsense_is_told_at_the_field(table: Table, query: str, field: str) -> None:
    table.page.evaluate("location.hash = '#/garden'")
    table.open(FORM, hash=f"#/{FORM}?attribute=2&{query}")
    if field == "":
        assert table.faults() == {}
    else:
        assert list(table.faults()) == [field]
        assert len(table.faults()[field]) > 10
        assert set(table.odds().values()) == {None}
    assert table.invalid() == ([field] if field not in ("", "form") else [])
    assert table.texts()["attribute"] == "2"
    # Corrected, the form works.
    for name, text in {"skill_level": "3", "criticals": "any-face"}.items():
        table.put(name, text)
    assert table.faults() == {}
    procedure = find(games(), "garden.skill_test")
    expected = chances(procedure.bind({"skill_level": 3, "attribute": 2})).grades
    assert {grade: p for grade, p in table.odds().items() if p} == expected


@pytest.mark.parametrize("word", UNKNOWN)
def test_unknown_parts_of_a_link_are_reported_and_the_rest_works(table: Table, word: str) -> None:
    table.open(FORM, hash=f"#/{FORM}?{word}&skill_level=3&attribute=2")
    assert list(table.faults()) == ["form"]
    assert f"“{word}”" in table.faults()["form"]
    assert (table.texts()["skill_level"], table.texts()["attribute"]) == ("3", "2")
    assert set(table.odds().values()) != {None}
    table.do("roll")
    table.result()
    assert f"“{word}”" in table.faults()["form"]
    table.put("attribute", "1")  # another form than the link's
    assert table.faults() == {}


def test_it_is_said_as_well_where_the_campaign_fills_the_form(table: Table) -> None:
    table.open("wasteland/characters")
    table.one('[data-sample="0"]').click()
    table.wait("location.hash.startsWith('#/wasteland/character/')")
    form = "wasteland/skill_test"
    table.page.evaluate("history.replaceState(null, '', '#/')")
    table.open(form)
    actor = table.one('[data-role="self"]')
    actor.select_option(index=1)
    table.open(form, hash=f"#/{form}?foo=3&difficulty=2&attribute=5&skill=1")
    assert table.one("[data-fed]").count() > 0
    assert "“foo=3”" in table.faults()["form"]
    assert table.texts()["difficulty"] == "2"
    table.do("roll")
    outcome = "[data-view]:not([hidden]) :is([data-result], [data-choice])"
    table.wait(f"!!document.querySelector('{outcome}')")
    assert "“foo=3”" in table.faults()["form"]


@pytest.mark.parametrize("dice", MISFITS)
def test_a_roll_that_does_not_fit_is_told_and_not_shown(table: Table, dice: str) -> None:
    table.open(FORM, hash=f"#/{FORM}?skill_level=3&~dice={dice}")
    assert not table.shows("[data-result]")
    assert table.texts()["skill_level"] == "3"
    assert "Can’t show the roll" in table.faults()["form"]
    assert table.invalid() == []
    table.do("roll")
    table.result()
    assert table.faults() == {}
    assert len(table.faces()) == 3


def test_the_fault_of_a_bad_link_goes_away_with_it(table: Table) -> None:
    table.open(FORM, hash=f"#/{FORM}?~dice=9.9.9")
    assert table.faults()
    table.open(FORM, hash=ROLL)
    assert table.faults() == {}
    assert table.result() == ("yes", "true")


def test_a_link_fills_the_form(table: Table) -> None:
    table.open(FORM, hash=f"#/{FORM}?skill_level=3&target_number=6&unskilled_criticals=false")
    assert table.texts()["skill_level"] == "3"
    assert table.texts()["target_number"] == "6"
    assert table.texts()["unskilled_criticals"] == "false"
    assert table.texts()["attribute"] == "0"


def test_a_link_shows_the_same_roll_and_keeps_no_second_entry(table: Table) -> None:
    before = len(table.entries())
    table.open(FORM, hash=ROLL)
    assert table.result() == ("yes", "true")
    assert table.faces() == [5, 5, 2]
    assert len(table.entries()) == before


def test_a_link_to_half_a_roll_goes_on_there(table: Table) -> None:
    table.open(FORM, hash=ROLL.removesuffix(".2"))
    assert table.die_texts() == ["5", "5", ""]
    table.one('[data-die="2"]').fill("2")
    assert table.result() == ("yes", "true")


def test_the_address_holds_the_inputs_of_the_form(table: Table) -> None:
    table.open(FORM, hash=f"#/{FORM}?skill_level=3")
    table.put("target_number", "7")
    table.wait("location.hash.includes('target_number=7')")
    address = read(str(table.page.evaluate("location.hash")))
    assert (address.path, address.typed) == (FORM, {"skill_level": "3", "target_number": "7"})


def test_the_address_of_a_page_that_opens_is_left_alone(table: Table) -> None:
    table.open(FORM)
    table.put("target_number", "7")
    # Another page is requested and not open yet. The form writes the address after a timer that
    # ends before this one.
    after = table.page.evaluate(
        """() => new Promise((told) => {
            history.replaceState(null, "", "#/garden");
            setTimeout(() => told(location.hash), 600);
        })"""
    )
    assert after == "#/garden"
    table.open(FORM)


def test_a_bookmark_opens_before_anything_was_used(page: Page, site: Site) -> None:
    """A bad bookmark opens as well: one view, with a heading."""
    table = Table(page)
    open_ready(page, f"{site.address}{ROLL}")
    table.path = FORM
    assert table.result() == ("yes", "true")
    assert table.texts()["target_number"] == "6"
    page.goto("about:blank")
    open_ready(page, f"{site.address}#/%E0%A4%A?x=1")
    assert page.locator("[data-view]:visible h1").count() == 1


def test_back_and_forward(table: Table) -> None:
    table.page.evaluate("location.hash = '#/garden'")
    table.wait("!document.querySelector('[data-view=\"garden\"]').hidden")
    table.page.evaluate("location.hash = '#/garden/skill_test?skill_level=3'")
    table.wait("!document.querySelector('[data-view=\"garden/skill_test\"]').hidden")
    table.page.go_back()
    table.wait("!document.querySelector('[data-view=\"garden\"]').hidden")
    table.page.go_forward()
    table.wait("!document.querySelector('[data-view=\"garden/skill_test\"]').hidden")
    table.path = FORM
    assert table.texts()["skill_level"] == "3"
