"""The running encounter of a campaign as a scene, and what a scene comes to in its document.

Whoever of the campaign's characters is in the encounter has no sheet there: what a step writes on
one is written on the character's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.campaign.state.characters import recorded_sheet, with_data
from app.campaign.state.state import CampaignState, Document
from app.campaign.state.values import plain, same
from app.core.encounters import records
from app.core.encounters.encounter import Board, Encounter, Place
from app.core.encounters.scenes import Combatant, Scene, kept
from app.core.encounters.transitions import StepResult
from app.core.games import Game
from app.core.sheets import Sheet
from app.core.support.memo import IdentityCache

AnyScene = Scene[Any, Any]
Came = StepResult[Any, Any]

#: What of a document a scene is read from.
PARTS = ("encounter", "characters", "house")

#: Who acts while somebody acts who is not seen.
UNSEEN = "The game master"

#: Whoever was kept last, of two large fights.
_people = IdentityCache[Any](200)

#: The scene that was read last, of which document, and of which game.
_last: tuple[Mapping[str, Any], Game, AnyScene] | None = None


def scene_of(document: Mapping[str, Any], game: Game) -> AnyScene | None:
    """The scene of the running encounter; None if there is none."""
    global _last
    if game.encounter is None or document["encounter"] is None:
        return None
    if _last is None or _last[1] is not game or not _same(_last[0], document):
        known = known_in(document, game)
        scene = game.encounter.scene(document["encounter"], known, document["house"])
        _last = document, game, scene
    return _last[2]


def is_turn_unseen(document: Mapping[str, Any], board: Board) -> bool:
    """Has somebody the turn whom a guest's view of the document leaves out?"""
    return board.current is None and "current" not in document["encounter"]


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one[part] is other[part] for part in PARTS)


def begun(document: Document, game: Game, encounter: Encounter[Any, Any]) -> AnyScene:
    """The scene of an encounter that begins: what it counts goes on from where it stands."""
    scene = encounter.begin(known_in(document, game), document["house"])
    held = counters(game, document["scene"])
    return scene.set(**{id: value for id, value in held.items() if id in scene.state})


def known_in(document: Mapping[str, Any], game: Game) -> Callable[[str], tuple[str, Sheet] | None]:
    """The characters of a campaign, as a scene asks for them."""

    def known(id: str) -> tuple[str, Sheet] | None:
        record = document["characters"].get(id)
        if record is None or game.sheet is None:
            return None
        return record["name"], recorded_sheet(document, record, game.sheet)

    return known


def with_scene(document: Document, scene: AnyScene) -> Document:
    """The document after a scene: the encounter, and what was written on characters' sheets."""
    before = (document["encounter"] or {}).get("combatants", {})
    people = {id: _kept(each, before.get(id)) for id, each in scene.combatants.items()}
    encounter = {**plain(records.data(scene.now)), "combatants": people}
    return with_sheets({**document, "encounter": encounter}, scene)


def _kept(combatant: Combatant[Any], before: Any) -> Any:
    """A combatant as the document keeps them: what it keeps already, if that says the same."""

    def made() -> Any:
        now = plain(kept(combatant))
        return before if same(now, before) else now

    return _people.of((combatant, before), made)


def with_sheets(document: Document, scene: AnyScene) -> Document:
    """The same without the encounter, which may be over."""
    for id, sheet in scene.sheets.items():
        document = with_data(document, id, plain(sheet.data))
    return document


def counters(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """What these values say of what the scene counts; an encounter takes it and gives it back."""
    return {id: values[id] for id in game.scene_counts if id in values}


def places(game: Game, state: CampaignState) -> tuple[Place, ...]:
    """Everybody in the encounter, as the board shows them."""
    scene = scene_of(state.document, game)
    return scene.board.places if scene is not None else ()
