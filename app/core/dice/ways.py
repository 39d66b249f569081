"""The ways in which dice yield each number: exact, and fast enough for every key press.

Sums are folded pool by pool; where dice are dropped, faces are visited from the highest down, and
the state is only the number of dice still below and the sum of the kept ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from math import comb

from app.core.dice.faults import FIELD
from app.core.dice.tree import DO, Dice, DiceLine, Node, Number, Product, parts
from app.core.errors import BadInput
from app.core.play.readings import even_sums

#: Number -> the ways to it.
Ways = dict[int, int]

#: Limits: pairs of numbers that are joined, sums of equal dice (for each die), bytes of a long
#: number, and bits that are added up where dice are dropped.
PAIRS = 400_000
SUMS = 1_000_000
BYTES = 250_000
BITS = 1_000_000_000

#: Two sets of numbers with more pairs than this are multiplied as two long numbers.
LONG = 2_000


def too_long() -> BadInput:
    message = "exact odds would take too long with so many dice; roll instead"
    return BadInput(FIELD, message)


def add(one: Ways, other: Ways) -> Ways:
    """Return the ways to the sums of two independent numbers."""
    if len(one) * len(other) > LONG:
        return _added_at_once(one, other)
    sums: Ways = {}
    get = sums.get
    for value, ways in one.items():
        for more, more_ways in other.items():
            sums[value + more] = get(value + more, 0) + ways * more_ways
    return sums


def _added_at_once(one: Ways, other: Ways) -> Ways:
    """Like `add()`, by one multiplication, with ways as the digits of long numbers."""
    total = sum(one.values()) * sum(other.values())
    width = total.bit_length() // 8 + 1
    low, span = min(one) + min(other), max(one) - min(one) + max(other) - min(other) + 1
    if span * width > BYTES:
        raise too_long()
    return _unpacked(_packed(one, width) * _packed(other, width), width * 8, low)


def _packed(ways: Ways, width: int) -> int:
    low = min(ways)
    none = bytes(width)
    digits = [none] * (max(ways) - low + 1)
    for value, count in ways.items():
        digits[value - low] = count.to_bytes(width, "little")
    return int.from_bytes(b"".join(digits), "little")


def times(one: Ways, count: int) -> Ways:
    """Return the ways to the sum of `count` such numbers."""
    low, first = min(one), next(iter(one.values()))
    if len(one) > 1 and max(one) - low == len(one) - 1 and set(one.values()) == {first}:
        if count * count * len(one) > SUMS:
            raise too_long()
        scale = first**count
        return dict(enumerate((ways * scale for ways in even_sums(count, len(one))), low * count))
    bits = sum(one.values()).bit_length() * count
    if len(one) > 1 and (max(one) - low) * count * bits // 8 > BYTES:
        raise too_long()
    total: Ways = {0: 1}
    while count:
        if count & 1:
            total = add(total, one)
        count >>= 1
        if count:
            one = add(one, one)
    return total


def combine(sign: str, one: Ways, other: Ways) -> Ways:
    """Return the ways to the results of an operation on two independent numbers."""
    if sign == "+":
        return add(one, other)
    if sign == "-":
        return add(one, {-value: ways for value, ways in other.items()})
    if len(one) * len(other) > PAIRS:
        raise too_long()
    do = DO[sign]
    results: Ways = {}
    for value, ways in one.items():
        for by, other_ways in other.items():
            after = do(value, by)
            results[after] = results.get(after, 0) + ways * other_ways
    return results


# --- dice ---


def face_ways(dice: Dice, once_more: bool = False) -> dict[int, int]:
    """Return each face with the number of ways to end at it, rerolls included.

    once_more: it was rerolled already; a die that is rerolled once stands as it falls.
    """
    faces = range(1, dice.sides + 1)
    if dice.reroll is None or (once_more and dice.reroll.once):
        return dict.fromkeys(faces, 1)
    again = {face for face in faces if dice.again(face)}
    if not dice.reroll.once:
        return {face: 1 for face in faces if face not in again}
    first, second = dice.sides, len(again)
    return {face: second + (0 if face in again else first) for face in faces}


def of_one(dice: Dice, bursts: int = 0, once_more: bool = False) -> Ways:
    """Return the ways to the values of one die. bursts: its explosions so far."""
    most = dice.explode.most if dice.explode is not None else 0
    throw = face_ways(dice)
    scale = sum(throw.values())
    after: Ways = {}
    total = 1
    for remaining in range(max(most - bursts, 0) + 1):
        last = remaining == max(most - bursts, 0)
        faces = face_ways(dice, once_more) if last else throw
        if len(after) * len(faces) > PAIRS // 4:
            raise too_long()
        results: Ways = {}
        for face, ways in faces.items():
            worth = dice.worth(face)
            if remaining and dice.bursts(face):
                for value, more_ways in after.items():
                    results[worth + value] = results.get(worth + value, 0) + ways * more_ways
            else:
                results[worth] = results.get(worth, 0) + ways * total
        after, total = results, total * scale
    return after


@lru_cache(maxsize=256)
def _of_pool(dice: Dice) -> Ways:
    one = of_one(dice)
    if dice.keep_count < dice.count:
        return of_slice(one, dice.count, dice.drop_highest, dice.count - dice.drop_lowest)
    return times(one, dice.count)


def of_slice(
    one: Mapping[int, int], count: int, first: int, last: int, fixed: Collection[int] = ()
) -> Ways:
    """Return the ways to the sum of the dice from index `first` up to `last`, highest first.

    one: the ways of a die. count: dice to throw. fixed: values of dice that have fallen.
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
    #: Dice still below -> the sums of the kept ones above, as the digits of a long number.
    above = {count: 1}
    below, above_count, total = sum(one.values()), 0, 0
    for value in sorted({*one, *lying}, reverse=True):
        ways, lying_here = one.get(value, 0), lying.get(value, 0)
        below -= ways
        after: dict[int, int] = {}
        for remaining, sums in above.items():
            index = count - remaining + above_count
            for fall in range((remaining if ways else 0) + 1):
                end = index + fall + lying_here
                counted = max(0, min(end, last) - max(index, first))
                term = sums * comb(remaining, fall) * ways**fall << width * (value - low) * counted
                if end >= last:
                    total += term * below ** (remaining - fall)
                else:
                    after[remaining - fall] = after.get(remaining - fall, 0) + term
        above, above_count = after, above_count + lying_here
    return _unpacked(total, width, low * (last - first))


def _end_of(one: Mapping[int, int], count: int, highest: bool) -> Ways:
    """Return the ways to the highest or lowest of `count` dice.

    The ways to all dice within a value, less those to all dice short of it.
    """
    ways, within, short = {}, 0, 0
    for value in sorted(one, reverse=not highest):
        within += one[value]
        ways[value] = within**count - short
        short = within**count
    return ways


def _unpacked(number: int, width: int, low: int) -> Ways:
    """Return the nonzero digits, of `width` bits each, of a long number: from `low` upward."""
    size = width // 8
    span = number.bit_length() // width + 1
    digits = number.to_bytes(span * size, "little")
    entries = ((low + n, digits[n * size : (n + 1) * size]) for n in range(span))
    return {value: ways for value, digit in entries if (ways := int.from_bytes(digit, "little"))}


# --- the line ---


def of_node(node: Node, pools: list[Ways] | None = None) -> Ways:
    """Return the ways of a tree. pools: ways of its first pools, consumed from the list."""
    return _of_node(node, pools) if pools else _of_fresh_node(node)


@lru_cache(maxsize=16)
def _of_fresh_node(node: Node) -> Ways:
    """Cache the ways of a tree before any throw, for odds and for remarks."""
    return _of_node(node, None)


def _of_node(node: Node, pools: list[Ways] | None) -> Ways:
    if isinstance(node, Number):
        return {node.value: 1}
    if isinstance(node, Dice):
        return pools.pop(0) if pools else _of_pool(node)
    total: Ways = {1: 1} if isinstance(node, Product) else {0: 1}
    for sign, part in parts(node):
        total = combine(sign, total, _of_node(part, pools))
    return total


def of_line(line: DiceLine, pools: list[Ways] | None = None) -> dict[tuple[int, int | None], int]:
    """Return the ways to the pairs of both sides' values of one roll.

    pools: ways of its first pools, consumed from the list. The right side is None where there is
    none.
    """
    left = of_node(line.left, pools)
    if line.right is None:
        return {(value, None): ways for value, ways in left.items()}
    right = of_node(line.right, pools)
    if len(left) * len(right) > PAIRS:
        raise too_long()
    return {
        (value, against): ways * other_ways
        for value, ways in left.items()
        for against, other_ways in right.items()
    }


def of_roll(line: DiceLine, pools: list[Ways] | None = None) -> Ways:
    """Return the ways to the share of one roll in the total of several."""
    shares: Ways = {}
    for sides, ways in of_line(line, pools).items():
        value = line.result(*sides)
        shares[value] = shares.get(value, 0) + ways
    return shares


def of_total(line: DiceLine) -> Ways:
    """Return the ways to the total of a whole line, all its rolls added up."""
    return times(of_roll(line), line.repeats) if line.repeats > 1 else of_node(line.left)
