"""The layers over a fight close from the top, and reopen as they were left."""

from __future__ import annotations

import pytest

from app.core.encounters.offering import offer_actions
from app.core.games import Game
from app.systems import games
from app.update.layers import layers
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import FaceTyped
from app.update.messages.tracker import (
    ActionTaken,
    LayersWanted,
    MenuTapped,
    MeterTapped,
    OverClosed,
    PanelTapped,
    RealDiceSwitched,
    StepOpened,
    TurnPassed,
)
from app.update.model import Model
from tests.fights.table import Table
from tests.update.fight.test_overlay import GAMES, begun


def back(table: Table) -> None:
    """Close the top layer."""
    table.send(LayersWanted(layers(table.model)[:-1]))


def open_parts(model: Model) -> tuple[object, ...]:
    """Return the open parts of the tracker."""
    now = model.tracker
    return (now.menu, now.panel, now.pad, now.step, now.who, model.overlay)


def roll_a_weapon(table: Table) -> None:
    """Roll a combatant's weapon with real dice."""
    table.send(RealDiceSwitched(on=True))
    for _ in range(9):
        assert table.model.participants is not None
        scene = table.model.participants.fight
        assert scene is not None
        actor = scene.board.current or ""
        target = next(iter(scene.encounter.targets(scene, actor)), "")
        actions = offer_actions(scene, actor, target)
        for each in (each for each in actions if each.roll and not each.why_not):
            table.send(ActionTaken(actor, each.id, target if each.aimed else ""))
            if table.model.form.desk.answers is not None:
                return
            table.send(OverClosed())
        table.send(TurnPassed())
    raise AssertionError("nobody rolls")


@pytest.mark.parametrize("game", GAMES)
def test_a_roll_comes_back_with_its_dice(game: Game) -> None:
    table = begun(game)
    roll_a_weapon(table)
    table.send(FaceTyped(0, "1"))
    names, form = layers(table.model), table.model.form
    assert names == (f"over {table.model.overlay}",)
    back(table)
    assert table.model.overlay == ""
    assert layers(table.model) == ()
    table.send(LayersWanted(names))
    assert layers(table.model) == names
    assert table.model.form == form


@pytest.mark.parametrize("game", GAMES)
def test_each_layer_is_taken_off_by_itself(game: Game) -> None:
    table = begun(game)
    assert table.model.participants is not None
    scene = table.model.participants.fight
    assert scene is not None
    combatant_id = next(iter(scene.combatants))
    sheet = scene.combatants[combatant_id].sheet
    meter = sheet.form.meters(sheet)[0].id
    step = next(each.id for each in scene.encounter.transitions if "who" in each.inputs)
    for opening in (
        MenuTapped(combatant_id),
        PanelTapped("more"),
        PanelTapped("join"),
        MeterTapped(combatant_id, meter),
    ):
        table.send(opening)
        table.send(StepOpened(step, combatant_id))
        names, state = layers(table.model), open_parts(table.model)
        assert len(names) == 2
        back(table)
        assert layers(table.model) == names[:1]
        back(table)
        assert open_parts(table.model) == ("", "", ("", ""), "", "", "")
        table.send(LayersWanted(names))
        assert open_parts(table.model) == state


def test_a_layer_of_a_missing_combatant_is_not_opened() -> None:
    table = begun(games()["garden"])
    table.send(LayersWanted(("menu nobody", "over garden.attack")))
    assert layers(table.model) == ()
    table.send(PanelTapped("more"))
    table.send(RouteOpened("#/garden/characters"))
    assert layers(table.model) == ()
    before = table.model
    table.send(LayersWanted(()))
    assert table.model == before
