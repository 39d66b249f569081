"""Manual changes to a fight in every game: conditions, order numbers, damage to several."""

from __future__ import annotations

import pytest

from app.campaign.state.scenes import scene_of
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages.plays import Undone
from app.update.messages.tracker import (
    ConditionTapped,
    MenuTapped,
    OrderNumberSet,
    SeveralChanged,
    TabTapped,
)
from app.widgets.fight.board.board import board_view
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def scene(table: Table, game: Game) -> AnyScene:
    """Return the scene of the fight."""
    found = scene_of(table.state.document, game)
    assert found is not None
    return found


def conditions_of(table: Table, game: Game, combatant_id: str) -> dict[str, bool]:
    """Return which conditions a combatant has."""
    now = scene(table, game)
    return {
        condition.label: condition.holds
        for condition in now.encounter.conditions(now, combatant_id)
    }


@pytest.mark.parametrize("game", GAMES)
def test_each_condition_is_added_and_taken_away_by_a_tap(game: Game) -> None:
    table = begun(game)
    before = table.state.document
    for combatant_id in scene(table, game).combatants:
        for label, holds in conditions_of(table, game, combatant_id).items():
            table.send(ConditionTapped(combatant_id, label))
            after = conditions_of(table, game, combatant_id).get(label, False)
            if label != "Dead":  # not every game can revive the dead
                assert after != holds, (combatant_id, label)
                table.send(ConditionTapped(combatant_id, label))
                assert conditions_of(table, game, combatant_id).get(label, False) == holds, (
                    combatant_id,
                    label,
                )
                table.send(Undone())
            table.send(Undone())
    assert table.state.document == before
    table.send(ConditionTapped("nobody", "Prone"))
    table.send(ConditionTapped(next(iter(scene(table, game).combatants)), "Wobbly"))
    assert table.state.document == before


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_the_order_is_typed(game: Game) -> None:
    table = begun(game)
    combatant_id = scene(table, game).now.order[-1]
    number = scene(table, game).encounter.order_number(scene(table, game), combatant_id)
    assert number is not None
    before, new_value = table.state.document, 1 if number.label == "Place" else 7
    for unchanged in ("", " ", str(number.value)):
        table.send(OrderNumberSet(combatant_id, unchanged))
        assert table.state.document == before
    with pytest.raises(BadInput) as fault:
        table.send(OrderNumberSet(combatant_id, "soon"))
    assert fault.value.field == "number"
    assert fault.value.message.startswith(f"{number.label} is 'soon'; give a whole number")
    table.send(OrderNumberSet(combatant_id, str(new_value)))
    now = scene(table, game)
    after = now.encounter.order_number(now, combatant_id)
    assert after is not None
    assert after.value == new_value
    table.send(Undone())
    assert table.state.document == before


@pytest.mark.parametrize("game", GAMES)
def test_several_are_damaged_in_one_entry(game: Game) -> None:
    table = begun(game)
    before = table.state.document
    view = board_view(game, table.state)
    hit = [person for person in view.people if person.meters and person.meters[0].settable][:2]
    if game.id == "garden":  # wounds need rolls
        assert not any(person.can_be_damaged for person in view.people)
        table.send(SeveralChanged((view.people[0].id, view.people[1].id), "1"))
        assert table.state.document == before
        return
    assert len(hit) == 2
    ids = tuple(each.id for each in hit)

    def health() -> list[int]:
        """Return the first number of each target, larger for healthier."""
        people = {person.id: person for person in board_view(game, table.state).people}
        worse = -1 if hit[0].meters[0].rises else 1
        return [worse * people[id].meters[0].now for id in ids]

    fresh = health()
    table.send(SeveralChanged(ids, "1"))
    hurt = health()
    assert all(now < then for now, then in zip(hurt, fresh, strict=True))
    table.send(SeveralChanged(ids, "1", heals=True))
    assert health() == fresh
    table.send(Undone())
    assert health() == hurt
    table.send(Undone())
    assert table.state.document == before
    for targets, by in (((), "1"), (ids, "many")):
        with pytest.raises(BadInput) as fault:
            table.send(SeveralChanged(targets, by))
        assert fault.value.field == "several"
    assert table.state.document == before


@pytest.mark.parametrize("heals", [False, True])
@pytest.mark.parametrize(("typed", "change"), [("\u22122", -2), ("-2", -2), ("+2", 2)])
@pytest.mark.parametrize("id", ["prism", "trueworld"])
def test_a_typed_sign_decides_for_several_as_on_the_pad(
    id: str, typed: str, change: int, heals: bool
) -> None:
    game = games()[id]
    table = begun(game)
    person = next(
        person
        for person in board_view(game, table.state).people
        if person.meters and person.meters[0].settable
    )

    def first_number() -> int:
        people = {person.id: person for person in board_view(game, table.state).people}
        return people[person.id].meters[0].now

    table.send(SeveralChanged((person.id,), "2"))  # away from both ends of the range
    before = first_number()
    table.send(SeveralChanged((person.id,), typed, heals))
    assert first_number() == before + change


def test_a_panel_keeps_its_tab_and_begins_with_the_first() -> None:
    table = begun(games()["wasteland"])
    combatant_id = next(iter(scene(table, games()["wasteland"]).combatants))
    table.send(MenuTapped(combatant_id))
    assert table.model.tracker.tab == ""
    table.send(TabTapped("manage"))
    assert (table.model.tracker.menu, table.model.tracker.tab) == (combatant_id, "manage")
    table.send(MenuTapped(combatant_id, again=False, tab="skills"))
    assert table.model.tracker.tab == "skills"
