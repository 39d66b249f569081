"""What a line of dice says: sums of dice and numbers, each pool with what is done to its dice."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

#: How two numbers compare, by the sign that is written.
COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "<>": operator.ne,
}

#: A die that explodes goes on so often at the most, where nothing else is written.
BURSTS = 10


@dataclass(frozen=True)
class Test:
    """What is asked of a number: `>=5`."""

    sign: str
    number: int

    def holds(self, value: int) -> bool:
        return COMPARE[self.sign](value, self.number)


@dataclass(frozen=True)
class Explode:
    """A throw that shows this is thrown again and added. most: so often for each die."""

    test: Test
    most: int = BURSTS


@dataclass(frozen=True)
class Reroll:
    """A throw that shows this does not count: the die is thrown again, once or until it stands."""

    test: Test
    once: bool = False


@dataclass(frozen=True)
class Dice:
    """Equal dice and what is done to them, in this order: thrown again, exploded, held within
    ends, dropped, counted.

    fate: they show minus, blank and plus. drop_highest, drop_lowest: so many are set aside.
    counts: not the sum, but how many throws show this. label: what they are for.
    at: where they stand in the line, counted from 0.
    """

    count: int
    sides: int
    fate: bool = False
    reroll: Reroll | None = None
    explode: Explode | None = None
    least: int | None = None
    most: int | None = None
    drop_highest: int = 0
    drop_lowest: int = 0
    counts: Test | None = None
    label: str = ""

    @property
    def kept(self) -> int:
        """So many of them are kept."""
        return self.count - self.drop_highest - self.drop_lowest

    @property
    def simple(self) -> bool:
        """Does every die fall once?"""
        return self.reroll is None and self.explode is None

    def shows(self, face: int) -> int:
        """What a face says, faces counted from 1."""
        return face - 2 if self.fate else face

    def again(self, face: int) -> bool:
        """Is a throw with this face not to stand?"""
        return self.reroll is not None and self.reroll.test.holds(self.shows(face))

    def bursts(self, face: int) -> bool:
        """Does this face explode?"""
        return self.explode is not None and self.explode.test.holds(self.shows(face))

    @property
    def is_constant(self) -> bool:
        """Does every face count, or none?"""
        faces = range(1, self.sides + 1)
        return self.counts is not None and len({self.worth(face) for face in faces}) == 1

    def worth(self, face: int) -> int:
        """What a throw that stands adds: its face within its ends, or 1 where it counts."""
        value = self.shows(face)
        if self.least is not None:
            value = max(value, self.least)
        if self.most is not None:
            value = min(value, self.most)
        return value if self.counts is None else int(self.counts.holds(value))


@dataclass(frozen=True)
class Number:
    """A number that is written there."""

    value: int
    label: str = ""


@dataclass(frozen=True)
class Sum:
    """Terms, each with its sign: `+` or `-`."""

    terms: tuple[tuple[str, Node], ...]
    label: str = ""


@dataclass(frozen=True)
class Product:
    """Factors, each with its sign: `*`, or `/` which rounds down; the first has `*`."""

    factors: tuple[tuple[str, Node], ...]
    label: str = ""


Node = Dice | Number | Sum | Product


def _places(*labels: str) -> Sum:
    """Build one number of d6, a die for each of its places."""
    terms: list[tuple[str, Node]] = []
    for place, label in enumerate(reversed(labels)):
        die = Dice(1, 6, label=label)
        terms.append(("+", Product((("*", die), ("*", Number(10**place)))) if place else die))
    return Sum(tuple(reversed(terms)))


#: Dice that are read as the places of one number, by the name of the whole.
PLACES = {"d66": _places("tens", "ones"), "d666": _places("hundreds", "tens", "ones")}

#: What the signs of sums and products do.
DO: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


@dataclass(frozen=True)
class Line:
    """A whole line: what is rolled, and what it is held against, if anything.

    sign: how the two compare for a success. repeats: the line is rolled so often, each by itself.
    """

    left: Node
    right: Node | None = None
    sign: str = ">="
    repeats: int = 1

    @cached_property
    def dice(self) -> tuple[Dice, ...]:
        """All pools of one roll in the order in which they are written and fall."""
        right = dice_in(self.right) if self.right is not None else ()
        return (*dice_in(self.left), *right)

    def made(self, left: int, right: int | None) -> bool | None:
        """Is it a success? None where it is held against nothing."""
        return None if right is None else COMPARE[self.sign](left, right)

    def result(self, left: int, right: int | None) -> int:
        """Return what one of several rolls adds to their total: 1 for a success, or its number."""
        made = self.made(left, right)
        return left if made is None else int(made)


def dice_in(node: Node) -> Iterator[Dice]:
    """The pools within, in the order in which they are written."""
    if isinstance(node, Dice):
        yield node
    elif isinstance(node, (Sum, Product)):
        for _, part in parts(node):
            yield from dice_in(part)


def parts(node: Sum | Product) -> tuple[tuple[str, Node], ...]:
    return node.terms if isinstance(node, Sum) else node.factors


def folded(node: Node, dice: Callable[[Dice], int]) -> int:
    """What it comes to, where each pool comes to what `dice` says; asked in order."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Dice):
        return dice(node)
    value = 0 if isinstance(node, Sum) else 1
    for sign, part in parts(node):
        value = DO[sign](value, folded(part, dice))
    return value
