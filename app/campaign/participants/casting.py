"""The roles of a procedure.

`self` rolls, `target` is rolled at, and a procedure names any other role.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.kinds import ListOf, Whole
from app.core.procedures.procedure import Procedure


def roles(
    procedure: Procedure,
    values: Values | None = None,
    cast: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Return the roles of the sheets that a procedure reads or changes, `self` first if it acts.

    values: the form's values; a role for each entry of a list, and roles that only an attack has
    are absent otherwise.
    cast: the ids by role; of roles that a number counts, one more may be cast.
    """
    names = ["self"] if procedure.roller in ("self", "target") else []
    for name, role, kind in _naming(procedure):
        if role:
            names.append(role)
        if isinstance(kind, ListOf):
            value = (values or {}).get(name)
            filled = len(value) if isinstance(value, (list, tuple, str)) else 0
            entries = kind.most if values is None else filled
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


def _plays(procedure: Procedure, role: str, values: Values | None) -> bool:
    """Tell whether a form with these values needs that role."""
    if values is None or role not in procedure.part_if:
        return True
    name, wanted = procedure.part_if[role]
    value = values.get(name, procedure.inputs[name].default)
    return (str(value).lower() if isinstance(value, bool) else str(value)) == wanted


def may_play(procedure: Procedure, role: str, id: str, who: str) -> bool:
    """Tell whether an id may play that role for this roller (no one targets themselves)."""
    return role not in procedure.apart or id != who


def _counted(name: str, kind: Whole, values: Values | None, cast: Mapping[str, str]) -> list[str]:
    """Return the roles that a number counts: so many, and one more while all are cast."""
    every = [f"{kind.each}{number}" for number in range(1, kind.high + 1)]
    if values is None:
        return every
    try:
        count = kind.check("", values.get(name))
    except BadInput:
        count = kind.low
    count = max(count, last_number(kind, cast))
    if all(cast.get(role) for role in every[:count]):
        count += 1
    return every[:count]


@cache
def counted_roles(game: Game) -> frozenset[str]:
    """Return the counted roles of all forms of a game: target1, target2, and so on."""
    return frozenset[str]().union(*(procedure.counted for procedure in game))


def complete_cast(procedure: Procedure, cast: Mapping[str, str]) -> dict[str, str]:
    """Return the cast with the roller in roles that default to it, and in none forbidden to it."""
    who = cast.get("self", "")
    own = {role: who for role in procedure.own if who and not cast.get(role)}
    return {
        role: id
        for role, id in {**cast, **own}.items()
        if not id or may_play(procedure, role, id, who)
    }


def last_number(kind: Whole, cast: Mapping[str, str]) -> int:
    """Return the last number of a counted role that is cast; 0 without one."""
    places = range(kind.high, 0, -1)
    return next((number for number in places if cast.get(f"{kind.each}{number}")), 0)


def target_role(procedure: Procedure) -> str:
    """Return the role that a roll is aimed at: its only other role, else the target."""
    others = [role for role in roles(procedure, {}) if role != "self"]
    return others[0] if len(others) == 1 else "target"
