"""Wasteland: combatants without a turn or luck, objects, sight and radiation (W7, W9)."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.play.play import by_hand
from app.core.procedures.outcomes import add
from app.core.sheets import Sheet
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter.offers import actions
from app.systems.wasteland.sheet.sheet import SHEET
from tests.systems.wasteland.fights import Fight, injuries, joined

MARA, HOLT = (SHEET.fill(sample) for sample in SHEET.samples)


def hurt(*locations: str) -> Sheet:
    return MARA.with_fields({"injuries": injuries(*locations)})


# --- a head injury (W7.3) ---


@pytest.mark.parametrize(
    ("locations", "harder"),
    [((), 0), (("head",), 2), (("head", "torso"), 2), (("head",) * 2, 4), (("head",) * 3, 5)],
)
def test_a_head_injury_makes_attacks_harder(locations: tuple[str, ...], harder: int) -> None:
    fight = Fight(mara=hurt(*locations))
    fight.do("add", id="mara", initiative=14).do("start")
    gun = {"weapon_class": "small-guns"}
    prefilled = fight.prefill({"self": "mara"}, "wasteland.attack", **gun)
    assert prefilled.get("difficulty_modifier", 0) == harder
    attack = GAME.procedures["wasteland.attack"].bind({**prefilled, **gun, "target_range": "close"})
    assert by_hand(attack, [20, 20]).outcome.values["difficulty"] == 1 + harder
    # The GM decides whether another test needs sight.
    assert "difficulty_modifier" not in fight.prefill({"self": "mara"}, "wasteland.skill_test")
    fight.do("begin_turn")
    note_of_it = f"difficulty +{2 * locations.count('head')} on attacks"
    assert any(note_of_it in note for note in fight.last.notes) is bool(harder)


def test_a_treated_head_injury_counts_no_more() -> None:
    treated = MARA.with_fields({"injuries": [{"location": "head", "treated": True}]})
    attack = GAME.procedures["wasteland.attack"]
    assert "difficulty_modifier" not in SHEET.feed(attack, {"self": treated}, {})


@pytest.mark.parametrize(
    ("locations", "arms"),
    [
        (("left-leg", "head"), ""),
        (("left-arm",), "left arm"),
        (("right-arm", "right-arm"), "right arm"),
        (("right-arm", "left-arm"), "left arm and right arm"),
    ],
)
@pytest.mark.parametrize("treated", [False, True])
def test_an_arm_injury_is_noted_at_the_start_of_the_turn(
    locations: tuple[str, ...], arms: str, treated: bool
) -> None:
    records = [{**injury, "treated": treated} for injury in injuries(*locations)]
    fight = Fight(mara=MARA.with_fields({"injuries": records})).do("add", id="mara").do("start")
    notes = [note for note in fight.do("begin_turn").last.notes if "arm injury" in note]
    words = f"arm injury ({arms}): no action with an injured arm, alone or with the other (W7.3)."
    assert notes == ([] if treated or not arms else [f"Mara’s {words}"])


# --- luck to act sooner (W9.1, W9.6) ---


def between_turns(**raider: Any) -> Fight:
    """Return a fight after Mara's turn; Holt is next, then a raider."""
    fight = joined(mara=14, holt=9)
    fight.do("add", id="raider", name="Raider", side="gm", initiative=8, **raider)
    return fight.do("start").do("begin_turn").do("end_turn")


def test_an_npc_pays_to_act_sooner() -> None:
    fight = between_turns().do("act_faster", who="raider")
    assert (fight.now.current, fight.effects) == ("raider", (("raider", add("luck_points", -1)),))


@pytest.mark.parametrize(
    ("raider", "initiator", "turns", "offered"),
    [
        pytest.param(1, "", 0, ["holt"], id="as round 1 starts"),
        pytest.param(1, "", 1, [], id="not for the next turn"),
        pytest.param(12, "", 2, [], id="not for the last turn, which is next"),
        pytest.param(12, "", 3, [], id="not in the own turn"),
        pytest.param(1, "", 3, ["holt"], id="in the last turn, for the next round"),
        pytest.param(1, "raider", 1, ["holt"], id="in the opening turn"),
        pytest.param(1, "mara", 1, ["holt"], id="in the opening turn of the first in order"),
    ],
)
def test_luck_is_offered_wherever_it_brings_a_turn_forward(
    raider: int, initiator: str, turns: int, offered: list[str]
) -> None:
    fight = joined(mara=14, holt=9, raider=raider).do("start", initiator=initiator)
    for number in range(turns - bool(initiator)):
        if number:
            fight.do("end_turn")
        fight.do("begin_turn")
    offers = {
        id: {action.id: action for action in actions(fight.scene, id)} for id in ("mara", "holt")
    }
    assert [id for id in offers if "sooner" in offers[id]] == offered
    for id in offered:
        offer = offers[id]["sooner"]
        fight.do(offer.step, who=id, **offer.inputs)
        assert fight.now.current == id


@pytest.mark.parametrize("step", ["act_faster", "sooner"])
@pytest.mark.parametrize("kind", ["npc-character", "creature"])
def test_a_combatant_without_luck_is_refused(step: str, kind: str) -> None:
    fight = between_turns(kind=kind)
    if kind == "npc-character":
        fight.apply_effect("raider", add("luck_points", -5))
    # Points given with the step do not pay: the combatant has none.
    for given in ({}, {"luck_points": 3}):
        fight.refuses(step, "luck_points", who="raider", **given)
    assert fight.prefill({"self": "raider"}, "wasteland.act_faster")["luck_points"] == 0
    fight.from_menu("raider", "wasteland.act_faster", [], luck_points=3)
    assert fight.now.current is None


# --- objects (W2.3, W6.13) ---


def with_a_door(**door: Any) -> Fight:
    fight = joined(mara=14, holt=9)
    fight.do("add", id="door", name="Door", initiative=20, body_plan="object", hp=8, **door)
    return fight


def test_an_object_has_no_turn() -> None:
    fight = with_a_door().do("start").do("begin_turn")
    assert (fight.now.current, fight.board.upcoming) == ("mara", "holt")
    assert "door" in [each.id for each in fight.board.places]
    fight.do("end_turn").do("begin_turn").do("end_turn")
    assert (fight.now.round, fight.board.upcoming) == (2, "mara")
    assert all(action.why_not for action in actions(fight.scene, "door") if action.main)


def test_an_object_starts_no_fight_and_gives_up_no_turn() -> None:
    with_a_door().refuses("start", "initiator", initiator="door")
    fight = with_a_door().do("start")
    fight.refuses("act_faster", "luck_points", who="door")
    fight.do("begin_turn").refuses("give_up_turn", "who", who="door", whom="mara")


@pytest.mark.parametrize("action", ["command-npc", "ready"])
def test_an_object_takes_no_command(action: str) -> None:
    fight = with_a_door().do("start").do("begin_turn")
    given = {"action": action, "readied_action": "command-npc", "npc_action": "attack"}
    fight.refuses("act", "whom", **given, whom="door")


def test_the_location_of_an_object_needs_no_die() -> None:
    fight = with_a_door()
    prefilled = fight.prefill({"self": "mara", "target": "door"}, "wasteland.hit_location")
    assert prefilled == {"body_plan": "object"}
    location = GAME.procedures["wasteland.hit_location"].bind(prefilled)
    outcome = by_hand(location, []).outcome
    assert (outcome.grade, outcome.values["roll"]) == ("object", 0)
    (damage,) = GAME.next_rolls(location.procedure.id, location.values, outcome, {})
    assert damage.inputs == {"location": "object", "body_plan": "object"}


# --- radiation against the whole body (W7.6) ---


def test_a_blast_of_radiation_meets_the_lowest_resistance() -> None:
    parts = ("head", "torso", "left-arm", "right-arm", "left-leg", "right-leg")
    dr = [{"location": part, "radiation": 4, "physical": n} for n, part in enumerate(parts)]
    dr[5]["radiation"] = 1
    suited = MARA.with_fields({"dr": dr})
    blast = GAME.procedures["wasteland.blast"]
    prefilled = SHEET.feed(blast, {"target1": suited}, {"targets": 1, "damage_type": "physical"})
    assert (prefilled["target_radiation_dr"], prefilled["target_dr"]) == ((1,), (0, 1, 2, 3, 4, 5))
    prefilled = SHEET.feed(blast, {"target1": suited}, {"targets": 1, "damage_type": "radiation"})
    assert prefilled["target_dr"] == (1,) * 6
    # A hit strikes one location and meets only its resistance.
    hit = {"damage_type": "radiation", "location": "torso"}
    assert SHEET.feed(GAME.procedures["wasteland.damage"], {"target": suited}, hit)["dr"] == 4


def test_a_location_without_a_row_protects_from_nothing() -> None:
    half = MARA.with_fields({"dr": [{"location": "torso", "radiation": 6}]})
    blast = GAME.procedures["wasteland.blast"]
    assert SHEET.feed(blast, {"target1": half}, {"targets": 1})["target_radiation_dr"] == (0,)
