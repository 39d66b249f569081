"""What helps: what the acting side can change in each game, and that each gain is exact."""

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
    """A new input is either one that the acting side can change, or it is said to be none."""
    decided(game, json.loads((DATA / game.id / "levers.json").read_text("utf-8")))


def decided(game: Game, known: dict[str, Any]) -> None:
    """Exactly these inputs are levers, by procedure, and exactly these names are none."""
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
    """Asked with the value and without it: exactly what is said, greatest first; and whatever is
    not said would not help, cannot be so, or does not matter; of a choice nothing helps more."""
    said = data.draw(inputs(procedure))
    try:
        bound = procedure.bind(said)
        now = chances(bound).success
        found = helps(bound)
    except BadInput:
        return
    if now is None:
        assert found == ()
        return
    for each in found:
        after = chances(procedure.bind({**said, each.step.name: each.step.value})).success
        assert after is not None
        assert after - now == each.gain > 0
        assert procedure.inputs[each.step.name].kind.matters(bound.values)
        assert each.step.words
        assert "{" not in each.step.words
    assert [each.gain for each in found] == sorted((each.gain for each in found), reverse=True)
    assert sum(each.best for each in found) == (len(found) > 1)
    told = {(each.step.name, each.step.value) for each in found}
    best = {each.step.name: each.gain for each in reversed(found)}
    for step in steps(bound):
        if (step.name, step.value) not in told:
            try:
                after = chances(procedure.bind({**said, step.name: step.value})).success
            except BadInput:
                continue
            more = best.get(step.name, 0) if step.far > 1 else 0
            assert after is None or after - now <= more


def said(procedure: str, /, **given: Any) -> dict[str, Help]:
    """Words -> what helps."""
    return {each.step.words: each for each in helps(find(games(), procedure).bind(given))}


RAIDER = {
    "weapon_class": "small-guns",
    "attribute": 6,
    "skill": 3,
    "target_range": "medium",
    "defense": 2,
}


def test_what_helps_a_shot_in_the_wasteland() -> None:
    found = said("wasteland.attack", **RAIDER)
    assert found["One more d20"].step.cost == Cost(1, "AP")
    assert found["From medium to close range"].step.cost == Cost(1, "minor action")
    assert found["Aim"].step.value is True
    # The second costs two more, and what the pool cannot pay is not offered.
    second = said("wasteland.attack", **RAIDER, bought_dice=1)
    assert second["One more d20"].step.cost == Cost(2, "AP")
    assert "One more d20" not in said("wasteland.attack", **RAIDER, bought_dice=1, ap_pool=2)
    # A fist strikes within reach: no range is closer.
    fist = said(
        "wasteland.attack", **{**RAIDER, "weapon_class": "unarmed", "target_range": "reach"}
    )
    assert not any("range" in words for words in fist)


def test_no_more_points_than_the_sheet_has() -> None:
    bound = find(games(), "wasteland.attack").bind({**RAIDER, "stacked_deck": True})
    names = [each.name for each in steps(bound, held={"luck_points": 1})]
    assert "rerolls" not in names
    assert "rerolls" in [each.name for each in steps(bound, held={"luck_points": 2})]
    assert "rerolls" not in [each.name for each in steps(bound, most={"rerolls": 0})]
    assert "aim" not in [each.name for each in steps(bound, fixed=("aim",))]


SPENDING: dict[str, Any] = {
    "text": "shove(main-act, 1ep) chk(15) = d20 +M*[2•1](Psikinesis)",
    "skills": [["Focus", 1, 1]],
    "techniques": [["Psikinesis", 2, "Focus"]],
}


def test_one_more_point_helps_where_the_technique_takes_points() -> None:
    """S37: M* is 3 and the point counts twice, so that 15 needs a 10; with one more an 8."""
    found = said("striker.line_action", **SPENDING)["Raise M* by 2"]
    assert (found.step.name, found.step.value) == ("points_spent", 2)
    assert found.step.cost == Cost(1, "energy point")
    assert found.gain == Fraction(2, 20)
    third = said("striker.line_action", **SPENDING, points_spent=2)["Raise M* by 2"]
    assert (third.step.value, third.step.cost.amount) == (3, 1)
    # S34: without a cost of its own the line costs focus points.
    own = SPENDING["text"].replace(", 1ep", "")
    assert said("striker.line_action", **{**SPENDING, "text": own})[
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
    assert "points_spent" not in [each.name for each in steps(bound, held={"ep": 2})]
    assert "points_spent" in [each.name for each in steps(bound, held={"ep": 3})]


def test_what_helps_elsewhere() -> None:
    shot = {"attack_kind": "ranged", "attacker_skill": 3, "range_band": "medium"}
    found = said("garden.attack", **shot, defender_skill=2)
    assert found["From medium to short range"].step.value == "short"
    assert found["Line up the shot for a round"].step.cost == Cost(1, "round")
    asked = said("garden.persuade", skill_level=2)
    assert asked["Offer something in return"].step.cost.words == "1 favour"
    climb = said("trueworld.action_roll", difficulty="d8", position="disadvantage")
    assert climb["From disadvantage to neutral"].step.if_so == "if the director agrees"
    sprint = said("prism.run", bonus=35, enc_mv=57, pace=3)
    assert sprint["A pace of 2 instead of 3"].step.value == 2
    hard = said("striker.check", modifier=0, challenge=26)
    assert list(hard) == ["Reckless instead of normal"]


def test_of_a_choice_its_best_value_comes_first() -> None:
    jump = list(said("garden.jump", athletics=1).values())
    assert [(each.step.value, str(each.gain)) for each in jump] == [
        ("sprint", "1/2"),
        ("walk", "1/6"),
    ]
    # Each step of the way has its price; what one action of the fight pays for is one step.
    far = said("garden.attack", attack_kind="ranged", attacker_skill=3, range_band="extreme")
    assert far["From extreme to short range"].step.cost.words == "3 moves"
    assert far["From extreme to long range"].step.cost.words == "1 move"
    assert far["From extreme to short range"].gain > far["From extreme to long range"].gain
    shot = said("wasteland.attack", **{**RAIDER, "target_range": "extreme"})
    assert [words for words in shot if "range" in words] == ["From extreme to long range"]


def test_the_best_for_its_price() -> None:
    """What costs nothing comes before what costs; of what costs, the most for one of it."""
    found = said("wasteland.attack", **RAIDER, bought_dice=2, called_location="head")
    assert found["Without the called shot"].best
    dear = said("wasteland.attack", **RAIDER, bought_dice=2)
    assert not dear["One more d20"].best


def test_words_of_a_price() -> None:
    assert Cost().words == ""
    assert Cost(3, "AP").words == "3 AP"
    assert Cost(2, "luck point").words == "2 luck points"
    assert Lever(unit="AP", in_all=(0, 1, 3)).cost(1, 2) == Cost(2, "AP")


def test_a_request_for_what_helps() -> None:
    request = {"procedure": "wasteland.attack", "inputs": RAIDER, "helps": True}
    found = answer(games(), json.dumps(request))["helps"]
    bound = find(games(), "wasteland.attack").bind(RAIDER)
    assert [each["gain"] for each in found] == [str(each.gain) for each in helps(bound)]
    first = found[0]
    assert set(first) >= {"input", "value", "gain", "cost"}
    wrong = answer(games(), json.dumps({**request, "helps": 1}))
    assert wrong["error"]["field"] == "helps"
    both = answer(games(), json.dumps({**request, "dice": [1, 2]}))
    assert both["error"]["field"] == "dice"
