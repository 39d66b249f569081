"""Prism's changed rolls: the result of a new value in the reading of its roll (P57-P72)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.procedures.outcomes import Outcome
from tests.systems.prism.test_rules import chances, play


def changed(new: int, *dice: int, **inputs: Any) -> Outcome:
    """Change a roll with enough plot points to pay."""
    return play("plot_change_roll", *dice, new_value=new, **{"plot_points": 2, **inputs})


def test_a_changed_roll_opens_only_at_the_ends() -> None:
    assert play("plot_change_roll", new_value=6, plot_points=1).values["cost"] == 1
    assert play("plot_change_roll", new_value=95, plot_points=1).values["cost"] == 1
    assert play("plot_change_roll", 50, new_value=5, plot_points=2).values["open_roll"] == -45
    assert play("plot_change_roll", 50, new_value=96, plot_points=2).values["open_roll"] == 146
    shut = {"open_ended": "none", "plot_points": 2}
    assert play("plot_change_roll", new_value=96, **shut).values == {
        "cost": 2,
        "plot_points_after": 0,
        "open_roll": 96,
        "total": 96,
    }


def test_a_changed_roll_describes_the_states_of_its_row() -> None:
    def notes(base: int) -> str:
        inputs = {"new_value": 50, "plot_points": 1, "base": base, "reading": "static"}
        return " ".join(play("plot_change_roll", **inputs).notes)

    assert "brings a slump" in notes(-100)
    assert "brings the zone" in notes(201)
    assert "failed attempts to 0" in notes(61)
    assert "ends a slump" in notes(61)
    assert "ends the zone" in notes(55)
    assert "no failed attempt" in notes(35)


def test_a_changed_roll_names_the_state_of_a_maneuver_and_proposes_none() -> None:
    """P58: a static roll may keep no state; moving maneuvers and runs always do (P17)."""
    fallen = {"plot_points": 1, "base": -100}
    static = changed(50, reading="static", **fallen)
    assert static.notes[0] == (
        "Miserable failure; if possible the opposite of the intention happens."
    )
    assert static.notes[1].startswith("On a maneuver, the new row brings a slump")
    assert changed(50, reading="moving", **fallen).notes[1].startswith("The new row brings a slump")
    run = changed(50, reading="run", **fallen)
    assert not any("P8" in note for note in run.notes)  # a run counts no attempts
    assert [effect.field for effect in run.effects] == ["plot_points", "pending"]


# --- attacks (P70) ---


@pytest.mark.parametrize(
    ("new", "dice", "fumble_max", "grade", "total"),
    [
        (1, [], 3, "weapon-fumble", None),
        (3, [], 3, "weapon-fumble", None),
        (4, [], 3, "attack-total", 65),
        (4, [], 0, "attack-total", 65),
        (96, [96, 8], 3, "attack-total", 261),
        (95, [], 3, "attack-total", 156),
    ],
)
def test_a_changed_attack_stays_one(
    new: int, dice: list[int], fumble_max: int, grade: str, total: int | None
) -> None:
    result = changed(new, *dice, base=61, reading="attack", fumble_max=fumble_max)
    assert (result.grade, result.values.get("total")) == (grade, total)


def test_a_changed_attack_opens_as_the_house_lets_it() -> None:
    blow = {"base": 0, "reading": "attack"}
    assert changed(96, open_ended="none", **blow).values["open_roll"] == 96
    assert changed(96, 50, open_ended="high-only", **blow).values["open_roll"] == 146


# --- runs (P71) ---


def test_a_changed_run_goes_its_distance() -> None:
    """dô 95 and 15 are 110, unrelated; 50 and -50 are 0, a fumble; 50 and -76 a fall."""
    run = {"reading": "run", "enc_mv": 50, "pace": Fraction(5, 2)}
    unrelated = changed(95, base=15, **run)
    assert (unrelated.grade, unrelated.values["distance"]) == ("unrelated-success", 0)
    assert changed(95, base=15, unrelated_percent=90, **run).values["distance"] == Fraction(225, 2)
    fumble = changed(50, base=-50, **run)
    assert (fumble.grade, fumble.values["distance"]) == ("fumble", 0)
    assert "The runner trips and gets nowhere (P28)." in fumble.notes
    for out, duty in ((True, "weapon-fumble"), (False, "fall-crush")):
        fall = changed(50, base=-76, weapon_out=out, **run)
        assert (fall.effects[1].who, fall.effects[1].value) == ("roller", duty)
    assert changed(50, base=126, **run).values["arrives"] is True


def test_a_walk_has_no_roll_to_change() -> None:
    with pytest.raises(BadInput, match="P71") as fault:
        changed(50, reading="run", pace=1)
    assert fault.value.field == "pace"
    assert changed(50, reading="attack", pace=1).grade == "attack-total"
    fast = {"reading": "run", "enc_mv": 10, "pace": 20, "base": 100, "pace_cap": "none"}
    assert changed(50, **fast).values["distance"] == 220  # 150: 110% of 10 x 20


# --- flat chances (P72) ---


@pytest.mark.parametrize(("new", "success"), [(1, True), (30, True), (31, False), (100, False)])
def test_a_changed_flat_chance_is_compared_as_it_is(new: int, success: bool) -> None:
    result = changed(new, reading="flat", chance=30)
    assert (result.success, result.values["roll"]) == (success, new)
    assert result.values["cost"] == (1 if 6 <= new <= 95 else 2)


# --- odds ---


def test_odds_of_a_changed_roll() -> None:
    inputs = {"plot_points": 2, "base": 15, "reading": "static"}
    # 96 + at least 1 + 15 is a success; up to 64 more it stays one, and 96-100 roll on.
    result = chances("plot_change_roll", new_value=96, **inputs)
    assert result["success"] == Fraction(64, 100)
    assert sum(result.values()) == 1
    assert chances("plot_change_roll", new_value=95, **inputs) == {"unrelated-success": Fraction(1)}


def test_odds_of_a_changed_attack_and_of_a_flat_chance() -> None:
    blow = {"plot_points": 2, "reading": "attack", "fumble_max": 3}
    assert chances("plot_change_roll", new_value=2, **blow) == {"weapon-fumble": 1}
    assert chances("plot_change_roll", new_value=100, **blow) == {"attack-total": 1}
    flat = {"plot_points": 2, "reading": "flat", "chance": 50}
    assert chances("plot_change_roll", new_value=96, **flat) == {"failure": 1}
