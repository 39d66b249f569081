"""Between the rolls of Wasteland: costs of a turn, help, readied actions, commands (W1-W5)."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.play.play import by_hand
from app.core.procedures.outcomes import add, append, put
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter import ENCOUNTER
from app.systems.wasteland.sheet.sheet import SHEET
from tests.stored import stored_due
from tests.systems.wasteland.fights import Fight, joined

MARA, HOLT = (SHEET.fill(sample) for sample in SHEET.samples)
GUN = {"weapon_class": "small-guns", "attribute": 8, "skill": 3, "target_range": "close"}


def turn_of_mara(group_ap: int = 0, **others: int) -> Fight:
    """Return a fight in Mara's turn, with others after her and these AP in the group's pool."""
    fight = joined(mara=14, **others).do("set_pools", group_ap=group_ap)
    return fight.do("start").do("begin_turn")


def pools(fight: Fight) -> tuple[int, int]:
    return fight.now.group_ap, fight.now.surplus_ap


# --- whose AP (W1.14) ---


@pytest.mark.parametrize(
    ("side", "kind", "payer", "paid"),
    [
        ("players", "pc", "players", (2, 5)),
        ("players", "npc-character", "gm", (3, 4)),
        ("players", "creature", "gm", (3, 4)),
        ("gm", "npc-character", "gm", (3, 4)),
        ("gm", "creature", "gm", (3, 4)),
    ],
)
def test_only_player_characters_share_the_group_pool(
    side: str, kind: str, payer: str, paid: tuple[int, int]
) -> None:
    fight = Fight().do("add", id="pal", name="Pal", side=side, kind=kind)
    fight.do("set_pools", group_ap=3, gm_ap=5).do("start").do("begin_turn")
    for procedure in ("wasteland.skill_test", "wasteland.attack", "wasteland.damage"):
        prefilled = fight.prefill({"self": "pal"}, procedure)
        assert (prefilled["side"], prefilled["ap_pool"]) == (payer, {"players": 3, "gm": 5}[payer])
    fight.do("act", action="interact").do("act", action="draw-item")
    assert (fight.now.group_ap, fight.now.gm_ap) == paid


@pytest.mark.parametrize(
    ("kind", "commander", "side"), [("pc", "pc", "players"), ("npc-character", "pc", "players"),
    ("npc-character", "npc-character", "gm"), ("npc-character", "", "gm")]
)  # fmt: skip
def test_a_command_is_paid_by_the_commander(kind: str, commander: str, side: str) -> None:
    form = GAME.procedures["wasteland.attack"]
    sheets = {"self": HOLT.with_fields({"kind": kind})}
    if commander:
        sheets["animal_commander"] = MARA.with_fields({"kind": commander})
    assert SHEET.feed(form, sheets, {})["side"] == side


# --- AP beyond six (W1.6) ---


def test_ap_beyond_six_are_spent_first() -> None:
    fight = turn_of_mara(group_ap=6).apply_effect("mara", add("surplus_ap", 3))
    assert fight.prefill({"self": "mara"}, "wasteland.damage")["surplus_ap"] == 3
    fight.do("act", action="attack").do("act", action="attack")
    assert pools(fight) == (6, 1)
    fight.do("act", action="interact").do("act", action="draw-item")
    assert pools(fight) == (6, 0)


def test_ap_beyond_six_pay_where_the_pool_is_too_small() -> None:
    fight = turn_of_mara().do("set_pools", group_ap=1, surplus_ap=1)
    assert pools(fight.do("act", action="test").do("act", action="rally")) == (0, 0)
    fight.do("act", action="interact").refuses("act", "action", action="draw-item")


def test_ap_beyond_six_are_lost_when_the_turn_ends() -> None:
    fight = (
        turn_of_mara(group_ap=6, holt=9).apply_effect("mara", add("surplus_ap", 2)).do("end_turn")
    )
    assert pools(fight) == (6, 0)
    assert fight.last.notes == ("Lost: 2 AP above six (W1.6).",)
    # AP earned between turns last until the next turn ends.
    fight.apply_effect("mara", add("surplus_ap", 2)).do("begin_turn")
    assert pools(fight) == (6, 2)
    assert pools(fight.do("remove", who="holt")) == (6, 0)


def test_a_session_starts_with_an_empty_pool() -> None:
    fight = joined(mara=14).do("set_pools", group_ap=5, gm_ap=1, surplus_ap=2)
    fight.do("start_session", players=3)
    assert (*pools(fight), fight.now.gm_ap) == (0, 0, 3)


def test_ap_beyond_six_end_with_the_scene() -> None:
    fight = turn_of_mara(group_ap=6).apply_effect("mara", add("surplus_ap", 2)).do("end_scene")
    assert pools(fight) == (5, 0)
    fight.apply_effect("mara", add("surplus_ap", 2))
    assert ENCOUNTER.on_end(fight.scene).scene.now.surplus_ap == 0


def test_effects_until_a_turn_end_with_the_encounter() -> None:
    fight = turn_of_mara().do("edit", who="mara", defense_bonus=2)
    fight.apply_effect("mara", put("stunned", True), put("dazed", True), put("prone", True))
    over = ENCOUNTER.on_end(fight.scene).scene.combatant("mara").sheet
    assert [over[name] for name in ("defense_bonus", "stunned", "dazed", "prone")] == [
        0,
        False,
        False,
        True,
    ]


def test_the_board_shows_ap_beyond_six_while_there_are_any() -> None:
    fight = turn_of_mara(group_ap=6)
    assert "Surplus AP" not in fight.board.pools
    fight.apply_effect("mara", add("surplus_ap", 2))
    assert fight.board.pools["Surplus AP"] == 2


def test_the_gm_has_no_surplus() -> None:
    fight = joined(raider=11).do("set_pools", gm_ap=7).do("start").do("begin_turn")
    assert fight.prefill({"self": "raider"}, "wasteland.attack")["surplus_ap"] == 0
    fight.do("act", action="attack").do("act", action="attack")
    assert fight.now.gm_ap == 5


# --- costs of a roll, from a step or from a sheet (W3) ---


def test_an_attack_from_a_sheet_is_the_action_of_the_turn() -> None:
    fight = turn_of_mara(group_ap=2)
    fight.from_menu("mara", "wasteland.attack", [19, 20], **GUN)
    assert (fight.combatant("mara").turn.major_used, fight.now.group_ap) == (1, 2)
    # The next attack is the second major action: harder, and 2 AP, by step or by sheet.
    prefilled = fight.prefill({"self": "mara"}, "wasteland.attack")
    assert (prefilled["second_major"], prefilled["ap_pool"]) == (True, 0)
    fight.from_menu("mara", "wasteland.attack", [19, 20], **GUN)
    assert (fight.combatant("mara").turn.major_used, fight.now.group_ap) == (2, 0)
    fight.refuses("act", "action", action="attack")


def test_a_declared_action_is_not_counted_again() -> None:
    fight = turn_of_mara(group_ap=6).do("act", action="attack")
    fight.from_menu("mara", "wasteland.attack", [19, 20], **GUN)
    assert (fight.combatant("mara").turn.major_used, fight.combatant("mara").turn.declared) == (
        1,
        (),
    )
    assert fight.last.done == (("mara", "wasteland.attack", "Attack"),)
    (attack,) = fight.do("act", action="attack").last.due
    fight.roll_due(attack, [19, 20], **GUN)
    assert (fight.combatant("mara").turn.major_used, fight.combatant("mara").turn.declared) == (
        2,
        (),
    )
    assert (fight.now.group_ap, fight.last.done) == (4, ())


def test_a_plain_test_is_an_action_only_where_it_was_declared() -> None:
    fight = turn_of_mara()
    fight.from_menu("mara", "wasteland.skill_test", [19, 20], attribute=5, skill=1)
    assert fight.combatant("mara").turn.major_used == 0


def test_out_of_turn_nothing_is_counted() -> None:
    fight = turn_of_mara(holt=9)
    fight.from_menu("holt", "wasteland.attack", [19, 20], **GUN)
    assert (fight.combatant("holt").turn.major_used, fight.combatant("holt").turn.attacked) == (
        0,
        False,
    )


def test_an_action_that_cannot_be_paid_is_the_gms_gift() -> None:
    fight = turn_of_mara()
    fight.from_menu("mara", "wasteland.rally", [19, 20], attribute=5, skill=1)
    assert [*fight.last.due] == []
    fight.from_menu("mara", "wasteland.rally", [19, 20], attribute=5, skill=1)
    assert (fight.combatant("mara").turn.major_used, fight.now.group_ap) == (1, 0)
    # It is due as a decision: the GM may let it stand.
    (decision,) = fight.last.due
    assert (decision.who, decision.procedure) == ("mara", "")
    assert decision.label == "Rally: not enough AP"


def test_a_dose_from_a_sheet_is_the_minor_action() -> None:
    fight = turn_of_mara()
    fight.from_menu("mara", "wasteland.take_chem", [], heals=4)
    assert fight.combatant("mara").turn.minor_used == 1
    fight.refuses("act", "action", action="interact")


def test_a_dose_may_go_with_first_aid() -> None:
    fight = turn_of_mara(group_ap=6)
    fight.from_menu("mara", "wasteland.first_aid", [19, 20], attribute=5, skill=1)
    for minor_used in (0, 1):
        fight.from_menu("mara", "wasteland.take_chem", [], heals=4)
        assert (
            fight.combatant("mara").turn.major_used,
            fight.combatant("mara").turn.minor_used,
        ) == (
            1,
            minor_used,
        )


@pytest.mark.parametrize(
    ("aided", "doses", "minor_used"),
    [
        (["holt"], ["holt"], 0),
        (["holt"], ["mara"], 1),  # W7.16: only the patient of the First Aid
        (["holt"], ["holt", "holt"], 1),
        (["holt", "holt"], ["holt", "holt"], 0),
        (["holt", "mara"], ["mara", "holt"], 0),
        (["holt", "mara"], ["mara", "mara"], 1),
    ],
)
@pytest.mark.parametrize("way", ["step", "menu", "readied"])
def test_each_first_aid_may_have_one_dose_for_its_patient(
    way: str, aided: list[str], doses: list[str], minor_used: int
) -> None:
    fight = turn_of_mara(group_ap=6, holt=9)
    pair = {"attribute": 5, "skill": 1}
    for patient in aided:
        match way:
            case "step":
                fight.do("act", action="first-aid", whom=patient)
            case "menu":
                others = {"patient": patient}
                fight.from_menu("mara", "wasteland.first_aid", [19, 20], others=others, **pair)
            case "readied":
                fight.do("act", action="ready", readied_action="first-aid", whom=patient)
                fight.do("fire", who=["mara"])
    for patient in doses:
        fight.from_menu("mara", "wasteland.take_chem", [], others={"patient": patient}, heals=4)
    assert fight.combatant("mara").turn.minor_used == minor_used


def test_take_chem_makes_the_dose_due() -> None:
    fight = turn_of_mara(holt=9).apply_effect("holt", add("hp", -6))
    (dose,) = fight.do("act", action="take-chem", whom="holt").last.due
    assert (dose.procedure, dose.others) == ("wasteland.take_chem", {"patient": "holt"})
    prefilled = fight.filled_form(dose)
    assert (prefilled["patient_hp"], prefilled["patient_max_hp"], prefilled["patient_dying"]) == (
        4,
        10,
        False,
    )
    fight.roll_due(dose, [], heals=4)
    assert (fight.combatant("mara").turn.minor_used, fight.combatant("mara").turn.free_doses) == (
        1,
        (),
    )
    (own,) = turn_of_mara().do("act", action="take-chem").last.due
    assert own.others == {"patient": "mara"}


def test_a_dose_that_was_declared_is_not_counted_again() -> None:
    fight = turn_of_mara().do("act", action="take-chem")
    fight.from_menu("mara", "wasteland.take_chem", [], heals=4)
    assert (fight.combatant("mara").turn.minor_used, fight.combatant("mara").turn.declared) == (
        1,
        (),
    )
    assert fight.last.done == (("mara", "wasteland.take_chem", "Take Chem"),)


def test_a_dying_test_from_the_sheet_is_the_one_that_is_due() -> None:
    fight = joined(mara=14).apply_effect("mara", put("dying", True)).do("start").do("begin_turn")
    fight.from_menu("mara", "wasteland.dying_test", [3, 4], attribute=5, skill=2)
    assert fight.last.done == (("mara", "wasteland.dying_test"),)


def test_a_waived_action_is_declared_no_more() -> None:
    fight = turn_of_mara(group_ap=2).do("act", action="attack").do("act", action="attack")
    (second,) = fight.last.due
    record = stored_due("mara", second.procedure, second.inputs)
    settled = ENCOUNTER.on_settled(fight.scene, record).scene.combatant("mara")
    assert [each.second_major for each in settled.turn.declared] == [False]
    other = stored_due("nobody")
    assert ENCOUNTER.on_settled(fight.scene, other).scene is fight.scene


# --- Aim (W4.1) ---


@pytest.mark.parametrize("first", [0, 1])
def test_aim_serves_the_attack_declared_first(first: int) -> None:
    fight = turn_of_mara(group_ap=6).do("act", action="aim")
    attacks = [fight.do("act", action="attack").last.due[0] for _ in range(2)]
    assert [fight.filled_form(attack)["aim"] for attack in attacks] == [True, False]
    # In either order, the other attack keeps its inputs.
    fight.roll_due(attacks[first], [19, 20], **GUN, aim=False)
    assert fight.filled_form(attacks[1 - first])["aim"] is (first == 1)


def test_aim_after_the_first_attack_is_for_nothing() -> None:
    fight = turn_of_mara(group_ap=6).do("act", action="attack").do("act", action="aim")
    (second,) = fight.do("act", action="attack").last.due
    assert fight.filled_form(second)["aim"] is False


def test_aim_serves_an_attack_from_a_sheet_once() -> None:
    fight = turn_of_mara(group_ap=6).do("act", action="aim")
    assert fight.prefill({"self": "mara"}, "wasteland.attack")["aim"] is True
    fight.from_menu("mara", "wasteland.attack", [19, 20], **GUN, aim=False)
    assert fight.prefill({"self": "mara"}, "wasteland.attack")["aim"] is False


# --- help (W5.1, W1.9) ---


def test_two_promises_of_help_both_count() -> None:
    fight = turn_of_mara(group_ap=2, holt=9, dog=8)
    fight.do("act", action="assist", whom="holt").do("act", action="assist", whom="dog")
    assert fight.combatant("mara").turn.assisting == ("holt", "dog")
    assert {"Helps Holt", "Helps Dog"} <= set(fight.badges("mara"))
    fight.refuses("help", "whom", who="mara", whom="mara", target=9)
    fight.do("help", who="mara", whom="dog", target=9)
    assert (fight.combatant("mara").turn.assisting, len(fight.combatant("dog").turn.helpers)) == (
        ("holt",),
        1,
    )
    fight.do("help", who="mara", target=9)
    assert (fight.combatant("mara").turn.assisting, len(fight.combatant("holt").turn.helpers)) == (
        (),
        1,
    )


def test_help_that_is_given_asks_for_the_number_of_its_die() -> None:
    fight = turn_of_mara(holt=9).do("act", action="assist", whom="holt")
    (offered,) = (
        action for action in ENCOUNTER.actions(fight.scene, "mara") if action.id == "help"
    )
    assert (offered.step, offered.asks) == ("help", True)
    fight.do("help", who="mara", target=11, crit=3).do("end_turn").do("begin_turn")
    assert fight.prefill({"self": "holt"}, "wasteland.attack")["assist_targets"] == (11,)


def test_promised_help_is_offered_in_the_turn_of_the_helped_one() -> None:
    fight = turn_of_mara(holt=9).do("act", action="assist", whom="holt")
    fight.do("end_turn").do("begin_turn")
    (offered,) = (each for each in ENCOUNTER.actions(fight.scene, "holt") if each.step == "help")
    assert (offered.label, offered.asks, offered.why_not) == ("Mara helps", True, "")
    fight.do("help", **offered.inputs, target=11)
    assert fight.prefill({"self": "holt"}, "wasteland.attack")["assist_targets"] == (11,)
    assert not [each for each in ENCOUNTER.actions(fight.scene, "holt") if each.step == "help"]


def test_one_helper_adds_one_die_to_a_test() -> None:
    fight = turn_of_mara(group_ap=2, holt=9)
    for _ in range(2):
        fight.do("act", action="assist", whom="holt")
    assert "Helps Holt ×2" in fight.badges("mara")
    for _ in range(2):
        fight.do("help", who="mara", target=9, crit=2)
    fight.do("end_turn").do("begin_turn")
    test = {"attribute": 5, "skill": 2}
    for remaining in (1, 0):
        prefilled = fight.prefill({"self": "holt"}, "wasteland.skill_test")
        assert (prefilled["assist_targets"], prefilled["assist_crits"]) == ((9,), (2,))
        fight.from_menu("holt", "wasteland.skill_test", [5, 20, 3], **test)
        assert len(fight.combatant("holt").turn.helpers) == remaining
    assert "assist_targets" not in fight.prefill({"self": "holt"}, "wasteland.skill_test")


@pytest.mark.parametrize(
    ("target", "crit", "fits"), [(9, 6, True), (4, 3, True), (4, 4, False), (1, 1, True)]
)
def test_critical_faces_reach_to_the_target_less_one(target: int, crit: int, fits: bool) -> None:
    fight = turn_of_mara(holt=9, raider=8)
    fight.do("act", action="assist", whom="holt")
    if fits:
        fight.do("help", who="mara", target=target, crit=crit)
        fight.do("give_up_turn", who="raider", whom="holt", target=target, crit=crit)
    else:
        fight.refuses("help", "crit", who="mara", target=target, crit=crit)
        given_up = {"who": "raider", "whom": "holt", "target": target, "crit": crit}
        fight.refuses("give_up_turn", "crit", **given_up)


def test_a_turn_given_up_counts_as_that_turn() -> None:
    fight = turn_of_mara(group_ap=2, holt=9).do("act", action="assist", whom="holt")
    fight.do("act", action="ready", trigger="rain").do("end_turn").do("begin_turn").do("end_turn")
    fight.apply_effect("mara", add("defense_bonus", 1))
    fight.apply_effect("mara", append("injuries", {"location": "torso", "count": 1}))
    fight.do("persist", who="mara", damage=2, turns=2)
    fight.do("mark", who="holt", condition="prone").do("edit", who="holt", initiative=20)
    fight.do("begin_turn").do("give_up_turn", who="mara", whom="holt", target=8)
    mara = fight.combatant("mara")
    assert (mara.sheet["defense_bonus"], mara.turn.readied, mara.turn.assisting) == (0, (), ())
    assert (mara.turn.turn_taken, mara.sheet["hp"], mara.turn.persistent[0].turns) == (True, 8, 1)
    assert fight.due == [("mara", "wasteland.damage")]
    assert ("mara", put("defense_bonus", 0)) in fight.effects
    assert ("mara", add("hp", -2, "target")) in fight.effects
    assert any("readied action is lost" in note for note in fight.last.notes)


@pytest.mark.parametrize("condition", ["stunned", "dazed"])
def test_a_combatant_without_an_action_cannot_give_one_up(condition: str) -> None:
    fight = turn_of_mara(holt=9).do("mark", who="holt", condition=condition)
    fight.refuses("give_up_turn", "who", who="holt", whom="mara", target=8)


def test_the_last_turn_of_a_round_can_be_given_up_between_turns() -> None:
    fight = turn_of_mara(holt=9).do("end_turn")
    fight.do("give_up_turn", who="holt", whom="mara", target=8)
    assert (fight.now.round, fight.board.upcoming) == (2, "mara")
    assert len(fight.combatant("mara").turn.helpers) == 1


# --- readied actions (W5.8) ---


def test_two_readied_actions_are_held_each_with_its_situation() -> None:
    fight = turn_of_mara(group_ap=2, holt=9)
    fight.do("act", action="ready", trigger="rain", readied_action="attack")
    fight.do("act", action="ready", trigger="dusk", readied_action="rally").do("end_turn")
    readied = {"Ready: Attack, if rain", "Ready: Rally, if dusk"}
    assert readied <= set(fight.badges("mara"))
    fight.do("fire", who=["mara"], place=2)
    assert fight.due == [("mara", "wasteland.rally")]
    assert fight.last.due[0].inputs == {"second_major": True}
    fight.refuses("fire", "place", who=["mara"], place=2)
    fight.do("begin_turn").do("fire", who=["mara"])
    assert fight.due == [("mara", "wasteland.attack")]
    assert (fight.combatant("mara").turn.readied, fight.now.current) == ((), "holt")


def test_those_for_one_situation_are_done_in_the_order_they_were_readied() -> None:
    fight = turn_of_mara(group_ap=2)
    for action in ("defend", "attack"):
        fight.do("act", action="ready", trigger="rain", readied_action=action)
    fight.do("fire", who=["mara"])  # in the same turn that readied them
    assert [procedure for _, procedure in fight.due] == ["wasteland.defend", "wasteland.attack"]


@pytest.mark.parametrize(
    ("readied", "offered"),
    [
        ([("rain", "defend"), ("rain", "attack")], ["fire 1"]),
        ([("", "defend"), ("", "attack")], ["fire 1"]),
        ([("rain", "defend"), ("dusk", "attack")], ["fire 1", "fire 2"]),
        ([("rain", "sprint"), ("rain", "attack")], ["fire 1", "fire 2"]),  # W10.2: she lies
    ],
)
def test_a_readied_action_waits_for_an_earlier_one_of_the_same_situation(
    readied: list[tuple[str, str]], offered: list[str]
) -> None:
    fight = turn_of_mara(group_ap=2)
    for trigger, action in readied:
        fight.do("act", action="ready", trigger=trigger, readied_action=action)
    fight.do("mark", who="mara", condition="prone")
    offers = [action.id for action in ENCOUNTER.actions(fight.scene, "mara")]
    assert [id for id in offers if id.startswith("fire")] == offered
    if "fire 2" in offered:
        fight.do("fire", who=["mara"], place=2)
    else:
        fight.refuses("fire", "place", who=["mara"], place=2)
        fight.do("fire", who=["mara"], place=1).do("fire", who=["mara"])
    assert fight.due == [("mara", "wasteland.attack")]


def test_a_readied_action_is_done_between_turns_too() -> None:
    fight = turn_of_mara(holt=9).do("act", action="ready", readied_action="attack").do("end_turn")
    (shot,) = fight.do("fire", who=["mara"]).last.due
    assert (fight.now.current, fight.filled_form(shot)["aim"]) == (None, False)
    fight.roll_due(shot, [19, 20], **GUN)
    assert (fight.combatant("mara").turn.major_used, fight.combatant("mara").turn.declared) == (
        1,
        (),
    )


@pytest.mark.parametrize(
    "felled",
    [put("prone", True), append("injuries", {"location": "left-leg", "count": 1})],
    ids=["prone", "lamed"],
)
def test_a_readied_sprint_needs_the_legs_for_it(felled: Any) -> None:
    fight = turn_of_mara(holt=9).do("act", action="ready", readied_action="sprint")
    fight.do("end_turn").apply_effect("mara", felled)
    fight.refuses("fire", "who", who=["mara"])
    assert len(fight.combatant("mara").turn.readied) == 1  # it stays readied
    fight.do("mark", who="mara", condition="prone", holds=False).apply_effect(
        "mara", add("injuries", -1)
    )
    assert fight.do("fire", who=["mara"]).due == [("mara", "")]


def test_a_readied_sprint_counts_as_the_movement_of_the_turn() -> None:
    fight = turn_of_mara(holt=9).do("act", action="ready", readied_action="sprint")
    moved_first = fight.scene
    fight.do("fire", who=["mara"]).refuses("act", "action", action="move")
    fight.scene = moved_first
    fight.do("act", action="move").refuses("fire", "who", who=["mara"])
    # It stays readied; in another's turn, it is the only movement action.
    fight.do("end_turn").do("begin_turn").do("fire", who=["mara"])
    assert fight.now.current == "holt"
    assert fight.combatant("mara").turn.readied == ()


@pytest.mark.parametrize("second", ["a shot", "a shout"])
def test_two_readied_movement_actions_need_two_turns(second: str) -> None:
    fight = turn_of_mara(group_ap=2, holt=9)
    for trigger in ("a shot", second):
        fight.do("act", action="ready", trigger=trigger, readied_action="sprint")
    fight.do("end_turn").do("begin_turn").do("fire", who=["mara"])
    assert len(fight.combatant("mara").turn.readied) == 1
    fight.refuses("fire", "who", who=["mara"])
    fight.do("end_turn").do("fire", who=["mara"])


def test_the_journal_names_the_trigger_and_the_readied_action() -> None:
    fight = turn_of_mara(holt=9)
    fight.do("act", action="ready", trigger="Holt runs", readied_action="attack", whom="holt")
    (offered,) = (each for each in ENCOUNTER.actions(fight.scene, "mara") if each.step == "fire")
    assert (offered.label, dict(offered.inputs)) == ("Holt runs: Attack", {"who": ["mara"]})
    assert fight.do("fire", **offered.inputs).last.notes == ("Holt runs: Attack.",)


def test_readied_help_is_promised_when_it_comes_up() -> None:
    fight = turn_of_mara(holt=9)
    fight.refuses("act", "whom", action="ready", readied_action="assist")
    fight.do("act", action="ready", readied_action="assist", whom="holt").do("fire", who=["mara"])
    assert (fight.due, fight.combatant("mara").turn.assisting) == ([], ("holt",))


# --- commands (W5.3) ---


def commanding(**more: Any) -> Fight:
    """Return a fight in Mara's turn, with a robot of her side, the player Holt and a raider."""
    fight = joined(mara=14, robot=9, raider=8)
    fight.do("add", id="holt", name="Holt", kind="pc", initiative=7)
    return fight.do("set_pools", group_ap=6).do("start").do("begin_turn")


def test_an_attack_without_a_weapon_is_one_with_bare_hands() -> None:
    """W6.6: on command and readied as in an own turn."""
    unarmed = {"weapon_class": "unarmed", "target_range": "reach", "attribute": 5, "skill": 0}
    fight = commanding()
    fight.do("act", action="command-npc", whom="robot", npc_target="raider", npc_action="attack")
    (blow,) = fight.last.due
    assert unarmed.items() <= blow.inputs.items()
    fight.do("act", action="ready", readied_action="attack", whom="raider").do("fire", who=["mara"])
    assert unarmed.items() <= fight.last.due[0].inputs.items()


def test_a_commanded_attack_is_the_npcs_own() -> None:
    fight = commanding()
    given = {"action": "command-npc", "whom": "robot", "npc_target": "raider", "npc_kind": "robot"}
    fight.do("act", **given, npc_action="attack")
    (bite,) = fight.last.due
    assert (bite.who, bite.procedure) == ("robot", "wasteland.attack")
    assert bite.others == {"target": "raider", "robot_commander": "mara"}
    assert fight.combatant("mara").turn.major_used == 1
    assert (fight.combatant("robot").turn.major_used, fight.combatant("robot").turn.turn_taken) == (
        0,
        False,
    )
    # The commander is the first assistant, by her sheet (INT 5, no Science); other helpers of the
    # robot come after her.
    fight.do("give_up_turn", who="holt", whom="robot", target=8, crit=2)
    cast = {"self": "robot", **bite.others}
    prefilled = fight.prefill(cast, bite.procedure)
    assert (prefilled["assist_targets"], prefilled["assist_crits"]) == ((5, 8), (1, 2))
    assert (prefilled["side"], prefilled["ap_pool"], prefilled["second_major"]) == (
        "players",
        6,
        False,
    )
    fight.roll_due(bite, [19, 20, 20, 20], **GUN, assist_targets=[5, 8], assist_crits=[1, 2])
    assert (fight.combatant("robot").turn.helpers, fight.combatant("robot").turn.declared) == (
        (),
        (),
    )
    # The second major action adds its +1 to the NPC's test.
    (second,) = fight.do("act", **given, npc_action="attack").last.due
    assert fight.filled_form(second)["second_major"] is True


def test_a_commander_assists_however_the_roll_is_opened() -> None:
    fight = commanding()
    given = {"action": "command-npc", "whom": "robot", "npc_kind": "robot"}
    fight.do("act", **given, npc_action="attack", npc_target="raider")
    cast = {"self": "robot", "target": "raider"}
    assert fight.prefill(cast, "wasteland.attack")["assist_targets"] == (5,)
    fight.from_menu("robot", "wasteland.attack", [19, 20, 20], **GUN, assist_targets=[5])
    assert fight.last.done == (("robot", "wasteland.attack", "Attack on command"),)
    assert "assist_targets" not in fight.prefill(cast, "wasteland.attack")


def test_the_own_attack_and_one_on_command_are_distinguished() -> None:
    fight = commanding()
    given = {"whom": "robot", "npc_target": "raider", "npc_kind": "robot"}
    fight.do("act", action="ready", readied_action="command-npc", **given, npc_action="attack")
    fight.do("end_turn").do("begin_turn")
    assert fight.now.current == "robot"
    fight.do("act", action="aim")
    (commanded,) = fight.do("fire", who=["mara"]).last.due
    (own,) = fight.do("act", action="attack", whom="raider").last.due
    prefilled = fight.filled_form(own)
    assert (prefilled["aim"], prefilled.get("assist_targets")) == (True, None)
    fight.roll_due(own, [19, 20, 18], **GUN, shots=9)
    # W5.3: the attack on command still has its assistant, and nothing of the Aim.
    assert [each.commander for each in fight.combatant("robot").turn.declared] == ["mara"]
    prefilled = fight.filled_form(commanded)
    assert (prefilled["aim"], prefilled["assist_targets"]) == (False, (5,))


def test_a_readied_attack_that_is_due_takes_no_aim_from_the_own_one() -> None:
    fight = joined(mara=14, raider=11).do("start").do("begin_turn")
    fight.do("act", action="ready", readied_action="attack").do("end_turn")
    (readied,) = fight.do("fire", who=["mara"]).last.due
    fight.do("begin_turn").do("end_turn").do("begin_turn").do("act", action="aim")
    (own,) = fight.do("act", action="attack").last.due
    assert (fight.filled_form(readied)["aim"], fight.filled_form(own)["aim"]) == (False, True)
    fight.roll_due(own, [19, 20, 18], **GUN, shots=9)
    assert [each.aim for each in fight.combatant("mara").turn.declared] == [False]


def test_a_commander_who_helps_too_rolls_one_die_in_a_test() -> None:
    fight = commanding().do("act", action="assist", whom="robot")
    fight.do("help", who="mara", target=6)
    given = {"action": "command-npc", "whom": "robot", "npc_kind": "robot"}
    (bite,) = fight.do("act", **given, npc_action="attack", npc_target="raider").last.due
    assert fight.filled_form(bite)["assist_targets"] == (5,)
    fight.roll_due(bite, [19, 20, 20], **GUN)
    # W5.1: the other die waits for the next test.
    assert [die.target for die in fight.combatant("robot").turn.helpers] == [6]
    fight = commanding().do("act", action="assist", whom="robot")
    fight.do("help", who="mara", target=6)
    (order,) = fight.do("act", **given).last.due
    assert "assist_targets" not in fight.filled_form(order)


@pytest.mark.parametrize(
    ("npc_action", "procedure", "others"),
    [
        ("defend", "wasteland.defend", {}),
        ("rally", "wasteland.rally", {}),
        ("first-aid", "wasteland.first_aid", {"patient": "robot"}),
    ],
)
def test_an_action_with_its_own_test_is_rolled_by_the_npc(
    npc_action: str, procedure: str, others: dict[str, str]
) -> None:
    fight = commanding().do("act", action="command-npc", whom="robot", npc_action=npc_action)
    (due,) = fight.last.due
    assert (due.who, due.procedure) == ("robot", procedure)
    assert due.others == {**others, "person_commander": "mara"}


def test_anything_else_is_a_command() -> None:
    fight = commanding().do("act", action="command-npc", whom="robot")
    (due,) = fight.last.due
    assert (due.who, due.procedure, due.others) == (
        "mara",
        "wasteland.command_npc",
        {"npc": "robot"},
    )
    fight = commanding().do("act", action="command-npc", whom="robot", npc_action="sprint")
    (sprint,) = fight.last.due
    assert sprint.inputs["needs_test"] is False
    # Without a roll, no inputs of the NPC are needed.
    orders = {"npc_kind": "robot", "commander_attribute": 5, "commander_skill": 1}
    assert fight.outcome_of(sprint, [], **orders).grade == "no-test"
    given = {"action": "command-npc", "whom": "robot", "npc_action": "assist"}
    fight = commanding()
    fight.refuses("act", "npc_target", **given)
    assert fight.do("act", **given, npc_target="holt").combatant("robot").turn.assisting == (
        "holt",
    )


@pytest.mark.parametrize("target_id", ["", "mara", "holt", "raider", "nobody"])
def test_only_an_npc_of_ones_own_side_is_commanded(target_id: str) -> None:
    fight = commanding()
    fight.refuses("act", "whom", action="command-npc", whom=target_id)
    ready = {"action": "ready", "readied_action": "command-npc"}
    fight.refuses("act", "whom", **ready, whom=target_id)


@pytest.mark.parametrize("condition", ["dead", "dying", "stable"])
def test_an_npc_unable_to_act_is_not_commanded(condition: str) -> None:
    fight = commanding().do("act", action="ready", readied_action="command-npc", whom="robot")
    fight.do("mark", who="robot", condition=condition)
    fight.refuses("act", "whom", action="command-npc", whom="robot")
    fight.refuses("fire", "who", who=["mara"])


def test_help_is_named_with_the_test_it_was_promised_for() -> None:
    fight = commanding().do("end_turn")
    fight.do("begin_turn").do("act", action="assist", whom="mara").do("end_turn")
    for _ in ("raider", "holt"):
        fight.do("begin_turn").do("end_turn")
    # The test on command is the robot's, but its help was promised for Mara's tests.
    fight.do("begin_turn").do("act", action="command-npc", whom="robot")
    assert not any("helps" in note for note in fight.last.notes)
    fight.do("act", action="defend")
    assert fight.last.notes[-1] == "Robot helps with this test: add them before rolling (W5.1)."


def test_help_of_a_commanded_test_is_the_npcs() -> None:
    fight = commanding().do("give_up_turn", who="holt", whom="robot", target=8)
    fight.do("act", action="command-npc", whom="robot")
    (due,) = fight.last.due
    assert fight.filled_form(due)["assist_targets"] == (8,)
    pairs: dict[str, Any] = {
        "npc_attribute": 5,
        "npc_skill": 1,
        "commander_attribute": 5,
        "commander_skill": 1,
    }
    pairs |= {"npc_kind": "robot"}
    fight.roll_due(due, [19, 20, 20, 20], **pairs)
    assert fight.combatant("robot").turn.helpers == ()


def test_an_npc_may_change_sides() -> None:
    fight = commanding().do("edit", who="raider", side="players")
    fight.do("act", action="command-npc", whom="raider", npc_action="attack")
    assert fight.board.places[2].group == "Players"
    # W1.14: on command it uses the group's pool, otherwise the GM's as before.
    (attack,) = fight.last.due
    assert fight.filled_form(attack)["side"] == "players"
    fight.roll_due(attack, [19, 20, 20], **GUN, assist_targets=[5])
    assert fight.prefill({"self": "raider"}, "wasteland.attack")["side"] == "gm"


def test_the_gm_commands_too() -> None:
    fight = joined(raider=14, dog=9, mara=8).do("start").do("begin_turn")
    fight.do("act", action="command-npc", whom="dog", npc_action="attack", npc_target="mara")
    prefilled = fight.filled_form(fight.last.due[0])
    assert (prefilled["side"], prefilled["defense"]) == ("gm", 1)


# --- the order (W2.2, W2.3) ---


def test_a_corrected_initiative_moves_its_owner() -> None:
    fight = joined(mara=14, raider=11, holt=9).do("start").do("begin_turn")
    fight.do("edit", who="holt", initiative=12)
    assert fight.now.order == ("mara", "holt", "raider")
    # A combatant that has acted takes the new place from the next round on.
    fight.do("edit", who="mara", initiative=10)
    assert (fight.now.current, fight.now.order) == ("mara", ("holt", "raider", "mara"))
    for who in ("holt", "raider", "holt"):
        fight.do("end_turn").do("begin_turn")
        assert fight.now.current == who


def test_an_initiative_that_is_corrected_on_the_sheet_moves_its_owner_too() -> None:
    fight = Fight(holt=SHEET.fill({"perception": 5, "agility": 4}))
    fight.do("add", id="mara", initiative=14).do("add", id="raider", initiative=11, side="gm")
    fight.do("add", id="holt").do("start").do("begin_turn")
    assert fight.now.order == ("mara", "raider", "holt")
    fight.sheets["holt"] = fight.sheets["holt"].with_fields({"initiative_bonus": 10})
    fight.scene = ENCOUNTER.scene(fight.scene.state, fight.known)
    fight.do("end_turn")
    assert (fight.now.order, fight.board.upcoming) == (("holt", "mara", "raider"), "holt")
    for who in ("holt", "raider", "holt", "mara"):
        fight.do("begin_turn")
        assert fight.now.current == who
        fight.do("end_turn")
    # A place set by hand stays while no initiative changes.
    fight.do("move", who="raider", place=1)
    assert fight.do("begin_turn").now.order == ("raider", "holt", "mara")


def test_an_old_fight_without_ranked_initiatives_keeps_its_order() -> None:
    fight = joined(mara=14, raider=11).do("start")
    state = fight.scene.state
    for combatant in state["combatants"].values():
        combatant["turn"].pop("ranked")
    state["combatants"]["raider"]["turn"]["initiative"] = 20
    assert ENCOUNTER.scene(state).now.order == ("mara", "raider")


def test_a_corrected_initiative_may_make_a_tie() -> None:
    fight = joined(mara=14, raider=11, holt=11)
    fight.do("settle_tie", order=["holt", "raider"]).do("start")
    fight.do("edit", who="mara", initiative=11)
    assert fight.now.order == ("holt", "raider", "mara")
    tied = [each for each in fight.board.places if "Tie" in str(each.badges)]
    assert len(tied) == 3
    assert fight.do("edit", who="mara", initiative=11).now.settled == ("holt", "raider")


def test_before_the_fight_the_order_is_that_of_entry() -> None:
    fight = joined(mara=14, holt=9).do("edit", who="holt", initiative=20)
    assert fight.now.order == ("mara", "holt")
    assert fight.do("start").now.order == ("holt", "mara")


@pytest.mark.parametrize(("who", "turn_taken"), [("mara", True), ("raider", True), ("holt", False)])
def test_the_luck_to_act_sooner_knows_the_turns_taken(who: str, turn_taken: bool) -> None:
    fight = joined(mara=14, raider=11, holt=9)
    assert fight.prefill({"self": who}, "wasteland.act_faster") == {"luck_points": 5}
    fight.do("start").do("begin_turn")
    assert fight.prefill({"self": "holt"}, "wasteland.act_faster")["turn_in_progress"] is True
    fight.do("end_turn")
    expected = {"luck_points": 5, "turn_taken": turn_taken, "turn_in_progress": False}
    assert fight.prefill({"self": who}, "wasteland.act_faster") == expected


# --- standing up, dying, DR, blasts ---


def test_a_leg_injury_makes_standing_up_a_major_action() -> None:
    fight = joined(mara=14).do("mark", who="mara", condition="prone")
    fight.apply_effect("mara", append("injuries", {"location": "left-leg", "count": 1}))
    fight.do("start").do("begin_turn").do("act", action="stand-up")
    assert (fight.combatant("mara").turn.minor_used, fight.combatant("mara").turn.major_used) == (
        0,
        1,
    )
    assert fight.combatant("mara").sheet["prone"] is False


def test_dying_with_every_injury_treated_is_difficulty_0() -> None:
    fight = joined(mara=14).apply_effect("mara", put("dying", True)).do("start").do("begin_turn")
    assert fight.filled_form(fight.last.due[0])["injuries"] == 0


def test_dr_of_a_line_is_the_same_everywhere() -> None:
    fight = Fight().do("add", id="ghoul", dr=2, energy=1, poison=3, body_plan="quadruped")
    rows = fight.combatant("ghoul").sheet["dr"]
    assert [row["location"] for row in rows] == [
        "head", "torso", "left-front-leg", "right-front-leg", "left-hind-leg", "right-hind-leg",
    ]  # fmt: skip
    for row in rows:
        numbers = (row["physical"], row["energy"], row["radiation"], row["poison"])
        assert numbers == (2, 1, 0, 3)
    (row,) = Fight().do("add", id="door", dr=2, body_plan="object").combatant("door").sheet["dr"]
    assert (row["location"], row["energy"]) == ("object", 2)


def test_breaking_lowers_dr_where_it_struck() -> None:
    fight = Fight().do("add", id="ghoul", dr=2)
    fight.apply_effect("ghoul", add("dr/torso/physical", -3))
    dr = {row["location"]: row["physical"] for row in fight.combatant("ghoul").sheet["dr"]}
    assert (dr["torso"], dr["head"]) == (0, 2)


def test_an_attack_with_blast_asks_for_its_zone() -> None:
    fight = turn_of_mara(holt=9, raider=8, dog=7)
    fight.refuses("act", "zone", action="attack", zone=["raider", "raider"])
    fight.refuses("act", "zone", action="attack", zone=["nobody"])
    (attack,) = fight.do("act", action="attack", zone=["raider", "holt"]).last.due
    assert attack.others == {"target1": "raider", "target2": "holt"}
    assert fight.filled_form(attack)["blast"] is True
    fight.do("edit", who="raider", cover_dice=2).do("mark", who="holt", condition="prone")
    fight.apply_effect("holt", add("hp", -3), add("injuries", 1))
    assert fight.prefill({"self": "mara", **attack.others}, "wasteland.blast") == {
        "side": "players",
        "ap_pool": 0,
        "surplus_ap": 0,
        "targets": 2,
        "target_bodies": ("person", "person"),
        "target_dr": (0,) * 12,
        "target_radiation_dr": (0, 0),
        "target_cover": (2, 0),
        "prone_targets": (2,),
        "target_max_hp": (10, 10),
        "target_hp": (10, 7),
        "target_injuries": (0, 1),
    }


def test_targets_outside_the_fight_stay_as_the_form_has_them() -> None:
    fight = joined(raider=8)
    typed = {"targets": 3, "target_hp": (4, 5), "target_bodies": ("object",), "prone_targets": (3,)}
    prefilled = fight.prefill({"target2": "raider"}, "wasteland.blast", **typed)
    assert (prefilled["targets"], prefilled["target_hp"]) == (2, (4, 10))
    assert (prefilled["target_bodies"], prefilled["prone_targets"]) == (("object", "person"), ())


def test_a_combatant_marked_as_dying_is_at_0_hp() -> None:
    fight = turn_of_mara(holt=9).do("mark", who="holt", condition="dying")
    for procedure in ("wasteland.first_aid", "wasteland.take_chem"):
        prefilled = fight.prefill({"self": "mara", "patient": "holt"}, procedure)
        assert (prefilled["patient_dying"], prefilled["patient_hp"]) == (True, 0)


def test_an_object_is_never_prone() -> None:
    fight = turn_of_mara().do("add", id="door", body_plan="object", prone=True)
    for procedure in ("wasteland.attack", "wasteland.damage"):
        prefilled = fight.prefill({"self": "mara", "target": "door"}, procedure)
        assert prefilled["target_prone"] is False


def test_a_zone_is_never_prone() -> None:
    fight = turn_of_mara(raider=8).do("mark", who="raider", condition="prone")
    cast = {"self": "mara", "target": "raider"}
    assert fight.prefill(cast, "wasteland.attack", blast=True)["target_prone"] is False
    assert fight.prefill(cast, "wasteland.attack")["target_prone"] is True


# --- stored fights ---


def stored(name: str, bonus: int = 0, **turn: Any) -> dict[str, Any]:
    """Return the stored record of a combatant."""
    wound = {"damage": 2, "turns": 2, "location": "torso", "damage_type": "physical"}
    sheet = {"name": name, "kind": "npc-character", "hp": 7, "whole_hp": 30}
    values = {"initiative": 9, "defense": 2, "persistent": [wound]}
    return {
        "turn": {"side": "players", **values, **turn},
        "sheet": {**sheet, "defense_bonus": bonus},
    }


def test_a_stored_fight_goes_on() -> None:
    readied = {"trigger": "rain", "action": "attack", "second_major": True}
    helpers = [{"who": "holt", "target": 8}, {"who": "dog", "target": 8}]
    old = {
        "started": True,
        "round": 1,
        "current": "mara",
        "order": ["mara", "holt"],
        "settled": [],
        "group_ap": 0,
        "gm_ap": 6,
        "scene": 1,
        "combatants": {
            "mara": stored("Mara", helpers=helpers),
            "holt": stored("Holt", readied=[readied], assisting=["mara"]),
        },
    }
    fight = Fight()
    fight.scene = ENCOUNTER.scene(old)
    words = fight.badges("holt")
    assert {"Initiative 9", "HP 7 of 30", "Defense 2"} <= set(words)
    assert {"Persistent 2, 2 turns", "Ready: Attack, if rain", "Helps Mara"} <= set(words)
    assert fight.prefill({"self": "mara"}, "wasteland.rally")["assist_targets"] == (8, 8)
    fight.from_menu("mara", "wasteland.rally", [19, 20, 20, 20], attribute=5, skill=1)
    assert fight.combatant("mara").turn.helpers == ()
    fight.do("help", who="holt", target=9).do("fire", who=["holt"])
    assert fight.last.due[0].inputs["second_major"] is True
    fight.do("act", action="command-npc", whom="holt").do("end_turn").do("begin_turn")
    assert (fight.combatant("holt").turn.readied, fight.combatant("holt").turn.assisting) == (
        (),
        (),
    )
    # A Defense set by hand stays, though the bonus brings the sheet to the same number.
    mara = {"mara": stored("Mara", bonus=1)}
    one = ENCOUNTER.scene({**old, "order": [], "current": None, "combatants": mara})
    assert ENCOUNTER.current_value(one, "mara", "defense") == 2


def test_a_persistent_blast_goes_on_for_all_it_hurt() -> None:
    fight = joined(raider=8, holt=9, dog=7).apply_effect("holt", add("hp", -10))
    given = {"weapon_class": "explosives", "damage_rating": 2, "persistent": True, "breaking": True}
    zone = fight.prefill(
        {"target1": "raider", "target2": "holt", "target3": "dog"}, "wasteland.blast"
    )
    zone = {**zone, "target_dr": [2] * 6 + [0] * 6 + [9] * 6}
    bound = GAME.procedures["wasteland.blast"].bind({**given, **zone})
    outcome = by_hand(bound, [5, 2, 10, 4, 4]).outcome
    assert GAME.sheet is not None
    targets = {"target1": "raider", "target2": "holt", "target3": "dog"}
    effects = [
        GAME.sheet.complete_effect(effect, {**bound.values, **outcome.values})
        for effect in outcome.effects
    ]
    for effect in effects:
        fight.apply_effect(targets[effect.who], effect)
    # 3 damage; Breaking takes 1 of the raider's DR 2; at 0 HP it is one more injury (W7.4).
    assert [each.location for each in fight.combatant("raider").turn.persistent] == ["left-arm"]
    raider, holt = fight.combatant("raider"), fight.combatant("holt")
    assert (raider.sheet["hp"], raider.turn.persistent[0].damage) == (8, 2)
    assert add("dr/left-arm/physical", -1, "target1") in effects
    assert (holt.turn.persistent[0].damage, len(holt.sheet["injuries"])) == (3, 1)
    assert fight.combatant("dog").turn.persistent == ()
