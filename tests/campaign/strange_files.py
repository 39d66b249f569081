"""Random invalid files, made from valid ones and from the schema.

    sources(games)            valid files that this app writes: quiet campaigns and mid-fight
    strange(source, dice)     one of them with a few parts changed, moved, duplicated or lost

There are campaigns without their history, too: only the state itself shows whether it is valid.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.campaign.files.formats import FileRecord, character_file, head, rows_file
from app.campaign.files.rows import entry_row, snapshot_row
from app.campaign.journal.entries import EntryRecord
from app.campaign.journal.journal import Journal
from app.campaign.state.document import CharacterRecord
from app.campaign.state.state import EMPTY
from app.campaign.state.values import checksum, plain
from app.core.procedures.kinds import Kind, ListOf, Number, OneOf, Whole, YesNo
from app.core.procedures.kinds import Row as RowKind
from app.core.sheets import Field, SheetForm
from tests.campaign.happenings import GAMES
from tests.fights import fights
from tests.fights.headless import Headless

ROOT = Path(__file__).parent.parent.parent
STORED = sorted((ROOT / "tests" / "data" / "files").rglob("*.json"))

#: Values that may replace any other value.
ODD: list[Any] = [
    None, True, False, 0, -1, 7, 10**12, 10**30, 10**99, 1.5, -0.0, 1e308, "", " ", "x" * 300,
    "<script>alert(1)</script>", "__proto__", "constructor", "\ud800", "0", "name",
    [], [[]], [None], ["x"], {}, {"a": {}}, {"exact": "1/3"}, {"exact": "1/0"}, {"exact": "x"},
    [1] * 50, [{}], [{"name": "x"}], [["x", 1]], {"name": "x"},
]  # fmt: skip

#: How many entries a long list gets.
LONG = 3_000


# --- valid files ---


def sources() -> list[dict[str, Any]]:
    """Return valid files of this version and of every earlier one."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in STORED]
    for fight in fights():
        records += _fight_files(Headless(fight.values[0]))
    for game in GAMES.values():
        for sample in game.sheet.samples if game.sheet else ():
            data = plain(dict(sample))
            character = CharacterRecord(name="A", kind="pc", archived=False, data=data)
            records.append(_copied(character_file(game.id, character, "", "")))
    return records


def _fight_files(table: Headless) -> Iterator[dict[str, Any]]:
    """Yield a fight at its start, middle and end, with and without its history."""
    acts = table.fight.acts
    moments = {len(acts) // 3, 2 * len(acts) // 3, len(acts) - 2}
    for index, act in enumerate(acts):
        table.do(act)
        if index in moments:
            yield whole_file(table.journal, [])
            entries = [table.log[n].record() for n in sorted(table.log)]
            yield whole_file(table.journal, entries)
            yield _rows(table)


def whole_file(journal: Journal, entries: Sequence[EntryRecord]) -> dict[str, Any]:
    """Return the file of a campaign with these entries."""
    campaign = {"id": journal.campaign, "document": journal.document, "entries": entries}
    return _copied({**head("campaign", "", ""), "campaign": campaign})


def _rows(table: Headless) -> dict[str, Any]:
    """Return the fight as a file of database rows."""
    journal = table.journal
    stores = {
        "entries": [entry_row(journal.campaign, entry) for _, entry in sorted(table.log.items())],
        "snapshots": [snapshot_row(journal)],
    }
    return _copied(rows_file(stores, "", ""))


def _copied(record: FileRecord | Mapping[str, Any]) -> dict[str, Any]:
    """Return a deep copy of a record, as JSON gives it."""
    copied: dict[str, Any] = json.loads(json.dumps(record))
    return copied


# --- invalid files ---


def strange(source: dict[str, Any], dice: random.Random) -> str:
    """Return the text of a file with a few faults; rarely it is no JSON at all."""
    record = copy.deepcopy(source)
    if record["kind"] == "rows":
        _spoil_rows(record["stores"], dice)
    elif dice.random() < 0.3 and (sheets := [*_sheets(record)]):
        form, data = dice.choice(sheets)
        _fill(form, data, dice)
    else:
        _spoil(record, dice)
    written = json.dumps(record)
    if dice.random() < 0.03:
        cut = dice.randrange(len(written))
        written = written[:cut] + dice.choice(["", "\x00", "]", '"', "[" * 9_000]) + written[cut:]
    return written


def _spoil_rows(stores: dict[str, list[list[Any]]], dice: random.Random) -> None:
    """Spoil some rows: their keys, texts or records, with new checksums."""
    for _ in range(dice.randint(1, 3)):
        rows = stores[dice.choice([name for name in stores if stores[name]])]
        row = dice.choice(rows)
        way = dice.randrange(8)
        if way > 5:
            break_state(dice.choice(stores["entries"]), dice)
        elif way == 0:
            row[dice.randrange(3)] = copy.deepcopy(dice.choice(ODD))
        elif way == 1:
            row[0] = dice.choice([{"id": row[0]}, [row[0], {"n": 1}], [[1], 2], [row[0]]])
        elif way == 2:
            rows.append(copy.deepcopy(row))
        elif isinstance(row[1], str) and row[1][:1] == "{":
            record = json.loads(row[1])
            _spoil(record, dice)
            row[1] = json.dumps(record)
            row[2] = checksum(row[1])


def break_state(row: list[Any], dice: random.Random) -> None:
    """Make an entry's row remove or replace a part of the state."""
    if not isinstance(row[1], str) or '"changes"' not in row[1]:
        return
    record = json.loads(row[1])
    if not isinstance(record.get("changes"), list):
        return
    part = dice.choice([*EMPTY, "none", ""])
    within = dice.choice(["", "", "", "/x", "/c0", "/c0/name", "/n/text", "/"])
    change = {"at": f"/{part}{within}", "was": EMPTY.get(part)}
    if dice.random() < 0.6:
        change["is"] = copy.deepcopy(dice.choice(ODD))
    record["changes"].append(change)
    row[1] = json.dumps(record)
    row[2] = checksum(row[1])


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value."""
    yield path
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(item, (*path, key))


def _at(record: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for key in path:
        record = record[key]
    return record


def _spoil(record: Any, dice: random.Random) -> None:
    """Change, remove, add, duplicate, move or nest a value, once or a few times."""
    for _ in range(dice.choice([1, 1, 1, 2, 4])):
        places = [*_places(record)][1:]
        if not places:
            return
        parts = {path[: dice.randint(1, len(path))] for path in dice.sample(places, 1)}
        # Deep places are many, so pick from every level.
        path = dice.choice([*parts, dice.choice(places)])
        parent, key = _at(record, path[:-1]), path[-1]
        other = _at(record, dice.choice(places))
        way = dice.randrange(12)
        if way < 2:
            parent[key] = copy.deepcopy(dice.choice(ODD))
        elif way < 5:
            del parent[key]
        elif way == 5:
            parent[key] = copy.deepcopy(other)
        elif way == 6:
            parent[key] = [copy.deepcopy(parent[key])] * dice.choice([1, 2])
        elif way == 7:
            parent[key] = _deep(parent[key], dice.choice([3, 30, 60]))
        elif isinstance(parent, dict):
            _spoil_record(parent, key, other, dice)
        else:
            _spoil_list(parent, key, other, dice)


def _spoil_record(parent: dict[str, Any], key: str, other: Any, dice: random.Random) -> None:
    way = dice.randrange(4)
    if way == 0:
        parent[dice.choice(["extra", "", "~", "__proto__", "x" * 300])] = copy.deepcopy(other)
    elif way == 1:
        parent[f"{key}x"] = parent.pop(key)
    elif way == 2 and isinstance(other, str):
        parent[other] = parent.pop(key)
    else:
        parent[key] = _nearly(parent[key], other, dice)


def _spoil_list(parent: list[Any], key: int, other: Any, dice: random.Random) -> None:
    way = dice.randrange(5)
    if way == 0:
        parent.insert(key, copy.deepcopy(parent[key]))
    elif way == 1:
        parent.insert(key, copy.deepcopy(other))
    elif way == 2:
        dice.shuffle(parent)
    elif way == 3 and dice.random() < 0.1:
        parent *= LONG // len(parent) + 1
    else:
        parent[key] = _nearly(parent[key], other, dice)


def _nearly(value: Any, other: Any, dice: random.Random) -> Any:
    """Return a similar value: mostly one that the shape accepts and the game does not know."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return dice.choice([value + 1, value - 1, -value, value * 1000, value + 0.5, float(value)])
    if isinstance(value, str):
        return other if isinstance(other, str) else dice.choice(["nobody", value + "x", "", "__"])
    return copy.deepcopy(other)


def _deep(value: Any, levels: int) -> Any:
    """Nest a value so deep."""
    for level in range(levels):
        value = {"a": value} if level % 2 else [value]
    return value


# --- sheets by their form ---


def _sheets(record: dict[str, Any]) -> Iterator[tuple[SheetForm, dict[str, Any]]]:
    """Yield every sheet in a file, with its form."""
    if record["kind"] == "character":
        found = [(record["game"], [record["character"]])]
    else:
        parts = [record["campaign"]] if "campaign" in record else record["campaigns"]
        documents = [part["document"] for part in parts]
        found = [(document["game"], [*document["characters"].values()]) for document in documents]
    for game, characters in found:
        form = GAMES[game].sheet
        for character in characters:
            if form is not None:
                yield form, character["data"]


def _fill(form: SheetForm, data: dict[str, Any], dice: random.Random) -> None:
    """Fill a sheet with values that its form accepts, some of them missing."""
    for field in dice.sample(form.fields, min(4, len(form.fields))):
        data[field.id] = _value(field.kind, dice)
    for each in dice.sample(form.lists, min(2, len(form.lists))):
        records = [_record(each.of, dice) for _ in range(dice.randint(1, 3))]
        data[each.id] = [*data.get(each.id, []), *records]
    if dice.random() < 0.3:
        _spoil(data, dice)


def _record(fields: tuple[Field, ...], dice: random.Random) -> dict[str, Any]:
    """Return a record with values that its fields accept, some of them missing."""
    return {field.id: _value(field.kind, dice) for field in fields if dice.random() < 0.8}


def _value(kind: Kind, dice: random.Random) -> Any:
    """Return a value that an input of this kind accepts, often an extreme one."""
    if isinstance(kind, Whole):
        return dice.choice(
            [kind.low, kind.high, dice.randint(kind.low, kind.high), float(kind.low)]
        )
    if isinstance(kind, Number):
        return plain(dice.choice([kind.low, kind.high, {"exact": "1/3"}, 0.1]))
    if isinstance(kind, YesNo):
        return dice.choice([True, False])
    if isinstance(kind, OneOf):
        return dice.choice([*kind.choices])
    if isinstance(kind, ListOf):
        return [_value(kind.of, dice) for _ in range(dice.randint(kind.least, min(kind.most, 3)))]
    if isinstance(kind, RowKind):
        return [_value(each, dice) for _, each in kind.of]
    examples = [*getattr(kind, "examples", ()), "", "x", "Nobody knows this", "\ud83c", "{{ 7 }}"]
    return dice.choice(examples)
