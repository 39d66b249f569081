"""The odds of Autonomous Garden's heaviest forms, counted again in another way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from app.core.odds.odds import odds, spread
from app.systems.garden import GAME


def skill_odds(level: int, extra: int = 0) -> dict[int, Fraction]:
    """Return a skill roll's odds, with criticals, counted by multisets of its faces (G2-G7)."""
    dice = level + extra if level else 2
    chances_by_roll: dict[int, Fraction] = {}
    for faces in combinations_with_replacement(range(1, 7), dice):
        counts = Counter(faces)
        ways = factorial(dice) // prod(map(factorial, counts.values()))
        repeats = 0 if counts[1] == dice else dice - len(counts)
        roll = (max(faces) if level else min(faces)) + repeats
        chances_by_roll[roll] = chances_by_roll.get(roll, Fraction(0)) + Fraction(ways, 6**dice)
    return chances_by_roll


def chances(procedure: str, **inputs: Any) -> dict[str, Fraction]:
    return odds(GAME.procedures[f"garden.{procedure}"].bind(inputs))


@pytest.mark.parametrize(
    ("skill", "aim_rounds", "defense"), [(8, 8, 8), (3, 20, 0), (0, 5, 2), (5, 1, 5)]
)
def test_a_lined_up_shot_that_bruises(skill: int, aim_rounds: int, defense: int) -> None:
    expected: dict[str, Fraction] = {}
    mine, theirs = skill_odds(skill, min(skill, aim_rounds)), skill_odds(defense)
    for (a, p), (d, q) in product(mine.items(), theirs.items()):
        margin = max(0, a + 2 - 1) - max(0, d + 3)
        damage = 4 * min(6, margin)
        levels = ("scratch", "flesh-bruise", "deep-bruise", "critical-bruise")
        grade = levels[sum(damage >= each for each in (5, 10, 20))] if margin > 0 else "miss"
        expected[grade] = expected.get(grade, Fraction(0)) + p * q
    inputs = {
        "attack_kind": "ranged",
        "attacker_skill": skill,
        "attacker_attribute": 2,
        "aim_rounds": aim_rounds,
        "aim": "limb",
        "dv": 4,
        "damage_type": "bruise",
        "defender_skill": defense,
        "defender_attribute": 3,
    }
    assert chances("attack", **inputs) == expected


def test_the_spread_of_damage() -> None:
    inputs = {"attacker_skill": 4, "attacker_attribute": 2, "dv": 3, "defender_skill": 2}
    expected: dict[int, Fraction] = {}
    for (a, p), (d, q) in product(skill_odds(4).items(), skill_odds(2).items()):
        damage = 3 * min(6, max(0, a + 2 - d))
        expected[damage] = expected.get(damage, Fraction(0)) + p * q
    bound = GAME.procedures["garden.attack"].bind(inputs)
    assert spread(bound, "damage")["damage"] == expected


@pytest.mark.parametrize("levels", [(2, 2, 2, 2), (0, 1, 3, 8), (8, 8, 8, 8)])
def test_four_combatants_roll_for_the_same_group(levels: tuple[int, ...]) -> None:
    added = (0, 1, 2, -1)
    apart = Fraction(0)
    for each in product(*(skill_odds(level).items() for level in levels)):
        totals = [max(0, roll + more) for (roll, _), more in zip(each, added, strict=True)]
        if len(set(totals)) == 4:
            apart += prod((p for _, p in each), start=Fraction(1))
    inputs = {
        "intents": ["close"] * 4,
        "awareness": list(levels),
        "perception": list(added),
        "modifiers": [0] * 4,
    }
    assert chances("initiative", **inputs).get("ordered", Fraction(0)) == apart


def test_a_long_breath() -> None:
    chance = Fraction(1)
    for test in range(1, 7):
        # Two dice, keep the higher, +1 for a pair that is no fumble; more than 2 to hold.
        passes = sum(
            Fraction(1, 36)
            for a, b in product(range(1, 7), repeat=2)
            if max(0, max(a, b) + (a == b != 1) + 4 - test) > 2
        )
        chance *= passes
    assert chances("hold_breath", seconds=240, body=4)["holding"] == chance


def test_a_stopped_row_until_it_has_a_box_again() -> None:
    """Body 3, a full stopped row of 5: tests at half an hour, one hour, one and a half."""
    full, freed = Fraction(7, 9), Fraction(11, 12)
    # -5 and +3: 3 or less on two dice fails (1 1, 1 2, 1 3, 2 2, 2 3). At an hour the flesh wound
    # is healed after the test; then -4 and +3: 2 or less fails (1 1, 1 2), and fills the row anew.
    result = chances(
        "pass_time",
        hours=Fraction(3, 2),
        body=3,
        bleeding_stopped=True,
        injuries=["flesh-wound/aided@71", "deep-wound/open", "deep-wound/open"],
    )
    assert result == {"healing": full**2 * freed, "bleeding-out": 1 - full**2 * freed}


def test_pools_of_forty_dice() -> None:
    assert chances("roll_pool", dice=40)["fumble"] == Fraction(1, 6**40)
    sniper = {"attack_kind": "ranged", "attacker_skill": 20, "aim_rounds": 20, "defender_skill": 20}
    assert sum(chances("attack", **sniper).values()) == 1
