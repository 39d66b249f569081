"""The odds of Autonomous Garden's heaviest forms, counted a second time in another way."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from app.core.odds.odds import odds, spread
from app.systems.garden import GAME


def rolled(level: int, extra: int = 0) -> dict[int, Fraction]:
    """What a skill rolls, criticals included, counted by the multisets of its faces (G2-G7)."""
    dice = level + extra if level else 2
    found: dict[int, Fraction] = {}
    for faces in combinations_with_replacement(range(1, 7), dice):
        counts = Counter(faces)
        ways = factorial(dice) // prod(map(factorial, counts.values()))
        repeats = 0 if counts[1] == dice else dice - len(counts)
        roll = (max(faces) if level else min(faces)) + repeats
        found[roll] = found.get(roll, Fraction(0)) + Fraction(ways, 6**dice)
    return found


def chances(procedure: str, **inputs: Any) -> dict[str, Fraction]:
    return odds(GAME.procedures[f"garden.{procedure}"].bind(inputs))


@pytest.mark.parametrize(
    ("skill", "aim_rounds", "defense"), [(8, 8, 8), (3, 20, 0), (0, 5, 2), (5, 1, 5)]
)
def test_a_lined_up_shot_that_bruises(skill: int, aim_rounds: int, defense: int) -> None:
    wanted: dict[str, Fraction] = {}
    mine, theirs = rolled(skill, min(skill, aim_rounds)), rolled(defense)
    for (a, p), (d, q) in product(mine.items(), theirs.items()):
        margin = max(0, a + 2 - 1) - max(0, d + 3)
        damage = 4 * min(6, margin)
        levels = ("scratch", "flesh-bruise", "deep-bruise", "critical-bruise")
        grade = levels[sum(damage >= each for each in (5, 10, 20))] if margin > 0 else "miss"
        wanted[grade] = wanted.get(grade, Fraction(0)) + p * q
    told = {
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
    assert chances("attack", **told) == wanted


def test_the_spread_of_damage() -> None:
    told = {"attacker_skill": 4, "attacker_attribute": 2, "dv": 3, "defender_skill": 2}
    wanted: dict[int, Fraction] = {}
    for (a, p), (d, q) in product(rolled(4).items(), rolled(2).items()):
        damage = 3 * min(6, max(0, a + 2 - d))
        wanted[damage] = wanted.get(damage, Fraction(0)) + p * q
    bound = GAME.procedures["garden.attack"].bind(told)
    assert spread(bound, "damage")["damage"] == wanted


@pytest.mark.parametrize("levels", [(2, 2, 2, 2), (0, 1, 3, 8), (8, 8, 8, 8)])
def test_four_who_roll_for_the_same_group(levels: tuple[int, ...]) -> None:
    added = (0, 1, 2, -1)
    apart = Fraction(0)
    for each in product(*(rolled(level).items() for level in levels)):
        totals = [max(0, roll + more) for (roll, _), more in zip(each, added, strict=True)]
        if len(set(totals)) == 4:
            apart += prod((p for _, p in each), start=Fraction(1))
    told = {
        "intents": ["close"] * 4,
        "awareness": list(levels),
        "perception": list(added),
        "modifiers": [0] * 4,
    }
    assert chances("initiative", **told).get("ordered", Fraction(0)) == apart


def test_a_long_breath() -> None:
    held = Fraction(1)
    for test in range(1, 7):
        # Two dice, keep the higher, +1 for a pair that is no fumble; more than 2 to hold.
        passes = sum(
            Fraction(1, 36)
            for a, b in product(range(1, 7), repeat=2)
            if max(0, max(a, b) + (a == b != 1) + 4 - test) > 2
        )
        held *= passes
    assert chances("hold_breath", seconds=240, body=4)["holding"] == held


def test_a_stopped_row_until_it_has_a_box_again() -> None:
    """Body 3, row of 5, full and stopped: tests at half an hour, an hour, an hour and a half."""
    full, freed = Fraction(7, 9), Fraction(11, 12)
    # -5 and +3: 3 or less on two dice fails (1 1, 1 2, 1 3, 2 2, 2 3). At an hour the flesh wound
    # is healed after the test; then -4 and +3: 2 or less fails (1 1, 1 2), and fills the row anew.
    came = chances(
        "pass_time",
        hours=Fraction(3, 2),
        body=3,
        bleeding_stopped=True,
        injuries=["flesh-wound/aided@71", "deep-wound/open", "deep-wound/open"],
    )
    assert came == {"healing": full**2 * freed, "bleeding-out": 1 - full**2 * freed}


def test_pools_of_forty_dice() -> None:
    assert chances("roll_pool", dice=40)["fumble"] == Fraction(1, 6**40)
    sniper = {"attack_kind": "ranged", "attacker_skill": 20, "aim_rounds": 20, "defender_skill": 20}
    assert sum(chances("attack", **sniper).values()) == 1
