"""What is rolled again in one tap: stars, the last ten, and the tap itself."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.games import Game
from app.systems import games
from app.update.messages.campaign import FormStarred, RecordMoved, StarTapped
from app.update.messages.forms import AgainTapped, FieldTyped, RollableTaken, RouteOpened
from app.update.messages.plays import RollTapped, Undone
from app.update.model import Model
from app.widgets.journal.journal import lines
from app.widgets.roll.favourites.favourites import LAST, Quick, favourites, prospect, recent
from app.widgets.roll.form.participants import Participants
from tests.fights.table import Table

GAMES = [pytest.param(game, id=id) for id, game in games().items()]


def table(game: Game) -> Table:
    """A table with both samples of a game, the first one's sheet open."""
    made = Table()
    journal = append(Journal("table"), f.Started(game.id), made.stamp(), games())
    for place, data in enumerate(game.sheet.samples if game.sheet else ()):
        fact = f.CharacterAdded(f"sample-{place}", str(data["name"]), data)
        journal = append(journal, fact, made.stamp(), games())
    made.open(journal)
    made.send(RouteOpened(f"#/{game.id}"))
    return made


def kept(made: Table) -> tuple[Quick, ...]:
    return favourites(company(made.model))


def last(made: Table, who: str = "") -> tuple[Quick, ...]:
    return recent(company(made.model), made.journal.page, who)


def company(model: Model) -> Participants:
    assert model.participants is not None
    return model.participants


def again(made: Table, quick: Quick) -> None:
    """What a tap on it sends."""
    target = quick.target or None
    made.send(
        RollableTaken(quick.procedure, quick.place, None, quick.who, target, dict(quick.others))
    )
    made.send(AgainTapped(quick.href))


def rolled(made: Table) -> list[Any]:
    return [each.fact for each in made.journal.entries if isinstance(each.fact, f.Rolled)]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_stands_on_a_sheet_gets_a_star_and_is_rolled_by_one_tap(game: Game) -> None:
    made = table(game)
    assert game.sheet is not None
    sheet = company(made.model).by_id["sample-0"].sheet(game)
    for each in game.sheet.rolls(sheet)[:6]:
        made.send(StarTapped(each.procedure, "sample-0", each.place, each.label))
        quick = kept(made)[-1]
        assert (quick.label, quick.procedure, quick.place) == (
            each.label,
            each.procedure,
            each.place,
        )
        assert quick.starred
        assert quick.name == str(game.sheet.samples[0]["name"])
        prospect(company(made.model), quick)  # whatever it is, it is no fault
        before = len(rolled(made))
        made.send(RouteOpened(f"#/{game.id}"))
        again(made, quick)
        form = made.model.form
        if form.desk.missing() or form.desk.answers is None:
            assert form.submitted  # the form says what is to be filled in
            continue
        if len(rolled(made)) > before:
            assert rolled(made)[-1].who["self"] == "sample-0"
            assert last(made)[0].label == each.label
    made.send(StarTapped(quick.procedure, quick.who, quick.place, quick.label))
    assert quick.key not in made.state.scene


def test_a_star_goes_where_its_record_goes_and_undo_takes_it_back() -> None:
    game = games()["wasteland"]
    made = table(game)
    made.send(RouteOpened("#/wasteland/attack"))
    sheet = company(made.model).by_id["sample-0"].sheet(game)
    first = next(each for each in sheet.form.rolls(sheet) if each.procedure == "wasteland.attack")
    made.send(RollableTaken(first.procedure, first.place, None, "sample-0"))
    made.send(RouteOpened("#/wasteland/attack"))
    made.send(FieldTyped("difficulty_modifier", "1"))
    made.send(FormStarred())
    (quick,) = kept(made)
    assert (quick.label, quick.place, quick.details) == (
        first.label,
        first.place,
        "Difficulty modifier 1",
    )
    line = lines(made.journal.page, game, {"sample-0": "Mara"})[0]
    assert (line.words, line.what) == ("Favourite", f"Mara: {first.label}, saved")
    shown = sheet["weapons"][0]
    made.send(RecordMoved("sample-0", "weapons", 0, shown, 1))
    assert kept(made)[0].place == "weapons/1"
    made.send(Undone())
    made.send(Undone())
    assert kept(made) == ()


def test_the_last_rolls_are_told_once_each_newest_first_and_of_everybody_apart() -> None:
    made = table(games()["garden"])
    for who in ("sample-0", "sample-1", "sample-0"):
        made.send(RollableTaken("garden.fall", "", None, who))
        made.send(RouteOpened("#/garden/fall?metres=12"))
        made.send(RollTapped())
    quicks = last(made)
    assert [each.who for each in quicks] == ["sample-0", "sample-1"]
    assert quicks[0].href.endswith("metres=12")
    assert "12" in quicks[0].details
    assert quicks[0].words
    assert quicks[0].label == "Fall"
    assert [each.who for each in last(made, "sample-1")] == ["sample-1"]
    again(made, quicks[1])
    assert last(made)[0].who == "sample-1"
    assert len(rolled(made)) == 4
    for procedure in list(games()["garden"])[: LAST + 5]:
        made.send(RouteOpened(f"#/garden/{procedure.name}"))
        made.send(RollTapped())
    assert len(last(made)) <= LAST


def test_of_a_hidden_roll_nothing_is_told() -> None:
    made = table(games()["garden"])
    made.send(RouteOpened("#/garden/fall?metres=12"))
    made.send(RollTapped(hidden=True))
    assert last(made)[0].words == ""


def test_at_home_something_of_the_open_campaign_is_rolled_too() -> None:
    made = table(games()["garden"])
    made.send(RouteOpened("#/garden/fall?metres=12"))
    made.send(RollTapped())
    made.send(RouteOpened("#/"))
    quick = recent(Participants(games()["garden"], made.state), made.journal.page)[0]
    again(made, quick)
    assert made.model.open == "garden.fall"
    assert len(rolled(made)) == 2
