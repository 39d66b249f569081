"""Dice of several sizes, rolled at once and added."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from app.core.errors import BadInput
from app.core.odds.odds import odds, spread
from app.core.play.asks import Pool, Rule, throw_sum
from app.core.play.play import by_hand
from app.core.play.readings import total
from app.core.procedures.outcomes import Grade, Outcome
from app.core.procedures.procedure import procedure

GRADES = (Grade("high", "High", "good"), Grade("low", "Low", "bad"))


@procedure("test.damage", title="Damage", grades=GRADES, rules="", spread=("damage",))
def damage() -> Rule[Outcome]:
    """Roll 2d6 and 1d8."""
    rolled = yield from throw_sum(Pool("Blade", 2, 6, total), Pool("Fire", 1, 8, total))
    return Outcome("high" if rolled > 11 else "low", values={"damage": rolled})


def test_the_dice_fall_in_the_order_of_the_pools() -> None:
    play = by_hand(damage.bind(), [3, 4, 8])
    assert play.outcome.values == {"damage": 15}
    assert [(roll.label, roll.faces) for roll in play.rolls] == [("Blade", (3, 4)), ("Fire", (8,))]


def test_the_odds_are_those_of_every_face() -> None:
    sums = Counter(map(sum, product(range(1, 7), range(1, 7), range(1, 9))))
    expected = {each: Fraction(ways, 6 * 6 * 8) for each, ways in sums.items()}
    assert spread(damage.bind(), "damage")["damage"] == expected
    assert odds(damage.bind())["high"] == sum(p for each, p in expected.items() if each > 11)


def test_no_dice_are_no_roll() -> None:
    with pytest.raises(StopIteration) as end:
        next(throw_sum())
    assert end.value.value == 0


@procedure("test.avalanche", title="Avalanche", grades=GRADES, rules="", long="dice")
def avalanche() -> Rule[Outcome]:
    """Roll forty times 20d20."""
    rolled = yield from throw_sum(*(Pool("Rocks", 20, 20, total) for _ in range(40)))
    return Outcome("high" if rolled else "low")


def test_too_many_sums_are_refused_before_they_are_made() -> None:
    with pytest.raises(BadInput) as fault:
        odds(avalanche.bind())
    assert fault.value.field == "dice"
