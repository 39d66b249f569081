"""What a form leaves away because nothing hangs on it: truly nothing does."""

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
    """The procedure with these inputs, or the field that is at fault."""
    try:
        return procedure.bind(inputs)
    except BadInput as fault:
        return fault.field


def came(of: Bound, seed: int) -> tuple[Any, ...]:
    """Everything that comes of it: the chances, where they can be counted, and one roll."""
    outcome = by_chance(of, random.Random(seed)).outcome
    rolled = (outcome.grade, outcome.success, outcome.effects)
    try:
        return (chances(of), *rolled)
    except BadInput:  # it would take too long
        return rolled


@pytest.mark.parametrize("procedure", CONDITIONAL)
@UNHURRIED
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_nothing_hangs_on_what_cannot_matter(
    procedure: Procedure, data: st.DataObject, seed: int
) -> None:
    """Whatever it says, the same comes of it; or the rule takes its default alone."""
    inputs = procedure.inputs
    named = {when.input for each in inputs.values() for when in each.kind.only_if}
    drawn = sorted({name for name, each in inputs.items() if each.required or name in named})
    plain = {name: data.draw(values(inputs[name].kind)) for name in drawn}
    before = bound(procedure, plain)
    if isinstance(before, str):
        reject()
    for name, each in inputs.items():
        if name in drawn or each.kind.matters(before.values):
            continue
        after = bound(procedure, {**plain, name: data.draw(values(each.kind))})
        assert after == name if isinstance(after, str) else came(after, seed) == came(before, seed)
