"""Names of the real dice that are typed in.

    names("the red d20, blue")              the names in a line
    names_of(rolls, typed, typed_names)     the names of the typed dice, by size
    faces(rolls, typed, names)              every face with the die it belongs to

One name belongs to all dice of its size that fall together; several, separated by commas, belong to
them in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.play.play import Thrown
from app.widgets.dice.typing import Die

#: The longest name, and the most names in a line.
LONGEST, MOST = 60, 20


def names(text: str) -> tuple[str, ...]:
    """Split a line of names at its commas."""
    parts = (" ".join(part.split())[:LONGEST].strip() for part in text.split(","))
    return tuple(name for name in parts if name)[:MOST]


def names_of(
    rolls: Sequence[Thrown], typed: int, typed_names: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Map each size of typed dice to their names.

    typed: how many faces were typed, from the first. typed_names: the line of names of each size.
    """
    names_by_size: dict[str, tuple[str, ...]] = {}
    for thrown in rolls:
        if typed <= 0:
            break
        typed -= len(thrown.faces)
        dice_names = names(typed_names.get(str(thrown.sides), ""))
        if dice_names and thrown.sides < 1_000:  # file format 1 has no names for larger dice
            names_by_size[str(thrown.sides)] = dice_names
    return names_by_size


@dataclass(frozen=True)
class Face:
    """A face that fell. by_chance: thrown by the page. name: the die's name, possibly empty.

    art: the signs of a Fate die; empty for any other.
    """

    sides: int
    face: int
    by_chance: bool
    name: str = ""
    art: tuple[str, ...] = ()


def faces(
    rolls: Sequence[Thrown], typed: int, called: Mapping[str, Sequence[str]]
) -> Iterator[Face]:
    """Yield every face of a roll, of which the first `typed` were typed in."""
    index = 0
    for thrown in rolls:
        dice_names = called.get(str(thrown.sides), ())
        # A combat die is a d6 with other labels; a Fate die is a die of its own.
        art = thrown.art if Die(thrown.sides, thrown.art).signed else ()
        for position, face in enumerate(thrown.faces):
            by_chance = index >= typed
            name = "" if by_chance else _name(dice_names, position)
            yield Face(thrown.sides, face, by_chance, name, art)
            index += 1


def _name(dice_names: Sequence[str], position: int) -> str:
    """Return the die's name: one name covers all dice, several one die each."""
    if len(dice_names) == 1:
        return dice_names[0]
    return dice_names[position] if position < len(dice_names) else ""
