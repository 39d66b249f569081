"""Values of a link enter the form or are blamed, no matter how odd they are."""

from __future__ import annotations

import pytest

from app.core.errors import BadInput
from app.core.games import find
from app.core.odds.odds import chances
from app.core.play.play import Finished
from app.systems import games
from app.update.messages.forms import FieldTyped, RouteOpened
from app.update.messages.plays import RollTapped
from app.widgets.roll.links import unknown_words
from tests.fights.table import Table

FORM = "garden/skill_test"
PROCEDURE = find(games(), "garden.skill_test")

#: Values of a link for the form, and the field that is blamed.
BAD = [
    ("skill_level=99", "skill_level"),
    ("skill_level=-1", "skill_level"),
    ("skill_level=abc", "skill_level"),
    ("skill_level=NaN", "skill_level"),
    ("skill_level=1e400", "skill_level"),
    ("skill_level=" + "9" * 5000, "skill_level"),
    ("skill_level=%F0%9F%8E%B2", "skill_level"),
    ("skill_level=<img src=x onerror=alert(1)>", "skill_level"),
    ("skill_level=%3Cscript%3Ealert(1)%3C/script%3E", "skill_level"),
    ("skill_level=%", "skill_level"),
    ("skill_level=%zz", "skill_level"),
    ("skill_level=[]", "skill_level"),
    ("skill_level=null", "skill_level"),
    ("skill_level=true", "skill_level"),
    ("skill_level=3&skill_level=77", "skill_level"),
    ("criticals=nonsense", "criticals"),
    ("criticals=%00", "criticals"),
    ("skill_level", ""),
    ("skill_level=", ""),
    ("", ""),
    ("&&&&", ""),
    ("~nosuch=1", ""),
    ("~=1", ""),
]

#: Values of a link for inputs that the form does not have.
UNKNOWN = ["nosuch=1", "=1", "__proto__=1", "constructor=1", "Skill_level=3", "nosuch=<b>x</b>"]

#: Rolls that do not fit this form.
MISFITS = [
    *("9.9.9", "0.0.0", "5.5.2.1", "x.y.z", "5.5.-2", "1e3", "5.5.2.5.5.2", "%00", "🎲", "[5,5,2]"),
    *('{"a":1}', '5.5.2.{"succeed_at_cost":"accept"}', '{"__proto__":{}}', "{", '5.{"a":', "null"),
    *("999999999999", ".".join(["5"] * 3000)),
]


def open_form(query: str) -> Table:
    """Open the form with this query."""
    table = Table()
    table.send(RouteOpened(f"#/{FORM}?{query}"))
    return table


def roll(table: Table) -> Finished:
    """Roll the form and return the finished play."""
    table.send(RollTapped())
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    return play


@pytest.mark.parametrize(("query", "field"), BAD)
def test_a_link_with_nonsense_is_told_at_the_field(query: str, field: str) -> None:
    table = open_form(f"attribute=2&{query}")
    form = table.model.form
    assert list(form.desk.faults()) == ([field] if field else [])
    assert all(len(words) > 10 for words in form.desk.faults().values())
    assert form.desk.typed["attribute"] == "2"
    assert form.unknown == {}
    # With corrected fields it works.
    for name, text in {"skill_level": "3", "criticals": "any-face"}.items():
        table.send(FieldTyped(name, text))
    desk = table.model.form.desk
    assert desk.faults() == {}
    expected = chances(PROCEDURE.bind({"skill_level": 3, "attribute": 2})).grades
    assert desk.chances().grades == expected


@pytest.mark.parametrize("word", UNKNOWN)
def test_unknown_values_of_a_link_are_named_and_the_rest_works(word: str) -> None:
    table = open_form(f"{word}&skill_level=3&attribute=2")
    desk = table.model.form.desk
    assert desk.faults() == {}
    assert (desk.typed["skill_level"], desk.typed["attribute"]) == ("3", "2")
    roll(table)
    assert f"“{word}”" in unknown_words(table.model.form.unknown)
    table.send(FieldTyped("attribute", "1"))  # the form no longer matches the link
    assert table.model.form.unknown == {}


@pytest.mark.parametrize("dice", MISFITS)
def test_a_roll_that_does_not_fit_is_told_and_a_new_one_falls(dice: str) -> None:
    table = open_form(f"skill_level=3&~dice={dice}")
    desk = table.model.form.desk
    assert (desk.faults(), desk.typed["skill_level"]) == ({}, "3")
    with pytest.raises(BadInput) as fault:
        desk.play()
    assert fault.value.field == "dice"
    faces = [answer for answer in roll(table).answers if isinstance(answer, int)]
    assert len(faces) == 3
