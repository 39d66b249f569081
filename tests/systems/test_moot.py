"""Moot due rolls and decisions are cancelled with their cause; undo brings them back."""

from __future__ import annotations

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import append as happened
from app.campaign.journal.journal import undo
from app.campaign.state.effects import effect_record
from app.core.procedures.outcomes import Effect, add, put
from app.systems import games
from app.update.messages.answers import JournalMoved
from app.update.messages.campaign import DueTicked
from app.update.messages.tracker import HoursPassed, StepTaken, TurnPassed
from tests.fights.table import Table
from tests.systems.test_unable import at_table


def due(table: Table) -> list[str]:
    return [each["label"] for each in table.state.due]


def record_fact(table: Table, fact: f.Fact) -> None:
    journal = happened(table.journal, fact, table.stamp(), games())
    table.log |= {entry.n: entry for entry in journal.entries}
    table.send(JournalMoved(journal))


def apply_effects(table: Table, *effects: Effect) -> None:
    record_fact(table, f.Applied([effect_record("hero", effect) for effect in effects]))


BLEEDS = {"injuries": ["deep-wound/open"], "wound_boxes": 2}
DYING = "Hero: Bleeding out: stabilise or die"


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize(
    "effect",
    [put("dead", True), add("stable_deep_wounds", 1), put("injuries", ["deep-wound/aided"])],
    ids=["dead", "stabilised", "fewer boxes"],
)
def test_a_dying_test_is_cancelled_by_death_or_help(fights: bool, effect: Effect) -> None:
    table = at_table("garden", fights, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == [DYING]
    if effect.field == "injuries":
        effect = put("injuries", [])
    apply_effects(table, effect)
    assert DYING not in due(table)


def test_time_that_goes_on_kills_and_asks_no_more() -> None:
    """G143: time goes on after the decision was waived."""
    table = at_table("garden", False, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == [DYING]
    apply_effects(table, add("clock", 1))
    assert table.state.character("hero").sheet(table.model.games["garden"])["dead"]
    assert due(table) == []


def test_undo_brings_a_cancelled_due_roll_back() -> None:
    table = at_table("garden", False, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    apply_effects(table, put("dead", True))
    assert due(table) == []
    entry = table.log[table.journal.undoable or 0]
    table.send(JournalMoved(undo(table.journal, entry, table.stamp())))
    assert due(table) == [DYING]


def test_nothing_is_tested_of_the_dead() -> None:
    """G106: the roll of a fever day is cancelled by another cause of death."""
    ill = {"name": "common-cold", "starts_hours": 0, "penalty": -4, "incapacitated_days": 14,
           "fever_days": 7, "days": 25}  # fmt: skip
    table = at_table("garden", False, illnesses=[ill])
    table.send(HoursPassed("2", "days"))
    assert len(due(table)) == 1
    apply_effects(table, put("dead", True))
    assert due(table) == []


def test_a_question_when_a_condition_ends_is_answered_by_its_end() -> None:
    knocked = {"name": "unconscious", "lasts": None, "unit": "none"}
    table = at_table("garden", conditions=[knocked])
    table.send(StepTaken("end_scene"))
    assert due(table) == ["Hero is unconscious: when does it end?"]
    apply_effects(table, put("condition_over", "unconscious"))
    assert due(table) == []


# --- stable wounds ---


def fight_rounds(table: Table, rounds: int) -> None:
    """Let Hero fight this many rounds, without a roll for the wounds."""
    for _ in range(rounds):
        table.send(StepTaken("as_before"))
        if _phase(table) == "declare":
            table.send(StepTaken("set_order"))
        while _phase(table) == "action":
            scene = table.scene
            if scene.now.current == "hero":
                target = next(id for id in scene.combatants if id != "hero")
                table.send(StepTaken("attack", {"target": target}))
                for each in [one for one in table.state.due if one["procedure"] == "garden.attack"]:
                    table.send(DueTicked(each["id"], "waived"))
            table.send(StepTaken("end_turn"))


def _phase(table: Table) -> str:
    return str(table.scene.now.phase)


def test_stable_wounds_open_once_however_many_rounds_pass() -> None:
    table = at_table("garden", injuries=["flesh-wound/unaided", "deep-wound/unaided"])
    fight_rounds(table, 3)
    assert due(table) == ["Hero: stable wounds open"]


def test_stable_wounds_that_are_gone_open_no_more() -> None:
    table = at_table("garden", injuries=["flesh-wound/unaided"])
    fight_rounds(table, 1)
    assert due(table) == ["Hero: stable wounds open"]
    apply_effects(table, add("stable_flesh_wounds", -1))
    assert due(table) == []


# --- the other games ---


def test_prism_regained_hp_cancel_the_notice_of_going_down() -> None:
    table = at_table("prism", hp=2, bleeding=1)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == ["Hero: Down at 0 HP by bleeding"]
    apply_effects(table, add("hp", 5))
    assert due(table) == []


def test_harm_of_trueworld_that_is_gone_is_not_to_be_placed() -> None:
    table = at_table("trueworld", harm=2)
    table.send(StepTaken("begin_turns"))
    for _ in range(2):
        table.send(StepTaken("end_turn"))
    assert due(table) == ["Place harm 2 as stress, or as a condition"]
    apply_effects(table, put("harm", 0))
    assert due(table) == []


@pytest.mark.parametrize("effect", [put("dead", True), put("dying", False)], ids=["dead", "saved"])
def test_wasteland_a_decided_death_cancels_the_dying_test(effect: Effect) -> None:
    table = at_table("wasteland", dying=True, hp=0)
    while not due(table):
        table.send(TurnPassed())
    assert due(table) == ["Dying test"]
    apply_effects(table, effect)
    assert due(table) == []
