"""Odds from the middle of a play are those of every face that may still fall."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.odds.conditional_odds import MOST, chances_from, evaluate_options, find_position
from app.core.play.asks import AnyChoose, OneOf, Places
from app.core.play.play import Answer, Asking, Chosen, Record, replay
from app.core.procedures.procedure import Bound, Procedure
from app.systems import games
from tests.strategies import inputs
from tests.tries import tries
from tests.twin import TooManyError, brute

EVERY = [each for game in games().values() for each in game]
DECIDED = [each for each in EVERY if each.choices]
UNHURRIED = settings(deadline=None, suppress_health_check=list(HealthCheck))

#: Most answers given before the odds are computed.
LONGEST = 12


def begun(bound: Bound, dice: random.Random, count: int) -> tuple[Answer, ...]:
    """Return the first answers of a play, with random faces and random decisions."""
    answers: tuple[Answer, ...] = ()
    while len(answers) < count and isinstance(play := replay(bound, answers), Asking):
        if play.wanted is not None:
            answers = (*answers, dice.randint(1, play.wanted.sides))
        else:
            assert play.choice is not None
            answers = (*answers, Chosen(play.choice.name, _decided(play.choice, dice)))
    return answers


def _decided(choice: AnyChoose, dice: random.Random) -> Any:
    if isinstance(choice.options, OneOf):
        return dice.choice(list(choice.options.words))
    if not isinstance(choice.options, Places):
        return dice.random() < 0.5
    most = min(choice.options.at_most, choice.options.count)
    places = range(1, choice.options.count + 1)
    return tuple(sorted(dice.sample(places, dice.randint(0, most))))


def agree(bound: Bound, answers: tuple[Answer, ...]) -> None:
    """Check the odds after these answers, and those of each open option, by both ways."""
    expected = _twin(bound, answers)
    at = find_position(bound, Record(answers))
    assert chances_from(bound, at).grades == expected
    play = replay(bound, answers)
    options = evaluate_options(bound, at)
    choice = play.choice if isinstance(play, Asking) else None
    assert bool(options) == (choice is not None)
    assert len(options) <= MOST
    assert all(sum(option.chances.grades.values()) == 1 for option in options)
    if choice is not None:
        default = choice.options.check(choice.name, choice.default)
        assert any(option.value == default for option in options)
        for option in options[:8]:
            chosen = (*answers, Chosen(choice.name, option.value))
            assert option.chances.grades == _twin(bound, chosen)


def _twin(bound: Bound, answers: tuple[Answer, ...]) -> dict[str, Fraction]:
    try:
        return brute(bound, limit=250, begun=answers)
    except TooManyError:
        reject()


@pytest.mark.parametrize("procedure", EVERY)
@settings(UNHURRIED, max_examples=tries(2))
@given(data=st.data(), seed=st.integers(0, 2**32), count=st.integers(0, LONGEST))
def test_odds_after_some_answers_agree_with_their_brute_force_twin(
    procedure: Procedure, data: st.DataObject, seed: int, count: int
) -> None:
    bound = _bound(procedure, data.draw(inputs(procedure)))
    agree(bound, begun(bound, random.Random(seed), count))


@pytest.mark.parametrize("procedure", DECIDED)
@settings(UNHURRIED, max_examples=tries(4))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_option_of_a_decision_agrees_with_its_brute_force_twin(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    bound = _bound(procedure, data.draw(inputs(procedure)))
    dice = random.Random(seed)
    answers = begun(bound, dice, 30)
    open_at = [place for place, each in enumerate(answers) if isinstance(each, Chosen)]
    agree(bound, answers[: dice.choice(open_at or range(len(answers) + 1))])


def _bound(procedure: Procedure, given_inputs: dict[str, Any]) -> Bound:
    try:
        return procedure.bind(given_inputs)
    except BadInput:
        reject()
