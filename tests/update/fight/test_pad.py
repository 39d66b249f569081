"""The pad of a number in a fight: typed text, the tapped button, and faults."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages.tracker import HoursPassed, MenuTapped, MeterChanged, MeterTapped
from app.widgets.fight.board.board import Person, board_view
from app.widgets.fight.gauges.gauges import Gauge
from tests.fights.table import Table
from tests.update.fight.test_overlay import begun
from tests.widgets.markup import Markup
from tests.widgets.templates import PAGES

#: The typed text, whether the minus button is tapped (None: Enter), and the change.
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


def shown_gauge(table: Table, combatant_id: str, id: str) -> Gauge:
    """Return a number as the fight shows it."""
    assert table.model.played is not None
    people = board_view(*table.model.played).people
    return next(meter for meter in person(people, combatant_id).meters if meter.id == id)


def person(people: tuple[Person, ...], combatant_id: str) -> Person:
    """Return the combatant with this id."""
    return next(person for person in people if person.id == combatant_id)


def numbers(game: Game) -> Iterator[tuple[Table, str, Gauge]]:
    """Yield each number that can be changed in a fight of this game."""
    table = begun(game)
    assert table.model.played is not None
    for each in board_view(*table.model.played).people:
        for gauge in each.meters:
            if gauge.settable and gauge.most not in (0, 1):
                yield table, each.id, gauge


def change_of(table: Table, combatant_id: str, id: str, typed: str, down: bool | None) -> int:
    """Set a number to the middle of its range, change it, and return the difference."""
    now = shown_gauge(table, combatant_id, id)
    middle = 8 if now.most is None else now.most // 2
    table.send(MeterChanged(combatant_id, id, f"{middle - now.now:+}"))
    assert shown_gauge(table, combatant_id, id).now == middle
    table.send(MeterTapped(combatant_id, id))
    table.send(MeterChanged(combatant_id, id, typed, down))
    assert table.model.tracker.pad == ("", "")
    return shown_gauge(table, combatant_id, id).now - middle


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_overrides_the_button(game: Game) -> None:
    for table, combatant_id, gauge in numbers(game):
        for typed, down, by in SIGNED:
            assert change_of(table, combatant_id, gauge.id, typed, down) == by


@pytest.mark.parametrize("game", GAMES)
def test_without_a_sign_the_button_decides_and_enter_is_the_strong_one(game: Game) -> None:
    pad = PAGES.from_string('{% import "fight.html" as fight %}{{ fight.pad(each, meter) }}')
    for table, combatant_id, gauge in numbers(game):
        assert table.model.played is not None
        each = person(board_view(*table.model.played).people, combatant_id)
        buttons = Markup(pad.render(each=each, meter=gauge)).with_attribute("data-do")
        (strong,) = [button["data-do"] for button in buttons if button["class"] == "primary"]
        for typed in ("", "\uff11"):
            assert change_of(table, combatant_id, gauge.id, typed, True) == -1
            assert change_of(table, combatant_id, gauge.id, typed, False) == 1
            enter = change_of(table, combatant_id, gauge.id, typed, None)
            assert enter == (1 if strong == "meter-up" else -1)
            assert (enter == 1) == gauge.rises


def test_enter_adds_to_numbers_that_rise_by_harm() -> None:
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
def test_a_change_without_effect_is_no_entry(game: Game) -> None:
    for table, combatant_id, gauge in numbers(game):
        table.send(MeterChanged(combatant_id, gauge.id, "-9,999"))
        least, before = shown_gauge(table, combatant_id, gauge.id).now, table.journal
        for typed, down in (("0", True), ("-0", None), ("2", True), ("-9_999", False)):
            table.send(MeterTapped(combatant_id, gauge.id))
            table.send(MeterChanged(combatant_id, gauge.id, typed, down))
            assert shown_gauge(table, combatant_id, gauge.id).now == least
            assert table.journal is before, typed
            assert table.model.tracker.pad == ("", "")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "typed", ["x", "1.5", "\u22121,5", "10000", "--1", "+-1", "1 2", "nan", "½"]
)
def test_a_fault_begins_with_the_label(game: Game, typed: str) -> None:
    for table, combatant_id, gauge in numbers(game):
        before = table.journal
        table.send(MeterTapped(combatant_id, gauge.id))
        with pytest.raises(BadInput) as fault:
            table.send(MeterChanged(combatant_id, gauge.id, typed, None))
        assert fault.value.field == "meter"
        assert fault.value.message.startswith(f"{gauge.label} ")
        assert table.journal is before
        assert table.model.tracker.pad == (combatant_id, gauge.id)  # it stays open for a correction
        table.send(MeterTapped(combatant_id, gauge.id))


def test_a_thousand_is_a_thousand() -> None:
    table = begun(games()["trueworld"])
    table.send(MeterChanged("raider-1", "damage", "1,000"))
    assert shown_gauge(table, "raider-1", "damage").now == 1000


@pytest.mark.parametrize("typed", ["x", "", "0", "-1", "1,000", "1 2"])
def test_time_that_cannot_pass_says_so_by_its_label(typed: str) -> None:
    table = begun(games()["garden"])
    with pytest.raises(BadInput, match=r"^hours: (Time: |Enter a positive number$)") as fault:
        table.send(HoursPassed(typed, "hours"))
    assert fault.value.field == "hours"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("combatant_id", ["nobody", "", "raider-1", "sample-0"])
def test_a_field_without_a_number_is_not_changed(game: Game, combatant_id: str) -> None:
    table = begun(game)
    before = table.journal
    for id in ("name", "order", "conditions", "nothing"):
        table.send(MeterChanged(combatant_id, id, "2"))
    assert table.journal is before


def test_the_panel_of_a_combatant_stays_open_around_its_numbers() -> None:
    table = begun(games()["prism"])
    one, other = list(table.scene.combatants)[:2]
    table.send(MenuTapped(one, tab="conditions"))
    table.send(MeterTapped(one, "bleeding"))
    tracker = table.model.tracker
    assert (tracker.menu, tracker.tab, tracker.pad) == (one, "conditions", (one, "bleeding"))
    table.send(MeterChanged(one, "bleeding", "3"))
    tracker = table.model.tracker
    assert (tracker.menu, tracker.tab, tracker.pad) == (one, "conditions", ("", ""))
    table.send(MeterTapped(other, "bleeding"))
    assert table.model.tracker.menu == ""
