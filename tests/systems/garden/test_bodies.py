"""Autonomous Garden's encounter: what it knows of bodies and rolls, and reads off them."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.rolls import Due, Roll
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Outcome, add, append, put
from app.systems.garden import GAME
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.encounter.bodies import modifier
from app.systems.garden.sheet.sheet import SHEET
from tests.systems.garden.test_encounter import Scene


def test_those_without_a_sheet_have_rows_too() -> None:
    scene = Scene("rowan")
    scene.step("add", id="thug", name="Thug", side="npc", body=-2, melee=2, agility=1, dv=3)
    assert [scene.of("thug").sheet[each] for each in ("flesh", "wound_boxes")] == [3, 3]
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.apply_effect("thug", add("flesh_bruises", 1))
    assert scene.badges("thug") == ["Wounds 1 of 3", "Bruises 1 of 3"]
    scene.round(rowan={"intent": "move"}, thug={"intent": "close"})
    # G57, G62, G86: the wound counts in the attack; the weapon's DV is known.
    (due,) = scene.step("attack", target="rowan", attack_kind="melee").due
    assert scene.form(due).items() >= {"attacker_modifier": -1, "dv": 3}.items()
    scene.apply_effect("thug", add("deep_wounds", 1))
    assert scene.badges("thug")[-1] == "Bleeding out"
    scene.apply_effect("thug", add("stable_flesh_wounds", 1))
    assert scene.badges("thug")[-1] == "Comatose"
    scene.apply_effect("thug", put("bruise_row", "full"))
    scene.apply_effect("thug", put("bruise_row", "full"))
    assert scene.of("thug").sheet["suffers"] == ("comatose", "dead")
    # G83: a half row of bruises weighs nothing, a full one of three weighs 1.
    assert modifier(scene.of("thug")) == -4


def test_the_wounded_and_the_laden_move_as_fast_as_they_can() -> None:
    scene = Scene("thug")
    scene.step("add", id="rowan", gait="walk")
    inputs = {"major_actions": 0, "movement": "sprint"}
    scene.refuses("movement", "declare", who="rowan", **inputs)
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.refuses("movement", "declare", who="thug", **inputs)
    scene.step("declare", who="thug", movement="run")


def test_load_and_rehabilitation_count_in_an_attack() -> None:
    scene = Scene("thug")
    scene.step("add", id="rowan", modifier=-1, rehab=2, encumbrance=-1)
    for kind, wanted in (("melee", -5), ("ranged", -4)):
        scene.round(rowan={"major_actions": 2, "movement": "walk"}, thug={"intent": "move"})
        (due,) = scene.step("attack", target="thug", attack_kind=kind).due
        assert scene.form(due)["attacker_modifier"] == wanted
        scene.step("end_round")


def test_what_the_scene_knows_of_whom_a_roll_concerns() -> None:
    scene = Scene("rowan", "ilya", "thug")
    scene.step("take_cover", who="thug", cover="heavy")
    cast = {"self": "ilya", "target": "thug"}
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["cover"] == "heavy"
    scene.apply_effect(
        "thug", append("conditions", {"name": "shielded", "lasts": None, "unit": "scene"})
    )
    # What stands on the sheet the sheet gives by itself.
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.cast_opposed") == {}
    inputs = {"spell": "harm", "shielded": False}
    opposed = GAME.procedures["garden.cast_opposed"]
    assert SHEET.feed(opposed, {"target": scene.of("thug").sheet}, inputs)["shielded"]
    scene.round(ilya={"major_actions": 2}, rowan={"intent": "ranged"}, thug={"intent": "move"})
    for who, wanted in (("ilya", {"modifier": -1}), ("rowan", {})):
        form = {"modifier": 0}
        assert wanted == ENCOUNTER.prefill_from_form(
            scene.scene, {"self": who}, "garden.cast_opposed", form
        )
    scene.step("attack", target="thug")
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["attacker_number"] == 1
    cast = {"self": "rowan", "target": "thug"}
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["attacker_number"] == 2


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("unarmed", {"attacker_modifier": -5}),
        ("melee", {"attacker_modifier": -5}),
        ("ranged", {"attacker_modifier": -4, "aim_rounds": 0}),
        ("thrown", {"attacker_modifier": -4}),
    ],
)
def test_an_attack_from_the_menu_is_told_what_the_step_would_tell(
    kind: str, wanted: dict[str, Any]
) -> None:
    scene = Scene("ilya", "thug")
    scene.step("add", id="rowan", modifier=-1, rehab=2, encumbrance=-1, dv=4)
    scene.step("set_light", light="dim")
    inputs = {"major_actions": 2, "movement": "walk", "intent": "move"}
    scene.round(rowan=inputs, ilya={}, thug={"intent": "move"})
    scene.step("attack", target="thug")
    scene.step("end_turn")
    if scene.now.current != "rowan":
        scene.step("end_turn")
    cast = {"self": "rowan", "target": "thug"}

    def menu() -> dict[str, Any]:
        own = ENCOUNTER.prefill_actor(scene.scene, "rowan", "garden.attack")
        known = {**own, **ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")}
        form = {"attack_kind": kind}
        return {
            **known,
            **ENCOUNTER.prefill_from_form(scene.scene, cast, "garden.attack", form),
            **form,
        }

    before = menu()
    assert before.items() >= {**wanted, "attacker_number": 2, "light": "dim", "dv": 4}.items()
    (due,) = scene.step("attack", target="thug", attack_kind=kind).due
    assert scene.form(due) == before
    # G62, G76: the step counts the attack; another roll from the menu counts nothing anew.
    assert scene.of("rowan").turn.used_major == 1
    assert menu() == before
    assert scene.of("thug").turn.attackers_this_round == ("ilya", "rowan")


def test_only_a_firearm_has_been_lined_up() -> None:
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("line_up")
    cast = {"self": "rowan", "target": "thug"}
    for kind, wanted in (("ranged", 1), ("melee", None)):
        inputs = ENCOUNTER.prefill_from_form(
            scene.scene, cast, "garden.attack", {"attack_kind": kind}
        )
        assert inputs.get("aim_rounds") == wanted
    assert "aim_rounds" not in ENCOUNTER.prefill_actor(scene.scene, "rowan", "garden.attack")


def test_the_penalty_of_the_round_is_of_all_who_act_together_and_of_swimmers() -> None:
    scene = Scene("ilya")
    scene.step("add", id="rowan", rehab=1, encumbrance=-2)
    scene.round(ilya={"intent": "ranged"}, rowan={"intent": "ranged", "major_actions": 3})
    assert scene.now.current == "ilya"
    for procedure in ("cast_spell", "cast_opposed", "swim_current"):
        inputs = ENCOUNTER.prefill_from_form(
            scene.scene, {"self": "rowan"}, f"garden.{procedure}", {"modifier": -1}
        )
        assert inputs == {"modifier": -3}


def test_a_chase_from_the_menu_is_told_what_the_step_would_tell() -> None:
    scene = Scene("rowan", "thug")
    cast = {"runner": "rowan", "pursuer": "thug"}
    moves = {"intent": "move", "movement": "run"}
    scene.round(rowan=moves, thug={**moves, "movement": "walk"})
    (due,) = scene.step("chase", **cast, gap=14, runner_speed=22).due
    assert due.inputs == {"runner_speed": 22}  # what is said by hand stays
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    inputs = {"gap": 14, "runner_speed": 20, "pursuer_speed": 10, "pursuer_movement": "walk"}
    assert known.items() >= inputs.items()


def made(due: Due, result: Outcome) -> Roll:
    return Roll(due.who, due.procedure, due.inputs, result, due=due.label)


def outcome(due: Any, *faces: int) -> Outcome:
    return by_hand(GAME.procedures[due.procedure].bind(due.inputs), list(faces)).outcome


def test_the_order_is_read_off_the_contest() -> None:
    scene = Scene("rowan", "ilya", "thug")
    for id in ("rowan", "thug", "ilya"):
        scene.step("declare", who=id, intent="ranged" if id == "ilya" else "close")
    (due,) = scene.step("set_order", contest=True).due
    result = outcome(due, 2, 3, 4, 5)  # Rowan 2, the thug 4
    contest = made(due, result)
    after = ENCOUNTER.on_roll(scene.scene, contest).scene
    assert (after.now.order, after.now.current) == (("thug", "rowan", "ilya"), "thug")
    assert ENCOUNTER.on_roll(after, contest).scene.state == after.state
    # Whoever has left is left out; the others have rolled for their places.
    scene.step("remove", who="thug")
    after = ENCOUNTER.on_roll(scene.scene, contest).scene
    assert (after.now.order, after.now.current) == (("rowan", "ilya"), "rowan")
    scene.refuses("phase", "set_order")
    scene.step("places", places=[2, 1])
    assert scene.now.order == ("ilya", "rowan")


def test_whoever_notices_is_unaware_no_longer() -> None:
    scene = Scene("rowan")
    scene.step("add", id="guard", unaware=True)
    (due,) = scene.step("surprise", attacker="rowan").due
    for faces, unaware in (((3, 4, 4, 5), True), ((5, 5, 1, 3), False)):
        after = ENCOUNTER.on_roll(scene.scene, made(due, outcome(due, *faces))).scene
        assert after.combatants["guard"].turn.unaware is unaware


def test_a_spell_that_holds_is_dispelled_bit_by_bit() -> None:
    scene = Scene("ilya")
    scene.step("add", id="mage", psyche=2)
    scene.step("spell_holds", name="Ward", psyche=2)
    assert scene.board.pools["Ward"] == "damage 0 of 5"
    scene.round(ilya={"major_actions": 2}, mage={"intent": "move"})
    scene.refuses("name", "dispel", name="Shield")
    for faces, left in (((4, 4, 1, 2), 4), ((5, 6, 1, 1), None)):
        (due,) = scene.step("dispel", name="Ward").due
        # G62: two major actions are -1 each; G131: opposed by the Psyche of the caster.
        assert due.inputs["opposing_psyche"] == 2
        form = {**due.inputs, "modifier": 0}
        inputs = ENCOUNTER.prefill_from_form(scene.scene, {"self": "ilya"}, due.procedure, form)
        assert inputs == {"modifier": -1}
        cast = {**due.inputs, **inputs, "skill_level": 2, "psyche": 4}
        bound = GAME.procedures[due.procedure].bind(cast)
        result = made(due, by_hand(bound, faces).outcome)
        scene.went(ENCOUNTER.on_roll(scene.scene, result))
        held = [each["damage"] for each in scene.now.ongoing_spells]
        assert held == ([] if left is None else [left])
    scene.refuses("phase", "dispel", name="Ward")
    scene.step("spell_holds", name="Shield")
    assert scene.now.ongoing_spells[0]["psyche"] == scene.of("ilya").sheet["psyche"]
