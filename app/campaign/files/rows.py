"""Rows: how records lie in the browser's database, sealed, and what is done with damaged ones.

A row is a key, a JSON text and its seal. A row whose seal, JSON or shape is not sound is damaged:
it is set aside as it was found, never thrown away, and never a reason not to start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.journal.entries import STORED_SHAPE, Entry
from app.campaign.journal.journal import AT_HAND, Journal, followed, from_snapshot, snapshot
from app.campaign.state.changes import LostPlace, too_deep
from app.campaign.state.state import EMPTY
from app.campaign.state.values import NotPlain, checksum, read, written

#: A row's key: a name, or a campaign and a place in it.
Key = str | tuple[str, int]


def is_place(key: Any) -> bool:
    """Is it a campaign's id and a place in it, as JSON or a browser's database gives them?"""
    return isinstance(key, list) and [*map(type, key)] == [str, int] and key[0] != ""


@dataclass(frozen=True)
class Row:
    """One stored record: its key, its text, and the seal of the text."""

    key: Key
    text: str
    sum: str


@dataclass(frozen=True)
class Damage:
    """Something stored that could not be read: where it lay, why, and as it was found."""

    store: str
    key: Key
    why: str
    text: str = ""
    sum: str = ""

    @property
    def words(self) -> str:
        """One line for the person who reads the report."""
        place = self.key if isinstance(self.key, str) else f"{self.key[0]} {self.key[1]}"
        return f"{self.store} {place}: {self.why}"

    def record(self) -> dict[str, Any]:
        return {
            "store": self.store,
            "key": list(self.key) if isinstance(self.key, tuple) else self.key,
            "why": self.why,
            "text": self.text,
            "sum": self.sum,
        }


def with_checksum(key: Key, record: Any) -> Row:
    """A record as a row."""
    text = written(record)
    return Row(key, text, checksum(text))


def verify_checksum(row: Row) -> Any:
    """The record in a row; NotPlain says what is wrong with it."""
    if not isinstance(row.text, str) or row.sum != checksum(row.text):
        raise NotPlain("the seal is broken")
    return read(row.text)


def entry_row(campaign: str, entry: Entry) -> Row:
    return with_checksum((campaign, entry.n), entry.record())


def entry_in(row: Row) -> Entry:
    """The entry in a row; NotPlain says what is wrong with it."""
    record = verify_checksum(row)
    for wrong in STORED_SHAPE.faults(record):  # sealed, and yet written by something else
        raise NotPlain(f"no entry ({str(wrong)[:80]})")
    entry = Entry.read(record)
    if row.key[1] != entry.n:
        raise NotPlain(f"entry {entry.n} in the place of another")
    if any(map(too_deep, entry.changes)):
        raise NotPlain("it is nested too deep")
    return entry


def snapshot_row(journal: Journal) -> Row:
    return with_checksum((journal.campaign, journal.n), snapshot(journal))


def journal_in(row: Row) -> Journal:
    """The journal in a snapshot's row; NotPlain says what is wrong with it."""
    try:
        journal = from_snapshot(verify_checksum(row))
        sound = row.key == (journal.campaign, journal.n) and EMPTY.keys() <= journal.document.keys()
        assert len(journal.state.characters) >= 0  # every one can be read
    except NotPlain:
        raise
    except Exception as fault:
        raise NotPlain(f"no snapshot ({type(fault).__name__}: {str(fault)[:80]})") from None
    if not sound:
        raise NotPlain("a snapshot in the place of another")
    if not _goes_down(journal):
        raise NotPlain("a snapshot of no journal")
    return journal


def _goes_down(journal: Journal) -> bool:
    """Do the places that undo goes by lead down, each to one before it?"""
    places = [journal.n, journal.top, *journal.redo, *journal.holes, *journal.holes.values()]
    return (
        all(type(place) is int and 0 <= place <= journal.n for place in places)
        and all(below < place for place, below in journal.holes.items())
    )  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A campaign as the list of campaigns shows it. n: its entries; at: when the last was made."""

    id: str
    game: str
    name: str
    n: int = 0
    at: str = ""

    def row(self) -> Row:
        return with_checksum(self.id, vars(self))


def line_of(journal: Journal) -> Line:
    at = journal.entries[-1].at if journal.entries else ""
    return Line(journal.campaign, journal.state.game, journal.state.name, journal.n, at)


def line_in(row: Row) -> Line:
    """The line in a row; NotPlain says what is wrong with it."""
    try:
        line = Line(**verify_checksum(row))
    except TypeError as fault:
        raise NotPlain(f"no campaign ({str(fault)[:80]})") from None
    words = (line.id, line.game, line.name, line.at)
    sound = line.id == row.key and all(isinstance(each, str) for each in words)
    if not sound or not isinstance(line.n, int):
        raise NotPlain("no campaign")
    return line


@dataclass(frozen=True)
class Rebuilt:
    """A journal as it could be read, and what was damaged on the way."""

    journal: Journal
    damages: tuple[Damage, ...] = ()


def rebuilt(
    campaign: str,
    start: Journal | None,
    rows: Iterable[Row],
    line: Line | None = None,
    gaps: Sequence[int] = (),
) -> Rebuilt:
    """The journal that a snapshot and the entries around and after it come to.

    Entries hold what stands in each place after them, so a damaged one costs what it alone said,
    and nothing where a snapshot follows. gaps: where places begin that are known to be empty since
    an earlier damage.
    """
    damages: list[Damage] = []
    before: list[Entry] = []
    journal = start or Journal(campaign, _bare(line))
    known = journal.n
    expected = None if start else 1
    for row in rows:
        place = row.key[1] if isinstance(row.key, tuple) else 0
        if expected is not None and expected < place and expected not in gaps:
            upto = f", and all up to {place - 1}" if place - expected > 1 else ""
            damages.append(Damage("entries", (campaign, expected), f"missing{upto}"))
        expected = place + 1
        try:
            entry = entry_in(row)
            if place <= known:
                before.append(entry)
            else:
                journal = _went_on(journal, entry)
        except (NotPlain, LostPlace) as fault:
            why = f"changes what is lost: {fault}" if isinstance(fault, LostPlace) else str(fault)
            damages.append(Damage("entries", row.key, why, row.text, row.sum))
    entries = (*before, *journal.entries)[-AT_HAND:]
    document = _mended(journal.document)
    return Rebuilt(replace(journal, document=document, entries=entries), tuple(damages))


def _mended(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The state with each part of its kind, every character in the order, nobody who was lost."""
    parts = {
        part: document[part] if isinstance(document[part], type(empty)) else empty
        for part, empty in EMPTY.items()
        if part != "encounter"
    }
    encounter = document["encounter"]
    parts["encounter"] = encounter if isinstance(encounter, dict) else None
    if isinstance(document["hours"], (int, float)) and not isinstance(document["hours"], bool):
        parts["hours"] = document["hours"]
    for part, kinds in (("characters", _CHARACTER), ("notes", _NOTE)):
        whole = {id: each for id, each in parts[part].items() if _is_record(each, kinds)}
        if len(whole) < len(parts[part]):
            parts[part] = whole
    if not all(_is_record(each, _DUE) for each in parts["due"]):
        parts["due"] = [each for each in parts["due"] if _is_record(each, _DUE)]
    order, characters = parts["order"], parts["characters"]
    if not all(isinstance(id, str) for id in order) or sorted(order) != sorted(characters):
        order = [id for id in dict.fromkeys(map(str, order)) if id in characters]
        parts["order"] = [*order, *(id for id in characters if id not in order)]
    is_whole = all(document[part] is parts[part] for part in parts)
    return document if is_whole else {**document, **parts}


#: What the records of a state hold.
_CHARACTER = {"name": str, "kind": str, "archived": bool, "data": dict}
_NOTE = {"text": str, "about": str}
_DUE = {"id": str, "who": str, "label": str, "procedure": str, "inputs": dict, "rules": list}


def _is_record(record: Any, kinds: Mapping[str, type]) -> bool:
    return isinstance(record, dict) and all(
        isinstance(record.get(name), kind) for name, kind in kinds.items()
    )


def _bare(line: Line | None) -> Mapping[str, Any]:
    return {**EMPTY, "game": line.game, "name": line.name} if line else EMPTY


def _went_on(journal: Journal, entry: Entry) -> Journal:
    try:
        return followed(journal, entry)
    except IndexError:
        raise NotPlain("an undo of nothing") from None
