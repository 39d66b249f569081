"""The printer of a line of dice: in standard notation, and in plain words."""

from __future__ import annotations

from dataclasses import replace

from app.core.dice.tree import (
    BURSTS,
    PLACES,
    Dice,
    DiceLine,
    Node,
    Number,
    Product,
    Sum,
    Test,
    dice_in,
    parts,
)
from app.core.errors import capitalize

_COMPARED = {
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
    "=": "{}",
    "<>": "anything but {}",
}
_AGAINST = {
    ">=": "at least",
    "<=": "at most",
    ">": "more than",
    "<": "less than",
    "=": "exactly",
    "<>": "anything but",
}


def to_notation(node: Node | DiceLine) -> str:
    """Return the standard notation; the reader reads the same tree from it."""
    if isinstance(node, DiceLine):
        return (f"{node.repeats}#" if node.repeats > 1 else "") + _held(node)
    label = f" [{node.label}]" if node.label else ""
    if isinstance(node, Dice):
        return _dice(node) + label
    if isinstance(node, Number):
        return f"{node.value}{label}"
    if name := _name(node):
        return name + label
    text = "".join(_part(node, sign, part, index) for index, (sign, part) in enumerate(parts(node)))
    return f"({text}){label}" if label else text


def _held(line: DiceLine) -> str:
    left = to_notation(line.left)
    if line.right is None:
        return left
    if line.sign == ">=":
        return f"{left} vs {to_notation(line.right)}"
    if _would_count(line, left):
        left = f"({left})"
    return f"{left} {line.sign} {to_notation(line.right)}"


def _would_count(line: DiceLine, left: str) -> bool:
    """Tell whether a comparison right after the left side would change its last dice."""
    last = line.left
    while isinstance(last, (Sum, Product)) and not last.label:
        last = parts(last)[-1][1]
    if not isinstance(last, Dice) or last.label:
        return False
    if left.endswith("!"):
        return True
    if last.counts is not None or last.keep_count < last.count:
        return False
    return last.count > 1 or any(dice.counts is not None for dice in line.dice)


def _name(node: Node) -> str:
    """Return the name of dice that are the places of one number."""
    bare = replace(node, label="")
    return next((name for name, places in PLACES.items() if bare == places), "")


def _part(of: Sum | Product, sign: str, part: Node, index: int) -> str:
    both = isinstance(of, Product) and isinstance(part, Product)
    inner = both or (isinstance(part, Sum) and not _name(part))
    text = f"({to_notation(part)})" if inner and not part.label else to_notation(part)
    if not index:
        return text if sign in "+*" else f"-{text}"
    return f" {sign} {text}"


def _dice(dice: Dice) -> str:
    text = "" if dice.count == 1 else str(dice.count)
    text += "dF" if dice.fate else "d%" if dice.sides == 100 else f"d{dice.sides}"
    # The count comes first: after an explosion it would belong to the explosion.
    if dice.counts is not None:
        text += "cs" if dice.count == 1 or dice.is_constant else ""
        text += _signed(dice.counts)
    if dice.reroll is not None:
        text += f"r{'o' if dice.reroll.once else ''}{_test(dice.reroll.test)}"
    if dice.explode is not None:
        top = dice.explode.test == Test("=", dice.shows(dice.sides))
        text += f"!{'' if top else _signed(dice.explode.test)}"
        text += f"x{dice.explode.most}" if dice.explode.most != BURSTS else ""
    text += f"min{dice.least}" if dice.least is not None else ""
    text += f"max{dice.most}" if dice.most is not None else ""
    if dice.drop_highest and dice.drop_lowest:
        text += f"dh{dice.drop_highest}dl{dice.drop_lowest}"
    elif dice.drop_lowest:
        text += f"kh{dice.keep_count}"
    elif dice.drop_highest:
        text += f"kl{dice.keep_count}"
    return text


def _test(test: Test) -> str:
    return f"{'' if test.sign == '=' else test.sign}{test.number}"


def _signed(test: Test) -> str:
    return f"{test.sign}{test.number}"


# --- in plain words ---


def words(line: DiceLine) -> str:
    """Return the line in plain words, a sentence without its full stop."""
    text = _sum(line.left)
    if line.right is not None:
        text += f"; a success if that is {_AGAINST[line.sign]} {_sum(line.right)}"
    if line.repeats > 1:
        adds = "the sum of them all" if line.right is None else "how many succeed"
        text = f"{line.repeats} rolls, each {text}; the total is {adds}"
    return capitalize(text)


def _sum(node: Node) -> str:
    if isinstance(node, Dice):
        return _pool(node) + _for(node)
    if isinstance(node, Number):
        return f"{node.value}{_for(node)}"
    if name := _name(node):
        return f"{name} ({' and '.join(dice.label for dice in dice_in(node))})" + _for(node)
    phrase = ""
    for index, (sign, part) in enumerate(parts(node)):
        word = _SIGNS[sign] if index or sign == "-" else ""
        text = _sum(part)
        inner = isinstance(part, (Sum, Product)) and isinstance(node, Product) and not _name(part)
        phrase += f"{' ' if index else ''}{word}{f'({text})' if inner else text}"
    return phrase + _for(node)


_SIGNS = {"+": "plus ", "-": "minus ", "*": "times ", "/": "divided (rounded down) by "}


def _for(node: Node) -> str:
    return f" ({node.label})" if node.label else ""


def _pool(dice: Dice) -> str:
    several = dice.count > 1
    bare = f"{dice.count if several else ''}{'dF' if dice.fate else f'd{dice.sides}'}"
    if dice.counts is not None:
        shown = _COMPARED[dice.counts.sign].format(dice.counts.number)
        text = f"how many of {bare} show {shown}" if several else f"whether {bare} shows {shown}"
    else:
        text = _keep_words(dice, bare)
    changes = "; ".join(_changes(dice))
    return f"{text} ({changes})" if changes else text


def _keep_words(dice: Dice, bare: str) -> str:
    if dice.drop_highest and dice.drop_lowest:
        dropped = f"the highest{_many(dice.drop_highest)} and the lowest{_many(dice.drop_lowest)}"
        return f"{bare} without {dropped}"
    if dice.drop_lowest:
        return f"the highest{_many(dice.keep_count)} of {bare}"
    if dice.drop_highest:
        return f"the lowest{_many(dice.keep_count)} of {bare}"
    return f"the sum of {bare}" if dice.count > 1 else bare


def _many(count: int) -> str:
    return f" {count}" if count > 1 else ""


def _changes(dice: Dice) -> list[str]:
    changes = ["each \u22121, 0 or +1"] if dice.fate and dice.counts is None else []
    if dice.reroll is not None:
        how = "once, and then stands" if dice.reroll.once else "until it shows something else"
        changes.append(f"a die that shows {_shows(dice.reroll.test)} is thrown again {how}")
    if dice.explode is not None:
        effect = "counted too" if dice.counts is not None else "added"
        most = dice.explode.most
        changes.append(
            f"a die that shows {_shows(dice.explode.test)} is thrown again and {effect}, "
            f"at most {'once' if most == 1 else f'{most} times'}"
        )
    if dice.least is not None:
        changes.append(f"less than {dice.least} counts as {dice.least}")
    if dice.most is not None:
        changes.append(f"more than {dice.most} counts as {dice.most}")
    return changes


def _shows(test: Test) -> str:
    return _COMPARED[test.sign].format(test.number)
