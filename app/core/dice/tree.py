"""The syntax tree of a line of dice: sums of dice and numbers, pools with their changes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

#: Comparisons, by their sign.
COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    "<>": operator.ne,
}

#: The most explosions of a die, unless the line sets another limit.
BURSTS = 10


@dataclass(frozen=True)
class Test:
    """A comparison with a number: `>=5`."""

    sign: str
    number: int

    def holds(self, value: int) -> bool:
        return COMPARE[self.sign](value, self.number)


@dataclass(frozen=True)
class Explode:
    """Faces that are thrown again and added. most: the limit per die."""

    test: Test
    most: int = BURSTS


@dataclass(frozen=True)
class Reroll:
    """Faces that do not count: the die is thrown again, once or until it stands."""

    test: Test
    once: bool = False


@dataclass(frozen=True)
class Dice:
    """Equal dice and their changes, in this order: reroll, explode, clamp, drop, count."""

    count: int
    sides: int
    #: The faces are minus, blank and plus.
    fate: bool = False
    reroll: Reroll | None = None
    explode: Explode | None = None
    #: Lower values count as this.
    least: int | None = None
    #: Higher values count as this.
    most: int | None = None
    #: The number of highest dice that are dropped.
    drop_highest: int = 0
    #: The number of lowest dice that are dropped.
    drop_lowest: int = 0
    #: Count throws that pass this test, instead of adding them up.
    counts: Test | None = None
    #: Their purpose.
    label: str = ""

    @property
    def keep_count(self) -> int:
        """Return the number of dice that are kept."""
        return self.count - self.drop_highest - self.drop_lowest

    @property
    def simple(self) -> bool:
        """Tell whether every die is thrown just once."""
        return self.reroll is None and self.explode is None

    def shows(self, face: int) -> int:
        """Return the value of a face, faces counted from 1."""
        return face - 2 if self.fate else face

    def again(self, face: int) -> bool:
        """Tell whether a throw with this face does not count."""
        return self.reroll is not None and self.reroll.test.holds(self.shows(face))

    def bursts(self, face: int) -> bool:
        """Tell whether this face explodes."""
        return self.explode is not None and self.explode.test.holds(self.shows(face))

    @property
    def is_constant(self) -> bool:
        """Tell whether all faces count alike."""
        faces = range(1, self.sides + 1)
        return self.counts is not None and len({self.worth(face) for face in faces}) == 1

    def worth(self, face: int) -> int:
        """Return the value that a standing throw adds: its clamped face, or 1 if it counts."""
        value = self.shows(face)
        if self.least is not None:
            value = max(value, self.least)
        if self.most is not None:
            value = min(value, self.most)
        return value if self.counts is None else int(self.counts.holds(value))


@dataclass(frozen=True)
class Number:
    """A written number."""

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
    for power, label in enumerate(reversed(labels)):
        die = Dice(1, 6, label=label)
        terms.append(("+", Product((("*", die), ("*", Number(10**power)))) if power else die))
    return Sum(tuple(reversed(terms)))


#: Dice that are read as the places of one number, by their name.
PLACES = {"d66": _places("tens", "ones"), "d666": _places("hundreds", "tens", "ones")}

#: Operations of sums and products, by their sign.
DO: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


@dataclass(frozen=True)
class DiceLine:
    """A line: the roll, and the other side of its comparison, if any.

    sign: the comparison for a success. repeats: the number of separate rolls of the line.
    """

    left: Node
    right: Node | None = None
    sign: str = ">="
    repeats: int = 1

    @cached_property
    def dice(self) -> tuple[Dice, ...]:
        """Return all pools of one roll in the order in which they are written and thrown."""
        right = dice_in(self.right) if self.right is not None else ()
        return (*dice_in(self.left), *right)

    def is_success(self, left: int, right: int | None) -> bool | None:
        """Tell whether it is a success; None without a comparison."""
        return None if right is None else COMPARE[self.sign](left, right)

    def result(self, left: int, right: int | None) -> int:
        """Return the share of one roll in the total of several: 1 for a success, or its number."""
        success = self.is_success(left, right)
        return left if success is None else int(success)


def dice_in(node: Node) -> Iterator[Dice]:
    """Yield the pools within, in the order in which they are written."""
    if isinstance(node, Dice):
        yield node
    elif isinstance(node, (Sum, Product)):
        for _, part in parts(node):
            yield from dice_in(part)


def parts(node: Sum | Product) -> tuple[tuple[str, Node], ...]:
    return node.terms if isinstance(node, Sum) else node.factors


def fold(node: Node, dice: Callable[[Dice], int]) -> int:
    """Evaluate a tree. dice: returns the value of a pool, called in order."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Dice):
        return dice(node)
    value = 0 if isinstance(node, Sum) else 1
    for sign, part in parts(node):
        value = DO[sign](value, fold(part, dice))
    return value
