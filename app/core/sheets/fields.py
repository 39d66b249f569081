"""What a sheet is made of: fields, lists of records, what follows from them, rows to tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from app.core.procedures.kinds import Kind, spelled

if TYPE_CHECKING:
    from app.core.sheets.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Field:
    """One field: its id, kind (range, label, help), and what stands there until it is set.

    default: a value, or a function of the sheet. section: the heading it stands under. when: on
    whose sheets it is seen, where not on all.
    """

    id: str
    kind: Kind
    default: Any = 0
    section: str = ""
    when: Callable[[Sheet], bool] | None = None

    @property
    def label(self) -> str:
        return self.kind.label or spelled(self.id)


@dataclass(frozen=True, eq=False)
class Column:
    """What follows from a record of a list and the sheet that it stands on.

    It is shown beside the record, never edited; None is nothing to show.
    """

    label: str
    of: Callable[[Sheet, Mapping[str, Any]], Any]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A yes/no field of a list's records that is switched during play, by one tap.

    counted: the input that it counts in: forms that have it offer the switch as well.
    """

    field: str
    counted: str = ""


@dataclass(frozen=True, eq=False)
class ListField:
    """A list of records, such as weapons: the fields of a record, and how many there may be.

    derived: what is shown beside each record without being part of it. say: a record in the game's
    own words; left out, it is told field by field.
    """

    id: str
    label: str
    of: tuple[Field, ...]
    section: str = ""
    default: tuple[Mapping[str, Any], ...] = ()
    most: int = 200
    derived: tuple[Column, ...] = ()
    switch: Switch | None = None
    say: Callable[[Mapping[str, Any]], str] | None = None


@dataclass(frozen=True, eq=False)
class Derived:
    """A number or word that follows from the sheet; it is shown, never edited.

    words: how its ids are called, where they do not say it themselves.
    """

    id: str
    label: str
    of: Callable[[Sheet], Any]
    rules: tuple[str, ...] = ()
    section: str = ""
    words: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Track:
    """A row to tap during play: a number field (or derived count) out of so many.

    style: `boxes` are ticked off, `count` is stepped up and down. bounded: does the game itself say
    how many there may be (else `most` is only the end of what is written down)? full: is a full
    one good, as of hit points, or bad, as of wounds?
    """

    id: str
    label: str
    most: Callable[[Sheet], int]
    style: Literal["boxes", "count"] = "count"
    rules: tuple[str, ...] = ()
    bounded: bool = True
    full: Literal["good", "bad"] = "good"


@dataclass(frozen=True)
class Meter:
    """How somebody fares, in one number: hit points, stress, the boxes of wounds.

    id: of the field. most: None where the game sets no end. full: is a full one good or bad?
    settable: the number is the field's own, so it can be changed; else it follows from others.
    """

    id: str
    label: str
    now: int
    most: int | None
    full: Literal["good", "bad"] = "good"
    settable: bool = True

    @property
    def rises(self) -> bool:
        """Does it rise by what happens in a fight, as stress does, and not fall as hit points?"""
        return self.full == "bad"
