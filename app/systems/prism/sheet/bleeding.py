"""Loss of blood, by rounds and by the clock (P22)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Exact
from app.core.procedures.outcomes import Effect, add
from app.core.sheets import Timer

#: The label of the moment at which time stops (P21).
DOWN = "Down at 0 HP by bleeding"

#: P22: six rounds a minute.
ROUNDS_AN_HOUR = 360

#: The clock has six decimals: a round that lacks less than this is over.
SLACK = Fraction(1, 100)


def lost_in_a_round(sheet: Values) -> int:
    """Return the HP lost in a round: none once the bearer is down (P22)."""
    return int(sheet["bleeding"]) if sheet["hp"] > 0 else 0


def lost_by_the_clock(sheet: Values, now: Exact, hours: Exact) -> tuple[Effect, ...]:
    """Return the loss of HP over these hours, until the bearer is down.

    now: hours on the campaign's clock when they begin.
    """
    rounds = min(_rounds(now + hours) - _rounds(now), _left(sheet))
    return (add("hp", -rounds * lost_in_a_round(sheet)),) if rounds else ()


def downed_by_the_clock(sheet: Values, now: Exact) -> tuple[Timer, ...]:
    """Return the moment at which the bearer reaches 0 HP: time stops there (P21, P22)."""
    if not _left(sheet):
        return ()
    wait = Fraction(_rounds(now) + _left(sheet), ROUNDS_AN_HOUR) - now
    slack = SLACK / ROUNDS_AN_HOUR  # the loss of the last round counts as early as this
    return (Timer(DOWN, wait, rules=("P21", "P22"), once=True, slack=slack),)


def _rounds(hours: Exact) -> int:
    """Count the rounds of the campaign's clock that are over."""
    return floor(hours * ROUNDS_AN_HOUR + SLACK)


def _left(sheet: Values) -> int:
    """Count the rounds until a bleeding character is down; 0 without blood to lose."""
    lost = lost_in_a_round(sheet)
    return ceil(Fraction(sheet["hp"], lost)) if lost else 0
