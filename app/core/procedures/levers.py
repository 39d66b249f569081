"""Levers: what the acting side can change at the table before it rolls, and what a step costs.

A lever stands with its input. What describes the world or the opponent alone, and a house rule,
has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: Which value comes next: the one after, the one before, both of them, every other choice.
UP, DOWN, EITHER, ANY = "up", "down", "either", "any"


@dataclass(frozen=True)
class Cost:
    """What a step costs: so many of a unit, such as 1 `AP`; 0 costs nothing."""

    amount: int = 0
    unit: str = ""

    @property
    def words(self) -> str:
        """`3 AP`, `1 luck point`, `2 luck points`; empty for nothing."""
        if not self.amount:
            return ""
        shown = self.unit if self.amount == 1 or self.unit.isupper() else f"{self.unit}s"
        return f"{self.amount} {shown}"


#: What costs nothing; a frozen value, so one serves for all.
NO_COST = Cost()


@dataclass(frozen=True)
class Lever:
    """What the acting side can change, which way, and what the next step costs.

    towards: one more, a later choice, yes (UP); one less, an earlier choice, no (DOWN); both
        (EITHER); any other choice (ANY).
    words, back: what a step up and one down are called; `{old}` and `{new}` are the values in
        words. Left out, it is the input's label and the new value.
    unit: what a step costs one of, `minor action`; empty: it costs nothing.
    in_all: what so many cost in all, where not every step costs one: 0, 1, 3, 6.
    held: the field of the sheet that holds what is paid.
    action: the id of the action of a fight that pays for one step and no more; no outcome does.
    if_so: what must be so besides, `if the GM agrees`; the page says it in the place of a price.
    among: the only values there are to choose from, in their order.
    """

    towards: str = UP
    words: str = ""
    back: str = ""
    unit: str = ""
    in_all: tuple[int, ...] = ()
    held: str = ""
    action: str = ""
    if_so: str = ""
    among: tuple[Any, ...] = ()

    def paid(self, value: Any) -> int:
        """What stands at this value has cost so much in all."""
        if self.in_all:
            return self.in_all[int(value)]
        return int(value) if isinstance(value, int) else 0

    def cost(self, old: Any, new: Any, steps: int = 1) -> Cost:
        """Price the way from one value to the other. steps: so many."""
        if not self.unit:
            return NO_COST
        if self.in_all:
            return Cost(max(0, self.paid(new) - self.paid(old)), self.unit)
        return Cost(max(1, steps), self.unit)

    def name(self, old: Any, new: Any, up: bool, said: Mapping[Any, str], label: str) -> str:
        """What this step is called. said: values in words. label: of the input."""
        words = self.words if up or not self.back else self.back
        before, after = (said.get(each) or _number(each) for each in (old, new))
        if not words:
            return f"{label}: {after}"
        written = words.format(old=_inside(before), new=_inside(after))
        return written[:1].upper() + written[1:]

    @property
    def room(self) -> int:
        """So many steps of it may help at once, more or less."""
        return 2 if self.towards == ANY and len(self.among) != 1 else 1

    def reach(self, value: Any, choices: tuple[Any, ...]) -> Iterator[tuple[Any, bool, int]]:
        """Yield the values that can be had: (value, is it upwards, so many steps away).

        choices: all, in their order. Where any may be had at once, none is any steps away.
        """
        offered = self.among or choices
        if self.towards == ANY:
            yield from ((each, True, 0) for each in offered if each != value)
        elif value in offered:
            place, most = offered.index(value), 1 if self.action else len(offered)
            if self.towards in (UP, EITHER):
                after = offered[place + 1 :][:most]
                yield from ((each, True, far) for far, each in enumerate(after, 1))
            if self.towards in (DOWN, EITHER):
                before = offered[:place][::-1][:most]
                yield from ((each, False, far) for far, each in enumerate(before, 1))


def _number(value: Any) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def _inside(words: str) -> str:
    """Words of a choice inside a sentence: `Medium` -> `medium`, `Reckless (RSR 2)` -> `reckless`;
    `LCK` stays."""
    first, *rest = words.partition(":")[0].partition(" (")[0].split(" ")
    if len(first) > 1 and not first[1:].islower():
        return words
    return " ".join([first.lower(), *rest])
