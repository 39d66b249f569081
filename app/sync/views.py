"""Views: the part of a campaign that a seat sees, as a document of the same form.

    redact(document, seat, rules, games)     the only data that may leave the host

It is assembled from the visible parts, never by crossing out: a forgotten part stays at the host. A
part is built again only if its source has changed, so two views share unchanged objects.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, cast

from app.campaign.state.document import CharacterRecord, CombatantRecord, Document, combatants_in
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, Games
from app.campaign.state.validate import sanitize_document
from app.campaign.state.values import same
from app.core.encounters.rolls import DueRecord
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.support.untrusted_json import JsonRecord
from app.sync.seats import Rules, Seat

ASKED = "The GM asks for this"

#: Public values of the page in the scene: settings of the players' screen.
PUBLIC_SCENE_VALUES = ("table.tells_all", "table.in_words")

#: A value without a visible part.
GONE: Final = object()


@dataclass(frozen=True, eq=False)
class Visibility:
    """The visibility of combatants and characters in a document for a seat."""

    document: Document
    game: Game
    #: Ids of the characters that it plays.
    own: frozenset[str]
    #: Ids of all with visible numbers.
    open: frozenset[str]
    #: Ids of the combatants hidden from it.
    hidden: frozenset[str]
    #: Ids of all that only the game master may know of.
    unseen: frozenset[str]

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of all by id, visible or not."""
        result = {id: str(each["name"]) for id, each in self.document["characters"].items()}
        scene = scene_of(self.document, self.game)
        if scene is not None:
            result |= {id: each.name for id, each in scene.combatants.items()}
        return result

    @cached_property
    def unseen_words(self) -> Words:
        """Return the ids and names of all that are not visible."""
        return self._words(self.unseen)

    @cached_property
    def closed_words(self) -> Words:
        """Return the ids and names of all with numbers that are not visible."""
        return self._words(self.names.keys() - self.open)

    def _words(self, ids: Iterable[str]) -> Words:
        hidden = frozenset(ids)
        spoken = {name for id, name in self.names.items() if id in self.open - hidden}
        words = hidden | {self.names[id] for id in hidden if id in self.names} - spoken
        others = self.names.keys() - hidden
        return Words(words, frozenset(others | {self.names[id] for id in others}))


def _pattern(words: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern of whole words, the longest first; None without any."""
    alternatives = sorted((word for word in words if word.strip()), key=len, reverse=True)
    either = "|".join(map(re.escape, alternatives))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.I) if alternatives else None


@dataclass(frozen=True)
class Words:
    """Words to find in a value before it is sent."""

    words: frozenset[str] = frozenset()
    #: Longer words that may contain one of them: beside a hidden Raider, Raider 2 is visible.
    public: frozenset[str] = frozenset()

    @cached_property
    def _hidden(self) -> re.Pattern[str] | None:
        return _pattern(self.words)

    @cached_property
    def _public(self) -> re.Pattern[str] | None:
        return _pattern(self.public)

    def _is_within(self, text: str) -> bool:
        """Tell whether a text contains one of the words, other than in a longer public one."""
        found = [each.span() for each in self._hidden.finditer(text)] if self._hidden else []
        if not found or self._public is None:
            return bool(found)
        public = [each.span() for each in self._public.finditer(text)]
        return not all(
            any(start <= at and to <= end and to - at < end - start for start, end in public)
            for at, to in found
        )

    def within(self, value: object) -> bool:
        """Tell whether a value contains one of the words."""
        if self._hidden is None:
            return False
        if isinstance(value, str):
            return self._is_within(value)
        if isinstance(value, Mapping):
            return any(self.within(key) or self.within(item) for key, item in value.items())
        return isinstance(value, list | tuple) and any(map(self.within, value))

    def without_values(self, record: Mapping[str, object]) -> dict[str, Any]:
        """Return a record without the values that contain a word; its fields are no words."""
        visible = {name: self.without(value) for name, value in record.items()}
        return {name: value for name, value in visible.items() if value is not GONE}

    def without(self, value: object) -> Any:
        """Return a value without the parts that contain a word; GONE if nothing remains."""
        if self._hidden is None:
            return value
        if isinstance(value, str):
            return GONE if self.within(value) else value
        if isinstance(value, Mapping):
            return self.without_values(
                {key: item for key, item in value.items() if not self.within(key)}
            )
        if isinstance(value, list | tuple):
            parts = [self.without(item) for item in value]
            # A record in a list (such as a pair of names) is sent whole or not at all.
            return [
                part
                for part, item in zip(parts, value, strict=True)
                if part is not GONE and (isinstance(part, str) or part == item)
            ]
        return value


def find_visibility(
    document: Document, seat: Seat, rules: Rules, games: Games
) -> Visibility | None:
    """Return the visibility for a player, None if the document's game is unknown here."""
    document = sanitize_document(document, games)
    game = games.get(document["game"])
    if game is None:
        return None
    characters = document["characters"]
    fighting = combatants_in(document)
    own = frozenset(id for id in seat.characters if id in characters)
    players = {id for id, each in characters.items() if each["kind"] == "pc"}
    hidden = frozenset(id for id in fighting if id not in own and _hides(document, game, id))
    public = own | players | (fighting.keys() - hidden)
    all_ids = characters.keys() | fighting.keys()
    # Never the numbers of the game master's characters.
    open_to = own | (players if rules.numbers else frozenset())
    unseen = frozenset(all_ids - public)
    return Visibility(document, game, own, frozenset(open_to), hidden, unseen)


def _hides(document: Document, game: Game, id: str) -> bool:
    scene = scene_of(document, game)
    return scene is None or bool(scene.combatants[id].turn.hidden)


class View:
    """A seat's view of a campaign, document by document.

    It caches the last ones and rebuilds only what has changed.
    """

    def __init__(self, seat: Seat, rules: Rules, games: Games) -> None:
        self.seat, self.rules, self.games = seat, rules, games
        self._known: list[tuple[Document, Document, Visibility | None]] = []

    def visibility_of(self, document: Document) -> Visibility | None:
        """Return the visibility in this document, None for a game master or a spectator."""
        return self._lookup(document)[2]

    def redact(self, document: Document) -> Document:
        """Return the visible part of a document."""
        if self.seat.role == "master" or not document["game"]:
            return document
        return self._lookup(document)[1]

    def _lookup(self, document: Document) -> tuple[Document, Document, Visibility | None]:
        for known in self._known:
            if known[0] is document:
                return known
        is_player = self.seat.role == "player"
        visibility = (
            find_visibility(document, self.seat, self.rules, self.games) if is_player else None
        )
        before = self._known[-1][1] if self._known else EMPTY
        known = document, _share(before, self._build(document, visibility)), visibility
        self._known = [*self._known[-1:], known]  # before an entry, and after it
        return known

    def _build(self, document: Document, visibility: Visibility | None) -> Document:
        if visibility is None:
            return {**EMPTY, "game": document["game"], "name": document["name"]}
        document = visibility.document
        visible_ids = [id for id in document["order"] if _is_listed(visibility, id)]
        return {
            "game": document["game"],
            "name": document["name"],
            "house": document["house"],
            "order": visible_ids,
            "characters": {id: _visible_character(visibility, id) for id in visible_ids},
            "scene": redact_scene(visibility.game, document["scene"]),
            "encounter": _visible_encounter(visibility),
            "due": redact_due_items(visibility, document["due"]),
            "hours": document["hours"],
            "notes": {},
        }


def redact(document: Document, seat: Seat, rules: Rules, games: Games) -> Document:
    """Return the visible part of a campaign for a seat."""
    return View(seat, rules, games).redact(document)


def _share(before: object, after: object) -> Any:
    """Return `after`, reusing the objects of `before` in all parts that are equal."""
    if before is after or not isinstance(before, dict) or not isinstance(after, dict):
        return before if same(before, after) else after
    merged = {key: _share(before.get(key, GONE), value) for key, value in after.items()}
    is_same = before.keys() == merged.keys() and all(merged[key] is before[key] for key in merged)
    return before if is_same else merged


def _is_listed(visibility: Visibility, id: str) -> bool:
    """Tell whether this is a player character or one of the own."""
    return id in visibility.own or visibility.document["characters"][id]["kind"] == "pc"


def _visible_character(visibility: Visibility, id: str) -> CharacterRecord:
    character = visibility.document["characters"][id]
    if id in visibility.open:
        return character
    data = {"name": character["data"]["name"]} if "name" in character["data"] else {}
    return {**character, "data": data}


def redact_scene(game: Game, values: JsonRecord) -> dict[str, object]:
    """Return the public values of the scene: its counters, except for secret ones."""
    public = {*game.scene_counts, *PUBLIC_SCENE_VALUES} - set(game.secret)
    return {name: value for name, value in values.items() if name in public}


def redact_due_items(visibility: Visibility, dues: Iterable[DueRecord]) -> list[DueRecord]:
    """Return the due items of the seat's own characters, without hidden names."""
    words = visibility.unseen_words
    result: list[DueRecord] = []
    for due in dues:
        if due.get("who") in visibility.own:
            redacted: dict[str, Any] = {**due}
            if words.within(due["label"]):
                redacted["label"] = ASKED
            for name in redacted.keys() & {"inputs", "others"}:
                redacted[name] = words.without_values(redacted[name])
            result.append(cast(DueRecord, redacted))
    return result


def _visible_encounter(visibility: Visibility) -> Values | None:
    record, encounter = visibility.document["encounter"], visibility.game.encounter
    if record is None or encounter is None:
        return None
    unseen_words = visibility.unseen_words
    hidden_words = Words(unseen_words.words | visibility.hidden, unseen_words.public)
    people_here = combatants_in(visibility.document).items()
    visible = {id: each for id, each in people_here if id not in visibility.hidden}
    now = {
        name: value
        for name, value in record.items()
        if name != "combatants" and name not in encounter.secret
    }
    people = {
        id: _visible_combatant(visibility, id, each, hidden_words) for id, each in visible.items()
    }
    known = visible.keys() | visibility.own | visibility.open
    redacted = {
        name: _without_unknown(value, known)
        for name, value in hidden_words.without_values(now).items()
    }
    return {**redacted, "combatants": people}


def _without_unknown(value: object, known: Collection[str]) -> object:
    """Return a list without records of unknown combatants: they may have been hidden."""
    if not isinstance(value, list):
        return value
    return [
        each
        for each in value
        if not isinstance(each, Mapping) or not each.get("who") or each["who"] in known
    ]


def _visible_combatant(
    visibility: Visibility, id: str, record: CombatantRecord, hidden_words: Words
) -> dict[str, object]:
    """Return a visible combatant: whole for an own one, else by name."""
    assert visibility.game.encounter is not None
    turn = record.get("turn", {})
    if id in visibility.open:
        return {**record, "turn": hidden_words.without_values(turn)}
    public: Collection[str] = visibility.game.encounter.public_fields
    open_part = {name: turn[name] for name in turn if name in public}
    result: dict[str, object] = {"turn": hidden_words.without_values(open_part)}
    if not (id in visibility.document["characters"] and _is_listed(visibility, id)):
        result["sheet"] = {"name": visibility.names.get(id, id)}
    return result
