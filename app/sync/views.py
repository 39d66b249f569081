"""What a seat sees of a campaign: a document of the same form, with all else left out.

    seen(document, seat, rules, games)     what may leave the host, and nothing else may

It is made of what may be seen, part by part, never of the whole with something crossed out: what
nobody thought of stays at the host. A part is made anew only where what it is made of has changed,
so that two views differ where something happened and are the same object elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from app.campaign.state.scenes import scene_of
from app.campaign.state.state import EMPTY, Games
from app.campaign.state.validate import sanitize_document
from app.campaign.state.values import same
from app.core.games import Game
from app.sync.seats import Rules, Seat

Document = Mapping[str, Any]

ASKED = "The game master asks for this"

#: What the page itself keeps in the scene and everybody may know: how the players' screen tells.
TOLD = ("table.tells_all", "table.in_words")

#: Nothing of this is to be seen.
GONE: Final = object()


@dataclass(frozen=True, eq=False)
class Eyes:
    """Who a seat sees in a document.

    own: those it plays. open: those whose numbers it may know, too. unseen: the ids of those in
    whom nobody but the game master is to believe; words: what they are called.
    """

    document: Document
    game: Game
    seat: Seat
    rules: Rules
    own: frozenset[str]
    open: frozenset[str]
    hidden: frozenset[str]
    unseen: frozenset[str]

    @cached_property
    def fighting(self) -> Mapping[str, Any]:
        encounter = self.document["encounter"]
        return encounter["combatants"] if encounter else {}

    @cached_property
    def names(self) -> dict[str, str]:
        """Everybody's name by id, whoever they are."""
        found = {id: str(each["name"]) for id, each in self.document["characters"].items()}
        scene = scene_of(self.document, self.game)
        if scene is not None:
            found |= {id: each.name for id, each in scene.combatants.items()}
        return found

    @cached_property
    def unseen_words(self) -> Words:
        """The ids and names of those who are not seen."""
        return Words(self._words(self.unseen))

    @cached_property
    def closed_words(self) -> Words:
        """The ids and names of all whose numbers are not for these eyes."""
        return Words(self._words(self.names.keys() - self.open))

    def _words(self, ids: Iterable[str]) -> frozenset[str]:
        there = frozenset(ids)
        public = {name for id, name in self.names.items() if id in self.open - there}
        return there | {self.names[id] for id in there if id in self.names} - public


@dataclass(frozen=True)
class Words:
    """Words that are looked for in what somebody is to be told."""

    words: frozenset[str] = frozenset()
    _found: re.Pattern[str] | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        written = sorted((each for each in self.words if each.strip()), key=len, reverse=True)
        either = "|".join(map(re.escape, written))
        found = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.I) if written else None
        object.__setattr__(self, "_found", found)

    def within(self, value: Any) -> bool:
        """Does one of them stand anywhere in this?"""
        if self._found is None:
            return False
        if isinstance(value, str):
            return self._found.search(value) is not None
        if isinstance(value, Mapping):
            return any(self.within(key) or self.within(item) for key, item in value.items())
        return isinstance(value, list | tuple) and any(map(self.within, value))

    def without(self, value: Any) -> Any:
        """The value without every part that holds one of them; GONE if that is all of it."""
        if self._found is None:
            return value
        if isinstance(value, str):
            return GONE if self.within(value) else value
        if isinstance(value, Mapping):
            left = {key: self.without(item) for key, item in value.items() if not self.within(key)}
            return {key: item for key, item in left.items() if item is not GONE}
        if isinstance(value, list | tuple):
            parts = [self.without(item) for item in value]
            # A record in a list (a pair of somebody and somebody) is told whole or not at all.
            return [
                part
                for part, item in zip(parts, value, strict=True)
                if part is not GONE and (isinstance(part, str) or part == item)
            ]
        return value


def eyes(document: Document, seat: Seat, rules: Rules, games: Games) -> Eyes | None:
    """Who a player sees in a document; None where its game is not known here."""
    document = sanitize_document(document, games)
    game = games.get(document["game"])
    if game is None:
        return None
    characters = document["characters"]
    encounter = document["encounter"]
    fighting = encounter["combatants"] if encounter else {}
    own = frozenset(id for id in seat.characters if id in characters)
    players = {id for id, each in characters.items() if each["kind"] == "pc"}
    hidden = frozenset(id for id in fighting if id not in own and _hides(document, game, id))
    public = own | players | (fighting.keys() - hidden)
    everybody = characters.keys() | fighting.keys()
    # Numbers of one another's sheets, never those of the game master's people.
    open_to = own | (players if rules.numbers else frozenset())
    unseen = frozenset(everybody - public)
    return Eyes(document, game, seat, rules, own, frozenset(open_to), hidden, unseen)


def _hides(document: Document, game: Game, id: str) -> bool:
    scene = scene_of(document, game)
    return scene is None or bool(scene.combatants[id].turn.hidden)


class View:
    """A seat's view of a campaign, document by document.

    It remembers the last one, and makes anew what has changed since.
    """

    def __init__(self, seat: Seat, rules: Rules, games: Games) -> None:
        self.seat, self.rules, self.games = seat, rules, games
        self._known: list[tuple[Document, Document, Eyes | None]] = []

    def eyes(self, document: Document) -> Eyes | None:
        """Who is seen in this document; None of whoever sees all, or next to nothing."""
        return self._looked(document)[2]

    def seen(self, document: Document) -> Document:
        """What may be known of it."""
        if self.seat.role == "master" or not document["game"]:
            return document
        return self._looked(document)[1]

    def _looked(self, document: Document) -> tuple[Document, Document, Eyes | None]:
        for known in self._known:
            if known[0] is document:
                return known
        is_player = self.seat.role == "player"
        found = eyes(document, self.seat, self.rules, self.games) if is_player else None
        before = self._known[-1][1] if self._known else EMPTY
        known = document, _shared(before, self._made(document, found)), found
        self._known = [*self._known[-1:], known]  # before an entry, and after it
        return known

    def _made(self, document: Document, found: Eyes | None) -> Document:
        if found is None:
            return {**EMPTY, "game": document["game"], "name": document["name"]}
        document = found.document
        seen = [id for id in document["order"] if _listed(found, id)]
        return {
            "game": document["game"],
            "name": document["name"],
            "house": document["house"],
            "order": seen,
            "characters": {id: _character(found, id) for id in seen},
            "scene": scene_seen(found.game, document["scene"]),
            "encounter": _encounter(found),
            "due": dues_seen(found, document["due"]),
            "hours": document["hours"],
            "notes": {},
        }


def seen(document: Document, seat: Seat, rules: Rules, games: Games) -> Document:
    """What a seat may know of a campaign that stands so."""
    return View(seat, rules, games).seen(document)


def _shared(before: Any, after: Any) -> Any:
    """What comes after, made of the very parts of what came before where these are alike."""
    if before is after or not isinstance(before, dict) or not isinstance(after, dict):
        return before if same(before, after) else after
    made = {key: _shared(before.get(key, GONE), value) for key, value in after.items()}
    alike = before.keys() == made.keys() and all(made[key] is before[key] for key in made)
    return before if alike else made


def _listed(found: Eyes, id: str) -> bool:
    """Is this one of the players' characters, or of the own?"""
    return id in found.own or found.document["characters"][id]["kind"] == "pc"


def _character(found: Eyes, id: str) -> dict[str, Any]:
    kept = found.document["characters"][id]
    if id in found.open:
        return kept  # type: ignore[no-any-return]
    data = {"name": kept["data"]["name"]} if "name" in kept["data"] else {}
    return {**kept, "data": data}


def scene_seen(game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """What of the scene is told: what it counts, but for the game master's own."""
    secret = game.encounter.secret if game.encounter is not None else ()
    told = {*game.scene_counts, *TOLD} - set(secret)
    return {name: value for name, value in values.items() if name in told}


def dues_seen(found: Eyes, dues: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What is due from those whom the seat plays, whoever else it names."""
    words = found.unseen_words
    made: list[dict[str, Any]] = []
    for each in dues:
        if each.get("who") in found.own:
            told = words.without(each)
            made.append({**told, "label": told.get("label", ASKED)} if told != each else dict(each))
    return made


def _encounter(found: Eyes) -> dict[str, Any] | None:
    kept, encounter = found.document["encounter"], found.game.encounter
    if kept is None or encounter is None:
        return None
    gone = Words(found.unseen_words.words | found.hidden)
    there = {id: each for id, each in kept["combatants"].items() if id not in found.hidden}
    now = {
        name: value
        for name, value in kept.items()
        if name != "combatants" and name not in encounter.secret
    }
    people = {id: _combatant(found, id, each, gone) for id, each in there.items()}
    known = there.keys() | found.own | found.open
    told = {name: _of_known(value, known) for name, value in gone.without(now).items()}
    return {**told, "combatants": people}


def _of_known(value: Any, known: Collection[str]) -> Any:
    """A list without what is of somebody who is not there: nobody knows whether they were seen."""
    if not isinstance(value, list):
        return value
    return [
        each
        for each in value
        if not isinstance(each, Mapping) or not each.get("who") or each["who"] in known
    ]


def _combatant(found: Eyes, id: str, kept: Mapping[str, Any], gone: Words) -> dict[str, Any]:
    """Somebody whom the seat sees: whole if it plays them, else by name."""
    assert found.game.encounter is not None
    turn = kept.get("turn", {})
    if id in found.open:
        return {**kept, "turn": gone.without(turn)}
    told: Collection[str] = found.game.encounter.told
    open_part = {name: turn[name] for name in turn if name in told}
    made: dict[str, Any] = {"turn": gone.without(open_part)}
    if not (id in found.document["characters"] and _listed(found, id)):
        made["sheet"] = {"name": found.names.get(id, id)}
    return made
