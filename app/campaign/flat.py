"""SCAFFOLDING (see `app.core.flat`): what is kept twice of whoever fights, made the same again.

Deleted with the last flat encounter, and with it every call of these functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.campaign.characters import character, fights, recorded_sheet, with_data
from app.campaign.state import SCENE, Document, Games
from app.campaign.values import plain, same
from app.core.errors import BadInput
from app.core.flat import Encounter, nowhere, with_combatant
from app.core.kinds import Number, Whole
from app.core.outcomes import Effect, rounded


def is_flat(encounter: object) -> bool:
    return isinstance(encounter, Encounter)


def same_as_sheet(document: Document, id: str, games: Games) -> Document:
    """What a combatant took over from the sheet when joining stays what the sheet says."""
    game = games[document["game"]]
    joining = game.encounter.by_id.get("add") if is_flat(game.encounter) else None  # type: ignore[union-attr]
    if joining is None or game.sheet is None or not fights(document, id):
        return document
    if id not in document["characters"]:
        return document
    sheet = recorded_sheet(document, document["characters"][id], game.sheet)
    whose = document["encounter"]["combatants"][id]
    changes = {
        name: plain(rounded(sheet[declared.kind.sheet], 6))
        for name, declared in joining.inputs.items()
        if declared.kind.sheet in sheet.form.by_id and name in whose
    }
    if all(same(whose[name], value) for name, value in changes.items()):
        return document
    return {**document, "encounter": with_combatant(document["encounter"], id, **changes)}


def landed(document: Document, to: str, effect: Effect, games: Games) -> Document | None:
    """On the sheet it names and in the encounter, on whichever has it; None: on the scene."""
    written = _on_sheet(document, to, effect, games)
    fought = _in_encounter(written or document, to, effect, games)
    if fought is not None:
        return fought
    if written is not None:
        return same_as_sheet(written, to, games)
    # Somebody without a sheet: what the encounter does not keep is not kept.
    return document if fights(document, to) else None


def _on_sheet(document: Document, to: str, effect: Effect, games: Games) -> Document | None:
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
    if state is None or not isinstance(encounter, Encounter):
        return None
    after = encounter.land(state, to, effect)
    if after is None and encounter.land is nowhere:
        if fights(document, to) and effect.field in state["combatants"][to]:
            changed = changed_by(state["combatants"][to], effect.field, effect)
            after = with_combatant(state, to, **_within(encounter, changed))
        elif effect.field in state and (to == SCENE or to not in document["characters"]):
            after = {**state, **changed_by(state, effect.field, effect)}
    if after is None:
        return None
    return same_as_sheet({**document, "encounter": plain(after)}, to, games)


def _within(encounter: Encounter, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers stop at the ends of the range that whoever joins has them in, as on a sheet."""
    inputs = encounter.by_id["add"].inputs if "add" in encounter.by_id else {}
    kinds = {name: inputs[name].kind for name in changed if name in inputs}
    ends = {name: kind for name, kind in kinds.items() if isinstance(kind, Whole | Number)}
    return {
        name: plain(min(max(value, ends[name].low), ends[name].high)) if name in ends else value
        for name, value in changed.items()
    }


def changed_by(values: Mapping[str, Any], name: str, effect: Effect) -> dict[str, Any]:
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
