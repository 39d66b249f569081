"""Properties of all procedures of all games, with any inputs."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from app.core.errors import BadInput
from app.core.odds.odds import odds
from app.core.play.play import Asking, Chosen, Finished, by_chance, by_hand, replay
from app.core.procedures.procedure import Bound, Procedure
from app.headless import play_record, to_line
from app.systems import games
from tests.strategies import inputs
from tests.tries import tries
from tests.twin import TooManyError, brute

EVERY = [pytest.param(each, id=each.id) for game in games().values() for each in game]

#: Draws of inputs until the dice are few enough to try every face. For one procedure that is one
#: draw in two hundred, which is no fault of it.
DRAWN = 10
UNHURRIED = settings(deadline=None, max_examples=tries(12), suppress_health_check=list(HealthCheck))


def bound_or_skip(procedure: Procedure, given_inputs: dict[str, Any]) -> Bound:
    """Bind the procedure to these inputs; skip combinations that its own inputs refuse."""
    try:
        return procedure.bind(given_inputs)
    except BadInput as fault:
        if fault.field in procedure.inputs:
            reject()
        raise


@pytest.mark.parametrize("procedure", EVERY)
@UNHURRIED
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_play_is_its_answers(procedure: Procedure, data: st.DataObject, seed: int) -> None:
    bound = bound_or_skip(procedure, data.draw(inputs(procedure)))
    played_once = by_chance(bound, random.Random(seed))
    # The same answers make the same play; without the last one it waits for that answer.
    replayed = replay(bound, played_once.answers)
    assert isinstance(replayed, Finished)
    assert replayed.outcome == played_once.outcome
    assert replayed.log == played_once.log
    if played_once.answers:
        waiting = replay(bound, played_once.answers[:-1])
        assert isinstance(waiting, Asking)
        is_choice = isinstance(played_once.answers[-1], Chosen)
        assert (waiting.choice is not None) == is_choice
    # Typed in by hand, the same faces and decisions end in the same outcome.
    faces = [answer for answer in played_once.answers if not isinstance(answer, Chosen)]
    decided = {
        answer.name: answer.value for answer in played_once.answers if isinstance(answer, Chosen)
    }
    assert by_hand(bound, faces, decided).outcome == played_once.outcome
    with pytest.raises(BadInput) as fault:
        by_hand(bound, [*faces, 1], decided)
    assert fault.value.field == "dice"
    # The answer is JSON, and every rule it cites exists.
    answered = json.loads(to_line(play_record(played_once)))
    assert answered["grade"] in {grade.id for grade in procedure.grades}
    for thrown in played_once.rolls:
        assert len(thrown.marks) == len(thrown.faces)


@pytest.mark.parametrize("procedure", EVERY)
@settings(UNHURRIED, max_examples=tries(8))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_odds_sum_to_one_and_know_every_roll(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    bound = bound_or_skip(procedure, data.draw(inputs(procedure)))
    try:
        chances = odds(bound)
    except BadInput as fault:
        if fault.field == procedure.long:
            reject()
        raise
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())
    assert by_chance(bound, random.Random(seed)).outcome.grade in chances


@pytest.mark.parametrize("procedure", EVERY)
@settings(UNHURRIED, max_examples=tries(5))
@given(data=st.data())
def test_odds_agree_with_their_brute_force_twin(procedure: Procedure, data: st.DataObject) -> None:
    for _ in range(DRAWN):
        try:
            bound = bound_or_skip(procedure, data.draw(inputs(procedure)))
            expected = brute(bound, limit=2_000)
        except (TooManyError, UnsatisfiedAssumption):
            continue
        assert odds(bound) == expected
        assert sum(expected.values(), Fraction(0)) == 1
        return
    reject()  # with too many dice in all draws nothing was tested, and hypothesis reports that
