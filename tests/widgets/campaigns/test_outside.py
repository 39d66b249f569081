"""The reminder to save a file: after many changes, and not again at once."""

from __future__ import annotations

import pytest

from app.campaign.files.health import Saved, count_unsaved
from app.campaign.files.rows import CampaignLine
from app.widgets.campaigns.outside import MUCH, AutoSaveFile, reminder
from tests.widgets.templates import rendered


def line(id: str, n: int) -> CampaignLine:
    """Return a campaign with so many entries."""
    return CampaignLine(id, "garden", "", n, "2026-01-01T00:00:00Z")


def test_unsaved_entries_are_counted_over_all_campaigns() -> None:
    lines = [line("a", 10), line("b", 4), line("c", 7)]
    saved = {"a": Saved("2026-01-01T00:00:00Z", 8), "b": Saved("2026-01-01T00:00:00Z", 9)}
    assert count_unsaved(lines, saved) == 2 + 0 + 7
    assert count_unsaved([], saved) == 0


@pytest.mark.parametrize(
    ("unsaved", "put_off", "reminds"),
    [
        (0, 0, False),
        (MUCH - 1, 0, False),
        (MUCH, 0, True),
        (MUCH + 9, MUCH, False),  # put off a moment ago
        (2 * MUCH, MUCH, True),
        (MUCH, MUCH + 1, True),  # a file was saved, and many entries came after it
    ],
)
def test_much_has_to_happen_each_time(unsaved: int, put_off: int, reminds: bool) -> None:
    assert (reminder(unsaved, put_off) != "") is reminds


def test_the_file_says_where_it_stands() -> None:
    def text_of(file: AutoSaveFile) -> str:
        html = rendered("auto_save.html", file=file, clock=lambda at: f"at {at}")
        assert html.wrong == []
        return html.text

    assert text_of(AutoSaveFile(False)).strip() == ""
    assert "Pick file…" in text_of(AutoSaveFile(True))
    text = text_of(AutoSaveFile(True, "evening.json", "kept", "20:15"))
    assert "evening.json" in text
    assert "at 20:15" in text
    assert "Resume" not in text
    assert "Resume" in text_of(AutoSaveFile(True, "evening.json", "waits"))
    assert "NotFoundError" in text_of(
        AutoSaveFile(True, "evening.json", "failed", "", "NotFoundError")
    )
