"""Lines of dice made up at random: trees, and the many ways in which people write one."""

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
    """Whole lines, their pools of so many dice at the most."""
    return st.randoms(use_true_random=False).map(lambda dice: made(dice, most_dice, sides))


def made(dice: random.Random, most: int, sides: tuple[int, ...]) -> DiceLine:
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
    what = dice.random()
    if deep and what < 0.3:
        terms = [
            (dice.choice("++-"), _node(dice, max(1, most // 2), sides, deep - 1))
            for _ in range(dice.randint(2, 3))
        ]
        return Sum(tuple(_flat(terms)))
    if deep and what < 0.4:
        by = (dice.choice("*/"), Number(dice.randint(1, 4)))
        return Product((("*", _factor(_node(dice, most, sides, deep - 1))), by))
    if what < 0.5:
        return Number(dice.randint(0, 12))
    if what < 0.53 and most > 1:
        return PLACES["d66"]
    return _pool(dice, most, sides)


def _flat(terms: list[tuple[str, Node]]) -> list[tuple[str, Node]]:
    """A first term without a sign is a sum's; so a sum of one term says its minus."""
    return terms


def _factor(node: Node) -> Node:
    return node.factors[0][1] if isinstance(node, Product) else node


def _pool(dice: random.Random, most: int, sides: tuple[int, ...]) -> Dice:
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
    what = dice.random()
    if what < 0.3 and count > 1:
        dropped = dice.randint(1, count - 1)
        highest = dice.randint(0, dropped)
        pool = replace(pool, drop_highest=highest, drop_lowest=dropped - highest)
    elif what < 0.5:
        pool = replace(pool, counts=_partly(dice, pool))
    return replace(pool, label=dice.choice(("fire", "bonus"))) if dice.random() < 0.1 else pool


def _partly(dice: random.Random, pool: Dice) -> Test:
    """What some faces of a die show, and some do not."""
    while True:
        test = Test(dice.choice(SIGNS), dice.randint(0, pool.shows(pool.sides)))
        met = sum(test.holds(pool.shows(face)) for face in range(1, pool.sides + 1))
        if 0 < met < pool.sides:
            return test


def scrawled(text: str, dice: random.Random) -> str:
    """The same line as somebody else writes it."""
    for plain, others in (
        ("-", "-\u2212\u2013"),
        # After a number alone `x` would ask whether so many rolls are meant.
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
