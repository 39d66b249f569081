"""What is done on a character's sheet: fields, tracks, and lists of records."""

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
    """The edit that a message comes to; nothing where the sheet says so already."""
    if not state.has_character(message.character):
        raise BadInput("character", "this character is not there any more")
    sheet = state.character(message.character).sheet(game)
    field, value = _written(message, sheet)
    if same(sheet.with_fields({field: value})[field], sheet[field]):
        return ()
    return (Edited(message.character, {field: value}),)


def _written(message: SheetMessage, sheet: Sheet) -> tuple[str, Any]:
    """The field that a message is about, and what is to stand there."""
    if isinstance(message, FieldWritten):
        return message.field, message.value
    if isinstance(message, TrackStepped | BoxTapped):
        return message.track, _tracked(message, sheet)
    declared = sheet.form.by_id[message.list]
    assert isinstance(declared, ListField)
    records = [dict(each) for each in sheet[message.list]]
    return message.list, _listed(message, declared, records)


def _tracked(message: TrackStepped | BoxTapped, sheet: Sheet) -> int:
    """What stands on a row then, no further than its ends."""
    now = int(sheet[message.track])
    if isinstance(message, BoxTapped):
        return message.box - 1 if message.box == now else message.box
    track = next(each for each in sheet.form.tracks if each.id == message.track)
    return min(max(now + message.by, 0), max(now, int(track.most(sheet))))


def _listed(message: SheetMessage, declared: ListField, records: list[Record]) -> list[Record]:
    """The records of a list then."""
    match message:
        case RecordAdded():
            return [*records, {}]
        case RecordWritten():
            _there(records, message.place)[message.field] = message.value
        case RecordSwitched():
            assert declared.switch is not None
            record, name = _there(records, message.place), declared.switch.field
            record[name] = not record.get(name)
        case RecordRemoved():
            records.pop(_place(records, message))
        case RecordMoved():
            place = _place(records, message)
            records.insert(max(0, place + message.by), records.pop(place))
    return records


def _there(records: list[Record], place: int) -> Record:
    if place >= len(records):
        raise BadInput("record", "this entry is not there any more")
    return records[place]


def _place(records: list[Record], message: RecordMoved | RecordRemoved) -> int:
    """Where the record that was meant stands now: a tap before may have moved it."""
    places = [place for place, each in enumerate(records) if same(each, dict(message.shown))]
    if not places:
        raise BadInput("record", "this entry is not there any more")
    return min(places, key=lambda place: abs(place - message.place))
