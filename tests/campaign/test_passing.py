"""Time over all sheets at once: what needs no dice happens, what does stops the time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.deeds import done
from app.campaign.entries import Stamp
from app.campaign.journal import Journal, append, undo
from app.campaign.passing import hours_words, left_over, passed, upcoming
from app.core.errors import BadInput
from app.systems import games

GAME = "garden"


def stamp(journal: Journal) -> Stamp:
    return Stamp(f"e{journal.n + 1}", "2026-01-01T00:00:00Z")


def table(**people: dict[str, Any]) -> Journal:
    """A campaign with these characters, by id."""
    journal = Journal("c")
    for fact in (f.Started(GAME), *(f.CharacterAdded(id, id, data) for id, data in people.items())):
        journal = append(journal, fact, stamp(journal), games())
    return journal


def passing(journal: Journal, hours: Any) -> tuple[Journal, f.TimePassed, Any]:
    fact = passed(dict(journal.document), hours, games(), "t")
    after = append(journal, fact, stamp(journal), games())
    assert left_over(after.page) == fact.left
    return after, fact, fact.left


def penalty(starts: int) -> dict[str, Any]:
    return {"name": "radiation", "value": -2, "starts_hours": starts, "step_hours": 24}


def test_with_nothing_due_the_hours_just_pass_on_every_sheet() -> None:
    journal, fact, left = passing(table(ann={}, bo={}), 8)
    assert (fact.hours, left, fact.due) == (8, 0, [])
    assert journal.state.hours == 8
    sheets = [each.sheet(games()[GAME]) for each in journal.state.characters]
    assert [sheet["clock"] for sheet in sheets] == [8, 8]


def test_what_needs_no_dice_happens_in_order_and_is_told() -> None:
    journal, fact, left = passing(table(ann={"penalties": [penalty(5)]}), 40)
    assert left == 0
    assert fact.note.startswith("ann: Radiation begins; ann: Radiation: the penalty shrinks by 1")
    assert upcoming(journal.state, games()[GAME])[0].hours == 13


def test_time_stops_for_dice_and_says_what_is_due() -> None:
    wounded = {"injuries": ["flesh-wound/open"]}
    journal, fact, left = passing(table(ann=wounded, bo={}), 30)
    assert (fact.hours, left) == (24, 6)
    (due,) = journal.state.due
    assert (due["who"], due["procedure"], due["inputs"]) == (
        "ann",
        "garden.pass_time",
        {"hours": 24},
    )
    assert due["label"] == "ann: Open flesh wounds are tested"
    assert [each.sheet(games()[GAME])["clock"] for each in journal.state.characters] == [24, 24]
    with pytest.raises(BadInput, match="settle that first"):
        passed(dict(journal.document), 6, games(), "u")
    again = undo(journal, journal.last, stamp(journal))
    assert again.state.due == ()
    assert again.state.hours == 0


def test_what_is_due_in_time_outlasts_an_encounter() -> None:
    journal, _, _ = passing(table(ann={"injuries": ["flesh-wound/open"]}), 30)
    document = done(dict(journal.document), f.EncounterStepped("begin"), games())
    document = done(document, f.EncounterStepped("end"), games())
    assert [each["who"] for each in document["due"]] == ["ann"]


@pytest.mark.parametrize("hours", [0, -1])
def test_time_runs_forwards(hours: int) -> None:
    with pytest.raises(BadInput, match="not above 0"):
        passed(dict(table().document), hours, games(), "t")


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (24, "1 day"),
        (48, "2 days"),
        (6, "6 hours"),
        (1, "1 hour"),
        (Fraction(1, 6), "10 minutes"),
        (Fraction(3, 2), "90 minutes"),
        (Fraction(1, 600), "0.1 minutes"),
        (Fraction(100, 7), "14.29 hours"),
    ],
)
def test_lengths_of_time_in_words(hours: Any, words: str) -> None:
    assert hours_words(hours) == words


def test_what_is_left_is_offered_until_the_encounter_goes_on() -> None:
    journal, fact, _ = passing(table(ann={"injuries": ["flesh-wound/open"]}), 30)
    assert left_over(journal.page) == 6
    settled = append(journal, f.DueSettled(fact.due[0]["id"]), stamp(journal), games())
    assert left_over(settled.page) == 6
    begun = append(settled, f.EncounterStepped("begin"), stamp(settled), games())
    assert left_over(begun.page) == 0
    taken_back = undo(begun, begun.last, stamp(begun))
    assert left_over(taken_back.page) == 6
