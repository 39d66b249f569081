"""Due rolls and decisions that have lost their reason: a test of the dead, a closed wound."""

from __future__ import annotations

from app.campaign.state.characters import character, recorded_sheet
from app.campaign.state.document import Document
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import Games
from app.core.encounters.rolls import DueRecord
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.core.sheets import Sheet


def without_moot(document: Document, games: Games) -> Document:
    """Return the document without moot due rolls, by the word of the game's sheet."""
    if not document["due"]:
        return document
    game = games[document["game"]]
    scene = scene_of(document, game)
    remaining = [
        record for record in document["due"] if not _is_moot(document, game, scene, record)
    ]
    return document if len(remaining) == len(document["due"]) else {**document, "due": remaining}


def _is_moot(document: Document, game: Game, scene: AnyScene | None, due: DueRecord) -> bool:
    if game.sheet is None:
        return False
    parts = {**due.get("others", {}), due.get("role", "self"): due["who"]}
    sheets_by_role = ((role, _sheet(document, game, scene, id)) for role, id in parts.items())
    sheets = {role: sheet for role, sheet in sheets_by_role if sheet is not None}
    return game.sheet.is_moot(due, sheets)


def _sheet(document: Document, game: Game, scene: AnyScene | None, id: str) -> Sheet | None:
    if scene is not None and id in scene.combatants:
        return scene.combatants[id].sheet
    if id not in document["characters"] or game.sheet is None:
        return None
    return recorded_sheet(document, character(document, id), game.sheet)
