"""What an entry moved: hit points, stress, the group's points, each before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.campaign.state.changes import Change, unescaped
from app.campaign.state.scenes import known_in
from app.campaign.state.state import SCENE, CampaignState
from app.core.errors import BadInput
from app.core.games import Game
from app.core.sheets import Meter

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Shift:
    """A number of somebody's, or (who is empty) of the scene, before and after.

    first: is it what matters most of them, as hit points are? most, full: as `Meter` has them.
    """

    who: str
    id: str
    label: str
    was: int
    now: int
    most: int | None = None
    full: str = "good"
    first: bool = False

    @property
    def worse(self) -> int:
        """By how much they fare worse after it; below zero where they fare better."""
        return self.was - self.now if self.full == "good" else self.now - self.was

    @property
    def is_at_worst(self) -> bool:
        """Is nothing left (of what is good), or all of it taken (of what is bad)?"""
        if self.full == "good":
            return self.now <= 0
        return self.most is not None and self.now >= self.most


def shifts(
    before: Document, after: Document, changes: Iterable[Change], game: Game
) -> tuple[Shift, ...]:
    """What moved between two documents that these changes lead from one to the other.

    Whoever comes or goes brings and takes numbers along: that moves none of them.
    """
    touched = list(dict.fromkeys(_touched(changes)))
    found = [each for who in touched for each in _of_one(before, after, who, game)]
    return (*found, *_counters(before, after, game))


def _touched(changes: Iterable[Change]) -> Iterator[str]:
    """The ids of those whose sheets or turns were written."""
    for change in changes:
        path = [unescaped(key) for key in change.at.split("/")[1:]]
        if path[:1] == ["characters"] and len(path) > 1:
            yield path[1]
        elif path[:2] == ["encounter", "combatants"] and len(path) > 2:
            yield path[2]


def _of_one(before: Document, after: Document, who: str, game: Game) -> Iterator[Shift]:
    stood = {each.id: each for each in meters(before, who, game)}
    for place, each in enumerate(meters(after, who, game)):
        was = stood.get(each.id)
        if was is not None and was.now != each.now:
            yield Shift(
                who, each.id, each.label, was.now, each.now, each.most, each.full, place == 0
            )


def meters(document: Document, who: str, game: Game) -> tuple[Meter, ...]:
    """How somebody fares; nothing of whoever is not there or cannot be read."""
    try:
        there = part(part(document, "encounter"), "combatants")
        if who in there and game.encounter:
            # Nobody else has a say in it: the others need not be read.
            alone = {**document["encounter"], "order": [], "combatants": {who: there[who]}}
            scene = game.encounter.scene(alone, known_in(document, game), document["house"])
            return game.encounter.meters(scene, who)
        state = CampaignState(document)
        if game.sheet is None or not state.has_character(who):
            return ()
        return game.sheet.meters(state.character(who).sheet(game))
    except (BadInput, LookupError, TypeError, ValueError):
        return ()


def _counters(before: Document, after: Document, game: Game) -> Iterator[Shift]:
    for each in game.counters:
        was, now = (_counted(document, each.id, each.start) for document in (before, after))
        if was != now:
            yield Shift(SCENE, each.id, each.label, was, now, each.high)


def _counted(document: Document, id: str, start: int) -> int:
    """What the scene counts, wherever it is kept just now."""
    held, scene = part(document, "encounter"), part(document, "scene")
    value = held[id] if id in held else scene.get(id, start)
    return int(value) if isinstance(value, (int, float)) else start


def part(document: Document, name: str) -> Document:
    """A part of a document; an empty one where none is: what stood there once may be anything."""
    found = document.get(name)
    return found if isinstance(found, Mapping) else {}
