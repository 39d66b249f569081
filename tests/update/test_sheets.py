"""Sheets as they are typed: fields and records."""

from __future__ import annotations

import pytest

from app.campaign import facts as f
from app.systems import games
from app.update.messages.campaign import FieldWritten, RecordWritten
from tests.update.fight.test_overlay import begun


@pytest.mark.parametrize(("typed", "name"), [("  ", ""), ("\t", ""), ("Mara Quill ", "Mara Quill")])
def test_blanks_around_a_typed_text_are_left_out(typed: str, name: str) -> None:
    table = begun(games()["wasteland"])
    table.send(FieldWritten("sample-0", "name", typed))
    assert table.state.character("sample-0").name == name
    table.send(RecordWritten("sample-0", "weapons", 0, "name", typed))
    sheet = table.state.character("sample-0").sheet(games()["wasteland"])
    assert sheet["weapons"][0].get("name", "") == name
    before = table.journal.n
    table.send(FieldWritten("sample-0", "name", f" {name}"))
    assert table.journal.n == before
    assert isinstance(table.journal.last.fact, f.Edited)
