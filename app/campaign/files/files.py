"""Files: a character, a campaign or everything, as versioned JSON that stays readable.

A file is checked as a whole before anything is done with it: its size and depth, its version, the
shape of every record (`app.campaign.files.formats`), and then its meaning
(`app.campaign.files.validation`): the entries lead to the state, every sheet fits its form. Every
fault is named by its path. The content of a file is data and stays data.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from app.campaign.files.formats import (
    ENTRIES_SHAPE,
    FILE_SHAPE,
    ROWS_SHAPE,
    CampaignPart,
    FileRecord,
    campaign_part,
    head,
)
from app.campaign.files.migrations import VERSION, migrate
from app.campaign.files.rows import StoredRow, is_place, journal_in, rebuilt, verify_checksum
from app.campaign.files.shapes import ANY, Fault
from app.campaign.files.validation import (
    AT_A_TIME,
    MOST_FAULTS,
    BadFile,
    Whole,
    character_faults,
    none_of,
    read_campaign,
)
from app.campaign.journal.journal import Journal
from app.campaign.state.state import Games
from app.campaign.state.values import NotPlain, plain_words, reading
from app.core.errors import short_text
from app.core.support.incremental import run_to_end

#: The message for any other file.
NO_FILE = "Not a Tableside file."
CHOOSE = "Choose a .json file that Tableside saved."

#: Files longer than this, or nested deeper, are refused unread.
LONGEST = 60_000_000
DEEPEST = 48


@dataclass(frozen=True)
class Opened:
    """A file that passed every check. journals: its campaigns with their entries."""

    kind: str
    record: FileRecord
    journals: tuple[Whole, ...] = ()


def open_file(text: str | bytes, games: Games) -> Opened:
    """Check a file as a whole and return it; BadFile names every fault."""
    return run_to_end(opening(text, games))


def opening(text: str | bytes, games: Games, sheets: bool = True) -> Generator[None, None, Opened]:
    """Check a file like `open_file`, with a checkpoint now and then for large files.

    sheets: check the sheets by their forms too (the user's own copies are restored as they are).
    """
    record = yield from _record(text)
    if record.get("kind") == "rows":
        record = _from_rows(record)
        yield
    none_of(FILE_SHAPE.faults(_without_entries(record)))
    if record["kind"] == "character":
        none_of(character_faults(record, games))
        return Opened("character", record)
    campaigns = _campaigns(record)
    yield from _check_entries(campaigns)
    wholes = []
    for at, part in campaigns:
        wholes.append((yield from read_campaign(part, at, games, sheets)))
    ids = [campaign.journal.campaign for campaign in wholes]
    if len(set(ids)) < len(ids):
        raise BadFile([Fault("/campaigns", "the same campaign twice")])
    return Opened(record["kind"], record, tuple(wholes))


def _without_entries(record: FileRecord) -> FileRecord:
    """Return the file with empty histories; entries are checked one by one."""

    def bare(part: Any) -> Any:
        has_some = isinstance(part, dict) and isinstance(part.get("entries"), list)
        return {**part, "entries": []} if has_some else part

    if "campaign" in record:
        return {**record, "campaign": bare(record["campaign"])}
    if isinstance(record.get("campaigns"), list):
        return {**record, "campaigns": [bare(part) for part in record["campaigns"]]}
    return record


def _check_entries(campaigns: list[tuple[str, CampaignPart]]) -> Iterator[None]:
    """Raise BadFile if an entry does not have the shape of one."""
    faults: list[Fault] = []
    for at, part in campaigns:
        entries = part["entries"]
        none_of(replace(ENTRIES_SHAPE, of=ANY).faults(entries, f"{at}/entries"))
        for index, entry in enumerate(entries):
            faults += ENTRIES_SHAPE.of.faults(entry, f"{at}/entries/{index}")
            if len(faults) >= MOST_FAULTS:
                break
            if index % AT_A_TIME == 0:
                yield
    none_of(iter(faults))


def _record(text: str | bytes) -> Generator[None, None, FileRecord]:
    """Decode the JSON of a file and migrate it to today's version."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        record = yield from reading(text, LONGEST, DEEPEST)
    except UnicodeDecodeError:
        raise BadFile([Fault("", f"{NO_FILE} It isn’t text. {CHOOSE}")]) from None
    except NotPlain as fault:
        why = plain_words(fault) or "It may be incomplete"
        raise BadFile([Fault("", f"{NO_FILE} {why}. {CHOOSE}")]) from None
    if not isinstance(record, dict) or "tableside" not in record:
        raise BadFile([Fault("", f"{NO_FILE} {CHOOSE}")])
    version = record["tableside"]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BadFile([Fault("/tableside", f"{short_text(version)} is not a version")])
    if version > VERSION:
        raise BadFile(
            [
                Fault(
                    "/tableside",
                    "Made with a newer version. Update Tableside: reload the page.",
                )
            ]
        )
    try:
        file: FileRecord = migrate(record, version)
        return file
    except Exception:  # an old file may be broken in any way
        raise BadFile([Fault("", "The file is damaged.")]) from None


def _from_rows(record: FileRecord) -> FileRecord:
    """Convert a file of rows into one of everything, without its damaged rows."""
    none_of(ROWS_SHAPE.faults(record))
    stores = record["stores"]
    by_campaign: dict[str, list[StoredRow]] = {}
    snapshots: dict[str, Journal] = {}
    for store in ("entries", "snapshots"):
        for key, text, sum in (raw for raw in stores.get(store, []) if len(raw) == 3):
            if is_place(key):
                row = StoredRow(tuple(key), text, sum)
                if store == "entries":
                    by_campaign.setdefault(key[0], []).append(row)
                    continue
                with suppress(NotPlain):
                    journal = journal_in(row)
                    if journal.n >= snapshots.get(journal.campaign, journal).n:
                        snapshots[journal.campaign] = journal
    campaigns = []
    for id, rows in by_campaign.items():
        rows.sort(key=lambda row: row.key[1])
        restored = rebuilt(id, snapshots.get(id), rows)
        is_complete = not restored.damages and [row.key[1] for row in rows] == [
            *range(1, len(rows) + 1)
        ]
        entries = [verify_checksum(row) for row in rows] if is_complete else []
        campaigns.append(campaign_part(restored.journal, entries))
    return {**head("everything", "", ""), "campaigns": campaigns, "settings": {}}


def _campaigns(record: FileRecord) -> list[tuple[str, CampaignPart]]:
    if record["kind"] == "campaign":
        return [("/campaign", record["campaign"])]
    return [(f"/campaigns/{index}", part) for index, part in enumerate(record["campaigns"])]
