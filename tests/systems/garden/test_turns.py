"""The costs, limits and end of a turn of Autonomous Garden: tests, ready, panic, rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, add, append, put
from app.systems.garden import GAME
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.encounter.state import Turn, rounds_out
from app.systems.garden.sheet.helpless import TESTS
from app.systems.garden.sheet.sheet import SHEET
from tests.stored import stored_due
from tests.systems.garden.test_encounter import Scene


def lasting(name: str, unit: str = "none", lasts: Any = None) -> dict[str, Any]:
    return {"name": name, "lasts": lasts, "unit": unit}


def in_turn(**declared: Any) -> Scene:
    """Return a scene with Rowan's turn as declared, against a moving thug."""
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "close", **declared}, thug={"intent": "move"})
    return scene


#: Inputs of a test beside its modifier, faces that suffice, and the modifier it takes.
FORMS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "garden.skill_test": ({"skill_level": 1}, (4,)),
    "garden.attribute_test": ({}, (4, 3)),
    "garden.opposed_test": ({"actor_skill": 1, "opponent_skill": 1}, (4, 3)),
    "garden.accumulate": ({"skill_level": 1}, (4,)),
    "garden.water_action": ({"skill_level": 1, "athletics": 1}, (4,)),
    "garden.swim_current": ({"athletics": 1}, (5,)),
    "garden.cast_spell": ({"spell": "ward", "skill_level": 1}, (5,)),
    "garden.cast_opposed": ({"skill_level": 1}, (4, 2, 3)),
    "garden.attack": ({"attack_kind": "ranged", "attacker_skill": 1, "defender_skill": 1}, (4, 3)),
}


@pytest.mark.parametrize("procedure", FORMS)
def test_every_test_of_the_own_turn_is_a_major_action(procedure: str) -> None:
    """G19, G62, G140: three declared cost −2 each; the roll uses one, from step or menu alike."""
    scene = in_turn(major_actions=3)
    inputs, faces = FORMS[procedure]
    scene.roll(procedure, *faces, who="rowan", target="thug", **inputs)
    assert scene.inputs[TESTS[procedure]] == -2
    assert scene.of("rowan").turn.used_major == 1
    assert scene.turned.notes == ()


@pytest.mark.parametrize("procedure", ["garden.persuade", "garden.npc_appeal", "garden.jump"])
def test_talking_and_jumping_are_minor_until_ticked(procedure: str) -> None:
    scene = in_turn(major_actions=3)
    inputs = {"athletics" if procedure == "garden.jump" else "skill_level": 1}
    scene.roll(procedure, 4, who="rowan", **inputs)
    assert (scene.inputs.get("modifier", 0), scene.of("rowan").turn.used_major) == (0, 0)
    scene.step("counts_as", tick="major")
    scene.roll(procedure, 4, who="rowan", **inputs)
    assert (scene.inputs["modifier"], scene.of("rowan").turn.used_major) == (-2, 1)
    assert scene.of("rowan").turn.counts_as == ""


def test_a_test_ticked_as_minor_is_free() -> None:
    scene = in_turn(major_actions=3)
    scene.step("counts_as")
    assert scene.badges("rowan")[-1] == "Next: minor"
    scene.roll("garden.skill_test", 4, who="rowan", skill_level=1)
    assert (scene.inputs.get("modifier", 0), scene.of("rowan").turn.used_major) == (0, 0)
    scene.roll("garden.skill_test", 4, who="rowan", skill_level=1)
    assert (scene.inputs["modifier"], scene.of("rowan").turn.used_major) == (-2, 1)


@pytest.mark.parametrize(
    ("procedure", "faces", "inputs"),
    [
        ("garden.hold_breath", (5, 5, 5, 5), {}),
        ("garden.panic", (4, 3), {}),
        ("garden.disease", (4, 3), {}),
        ("garden.fall", (4,), {"athletics": 1, "metres": 6}),
        ("garden.vehicle_fire", (4,), {"pilot": 1}),
    ],
)
def test_hazards_never_cost_an_action(
    procedure: str, faces: tuple[int, ...], inputs: dict[str, Any]
) -> None:
    scene = in_turn(major_actions=2)
    scene.roll(procedure, *faces, who="rowan", **inputs)
    assert scene.inputs.get("modifier", 0) == 0
    assert (scene.of("rowan").turn.used_major, scene.of("rowan").turn.stirred) == (0, False)


def test_out_of_turn_nothing_but_attacks_and_spells_is_penalised() -> None:
    scene = in_turn(major_actions=2)
    inputs = ENCOUNTER.prefill_from_form(
        scene.scene, {"self": "thug"}, "garden.skill_test", {"modifier": 0}
    )
    assert inputs == {}
    scene.roll("garden.skill_test", 4, who="thug", skill_level=1)
    assert scene.of("thug").turn.used_major == 0


def test_an_undeclared_action_is_rolled_and_noted() -> None:
    """G140: an undeclared action is rolled with the penalty all the same."""
    scene = in_turn(major_actions=1, movement="walk")
    for notes in ((), ("Rowan did not declare this action; still −1 (G140).",)):
        scene.roll("garden.skill_test", 4, who="rowan", skill_level=1)
        assert (scene.inputs["modifier"], scene.turned.notes) == (-1, notes)
    assert scene.badges("rowan")[-1] == "Not declared: 1"
    assert scene.of("rowan").turn.used_major == 1


def test_the_test_of_another_action_is_that_action() -> None:
    """G140: the step and the spell rolled from the sheet are one action."""
    scene = in_turn(major_actions=2)
    scene.step("other_action", what="Harm")
    scene.roll("garden.cast_opposed", 4, 2, 3, who="rowan", target="thug", skill_level=1)
    assert (scene.of("rowan").turn.used_major, scene.of("rowan").turn.fought) == (1, True)
    scene.roll("garden.cast_opposed", 4, 2, 3, who="rowan", target="thug", skill_level=1)
    assert scene.of("rowan").turn.used_major == 2


def test_a_shot_from_the_sheet_is_the_shot() -> None:
    """G68, G76, G92, G140: it uses the aim dice and the action, and is counted."""
    scene = Scene("rowan", "thug")
    for _ in range(2):
        scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
        scene.step("line_up")
        scene.step("end_round")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    inputs = {"attack_kind": "ranged", "attacker_skill": 2, "defender_skill": 1}
    cast = {"who": "rowan", "target": "thug"}
    scene.roll("garden.attack", 6, 5, 4, 3, 2, **cast, **inputs)
    assert scene.inputs["aim_rounds"] == 2
    assert (scene.of("rowan").turn.aim_rounds, scene.of("rowan").turn.used_major) == (0, 1)
    assert scene.of("thug").turn.attackers_this_round == ("rowan",)
    assert [scene.of(id).turn.fought for id in ("rowan", "thug")] == [True, True]
    scene.roll("garden.attack", 6, 5, 2, **cast, **inputs)
    assert scene.inputs["aim_rounds"] == 0
    assert scene.badges("rowan")[-1] == "Not declared: 1"
    # G76: the next attacker is the second.
    prefill = ENCOUNTER.prefill_target(
        scene.scene, {"self": "x", "target": "thug"}, "garden.attack"
    )
    assert prefill["attacker_number"] == 2


# --- ready ---


def test_one_action_is_held_and_the_turn_is_over() -> None:
    """G24: all other declared actions are lost."""
    scene = in_turn(major_actions=2)
    scene.step("ready", event="the door opens")
    assert scene.now.current == "thug"
    scene.step("event", who="rowan")
    scene.step("attack", target="thug")
    scene.refuses("phase", "attack", target="thug")


def test_an_attack_that_is_broken_into_is_rolled_as_both_are_then() -> None:
    """G24, G86: changes between the step and its roll count, and the aim dice stay (G68)."""
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"}, guard={"intent": "move"})
    scene.step("line_up")
    scene.step("end_round")
    scene.round(guard={"intent": "close"}, rowan={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("ready", event="somebody shoots")
    (due,) = scene.step("attack", target="thug", attack_kind="ranged").due
    scene.step("event", who="guard")
    scene.apply_effect("rowan", add("deep_wounds", 1))
    scene.step("take_cover", who="thug", cover="heavy")
    scene.apply_effect("thug", append("conditions", lasting("unconscious")))
    form = {"attacker_modifier": -2, "cover": "heavy", "defense_kind": "unaware", "aim_rounds": 1}
    assert scene.form(due).items() >= form.items()


def test_a_shot_held_ready_keeps_its_dice() -> None:
    """G67, G68: waiting adds no aim dice and takes none."""
    scene = in_turn(intent="ranged")
    scene.step("line_up")
    scene.step("end_round")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("ready", event="the thug comes near")
    assert scene.of("rowan").turn.aim_rounds == 1
    scene.step("end_round")
    scene.round(rowan={"intent": "ranged", "stay_ready": True}, thug={"intent": "move"})
    scene.step("event", who="rowan")
    (due,) = scene.step("attack", target="thug", attack_kind="ranged").due
    assert (due.inputs["aim_rounds"], scene.of("rowan").turn.aim_rounds) == (1, 0)


@pytest.mark.parametrize(
    ("passes", "readied"),
    [
        ([("declare", {"who": "rowan", "stay_ready": True}), ("declare", {"who": "thug"}),
          ("set_order", {}), ("end_round", {})], "the door opens"),
        ([("as_before", {}), ("set_order", {}), ("end_round", {})], "the door opens"),
        ([("declare", {"who": "thug"}), ("end_round", {})], None),
        ([("pass_rounds", {"rounds": 1})], None),
        ([("as_before", {}), ("pass_rounds", {"rounds": 1})], None),
    ],
    ids=["stays", "as before", "says nothing", "skipped", "withdrawn"],
)  # fmt: skip
def test_a_held_action_is_lost_unless_its_owner_stays_ready(
    passes: list[tuple[str, dict[str, Any]]], readied: str | None
) -> None:
    """G25."""
    scene = in_turn()
    scene.step("ready", event="the door opens")
    scene.step("end_round")
    assert scene.turned.notes[1] == "Rowan loses the readied action unless they stay ready (G25)."
    for step, inputs in passes:
        scene.step(step, **inputs)
    assert scene.of("rowan").turn.readied == readied
    lost = "Rowan loses the readied action (G25)."
    assert (lost in scene.turned.notes) is (readied is None)


def test_an_event_breaks_into_a_turn_that_broke_into_another() -> None:
    """G24, G139: each interrupted turn goes on where it was, and no turn begins twice."""
    scene = Scene("rowan", "thug", "guard")
    scene.apply_effect("guard", append("conditions", lasting("panicking")))
    scene.round(rowan={}, thug={}, guard={"intent": "ranged", "movement": "walk"})
    scene.step("ready", event="the guard moves")
    (due,) = scene.step("ready", event="Rowan shoots").due
    scene.roll(due, 6, 5)
    scene.step("event", who="rowan")
    scene.step("event", who="thug")
    for who in ("rowan", "guard"):
        scene.step("end_turn")
        assert (scene.now.current, scene.turned.due) == (who, ())
    scene.step("end_turn")
    assert scene.now.round == 2


# --- order ---


def test_a_combatant_downed_by_another_of_the_same_place_still_acts() -> None:
    """G54: as if nothing had happened yet in the turns of the others, the wound included."""
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={}, thug={}, guard={"intent": "move"})
    scene.step("attack", target="thug")
    scene.apply_effect("thug", add("deep_wounds", 1))
    scene.apply_effect("thug", append("conditions", lasting("unconscious", "hours", 3)))
    scene.apply_effect("guard", append("conditions", lasting("unconscious", "hours", 3)))
    scene.step("end_turn")
    assert scene.now.current == "thug"
    (due,) = scene.step("attack", target="rowan").due
    assert scene.form(due)["attacker_modifier"] == 0
    scene.roll("garden.skill_test", 4, who="thug", skill_level=1)
    # The guard fell in another place; the round ends.
    scene.step("end_turn")
    assert scene.now.round == 2
    assert scene.of("thug").turn.together is None


def together() -> Scene:
    """Return a scene of two combatants in one place of the order; it is the thug's turn.

    Rowan acts before them and holds an action ready.
    """
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={"intent": "close"}, thug={"intent": "ranged"}, guard={"intent": "ranged"})
    scene.step("ready", event="they move")
    assert (scene.now.current, scene.of("guard").turn.together) == ("thug", 0)
    return scene


def test_those_who_act_together_feel_the_actions_of_all_others() -> None:
    """G54: only the turns of others in the same place have not happened yet."""
    scene = together()
    scene.apply_effect("guard", add("deep_wounds", 1))  # by the thug
    scene.step("event", who="rowan")
    scene.apply_effect("guard", add("flesh_wounds", 1))  # by Rowan, who breaks in
    scene.step("end_turn")
    scene.apply_effect("thug", add("deep_wounds", 1))  # in the own turn
    (due,) = scene.step("attack", target="rowan").due
    assert scene.form(due)["attacker_modifier"] == -2
    scene.step("end_turn")
    (due,) = scene.step("attack", target="rowan").due
    assert scene.form(due)["attacker_modifier"] == -1


def test_a_combatant_downed_by_another_does_not_act() -> None:
    """G54: neither after an action that broke in, nor after falling in the own turn."""
    fallen = append("conditions", lasting("unconscious", "hours", 3))
    scene = together()
    scene.step("event", who="rowan")
    scene.apply_effect("guard", fallen)
    scene.step("end_turn")
    scene.apply_effect("thug", fallen)
    scene.refuses("phase", "attack", target="rowan")
    scene.step("end_turn")
    assert scene.now.round == 2


@pytest.mark.parametrize(
    ("breaks_in", "acts", "rounds"), [(False, True, 1), (True, False, 0)], ids=["together", "else"]
)
def test_a_round_out_of_action_costs_those_who_act_together_a_turn(
    breaks_in: bool, acts: bool, rounds: int
) -> None:
    """G54, G107: felled by one of their place, they lose the next turn instead of this one."""
    scene = together()
    if breaks_in:
        scene.step("event", who="rowan")
    scene.apply_effect("guard", append("conditions", lasting("incapacitated", "rounds", 1)))
    if breaks_in:
        scene.step("end_turn")
    scene.step("end_turn")
    assert (scene.now.current == "guard") is acts
    if acts:
        scene.step("end_turn")
    assert (scene.now.round, rounds_out(scene.of("guard"))) == (2, rounds)


@pytest.mark.parametrize(
    "fallen",
    [
        append("conditions", lasting("unconscious", "hours", 3)),
        append("conditions", lasting("incapacitated", "rounds", 2)),
        put("dead", True),
    ],
    ids=["unconscious", "incapacitated", "dead"],
)
def test_a_combatant_downed_in_the_own_turn_does_nothing_more_in_it(fallen: Effect) -> None:
    """G53, G107: only the end of the turn is left."""
    scene = in_turn(major_actions=2)
    scene.apply_effect("rowan", fallen)
    for step, inputs in (
        ("attack", {"target": "thug"}),
        ("line_up", {}),
        ("other_action", {}),
        ("ready", {"event": "help comes"}),
        ("treat", {"patient": "thug"}),
    ):
        scene.refuses("phase", step, **inputs)
    barred = [action.why_not for action in ENCOUNTER.actions(scene.scene, "rowan") if action.main]
    assert {*barred} == {"Can’t act; end the turn"}
    scene.step("end_turn")
    assert scene.now.current == "thug"


def test_a_combatant_out_of_action_rolls_no_initiative() -> None:
    """G53."""
    scene = Scene("rowan", "thug", "guard")
    for id in ("rowan", "thug", "guard"):
        scene.step("declare", who=id)
    scene.apply_effect("thug", append("conditions", lasting("unconscious", "hours", 3)))
    (due,) = scene.step("set_order", contest=True).due
    assert due.inputs["intents"] == ["close", "close"]
    scene.roll(due, 3, 2, 5, 4)
    assert (scene.now.order[:2], scene.now.current) == (("guard", "rowan"), "guard")


def test_a_combatant_downed_before_the_contest_is_left_out_of_the_order() -> None:
    """G53, G54: the dice of the others still count for them."""
    scene = Scene("rowan", "thug", "guard")
    for id in ("rowan", "thug", "guard"):
        scene.step("declare", who=id)
    (due,) = scene.step("set_order", contest=True).due
    scene.apply_effect("thug", put("dead", True))
    scene.roll(due, 3, 2, 6, 6, 5, 4)
    assert scene.now.phase == "action"
    assert (scene.now.order[:2], scene.now.current) == (("guard", "rowan"), "guard")
    scene.step("end_turn")
    scene.step("end_turn")
    assert scene.now.round == 2


def test_invoked_awareness_counts_in_the_contest_and_against_surprise() -> None:
    """G128."""
    scene = Scene("rowan")
    scene.step("add", id="guard", awareness=2, unaware=True)
    scene.apply_effect("guard", append("conditions", lasting("invocation-awareness", "scene")))
    (due,) = scene.step("surprise", attacker="rowan").due
    assert due.inputs["awareness"] == 3
    scene.step("notice", who="guard", unaware=False)
    for id in ("rowan", "guard"):
        scene.step("declare", who=id)
    (due,) = scene.step("set_order", contest=True).due
    assert due.inputs["awareness"] == [0, 3]


@pytest.mark.parametrize(
    ("conditions", "attack", "faces", "unaware"),
    [
        ([], {"attack_kind": "melee"}, (3, 2), False),
        (["unconscious"], {"attack_kind": "melee"}, (3, 2), True),
        # G82: a critical bruise knocks out. G81: a critical wound kills.
        ([], {"attack_kind": "unarmed", "dv": 10, "attacker_skill": 2}, (6, 6, 4), True),
        ([], {"attack_kind": "melee", "dv": 10, "attacker_skill": 2}, (6, 6), True),
        ([], {"attack_kind": "melee", "dv": 2, "attacker_skill": 2}, (6, 6), False),
    ],
    ids=["missed", "asleep", "knocked out", "killed", "hurt"],
)
def test_an_attacked_combatant_is_unwary_no_longer(
    conditions: list[str], attack: dict[str, Any], faces: tuple[int, ...], unaware: bool
) -> None:
    """G55: unless they can notice nothing, be it by the attack itself."""
    scene = Scene("rowan")
    scene.step("add", id="guard", unaware=True, conditions=conditions)
    scene.round(rowan={})
    (due,) = scene.step("attack", target="guard", attack_kind=attack["attack_kind"]).due
    scene.roll(due, *faces, **attack)
    assert scene.of("guard").turn.unaware is unaware


def test_shield_helps_against_the_attack_of_a_spirit() -> None:
    """G123: the attacker is marked as a spirit, the target has the condition."""
    scene = Scene("rowan", "ghost")
    scene.step("mark_spirit", who="ghost")
    scene.apply_effect("rowan", append("conditions", lasting("shielded", "scene")))
    scene.round(ghost={}, rowan={"intent": "move"})
    (due,) = scene.step("attack", target="rowan").due
    assert scene.form(due)["spirit"] is True
    inputs = {"defense_kind": "defense", "shielded": False}
    attack = GAME.procedures["garden.attack"]
    assert SHEET.feed(attack, {"target": scene.of("rowan").sheet}, inputs)["shielded"] is True


# --- requests ---


def test_a_request_is_made_once_however_it_was_begun() -> None:
    """G49."""
    scene = Scene("rowan", "thug")
    cast = {"who": "rowan", "target": "thug"}
    scene.roll("garden.persuade", 4, **cast, skill_level=1)
    assert scene.inputs["already_tried"] is False
    scene.refuses("skill", "tried", npc="Thug", speaker="rowan")
    form = {"skill": "negotiation", "modifier": 0}
    roles = {"self": "rowan", "target": "thug"}
    assert (
        ENCOUNTER.prefill_from_form(scene.scene, roles, "garden.persuade", form)["already_tried"]
        is True
    )
    (due,) = scene.step("tried", npc="thug", skill="wrangle", speaker="rowan").due
    assert scene.form(due)["already_tried"] is False
    scene.roll(due, 4, skill_level=1)
    assert scene.now.tried == (("thug", "negotiation", "rowan"), ("thug", "wrangle", "rowan"))
    # A request refused outright has not been rolled.
    scene.roll("garden.persuade", **cast, skill="deception", out_of_character=True)
    assert len(scene.now.tried) == 2


def test_a_request_that_is_made_with_another_skill_was_tried_with_that_alone() -> None:
    """G49: the skill in the form at the roll counts."""
    scene = Scene("rowan", "thug")
    (due,) = scene.step("tried", npc="thug", skill="negotiation", speaker="rowan").due
    other = replace(due, inputs={**due.inputs, "skill": "deception"})
    scene.roll(other, 4, skill_level=1)
    assert scene.now.tried == (("thug", "deception", "rowan"),)
    assert scene.form(other)["already_tried"] is True
    assert scene.form(due)["already_tried"] is False


def test_each_character_may_ask_once_with_each_skill() -> None:
    """G49: once per scene for each character, NPC and skill."""
    scene = Scene("rowan", "ilya", "thug")
    (due,) = scene.step("tried", npc="thug", speaker="rowan").due
    scene.roll(due, 4, skill_level=1)
    scene.refuses("skill", "tried", npc="thug", speaker="rowan")
    form = {"skill": "negotiation", "modifier": 0}
    for who, tried in (("rowan", True), ("ilya", False)):
        cast = {"self": who, "target": "thug"}
        prefill = ENCOUNTER.prefill_from_form(scene.scene, cast, "garden.persuade", form)
        assert prefill["already_tried"] is tried
    (due,) = scene.step("tried", npc="thug", speaker="ilya").due
    scene.roll(due, 4, skill_level=1)
    scene.refuses("skill", "tried", npc="thug", speaker="ilya")
    # An NPC outside the fight can be asked by each of them, too.
    scene.step("tried", npc="The captain", speaker="rowan")
    scene.refuses("skill", "tried", npc="The captain", speaker="rowan")
    scene.step("tried", npc="The captain", speaker="ilya")
    # A request without a speaker counts for all.
    scene.step("tried", npc="The captain", skill="wrangle")
    scene.refuses("skill", "tried", npc="The captain", skill="wrangle", speaker="ilya")


def test_an_old_scene_knows_the_requests_already_tried() -> None:
    scene = Scene("rowan", "thug")
    record = {**scene.scene.state, "tried": [["thug", "negotiation"]]}
    reread = ENCOUNTER.scene(record, scene.scene.known)
    assert reread.now.tried == (("thug", "negotiation"),)
    with pytest.raises(BadInput) as fault:
        ENCOUNTER.apply(reread, "tried", {"npc": "thug", "speaker": "rowan"})
    assert fault.value.field == "skill"


# --- panic ---


def panicking(**declared: Any) -> Scene:
    scene = Scene("rowan", "thug")
    scene.apply_effect("rowan", append("conditions", lasting("panicking")))
    scene.round(rowan={"intent": "close", **declared}, thug={"intent": "move"})
    return scene


def test_a_panicking_one_tests_psyche_before_each_major_action() -> None:
    """G100, G139: the action happens if it is passed, and is lost but counts if it fails."""
    scene = panicking(major_actions=2, movement="walk")
    (due,) = scene.turned.due
    assert (due.procedure, due.inputs) == ("garden.panic", {"panicking": True})
    scene.refuses("phase", "attack", target="thug")
    scene.roll(due, 1, 2)  # the movement is lost
    assert (scene.of("rowan").turn.movement, scene.of("rowan").turn.penalty) == ("none", -2)
    assert scene.turned.notes == ("Rowan freezes: that is lost (G139).",)
    # G62: what is lost is not declared again.
    scene.refuses("phase", "declare_anew", who="rowan", movement="walk")
    (due,) = scene.step("attack", target="thug", attack_kind="unarmed").due
    assert (due.procedure, scene.of("rowan").turn.used_major) == ("garden.panic", 0)
    scene.roll(due, 4, 3)
    (due,) = scene.turned.due
    assert (due.procedure, due.inputs["attack_kind"]) == ("garden.attack", "unarmed")
    assert scene.of("rowan").turn.used_major == 1
    (due,) = scene.step("other_action", what="shout").due
    scene.roll(due, 2, 1)
    assert (scene.of("rowan").turn.used_major, scene.turned.due) == (2, ())


def test_a_movement_that_was_lost_is_none_of_a_chase() -> None:
    """G139: a combatant frozen with panic does not run after all."""
    scene = panicking(movement="run")
    (due,) = scene.turned.due
    scene.roll(due, 1, 2)
    cast = {"runner": "thug", "pursuer": "rowan"}
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert (prefill["pursuer_movement"], prefill["pursuer_speed"]) == ("none", 0)


def test_a_test_from_the_sheet_is_reminded_of_panic() -> None:
    """G139: the roll has been made already; the table decides if it counts."""
    scene = panicking()
    scene.roll("garden.skill_test", 4, who="rowan", skill_level=1)
    assert scene.turned.notes == ("Rowan panics: Psyche first (G139).",)


def test_an_action_that_waits_for_nerve_is_lost_with_the_turn() -> None:
    scene = panicking()
    scene.step("attack", target="thug")
    turned = scene.step("end_turn")
    assert turned.cancelled == (("rowan", "garden.panic"),)
    assert scene.of("rowan").turn.nerve is None


def test_a_movement_that_waits_for_nerve_is_lost_with_the_round() -> None:
    scene = panicking(movement="walk")
    assert scene.step("end_round").cancelled == (("rowan", "garden.panic"),)


def test_saving_themselves_needs_no_nerve() -> None:
    scene = panicking(major_actions=2)
    scene.step("counts_as", tick="saving")
    assert scene.step("other_action", what="jumps out of the window").due == ()
    (due,) = scene.step("attack", target="thug").due
    assert due.procedure == "garden.panic"
    # Waived by the GM, the attack goes on.
    record = stored_due(due.who, due.procedure)
    turned = ENCOUNTER.on_settled(scene.scene, record)
    assert [each.procedure for each in turned.due] == ["garden.attack"]


def test_a_movement_is_ticked_as_saving_oneself() -> None:
    """G139: its test is cancelled; the tick is used up, so an action still needs its own."""
    scene = panicking(movement="run")
    turned = scene.step("counts_as", tick="saving")
    assert turned.cancelled == (("rowan", "garden.panic"),)
    turn = scene.of("rowan").turn
    assert (turn.nerve, turn.movement, turn.counts_as) == (None, "run", "")
    (due,) = scene.step("attack", target="thug").due
    assert due.procedure == "garden.panic"
    # A test that is due already is for the action that waits, whatever is ticked now.
    scene.step("counts_as", tick="saving")
    scene.refuses("phase", "other_action", what="hides")


def test_panic_ends_with_the_scene() -> None:
    scene = panicking()
    scene.step("end_scene")
    assert scene.of("rowan").sheet["suffers"] == ()


def test_rolls_that_wait_for_panic_or_a_chase_end_with_the_scene() -> None:
    """G139: there is nothing left to act in spite of, and no gap left to run for."""
    scene = panicking(movement="run")
    waiting = [*scene.turned.due]
    for step, given in (("chase", {"gap": 20}), ("obstacle", {})):
        waiting += scene.step(step, runner="thug", pursuer="rowan", **given).due
    cancelled = scene.step("end_scene").cancelled
    assert [each.procedure for each in waiting if (each.who, each.procedure) not in cancelled] == []
    assert len(waiting) == 3


# --- the end of a round ---


@pytest.mark.parametrize(
    ("does", "injury", "activity"),
    [
        (lambda scene: scene.step("other_action", what="a crate"), "deep-wound/unaided", "light"),
        (lambda scene: scene.step("other_action", what="a crate"), "flesh-wound/unaided", None),
        (lambda scene: None, "deep-wound/unaided", None),
        (lambda scene: scene.roll("garden.cast_opposed", 4, 2, 3, who="bandit", target="rowan",
                                    skill_level=1), "flesh-wound/unaided", "heavy"),
    ],
    ids=["a crate", "flesh holds", "lies still", "harm"],
)  # fmt: skip
def test_actions_that_open_stable_wounds(does: Any, injury: str, activity: str | None) -> None:
    """G92."""
    scene = Scene("rowan")
    scene.step("add", id="bandit", injuries=[injury])
    scene.round(bandit={"intent": "close"}, rowan={"intent": "move"})
    does(scene)
    due = scene.step("end_round").due
    activities = [(each.procedure, each.inputs["activity"]) for each in due]
    assert activities == ([("garden.activity", activity)] if activity else [])


def test_walking_opens_a_deep_wound() -> None:
    scene = Scene("rowan")
    scene.step("add", id="bandit", injuries=["deep-wound/unaided"])
    scene.round(bandit={"major_actions": 0, "movement": "walk"}, rowan={"intent": "move"})
    (due,) = scene.step("end_round").due
    assert due.inputs == {"activity": "light"}


def test_rounds_of_incapacitation_cost_turns() -> None:
    """G107: this round counts as one of them only if its turn was still to come."""
    burnt = append("conditions", lasting("incapacitated", "rounds", 1))
    late = in_turn()
    late.step("end_turn")
    late.apply_effect("rowan", burnt)
    late.step("end_round")
    late.refuses("who", "declare", who="rowan")
    late.step("end_round")
    late.step("declare", who="rowan")
    early = in_turn()
    early.apply_effect("thug", burnt)
    early.step("end_turn")
    early.step("declare", who="thug")


# --- treatment ---


def test_a_treatment_in_rounds_takes_fifty() -> None:
    """G91, G136: after fifty rounds the roll is due."""
    scene = Scene("rowan", "thug")
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.round(rowan={"intent": "close"}, thug={"intent": "move"})
    scene.step("treat", patient="thug", wound_type="flesh")
    scene.refuses("phase", "attack", target="thug")
    scene.step("end_round")
    assert scene.badges("rowan") == ["Treating, 49 rounds left"]
    assert scene.board.upcoming == "thug"
    scene.step("pass_rounds", rounds=48)
    assert (scene.turned.due, scene.turned.notes) == ((), ("Rounds 2 to 49 are over.",))
    assert scene.turned.scene.effects == (("rowan", add("rounds", 48)), ("thug", add("rounds", 48)))
    (due,) = scene.step("pass_rounds", rounds=100).due
    assert (scene.now.round, scene.now.scene_clock) == (51, 5)
    assert (due.procedure, due.others) == ("garden.stabilize", {"patient": "thug"})


def test_a_treatment_rolled_in_a_turn_takes_all_of_it() -> None:
    """G22, G136: no rounds were counted for it, so its minutes pass."""
    scene = in_turn(major_actions=2)
    scene.roll("garden.stabilize", 4, who="rowan", medicine=1)
    note = "Rowan treats outside of the rounds: five minutes pass (G136)."
    assert (scene.turned.notes, scene.of("rowan").turn.used_major) == ((note,), 2)


def test_two_treatments_fit_into_the_ten_minutes() -> None:
    """G136: the second ends with the last minute, and only its roll is due."""
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=["deep-wound/open"], wound_boxes=2)
    for _ in range(2):
        scene.round(rowan={"intent": "close"}, thug={"intent": "move"})
        scene.step("treat", patient="thug", wound_type="deep")
        scene.step("end_round")
        (due,) = scene.step("pass_rounds", rounds=49).due
        assert due.procedure == "garden.stabilize"
    assert scene.of("thug").sheet["bleeding_minutes"] == 10
    scene.apply_effect("thug", add("stable_deep_wounds", 1))
    scene.step("end_round")
    assert scene.of("thug").sheet["suffers"] == ("comatose",)


def test_a_treatment_broken_off_was_for_nothing() -> None:
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "close"}, thug={"intent": "move"})
    scene.refuses("wound_type", "treat", patient="thug")  # G91: nothing to stabilise
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.refuses("wound_type", "treat", patient="thug", wound_type="deep")
    scene.step("treat", patient="thug")
    scene.step("end_round")
    turned = scene.step("declare", who="rowan")
    assert turned.notes[0] == "Rowan’s treatment is broken off (G136)."
    assert scene.of("rowan").turn.treating is None


@pytest.mark.parametrize("does", ["a shot", "talk", "a chase"])
def test_a_combatant_that_acts_or_runs_treats_no_longer(does: str) -> None:
    """G136: from a step or a menu alike; talking is no action (G20)."""
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={"intent": "close"}, thug={"intent": "move"}, guard={"intent": "move"})
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.step("treat", patient="thug")
    scene.step("end_round")
    if does == "a shot":
        shot = {"attack_kind": "ranged", "attacker_skill": 1, "defender_skill": 1}
        scene.roll("garden.attack", 4, 3, who="rowan", target="guard", **shot)
    elif does == "talk":
        scene.roll("garden.persuade", 4, who="rowan", skill_level=1)
    else:
        (due,) = scene.step("chase", runner="guard", pursuer="rowan", gap=30).due
        scene.roll(due, 3, 2, runner_athletics=1, pursuer_athletics=1)
    if does == "talk":
        assert scene.of("rowan").turn.treating
    else:
        assert "Rowan’s treatment is broken off (G136)." in scene.turned.notes
        assert scene.of("rowan").turn.treating is None


# --- those without a sheet ---


def test_those_without_a_sheet_bleed_by_rounds_too() -> None:
    """G84, G141, G143: a hundred rounds are ten minutes; one more is too late."""
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=["deep-wound/open"], wound_boxes=2)
    (due,) = scene.step("pass_rounds", rounds=100).due
    assert (due.procedure, scene.of("thug").sheet["bleeding_minutes"]) == ("garden.dying", 10)
    scene.step("end_round")
    assert scene.of("thug").sheet["suffers"] == ("dead",)


FEVER = {"name": "common-cold", "penalty": -4, "incapacitated_days": 14, "fever_days": 7}


@pytest.mark.parametrize(
    ("sheet", "rounds", "due"),
    [
        ({"illnesses": [{**FEVER, "starts_hours": -23.9}]}, 60,
         ("garden.fever", {"days": 1, "aided": False})),
        ({"illnesses": [{**FEVER, "starts_hours": -23.998333}]}, 1,
         ("garden.fever", {"days": 1, "aided": False})),
        ({"illnesses": [{**FEVER, "starts_hours": -23.9}], "fever_rolled": 1}, 100, None),
        ({"conditions": [lasting("comatose")], "coma_hours": 167.9}, 60,
         ("garden.dying", {"stabilized": True, "coma_days": 7})),
        ({"conditions": [lasting("comatose")], "coma_hours": 167.9, "life_support": True}, 100,
         None),
        ({"injuries": ["deep-wound/open"], "wound_boxes": 2, "bleeding_minutes": 9.95}, 1,
         ("garden.dying", {"minutes": 10})),
    ],
    ids=["fever", "within a round", "rolled ahead", "coma", "aided", "bleeding"],
)  # fmt: skip
def test_rounds_stop_where_a_die_or_the_last_help_is_due(
    sheet: dict[str, Any], rounds: int, due: tuple[str, dict[str, Any]] | None
) -> None:
    """G84, G97, G106, G143."""
    scene = Scene("rowan", sheets={"rowan": SHEET.fill(sheet)})
    found = scene.step("pass_rounds", rounds=100).due
    assert [(each.procedure, each.inputs) for each in found] == ([due] if due else [])
    assert (scene.now.round, scene.of("rowan").sheet["dead"]) == (rounds + 1, False)
    # Settled or waived, it does not come again; without help the dying are dead.
    again = scene.step("pass_rounds", rounds=10).due
    dies = bool(due and due[0] == "garden.dying")
    assert (again, scene.of("rowan").sheet["dead"]) == ((), dies)


def test_a_knock_out_ends_by_the_gms_word() -> None:
    """G112: it has no length, so the end of the scene makes its end a due decision."""
    scene = Scene("rowan", "thug")
    scene.apply_effect("thug", append("conditions", lasting("unconscious")))
    scene.apply_effect("rowan", append("conditions", lasting("unconscious", "hours", 3)))
    (due,) = scene.step("end_scene").due
    assert (due.who, due.procedure, due.rules) == ("thug", "", ("G99", "G112"))
    scene.refuses("name", "condition_ends", who="thug", name="asleep")
    turned = scene.step("condition_ends", who="thug", name="Unconscious")
    assert scene.of("thug").sheet["suffers"] == ()
    assert [(who, each.field, each.value) for who, each in turned.scene.effects] == [
        ("thug", "condition_over", "unconscious")
    ]


def test_paralysis_ends_by_the_gms_word() -> None:
    """G111: it has no length, so its end is an open decision."""
    scene = Scene("rowan", "thug")
    scene.apply_effect("rowan", append("conditions", lasting("locally-paralysed")))
    scene.apply_effect("thug", append("conditions", lasting("paralysed")))
    assert [timer.label for timer in SHEET.timers(scene.of("thug").sheet)] == [
        "Paralysed until the GM ends it"
    ]
    assert [(each.label, each.rules) for each in scene.step("end_scene").due] == [
        ("Rowan is locally paralysed: when does it end?", ("G111",)),
        ("Thug is paralysed: when does it end?", ("G111",)),
    ]


def test_a_knock_out_replaces_a_sleep_of_some_hours() -> None:
    """G112: the combatant does not wake by the clock."""
    scene = Scene("thug")
    scene.apply_effect("thug", append("conditions", lasting("unconscious", "hours", 3)))
    for _ in range(2):
        scene.apply_effect("thug", append("conditions", lasting("unconscious")))
    scene.apply_effect("thug", add("clock", 4))
    assert scene.of("thug").sheet["conditions"] == [lasting("unconscious")]


def test_a_combatant_chased_without_declaring_has_run() -> None:
    """G92: running opens a stable flesh wound; standing still to recover does not."""
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=["flesh-wound/unaided"])
    cast = {"runner": "rowan", "pursuer": "thug"}
    (due,) = scene.step("chase", **cast, gap=30).due
    scene.roll(due, 3, 2, 2, runner_athletics=1)
    assert [(each.who, each.inputs) for each in scene.turned.due] == [
        ("thug", {"activity": "heavy"})
    ]
    scene.apply_effect("thug", add("recovering_rounds", 1))
    scene.step("end_round")
    (due,) = scene.step("chase", **cast).due
    scene.roll(due, 3, runner_athletics=1)
    assert scene.turned.due == ()


def test_an_encounter_that_says_little_goes_on() -> None:
    """A field missing in the stored record has its default."""
    scene = Scene()
    rowan = {"side": "character", "declared": True, "intent": "close", "declared_major": 1}
    people = {"rowan": {"turn": rowan, "sheet": {"name": "Rowan"}},
              "thug": {"turn": {**rowan, "intent": "move"}, "sheet": {"name": "Thug"}}}  # fmt: skip
    scene.reads(ENCOUNTER.scene({"round": 1, "phase": "declare", "order": ["rowan", "thug"],
                                 "current": None, "combatants": people}))  # fmt: skip
    assert scene.of("rowan").turn == Turn(declared=True, intent="close", declared_major=1)
    scene.step("set_order")
    (due,) = scene.step("attack", target="thug").due
    scene.roll(due, 3, 2, 5, 6)
    scene.apply_effect("thug", append("conditions", lasting("shielded", "scene")))
    scene.apply_effect("thug", append("ongoing_spells", {"name": "shield", "psyche": 2, "damage": 0,
                                                 "ends": "scene", "ended": False}))  # fmt: skip
    assert scene.board.pools == {"Shield on Thug": "damage 0 of 5"}
    scene.step("spell_holds", name="Shield", damage=6)
    assert scene.of("thug").sheet["suffers"] == ()
    cast = {"runner": "thug", "pursuer": "rowan"}
    (due,) = scene.step("chase", gap=12, **cast).due
    assert ENCOUNTER.prefill_target(scene.scene, cast, due.procedure)["gap"] == 12
    scene.step("end_round")
    scene.step("end_scene")
