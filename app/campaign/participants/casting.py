"""Who plays which part in a procedure, and what their sheets fill into it, as values.

A part is a role: `self` rolls, `target` is rolled at, and what else a procedure names. An input
whose declaration says `sheet="target:flesh"` takes that field of the target's sheet; what hangs on
other inputs (the skill that goes with this kind of attack) the game's own `feed` tells.

Values are as a request carries them: unchecked, and what says nothing is left out of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import ListOf, Text, Whole
from app.core.procedures.procedure import Procedure
from app.core.sheets import Sheet


def roles(
    procedure: Procedure,
    values: Mapping[str, Any] | None = None,
    cast: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """The roles whose sheets a procedure reads or changes; `self` always comes first.

    values: what the form says; of those whom a list is about, only so many play as it has entries,
    and who is only struck by an attack plays no part in anything else.
    cast: who plays which part; of those who are counted, one more may be named.
    """
    found = ["self"]
    for name, role, kind in _naming(procedure):
        if role:
            found.append(role)
        if isinstance(kind, ListOf):
            entries = kind.most if values is None else len(values.get(name) or ())
            found += [f"{kind.each}{place}" for place in range(1, min(entries, kind.most) + 1)]
        elif isinstance(kind, Whole):
            found += _counted(name, kind, values, cast or {})
    found += [role for role in procedure.roles if _plays(procedure, role, values)]
    return tuple(dict.fromkeys(found))


@cache
def _naming(procedure: Procedure) -> tuple[tuple[str, str, ListOf | Whole | None], ...]:
    """The inputs that name roles: (name, whose sheet feeds it, its kind if it counts people)."""
    found = []
    for name, declared in procedure.inputs.items():
        kind = declared.kind
        role, colon, _ = kind.sheet.partition(":")
        counts = kind if isinstance(kind, ListOf | Whole) and kind.each else None
        if colon or counts is not None:
            found.append((name, role if colon else "", counts))
    return tuple(found)


def _plays(procedure: Procedure, role: str, values: Mapping[str, Any] | None) -> bool:
    """Does a form that says this need somebody for that part?"""
    if values is None or role not in procedure.part_if:
        return True
    name, wanted = procedure.part_if[role]
    value = values.get(name, procedure.inputs[name].default)
    return (str(value).lower() if isinstance(value, bool) else str(value)) == wanted


def may_play(procedure: Procedure, role: str, id: str, who: str) -> bool:
    """May this one play that part while `who` rolls? Nobody is their own target in a fight."""
    return role not in procedure.apart or id != who


def _counted(
    name: str, kind: Whole, values: Mapping[str, Any] | None, cast: Mapping[str, str]
) -> list[str]:
    """The roles of those whom a number counts: so many, and one more as long as all are named."""
    every = [f"{kind.each}{number}" for number in range(1, kind.high + 1)]
    if values is None:
        return every
    try:
        count = kind.check("", values.get(name))
    except BadInput:
        count = kind.low
    count = max(count, named(kind, cast))
    if all(cast.get(role) for role in every[:count]):
        count += 1
    return every[:count]


@cache
def counted(game: Game) -> frozenset[str]:
    """The parts of all that the forms of a game count: target1, target2, and on."""
    return frozenset[str]().union(*(procedure.counted for procedure in game))


def played(procedure: Procedure, cast: Mapping[str, str]) -> dict[str, str]:
    """The cast with the parts that fall to whoever rolls, as long as nobody else is named; without
    those that are never theirs."""
    who = cast.get("self", "")
    own = {role: who for role in procedure.own if who and not cast.get(role)}
    return {
        role: id
        for role, id in {**cast, **own}.items()
        if not id or may_play(procedure, role, id, who)
    }


def named(kind: Whole, cast: Mapping[str, str]) -> int:
    """The last place of those whom a number counts that somebody is cast for; 0 if none is."""
    places = range(kind.high, 0, -1)
    return next((place for place in places if cast.get(f"{kind.each}{place}")), 0)


def aimed_at(procedure: Procedure) -> str:
    """The part of whoever a roll is aimed at: the only other one there is, else the target."""
    others = [role for role in roles(procedure, {}) if role != "self"]
    return others[0] if len(others) == 1 else "target"


# --- values ---


def is_open(declared: Input, value: Any) -> bool:
    """Does this value say nothing, so that a request leaves it out? (An empty text says so.)"""
    if isinstance(value, str):
        said = value.strip() or (isinstance(declared.kind, Text) and not declared.required)
        return not said
    return value is None or value == () or value == []


def over(
    procedure: Procedure, request: Mapping[str, Any], *more: Mapping[str, Any]
) -> dict[str, Any]:
    """A request with more values over it, the last first; what says nothing is left out."""
    inputs, made = procedure.inputs, dict(request)
    for values in more:
        for name, value in values.items():
            declared = inputs.get(name)
            if value is None and declared is not None and isinstance(declared.kind, Text):
                value = ""
            if declared is None or not is_open(declared, value):
                made[name] = value
            else:
                made.pop(name, None)
    return made


def taken(procedure: Procedure, given: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs of a request, each as the rules take it; faulty ones at their default."""
    values = dict(_written(procedure))
    inputs = procedure.inputs
    for name, value in given.items():
        declared = inputs.get(name)
        if declared is None or value is declared.default:
            continue
        try:
            values[name] = declared.check(value)
        except BadInput:
            continue
    return values


@cache
def _written(procedure: Procedure) -> Mapping[str, Any]:
    """The defaults of those inputs that have one."""
    return {name: each.default for name, each in procedure.inputs.items() if not each.required}


def fits(procedure: Procedure, name: str, value: Any) -> bool:
    """Is this a value that the form's field takes? A sheet may hold what no form asks for."""
    declared = procedure.inputs.get(name)
    if declared is None:
        return False
    try:
        declared.check(declared.kind.written("") if value is None else value)
    except BadInput:
        return False
    return True


def fed(
    game: Game,
    procedure: Procedure,
    sheets: Mapping[str, Sheet],
    given: Mapping[str, Any],
    scene: Mapping[str, Any],
) -> dict[str, Any]:
    """What the scene and the sheets of those who are cast put into the inputs, by name.

    given: the request so far.
    """
    found: dict[str, Any] = {}
    for name, role, field in read_off(procedure):
        sheet = sheets.get(role)
        if sheet is not None and field in sheet.form.by_id:
            found[name] = sheet[field]
    if game.sheet is not None and sheets:
        told = taken(procedure, over(procedure, given, found))
        found.update(game.sheet.feed(procedure, sheets, told))
    if game.scene_feeds:
        told = taken(procedure, over(procedure, given, found))
        found.update(game.scene_feed(scene, told))
    return {name: value for name, value in found.items() if fits(procedure, name, value)}


@cache
def read_off(procedure: Procedure) -> tuple[tuple[str, str, str], ...]:
    """The inputs that a field of a sheet fills: (name, whose: the role, the field)."""
    found = []
    for name, declared in procedure.inputs.items():
        role, colon, field = declared.kind.sheet.partition(":")
        if declared.kind.sheet:
            found.append((name, role if colon else "self", field if colon else role))
    return tuple(found)
