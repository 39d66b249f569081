"""Encounters made up at random: whatever is done and rolled, the board and the order hold."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import BadInput
from app.core.flat import Roll, State
from app.core.outcomes import Outcome
from app.systems.striker import GAME
from app.systems.striker.tables.actions import DURATIONS

ENCOUNTER = GAME.encounter
assert ENCOUNTER is not None
PEOPLE = ("ann", "bob", "cat", "dan")
LASTING = [row.duration for row in DURATIONS]


def stepped(state: State, dice: random.Random) -> State:
    """The state after any step, if it can be taken; what falls due is for somebody who is here."""
    who = {"who": dice.choice(PEOPLE)}
    step, inputs = dice.choice(
        (
            *[("next", {})] * 4,
            *[("act", {**who, "duration": dice.choice(LASTING), "take": dice.choice((0, 8))})] * 3,
            ("add", {"id": who["who"]}),
            ("remove", who),
            ("move", {**who, "place": dice.randint(1, 4)}),
            ("stop", who),
            ("back", who),
        )
    )
    try:
        came = ENCOUNTER.apply(state, step, inputs)
    except BadInput:
        return state
    assert all(due.who in state["combatants"] for due in came.due)
    return came.state


def rolled(state: State, dice: random.Random) -> State:
    """The state after a line was rolled straight away."""
    lasts = dice.choice(LASTING)
    line = {"text": f"work({lasts}) chk(5) = d20"}
    who = dice.choice(PEOPLE)
    values = {"roll": 10, "duration_index": DURATIONS[lasts].place}
    grade = dice.choice(("fail", "partial-success", "success"))
    made = Roll(who, "striker.line_action", line, Outcome(grade, values=values))
    return ENCOUNTER.on_roll(state, made).state


def holds(state: State, before: State) -> None:
    there: dict[str, Any] = state["combatants"]
    assert state["round"] >= before["round"]
    assert state["current"] is None or state["current"] in state["order"]
    assert len(set(state["order"])) == len(state["order"])
    for id, whose in there.items():
        assert (id in state["order"]) == (not whose["away"] or id == state["current"])
        assert len(set(whose["slots_used"])) == len(whose["slots_used"])
        assert (whose["work"] is None) == (whose["busy_until"] is None and not whose["away"])
    board = ENCOUNTER.board(state)
    assert sorted(place.id for place in board.places) == sorted(there)
    assert json.loads(json.dumps(state)) == state


@settings(deadline=None, max_examples=100)
@given(dice=st.randoms(use_true_random=False))
def test_whatever_is_done_and_rolled(dice: random.Random) -> None:
    state = ENCOUNTER.fresh()
    for id in PEOPLE:
        state = ENCOUNTER.apply(state, "add", {"id": id}).state
    for _ in range(40):
        before = state
        state = (rolled if dice.random() < 0.3 else stepped)(state, dice)
        holds(state, before)
