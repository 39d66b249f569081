"""The rating of a character beside a roll's button, in each game's own words."""

from __future__ import annotations

import pytest

from app.core.games import Game
from app.core.sheets import Rollable
from app.systems import games


def rolls(game: Game, place: int) -> tuple[Rollable, ...]:
    """Return the rolls of a sample character."""
    assert game.sheet is not None
    fields_by_id = game.sheet.by_id
    data = {key: value for key, value in game.sheet.samples[place].items() if key in fields_by_id}
    return game.sheet.rolls(game.sheet.fill(data))


def ratings(game: Game, place: int) -> dict[tuple[str, str], str]:
    """Return the rating of each roll of a sample character, by procedure and label."""
    assert game.sheet is not None
    return {(roll.procedure, roll.label): game.sheet.rating(roll) for roll in rolls(game, place)}


@pytest.mark.parametrize(
    ("roll", "place", "rating"),
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
        (("prism.run", "Run"), 0, "−9"),
        (("striker.check", "Insight"), 1, "−1"),
        (("striker.line_action", "Wpn-Blades-Short"), 1, ""),
    ],
)
def test_the_rating_beside_a_roll(roll: tuple[str, str], place: int, rating: str) -> None:
    assert ratings(games()[roll[0].partition(".")[0]], place)[roll] == rating


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_negative_ratings_have_a_true_minus_sign(game: Game) -> None:
    assert game.sheet is not None
    for place in range(len(game.sheet.samples)):
        assert not [rating for rating in ratings(game, place).values() if "-" in rating]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_each_roll_of_a_procedure_has_its_own_place(game: Game) -> None:
    """The head of a form tells them apart by it."""
    assert game.sheet is not None
    for place in range(len(game.sheet.samples)):
        places = [(roll.procedure, roll.place) for roll in rolls(game, place)]
        assert len(places) == len(set(places))
