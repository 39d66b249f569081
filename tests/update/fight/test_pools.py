"""The pools of action points: one number, before, during and after a fight (W1.6)."""

from __future__ import annotations

from app.campaign.state.scenes import scene_of
from app.systems import games
from app.update.messages.forms import RouteOpened
from app.update.messages.tracker import StepTaken
from app.widgets.fight.gauges.counters import counters
from tests.campaign.happenings import Stamps, begun
from tests.fights.table import Table

GAME = games()["wasteland"]


def shown_points(table: Table) -> tuple[int, str]:
    """Return the group's points in the strip and in the form of a test."""
    table.send(RouteOpened("#/wasteland/skill_test"))
    assert table.model.participants is not None
    (group, *_) = counters(GAME, table.model.participants.scene)
    return group.now, table.model.form.desk.typed["ap_pool"]


def test_the_group_has_as_many_points_before_a_fight_as_in_it() -> None:
    """A session starts with an empty pool; its points outlast fights."""
    for points in (0, 4):
        table = Table()
        table.open(begun("wasteland", Stamps()))
        assert shown_points(table) == (0, "0")
        table.send(StepTaken("begin", {}))
        if points:
            table.send(StepTaken("set_pools", {"group_ap": points}))
        assert shown_points(table) == (points, str(points))
        scene = scene_of(table.state.document, GAME)
        assert scene is not None
        assert scene.encounter.board(scene).pools["Group AP"] == points
        table.send(StepTaken("end", {}))
        assert shown_points(table) == (points, str(points))
        table.send(StepTaken("begin", {}))
        assert shown_points(table) == (points, str(points))
