"""Odd input: any text in a field or a die is accepted or blamed, and nothing else is lost.

A few of these texts run in the browser, too, to check their place on the page.
"""

from __future__ import annotations

import pytest

from app.core.games import find
from app.systems import games
from app.update.messages.forms import (
    FieldStepped,
    FieldTyped,
    FormReset,
    RouteOpened,
    SignTurned,
)
from app.update.messages.plays import DiceEntered, FacesTyped, RollTapped
from app.update.roll.plays import asking
from app.widgets.roll.links import link
from tests.fights.table import Table
from tests.widgets.shelf import NONSENSE, example, filled

#: A field of each kind: the form, the field and a valid value.
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

ODD = (*NONSENSE, *NUMBERS)


def open_form(id: str, typed: dict[str, str] | None = None) -> Table:
    """Open a form with these texts."""
    table = Table()
    table.send(RouteOpened(link(id.replace(".", "/"), typed or {})))
    return table


def test_there_are_two_hundred_odd_inputs() -> None:
    assert len(FIELDS) * len(ODD) >= 200


@pytest.mark.parametrize(("id", "name", "good"), FIELDS)
def test_odd_text_in_a_field(id: str, name: str, good: str) -> None:
    procedure = find(games(), id)
    table = open_form(id, filled(procedure, example(procedure).get("inputs", {})))
    table.send(FieldTyped(name, good))
    usual = table.model.form.desk
    assert usual.faults() == {}
    blamed = 0
    for text in ODD:
        table.send(FieldTyped(name, text))
        desk = table.model.form.desk
        assert desk.typed == {**usual.typed, name: text}
        faults = desk.faults()
        blamed += name in faults
        assert all(len(words) > 10 for words in faults.values()), repr(text)
        table.send(RollTapped())
        assert (table.model.form.desk.answers is None) == bool(faults), repr(text)
        assert table.model.form.submitted == bool(faults)
        table.send(FieldTyped(name, good))
        assert table.model.form.desk.typed == usual.typed
        assert table.model.form.desk.faults() == {}
    assert blamed > 10
    assert table.model.form.desk.chances() == usual.chances()


def test_odd_text_in_a_die() -> None:
    table = open_form("garden.skill_test", {"skill_level": "3"})
    table.send(DiceEntered())
    table.send(FacesTyped(0, "5"))
    for text in ODD:
        if any(digit in "123456" for digit in text):
            continue  # valid faces of a d6
        table.send(FacesTyped(1, text))
        waits = asking(table.model.form.desk)
        assert waits is not None
        assert waits.wanted is not None
        assert waits.wanted.faces == (5,), repr(text)
        assert table.model.form.fault, repr(text)
    table.send(FacesTyped(1, "5"))
    assert table.model.form.fault == ""
    table.send(FacesTyped(2, "2"))
    assert table.model.form.desk.answers == (5, 5, 2)


@pytest.mark.parametrize("nonsense", ["x", "nan", "inf", "1e999", "-", "🎲", "9" * 24, "-1e999"])
@pytest.mark.parametrize("by", [-1, 1])
def test_a_step_mends_nonsense_and_stays_in_range(nonsense: str, by: int) -> None:
    table = open_form("garden.skill_test")
    table.send(FieldTyped("skill_level", nonsense))
    for _ in range(3):
        table.send(FieldStepped("skill_level", by))
        assert table.model.form.desk.faults() == {}
        assert 0 <= int(table.model.form.desk.typed["skill_level"]) <= 20


@pytest.mark.parametrize(("by", "end"), [(-1, "0"), (1, "20")])
def test_a_number_is_stepped_to_its_end_and_no_further(by: int, end: str) -> None:
    table = open_form("garden.skill_test", {"skill_level": "2"})
    for _ in range(25):
        table.send(FieldStepped("skill_level", by))
    assert table.model.form.desk.typed["skill_level"] == end


def test_every_field_at_fault_is_named_at_once() -> None:
    table = open_form("garden.skill_test")
    table.send(FieldTyped("skill_level", "21"))
    table.send(FieldTyped("attribute", "x"))
    faults = table.model.form.desk.faults()
    assert set(faults) == {"skill_level", "attribute"}
    assert faults["skill_level"] == "Skill level is 21; give a whole number from 0 to 20"
    table.send(FieldTyped("skill_level", "3"))
    assert set(table.model.form.desk.faults()) == {"attribute"}
    table.send(FormReset())
    assert table.model.form.desk.faults() == {}


@pytest.mark.parametrize(
    ("text", "by", "after"),
    [
        ("1,5", 1, "2.5"),
        ("0.1", 1, "1.1"),
        ("\u22120,5", 1, "0.5"),
        ("1 000", -1, "999"),
        ("\uff15", 1, "6"),
        ("1e999999", 1, "100000"),
        ("", 1, "1"),
        ("x", 1, "25"),
    ],
)
def test_a_decimal_is_stepped_exactly(text: str, by: int, after: str) -> None:
    table = open_form("garden.pass_time", {"hours": "1"})
    table.send(FieldTyped("hours", text))
    table.send(FieldStepped("hours", by))
    assert table.model.form.desk.typed["hours"] == after


def test_the_sign_of_a_field_is_turned_by_its_key() -> None:
    table = open_form("garden.skill_test", {"attribute": "2"})
    after = []
    for _ in range(2):
        table.send(SignTurned("attribute"))
        after.append(table.model.form.desk.typed["attribute"])
    assert after == ["-2", "2"]
    table.send(FieldTyped("attribute", ""))
    table.send(SignTurned("attribute"))  # the beginning of a number
    table.send(FieldTyped("attribute", "-3"))
    assert table.model.form.desk.faults() == {}
