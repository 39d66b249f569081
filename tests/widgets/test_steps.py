"""The forms of the steps of every encounter: nobody is asked twice for the same."""

from __future__ import annotations

import pytest

from app.core.encounters import names_somebody
from app.core.games import Game
from tests.widgets.test_board import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_named_in_a_step_is_asked_for_by_a_name_of_their_own(game: Game) -> None:
    assert game.encounter is not None
    for step in game.encounter.transitions:
        asked = [each.label for each in step.inputs.values() if names_somebody(each.kind)]
        assert len(set(asked)) == len(asked), step.id
