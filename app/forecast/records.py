"""The record of a fight, read and checked: the sides, their policies and the house rules.

{"game": id, "house": {name: value}, "rounds": 30,
 "sides": [{"name": "Raiders", "policy": "weakest", "defend": true, "spend": false,
            "combatants": [{"name": "Mara", "sheet": {...}},
                           {"name": "Raider", "quick": {...}, "count": 3},
                           {"name": "Gnash", "id": "gnash"}]}, ...],
 "encounter": {...}, "characters": {id: {...}}, "scene": {...}, "due": [...]}

`sheet` is a sheet's data, `quick` the inputs of the game's `add`; `id` is a combatant of
`encounter`, a stored running one with its characters' sheets in `characters`. `"kind"` of a sheet
is `pc` or `npc`; by default those of the first side are players' characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.campaign.files.shapes import ListOf
from app.campaign.state.characters import LONGEST_NAME
from app.campaign.state.document import DUE_SHAPE, KINDS, CharacterRecord, Document
from app.campaign.state.scenes import begin_scene, scene_of
from app.campaign.state.state import EMPTY
from app.campaign.state.values import exact, exact_values, plain
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput, join_words, short_text
from app.core.games import Game
from app.core.procedures.inputs import Input, Values
from app.core.procedures.kinds import OneOf
from app.forecast.policies import ATTACKS, Policy
from app.forecast.stage import Stage

#: The default number of rounds, and the largest.
ROUNDS, MOST_ROUNDS = 30, 200

#: The largest numbers of sides, of combatants of a kind, and of combatants.
MOST_SIDES, MOST_OF_A_KIND, MOST = 6, 30, 60

#: The keys of a record, of a side, and of a combatant.
KEYS = ("game", "house", "sides", "rounds", "encounter", "characters", "scene", "due")
OF_SIDE = ("name", "policy", "defend", "spend", "combatants")
OF_COMBATANT = ("name", "sheet", "quick", "id", "count", "kind")


@dataclass(frozen=True)
class Side:
    """A side of the fight, with the ids of its combatants in their order."""

    name: str
    policy: Policy
    who: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Fight:
    """A fight before its first round. names: of all combatants, by id.

    document: of its campaign, without the encounter; start: the scene.
    """

    game: Game
    sides: tuple[Side, ...]
    names: Mapping[str, str]
    document: Document
    start: AnyScene
    rounds: int = ROUNDS
    record: Values = field(default_factory=dict)

    def stage(self) -> Stage:
        """Return the stage at its beginning."""
        return Stage(self.game, self.document, self.start)

    @property
    def side_of(self) -> dict[str, int]:
        """Return the index of every combatant's side, by id."""
        return {id: index for index, side in enumerate(self.sides) for id in side.who}


def read(record: object, games: Mapping[str, Game]) -> Fight:
    """Return the fight that a record describes; BadInput names the field at fault."""
    values = _mapping(record, "fight", KEYS)
    game = games.get(str(values.get("game")))
    if game is None or game.encounter is None or game.sheet is None:
        raise BadInput(
            "game", f"game is {short_text(values.get('game'))}; give {join_words(tuple(games))}"
        )
    rounds = _whole(values.get("rounds", ROUNDS), "rounds", MOST_ROUNDS)
    sides = values.get("sides")
    if not isinstance(sides, list) or not 2 <= len(sides) <= MOST_SIDES:
        raise BadInput("sides", f"give a list of 2 to {MOST_SIDES} sides")
    document = _campaign(game, values)
    joins = [list(_side(side_record, f"sides/{index}")) for index, side_record in enumerate(sides)]
    if sum(map(len, joins)) > MOST:
        raise BadInput("sides", f"these are too many; at most {MOST} fight")
    document, start, ids = _there(game, document, joins)
    sides_read = tuple(
        Side(_text(side_record.get("name", f"Side {index + 1}"), f"sides/{index}/name"),
             _policy(side_record, f"sides/{index}"), tuple(ids[index]))
        for index, side_record in enumerate(sides)
    )  # fmt: skip
    names = {id: start.combatants[id].name for side in sides_read for id in side.who}
    return Fight(game, sides_read, names, {**document, "encounter": {}}, start, rounds, values)


# --- the campaign ---


def _campaign(game: Game, values: Mapping[str, Any]) -> Document:
    """Return the document of the campaign in which the fight takes place."""
    house = dict(_mapping(values.get("house", {}), "house"))
    for name, value in house.items():
        if name not in game.house:
            raise BadInput(f"house/{name}", f"{short_text(name)} is no house rule of this game")
        try:
            game.house[name].check(exact(value))
        except BadInput as fault:
            raise BadInput(f"house/{name}", fault.message) from None
    characters = {
        id: _stored_character(game, _mapping(character, f"characters/{id}"), f"characters/{id}")
        for id, character in _mapping(values.get("characters", {}), "characters").items()
    }
    due = values.get("due", [])
    for wrong in ListOf(DUE_SHAPE).faults(due, "due"):
        raise BadInput(wrong.at, str(wrong))
    return {
        **EMPTY,
        "game": game.id,
        "house": house,
        "characters": characters,
        "order": list(characters),
        "scene": dict(_mapping(values.get("scene", {}), "scene")),
        "encounter": values.get("encounter"),
        "due": list(due),
    }


def _stored_character(game: Game, record: Mapping[str, Any], at: str) -> CharacterRecord:
    """Return a character from its record (`name`, `kind`, `data`), or from a sheet's data alone."""
    if not isinstance(record.get("data"), Mapping):
        return _character(game, record, "", "pc", at)
    kind = "npc" if record.get("kind") == "npc" else "pc"
    return _character(game, record["data"], str(record.get("name") or ""), kind, f"{at}/data")


def _character(game: Game, data: Values, name: str, kind: str, at: str) -> CharacterRecord:
    assert game.sheet is not None
    try:
        filled = plain(game.sheet.fill(exact_values(data)).data)
    except BadInput as fault:
        raise BadInput(f"{at}/{fault.field}", fault.message) from None
    called = name or str(filled.get("name") or "Nameless")
    if "name" in game.sheet.by_id:
        filled["name"] = called[:LONGEST_NAME]
    return {"name": called, "kind": kind, "archived": False, "data": filled}


# --- combatants ---


@dataclass(frozen=True)
class _Join:
    """A combatant in the record. at: its path there."""

    name: str
    at: str
    id: str = ""
    sheet: Values | None = None
    quick: Values | None = None
    #: Of a sheet: one of KINDS; empty: by its side.
    kind: str = ""


def _side(side: object, at: str) -> Iterator[_Join]:
    values = _mapping(side, at, OF_SIDE)
    combatants = values.get("combatants")
    if not isinstance(combatants, list) or not combatants:
        raise BadInput(f"{at}/combatants", "give a list of those who fight on this side")
    for index, combatant in enumerate(combatants):
        where = f"{at}/combatants/{index}"
        yield from _joins(_mapping(combatant, where, OF_COMBATANT), where)


def _joins(values: Values, at: str) -> Iterator[_Join]:
    sources = [key for key in ("sheet", "quick", "id") if key in values]
    if len(sources) != 1:
        raise BadInput(at, "give one of sheet, quick and id for each who fights")
    for option, of in (("count", ("sheet", "quick")), ("kind", ("sheet",))):
        if option in values and sources[0] not in of:
            words = f"{option} is for {join_words(of, 'and')} alone; leave it out"
            raise BadInput(f"{at}/{option}", words)
    if "id" in values:
        yield _Join("", f"{at}/id", id=_text(values["id"], f"{at}/id"))
        return
    count = _whole(values.get("count", 1), f"{at}/count", MOST_OF_A_KIND)
    data = _mapping(values[sources[0]], f"{at}/{sources[0]}")
    name = _text(values.get("name") or data.get("name") or "Somebody", f"{at}/name")
    kind = values.get("kind", "")
    if "kind" in values and kind not in KINDS:
        words = f"kind is {short_text(kind)}; give {join_words(KINDS)}"
        raise BadInput(f"{at}/kind", words)
    for number in range(1, count + 1):
        suffix = f" {number}" if count > 1 else ""
        called = name[: LONGEST_NAME - len(suffix)] + suffix
        sheet, quick = (data, None) if sources[0] == "sheet" else (None, data)
        yield _Join(called, f"{at}/{sources[0]}", sheet=sheet, quick=quick, kind=kind)


def _there(
    game: Game, document: Document, joins: list[list[_Join]]
) -> tuple[Document, AnyScene, list[list[str]]]:
    """Put all combatants in the scene; return (the document, the scene, their ids by side)."""
    assert game.encounter is not None
    ids = [[join.id or f"{side}.{index}" for index, join in enumerate(side_joins)]
           for side, side_joins in enumerate(joins)]  # fmt: skip
    characters = dict(document["characters"])
    for side, side_joins in enumerate(joins):
        for index, join in enumerate(side_joins):
            if join.sheet is not None:
                kind = join.kind or ("npc" if side else "pc")
                character = _character(game, join.sheet, join.name, kind, join.at)
                characters[ids[side][index]] = character
    document = {**document, "characters": characters, "order": list(characters)}
    scene = _begun(game, document)
    taken: set[str] = set()
    for side, side_joins in enumerate(joins):
        for index, join in enumerate(side_joins):
            if join.id in taken:
                raise BadInput(join.at, f"{short_text(join.id)} fights already; give each id once")
            taken |= {join.id} - {""}
            scene = _joined(scene, side, ids[side][index], join)
    return document, scene, ids


def _begun(game: Game, document: Document) -> AnyScene:
    assert game.encounter is not None
    if document["encounter"] is None:
        return begin_scene(document, game, game.encounter)
    try:
        scene = scene_of(document, game)
    except BadInput as fault:
        raise BadInput(f"encounter/{fault.field}", fault.message) from None
    assert scene is not None
    return scene


def _joined(scene: AnyScene, side: int, id: str, join: _Join) -> AnyScene:
    if join.id:
        if id not in scene.combatants:
            raise BadInput(join.at, f"nobody of the encounter has the id {short_text(id)}")
        return scene
    step = scene.encounter.by_id["add"]
    given = {"id": id, "name": join.name, **_stands_with(step.inputs, side)}
    if join.quick is not None:
        given = {**exact_values(join.quick), **given}
    try:
        return step.apply(scene, given).scene
    except BadInput as fault:
        raise BadInput(f"{join.at}/{fault.field}", fault.message) from None


def _stands_with(inputs: Mapping[str, Input], side: int) -> dict[str, object]:
    """Return the encounter's inputs for a side: one of two, or a group of its own."""
    declared = inputs.get("side")
    if declared is not None and isinstance(declared.kind, OneOf):
        choices = list(declared.kind.choices)
        first = choices.index(declared.default) if declared.default in choices else 0
        return {"side": choices[first] if side == 0 else choices[(first + 1) % len(choices)]}
    return {"group": f"Side {side + 1}"} if "group" in inputs else {}


# --- how they fight ---


def _policy(values: Values, at: str) -> Policy:
    attack = values.get("policy", "nearest")
    if not isinstance(attack, str) or attack not in ATTACKS:
        raise BadInput(
            f"{at}/policy", f"policy is {short_text(attack)}; give {join_words(tuple(ATTACKS))}"
        )
    switches = {}
    for name in ("defend", "spend"):
        value = values.get(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{at}/{name}", f"{name} is {short_text(value)}; give true or false")
        switches[name] = value
    return Policy(attack, **switches)


# --- values ---


def _mapping(value: object, at: str, known: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(at, f"{at} is {short_text(value)}; give a record of names with their values")
    for name in value:
        if known and name not in known:
            raise BadInput(
                f"{at}/{name}", f"there is no {short_text(name)} here; give {join_words(known)}"
            )
    return value


def _whole(value: object, at: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput(at, f"{at} is {short_text(value)}; give a whole number from 1 to {most}")
    return value


def _text(value: object, at: str) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= LONGEST_NAME:
        words = f"give a name of at most {LONGEST_NAME} characters"
        raise BadInput(at, f"{at} is {short_text(value)}; {words}")
    return value
