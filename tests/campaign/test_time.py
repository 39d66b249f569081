"""Time over all sheets at once: what needs no dice happens, what does stops the time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.facts import reduced
from app.campaign.journal.elapsed_time import left_over, record_hours
from app.campaign.journal.entries import Stamp
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.state.effects import effect_record
from app.campaign.state.time import hours_words, upcoming
from app.core.errors import BadInput
from app.core.procedures.outcomes import add, put
from app.systems import games
from app.widgets.fight.board.due_rolls import due_roll
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.participants import Participants

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
    fact = record_hours(journal.document, hours, games(), "t")
    after = append(journal, fact, stamp(journal), games())
    assert float(left_over(after.page)) == fact.left
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
    with pytest.raises(BadInput, match="Resolve the pending roll first"):
        record_hours(journal.document, 6, games(), "u")
    again = undo(journal, journal.last, stamp(journal))
    assert again.state.due == ()
    assert again.state.hours == 0


def test_what_is_due_in_time_outlasts_an_encounter() -> None:
    journal, _, _ = passing(table(ann={"injuries": ["flesh-wound/open"]}), 30)
    document = reduced(journal.document, f.EncounterStepped("begin"), games())
    document = reduced(document, f.EncounterStepped("end"), games())
    assert [each["who"] for each in document["due"]] == ["ann"]


@pytest.mark.parametrize("hours", [0, -1])
def test_time_runs_forwards(hours: int) -> None:
    with pytest.raises(BadInput, match="Enter a positive number"):
        record_hours(table().document, hours, games(), "t")


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


# --- what falls due is of that moment, and comes once ---

FULL = {"injuries": ["flesh-wound/open"] * 5}


def settled(journal: Journal) -> Journal:
    """Everything due is waived."""
    for due in journal.state.due:
        journal = append(journal, f.DueSettled(due["id"]), stamp(journal), games())
    return journal


def opened(journal: Journal) -> dict[str, str]:
    """The form of what is due, as it opens."""
    (due,) = journal.state.due
    company = Participants(games()[GAME], journal.state)
    roll = due_roll(company, due)
    procedure = games()[GAME].procedures[roll.procedure]
    typed = {**default_text(procedure), **roll.typed}
    return {**typed, **company.filled(procedure, roll.cast, roll.place, typed), **roll.typed}


def sheet(journal: Journal, who: str = "ann") -> Any:
    return journal.state.character(who).sheet(games()[GAME])


def test_the_ten_minutes_end_at_the_tenth() -> None:
    """G84, G143: the form opens with ten minutes bled; however little later it is too late."""
    journal, fact, left = passing(table(ann=FULL), 0.5)
    assert (fact.hours, left) == (0.166667, 0.333333)
    assert opened(journal).items() >= {"minutes": "10", "stabilized": "false"}.items()
    assert sheet(journal)["bleeding_minutes"] == 10
    assert sheet(journal)["life"] == "bleeding-out"
    journal, fact, _ = passing(settled(journal), Fraction(1, 600))
    assert sheet(journal)["life"] == "dead"
    assert (fact.due, upcoming(journal.state, games()[GAME])) == ([], ())


def test_two_treatments_fit_into_the_ten_minutes() -> None:
    """G136: five minutes twice are ten, though neither is quite whole in decimals of an hour."""
    journal, fact, _ = passing(table(ann=FULL), Fraction(5, 60))
    assert fact.due == []
    journal, fact, _ = passing(journal, Fraction(5, 60))
    assert [due["procedure"] for due in fact.due] == ["garden.dying"]
    assert opened(journal)["minutes"] == "10"


def test_a_coma_without_aid_ends_on_the_seventh_day() -> None:
    """G97, G143."""
    coma = {"conditions": [{"name": "comatose"}]}
    journal, fact, left = passing(table(ann=coma, bo={**coma, "life_support": True}), 21 * 24)
    assert (fact.hours, left) == (168, 336)
    assert opened(journal).items() >= {"stabilized": "true", "coma_days": "7"}.items()
    journal, _, _ = passing(settled(journal), 1)
    assert [sheet(journal, who)["life"] for who in ("ann", "bo")] == ["dead", "comatose"]


def test_a_radiation_test_is_of_the_dose_of_its_hour() -> None:
    """G113, G120, G143: a decigray is purged before the test falls due."""
    ill = {"decigrays": 12, "radiation_risen": True, "test_wait": 24, "purge_clock": 320}
    journal, fact, _ = passing(table(ann=ill), 48)
    assert (fact.hours, opened(journal)["decigrays"]) == (24, "11")
    # G114: rolled or not, that was the test of the day, and only a dose calls for another.
    assert not any(due["procedure"] for due in passing(settled(journal), 72)[1].due)


def test_a_radiation_test_that_nobody_rolled_stops_time_at_once() -> None:
    """G114, G143: with the dose of this moment, before any of it is purged; rolled or waived."""
    journal, fact, left = passing(table(ann={"decigrays": 10, "radiation_risen": True}), 720)
    assert (fact.hours, left, opened(journal)["decigrays"]) == (0, 720, "10")
    journal, fact, left = passing(settled(journal), 720)
    assert (left, fact.due, sheet(journal)["decigrays"]) == (0, [], 8)


def test_a_bruise_heals_as_fast_as_it_did_in_its_hours() -> None:
    """G134, G143: Regenerate ends with them, and gave them its quarter."""
    spell = {"name": "regenerate", "psyche": 3, "ends": "7 days"}
    faster = {"name": "regenerating", "lasts": 7, "unit": "days"}
    told = {"heal_rate": 1.25, "conditions": [faster], "ongoing_spells": [spell]}
    journal, fact, _ = passing(table(ann={**told, "injuries": ["deep-bruise"]}), 720)
    assert (fact.hours, sheet(journal)["heal_rate"]) == (168, 1)
    assert opened(journal).items() >= {"hours": "168", "heal_rate": "1.25"}.items()
    # What has not changed is as the sheet says it.
    journal, fact, _ = passing(table(ann={**told, "injuries": ["deep-bruise"]}), 24)
    assert fact.due[0]["inputs"] == {"hours": 24}


def test_what_has_been_rolled_ahead_does_not_come_again() -> None:
    """G106, G114, G143."""
    flu = {"name": "common-cold", "starts_hours": 0, "penalty": -4, "fever_days": 7,
           "incapacitated_days": 14, "days": 25}  # fmt: skip
    ill = {"decigrays": 12, "radiation_risen": True, "illnesses": [flu]}
    journal = table(ann=ill)
    rolled = [add("fever_rolled", 7), put("test_wait", 24)]
    records = [effect_record("ann", each) for each in rolled]
    journal = append(journal, f.Applied(records), stamp(journal), games())
    journal, fact, left = passing(journal, 24 * 24)
    assert (left, fact.due) == (0, [])
    journal, _, _ = passing(journal, 24)
    assert (sheet(journal)["illnesses"], sheet(journal)["fever_rolled"]) == ([], 0)


def test_only_the_days_left_of_a_fever_are_rolled() -> None:
    """G106: three of the seven were rolled ahead; each die left is asked for on its day."""
    flu = {"name": "common-cold", "fever_days": 7, "days": 25}
    journal, days = table(ann={"illnesses": [flu], "fever_rolled": 3}), []
    while (hours := 24 * 8 - journal.state.hours) > 0:
        journal, fact, _ = passing(journal, hours)
        days += [journal.state.hours // 24 for due in fact.due]
        assert all(due["procedure"] == "garden.fever" for due in fact.due)
        for due in fact.due:
            die = [effect_record("ann", add("fever_rolled", 1))]
            journal = append(journal, f.Applied(die), stamp(journal), games())
            journal = append(journal, f.DueSettled(due["id"]), stamp(journal), games())
    assert days == [4, 5, 6, 7]


@pytest.mark.parametrize(("mos", "days"), [(3, 1), (0, 4)])
def test_a_mild_cold_lasts_its_days(mos: int, days: int) -> None:
    """G105: 4 − MoS days from the onset."""
    cold = {"name": "common-cold", "starts_hours": 56, "days": days}
    journal, _, _ = passing(table(ann={"illnesses": [cold]}), 56 + 24 * days - 1)
    assert sheet(journal)["illnesses"]
    assert sheet(passing(journal, 1)[0])["illnesses"] == []


def test_a_week_passes_before_anything_heals() -> None:
    """G84, G93: from the success that stops the bleeding; a wound more and it bleeds anew."""
    journal = table(ann={**FULL, "life_support": True})
    saved = effect_record("ann", add("stable_flesh_wounds", 5))
    journal = append(journal, f.Applied([saved]), stamp(journal), games())
    assert (sheet(journal)["life"], sheet(journal)["recovery_hours"]) == ("comatose", 168)
    journal, _, left = passing(journal, 168)
    # G97: with aid they wake when the week is over; the row is still full, and waits.
    assert (left, len(sheet(journal)["injuries"]), sheet(journal)["life"]) == (0, 5, "injured")
    healed, _, _ = passing(journal, 168)
    assert len(sheet(healed)["injuries"]) == 4
    assert sheet(healed)["bleeding_stopped"] is False
    hit = effect_record("ann", add("flesh_wounds", 1))
    anew = append(journal, f.Applied([hit]), stamp(journal), games())
    assert (sheet(anew)["life"], len(sheet(anew)["injuries"])) == ("bleeding-out", 5)
    assert passing(anew, 1)[1].hours == 0.166667


@pytest.mark.parametrize(("aid", "life"), [(True, "fine"), (False, "comatose")])
def test_only_with_aid_the_end_of_the_week_wakes(aid: bool, life: str) -> None:
    """G97."""
    told = {"conditions": [{"name": "comatose"}], "recovery_hours": 1, "life_support": aid}
    journal, _, _ = passing(table(ann=told), 2)
    assert sheet(journal)["life"] == life


def test_aid_at_the_last_moment_of_the_week_wakes() -> None:
    """G97, G143: the week of recovery is over as well; a coma of another cause goes on."""
    stable = ["flesh-wound/unaided"] * 5
    saved = {"injuries": stable, "bleeding_stopped": True, "recovery_hours": 168}
    coma = {"conditions": [{"name": "comatose"}]}
    journal, fact, _ = passing(table(ann={**saved, **coma}, bo=coma), 200)
    assert (fact.hours, len(fact.due)) == (168, 2)
    for who in ("ann", "bo"):
        aid = f.Edited(who, {"life_support": True})
        journal = append(journal, aid, stamp(journal), games())
    assert [sheet(journal, who)["life"] for who in ("ann", "bo")] == ["injured", "comatose"]


def test_a_knock_out_waits_for_the_gm() -> None:
    """G112: it has no length, so it stands among the open decisions."""
    journal = table(ann={"conditions": [{"name": "unconscious"}]}, bo={})
    journal, _, left = passing(journal, 24)
    assert left == 0
    (only,) = upcoming(journal.state, games()[GAME])
    assert (only.name, only.hours, only.timer.rules) == ("ann", None, ("G99", "G112"))
