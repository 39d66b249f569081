"""A scan on the page: every cell is the form's own chance, and the copies agree."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest

from app.core.errors import BadInput
from app.core.odds.distributions import distribution
from app.core.odds.odds import chances, spread
from app.core.procedures.kinds import Whole
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.odds.odds import percent
from app.widgets.odds.scan_tables import ScanTable, table
from app.widgets.odds.scans import (
    Along,
    Measure,
    Scan,
    axes,
    edit_scan,
    here,
    initial_scan,
    measure,
    measures,
    name_axes,
    places,
    scannable_inputs,
)
from tests.widgets.shelf import PROCEDURES, example, filled
from tests.widgets.templates import rendered

SKILL = games()["garden"].procedures["garden.skill_test"]
TYPED = filled(SKILL, {"skill_level": 3, "attribute": 2, "target_number": 6})
TWO = Scan(SKILL.id, Along("skill_level", "0", "4"), Along("target_number", "3", "9"))


def table_of(procedure: Procedure, typed: dict[str, str], scan: Scan) -> ScanTable:
    """Return the table of a scan."""
    along = axes(procedure, scan)
    counted: dict[tuple[str, ...], Measure] = {
        values: measure(procedure, {**typed, **here(along, values)}, scan.show)
        for values in places(along)
    }
    return table(procedure, typed, scan, along, counted)


def test_every_cell_is_a_question_of_its_own() -> None:
    view = table_of(SKILL, TYPED, TWO)
    assert view.head == tuple(str(n) for n in range(3, 10))
    assert (view.counted, view.all) == (35, 35)
    for level, line in enumerate(view.lines):
        assert line.words == str(level)
        for target, (cell, place) in enumerate(line.cells, 3):
            bound = SKILL.bind({"skill_level": level, "attribute": 2, "target_number": target})
            chance = chances(bound).success
            assert chance is not None
            assert place == (str(level), str(target))
            assert cell.words == percent(chance)
            assert Fraction(cell.figure) == round(chance * 100, 2)
            assert cell.shade == round(chance * 10)
            assert cell.now == (level == 3 and target == 6)
    assert view.title.startswith(
        "Skill test: success by skill level and target number; Attribute 2"
    )


def test_a_copy_agrees_with_the_table() -> None:
    view = table_of(SKILL, TYPED, TWO)
    head, *rows = csv.reader(io.StringIO(view.csv))
    assert head == ["Skill level \\ Target number", *view.head]
    assert rows == [[line.words, *(cell.figure for cell, _ in line.cells)] for line in view.lines]
    lines = view.markdown.splitlines()
    assert lines[0] == f"**{view.title}**"
    cells = [[each.strip() for each in line.strip("| ").split(" | ")] for line in lines[4:]]
    assert cells == [[line.words, *(cell.words for cell, _ in line.cells)] for line in view.lines]


def test_along_one_input_every_result_has_a_column() -> None:
    scan = replace(TWO, across=Along())
    view = table_of(SKILL, TYPED, scan)
    odds = chances(SKILL.bind({"skill_level": 4, "attribute": 2, "target_number": 6}))
    assert view.head[0] == "Any success"
    last = dict(zip(view.head, (cell.words for cell, _ in view.lines[-1].cells), strict=True))
    for grade in SKILL.grades:
        if grade.words in last:
            assert last[grade.words] == percent(odds.grades.get(grade.id, Fraction(0)))


def test_a_mean_is_that_of_the_distribution() -> None:
    scan = replace(TWO, show="mean:total")
    view = table_of(SKILL, TYPED, scan)
    bound = SKILL.bind({"skill_level": 4, "attribute": 2, "target_number": 9})
    mean = distribution(spread(bound, "total")["total"]).mean
    cell, _ = view.lines[4].cells[6]
    assert float(cell.figure) == pytest.approx(float(mean), rel=1e-3)
    assert {cell.shade for line in view.lines for cell, _ in line.cells} >= {0, 10}


def test_choices_and_yes_or_no_are_scanned_as_well() -> None:
    attack = games()["garden"].procedures["garden.attack"]
    typed = filled(attack, example(attack).get("inputs", {}))
    view = table_of(attack, typed, Scan(attack.id, Along("aim"), Along("offer_cost")))
    assert view.head == ("no", "yes")
    assert [line.words for line in view.lines] == [
        words for _, words in axes(attack, Scan(attack.id, Along("aim")))[0].values
    ]


def test_an_unplayable_cell_says_so() -> None:
    test = games()["wasteland"].procedures["wasteland.skill_test"]
    typed = filled(test, {"attribute": 8, "skill": 3, "ap_pool": 3})
    view = table_of(test, typed, Scan(test.id, Along("bought_dice", "0", "3")))
    cell, _ = view.lines[-1].cells[0]
    assert (cell.words, cell.figure, cell.shade) == ("–", "", 0)
    assert len(cell.label) > len("Bought dice 3: ")


@pytest.mark.parametrize(
    ("scan", "words"),
    [
        (
            Scan(SKILL.id, Along("skill_level", "5", "3")),
            "Skill level from 5 to 3: put the smaller number first",
        ),
        (Scan(SKILL.id, Along("skill_level", "", "3")), "Skill level"),
        (Scan(SKILL.id, Along("skill_level", "x", "3")), "Skill level"),
        (Scan(SKILL.id, Along("skill_level", "0", "99")), "Skill level"),
        (Scan(SKILL.id, Along("skill_level", "0", "3", "0")), "give a step"),
        (replace(TWO, across=TWO.along), "chosen twice"),
    ],
)
def test_an_invalid_scan_is_refused_in_the_words_of_the_form(scan: Scan, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        axes(SKILL, scan)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_form_has_a_scan_to_begin_with(procedure: Procedure) -> None:
    typed = filled(procedure, example(procedure).get("inputs", {}))
    scan = initial_scan(procedure, typed)
    if scan is None:
        assert not scannable_inputs(procedure)
        return
    along = axes(procedure, scan)
    assert 2 <= len(along[0].values) <= 30
    assert scan.show in dict(measures(procedure))
    page = rendered(
        "scan.html",
        scan=scan,
        offered=scannable_inputs(procedure),
        signed=name_axes(procedure, scan),
        measures=measures(procedure),
        fault="",
        table=table(procedure, typed, scan, along, {}),
        at=(0, 0),
    )
    assert page.wrong == []
    assert len(page.all("data-column")) >= len(along[0].values)
    assert page.all("tabindex").count("0") == 1
    ends = [each for each in page.with_attribute("inputmode") if each["name"] != "along.step"]
    kind = procedure.inputs[scan.along.name].kind
    keys = "text" if isinstance(kind, Whole) and kind.low < 0 else "numeric"
    assert {each["inputmode"] for each in ends} <= {
        keys
    }  # the numeric keys of a phone lack a minus


@pytest.mark.parametrize("text", ["x", "", "0", "-1", "1,5", "1001", "1,001"])
def test_a_step_that_is_none_is_named_by_its_input(text: str) -> None:
    procedure = games()["garden"].procedures["garden.skill_test"]
    scan = edit_scan(
        procedure,
        {},
        initial_scan(procedure, {}) or pytest.fail("no input to scan"),
        "along.step",
        text,
    )
    with pytest.raises(BadInput, match="Skill level: give a step from 1 to 1000"):
        axes(procedure, scan)


@pytest.mark.parametrize("text", ["2", " 2 ", "\uff12", "+2"])
def test_a_step_is_read_as_people_write_it(text: str) -> None:
    procedure = games()["garden"].procedures["garden.skill_test"]
    scan = edit_scan(
        procedure,
        {},
        initial_scan(procedure, {}) or pytest.fail("no input to scan"),
        "along.step",
        text,
    )
    (axis,) = axes(procedure, scan)
    first, second = (int(each) for each, _ in axis.values[:2])
    assert second - first == 2
