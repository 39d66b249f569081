"""What a link says is in the form or is blamed, whatever somebody writes into it."""

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

#: What a link says of the form, and the field that is blamed for it.
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

#: What a link says that no input of the form is called.
UNKNOWN = ["nosuch=1", "=1", "__proto__=1", "constructor=1", "Skill_level=3", "nosuch=<b>x</b>"]

#: Rolls that do not fit this form.
MISFITS = [
    *("9.9.9", "0.0.0", "5.5.2.1", "x.y.z", "5.5.-2", "1e3", "5.5.2.5.5.2", "%00", "🎲", "[5,5,2]"),
    *('{"a":1}', '5.5.2.{"succeed_at_cost":"accept"}', '{"__proto__":{}}', "{", '5.{"a":', "null"),
    *("999999999999", ".".join(["5"] * 3000)),
]


def opened(query: str) -> Table:
    table = Table()
    table.send(RouteOpened(f"#/{FORM}?{query}"))
    return table


def rolled(table: Table) -> Finished:
    table.send(RollTapped())
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    return play


@pytest.mark.parametrize(("query", "field"), BAD)
def test_a_link_with_nonsense_is_told_at_the_field(query: str, field: str) -> None:
    table = opened(f"attribute=2&{query}")
    form = table.model.form
    assert list(form.desk.faults()) == ([field] if field else [])
    assert all(len(words) > 10 for words in form.desk.faults().values())
    assert form.desk.typed["attribute"] == "2"
    assert form.unknown == {}
    # Mended, it works.
    for name, text in {"skill_level": "3", "criticals": "any-face"}.items():
        table.send(FieldTyped(name, text))
    desk = table.model.form.desk
    assert desk.faults() == {}
    wanted = chances(PROCEDURE.bind({"skill_level": 3, "attribute": 2})).grades
    assert desk.chances().grades == wanted


@pytest.mark.parametrize("word", UNKNOWN)
def test_what_the_form_does_not_know_of_a_link_is_said_and_the_rest_works(word: str) -> None:
    table = opened(f"{word}&skill_level=3&attribute=2")
    desk = table.model.form.desk
    assert desk.faults() == {}
    assert (desk.typed["skill_level"], desk.typed["attribute"]) == ("3", "2")
    rolled(table)
    assert f"“{word}”" in unknown_words(table.model.form.unknown)
    table.send(FieldTyped("attribute", "1"))  # another form than the link's
    assert table.model.form.unknown == {}


@pytest.mark.parametrize("dice", MISFITS)
def test_a_roll_that_does_not_fit_is_told_and_a_new_one_falls(dice: str) -> None:
    table = opened(f"skill_level=3&~dice={dice}")
    desk = table.model.form.desk
    assert (desk.faults(), desk.typed["skill_level"]) == ({}, "3")
    with pytest.raises(BadInput) as told:
        desk.play()
    assert told.value.field == "dice"
    faces = [each for each in rolled(table).answers if isinstance(each, int)]
    assert len(faces) == 3
