"""The effects of one tap in a fight: passing a turn, changing a number, rolling an action."""

from __future__ import annotations

from random import Random

import pytest

from app.core.encounters.offering import offer_actions
from app.core.games import Game
from app.core.play.play import Asking, Finished
from app.core.procedures.kinds import Whole
from app.systems import games
from app.update.commands import Command, HideToast, ShowDue, ShowTurn
from app.update.fight.spectator import acting_now, prepare_form
from app.update.messages.campaign import TurnPlaced
from app.update.messages.forms import FieldTyped, RollableTaken, RouteOpened
from app.update.messages.plays import EffectsApplied, RollTapped, Undone
from app.update.messages.tracker import (
    ActionTaken,
    Aimed,
    CharactersJoined,
    LineJoined,
    MeterChanged,
    MeterTapped,
    OverClosed,
    RealDiceSwitched,
    RolledOver,
    StepTaken,
    TurnPassed,
)
from app.update.roll.next_action import find_last_step, follow_up_message
from app.update.roll.roles import follows
from app.update.update import update
from app.widgets.roll.result.results import typed_of
from tests.core.test_typed_numbers import FULL_WIDTH
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table

GAMES = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]


def begun(game: Game) -> Table:
    """Return a fight of both samples and two raiders at the first turn."""
    table = Headless(Fight(game.id, "taps", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined("2 raiders"))
    for _ in range(4):
        if table.scene.encounter.board(table.scene).current is None:
            table.send(TurnPassed())
    return table


def _current(table: Table) -> str:
    """Return the current combatant."""
    scene = table.scene
    return scene.encounter.board(scene).current or ""


@pytest.mark.parametrize("game", GAMES)
def test_a_passed_turn_is_one_entry_and_one_undo(game: Game) -> None:
    table = begun(game)
    first = _current(table)
    assert first
    for _ in range(6):  # past the end of a round, too
        before, n = table.scene.state, table.journal.n
        table.send(TurnPassed())
        assert table.journal.n == n + 1
        assert _current(table)
    table.send(Undone())
    assert table.scene.state == before


def test_a_new_turn_is_shown_before_its_due_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """T11.2: harm is to be placed in the next round; its first turn lies elsewhere in the order."""
    table = begun(games()["trueworld"])
    shown: list[Command] = []
    first = _current(table)
    table.send(MeterChanged(first, "harm", "2", down=False))
    for _ in range(len(table.scene.combatants) - 1):
        table.send(TurnPassed())
    carry_out = Table._do

    def record(table: Table, command: Command) -> None:
        shown.append(command)
        carry_out(table, command)

    monkeypatch.setattr(Table, "_do", record)
    table.send(TurnPassed())
    assert _current(table) == first
    assert len(table.state.due) == 1
    assert [each for each in shown if isinstance(each, ShowTurn | ShowDue)] == [
        ShowTurn(),
        ShowDue(),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_first_meter_changes_by_the_typed_number(game: Game) -> None:
    table = begun(game)
    for combatant_id, each in table.scene.combatants.items():
        meter = next((m for m in each.sheet.form.meters(each.sheet) if m.settable), None)
        if meter is None or meter.now < 1:
            continue
        table.send(MeterTapped(combatant_id, meter.id))
        table.send(MeterChanged(combatant_id, meter.id, "1", down=True))
        assert table.scene.combatants[combatant_id].sheet[meter.id] == meter.now - 1
        assert table.model.tracker.pad == ("", "")


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_weapon_is_rolled_over_the_fight(game: Game, real: bool) -> None:
    """The roll falls at once, or is typed with real dice; Apply closes it."""
    table = begun(game)
    table.send(RealDiceSwitched(on=real))
    scene, actor = table.scene, _current(table)
    target = next(iter(scene.encounter.targets(scene, actor)), "")
    table.send(Aimed(target))
    actions = [
        action
        for action in offer_actions(scene, actor, target)
        if action.roll and not action.why_not
    ]
    table.send(ActionTaken(actor, actions[0].id, target if actions[0].aimed else ""))
    assert actions[0].roll is not None
    assert table.model.overlay == actions[0].roll.procedure
    form = table.model.form
    if form.desk.faults():
        return  # the form has a required field
    play = form.desk.play()
    assert isinstance(play, Asking if real else Asking | Finished)
    if isinstance(play, Finished):
        table.send(EffectsApplied())
        table.send(OverClosed())
        assert table.model.overlay == ""
    table.send(RouteOpened(f"#/{game.id}"))
    assert table.model.overlay == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_combatant_moved_before_itself_stays_in_place(game: Game) -> None:
    table = begun(game)
    before = table.journal
    for combatant_id in table.scene.now.order:
        table.send(TurnPlaced(combatant_id, combatant_id))
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


def test_the_test_that_ends_persistent_damage_has_the_chance_of_its_form() -> None:
    table = begun(games()["wasteland"])
    who = _current(table)
    table.send(StepTaken("persist", {"who": who, "damage": 2, "turns": 1}))
    view = acting_now(table.model)
    assert view is not None
    (ending,) = [each for each in view.usual if each.tests]
    desk = prepare_form(table.model, who, ending, view.target)
    before = table.model
    table.send(ActionTaken(who, ending.id, view.target))
    assert desk is not None
    assert table.model.overlay == "wasteland.skill_test"
    assert desk.typed == table.model.form.desk.typed
    assert before.state != table.model.state  # only the tap takes the step


def test_a_form_that_opens_over_the_fight_takes_the_toast_away_that_would_cover_it() -> None:
    table = begun(games()["wasteland"])
    opens = RolledOver(RollableTaken("wasteland.skill_test"), {})
    _, commands = update(table.model, opens, Random(0))
    assert HideToast() in commands


def test_hits_are_entered_after_a_changed_attack_too() -> None:
    """Also once the plot point is paid: the table for the new total comes last."""
    table = begun(games()["prism"])
    at_raider = RollableTaken("prism.attack", "", None, "sample-0", "raider-1")
    table.send(RolledOver(at_raider, {"ob": "60"}))
    table.send(RollTapped())
    play = table.model.form.desk.play()
    assert isinstance(play, Finished)
    (change,) = follows(table.model, table.model.form, play)
    table.send(RolledOver(follow_up_message(change, 0), typed_of(change)))
    for name, text in (("plot_points", "3"), ("new_value", "90")):
        table.send(FieldTyped(name, text))
    table.send(RollTapped())
    for _ in range(2):  # before and after the price is paid
        last = find_last_step(table.model, table.model.form)
        assert last is not None
        assert (last.does, last.who) == ("enter-hits", "raider-1")
        table.send(EffectsApplied())
