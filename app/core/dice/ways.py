"""In how many ways dice come to each number: exact, and quick enough to be asked at every key.

Sums are folded pool by pool; where dice are dropped, faces are gone through from the highest down,
and all that is remembered is how many dice are still below and what the kept ones come to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from math import comb

from app.core.dice.faults import FIELD
from app.core.dice.tree import DO, Dice, Line, Node, Number, Product, parts
from app.core.errors import BadInput
from app.core.play.readings import even_sums

#: Each number with the ways to it.
Ways = dict[int, int]

#: So many pairs of numbers are joined at the most; a long number has so many bytes; and so many
#: bits are added up where dice are dropped.
PAIRS = 400_000
BYTES = 250_000
BITS = 1_000_000_000

#: Two sets of numbers with more pairs than this are multiplied as two long numbers.
LONG = 2_000


def too_long() -> BadInput:
    said = "exact odds would take too long with so many dice; roll instead"
    return BadInput(FIELD, said)


def added(one: Ways, other: Ways) -> Ways:
    """The ways to the sums of two independent numbers."""
    if len(one) * len(other) > LONG:
        return _added_at_once(one, other)
    found: Ways = {}
    get = found.get
    for value, ways in one.items():
        for more, its in other.items():
            found[value + more] = get(value + more, 0) + ways * its
    return found


def _added_at_once(one: Ways, other: Ways) -> Ways:
    """The same as one multiplication: each set of ways written as the digits of a long number."""
    whole = sum(one.values()) * sum(other.values())
    width = whole.bit_length() // 8 + 1
    low, span = min(one) + min(other), max(one) - min(one) + max(other) - min(other) + 1
    if span * width > BYTES:
        raise too_long()
    return _unpacked(_packed(one, width) * _packed(other, width), width * 8, low)


def _packed(ways: Ways, width: int) -> int:
    low = min(ways)
    none = bytes(width)
    digits = [none] * (max(ways) - low + 1)
    for value, its in ways.items():
        digits[value - low] = its.to_bytes(width, "little")
    return int.from_bytes(b"".join(digits), "little")


def times(one: Ways, count: int) -> Ways:
    """The ways to the sum of so many such numbers."""
    low, each = min(one), next(iter(one.values()))
    if len(one) > 1 and max(one) - low == len(one) - 1 and set(one.values()) == {each}:
        scale = each**count
        return dict(enumerate((ways * scale for ways in even_sums(count, len(one))), low * count))
    bits = sum(one.values()).bit_length() * count
    if len(one) > 1 and (max(one) - low) * count * bits // 8 > BYTES:
        raise too_long()
    found: Ways = {0: 1}
    while count:
        if count & 1:
            found = added(found, one)
        count >>= 1
        if count:
            one = added(one, one)
    return found


def joined(sign: str, one: Ways, other: Ways) -> Ways:
    """The ways to what two independent numbers come to by this sign."""
    if sign == "+":
        return added(one, other)
    if sign == "-":
        return added(one, {-value: ways for value, ways in other.items()})
    if len(one) * len(other) > PAIRS:
        raise too_long()
    do = DO[sign]
    found: Ways = {}
    for value, ways in one.items():
        for by, its in other.items():
            after = do(value, by)
            found[after] = found.get(after, 0) + ways * its
    return found


# --- dice ---


def thrown(dice: Dice, once_more: bool = False) -> dict[int, int]:
    """Each face with the ways in which a throw stands at it.

    once_more: it was thrown again already, and stands as it falls.
    """
    faces = range(1, dice.sides + 1)
    if dice.reroll is None or once_more:
        return dict.fromkeys(faces, 1)
    again = {face for face in faces if dice.again(face)}
    if not dice.reroll.once:
        return {face: 1 for face in faces if face not in again}
    first, second = dice.sides, len(again)
    return {face: second + (0 if face in again else first) for face in faces}


def of_one(dice: Dice, bursts: int = 0, once_more: bool = False) -> Ways:
    """What one die comes to. bursts: how often it has exploded already."""
    most = dice.explode.most if dice.explode is not None else 0
    throw = thrown(dice)
    each = sum(throw.values())
    after: Ways = {}
    whole = 1
    for left in range(max(most - bursts, 0) + 1):
        last = left == max(most - bursts, 0)
        faces = thrown(dice, once_more) if last else throw
        if len(after) * len(faces) > PAIRS // 4:
            raise too_long()
        found: Ways = {}
        for face, ways in faces.items():
            worth = dice.worth(face)
            if left and dice.bursts(face):
                for value, its in after.items():
                    found[worth + value] = found.get(worth + value, 0) + ways * its
            else:
                found[worth] = found.get(worth, 0) + ways * whole
        after, whole = found, whole * each
    return after


@lru_cache(maxsize=256)
def _of_pool(dice: Dice) -> Ways:
    one = of_one(dice)
    if dice.kept < dice.count:
        return kept(one, dice.count, dice.drop_highest, dice.count - dice.drop_lowest)
    return times(one, dice.count)


def kept(
    one: Mapping[int, int], count: int, first: int, last: int, fixed: Collection[int] = ()
) -> Ways:
    """The sum of the dice from place `first` up to `last`, the highest standing in place 0.

    one: what a die comes to. count: so many fall. fixed: what others lie at already.
    """
    lying: dict[int, int] = {}
    if not fixed and last - first == 1 and first in (0, count - 1):
        return _end_of(one, count, highest=first == 0)
    for value in fixed:
        lying[value] = lying.get(value, 0) + 1
    low = min([*one, *lying])
    width = ((sum(one.values()) ** count).bit_length() // 8 + 1) * 8
    high = max([*one, *lying]) - low
    if len(one) * count * count * width * high * (last - first) > BITS:
        raise too_long()
    #: Dice still below -> the sums of the kept ones above, written as the digits of a long number.
    above = {count: 1}
    below, there, found = sum(one.values()), 0, 0
    for value in sorted({*one, *lying}, reverse=True):
        ways, here = one.get(value, 0), lying.get(value, 0)
        below -= ways
        after: dict[int, int] = {}
        for left, sums in above.items():
            place = count - left + there
            for fall in range((left if ways else 0) + 1):
                end = place + fall + here
                counted = max(0, min(end, last) - max(place, first))
                term = sums * comb(left, fall) * ways**fall << width * (value - low) * counted
                if end >= last:
                    found += term * below ** (left - fall)
                else:
                    after[left - fall] = after.get(left - fall, 0) + term
        above, there = after, there + here
    return _unpacked(found, width, low * (last - first))


def _end_of(one: Mapping[int, int], count: int, highest: bool) -> Ways:
    """The highest or the lowest of so many dice: all of them up to a number, less all below it."""
    found, upto, before = {}, 0, 0
    for value in sorted(one, reverse=not highest):
        upto += one[value]
        found[value] = upto**count - before
        before = upto**count
    return found


def _unpacked(number: int, width: int, low: int) -> Ways:
    """Each digit of a long number, of so many bits, that is not 0: from `low` upward."""
    size = width // 8
    span = number.bit_length() // width + 1
    digits = number.to_bytes(span * size, "little")
    places = ((low + n, digits[n * size : (n + 1) * size]) for n in range(span))
    return {value: ways for value, each in places if (ways := int.from_bytes(each, "little"))}


# --- the line ---


def of_node(node: Node, pools: list[Ways] | None = None) -> Ways:
    """What it comes to. pools: what is known of its first pools, taken from the list."""
    return _of_node(node, pools) if pools else _whole(node)


@lru_cache(maxsize=16)
def _whole(node: Node) -> Ways:
    """What it comes to before anything has fallen: asked for the odds, and for what is said."""
    return _of_node(node, None)


def _of_node(node: Node, pools: list[Ways] | None) -> Ways:
    if isinstance(node, Number):
        return {node.value: 1}
    if isinstance(node, Dice):
        return pools.pop(0) if pools else _of_pool(node)
    found: Ways = {1: 1} if isinstance(node, Product) else {0: 1}
    for sign, part in parts(node):
        found = joined(sign, found, _of_node(part, pools))
    return found


def of_line(line: Line, pools: list[Ways] | None = None) -> dict[tuple[int, int | None], int]:
    """Return the ways to what both sides of one roll come to, together.

    pools: what is known of its first pools, taken from the list. The right side is None where
    there is none.
    """
    left = of_node(line.left, pools)
    if line.right is None:
        return {(value, None): ways for value, ways in left.items()}
    right = of_node(line.right, pools)
    if len(left) * len(right) > PAIRS:
        raise too_long()
    return {
        (value, against): ways * its
        for value, ways in left.items()
        for against, its in right.items()
    }


def of_roll(line: Line, pools: list[Ways] | None = None) -> Ways:
    """Return the ways to what one of several rolls adds to their total."""
    found: Ways = {}
    for sides, ways in of_line(line, pools).items():
        value = line.result(*sides)
        found[value] = found.get(value, 0) + ways
    return found


def of_total(line: Line) -> Ways:
    """Return the ways to the total of a whole line, all its rolls added up."""
    return times(of_roll(line), line.repeats) if line.repeats > 1 else of_node(line.left)
