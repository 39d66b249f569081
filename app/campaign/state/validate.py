"""Soundness: what of a kept state its game can mean, whoever wrote it.

A file is refused where its state is not sound (`app.campaign.files.validation`). What is stored may
still hold such a state: as the past of a journal, in a copy of old, by another hand.
`sanitize_document` leaves out what the game cannot mean, so that all else can be shown and goes on;
nothing of it is lost before something happens, and that can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from app.campaign.files.shapes import Fault
from app.campaign.state.changes import escaped
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.campaign.state.values import exact
from app.core.encounters.validate import InvalidState, validate_prefill, validate_scene
from app.core.errors import BadInput, shown
from app.core.games import Game

#: What of a state the game reads as it stands; and the characters, as the encounter shows them.
PARTS = ("game", "house", "scene", "due", "encounter", "characters")

#: The document that was looked at last, and what of it is sound.
_last: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None


def sanitize_document(document: Mapping[str, Any], games: Games) -> Mapping[str, Any]:
    """The document, without what its game cannot mean; itself if it is sound."""
    global _last
    game = games.get(document["game"])
    if game is None:
        return document
    if _last is not None and _last[0] is not document:
        seen, kept = _last
        same_parts = all(seen[part] is document[part] for part in PARTS)
        _last = (document, document) if same_parts and kept is seen else None
    if _last is None:
        _last = document, _without_invalid(document, game)
    return _last[1]


def find_invalid(document: Mapping[str, Any], game: Game, at: str = "") -> Iterator[Fault]:
    """What of the house rules, the scene, the encounter and what is due the game cannot mean."""
    for name, value in document["house"].items():
        try:
            if name not in game.house:
                raise BadInput(name, f"{shown(name)} is no house rule of this game")
            game.house[name].check(exact(value))
        except BadInput as fault:
            yield Fault(f"{at}/house/{escaped(name)}", fault.message)
    for place, record in enumerate(document["due"]):
        if record["procedure"] and record["procedure"] not in game.procedures:
            words = f"there is no procedure {shown(record['procedure'])}"
            yield Fault(f"{at}/due/{place}/procedure", words)
    try:
        validate_prefill(game, document["scene"])
    except InvalidState as fault:
        yield Fault(f"{at}/scene", str(fault))
    try:
        if document["encounter"] is not None:
            validate_scene(partial(scene_of, document, game))
    except InvalidState as fault:
        yield Fault(f"{at}/encounter", str(fault))


def _without_invalid(document: Mapping[str, Any], game: Game) -> Mapping[str, Any]:
    found = {tuple(fault.at.split("/")[1:3]) for fault in find_invalid(document, game)}
    if not found:
        return document
    parts = {part for part, *_ in found}
    made = dict(document)
    made["house"] = {
        name: value
        for name, value in document["house"].items()
        if ("house", escaped(name)) not in found
    }
    made["due"] = [
        record for n, record in enumerate(document["due"]) if ("due", str(n)) not in found
    ]
    made["scene"] = {} if "scene" in parts else document["scene"]
    made["encounter"] = None if "encounter" in parts else document["encounter"]
    return made
