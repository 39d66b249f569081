"""Campaigns, files and backups as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from app.campaign.files.files import Opened
from app.campaign.files.rows import CampaignLine
from app.campaign.files.shapes import Fault
from app.campaign.state.state import Character
from app.campaign.state.values import exact
from app.core.games import Game
from app.core.procedures.inputs import Values
from app.core.sheets import Field

#: Fields shown of a linked character; further fields are counted.
MOST_FIELDS = 24

#: Ways to import a campaign that exists here already, with their labels.
MODES = {
    "merge": "Merge",
    "add": "Add as copy",
    "replace": "Replace",
}


@dataclass(frozen=True)
class CampaignRow:
    """A campaign in the list."""

    id: str
    game: str
    title: str
    #: Label on screen; unnamed campaigns are numbered.
    name: str
    #: The stored name, possibly empty.
    given: str
    at: str
    entries: str
    #: Whether its game shows this campaign now.
    is_open: bool


UNNAMED = "Unnamed campaign"

#: Labels of the stored reasons of backups.
REASONS = {"by hand": "manual", "by itself": "automatic"}


def display_name(name: str) -> str:
    """Return a campaign's name for display."""
    return name.strip() or UNNAMED


def display_names(lines: Iterable[CampaignLine]) -> dict[str, str]:
    """Map every campaign's id to its display name; several unnamed ones are numbered."""
    lines = sorted(lines, key=lambda line: line.id)  # ids sort by when they began
    names = {line.id: line.name.strip() for line in lines if line.name.strip()}
    taken = set(names.values())
    for line in lines:
        if line.id not in names:
            names[line.id] = next(_numbered(UNNAMED, taken))
            taken.add(names[line.id])
    return names


def fresh_name(lines: Iterable[CampaignLine]) -> str:
    """Return the name for a new campaign: empty where no other one is unnamed."""
    taken = set(display_names(lines).values())
    name = next(_numbered(UNNAMED, taken))
    return "" if name == UNNAMED else name


def _numbered(name: str, taken: Container[str]) -> Iterator[str]:
    """Yield the name, then the name with each free number."""
    candidates = (name if number == 1 else f"{name} {number}" for number in count(1))
    return (candidate for candidate in candidates if candidate not in taken)


def rows(
    lines: Iterable[CampaignLine], games: Mapping[str, Game], open: Iterable[str]
) -> tuple[CampaignRow, ...]:
    """List all campaigns. open: the ids of those that their games show."""
    shown, lines = frozenset(open), tuple(lines)
    names = display_names(lines)
    return tuple(
        CampaignRow(
            line.id,
            line.game,
            games[line.game].title if line.game in games else line.game,
            names[line.id],
            line.name.strip(),
            line.at,
            count_words(line.n, "entry", "entries"),
            line.id in shown,
        )
        for line in lines
    )


def open_ids(lines: Sequence[CampaignLine], chosen: object) -> dict[str, str]:
    """Map each game to the campaign it shows: the chosen one, else the last used.

    lines: the last used campaign first. chosen: the untrusted stored choice.
    """
    open_by_game: dict[str, str] = {}
    for line in lines:
        open_by_game.setdefault(line.game, line.id)
    for line in lines:
        if isinstance(chosen, Mapping) and chosen.get(line.game) == line.id:
            open_by_game[line.game] = line.id
    return open_by_game


def lacking(lasts: bool, why: str, alone: str) -> str:
    """Describe missing browser storage features and their consequence; else return "".

    lasts: whether data is stored at all. why: the browser's reason if not. alone: the missing
    feature that tabs need to take turns.
    """
    if not lasts:
        return (
            "This browser isn’t saving data (private window?). You can play, but download a copy "
            f"before closing. {why}"
        ).strip()
    if alone:
        return (
            f"Keep Tableside open in one tab only: this browser can’t keep several tabs in sync "
            f"({alone} is missing or blocked)."
        )
    return ""


def restored_notice() -> str:
    """Return the notice shown after the browser lost its data."""
    return "The browser lost your data. It was restored from a second copy."


def startup_notice(damaged: int, brought_back: bool) -> str:
    """Return the notice about damaged or restored data at start-up."""
    sentences = [restored_notice()] if brought_back else []
    if damaged:
        records = count_words(damaged, "damaged record was", "damaged records were")
        sentences.append(f"{records} skipped. Everything else is fine. See Campaigns.")
    return " ".join(sentences)


def count_words(count: int, one: str, many: str) -> str:
    """Format a count with its noun: `3 entries`."""
    return f"{count:,} {one if count == 1 else many}".replace(",", "\u202f")


def size(bytes: int) -> str:
    """Format a size in bytes: `640 KB`, `1.2 MB`."""
    if bytes < 1_000:
        return count_words(bytes, "byte", "bytes")
    amount, unit = bytes / 1_000, "KB"
    for larger in ("MB", "GB", "TB"):
        if amount < 999.5:
            break
        amount, unit = amount / 1_000, larger
    return f"{amount:.0f} {unit}" if amount >= 9.95 else f"{amount:.1f} {unit}"


def file_name(title: str, at: str, kind: str = "json") -> str:
    """Return a file name that every system accepts: `tableside-harvest-2026-01-31.json`."""
    bare = re.sub(r"[\W_]+", "-", title.lower()).strip("-")[:60].strip("-")
    parts = [part for part in ("tableside", bare, at[:10]) if part]
    return f"{'-'.join(parts)}.{kind}"


# --- a file that was opened ---


@dataclass(frozen=True)
class Arrival:
    """The contents of a valid file."""

    words: str
    #: Import modes offered: (mode, label).
    modes: tuple[tuple[str, str], ...]


def arrival(opened: Opened, games: Mapping[str, Game], stored_ids: Iterable[str]) -> Arrival:
    """Describe a file's contents. stored_ids: of the campaigns on this device."""
    if opened.kind == "character":
        record = opened.record
        words = f"{record['character']['name'] or 'Nameless'}, {games[record['game']].title}"
        modes = {**MODES, "merge": "Update the character of this name"}
        return Arrival(words, tuple((m, modes[m]) for m in ("add", "merge")))
    states = [campaign.journal.state for campaign in opened.journals]
    listing = ", ".join(
        f"“{display_name(state.name)}” ({games[state.game].title})" for state in states[:12]
    )
    more = f" and {len(states) - 12} more" if len(states) > 12 else ""
    words = (
        f"{count_words(len(states), 'campaign', 'campaigns')}: {listing}{more}"
        if states
        else "Nothing"
    )
    here = set(stored_ids) & {campaign.journal.campaign for campaign in opened.journals}
    return Arrival(words, tuple(MODES.items()) if here else (("add", "Add"),))


def faults(
    faults_found: Iterable[Fault], whole: str = "the whole file"
) -> tuple[tuple[str, str], ...]:
    """Return (path, message) of each fault for display. whole: the path of those without one."""
    return tuple((fault.at or whole, fault.words) for fault in faults_found)


# --- a character that a link brings ---


def describe_character(game: Game, record: Values) -> tuple[tuple[str, str], ...]:
    """Return (label, value) of a linked character's sheet; lists are counted."""
    from app.widgets.sheet.sheet_words import field_words  # only links need it

    fields: list[tuple[str, str]] = []
    if game.sheet is None:
        return ()
    character = Character("", record["name"], record["kind"], False, record["data"])
    sheet = character.sheet(game)
    for name in record["data"]:
        declared = game.sheet.by_id.get(name)
        if declared is None:
            continue
        value = sheet[name]
        if isinstance(declared, Field):
            words = "no" if value is False else field_words(exact(value), declared)
        else:
            words = count_words(len(value), "entry", "entries")
        if words:
            fields.append((declared.label, words[:200]))
    if len(fields) > MOST_FIELDS:
        rest = len(fields) - MOST_FIELDS
        return (*fields[:MOST_FIELDS], ("And", f"{count_words(rest, 'more field', 'more fields')}"))
    return tuple(fields)


__all__ = [
    "REASONS",
    "Arrival",
    "CampaignRow",
    "arrival",
    "count_words",
    "describe_character",
    "display_name",
    "display_names",
    "faults",
    "file_name",
    "fresh_name",
    "lacking",
    "open_ids",
    "restored_notice",
    "rows",
    "size",
    "startup_notice",
]
