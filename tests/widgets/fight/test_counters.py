"""The counters of a scene: their values, and a tap to spend from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.games import Counter, Game
from app.systems import games
from app.update.open_campaign import counter_changed
from app.widgets.fight.gauges.counters import counters
from app.widgets.fight.gauges.gauges import pools
from tests.widgets.templates import rendered

WITH_COUNTERS = [pytest.param(game, id=game.id) for game in games().values() if game.counters]


@pytest.mark.parametrize("game", WITH_COUNTERS)
def test_a_tap_on_the_label_of_a_counter_spends_from_it(game: Game) -> None:
    html = rendered("counters.html", counters=counters(game, {}), turn="", game=game.id)
    assert html.wrong == []
    labels = [attrs for tag, attrs in html.elements if attrs.get("class") == "purse-label"]
    assert len(labels) == len(game.counters)
    for label, counter in zip(labels, game.counters, strict=True):
        expected = f"#/{counter.spend[0].replace('.', '/')}" if counter.spend else None
        assert label.get("href") == expected


def test_group_ap_is_the_value_of_the_scene() -> None:
    group, gm = counters(games()["wasteland"], {"group_ap": 6})
    assert (group.now, group.less, group.more) == (6, True, False)
    assert group.spend == (("Spend Action Points", "#/wasteland/spend_ap"),)
    assert (gm.now, gm.less, gm.more) == (0, False, True)


def test_a_player_sees_no_secret_counter() -> None:
    """Their device does not know its value."""
    game, on_board = games()["wasteland"], [("Group AP", "0"), ("GM AP", "0"), ("Scene", "1")]
    assert [counter.id for counter in counters(game, {}, for_player=True)] == ["group_ap"]
    for for_player, labels in (
        (True, ["Group AP", "Scene"]),
        (False, ["Group AP", "GM AP", "Scene"]),
    ):
        shown = pools(game, {}, on_board, for_player)
        assert [each.label for each in shown] == labels


POUCH = Counter("coins", "Coins", 0, 6, beyond=("loose", "Loose coins"))


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
def test_a_surplus_is_spent_first(scene: dict[str, int], by: int, set_to: tuple[str, int]) -> None:
    assert counter_changed(POUCH, scene, by) == set_to


def test_a_surplus_is_shown_with_its_counter() -> None:
    game = Game("pouch", "", "", "", Path(), (), counters=(POUCH,))
    (full,) = counters(game, {"coins": 0, "loose": 2})
    assert (full.now, full.beyond, full.less, full.more) == (0, 2, True, True)
    html = rendered("counters.html", counters=(full,), turn="", game="pouch")
    assert "0 + 2" in html.text
    (plain,) = counters(game, {"coins": 3})
    assert "+ 0" not in rendered("counters.html", counters=(plain,), turn="", game="pouch").text
