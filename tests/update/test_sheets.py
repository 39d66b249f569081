"""Sheets as they are typed: fields and records."""

from __future__ import annotations

import pytest

from app.campaign import facts as f
from app.core.errors import BadInput
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


def test_a_name_that_another_record_has_is_refused_where_lines_look_names_up() -> None:
    table = begun(games()["striker"])
    kel = table.state.character("sample-1").sheet(games()["striker"])
    for place, record in enumerate(kel["skills"]):
        table.send(RecordWritten("sample-1", "skills", place, "name", record["name"].lower()))
    for list_, fault in (
        ("skills", "skills 1: name is 'cbt-melee'; give one that no other entry has"),
        ("techniques", "techniques 1: name is 'wpn-clubs'; give one that no other entry has"),
    ):
        with pytest.raises(BadInput) as refused:
            table.send(RecordWritten("sample-1", list_, 0, "name", fault.split("'")[1]))
        assert refused.value.message == fault
    # No game looks weapons up by name, and a new record may be nameless.
    for name in ("deck wrench", ""):
        table.send(RecordWritten("sample-1", "weapons", 0, "name", name))
    table.send(RecordWritten("sample-1", "skills", 0, "name", ""))
    table.send(RecordWritten("sample-1", "skills", 1, "name", ""))
