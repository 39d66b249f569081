"""Typed and pasted dice: which faces are accepted or refused, and how they are shown."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.play.play import Finished
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.update.commands import HideToast, Notify
from app.update.messages.forms import FieldTyped, RouteOpened
from app.update.messages.plays import (
    DiceEntered,
    DiePicked,
    DieTakenBack,
    FacesTyped,
    FaceTyped,
    KeyTapped,
    PlayCancelled,
    RestRolled,
    RollTapped,
)
from app.update.roll.plays import asking, next_place
from app.update.update import update
from app.widgets.roll.links import link
from app.widgets.roll.play.plays import ENTER, progress, wanted_dice
from tests.fights.table import Table
from tests.tries import tries
from tests.widgets.shelf import example, filled
from tests.widgets.templates import rendered

PROCEDURES = [
    pytest.param(each, id=id)
    for game in games().values()
    for id, each in game.procedures.items()
    if each.asks
]

SKILL = {"skill_level": "3", "attribute": "2", "target_number": "6"}
TWO_D20 = {"attribute": "6", "skill": "2"}


def entering(path: str, typed: dict[str, str]) -> Table:
    """Open a form and start to type its dice."""
    table = Table()
    table.send(RouteOpened(link(path, typed)))
    table.send(DiceEntered())
    return table


def faces(table: Table) -> list[int]:
    """Return the faces so far."""
    return [answer for answer in table.model.form.desk.answers or () if isinstance(answer, int)]


def grade(table: Table) -> str:
    """Return the grade of the result, or an empty text before it."""
    play = table.model.form.desk.play()
    return play.outcome.grade if isinstance(play, Finished) else ""


def press_keys(table: Table, keys: str) -> None:
    """Type keys one after another, into the die that is begun or the next one."""
    for key in keys:
        begun = table.model.form.begun
        place, text = begun or (next_place(table.model.form.desk), "")
        if key == "\n":
            table.send(FaceTyped(place, text))
        else:
            table.send(FacesTyped(place, text + key))


@pytest.mark.parametrize(
    "text", ["5 5 2", "552", "5,5,2", "5.5.2", "5; 5;2", " 5\t5 2 ", "5 5 2 6"]
)
def test_pasted_faces_fill_the_dice(text: str) -> None:
    table = entering("garden/skill_test", SKILL)
    table.send(FacesTyped(0, text))
    assert (faces(table), grade(table)) == ([5, 5, 2], "yes")


@pytest.mark.parametrize(
    ("path", "typed", "text", "notices"),
    [
        ("garden/skill_test", SKILL, "5 5 2 , ", []),
        ("garden/skill_test", SKILL, "5 5 2 6 4", ["Too many faces. Not entered: 6, 4"]),
        ("garden/skill_test", SKILL, "55264", ["Too many faces. Not entered: 64"]),
        (
            "wasteland/skill_test",
            {**TWO_D20, "rerolls": "1"},
            "17 15 3",
            ["Decide first. Not entered: 3"],
        ),
    ],
)
def test_pasted_faces_without_a_die_are_named(
    path: str, typed: dict[str, str], text: str, notices: list[str]
) -> None:
    opened = entering(path, typed).model
    _, commands = update(opened, FacesTyped(0, text), Random(0))
    assert [command.words for command in commands if isinstance(command, Notify)] == notices


def test_the_next_roll_takes_the_notice_of_unused_faces_away() -> None:
    table = entering("garden/skill_test", SKILL)
    table.send(FacesTyped(0, "5 5 2 6 4"))
    assert table.told == "Too many faces. Not entered: 6, 4"
    table.send(RollTapped())
    assert table.told == ""


def test_a_roll_that_begins_takes_the_toast_away_that_would_cover_its_dice() -> None:
    """Its first entry follows only after the dice are typed and the decisions are taken."""
    table = Table()
    table.send(RouteOpened(link("wasteland/skill_test", {**TWO_D20, "rerolls": "1"})))
    for begins in (DiceEntered(), RollTapped()):
        _, commands = update(table.model, begins, Random(0))
        assert HideToast() in commands


def test_pasted_faces_of_two_digits_are_not_torn_apart() -> None:
    table = entering("trueworld/action_roll", {"ability_die": "d10", "difficulty": "d12"})
    table.send(FacesTyped(0, "10 11"))
    assert faces(table) == [10, 11]


@pytest.mark.parametrize(
    "nonsense", ["x", "-", "🎲", "<b>", "٥", "²", "9 9 9", "\u202e", "9" * 20, "0", "9"]
)
def test_pasted_nonsense_is_said_and_loses_nothing(nonsense: str) -> None:
    table = entering("garden/skill_test", SKILL)
    press_keys(table, "5")
    table.send(FacesTyped(1, nonsense))
    assert table.model.form.fault
    assert (faces(table), grade(table)) == ([5], "")
    table.send(FacesTyped(1, "5"))
    assert table.model.form.fault == ""
    press_keys(table, "2")
    assert (faces(table), grade(table)) == ([5, 5, 2], "yes")


def test_the_digits_of_a_refused_number_are_no_faces() -> None:
    table = entering("garden/skill_test", SKILL)
    for typed, waits, expected in (
        ("-", "-", []),
        ("-3", "", []),
        ("+", "+", []),
        ("+3", "", [3]),
        (".", "", [3]),
        ("-", "-", [3]),
        ("4", "", [3, 4]),
    ):
        place = next_place(table.model.form.desk)
        table.send(FacesTyped(place, typed))
        begun = table.model.form.begun or (place, "")
        assert (faces(table), begun) == (expected, (place, waits)), typed
        assert bool(table.model.form.fault) == (typed in ("-", "-3", "+")), typed


@pytest.mark.parametrize(
    ("path", "typed", "keys", "expected"),
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
    path: str, typed: dict[str, str], keys: str, expected: list[int]
) -> None:
    table = entering(path, typed)
    for number in range(1, len(keys)):
        press_keys(table, keys[number - 1])
        assert grade(table) == "", keys[:number]
    press_keys(table, keys[-1])
    assert (faces(table), bool(grade(table))) == (expected, True)


@pytest.mark.parametrize(
    ("path", "keys", "expected"),
    [("garden/skill_test", "552", [5, 5, 2]), ("prism/open_roll", "72", [72])],
)
def test_keys_beside_the_dice_are_as_good_as_typing(
    path: str, keys: str, expected: list[int]
) -> None:
    table = entering(path, SKILL if path.startswith("garden") else {})
    for key in keys:
        table.send(KeyTapped(key))
    assert (faces(table), bool(grade(table))) == (expected, True)


#: Dice and the ways to write some of their faces.
WRITINGS: dict[str, dict[int, tuple[str, ...]]] = {
    **{f"d{sides}": {} for sides in (2, 3, 4, 6, 8, 12, 16, 20, 24, 30, 50, 99)},
    "d10": {10: ("10", "0")},
    "d100": {100: ("100", "00"), **{face: (str(face), f"0{face}") for face in range(1, 10)}},
    "dF": {
        1: ("-", "\u2212", "\u2013", "-1", "\u22121", "\uff0d"),
        2: ("0", "\uff10"),
        3: ("+", "+1", "1", "\uff0b", "\uff11"),
    },
}
MIXED = dict.fromkeys(("-", "\u2212", "\u2013", "\uff0d"), "-1") | {"+": "+1", "\uff0b": "+1"}
APART = (" ", ",", ", ", ". ", ";", "\n", "\t", "\r\n", "\u00a0", "\u3000", "\uff0c", "  ", " / ")


def sides_of(die: str) -> int:
    return 3 if die == "dF" else int(die[1:])


def write_face(die: str, face: int, data: st.DataObject) -> str:
    """Draw a way to write a face."""
    return data.draw(st.sampled_from(WRITINGS[die].get(face, (str(face),))))


def hand(die: str, data: st.DataObject) -> tuple[list[int], list[str]]:
    """Draw some faces of such dice, each in one of its notations."""
    sides = sides_of(die)
    likely = st.sampled_from([1, min(10, sides), sides])
    expected = data.draw(st.lists(likely | st.integers(1, sides), min_size=1, max_size=6))
    texts = [write_face(die, face, data) for face in expected]
    # Signs and values are two notations of a die; one hand uses only one of them.
    return expected, [MIXED.get(text, text) for text in texts] if {"1", "\uff11"} & {
        *texts
    } else texts


def enter_dice(die: str, count: int) -> Table:
    """Start to type so many dice."""
    return entering("dice/roll", {"notation": f"{count}{die}"})


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_faces_are_pasted_as_people_write_them(die: str, data: st.DataObject) -> None:
    expected, texts = hand(die, data)
    table = enter_dice(die, len(expected))
    apart = data.draw(st.sampled_from(APART))
    ends = data.draw(st.sampled_from([("", ""), ("[", "]"), ("", apart), (apart, "")]))
    table.send(FacesTyped(0, f"{ends[0]}{apart.join(texts)}{ends[1]}"))
    if not grade(table) and len(expected) == 1:  # a single face may still grow
        press_keys(table, "\n")
    assert (faces(table), table.model.form.fault) == (expected, "")
    assert grade(table)


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_faces_are_typed_one_after_another(die: str, data: st.DataObject) -> None:
    """Each field gets its text; typing in the next field ends the one before."""
    expected, texts = hand(die, data)
    table = enter_dice(die, len(expected))
    for place, text in enumerate(texts):
        table.send(FacesTyped(place, text))
    if not grade(table):
        table.send(FaceTyped(len(texts) - 1, texts[-1]))
    assert (faces(table), table.model.form.fault) == (expected, "")
    assert grade(table)


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_keys_and_enter_are_each_face(die: str, data: st.DataObject) -> None:
    expected, texts = hand(die, data)
    table = enter_dice(die, len(expected))
    for text in texts:
        press_keys(table, text)
        if table.model.form.begun and text not in ("-", "+"):
            press_keys(table, "\n")
    assert (faces(table), table.model.form.fault) == (expected, "")
    assert grade(table)


@pytest.mark.parametrize(
    ("notation", "keys", "expected"),
    [
        ("2d10", "10\n10", [10]),
        ("2d10", "1010", [10, 10]),
        ("2d10", "15", [1, 5]),
        ("2d10", "1\n0", [1, 10]),
        ("2d10", "110", [1, 10]),
        ("2d100", "10\n100", [10, 100]),
        ("2d100", "10045", [100, 45]),
        ("2d100", "1045", [10, 45]),
        ("4dF", "-0+-", [1, 2, 3, 1]),
        ("4dF", "- + ", [1, 2, 3, 2]),
        ("4dF", "11-10", [3, 3, 1, 2]),
        ("4dF", "+1-1+1-1", [3, 1, 3, 1]),
        ("2dF", "11", [3, 3]),
    ],
)
def test_a_digit_waits_where_it_may_grow(notation: str, keys: str, expected: list[int]) -> None:
    table = entering("dice/roll", {"notation": notation})
    if keys == "10\n10":
        press_keys(table, "10")
        assert faces(table) == expected
        return
    press_keys(table, keys)
    assert faces(table) == expected
    assert grade(table)


@pytest.mark.parametrize(
    ("notation", "text", "expected"),
    [
        ("4dF", "1 0 -1 1", [3, 2, 1, 3]),
        ("4dF", "- 0 + +", [1, 2, 3, 3]),
        ("4dF", "\u22120+\u2212", [1, 2, 3, 1]),
        ("4dF", "+1\n\u22121\n0\n- 1", [3, 1, 2, 1]),
        ("2d100", "100", [100]),
        ("2d100", "100 00", [100, 100]),
        ("2d10", "10", [10]),
        ("2d10", "1,10", [1, 10]),
        ("3d6", "5-5-2", [5, 5, 2]),
        ("3d6", "5 + 5 + 2", [5, 5, 2]),
        ("2d10", "+3 +9", [3, 9]),
        ("2d10", "\uff0b3\n+ 9", [3, 9]),
        ("3d6", "\uff15\uff15\uff12", [5, 5, 2]),
        ("2d20", "05 17", [5, 17]),
    ],
)
def test_pasted_faces_are_those_that_were_meant(
    notation: str, text: str, expected: list[int]
) -> None:
    table = entering("dice/roll", {"notation": notation})
    table.send(FacesTyped(0, text))
    assert (faces(table), table.model.form.fault) == (expected, "")


@pytest.mark.parametrize("separator", [" ", ",", ", ", ";", "/", "、", "\u3000"])
def test_a_separator_after_a_whole_face_is_no_fault(separator: str) -> None:
    table = entering("dice/roll", {"notation": "3d20"})
    table.send(FacesTyped(0, "9"))
    table.send(FacesTyped(1, separator))
    assert (faces(table), table.model.form.fault, table.model.form.begun) == ([9], "", (1, ""))
    table.send(FacesTyped(1, separator + "17"))
    assert (faces(table), table.model.form.fault) == ([9, 17], "")


@pytest.mark.parametrize(
    ("notation", "text", "expected", "message"),
    [
        ("3d6", "-5", [], "'-5' is no face; give 1 to 6"),
        ("3d6", "3.5", [], "'3.5' is no face; give 1 to 6"),
        ("3d6", "5 9 2", [5], "a d6 has no face 9; give 1 to 6"),
        ("3d6", "5 12 2", [5], "a d6 has no face 12; give 1 to 6"),
        ("3d6", "d6: 5", [], "'d6:' is no face; give 1 to 6"),
        ("2d10", "01 5", [], "a d10 has no face 01; give 1 to 10"),
        ("4dF", "2", [], "'2' is no face; give \u2212, 0 or +"),
        ("4dF", "- 3", [1], "'3' is no face; give \u2212, 0 or +"),
        ("4dF", ",", [], "',' is no face; give \u2212, 0 or +"),
    ],
)
def test_the_first_invalid_face_is_named_and_those_before_are_taken(
    notation: str, text: str, expected: list[int], message: str
) -> None:
    table = entering("dice/roll", {"notation": notation})
    table.send(FacesTyped(0, text))
    assert (faces(table), table.model.form.fault) == (expected, message)


def test_fate_dice_stand_in_their_fields_as_they_look() -> None:
    table = entering("dice/roll", {"notation": "4dF"})
    table.send(FacesTyped(0, "-1 0 +"))
    waits = asking(table.model.form.desk)
    assert waits is not None
    assert waits.wanted is not None
    request = wanted_dice(waits.wanted)
    assert request.texts == ("\u2212", "0", "+", "")
    html = rendered("play.html", **vars(progress(waits)), eyebrow="", fault="", picked=None)
    fields = html.with_attribute("data-die")
    assert [field["value"] for field in fields] == ["\u2212", "0", "+", ""]
    assert all(str(field["aria-label"]).endswith("\u2212, 0 or +") for field in fields)
    assert {"#die-any"} == {each for each in html.all("href") if each.startswith("#die-")}
    table.send(FacesTyped(0, "\u2212+"))  # appended to the face in the field
    assert faces(table) == [3, 2, 3]
    for key in ("1", "2"):  # the keys beside the dice give the faces in order
        table.send(DiePicked(0))
        table.send(KeyTapped(key))
        assert faces(table)[0] == int(key)


def test_a_key_ends_a_face_that_could_grow_where_there_is_no_enter() -> None:
    table = entering("dice/roll", {"notation": "2d100"})
    for key in ("1", "0", ENTER, "7", ENTER):
        table.send(KeyTapped(key))
    assert (faces(table), bool(grade(table))) == ([10, 7], True)


def test_enter_on_nothing_does_nothing() -> None:
    table = entering("dice/roll", {"notation": "2d100"})
    table.send(KeyTapped(ENTER))
    table.send(FaceTyped(0, ""))
    assert (faces(table), table.model.form.fault) == ([], "")


def test_a_face_that_was_begun_is_kept_where_the_rest_falls_by_chance() -> None:
    table = entering("dice/roll", {"notation": "2d10"})
    press_keys(table, "1")
    table.send(RestRolled())
    assert faces(table)[0] == 1
    assert len(faces(table)) == 2
    table.send(DiceEntered())
    press_keys(table, "51")
    for _ in range(2):
        table.send(RestRolled())
        assert (faces(table), bool(grade(table))) == ([5, 1], True)


def test_a_face_that_is_begun_anew_is_kept_where_typing_goes_on_elsewhere() -> None:
    table = entering("dice/roll", {"notation": "3d20"})
    press_keys(table, "53")
    table.send(FacesTyped(0, "1"))
    table.send(FacesTyped(2, "7"))
    assert (faces(table), bool(grade(table))) == ([1, 3, 7], True)


def test_a_cancelled_play_forgets_a_begun_face() -> None:
    table = entering("dice/roll", {"notation": "2d10"})
    press_keys(table, "1")
    table.send(PlayCancelled())
    table.send(DiceEntered())
    assert table.model.form.begun is None


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_faces_of_every_procedure_are_pasted(procedure: Procedure) -> None:
    """The dice of its example are pasted at once, separated by blanks."""
    case = example(procedure)
    rolled = case.get("dice", [])
    typed = filled(procedure, case.get("inputs", {}))
    table = entering(procedure.id.replace(".", "/"), typed)
    waits = asking(table.model.form.desk)
    if waits is None or waits.wanted is None or case.get("choices"):
        return
    table.send(FaceTyped(0, " ".join(map(str, rolled))))
    assert faces(table)[: len(rolled)] == rolled
    assert table.model.form.fault == ""


def test_a_typed_die_can_be_typed_anew() -> None:
    table = entering("garden/skill_test", SKILL)
    press_keys(table, "54")
    table.send(FacesTyped(0, "56"))  # appended to the face in the field
    assert faces(table) == [6, 4]
    table.send(FacesTyped(1, "3"))
    assert faces(table) == [6, 3]
    press_keys(table, "2")
    assert faces(table) == [6, 3, 2]


def test_a_die_is_taken_back_across_rolls() -> None:
    table = entering("garden/opposed_test", {"actor_skill": "2", "opponent_skill": "1"})

    def next_label() -> str:
        waits = asking(table.model.form.desk)
        assert waits is not None
        assert waits.wanted is not None
        return waits.wanted.label

    before = next_label()
    press_keys(table, "66")
    assert next_label() != before
    table.send(DieTakenBack())
    assert (next_label(), faces(table)) == (before, [6])
    press_keys(table, "43")
    assert (faces(table), bool(grade(table))) == ([6, 4, 3], True)


def test_another_input_and_cancelling_end_the_play() -> None:
    table = entering("garden/skill_test", SKILL)
    press_keys(table, "5")
    table.send(FieldTyped("skill_level", "2"))
    assert table.model.form.desk.answers is None
    table.send(DiceEntered())
    assert faces(table) == []
    press_keys(table, "4")
    table.send(PlayCancelled())
    assert table.model.form.desk.answers is None
    assert table.model.form.desk.typed["skill_level"] == "2"


def test_the_rest_falls_by_chance() -> None:
    table = entering("garden/skill_test", SKILL)
    press_keys(table, "55")
    table.send(RestRolled())
    assert faces(table)[:2] == [5, 5]
    assert len(faces(table)) == 3


def test_entering_again_begins_a_new_roll() -> None:
    table = entering("garden/skill_test", SKILL)
    press_keys(table, "552")
    table.send(DiceEntered())
    assert faces(table) == []
    press_keys(table, "113")
    assert faces(table) == [1, 1, 3]


def test_dice_of_another_combatant_are_asked_for_by_its_name() -> None:
    inputs = {"weapon_class": "explosives", "damage_rating": "1", "targets": "2"}
    table = entering("wasteland/blast", inputs)
    table.send(FacesTyped(0, "2 10"))
    waits = asking(table.model.form.desk)
    assert waits is not None
    shown = progress(waits, names={"target1": "Raider 1", "target2": "Raider 2"})
    assert [roll.words for roll in shown.rolls] == ["Damage", "Raider 1: hit location"]
    assert shown.wanted is not None
    assert shown.wanted.label == "Raider 2: hit location"
    assert progress(waits).wanted == replace(shown.wanted, label="Target 2: hit location")
