"""Reminding of a file: when much has happened since, and not again at once."""

from __future__ import annotations

import pytest

from app.campaign.files.health import Saved, count_unsaved
from app.campaign.files.rows import CampaignLine
from app.widgets.campaigns.outside import MUCH, AutoSaveFile, reminder
from tests.widgets.templates import rendered


def line(id: str, n: int) -> CampaignLine:
    return CampaignLine(id, "garden", "", n, "2026-01-01T00:00:00Z")


def test_what_no_file_holds_is_counted_over_all_campaigns() -> None:
    lines = [line("a", 10), line("b", 4), line("c", 7)]
    saved = {"a": Saved("2026-01-01T00:00:00Z", 8), "b": Saved("2026-01-01T00:00:00Z", 9)}
    assert count_unsaved(lines, saved) == 2 + 0 + 7
    assert count_unsaved([], saved) == 0


@pytest.mark.parametrize(
    ("unsaved", "put_off", "said"),
    [
        (0, 0, False),
        (MUCH - 1, 0, False),
        (MUCH, 0, True),
        (MUCH + 9, MUCH, False),  # later was said a moment ago
        (2 * MUCH, MUCH, True),
        (MUCH, MUCH + 1, True),  # a file was saved since, and much has happened after it
    ],
)
def test_much_has_to_happen_each_time(unsaved: int, put_off: int, said: bool) -> None:
    assert (reminder(unsaved, put_off) != "") is said


def test_the_file_says_where_it_stands() -> None:
    def shown(file: AutoSaveFile) -> str:
        html = rendered("auto_save.html", file=file, clock=lambda at: f"at {at}")
        assert html.wrong == []
        return html.text

    assert shown(AutoSaveFile(False)).strip() == ""
    assert "Pick file…" in shown(AutoSaveFile(True))
    kept = shown(AutoSaveFile(True, "evening.json", "kept", "20:15"))
    assert "evening.json" in kept
    assert "at 20:15" in kept
    assert "Resume" not in kept
    assert "Resume" in shown(AutoSaveFile(True, "evening.json", "waits"))
    assert "NotFoundError" in shown(
        AutoSaveFile(True, "evening.json", "failed", "", "NotFoundError")
    )
