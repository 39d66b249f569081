"""The house rules of Autonomous Garden: each switch changes its rule and no other."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Outcome, to_report
from app.systems.garden import GAME


def played(procedure: str, *faces: int, **inputs: Any) -> Outcome:
    bound = GAME.procedures[f"garden.{procedure}"].bind(inputs)
    return by_hand(bound, list(faces)).outcome


def value(procedure: str, name: str, *faces: int, **inputs: Any) -> Any:
    return to_report(played(procedure, *faces, **inputs).values[name])


def test_criticals() -> None:
    # 3, 3 and 5, 5: two repeats, one of them of the highest face, none of them a 6.
    for rule, total in (("any-face", 7), ("top-face", 6), ("sixes", 5)):
        assert value("roll_pool", "total", 3, 3, 5, 5, dice=4, criticals=rule) == total
    for rule, total in (("any-face", 9), ("top-face", 8), ("sixes", 8)):
        assert value("roll_pool", "total", 6, 2, 6, 2, 6, dice=5, criticals=rule) == total
    # Under sixes a fumble never has a bonus, even where fumbles may have one.
    assert value("roll_pool", "total", 1, 1, dice=2, criticals="sixes", fumble_criticals=True) == 1


def test_unskilled_criticals() -> None:
    assert value("skill_test", "total", 4, 4) == 5
    assert value("skill_test", "total", 4, 4, unskilled_criticals=False) == 4
    # The switch beats the one for fumbles and leaves attribute rolls alone.
    both = {"unskilled_criticals": False, "fumble_criticals": True}
    assert value("skill_test", "total", 1, 1, **both) == 1
    assert value("attribute_test", "total", 4, 4, unskilled_criticals=False) == 5


def test_fumble_criticals() -> None:
    assert value("roll_pool", "total", 1, 1, 1, dice=3) == 1
    assert value("roll_pool", "total", 1, 1, 1, dice=3, fumble_criticals=True) == 3


def test_accumulate_by() -> None:
    inputs = {"skill_level": 1, "attribute": 2, "target_number": 4, "goal": 9, "progress": 2}
    assert value("accumulate", "progress", 5, **inputs) == 5
    assert value("accumulate", "progress", 5, **inputs, accumulate_by="count") == 3
    inputs["attribute"] = -2
    assert value("accumulate", "progress", 3, **inputs, accumulate_by="count") == 1


def test_accumulate_floor() -> None:
    inputs = {"skill_level": 1, "target_number": 6, "progress": 1}
    assert value("accumulate", "progress", 2, **inputs) == 0
    assert value("accumulate", "progress", 2, **inputs, accumulate_floor="none") == -3


def test_minor_actions_count() -> None:
    inputs = {"minor_actions": 2, "movement": "walk"}
    assert value("action_penalty", "penalty", **inputs) == -1
    assert value("action_penalty", "penalty", **inputs, minor_actions_count=True) == -3
    assert value("action_penalty", "melee_penalty", **inputs) == 0
    assert value("action_penalty", "melee_penalty", **inputs, minor_actions_count=True) == -2


def test_obstacle_margin() -> None:
    inputs = {"obstacle": "bench-or-bins", "runner_athletics": 1, "pursuer_athletics": 1}
    assert value("chase_obstacle", "runner_bonus", 6, 5, **inputs) == 2
    assert value("chase_obstacle", "runner_bonus", 6, 5, **inputs, obstacle_margin="opponent") == 1
    # A crash cannot win: the other runner wins, and never moves backwards by it.
    crash = {**inputs, "obstacle": "low-fence", "runner_body": 9}
    assert played("chase_obstacle", 1, 5, **crash).grade == "pursuer-wins"
    assert value("chase_obstacle", "pursuer_bonus", 1, 5, **crash) == 3
    crash["obstacle_margin"] = "opponent"
    assert value("chase_obstacle", "pursuer_bonus", 1, 5, **crash) == 0


def test_thrown_range() -> None:
    assert value("thrown_range", "extreme_limit", body=1, weight_kg=2) == 40
    far = played("thrown_range", body=1, weight_kg=2, thrown_range="maximum").values
    assert set(far.values()) == {5}


def test_attackers_cap() -> None:
    inputs = {"defense_kind": "unaware", "attacker_number": 6, "attacker_skill": 1}
    assert value("attack", "defense_modifier", 2, **inputs) == -3
    assert value("attack", "defense_modifier", 2, **inputs, attackers_cap="none") == -5


def test_half_penalty() -> None:
    assert value("wound_penalty", "penalty", flesh_bruises=3) == -1
    assert value("wound_penalty", "penalty", flesh_bruises=3, half_penalty="round-up") == -2
    inputs = {"hours": 0, "injuries": ["flesh-bruise=3"]}
    assert value("pass_time", "penalty", **inputs) == 0
    assert value("pass_time", "penalty", **inputs, half_penalty="round-up") == -1


def test_healing_queue() -> None:
    inputs = {"hours": 80, "injuries": ["flesh-wound/aided", "deep-bruise=48"]}
    # One after another the wound alone is healed; side by side both are.
    assert value("pass_time", "healed", **inputs) == 1
    assert value("pass_time", "next_heal_hours", **inputs) == 40
    assert value("pass_time", "healed", **inputs, healing_queue="per-track") == 2


def test_breath_limit() -> None:
    inputs = {"seconds": 150, "body": 3}
    assert value("hold_breath", "tests", 4, 4, 4, 4, 4, 4, **inputs) == 3
    limited = played("hold_breath", 4, 4, **inputs, breath_limit="two-minutes")
    assert (limited.grade, dict(limited.values)) == ("blackout", {"seconds_held": 120, "tests": 1})
    short = {"seconds": 60, "strenuous": True, "breath_limit": "two-minutes"}
    assert value("hold_breath", "seconds_held", 5, 4, **short) == 60
    assert played("hold_breath", 5, 4, seconds=119, breath_limit="two-minutes").success


def test_electric_tn() -> None:
    inputs = {"source": "wall-outlet", "full_round": False}
    assert value("electricity", "target", 3, 4, 3, 4, **inputs) == 3  # half of 5, rounded up
    assert value("electricity", "target", 3, 4, 3, 4, **inputs, electric_tn="listed") == 5


def test_radiation_threshold() -> None:
    assert played("radiation_test", 5, 6, decigrays=7).grade == "minor"
    assert played("radiation_test", decigrays=7, radiation_threshold="past").grade == "no-test"
    inputs = {"decigrays": 6, "radiation_threshold": "past"}
    assert played("radiation_dose", **inputs).grade == "below-threshold"
    assert played("radiation_dose", decigrays=6).grade == "test-due"


@pytest.mark.parametrize("option", list(GAME.house))
def test_a_house_rule_is_a_bad_input_elsewhere(option: str) -> None:
    for procedure in GAME:
        if option not in procedure.inputs:
            with pytest.raises(BadInput) as fault:
                procedure.bind({option: GAME.house[option].default})
            assert fault.value.field == option
