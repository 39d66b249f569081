"""What of the scene is always in sight: how much there is, and what is spent one tap away."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.games import Game, Purse
from app.systems import games
from app.table.update import counter_changed
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


POUCH = Purse("coins", "Coins", 0, 6, beyond=("loose", "Loose coins"))


@pytest.mark.parametrize(
    ("scene", "by", "set_to"),
    [
        ({}, 1, ("coins", 1)),
        ({"coins": 6}, 1, ("coins", 6)),
        ({"coins": 6, "loose": 2}, -1, ("loose", 1)),
        ({"coins": 6, "loose": 0}, -1, ("coins", 5)),
        ({"coins": 6, "loose": 2}, 1, ("coins", 6)),
    ],
)
def test_what_is_beyond_a_purse_leaves_it_first(
    scene: dict[str, int], by: int, set_to: tuple[str, int]
) -> None:
    assert counter_changed(POUCH, scene, by) == set_to


def test_what_is_beyond_a_purse_is_shown_with_it() -> None:
    game = Game("pouch", "", "", "", Path(), (), purses=(POUCH,))
    (full,) = purses(game, {"coins": 0, "loose": 2})
    assert (full.now, full.beyond, full.less, full.more) == (0, 2, True, True)
    html = rendered("purses.html", purses=(full,), turn="", game="pouch")
    assert "0 + 2" in html.text
    (plain,) = purses(game, {"coins": 3})
    assert "+ 0" not in rendered("purses.html", purses=(plain,), turn="", game="pouch").text
