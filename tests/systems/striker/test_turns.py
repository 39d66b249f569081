"""Random encounters: with any steps and rolls, the board and the order stay consistent."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.encounters.rolls import Roll
from app.core.errors import BadInput
from app.core.procedures.outcomes import Outcome
from app.systems.striker.encounter import ENCOUNTER
from app.systems.striker.encounter.state import Fight
from app.systems.striker.tables.actions import DURATIONS
from tests.tries import tries

PEOPLE = ("ann", "bob", "cat", "dan")
LASTING = [row.duration for row in DURATIONS]


def take_step(scene: Fight, dice: random.Random) -> Fight:
    """Return the scene after a random step, if possible.

    Due rolls belong to combatants of the scene.
    """
    who = {"who": dice.choice(PEOPLE)}
    offered: tuple[tuple[str, dict[str, Any]], ...] = (
        *[("next", {})] * 4,
        *[("act", {**who, "duration": dice.choice(LASTING), "take": dice.choice((0, 8))})] * 3,
        ("add", {"id": who["who"]}),
        ("remove", who),
        ("move", {**who, "place": dice.randint(1, 4)}),
        ("stop", who),
        ("back", who),
    )
    step, inputs = dice.choice(offered)
    try:
        result = ENCOUNTER.apply(scene, step, inputs)
    except BadInput:
        return scene
    assert all(due.who in scene.combatants for due in result.due)
    return result.scene


def roll_line(scene: Fight, dice: random.Random) -> Fight:
    """Return the scene after a line was rolled without being due."""
    lasts = dice.choice(LASTING)
    line = {"text": f"work({lasts}) chk(5) = d20"}
    who = dice.choice(PEOPLE)
    values = {"roll": 10, "duration_index": DURATIONS[lasts].place}
    grade = dice.choice(("fail", "partial-success", "success"))
    roll = Roll(who, "striker.line_action", line, Outcome(grade, values=values))
    return ENCOUNTER.on_roll(scene, roll).scene


def check(scene: Fight, before: Fight) -> None:
    now = scene.now
    assert now.round >= before.now.round
    assert now.current is None or now.current in now.order
    assert len(set(now.order)) == len(now.order)
    for id, fighter in scene.combatants.items():
        turn = fighter.turn
        assert (id in now.order) == (not turn.away or id == now.current)
        assert len(set(turn.slots_used)) == len(turn.slots_used)
        assert (turn.work is None) == (turn.busy_until is None and not turn.away)
    board = ENCOUNTER.board(scene)
    assert sorted(place.id for place in board.places) == sorted(scene.combatants)
    assert ENCOUNTER.scene(json.loads(json.dumps(scene.state))).state == scene.state


@settings(deadline=None, max_examples=tries(100))
@given(dice=st.randoms(use_true_random=False))
def test_any_steps_and_rolls(dice: random.Random) -> None:
    scene = ENCOUNTER.begin()
    for id in PEOPLE:
        scene = ENCOUNTER.apply(scene, "add", {"id": id}).scene
    for _ in range(40):
        before = scene
        scene = (roll_line if dice.random() < 0.3 else take_step)(scene, dice)
        check(scene, before)
