"""The most taps of a turn in each game, from "my turn" to the next turn, with a hit.

Each message is one button of the page, as a browser test checks.
"""

from __future__ import annotations

import pytest

from app.systems import games
from app.update.messages.tracker import ActionTaken, TurnPassed
from tests.fights.hand import MOST, Hand


@pytest.mark.parametrize("game", games())
def test_a_turn_with_an_attack_that_hits(game: str) -> None:
    hand = Hand(game)
    hand.plays_to(lambda id: id.startswith("sample"))
    actor, scene = hand.current, hand.scene
    target = scene.encounter.targets(scene, actor)[0]
    before = scene.encounter.meters(scene, target)
    hand.tap(ActionTaken(actor, hand.attack(target).id, target))
    hand.throws(hit=True)
    hand.applies(target)
    assert hand.scene.encounter.meters(hand.scene, target) != before
    hand.tap(TurnPassed())
    assert hand.current not in (actor, "")
    assert hand.taps <= MOST


@pytest.mark.parametrize("game", games())
def test_every_turn_ends_in_the_next_ones_by_one_tap(game: str) -> None:
    """This holds across the ends of rounds, without any further input."""
    hand = Hand(game)
    hand.player.table.send(TurnPassed())
    actors = {hand.current}
    for _ in range(12):
        hand.tap(TurnPassed())
        assert hand.current
        actors.add(hand.current)
    assert actors == set(hand.scene.combatants)
    assert hand.taps == 12
