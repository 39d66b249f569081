"""Headless odds from the middle of a play, by a policy, and along a range of inputs."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from app.core.odds.odds import chances
from app.headless import answer
from app.systems import games

ROOT = Path(__file__).parent.parent.parent
#: Target number 11, faces up to 3 count twice; 2 successes needed, both dice may be re-rolled.
TEST = {"attribute": 8, "skill": 3, "tagged": True, "difficulty": 2, "rerolls": 2}
SKILL = {"skill_level": 3, "attribute": 2}


def ask(procedure: str, inputs: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Answer a request."""
    line = json.dumps({"procedure": procedure, "inputs": inputs, **more})
    return answer(games(), line)


def test_each_way_to_decide_has_its_own_odds() -> None:
    reply = ask("wasteland.skill_test", TEST, odds=True, dice=[13, 8])
    decision = reply["decision"]
    assert decision["name"] == "reroll"
    options = {tuple(option["value"]): option["odds"] for option in decision["options"]}
    # One more success is needed, and a 13 is none: 11 faces of 20 make it, a 20 complicates.
    assert options[(1,)] == {
        "success": "11/20",
        "failure": "2/5",
        "failure-with-complication": "1/20",
    }
    # No re-roll leaves 1 success; a re-rolled 8 must score two alone, as 1, 2 and 3 do.
    assert options[()] == {"failure": "1"}
    assert options[(2,)]["success"] == "3/20"
    # Both re-rolled: two that score (121 ways), or one that scores twice and one that fails.
    both = {grade: Fraction(p) for grade, p in options[(1, 2)].items()}
    assert both["success"] + both["success-with-complication"] == Fraction(121 + 2 * 3 * 9, 400)
    assert len(options) == len(decision["options"]) == 4
    # Without a decision, the suggested one counts.
    assert reply["odds"] == options[(1,)]


def test_a_decided_choice_is_not_asked_again() -> None:
    reply = ask("wasteland.skill_test", TEST, odds=True, dice=[13, 8], choices={"reroll": [2]})
    assert reply.keys() == {"odds"}
    assert reply["odds"]["success"] == "3/20"
    again = ask("wasteland.skill_test", TEST, odds=True, dice=[13, 8, 2], choices={"reroll": [2]})
    assert again == {"odds": {"success": "1"}}


def test_a_die_of_a_roll_may_still_be_missing() -> None:
    # 5 and 5 are a critical (G4): 5 + 1 + 2 = 8, two above. Another 5 or a 6 makes it 9.
    reply = ask("garden.skill_test", {**SKILL, "target_number": 6}, odds=True, dice=[5, 5])
    assert reply == {"odds": {"yes-advantage": "1/3", "yes": "2/3"}}
    nothing = ask("garden.skill_test", {**SKILL, "target_number": 6}, odds=True, dice=[])
    assert nothing == ask("garden.skill_test", {**SKILL, "target_number": 6}, odds=True)


def test_a_decision_at_the_end_of_a_play() -> None:
    inputs = {**SKILL, "target_number": 7}
    reply = ask("garden.skill_test", inputs, odds=True, dice=[5, 4, 2])
    assert reply["decision"]["name"] == "succeed_at_cost"
    assert {option["value"] for option in reply["decision"]["options"]} == {"accept", "decline"}
    more = {"choices": {"succeed_at_cost": "accept"}, "odds": True, "dice": [5, 4, 2]}
    assert ask("garden.skill_test", inputs, **more) == {"odds": {"maybe-cost": "1"}}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"dice": [5, 4, 1, 1]}, "dice"),
        ({"dice": [5, 7]}, "dice"),
        ({"dice": [5, "4"]}, "dice"),
        ({"dice": [5, 4, 1], "choices": {"succeed_at_cost": "accept"}}, "succeed_at_cost"),
        ({"dice": [5, 4, 1], "choices": {"reroll": [1]}}, "reroll"),
    ],
)
def test_an_answer_that_does_not_fit_the_play_is_named(more: dict[str, Any], field: str) -> None:
    reply = ask("garden.skill_test", {**SKILL, "target_number": 6}, odds=True, **more)
    assert reply["error"]["field"] == field


def test_at_most_64_options_are_evaluated() -> None:
    """Three of ten combat dice may be re-rolled: 176 picks among four kinds of face."""
    inputs = {"weapon_class": "small-guns", "damage_rating": 10, "rerolls": 1, "hp": 9}
    dice = [1, 2, 3, 5, 1, 2, 3, 5, 1, 2]
    reply = ask("wasteland.damage", inputs, odds=True, dice=dice)
    options = reply["decision"]["options"]
    assert len(options) == 64
    all_odds = [json.dumps(option["odds"], sort_keys=True) for option in options]
    first = len(set(all_odds))
    assert len(set(all_odds[:first])) == first > 1  # different odds come before repeated ones


# --- policies ---


def test_odds_by_a_policy() -> None:
    by = {
        policy: ask("wasteland.skill_test", TEST, odds=True, policy=policy)["odds"]
        for policy in ("never", "always", "best", "cheapest")
    }
    plain = ask("wasteland.skill_test", {**TEST, "rerolls": 0}, odds=True)["odds"]
    assert by["never"] == plain
    good = {
        policy: sum(Fraction(p) for grade, p in odds.items() if grade.startswith("success"))
        for policy, odds in by.items()
    }
    assert good["best"] == good["cheapest"] > good["never"]
    assert all(good["best"] >= each for each in good.values())
    # From the middle of a play: the best of the open options.
    here = ask("wasteland.skill_test", TEST, odds=True, dice=[13, 8], policy="best")
    assert here["odds"]["success"] == "11/20"
    assert here["decision"]["options"][0]["value"] == (1,)


@pytest.mark.parametrize(
    "more",
    [
        {"odds": True, "policy": "worst"},
        {"odds": True, "policy": None},
        {"odds": True, "policy": ["best"]},
        {"policy": "best"},
        {"scan": {"skill": [0, 1]}, "policy": "best"},
    ],
)
def test_a_policy_that_cannot_be_followed_is_named(more: dict[str, Any]) -> None:
    assert ask("wasteland.skill_test", TEST, **more)["error"]["field"] == "policy"


# --- scans ---


def test_a_scan_is_its_odds_cell_by_cell() -> None:
    along = {"skill_level": [0, 8], "target_number": [3, 12]}
    cells = ask("garden.skill_test", {"attribute": 2}, scan=along)["scan"]
    places = [(cell["inputs"]["skill_level"], cell["inputs"]["target_number"]) for cell in cells]
    assert places == [(level, target) for level in range(9) for target in range(3, 13)]
    for cell in (cells[0], cells[37], cells[-1]):
        bound = (
            games()["garden"]
            .procedures["garden.skill_test"]
            .bind({"attribute": 2, **cell["inputs"]})
        )
        alone = chances(bound)
        assert cell["odds"] == {grade: str(p) for grade, p in alone.grades.items()}
        assert Fraction(cell["success"]) == alone.success


@pytest.mark.parametrize(
    ("along", "field"),
    [
        ({}, "scan"),
        ([1, 2], "scan"),
        ({"skill_level": [0, 1], "target_number": [3, 4], "attribute": [0, 1]}, "scan"),
        ({"skill_level": [0, 9_999]}, "skill_level"),
        ({"skill_level": [3, 1]}, "skill_level"),
        ({"skill_level": 3}, "skill_level"),
        ({"skill_level": [True, 3]}, "skill_level"),
        ({"offer_cost": [0, 1]}, "offer_cost"),
        ({"luck": [0, 1]}, "luck"),
    ],
)
def test_a_scan_that_cannot_be_made_names_its_fault(along: Any, field: str) -> None:
    assert ask("garden.skill_test", SKILL, scan=along)["error"]["field"] == field


def test_a_cell_that_cannot_be_played_says_so_by_itself() -> None:
    """Three bought dice cost 6 action points, but the pool has 3."""
    inputs = {"attribute": 8, "skill": 3, "ap_pool": 3}
    cells = ask("wasteland.skill_test", inputs, scan={"bought_dice": [0, 3]})["scan"]
    assert ["error" in cell for cell in cells] == [False, False, False, True]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the app with these arguments."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_scan_as_a_table() -> None:
    arguments = ("garden.skill_test", "skill_level=0..1", "target_number=3..4", "attribute=2")
    table = list(csv.DictReader(io.StringIO(run("scan", *arguments, "--format", "csv").stdout)))
    cells = ask(
        "garden.skill_test", {"attribute": 2}, scan={"skill_level": [0, 1], "target_number": [3, 4]}
    )["scan"]
    assert len(table) == 4
    for row, cell in zip(table, cells, strict=True):
        assert int(row["skill_level"]) == cell["inputs"]["skill_level"]
        assert row["success"] == cell["success"]
        assert {grade: row[grade] for grade in cell["odds"]} == cell["odds"]
    lines = run("scan", *arguments, "--format", "markdown").stdout.splitlines()
    assert len(lines) == 6
    assert json.loads(run("scan", *arguments, "--format", "json").stdout)["scan"] == cells


def test_a_scan_that_is_mistyped_says_so() -> None:
    wrong = run("scan", "garden.skill_test", "skill_level=3..1")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("skill_level goes from 3 to 1")
