"""Results of Garden lead on: to a task on the sheet, to the test that help is for, to panic."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.play.play import Finished
from app.update.messages.forms import FieldTyped, PartCast
from app.update.messages.plays import DiceEntered, EffectsApplied, FaceTyped
from app.update.messages.tracker import StepTaken, TurnPassed
from app.update.roll import roles
from app.update.roll.plays import next_place
from app.widgets.roll.result.results import Card
from app.widgets.roll.result.words import sum_words
from tests.fights.table import Table
from tests.systems.test_unable import at_table, open_form
from tests.widgets.templates import rendered


def play(table: Table, procedure: str, *dice: int, who: str = "hero", **typed: Any) -> Card:
    """Fill in a form, type its dice and return the result card."""
    open_form(table, procedure, who)
    for name, text in typed.items():
        table.send(FieldTyped(name, str(text)))
    return type_dice(table, *dice)


def type_dice(table: Table, *dice: int) -> Card:
    table.send(DiceEntered())
    for face in dice:
        table.send(FaceTyped(next_place(table.model.form.desk), str(face)))
    assert isinstance(table.model.form.desk.play(), Finished)
    return card_of(table)


def card_of(table: Table) -> Card:
    card = roles.result_card(table.model, table.model.form)
    assert card is not None
    return card


def text(card: Card) -> str:
    return " ".join(rendered("result.html", card=card).text.split())


def tasks(table: Table) -> list[dict[str, Any]]:
    sheet = table.state.character("hero").sheet(table.model.games["garden"])
    return [dict(task) for task in sheet["tasks"]]


# --- time ---


def test_passing_time_lists_changes_alone_without_codes() -> None:
    injuries = ["deep-wound/unaided@1.003333", "flesh-wound/open"]
    table = at_table("garden", False, injuries=injuries, flesh_clock=23.5)
    card = play(table, "garden.pass_time", 6, 1, hours="0.5")
    healed = "unaided deep wound (1 h 30 min healed), open flesh wound"
    words = [f"Hero: Injuries: {healed}", "Hero: Hours since the last flesh test: 0"]
    assert [change.words for change in card.shown] == words
    assert "Body, flesh wounds at 30 min" in text(card)
    assert "recovery" not in text(card)
    table.send(EffectsApplied())
    card = card_of(table)
    assert [change.words for change in card.shown] == words
    assert card.pending == 0
    assert [change.words for change in play(table, "garden.pass_time", hours="0").shown] == []


@pytest.mark.parametrize(
    ("procedure", "dice", "inputs", "words"),
    [
        ("assist", (), {"helper_ranks": "1, 2"}, "+1"),
        ("action_penalty", (), {"major_actions": "3"}, "\u22122"),
        ("movement", (), {"mode": "run"}, "20 m"),
        ("range_band", (), {"distance": "10"}, "\u22121"),
        ("thrown_range", (), {"body": "1", "weight_kg": "3"}, "4 m"),
        ("healing_time", (), {}, "72 h"),
        ("dying", (), {"minutes": "2"}, "8 min left"),
        ("dying", (), {"stabilized": "true", "coma_days": "1"}, "Days left: 6"),
        ("initiative", (), {"intents": "move, close, close", "contest": "false",
                            "awareness": "0, 0, 0", "perception": "0, 0, 0",
                            "modifiers": "0, 0, 0"}, "2 and 3, 1"),
        ("chase_obstacle", (5, 1), {"runner_athletics": "1", "pursuer_athletics": "1"}, "3 m"),
        ("chase_obstacle", (1, 4), {"runner_athletics": "1", "pursuer_athletics": "1"}, "2 m"),
    ],
)  # fmt: skip
def test_a_result_shows_the_number_it_is_for(
    procedure: str, dice: tuple[int, ...], inputs: dict[str, str], words: str
) -> None:
    table = at_table("garden", False)
    card = play(table, f"garden.{procedure}", *dice, who="", **inputs)
    assert card.verdict == words
    if dice:
        party = "pursuer" if dice[1] == 1 else "runner"
        assert card.notes == (f"The {party} crashes and loses the next round (G44).",)
        totals = "{} runner, needed 2; {} pursuer, needed 2".format(*dice)
        assert sum_words(card.steps) == totals


def test_a_defence_says_which_attacks_it_answers() -> None:
    table = at_table("garden", False)
    open_form(table, "garden.attack")
    table.send(FieldTyped("defense_kind", "parry"))
    fault = table.model.form.desk.faults()["defense_kind"]
    assert fault == "Defence: a parry answers only unarmed attacks"


# --- long tasks ---

TASK = {"name": "Long task", "target_number": 4, "goal": 6, "skill": ""}


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
def test_a_long_task_from_the_menu_stands_on_the_sheet(fights: bool) -> None:
    table = at_table("garden", fights, tasks=[])
    card = play(table, "garden.accumulate", 6, skill_level=1, attribute=0, modifier=0, goal=6)
    assert card.pending == 1
    table.send(EffectsApplied())
    assert tasks(table) == [{**TASK, "progress": 2}]
    assert "Applied" in text(card_of(table))
    # The next step with the same difficulty and goal belongs to the same task.
    table.send(FieldTyped("progress", "2"))
    type_dice(table, 5)
    table.send(EffectsApplied())
    assert tasks(table) == [{**TASK, "progress": 3}]
    # Any other goal makes another task.
    play(table, "garden.accumulate", 6, skill_level=1, attribute=0, modifier=0, goal=5)
    table.send(EffectsApplied())
    assert [task["goal"] for task in tasks(table)] == [6, 5]


def test_a_long_task_without_an_owner_is_kept_by_hand() -> None:
    table = at_table("garden", fights=False, tasks=[])
    card = play(table, "garden.accumulate", 6, who="", skill_level=1)
    assert card.pending == 0
    assert "Track by hand" in text(card)
    n = table.journal.n
    table.send(EffectsApplied())
    assert (table.journal.n, table.state.scene) == (n, {})
    # Once an actor is chosen, the task is theirs.
    table.send(PartCast("self", "hero"))
    assert card_of(table).pending == 1
    table.send(EffectsApplied())
    assert [task["progress"] for task in tasks(table)] == [2]


def test_a_gap_outside_of_an_encounter_fills_the_next_round() -> None:
    table = at_table("garden", fights=False)
    card = play(table, "garden.chase_round", 4, 5, 2, 3, gap="12")
    assert card.grade.id == "gap-widens"
    table.send(EffectsApplied())
    open_form(table, "garden.chase_round")
    assert table.model.form.desk.typed["gap"] == str(table.state.scene["chase.gap"]) == "14"


def test_a_spell_without_a_bearer_is_kept_by_hand() -> None:
    table = at_table("garden", fights=True, restoration=2)
    card = play(table, "garden.cast_opposed", 6, 6, 1, 2, spell="dispel", skill_level=2)
    assert [change.by_hand for change in card.changes] == [True]


# --- next rolls ---


def follows(card: Card) -> dict[str, str]:
    return {follow.label: follow.href for follow in card.follows}


@pytest.mark.parametrize(
    ("seconds", "dice", "offered"),
    [(60, (), False), (120, (6, 6, 6, 6), True), (120, (1, 1), True)],
    ids=["a minute", "still holding", "blackout"],
)
def test_running_out_of_air_may_lead_to_panic(
    seconds: int, dice: tuple[int, ...], offered: bool
) -> None:
    """G99, G100."""
    table = at_table("garden", fights=False, body=0)
    card = play(table, "garden.hold_breath", *dice, seconds=seconds)
    assert ("Out of air: panic?" in follows(card)) is offered


@pytest.mark.parametrize(
    ("procedure", "typed", "modifier"),
    [
        ("garden.assist", {"helper_ranks": "1, 2, 1"}, 1),
        ("garden.assist", {"helper_ranks": "0"}, 0),
        ("garden.extended_time", {"speed": "quarter"}, -2),
        ("garden.extended_time", {}, 0),
    ],
)
@pytest.mark.parametrize("wounds", [0, 2])
def test_help_and_haste_lead_to_the_test(
    procedure: str, typed: dict[str, Any], modifier: int, wounds: int
) -> None:
    """G23, G26: their modifier is added to that of the wounds (G86)."""
    table = at_table("garden", fights=False, injuries=["flesh-wound/unaided"] * wounds)
    card = play(table, procedure, **typed)
    assert list(follows(card)) == ["The test", "A step of a long task"]
    for each, name in zip(card.follows, ("skill_test", "accumulate"), strict=True):
        query = f"modifier={modifier - wounds}"
        assert each.href.startswith(f"#/garden/{name}?")
        assert query in each.href.partition("?")[2].split("&")


def test_an_obstacle_leads_to_the_round_with_the_metres_gained() -> None:
    """G42: the metres gained are a bonus of the next round."""
    table = at_table("garden", fights=False)
    card = play(table, "garden.chase_obstacle", 5, 6, 2, 3, runner_athletics=0)
    (follow,) = card.follows
    gained = dict(card.values)["Runner bonus"]
    assert gained != "0"
    assert follow.href.startswith("#/garden/chase_round?")
    assert f"runner_bonus={gained}" in follow.href


def test_flames_that_hit_like_an_attack_are_written_down() -> None:
    """G109."""
    table = at_table("garden", fights=False)
    card = play(table, "garden.vehicle_fire", 1, 2, source="bonfire", pilot=0, agility=0)
    (follow,) = card.follows
    assert follow.href.startswith("#/garden/apply_damage?")


def test_help_in_a_round_is_added_to_its_penalty() -> None:
    """G62: two major actions cost 1 each."""
    table = at_table("garden", injuries=[])
    table.send(StepTaken("declare", {"who": "hero", "major_actions": 2}))
    other = next(id for id in table.scene.combatants if id != "hero")
    table.send(StepTaken("declare", {"who": other}))
    table.send(StepTaken("set_order"))
    while table.scene.current != "hero":
        table.send(TurnPassed())
    card = play(table, "garden.assist", helper_ranks="1, 2, 1")
    assert "modifier=0" in card.follows[0].href.partition("?")[2].split("&")


@pytest.mark.parametrize(
    ("procedure", "typed", "dice", "question", "names"),
    [
        ("garden.cast_spell", {}, (6, 6), "Who is the target?", ["Hero", "Raider"]),
        ("garden.attack", {"defense_kind": "unaware"}, (6,), "Who was hit?", ["Raider"]),
    ],
)
def test_the_missing_target_is_asked_for(
    procedure: str, typed: dict[str, Any], dice: tuple[int, ...], question: str, names: list[str]
) -> None:
    """A caster may shield themselves; an attacker never hits themselves."""
    table = at_table("garden")
    play(table, procedure, *dice, **typed)
    form = table.model.form
    finished = form.desk.play()
    assert isinstance(finished, Finished)
    role = roles.find_missing_role(table.model, form, finished)
    asks, candidates = roles.ask_for(table.model, form, role)
    assert (asks, [candidate.name for candidate in candidates]) == (question, names)


@pytest.mark.parametrize(
    ("procedure", "typed", "dice", "by_hand"),
    [
        ("garden.cast_spell", {}, (6, 6), False),
        ("garden.resuscitate", {}, (), False),
        ("garden.attack", {"defense_kind": "unaware", "dv": 9}, (6,), True),
    ],
)
def test_a_lone_character_may_be_their_own_patient(
    procedure: str, typed: dict[str, Any], dice: tuple[int, ...], by_hand: bool
) -> None:
    """An effect on another is tracked by hand by a lone character."""
    card = play(at_table("garden", fights=False), procedure, *dice, **typed)
    assert {change.by_hand for change in card.changes} == {by_hand}
