"""The chances of each answer to an open decision, and the results of policies."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from app.core.odds.policies import POLICIES, by_policy
from app.core.play.play import Chosen
from app.systems import games
from app.widgets.odds.policies import Policy, deciding
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.play.choosing import NONE, PICKED, DecisionEvaluation

DICE = random.Random(1)


def desk(procedure: str, *faces: int, **typed: str) -> Desk:
    """Return a form with these dice typed."""
    declared = games()[procedure.partition(".")[0]].procedures[procedure]
    entered = Desk(declared, {**default_text(declared), **typed}).entering().settle()
    for face in faces:
        entered = entered.answer(face, DICE)
    return entered


def evaluate(entered: Desk) -> DecisionEvaluation:
    """Evaluate all answers of a desk."""
    evaluation = DecisionEvaluation.of(entered)
    assert evaluation is not None
    for _ in evaluation.steps():
        pass
    assert evaluation.is_done
    return evaluation


#: Target number 11, faces up to 3 count twice; 2 successes needed, both dice may be re-rolled.
TEST = {"attribute": "8", "skill": "3", "tagged": "true", "difficulty": "2", "rerolls": "2"}


def test_each_pick_of_dice_carries_its_chances() -> None:
    """The dice show 13 and 8, so one more success is needed."""
    evaluation = evaluate(desk("wasteland.skill_test", 13, 8, **TEST))
    answers = evaluation.answers((1,))
    assert (answers[PICKED].success, answers[PICKED].price) == ("55.0%", "1 luck")
    assert answers[PICKED].is_best
    assert (answers[NONE].success, answers[NONE].price, answers[NONE].is_best) == (
        "0%",
        "Free",
        False,
    )
    assert answers[PICKED].spoken.startswith("Success 55.0%, best odds. ")
    # Other picks have other chances, and too many picks are a fault.
    assert evaluation.answers((1, 2))[PICKED].success == "43.8%"
    others = evaluation.others((1, 2))
    assert [other.places for other in others] == [(1,), (1, 2), (2,)]
    assert [other.is_made for other in others] == [False, True, False]
    assert [die.words for die in others[1].dice] == ["13", "8"]
    one = {**TEST, "rerolls": "1"}
    assert (
        "at most 1"
        in evaluate(desk("wasteland.skill_test", 13, 8, **one)).answers((1, 2))[PICKED].fault
    )


def test_nothing_is_best_where_all_is_the_same() -> None:
    """The dice show two critical successes; re-rolled dice can still be enough."""
    evaluation = evaluate(desk("wasteland.skill_test", 1, 1, **{**TEST, "difficulty": "0"}))
    assert not any(answer.is_best for answer in evaluation.answers((1,)).values())


def test_where_no_success_is_known_the_grades_are_told() -> None:
    typed = {"weapon_class": "small-guns", "damage_rating": "3", "rerolls": "1"}
    answers = evaluate(desk("wasteland.damage", 1, 3, 5, **typed)).answers((2,))
    assert answers[PICKED].success == ""
    assert answers[PICKED].telling.startswith("Damage ")
    assert not answers[PICKED].is_best


def test_no_decision_is_evaluated_that_is_not_open() -> None:
    assert DecisionEvaluation.of(desk("wasteland.skill_test", 13, **TEST)) is None
    empty = Desk(games()["wasteland"].procedures["wasteland.skill_test"], {})
    assert DecisionEvaluation.of(empty) is None


def test_at_the_end_each_answer_names_its_result() -> None:
    """The roll is a tie: 5 + 2 against 7."""
    typed = {"skill_level": "3", "attribute": "2", "target_number": "7"}
    (decision,) = desk("garden.skill_test", 5, 4, 2, **typed).decisions()
    options = {option.value: option for option in decision.options}
    assert options["accept"].is_best
    assert not options["decline"].is_best
    assert options["accept"].comes_to == "succeeds"
    assert options["decline"].comes_to == "fails"


# --- policies ---


def evaluate_policies(entered: Desk) -> tuple[Policy, ...]:
    """Return the results of all policies."""
    learning = deciding(entered)
    while True:
        try:
            next(learning)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def test_policies_stand_beside_each_other() -> None:
    entered = desk("wasteland.skill_test", **TEST)
    policies = evaluate_policies(entered)
    by_id = {policy.policy: policy for policy in policies}
    assert [policy.words for policy in policies] == [
        "Suggested",
        "Best odds",
        "Cheapest",
        "Accept all",
        "Decline all",
    ]
    assert {*by_id} == {"suggested", *POLICIES}
    suggested = entered.chances().success
    assert suggested is not None
    assert Fraction(by_id["suggested"].p) == suggested
    for policy in POLICIES:
        assert Fraction(by_id[policy].p) == by_policy(entered.bound(), policy).chances.success
    assert by_id["best"].is_best
    assert by_id["cheapest"].is_best
    assert not by_id["never"].is_best
    assert by_id["never"].price == ""
    assert by_id["always"].price.endswith(" luck")


@pytest.mark.parametrize(
    ("procedure", "typed"),
    [
        ("wasteland.skill_test", {**TEST, "rerolls": "0"}),
        ("wasteland.damage", {"weapon_class": "small-guns", "damage_rating": "3", "rerolls": "1"}),
        ("wasteland.skill_test", {"attribute": "99"}),
    ],
)
def test_where_policies_tell_nothing(procedure: str, typed: dict[str, str]) -> None:
    declared = games()["wasteland"].procedures[procedure]
    assert evaluate_policies(Desk(declared, {**default_text(declared), **typed})) == ()


def test_a_decided_choice_is_not_evaluated() -> None:
    entered = desk("wasteland.skill_test", 13, 8, **TEST)
    assert DecisionEvaluation.of(entered.answer(Chosen("reroll", (1,)), DICE)) is None
