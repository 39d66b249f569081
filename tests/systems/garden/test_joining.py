"""Joining an encounter of Autonomous Garden, with a character's sheet or with a new one."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.procedures.outcomes import add, append, put
from app.systems.garden.encounter.bodies import body_modifier, fastest, modifier
from app.systems.garden.encounter.state import Turn, rounds_out
from app.systems.garden.sheet.sheet import SHEET
from tests.systems.garden.test_encounter import Scene

ROWAN, ILYA = (SHEET.fill(sample) for sample in SHEET.samples)


def test_a_character_joins_with_the_sheet_and_nothing_is_copied() -> None:
    scene = Scene("rowan", sheets={"rowan": ROWAN})
    assert scene.scene.state["combatants"] == {"rowan": {"turn": {}}}
    assert (scene.turned.scene.effects, scene.of("rowan").sheet) == ((), ROWAN)


def test_values_given_for_a_joining_character_are_written_on_the_sheet() -> None:
    scene = Scene(sheets={"rowan": ROWAN})
    turned = scene.step("add", id="rowan", awareness=1, run=20, gait="walk", dv=4)
    # Rowan runs 20 m anyway; the gait follows from load and wounds and is overridden for now.
    assert turned.scene.effects == (("rowan", put("awareness", 1)),)
    assert scene.of("rowan").turn == Turn(gait="walk", dv=4)
    assert fastest(scene.of("rowan")) == "walk"


def test_a_combatant_without_a_character_gets_a_sheet_of_the_given_values() -> None:
    """G80, G83: values left out follow from Body."""
    scene = Scene()
    shield = ["shield", 3, 1, "scene"]
    inputs: dict[str, Any] = {"body": -2, "melee": 2, "injuries": ["flesh-wound/open"]}
    scene.step("add", id="thug", name="Thug", side="npc", ongoing_spells=[shield], **inputs)
    thug = scene.of("thug")
    assert (thug.own, thug.turn) == (True, Turn(side="npc", gait="sprint"))
    assert {name: thug.sheet[name] for name in inputs} == inputs
    assert [thug.sheet[name] for name in ("name", "flesh", "deep", "wound_boxes")] == [
        "Thug",
        3,
        6,
        3,
    ]
    spell = {"name": "shield", "psyche": 3, "damage": 1, "ends": "scene", "ended": False}
    assert thug.sheet["ongoing_spells"] == [spell]
    # G31, G88: a gait set by hand is still limited by the wounds.
    assert fastest(thug) == "run"


def test_conditions_that_are_named_end_when_rules_end_them() -> None:
    """G123, G127, G128, G139: these end with the scene; the others have no known end."""
    scene = Scene()
    conditions = ["shielded", "invocation-melee", "panicking", "unconscious", "blind"]
    scene.step("add", id="thug", conditions=conditions)
    assert scene.of("thug").sheet["suffers"] == tuple(conditions)
    scene.step("end_scene")
    assert scene.of("thug").sheet["suffers"] == ("unconscious", "blind")
    scene.step("add", id="corpse", conditions=["dead"])
    corpse = scene.of("corpse").sheet
    assert (corpse["suffers"], corpse["dead"], corpse["conditions"]) == (("dead",), True, [])


@pytest.mark.parametrize(
    ("given", "wounded", "once_more"),
    [(None, -1, -2), (-1, -1, -2), (-3, -3, -4), (2, 2, 1)],
    ids=["nothing", "the wounds", "worse", "better"],
)
def test_a_given_modifier_goes_on_with_the_wounds(
    given: int | None, wounded: int, once_more: int
) -> None:
    """G86: a modifier given beside the wounds stays beside them; further wounds add to it."""
    scene = Scene()
    scene.step("add", id="thug", injuries=["flesh-wound/open"], modifier=given)
    assert modifier(scene.of("thug")) == wounded
    scene.apply_effect("thug", add("flesh_wounds", 1))
    scene.step("pass_rounds", rounds=20)
    assert modifier(scene.of("thug")) == once_more
    assert scene.of("thug").sheet["modifier"] == min(once_more, -2)


def test_load_and_modifier_are_stored_beside_the_sheet() -> None:
    """G38, G86, G96."""
    scene = Scene(sheets={"ilya": ILYA})
    scene.step("add", id="ilya", encumbrance=-1, modifier=-2, rehab=1)
    ilya = scene.of("ilya")
    assert (ilya.sheet["encumbrance"], ilya.sheet["modifier"], ilya.sheet["rehab"]) == (0, 0, 1)
    assert [body_modifier(ilya, attribute) for attribute in ("agility", "psyche")] == [-4, -3]


def test_rounds_out_of_action_are_those_of_the_sheet() -> None:
    """G107: a character joining burnt is out of action here, too; hours count as rounds."""
    burnt = {"name": "incapacitated", "lasts": 3, "unit": "rounds"}
    sheet = SHEET.fill({"name": "Ilya", "conditions": [burnt]})
    scene = Scene("ilya", sheets={"ilya": sheet})
    assert scene.badges("ilya") == ["Incapacitated for 3 rounds"]
    scene.refuses("who", "declare", who="ilya")
    scene.apply_effect("ilya", append("conditions", {**burnt, "lasts": 1}))
    assert rounds_out(scene.of("ilya")) == 3
    scene.step("end_round")
    scene.apply_effect("ilya", add("rounds", 1))
    assert rounds_out(scene.of("ilya")) == 1


def test_rounds_that_pass_are_as_long_as_their_hours() -> None:
    """G53: 600 rounds are an hour on every sheet, not 600 rounded rounds."""
    scene = Scene("thug", "ilya", sheets={"ilya": ILYA})
    for _ in range(6):
        scene.step("pass_rounds", rounds=100)
    assert [scene.of(id).sheet["clock"] for id in ("thug", "ilya")] == [1.000002, 1.000002]
    assert scene.now.scene_clock == 60


def test_an_attack_without_a_valid_target_names_the_target() -> None:
    scene = Scene("rowan")
    scene.round(rowan={"intent": "close"})
    scene.refuses("target", "attack", target="nobody")
    scene.refuses("target", "attack", target="rowan")
