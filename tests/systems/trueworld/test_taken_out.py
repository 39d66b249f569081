"""At full stress a character is taken out of the scene (T11.2); a house rule leaves them in it."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign.facts import EncounterStepped, HouseSet
from app.core.errors import BadInput
from app.core.procedures.outcomes import add, put
from app.systems import games
from app.update.messages.plays import RollTapped
from app.update.messages.tracker import StepTaken
from tests.fights.table import Table
from tests.systems.test_moot import due, happens, lands
from tests.systems.test_unable import at_table, badges, opened, rolled, scene, shown

OUT = "Hero is taken out of the scene until stress is recovered (T11.2)"
DEEDS = ("action_roll", "unskilled_roll", "quick_action", "teamwork", "assisted_action")


def at_quay(**sheet: Any) -> Table:
    """Hero of tier d6, against a raider who attacks: most stress 6."""
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


def test_who_is_taken_out_has_no_turn_no_action_and_is_no_target() -> None:
    table = at_quay(stress=6)
    assert scene(table).current == "brute"
    assert ("Taken out", "worst") in badges(table)
    assert not [words for words, _ in badges(table) if words.startswith("Action")]
    actions = scene(table).encounter.actions(scene(table), "hero")
    assert {each.why_not for each in actions} == {"Taken out until stress is recovered"}
    assert scene(table).encounter.targets(scene(table), "brute") == ("mate",)
    assert refused(table, "attack", who="brute", target="hero") == "target"
    for step in ("take_turn", "intend"):
        told = {"intention": "Jump"} if step == "intend" else {}
        assert refused(table, step, who="hero", **told) == "who"
    for _ in range(2):
        table.send(StepTaken("end_turn"))
    assert scene(table).now.phase == "end"
    table.send(StepTaken("new_round"))


@pytest.mark.parametrize("name", DEEDS)
def test_a_roll_of_who_is_taken_out_is_asked_for(name: str) -> None:
    table = at_quay(stress=6)
    opened(table, f"trueworld.{name}")
    assert shown(table) == f"{OUT}."
    lands(table, add("stress", -1))
    assert shown(table) == ""


def test_help_of_who_is_taken_out_is_none() -> None:
    table = at_quay(stress=6)
    table.send(StepTaken("take_turn", {"who": "mate"}))
    table.send(StepTaken("intend", {"who": "mate", "intention": "Climb"}))
    table.send(StepTaken("set_difficulty", {"who": "mate"}))
    assert scene(table)
    fact = table.journal.last.fact
    assert isinstance(fact, EncounterStepped)
    notes = fact.notes
    assert not [each for each in notes if "free to help" in each]
    assert refused(table, "offer_help", who="hero", receiver="mate") == "who"


def test_harm_that_fills_the_track_takes_out_and_recovery_brings_back() -> None:
    table = at_quay(stress=4, harm=3)
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    table.send(StepTaken("set_difficulty", {"who": "hero"}))
    assert due(table) == ["Hero: Jump"]
    table.send(StepTaken("place_harm", {"who": "hero"}))
    assert table.journal.last.fact.notes == [f"{OUT}."]  # type: ignore[attr-defined]
    # What was still to be rolled is not rolled any more.
    assert due(table) == []
    table.send(StepTaken("end_turn"))
    assert scene(table).current == "brute"
    table.send(StepTaken("downtime"))
    assert not [words for words, _ in badges(table) if words == "Taken out"]
    table.send(StepTaken("end_turn"))
    table.send(StepTaken("end_turn"))
    table.send(StepTaken("new_round"))
    table.send(StepTaken("begin_turns"))
    assert scene(table).current == "hero"


def test_a_house_rule_leaves_only_conditions() -> None:
    table = at_quay(stress=4, harm=3)
    happens(table, HouseSet({"at_full_stress": "conditions-only"}))
    table.send(StepTaken("place_harm", {"who": "hero"}))
    assert table.journal.last.fact.notes == []  # type: ignore[attr-defined]
    assert ("Stress 6 of 6", "bad") in badges(table)
    assert ("Action left", "good") in badges(table)
    lands(table, put("harm", 1))
    assert refused(table, "place_harm", who="hero") == "take"
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    opened(table, "trueworld.action_roll")
    assert shown(table) == ""
    table.send(RollTapped())
    assert rolled(table)


def test_an_adversary_bears_damage_and_no_stress() -> None:
    table = at_quay()
    table.send(StepTaken("end_turn"))
    assert scene(table).current == "brute"
    assert games()["trueworld"].house["at_full_stress"].default == "taken-out"


def test_a_quick_action_is_told_without_a_position() -> None:
    """T5.2: it knows none."""
    table = at_quay()
    table.send(StepTaken("intend", {"who": "hero", "intention": "Jump"}))
    for quick, words in (
        (True, "Tell the player the difficulty and what is at risk (T3.5)."),
        (False, "Tell the player the difficulty, the position, and what is at risk (T3.5)."),
    ):
        table.send(StepTaken("set_difficulty", {"who": "hero", "quick": quick}))
        assert table.journal.last.fact.notes[0] == words  # type: ignore[attr-defined]
