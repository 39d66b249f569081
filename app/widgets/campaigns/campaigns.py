"""The campaigns, files and backups as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from app.campaign.files.files import Opened
from app.campaign.files.rows import Line
from app.campaign.files.shapes import Fault
from app.campaign.state.state import Character
from app.campaign.state.values import exact
from app.core.games import Game
from app.core.sheets import Field
from app.widgets.roll.forms import field_text

#: More fields than this of a character that a link brings are summed up.
MOST_FIELDS = 24

#: What may be done with a campaign that is here already, and in what words.
MODES = {
    "merge": "Bring what is new into what is here",
    "add": "Add it beside what is here",
    "replace": "Put it in place of what is here",
}


@dataclass(frozen=True)
class Row:
    """A campaign in the list.

    name: for the eye. given: what its name was set to. is_open: the one that its game shows now.
    """

    id: str
    game: str
    title: str
    name: str
    given: str
    at: str
    entries: str
    is_open: bool


UNNAMED = "Unnamed campaign"


def called(name: str) -> str:
    """A campaign's name for the eye."""
    return name.strip() or UNNAMED


def named(lines: Iterable[Line]) -> dict[str, str]:
    """Every campaign's name for the eye, by id: of several without one each has a number."""
    lines = sorted(lines, key=lambda line: line.id)  # ids sort by when they began
    names = {line.id: line.name.strip() for line in lines if line.name.strip()}
    taken = set(names.values())
    for line in lines:
        if line.id not in names:
            names[line.id] = next(_numbered(UNNAMED, taken))
            taken.add(names[line.id])
    return names


def fresh_name(lines: Iterable[Line]) -> str:
    """The name of a campaign that begins without one: empty where none of these lacks one."""
    taken = set(named(lines).values())
    name = next(_numbered(UNNAMED, taken))
    return "" if name == UNNAMED else name


def _numbered(name: str, taken: Container[str]) -> Iterator[str]:
    """The name, or the name with the first number that is free."""
    every = (name if place == 1 else f"{name} {place}" for place in count(1))
    return (each for each in every if each not in taken)


def rows(lines: Iterable[Line], games: Mapping[str, Game], open: Iterable[str]) -> tuple[Row, ...]:
    """All campaigns as they are listed. open: the ids of those that their games show."""
    shown, lines = frozenset(open), tuple(lines)
    names = named(lines)
    return tuple(
        Row(
            line.id,
            line.game,
            games[line.game].title if line.game in games else line.game,
            names[line.id],
            line.name.strip(),
            line.at,
            counted(line.n, "entry", "entries"),
            line.id in shown,
        )
        for line in lines
    )


def open_ids(lines: Sequence[Line], chosen: Any) -> dict[str, str]:
    """Game -> the campaign it shows: the one that was chosen, else the one used last.

    lines: the one used last first. chosen: what is remembered of it, whatever that is.
    """
    found: dict[str, str] = {}
    for line in lines:
        found.setdefault(line.game, line.id)
    for line in lines:
        if isinstance(chosen, Mapping) and chosen.get(line.game) == line.id:
            found[line.game] = line.id
    return found


def lacking(lasts: bool, why: str, alone: str) -> str:
    """What the browser does not offer of what keeping needs, and what that means; else empty.

    lasts: is anything kept? why: what the browser said if not. alone: what it lacks for tabs to
    take turns.
    """
    if not lasts:
        return (
            f"{why} Perhaps cookies and site data are blocked for this page, or this is a private "
            "window. Everything can be played all the same, but it lasts only until the page is "
            "closed: save to a file, under Campaigns, what you want to keep."
        )
    if alone:
        return (
            f"This browser does not let tabs take turns ({alone} is missing or refused). Keep "
            "Tableside open in one tab only: a second one shows what happened here after a "
            "reload, and may find that this one was quicker."
        )
    return ""


def restored() -> str:
    """What is said where the browser had lost all that was stored."""
    return "The browser had lost your data. It was restored from a second copy."


def found(damaged: int, brought_back: bool) -> str:
    """What is said of what was found at the start."""
    said = [restored()] if brought_back else []
    if damaged:
        records = counted(damaged, "damaged record was", "damaged records were")
        said.append(f"{records} skipped. Everything else is fine. See Campaigns.")
    return " ".join(said)


def counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}".replace(",", "\u202f")


def size(bytes: int) -> str:
    """A size as it is said: `640 KB`, `1.2 MB`."""
    if bytes < 1_000:
        return counted(bytes, "byte", "bytes")
    amount, unit = bytes / 1_000, "KB"
    for larger in ("MB", "GB", "TB"):
        if amount < 999.5:
            break
        amount, unit = amount / 1_000, larger
    return f"{amount:.0f} {unit}" if amount >= 9.95 else f"{amount:.1f} {unit}"


def file_name(what: str, at: str, kind: str = "json") -> str:
    """A name that every system takes: `tableside-harvest-2026-01-31.json`."""
    bare = re.sub(r"[\W_]+", "-", what.lower()).strip("-")[:60].strip("-")
    parts = [part for part in ("tableside", bare, at[:10]) if part]
    return f"{'-'.join(parts)}.{kind}"


# --- a file that was opened ---


@dataclass(frozen=True)
class Arrival:
    """What a sound file brings. modes: (mode, words) the person may choose among."""

    kind: str
    words: str
    modes: tuple[tuple[str, str], ...]


def arrival(opened: Opened, games: Mapping[str, Game], known: Iterable[str]) -> Arrival:
    """What a file brings. known: the ids of the campaigns that are here."""
    if opened.kind == "character":
        record = opened.record
        words = f"{record['character']['name'] or 'Nameless'}, {games[record['game']].title}"
        modes = {**MODES, "merge": "Change the character of the same name"}
        return Arrival(opened.kind, words, tuple((m, modes[m]) for m in ("add", "merge")))
    states = [whole.journal.state for whole in opened.journals]
    named = ", ".join(
        f"“{called(state.name)}” ({games[state.game].title})" for state in states[:12]
    )
    more = f" and {len(states) - 12} more" if len(states) > 12 else ""
    words = (
        f"{counted(len(states), 'campaign', 'campaigns')}: {named}{more}" if states else "Nothing"
    )
    here = set(known) & {whole.journal.campaign for whole in opened.journals}
    return Arrival(
        opened.kind, words, tuple(MODES.items()) if here else (("add", "Add it to what is here"),)
    )


def faults(found: Iterable[Fault]) -> tuple[tuple[str, str], ...]:
    """(place, what is wrong) for the eye."""
    return tuple((fault.at or "the whole file", fault.words) for fault in found)


# --- a character that a link brings ---


def told(game: Game, record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """(label, value) of what its sheet says, the lists as how many stand there."""
    said: list[tuple[str, str]] = []
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
            words = field_text(exact(value))
        else:
            words = counted(len(value), "entry", "entries")
        if words:
            said.append((declared.label, words[:200]))
    if len(said) > MOST_FIELDS:
        rest = len(said) - MOST_FIELDS
        return (*said[:MOST_FIELDS], ("And", f"{counted(rest, 'more field', 'more fields')}"))
    return tuple(said)


__all__ = [
    "Arrival", "Row", "arrival", "called", "counted", "faults", "file_name", "found", "fresh_name",
    "lacking", "named", "open_ids", "restored", "rows", "size", "told",
]  # fmt: skip
