"""How effects land: what the scene counts there, the rest on the sheet and in the encounter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from app.campaign.characters import character, fights, recorded_sheet, same_as_sheet, with_data
from app.campaign.state import Document, Games
from app.campaign.values import exact, plain
from app.core.encounters import Encounter, nowhere, with_combatant
from app.core.errors import BadInput
from app.core.kinds import Number, Whole
from app.core.outcomes import Effect, rounded

#: The place of an effect that is the scene's business rather than a character's.
SCENE = ""


def landed(document: Document, effects: Iterable[Mapping[str, Any]], games: Games) -> Document:
    """The document after these effects, one after another."""
    for each in effects:
        document = _landed_one(document, each["to"], effect_of(each), games)
    return document


def _landed_one(document: Document, to: str, effect: Effect, games: Games) -> Document:
    """What the scene counts is the scene's; the rest lands on the sheet and in the encounter, on
    whichever has it, else on the scene.
    """
    if effect.field in games[document["game"]].scene_counts:
        return _counted(document, effect, games)
    written = on_sheet(document, to, effect, games)
    fought = _in_encounter(written or document, to, effect, games)
    if fought is not None:
        return fought
    if written is not None:
        return same_as_sheet(written, to, games)
    if fights(document, to):
        return document  # somebody without a sheet: what the encounter does not keep is not kept
    name = effect.field if to or effect.who in ("self", "") else f"{effect.who}.{effect.field}"
    scene = document["scene"]
    return {**document, "scene": {**scene, **_after(scene, name, effect)}}


def _counted(document: Document, effect: Effect, games: Games) -> Document:
    """A running encounter keeps what it counts; the scene has it no further than its ends."""
    fought = _in_encounter(document, SCENE, effect, games)
    if fought is not None:
        return fought
    name, scene = effect.field, document["scene"]
    span = games[document["game"]].scene_counts[name]
    after = _after({name: span.start, **scene}, name, effect)[name]
    if isinstance(after, (int, float)) and not isinstance(after, bool):
        after = span.held(after)
    return {**document, "scene": {**scene, name: after}}


def on_sheet(document: Document, to: str, effect: Effect, games: Games) -> Document | None:
    """The document after an effect on a sheet; None if it is no business of the sheet's."""
    form = games[document["game"]].sheet
    if to == SCENE or (fights(document, to) and to not in document["characters"]):
        return None
    kept = character(document, to)
    sheet = recorded_sheet(document, kept, form).landed(effect) if form else None
    return with_data(document, to, plain(sheet.data)) if sheet is not None else None


def _in_encounter(document: Document, to: str, effect: Effect, games: Games) -> Document | None:
    """The document after an effect in the encounter; None if it has no place for it.

    A game that does not say how effects land has them on the values of their names.
    """
    state, encounter = document["encounter"], games[document["game"]].encounter
    if state is None or encounter is None:
        return None
    landed = encounter.land(state, to, effect)
    if landed is None and encounter.land is nowhere:
        if fights(document, to) and effect.field in state["combatants"][to]:
            changed = _after(state["combatants"][to], effect.field, effect)
            landed = with_combatant(state, to, **_within(encounter, changed))
        elif effect.field in state and (to == SCENE or to not in document["characters"]):
            landed = {**state, **_after(state, effect.field, effect)}
    if landed is None:
        return None
    return same_as_sheet({**document, "encounter": plain(landed)}, to, games)


def _within(encounter: Encounter, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers stop at the ends of the range that whoever joins has them in, as on a sheet."""
    inputs = encounter.by_id["add"].inputs if "add" in encounter.by_id else {}
    kinds = {name: inputs[name].kind for name in changed if name in inputs}
    ends = {name: kind for name, kind in kinds.items() if isinstance(kind, Whole | Number)}
    return {
        name: plain(min(max(value, ends[name].low), ends[name].high)) if name in ends else value
        for name, value in changed.items()
    }


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
