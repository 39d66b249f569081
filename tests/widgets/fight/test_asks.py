"""The question after a combatant reaches 0 by a manual change, unless the game decides."""

from __future__ import annotations

import pytest

from app.core.encounters.offering import offer_actions
from app.update.messages.plays import Undone
from app.update.messages.tracker import ActionTaken, CharactersJoined, LineJoined, MeterChanged
from app.widgets.fight.board import board
from tests.fights import Fight
from tests.fights.headless import Headless
from tests.fights.table import Table
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES


def fight(game: str, line: str = "raider, hp 7") -> Table:
    """Return a fight of both samples and the combatants of a line."""
    table = Headless(Fight(game, "asks", {}, [])).table
    table.send(CharactersJoined())
    table.send(LineJoined(line))
    return table


def card(table: Table, combatant_id: str) -> Markup:
    """Return a combatant's card in the fight."""
    game, _ = table.model.played or pytest.fail("no campaign is open")
    view = board.board_view(game, table.state)
    alone = [person for person in view.people if person.id == combatant_id]
    here = vars(PAGES.get_template("fight.html").module)["here"]
    return Markup(here(game, {"people": alone, "movable": False}, ("", ""), None))


def raider(table: Table) -> str:
    """Return the id of the first raider."""
    names = board.people(table.state)
    return next(id for id, name in names.items() if name.startswith("Raider"))


def to_zero(table: Table, combatant_id: str) -> None:
    """Reduce a combatant's HP to 0 on the pad."""
    table.send(MeterChanged(combatant_id, "hp", "999", down=True))


def questions(markup: Markup) -> list[str]:
    """Return the action and the combatant of each question on a card."""
    acts = [each for _, each in markup.elements if each.get("data-do") == "act"]
    return [f"{act['data-act']} {act['data-who']}" for act in acts]


def test_a_combatant_at_0_hp_by_the_pad_gets_a_question() -> None:
    table = fight("wasteland")
    combatant_id = raider(table)
    assert questions(card(table, combatant_id)) == []
    to_zero(table, combatant_id)
    markup = card(table, combatant_id)
    assert questions(markup) == [f"fall {combatant_id}"]
    assert "Dying?" in markup.text
    assert "W7.4" in markup.text
    assert markup.wrong == []
    table.send(ActionTaken(combatant_id, "fall"))
    markup = card(table, combatant_id)
    assert questions(markup) == []
    assert "Dying" in markup.text
    sheet = table.scene.combatants[combatant_id].sheet
    assert (sheet["dying"], sheet["prone"], sheet["untreated"]) == (True, True, 1)
    table.send(Undone())
    assert questions(card(table, combatant_id)) == [f"fall {combatant_id}"]


@pytest.mark.parametrize("condition", ["dead", "dying", "stable"])
def test_a_combatant_with_a_known_state_gets_no_question(condition: str) -> None:
    table = fight("wasteland")
    combatant_id = raider(table)
    to_zero(table, combatant_id)
    scene = table.scene.write(combatant_id, **{condition: True})
    assert scene.encounter.asks(scene, combatant_id) == ()


def test_an_object_at_0_hp_is_broken_and_not_dying() -> None:
    table = fight("wasteland", "door, hp 7, body object")
    (combatant_id,) = (id for id, name in board.people(table.state).items() if name == "Door")
    to_zero(table, combatant_id)
    sheet = table.scene.combatants[combatant_id].sheet
    assert (sheet["body_plan"], sheet["hp"]) == ("object", 0)
    assert questions(card(table, combatant_id)) == []


def test_in_their_own_turn_the_question_is_the_first_action() -> None:
    table = fight("wasteland")
    combatant_id = raider(table)
    to_zero(table, combatant_id)
    assert offer_actions(table.scene, combatant_id)[0].id == "fall"


def test_prism_decides_by_itself_about_0_hp() -> None:
    """P21: HP alone decide that a combatant is down, so there is no question."""
    table = fight("prism", "raider, hp 7, ob 40")
    combatant_id = raider(table)
    to_zero(table, combatant_id)
    scene = table.scene
    assert questions(card(table, combatant_id)) == []
    assert all(action.why_not for action in offer_actions(scene, combatant_id) if action.main)
