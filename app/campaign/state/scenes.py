"""The running encounter of a campaign as a scene, and writing a scene to its document.

A campaign's character has no sheet in the encounter: a step that changes its sheet writes to the
character's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.campaign.state.characters import recorded_sheet, with_data
from app.campaign.state.document import Document, combatants_in, parts_of
from app.campaign.state.state import NAMELESS, CampaignState
from app.campaign.state.values import plain, same
from app.core.encounters import records
from app.core.encounters.combatants import Board, Combatant, Place, combatant_data
from app.core.encounters.encounter import Encounter
from app.core.encounters.scenes import AnyScene
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Sheet
from app.core.support.memo import IdentityCache

#: The parts of a document that a scene is read from.
PARTS = ("encounter", "characters", "house")

#: The name shown while a hidden combatant acts.
UNSEEN = "GM"

#: Records of the last combatants, enough for two large fights.
_people = IdentityCache[Any](200)

#: The scene of the last document.
_scenes = IdentityCache[AnyScene](1)


def scene_of(document: Document, game: Game) -> AnyScene | None:
    """Return the scene of the running encounter; None if there is none."""
    encounter, record = game.encounter, document["encounter"]
    if encounter is None or record is None:
        return None

    def read() -> AnyScene:
        return encounter.scene(record, known_characters(document, game), document["house"])

    return _scenes.of((game, *parts_of(document, PARTS)), read)


def is_turn_unseen(document: Document, board: Board) -> bool:
    """Tell whether the current combatant is hidden in a guest's view of the document."""
    return board.current is None and "current" not in (document["encounter"] or {})


def begin_scene(document: Document, game: Game, encounter: Encounter[Any, Any]) -> AnyScene:
    """Return the scene of a new encounter; its counters continue from the document's."""
    scene = encounter.begin(known_characters(document, game), document["house"])
    counted = counters(game, document["scene"])
    return scene.set(**{id: value for id, value in counted.items() if id in scene.state})


def known_characters(document: Document, game: Game) -> Callable[[str], tuple[str, Sheet] | None]:
    """Return a lookup of the campaign's characters for a scene."""

    def known(id: str) -> tuple[str, Sheet] | None:
        record = document["characters"].get(id)
        if record is None or game.sheet is None:
            return None
        return record["name"] or NAMELESS, recorded_sheet(document, record, game.sheet)

    return known


def with_scene(document: Document, scene: AnyScene) -> Document:
    """Return the document after a scene: the encounter and changed sheets of characters."""
    before = combatants_in(document)
    people = {id: _record(combatant, before.get(id)) for id, combatant in scene.combatants.items()}
    encounter = {**plain(records.data(scene.now)), "combatants": people}
    return with_sheets({**document, "encounter": encounter}, scene)


def _record(combatant: Combatant[Any], before: object) -> Any:
    """Return a combatant's record: the existing one if it is equal."""

    def made() -> Any:
        now = plain(combatant_data(combatant))
        return before if same(now, before) else now

    return _people.of((combatant, before), made)


def with_sheets(document: Document, scene: AnyScene) -> Document:
    """Return the document with the sheets that a scene changed, without its encounter."""
    for id, sheet in scene.sheets.items():
        document = with_data(document, id, plain(sheet.data))
    return document


def counters(game: Game, values: Values) -> dict[str, object]:
    """Return the counters of the scene among these values; an encounter takes and returns them."""
    return {id: values[id] for id in game.scene_counts if id in values}


def places(game: Game, state: CampaignState) -> tuple[Place, ...]:
    """Return all combatants of the encounter, as the board shows them."""
    scene = scene_of(state.document, game)
    return scene.board.places if scene is not None else ()
