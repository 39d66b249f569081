"""How effects land: each once, where its field lives.

A field belongs to whoever declares it: the sheet's form, the record of a combatant's turn, the
encounter itself, the game's counters. What nobody declares is a value of the scene by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from app.campaign.state.characters import character, fights, recorded_sheet, with_data
from app.campaign.state.scenes import scene_of, with_scene
from app.campaign.state.state import SCENE, Document, Games
from app.campaign.state.values import exact, plain
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.outcomes import Effect, rounded, scene_name


def apply_effects(
    document: Document, effects: Iterable[Mapping[str, Any]], games: Games
) -> Document:
    """The document after these effects, one after another."""
    for each in effects:
        document = apply_effect(document, each["to"], effect_of(each), games)
    return document


def apply_effect(document: Document, to: str, effect: Effect, games: Games) -> Document:
    """On whatever declares its field. to: a character, a combatant, or SCENE."""
    game = games[document["game"]]
    if effect.field in game.scene_counts:
        to = SCENE  # whoever's roll changes it
    scene = scene_of(document, game)
    if scene is not None and scene.owner(to, effect):
        return with_scene(document, scene.apply_effect(to, effect))
    if fights(document, to):
        return document  # it is nobody's, here
    if to != SCENE:
        kept = character(document, to)
        if game.sheet is not None and game.sheet.takes(effect):
            sheet = recorded_sheet(document, kept, game.sheet).apply_effect(effect)
            return with_data(document, to, plain(sheet.data)) if sheet is not None else document
    return _on_scene(document, to, effect, games)


def _on_scene(document: Document, to: str, effect: Effect, games: Games) -> Document:
    scene = counted(games[document["game"]], document["scene"], to, effect)
    return {**document, "scene": scene}


def counted(game: Game, scene: Mapping[str, Any], to: str, effect: Effect) -> dict[str, Any]:
    """What the scene counts changes from where it stands unsaid, and no further than its ends."""
    span = game.scene_counts.get(effect.field)
    if span is None:
        return {**scene, **_after(scene, scene_name(to, effect), effect)}
    name = effect.field
    after = _after({name: span.start, **scene}, name, effect)[name]
    if isinstance(after, (int, float)) and not isinstance(after, bool):
        after = span.held(after)
    return {**scene, name: after}


def _after(values: Mapping[str, Any], name: str, effect: Effect) -> dict[str, Any]:
    """What a plain value becomes by an effect."""
    old = values.get(name)
    if effect.op == "set":
        return {name: plain(effect.value)}
    if effect.op == "append":
        return {name: [*(old if isinstance(old, list) else []), plain(effect.value)]}
    if isinstance(effect.value, bool) or not isinstance(effect.value, (int, float, Fraction)):
        raise BadInput(effect.field, f"{effect.field} changes by a number only")
    number = old if isinstance(old, (int, float)) and not isinstance(old, bool) else 0
    return {name: plain(rounded(Fraction(str(number)) + Fraction(str(effect.value)), 6))}


def effect_record(to: str, effect: Effect) -> dict[str, Any]:
    """An effect with its target as facts hold it: numbers to six places."""
    return {
        "to": to,
        "who": effect.who,
        "field": effect.field,
        "op": effect.op,
        "value": plain(rounded(effect.value, 6)),
    }


def effect_of(record: Mapping[str, Any]) -> Effect:
    """The effect that a record tells."""
    return Effect(record["who"], record["field"], record["op"], exact(record["value"]))
