"""Percentiles: of a roll among all its outcomes, and of a session among all sessions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import Asking, Chosen, by_chance, replay, walk
from app.core.play.play import Record as Replayed
from app.core.procedures.procedure import Bound
from app.core.statistics import sessions
from app.core.statistics.luck import (
    TONES,
    Percentile,
    RankedOutcomes,
    number_of,
    percentile_of,
    rank_of,
    rank_outcomes,
    tactic_of,
)
from app.core.statistics.sessions import combine
from app.systems import games
from tests.strategies import inputs

GAMES = games()
ALL = [
    procedure for game in GAMES.values() for procedure in game.procedures.values() if procedure.asks
]


def bound(id: str, **given: Any) -> Bound:
    """Return a procedure with these inputs."""
    return find(GAMES, id).bind(given)


# --- one roll ---


def every(bound: Bound, answers: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """Yield every play by brute force, with the suggested decisions, and its chance."""
    step = replay(bound, answers)
    if not isinstance(step, Asking):
        yield step, Fraction(1)
    elif step.choice is not None:
        yield from every(bound, (*answers, Chosen(step.choice.name, step.choice.default)))
    else:
        assert step.wanted is not None
        for face in range(1, step.wanted.sides + 1):
            for play, chance in every(bound, (*answers, face)):
                yield play, chance / step.wanted.sides


SMALL = [
    ("garden.skill_test", {"skill_level": 1, "attribute": 1, "target_number": 4}),
    ("garden.fall", {"metres": 8}),
    ("wasteland.combat_dice", {"dice": 2}),
    ("trueworld.action_roll", {"ability": 2, "opposition": 1}),
    ("striker.check", {"modifier": 3, "challenge": 14}),
]


@pytest.mark.parametrize(("id", "given"), SMALL, ids=[id for id, _ in SMALL])
def test_a_percentile_agrees_with_enumeration(id: str, given: Mapping[str, Any]) -> None:
    here = bound(id, **{k: v for k, v in given.items() if k in find(GAMES, id).inputs})
    plays = list(every(here))
    ladder, number = rank_outcomes(here), number_of(here.procedure)
    ranks = [(rank_of(here.procedure, play.outcome, number), chance) for play, chance in plays]
    assert sum(ladder.chances) == 1
    for play, _ in plays[::7]:
        own = rank_of(here.procedure, play.outcome, number)
        worse = sum((chance for each, chance in ranks if each < own), Fraction(0))
        same = sum((chance for each, chance in ranks if each == own), Fraction(0))
        percentile = percentile_of(play, here, ladder)
        assert percentile is not None
        assert percentile.place == worse + same / 2


@given(st.data())
def test_the_mean_of_all_places_is_one_half(data: st.DataObject) -> None:
    """This holds for every procedure, and each of its plays has a percentile."""
    procedure = data.draw(st.sampled_from(ALL))
    try:
        here = procedure.bind(data.draw(inputs(procedure)))
        ladder = rank_outcomes(here)
    except BadInput:
        return
    assert sum(ladder.chances) == 1
    pairs = zip(ladder.places, ladder.chances, strict=True)
    assert sum(place * chance for place, chance in pairs) == Fraction(1, 2)
    assert list(ladder.rungs) == sorted(set(ladder.rungs))
    percentile = percentile_of(
        by_chance(here, random.Random(data.draw(st.integers(0, 9)))), here, ladder
    )
    assert percentile is not None
    assert 0 < percentile.place < 1


@pytest.mark.parametrize("procedure", ALL, ids=lambda each: each.id)
def test_a_number_goes_the_way_of_the_grades(procedure: Any) -> None:
    """Better grades come with better numbers, on average."""
    try:
        here = procedure.bind({})
        ladder = rank_outcomes(here)
    except BadInput:
        return  # it has required inputs; other procedures of its kind have none
    ranked = [
        (each[0], each[2][0], chance)
        for each, chance in zip(ladder.rungs, ladder.chances, strict=True)
        if each[2]
    ]
    whole = sum(chance for _, _, chance in ranked) or 1
    tone, number, both = (
        sum(value * chance for value, chance in each) / whole
        for each in (
            [(t, c) for t, _, c in ranked],
            [(n, c) for _, n, c in ranked],
            [(t * n, c) for t, n, c in ranked],
        )
    )
    assert both >= tone * number


def test_damage_suffered_is_the_worse_the_more() -> None:
    here = bound("garden.fall", metres=30)
    by_number = [rung[2] for rung in rank_outcomes(here).rungs if rung[2]]
    assert all(each[0] <= 0 for each in by_number)


def test_where_the_rules_call_nothing_better_nothing_is() -> None:
    assert rank_outcomes(bound("wasteland.hit_location")).is_certain
    assert TONES["plain"] == TONES["mixed"]


def test_decisions_count_as_they_were_taken() -> None:
    here = bound("wasteland.skill_test", attribute=8, skill=2, difficulty=2, rerolls=2)
    asking = walk(here, Replayed((20, 19)))
    assert isinstance(asking, Asking)
    assert asking.choice is not None
    suggested = tuple(asking.choice.default)
    for picked, tactic in (
        (suggested, {}),
        ((), {"reroll": "none"}),
        ((1,), {"reroll": (1,)}),
    ):
        answers = (20, 19, Chosen("reroll", picked))
        assert tactic_of(here, answers) == (tactic if picked != suggested else {})
        assert sum(rank_outcomes(here, tactic_of(here, answers)).chances) == 1


# --- a session ---


def brute(lots: list[Percentile]) -> tuple[Fraction, Fraction]:
    """Return the chances of sessions with a lower and with the same sum, by enumeration."""
    own_sum = sum(lot.place for lot in lots)
    lower = same = Fraction(0)
    rungs = [list(zip(lot.ladder.places, lot.ladder.chances, strict=True)) for lot in lots]
    for evening in product(*rungs):
        total = sum(place for place, _ in evening)
        chance = prod((chance for _, chance in evening), start=Fraction(1))
        lower += chance if total < own_sum else 0
        same += chance if total == own_sum else 0
    return lower, same


def ladder(*weights: int) -> RankedOutcomes:
    """Return outcomes with these weights, from the worst to the best."""
    whole = sum(weights)
    rungs = tuple((0, 0, (Fraction(each),)) for each in range(len(weights)))
    return RankedOutcomes(rungs, tuple(Fraction(weight, whole) for weight in weights))


ladders = st.lists(st.integers(1, 9), min_size=2, max_size=4).map(lambda each: ladder(*each))


@st.composite
def lots(draw: st.DrawFn) -> Percentile:
    """Draw a percentile on random outcomes."""
    on = draw(ladders)
    return Percentile(draw(st.sampled_from(on.places)), on)


@given(st.lists(lots(), min_size=1, max_size=5))
def test_a_session_agrees_with_enumeration(rolls: list[Percentile]) -> None:
    evening = combine(rolls)
    assert evening is not None
    assert evening.is_exact
    assert (evening.lower, evening.same) == brute(rolls)
    assert evening.lower + evening.same + evening.higher == 1
    assert evening.mean == sum(roll.place for roll in rolls) / len(rolls)


def test_certain_rolls_are_no_evening() -> None:
    assert combine([]) is None
    assert combine([Percentile(Fraction(1, 2), ladder(1))]) is None


@pytest.mark.parametrize("count", [1, 7, 40])
def test_on_the_grid_it_is_about_the_same(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(count)
    kinds = [ladder(1, 1, 1, 1, 1, 1), ladder(1, 3, 2), ladder(5, 1, 1, 2)]
    rolls = [Percentile(dice.choice(on.places), on) for on in dice.choices(kinds, k=count)]
    monkeypatch.setattr(sessions, "STEPS", 10**7)
    exact = combine(rolls)
    monkeypatch.setattr(sessions, "STEPS", 0)
    about = combine(rolls)
    assert exact is not None
    assert about is not None
    assert (exact.is_exact, about.is_exact) == (True, False)
    assert abs(exact.percentile - about.percentile) < Fraction(1, 100)
    assert about.lower + about.same + about.higher == 1


@pytest.mark.parametrize("end", [0, -1])
def test_the_unluckiest_session_of_many_rolls_is_possible(end: int) -> None:
    many = ladder(*range(1, 21))
    session = combine([Percentile(many.places[end], many) for _ in range(40)])
    assert session is not None
    assert 0 < session.lower < 1


def test_fair_evenings_are_spread_evenly() -> None:
    """A tenth of fair sessions is below the first decile, and so on."""
    dice, on = random.Random(15), ladder(1, 2, 3, 4, 3, 2, 1)
    weights = [float(chance) for chance in on.chances]
    shares = []
    for _ in range(400):
        rolls = [Percentile(place, on) for place in dice.choices(on.places, weights, k=12)]
        evening = combine(rolls)
        assert evening is not None
        shares.append(float(evening.percentile))
    for tenth in range(1, 10):
        below = sum(share < tenth / 10 for share in shares) / len(shares)
        assert abs(below - tenth / 10) < 0.07
