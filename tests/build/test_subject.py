"""Commit subjects: which ones the hook takes."""

from __future__ import annotations

import pytest

from building.checks.check_subject import find_fault


@pytest.mark.parametrize(
    "subject",
    [
        "sync: merge queued mutations before storing",
        "core/odds: cache the tree of a procedure",
        "docs: draw the layers",
        "Merge branch 'main' into rooms",
    ],
)
def test_good_subjects_are_taken(subject: str) -> None:
    assert find_fault(subject) == ""


@pytest.mark.parametrize(
    ("subject", "word"),
    [
        ("The page follows others again", "scope"),
        ("sync: Merge mutations", "scope"),
        ("sync: merge mutations.", "full stop"),
        ("sync: merge " + "mutations " * 8, "at most 72"),
        ("", "scope"),
    ],
)
def test_bad_subjects_are_named(subject: str, word: str) -> None:
    assert word in find_fault(subject)
