"""Rolls repeated by one tap: stars, the last ten, and the tap itself."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages.campaign import CharacterTakenOut, FormStarred, RecordMoved, StarTapped
from app.update.messages.forms import AgainTapped, FieldTyped, RollableTaken, RouteOpened
from app.update.messages.plays import RollTapped, Undone
from app.update.model import Model
from app.update.roll.favourites import MOST, form_key
from app.widgets.journal.journal import lines
from app.widgets.roll.favourites.favourites import LAST, Quick, favourites, prospect, recent
from app.widgets.roll.form.participants import Participants
from tests.fights.table import Table

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def table(game: Game) -> Table:
    """Return a table with both samples of a game, on the game's page."""
    result = Table()
    journal = append(Journal("table"), f.Started(game.id), result.stamp(), games())
    for index, data in enumerate(game.sheet.samples if game.sheet else ()):
        fact = f.CharacterAdded(f"sample-{index}", str(data["name"]), data)
        journal = append(journal, fact, result.stamp(), games())
    result.open(journal)
    result.send(RouteOpened(f"#/{game.id}"))
    return result


def stars(at_table: Table) -> tuple[Quick, ...]:
    """Return the starred rolls."""
    return favourites(participants_of(at_table.model))


def last(at_table: Table, character_id: str = "") -> tuple[Quick, ...]:
    """Return the last rolls, of one character if given."""
    return recent(participants_of(at_table.model), at_table.journal.page, character_id)


def participants_of(model: Model) -> Participants:
    """Return the participants."""
    assert model.participants is not None
    return model.participants


def again(at_table: Table, quick: Quick) -> None:
    """Tap a quick roll."""
    target = quick.target or None
    at_table.send(
        RollableTaken(quick.procedure, quick.place, None, quick.who, target, dict(quick.others))
    )
    at_table.send(AgainTapped(quick.href))


def rolls_of(at_table: Table) -> list[Any]:
    """Return all rolls of the journal."""
    return [entry.fact for entry in at_table.journal.entries if isinstance(entry.fact, f.Rolled)]


@pytest.mark.parametrize("game", GAMES)
def test_each_roll_of_a_sheet_gets_a_star_and_is_rolled_by_one_tap(game: Game) -> None:
    at_table = table(game)
    assert game.sheet is not None
    sheet = participants_of(at_table.model).by_id["sample-0"].sheet(game)
    for roll in game.sheet.rolls(sheet)[:6]:
        at_table.send(StarTapped(roll.procedure, "sample-0", roll.place, roll.label))
        quick = stars(at_table)[-1]
        assert (quick.label, quick.procedure, quick.place) == (
            roll.label,
            roll.procedure,
            roll.place,
        )
        assert quick.starred
        assert quick.name == str(game.sheet.samples[0]["name"])
        prospect(participants_of(at_table.model), quick)  # no quick roll raises a fault
        before = len(rolls_of(at_table))
        at_table.send(RouteOpened(f"#/{game.id}"))
        again(at_table, quick)
        form = at_table.model.form
        if form.desk.missing() or form.desk.answers is None:
            # Nobody could type it yet: only a tap on Roll marks it as a mistake.
            assert not form.submitted
            assert not form.desk.faults().keys() - form.desk.missing()
            at_table.send(RollTapped())
            assert at_table.model.form.submitted
            continue
        if len(rolls_of(at_table)) > before:
            assert rolls_of(at_table)[-1].who["self"] == "sample-0"
            assert last(at_table)[0].label == roll.label
    at_table.send(StarTapped(quick.procedure, quick.who, quick.place, quick.label))
    assert quick.key not in at_table.state.scene


def test_a_reading_without_dice_has_no_chance() -> None:
    at_table = table(games()["trueworld"])
    shown = []
    for form in ("effect_level?result=-5", "quick_action"):
        at_table.send(RouteOpened(f"#/trueworld/{form}"))
        at_table.send(RollTapped())
        shown.append(prospect(participants_of(at_table.model), last(at_table)[0])[0])
    assert shown == ["", "75.0%"]


def test_a_star_goes_where_its_record_goes_and_undo_takes_it_back() -> None:
    game = games()["wasteland"]
    at_table = table(game)
    at_table.send(RouteOpened("#/wasteland/attack"))
    sheet = participants_of(at_table.model).by_id["sample-0"].sheet(game)
    first = next(roll for roll in sheet.form.rolls(sheet) if roll.procedure == "wasteland.attack")
    at_table.send(RollableTaken(first.procedure, first.place, None, "sample-0"))
    at_table.send(RouteOpened("#/wasteland/attack"))
    at_table.send(FieldTyped("difficulty_modifier", "1"))
    at_table.send(FormStarred())
    (quick,) = stars(at_table)
    assert (quick.label, quick.place, quick.details) == (
        first.label,
        first.place,
        "Difficulty modifier 1",
    )
    line = lines(at_table.journal.page, game, {"sample-0": "Mara"})[0]
    assert (line.words, line.what) == ("Favourite", f"Mara: {first.label}, saved")
    weapon = sheet["weapons"][0]
    at_table.send(RecordMoved("sample-0", "weapons", 0, weapon, 1))
    assert stars(at_table)[0].place == "weapons/1"
    at_table.send(Undone())
    at_table.send(Undone())
    assert stars(at_table) == ()


def test_the_last_rolls_are_listed_once_each_newest_first_per_character() -> None:
    at_table = table(games()["garden"])
    for character_id in ("sample-0", "sample-1", "sample-0"):
        at_table.send(RollableTaken("garden.fall", "", None, character_id))
        at_table.send(RouteOpened("#/garden/fall?metres=12"))
        at_table.send(RollTapped())
    quicks = last(at_table)
    assert [quick.who for quick in quicks] == ["sample-0", "sample-1"]
    assert quicks[0].href.endswith("metres=12")
    assert "12" in quicks[0].details
    assert quicks[0].words
    assert quicks[0].label == "Fall"
    assert [each.who for each in last(at_table, "sample-1")] == ["sample-1"]
    again(at_table, quicks[1])
    assert last(at_table)[0].who == "sample-1"
    assert len(rolls_of(at_table)) == 4
    for procedure in list(games()["garden"])[: LAST + 5]:
        at_table.send(RouteOpened(f"#/garden/{procedure.name}"))
        at_table.send(RollTapped())
    assert len(last(at_table)) <= LAST


def test_of_a_hidden_roll_nothing_is_told() -> None:
    at_table = table(games()["garden"])
    at_table.send(RouteOpened("#/garden/fall?metres=12"))
    at_table.send(RollTapped(hidden=True))
    assert last(at_table)[0].words == ""


def test_at_home_something_of_the_open_campaign_is_rolled_too() -> None:
    at_table = table(games()["garden"])
    at_table.send(RouteOpened("#/garden/fall?metres=12"))
    at_table.send(RollTapped())
    at_table.send(RouteOpened("#/"))
    quick = recent(Participants(games()["garden"], at_table.state), at_table.journal.page)[0]
    again(at_table, quick)
    assert at_table.model.open == "garden.fall"
    assert len(rolls_of(at_table)) == 2


def test_stars_of_the_departed_make_room_for_new_ones() -> None:
    at_table = table(games()["garden"])
    for number in range(MOST):
        who = f"sample-{number % 2}"
        at_table.send(StarTapped("garden.skill_test", who, "", str(number)))
    with pytest.raises(BadInput, match="Remove one first"):
        at_table.send(StarTapped("garden.skill_test", "sample-1", "", "new"))
    at_table.send(CharacterTakenOut("sample-0"))
    assert len(stars(at_table)) == MOST // 2
    at_table.send(StarTapped("garden.skill_test", "sample-1", "", "new"))
    assert stars(at_table)[-1].label == "new"
    assert len(at_table.state.scene) == MOST // 2 + 1
    at_table.send(Undone())
    assert len(at_table.state.scene) == MOST


def test_a_star_is_taken_off_by_its_own_key() -> None:
    at_table = table(games()["striker"])
    line = ("striker.line_action", "sample-0", "")
    at_table.send(StarTapped(*line, "", {"text": "gen chk(9) = d20"}))
    (quick,) = stars(at_table)
    at_table.send(StarTapped(*line, "gen", {"text": "gen chk(9) = d20"}, quick.key))
    assert stars(at_table) == ()


def test_a_star_with_an_older_label_is_that_of_the_form_with_its_texts() -> None:
    at_table = table(games()["striker"])
    line = "gen chk(9) = d20"
    at_table.send(StarTapped("striker.line_action", "", "", line, {"text": line}))
    (quick,) = stars(at_table)
    at_table.send(RouteOpened(quick.href))
    assert form_key(at_table.model) == quick.key
    at_table.send(FieldTyped("text", "gen chk(10) = d20"))
    assert form_key(at_table.model) != quick.key
    at_table.send(FieldTyped("text", line))
    at_table.send(FormStarred())
    assert stars(at_table) == ()


def test_a_value_that_is_no_star_stays() -> None:
    at_table = table(games()["wasteland"])
    pool = f.SceneSet({"group_ap": 2})
    at_table.open(append(at_table.journal, pool, at_table.stamp(), games()))
    at_table.send(StarTapped("wasteland.skill_test", "sample-0", key="group_ap"))
    assert at_table.state.scene["group_ap"] == 2
    assert len(stars(at_table)) == 1
