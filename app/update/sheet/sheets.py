"""Facts of messages about a character's sheet: fields, tracks, lists of records."""

from __future__ import annotations

from typing import Any

from app.campaign.facts import Edited
from app.campaign.state.state import CampaignState
from app.campaign.state.values import same
from app.core.errors import BadInput
from app.core.games import Game
from app.core.sheets import ListField, Sheet
from app.update.messages.campaign import (
    BoxTapped,
    FieldWritten,
    RecordAdded,
    RecordMoved,
    RecordRemoved,
    RecordSwitched,
    RecordWritten,
    SheetMessage,
    TrackStepped,
)

Record = dict[str, Any]


def facts(message: SheetMessage, state: CampaignState, game: Game) -> tuple[Edited, ...]:
    """Return the edit of a message; empty if the sheet already has the value."""
    if not state.has_character(message.character):
        raise BadInput("character", "this character no longer exists")
    sheet = state.character(message.character).sheet(game)
    field, value = _field_and_value(message, sheet)
    if same(sheet.with_fields({field: value})[field], sheet[field]):
        return ()
    return (Edited(message.character, {field: value}),)


def _field_and_value(message: SheetMessage, sheet: Sheet) -> tuple[str, object]:
    """Return the field that a message is about, and its new value."""
    if isinstance(message, FieldWritten):
        return message.field, _stripped(message.value)
    if isinstance(message, TrackStepped | BoxTapped):
        return message.track, _track_value(message, sheet)
    declared = sheet.form.by_id[message.list]
    assert isinstance(declared, ListField)
    records = [dict(each) for each in sheet[message.list]]
    return message.list, _changed_records(message, declared, records)


def _track_value(message: TrackStepped | BoxTapped, sheet: Sheet) -> int:
    """Return the new value of a track, within its bounds.

    A value beyond them, such as HP below 0, moves towards them only.
    """
    value = int(sheet[message.track])
    if isinstance(message, BoxTapped):
        return message.box - 1 if message.box == value else message.box
    track = next(track for track in sheet.form.tracks if track.id == message.track)
    return min(max(value + message.by, min(value, 0)), max(value, int(track.most(sheet))))


def _changed_records(
    message: SheetMessage, declared: ListField, records: list[Record]
) -> list[Record]:
    """Return the new records of a list."""
    match message:
        case RecordAdded():
            return [*records, {}]
        case RecordWritten():
            _record_at(records, message.place)[message.field] = _stripped(message.value)
            _check_name(message, declared, records)
        case RecordSwitched():
            assert declared.switch is not None
            record, name = _record_at(records, message.place), declared.switch.field
            record[name] = not record.get(name)
        case RecordRemoved():
            records.pop(_index_of(records, message))
        case RecordMoved():
            index = _index_of(records, message)
            records.insert(max(0, index + message.by), records.pop(index))
    return records


def _check_name(message: RecordWritten, declared: ListField, records: list[Record]) -> None:
    """Refuse a name that another record has, where the game looks records up by name."""
    name = records[message.place][message.field]
    if message.field != "name" or declared.name_key is None or not name:
        return
    keys = [declared.name_key(str(each["name"])) for each in records]
    if keys.count(keys[message.place]) > 1:
        fault = f"name is {name!r}; give one that no other entry has"
        raise BadInput(declared.id, f"{declared.id} {message.place + 1}: {fault}")


def _stripped(value: object) -> object:
    """Return a value without the blanks typed around it: a name of blanks alone is none."""
    return value.strip() if isinstance(value, str) else value


def _record_at(records: list[Record], index: int) -> Record:
    if index >= len(records):
        raise BadInput("record", "this entry no longer exists")
    return records[index]


def _index_of(records: list[Record], message: RecordMoved | RecordRemoved) -> int:
    """Return the current index of the record, which an earlier tap may have moved."""
    indices = [index for index, each in enumerate(records) if same(each, dict(message.shown))]
    if not indices:
        raise BadInput("record", "this entry no longer exists")
    return min(indices, key=lambda index: abs(index - message.place))
