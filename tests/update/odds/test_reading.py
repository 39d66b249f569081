"""Pins, charts and cells by their taps: stored, undone, restored, and shared as a link."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.campaign import facts as f
from app.campaign.journal.journal import Journal, append
from app.core.errors import BadInput
from app.core.games import Game
from app.core.odds.odds import Chances
from app.core.procedures.procedure import Procedure
from app.systems import games
from app.update.messages.forms import FieldTyped, RouteOpened
from app.update.messages.plays import Undone
from app.update.messages.reading import (
    CellTaken,
    ChartNumbersTapped,
    ChartTurned,
    FormPinned,
    PinNamed,
    PinRemoved,
    PinTaken,
    ScanSet,
    ScanTapped,
)
from app.update.odds import pins
from app.widgets.journal.journal import line_of, lines
from app.widgets.odds.pins import PIN, comparison_rows, difference
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import link, read
from tests.fights.table import Table
from tests.widgets.shelf import example, filled

GAMES = [pytest.param(game, id=id) for id, game in games().items()]

SKILL = "#/garden/skill_test?skill_level=3&attribute=2&target_number=6"


def seated(game: str, campaign: bool = True) -> Table:
    """Return a table, with a campaign if wanted."""
    table = Table()
    if campaign:
        table.open(append(Journal("table"), f.Started(game), table.stamp(), games()))
    return table


def form_to_change(game: Game) -> tuple[Procedure, str, str]:
    """Return a form that can be rolled, one of its numbers, and another value for it."""
    for procedure in game:
        typed = filled(procedure, example(procedure).get("inputs", {}))
        for name, declared in procedure.inputs.items():
            for other in ("2", "1"):
                desk = Desk(procedure, {**typed, name: other})
                is_other = typed[name] != other and type(declared.kind).__name__ == "Whole"
                if procedure.asks and is_other and not desk.faults():
                    return procedure, name, other
    raise AssertionError


@pytest.mark.parametrize("game", GAMES)
def test_a_pin_stays_beside_a_changed_form_and_can_be_restored(game: Game) -> None:
    procedure, name, other = form_to_change(game)
    table = seated(game.id)
    typed = filled(procedure, example(procedure).get("inputs", {}))
    table.send(RouteOpened(link(procedure.id.replace(".", "/"), typed)))
    pinned_texts = dict(table.model.form.desk.typed)
    table.send(FormPinned())
    table.send(FieldTyped(name, other))
    (pin,) = pins.of_form(table.model)
    assert pin.place == "A"
    assert dict(pin.typed) == pinned_texts
    now, then = table.model.form.desk.chances(), Desk(procedure, pin.typed).chances()
    for line in comparison_rows(procedure, now, [(pin, then)]):
        (_, nothing), (_, more) = line.cells
        assert nothing == ""
        grade = next((g.id for g in procedure.grades if g.words == line.words), "")
        expected = _share(now, grade) - _share(then, grade)
        assert more == difference(expected)
    table.send(PinTaken("A"))
    assert dict(table.model.form.desk.typed) == pinned_texts
    table.send(PinNamed("A", "  Close   range "))
    assert pins.of_form(table.model)[0].name == "Close range"
    page = table.journal.page
    entry = line_of(page.entries[-1], page, game, {})
    assert entry is not None
    assert (entry.words, entry.what) == (
        "Comparison",
        f"{procedure.title}: A, Close range, added",
    )
    assert entry.id not in [line.id for line in lines(page, game)]
    table.send(Undone())
    table.send(Undone())
    assert pins.of_form(table.model) == ()


def _share(odds: Chances, grade: str) -> Fraction:
    """Return the chance of a grade, or of success."""
    return odds.grades.get(grade, Fraction(0)) if grade else odds.success or Fraction(0)


def test_there_are_four_and_the_first_free_place_is_taken_again() -> None:
    table = seated("garden")
    table.send(RouteOpened(SKILL))
    for level in "3456":
        table.send(FieldTyped("skill_level", level))
        table.send(FormPinned())
    with pytest.raises(BadInput, match="You can compare up to 4"):
        table.send(FormPinned())
    table.send(PinRemoved("B"))
    table.send(FieldTyped("skill_level", "7"))
    table.send(FormPinned())
    all_pins = pins.of_form(table.model)
    assert [(pin.place, pin.typed["skill_level"]) for pin in all_pins] == [
        ("A", "3"), ("B", "7"), ("C", "5"), ("D", "6"),
    ]  # fmt: skip


def test_a_form_with_a_fault_is_not_pinned() -> None:
    table = seated("garden")
    table.send(RouteOpened(SKILL))
    table.send(FieldTyped("skill_level", "99"))
    with pytest.raises(BadInput, match="Can’t compare yet: Skill level is 99"):
        table.send(FormPinned())


def test_without_a_campaign_a_pin_lasts_as_long_as_the_page() -> None:
    table = seated("garden", campaign=False)
    table.send(RouteOpened(SKILL))
    table.send(FormPinned())
    table.send(PinNamed("A", "As it was"))
    assert [(pin.place, pin.name) for pin in pins.of_form(table.model)] == [("A", "As it was")]
    table.send(PinRemoved("A"))
    assert pins.of_form(table.model) == ()


def test_a_link_brings_its_pins_and_names_those_without_room() -> None:
    table = seated("garden")
    table.send(RouteOpened(SKILL))
    table.send(FormPinned())
    table.send(PinNamed("A", "50 % & more?"))
    table.send(FieldTyped("skill_level", "8"))
    table.send(FormPinned())
    address = pins.address(table.model)
    other = seated("garden", campaign=False)
    other.send(RouteOpened(address))
    assert other.model.form.desk.typed["skill_level"] == "8"
    assert pins.of_form(other.model) == pins.of_form(table.model)
    other.send(RouteOpened(address))  # the same link adds no further pins
    assert len(pins.of_form(other.model)) == 2
    assert other.told == ""
    other.send(RouteOpened(link("garden/skill_test", {}, pins=[("X", {"luck": "3"})])))
    assert other.told.startswith("Comparison 1 in this link: Some of the link couldn’t be read")
    three = [("", {"skill_level": str(level)}) for level in range(3)]
    other.send(RouteOpened(link("garden/skill_test", {}, pins=three)))
    assert other.told == f"No room for comparison 3 in this link. {pins.FULL}"


@pytest.mark.parametrize("text", ["", "?", "A", "A?=", "?&&&", "%3F", "A?skill_level", "\ud83d?x"])
def test_odd_pins_of_a_link_are_no_fault(text: str) -> None:
    table = seated("garden")
    table.send(RouteOpened(f"{SKILL}&~pin={text}"))
    assert table.model.form.desk.typed["skill_level"] == "3"
    for pin in pins.of_form(table.model):
        assert set(pin.typed) == set(table.model.form.procedure.inputs)


def test_a_pin_of_an_older_form_is_read_as_far_as_possible() -> None:
    table = seated("garden")
    stored = {"name": 7, "typed": {"skill_level": 5, "luck": "9"}}
    values = {f"{PIN}garden.skill_test|A": stored, f"{PIN}garden.skill_test|B": "broken"}
    table.open(append(table.journal, f.SceneSet(values), table.stamp(), games()))
    table.send(RouteOpened(SKILL))
    (pin,) = pins.of_form(table.model)
    assert (pin.name, pin.typed["skill_level"]) == ("7", "5")
    assert "luck" not in pin.typed


def test_a_link_with_pins_is_read_as_it_was_written() -> None:
    pinned = (("a&b=c?", {"x": "1,5", "y": "ä & ö = 2?"}), ("", {"x": ""}))
    address = read(link("garden/skill_test", {"x": "2"}, pins=pinned))
    assert address.pins == pinned
    assert address.typed == {"x": "2"}


def test_a_cell_fills_the_form() -> None:
    table = seated("garden")
    table.send(RouteOpened(SKILL))
    table.send(ScanTapped())
    assert table.model.scan is not None
    table.send(ScanSet("across.name", "target_number"))
    table.send(ScanSet("across.first", "4"))
    assert (table.model.scan.across.name, table.model.scan.across.first) == ("target_number", "4")
    table.send(CellTaken({"skill_level": "5", "target_number": "9"}))
    typed = table.model.form.desk.typed
    assert (typed["skill_level"], typed["target_number"], typed["attribute"]) == ("5", "9", "2")
    table.send(ScanTapped())
    assert table.model.scan is None


def test_charts_are_turned_all_at_once() -> None:
    table = seated("garden")
    table.send(ChartTurned("at-least"))
    table.send(ChartNumbersTapped())
    assert (table.model.charts.way, table.model.charts.open) == ("at-least", True)
