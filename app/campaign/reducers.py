"""Reducers: what each kind of fact does to the state.

A reducer is a function of the document and the fact that returns the new document; the journal
keeps the difference. Only here are the games needed: to check what is written on a sheet and to
land effects as each game says. BadInput names what cannot be done, and then nothing happens.

Here are the reducers of the campaign and of its characters, and at the end the table of all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.campaign import effects, encounters, flat, time
from app.campaign import facts as f
from app.campaign.characters import (
    character,
    recorded_sheet,
    with_character,
    with_data,
    without_character,
)
from app.campaign.facts.base import Fact
from app.campaign.state import Document, Games
from app.campaign.values import exact, plain
from app.core.errors import BadInput, shown
from app.core.outcomes import rounded

Reducer = Callable[[Document, Any, Games], Document]

#: How many of everything a campaign holds at most.
MOST = {"characters": 1_000, "notes": 10_000, "scene": 1_000, "due": 10_000}


def reduced(document: Document, fact: Fact, games: Games) -> Document:
    """The document after this fact; BadInput if it cannot happen here."""
    reducer = REDUCERS.get(type(fact))
    after = reducer(document, fact, games) if reducer else document
    for part, most in MOST.items():
        if len(after[part]) > most:
            raise BadInput(part, f"a campaign holds at most {most} of these")
    return after


# --- the campaign itself ---


def started(document: Document, fact: f.Started, games: Games) -> Document:
    if document["game"]:
        raise BadInput("game", "this campaign has started already")
    if fact.game not in games:
        raise BadInput("game", f"there is no game {fact.game[:40]!r} here")
    return {**document, "game": fact.game, "name": fact.name}


def campaign_renamed(document: Document, fact: f.CampaignRenamed, games: Games) -> Document:
    return {**document, "name": fact.name}


def house_set(document: Document, fact: f.HouseSet, games: Games) -> Document:
    known = games[document["game"]].house
    checked: dict[str, Any] = {}
    for name, value in fact.rules.items():
        if value is None:
            checked[name] = None
        elif name in known:
            checked[name] = plain(rounded(known[name].check(exact(value)), 6))
        else:
            raise BadInput(name, f"{name[:40]!r} is no house rule of this game")
    return {**document, "house": _merged(document["house"], checked)}


def scene_set(document: Document, fact: f.SceneSet, games: Games) -> Document:
    for counter in games[document["game"]].counters:
        value = fact.values.get(counter.id)
        if isinstance(value, bool) or not isinstance(value, int | None):
            raise BadInput(counter.id, f"{counter.id} is {shown(value)}; give a whole number")
    return {**document, "scene": _merged(document["scene"], fact.values)}


def note_written(document: Document, fact: f.NoteWritten, games: Games) -> Document:
    if fact.about:
        character(document, fact.about)
    note = {"text": fact.text, "about": fact.about} if fact.text else None
    return {**document, "notes": _merged(document["notes"], {fact.note: note})}


def _merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The old values with the new ones; null takes a name away."""
    return {key: value for key, value in {**old, **new}.items() if value is not None}


# --- characters ---


def character_added(document: Document, fact: f.CharacterAdded, games: Games) -> Document:
    form = games[document["game"]].sheet
    made = {"name": fact.name, "kind": fact.of_kind, "archived": False, "data": dict(fact.data)}
    if form:
        blank = recorded_sheet(document, {**made, "data": {}}, form)
        made["data"] = plain(blank.with_fields(exact(fact.data)).data)
    return _placed(document, fact.character, made, fact.after)


def character_duplicated(document: Document, fact: f.CharacterDuplicated, games: Games) -> Document:
    original = character(document, fact.character)
    copy = _named(document, {**original, "archived": False}, fact.name, games)
    return _placed(document, fact.copy, copy, fact.character)


def _placed(document: Document, id: str, character: dict[str, Any], after: str) -> Document:
    if id in document["characters"]:
        raise BadInput("character", f"there is a character {id} already")
    order = list(document["order"])
    order.insert(order.index(after) + 1 if after in order else len(order), id)
    return {
        **document,
        "order": order,
        "characters": {**document["characters"], id: character},
    }


def character_removed(document: Document, fact: f.CharacterRemoved, games: Games) -> Document:
    return without_character(document, fact.character)


def character_archived(document: Document, fact: f.CharacterArchived, games: Games) -> Document:
    kept = character(document, fact.character)
    return with_character(document, fact.character, {**kept, "archived": True})


def character_restored(document: Document, fact: f.CharacterRestored, games: Games) -> Document:
    kept = character(document, fact.character)
    return with_character(document, fact.character, {**kept, "archived": False})


def character_renamed(document: Document, fact: f.CharacterRenamed, games: Games) -> Document:
    kept = {**character(document, fact.character), "kind": fact.of_kind}
    named = with_character(document, fact.character, _named(document, kept, fact.name, games))
    return flat.same_as_sheet(named, fact.character, games)


def characters_reordered(document: Document, fact: f.CharactersReordered, games: Games) -> Document:
    if sorted(fact.order) != sorted(document["order"]):
        raise BadInput("order", "the new order does not name every character once")
    return {**document, "order": list(fact.order)}


def edited(document: Document, fact: f.Edited, games: Games) -> Document:
    kept = character(document, fact.character)
    form = games[document["game"]].sheet
    data = {key: value for key, value in kept["data"].items() if key not in fact.cleared}
    if form:
        before = recorded_sheet(document, kept, form)
        changed = recorded_sheet(document, {**kept, "data": data}, form)
        data = plain(form.brings(before, changed.with_fields(exact(fact.changes))).data)
    else:
        data = {**data, **fact.changes}
    return flat.same_as_sheet(with_data(document, fact.character, data), fact.character, games)


def _named(
    document: Document, character: dict[str, Any], name: str, games: Games
) -> dict[str, Any]:
    """The character under another name, on its sheet too if the sheet has a place for it."""
    form, data = games[document["game"]].sheet, character["data"]
    if form is not None and "name" in form.by_id:
        data = plain(recorded_sheet(document, character, form).with_fields({"name": name}).data)
    return {**character, "name": name, "data": data}


#: What every kind of fact does; the other kinds change nothing by themselves.
REDUCERS: Mapping[type[Fact], Reducer] = {
    f.Started: started,
    f.CampaignRenamed: campaign_renamed,
    f.HouseSet: house_set,
    f.SceneSet: scene_set,
    f.NoteWritten: note_written,
    f.CharacterAdded: character_added,
    f.CharacterDuplicated: character_duplicated,
    f.CharacterRemoved: character_removed,
    f.CharacterArchived: character_archived,
    f.CharacterRestored: character_restored,
    f.CharacterRenamed: character_renamed,
    f.CharactersReordered: characters_reordered,
    f.Edited: edited,
    f.Applied: time.applied,
    f.TimePassed: effects.time_passed,
    f.Rolled: encounters.rolled,
    f.DueSettled: encounters.due_settled,
    f.EncounterStepped: encounters.encounter_stepped,
}
