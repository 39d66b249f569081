"""The journal as a document: Markdown to read, CSV for a table, and results as pictures."""

from __future__ import annotations

import csv
import io
import random
import re
from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest

from app.core.odds.odds import chances
from app.core.play.play import Finished, by_chance, by_hand
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.widgets.journal.chronicle import COLUMNS, Chronicle, as_csv, as_markdown, escape
from app.widgets.journal.journal import lines
from app.widgets.journal.story import dice_of
from app.widgets.odds.odds import rows
from app.widgets.roll.result.picture import picture
from app.widgets.roll.result.results import card
from tests.widgets.journal.test_story import FIGHTS, Evening, evening
from tests.widgets.shelf import HOSTILE, PROCEDURES, example

GAMES = games()


def local(at: str) -> str:
    """Return a time in the reader's zone, five and a half hours east."""
    return f"{datetime.fromisoformat(at) + timedelta(hours=5, minutes=30):%Y-%m-%d %H:%M:%S}"


def book(name: str, hidden: bool = False) -> Chronicle:
    """Return the chronicle of a fight."""
    whole: Evening = evening(name)
    listed = lines(whole.page, whole.game, whole.names, whole.telling, hidden)
    dice = {entry.id: dice_of(entry, GAMES, hidden) for entry in whole.page.entries}
    return Chronicle("The Long Road", whole.game.title, listed, whole.telling, whole.sums, dice)


def markdown(name: str) -> str:
    """Return the chronicle of a fight as Markdown."""
    return as_markdown(book(name), lambda at: local(at)[:10], lambda at: local(at)[11:16])


@pytest.mark.parametrize("name", FIGHTS)
def test_every_entry_that_holds_stands_in_both(name: str) -> None:
    chronicle = book(name)
    items = [line for line in markdown(name).splitlines() if line.startswith("- ")]
    assert len(items) == len([line for line in chronicle.lines if not line.undone])
    table = [*csv.reader(io.StringIO(as_csv(chronicle, local)))]
    assert tuple(table[0]) == COLUMNS
    assert len(table) == len(chronicle.lines) + 1
    assert {len(row) for row in table} == {len(COLUMNS)}
    times = [row[0] for row in table[1:]]
    assert times == sorted(times)
    assert times == [local(line.at) for line in reversed(chronicle.lines)]
    times_in_text = re.findall(r"^- (\d\d:\d\d) ", markdown(name), re.MULTILINE)
    assert set(times_in_text) <= {time[11:16] for time in times}, "both are in the reader's time"


def test_a_fight_reads_like_one() -> None:
    text = markdown("wasteland/ambush")
    assert text.startswith("# The Long Road\n")
    assert "\n## 2026-01-01\n" in text
    assert text.index("### Round 1") < text.index("### Round 2") < text.index("Fight over")
    assert "  - Raider 1: HP 7 \u2192 0\n" in text
    assert re.search(r"- \d\d:\d\d \*\*Hit\*\*: Brother Holt \u2192 Raider 1, .*`\d+d20 ", text)
    assert "> Down: Raider 1, Dog" in text


@pytest.mark.parametrize("words", HOSTILE)
def test_a_written_text_stays_text(words: str) -> None:
    safe = escape(words)
    assert "\n" not in safe
    assert not re.search(r"(?<!\\)[<`*\[]", safe)


def test_no_cell_is_worked_out_by_a_table_program() -> None:
    chronicle = book("wasteland/ambush")
    hostile = [line.__class__(**{**vars(line), "what": "=1+1"}) for line in chronicle.lines[:1]]
    book_of_one = Chronicle("x", "y", hostile, chronicle.telling, {}, {})
    (_, row) = csv.reader(io.StringIO(as_csv(book_of_one, local)))
    assert row[COLUMNS.index("What")] == "'=1+1"


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_picture_of_every_result_is_whole(procedure: Procedure) -> None:
    play = by_chance(procedure.bind(example(procedure).get("inputs", {})), random.Random(7))
    svg = picture(card(procedure, play), rows(procedure, None))
    faces = sum(len(roll.faces) for roll in play.rolls)
    assert len(texts(svg)) >= faces + 2
    assert "style=" not in svg
    assert "href" not in svg


def texts(svg: str) -> list[str]:
    """Return the texts of a picture, after parsing it."""
    root = ElementTree.fromstring(svg)
    return [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_picture_shows_dice_verdict_and_chances() -> None:
    procedure = GAMES["garden"].procedures["garden.skill_test"]
    bound = procedure.bind({"skill_level": 3, "attribute": 2, "target_number": 6})
    play = by_hand(bound, (5, 5, 2))
    assert isinstance(play, Finished)
    svg = picture(card(procedure, play), rows(procedure, chances(bound).grades))
    words = texts(svg)
    assert words[:2] == ["SKILL TEST \u00b7 YES", "8"]
    assert [word for word in words if word in ("5", "2")] == ["5", "5", "2"]
    assert any(word.endswith("\u25c0") for word in words)
