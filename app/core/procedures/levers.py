"""Levers: changes that the acting side can make before it rolls, and the cost of a step.

A lever is declared with its input. Inputs that describe the world or the opponent alone, and house
rules, have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.errors import capitalize

#: Directions: the next value, the previous one, both of them, every other choice.
UP, DOWN, EITHER, ANY = "up", "down", "either", "any"


@dataclass(frozen=True)
class Cost:
    """The cost of a step: an amount of a unit, such as 1 `AP`; 0 costs nothing."""

    amount: int = 0
    unit: str = ""

    @property
    def words(self) -> str:
        """Return the cost in words: `3 AP`, `1 luck point`; empty for no cost."""
        if not self.amount:
            return ""
        shown = self.unit if self.amount == 1 or self.unit.isupper() else f"{self.unit}s"
        return f"{self.amount} {shown}"


#: No cost.
NO_COST = Cost()


@dataclass(frozen=True)
class Lever:
    """A change that the acting side can make, its direction, and the cost of a step."""

    #: One more, a later choice, yes (UP); one less, an earlier choice, no (DOWN); both (EITHER);
    #: any other choice (ANY).
    towards: str = UP
    #: The name of a step up; `{old}` and `{new}` are the values in words. Default: the input's
    #: label and the new value.
    words: str = ""
    #: The name of a step down.
    back: str = ""
    #: The unit that a step costs one of, `minor action`; empty: it costs nothing.
    unit: str = ""
    #: The total costs of 0, 1, 2… where not every step costs one: 0, 1, 3, 6.
    in_all: tuple[int, ...] = ()
    #: The sheet field from which the cost is paid.
    held: str = ""
    #: The id of the action of a fight that pays for one step only; no outcome pays for it.
    action: str = ""
    #: A further condition, `if the GM agrees`; shown in place of a price.
    if_so: str = ""
    #: The only values to choose from, in their order.
    among: tuple[object, ...] = ()
    #: For a lever that depends on the other inputs: returns it and the present value, such as the
    #: one that an empty input stands for; None where there is nothing to change.
    by_inputs: Callable[[Mapping[str, object]], tuple[Lever, object] | None] | None = None

    def with_inputs(self, name: str, values: Mapping[str, object]) -> tuple[Lever, object] | None:
        """Return the lever with these inputs, and the present value of its own, called `name`."""
        return (self, values[name]) if self.by_inputs is None else self.by_inputs(values)

    def paid(self, value: Any) -> int:
        """Return the total cost of this value."""
        if self.in_all:
            return self.in_all[int(value)]
        return int(value) if isinstance(value, int) else 0

    def cost(self, old: object, new: object, steps: int = 1) -> Cost:
        """Price the way from one value to the other. steps: their number."""
        if not self.unit:
            return NO_COST
        if self.in_all:
            return Cost(max(0, self.paid(new) - self.paid(old)), self.unit)
        return Cost(max(1, steps), self.unit)

    def name(
        self, old: object, new: object, up: bool, words_of: Mapping[object, str], label: str
    ) -> str:
        """Name this step. words_of: values in words. label: of the input."""
        words = self.words if up or not self.back else self.back
        before, after = (words_of.get(value) or _number(value) for value in (old, new))
        if not words:
            return f"{label}: {after}"
        written = words.format(old=_inside(before), new=_inside(after))
        return capitalize(written)

    @property
    def room(self) -> int:
        """Return the largest number of steps that may help at once, roughly."""
        return 2 if self.towards == ANY and len(self.among) != 1 else 1

    def reach(
        self, value: object, choices: tuple[object, ...]
    ) -> Iterator[tuple[object, bool, int]]:
        """Yield the values in reach: (value, is it upwards, number of steps).

        choices: all, in their order. Where any may be had at once, the number of steps is 0.
        """
        offered = self.among or choices
        if self.towards == ANY:
            yield from ((option, True, 0) for option in offered if option != value)
        elif value in offered:
            index, most = offered.index(value), 1 if self.action else len(offered)
            if self.towards in (UP, EITHER):
                after = offered[index + 1 :][:most]
                yield from ((option, True, far) for far, option in enumerate(after, 1))
            if self.towards in (DOWN, EITHER):
                before = offered[:index][::-1][:most]
                yield from ((option, False, far) for far, option in enumerate(before, 1))


def _number(value: object) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


def _inside(words: str) -> str:
    """Return a choice's words as they stand within a sentence.

    `Medium` -> `medium`, `Reckless (RSR 2)` -> `reckless`; `LCK` stays.
    """
    first, *rest = words.partition(":")[0].partition(" (")[0].split(" ")
    if len(first) > 1 and not first[1:].islower():
        return words
    return " ".join([first.lower(), *rest])
