"""A fight changed by hand in every game: conditions, numbers in the order, damage to several."""

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


def scene(made: Table, game: Game) -> AnyScene:
    found = scene_of(made.state.document, game)
    assert found is not None
    return found


def held(made: Table, game: Game, who: str) -> dict[str, bool]:
    now = scene(made, game)
    return {each.label: each.holds for each in now.encounter.conditions(now, who)}


@pytest.mark.parametrize("game", GAMES)
def test_each_condition_is_added_and_taken_away_by_a_tap(game: Game) -> None:
    made = begun(game)
    before = made.state.document
    for who in scene(made, game).combatants:
        for label, holds in held(made, game, who).items():
            made.send(ConditionTapped(who, label))
            after = held(made, game, who).get(label, False)
            if label != "Dead":  # the dead cannot be brought back in every game
                assert after != holds, (who, label)
                made.send(ConditionTapped(who, label))
                assert held(made, game, who).get(label, False) == holds, (who, label)
                made.send(Undone())
            made.send(Undone())
    assert made.state.document == before
    made.send(ConditionTapped("nobody", "Prone"))
    made.send(ConditionTapped(next(iter(scene(made, game).combatants)), "Wobbly"))
    assert made.state.document == before


@pytest.mark.parametrize("game", GAMES)
def test_a_number_of_the_order_is_typed(game: Game) -> None:
    made = begun(game)
    who = scene(made, game).now.order[-1]
    number = scene(made, game).encounter.order_number(scene(made, game), who)
    assert number is not None
    before, wanted = made.state.document, 1 if number.label == "Place" else 7
    for unchanged in ("", " ", str(number.value)):
        made.send(OrderNumberSet(who, unchanged))
        assert made.state.document == before
    with pytest.raises(BadInput) as fault:
        made.send(OrderNumberSet(who, "soon"))
    assert fault.value.field == "number"
    assert fault.value.message.startswith(number.label)
    made.send(OrderNumberSet(who, str(wanted)))
    now = scene(made, game)
    after = now.encounter.order_number(now, who)
    assert after is not None
    assert after.value == wanted
    made.send(Undone())
    assert made.state.document == before


@pytest.mark.parametrize("game", GAMES)
def test_several_are_damaged_in_one_entry(game: Game) -> None:
    made = begun(game)
    before = made.state.document
    view = board_view(game, made.state)
    hit = [each for each in view.people if each.meters and each.meters[0].settable][:2]
    if game.id == "garden":  # wounds are rolled for
        assert not any(each.can_be_damaged for each in view.people)
        made.send(SeveralChanged((view.people[0].id, view.people[1].id), "1"))
        assert made.state.document == before
        return
    assert len(hit) == 2
    ids = tuple(each.id for each in hit)

    def left() -> list[int]:
        people = {each.id: each for each in board_view(game, made.state).people}
        worse = -1 if hit[0].meters[0].rises else 1
        return [worse * people[id].meters[0].now for id in ids]

    fresh = left()
    made.send(SeveralChanged(ids, "1"))
    hurt = left()
    assert all(now < then for now, then in zip(hurt, fresh, strict=True))
    made.send(SeveralChanged(ids, "1", heals=True))
    assert left() == fresh
    made.send(Undone())
    assert left() == hurt
    made.send(Undone())
    assert made.state.document == before
    for who, by in (((), "1"), (ids, "many")):
        with pytest.raises(BadInput) as fault:
            made.send(SeveralChanged(who, by))
        assert fault.value.field == "several"
    assert made.state.document == before


def test_a_panel_keeps_its_tab_and_begins_with_the_first() -> None:
    made = begun(games()["wasteland"])
    who = next(iter(scene(made, games()["wasteland"]).combatants))
    made.send(MenuTapped(who))
    assert made.model.tracker.tab == ""
    made.send(TabTapped("manage"))
    assert (made.model.tracker.menu, made.model.tracker.tab) == (who, "manage")
    made.send(MenuTapped(who, again=False, tab="skills"))
    assert made.model.tracker.tab == "skills"
