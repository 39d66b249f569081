"""The counters that an entry moved (hit points, stress, group points), before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.campaign.state.changes import Change, unescape
from app.campaign.state.document import Document
from app.campaign.state.scenes import known_characters
from app.campaign.state.state import SCENE, CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Meter


@dataclass(frozen=True)
class Shift:
    """A number of a character, or (without an id) of the scene, before and after."""

    who: str
    id: str
    label: str
    was: int
    now: int
    #: As in `Meter`.
    most: int | None = None
    #: As in `Meter`.
    full: str = "good"
    #: Whether it is the character's most important meter, as hit points are.
    first: bool = False

    @property
    def worse(self) -> int:
        """Return by how much the character is worse off; below zero if better off."""
        return self.was - self.now if self.full == "good" else self.now - self.was

    @property
    def is_at_worst(self) -> bool:
        """Tell whether a good meter is empty or a bad one full."""
        if self.full == "good":
            return self.now <= 0
        return self.most is not None and self.now >= self.most


def meter_changes(
    before: Document, after: Document, changes: Iterable[Change], game: Game
) -> tuple[Shift, ...]:
    """Return the meters that these changes moved from one document to the other.

    A combatant that joins or leaves brings its numbers along: that moves none of them.
    """
    touched = list(dict.fromkeys(_touched(changes)))
    moved = [shift for who in touched for shift in _of_one(before, after, who, game)]
    return (*moved, *_counters(before, after, game))


def _touched(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the ids of the characters and combatants that these changes touch."""
    for change in changes:
        path = [unescape(key) for key in change.at.split("/")[1:]]
        if path[:1] == ["characters"] and len(path) > 1:
            yield path[1]
        elif path[:2] == ["encounter", "combatants"] and len(path) > 2:
            yield path[2]


def _of_one(before: Document, after: Document, who: str, game: Game) -> Iterator[Shift]:
    before_by_id = {meter.id: meter for meter in meters(before, who, game)}
    for index, meter in enumerate(meters(after, who, game)):
        was = before_by_id.get(meter.id)
        if was is not None and was.now != meter.now:
            yield Shift(
                who, meter.id, meter.label, was.now, meter.now, meter.most, meter.full, index == 0
            )


def meters(document: Document, who: str, game: Game) -> tuple[Meter, ...]:
    """Return the meters of a character; none if it is absent or unreadable."""
    try:
        there = part(part(document, "encounter"), "combatants")
        if who in there and game.encounter:
            # Other combatants have no influence on it, so they need not be read.
            alone = {**part(document, "encounter"), "order": [], "combatants": {who: there[who]}}
            scene = game.encounter.scene(alone, known_characters(document, game), document["house"])
            return game.encounter.meters(scene, who)
        state = CampaignState(document)
        if game.sheet is None or not state.has_character(who):
            return ()
        return game.sheet.meters(state.character(who).sheet(game))
    except (BadInput, LookupError, TypeError, ValueError):
        return ()


def _counters(before: Document, after: Document, game: Game) -> Iterator[Shift]:
    for counter in game.counters:
        was, now = (_counted(document, counter.id, counter.start) for document in (before, after))
        if was != now:
            yield Shift(SCENE, counter.id, counter.label, was, now, counter.high)


def _counted(document: Document, id: str, start: int) -> int:
    """Return a scene counter, from the encounter or from the scene."""
    encounter, scene = part(document, "encounter"), part(document, "scene")
    value = encounter[id] if id in encounter else scene.get(id, start)
    return int(value) if isinstance(value, (int, float)) else start


def part(document: Values, name: str) -> Values:
    """Return a part of a document; an empty one if it is missing or malformed."""
    value = document.get(name)
    return value if isinstance(value, Mapping) else {}
