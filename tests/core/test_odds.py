"""Odds agree with enumerating every face, with and without a procedure's shortcuts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.odds.odds import chances, odds, spread
from app.core.play.asks import (
    Asked,
    Choose,
    OneOf,
    OpenPool,
    Places,
    Pool,
    Rule,
    YesNo,
    choose,
    foresee,
    roll,
    settle,
    throw,
)
from app.core.play.play import by_hand
from app.core.play.readings import Chain, highest, sorted_faces, total
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import Bound, Procedure, procedure
from tests.tries import tries
from tests.twin import brute, outcomes

GRADES = (Grade("good", "Good", "good"), Grade("fair", "Fair", "mixed"), Grade("bad", "Bad", "bad"))
Few = Annotated[int, Whole(0, 9)]


def graded(margin: int) -> str:
    """Return the grade of a margin."""
    return "good" if margin > 2 else "fair" if margin >= 0 else "bad"


# --- small procedures to enumerate ---


@procedure("test.opposed", title="Opposed", grades=GRADES, rules="")
def opposed(mine: Few = 1, theirs: Few = 1, sides: Few = 4, helped: Few = 0) -> Rule[Outcome]:
    """Roll two pools. `helped`: 1 merges equal values, 2 merges equal results of both."""
    merge_key = (lambda value: min(value, sides)) if helped == 1 else None
    both = (lambda mine, theirs: graded(mine - theirs)) if helped == 2 else None
    own, other = yield from throw(
        Pool("Mine", mine, max(2, sides), highest, merge_key=merge_key),
        Pool("Theirs", theirs, max(2, sides), highest, "target", merge_key=merge_key),
        merge_key=both,
    )
    margin = own - other
    return Outcome(graded(margin), margin >= 0, {"margin": margin})


@procedure("test.watch", title="Watch", grades=GRADES, rules="")
def watch(rounds: Few = 2, health: Few = 3, settled: Few = 1) -> Rule[Outcome]:
    """Roll a die a round that may hurt, and decide whether to go on."""
    left, lasted = health, 0
    for number in range(rounds):
        if settled:
            yield from settle("round", number, left, lasted)
        face = yield from roll(Pool("Night", 1, 4, highest))
        left -= face == 1
        if left <= 0:
            return Outcome("bad", False, {"left": 0, "lasted": lasted})
        lasted += 1
        if face == 2 and (yield from choose(REST)):
            return Outcome("fair", None, {"left": left, "lasted": lasted})
    return Outcome("good", True, {"left": left, "lasted": lasted})


REST = Choose("rest", YesNo(), default=False, label="Rest?")
watch = replace(watch, choices=("rest",))


@procedure("test.reroll", title="Re-roll", grades=GRADES, rules="", choices=("again", "stance"))
def reroll(dice: Few = 2, sides: Few = 4, target: Few = 5) -> Rule[Outcome]:
    """Re-roll some dice by their places and compare the sum with a target."""
    faces = yield from roll(Pool("First", dice, max(2, sides), sorted_faces()))
    low = tuple(place for place, face in enumerate(faces, 1) if face == 1)
    ask = Places(len(faces), len(faces), faces, policies={"ones": low, "none": ()})
    again = yield from choose(Choose("again", ask, default="none", label="Again?"))
    remaining = sum(face for place, face in enumerate(faces, 1) if place not in again)
    new = yield from roll(Pool("Again", len(again), max(2, sides), total))
    stance = yield from choose(
        Choose("stance", OneOf({"calm": "Calm", "bold": "Bold"}), default="calm", label="Stance")
    )
    return Outcome(graded(remaining + new - target + 2 * (stance == "bold")))


@procedure("test.chain", title="Chain", grades=GRADES, rules="")
def chained(limit: Few = 9, helped: Few = 0) -> Rule[Outcome]:
    """Roll again on a six and add."""
    chain: Chain[int] = Chain(
        "sixes",
        (0, True),
        lambda state, face: (state[0] + face, face == 6),
        lambda state: state[1],
        lambda state: min(state[0], 20),
        lambda state: state[0] >= 20,
    )
    merge_key = (lambda value: graded(value - limit)) if helped else None
    return Outcome(
        graded((yield from roll(OpenPool("Sixes", 6, chain, merge_key=merge_key))) - limit)
    )


def twin(bound: Bound, **choices: Any) -> dict[str, Fraction]:
    """Return the brute-force odds."""
    return brute(bound, choices, limit=50_000)


# --- shortcuts change no odds ---


@settings(deadline=None, max_examples=tries(30))
@given(
    mine=st.integers(0, 3),
    theirs=st.integers(0, 2),
    sides=st.integers(2, 5),
    helped=st.integers(0, 2),
)
def test_values_that_are_the_same_may_be_merged(
    mine: int, theirs: int, sides: int, helped: int
) -> None:
    inputs = {"mine": mine, "theirs": theirs, "sides": sides}
    bound = opposed.bind({**inputs, "helped": helped})
    assert odds(bound) == twin(opposed.bind(inputs))
    # Merging is for grades: every single value keeps its own chance.
    assert spread(bound, "margin") == spread(opposed.bind(inputs), "margin")


@settings(deadline=None, max_examples=tries(30))
@given(rounds=st.integers(0, 4), health=st.integers(0, 3), rest=st.booleans())
def test_settling_changes_nothing(rounds: int, health: int, rest: bool) -> None:
    inputs = {"rounds": rounds, "health": health}
    settled, replayed = watch.bind(inputs), watch.bind({**inputs, "settled": 0})
    choices = {"rest": rest}
    assert odds(settled, choices) == odds(replayed, choices) == twin(replayed, **choices)
    names = ("left", "lasted", "grade", "success")
    assert spread(settled, *names, choices=choices) == spread(replayed, *names, choices=choices)


def test_settling_makes_long_things_short() -> None:
    with pytest.raises(BadInput):
        odds(watch.bind({"rounds": 9, "health": 9, "settled": 0}))
    assert sum(odds(watch.bind({"rounds": 9, "health": 9})).values()) == 1


@settings(deadline=None, max_examples=tries(20))
@given(limit=st.integers(0, 9), helped=st.booleans())
def test_chains_in_a_procedure(limit: int, helped: bool) -> None:
    result = odds(chained.bind({"limit": limit, "helped": int(helped)}))
    assert sum(result.values()) == 1
    expected = Fraction(0)
    for value in range(1, 20):
        dice, rest = divmod(value, 6)
        if rest and graded(value - limit) == "good":
            expected += Fraction(1, 6 ** (dice + 1))
    expected += Fraction(1, 6**3)  # three sixes or more: at least 19
    assert result["good"] == expected - (Fraction(1, 6**4) if graded(19 - limit) == "good" else 0)


# --- decisions in the middle ---


@pytest.mark.parametrize("again", [[], [1], [2], [1, 2], "ones", "none"])
@pytest.mark.parametrize("stance", ["calm", "bold"])
@pytest.mark.parametrize("sides", [2, 4])
def test_places_are_those_of_the_dice_as_they_fell(again: Any, stance: str, sides: int) -> None:
    bound = reroll.bind({"dice": 2, "sides": sides})
    choices = {"again": again, "stance": stance}
    assert odds(bound, choices) == twin(bound, **choices)


def test_a_decision_not_given_takes_its_default() -> None:
    bound = reroll.bind({"dice": 3})
    assert odds(bound) == odds(bound, {"again": "none", "stance": "calm"}) == twin(bound)


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"luck": True}, "luck"),
        ({"again": [3]}, "again"),
        ({"again": [0]}, "again"),
        ({"again": [1, 1]}, "again"),
        ({"again": [True]}, "again"),
        ({"again": 1}, "again"),
        ({"again": "twos"}, "again"),
        ({"again": None}, "again"),
        ({"stance": "wild"}, "stance"),
        ({"stance": 1}, "stance"),
        ({"stance": ["bold"]}, "stance"),
    ],
)
def test_impossible_decisions_name_the_choice(choices: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as fault:
        odds(reroll.bind(), choices)
    assert fault.value.field == field
    with pytest.raises(BadInput) as fault:
        by_hand(reroll.bind(), [2, 3, 4, 4], choices)
    assert fault.value.field == field


# --- results ---


def test_grades_stand_in_the_order_of_the_table_and_only_those_that_come_up() -> None:
    result = odds(opposed.bind({"mine": 3, "theirs": 1}))
    assert list(result) == ["good", "fair", "bad"]
    assert list(odds(opposed.bind({"mine": 0, "theirs": 1}))) == ["bad"]


@settings(deadline=None, max_examples=tries(20))
@given(rounds=st.integers(0, 3), health=st.integers(1, 3))
def test_the_chance_of_success_is_that_of_every_play(rounds: int, health: int) -> None:
    bound = watch.bind({"rounds": rounds, "health": health})
    every = outcomes(bound, {"rest": True}, 50_000)
    result = chances(bound, {"rest": True})
    yes = sum(chance for chance, outcome in every if outcome.success)
    assert result.success in (yes, None)
    assert (result.success is None) == all(outcome.success is None for _, outcome in every)
    assert result.grades == odds(bound, {"rest": True})


@procedure("test.fumbles", title="Fumbles", grades=(Grade("rolled", "Rolled"), GRADES[2]), rules="")
def fumbles() -> Rule[Outcome]:
    """Roll a d20 that can only fumble; another total is for a table of the players."""
    face = yield from roll(Pool("d20", 1, 20, highest))
    return Outcome("bad", False) if face == 1 else Outcome("rolled")


def test_a_procedure_without_success_has_no_chance_of_success() -> None:
    result = chances(fumbles.bind({}))
    assert result.grades == {"rolled": Fraction(19, 20), "bad": Fraction(1, 20)}
    assert result.success is None


@settings(deadline=None, max_examples=tries(20))
@given(mine=st.integers(0, 3), theirs=st.integers(0, 3))
def test_the_spread_of_a_value_is_that_of_every_play(mine: int, theirs: int) -> None:
    bound = opposed.bind({"mine": mine, "theirs": theirs})
    expected: dict[int, Fraction] = {}
    for chance, outcome in outcomes(bound, {}, 50_000):
        margin = outcome.values["margin"]
        expected[margin] = expected.get(margin, Fraction(0)) + chance
    result = spread(bound, "margin", "missing")
    assert result == {"margin": expected, "missing": {None: Fraction(1)}}


def test_a_spread_may_ask_more_than_the_settled_state_tells() -> None:
    @procedure("test.tally", title="Tally", grades=GRADES, rules="")
    def tally(noted: Few = 1) -> Rule[Outcome]:
        """Roll two dice; the grade depends on the last one, the sum on both."""
        first = yield from roll(Pool("First", 1, 4, highest))
        if noted:
            yield from settle("second", sum=first)
        second = yield from roll(Pool("Second", 1, 4, highest))
        return Outcome(graded(second - 2), values={"sum": first + second})

    assert spread(tally.bind(), "sum") == spread(tally.bind({"noted": 0}), "sum")
    assert odds(tally.bind()) == odds(tally.bind({"noted": 0}))


@procedure("test.foreseen", title="Foreseen", grades=GRADES, rules="", choices=("again",))
def foreseen(knows: Few = 1) -> Rule[Outcome]:
    """Roll a die that may be re-rolled, then another. `knows`: 1 foresees all, 2 only a part."""
    requests: list[Asked] = []

    def ways(of: Asked) -> dict[int, int] | None:
        requests.append(of)
        if not knows or (knows == 2 and "again" in of.choices):
            return None
        # Of the 16 ways of two d4, a first 1 is replaced by the second die.
        again = of.choices.get("again", True)
        return {face: (face > 1) * 4 + 1 if again else 4 for face in range(1, 5)}

    first = yield from foresee(ways, merge_key=lambda face: min(face, 3))
    if first is None:
        first = yield from roll(Pool("First", 1, 4, highest))
        if first == 1 and (yield from choose(AGAIN)):
            first = yield from roll(Pool("Again", 1, 4, highest))
    second = yield from roll(Pool("Second", 1, 4, highest))
    assert all(request.values for request in requests)
    return Outcome(graded(min(first, 3) + second - 4), values={"sum": first + second})


AGAIN = Choose("again", YesNo(), default=True, label="Again?")


@pytest.mark.parametrize("choices", [{}, {"again": True}, {"again": False}])
@pytest.mark.parametrize("knows", [1, 2])
def test_foreseen_odds_agree_with_plays(knows: int, choices: dict[str, bool]) -> None:
    known, unknown = foreseen.bind({"knows": knows}), foreseen.bind({"knows": 0})
    assert odds(known, choices) == odds(unknown, choices) == brute(known, choices)
    assert spread(known, "sum", choices=choices) == spread(unknown, "sum", choices=choices)


def test_a_play_rolls_the_dice_that_the_odds_foresee() -> None:
    assert by_hand(foreseen.bind(), [1, 3, 4]).outcome.values == {"sum": 7}
    assert by_hand(foreseen.bind(), [1, 4], {"again": False}).outcome.values == {"sum": 5}


def test_odds_that_would_take_too_long_blame_the_input_that_makes_them_so() -> None:
    @procedure("test.long", title="Long", grades=GRADES, rules="", long="dice")
    def long_one(dice: Few = 9) -> Rule[Outcome]:
        """Roll dice one by one without forgetting any face."""
        faces = []
        for _ in range(dice):
            faces.append((yield from roll(Pool("One", 1, 8, highest))))
        return Outcome(graded(sum(faces)))

    assert sum(odds(long_one.bind({"dice": 3})).values()) == 1
    with pytest.raises(BadInput) as fault:
        odds(long_one.bind())
    assert fault.value.field == "dice"
    with pytest.raises(BadInput) as fault:
        odds(replace(long_one, long="").bind())
    assert fault.value.field == "odds"


@pytest.mark.parametrize("each", [opposed, watch, reroll])
def test_odds_can_be_asked_again(each: Procedure) -> None:
    bound = each.bind()
    assert odds(bound) == odds(bound)
