"""The campaign's clock in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from app.campaign.values import exact


def clock_words(hours: Any) -> str:
    """`Day 2, 02:15`: counted from midnight of day 1.

    Hours are kept to six decimals, so a minute may lack some thousandths of a second: the clock
    goes by the nearest second.
    """
    seconds = int(Fraction(str(exact(hours))) * 3600 + Fraction(1, 2))
    day, minute = divmod(seconds // 60, 24 * 60)
    return f"Day {day + 1}, {minute // 60:02}:{minute % 60:02}"
