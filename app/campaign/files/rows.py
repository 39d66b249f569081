"""Rows: records as the browser's database stores them, with checksums, and their repair.

A row is a key, a JSON text and its checksum. A row with a wrong checksum, JSON or shape is damaged:
it is set aside unchanged, never thrown away, and never a reason not to start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.journal.entries import STORED_SHAPE, Entry
from app.campaign.journal.journal import AT_HAND, Journal, append_entry, from_snapshot, snapshot
from app.campaign.state.changes import Change, LostPlace, apply_changes, too_deep
from app.campaign.state.document import Document
from app.campaign.state.state import EMPTY
from app.campaign.state.values import NotPlain, checksum, read, written

#: A row's key: a name, or a campaign's id and an entry's number.
Key = str | tuple[str, int]


def is_place(key: object) -> bool:
    """Tell whether this is a list of a campaign's id and a number, as in JSON."""
    return isinstance(key, list) and [*map(type, key)] == [str, int] and key[0] != ""


@dataclass(frozen=True)
class StoredRow:
    """One stored record: its key, its text, and the checksum of the text."""

    key: Key
    text: str
    sum: str


@dataclass(frozen=True)
class Damage:
    """A stored row that could not be read: its store and key, the reason, and its content."""

    store: str
    key: Key
    why: str
    text: str = ""
    sum: str = ""

    @property
    def words(self) -> str:
        """Return one line for the reader of the report."""
        key = self.key if isinstance(self.key, str) else f"{self.key[0]} {self.key[1]}"
        return f"{self.store} {key}: {self.why}"

    def record(self) -> dict[str, object]:
        return {
            "store": self.store,
            "key": list(self.key) if isinstance(self.key, tuple) else self.key,
            "why": self.why,
            "text": self.text,
            "sum": self.sum,
        }


def with_checksum(key: Key, record: object) -> StoredRow:
    """Return a record as a row."""
    text = written(record)
    return StoredRow(key, text, checksum(text))


def verify_checksum(row: StoredRow) -> Any:
    """Return the record of a row; NotPlain says why it is damaged."""
    if not isinstance(row.text, str) or row.sum != checksum(row.text):
        raise NotPlain("the checksum is wrong")
    return read(row.text)


def entry_row(campaign: str, entry: Entry) -> StoredRow:
    return with_checksum((campaign, entry.n), entry.record())


def entry_in(row: StoredRow) -> Entry:
    """Return the entry of a row; NotPlain says why it is damaged."""
    record = verify_checksum(row)
    for wrong in STORED_SHAPE.faults(record):  # the checksum is right, but something else wrote it
        raise NotPlain(f"no entry ({str(wrong)[:80]})")
    entry = Entry.read(record)
    if row.key[1] != entry.n:
        raise NotPlain(f"entry {entry.n} in the place of another")
    if any(map(too_deep, entry.changes)):
        raise NotPlain("it is nested too deep")
    return entry


def snapshot_row(journal: Journal) -> StoredRow:
    return with_checksum((journal.campaign, journal.n), snapshot(journal))


def journal_in(row: StoredRow) -> Journal:
    """Return the journal of a snapshot's row; NotPlain says why it is damaged."""
    try:
        journal = from_snapshot(verify_checksum(row))
        sound = row.key == (journal.campaign, journal.n) and EMPTY.keys() <= journal.document.keys()
        assert len(journal.state.characters) >= 0  # reads every one
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
    """Tell whether the numbers that undo follows lead down, each to one before it."""
    places = [journal.n, journal.top, *journal.redo, *journal.holes, *journal.holes.values()]
    return (
        all(type(number) is int and 0 <= number <= journal.n for number in places)
        and all(below < number for number, below in journal.holes.items())
    )  # fmt: skip


@dataclass(frozen=True)
class CampaignLine:
    """A campaign in the list of campaigns. n: its entries; at: when the last was made."""

    id: str
    game: str
    name: str
    n: int = 0
    at: str = ""

    def row(self) -> StoredRow:
        return with_checksum(self.id, vars(self))


def line_of(journal: Journal) -> CampaignLine:
    at = journal.entries[-1].at if journal.entries else ""
    return CampaignLine(journal.campaign, journal.state.game, journal.state.name, journal.n, at)


def line_in(row: StoredRow) -> CampaignLine:
    """Return the line of a row; NotPlain says why it is damaged."""
    try:
        line = CampaignLine(**verify_checksum(row))
    except TypeError as fault:
        raise NotPlain(f"no campaign ({str(fault)[:80]})") from None
    words = (line.id, line.game, line.name, line.at)
    sound = line.id == row.key and all(isinstance(word, str) for word in words)
    if not sound or not isinstance(line.n, int):
        raise NotPlain("no campaign")
    return line


@dataclass(frozen=True)
class Rebuilt:
    """A journal as far as it could be read, and the damage met on the way."""

    journal: Journal
    damages: tuple[Damage, ...] = ()


def rebuilt(
    campaign: str,
    start: Journal | None,
    rows: Iterable[StoredRow],
    line: CampaignLine | None = None,
    gaps: Sequence[int] = (),
) -> Rebuilt:
    """Rebuild the journal from a snapshot and the entries around and after it.

    Entries hold the values at each path after them, so a damaged one loses its own changes only,
    and none if a snapshot follows. gaps: the first numbers of gaps known from earlier damage.
    """
    damages: list[Damage] = []
    before: list[Entry] = []
    journal = start or Journal(campaign, _bare(line))
    known = journal.n
    expected = None if start else 1
    for row in rows:
        number = row.key[1] if isinstance(row.key, tuple) else 0
        if expected is not None and expected < number and expected not in gaps:
            upto = f", and all up to {number - 1}" if number - expected > 1 else ""
            damages.append(Damage("entries", (campaign, expected), f"missing{upto}"))
        expected = number + 1
        try:
            entry = entry_in(row)
            if number <= known:
                before.append(entry)
            else:
                journal = _went_on(journal, entry)
        except (NotPlain, LostPlace) as fault:
            why = f"changes what is lost: {fault}" if isinstance(fault, LostPlace) else str(fault)
            damages.append(Damage("entries", row.key, why, row.text, row.sum))
    entries = (*before, *journal.entries)[-AT_HAND:]
    document = _mended(journal.document)
    return Rebuilt(replace(journal, document=document, entries=entries), tuple(damages))


def _mended(document: Document) -> Document:
    """Return the state with every part of its kind and every character in the order."""
    found: Mapping[str, Any] = document
    parts: dict[str, Any] = {
        part: found[part] if isinstance(found[part], type(empty)) else empty
        for part, empty in EMPTY.items()
        if part != "encounter"
    }
    encounter = document["encounter"]
    parts["encounter"] = encounter if isinstance(encounter, dict) else None
    if isinstance(document["hours"], (int, float)) and not isinstance(document["hours"], bool):
        parts["hours"] = document["hours"]
    for part, kinds in (("characters", _CHARACTER), ("notes", _NOTE)):
        valid = {id: record for id, record in parts[part].items() if _is_record(record, kinds)}
        if len(valid) < len(parts[part]):
            parts[part] = valid
    if not all(_is_record(record, _DUE) for record in parts["due"]):
        parts["due"] = [record for record in parts["due"] if _is_record(record, _DUE)]
    order, characters = parts["order"], parts["characters"]
    if not all(isinstance(id, str) for id in order) or sorted(order) != sorted(characters):
        order = [id for id in dict.fromkeys(map(str, order)) if id in characters]
        parts["order"] = [*order, *(id for id in characters if id not in order)]
    parted = [part for part in parts if found[part] is not parts[part]]
    return apply_changes(document, [Change(f"/{part}", None, parts[part]) for part in parted])


#: The fields of a state's records.
_CHARACTER = {"name": str, "kind": str, "archived": bool, "data": dict}
_NOTE = {"text": str, "about": str}
_DUE = {"id": str, "who": str, "label": str, "procedure": str, "inputs": dict, "rules": list}


def _is_record(record: object, kinds: Mapping[str, type]) -> bool:
    return isinstance(record, dict) and all(
        isinstance(record.get(name), kind) for name, kind in kinds.items()
    )


def _bare(line: CampaignLine | None) -> Document:
    return {**EMPTY, "game": line.game, "name": line.name} if line else EMPTY


def _went_on(journal: Journal, entry: Entry) -> Journal:
    try:
        return append_entry(journal, entry)
    except IndexError:
        raise NotPlain("an undo of nothing") from None
