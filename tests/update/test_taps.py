"""So many taps a turn may take at most, in each game: from "my turn" to the next one's, with a hit.

Each message is one button of the page; that it is, is counted in the browser.
"""

from __future__ import annotations

import pytest

from app.systems import games
from app.update.messages.tracker import ActionTaken, TurnPassed
from tests.fights.hand import MOST, Hand


@pytest.mark.parametrize("game", games())
def test_a_turn_with_an_attack_that_hits(game: str) -> None:
    hand = Hand(game)
    hand.plays_to(lambda who: who.startswith("sample"))
    who, scene = hand.current, hand.scene
    target = scene.encounter.targets(scene, who)[0]
    before = scene.encounter.meters(scene, target)
    hand.tap(ActionTaken(who, hand.attack(target).id, target))
    hand.throws(hit=True)
    hand.applies(target)
    assert hand.scene.encounter.meters(hand.scene, target) != before
    hand.tap(TurnPassed())
    assert hand.current not in (who, "")
    assert hand.taps <= MOST


@pytest.mark.parametrize("game", games())
def test_every_turn_ends_in_the_next_ones_by_one_tap(game: str) -> None:
    """Through the ends and beginnings of rounds; nobody has to say more."""
    hand = Hand(game)
    hand.player.table.send(TurnPassed())
    met = {hand.current}
    for _ in range(12):
        hand.tap(TurnPassed())
        assert hand.current
        met.add(hand.current)
    assert met == set(hand.scene.combatants)
    assert hand.taps == 12
