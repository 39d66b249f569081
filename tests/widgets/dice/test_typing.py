"""Keys to faces: every face of every die can be typed, with about one key per die."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from app.widgets.dice.typing import could_grow, face

DICE = (*range(2, 13), 16, 20, 24, 30, 50, 99, 100)
DIGITS = "0123456789"
TEXTS = ["".join(signs) for length in range(4) for signs in product(DIGITS, repeat=length)]


def completes(text: str, sides: int) -> int | None:
    """Return the face if no further digit could make another of it."""
    return None if could_grow(text, sides) else face(text, sides)


def typed_texts(sides: int) -> Iterator[tuple[str, int | None, bool]]:
    """Yield every text of a die's field, its face, and whether the cursor moves on."""
    waiting = [""]
    while waiting:
        before = waiting.pop()
        for digit in DIGITS:
            text = before + digit
            moved = not could_grow(text, sides)
            yield text, face(text, sides), moved
            if not moved:
                waiting.append(text)


@pytest.mark.parametrize("sides", DICE)
def test_every_face_can_be_typed_and_no_other(sides: int) -> None:
    typed = {found for _, found, _ in typed_texts(sides) if found is not None}
    assert typed == set(range(1, sides + 1))


@pytest.mark.parametrize("sides", DICE)
def test_a_field_never_takes_more_digits_than_the_highest_face_has(sides: int) -> None:
    assert all(len(text) <= len(str(sides)) for text, _, _ in typed_texts(sides))


@pytest.mark.parametrize("sides", DICE)
def test_the_cursor_waits_only_where_another_digit_makes_another_face(sides: int) -> None:
    for text, _, moved in typed_texts(sides):
        longer = [digit for digit in DIGITS if face(text + digit, sides) is not None]
        if sides != 100 and text == "0":
            longer = []  # 07 is no face of a d20, so 0 moves on at once
        assert moved == (not longer), text


@pytest.mark.parametrize("sides", DICE)
def test_completes_is_a_face_that_cannot_grow(sides: int) -> None:
    for text in TEXTS:
        completed = completes(text, sides)
        assert completed is None or 1 <= completed <= sides


@pytest.mark.parametrize("sides", [4, 6, 8, 9])
def test_small_dice_take_one_key_each(sides: int) -> None:
    keys = {completes(digit, sides) for digit in DIGITS}
    assert keys - {None} == set(range(1, sides + 1))


@pytest.mark.parametrize(
    ("text", "sides", "now"),
    [
        ("0", 10, 10),
        ("1", 10, None),
        ("2", 10, 2),
        ("10", 10, 10),
        ("01", 10, None),
        ("00", 100, 100),
        ("07", 100, 7),
        ("7", 100, None),
        ("10", 100, None),
        ("100", 100, 100),
        ("11", 100, 11),
        ("1", 12, None),
        ("12", 12, 12),
        ("2", 12, 2),
        ("1", 20, None),
        ("2", 20, None),
        ("3", 20, 3),
        ("20", 20, 20),
        ("0", 6, None),
        ("9", 6, None),
        ("0", 20, None),
        ("000", 100, None),
        ("", 6, None),
        ("x", 6, None),
        ("٣", 6, None),
        ("²", 6, None),
        ("-1", 6, None),
    ],
)
def test_keys_as_the_hand_expects_them(text: str, sides: int, now: int | None) -> None:
    assert completes(text, sides) == now


def test_enter_takes_a_face_that_could_still_grow() -> None:
    assert (face("1", 20), face("2", 20), face("7", 100), face("1", 12)) == (1, 2, 7, 1)
    assert (face("0", 100), face("100", 100), face("21", 20)) == (None, 100, None)
