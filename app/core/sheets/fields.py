"""The parts of a sheet: fields, lists of records, derived values, tracks to tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from app.core.procedures.kinds import Kind, spelled

if TYPE_CHECKING:
    from app.core.sheets.sheet import Sheet


@dataclass(frozen=True, eq=False)
class Field:
    """A field: its id, kind (range, label, help) and default.

    default: a value, or a function of the sheet. section: its heading. when: tells on which sheets
    it is shown, if not on all.
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
    """A value derived from a record of a list and its sheet.

    It is shown beside the record, never edited; None shows nothing.
    """

    label: str
    of: Callable[[Sheet, Mapping[str, Any]], Any]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A yes/no field of a list's records that is switched during play, by one tap.

    counted: the input that it affects: forms with that input offer the switch as well.
    """

    field: str
    counted: str = ""


@dataclass(frozen=True, eq=False)
class ListField:
    """A list of records, such as weapons: the fields of a record, and the most records.

    derived: columns shown beside each record without being part of it. say: returns a record in the
    game's own words; by default it is described field by field.
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
    """A number or word derived from the sheet; it is shown, never edited.

    words: labels of its values, where the values are not readable themselves.
    """

    id: str
    label: str
    of: Callable[[Sheet], Any]
    rules: tuple[str, ...] = ()
    section: str = ""
    words: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Track:
    """A row to tap during play: a number field (or derived count) and its maximum.

    style: `boxes` are ticked off, `count` is stepped up and down. bounded: whether `most` is a
    limit of the game, not just of the display. full: whether a full one is good, such as hit
    points, or bad, such as wounds.
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
    """A combatant's condition in one number: hit points, stress, the boxes of wounds."""

    #: The id of the field.
    id: str
    label: str
    now: int
    #: None where the game sets no maximum.
    most: int | None
    #: Whether a full one is good or bad.
    full: Literal["good", "bad"] = "good"
    #: Whether the number is a field's own; else it is derived and cannot be changed.
    settable: bool = True

    @property
    def rises(self) -> bool:
        """Tell whether harm raises it, as stress, rather than lowering it, as hit points."""
        return self.full == "bad"
