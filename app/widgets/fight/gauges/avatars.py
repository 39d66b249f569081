"""Combatants as round pictures: initials in the side's colour, ringed by their meter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.core.sheets import Meter

Side = Literal["ours", "theirs", "hidden"]

#: Number of colours for combatants of one side (static/css/base/avatar.css).
HUES = 5

_NUMBER = re.compile(r"\d+$")

#: A word of a name, without a quotation mark or bracket before it.
_WORD = re.compile(r"[^\s\"'“”„‘’«»(\[]\S*")


@dataclass(frozen=True)
class Avatar:
    """The data of avatar.html."""

    initials: str = ""
    side: Side = "ours"
    #: Index of the colour within the side.
    hue: int = 0
    #: Health remaining, 0 to 100; None without a ring.
    share: int | None = None
    #: The tone of the ring.
    tone: str = "good"
    #: The meter in words, such as `6 of 10 HP`.
    health_text: str = ""


def avatar(
    name: str, side: Side = "ours", meters: tuple[Meter, ...] = (), place: int = 0
) -> Avatar:
    """Return a combatant's initials, with the first meter as the ring.

    place: index within the side, from 0; neighbours differ in colour.
    """
    hue = place % HUES
    if not meters:
        return Avatar(initials(name), side, hue)
    first = meters[0]
    return Avatar(initials(name), side, hue, health_left(first), tone(first), describe_meter(first))


def initials(name: str) -> str:
    """Return the initials of a name: `Mara Quill` -> MQ, `Raider 2` -> R2, `Vex` -> V."""
    words = _WORD.findall(name) or name.split()
    if not words:
        return "?"
    number = _NUMBER.search(name)
    if number and len(words) > 1:
        return f"{words[0][0].upper()}{number[0]}"[:3]
    return "".join(word[0].upper() for word in words[:2])


def health_left(meter: Meter) -> int | None:
    """Return how full a ring or bar is, in percent; None where the meter has no maximum.

    Every ring and bar empties with harm, whether the meter counts down (hit points) or up (wounds),
    and is empty for the dead.
    """
    if not meter.most:
        return None
    if meter.is_dead:
        return 0
    filled = max(0, min(100, round(100 * meter.now / meter.most)))
    if 0 < meter.now < meter.most:  # neither full nor empty
        filled = max(1, min(99, filled))
    return filled if meter.full == "good" else 100 - filled


def tone(meter: Meter) -> str:
    """Return the tone of a meter: good above half, mixed above a quarter, else bad."""
    percent = health_left(meter)
    if percent is None:
        percent = 0 if meter.full == "good" else 100
    return "good" if percent > 50 else "mixed" if percent > 25 else "bad"


def describe_meter(meter: Meter) -> str:
    """Describe a meter: `6 of 10 HP`, or its number where it has no maximum: `3 Stress`."""
    return f"{meter.now}{f' of {meter.most}' if meter.most else ''} {meter.label}"
