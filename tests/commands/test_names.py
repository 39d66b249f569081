"""Names and values as typed on the command line."""

from __future__ import annotations

from typing import Any

import pytest

from app.commands import names
from app.core.errors import BadInput
from app.core.procedures.procedure import Procedure
from app.systems import games

EVERY = [pytest.param(each, id=each.id) for game in games().values() for each in game]
SKILL = games()["garden"].procedures["garden.skill_test"]


def refusal(code: Any, *arguments: Any) -> str:
    """Return the message with which a call is refused."""
    with pytest.raises(BadInput) as fault:
        code(*arguments)
    return f"{fault.value.field}: {fault.value.message}"


@pytest.mark.parametrize("procedure", EVERY)
def test_every_procedure_is_found_by_its_id(procedure: Procedure) -> None:
    assert names.find_procedure(procedure.id) is procedure
    assert names.find_procedure(procedure.id.upper()) is procedure


def test_a_name_of_one_game_is_enough() -> None:
    assert names.find_procedure("jump").id == "garden.jump"
    message = refusal(names.find_procedure, "skill_test")
    assert message.endswith("give garden.skill_test or wasteland.skill_test")


@pytest.mark.parametrize("procedure", EVERY)
def test_a_letter_left_out_is_answered_with_the_nearest(procedure: Procedure) -> None:
    index = len(procedure.id) - 2
    wrong = procedure.id[:index] + procedure.id[index + 1 :]
    message = refusal(names.find_procedure, wrong)
    assert message.startswith("procedure: there is no procedure")
    assert procedure.id in message


def test_a_game_in_the_place_of_a_procedure_is_pointed_to_its_list() -> None:
    assert "`tableside list garden`" in refusal(names.find_procedure, "garden")


def test_an_entry_of_the_list_is_a_game_or_a_procedure() -> None:
    assert names.find_entry("Garden") is games()["garden"]
    assert names.find_entry("garden.skill_test") is SKILL
    assert names.find_entry("jump") is names.find_procedure("garden.jump")
    assert "did you mean garden?" in refusal(names.find_entry, "gardn")
    assert "did you mean garden.jump?" in refusal(names.find_entry, "garden.jum")


def test_an_unknown_word_is_pointed_to_the_list() -> None:
    assert refusal(names.find_procedure, "xyzzy").endswith("`tableside list` names all")
    assert "did you mean garden?" in refusal(names.find_game, "gardn")
    assert "garden, wasteland" in refusal(names.find_game, "xyzzy")


@pytest.mark.parametrize("procedure", EVERY)
def test_a_misspelt_input_is_answered_with_the_nearest(procedure: Procedure) -> None:
    for name in procedure.inputs:
        message = refusal(names.read_inputs, procedure, [f"{name}x=1"])
        assert message.startswith(f"{name}x: {procedure.id} has no input")
        assert name in message.partition(";")[2]


@pytest.mark.parametrize("procedure", EVERY)
def test_defaults_as_a_form_shows_them_are_read(procedure: Procedure) -> None:
    from app.widgets.roll.form.forms import field_text

    given = [
        f"{name}={field_text(declared.default)}"
        for name, declared in procedure.inputs.items()
        if not declared.required and field_text(declared.default).count("\n") == 0
    ]
    inputs, _ = names.read_inputs(procedure, given)
    for name, value in inputs.items():
        declared = procedure.inputs[name]
        assert declared.check(value) == declared.default


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("skill_level=3", {"skill_level": 3}),
        ("Skill-Level= 3", {"skill_level": 3}),
        ("offer_cost=no", {"offer_cost": False}),
        ("offer_cost=TRUE", {"offer_cost": True}),
        ("criticals=any-face", {"criticals": "any-face"}),
        ("skill_level=", {}),
        ("skill_level=three", {"skill_level": "three"}),
    ],
)
def test_values(typed: str, value: dict[str, Any]) -> None:
    assert names.read_inputs(SKILL, [typed]) == (value, {})


def test_lists_are_written_with_commas_or_as_json() -> None:
    assist = games()["garden"].procedures["garden.assist"]
    for typed in ("helper_ranks=2,3", "helper_ranks=2 3", "helper_ranks=[2, 3]"):
        assert names.read_inputs(assist, [typed])[0] == {"helper_ranks": [2, 3]}


def test_ranges_are_for_a_scan_alone() -> None:
    typed = ["skill_level=0..8", "target_number=6"]
    assert names.read_inputs(SKILL, typed, ranges=True) == (
        {"target_number": 6},
        {"skill_level": [0, 8]},
    )
    assert names.read_inputs(SKILL, typed)[0]["skill_level"] == "0..8"
    assert refusal(names.read_inputs, SKILL, ["skill_level"]).endswith("name=value")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("yes", True), ("no", False), ("true", True), ("1,3", [1, 3]), ("[2]", [2]), ("none", []),
        ("2 4", [2, 4]), ("worst", "worst"),
    ],
)  # fmt: skip
def test_decisions(typed: str, answer: Any) -> None:
    assert names.read_answer(typed) == answer
    assert names.read_choices(SKILL, [f"succeed_at_cost={typed}"]) == {"succeed_at_cost": answer}


def test_an_unknown_decision_is_named() -> None:
    message = refusal(names.read_choices, SKILL, ["succeed_at_costs=yes"])
    assert message.endswith("did you mean succeed_at_cost?")
    movement = games()["garden"].procedures["garden.movement"]
    assert refusal(names.read_choices, movement, ["x=1"]).endswith("it asks for none")


def test_a_formula_is_bare_dice() -> None:
    lines = (
        "4d6kh3+2",
        "4d6kh3 +2",
        "d%",
        "6#4d6kh3",
        "4dF",
        "(2d6)*2",
        "10-d6",
        "/r d20",
        "d20 >= 15",
    )
    for words in map(str.split, lines):
        procedure, given = names.named(words[0], words[1:])
        assert (procedure.id, given) == ("dice.roll", [f"notation={' '.join(words)}"])
    assert names.named("2 d6", ["name=Fire"])[1] == ["notation=2 d6", "name=Fire"]
    assert names.named("dice.roll", ["notation=d6"])[1] == ["notation=d6"]
    assert names.named("garden.skill_test", [])[0] is SKILL


@pytest.mark.parametrize("procedure", EVERY)
def test_the_valid_values_are_short_words(procedure: Procedure) -> None:
    for declared in procedure.inputs.values():
        words = names.allowed(declared.kind)
        assert words, declared.name
        assert "\n" not in words, declared.name


def test_a_faulty_value_names_the_valid_ones() -> None:
    assert refusal(names.check_inputs, SKILL, {"skill_level": 99}).endswith("0 to 20")
    assert refusal(names.check_inputs, SKILL, {"criticals": "any-fase"}).endswith("any-face?")
    attack = games()["wasteland"].procedures["wasteland.attack"]
    assert "weapon_class=melee-weapon|" in refusal(names.check_inputs, attack, {})
