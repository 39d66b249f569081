"""The pad of a number in a fight: what is typed into it, which button is tapped, what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages.tracker import HoursPassed, MeterChanged, MeterTapped
from app.widgets.fight.board.board import Person, board_view
from app.widgets.fight.gauges.gauges import Gauge
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES

#: What is typed, which button is tapped (None: Enter is pressed), and what comes of it.
SIGNED = [
    ("+1", True, 1),
    ("+ 1", None, 1),
    ("\uff0b\uff11", False, 1),
    ("+", True, 1),
    ("-1", False, -1),
    ("\u22121", None, -1),
    ("\u2013 1", False, -1),
    ("\u2212", None, -1),
]

GAMES = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]


def shown(table: Table, who: str, id: str) -> Gauge:
    """A number as the fight shows it."""
    assert table.model.played is not None
    people = board_view(*table.model.played).people
    return next(each for each in person(people, who).meters if each.id == id)


def person(people: tuple[Person, ...], who: str) -> Person:
    return next(each for each in people if each.id == who)


def numbers(game: Game) -> Iterator[tuple[Table, str, Gauge]]:
    """Each number that can be changed in a fight of this game."""
    table = begun(game)
    assert table.model.played is not None
    for each in board_view(*table.model.played).people:
        for gauge in each.meters:
            if gauge.settable and gauge.most not in (0, 1):
                yield table, each.id, gauge


def changed(table: Table, who: str, id: str, typed: str, down: bool | None) -> int:
    """By how much a number differs after it was changed; it stands in the middle before."""
    now = shown(table, who, id)
    middle = 8 if now.most is None else now.most // 2
    table.send(MeterChanged(who, id, f"{middle - now.now:+}"))
    assert shown(table, who, id).now == middle
    table.send(MeterTapped(who, id))
    table.send(MeterChanged(who, id, typed, down))
    assert table.model.tracker.pad == ("", "")
    return shown(table, who, id).now - middle


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_decides_whatever_the_button(game: Game) -> None:
    for table, who, gauge in numbers(game):
        for typed, down, by in SIGNED:
            assert changed(table, who, gauge.id, typed, down) == by


@pytest.mark.parametrize("game", GAMES)
def test_without_a_sign_the_button_decides_and_enter_is_the_strong_one(game: Game) -> None:
    pad = PAGES.from_string('{% import "fight.html" as fight %}{{ fight.pad(each, meter) }}')
    for table, who, gauge in numbers(game):
        assert table.model.played is not None
        each = person(board_view(*table.model.played).people, who)
        buttons = Markup(pad.render(each=each, meter=gauge)).with_attribute("data-do")
        (strong,) = [each["data-do"] for each in buttons if each["class"] == "primary"]
        for typed in ("", "\uff11"):
            assert changed(table, who, gauge.id, typed, True) == -1
            assert changed(table, who, gauge.id, typed, False) == 1
            enter = changed(table, who, gauge.id, typed, None)
            assert enter == (1 if strong == "meter-up" else -1)
            assert (enter == 1) == gauge.rises


def test_what_rises_by_harm_is_added_to_by_enter() -> None:
    rising = {
        (id, gauge.id)
        for id, game in games().items()
        if game.encounter
        for _, _, gauge in numbers(game)
        if gauge.rises
    }
    expected = {("trueworld", id) for id in ("stress", "harm", "damage")}
    assert rising == {*expected, ("prism", "bleeding")}


@pytest.mark.parametrize("game", GAMES)
def test_what_changes_nothing_is_no_entry(game: Game) -> None:
    for table, who, gauge in numbers(game):
        table.send(MeterChanged(who, gauge.id, "-9,999"))
        least, stood = shown(table, who, gauge.id).now, table.journal
        for typed, down in (("0", True), ("-0", None), ("2", True), ("-9_999", False)):
            table.send(MeterTapped(who, gauge.id))
            table.send(MeterChanged(who, gauge.id, typed, down))
            assert shown(table, who, gauge.id).now == least
            assert table.journal is stood, typed
            assert table.model.tracker.pad == ("", "")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "typed", ["x", "1.5", "\u22121,5", "10000", "--1", "+-1", "1 2", "nan", "½"]
)
def test_a_fault_begins_with_the_label(game: Game, typed: str) -> None:
    for table, who, gauge in numbers(game):
        before = table.journal
        table.send(MeterTapped(who, gauge.id))
        with pytest.raises(BadInput) as fault:
            table.send(MeterChanged(who, gauge.id, typed, None))
        assert fault.value.field == "meter"
        assert fault.value.message.startswith(f"{gauge.label} ")
        assert table.journal is before
        assert table.model.tracker.pad == (who, gauge.id)  # it stands open, to be mended
        table.send(MeterTapped(who, gauge.id))


def test_a_thousand_is_a_thousand() -> None:
    table = begun(games()["trueworld"])
    table.send(MeterChanged("raider-1", "damage", "1,000"))
    assert shown(table, "raider-1", "damage").now == 1000


@pytest.mark.parametrize("typed", ["x", "", "0", "-1", "1,000", "1 2"])
def test_time_that_cannot_pass_says_so_by_its_label(typed: str) -> None:
    table = begun(games()["garden"])
    with pytest.raises(BadInput, match=r"^hours: (Time: |Enter a positive number$)") as fault:
        table.send(HoursPassed(typed, "hours"))
    assert fault.value.field == "hours"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["nobody", "", "raider-1", "sample-0"])
def test_what_is_no_number_of_theirs_is_not_changed(game: Game, who: str) -> None:
    table = begun(game)
    before = table.journal
    for id in ("name", "order", "conditions", "nothing"):
        table.send(MeterChanged(who, id, "2"))
    assert table.journal is before
