"""The form of a due roll settles it, also after an undo or another visit."""

from __future__ import annotations

import pytest

from app.campaign.journal.journal import Journal
from app.core.encounters.rolls import DueRecord
from app.core.play.play import Asking, Finished
from app.systems import games
from app.update.layers import layers
from app.update.messages.answers import PlayLeft
from app.update.messages.forms import DueOpened, FieldTyped, RouteOpened
from app.update.messages.plays import DiceEntered, FacesTyped, RestRolled, RollTapped, Undone
from app.update.messages.tracker import (
    ActionTaken,
    NextRolled,
    OverClosed,
    RealDiceSwitched,
    StepTaken,
)
from app.update.roll.filling import address
from app.update.roll.next_action import find_next_action
from app.update.roll.roles import form_parts
from tests.fights.table import Table
from tests.stored import stored_due
from tests.update.fight.test_overlay import begun

DUE = stored_due("sample-0", "garden.skill_test", label="Panic")


def opened(path: str, due: DueRecord = DUE) -> Table:
    """Return a table with the form of a due roll open, over this page or on its own."""
    game = due["procedure"].partition(".")[0]
    document = {**begun(games()[game]).state.document, "due": [due]}
    table = Table()
    table.open(Journal("a campaign", document, n=1, top=1))  # type: ignore[arg-type]
    table.send(RouteOpened(path))
    table.send(DueOpened(due["id"]))
    return table


def due(table: Table) -> list[str]:
    """Return the ids of the due rolls."""
    return [each["id"] for each in table.state.due]


@pytest.mark.parametrize("path", ["#/garden/encounter", "#/garden"])
def test_a_due_roll_that_was_undone_settles_it_when_rolled_again(path: str) -> None:
    table = opened(path)
    table.send(RollTapped())
    assert due(table) == []
    table.send(Undone(this_play=True))
    assert due(table) == [DUE["id"]]
    table.send(RollTapped())
    assert due(table) == []
    table.send(RollTapped())  # settles nothing
    table.send(Undone(this_play=True))
    assert table.model.form.due == ""


@pytest.mark.parametrize("path", ["#/garden/encounter", "#/garden"])
@pytest.mark.parametrize("rolls", [False, True])
def test_the_form_of_a_due_roll_settles_it_on_another_visit(path: str, rolls: bool) -> None:
    table = opened(path)
    if rolls:
        table.send(RollTapped())
    again = Table(stamp=table.stamp)
    again.open(table.journal)
    again.log = table.log
    over = layers(table.model)
    again.send(RouteOpened(path if over else address(table.model.form, with_roll=False)))
    again.send(PlayLeft(table.saved, over))
    if rolls:
        again.send(Undone(this_play=True))
    assert due(again) == [DUE["id"]]
    again.send(RollTapped())
    assert due(again) == []


@pytest.mark.parametrize(
    ("inputs", "weapon"),
    [
        ({}, "Sledgehammer"),
        ({"second_major": True}, "Sledgehammer"),
        ({"second_major": True, "blast": True}, "Frag grenade"),
    ],
)
def test_the_form_of_a_due_attack_has_a_weapon_that_fits(
    inputs: dict[str, object], weapon: str
) -> None:
    attack = stored_due("sample-1", "wasteland.attack", label="Attack", inputs=inputs)
    table = opened("#/wasteland/encounter", attack)
    form = table.model.form
    assert table.model.participants is not None
    picks = table.model.participants.picks(form.procedure, {"self": "sample-1"})
    assert [pick.label for pick in picks if pick.place == form.place] == [weapon]
    assert form.desk.faults().keys() <= {"target_range"}


def test_an_attack_on_a_zone_asks_for_no_other_target() -> None:
    """W6.14: it is aimed at all in the zone."""
    attack = stored_due("sample-1", "wasteland.attack", label="Attack", inputs={"blast": True})
    others = {"target1": "raider-1", "target2": "sample-0"}
    table = opened("#/wasteland/encounter", {**attack, "others": others})
    shown = [part.role for part in form_parts(table.model, table.model.form)]
    assert shown == ["self", "target1", "target2"]


@pytest.mark.parametrize("real", [False, True])
def test_a_due_roll_asks_for_physical_dice(real: bool) -> None:
    """Over the fight its form asks for the faces, as an action does."""
    table = opened("#/garden/encounter")
    assert table.model.form.desk.play() is None
    table.send(OverClosed())
    table.send(RealDiceSwitched(on=real))
    table.send(DueOpened(DUE["id"]))
    assert isinstance(table.model.form.desk.play(), Asking) == real
    if real:
        table.send(FacesTyped(0, "3 4 5"))
        assert isinstance(table.model.form.desk.play(), Finished)
        assert due(table) == []


@pytest.mark.parametrize("real", [False, True])
def test_roll_asks_for_physical_dice_once_the_form_is_filled_in(real: bool) -> None:
    """The form waited for its challenge, so it could not ask at once."""
    table = begun(games()["striker"])
    table.send(RealDiceSwitched(on=real))
    table.send(ActionTaken("sample-0", "check skills/0"))
    assert table.model.form.desk.missing() == ("challenge",)
    table.send(FieldTyped("challenge", "10"))
    table.send(RollTapped())
    assert isinstance(table.model.form.desk.play(), Asking) == real
    if real:
        table.send(RestRolled())
    assert isinstance(table.model.form.desk.play(), Finished)
    table.send(RollTapped())
    assert isinstance(table.model.form.desk.play(), Asking) == real
    table.send(RollTapped(hidden=True))
    assert isinstance(table.model.form.desk.play(), Finished)


def test_a_helped_action_waits_for_its_player() -> None:
    """T6.2, T6.5: the helped player names the skill and the boosts."""
    table = begun(games()["trueworld"])
    table.send(StepTaken("intend", {"who": "sample-0", "intention": "Leap"}))
    table.send(StepTaken("set_difficulty", {"who": "sample-0"}))
    table.send(OverClosed())
    table.send(ActionTaken("sample-1", "help"))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "4 1"))
    next_roll = find_next_action(table.model, table.model.form)
    assert next_roll is not None
    assert next_roll.words(3) == "Apply, and go on to the action that was helped"
    table.send(NextRolled(next_roll.number))
    form = table.model.form
    assert (form.procedure.id, form.desk.typed["teamwork_dice"]) == ("trueworld.action_roll", "1")
    assert form.desk.play() is None
    assert form.due == due(table)[0]
