"""Descriptions of changes for a person's decision, by the names known at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.campaign.state.changes import NOTHING, Change, unescape
from app.campaign.state.document import Document
from app.campaign.state.values import exact
from app.core.errors import short_text
from app.core.games import Game
from app.core.procedures.labels import label_of
from app.core.procedures.outcomes import round_number
from app.core.support.characters import with_minus

#: More lines than this about one campaign are summed up.
MOST_LINES = 60

#: The parts of a state that are described as a whole, however much of them changed.
WHOLE = {
    "order": "Order of characters changes",
    "encounter": "Fight changes",
    "due": "Pending rolls change",
}


def describe_changes(
    game: Game, before: Document, after: Document, changes: Iterable[Change]
) -> tuple[str, ...]:
    """Describe the changes from one document to the other, a line each."""
    lines = list(dict.fromkeys(_lines(game, before, after, tuple(changes))))
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {len(lines) - MOST_LINES} more"]
    return tuple(lines)


def _lines(
    game: Game, before: Document, after: Document, changes: tuple[Change, ...]
) -> Iterator[str]:
    places = {change.at for change in changes}
    for change in changes:
        part, *rest = [unescape(key) for key in change.at.split("/")[1:]]
        if rest[1:] == ["data", "name"] and change.at.replace("/data/", "/") in places:
            continue  # the character's own name says the same
        if part == "characters" and rest:
            yield _character(game, before, after, rest, change)
        elif part == "notes" and rest:
            yield _note(before, after, rest[0])
        elif part == "order" and set(before["order"]) != set(after["order"]):
            continue  # arrivals and departures are described by name
        elif part in WHOLE:
            yield WHOLE[part]
        else:
            yield f"{_place(game, part, rest)}: {_turned(change)}"


def _character(
    game: Game,
    before: Document,
    after: Document,
    path: list[str],
    change: Change,
) -> str:
    id, *rest = path
    known = before["characters"].get(id) or after["characters"][id]
    name = quote(known["name"])
    if not rest:
        return f"{name} added" if change.was is NOTHING else f"{name} removed"
    if rest[0] != "data":
        words = {"kind": "PC or NPC"}
        return f"{name}, {words.get(rest[0], rest[0])}: {_turned(change)}"
    declared = game.sheet.by_id.get(rest[1]) if game.sheet and rest[1:] else None
    field = declared.label if declared else " ".join(rest[1:]) or "the sheet"
    return f"{name}, {field}: {_turned(change)}"


def _note(before: Document, after: Document, id: str) -> str:
    was, now = before["notes"].get(id), after["notes"].get(id)
    if was is None or now is None:
        there = now or was
        return f"Note {quote(there['text'] if there else '')} {'added' if now else 'removed'}"
    return f"Note {quote(was['text'])} → {quote(now['text'])}"


def _place(game: Game, part: str, path: list[str]) -> str:
    if part == "house" and path:
        rule = game.house.get(path[0])
        return f"House rule {rule.label if rule else path[0]}"
    if part == "scene":
        return f"Scene, {label_of(' '.join(path))}"
    return {"hours": "Clock (hours)", "name": "Campaign name"}.get(part, part)


def _turned(change: Change) -> str:
    return f"{_short(change.was)} → {_short(change.now)}"


def _short(value: object) -> str:
    value = exact(value)
    if value is NOTHING or value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return quote(value["name"]) if value.get("name") else count_of(len(value), "value")
    if isinstance(value, list):
        return count_of(len(value), "entry", "entries")
    return with_minus(short_text(round_number(value, 6)))


def quote(text: object) -> str:
    """Return a name or the beginning of a text in quotation marks."""
    words = " ".join(str(text).split())
    return f"“{words if len(words) <= 60 else words[:59] + '…'}”"


def count_of(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
