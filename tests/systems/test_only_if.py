"""Inputs that a form leaves out because they do not matter really change nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.odds.odds import chances
from app.core.play.play import by_chance
from app.core.procedures.procedure import Bound, Procedure
from app.systems import games
from tests.strategies import values
from tests.tries import tries

CONDITIONAL = [
    pytest.param(each, id=each.id)
    for game in games().values()
    for each in game
    if any(declared.kind.only_if for declared in each.inputs.values())
]
UNHURRIED = settings(deadline=None, max_examples=tries(8), suppress_health_check=list(HealthCheck))


def bound(procedure: Procedure, inputs: dict[str, Any]) -> Bound | str:
    """Bind the procedure to these inputs, or return the field at fault."""
    try:
        return procedure.bind(inputs)
    except BadInput as fault:
        return fault.field


def result_of(play: Bound, seed: int) -> tuple[Any, ...]:
    """Return the chances, where they can be counted, and the outcome of one roll."""
    outcome = by_chance(play, random.Random(seed)).outcome
    rolled_outcome = (outcome.grade, outcome.success, outcome.effects)
    try:
        return (chances(play), *rolled_outcome)
    except BadInput:  # it would take too long
        return rolled_outcome


@pytest.mark.parametrize("procedure", CONDITIONAL)
@UNHURRIED
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_an_input_that_cannot_matter_changes_nothing(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    """Any value of it gives the same result, or the rule accepts only its default."""
    inputs = procedure.inputs
    conditions = {when.input for each in inputs.values() for when in each.kind.only_if}
    drawn = sorted({name for name, each in inputs.items() if each.required or name in conditions})
    plain = {name: data.draw(values(inputs[name].kind)) for name in drawn}
    before = bound(procedure, plain)
    if isinstance(before, str):
        reject()
    for name, each in inputs.items():
        if name in drawn or each.kind.matters(before.values):
            continue
        after = bound(procedure, {**plain, name: data.draw(values(each.kind))})
        assert (
            after == name
            if isinstance(after, str)
            else result_of(after, seed) == result_of(before, seed)
        )
