"""Targets in the zone of a blast, and the state of each (W6.14, W7.14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from app.core.errors import BadInput
from app.core.procedures.inputs import Group, Values
from app.core.procedures.kinds import ListOf, OneOf, Whole
from app.systems.wasteland.rules.hits import Body
from app.systems.wasteland.tables.attacks import (
    BODY_PLANS,
    HIT_LOCATION,
    OBJECT,
)

#: So many can be in the zone.
MOST = 12
#: DR is listed for each row of the hit location table.
ROWS = len(HIT_LOCATION.rows)

ZONE = "In the zone"


@dataclass(frozen=True)
class Target:
    """A target in the zone, before the blast.

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
    """The number of targets in the zone, and lists of their values; empty is the plain case."""

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
        """Raise BadInput for a list of another length, and for impossible values."""
        for name in LISTS:
            wanted, given = entries(name) * self.targets, len(getattr(self, name))
            if given not in (0, wanted):
                raise BadInput(name, f"{name} has {given} entries; give {wanted}, or none")
        if any(number > self.targets for number in self.prone_targets):
            raise BadInput("prone_targets", f"give places from 1 to {self.targets}")
        if len(set(self.prone_targets)) != len(self.prone_targets):
            raise BadInput("prone_targets", "a place is named twice; name each once")
        for number, target in enumerate(self.everybody, 1):
            if target.prone and target.body_plan == OBJECT:
                raise BadInput("prone_targets", f"{number} is an object, which is never prone")
        for number, target in enumerate(self.everybody, 1):
            if target.hp > target.max_hp:
                raise BadInput(
                    "target_hp", f"{number} has {target.hp} HP; the maximum is {target.max_hp}"
                )

    @cached_property
    def everybody(self) -> tuple[Target, ...]:
        """Return all targets, in their order."""
        return tuple(map(self._at, range(self.targets)))

    def _at(self, index: int) -> Target:
        """Return the target at an index, counted from 0."""

        def of(name: str, plain: object) -> Any:
            values = getattr(self, name)
            return values[index] if values else plain

        max_hp = of("target_max_hp", 10)
        return Target(
            of("target_bodies", "person"),
            self.target_dr[ROWS * index : ROWS * (index + 1)] or (0,) * ROWS,
            of("target_radiation_dr", 0),
            of("target_cover", 0),
            index + 1 in self.prone_targets,
            max_hp,
            of("target_hp", min(10, max_hp)),
            of("target_injuries", 0),
        )


#: The lists of the targets, and the value of each target where they are empty.
LISTS: dict[str, tuple[object, ...]] = {
    "target_bodies": ("person",),
    "target_dr": (0,) * ROWS,
    "target_radiation_dr": (0,),
    "target_cover": (0,),
    "target_max_hp": (10,),
    "target_hp": (10,),
    "target_injuries": (0,),
}


def entries(name: str) -> int:
    """Return the number of a list's entries for each target."""
    return len(LISTS[name])


def known_blast_inputs(known: Mapping[int, Values], inputs: Values) -> dict[str, object]:
    """Return the lists of a blast's form, with the known values of some targets.

    known: by target from 1 on, entries for lists, and `prone`. inputs: those of the form; they stay
    where nothing is known.
    """
    if not known:
        return {}
    places = range(1, max(known) + 1)
    values: dict[str, object] = {"targets": max(known)}
    for name, plain in LISTS.items():
        count, stated = entries(name), tuple(inputs.get(name) or ())
        flat: list[object] = []
        for number in places:
            there = stated[count * (number - 1) : count * number]
            stays = there if len(there) == count else plain
            one = known.get(number, {}).get(name)
            flat += stays if one is None else one if count > 1 else [one]
        values[name] = tuple(flat)
    lies = {number: one["prone"] for number, one in known.items() if "prone" in one}
    prone = {number for number in inputs.get("prone_targets") or () if number not in lies}
    prone |= {number for number, down in lies.items() if down}
    # W7.4: an object is never prone.
    objects = {number for number, one in known.items() if one.get("target_bodies") == OBJECT}
    values["prone_targets"] = tuple(sorted(prone.intersection(places) - objects))
    return values


#: A plain target; a frozen value, so one instance serves as every default.
PLAIN_ZONE = Zone()
