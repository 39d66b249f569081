"""Due rolls and decisions fall away with their reason, and undo brings them back."""

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


def happens(table: Table, fact: f.Fact) -> None:
    journal = happened(table.journal, fact, table.stamp(), games())
    table.log |= {each.n: each for each in journal.entries}
    table.send(JournalMoved(journal))


def lands(table: Table, *effects: Effect) -> None:
    happens(table, f.Applied([effect_record("hero", each) for each in effects]))


BLEEDS = {"injuries": ["deep-wound/open"], "wound_boxes": 2}
DYING = "Hero: Bleeding out: stabilise or die"


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize(
    "effect",
    [put("dead", True), add("stable_deep_wounds", 1), put("injuries", ["deep-wound/aided"])],
    ids=["dead", "stabilised", "fewer boxes"],
)
def test_nobody_has_to_die_twice_nor_after_help(fights: bool, effect: Effect) -> None:
    table = at_table("garden", fights, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == [DYING]
    if effect.field == "injuries":
        effect = put("injuries", [])
    lands(table, effect)
    assert DYING not in due(table)


def test_time_that_goes_on_kills_and_asks_no_more() -> None:
    """G143: the decision was waived, and time went on."""
    table = at_table("garden", False, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == [DYING]
    lands(table, add("clock", 1))
    assert table.state.character("hero").sheet(table.model.games["garden"])["dead"]
    assert due(table) == []


def test_what_fell_away_is_back_with_its_reason() -> None:
    table = at_table("garden", False, **BLEEDS)
    table.send(HoursPassed("1", "hours"))
    lands(table, put("dead", True))
    assert due(table) == []
    entry = table.log[table.journal.undoable or 0]
    table.send(JournalMoved(undo(table.journal, entry, table.stamp())))
    assert due(table) == [DYING]


def test_nothing_is_tested_of_the_dead() -> None:
    """G106: the die of a fever day waits, and its one dies of something else."""
    ill = {"name": "common-cold", "starts_hours": 0, "penalty": -4, "incapacitated_days": 14,
           "fever_days": 7, "days": 25}  # fmt: skip
    table = at_table("garden", False, illnesses=[ill])
    table.send(HoursPassed("2", "days"))
    assert len(due(table)) == 1
    lands(table, put("dead", True))
    assert due(table) == []


def test_a_question_when_a_condition_ends_is_answered_by_its_end() -> None:
    knocked = {"name": "unconscious", "lasts": None, "unit": "none"}
    table = at_table("garden", conditions=[knocked])
    table.send(StepTaken("end_scene"))
    assert due(table) == ["Hero is unconscious: when does it end?"]
    lands(table, put("condition_over", "unconscious"))
    assert due(table) == []


# --- stable wounds ---


def fought(table: Table, rounds: int) -> None:
    """Let Hero fight in so many rounds, without a roll for the wounds."""
    for _ in range(rounds):
        table.send(StepTaken("as_before"))
        if _phase(table) == "declare":
            table.send(StepTaken("set_order"))
        while _phase(table) == "action":
            assert table.model.participants is not None
            scene = table.model.participants.fight
            assert scene is not None
            if scene.now.current == "hero":
                target = next(id for id in scene.combatants if id != "hero")
                table.send(StepTaken("attack", {"target": target}))
                for each in [one for one in table.state.due if one["procedure"] == "garden.attack"]:
                    table.send(DueTicked(each["id"], "waived"))
            table.send(StepTaken("end_turn"))


def _phase(table: Table) -> str:
    assert table.model.participants is not None
    assert table.model.participants.fight is not None
    return str(table.model.participants.fight.now.phase)


def test_stable_wounds_open_once_however_many_rounds_pass() -> None:
    table = at_table("garden", injuries=["flesh-wound/unaided", "deep-wound/unaided"])
    fought(table, 3)
    assert due(table) == ["Hero: stable wounds open"]


def test_stable_wounds_that_nobody_has_any_more_open_no_more() -> None:
    table = at_table("garden", injuries=["flesh-wound/unaided"])
    fought(table, 1)
    assert due(table) == ["Hero: stable wounds open"]
    lands(table, add("stable_flesh_wounds", -1))
    assert due(table) == []


# --- the other games ---


def test_nobody_of_prism_is_down_whose_hp_came_back() -> None:
    table = at_table("prism", hp=2, bleeding=1)
    table.send(HoursPassed("1", "hours"))
    assert due(table) == ["Hero: Down at 0 HP by bleeding"]
    lands(table, add("hp", 5))
    assert due(table) == []


def test_harm_of_trueworld_that_is_gone_is_not_to_be_placed() -> None:
    table = at_table("trueworld", harm=2)
    table.send(StepTaken("begin_turns"))
    for _ in range(2):
        table.send(StepTaken("end_turn"))
    assert due(table) == ["Place harm 2 as stress, or as a condition"]
    lands(table, put("harm", 0))
    assert due(table) == []


@pytest.mark.parametrize("effect", [put("dead", True), put("dying", False)], ids=["dead", "saved"])
def test_nobody_of_wasteland_tests_for_a_death_that_is_decided(effect: Effect) -> None:
    table = at_table("wasteland", dying=True, hp=0)
    while not due(table):
        table.send(TurnPassed())
    assert due(table) == ["Dying test"]
    lands(table, effect)
    assert due(table) == []
