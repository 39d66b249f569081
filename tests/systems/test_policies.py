"""Results of decisions by a policy equal those of trying every face and every answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.odds.conditional_odds import chances_from, find_position
from app.core.odds.odds import chances
from app.core.odds.policies import POLICIES, ByPolicy, by_policy
from app.core.play.play import Chosen, Record
from app.core.procedures.procedure import Bound, Procedure
from app.systems import games
from tests import twin
from tests.strategies import inputs
from tests.systems.test_conditional_odds import begun
from tests.tries import tries

DECIDED = [
    pytest.param(each, id=each.id) for game in games().values() for each in game if each.choices
]
UNHURRIED = settings(deadline=None, suppress_health_check=list(HealthCheck))


def _bound(procedure: Procedure, given_inputs: dict[str, Any]) -> Bound:
    try:
        return procedure.bind(given_inputs)
    except BadInput:
        reject()


@pytest.mark.parametrize("procedure", DECIDED)
@settings(UNHURRIED, max_examples=tries(3))
@given(data=st.data())
def test_policies_agree_with_their_brute_force_twins(
    procedure: Procedure, data: st.DataObject
) -> None:
    bound = _bound(procedure, data.draw(inputs(procedure)))
    suggested = chances(bound).success
    by_name = {}
    for policy in POLICIES if suggested is not None else ("never", "always"):
        try:
            expected, price = twin.by_policy(bound, policy, limit=400)
        except twin.TooManyError:
            continue
        result = by_name[policy] = by_policy(bound, policy)
        assert result.chances.grades == _by_grade(expected)
        assert result.price == price
    _nothing_is_better_than_the_best(suggested, by_name)


def _by_grade(expected: Mapping[tuple[str, bool | None], Fraction]) -> dict[str, Fraction]:
    by_name: dict[str, Fraction] = {}
    for (grade, _), chance in expected.items():
        by_name[grade] = by_name.get(grade, Fraction(0)) + chance
    return by_name


def _nothing_is_better_than_the_best(
    suggested: Fraction | None, by_name: dict[str, ByPolicy]
) -> None:
    if not by_name.keys() >= {"best", "cheapest"}:
        return
    best, cheapest = by_name["best"], by_name["cheapest"]
    for each in (suggested, *(result.chances.success for result in by_name.values())):
        assert each is not None
        assert best.chances.success is not None
        assert each <= best.chances.success
    assert cheapest.chances.success == best.chances.success
    assert cheapest.price <= best.price


@pytest.mark.parametrize("procedure", DECIDED)
@settings(UNHURRIED, max_examples=tries(3))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_from_an_open_decision_on_they_agree_as_well(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    bound = _bound(procedure, data.draw(inputs(procedure)))
    answers = begun(bound, random.Random(seed), 30)
    decided = [place for place, each in enumerate(answers) if isinstance(each, Chosen)]
    answers = answers[: decided[0]] if decided else answers
    looking = ("best", "cheapest") if chances(bound).success is not None else ()
    for policy in ("always", *looking):
        try:
            expected, _ = twin.by_policy(bound, policy, 1_000, answers)
        except twin.TooManyError:
            continue
        at = find_position(bound, Record(answers), policy=policy)
        assert chances_from(bound, at).grades == _by_grade(expected)


#: Target number 11, faces up to 3 count twice; 2 successes are needed, one reroll is left.
TEST = {"attribute": 8, "skill": 3, "tagged": True, "difficulty": 2, "rerolls": 1}


def test_a_skill_test_with_luck_by_each_policy() -> None:
    bound = games()["wasteland"].procedures["wasteland.skill_test"].bind(TEST)
    by_name = {policy: by_policy(bound, policy) for policy in POLICIES}
    expected, price = twin.by_policy(bound, "best", 40_000)
    assert by_name["best"].chances.grades == _by_grade(expected)
    assert by_name["best"].price == price
    assert all(sum(each.chances.grades.values()) == 1 for each in by_name.values())
    _nothing_is_better_than_the_best(chances(bound).success, by_name)
    # The policy `never` pays nothing; `best` rerolls complications, too.
    assert by_name["never"].price == 0
    assert by_name["cheapest"].price < by_name["best"].price < by_name["always"].price


def test_a_roll_without_success_has_no_best_policy() -> None:
    bound = (
        games()["wasteland"]
        .procedures["wasteland.damage"]
        .bind({"weapon_class": "small-guns", "damage_rating": 4, "rerolls": 1})
    )
    with pytest.raises(BadInput) as fault:
        by_policy(bound, "best")
    assert fault.value.field == "policy"
