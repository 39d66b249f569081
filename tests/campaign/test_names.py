"""Names: whoever joins can be told from those who are there."""

from __future__ import annotations

import pytest

from app.campaign.characters import LONGEST_NAME, name_apart


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
        ("", [""], ""),  # nameless are told apart by nothing, as before
        ("龍\n龍", ["龍\n龍"], "龍\n龍 2"),
        ("x" * LONGEST_NAME, ["x" * LONGEST_NAME], "x" * (LONGEST_NAME - 2) + " 2"),
    ],
)
def test_a_name_that_is_taken_gets_the_next_number(name: str, taken: list[str], apart: str) -> None:
    assert name_apart(name, taken) == apart
