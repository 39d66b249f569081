"""Those in the zone of a blast: who is there, and how each stands (W6.14, W7.14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Group
from app.core.procedures.kinds import ListOf, OneOf, Whole
from app.systems.wasteland.hits import Body
from app.systems.wasteland.tables.attacks import (
    BODY_PLANS,
    HIT_LOCATION,
    OBJECT,
)

#: So many can be in the zone.
MOST = 12
#: DR is told for each row of the hit location table.
ROWS = len(HIT_LOCATION.rows)

ZONE = "In the zone"


@dataclass(frozen=True)
class Target:
    """Somebody or something in the zone, as it stands before the blast.

    dr: against its damage type, by the rows of the hit location table; an object uses the first.
    """

    body_plan: str
    dr: tuple[int, ...]
    radiation_dr: int
    cover_dice: int
    prone: bool
    max_hp: int
    hp: int
    injuries: int

    def body(self, location: str) -> Body:
        return Body(location, self.hp, self.max_hp, self.injuries)


@dataclass(frozen=True)
class Zone(Group):
    """Who is in the zone: how many, and of each what counts; an empty list is the plain case."""

    targets: Annotated[
        int,
        Whole(
            1,
            MOST,
            front=True,
            each="target",
            label="Targets in the zone",
            help="Everybody and everything there, friends included.",
            part=ZONE,
            rules=("W7.14",),
        ),
    ] = 1
    target_bodies: Annotated[
        tuple[str, ...],
        ListOf(
            OneOf(BODY_PLANS),
            MOST,
            label="Body",
            part=ZONE,
            rules=("W6.13",),
        ),
    ] = ()
    target_dr: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 30),
            ROWS * MOST,
            line=("head", "torso", "arm", "arm", "leg", "leg"),
            label="DR by location",
            help="A line for each, in the order of the hit location table.",
            part=ZONE,
            rules=("W6.9",),
        ),
    ] = ()
    target_radiation_dr: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 30),
            MOST,
            label="Radiation DR",
            part=ZONE,
            rules=("W7.7",),
        ),
    ] = ()
    target_cover: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 6),
            MOST,
            label="Cover dice",
            part=ZONE,
            rules=("W7.9",),
        ),
    ] = ()
    prone_targets: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, MOST),
            MOST,
            label="Who is prone",
            help="Their places, counted from 1.",
            part=ZONE,
            rules=("W10.5",),
        ),
    ] = ()
    target_max_hp: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(1, 200),
            MOST,
            label="Maximum HP",
            part=ZONE,
            rules=("W7.6",),
        ),
    ] = ()
    target_hp: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 200),
            MOST,
            label="HP",
            part=ZONE,
            rules=("W6.8", "W7.4"),
        ),
    ] = ()
    target_injuries: Annotated[
        tuple[int, ...],
        ListOf(
            Whole(0, 20),
            MOST,
            label="Injuries so far",
            part=ZONE,
            rules=("W7.2",),
        ),
    ] = ()

    def fits(self) -> None:
        """BadInput for a list of another length, and for what nobody can be."""
        for name in LISTS:
            wanted, given = entries(name) * self.targets, len(getattr(self, name))
            if given not in (0, wanted):
                raise BadInput(name, f"{name} has {given} entries; give {wanted}, or none")
        if any(place > self.targets for place in self.prone_targets):
            raise BadInput("prone_targets", f"give places from 1 to {self.targets}")
        if len(set(self.prone_targets)) != len(self.prone_targets):
            raise BadInput("prone_targets", "a place is named twice; name each once")
        for place, target in enumerate(self.everybody, 1):
            if target.prone and target.body_plan == OBJECT:
                raise BadInput("prone_targets", f"{place} is an object, which is never prone")
        for place, target in enumerate(self.everybody, 1):
            if target.hp > target.max_hp:
                raise BadInput(
                    "target_hp", f"{place} has {target.hp} HP; the maximum is {target.max_hp}"
                )

    @cached_property
    def everybody(self) -> tuple[Target, ...]:
        """All who are there, in their order."""
        return tuple(map(self._at, range(self.targets)))

    def _at(self, place: int) -> Target:
        """Whoever stands at a place, counted from 0."""

        def of(name: str, plain: Any) -> Any:
            told = getattr(self, name)
            return told[place] if told else plain

        max_hp = of("target_max_hp", 10)
        return Target(
            of("target_bodies", "person"),
            self.target_dr[ROWS * place : ROWS * (place + 1)] or (0,) * ROWS,
            of("target_radiation_dr", 0),
            of("target_cover", 0),
            place + 1 in self.prone_targets,
            max_hp,
            of("target_hp", min(10, max_hp)),
            of("target_injuries", 0),
        )


#: The lists about the targets, and what holds of each target where they are empty.
LISTS: dict[str, tuple[Any, ...]] = {
    "target_bodies": ("person",),
    "target_dr": (0,) * ROWS,
    "target_radiation_dr": (0,),
    "target_cover": (0,),
    "target_max_hp": (10,),
    "target_hp": (10,),
    "target_injuries": (0,),
}


def entries(name: str) -> int:
    """How many entries of a list are about each target."""
    return len(LISTS[name])


def told_of(known: Mapping[int, Mapping[str, Any]], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of a blast's form, with what is known of those at some places.

    known: by place from 1 on, entries for lists, and `prone`. inputs: what the form says; where
    nothing is known, that stays.
    """
    if not known:
        return {}
    places = range(1, max(known) + 1)
    told: dict[str, Any] = {"targets": max(known)}
    for name, plain in LISTS.items():
        count, said = entries(name), tuple(inputs.get(name) or ())
        found: list[Any] = []
        for place in places:
            there = said[count * (place - 1) : count * place]
            stays = there if len(there) == count else plain
            one = known.get(place, {}).get(name)
            found += stays if one is None else one if count > 1 else [one]
        told[name] = tuple(found)
    lies = {place: one["prone"] for place, one in known.items() if "prone" in one}
    prone = {place for place in inputs.get("prone_targets") or () if place not in lies}
    prone |= {place for place, down in lies.items() if down}
    # W7.4: an object is never prone.
    objects = {place for place, one in known.items() if one.get("target_bodies") == OBJECT}
    told["prone_targets"] = tuple(sorted(prone.intersection(places) - objects))
    return told


#: Nobody special; a frozen value, so one serves as everybody's default.
PLAIN_ZONE = Zone()
