"""At full stress a character is taken out of the scene (T11.2), but not under a house rule."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.facts import EncounterStepped, HouseSet
from app.core.errors import BadInput
from app.core.procedures.outcomes import add, put
from app.update.messages.plays import RollTapped
from app.update.messages.tracker import MeterChanged, StepTaken
from tests.fights.table import Table
from tests.systems.test_moot import apply_effects, due, record_fact
from tests.systems.test_unable import at_table, badges, is_rolled, notice, open_form

OUT = "Hero is taken out of the scene until stress is recovered (T11.2)"
DEEDS = ("action_roll", "unskilled_roll", "quick_action", "teamwork", "assisted_action")


def at_quay(**sheet: Any) -> Table:
    """Return a table with the hero of tier d6 (most stress 6), an attacker and a mate."""
    table = at_table("trueworld", fights=False, tier="d6", **sheet)
    table.send(StepTaken("begin"))
    hero = {"id": "hero", "name": "Hero"}
    brute = {"id": "brute", "name": "Brute", "side": "adversary"}
    mate = {"id": "mate", "name": "Mate", "max_stress": 6}
    table.send(StepTaken("join", {"who": [hero, brute, mate]}))
    table.send(StepTaken("begin_turns"))
    return table


def refused(table: Table, step: str, **inputs: Any) -> str:
    with pytest.raises(BadInput) as fault:
        table.send(StepTaken(step, inputs))
    return fault.value.field


def test_a_character_taken_out_has_no_turn_no_action_and_is_no_target() -> None:
    table = at_quay(stress=6)
    assert table.scene.current == "brute"
    assert ("Taken out", "worst") in badges(table)
    assert not [words for words, _ in badges(table) if words.startswith("Action")]
    actions = table.scene.encounter.actions(table.scene, "hero")
    assert {action.why_not for action in actions} == {"Taken out until stress is recovered"}
    assert table.scene.encounter.targets(table.scene, "brute") == ("mate",)
    assert refused(table, "attack", who="brute", target="hero") == "target"
    for step in ("take_turn", "intend"):
        inputs = {"intention": "Jump"} if step == "intend" else {}
        assert refused(table, step, who="hero", **inputs) == "who"
    for _ in range(2):
        table.send(StepTaken("end_turn"))
    assert table.scene.now.phase == "end"
    table.send(StepTaken("new_round"))


@pytest.mark.parametrize("name", DEEDS)
def test_a_roll_of_a_character_taken_out_carries_a_warning(name: str) -> None:
    table = at_quay(stress=6)
    open_form(table, f"trueworld.{name}")
    assert notice(table) == f"{OUT}."
    apply_effects(table, add("stress", -1))
    assert notice(table) == ""


def test_a_character_taken_out_cannot_help() -> None:
    table = at_quay(stress=6)
    table.send(StepTaken("take_turn", {"who": "mate"}))
    table.send(StepTaken("intend", {"who": "mate", "intention": "Climb"}))
    table.send(StepTaken("set_difficulty", {"who": "mate"}))
    fact = table.journal.last.fact
    assert isinstance(fact, EncounterStepped)
    notes = fact.notes
    assert not [note for note in notes if "free to help" in note]
    assert refused(table, "offer_help", who="hero", receiver="mate") == "who"


def test_harm_that_fills_the_track_takes_out_and_recovery_brings_back() -> None:
    table = at_quay(stress=4, harm=3)
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    table.send(StepTaken("set_difficulty", {"who": "hero"}))
    assert due(table) == ["Hero: Jump"]
    table.send(StepTaken("place_harm", {"who": "hero"}))
    assert table.journal.last.fact.notes == [f"{OUT}."]  # type: ignore[attr-defined]
    # The roll that was due is cancelled.
    assert due(table) == []
    table.send(StepTaken("end_turn"))
    assert table.scene.current == "brute"
    table.send(StepTaken("downtime"))
    assert not [words for words, _ in badges(table) if words == "Taken out"]
    table.send(StepTaken("end_turn"))
    table.send(StepTaken("end_turn"))
    table.send(StepTaken("new_round"))
    table.send(StepTaken("begin_turns"))
    assert table.scene.current == "hero"


def test_a_house_rule_leaves_only_conditions() -> None:
    table = at_quay(stress=4, harm=3)
    record_fact(table, HouseSet({"at_full_stress": "conditions-only"}))
    table.send(StepTaken("place_harm", {"who": "hero"}))
    assert table.journal.last.fact.notes == []  # type: ignore[attr-defined]
    assert ("Stress 6 of 6", "bad") in badges(table)
    assert ("Action left", "good") in badges(table)
    apply_effects(table, put("harm", 1))
    assert refused(table, "place_harm", who="hero") == "take"
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    open_form(table, "trueworld.action_roll")
    assert notice(table) == ""
    table.send(RollTapped())
    assert is_rolled(table)


def test_an_adversary_bears_damage_and_no_stress() -> None:
    """T11.2: any damage leaves an adversary in the scene, as a target with a turn."""
    table = at_quay()
    table.send(MeterChanged("brute", "damage", "30"))
    brute = table.scene.combatant("brute")
    assert (brute.turn.damage, "stress" in brute.sheet.data) == (30, False)
    assert "brute" in table.scene.encounter.targets(table.scene, "hero")
    table.send(StepTaken("end_turn"))
    assert table.scene.current == "brute"


def test_a_quick_action_has_no_position() -> None:
    """T5.2: the note of a quick action names no position."""
    table = at_quay()
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    for quick, words in (
        (True, "Tell the player the difficulty and what is at risk (T3.5)."),
        (False, "Tell the player the difficulty, the position, and what is at risk (T3.5)."),
    ):
        table.send(StepTaken("set_difficulty", {"who": "hero", "quick": quick}))
        assert table.journal.last.fact.notes[0] == words  # type: ignore[attr-defined]
