"""What of the scene is always in sight: how much there is, and what is spent one tap away."""

from __future__ import annotations

import pytest

from app.core.games import Game
from app.systems import games
from app.widgets.purses import purses
from tests.widgets.templates import rendered

WITH_PURSES = [pytest.param(game, id=game.id) for game in games().values() if game.purses]


@pytest.mark.parametrize("game", WITH_PURSES)
def test_what_spends_from_a_purse_is_a_tap_on_its_label(game: Game) -> None:
    html = rendered("purses.html", purses=purses(game, {}), turn="", game=game.id)
    assert html.wrong == []
    labels = [attrs for tag, attrs in html.elements if attrs.get("class") == "purse-label"]
    assert len(labels) == len(game.purses)
    for label, purse in zip(labels, game.purses, strict=True):
        wanted = f"#/{purse.spend[0].replace('.', '/')}" if purse.spend else None
        assert label.get("href") == wanted


def test_group_ap_is_what_the_scene_says() -> None:
    group, gm = purses(games()["wasteland"], {"group_ap": 6})
    assert (group.now, group.less, group.more) == (6, True, False)
    assert group.spend == (("Spend Action Points", "#/wasteland/spend_ap"),)
    assert (gm.now, gm.less, gm.more) == (0, False, True)
