"""Steps that would raise a chance: the acting side's levers in each game, with exact gains."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.games import Game, find
from app.core.odds.helping import Help, fields_held, helps, steps
from app.core.odds.odds import chances
from app.core.procedures.levers import Cost, Lever
from app.core.procedures.procedure import Procedure
from app.headless import answer
from app.systems import games
from tests.strategies import inputs
from tests.tries import tries

DATA = Path(__file__).parent.parent / "data"
EVERY = [pytest.param(game, id=game.id) for game in games().values()]
WITH_LEVERS = [
    pytest.param(each, id=each.id)
    for game in games().values()
    for each in game
    if each.asks and any(declared.kind.lever for declared in each.inputs.values())
]
UNHURRIED = settings(deadline=None, max_examples=tries(4), suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("game", EVERY)
def test_every_input_is_decided_about(game: Game) -> None:
    """A new input must be listed as a lever or as none."""
    decided(game, json.loads((DATA / game.id / "levers.json").read_text("utf-8")))


def decided(game: Game, known: dict[str, Any]) -> None:
    """Check that exactly the listed inputs are levers and exactly the others are none."""
    declared = {
        each.id: sorted(name for name, one in each.inputs.items() if one.kind.lever)
        for each in game
    }
    assert {id: names for id, names in declared.items() if names} == known["levers"]
    others = {
        name
        for each in game
        for name, one in each.inputs.items()
        if not one.kind.lever and not one.kind.house
    }
    assert sorted(others) == known["none"]


@pytest.mark.parametrize("game", EVERY)
def test_no_house_rule_is_a_lever(game: Game) -> None:
    assert not any(each.kind.lever for each in game.house.values())


@pytest.mark.parametrize("procedure", WITH_LEVERS)
@UNHURRIED
@given(data=st.data())
def test_a_gain_is_the_difference_of_two_odds(procedure: Procedure, data: st.DataObject) -> None:
    """Each gain is the exact difference, and they are sorted with the greatest first.

    Steps that are not listed would not help, are impossible or do not matter. No other value of a
    choice would help more.
    """
    drawn = data.draw(inputs(procedure))
    try:
        bound = procedure.bind(drawn)
        now = chances(bound).success
        helpful = helps(bound)
    except BadInput:
        return
    if now is None:
        assert helpful == ()
        return
    for each in helpful:
        after = chances(procedure.bind({**drawn, each.step.name: each.step.value})).success
        assert after is not None
        assert after - now == each.gain > 0
        assert procedure.inputs[each.step.name].kind.matters(bound.values)
        assert each.step.words
        assert "{" not in each.step.words
    assert [each.gain for each in helpful] == sorted((each.gain for each in helpful), reverse=True)
    assert sum(each.best for each in helpful) == (len(helpful) > 1)
    listed = {(each.step.name, each.step.value) for each in helpful}
    best = {each.step.name: each.gain for each in reversed(helpful)}
    for step in steps(bound):
        if (step.name, step.value) not in listed:
            try:
                after = chances(procedure.bind({**drawn, step.name: step.value})).success
            except BadInput:
                continue
            more = best.get(step.name, 0) if step.far > 1 else 0
            assert after is None or after - now <= more


def help_by_words(procedure: str, /, **given: Any) -> dict[str, Help]:
    """Return the steps that help, by their words."""
    return {each.step.words: each for each in helps(find(games(), procedure).bind(given))}


RAIDER = {
    "weapon_class": "small-guns",
    "attribute": 6,
    "skill": 3,
    "target_range": "medium",
    "defense": 2,
}


def test_steps_that_help_a_shot_in_the_wasteland() -> None:
    helpful = help_by_words("wasteland.attack", **RAIDER)
    assert helpful["One more d20"].step.cost == Cost(1, "AP")
    assert helpful["From medium to close range"].step.cost == Cost(1, "minor action")
    assert helpful["Aim"].step.value is True
    # The second die costs two more, and a die that the pool cannot pay is not offered.
    second = help_by_words("wasteland.attack", **RAIDER, bought_dice=1)
    assert second["One more d20"].step.cost == Cost(2, "AP")
    assert "One more d20" not in help_by_words(
        "wasteland.attack", **RAIDER, bought_dice=1, ap_pool=2
    )
    # A fist strikes within reach: there is no closer range.
    fist = help_by_words(
        "wasteland.attack", **{**RAIDER, "weapon_class": "unarmed", "target_range": "reach"}
    )
    assert not any("range" in words for words in fist)


def test_no_more_points_than_the_sheet_has() -> None:
    bound = find(games(), "wasteland.attack").bind({**RAIDER, "stacked_deck": True})
    names = [step.name for step in steps(bound, held={"luck_points": 1})]
    assert "rerolls" not in names
    assert "rerolls" in [step.name for step in steps(bound, held={"luck_points": 2})]
    assert "rerolls" not in [step.name for step in steps(bound, most={"rerolls": 0})]
    assert "aim" not in [step.name for step in steps(bound, fixed=("aim",))]


@pytest.mark.parametrize("procedure", ["trueworld.action_roll", "trueworld.unskilled_roll"])
def test_a_defence_takes_no_help(procedure: str) -> None:
    """T4.4: help belongs to an action."""
    helper = "One more helper who succeeds"
    assert help_by_words(procedure)[helper].step.cost == Cost(1, "action of the helper")
    defence = help_by_words(procedure, purpose="defend")
    assert "One more boost" in defence
    assert helper not in defence


SPENDING: dict[str, Any] = {
    "text": "shove(main-act, 1ep) chk(15) = d20 +M*[2•1](Psikinesis)",
    "skills": [["Focus", 1, 1]],
    "techniques": [["Psikinesis", 2, "Focus"]],
}


def test_one_more_point_helps_where_the_technique_takes_points() -> None:
    """S37: M* is 3 and the point counts twice, so that 15 needs a 10; with one more an 8."""
    helpful = help_by_words("striker.line_action", **SPENDING)["Raise M* by 2"]
    assert (helpful.step.name, helpful.step.value) == ("points_spent", 2)
    assert helpful.step.cost == Cost(1, "energy point")
    assert helpful.gain == Fraction(2, 20)
    third = help_by_words("striker.line_action", **SPENDING, points_spent=2)["Raise M* by 2"]
    assert (third.step.value, third.step.cost.amount) == (3, 1)
    # S34: without a cost of its own, the line costs focus points.
    own = SPENDING["text"].replace(", 1ep", "")
    assert help_by_words("striker.line_action", **{**SPENDING, "text": own})[
        "Raise M* by 2"
    ].step.cost == Cost(1, "focus point")


@pytest.mark.parametrize(
    "given",
    [
        {"text": "shove(main-act, 1ep) chk(15) = d20 +M(Psikinesis)", "points_spent": 1},
        {"text": "chk(15) = d20 +M*[1](Psikinesis)"},
        {"text": "shove(main-act, 1ep) chk(15) = d20 +M(Psikinesis) eff= 1d4 +M*(Psikinesis)"},
        {"paid": True},
        {"numbers": [["ep", 1]]},
        {"points_spent": 100},
    ],
    ids=["no star", "no action", "only the effect", "paid", "no more points", "no more steps"],
)
def test_else_no_point_is_offered(given: dict[str, Any]) -> None:
    bound = find(games(), "striker.line_action").bind({**SPENDING, **given})
    assert "points_spent" not in [each.step.name for each in helps(bound)]


def test_no_more_points_than_the_striker_has() -> None:
    bound = find(games(), "striker.line_action").bind({**SPENDING, "points_spent": 2})
    assert fields_held(bound) == {"ep"}
    assert "points_spent" not in [step.name for step in steps(bound, held={"ep": 2})]
    assert "points_spent" in [step.name for step in steps(bound, held={"ep": 3})]


def test_steps_that_help_in_the_other_games() -> None:
    shot = {"attack_kind": "ranged", "attacker_skill": 3, "range_band": "medium"}
    helpful = help_by_words("garden.attack", **shot, defender_skill=2)
    assert helpful["From medium to short range"].step.value == "short"
    assert helpful["Line up the shot for a round"].step.cost == Cost(1, "round")
    request = help_by_words("garden.persuade", skill_level=2)
    assert request["Offer something in return"].step.cost.words == "1 favour"
    climb = help_by_words("trueworld.action_roll", difficulty="d8", position="disadvantage")
    assert climb["From disadvantage to neutral"].step.if_so == "if the director agrees"
    sprint = help_by_words("prism.run", bonus=35, enc_mv=57, pace=3)
    assert sprint["A pace of 2 instead of 3"].step.value == 2
    hard = help_by_words("striker.check", modifier=0, challenge=26)
    assert list(hard) == ["Reckless instead of normal"]


def test_of_a_choice_its_best_value_comes_first() -> None:
    jump = list(help_by_words("garden.jump", athletics=1).values())
    assert [(each.step.value, str(each.gain)) for each in jump] == [
        ("sprint", "1/2"),
        ("walk", "1/6"),
    ]
    # Each range band has its price; bands that one action of the fight pays for are one step.
    far = help_by_words(
        "garden.attack", attack_kind="ranged", attacker_skill=3, range_band="extreme"
    )
    assert far["From extreme to short range"].step.cost.words == "3 moves"
    assert far["From extreme to long range"].step.cost.words == "1 move"
    assert far["From extreme to short range"].gain > far["From extreme to long range"].gain
    shot = help_by_words("wasteland.attack", **{**RAIDER, "target_range": "extreme"})
    assert [words for words in shot if "range" in words] == ["From extreme to long range"]


def test_the_best_for_its_price() -> None:
    """Free steps come before those with a price; of these the greatest gain per unit."""
    helpful = help_by_words("wasteland.attack", **RAIDER, bought_dice=2, called_location="head")
    assert helpful["Without the called shot"].best
    dear = help_by_words("wasteland.attack", **RAIDER, bought_dice=2)
    assert not dear["One more d20"].best


def test_words_of_a_price() -> None:
    assert Cost().words == ""
    assert Cost(3, "AP").words == "3 AP"
    assert Cost(2, "luck point").words == "2 luck points"
    assert Lever(unit="AP", in_all=(0, 1, 3)).cost(1, 2) == Cost(2, "AP")


def test_a_request_for_helpful_steps() -> None:
    request = {"procedure": "wasteland.attack", "inputs": RAIDER, "helps": True}
    helpful = answer(games(), json.dumps(request))["helps"]
    bound = find(games(), "wasteland.attack").bind(RAIDER)
    assert [each["gain"] for each in helpful] == [str(each.gain) for each in helps(bound)]
    first = helpful[0]
    assert set(first) >= {"input", "value", "gain", "cost"}
    wrong = answer(games(), json.dumps({**request, "helps": 1}))
    assert wrong["error"]["field"] == "helps"
    both = answer(games(), json.dumps({**request, "dice": [1, 2]}))
    assert both["error"]["field"] == "dice"
