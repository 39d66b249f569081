"""The layers over a fight close from the top, and reopen as they were left."""

from __future__ import annotations

import json

import pytest

from app.browser.storage.plays import is_play
from app.campaign.facts import Rolled
from app.core.encounters.offering import offer_actions
from app.core.games import Game
from app.core.play.play import Finished
from app.core.procedures.kinds import Whole
from app.systems import games
from app.update.layers import layers
from app.update.messages.answers import PlayLeft
from app.update.messages.forms import FieldTyped, RouteOpened
from app.update.messages.plays import FaceTyped, PlayCancelled, RestRolled, RollTapped
from app.update.messages.tracker import (
    ActionTaken,
    LayersWanted,
    MenuTapped,
    MeterTapped,
    OverClosed,
    PanelTapped,
    RealDiceSwitched,
    RolledOver,
    StepOpened,
    TurnPassed,
)
from app.update.model import Model
from app.update.roll.next_action import follow_up_message
from app.update.roll.roles import follows
from app.widgets.roll.result.results import typed_of
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
        scene = table.scene
        actor = scene.board.current or ""
        target = next(iter(scene.encounter.targets(scene, actor)), "")
        actions = offer_actions(scene, actor, target)
        for each in (action for action in actions if action.roll and not action.why_not):
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
    scene = table.scene
    combatant_id = next(iter(scene.combatants))
    sheet = scene.combatants[combatant_id].sheet
    meter = sheet.form.meters(sheet)[0].id
    step = next(
        transition.id for transition in scene.encounter.transitions if "who" in transition.inputs
    )
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


def casts(table: Table) -> dict[str, str]:
    """Return the id of each role that is cast in the open game."""
    cast = table.model.cast[table.model.game]
    return {role: who for role, who in cast.items() if who}


def reload(table: Table, names: tuple[str, ...]) -> Table:
    """Return a new table as a page that was reloaded at the fight with these layers."""
    again = Table()
    again.open(table.journal)
    again.send(RouteOpened(f"#/{table.model.game}/encounter"))
    again.send(PlayLeft(table.saved, names))
    return again


@pytest.mark.parametrize("game", GAMES)
def test_a_roll_over_the_fight_is_there_after_a_reload(game: Game) -> None:
    """Its typed dice, its cast, its effects and its journal entry are the same."""
    table = begun(game)
    roll_a_weapon(table)
    table.send(FaceTyped(0, "1"))
    again = reload(table, layers(table.model))
    for _ in range(2):  # with a die missing, and with the result
        before, after = table.model.form, again.model.form
        assert again.model.overlay == table.model.overlay
        assert (after.desk.answers, after.desk.typed) == (before.desk.answers, before.desk.typed)
        assert (after.place, after.stored) == (before.place, before.stored)
        assert casts(again) == casts(table)
        table.send(RestRolled())
        again = reload(table, layers(table.model))
    assert isinstance(again.model.form.desk.play(), Finished)
    # A closed result stays closed.
    assert reload(table, ()).model.overlay == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_menu_or_panel_is_open_after_a_reload(game: Game) -> None:
    table = begun(game)
    scene = table.scene
    who = next(iter(scene.combatants))
    step = next(
        transition.id for transition in scene.encounter.transitions if "who" in transition.inputs
    )
    for opening in (MenuTapped(who), PanelTapped("more"), PanelTapped("join")):
        table.send(opening)
        table.send(StepOpened(step, who))
        names = layers(table.model)
        assert f"step {step} {who}" in names
        assert layers(reload(table, names).model) == names
        assert layers(reload(table, (*names[:-1], "step unknown")).model) == names[:-1]


def test_the_form_of_an_action_keeps_the_values_of_its_button() -> None:
    table = begun(games()["striker"])
    scene = table.scene
    actor = scene.encounter.board(scene).current
    assert actor is not None
    asks = next(each for each in offer_actions(scene, actor, "") if each.asks and each.step)
    table.send(ActionTaken(actor, asks.id, ""))
    given, names = table.model.tracker.given, layers(table.model)
    assert given
    back(table)
    assert table.model.tracker.given == {}
    for again in (table, reload(table, names)):
        again.send(LayersWanted(names))
        assert layers(again.model) == names
        assert again.model.tracker.given == given


@pytest.mark.parametrize("game", GAMES)
def test_a_form_over_the_fight_that_waits_is_there_after_a_reload(game: Game) -> None:
    """Its texts, typed and from its button, and its cast are the same."""
    table = begun(game)
    roll_a_weapon(table)
    table.send(PlayCancelled())
    inputs = table.model.form.procedure.inputs.items()
    name = next(name for name, declared in inputs if isinstance(declared.kind, Whole))
    table.send(FieldTyped(name, "1"))
    again = reload(table, layers(table.model))
    before, after = table.model.form, again.model.form
    assert again.model.overlay == table.model.overlay
    assert after.desk.answers is None
    assert (after.desk.typed, after.place) == (before.desk.typed, before.place)
    assert after.desk.typed[name] == "1"
    assert casts(again) == casts(table)


def test_a_form_that_replaces_a_roll_replaces_it_after_a_reload() -> None:
    table = begun(games()["prism"])
    roll_a_weapon(table)
    table.send(RestRolled())
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    offered = enumerate(follows(table.model, table.model.form, play))
    index, change = next((index, each) for index, each in offered if each.instead)
    table.send(RolledOver(follow_up_message(change, index), typed_of(change)))
    assert table.model.overlay == change.procedure
    table.send(FieldTyped("new_value", "30"))
    first = table.journal.last.id
    assert is_play(json.loads(json.dumps(table.saved)))
    table = reload(table, layers(table.model))
    assert table.model.overlay == change.procedure
    table.send(RollTapped())
    last = table.journal.last.fact
    assert isinstance(last, Rolled)
    assert (last.procedure, last.of) == (change.procedure, first)


@pytest.mark.parametrize("game", GAMES)
def test_a_roll_that_goes_on_after_a_reload_settles_its_due_item(game: Game) -> None:
    table = begun(game)
    roll_a_weapon(table)
    table.send(FaceTyped(0, "1"))
    again = reload(table, layers(table.model))
    for each in (table, again):
        each.dice.seed(1)
        each.send(RestRolled())
    assert again.state.due == table.state.due
    assert again.model.form.due == table.model.form.due == ""


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
