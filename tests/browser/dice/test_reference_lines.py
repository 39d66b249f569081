"""Lines as the reference writes them, pasted into the page: parsed, with odds, rolled."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.support.driving import settle
from tests.browser.support.long_run import LONG
from tests.browser.support.table import Table

pytestmark = pytest.mark.browser

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "striker" / "reference.json").read_text(encoding="utf-8")
)
LINES: list[dict[str, Any]] = DATA["lines"]


def rows(name: str) -> str:
    return "\n".join(", ".join(map(str, row)) for row in DATA["character"][name])


READ = [case for case in LINES if "code" not in case]
#: One line of each kind of part; in a long run all of them.
FEW = (9, 11, 16, 20, 26, 31, 35, 39, 47, 52, 54)
SHOWN = READ if LONG else [case for case in READ if case["n"] in FEW]


@pytest.fixture
def form(running: Page) -> Table:
    return Table(running)


def fill(form: Table, case: dict[str, Any]) -> None:
    texts = {name: str(value) for name, value in case["inputs"].items()}
    lists = {name: rows(name) for name in ("skills", "techniques", "numbers")}
    form.open("striker/line_action", {"text": case["text"], **lists, **texts})


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: str(case["n"]))
def test_a_line_is_read_and_rolled_on_the_page(form: Table, case: dict[str, Any]) -> None:
    fill(form, case)
    assert form.faults() == {}
    if not case["dice"]:
        form.do("roll")
        assert form.result()[0] == case["grade"]
        return
    assert sum(chance for chance in form.odds().values() if chance) == Fraction(1)
    form.do("enter")
    for face in case["dice"]:
        kind = form.one(".die-field").nth(form.focused_die() or 0).get_attribute("class") or ""
        form.type(face, sides=int(kind.split()[1].removeprefix("d")))
    assert form.result()[0] == case["grade"]


def test_a_refused_line_names_its_place_and_one_that_is_read(form: Table) -> None:
    (case, _) = (case for case in LINES if "code" in case)
    form.open("striker/line_action")
    form.put("text", case["text"])
    settle(form.page)
    control = form.field("text").locator("xpath=ancestor::*[@data-control]")
    fault = control.locator("[data-misread]")
    assert fault.get_attribute("data-at") == str(case["at"])
    assert "Try: eff = PAR(tg,c) with 100(range)" in fault.inner_text()


def test_an_imposed_save_is_offered_next(form: Table) -> None:
    case = next(case for case in LINES if case["text"].startswith("area-attack"))
    fill(form, case)
    form.do("enter")
    form.type(10, sides=20)
    form.type(4, 4)
    assert form.result() == ("success", "true")
    form.one("[data-result]").get_by_text("Save with Agility").first.click()
    form.path = "striker/imposed_save"
    form.wait("location.hash.startsWith('#/striker/imposed_save')")
    texts = form.texts()
    assert (texts["imposed_skill"], texts["challenge"], texts["losses"]) == (
        "Agility",
        "9",
        "hp, 8",
    )
    form.put("modifier", "0")
    form.do("enter")
    form.type(2, sides=20)
    assert form.result() == ("fail", "false")
