"""Autonomous Garden's encounter: state of bodies, prefilled inputs, and changes read from rolls."""

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
    for kind, expected in (("melee", -5), ("ranged", -4)):
        scene.round(rowan={"major_actions": 2, "movement": "walk"}, thug={"intent": "move"})
        (due,) = scene.step("attack", target="thug", attack_kind=kind).due
        assert scene.form(due)["attacker_modifier"] == expected
        scene.step("end_round")


def test_the_scene_prefills_values_of_the_target_and_the_actor() -> None:
    scene = Scene("rowan", "ilya", "thug")
    scene.step("take_cover", who="thug", cover="heavy")
    cast = {"self": "ilya", "target": "thug"}
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["cover"] == "heavy"
    scene.apply_effect(
        "thug", append("conditions", {"name": "shielded", "lasts": None, "unit": "scene"})
    )
    # The scene leaves values of the sheet to the sheet.
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.cast_opposed") == {}
    inputs = {"spell": "harm", "shielded": False}
    opposed = GAME.procedures["garden.cast_opposed"]
    assert SHEET.feed(opposed, {"target": scene.of("thug").sheet}, inputs)["shielded"]
    scene.round(ilya={"major_actions": 2}, rowan={"intent": "ranged"}, thug={"intent": "move"})
    for actor, expected in (("ilya", {"modifier": -1}), ("rowan", {})):
        form = {"modifier": 0}
        assert expected == ENCOUNTER.prefill_from_form(
            scene.scene, {"self": actor}, "garden.cast_opposed", form
        )
    scene.step("attack", target="thug")
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["attacker_number"] == 1
    cast = {"self": "rowan", "target": "thug"}
    assert ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")["attacker_number"] == 2


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("unarmed", {"attacker_modifier": -5}),
        ("melee", {"attacker_modifier": -5}),
        ("ranged", {"attacker_modifier": -4, "aim_rounds": 0}),
        ("thrown", {"attacker_modifier": -4}),
    ],
)
def test_an_attack_from_the_menu_has_the_inputs_of_the_step(
    kind: str, expected: dict[str, Any]
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
        prefill = {**own, **ENCOUNTER.prefill_target(scene.scene, cast, "garden.attack")}
        form = {"attack_kind": kind}
        return {
            **prefill,
            **ENCOUNTER.prefill_from_form(scene.scene, cast, "garden.attack", form),
            **form,
        }

    before = menu()
    assert before.items() >= {**expected, "attacker_number": 2, "light": "dim", "dv": 4}.items()
    (due,) = scene.step("attack", target="thug", attack_kind=kind).due
    assert scene.form(due) == before
    # G62, G76: the step counts the attack; a second form from the menu counts nothing.
    assert scene.of("rowan").turn.used_major == 1
    assert menu() == before
    assert scene.of("thug").turn.attackers_this_round == ("ilya", "rowan")


def test_only_a_firearm_has_been_lined_up() -> None:
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("line_up")
    cast = {"self": "rowan", "target": "thug"}
    for kind, expected in (("ranged", 1), ("melee", None)):
        inputs = ENCOUNTER.prefill_from_form(
            scene.scene, cast, "garden.attack", {"attack_kind": kind}
        )
        assert inputs.get("aim_rounds") == expected
    assert "aim_rounds" not in ENCOUNTER.prefill_actor(scene.scene, "rowan", "garden.attack")


def test_the_penalty_of_the_round_counts_for_all_acting_together_and_for_swimmers() -> None:
    scene = Scene("ilya")
    scene.step("add", id="rowan", rehab=1, encumbrance=-2)
    scene.round(ilya={"intent": "ranged"}, rowan={"intent": "ranged", "major_actions": 3})
    assert scene.now.current == "ilya"
    for procedure in ("cast_spell", "cast_opposed", "swim_current"):
        inputs = ENCOUNTER.prefill_from_form(
            scene.scene, {"self": "rowan"}, f"garden.{procedure}", {"modifier": -1}
        )
        assert inputs == {"modifier": -3}


def test_a_chase_from_the_menu_has_the_inputs_of_the_step() -> None:
    scene = Scene("rowan", "thug")
    cast = {"runner": "rowan", "pursuer": "thug"}
    moves = {"intent": "move", "movement": "run"}
    scene.round(rowan=moves, thug={**moves, "movement": "walk"})
    (due,) = scene.step("chase", **cast, gap=14, runner_speed=22).due
    assert due.inputs == {"runner_speed": 22}  # a speed set by hand stays
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    inputs = {"gap": 14, "runner_speed": 20, "pursuer_speed": 10, "pursuer_movement": "walk"}
    assert prefill.items() >= inputs.items()


def make_roll(due: Due, result: Outcome) -> Roll:
    return Roll(due.who, due.procedure, due.inputs, result, due=due.label)


def outcome(due: Any, *faces: int) -> Outcome:
    return by_hand(GAME.procedures[due.procedure].bind(due.inputs), list(faces)).outcome


def test_the_order_is_read_off_the_contest() -> None:
    scene = Scene("rowan", "ilya", "thug")
    for id in ("rowan", "thug", "ilya"):
        scene.step("declare", who=id, intent="ranged" if id == "ilya" else "close")
    (due,) = scene.step("set_order", contest=True).due
    result = outcome(due, 2, 3, 4, 5)  # Rowan 2, the thug 4
    contest = make_roll(due, result)
    after = ENCOUNTER.on_roll(scene.scene, contest).scene
    assert (after.now.order, after.now.current) == (("thug", "rowan", "ilya"), "thug")
    assert ENCOUNTER.on_roll(after, contest).scene.state == after.state
    # A combatant that left is skipped; the others keep the places they rolled.
    scene.step("remove", who="thug")
    after = ENCOUNTER.on_roll(scene.scene, contest).scene
    assert (after.now.order, after.now.current) == (("rowan", "ilya"), "rowan")
    scene.refuses("phase", "set_order")
    scene.step("places", places=[2, 1])
    assert scene.now.order == ("ilya", "rowan")


def test_a_combatant_that_notices_is_unaware_no_longer() -> None:
    scene = Scene("rowan")
    scene.step("add", id="guard", unaware=True)
    (due,) = scene.step("surprise", attacker="rowan").due
    for faces, unaware in (((3, 4, 4, 5), True), ((5, 5, 1, 3), False)):
        after = ENCOUNTER.on_roll(scene.scene, make_roll(due, outcome(due, *faces))).scene
        assert after.combatants["guard"].turn.unaware is unaware


def test_a_spell_that_holds_is_dispelled_bit_by_bit() -> None:
    scene = Scene("ilya")
    scene.step("add", id="mage", psyche=2)
    scene.step("spell_holds", name="Ward", psyche=2)
    assert scene.board.pools["Ward"] == "damage 0 of 5"
    scene.round(ilya={"major_actions": 2}, mage={"intent": "move"})
    scene.refuses("name", "dispel", name="Shield")
    for faces, remaining in (((4, 4, 1, 2), 4), ((5, 6, 1, 1), None)):
        (due,) = scene.step("dispel", name="Ward").due
        # G62: two major actions cost -1 each; G131: the caster's Psyche opposes.
        assert due.inputs["opposing_psyche"] == 2
        form = {**due.inputs, "modifier": 0}
        inputs = ENCOUNTER.prefill_from_form(scene.scene, {"self": "ilya"}, due.procedure, form)
        assert inputs == {"modifier": -1}
        cast = {**due.inputs, **inputs, "skill_level": 2, "psyche": 4}
        bound = GAME.procedures[due.procedure].bind(cast)
        result = make_roll(due, by_hand(bound, faces).outcome)
        scene.accept(ENCOUNTER.on_roll(scene.scene, result))
        damages = [ongoing_spell["damage"] for ongoing_spell in scene.now.ongoing_spells]
        assert damages == ([] if remaining is None else [remaining])
    scene.refuses("phase", "dispel", name="Ward")
    scene.step("spell_holds", name="Shield")
    assert scene.now.ongoing_spells[0]["psyche"] == scene.of("ilya").sheet["psyche"]
