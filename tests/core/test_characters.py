"""Both notations read the same characters as blank, minus, multiplication and digit."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable

import pytest

from app.core.dice import grammar as dice
from app.core.errors import BadInput
from app.core.support.characters import BLANKS, MINUS, TIMES
from app.systems.striker.notation import grammar as striker

#: The Unicode categories of blanks, dashes, signs and digits.
SORTS = ("Zs", "Zl", "Zp", "Cc", "Cf", "Pd", "Po", "Sm", "Nd")
CANDIDATES = [
    chr(code)
    for code in range(sys.maxunicode)
    if unicodedata.category(chr(code)) in SORTS and not chr(code).isalpha()
]


def _readable(parse: Callable[[str], object], text: str) -> bool:
    """Return whether the parser accepts a text."""
    try:
        parse(text)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize(
    ("sort", "dice_line", "striker_line"),
    [
        ("blank", "2d6 {0}+{0} 1", "chk(C)=d20 {0}+{0} 1"),
        ("minus", "2d6 {0} (d4)", "chk(C)=d20 {0}M(X)"),
        ("digit", "2d6 + (1{0})", "chk(C)=d20 + 1{0} +1"),
    ],
)
def test_both_notations_read_the_same_characters(
    sort: str, dice_line: str, striker_line: str
) -> None:
    in_dice = {each for each in CANDIDATES if _readable(dice.parse, dice_line.format(each))}
    in_striker = {
        each for each in CANDIDATES if _readable(striker.parse, striker_line.format(each))
    }
    # Either notation may read further signs in their place.
    if sort == "minus":
        in_dice -= {"+", "*", *TIMES}
        in_striker -= {"+"}
        assert in_dice == {"-", *MINUS}
    if sort == "blank":
        assert in_striker - {"+", "-", *MINUS} == set(BLANKS)
    assert in_dice == in_striker


@pytest.mark.parametrize("sign", TIMES)
def test_every_cross_and_dot_multiplies(sign: str) -> None:
    assert dice.parse(f"d6 {sign} 2") == dice.parse("d6 * 2")
