"""Who plays which part in a procedure, and what their sheets fill into its form.

A part is a role: `self` rolls, `target` is rolled at, and what else a procedure names. An input
whose declaration says `sheet="target:flesh"` takes that field of the target's sheet; what hangs on
other inputs (the skill that goes with this kind of attack) the game's own `feed` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.core.errors import BadInput
from app.core.games import Game
from app.core.kinds import ListOf, Whole, spelled
from app.core.procedures import Procedure
from app.core.sheets import Rollable, Sheet
from app.widgets.forms import field_text, input_text, request, taken

#: What the parts are called on screen, where their id is not the word.
CALLED = {"self": "Who"}


@dataclass(frozen=True)
class Part:
    """A role of a procedure, as it is cast. words: before a name, as in `attacks`, `helper 1`."""

    role: str
    label: str
    words: str = ""


def parts(
    procedure: Procedure,
    typed: Mapping[str, str] | None = None,
    cast: Mapping[str, str] | None = None,
) -> tuple[Part, ...]:
    """The roles whose sheets a procedure reads or changes; `self` always comes first.

    typed: what the form says; of those whom a list is about, only so many play as it has entries,
    and who is only struck by an attack plays no part in anything else.
    cast: who plays which part; of those who are counted, one more may be named.
    """
    roles = ["self"]
    for name, declared in procedure.inputs.items():
        role, colon, _ = declared.kind.sheet.partition(":")
        if colon:
            roles.append(role)
        if isinstance(declared.kind, ListOf) and declared.kind.each:
            entries = declared.kind.written((typed or {}).get(name, ""))
            count = declared.kind.most if typed is None else min(len(entries), declared.kind.most)
            roles += [f"{declared.kind.each}{number}" for number in range(1, count + 1)]
        if isinstance(declared.kind, Whole) and declared.kind.each:
            text = None if typed is None else typed.get(name, "")
            roles += _counted(declared.kind, text, cast or {})
    named = (role for role in procedure.roles if _plays(procedure, role, typed))
    found = dict.fromkeys((*roles, *named))
    return tuple(part(procedure, role) for role in found)


def part(procedure: Procedure, role: str) -> Part:
    """A role as the head of the form says it."""
    label = called(role)
    words = label if role == "self" else label.lower()
    return Part(role, label, (procedure.verb or "against") if role == "target" else words)


def _plays(procedure: Procedure, role: str, typed: Mapping[str, str] | None) -> bool:
    """Does a form that says this need somebody for that part?"""
    if typed is None or role not in procedure.part_if:
        return True
    name, wanted = procedure.part_if[role]
    return typed.get(name, field_text(procedure.inputs[name].default)) == wanted


def may_play(procedure: Procedure, role: str, id: str, who: str) -> bool:
    """May this one play that part while `who` rolls? Nobody is their own target in a fight."""
    return role not in procedure.apart or id != who


def _counted(kind: Whole, text: str | None, cast: Mapping[str, str]) -> list[str]:
    """The roles of those whom a number counts: so many, and one more as long as all are named."""
    every = [f"{kind.each}{number}" for number in range(1, kind.high + 1)]
    if text is None:
        return every
    try:
        count = kind.check("", kind.written(text))
    except BadInput:
        count = kind.low
    count = max(count, named(kind, cast))
    if all(cast.get(role) for role in every[:count]):
        count += 1
    return every[:count]


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
    others = [part.role for part in parts(procedure, {}) if part.role != "self"]
    return others[0] if len(others) == 1 else "target"


def called(role: str) -> str:
    """A part in words: `helper2` -> `Helper 2`."""
    return CALLED.get(role) or spelled(re.sub(r"(?<=[a-z])(?=\d+$)", " ", role))


def in_places(roles: Iterable[str]) -> tuple[str, ...]:
    """Parts in the order of their numbers: target2 before target10."""
    return tuple(sorted(roles, key=lambda role: (role.rstrip("0123456789"), len(role), role)))


def fed(
    game: Game,
    procedure: Procedure,
    sheets: Mapping[str, Sheet],
    typed: Mapping[str, str],
    scene: Mapping[str, Any],
) -> dict[str, str]:
    """What the scene and the sheets of those who are cast put into the fields, as text by name."""
    found: dict[str, str] = {}
    for name, declared in procedure.inputs.items():
        role, colon, field = declared.kind.sheet.partition(":")
        sheet = sheets.get(role if colon else "self")
        id = field if colon else role
        if sheet is not None and id in sheet.form.by_id:
            found[name] = field_text(sheet[id])
    if game.sheet is not None and sheets:
        given = request(procedure, {**typed, **found})
        for name, value in game.sheet.feed(procedure, sheets, taken(procedure, given)).items():
            found[name] = input_text(procedure, name, value)
    inputs = taken(procedure, request(procedure, {**typed, **found}))
    for name, value in game.scene_feed(scene, inputs).items():
        found[name] = field_text(value)
    return {name: text for name, text in found.items() if fits(procedure, name, text)}


def fits(procedure: Procedure, name: str, text: str) -> bool:
    """Is this a value that the form's field takes? A sheet may hold what no form asks for."""
    declared = procedure.inputs.get(name)
    if declared is None:
        return False
    try:
        declared.check(declared.kind.written(text))
    except BadInput:
        return False
    return True


def picks(game: Game, procedure: Procedure, sheet: Sheet) -> tuple[Rollable, ...]:
    """What of this sheet is rolled with this procedure: its skills, its weapons."""
    if game.sheet is None:
        return ()
    return tuple(each for each in game.sheet.rolls(sheet) if each.procedure == procedure.id)
