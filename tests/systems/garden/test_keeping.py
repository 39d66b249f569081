"""Rounds that repeat the last declarations, and changes to them at the start (G53, G62)."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.encounters.actions import Action
from app.core.encounters.offering import offer_actions
from app.core.encounters.presets import Preset
from app.core.encounters.scenes import PASS
from app.core.procedures.outcomes import append
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.encounter.state import Declaration
from app.systems.garden.presets import FOES
from app.systems.garden.samples import ILYA
from app.systems.garden.sheet.sheet import SHEET
from app.widgets.fight.board.acting import USUAL
from tests.systems.garden.test_encounter import Scene


def four(**sheets: Any) -> Scene:
    """Return a scene with two combatants of each side, before any declaration."""
    return Scene("rowan", "ilya", "thug", "dog", **sheets)


def declared(scene: Scene) -> dict[str, tuple[str, int]]:
    turns = {id: each.turn for id, each in scene.scene.combatants.items()}
    return {id: (turn.intent, turn.declared_major) for id, turn in turns.items()}


def passes_to(scene: Scene, who: str) -> None:
    scene.step(PASS)
    assert scene.now.current == who


def test_from_the_end_of_a_round_to_the_next_ones_turn_in_one_step() -> None:
    scene = four()
    scene.step("declare", who="rowan", intent="move", major_actions=2)
    passes_to(scene, "ilya")  # the others declare the usual: one action, close
    for who in ("thug", "dog", "rowan"):
        passes_to(scene, who)
    assert declared(scene)["rowan"] == ("move", 2)
    assert scene.now.round == 1
    passes_to(scene, "ilya")
    assert (scene.now.round, declared(scene)["rowan"]) == (2, ("move", 2))
    assert scene.of("rowan").turn.penalty == -1


def test_a_combatant_best_at_range_begins_so() -> None:
    scene = Scene()
    scene.step("add", id="archer", name="Archer", firearms=2, melee=1)
    scene.step("add", id="thug", name="Thug", melee=1)
    scene.step("as_before")
    assert declared(scene) == {"archer": ("ranged", 1), "thug": ("close", 1)}
    scene.refuses("phase", "as_before")


@pytest.mark.parametrize("preset", FOES, ids=lambda preset: preset.id)
def test_a_foe_declares_for_the_weapon_it_has(preset: Preset) -> None:
    """A wolf has Athletics 3 and nothing to throw."""
    scene = Scene("foe", sheets={"foe": ENCOUNTER.sheet(preset.sheet, {})})
    scene.step("as_before")
    ranged = any(weapon["attack_kind"] == "ranged" for weapon in preset.sheet["weapons"][:1])
    assert declared(scene) == {"foe": ("ranged" if ranged else "close", 1)}


def test_a_magician_best_at_harm_declares_ranged() -> None:
    scene = Scene("ilya", sheets={"ilya": ENCOUNTER.sheet(ILYA, {})})
    scene.step("as_before")
    assert declared(scene) == {"ilya": ("ranged", 1)}


def test_a_changed_declaration_begins_with_the_one_it_changes() -> None:
    scene = four()
    scene.step("declare", who="rowan", intent="ranged", major_actions=2)
    changes = {action.id: action for action in offer_actions(scene.scene, "rowan")}["declare more"]
    assert (changes.inputs["intent"], changes.inputs["major_actions"]) == ("ranged", 2)


def test_a_movement_wounds_no_longer_allow_is_slowed_to_their_limit() -> None:
    """G31: the thug ran in the round before."""
    scene = four()
    scene.step("declare", who="thug", intent="move", movement="run")
    scene.step(PASS)
    scene.apply_effect("thug", append("injuries", "deep-wound/open"))
    scene.step("end_round")
    scene.step("as_before")
    assert scene.of("thug").turn.movement == "walk"
    assert scene.of("thug").turn.before == Declaration("move", movement="walk")


def test_a_combatant_waiting_for_an_event_stays_ready() -> None:
    """G25: the held action is this round's action."""
    scene = four()
    scene.step(PASS)
    scene.step("ready", event="the door opens")
    scene.step("end_round")
    scene.step("as_before")
    turn = scene.of("rowan").turn
    assert (turn.readied, turn.used_major, turn.declared_major) == ("the door opens", 1, 1)


def test_a_declaration_can_change_until_the_first_action() -> None:
    scene = four()
    scene.step(PASS)
    assert scene.now.current == "rowan"
    scene.step("declare_anew", who="rowan", intent="move", major_actions=2)
    # G53: intents order the round, and the turns begin anew.
    assert (scene.now.current, scene.now.order[-1]) == ("ilya", "rowan")
    assert scene.of("rowan").turn.penalty == -1
    scene.roll("garden.skill_test", 4, who="ilya", skill_level=1)
    scene.refuses("phase", "declare_anew", who="rowan", intent="close")
    scene.refuses("phase", "contest")
    scene.refuses("phase", "pass_rounds")


def test_a_full_defence_lasts_to_the_turn_that_really_begins() -> None:
    """G61: if the round is ordered anew, the turn that ended it never began."""
    scene = four()
    for each in ("ilya", "thug", "dog"):
        scene.step("declare", who=each, intent="close")
    scene.step("declare", who="rowan", major_actions=0, full_defense=True)
    scene.step("set_order")
    scene.step("end_round")
    scene.step("declare", who="rowan", intent="close")
    scene.step(PASS)
    assert (scene.now.current, scene.of("rowan").turn.defending) == ("rowan", False)
    scene.step("declare_anew", who="rowan", intent="move")
    assert (scene.now.current, scene.of("rowan").turn.defending) == ("ilya", True)
    scene.step("declare_anew", who="ilya", intent="move", full_defense=True, major_actions=0)
    assert scene.of("rowan").turn.defending
    assert scene.of("ilya").turn.defending


def test_a_contest_is_due_where_the_table_asks_for_it() -> None:
    """G54: among combatants of one group; meanwhile the turns wait, and say why."""
    scene = four()
    scene.step(PASS)
    (due,) = scene.step("contest").due
    assert due.procedure == "garden.initiative"
    scene.refuses("phase", PASS)
    scene.roll(due, 1, 1, 1, 1, 6, 6, 1, 1)
    assert scene.now.phase == "action"
    passes = [scene.now.current]
    for _ in range(3):
        scene.step(PASS)
        passes.append(scene.now.current)
    assert sorted(str(each) for each in passes) == ["dog", "ilya", "rowan", "thug"]


def test_a_place_without_a_tie_has_no_contest() -> None:
    scene = Scene("rowan", "thug")
    scene.step("declare", who="thug", intent="move")
    scene.step(PASS)
    scene.refuses("phase", "contest")


def test_rounds_pass_that_were_only_declared() -> None:
    """G136: during a treatment the other combatants have nothing to do."""
    scene = four()
    scene.step(PASS)
    scene.step("pass_rounds", rounds=3)
    assert (scene.now.round, scene.now.phase) == (4, "declare")
    assert not any(combatant.turn.declared for combatant in scene.scene.combatants.values())


@pytest.mark.parametrize("lost", ["unconscious", "paralysed"])
def test_without_able_combatants_the_turns_do_not_go_on(lost: str) -> None:
    scene = Scene("rowan")
    scene.apply_effect("rowan", append("conditions", {"name": lost, "lasts": None, "unit": "none"}))
    scene.refuses("phase", PASS)


# --- offered actions ---


def offers(scene: Scene, who: str, target: str = "") -> dict[str, str]:
    """Return the offered actions by id, with the reason why one is barred."""
    return {action.id: action.why_not for action in offer_actions(scene.scene, who, target)}


def test_declaring_is_one_tap_as_long_as_the_round_is_at_its_start() -> None:
    scene = four()
    assert {"as before", "declare close", "declare ranged", "declare defence"} <= set(
        offers(scene, "thug")
    )
    scene.step(PASS)
    assert "declare ranged" in offers(scene, "thug")
    assert "declare close" not in offers(scene, "thug")  # already declared
    scene.roll("garden.skill_test", 4, who="rowan", skill_level=1)
    assert not any(id.startswith("declare") for id in offers(scene, "thug"))


def test_a_declared_movement_has_a_gait() -> None:
    """G27, G28, G30; G31: with a deep wound no one sprints."""
    scene = four()
    taps = {action.id: action.inputs for action in offer_actions(scene.scene, "thug", "")}
    assert taps["declare sprint"]["major_actions"] == 0
    scene.step("declare", who="thug", **taps["declare run"])
    assert (scene.of("thug").turn.movement, scene.of("thug").turn.penalty) == ("run", -2)
    assert "declare run" not in offers(scene, "thug")  # already declared
    assert not offers(scene, "thug")["declare walk"]
    scene.step("declare", who="dog", intent="ranged", movement="walk")
    assert not offers(scene, "dog")["declare walk"]  # another place in the order
    scene.step(PASS)
    scene.step("end_round")
    assert not offers(scene, "thug")["declare run"]  # nothing is declared yet
    scene = four()
    scene.apply_effect("thug", append("injuries", "deep-wound/open"))
    assert offers(scene, "thug")["declare sprint"] == "At most walk: load or wounds"


def test_full_defence_is_in_sight_at_the_turn() -> None:
    """It is among the actions with a button of their own; the others are behind one."""
    scene = four()
    scene.step(PASS)
    usual = [
        action.id
        for action in offer_actions(scene.scene, scene.now.current or "")
        if not action.main
    ]
    assert "declare defence" in usual[:USUAL]


def test_attacks_say_why_not() -> None:
    scene = four(sheets={"rowan": SHEET.fill(SHEET.samples[0])})
    scene.step(PASS)
    who = str(scene.now.current)
    (attack, *_) = (id for id in offers(scene, who) if id.startswith("weapons/"))
    assert offers(scene, who)[attack] == ""
    scene.roll("garden.skill_test", 4, who=who, skill_level=1)
    assert offers(scene, who)[attack] == "Major action used"
    assert scene.scene.encounter.allowances(scene.scene, who)[0].used
    other = next(id for id in scene.now.order if id != who)
    assert offers(scene, other)["weapons/0"] == f"Not {scene.of(other).name}’s turn"


def test_a_panicking_attacker_takes_the_step_that_waits_for_the_nerve() -> None:
    """G139: Psyche first."""
    scene = four()
    scene.step(PASS)
    who = str(scene.now.current)
    scene.apply_effect(
        who, append("conditions", {"name": "panicking", "lasts": None, "unit": "scene"})
    )
    attack = next(
        action for action in scene.scene.encounter.actions(scene.scene, who) if action.main
    )
    assert (attack.roll, attack.step, attack.at) == (None, "attack", "target")
    (due,) = scene.step("attack", target="dog", **attack.inputs).due
    assert due.procedure == "garden.panic"


@pytest.mark.parametrize("holds", [True, False])
def test_a_panicking_caster_casts_nothing_before_the_nerve_holds(holds: bool) -> None:
    """G139: if it holds, the spell uses the action already begun; if not, the action is lost."""
    scene = four(sheets={"ilya": SHEET.fill({"restoration": 1})})
    while scene.now.current != "ilya":
        scene.step(PASS)
    scene.apply_effect(
        "ilya", append("conditions", {"name": "panicking", "lasts": None, "unit": "none"})
    )

    def harm() -> Action:
        every = scene.scene.encounter.actions(scene.scene, "ilya")
        return next(each for each in every if each.id == "spell harm")

    assert (harm().roll, harm().step) == (None, "other_action")
    (due,) = scene.step("other_action", **harm().inputs).due
    scene.roll(due, *((4, 3) if holds else (1, 2)), psyche=0)
    assert scene.of("ilya").turn.used_major == 1
    if not holds:
        assert harm().why_not == "Major action used"
        return
    assert (harm().aimed, harm().why_not) == (True, "")
    scene.roll("garden.cast_opposed", 4, 2, 3, who="ilya", target="dog", skill_level=1)
    assert (scene.of("ilya").turn.used_major, scene.turned.notes) == (1, ())
    assert harm().why_not


def test_the_other_side_is_aimed_at_first_and_the_dead_never() -> None:
    scene = Scene("rowan", "ilya")
    for id in ("thug", "dog", "sentry"):
        scene.step("add", id=id, name=id, side="npc")
    scene.apply_effect(
        "dog", append("conditions", {"name": "unconscious", "lasts": 1, "unit": "hours"})
    )
    scene.reads(scene.scene.write("sentry", dead=True))
    aims = scene.scene.encounter.targets(scene.scene, "rowan")
    assert aims == ("thug", "dog", "ilya")
