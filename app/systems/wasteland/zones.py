"""Those in the zone of a blast: how each stands there, and what the blast does to each (W7.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Annotated, Any

from app.core.asks import Pool, Rule, roll
from app.core.errors import BadInput
from app.core.inputs import Group
from app.core.kinds import ListOf, OneOf, Whole
from app.core.readings import highest
from app.systems.wasteland.blows import Aimed
from app.systems.wasteland.hits import HIT_GRADES, Body, Hit
from app.systems.wasteland.readings import Strike
from app.systems.wasteland.strikes import covered, soaks
from app.systems.wasteland.tables.attacks import (
    BODY_PLANS,
    HIT_LOCATION,
    OBJECT,
    located,
    locations,
    row_of,
)
from app.systems.wasteland.weapons import Effects

#: So many can be in the zone.
MOST = 12
#: DR is told for each row of the hit location table.
ROWS = len(HIT_LOCATION.rows)

ZONE = "In the zone"

#: Grades from the highest on, by their place.
RANKS = {grade.id: rank for rank, grade in enumerate(HIT_GRADES)}


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
        for place, target in enumerate(self, 1):
            if target.prone and target.body_plan == OBJECT:
                raise BadInput("prone_targets", f"{place} is an object, which is never prone")
        for place, target in enumerate(self, 1):
            if target.hp > target.max_hp:
                raise BadInput(
                    "target_hp", f"{place} has {target.hp} HP; the maximum is {target.max_hp}"
                )

    def __iter__(self) -> Iterator[Target]:
        """Everybody, in their order."""

        def of(name: str, place: int, plain: Any) -> Any:
            told = getattr(self, name)
            return told[place] if told else plain

        for place in range(self.targets):
            max_hp = of("target_max_hp", place, 10)
            yield Target(
                of("target_bodies", place, "person"),
                self.target_dr[ROWS * place : ROWS * (place + 1)] or (0,) * ROWS,
                of("target_radiation_dr", place, 0),
                of("target_cover", place, 0),
                place + 1 in self.prone_targets,
                max_hp,
                of("target_hp", place, min(10, max_hp)),
                of("target_injuries", place, 0),
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

    known: by place from 1 on, an entry for each list and `prone`. inputs: what the form says; of
    whoever stands between them that stays.
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
    prone = {place for place in inputs.get("prone_targets") or () if place not in known}
    prone |= {place for place, one in known.items() if one["prone"]}
    # W7.4: an object is never prone.
    objects = {place for place, one in known.items() if one.get("target_bodies") == OBJECT}
    told["prone_targets"] = tuple(sorted(prone.intersection(places) - objects))
    return told


#: Nobody special; a frozen value, so one serves as everybody's default.
PLAIN_ZONE = Zone()


@dataclass(frozen=True)
class Blast:
    """What goes off: the combat dice as they lie, and what of the weapon counts for everybody."""

    seen: Strike
    effects: Effects
    damage_type: str
    spill: bool

    @property
    def total(self) -> int:
        return self.seen.total + (self.seen.effects if self.effects.vicious else 0)

    @property
    def lasting(self) -> dict[str, int]:
        """What its Effects do beside the damage, the same for everybody (W7.7)."""
        n = self.seen.effects
        return {
            "persistent_rounds": n if self.effects.persistent else 0,
            "stunned": int(self.effects.stun and n > 0),
        }

    def at(self, target: Target, row: int) -> Aimed:
        """The blast against what protects a target at a row of the hit location table."""
        return Aimed(
            self.effects, target.dr[row], target.cover_dice, target.radiation_dr, self.spill
        )

    def strikes(self, target: Target, who: str) -> Rule[Struck]:
        """What the blast does to one target: own location, cover and DR (W7.14)."""
        location, face, row = OBJECT, 0, 0
        if target.body_plan != OBJECT:
            face = yield from roll(Pool("Hit location", 1, 20, highest, who))
            location, row = located(face, target.body_plan), row_of(face)
        aimed = self.at(target, row)
        blow = aimed.blow(self.seen)
        stopped = yield from covered(blow.left.cover_dice, target.prone, blow.through, who)
        dealt = max(0, blow.through - stopped)
        hit = Hit(target.body(location), dealt, self.damage_type, blow.radiation)
        return Struck(who, hit, aimed, face, stopped)


@dataclass(frozen=True)
class Struck:
    """What a blast came to for one target, whose part is `who`."""

    who: str
    hit: Hit
    aimed: Aimed
    location_roll: int
    cover: int


# --- what the odds know beforehand ---


def ranks(blast: Blast, targets: tuple[Target, ...], again: str) -> dict[int, int]:
    """Ways for the highest grade of all targets, by its rank, after the dice of the blast fell.

    again: which cover dice the prone roll again.
    """
    each = [_ranked(blast, target, again) for target in targets]
    # Ways for everybody to come to this rank at most: from the lowest grade on.
    at_most = [prod(ways) for ways in zip(*each, strict=True)]
    found = {}
    for rank, ways in enumerate(at_most):
        below = at_most[rank + 1] if rank + 1 < len(at_most) else 0
        if ways > below:
            found[rank] = ways - below
    return found


@lru_cache(maxsize=4096)
def _ranked(blast: Blast, target: Target, again: str) -> tuple[int, ...]:
    """Ways for one target to come to each rank or a lower one."""
    ways = [0] * len(HIT_GRADES)
    ranked: dict[tuple[int, int], int] = {}
    for row, faces in enumerate(FACES if target.body_plan != OBJECT else (1,)):
        blow = blast.at(target, row).blow(blast.seen)
        location = (locations(target.body_plan) or (OBJECT,))[row]
        cover = soaks(blow.left.cover_dice, again if target.prone else "none")
        for stopped, more in cover.items():
            dealt = max(0, blow.through - stopped)
            rank = ranked.get((dealt, blow.radiation))
            if rank is None:
                hit = Hit(target.body(location), dealt, blast.damage_type, blow.radiation)
                rank = ranked[dealt, blow.radiation] = RANKS[hit.grade]
            ways[rank] += faces * more
    return tuple(accumulate(reversed(ways)))[::-1]


#: Faces of the d20 for each row of the hit location table.
FACES = tuple(sum(row_of(face) == row for face in range(1, 21)) for row in range(ROWS))
