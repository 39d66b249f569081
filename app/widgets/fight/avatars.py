"""Somebody as a round picture: initials on a colour of their side, in a ring of their meter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.core.sheets import Meter

Side = Literal["ours", "theirs", "hidden"]

#: How many colours there are for people of the same side (static/avatar.css).
HUES = 5

_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Avatar:
    """What avatar.html draws.

    hue: which of the colours of the side. share: the health left, 0 to 100; None without a ring.
    tone: of the ring. said: the meter in words, such as `6 of 10 HP`.
    """

    initials: str = ""
    side: Side = "ours"
    hue: int = 0
    share: int | None = None
    tone: str = "good"
    said: str = ""


def avatar(
    name: str, side: Side = "ours", meters: tuple[Meter, ...] = (), place: int = 0
) -> Avatar:
    """Draw a person as initials, with their first meter as the ring.

    place: among their own people, from 0; neighbours differ in colour.
    """
    hue = place % HUES
    if not meters:
        return Avatar(initials(name), side, hue)
    first = meters[0]
    return Avatar(initials(name), side, hue, health_left(first), tone(first), said(first))


def initials(name: str) -> str:
    """`Mara Quill` -> MQ, `Raider 2` -> R2, `Vex` -> V."""
    words = name.split()
    if not words:
        return "?"
    number = _NUMBER.search(name)
    if number and len(words) > 1:
        return f"{words[0][0].upper()}{number[0]}"[:3]
    return "".join(word[0].upper() for word in words[:2])


def health_left(meter: Meter) -> int | None:
    """Return how much of a ring or bar is full, in percent; None where the meter has no end.

    Every ring and bar empties with harm, whether the meter counts down (hit points) or up (wounds).
    """
    if not meter.most:
        return None
    filled = max(0, min(100, round(100 * meter.now / meter.most)))
    return filled if meter.full == "good" else 100 - filled


def tone(meter: Meter) -> str:
    """Return the tone of a meter: good above half, mixed above a quarter, else bad."""
    left = health_left(meter)
    if left is None:
        left = 0 if meter.full == "good" else 100
    return "good" if left > 50 else "mixed" if left > 25 else "bad"


def said(meter: Meter) -> str:
    """`6 of 10 HP`; a meter without an end is its number: `3 Stress`."""
    return f"{meter.now}{f' of {meter.most}' if meter.most else ''} {meter.label}"
