"""Seats: who sits at the table, in which part, and what the game master allows.

A seat belongs to a person's device for as long as the table knows it. What it sees follows from
its role and its characters, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from app.campaign.facts.base import ID
from app.campaign.files.shapes import Boolean, Enum, Integer, ListOf, Record, Text

Role = Literal["master", "player", "onlooker"]
ROLES: tuple[Role, ...] = ("master", "player", "onlooker")

#: As many sit at one table at most, with all who ever joined it.
MOST_SEATS = 60

NAME = Text(80)


@dataclass(frozen=True)
class Seat:
    """A place at the table.

    name: of the person, as they wrote it. characters: ids of those whom they play.
    muted: what they do is refused until the game master lets them speak again.
    view: goes up whenever the seat comes to see the campaign otherwise, as a whole.
    """

    id: str
    name: str = ""
    role: Role = "onlooker"
    characters: tuple[str, ...] = ()
    muted: bool = False
    view: int = 1

    def record(self) -> dict[str, Any]:
        """The seat as everybody at the table may know it."""
        return {**asdict(self), "characters": list(self.characters)}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Seat:
        """The seat that a sound record tells: the neighbour of `record`."""
        return cls(**{**record, "characters": tuple(record["characters"])})


SEAT_SHAPE = Record(
    {
        "id": ID,
        "name": NAME,
        "role": Enum(ROLES),
        "characters": ListOf(ID, 50),
        "muted": Boolean(),
        "view": Integer(1),
    }
)


@dataclass(frozen=True)
class Rules:
    """What the game master wishes of this table.

    confirm: what players do comes as a proposal, to be accepted. pools: may players spend what the
    group has together? numbers: do players see the numbers of one another's sheets?
    """

    confirm: bool = False
    pools: bool = True
    numbers: bool = True

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Rules:
        return cls(**record)


RULES_SHAPE = Record({"confirm": Boolean(), "pools": Boolean(), "numbers": Boolean()})
