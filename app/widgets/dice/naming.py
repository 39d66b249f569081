"""Dice with names: what somebody calls the real dice whose faces are typed in.

    names("the red d20, blue")              what a line of names says
    names_of(rolls, typed, said)            the names of the dice whose faces were typed, by size
    faces(rolls, typed, names)              every face that fell, with the die it fell on

One name is of all the dice of its size that fall together; several, parted by commas, are of them
in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.play.play import Thrown

#: How long a name may be, and how many stand in a line.
LONGEST, MOST = 60, 20


def names(text: str) -> tuple[str, ...]:
    """What a line of names says."""
    each = (" ".join(part.split())[:LONGEST].strip() for part in text.split(","))
    return tuple(name for name in each if name)[:MOST]


def names_of(
    rolls: Sequence[Thrown], typed: int, said: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """By its number of sides, what each size of die is called of which a face was typed.

    typed: so many faces, from the first. said: the line of names of each size.
    """
    found: dict[str, tuple[str, ...]] = {}
    for each in rolls:
        if typed <= 0:
            break
        typed -= len(each.faces)
        called = names(said.get(str(each.sides), ""))
        if called and each.sides < 1_000:  # file format 1 has no names for larger dice
            found[str(each.sides)] = called
    return found


@dataclass(frozen=True)
class Face:
    """A face that fell. by_chance: the page threw it. name: of the die, empty if it has none."""

    sides: int
    face: int
    by_chance: bool
    name: str = ""


def faces(
    rolls: Sequence[Thrown], typed: int, called: Mapping[str, Sequence[str]]
) -> Iterator[Face]:
    """Every face of a roll, the first `typed` of which were typed in."""
    place = 0
    for each in rolls:
        named = called.get(str(each.sides), ())
        for at, face in enumerate(each.faces):
            by_chance = place >= typed
            name = "" if by_chance else _name(named, at)
            yield Face(each.sides, face, by_chance, name)
            place += 1


def _name(named: Sequence[str], at: int) -> str:
    """One name is of all of them; of several each is of one."""
    if len(named) == 1:
        return named[0]
    return named[at] if at < len(named) else ""
