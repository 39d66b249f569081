"""How good somebody is at a roll, beside its button: in each game's own words."""

from __future__ import annotations

import pytest

from app.core.games import Game
from app.systems import games


def ratings(game: Game, place: int) -> dict[tuple[str, str], str]:
    """Procedure and label of every roll of a sample character, with what stands beside it."""
    assert game.sheet is not None
    known = game.sheet.by_id
    data = {key: value for key, value in game.sheet.samples[place].items() if key in known}
    rolls = game.sheet.rolls(game.sheet.filled(data))
    return {(each.procedure, each.label): game.sheet.rating(each) for each in rolls}


@pytest.mark.parametrize(
    ("roll", "place", "told"),
    [
        (("garden.skill_test", "Athletics + Body"), 0, "2d +1"),
        (("garden.skill_test", "Unarmed + Body"), 1, "2d low +0"),
        (("garden.attribute_test", "Agility"), 0, "+2"),
        (("garden.take_average", "Medicine"), 0, "5"),
        (("garden.attack", "Knife"), 0, "1d +2"),
        (("garden.cast_opposed", "Banish"), 1, "2d +3"),
        (("wasteland.skill_test", "Athletics"), 1, "10"),
        (("wasteland.attack", "Sledgehammer"), 1, "12 ★"),
        (("wasteland.damage", "Sledgehammer: damage"), 1, "6 CD"),
        (("trueworld.action_roll", "Physician"), 1, "d6"),
        (("trueworld.unskilled_roll", "Unskilled"), 1, ""),
        (("prism.static_maneuver", "Pick Locks"), 1, "62"),
        (("prism.attack", "Attack: Short Bow"), 1, "49"),
        (("prism.stat_test", "Strength"), 1, "−2"),
        (("striker.check", "Insight"), 1, "−1"),
        (("striker.line_action", "Wpn-Blades-Short"), 1, ""),
    ],
)
def test_what_stands_beside_a_roll(roll: tuple[str, str], place: int, told: str) -> None:
    assert ratings(games()[roll[0].partition(".")[0]], place)[roll] == told
