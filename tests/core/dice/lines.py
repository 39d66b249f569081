"""Random dice lines: their trees, and the many ways to write one."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from hypothesis import strategies as st

from app.core.dice.tree import (
    PLACES,
    Dice,
    DiceLine,
    Explode,
    Node,
    Number,
    Product,
    Reroll,
    Sum,
    Test,
)

SIGNS = (">=", "<=", ">", "<", "=", "<>")


def lines(
    most_dice: int = 4, sides: tuple[int, ...] = (2, 3, 4, 6, 8, 10, 20, 100)
) -> st.SearchStrategy[DiceLine]:
    """Return a strategy for dice lines with at most so many dice per pool."""
    return st.randoms(use_true_random=False).map(lambda dice: random_line(dice, most_dice, sides))


def random_line(dice: random.Random, most: int, sides: tuple[int, ...]) -> DiceLine:
    """Return a random dice line."""
    left = _node(dice, most, sides, 2)
    while not list(DiceLine(left).dice):
        left = _node(dice, most, sides, 2)
    repeats = dice.choice((1,) * 9 + (2, 3))
    if dice.random() < 0.5:
        return DiceLine(left, repeats=repeats)
    right: Node = Number(dice.randint(0, 20))
    if dice.random() < 0.3:
        right = _pool(dice, min(most, 2), sides)
    return DiceLine(left, right, dice.choice(SIGNS), repeats)


def _node(dice: random.Random, most: int, sides: tuple[int, ...], deep: int) -> Node:
    """Return a random part of a line, nested at most so deep."""
    chance = dice.random()
    if deep and chance < 0.3:
        terms = [
            (dice.choice("++-"), _node(dice, max(1, most // 2), sides, deep - 1))
            for _ in range(dice.randint(2, 3))
        ]
        return Sum(tuple(terms))
    if deep and chance < 0.4:
        by = (dice.choice("*/"), Number(dice.randint(1, 4)))
        return Product((("*", _factor(_node(dice, most, sides, deep - 1))), by))
    if chance < 0.5:
        return Number(dice.randint(0, 12))
    if chance < 0.53 and most > 1:
        return PLACES["d66"]
    return _pool(dice, most, sides)


def _factor(node: Node) -> Node:
    """Return the first factor of a product."""
    return node.factors[0][1] if isinstance(node, Product) else node


def _pool(dice: random.Random, most: int, sides: tuple[int, ...]) -> Dice:
    """Return a random pool of dice."""
    count = dice.randint(1, most)
    fate = dice.random() < 0.1
    pool = Dice(count, 3 if fate else dice.choice(sides), fate)
    low, high = pool.shows(1), pool.shows(pool.sides)
    if dice.random() < 0.25:
        test = _partly(dice, pool)
        once = dice.random() < 0.5
        stays = sum(not test.holds(pool.shows(face)) for face in range(1, pool.sides + 1))
        if once or stays * 10 >= pool.sides:
            pool = replace(pool, reroll=Reroll(test, once))
    if dice.random() < 0.25:
        test = Test("=", high) if dice.random() < 0.6 else _partly(dice, pool)
        pool = replace(pool, explode=Explode(test, dice.choice((1, 2, 3, 10))))
    if dice.random() < 0.15:
        pool = replace(pool, least=dice.randint(max(low, 0), high))
    if dice.random() < 0.15:
        pool = replace(pool, most=dice.randint(max(low, 0, pool.least or 0), high))
    chance = dice.random()
    if chance < 0.3 and count > 1:
        dropped = dice.randint(1, count - 1)
        highest = dice.randint(0, dropped)
        pool = replace(pool, drop_highest=highest, drop_lowest=dropped - highest)
    elif chance < 0.5:
        pool = replace(pool, counts=_partly(dice, pool))
    return replace(pool, label=dice.choice(("fire", "bonus"))) if dice.random() < 0.1 else pool


def _partly(dice: random.Random, pool: Dice) -> Test:
    """Return a test that some faces of a die pass and some fail."""
    while True:
        test = Test(dice.choice(SIGNS), dice.randint(0, pool.shows(pool.sides)))
        passing = sum(test.holds(pool.shows(face)) for face in range(1, pool.sides + 1))
        if 0 < passing < pool.sides:
            return test


def rewrite(text: str, dice: random.Random) -> str:
    """Return the line in another notation with the same meaning."""
    for plain, others in (
        ("-", "-\u2212\u2013"),
        # `x` after a bare number is refused, as it may mean repeated rolls.
        (" * ", "*×•·" if "!" in text or re.match(r"[0-9]+ \*", text) else "*×•·x"),
        (" / ", "/÷"),
        ("kh", ("kh", "k")),
        ("<>", ("<>", "≠")),
        ("2d20kh1", ("2d20kh", "d20 adv")),
        ("2d20kl1", ("2d20kl", "1d20dis")),
    ):
        while plain in text and dice.random() < 0.5:
            text = text.replace(plain, dice.choice(others), 1)
            if plain in others:
                break
    return "".join(
        f" {each}"
        if each in "+-()" and dice.random() < 0.3
        else each.upper()
        if dice.random() < 0.1 and "[" not in text
        else each
        for each in text
    )
