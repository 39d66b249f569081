"""What each answer to an open decision comes to, as it is drawn; and what policies do."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from app.core.odds.policies import POLICIES, by_policy
from app.core.play.play import Chosen
from app.systems import games
from app.widgets.odds.policies import Policy, deciding
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.play.choosing import NONE, PICKED, Weighing

DICE = random.Random(1)


def desk(procedure: str, *faces: int, **typed: str) -> Desk:
    """A form with these dice typed in."""
    declared = games()[procedure.partition(".")[0]].procedures[procedure]
    seen = Desk(declared, {**default_text(declared), **typed}).entering().settled()
    for face in faces:
        seen = seen.answered(face, DICE)
    return seen


def weighed(seen: Desk) -> Weighing:
    weighing = Weighing.of(seen)
    assert weighing is not None
    for _ in weighing.steps():
        pass
    assert weighing.is_done
    return weighing


#: Target number 11, faces up to 3 count twice; 2 successes are needed, both dice may go again.
TEST = {"attribute": "8", "skill": "3", "tagged": "true", "difficulty": "2", "rerolls": "2"}


def test_each_pick_of_dice_carries_its_chances() -> None:
    """13 and 8 lie there: one success more is needed."""
    weighing = weighed(desk("wasteland.skill_test", 13, 8, **TEST))
    found = weighing.answers((1,))
    assert (found[PICKED].success, found[PICKED].price) == ("55.0%", "1 luck")
    assert found[PICKED].is_best
    assert (found[NONE].success, found[NONE].price, found[NONE].is_best) == ("0%", "Free", False)
    assert found[PICKED].spoken.startswith("Success 55.0%, best odds. ")
    # As others are picked, so do the chances change; what is too much says so.
    assert weighing.answers((1, 2))[PICKED].success == "43.8%"
    others = weighing.others((1, 2))
    assert [each.places for each in others] == [(1,), (1, 2), (2,)]
    assert [each.is_made for each in others] == [False, True, False]
    assert [die.words for die in others[1].dice] == ["13", "8"]
    one = {**TEST, "rerolls": "1"}
    assert (
        "at most 1"
        in weighed(desk("wasteland.skill_test", 13, 8, **one)).answers((1, 2))[PICKED].fault
    )


def test_nothing_is_best_where_all_is_the_same() -> None:
    """Two critical successes lie there; dice that fall again can still be enough."""
    weighing = weighed(desk("wasteland.skill_test", 1, 1, **{**TEST, "difficulty": "0"}))
    assert not any(each.is_best for each in weighing.answers((1,)).values())


def test_where_no_success_is_known_the_grades_are_told() -> None:
    typed = {"weapon_class": "small-guns", "damage_rating": "3", "rerolls": "1"}
    found = weighed(desk("wasteland.damage", 1, 3, 5, **typed)).answers((2,))
    assert found[PICKED].success == ""
    assert found[PICKED].telling.startswith("Damage ")
    assert not found[PICKED].is_best


def test_no_decision_is_weighed_that_is_not_open() -> None:
    assert Weighing.of(desk("wasteland.skill_test", 13, **TEST)) is None
    assert Weighing.of(Desk(games()["wasteland"].procedures["wasteland.skill_test"], {})) is None


def test_at_the_end_each_answer_says_what_it_comes_to() -> None:
    """A tie: 5 + 2 against 7."""
    typed = {"skill_level": "3", "attribute": "2", "target_number": "7"}
    (decision,) = desk("garden.skill_test", 5, 4, 2, **typed).decisions()
    found = {each.value: each for each in decision.options}
    assert found["accept"].is_best
    assert not found["decline"].is_best
    assert found["accept"].comes_to == "succeeds"
    assert found["decline"].comes_to == "fails"


# --- policies ---


def learned(seen: Desk) -> tuple[Policy, ...]:
    learning = deciding(seen)
    while True:
        try:
            next(learning)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def test_policies_stand_beside_each_other() -> None:
    seen = desk("wasteland.skill_test", **TEST)
    found = learned(seen)
    told = {each.policy: each for each in found}
    assert [each.words for each in found] == [
        "Suggested",
        "Best odds",
        "Cheapest",
        "Accept all",
        "Decline all",
    ]
    assert {*told} == {"suggested", *POLICIES}
    suggested = seen.chances().success
    assert suggested is not None
    assert Fraction(told["suggested"].p) == suggested
    for policy in POLICIES:
        assert Fraction(told[policy].p) == by_policy(seen.bound(), policy).chances.success
    assert told["best"].is_best
    assert told["cheapest"].is_best
    assert not told["never"].is_best
    assert told["never"].price == ""
    assert told["always"].price.endswith(" luck")


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
    assert learned(Desk(declared, {**default_text(declared), **typed})) == ()


def test_what_was_decided_is_weighed_no_more() -> None:
    seen = desk("wasteland.skill_test", 13, 8, **TEST)
    assert Weighing.of(seen.answered(Chosen("reroll", (1,)), DICE)) is None
