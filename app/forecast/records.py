"""A fight as it is written down, read and checked: who fights whom, how, by which house rules.

{"game": id, "house": {name: value}, "rounds": 30,
 "sides": [{"name": "Raiders", "policy": "weakest", "defend": true, "spend": false,
            "combatants": [{"name": "Mara", "sheet": {...}},
                           {"name": "Raider", "quick": {...}, "count": 3},
                           {"name": "Gnash", "id": "gnash"}]}, ...],
 "encounter": {...}, "characters": {id: {...}}, "scene": {...}, "due": [...]}

`sheet` is a sheet's data, `quick` what the game's `add` takes; `id` is somebody of `encounter`, a
running one as it is kept, whose characters' sheets stand in `characters`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.campaign.state.scenes import AnyScene, begun, scene_of
from app.campaign.state.state import EMPTY, Document
from app.campaign.state.values import exact, plain
from app.core.errors import BadInput, listed, shown
from app.core.games import Game
from app.core.procedures.inputs import Input
from app.core.procedures.kinds import OneOf
from app.forecast.policies import ATTACKS, Policy
from app.forecast.stage import Stage

#: So many rounds are played unless the record says another number, and so many at most.
ROUNDS, MOST_ROUNDS = 30, 200

#: Sides, those of a kind, and all who fight: so many at most.
MOST_SIDES, MOST_OF_A_KIND, MOST = 6, 30, 60

#: What a record may say, and a side, and one of those on it.
KEYS = ("game", "house", "sides", "rounds", "encounter", "characters", "scene", "due")
OF_SIDE = ("name", "policy", "defend", "spend", "combatants")
OF_COMBATANT = ("name", "sheet", "quick", "id", "count")


@dataclass(frozen=True)
class Side:
    """A side of the fight. who: the ids of those on it, in their order."""

    name: str
    policy: Policy
    who: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Fight:
    """A fight before its first round. names: of all who fight, by id.

    document: of a campaign in which it is, but for the encounter; start: the scene.
    """

    game: Game
    sides: tuple[Side, ...]
    names: Mapping[str, str]
    document: Document
    start: AnyScene
    rounds: int = ROUNDS
    record: Mapping[str, Any] = field(default_factory=dict)

    def stage(self) -> Stage:
        """Where it begins."""
        return Stage(self.game, self.document, self.start)

    @property
    def side_of(self) -> dict[str, int]:
        """The side that somebody is on, by id."""
        return {id: place for place, side in enumerate(self.sides) for id in side.who}


def read(record: object, games: Mapping[str, Game]) -> Fight:
    """The fight that a record tells; BadInput names the field at fault."""
    told = _mapping(record, "fight", KEYS)
    game = games.get(str(told.get("game")))
    if game is None or game.encounter is None or game.sheet is None:
        raise BadInput("game", f"game is {shown(told.get('game'))}; give {listed(tuple(games))}")
    rounds = _whole(told.get("rounds", ROUNDS), "rounds", MOST_ROUNDS)
    sides = told.get("sides")
    if not isinstance(sides, list) or not 2 <= len(sides) <= MOST_SIDES:
        raise BadInput("sides", f"give a list of 2 to {MOST_SIDES} sides")
    document = _campaign(game, told)
    joins = [list(_side(each, f"sides/{place}")) for place, each in enumerate(sides)]
    if sum(map(len, joins)) > MOST:
        raise BadInput("sides", f"these are too many; at most {MOST} fight")
    document, start, ids = _there(game, document, joins)
    found = tuple(
        Side(_text(each.get("name", f"Side {place + 1}"), f"sides/{place}/name"),
             _policy(each, f"sides/{place}"), tuple(ids[place]))
        for place, each in enumerate(sides)
    )  # fmt: skip
    names = {id: start.combatants[id].name for side in found for id in side.who}
    return Fight(game, found, names, {**document, "encounter": {}}, start, rounds, told)


# --- what it is a fight of ---


def _campaign(game: Game, told: Mapping[str, Any]) -> Document:
    """The document of a campaign in which the fight is."""
    house = dict(_mapping(told.get("house", {}), "house"))
    for name, value in house.items():
        if name not in game.house:
            raise BadInput(f"house/{name}", f"{shown(name)} is no house rule of this game")
        try:
            game.house[name].check(exact(value))
        except BadInput as fault:
            raise BadInput(f"house/{name}", fault.message) from None
    characters = {
        id: _kept(game, _mapping(kept, f"characters/{id}"), f"characters/{id}")
        for id, kept in _mapping(told.get("characters", {}), "characters").items()
    }
    due = told.get("due", [])
    if not isinstance(due, list) or not all(isinstance(each, Mapping) for each in due):
        raise BadInput("due", "due is a list of records")
    return {
        **EMPTY,
        "game": game.id,
        "house": house,
        "characters": characters,
        "order": list(characters),
        "scene": dict(_mapping(told.get("scene", {}), "scene")),
        "encounter": told.get("encounter"),
        "due": [dict(each) for each in due],
    }


def _kept(game: Game, kept: Mapping[str, Any], at: str) -> dict[str, Any]:
    """A character of a campaign: its record (`name`, `kind`, `data`), or the sheet's data alone."""
    if not isinstance(kept.get("data"), Mapping):
        return _character(game, kept, "", "pc", at)
    kind = "npc" if kept.get("kind") == "npc" else "pc"
    return _character(game, kept["data"], str(kept.get("name") or ""), kind, f"{at}/data")


def _character(
    game: Game, data: Mapping[str, Any], name: str, kind: str, at: str
) -> dict[str, Any]:
    assert game.sheet is not None
    try:
        filled = plain(game.sheet.filled(exact(dict(data))).data)
    except BadInput as fault:
        raise BadInput(f"{at}/{fault.field}", fault.message) from None
    called = name or str(filled.get("name") or "Nameless")
    if "name" in game.sheet.by_id:
        filled["name"] = called[:80]
    return {"name": called, "kind": kind, "archived": False, "data": filled}


# --- who fights ---


@dataclass(frozen=True)
class _Join:
    """One who fights, as the record says it. at: where it says so."""

    name: str
    at: str
    id: str = ""
    sheet: Mapping[str, Any] | None = None
    quick: Mapping[str, Any] | None = None


def _side(side: object, at: str) -> Iterator[_Join]:
    told = _mapping(side, at, OF_SIDE)
    people = told.get("combatants")
    if not isinstance(people, list) or not people:
        raise BadInput(f"{at}/combatants", "give a list of those who fight on this side")
    for place, each in enumerate(people):
        where = f"{at}/combatants/{place}"
        yield from _joins(_mapping(each, where, OF_COMBATANT), where)


def _joins(told: Mapping[str, Any], at: str) -> Iterator[_Join]:
    said = [key for key in ("sheet", "quick", "id") if key in told]
    if len(said) != 1:
        raise BadInput(at, "give one of sheet, quick and id for each who fights")
    if "id" in told:
        yield _Join("", f"{at}/id", id=_text(told["id"], f"{at}/id"))
        return
    count = _whole(told.get("count", 1), f"{at}/count", MOST_OF_A_KIND)
    data = _mapping(told[said[0]], f"{at}/{said[0]}")
    name = _text(told.get("name") or data.get("name") or "Somebody", f"{at}/name")
    for number in range(1, count + 1):
        called = name if count == 1 else f"{name} {number}"
        sheet, quick = (data, None) if said[0] == "sheet" else (None, data)
        yield _Join(called, f"{at}/{said[0]}", sheet=sheet, quick=quick)


def _there(
    game: Game, document: Document, joins: list[list[_Join]]
) -> tuple[Document, AnyScene, list[list[str]]]:
    """Everybody in the scene: (the document, the scene, their ids by side)."""
    assert game.encounter is not None
    ids = [[each.id or f"{side}.{place}" for place, each in enumerate(every)]
           for side, every in enumerate(joins)]  # fmt: skip
    characters = dict(document["characters"])
    for side, every in enumerate(joins):
        for place, each in enumerate(every):
            if each.sheet is not None:
                kind = "npc" if side else "pc"
                made = _character(game, each.sheet, each.name, kind, each.at)
                characters[ids[side][place]] = made
    document = {**document, "characters": characters, "order": list(characters)}
    scene = _begun(game, document)
    for side, every in enumerate(joins):
        for place, each in enumerate(every):
            scene = _joined(game, scene, side, ids[side][place], each)
    return document, scene, ids


def _begun(game: Game, document: Document) -> AnyScene:
    assert game.encounter is not None
    if document["encounter"] is None:
        return begun(document, game, game.encounter)
    try:
        scene = scene_of(document, game)
    except BadInput as fault:
        raise BadInput(f"encounter/{fault.field}", fault.message) from None
    assert scene is not None
    return scene


def _joined(game: Game, scene: AnyScene, side: int, id: str, each: _Join) -> AnyScene:
    if each.id:
        if id not in scene.combatants:
            raise BadInput(each.at, f"nobody of the encounter has the id {shown(id)}")
        return scene
    step = scene.encounter.by_id["add"]
    given = {"id": id, "name": each.name, **_stands_with(step.inputs, side)}
    if each.quick is not None:
        given = {**exact(dict(each.quick)), **given}
    try:
        return step.apply(scene, given).scene
    except BadInput as fault:
        raise BadInput(f"{each.at}/{fault.field}", fault.message) from None


def _stands_with(inputs: Mapping[str, Input], side: int) -> dict[str, Any]:
    """What the encounter is told of a side: one of two, or a group of its own."""
    declared = inputs.get("side")
    if declared is not None and isinstance(declared.kind, OneOf):
        choices = list(declared.kind.choices)
        first = choices.index(declared.default) if declared.default in choices else 0
        return {"side": choices[first] if side == 0 else choices[(first + 1) % len(choices)]}
    return {"group": f"Side {side + 1}"} if "group" in inputs else {}


# --- how they fight ---


def _policy(told: Mapping[str, Any], at: str) -> Policy:
    attack = told.get("policy", "nearest")
    if attack not in ATTACKS:
        raise BadInput(f"{at}/policy", f"policy is {shown(attack)}; give {listed(tuple(ATTACKS))}")
    switches = {}
    for name in ("defend", "spend"):
        switches[name] = told.get(name, False)
        if not isinstance(switches[name], bool):
            raise BadInput(f"{at}/{name}", f"{name} is {shown(switches[name])}; give true or false")
    return Policy(attack, **switches)


# --- values ---


def _mapping(value: object, at: str, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(at, f"{at} is {shown(value)}; give a record of names with their values")
    for name in value:
        if known and name not in known:
            raise BadInput(f"{at}/{name}", f"there is no {shown(name)} here; give {listed(known)}")
    return value


def _whole(value: object, at: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput(at, f"{at} is {shown(value)}; give a whole number from 1 to {most}")
    return value


def _text(value: object, at: str) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= 80:
        raise BadInput(at, f"{at} is {shown(value)}; give a name of at most 80 characters")
    return value
