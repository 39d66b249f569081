"""Campaigns in which every typed text is one long word without a blank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.campaign import facts as f
from app.campaign.files.formats import CampaignPart, campaign_part, head
from app.campaign.journal.journal import Journal, append
from app.campaign.state.encounters import due_record
from app.core.encounters.rolls import Due
from app.core.games import Game
from app.core.procedures.kinds import Text
from app.core.sheets import Field
from app.systems import games
from app.update.messages.forms import RouteOpened
from app.update.messages.tracker import CharactersJoined, LineJoined, StepTaken
from tests.fights.table import Table

NAMES = "Maximiliana" * 5 + "Vale!", "Konstantina" * 5 + "Marsh", "Wolfenstein" * 5 + "Grey!"
WORD = "wanderlust" * 30
DUE = "counterspell" * 833 + "ward"


def file_of_all() -> dict[str, Any]:
    """Build a file with such a campaign of each game that has sheets."""
    campaigns = [campaign(game) for game in games().values() if game.sheet is not None]
    return {
        **head("everything", "0.1.0", "2026-01-01T00:00:00Z"),
        "settings": {},
        "campaigns": campaigns,
    }


def campaign(game: Game) -> CampaignPart:
    """Build a campaign's part of a file: people, notes, a fight and a due roll."""
    assert game.sheet is not None
    table = Table()
    table.stamp.count = 9 * 3600 + 29 * 60
    journal = Journal(f"long-{game.id}")
    facts: list[f.Fact] = [f.Started(game.id, called(game))]
    for index, data in enumerate(game.sheet.samples):
        sheet = lengthened(game, data, NAMES[index])
        facts.append(f.CharacterAdded(f"sample-{index}", NAMES[index], sheet))
    facts.append(f.NoteWritten("note-1", WORD))
    facts.append(f.NoteWritten("note-2", WORD, "sample-0"))
    for fact in facts:
        journal = append(journal, fact, table.stamp(), games())
    table.open(journal)
    table.send(RouteOpened(f"#/{game.id}/encounter"))
    table.send(StepTaken("begin"))
    table.send(CharactersJoined([character.id for character in table.state.characters]))
    table.send(LineJoined(NAMES[-1]))
    due = due_record("due-1", Due("sample-0", DUE))
    journal_at_end = append(
        table.journal, f.TimePassed(0, note=WORD, due=[due]), table.stamp(), games()
    )
    entries = [*table.log.values(), *journal_at_end.entries[-1:]]
    return campaign_part(journal_at_end, [entry.record() for entry in entries])


def called(game: Game) -> str:
    """Return the longest possible name for a campaign of this game."""
    return f"{game.id}-{WORD}"[:200]


def lengthened(game: Game, data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Fill each text of a sheet, those of its lists too, with a long word."""
    assert game.sheet is not None
    result = {**data, **_texts(game.sheet.fields)}
    for each in game.sheet.lists:
        if records := data.get(each.id):
            result[each.id] = [{**record, **_texts(each.of)} for record in records]
    return {**result, "name": name}


def _texts(fields: Iterable[Field]) -> dict[str, str]:
    return {
        field.id: WORD[: field.kind.longest]
        for field in fields
        if isinstance(field.kind, Text) and not field.kind.pattern
    }
