"""Validation of a stored state: the parts of it that its game can interpret.

A file with an invalid state is refused (`app.campaign.files.validation`). Storage may still hold
one: in the past of a journal, in an old copy, from another program. `sanitize_document` leaves out
the invalid parts, so that all else can be shown and goes on; nothing of it is lost before the next
entry, which can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypedDict

from app.campaign.files.shapes import Fault
from app.campaign.state.changes import escape
from app.campaign.state.document import Document, parts_of
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.campaign.state.values import exact
from app.core.encounters.rolls import DueRecord
from app.core.encounters.validate import InvalidState, validate_prefill, validate_scene
from app.core.errors import BadInput, short_text
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.support.memo import IdentityCache

#: The parts of a state that the game reads directly, and the characters that encounters show.
PARTS = ("game", "house", "scene", "due", "encounter", "characters")


class ValidParts(TypedDict, total=False):
    """The parts of a document that replace invalid ones; empty if all of it is valid."""

    house: Values
    due: Sequence[DueRecord]
    scene: Values
    encounter: Values | None


#: The valid parts in place of invalid ones, and the documents with them: of the last document.
_valid = IdentityCache[ValidParts](1)
_sanitized = IdentityCache[Document](1)

#: The fault of a game and a scene, or "": most changes leave the scene as it is.
_scene_faults = IdentityCache[str](1)


def sanitize_document(document: Document, games: Games) -> Document:
    """Return the document without invalid parts; the same object if it is valid."""
    game = games.get(document["game"])
    if game is None:
        return document
    read = parts_of(document, PARTS)
    valid = _valid.of((game, *read), lambda: _valid_parts(document, game))
    return _sanitized.of((document, valid), lambda: {**document, **valid}) if valid else document


def find_invalid(document: Document, game: Game, at: str = "") -> Iterator[Fault]:
    """Yield the invalid house rules, scene, encounter and due records."""
    for name, value in document["house"].items():
        try:
            if name not in game.house:
                raise BadInput(name, f"{short_text(name)} is no house rule of this game")
            game.house[name].check(exact(value))
        except BadInput as fault:
            yield Fault(f"{at}/house/{escape(name)}", fault.message)
    for index, record in enumerate(document["due"]):
        if record["procedure"] and record["procedure"] not in game.procedures:
            words = f"there is no procedure {short_text(record['procedure'])}"
            yield Fault(f"{at}/due/{index}/procedure", words)
    scene = document["scene"]
    if fault_of_scene := _scene_faults.of((game, scene), lambda: _scene_fault(game, scene)):
        yield Fault(f"{at}/scene", fault_of_scene)
    try:
        if document["encounter"] is not None:
            validate_scene(partial(scene_of, document, game))
    except InvalidState as fault:
        yield Fault(f"{at}/encounter", str(fault))


def _scene_fault(game: Game, scene: Values) -> str:
    try:
        validate_prefill(game, scene)
    except InvalidState as fault:
        return str(fault)
    return ""


def _valid_parts(document: Document, game: Game) -> ValidParts:
    invalid = {tuple(fault.at.split("/")[1:3]) for fault in find_invalid(document, game)}
    if not invalid:
        return {}
    house = document["house"].items()
    due = enumerate(document["due"])
    valid: ValidParts = {
        "house": {name: value for name, value in house if ("house", escape(name)) not in invalid},
        "due": [record for n, record in due if ("due", str(n)) not in invalid],
    }
    parts = {part for part, *_ in invalid}
    if "scene" in parts:
        valid["scene"] = {}
    if "encounter" in parts:
        valid["encounter"] = None
    return valid
