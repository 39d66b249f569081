"""Application of effects: each once, to the owner of its field.

A field belongs to its declaration: the sheet's form, the record of a combatant's turn, the
encounter itself, the game's counters. An undeclared one is a value of the scene by its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from app.campaign.state.characters import character, fights, recorded_sheet, with_data
from app.campaign.state.document import Document, EffectRecord
from app.campaign.state.scenes import scene_of, with_scene
from app.campaign.state.state import SCENE, Games
from app.campaign.state.values import exact, plain
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect, round_number, scene_name


def apply_effects(document: Document, effects: Iterable[EffectRecord], games: Games) -> Document:
    """Apply effects to the document, one after another."""
    for record in effects:
        document = apply_effect(document, record["to"], effect_of(record), games)
    return document


def apply_effect(document: Document, to: str, effect: Effect, games: Games) -> Document:
    """Apply one effect to the owner of its field. to: a character, a combatant, or SCENE."""
    game = games[document["game"]]
    if effect.field in game.scene_counts:
        to = SCENE  # regardless of the actor
    scene = scene_of(document, game)
    if scene is not None and scene.owner(to, effect):
        return with_scene(document, scene.apply_effect(to, effect))
    if fights(document, to):
        return document  # no part of the encounter owns it
    if to != SCENE:
        record = character(document, to)
        if game.sheet is not None and game.sheet.takes(effect):
            sheet = recorded_sheet(document, record, game.sheet).apply_effect(effect)
            return with_data(document, to, plain(sheet.data)) if sheet is not None else document
    return _on_scene(document, to, effect, games)


def _on_scene(document: Document, to: str, effect: Effect, games: Games) -> Document:
    scene = counted(games[document["game"]], document["scene"], to, effect)
    return {**document, "scene": scene}


def counted(game: Game, scene: Values, to: str, effect: Effect) -> dict[str, object]:
    """Return the scene after an effect; counters start at their default and stay in range."""
    span = game.scene_counts.get(effect.field)
    if span is None:
        return {**scene, **_after(scene, scene_name(to, effect), effect)}
    name = effect.field
    after = _after({name: span.start, **scene}, name, effect)[name]
    if isinstance(after, (int, float)) and not isinstance(after, bool):
        after = span.clamp(after)
    return {**scene, name: after}


def _after(values: Values, name: str, effect: Effect) -> dict[str, object]:
    """Return a plain value after an effect, by its name."""
    old = values.get(name)
    if effect.op == "set":
        return {name: plain(effect.value)}
    if effect.op == "append":
        return {name: [*(old if isinstance(old, list) else []), plain(effect.value)]}
    if isinstance(effect.value, bool) or not isinstance(effect.value, (int, float, Fraction)):
        raise BadInput(effect.field, f"{effect.field} changes by a number only")
    number = old if isinstance(old, (int, float)) and not isinstance(old, bool) else 0
    return {name: plain(round_number(Fraction(str(number)) + Fraction(str(effect.value)), 6))}


def effect_record(to: str, effect: Effect) -> EffectRecord:
    """Return an effect with its target as facts hold it: numbers to six decimals."""
    return {
        "to": to,
        "who": effect.who,
        "field": effect.field,
        "op": effect.op,
        "value": plain(round_number(effect.value, 6)),
    }


def effect_of(record: EffectRecord) -> Effect:
    """Return the effect that a record describes."""
    return Effect(record["who"], record["field"], record["op"], exact(record["value"]))
