"""Seats at the table, their roles, and the game master's rules.

A seat belongs to a guest's device for as long as the table knows it. Its view depends on its role
and its characters alone.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from app.campaign.files.shapes import Boolean, Enum, Integer, ListOf, Record, Text
from app.campaign.state.document import ID
from app.core.support.untrusted_json import JsonRecord

Role = Literal["master", "player", "onlooker"]
ROLES: tuple[Role, ...] = ("master", "player", "onlooker")

#: The largest number of seats of a table, including former guests.
MOST_SEATS = 60

NAME = Text(80)


@dataclass(frozen=True)
class Seat:
    """A seat at the table."""

    id: str
    #: The name of the guest, as typed.
    name: str = ""
    role: Role = "onlooker"
    #: Ids of the characters played.
    characters: tuple[str, ...] = ()
    #: True if its actions are refused until the game master lifts that.
    muted: bool = False
    #: Incremented whenever the seat's view of the whole campaign changes.
    view: int = 1
    #: True if its guest has left the table; its device can come back.
    left: bool = False

    def record(self) -> dict[str, object]:
        """Return the public record of the seat."""
        return {**asdict(self), "characters": list(self.characters)}

    @classmethod
    def read(cls, record: JsonRecord) -> Seat:
        """Return the seat of a valid record, inverse of `record`."""
        return cls(**{**record, "characters": tuple(record["characters"])})


SEAT_SHAPE = Record(
    {
        "id": ID,
        "name": NAME,
        "role": Enum(ROLES),
        "characters": ListOf(ID, 50),
        "muted": Boolean(),
        "view": Integer(1),
        "left": Boolean(),
    },
    free=frozenset({"left"}),
)


@dataclass(frozen=True)
class Rules:
    """The game master's settings for this table."""

    #: True if actions of players are proposals to be accepted.
    confirm: bool = False
    #: True if players may spend the group's pools.
    pools: bool = True
    #: True if players see the numbers on one another's sheets.
    numbers: bool = True

    def record(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def read(cls, record: JsonRecord) -> Rules:
        return cls(**record)


RULES_SHAPE = Record({"confirm": Boolean(), "pools": Boolean(), "numbers": Boolean()})
