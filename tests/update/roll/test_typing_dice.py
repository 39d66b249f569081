"""Dice as they are typed and pasted: which faces are taken, which are refused, what comes back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.play.play import Finished
from app.core.procedures.procedure import Procedure
from app.systems import games
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
)
from app.update.roll.plays import asking, next_place
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


#: Dice as they are typed, and what people write for some of their faces.
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
APART = (" ", ",", ", ", ";", "\n", "\t", "\r\n", "\u00a0", "\u3000", "\uff0c", "  ", " / ")


def sides_of(die: str) -> int:
    return 3 if die == "dF" else int(die[1:])


def written(die: str, face: int, data: st.DataObject) -> str:
    return data.draw(st.sampled_from(WRITINGS[die].get(face, (str(face),))))


def hand(die: str, data: st.DataObject) -> tuple[list[int], list[str]]:
    """Some faces of such dice, each as it may be written."""
    sides = sides_of(die)
    likely = st.sampled_from([1, min(10, sides), sides])
    fell = data.draw(st.lists(likely | st.integers(1, sides), min_size=1, max_size=6))
    texts = [written(die, face, data) for face in fell]
    # Signs and values are two ways to read one die: nobody mixes them in one hand.
    return fell, [MIXED.get(each, each) for each in texts] if {"1", "\uff11"} & {*texts} else texts


def thrown(die: str, count: int) -> Table:
    return entering("dice/roll", {"notation": f"{count}{die}"})


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_faces_are_pasted_as_people_write_them(die: str, data: st.DataObject) -> None:
    fell, texts = hand(die, data)
    table = thrown(die, len(fell))
    apart = data.draw(st.sampled_from(APART))
    ends = data.draw(st.sampled_from([("", ""), ("[", "]"), ("", apart), (apart, "")]))
    table.send(FacesTyped(0, f"{ends[0]}{apart.join(texts)}{ends[1]}"))
    if not grade(table) and len(fell) == 1:  # a single one may go on
        keyed(table, "\n")
    assert (faces(table), table.model.form.fault) == (fell, "")
    assert grade(table)


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_faces_are_typed_one_after_another(die: str, data: st.DataObject) -> None:
    """A text for each field; who goes on in the next field has ended the one before."""
    fell, texts = hand(die, data)
    table = thrown(die, len(fell))
    for place, text in enumerate(texts):
        table.send(FacesTyped(place, text))
    if not grade(table):
        table.send(FaceTyped(len(texts) - 1, texts[-1]))
    assert (faces(table), table.model.form.fault) == (fell, "")
    assert grade(table)


@pytest.mark.parametrize("die", WRITINGS)
@given(st.data())
@settings(max_examples=tries(30))
def test_keys_and_enter_are_each_face(die: str, data: st.DataObject) -> None:
    fell, texts = hand(die, data)
    table = thrown(die, len(fell))
    for text in texts:
        keyed(table, text)
        if table.model.form.begun and text not in ("-", "+"):
            keyed(table, "\n")
    assert (faces(table), table.model.form.fault) == (fell, "")
    assert grade(table)


@pytest.mark.parametrize(
    ("notation", "keys", "fell"),
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
def test_a_digit_waits_where_it_may_grow(notation: str, keys: str, fell: list[int]) -> None:
    table = entering("dice/roll", {"notation": notation})
    if keys == "10\n10":
        keyed(table, "10")
        assert faces(table) == fell
        return
    keyed(table, keys)
    assert faces(table) == fell
    assert grade(table)


@pytest.mark.parametrize(
    ("notation", "text", "fell"),
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
        ("3d6", "\uff15\uff15\uff12", [5, 5, 2]),
        ("2d20", "05 17", [5, 17]),
    ],
)
def test_pasted_faces_are_those_that_were_meant(notation: str, text: str, fell: list[int]) -> None:
    table = entering("dice/roll", {"notation": notation})
    table.send(FacesTyped(0, text))
    assert (faces(table), table.model.form.fault) == (fell, "")


@pytest.mark.parametrize(
    ("notation", "text", "taken", "named"),
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
def test_what_is_no_face_is_named_and_what_stands_before_it_is_taken(
    notation: str, text: str, taken: list[int], named: str
) -> None:
    table = entering("dice/roll", {"notation": notation})
    table.send(FacesTyped(0, text))
    assert (faces(table), table.model.form.fault) == (taken, named)


def test_fate_dice_stand_in_their_fields_as_they_look() -> None:
    table = entering("dice/roll", {"notation": "4dF"})
    table.send(FacesTyped(0, "-1 0 +"))
    waits = asking(table.model.form.desk)
    assert waits is not None
    assert waits.wanted is not None
    wanted = wanted_dice(waits.wanted)
    assert wanted.texts == ("\u2212", "0", "+", "")
    html = rendered("play.html", **vars(progress(waits)), eyebrow="", fault="", picked=None)
    fields = html.with_attribute("data-die")
    assert [each["value"] for each in fields] == ["\u2212", "0", "+", ""]
    assert all(str(each["aria-label"]).endswith("\u2212, 0 or +") for each in fields)
    assert {"#die-any"} == {each for each in html.all("href") if each.startswith("#die-")}
    table.send(FacesTyped(0, "\u2212+"))  # behind what stands there
    assert faces(table) == [3, 2, 3]
    for key in ("1", "2"):  # the keys beside them are its faces in their order
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
    keyed(table, "1")
    table.send(RestRolled())
    assert faces(table)[0] == 1
    assert len(faces(table)) == 2
    table.send(DiceEntered())
    keyed(table, "51")
    for _ in range(2):
        table.send(RestRolled())
        assert (faces(table), bool(grade(table))) == ([5, 1], True)


def test_a_face_that_is_begun_anew_is_kept_where_typing_goes_on_elsewhere() -> None:
    table = entering("dice/roll", {"notation": "3d20"})
    keyed(table, "53")
    table.send(FacesTyped(0, "1"))
    table.send(FacesTyped(2, "7"))
    assert (faces(table), bool(grade(table))) == ([1, 3, 7], True)


def test_what_was_begun_is_gone_with_its_play() -> None:
    table = entering("dice/roll", {"notation": "2d10"})
    keyed(table, "1")
    table.send(PlayCancelled())
    table.send(DiceEntered())
    assert table.model.form.begun is None


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_the_faces_of_every_procedure_are_pasted(procedure: Procedure) -> None:
    """The dice of its example, all at once, with a blank between."""
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
