"""Names: a newcomer with a taken name gets a number."""

from __future__ import annotations

import pytest

from app.campaign.files.files import open_file
from app.campaign.files.imports import plan_campaigns
from app.campaign.state.characters import LONGEST_NAME, name_apart
from building.paths import ROOT
from tests.campaign.happenings import EVERY_GAME, GAMES, Stamps


@pytest.mark.parametrize(
    ("name", "taken", "apart"),
    [
        ("Mara", [], "Mara"),
        ("Mara", ["Mara 2"], "Mara"),
        ("Mara", ["Mara"], "Mara 2"),
        ("Mara", ["Mara", "Mara 2", "Mara 4"], "Mara 3"),
        ("Mara 2", ["Mara", "Mara 2"], "Mara 3"),
        ("Unit 7", ["Unit 7"], "Unit 8"),
        ("7", ["7"], "7 2"),
        ("Mara2", ["Mara2"], "Mara2 2"),
        ("", [""], ""),  # empty names get no number
        ("龍\n龍", ["龍\n龍"], "龍\n龍 2"),
        ("x" * LONGEST_NAME, ["x" * LONGEST_NAME], "x" * (LONGEST_NAME - 2) + " 2"),
    ],
)
def test_a_name_that_is_taken_gets_the_next_number(name: str, taken: list[str], apart: str) -> None:
    assert name_apart(name, taken) == apart


def test_the_plan_of_a_file_of_several_games_names_the_games() -> None:
    """Two games may both have an Ysolde Marr."""
    stored = ROOT / "tests" / "data" / "files"
    whole = open_file((stored / "version-1-everything.json").read_text("utf-8"), GAMES)
    titles = [GAMES[journal.journal.state.game].title for journal in whole.journals]
    lines = plan_campaigns(whole, {}, "add", Stamps(), GAMES).lines
    assert len(lines) == len(titles) == len(EVERY_GAME)
    assert [line.partition(": ")[0] for line in lines] == titles
    garden = stored / "garden" / "version-1-garden-campaign.json"
    one = open_file(garden.read_text("utf-8"), GAMES)
    (line,) = plan_campaigns(one, {}, "add", Stamps(), GAMES).lines
    assert line.startswith("Adds campaign")
