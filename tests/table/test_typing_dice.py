"""Dice as they are typed and pasted: which faces are taken, which are refused, what comes back."""

from __future__ import annotations

import pytest

from app.core.play import Finished
from app.table.messages.forms import FieldTyped, RouteOpened
from app.table.messages.plays import (
    DiceEntered,
    DieTakenBack,
    FacesTyped,
    FaceTyped,
    KeyTapped,
    PlayCancelled,
    RestRolled,
)
from app.table.plays import asking, next_place
from app.widgets.links import link
from tests.fights.table import Table

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}
TWO_D20 = {"attribute": "6", "skill": "2"}


def entering(path: str, typed: dict[str, str]) -> Table:
    """The form, its dice about to be typed."""
    table = Table()
    table.send(RouteOpened(link(path, typed)))
    table.send(DiceEntered())
    return table


def faces(table: Table) -> list[int]:
    return [each for each in table.model.form.desk.answers or () if isinstance(each, int)]


def grade(table: Table) -> str:
    """The grade of the result; empty where there is none yet."""
    play = table.model.form.desk.play()
    return play.outcome.grade if isinstance(play, Finished) else ""


def keyed(table: Table, keys: str) -> None:
    """Keys one after another: the cursor stands in the next die, or in one that is begun."""
    for key in keys:
        begun = table.model.form.begun
        place, text = begun or (next_place(table.model.form.desk), "")
        if key == "\n":
            table.send(FaceTyped(place, text))
        else:
            table.send(FacesTyped(place, text + key))


@pytest.mark.parametrize("text", ["5 5 2", "552", "5,5,2", "5; 5;2", " 5\t5 2 ", "5 5 2 6 6"])
def test_pasted_faces_fill_the_dice(text: str) -> None:
    table = entering("garden/skill_test", SKILL)
    table.send(FacesTyped(0, text))
    assert (faces(table), grade(table)) == ([5, 5, 2], "yes")


def test_pasted_faces_of_two_digits_are_not_torn_apart() -> None:
    table = entering("trueworld/action_roll", {"ability_die": "d10", "difficulty": "d12"})
    table.send(FacesTyped(0, "10 11"))
    assert faces(table) == [10, 11]


@pytest.mark.parametrize(
    "nonsense", ["x", "-", "🎲", "<b>", "٥", "²", "9 9 9", "\u202e", "9" * 20, "0", "9"]
)
def test_pasted_nonsense_is_said_and_loses_nothing(nonsense: str) -> None:
    table = entering("garden/skill_test", SKILL)
    keyed(table, "5")
    table.send(FacesTyped(1, nonsense))
    assert table.model.form.fault
    assert (faces(table), grade(table)) == ([5], "")
    table.send(FacesTyped(1, "5"))
    assert table.model.form.fault == ""
    keyed(table, "2")
    assert (faces(table), grade(table)) == ([5, 5, 2], "yes")


@pytest.mark.parametrize(
    ("path", "typed", "keys", "fell"),
    [
        ("garden/skill_test", SKILL, "552", [5, 5, 2]),
        ("wasteland/skill_test", TWO_D20, "1\n17", [1, 17]),
        ("wasteland/skill_test", TWO_D20, "320", [3, 20]),
        ("prism/open_roll", {}, "7\n", [7]),
        ("prism/open_roll", {}, "980007", [98, 100, 7]),
        (
            "trueworld/action_roll",
            {"ability_die": "d10", "difficulty": "d12", "boost_dice": "1"},
            "0112",
            [10, 1, 12],
        ),
    ],
)
def test_keys_come_to_the_faces(
    path: str, typed: dict[str, str], keys: str, fell: list[int]
) -> None:
    table = entering(path, typed)
    for number in range(1, len(keys)):
        keyed(table, keys[number - 1])
        assert grade(table) == "", keys[:number]
    keyed(table, keys[-1])
    assert (faces(table), bool(grade(table))) == (fell, True)


@pytest.mark.parametrize(
    ("path", "keys", "fell"),
    [("garden/skill_test", "552", [5, 5, 2]), ("prism/open_roll", "72", [72])],
)
def test_keys_beside_the_dice_are_as_good_as_typing(path: str, keys: str, fell: list[int]) -> None:
    table = entering(path, SKILL if path.startswith("garden") else {})
    for key in keys:
        table.send(KeyTapped(key))
    assert (faces(table), bool(grade(table))) == (fell, True)


def test_a_typed_die_can_be_typed_anew() -> None:
    table = entering("garden/skill_test", SKILL)
    keyed(table, "54")
    table.send(FacesTyped(0, "56"))  # behind the face that stands there
    assert faces(table) == [6, 4]
    table.send(FacesTyped(1, "3"))
    assert faces(table) == [6, 3]
    keyed(table, "2")
    assert faces(table) == [6, 3, 2]


def test_a_die_is_taken_back_across_rolls() -> None:
    table = entering("garden/opposed_test", {"actor_skill": "2", "opponent_skill": "1"})

    def wanted() -> str:
        waits = asking(table.model.form.desk)
        assert waits is not None
        assert waits.wanted is not None
        return waits.wanted.label

    before = wanted()
    keyed(table, "66")
    assert wanted() != before
    table.send(DieTakenBack())
    assert (wanted(), faces(table)) == (before, [6])
    keyed(table, "43")
    assert (faces(table), bool(grade(table))) == ([6, 4, 3], True)


def test_another_input_and_cancelling_end_the_play() -> None:
    table = entering("garden/skill_test", SKILL)
    keyed(table, "5")
    table.send(FieldTyped("skill_level", "2"))
    assert table.model.form.desk.answers is None
    table.send(DiceEntered())
    assert faces(table) == []
    keyed(table, "4")
    table.send(PlayCancelled())
    assert table.model.form.desk.answers is None
    assert table.model.form.desk.typed["skill_level"] == "2"


def test_the_rest_falls_by_chance() -> None:
    table = entering("garden/skill_test", SKILL)
    keyed(table, "55")
    table.send(RestRolled())
    assert faces(table)[:2] == [5, 5]
    assert len(faces(table)) == 3


def test_entering_again_begins_a_new_roll() -> None:
    table = entering("garden/skill_test", SKILL)
    keyed(table, "552")
    table.send(DiceEntered())
    assert faces(table) == []
    keyed(table, "113")
    assert faces(table) == [1, 1, 3]
