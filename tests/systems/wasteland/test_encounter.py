"""The fight of Wasteland: a whole scene step by step, and every rule of its turns."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.rolls import Due
from app.core.play.play import by_hand
from app.core.procedures.outcomes import add, append, put
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter import ENCOUNTER
from app.systems.wasteland.encounter.state import Turn, defense_now, initiative
from app.systems.wasteland.sheet.sheet import SHEET
from tests.systems.wasteland.fights import Fight, injuries, joined

# --- a whole scene ---


def test_a_whole_scene() -> None:
    fight = joined(holt=9, raider=11, mara=14, dog=11)
    fight.do("start_session", players=5)
    assert (fight.now.gm_ap, fight.now.group_ap) == (5, 0)
    fight.do("start_session")  # mara and holt
    assert (fight.now.gm_ap, fight.now.group_ap) == (2, 0)
    fight.do("edit", who="raider", cover_dice=2)

    # The raider started it: an opening turn before round 1; the tie is marked.
    fight.do("start", initiator="raider")
    assert fight.now.order == ("mara", "raider", "dog", "holt")
    assert (fight.now.round, fight.now.current) == (0, "raider")
    assert any("tie" in note for note in fight.last.notes)
    tied = {place.id for place in fight.board.places if "Tie" in str(place.badges)}
    assert tied == {"raider", "dog"}
    fight.do("settle_tie", order=["dog", "raider"])
    assert fight.now.order == ("mara", "dog", "raider", "holt")
    assert fight.board.heading == "Opening turn"

    # Aim, then two attacks: the second costs the GM 2 AP, is harder, and has no re-roll.
    fight.do("act", action="aim").do("act", action="attack", whom="mara")
    (attack,) = fight.last.due
    expected = {"side": "gm", "ap_pool": 2, "surplus_ap": 0, "second_major": False, "aim": True}
    expected |= {"defense": 1, "target_prone": False}
    assert expected.items() <= fight.filled_form(attack).items()
    fight.do("act", action="attack", whom="mara")
    (second,) = fight.last.due
    assert (fight.filled_form(second)["second_major"], fight.filled_form(second)["aim"]) == (
        True,
        False,
    )
    assert fight.now.gm_ap == 0
    fight.refuses("act", "action", action="attack")
    fight.refuses("act", "action", action="interact")  # a second minor action, and no AP
    fight.do("end_turn")

    # Round 1 begins with clean counts; the raider acts in it at the usual place.
    assert (fight.now.round, fight.now.current) == (1, None)
    assert (
        fight.combatant("raider").turn.minor_used,
        fight.combatant("raider").turn.turn_taken,
    ) == (0, False)
    assert fight.board.upcoming == "mara"
    fight.do("begin_turn")
    assert fight.now.current == "mara"

    # Mara moves, drops prone, readies a shot.
    fight.do("act", action="move", drop_prone=True)
    assert fight.effects == (("mara", put("prone", True)),)
    fight.refuses("act", "action", action="sprint")
    fight.do("act", action="ready", whom="dog", trigger="the dog comes", readied_action="attack")
    assert fight.combatant("mara").turn.readied[0].second_major is False
    fight.do("end_turn")

    # Holt spends luck to act before the dog; then the dog, interrupted by Mara.
    fight.do("act_faster", who="holt", luck_points=4)
    assert fight.effects == (("holt", add("luck_points", -1)),)
    fight.do("act", action="defend")
    (defend,) = fight.last.due
    defended = fight.outcome_of(defend, [1, 6], attribute=4, skill=2)
    assert defended.grade == "success"
    fight.apply_effect("holt", *defended.effects)
    assert (fight.combatant("holt").sheet["defense_bonus"], fight.now.group_ap) == (1, 2)
    fight.do("end_turn").do("begin_turn")
    assert fight.now.current == "dog"
    fight.do("act", action="move")
    fight.do("fire", who=["mara"])
    (shot,) = fight.last.due
    assert (shot.who, shot.procedure, shot.inputs["second_major"]) == (
        "mara",
        "wasteland.attack",
        False,
    )
    assert shot.others == {"target": "dog"}
    assert fight.combatant("mara").turn.readied == ()
    assert (fight.now.current, fight.combatant("mara").turn.major_used) == ("dog", 1)

    # The dog is hit in a leg, falls and cannot crawl: it has moved this turn.
    fight.apply_effect(
        "dog", add("hp", -5), append("injuries", {"location": "left-leg", "count": 1})
    )
    fight.apply_effect("dog", put("prone", True))
    fight.refuses("act", "action", action="crawl")
    fight.do("end_turn").do("begin_turn")
    assert fight.now.current == "raider"
    fight.do("act", action="attack", whom="holt")
    assert fight.filled_form(fight.last.due[0])["defense"] == 2

    # Holt goes down, and Mara's luck cannot help: she has had her turn.
    fight.apply_effect(
        "holt", add("hp", -10), append("injuries", {"location": "torso", "count": 2})
    )
    fight.apply_effect("holt", put("prone", True), put("dying", True))
    fight.do("end_turn")

    # The round is over; Holt, who acted sooner, has no second turn.
    assert (fight.now.round, fight.now.current) == (2, None)
    assert fight.board.upcoming == "mara"

    # Mara stands up and stabilises Holt.
    fight.do("begin_turn").do("act", action="stand-up")
    assert fight.combatant("mara").sheet["prone"] is False
    fight.do("act", action="first-aid", whom="holt")
    (aid,) = fight.last.due
    assert fight.filled_form(aid)["patient_injuries"] == 2
    assert fight.filled_form(aid)["patient_dying"] is True
    defended = fight.outcome_of(aid, [1, 5], attribute=6, skill=2)
    assert defended.values["benefit"] == "stabilize"
    fight.apply_effect("mara", *(effect for effect in defended.effects if effect.who == "self"))
    fight.apply_effect("holt", *(effect for effect in defended.effects if effect.who == "patient"))
    holt = fight.combatant("holt")
    assert (holt.sheet["hp"], holt.sheet["dying"], holt.sheet["stable"]) == (1, False, True)
    fight.do("end_turn")

    # The dog's turn: lamed, Move is a major action; it is burnt besides.
    fight.do("persist", who="dog", damage=3, turns=2, location="head", damage_type="energy")
    fight.do("begin_turn")
    fight.refuses("act", "action", action="move")
    fight.do("act", action="crawl").do("end_turn")
    assert fight.combatant("dog").sheet["hp"] == 2
    assert fight.combatant("dog").turn.persistent[0].turns == 1
    fight.do("begin_turn").do("end_turn")

    # Holt's turn: no dying test, no actions, but the torso bleeds twice.
    fight.do("begin_turn")
    assert fight.due == []
    fight.refuses("act", "action", action="interact")
    fight.do("end_turn")
    assert fight.due == [("holt", "wasteland.damage")] * 2
    assert {each.role for each in fight.last.due} == {"target"}
    bled = fight.outcome_of(fight.last.due[0], [2, 2], hp=1, max_hp=10, injuries=2)
    assert (bled.grade, bled.values["damage"]) == ("defeated", 4)
    fight.apply_effect("holt", *bled.effects)
    assert (fight.combatant("holt").sheet["dying"], fight.combatant("holt").sheet["stable"]) == (
        True,
        False,
    )

    # Round 3: the dog's second burn fells it; Holt tests for his life.
    assert fight.now.round == 3
    fight.do("begin_turn").do("end_turn").do("begin_turn").do("end_turn")
    dog = fight.combatant("dog")
    assert (dog.sheet["hp"], dog.sheet["dying"], dog.turn.persistent) == (0, True, ())
    assert ("dog", add("hp", -2, "target")) in fight.effects
    assert fight.combatant("dog").sheet["injuries"] == injuries("left-leg", "head")
    fight.do("begin_turn").do("end_turn").do("begin_turn")
    assert fight.due == [("holt", "wasteland.dying_test")]
    (dying,) = fight.last.due
    assert fight.filled_form(dying)["injuries"] == 3
    dead = fight.outcome_of(dying, [20, 12], attribute=7, skill=3)
    fight.apply_effect("holt", *dead.effects)
    assert fight.combatant("holt").sheet["dead"] is True
    fight.do("end_turn")

    # The dead take no further turns.
    assert [place.id for place in fight.board.places][-1] == "holt"
    fight.do("mark", who="mara", condition="stunned")
    fight.do("end_scene")
    assert (fight.now.group_ap, fight.now.scene) == (2, 2)
    assert fight.combatant("mara").sheet["stunned"] is False
    assert fight.combatant("dog").sheet["injuries"] != []
    assert fight.now.started is False


# --- rule by rule ---


def test_without_an_initiator_round_one_begins_at_once() -> None:
    fight = joined(mara=14, holt=9).do("start")
    assert (fight.now.round, fight.now.current) == (1, None)
    fight.do("begin_turn")
    fight.refuses("begin_turn", "who")
    fight.refuses("start", "initiator")


def test_a_first_fight_tells_how_the_gm_gets_ap() -> None:
    """W1.6: the pool starts a session with 1 AP for each player."""
    fight = joined(mara=14, holt=9)
    assert any("Start session" in note for note in fight.do("start").last.notes)
    fight = joined(mara=14, holt=9).do("start_session").do("start")
    assert fight.last.notes == ()


def test_a_fight_needs_combatants() -> None:
    Fight().refuses("start", "initiator")
    fight = joined(mara=14)
    fight.refuses("start", "initiator", initiator="dog")
    fight.refuses("begin_turn", "who")
    fight.refuses("end_turn", "who")
    fight.refuses("act", "who", action="aim")
    fight.refuses("add", "id", id="mara")
    fight.refuses("add", "id", id="")
    fight.refuses("add", "hp", id="ghoul", hp=11)


def test_actions_are_counted_by_the_round() -> None:
    fight = joined(mara=14).do("set_pools", group_ap=6).do("start").do("begin_turn")
    fight.do("act", action="interact").do("act", action="draw-item")
    assert fight.now.group_ap == 5
    fight.refuses("act", "action", action="take-chem")
    fight.do("act", action="test").do("act", action="rally")
    assert fight.now.group_ap == 3
    assert fight.last.due[0].inputs["second_major"] is True
    fight.refuses("act", "action", action="pass")
    fight.do("end_turn")
    assert (fight.now.round, fight.combatant("mara").turn.major_used) == (2, 0)


def test_one_movement_action_a_turn() -> None:
    fight = joined(mara=14).do("set_pools", group_ap=6).do("start").do("begin_turn")
    fight.do("act", action="sprint")
    fight.refuses("act", "action", action="move")
    fight.refuses("act", "drop_prone", action="interact", drop_prone=True)


def test_prone_one_crawls_or_stands_up() -> None:
    fight = joined(mara=14).do("mark", who="mara", condition="prone").do("start")
    fight.do("begin_turn")
    for action in ("move", "sprint"):
        fight.refuses("act", "action", action=action)
    crawled = ENCOUNTER.apply(fight.scene, "act", {"action": "crawl"}).scene
    assert crawled.combatant("mara").sheet["prone"] is True
    fight.do("act", action="stand-up")
    assert (fight.combatant("mara").sheet["prone"], fight.combatant("mara").turn.minor_used) == (
        False,
        1,
    )
    fight.refuses("act", "action", action="stand-up")


def test_one_drops_prone_at_the_end_of_a_movement_action() -> None:
    fight = joined(mara=14).do("start").do("begin_turn")

    def offered() -> bool:
        return "prone" in [action.id for action in ENCOUNTER.actions(fight.scene, "mara")]

    assert not offered()
    fight.do("act", action="move")
    assert offered()
    fight.do("mark", who="mara", condition="prone")
    assert not offered()


@pytest.mark.parametrize(
    ("action", "location", "offered"),
    [("sprint", "none", True), ("crawl", "left-leg", True), ("attack", "none", False)],
)
@pytest.mark.parametrize("turns", [0, 1])
def test_one_drops_prone_at_the_end_of_a_readied_movement_action(
    action: str, location: str, offered: bool, turns: int
) -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.apply_effect("mara", append("injuries", {"location": location}))
    fight.do("act", action="ready", readied_action=action).do("end_turn")
    for _ in range(turns):
        fight.do("begin_turn")

    def is_offered() -> bool:
        return "prone" in [action.id for action in ENCOUNTER.actions(fight.scene, "mara")]

    assert not is_offered()
    assert fight.do("fire", who=["mara"]).now.current == ("holt" if turns else None)
    assert is_offered() is offered
    if not turns:
        fight.do("begin_turn")
    assert not fight.do("end_turn").now.current
    assert not is_offered()


def test_the_house_rule_makes_standing_up_a_major_action() -> None:
    fight = joined(mara=14).do("mark", who="mara", condition="prone").do("start")
    fight.do("begin_turn").do("act", action="stand-up", stand_up_is_major=True)
    assert (fight.combatant("mara").turn.minor_used, fight.combatant("mara").turn.major_used) == (
        0,
        1,
    )


def test_an_aim_serves_the_first_attack_of_the_turn() -> None:
    fight = joined(mara=14).do("set_pools", group_ap=6).do("start").do("begin_turn")
    fight.do("act", action="attack").do("act", action="aim").do("act", action="attack")
    assert fight.filled_form(fight.last.due[0])["aim"] is False
    fight = joined(mara=14).do("start").do("begin_turn")
    (attack,) = fight.do("act", action="aim").do("act", action="attack").last.due
    gun = {"weapon_class": "small-guns", "attribute": 8, "skill": 3, "target_range": "close"}
    fight.roll_due(attack, [3, 4, 20], **gun)
    assert fight.prefill({"self": "mara"}, "wasteland.attack")["aim"] is False
    fight = joined(mara=14).do("start").do("begin_turn").do("act", action="aim").do("end_turn")
    assert "unused aim is lost" in fight.last.notes[0]
    assert fight.combatant("mara").turn.aim_ready is False


def test_stunned_one_has_only_actions_that_ap_buy() -> None:
    fight = joined(mara=14).do("set_pools", group_ap=3)
    fight.do("mark", who="mara", condition="stunned").do("start").do("begin_turn")
    assert fight.effects == (("mara", put("stunned", False)),)
    assert (
        fight.combatant("mara").sheet["stunned"],
        fight.combatant("mara").turn.no_free_actions,
    ) == (
        False,
        True,
    )
    fight.do("act", action="attack")
    assert fight.last.due[0].inputs["second_major"] is True
    assert fight.now.group_ap == 1
    fight.do("act", action="interact")
    assert fight.now.group_ap == 0
    fight.do("set_pools", group_ap=6)
    fight.refuses("act", "action", action="attack")
    fight.refuses("act", "action", action="interact")
    fight.do("end_turn").do("begin_turn")
    assert fight.combatant("mara").turn.no_free_actions is False


def test_dazed_during_the_own_turn_it_is_the_next_that_suffers() -> None:
    fight = joined(mara=14).do("start").do("begin_turn")
    fight.apply_effect("mara", put("dazed", True))
    fight.do("act", action="attack").do("end_turn").do("begin_turn")
    assert fight.combatant("mara").turn.no_free_actions is True


def test_effects_until_the_next_turn_end_there() -> None:
    fight = joined(mara=14, holt=9).do("set_pools", group_ap=6).do("start").do("begin_turn")
    fight.do("act", action="assist", whom="holt").do("act", action="ready", trigger="rain")
    assert fight.combatant("mara").turn.readied[0].second_major is True
    fight.apply_effect("mara", add("defense_bonus", 2))
    fight.do("end_turn").do("begin_turn").do("end_turn").do("begin_turn")
    mara = fight.combatant("mara")
    assert (mara.sheet["defense_bonus"], mara.turn.readied, mara.turn.assisting) == (0, (), ())
    assert fight.effects == (("mara", put("defense_bonus", 0)),)
    assert len(fight.last.notes) == 2


def test_help_is_rolled_when_the_helped_character_acts() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.refuses("act", "whom", action="assist")
    fight.refuses("act", "whom", action="assist", whom="mara")
    fight.refuses("act", "whom", action="assist", whom="dog")
    fight.do("act", action="assist", whom="holt").do("end_turn").do("begin_turn")
    fight.do("act", action="test")
    assert "Mara helps with this test" in fight.last.notes[0]
    (test,) = fight.last.due
    fight.do("help", who="mara", target=11, crit=3)
    assert fight.due == []
    assert fight.combatant("mara").turn.assisting == ()
    prefilled = fight.filled_form(test)
    assert (prefilled["assist_targets"], prefilled["assist_crits"]) == ((11,), (3,))
    result = fight.outcome_of(test, [5, 20, 3], attribute=5, skill=2)
    assert result.values["assist_successes"] == 2
    fight.refuses("help", "who", who="mara", target=11)


def test_help_is_for_one_test() -> None:
    fight = joined(mara=14, holt=9).do("set_pools", group_ap=6).do("start").do("begin_turn")
    fight.do("act", action="assist", whom="holt").do("end_turn").do("begin_turn")
    fight.do("help", who="mara", target=11).do("act", action="test")
    (test,) = fight.last.due
    assert fight.filled_form(test)["assist_targets"] == (11,)
    fight.roll_due(test, [5, 20, 3], attribute=5, skill=2)
    fight.do("act", action="test")
    assert "assist_targets" not in fight.filled_form(fight.last.due[0])


def test_help_once_given_holds_for_the_next_test_whenever_that_is() -> None:
    fight = joined(mara=14, raider=11, holt=9).do("start").do("begin_turn")
    fight.do("give_up_turn", who="holt", whom="mara", target=8).do("end_turn")
    fight.do("begin_turn").do("end_turn").do("begin_turn")
    assert (fight.now.round, fight.now.current) == (2, "mara")
    (test,) = fight.do("act", action="test").last.due
    assert fight.filled_form(test)["assist_targets"] == (8,)
    fight.roll_due(test, [5, 20, 3], attribute=5, skill=2)
    assert fight.combatant("mara").turn.helpers == ()
    # Only that test uses it up, or the scene ends it.
    fight.do("end_turn").do("begin_turn").do("give_up_turn", who="holt", whom="mara", target=8)
    assert fight.combatant("mara").turn.helpers != ()
    assert fight.do("end_scene").combatant("mara").turn.helpers == ()


def test_a_downed_helper_helps_no_more() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.do("act", action="assist", whom="holt").apply_effect("mara", put("dying", True))
    fight.refuses("help", "who", who="mara", target=11)


def test_at_most_five_help() -> None:
    fight = joined(mara=14, **dict.fromkeys(("a", "b", "c", "d", "e", "f"), 9))
    fight.do("start").do("begin_turn")
    for id in ("a", "b", "c", "d", "e"):
        fight.do("give_up_turn", who=id, whom="mara", target=8)
    fight.refuses("give_up_turn", "who", who="f", whom="mara", target=8)


def test_a_turn_still_to_come_can_be_given_up_to_help() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.refuses("give_up_turn", "whom", who="holt", whom="holt")
    fight.refuses("give_up_turn", "who", who="mara", whom="holt")
    fight.do("give_up_turn", who="holt", whom="mara", target=8)
    prefilled = fight.prefill({"self": "mara"}, "wasteland.skill_test")
    assert (prefilled["assist_targets"], prefilled["assist_crits"]) == ((8,), (1,))
    assert "1d20 with Mara’s test, against 8" in fight.last.notes[0]
    fight.refuses("give_up_turn", "who", who="holt", whom="mara")
    fight.do("end_turn")
    assert fight.now.round == 2


def test_luck_acts_only_between_turns_and_before_the_own_place() -> None:
    fight = joined(mara=14, raider=11, holt=9).do("start")
    fight.refuses("act_faster", "who", who="mara")  # next anyway
    fight.do("begin_turn")
    fight.refuses("act_faster", "who", who="holt")  # in another's turn
    fight.do("end_turn")
    fight.refuses("act_faster", "who", who="mara")  # had a turn
    fight.refuses("act_faster", "luck_points", who="holt", luck_points=0)
    fight.do("act_faster", who="holt")
    fight.refuses("fire", "who", who=["mara"])
    fight.do("end_turn").do("begin_turn")
    assert fight.now.current == "raider"
    fight.do("end_turn")
    assert fight.now.round == 2


def test_luck_that_is_rolled_from_the_sheet_begins_the_turn() -> None:
    fight = joined(mara=14, raider=11, holt=9).do("start")
    # W9.2: a combatant who is next anyway, or cuts into a turn, gains nothing by it.
    fight.from_menu("mara", "wasteland.act_faster", [])
    assert fight.now.current is None
    assert fight.from_menu("holt", "wasteland.act_faster", []).values["luck_after"] == 4
    assert (fight.now.current, fight.effects) == ("holt", ())
    fight.from_menu("raider", "wasteland.act_faster", [])
    assert fight.now.current == "holt"
    # The fight knows the turns taken, even if the form says otherwise.
    fight.do("end_turn").from_menu("holt", "wasteland.act_faster", [], turn_taken=False)
    assert fight.now.current is None


def test_readied_actions_happen_in_initiative_order_and_do_not_count_again() -> None:
    fight = joined(mara=14, raider=11, holt=9).do("start")
    for action in ("attack", "sprint"):
        fight.do("begin_turn").do("act", action="ready", readied_action=action).do("end_turn")
    fight.do("begin_turn").do("fire", who=["raider", "mara"])
    assert fight.due == [("mara", "wasteland.attack"), ("raider", "")]
    assert (fight.combatant("mara").turn.major_used, fight.now.current) == (1, "holt")
    fight.refuses("fire", "who", who=["mara"])


def test_a_readied_action_of_a_downed_combatant_does_not_happen() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn").do("act", action="ready")
    fight.apply_effect("mara", put("dying", True))
    fight.refuses("fire", "who", who=["mara"])


def test_each_torso_injury_bleeds_and_a_treated_one_does_not() -> None:
    fight = joined(mara=14)
    fight.apply_effect("mara", append("injuries", {"location": "torso", "count": 2}))
    fight.do("start").do("begin_turn").do("end_turn")
    assert fight.due == [("mara", "wasteland.damage")] * 2
    fight.apply_effect("mara", add("injuries", -1)).do("begin_turn").do("end_turn")
    assert len(fight.due) == 1
    assert fight.last.due[0].inputs["damage_rating"] == 2


def test_persistent_damage_runs_side_by_side_and_can_be_ended() -> None:
    fight = joined(mara=14)
    fight.do("persist", who="mara", damage=2, turns=1).do("persist", who="mara", damage=6, turns=3)
    fight.do("start").do("begin_turn").do("end_turn")
    # 6 in one hit is a critical hit each time; the first has run out.
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").sheet["injuries"]) == (
        2,
        injuries("torso"),
    )
    assert [wound.turns for wound in fight.combatant("mara").turn.persistent] == [2]
    fight.refuses("stop_persistent", "place", who="mara", place=2)
    fight.do("stop_persistent", who="mara")
    assert fight.combatant("mara").turn.persistent == ()


@pytest.mark.parametrize(("hp", "words"), [(2, " and goes down"), (0, ": one more injury")])
def test_persistent_damage_at_0_hp_is_one_more_injury(hp: int, words: str) -> None:
    fight = joined(mara=14).do("edit", who="mara", hp=hp)
    fight.do("persist", who="mara", damage=2, turns=1).do("start").do("begin_turn").do("end_turn")
    assert fight.last.notes[0] == f"Mara suffers 2 persistent damage{words} (W7.7)."


@pytest.mark.parametrize(
    ("faces", "ends"), [([1, 2], True), ([19, 18], False)], ids=["passed", "failed"]
)
@pytest.mark.parametrize("actor", ["mara", "holt"])
def test_a_major_action_and_a_test_end_persistent_damage(
    faces: list[int], ends: bool, actor: str
) -> None:
    first = {"mara": 9, "holt": 9, actor: 14}
    fight = joined(**first).do("persist", who="mara", damage=1, turns=3).do("start")
    fight.do("persist", who="mara", damage=2, turns=9)
    fight.refuses("fight_persistent", "who", who="mara")  # no turn yet
    fight.do("begin_turn")
    fight.refuses("fight_persistent", "place", who="mara", place=3)
    fight.do("fight_persistent", who="mara")
    (test,) = fight.last.due
    assert (test.who, test.label) == (actor, "End 1 persistent damage")
    assert fight.filled_form(test)["difficulty"] == 3
    assert fight.combatant(actor).turn.major_used == 1
    fight.refuses("fight_persistent", "who", who="mara")  # a second major action costs 2 AP
    fight.do("end_turn")  # the damage may count down before the dice fall
    fight.roll_due(test, faces, attribute=8, skill=2, tagged=True)
    left = [each.damage for each in fight.combatant("mara").turn.persistent]
    assert left == ([2] if ends else [1, 2])
    assert fight.last.notes == (("Mara’s persistent damage ends (W7.7).",) if ends else ())
    assert fight.combatant(actor).turn.declared == ()


def test_the_own_test_against_persistent_damage_is_offered_with_its_difficulty() -> None:
    fight = joined(mara=14, holt=9).do("persist", who="mara", damage=3, turns=2).do("start")
    fight.do("begin_turn").do("act", action="test")
    (other,) = fight.last.due
    fight.do("set_pools", group_ap=2)
    (offer,) = (
        action for action in ENCOUNTER.actions(fight.scene, "mara") if "persist" in action.step
    )
    assert offer.detail == "3 a turn, difficulty 2 · 2 AP, difficulty +1"
    (test,) = fight.do(offer.step, **offer.inputs).last.due
    assert fight.filled_form(test)["second_major"] is True
    # The test that was due before ends nothing.
    fight.roll_due(other, [1, 1], attribute=8, skill=2)
    assert len(fight.combatant("mara").turn.persistent) == 1
    fight.roll_due(test, [1, 1], attribute=8, skill=2)
    assert fight.combatant("mara").turn.persistent == ()


DAMAGE = {"weapon_class": "energy-weapons", "damage_rating": 3, "persistent": True}


def take_damage(fight: Fight, who: str, faces: list[int], **inputs: Any) -> None:
    """Damage a combatant and apply all effects."""
    bound = GAME.procedures["wasteland.damage"].bind({**DAMAGE, **inputs})
    outcome = by_hand(bound, faces).outcome
    assert GAME.sheet is not None
    values = {**bound.values, **outcome.values}
    fight.apply_effect(
        who, *(GAME.sheet.complete_effect(effect, values) for effect in outcome.effects)
    )


@pytest.mark.parametrize(
    ("inputs", "hp", "max_hp", "badges"),
    [
        pytest.param({"location": "left-arm", "dr": 1}, 7, 10, ["Persistent 3, 2 turns"], id="HP"),
        pytest.param({"damage_type": "radiation"}, 6, 6, ["Persistent 4, 2 turns"], id="radiation"),
        pytest.param({"hp": 0}, 0, 10, ["Persistent 4, 2 turns"], id="at 0 HP"),
        pytest.param({"dr": 9}, 10, 10, [], id="nothing got through"),
        pytest.param({"persistent": False}, 6, 10, [], id="not that weapon"),
    ],
)
def test_a_persistent_hit_stays_with_its_target(
    inputs: dict[str, Any], hp: int, max_hp: int, badges: list[str]
) -> None:
    fight = joined(mara=14).do("edit", who="mara", hp=inputs.get("hp", 10))
    take_damage(fight, "mara", [5, 6, 2], **inputs)
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").sheet["max_hp"]) == (
        hp,
        max_hp,
    )
    assert [words for words in fight.badges("mara") if "Persistent" in words] == badges
    for wound in fight.combatant("mara").turn.persistent:
        where = inputs.get("location", "torso"), inputs.get("damage_type", "physical")
        assert (wound.location, wound.damage_type) == where
        assert wound.difficulty == 2


def test_damage_suffered_in_the_own_turn_goes_on_with_the_next() -> None:
    fight = joined(mara=14).do("start").do("begin_turn")
    take_damage(fight, "mara", [5, 2, 3])
    fight.do("end_turn")
    assert (fight.combatant("mara").sheet["hp"], fight.last.notes) == (7, ())
    fight.do("begin_turn").do("end_turn")
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").turn.persistent) == (4, ())


def test_damage_does_not_go_on_for_the_dead() -> None:
    fight = joined(mara=14).do("persist", who="mara", damage=3, turns=2).do("start")
    fight.do("begin_turn").apply_effect("mara", put("dead", True)).do("end_turn")
    assert (fight.combatant("mara").sheet["hp"], fight.last.notes) == (10, ())


def test_persistent_radiation_takes_maximum_hp() -> None:
    fight = joined(mara=14)
    fight.do("persist", who="mara", damage=6, turns=1, damage_type="radiation")
    fight.do("start").do("begin_turn").do("end_turn")
    assert (
        fight.combatant("mara").sheet["max_hp"],
        fight.combatant("mara").sheet["hp"],
        fight.combatant("mara").sheet["injuries"],
    ) == (4, 4, ())


def test_a_stabilised_combatant_has_no_dying_test() -> None:
    fight = joined(mara=14, holt=9).apply_effect("mara", add("hp", -10), put("dying", True))
    assert fight.do("start").do("begin_turn").due == [("mara", "wasteland.dying_test")]
    dose = Due("holt", "Take Chem", "wasteland.take_chem", others={"patient": "mara"})
    fight.roll_due(dose, [], heals=4)
    assert fight.last.cancelled == (("mara", "wasteland.dying_test"),)
    # Marked by hand it is the same, and the patient is no longer dying.
    fight.do("mark", who="mara", condition="stable")
    assert fight.last.cancelled == (("mara", "wasteland.dying_test"),)
    sheet = fight.combatant("mara").sheet
    assert (sheet["stable"], sheet["dying"]) == (True, False)
    assert fight.do("mark", who="holt", condition="prone").last.cancelled == ()


def test_waking_costs_one_ap() -> None:
    fight = joined(mara=14)
    fight.refuses("wake", "who", who="mara")
    fight.apply_effect("mara", put("stable", True))
    fight.refuses("wake", "who", who="mara")
    fight.do("set_pools", group_ap=1).do("wake", who="mara")
    assert (fight.now.group_ap, fight.combatant("mara").sheet["stable"]) == (0, False)


def test_healing_wakes_a_stabilised_combatant() -> None:
    fight = joined(mara=14).apply_effect("mara", add("hp", -9), put("stable", True), add("hp", 2))
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").sheet["stable"]) == (
        3,
        False,
    )


def test_only_a_heal_wakes() -> None:
    # Stabilising gives one HP and does not wake, in any order of its effects.
    fight = joined(mara=14).apply_effect("mara", add("hp", -10), put("dying", True))
    fight.apply_effect("mara", put("stable", True), put("dying", False), add("hp", 1))
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").sheet["stable"]) == (
        1,
        True,
    )
    # HP bought with AP of the test are entered by hand: the patient stays unconscious.
    fight.do("edit", who="mara", hp=3).apply_effect("mara", put("hp", 4))
    assert (fight.combatant("mara").sheet["hp"], fight.combatant("mara").sheet["stable"]) == (
        4,
        True,
    )
    fight.do("mark", who="mara", condition="dying")
    assert (fight.combatant("mara").sheet["dying"], fight.combatant("mara").sheet["stable"]) == (
        True,
        False,
    )


def test_the_pools_keep_their_limits() -> None:
    fight = Fight().apply_effect("", add("group_ap", 9), add("gm_ap", 9))
    assert (fight.now.group_ap, fight.now.gm_ap) == (6, 9)
    fight.apply_effect("", add("group_ap", -7))
    assert fight.now.group_ap == 0
    fight.refuses("set_pools", "group_ap", group_ap=7)


@pytest.mark.parametrize(("loss", "remaining"), [(0, 4), (1, 3), (6, 0)])
def test_the_house_rule_sets_the_cost_of_a_scene(loss: int, remaining: int) -> None:
    fight = joined(mara=14).do("set_pools", group_ap=4)
    fight.do("end_scene", scene_ap_loss=loss)
    assert fight.now.group_ap == remaining
    assert "scene_ap_loss" in GAME.house


def test_an_effect_goes_to_the_owner_of_its_field() -> None:
    fight = joined(mara=14)
    owners = {
        add("hp", -1): "sheet",
        add("luck_points", -1): "sheet",
        add("dr/torso/physical", -1): "sheet",
        add("persistent/3/2/torso/physical/hp", -3): "sheet",
        put("dead", True): "sheet",
        add("cover_dice", 1): "turn",
        put("initiative", 3): "turn",
        add("gm_ap", 1): "encounter",
        # The weapon, the chem or the location is missing.
        add("shots", -1): "",
        add("doses", -1): "",
        add("dr", -1): "",
    }
    assert {effect: fight.scene.owner("mara", effect) for effect in owners} == owners
    assert fight.scene.owner("nobody", add("hp", -1)) == ""
    assert fight.scene.apply_effect("nobody", add("hp", -1), *owners).state == fight.scene.state
    assert fight.scene.apply_effect("", add("gm_ap", 1)).state == fight.scene.set(gm_ap=1).state
    fight.apply_effect(
        "mara", add("cover_dice", 9), add("defense_bonus", 2), add("luck_points", -9)
    )
    mara = fight.combatant("mara")
    assert (mara.turn.cover_dice, mara.sheet["defense_bonus"], mara.sheet["luck_points"]) == (
        6,
        2,
        0,
    )


def test_a_latecomer_is_ordered_by_initiative() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.do("add", id="dog", initiative=11, side="gm", hidden=True)
    assert fight.now.order == ("mara", "dog", "holt")
    fight.do("move", who="dog", place=3)
    assert fight.now.order == ("mara", "holt", "dog")


def test_a_round_ends_when_no_combatant_is_left() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn").do("end_turn")
    fight.do("mark", who="holt", condition="dead").do("begin_turn")
    assert (fight.now.round, fight.now.current) == (2, "mara")
    fight = joined(mara=14, holt=9).do("start").do("begin_turn").do("end_turn")
    fight.do("give_up_turn", who="holt", whom="mara", target=8).do("begin_turn")
    assert (fight.now.round, fight.now.current) == (2, "mara")


def test_there_is_no_turn_to_give_up_in_the_opening_turn() -> None:
    fight = joined(mara=14, holt=9).do("start", initiator="mara")
    fight.refuses("give_up_turn", "who", who="holt", whom="mara", target=8)


def test_the_initiator_leaving_in_the_opening_turn_ends_it() -> None:
    fight = joined(mara=14, holt=9).do("start", initiator="mara").do("remove", who="holt")
    assert (fight.now.round, fight.now.current) == (0, "mara")
    fight = joined(mara=14, holt=9).do("start", initiator="mara").do("remove", who="mara")
    assert (fight.now.round, fight.board.upcoming) == (1, "holt")


def test_a_combatant_leaving_in_its_own_turn_ends_it() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn").do("end_turn").do("begin_turn")
    fight.do("remove", who="holt")
    assert (fight.now.round, fight.now.current) == (2, None)
    fight.do("remove", who="mara")
    assert fight.now.order == ()


def test_damage_knows_the_target_that_is_hit() -> None:
    fight = joined(mara=14, raider=9).do("edit", who="raider", cover_dice=3, hp=7)
    fight.do("start").do("begin_turn")
    cast = {"self": "mara", "target": "raider"}
    expected = {"target_prone": False, "cover_dice": 3, "hp": 7, "max_hp": 10, "injuries": 0}
    assert expected.items() <= fight.prefill(cast, "wasteland.damage").items()
    assert not expected.keys() & fight.prefill({"self": "mara"}, "wasteland.damage").keys()
    # All but the cover is on the sheet.
    assert ENCOUNTER.prefill_target(fight.scene, cast, "wasteland.damage") == {"cover_dice": 3}
    prefilled = ENCOUNTER.prefill_actor(fight.scene, "mara", "wasteland.damage")
    assert prefilled == {"side": "players", "ap_pool": 0, "surplus_ap": 0}
    assert ENCOUNTER.prefill_actor(fight.scene, "nobody", "wasteland.damage") == {}


def test_first_aid_knows_its_patient() -> None:
    fight = joined(mara=14, holt=9).do("start").do("begin_turn")
    fight.apply_effect("holt", add("hp", -4))
    fight.do("act", action="first-aid")
    assert fight.last.due[0].others == {"patient": "mara"}
    assert fight.filled_form(fight.last.due[0])["on_self"] is True
    cast = {"self": "mara", "patient": "holt"}
    patient = {
        "patient_injuries": 0,
        "on_self": False,
        "patient_dying": False,
        "patient_max_hp": 10,
        "patient_hp": 6,
    }
    assert patient.items() <= fight.prefill(cast, "wasteland.first_aid").items()


def test_a_commanded_npc_is_no_target() -> None:
    fight = joined(mara=14, robot=9).do("start").do("begin_turn")
    (due,) = fight.do("act", action="command-npc", whom="robot").last.due
    assert due.others == {"npc": "robot"}


def test_neither_cover_nor_resistance_stops_bleeding() -> None:
    fight = joined(mara=14).do("edit", who="mara", cover_dice=3)
    fight.apply_effect("mara", append("injuries", {"location": "torso", "count": 1}))
    fight.do("start").do("begin_turn").do("end_turn")
    prefilled = fight.filled_form(fight.last.due[0])
    assert (prefilled["dr"], prefilled["cover_dice"], prefilled["bonus_dice"]) == (0, 0, 0)


def test_numbers_put_right_are_written_on_the_sheet() -> None:
    """A character loses maximum HP only by radiation; those of others are set by hand."""
    for fight in (joined(mara=14), Fight(mara=SHEET.fill()).do("add", id="mara")):
        fight.do("edit", who="mara", hp=4, defense_bonus=1, cover_dice=2)
        assert fight.effects == (("mara", put("hp", 4)), ("mara", put("defense_bonus", 1)))
        fight.do("edit", who="mara", max_hp=3)
        assert [fight.combatant("mara").sheet[name] for name in ("max_hp", "hp")] == [3, 3]
    assert fight.effects == (("mara", add("max_hp", -7)),)
    assert fight.sheets["mara"]["rad_loss"] == 7


def test_everything_the_fight_feeds_is_an_input() -> None:
    fight = joined(mara=14, raider=9).do("start").do("begin_turn")
    fight.do("act", action="attack", whom="raider")
    for procedure in GAME:
        zone = {"target1": "raider", "target2": "mara"}
        cast = {"self": "mara", "target": "raider", "patient": "raider", "npc": "raider", **zone}
        for name, value in fight.prefill(cast, procedure.id).items():
            procedure.inputs[name].check(value)


def test_the_board_shows_the_state_of_all_combatants() -> None:
    fight = joined(mara=14, holt=9).do("set_pools", group_ap=4).do("start").do("begin_turn")
    fight.do("act", action="aim").do("act", action="ready", trigger="rain", readied_action="pass")
    fight.do("persist", who="holt", damage=2, turns=2)
    fight.apply_effect("holt", append("injuries", {"location": "left-leg", "count": 1}))
    board = fight.board
    assert (board.heading, board.current, board.upcoming) == ("Round 1", "mara", "holt")
    assert {"Aimed", "Ready: Pass, if rain", "HP 10 of 10"} <= set(fight.badges("mara"))
    assert {"Injuries 1", "Leg injury", "Persistent 2, 2 turns"} <= set(fight.badges("holt"))
    assert board.pools == {"Group AP": 4, "GM AP": 0, "Scene": 1}


# --- sheets ---


MARA, HOLT = (SHEET.fill(sample) for sample in SHEET.samples)


def test_a_character_joins_with_the_sheet_and_nothing_is_copied() -> None:
    fight = Fight(mara=MARA).do("add", id="mara", name="Mara")
    assert fight.scene.state["combatants"] == {"mara": {"turn": {}}}
    assert (fight.effects, fight.combatant("mara").sheet) == ((), MARA)
    assert fight.badges("mara") == ["Initiative 14", "HP 11 of 11", "Defense 1"]


def test_values_given_for_a_joining_character_are_written_on_the_sheet() -> None:
    inputs = {"hp": 4, "initiative": 14, "defense": 3, "injuries": ["torso"], "cover_dice": 2}
    fight = Fight(mara=MARA).do("add", id="mara", **inputs)
    assert fight.effects == (("mara", put("hp", 4)), ("mara", put("injuries", injuries("torso"))))
    # Her initiative equals the sheet's; her Defense overrides it for now.
    assert fight.combatant("mara").turn == Turn(defense=3, cover_dice=2)
    assert (initiative(fight.combatant("mara")), defense_now(fight.combatant("mara"))) == (14, 3)
    assert ENCOUNTER.prefill_target(fight.scene, {"target": "mara"}, "wasteland.attack") == {
        "defense": 3
    }
    # Only radiation lowers maximum HP, and they never exceed the sheet's (W7.6).
    fight = Fight(mara=MARA).do("add", id="mara", max_hp=8)
    assert fight.effects == (("mara", add("max_hp", -3)),)
    assert fight.badges("mara")[1] == "HP 8 of 8"
    Fight(mara=MARA).refuses("add", "hp", id="mara", max_hp=20, hp=12)


def test_a_character_has_no_more_maximum_hp_than_the_sheet_says() -> None:
    fight = Fight(mara=SHEET.fill({"hp": 4})).do("add", id="mara")
    fight.refuses("edit", "max_hp", who="mara", max_hp=11)
    assert fight.do("edit", who="mara", max_hp=8).combatant("mara").sheet["rad_loss"] == 2
    assert fight.do("edit", who="mara", max_hp=10).combatant("mara").sheet["rad_loss"] == 0


def test_a_given_dr_leaves_the_rest_of_the_armour() -> None:
    fight = Fight(mara=MARA).do("add", id="mara", energy=3)
    dr = {row["location"]: row for row in fight.sheets["mara"]["dr"]}
    assert (dr["torso"]["physical"], dr["torso"]["energy"], dr["head"]["energy"]) == (1, 3, 3)


def test_a_combatant_without_a_character_gets_a_sheet_of_the_given_numbers() -> None:
    fight = Fight().do("add", id="ghoul", name="Ghoul", max_hp=30, kind="creature", defense=2)
    assert fight.badges("ghoul") == ["Initiative 0", "HP 30 of 30", "Defense 2"]
    # Values that were not given are at the sheet's defaults and not stored.
    assert fight.scene.state["combatants"]["ghoul"] == {
        "turn": {"initiative": 0, "defense": 2},
        "sheet": {"name": "Ghoul", "kind": "creature", "whole_hp": 30},
    }
    fight.apply_effect("ghoul", add("hp", -50), add("max_hp", -4), add("max_hp", 2))
    sheet = fight.combatant("ghoul").sheet
    assert (sheet["hp"], sheet["max_hp"], sheet["rad_loss"]) == (0, 28, 2)
    # Radiation that is cleared gives back no more than it took.
    assert fight.apply_effect("ghoul", add("max_hp", 9)).combatant("ghoul").sheet["max_hp"] == 30
    prefilled = fight.prefill({"self": "ghoul", "target": "ghoul"}, "wasteland.damage")
    assert (prefilled["max_hp"], prefilled["hp"]) == (30, 0)


def test_corrected_values_override_the_sheet() -> None:
    fight = Fight(mara=MARA).do("add", id="mara").do("edit", who="mara", initiative=3, defense=4)
    assert fight.effects == ()
    assert fight.badges("mara") == ["Initiative 3", "HP 11 of 11", "Defense 4"]
    fight.do("edit", who="mara", defense_bonus=1)
    # The bonus of a Defend stays on the sheet.
    assert ENCOUNTER.current_value(fight.scene, "mara", "defense") == 4
    assert fight.prefill({"self": "mara"}, "wasteland.defend")["defense"] == 5


def test_values_beyond_a_forms_range_are_clamped() -> None:
    """W5.4: a test faces a Defense of 6 at most; damage needs at least 1 maximum HP."""
    fight = joined(mara=14).do("add", id="door", max_hp=0, defense_bonus=6, defense=3)
    fight.apply_effect("door", add("injuries", 21))
    cast = {"self": "mara", "target": "door"}
    assert fight.prefill(cast, "wasteland.attack")["defense"] == 6
    prefilled = fight.prefill(cast, "wasteland.damage")
    assert (prefilled["max_hp"], prefilled["hp"], prefilled["injuries"]) == (1, 0, 20)
