"""The campaign's clock in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.core.procedures.outcomes import round_number
from app.widgets.fight.board.elapsed_time import clock_words
from tests.campaign.happenings import GAMES, Stamps, begun


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "Day 1, 00:00"), (5, "Day 1, 00:05"), (20, "Day 1, 00:20"), (50, "Day 1, 00:50"),
     (24 * 60, "Day 2, 00:00"), (26 * 60 + 15, "Day 2, 02:15")],
)  # fmt: skip
def test_minutes_are_read_as_they_passed(minutes: int, words: str) -> None:
    assert clock_words(round_number(Fraction(minutes, 60), 6)) == words


@pytest.mark.parametrize(("minutes", "times"), [(5, 12), (1, 60), (Fraction(1, 10), 600)])
def test_many_short_lengths_are_as_long_as_one(minutes: int | Fraction, times: int) -> None:
    document = begun("garden", Stamps()).document
    for _ in range(times):
        document = reduced(document, f.TimePassed(round_number(Fraction(minutes) / 60, 6)), GAMES)
    assert clock_words(document["hours"]) == "Day 1, 01:00"
