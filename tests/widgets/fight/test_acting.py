"""The combatants of a fight on the page: health, actions out of turn, and targets."""

from __future__ import annotations

import pytest

from app.campaign.facts import Rolled
from app.update.fight.spectator import acting_now
from app.update.messages.forms import RollableTaken
from app.update.messages.plays import RestRolled, RollTapped
from app.update.messages.tracker import (
    ActionTaken,
    Aimed,
    ConditionTapped,
    LineJoined,
    MeterChanged,
    RolledOver,
    TurnPassed,
)
from app.widgets.fight.board import board, menus
from app.widgets.fight.board.acting import Chances, is_foe
from app.widgets.fight.board.menus import Menu
from app.widgets.fight.board.steps import step_form
from tests.fights.hand import Hand
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES


def menu(hand: Hand, combatant_id: str) -> Menu:
    """Return a combatant's menu."""
    return menus.menu(hand.player.game, hand.player.state, combatant_id, "")


def test_an_adversary_of_trueworld_fares_by_the_damage_taken() -> None:
    """T10.6: no adversary has stress."""
    hand = Hand("trueworld")
    people = {
        person.id: person for person in board.board_view(hand.player.game, hand.player.state).people
    }
    assert [meter.id for meter in people["thug"].meters] == ["damage"]
    assert people["sample-0"].meters[0].id == "stress"


def test_a_changed_declaration_is_offered_out_of_turn() -> None:
    hand = Hand("garden")
    hand.plays_to(lambda id: id.startswith("sample"))
    for _ in range(9):  # to the start of a round
        hand.tap(TurnPassed())
        other = next(id for id in hand.scene.now.order if id != hand.current)
        if "declare defence" in {act.id for act in menu(hand, other).acts}:
            break
    assert menu(hand, hand.current).acts == ()
    hand.tap(ActionTaken(other, "declare defence"))
    assert hand.scene.combatants[other].turn.full_defense


def test_actions_with_inputs_or_dice_are_not_among_them() -> None:
    for game in ("garden", "wasteland", "trueworld", "prism", "striker"):
        hand = Hand(game)
        hand.plays_to(lambda id: id.startswith("sample"))
        for combatant_id in hand.scene.combatants:
            for act in menu(hand, combatant_id).acts:
                assert act.step
                assert not act.asks
                assert not act.why_not


def test_the_actor_is_no_target_and_the_likeliest_target_is_first() -> None:
    hand = Hand("garden")
    hand.plays_to(lambda id: id.startswith("sample"))
    form = step_form(hand.player.game, hand.player.state, "attack")
    target = next(control for control in form.controls if control.name == "target")
    ids = [id for id, _ in target.choices]
    assert hand.current not in ids
    assert ids[0] == "thug"
    assert next(id for id, _ in menu(hand, hand.current).others) == "thug"


#: The chances before any is computed.
NONE_YET = Chances({}, are_old=False)


def drawn(hand: Hand, chances: Chances = NONE_YET) -> Markup:
    """Return the turn of the current combatant as drawn."""
    game, act = hand.player.game, acting_now(hand.player.table.model)
    assert act is not None
    draw = vars(PAGES.get_template("fight.html").module)["acting"]
    view = board.board_view(game, hand.player.state)
    return Markup(draw(game, view, act, (), False, chances))


def test_the_reason_why_nothing_can_be_done_names_its_rule() -> None:
    hand = Hand("wasteland")
    hand.plays_to(lambda id: id.startswith("sample"))
    hand.tap(ConditionTapped(hand.current, "Dying"))
    # In the summary of the fold, and above the actions in it.
    assert drawn(hand).text.count("no actions (W7.4)") == 2


def test_the_order_says_that_a_combatant_is_dying() -> None:
    hand = Hand("wasteland")
    hand.plays_to(lambda id: id.startswith("sample"))
    place = vars(PAGES.get_template("fight.html").module)["place"]
    for label, words in (("Prone", ""), ("Dying", "dying")):
        hand.tap(ConditionTapped(hand.current, label))
        view = board.board_view(hand.player.game, hand.player.state)
        person = next(each for each in view.people if each.id == hand.current)
        assert person.worst_state == words
        assert ("dying" in Markup(place(person, None, True)).text) == bool(words)


def test_an_old_chance_keeps_its_room() -> None:
    hand = Hand("wasteland")
    hand.plays_to(lambda id: id.startswith("sample"))
    for are_old, classes in ((True, "chance is-old"), (False, "chance")):
        page = drawn(hand, Chances({"defend": "75.0%"}, are_old))
        (chance,) = (given for _, given in page.elements if given.get("data-chance") == "defend")
        assert chance["class"] == classes
        assert "75.0%" in page.text


def test_every_action_of_a_turn_has_a_button() -> None:
    for game in ("garden", "wasteland", "trueworld", "prism", "striker"):
        hand = Hand(game)
        hand.plays_to(lambda id: id.startswith("sample"))
        shown = {given.get("data-act") for _, given in drawn(hand).elements}
        actions = hand.scene.encounter.actions(hand.scene, hand.current)
        assert {action.id for action in actions} <= shown, game


@pytest.mark.parametrize("game", ["wasteland", "striker", "prism"])
def test_a_beaten_foe_is_no_target_in_the_next_turn(game: str) -> None:
    """Within the turn it stays, and a tap chooses it at any time."""
    hand = Hand(game)
    hand.tap(LineJoined("Brute"))
    hand.plays_to(lambda id: id.startswith("sample"))
    who = hand.current
    foes = [id for id in hand.scene.combatants if is_foe(hand.scene, who, id)]
    first, second = foes[:2]
    hand.tap(Aimed(first))
    hand.tap(MeterChanged(first, "hp", "99", down=True))
    assert _target(hand) == first
    hand.plays_to(lambda id: id.startswith("sample") and id != who)
    hand.plays_to(lambda id: id == who)
    assert _target(hand) == second
    hand.tap(Aimed(first))
    assert _target(hand) == first


def _target(hand: Hand) -> str:
    view = acting_now(hand.player.table.model)
    assert view is not None
    return view.target


def test_a_spell_on_a_friend_makes_them_no_target() -> None:
    """After a healing spell an attack is aimed at a foe again."""
    hand = Hand("garden")
    hand.plays_to(lambda id: id == "sample-1")
    heals = RollableTaken("garden.cast_spell", "", None, "sample-1", "sample-0")
    hand.tap(RolledOver(heals, {"spell": "heal"}))
    hand.tap(RollTapped())
    hand.tap(RestRolled())
    fact = hand.player.table.journal.last.fact
    assert isinstance(fact, Rolled)
    assert fact.who["target"] == "sample-0"
    assert is_foe(hand.scene, "sample-1", _target(hand))
