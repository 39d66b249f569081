"""Combatants, their turns and round, and the board that shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Generic, TypeVar

from app.core.encounters import records
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import Kind, ListOf, Somebody, YesNo
from app.core.sheets import Sheet

Hidden = Annotated[bool, YesNo(help="Hidden from players.")]


@dataclass(frozen=True)
class Round:
    """The encounter's own record; a game adds its fields."""

    #: Counted from 1.
    round: int = 1
    #: Combatants' ids, as arranged by hand.
    order: tuple[str, ...] = ()
    #: The id of the combatant that has the turn.
    current: str | None = None


@dataclass(frozen=True)
class Turn:
    """The encounter's record of one combatant, beside the sheet; a game adds its fields."""

    hidden: Hidden = False


N = TypeVar("N", bound=Round)
T = TypeVar("T", bound=Turn)


@dataclass(frozen=True, eq=False)
class Combatant(Generic[T]):
    """A participant of a scene. own: the sheet belongs to it, not to a character."""

    id: str
    name: str
    sheet: Sheet
    turn: T
    own: bool

    def place(self, badges: Iterable[Badge], group: str = "") -> Place:
        """Return the line of the combatant on the board."""
        return Place(self.id, self.name, tuple(badges), group, self.turn.hidden)


#: (an id) -> the name and the sheet of that character; None if there is none.
Known = Callable[[str], tuple[str, Sheet] | None]


def nobody(id: str) -> None:
    """Return None: the lookup of a campaign without characters."""
    return None


def sheet_name(sheet: Sheet) -> str:
    """Return the name on a sheet."""
    return str(sheet["name"]) if "name" in sheet.form.by_id else ""


def combatant_data(combatant: Combatant[T]) -> Values:
    """Return the JSON data of a combatant."""
    turn = {"turn": records.data(combatant.turn, whole=False)}
    return {**turn, "sheet": dict(combatant.sheet.data)} if combatant.own else turn


def names_somebody(kind: Kind) -> bool:
    """Tell whether an input of a step holds the id of a combatant."""
    return isinstance(kind, Somebody)


def name_several(kind: Kind) -> bool:
    """Tell whether an input of a step holds the ids of several combatants."""
    return isinstance(kind, ListOf) and names_somebody(kind.of)


# --- the board ---


@dataclass(frozen=True)
class Badge:
    """A condition of a combatant, shown beside the name."""

    words: str = ""
    tone: str = "plain"
    #: Shown to players even where they see nothing else of this combatant.
    is_public: bool = False


@dataclass(frozen=True)
class Place:
    """A combatant's line on the board."""

    id: str
    name: str
    badges: tuple[Badge, ...] = ()
    group: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Board:
    """The encounter as all players see it."""

    #: `Round 2`, `Phase 120`
    heading: str
    places: tuple[Place, ...]
    current: str | None
    upcoming: str | None
    #: Shared counters, such as group AP.
    pools: Mapping[str, int | str] = field(default_factory=dict)
    #: Names of pools that are hidden from players.
    secret: tuple[str, ...] = ()
    #: Public announcements, one sentence each.
    announcements: tuple[str, ...] = ()
