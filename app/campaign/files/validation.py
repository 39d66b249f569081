"""Checks of a file's meaning: every sheet by its form, every entry at its position.

The shapes (`app.campaign.files.formats`) have been checked before. Every fault is named by its
path.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from app.campaign.facts import Redone, RedoneVeiled, Started, Undone, UndoneVeiled
from app.campaign.files.formats import CampaignPart, FileRecord
from app.campaign.files.shapes import Fault, MapOf
from app.campaign.journal.entries import Entry, EntryRecord
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.changes import NOTHING, LostPlace, apply_changes, escape, too_deep, unescape
from app.campaign.state.document import DOCUMENT_PARTS, Document
from app.campaign.state.state import Games
from app.campaign.state.validate import find_invalid
from app.campaign.state.values import NotPlain, exact, same
from app.core.encounters.validate import InvalidState, validate_steps
from app.core.errors import BadInput, short_text
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import checked

#: The largest number of faults that are reported.
MOST_FAULTS = 100

#: Entries checked between two checkpoints.
AT_A_TIME = 25


class BadFile(ValueError):
    """A file that cannot be imported; nothing was changed. faults: the reasons, by path."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def none_of(faults: Iterator[Fault]) -> None:
    """Raise BadFile if there is any fault."""
    first_faults = list(islice(faults, MOST_FAULTS))
    if first_faults:
        raise BadFile(first_faults)


@dataclass(frozen=True)
class Whole:
    """A campaign from a file: its journal, and every entry (none, if the file has no history)."""

    journal: Journal
    entries: tuple[Entry, ...]


def character_faults(record: FileRecord, games: Games) -> Iterator[Fault]:
    game = games.get(record["game"])
    if game is None:
        yield Fault("/game", f"there is no game {short_text(record['game'])} here")
    else:
        yield from sheet_faults(game, record["character"]["data"], "/character/data")


def sheet_faults(game: Game, data: Values, at: str) -> Iterator[Fault]:
    """Yield the values of a sheet that its form does not allow."""
    if game.sheet is None:
        return
    for name, value in data.items():
        try:
            checked(game.sheet, name, exact(value))
        except BadInput as fault:
            yield Fault(f"{at}/{escape(name)}", fault.message)


def read_campaign(
    part: CampaignPart, at: str, games: Games, sheets: bool
) -> Generator[None, None, Whole]:
    """Return the campaign of a file after checking its meaning; yields after every few entries."""
    document = part["document"]
    game = games.get(document["game"])
    if game is None:
        raise BadFile(
            [Fault(f"{at}/document/game", f"no game {short_text(document['game'])} here")]
        )
    none_of(_document_faults(document, f"{at}/document", game, sheets))
    if sheets and document["encounter"] is not None:
        try:
            yield from validate_steps(game, document["encounter"], document["house"])
        except InvalidState as fault:
            raise BadFile([Fault(f"{at}/document/encounter", str(fault))]) from None
    if not part["entries"]:
        return Whole(Journal(part["id"], document), ())
    read: list[Entry] = []
    for index, record in enumerate(part["entries"]):
        read.append(_entry(record, f"{at}/entries/{index}"))
        if index % AT_A_TIME == 0:
            yield
    entries, journal = tuple(read), Journal(part["id"])
    for index, entry in enumerate(entries):
        where = f"{at}/entries/{index}"
        none_of(_entry_faults(journal, entry, entries, where, game, sheets))
        try:
            journal = append_entry(journal, entry)
        except (LostPlace, IndexError) as fault:
            raise BadFile([Fault(where, f"changes what is not there: {fault}")]) from None
        if index % AT_A_TIME == 0:
            yield
    if not same(journal.document, document):
        raise BadFile([Fault(f"{at}/document", "the entries do not give this state")])
    return Whole(journal, entries)


def _entry(record: EntryRecord, at: str) -> Entry:
    try:
        return Entry.read(record)
    except NotPlain as fault:
        raise BadFile([Fault(at, str(fault))]) from None


def _document_faults(document: Document, at: str, game: Game, sheets: bool) -> Iterator[Fault]:
    characters = document["characters"]
    if sorted(document["order"]) != sorted(characters):
        yield Fault(f"{at}/order", "does not name every character once")
    for id, character in characters.items():
        if sheets:
            yield from sheet_faults(game, character["data"], f"{at}/characters/{id}/data")
    if sheets:
        yield from find_invalid(document, game, at)


def _entry_faults(
    journal: Journal, entry: Entry, entries: tuple[Entry, ...], at: str, game: Game, sheets: bool
) -> Iterator[Fault]:
    """Yield the faults of an entry at its position: undo would go wrong, or a sheet break."""
    fact = entry.fact
    if entry.n != journal.n + 1:
        yield Fault(f"{at}/n", f"{entry.n} where {journal.n + 1} belongs")
        return
    if isinstance(fact, Started) != (entry.n == 1):
        yield Fault(f"{at}/fact", "a campaign starts once, with its first entry")
    if entry.below != journal.top:
        yield Fault(f"{at}/below", f"{entry.below} where {journal.top} belongs")
    if isinstance(fact, (Undone, Redone)):
        target = entries[fact.place - 1] if fact.place < entry.n else None
        if target is None or target.id != fact.of or target.is_turn:
            yield Fault(f"{at}/fact", "names no entry before it")
            return
        if isinstance(fact, Redone):
            sound = journal.redoable == fact.place
            changes = target.changes
        else:
            sound = fact.below == target.below and fact.place > 1 and fact.place not in journal.redo
            changes = tuple(change.backwards for change in reversed(target.changes))
        # A copy that does not hold all of an entry does not hold all of its undoing either.
        veiled = isinstance(fact, (UndoneVeiled, RedoneVeiled))
        if not sound or not (veiled or same(*_records(changes, entry.changes))):
            yield Fault(f"{at}/changes", "does not match undo and redo")
            return
    document: Document = journal.document
    touched: set[tuple[str, ...]] = set()
    for index, change in enumerate(entry.changes):
        path = [unescape(key) for key in change.at.split("/")[1:]]
        if too_deep(change):
            yield Fault(f"{at}/changes/{index}", "is nested too deep")
            return
        if not _stood(document, path, change.was):
            yield Fault(f"{at}/changes/{index}/was", "is not the value before the change")
            return
        try:
            document = apply_changes(document, [change])
        except LostPlace:
            yield Fault(f"{at}/changes/{index}/at", "is no part of a campaign")
            return
        touched.add(tuple(path[:2]))
        if sheets and path[0] == "characters" and path[2:3] == ["data"] and len(path) > 3:
            field = {path[3]: _at(document, path[:4])}
            if field[path[3]] is not NOTHING:
                yield from sheet_faults(game, field, f"{at}/changes/{index}")
    yield from _touched_faults(document, touched, f"{at}/changes")


def _touched_faults(document: Document, touched: set[tuple[str, ...]], at: str) -> Iterator[Fault]:
    """Yield the faults in the parts of the state that an entry touched."""
    shapes, parts = DOCUMENT_PARTS.fields, dict[str, object](**document)
    for first, *rest in sorted(touched):
        part, shape = parts[first], shapes[first]
        if rest and isinstance(shape, MapOf) and isinstance(part, dict):
            part = {rest[0]: part[rest[0]]} if rest[0] in part else {}
        yield from shape.faults(part, at)
        if first in ("order", "characters") and len(rest) < 2:
            order, characters = document["order"], document["characters"]
            if not isinstance(order, list) or not isinstance(characters, dict):
                yield Fault(at, "breaks the characters")
            elif not all(isinstance(id, str) for id in order):
                return
            elif len(order) != len(characters) or any(id not in characters for id in order):
                yield Fault(at, "does not name every character once")


def _records(*changes: tuple[Any, ...]) -> list[Any]:
    return [[change.record() for change in each] for each in changes]


def _stood(document: object, path: list[str], was: object) -> bool:
    """Tell whether this is the value at that path."""
    value = _at(document, path)
    return value is was if value is NOTHING or was is NOTHING else same(value, was)


def _at(document: object, path: list[str]) -> Any:
    """Return the value at that path, or NOTHING."""
    for key in path:
        document = document.get(key, NOTHING) if isinstance(document, dict) else NOTHING
    return document
