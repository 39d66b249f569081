"""Whoever comes to 0 by a number that was counted by hand: the card asks, or the game knows."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.offering import offer_actions
from app.core.encounters.scenes import Scene
from app.update.messages.plays import Undone
from app.update.messages.tracker import ActionTaken, CharactersJoined, LineJoined, MeterChanged
from app.widgets.fight.board import board
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES


def fight(game: str, line: str = "raider, hp 7") -> Table:
    """Both samples and those of the line; it is the turn of whoever is first."""
    table = Headless(Fight(game, "asks", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined(line))
    return table


def card(table: Table, who: str) -> Markup:
    """What stands about somebody in the list of who is here."""
    game, _ = table.model.played or pytest.fail("no campaign is open")
    view = board.board_view(game, table.state)
    alone = [each for each in view.people if each.id == who]
    here = vars(PAGES.get_template("fight.html").module)["here"]
    return Markup(here(game, {"people": alone, "movable": False}, ("", ""), None))


def raider(table: Table) -> str:
    names = board.people(table.state)
    return next(id for id, name in names.items() if name.startswith("Raider"))


def to_zero(table: Table, who: str) -> None:
    table.send(MeterChanged(who, "hp", "999", down=True))


def asked(markup: Markup) -> list[str]:
    """The rule's id and the question, where the card asks one."""
    acts = [each for _, each in markup.elements if each.get("data-do") == "act"]
    return [f"{each['data-act']} {each['data-who']}" for each in acts]


def test_who_comes_to_0_hp_by_the_pad_is_asked_after() -> None:
    table = fight("wasteland")
    who = raider(table)
    assert asked(card(table, who)) == []
    to_zero(table, who)
    shown = card(table, who)
    assert asked(shown) == [f"fall {who}"]
    assert "Dying?" in shown.text
    assert "W7.4" in shown.text
    assert shown.wrong == []
    table.send(ActionTaken(who, "fall"))
    shown = card(table, who)
    assert asked(shown) == []
    assert "Dying" in shown.text
    sheet = scene_of(table).combatants[who].sheet
    assert (sheet["dying"], sheet["prone"], sheet["untreated"]) == (True, True, 1)
    table.send(Undone())
    assert asked(card(table, who)) == [f"fall {who}"]


def scene_of(table: Table) -> Scene[Any, Any]:
    assert table.model.participants is not None
    assert table.model.participants.fight is not None
    return table.model.participants.fight


@pytest.mark.parametrize("condition", ["dead", "dying", "stable"])
def test_of_whom_it_is_known_nothing_is_asked(condition: str) -> None:
    table = fight("wasteland")
    who = raider(table)
    to_zero(table, who)
    scene = scene_of(table).write(who, **{condition: True})
    assert scene.encounter.asks(scene, who) == ()


def test_an_object_at_0_hp_is_broken_and_not_dying() -> None:
    table = fight("wasteland", "door, hp 7, body object")
    (who,) = (id for id, name in board.people(table.state).items() if name == "Door")
    to_zero(table, who)
    sheet = scene_of(table).combatants[who].sheet
    assert (sheet["body_plan"], sheet["hp"]) == ("object", 0)
    assert asked(card(table, who)) == []


def test_in_the_own_turn_the_question_stands_among_what_can_be_done() -> None:
    table = fight("wasteland")
    who = raider(table)
    to_zero(table, who)
    assert offer_actions(scene_of(table), who)[0].id == "fall"


def test_prism_knows_by_itself_who_is_down() -> None:
    """P21: down is what HP are, so there is nothing to ask."""
    table = fight("prism", "raider, hp 7, ob 40")
    who = raider(table)
    to_zero(table, who)
    scene = scene_of(table)
    assert asked(card(table, who)) == []
    assert all(each.why_not for each in offer_actions(scene, who) if each.main)
