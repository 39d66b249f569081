"""The roles of a procedure and the inputs that sheets prefill, as values.

`self` rolls, `target` is rolled at, and a procedure names any other role. An input that declares
`sheet="target:flesh"` takes that field of the target's sheet; inputs that depend on others (the
skill for this kind of attack) come from the game's own `feed`.

Values are as a request carries them: unchecked, without those that are empty.
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
    """Return the roles of the sheets that a procedure reads or changes, `self` first.

    values: the form's values; a role for each entry of a list, and roles that only an attack has
    are absent otherwise.
    cast: the ids by role; of roles that a number counts, one more may be cast.
    """
    names = ["self"]
    for name, role, kind in _naming(procedure):
        if role:
            names.append(role)
        if isinstance(kind, ListOf):
            entries = kind.most if values is None else len(values.get(name) or ())
            names += [f"{kind.each}{number}" for number in range(1, min(entries, kind.most) + 1)]
        elif isinstance(kind, Whole):
            names += _counted(name, kind, values, cast or {})
    names += [role for role in procedure.roles if _plays(procedure, role, values)]
    return tuple(dict.fromkeys(names))


@cache
def _naming(procedure: Procedure) -> tuple[tuple[str, str, ListOf | Whole | None], ...]:
    """Return the inputs that name roles: (name, role that prefills it, kind if it counts roles)."""
    naming = []
    for name, declared in procedure.inputs.items():
        kind = declared.kind
        role, colon, _ = kind.sheet.partition(":")
        counts = kind if isinstance(kind, ListOf | Whole) and kind.each else None
        if colon or counts is not None:
            naming.append((name, role if colon else "", counts))
    return tuple(naming)


def _plays(procedure: Procedure, role: str, values: Mapping[str, Any] | None) -> bool:
    """Tell whether a form with these values needs that role."""
    if values is None or role not in procedure.part_if:
        return True
    name, wanted = procedure.part_if[role]
    value = values.get(name, procedure.inputs[name].default)
    return (str(value).lower() if isinstance(value, bool) else str(value)) == wanted


def may_play(procedure: Procedure, role: str, id: str, who: str) -> bool:
    """Tell whether an id may play that role for this roller (no one targets themselves)."""
    return role not in procedure.apart or id != who


def _counted(
    name: str, kind: Whole, values: Mapping[str, Any] | None, cast: Mapping[str, str]
) -> list[str]:
    """Return the roles that a number counts: so many, and one more while all are cast."""
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
    """Return the counted roles of all forms of a game: target1, target2, and so on."""
    return frozenset[str]().union(*(procedure.counted for procedure in game))


def played(procedure: Procedure, cast: Mapping[str, str]) -> dict[str, str]:
    """Return the cast with the roller in roles that default to it, and in none forbidden to it."""
    who = cast.get("self", "")
    own = {role: who for role in procedure.own if who and not cast.get(role)}
    return {
        role: id
        for role, id in {**cast, **own}.items()
        if not id or may_play(procedure, role, id, who)
    }


def named(kind: Whole, cast: Mapping[str, str]) -> int:
    """Return the last number of a counted role that is cast; 0 without one."""
    places = range(kind.high, 0, -1)
    return next((number for number in places if cast.get(f"{kind.each}{number}")), 0)


def aimed_at(procedure: Procedure) -> str:
    """Return the role that a roll is aimed at: its only other role, else the target."""
    others = [role for role in roles(procedure, {}) if role != "self"]
    return others[0] if len(others) == 1 else "target"


# --- values ---


def is_open(declared: Input, value: Any) -> bool:
    """Tell whether a value is missing, so that a request omits it (an empty text may count)."""
    if isinstance(value, str):
        is_filled = value.strip() or (isinstance(declared.kind, Text) and not declared.required)
        return not is_filled
    return value is None or value == () or value == []


def merge_request(
    procedure: Procedure, request: Mapping[str, Any], *more: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a request with more values on top, the last first; missing values are left out."""
    inputs, merged_values = procedure.inputs, dict(request)
    for values in more:
        for name, value in values.items():
            declared = inputs.get(name)
            if value is None and declared is not None and isinstance(declared.kind, Text):
                value = ""
            if declared is None or not is_open(declared, value):
                merged_values[name] = value
            else:
                merged_values.pop(name, None)
    return merged_values


def taken(procedure: Procedure, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked inputs of a request; invalid ones fall back to their default."""
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
    """Return the defaults of the optional inputs."""
    return {
        name: declared.default
        for name, declared in procedure.inputs.items()
        if not declared.required
    }


def fits(procedure: Procedure, name: str, value: Any) -> bool:
    """Tell whether the input takes this value; sheets may hold values that no form takes."""
    declared = procedure.inputs.get(name)
    if declared is None:
        return False
    try:
        declared.check(declared.kind.written("") if value is None else value)
    except BadInput:
        return False
    return True


def prefill(
    game: Game,
    procedure: Procedure,
    sheets: Mapping[str, Sheet],
    given: Mapping[str, Any],
    scene: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the inputs that the scene and the sheets of the cast prefill, by name.

    given: the request so far.
    """
    prefilled: dict[str, Any] = {}
    for name, role, field in read_off(procedure):
        sheet = sheets.get(role)
        if sheet is not None and field in sheet.form.by_id:
            prefilled[name] = sheet[field]
    if game.sheet is not None and sheets:
        inputs = taken(procedure, merge_request(procedure, given, prefilled))
        prefilled.update(game.sheet.feed(procedure, sheets, inputs))
    if game.scene_feeds:
        inputs = taken(procedure, merge_request(procedure, given, prefilled))
        prefilled.update(game.scene_feed(scene, inputs))
    return {name: value for name, value in prefilled.items() if fits(procedure, name, value)}


@cache
def read_off(procedure: Procedure) -> tuple[tuple[str, str, str], ...]:
    """Return the inputs that a field of a sheet prefills: (name, role, field)."""
    fields = []
    for name, declared in procedure.inputs.items():
        role, colon, field = declared.kind.sheet.partition(":")
        if declared.kind.sheet:
            fields.append((name, role if colon else "self", field if colon else role))
    return tuple(fields)
