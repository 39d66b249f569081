"""Time on all sheets at once: events without dice happen, events with dice stop the time."""

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
from app.campaign.state.time import hours_words, unpassed, upcoming
from app.core.errors import BadInput
from app.core.procedures.outcomes import add, put
from app.systems import games
from app.widgets.fight.board.due_rolls import due_roll
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.participants import Participants
from app.widgets.sheet.sheets import sheet_view

GAME = "garden"


def stamp(journal: Journal) -> Stamp:
    return Stamp(f"e{journal.n + 1}", "2026-01-01T00:00:00Z")


def table(**people: dict[str, Any]) -> Journal:
    """Return a campaign with these characters, by id."""
    journal = Journal("c")
    for fact in (f.Started(GAME), *(f.CharacterAdded(id, id, data) for id, data in people.items())):
        journal = append(journal, fact, stamp(journal), games())
    return journal


def pass_time(journal: Journal, hours: Any) -> tuple[Journal, f.TimePassed, Any]:
    """Let time pass; return the journal, the fact and the hours left."""
    fact = record_hours(journal.document, hours, games(), "t")
    after = append(journal, fact, stamp(journal), games())
    assert float(left_over(after.page)) == fact.left
    return after, fact, fact.left


def penalty(starts: int) -> dict[str, Any]:
    """Return a penalty that starts at this hour."""
    return {"name": "radiation", "value": -2, "starts_hours": starts, "step_hours": 24}


def test_with_nothing_due_the_hours_just_pass_on_every_sheet() -> None:
    journal, fact, left = pass_time(table(ann={}, bo={}), 8)
    assert (fact.hours, left, fact.due) == (8, 0, [])
    assert journal.state.hours == 8
    sheets = [character.sheet(games()[GAME]) for character in journal.state.characters]
    assert [sheet["clock"] for sheet in sheets] == [8, 8]


def test_events_without_dice_happen_in_order_and_are_noted() -> None:
    journal, fact, left = pass_time(table(ann={"penalties": [penalty(5)]}), 40)
    assert left == 0
    assert fact.note.startswith("ann: Radiation begins; ann: Radiation: the penalty shrinks by 1")
    assert upcoming(journal.state, games()[GAME])[0].hours == 13


def test_time_stops_for_dice_and_names_the_due_roll() -> None:
    wounded = {"injuries": ["flesh-wound/open"]}
    journal, fact, left = pass_time(table(ann=wounded, bo={}), 30)
    assert (fact.hours, left) == (24, 6)
    (due,) = journal.state.due
    assert (due["who"], due["procedure"], due["inputs"]) == (
        "ann",
        "garden.pass_time",
        {"hours": 24},
    )
    assert due["label"] == "ann: Open flesh wounds are tested"
    assert [character.sheet(games()[GAME])["clock"] for character in journal.state.characters] == [
        24,
        24,
    ]
    with pytest.raises(BadInput, match="Resolve the pending roll first"):
        record_hours(journal.document, 6, games(), "u")
    again = undo(journal, journal.last, stamp(journal))
    assert again.state.due == ()
    assert again.state.hours == 0


def test_a_roll_due_by_time_outlasts_an_encounter() -> None:
    journal, _, _ = pass_time(table(ann={"injuries": ["flesh-wound/open"]}), 30)
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
        (Fraction("0.016667"), "1 minute"),  # as stored
        (Fraction("1.333333"), "80 minutes"),
        (Fraction("23.999999"), "1 day"),
    ],
)
def test_lengths_of_time_in_words(hours: Any, words: str) -> None:
    assert hours_words(hours) == words


def test_the_time_left_is_offered_until_an_encounter_begins() -> None:
    journal, fact, _ = pass_time(table(ann={"injuries": ["flesh-wound/open"]}), 30)
    assert left_over(journal.page) == 6
    settled = append(journal, f.DueSettled(fact.due[0]["id"]), stamp(journal), games())
    assert left_over(settled.page) == 6
    begun = append(settled, f.EncounterStepped("begin"), stamp(settled), games())
    assert left_over(begun.page) == 0
    taken_back = undo(begun, begun.last, stamp(begun))
    assert left_over(taken_back.page) == 6


# --- the rounds of a fight ---


def fought(journal: Journal, rounds: int) -> Journal:
    """Return the journal in a fight after these rounds."""
    for step, inputs in (
        ("begin", {}),
        ("add", {"id": "ann"}),
        ("pass_rounds", {"rounds": rounds}),
    ):
        fact = f.EncounterStepped(step, inputs)
        journal = append(journal, fact, stamp(journal), games())
    return journal


def waits(journal: Journal) -> list[Any]:
    """Return the minutes until each timer."""
    every = upcoming(journal.state, games()[GAME])
    return [None if each.hours is None else round(float(each.hours) * 60, 2) for each in every]


def test_rounds_that_were_played_count_for_the_next_test() -> None:
    """G90, G143: after ten minutes of rounds a deep wound is tested in fifty, not in sixty."""
    journal = fought(table(ann={"injuries": ["deep-wound/open"]}), 100)
    assert waits(journal) == [50]
    earlier = unpassed(journal.state, games()[GAME], "ann")
    view = sheet_view(games()[GAME], journal.state.character("ann"), earlier=earlier)
    assert view.timers == (("Open deep wounds are tested", "in 50 minutes"),)
    journal, fact, left = pass_time(journal, 1)
    assert (fact.hours, left) == (0.833333, 0.166667)
    (due,) = journal.state.due
    assert (due["procedure"], due["inputs"]["hours"]) == ("garden.pass_time", 1)


def test_rounds_that_were_played_heal_before_other_time() -> None:
    """G94: a bruise with 15 minutes left is healed 5 minutes after ten minutes of rounds."""
    journal = fought(table(ann={"injuries": ["flesh-bruise=0.25", "flesh-wound/aided"]}), 100)
    assert waits(journal)[0] == 5
    journal, fact, _ = pass_time(journal, Fraction(1, 10))
    assert fact.note == "ann: An injury is healed"
    assert sheet(journal)["injuries"] == ["flesh-wound/aided@0.016667"]
    # None of those minutes is left for the end of the fight.
    assert float(unpassed(journal.state, games()[GAME], "ann")) == 0


# --- a due roll has the values of its moment, and comes once ---

FULL = {"injuries": ["flesh-wound/open"] * 5}


def settled(journal: Journal) -> Journal:
    """Waive everything due."""
    for due in journal.state.due:
        journal = append(journal, f.DueSettled(due["id"]), stamp(journal), games())
    return journal


def open_due_form(journal: Journal) -> dict[str, str]:
    """Return the texts of the due form as it opens."""
    (due,) = journal.state.due
    participants = Participants(games()[GAME], journal.state)
    roll = due_roll(participants, due)
    procedure = games()[GAME].procedures[roll.procedure]
    typed = {**default_text(procedure), **roll.typed}
    return {**typed, **participants.filled(procedure, roll.cast, roll.place, typed), **roll.typed}


def sheet(journal: Journal, id: str = "ann") -> Any:
    """Return a character's sheet."""
    return journal.state.character(id).sheet(games()[GAME])


def test_the_ten_minutes_end_at_the_tenth() -> None:
    """G84, G143: the form opens with ten minutes bled; any time later is too late."""
    journal, fact, left = pass_time(table(ann=FULL), 0.5)
    assert (fact.hours, left) == (0.166667, 0.333333)
    assert open_due_form(journal).items() >= {"minutes": "10", "stabilized": "false"}.items()
    assert sheet(journal)["bleeding_minutes"] == 10
    assert sheet(journal)["life"] == "bleeding-out"
    journal, fact, _ = pass_time(settled(journal), Fraction(1, 600))
    assert sheet(journal)["life"] == "dead"
    assert (fact.due, upcoming(journal.state, games()[GAME])) == ([], ())


def test_two_treatments_fit_into_the_ten_minutes() -> None:
    """G136: twice five minutes are ten, although neither is exact in decimal hours."""
    journal, fact, _ = pass_time(table(ann=FULL), Fraction(5, 60))
    assert fact.due == []
    journal, fact, _ = pass_time(journal, Fraction(5, 60))
    assert [due["procedure"] for due in fact.due] == ["garden.dying"]
    assert open_due_form(journal)["minutes"] == "10"


def test_a_coma_without_aid_ends_on_the_seventh_day() -> None:
    """G97, G143: a comatose character without life support dies on day 7; the other lives."""
    coma = {"conditions": [{"name": "comatose"}]}
    journal, fact, left = pass_time(table(ann=coma, bo={**coma, "life_support": True}), 21 * 24)
    assert (fact.hours, left) == (168, 336)
    assert open_due_form(journal).items() >= {"stabilized": "true", "coma_days": "7"}.items()
    journal, _, _ = pass_time(settled(journal), 1)
    assert [sheet(journal, id)["life"] for id in ("ann", "bo")] == ["dead", "comatose"]


def test_a_radiation_test_is_of_the_dose_of_its_hour() -> None:
    """G113, G120, G143: a decigray is purged before the test is due."""
    ill = {"decigrays": 12, "radiation_risen": True, "test_wait": 24, "purge_clock": 320}
    journal, fact, _ = pass_time(table(ann=ill), 48)
    assert (fact.hours, open_due_form(journal)["decigrays"]) == (24, "11")
    # G114: rolled or waived, the test is done; only a new dose requires another.
    assert not any(due["procedure"] for due in pass_time(settled(journal), 72)[1].due)


def test_an_unrolled_radiation_test_stops_time_at_once() -> None:
    """G114, G143: the test is of the current dose, before any purging, and can be waived."""
    journal, fact, left = pass_time(table(ann={"decigrays": 10, "radiation_risen": True}), 720)
    assert (fact.hours, left, open_due_form(journal)["decigrays"]) == (0, 720, "10")
    journal, fact, left = pass_time(settled(journal), 720)
    assert (left, fact.due, sheet(journal)["decigrays"]) == (0, [], 8)


def test_a_bruise_heals_as_fast_as_it_did_in_its_hours() -> None:
    """G134, G143: Regenerate ends with these hours, but its bonus still counts for them."""
    spell = {"name": "regenerate", "psyche": 3, "ends": "7 days"}
    faster = {"name": "regenerating", "lasts": 7, "unit": "days"}
    data = {"heal_rate": 1.25, "conditions": [faster], "ongoing_spells": [spell]}
    journal, fact, _ = pass_time(table(ann={**data, "injuries": ["deep-bruise"]}), 720)
    assert (fact.hours, sheet(journal)["heal_rate"]) == (168, 1)
    assert open_due_form(journal).items() >= {"hours": "168", "heal_rate": "1.25"}.items()
    # Unchanged values are left to the sheet.
    journal, fact, _ = pass_time(table(ann={**data, "injuries": ["deep-bruise"]}), 24)
    assert fact.due[0]["inputs"] == {"hours": 24}


def test_a_roll_made_ahead_does_not_come_again() -> None:
    """G106, G114, G143: fever dice and a radiation test made ahead do not fall due again."""
    flu = {"name": "common-cold", "starts_hours": 0, "penalty": -4, "fever_days": 7,
           "incapacitated_days": 14, "days": 25}  # fmt: skip
    ill = {"decigrays": 12, "radiation_risen": True, "illnesses": [flu]}
    journal = table(ann=ill)
    rolled = [add("fever_rolled", 7), put("test_wait", 24)]
    records = [effect_record("ann", each) for each in rolled]
    journal = append(journal, f.Applied(records), stamp(journal), games())
    journal, fact, left = pass_time(journal, 24 * 24)
    assert (left, fact.due) == (0, [])
    journal, _, _ = pass_time(journal, 24)
    assert (sheet(journal)["illnesses"], sheet(journal)["fever_rolled"]) == ([], 0)


def test_only_the_days_left_of_a_fever_are_rolled() -> None:
    """G106: three of seven dice were rolled ahead; each other one is due on its day."""
    flu = {"name": "common-cold", "fever_days": 7, "days": 25}
    journal, days = table(ann={"illnesses": [flu], "fever_rolled": 3}), []
    while (hours := 24 * 8 - journal.state.hours) > 0:
        journal, fact, _ = pass_time(journal, hours)
        days += [journal.state.hours // 24 for due in fact.due]
        assert all(due["procedure"] == "garden.fever" for due in fact.due)
        for due in fact.due:
            die = [effect_record("ann", add("fever_rolled", 1))]
            journal = append(journal, f.Applied(die), stamp(journal), games())
            journal = append(journal, f.DueSettled(due["id"]), stamp(journal), games())
    assert days == [4, 5, 6, 7]


@pytest.mark.parametrize(("mos", "days"), [(3, 1), (0, 4)])
def test_a_mild_cold_lasts_its_days(mos: int, days: int) -> None:
    """G105: a cold lasts 4 − MoS days from its onset."""
    cold = {"name": "common-cold", "starts_hours": 56, "days": days}
    journal, _, _ = pass_time(table(ann={"illnesses": [cold]}), 56 + 24 * days - 1)
    assert sheet(journal)["illnesses"]
    assert sheet(pass_time(journal, 1)[0])["illnesses"] == []


def test_a_week_passes_before_anything_heals() -> None:
    """G84, G93: the week counts from the end of the bleeding; another wound bleeds anew."""
    journal = table(ann={**FULL, "life_support": True})
    saved = effect_record("ann", add("stable_flesh_wounds", 5))
    journal = append(journal, f.Applied([saved]), stamp(journal), games())
    assert (sheet(journal)["life"], sheet(journal)["recovery_hours"]) == ("comatose", 168)
    journal, _, left = pass_time(journal, 168)
    # G97: with aid they wake after a week; the row of wounds is still full.
    assert (left, len(sheet(journal)["injuries"]), sheet(journal)["life"]) == (0, 5, "injured")
    healed, _, _ = pass_time(journal, 168)
    assert len(sheet(healed)["injuries"]) == 4
    assert sheet(healed)["bleeding_stopped"] is False
    hit = effect_record("ann", add("flesh_wounds", 1))
    anew = append(journal, f.Applied([hit]), stamp(journal), games())
    assert (sheet(anew)["life"], len(sheet(anew)["injuries"])) == ("bleeding-out", 5)
    assert pass_time(anew, 1)[1].hours == 0.166667


@pytest.mark.parametrize(("aid", "life"), [(True, "fine"), (False, "comatose")])
def test_only_with_aid_the_end_of_the_week_wakes(aid: bool, life: str) -> None:
    """G97: a comatose character wakes after the week of recovery only with life support."""
    data = {"conditions": [{"name": "comatose"}], "recovery_hours": 1, "life_support": aid}
    journal, _, _ = pass_time(table(ann=data), 2)
    assert sheet(journal)["life"] == life


def test_aid_at_the_last_moment_of_the_week_wakes() -> None:
    """G97, G143: aid ends the coma with the week of recovery, but no coma of another cause."""
    stable = ["flesh-wound/unaided"] * 5
    saved = {"injuries": stable, "bleeding_stopped": True, "recovery_hours": 168}
    coma = {"conditions": [{"name": "comatose"}]}
    journal, fact, _ = pass_time(table(ann={**saved, **coma}, bo=coma), 200)
    assert (fact.hours, len(fact.due)) == (168, 2)
    for id in ("ann", "bo"):
        aid = f.Edited(id, {"life_support": True})
        journal = append(journal, aid, stamp(journal), games())
    assert [sheet(journal, id)["life"] for id in ("ann", "bo")] == ["injured", "comatose"]


def test_a_knock_out_waits_for_the_gm() -> None:
    """G112: it has no length, so it is among the open decisions."""
    journal = table(ann={"conditions": [{"name": "unconscious"}]}, bo={})
    journal, _, left = pass_time(journal, 24)
    assert left == 0
    (only,) = upcoming(journal.state, games()[GAME])
    assert (only.name, only.hours, only.timer.rules) == ("ann", None, ("G99", "G112"))
