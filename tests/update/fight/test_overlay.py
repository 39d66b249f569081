"""What one tap does in a fight: a turn passed, a number changed, an action and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.offering import offer_actions
from app.core.encounters.scenes import Scene
from app.core.games import Game
from app.core.play.play import Asking, Finished
from app.core.procedures.kinds import Whole
from app.systems import games
from app.update.messages.campaign import TurnPlaced
from app.update.messages.forms import FieldTyped, RouteOpened
from app.update.messages.plays import EffectsApplied, Undone
from app.update.messages.tracker import (
    ActionTaken,
    Aimed,
    CharactersJoined,
    LineJoined,
    MeterChanged,
    MeterTapped,
    OverClosed,
    RealDiceSwitched,
    TurnPassed,
)
from tests.core.test_typed_numbers import FULL_WIDTH
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table

GAMES = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]


def begun(game: Game) -> Table:
    """Both samples and two others, at the first turn."""
    table = Headless(Fight(game.id, "taps", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    for _ in range(4):
        if _scene(table).encounter.board(_scene(table)).current is None:
            table.send(TurnPassed())
    return table


def _scene(table: Table) -> Scene[Any, Any]:
    assert table.model.participants is not None
    assert table.model.participants.fight is not None
    return table.model.participants.fight


def _current(table: Table) -> str:
    scene = _scene(table)
    return scene.encounter.board(scene).current or ""


@pytest.mark.parametrize("game", GAMES)
def test_a_passed_turn_is_one_entry_and_one_undo(game: Game) -> None:
    table = begun(game)
    first = _current(table)
    assert first
    for _ in range(6):  # through the end of a round too
        stood, n = _scene(table).state, table.journal.n
        table.send(TurnPassed())
        assert table.journal.n == n + 1
        assert _current(table)
    table.send(Undone())
    assert _scene(table).state == stood


@pytest.mark.parametrize("game", GAMES)
def test_the_first_number_of_somebody_is_changed_by_as_much_as_is_typed(game: Game) -> None:
    table = begun(game)
    for who, each in _scene(table).combatants.items():
        meter = next((m for m in each.sheet.form.meters(each.sheet) if m.settable), None)
        if meter is None or meter.now < 1:
            continue
        table.send(MeterTapped(who, meter.id))
        table.send(MeterChanged(who, meter.id, "1", down=True))
        assert _scene(table).combatants[who].sheet[meter.id] == meter.now - 1
        assert table.model.tracker.pad == ("", "")


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_weapon_is_rolled_over_the_fight(game: Game, real: bool) -> None:
    """At once, or typed where dice are thrown at this table; Apply puts it away."""
    table = begun(game)
    table.send(RealDiceSwitched(on=real))
    scene, who = _scene(table), _current(table)
    target = next(iter(scene.encounter.targets(scene, who)), "")
    table.send(Aimed(target))
    every = [each for each in offer_actions(scene, who, target) if each.roll and not each.why_not]
    table.send(ActionTaken(who, every[0].id, target if every[0].aimed else ""))
    assert every[0].roll is not None
    assert table.model.overlay == every[0].roll.procedure
    form = table.model.form
    if form.desk.faults():
        return  # something is still to be said
    play = form.desk.play()
    assert isinstance(play, Asking if real else Asking | Finished)
    if isinstance(play, Finished):
        table.send(EffectsApplied())
        table.send(OverClosed())
        assert table.model.overlay == ""
    table.send(RouteOpened(f"#/{game.id}"))
    assert table.model.overlay == ""


@pytest.mark.parametrize("game", GAMES)
def test_who_is_put_before_themselves_stays_there(game: Game) -> None:
    table = begun(game)
    before = table.journal
    for who in _scene(table).now.order:
        table.send(TurnPlaced(who, who))
        assert table.journal is before


def test_a_house_rule_that_is_typed_in_another_writing_is_no_entry() -> None:
    table = begun(games()["trueworld"])
    procedure, house = next(
        (procedure, each)
        for procedure in games()["trueworld"].procedures.values()
        for each in procedure.inputs.values()
        if each.kind.house and isinstance(each.kind, Whole)
    )
    table.send(RouteOpened(f"#/{procedure.id.replace('.', '/')}"))
    assert isinstance(house.kind, Whole)
    other = house.kind.high if house.default != house.kind.high else house.kind.low
    before = table.journal.n
    table.send(FieldTyped(house.name, str(other)))
    assert table.journal.n == before + 1
    for text in (f" {other}", f"{other}.0", str(other).translate(FULL_WIDTH)):
        table.send(FieldTyped(house.name, text))
        assert table.journal.n == before + 1
    table.send(FieldTyped(house.name, str(house.default)))
    table.send(FieldTyped(house.name, f"+{house.default}"))
    assert table.journal.n == before + 2


def test_an_action_that_is_not_there_does_nothing() -> None:
    table = begun(next(iter(games().values())))
    before = table.model
    table.send(ActionTaken(_current(table), "no such action"))
    table.send(ActionTaken("nobody", "no such action"))
    assert table.model == before
