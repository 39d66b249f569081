"""TrueWorld: complete by its rules file; house rules and odds are checked."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.odds.odds import odds, spread
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Outcome
from app.core.procedures.tables import Table
from app.core.sheets import Derived, Track
from app.systems.trueworld import GAME
from tests.examples import DATA
from tests.tries import tries

COVERAGE = json.loads((DATA / "trueworld" / "coverage.json").read_text(encoding="utf-8"))
DICE = ["d4", "d6", "d8", "d10", "d12"]


def play(name: str, *faces: int, **inputs: Any) -> Outcome:
    return by_hand(GAME.procedures[f"trueworld.{name}"].bind(inputs), faces).outcome


def chances(name: str, **inputs: Any) -> dict[str, Fraction]:
    return odds(GAME.procedures[f"trueworld.{name}"].bind(inputs))


def table(name: str) -> Table[Any]:
    return next(table for table in GAME.tables if table.id == f"trueworld.{name}")


# --- coverage ---


def test_every_procedure_and_table_of_the_rules_file_is_there() -> None:
    assert {each.name for each in GAME} == set(COVERAGE["procedures"])
    assert {table.id: len(table.rows) for table in GAME.tables} == {
        f"trueworld.{name}": rows for name, rows in COVERAGE["tables"].items()
    }


@pytest.mark.parametrize("name", COVERAGE["inputs"])
def test_inputs_and_grades_stand_in_the_order_of_the_rules_file(name: str) -> None:
    procedure = GAME.procedures[f"trueworld.{name}"]
    assert list(procedure.inputs) == COVERAGE["inputs"][name]
    assert [grade.id for grade in procedure.grades] == COVERAGE["grades"][name]


@pytest.mark.parametrize("name", COVERAGE["values"])
def test_an_outcome_has_exactly_the_values_of_the_rules_file(name: str) -> None:
    inputs: dict[str, dict[str, Any]] = {
        "assisted_action": {"helper_dice": ["d4"]},
        "effect_level": {"result": 0},
    }
    faces = {"action_roll": 2, "unskilled_roll": 3, "quick_action": 2, "teamwork": 2}
    dice = [2, 1, 2, 2, 1] if name == "assisted_action" else [2] * faces.get(name, 0)
    result = play(name, *dice, **inputs.get(name, {}))
    assert list(result.values) == COVERAGE["values"][name]


def test_options_are_house_rules_where_the_rules_file_says() -> None:
    assert set(GAME.house) == set(COVERAGE["options"])
    for option, names in COVERAGE["options"].items():
        assert {each.name for each in GAME if option in each.inputs} == set(names)


def test_rules_are_honoured_where_the_rules_file_says() -> None:
    assert GAME.encounter is not None
    assert GAME.sheet is not None
    cited = {
        each.name: {*each.rule_ids, *(id for one in each.inputs.values() for id in one.kind.rules)}
        for each in GAME
    }
    cited |= {table.id.partition(".")[2]: set(table.rule_ids) for table in GAME.tables}
    cited["encounter"] = {
        id for transition in GAME.encounter.transitions for id in transition.rules
    }
    marks: list[Derived | Track] = [*GAME.sheet.derived, *GAME.sheet.tracks]
    kinds = [field.kind for field in GAME.sheet.fields]
    kinds += [each.kind for records in GAME.sheet.lists for each in records.of]
    cited["sheet"] = {id for each in (*marks, *kinds) for id in each.rules}
    for rules, places in COVERAGE["rules"].items():
        for place in places:
            assert set(rules.split()) <= cited[place], place
    assert len(GAME.rules) == 53


# --- tables ---


def test_the_table_of_pools_shows_exact_means() -> None:
    assert {row[0]: list(row[1:]) for row in table("dice_pools")} == COVERAGE["pools"]


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("keep", ["highest", "lowest"])
def test_means_agree_with_a_second_opinion(die: str, count: int, keep: str) -> None:
    pool = icepool.d(int(die[1:])).pool(count)
    mean = (pool.highest() if keep == "highest" else pool.lowest()).sum().mean()
    result = play("pool_estimate", die=die, count=count, keep=keep).values
    assert Fraction(result["average_num"], result["average_den"]) == mean


@pytest.mark.parametrize("result", range(-11, 12))
def test_levels_are_those_of_the_table(result: int) -> None:
    outcome = play("effect_level", result=result)
    size = abs(result)
    level = 1 if size <= 2 else 2 if size <= 5 else 3
    assert outcome.values == {"effect_score": size + 1, "level": level}
    assert outcome.success == (result >= 0)
    assert table("effect_levels")[level].effect.lower() == outcome.grade.partition("-")[0]


# --- house rules ---


@pytest.mark.parametrize("result", range(-11, 12))
def test_dangerous_encounters_changes_ties_and_nothing_else(result: int) -> None:
    plain = play("effect_level", result=result)
    dangerous = play("effect_level", result=result, dangerous_encounters=True)
    if result == 0:
        assert (plain.grade, dangerous.grade) == ("marginal-success", "marginal-failure")
    else:
        assert plain.grade == dangerous.grade
    assert plain.values == dangerous.values


@pytest.mark.parametrize(
    ("result", "score", "level"), [(0, 0, 1), (3, 3, 1), (4, 4, 2), (-6, 6, 2), (7, 7, 3)]
)
def test_the_level_may_be_read_from_the_bare_result(result: int, score: int, level: int) -> None:
    outcome = play("effect_level", result=result, effect_from_result=True)
    assert outcome.values == {"effect_score": score, "level": level}


@pytest.mark.parametrize(
    ("cancels", "position", "dice"),
    [
        (False, "neutral", 2),
        (False, "advantage", 2),
        (False, "disadvantage", 2),
        (True, "neutral", 2),
        (True, "advantage", 1),
        (True, "disadvantage", 2),
    ],
)
def test_only_a_house_rule_frees_the_unskilled(cancels: bool, position: str, dice: int) -> None:
    inputs = {"position": position, "unskilled_advantage_cancels": cancels}
    result = play("unskilled_roll", 2, *[3, 1][:dice], **inputs)
    assert (result.values["difficulty_dice"], result.values["opposition"]) == (dice, 3)
    as_general = play("action_roll", 2, *[3, 1][:dice], unskilled=True, ability_die="d12", **inputs)
    assert as_general.values == result.values


def test_quick_actions_of_the_unskilled() -> None:
    assert play("quick_action", 2, 3, unskilled=True).values["opposition"] == 3
    strict = {"unskilled": True, "quick_unskilled_disadvantage": True}
    assert play("quick_action", 2, 1, 3, **strict).grade == "failure"
    assert play("teamwork", 2, 1, 3, **strict).grade == "not-helpful"
    # The skilled roll one difficulty die all the same.
    assert play("quick_action", 2, 1, quick_unskilled_disadvantage=True).grade == "success"
    helped = play(
        "assisted_action",
        *[2, 1, 3, 4, 2],
        helper_dice=["unskilled"],
        quick_unskilled_disadvantage=True,
    )
    assert helped.values["helpers_succeeded"] == 0


def test_ties_of_helpers_follow_dangerous_encounters_too() -> None:
    tie = {"helper_dice": ["d6"], "difficulty": "d6"}
    assert play("assisted_action", 3, 3, 4, 4, 4, **tie).values["ability_dice"] == 2
    fails = play("assisted_action", 3, 3, 4, 4, dangerous_encounters=True, **tie)
    assert (fails.values["ability_dice"], fails.grade) == (1, "marginal-failure")
    assert play("teamwork", 3, 3, dangerous_encounters=True).grade == "not-helpful"
    assert play("quick_action", 3, 3, dangerous_encounters=True).grade == "failure"


@pytest.mark.parametrize("boost", [0, 1, 2])
@pytest.mark.parametrize("result", range(-11, 12))
def test_boosts_raise_the_level_of_successes_up_to_three(boost: int, result: int) -> None:
    bare = play("effect_level", result=result).values
    outcome = play("effect_level", result=result, effect_boost=boost)
    raised = min(3, bare["level"] + boost) if outcome.success else bare["level"]
    assert outcome.values == {"effect_score": bare["effect_score"], "level": raised}


def test_damage_and_harm_follow_the_raised_level() -> None:
    attack = play("action_roll", 6, 4, purpose="attack", effect_boost=2)
    assert [(e.who, e.field, e.op, e.value) for e in attack.effects] == [
        ("target", "damage", "add", 3)
    ]
    assert play("action_roll", 1, 4, purpose="attack").effects == ()
    assert play("action_roll", 6, 4, purpose="defend").effects == ()


def test_help_is_used_up_after_damage_is_dealt() -> None:
    result = play("unskilled_roll", 4, 1, 1, 2, teamwork_dice=1, purpose="attack")
    assert [(e.who, e.field, e.op, e.value) for e in result.effects] == [
        ("target", "damage", "add", 1),
        ("self", "teamwork_dice", "set", 0),
    ]


def test_steps_end_in_the_level() -> None:
    result = play("action_roll", 5, 4, effect_boost=1, ability_die="d8", difficulty="d6")
    steps = [(step.op, step.value) for step in result.steps]
    assert steps == [("", 5), ("against", 4), ("=", 1), ("effect", 2), ("+", 1), ("=", 2)]


@pytest.mark.parametrize(
    ("inputs", "chances", "tie"),
    [
        # d4 against the lower of two d8, a tie succeeds: 130 of 256; unskilled 30 of 256.
        ({"difficulty": "d8", "position": "advantage"}, "12%, d4 51%", "success here (T8.5)"),
        # Ties fail: 15 of 36 with a d6; unskilled, a d4 above the higher of two: 14 of 144.
        ({"difficulty": "d6", "dangerous_encounters": True}, "10%, d4 25%, d6 42%", "failure here"),
        # An advantage makes the unskilled neutral: 10 of 16 with a d4 against a d4.
        (
            {"position": "advantage", "unskilled_advantage_cancels": True},
            "63%, d4 78%",
            "success here (T8.5)",
        ),
    ],
)
def test_the_director_gets_the_chances(inputs: dict[str, Any], chances: str, tie: str) -> None:
    """T8.6, T7.4: house rules count in the chances and change nothing else."""
    result = play("set_difficulty", **inputs)
    assert f"unskilled {chances}" in result.notes[1]
    assert f"A tie counts as a {tie}" in result.notes[1]
    plain = {name: inputs[name] for name in ("difficulty", "position") if name in inputs}
    bare = play("set_difficulty", **plain)
    assert (result.grade, result.values) == (bare.grade, bare.values)


def test_an_action_that_cannot_fail_has_no_chances() -> None:
    assert len(play("set_difficulty", has_risk=False, dangerous_encounters=True).notes) == 1


# --- next rolls ---


def offered(name: str, *faces: int, **inputs: Any) -> dict[str, dict[str, Any]]:
    bound = GAME.procedures[f"trueworld.{name}"].bind(inputs)
    outcome = by_hand(bound, faces).outcome
    rolls = GAME.procedures[f"trueworld.{name}"].next_rolls(bound.values, outcome)
    for roll in rolls:
        GAME.procedures[roll.procedure].bind(roll.inputs)
    return {roll.procedure.partition(".")[2]: dict(roll.inputs) for roll in rolls}


def test_a_difficulty_leads_to_the_roll_against_it() -> None:
    inputs = {"difficulty": "d10", "position": "advantage"}
    assert offered("set_difficulty", **inputs) == {
        "action_roll": inputs,
        "unskilled_roll": inputs,
        "quick_action": {"difficulty": "d10"},
    }
    assert offered("set_difficulty", has_risk=False) == {}


def test_help_leads_to_the_action_it_was_meant_for() -> None:
    assert offered("teamwork", 4, 4)["action_roll"] == {"teamwork_dice": 1}
    assert offered("teamwork", 1, 4)["unskilled_roll"] == {"teamwork_dice": 0}


# --- odds, counted again ---


def highest_of(count: int, sides: int) -> icepool.Die[int]:
    return icepool.d(sides).highest(count, 1)


def against(sides: int, position: str) -> icepool.Die[int]:
    one = icepool.d(sides)
    return {
        "neutral": one,
        "advantage": one.lowest(2, 1),
        "disadvantage": one.highest(2, 1),
    }[position]


def graded(result: int) -> str:
    level = ("marginal", "complete", "critical")[min(abs(result) // 3, 2)]
    return f"{level}-{'success' if result >= 0 else 'failure'}"


def counted(results: icepool.Die[int]) -> dict[str, Fraction]:
    odds_by_grade: dict[str, Fraction] = {}
    for result in results:
        grade = graded(result)
        odds_by_grade[grade] = odds_by_grade.get(grade, Fraction(0)) + results.probability(result)
    return odds_by_grade


@settings(deadline=None, max_examples=tries(40))
@given(
    ability=st.sampled_from(DICE),
    difficulty=st.sampled_from(DICE),
    position=st.sampled_from(["neutral", "advantage", "disadvantage"]),
    boosts=st.integers(0, 4),
    helped=st.integers(0, 4),
)
def test_odds_of_action_rolls_agree_with_a_second_opinion(
    ability: str, difficulty: str, position: str, boosts: int, helped: int
) -> None:
    results = highest_of(1 + boosts + helped, int(ability[1:])) - against(
        int(difficulty[1:]), position
    )
    inputs: dict[str, Any] = {
        "ability_die": ability,
        "difficulty": difficulty,
        "position": position,
    }
    inputs |= {"boost_dice": boosts, "teamwork_dice": helped}
    assert chances("action_roll", **inputs) == counted(results)
    bound = GAME.procedures["trueworld.action_roll"].bind(inputs)
    assert spread(bound, "result")["result"] == {
        result: results.probability(result) for result in results
    }


def test_odds_of_the_heaviest_assisted_action_agree_with_a_second_opinion() -> None:
    helpers = ["d12", "d10", "unskilled", "d4"]
    difficulties = ["d12", "d4", "d8", "d6"]
    inputs: dict[str, Any] = {
        "helper_dice": helpers,
        "helper_difficulties": difficulties,
        "quick_unskilled_disadvantage": True,
        "ability_die": "d12",
        "difficulty": "d12",
        "position": "disadvantage",
        "boost_dice": 4,
    }
    expected: dict[str, Fraction] = {}
    helpful = []
    for die, difficulty in zip(helpers, difficulties, strict=True):
        unskilled = die == "unskilled"
        own = icepool.d(4 if unskilled else int(die[1:]))
        position = "disadvantage" if unskilled else "neutral"
        tested = own >= against(int(difficulty[1:]), position)
        helpful.append(tested.probability(True))
    for which in product([True, False], repeat=4):
        chance = Fraction(1)
        for helps, p in zip(which, helpful, strict=True):
            chance *= p if helps else 1 - p
        results = highest_of(5 + sum(which), 12) - against(12, "disadvantage")
        for grade, then in counted(results).items():
            expected[grade] = expected.get(grade, Fraction(0)) + chance * then
    assert chances("assisted_action", **inputs) == expected


def test_the_untrained_fail_more_often_than_not() -> None:
    """T7.5: d4 against the higher of two d4, 15 in 32 succeed."""
    result = chances("unskilled_roll", difficulty="d4")
    success = sum(p for grade, p in result.items() if grade.endswith("success"))
    assert success == Fraction(15, 32)
