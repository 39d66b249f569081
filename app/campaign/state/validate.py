"""Validation of a stored state: the parts of it that its game can interpret.

A file with an invalid state is refused (`app.campaign.files.validation`). Storage may still hold
one: in the past of a journal, in an old copy, from another program. `sanitize_document` leaves out
the invalid parts, so that all else can be shown and goes on; nothing of it is lost before the next
entry, which can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.campaign.files.shapes import Fault
from app.campaign.state.changes import escaped
from app.campaign.state.document import Document, same_parts
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.campaign.state.values import exact
from app.core.encounters.validate import InvalidState, validate_prefill, validate_scene
from app.core.errors import BadInput, shown
from app.core.games import Game

#: The parts of a state that the game reads directly, and the characters that encounters show.
PARTS = ("game", "house", "scene", "due", "encounter", "characters")

#: The last document and its sanitized form.
_last: tuple[Document, Document] | None = None


def sanitize_document(document: Document, games: Games) -> Document:
    """Return the document without invalid parts; the same object if it is valid."""
    global _last
    game = games.get(document["game"])
    if game is None:
        return document
    if _last is not None and _last[0] is not document:
        document_before, sanitized_before = _last
        same = sanitized_before is document_before and same_parts(document_before, document, PARTS)
        _last = (document, document) if same else None
    if _last is None:
        _last = document, _without_invalid(document, game)
    return _last[1]


def find_invalid(document: Document, game: Game, at: str = "") -> Iterator[Fault]:
    """Yield the invalid house rules, scene, encounter and due records."""
    for name, value in document["house"].items():
        try:
            if name not in game.house:
                raise BadInput(name, f"{shown(name)} is no house rule of this game")
            game.house[name].check(exact(value))
        except BadInput as fault:
            yield Fault(f"{at}/house/{escaped(name)}", fault.message)
    for index, record in enumerate(document["due"]):
        if record["procedure"] and record["procedure"] not in game.procedures:
            words = f"there is no procedure {shown(record['procedure'])}"
            yield Fault(f"{at}/due/{index}/procedure", words)
    try:
        validate_prefill(game, document["scene"])
    except InvalidState as fault:
        yield Fault(f"{at}/scene", str(fault))
    try:
        if document["encounter"] is not None:
            validate_scene(partial(scene_of, document, game))
    except InvalidState as fault:
        yield Fault(f"{at}/encounter", str(fault))


def _without_invalid(document: Document, game: Game) -> Document:
    invalid = {tuple(fault.at.split("/")[1:3]) for fault in find_invalid(document, game)}
    if not invalid:
        return document
    parts = {part for part, *_ in invalid}
    valid = document.copy()
    valid["house"] = {
        name: value
        for name, value in document["house"].items()
        if ("house", escaped(name)) not in invalid
    }
    valid["due"] = [
        record for n, record in enumerate(document["due"]) if ("due", str(n)) not in invalid
    ]
    valid["scene"] = {} if "scene" in parts else document["scene"]
    valid["encounter"] = None if "encounter" in parts else document["encounter"]
    return valid
