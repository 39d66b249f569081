"""The words on a sheet: due times, counts and faults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from app.campaign.state.state import Character
from app.core.errors import BadInput
from app.systems import games
from app.widgets.sheet.sheets import describe_fault, due_words, sheet_view
from tests.widgets.templates import rendered


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (None, "decide now"),
        (0, "now"),
        (Fraction(1, 600), "in 6 seconds"),
        (Fraction("0.001667"), "in 6 seconds"),
        (Fraction(1, 60), "in 1 minute"),
        (Fraction("0.016667"), "in 1 minute"),  # as hours are stored
        (0.016667, "in 1 minute"),
        (Fraction(1, 2), "in 30 minutes"),
        (1, "in 1 hour"),
        (24, "in 24 hours"),
        (72, "in 3 days"),
    ],
)
def test_when_something_comes_due(hours: Fraction | None, words: str) -> None:
    assert due_words(hours) == words


def test_a_row_without_an_end_in_the_game_says_none() -> None:
    game = games()["trueworld"]
    view = sheet_view(game, Character("c", "Tamsin", "pc", False, {"grit": 1}))
    html = rendered("sheet.html", sheet=view, game=game, editing=False)
    assert "of 99" not in html.text


@pytest.mark.parametrize("id", games())
def test_a_spectator_reads_the_whole_sheet_and_rolls_nothing(id: str) -> None:
    game = games()[id]
    if game.sheet is None or not game.sheet.samples:
        return
    sample = game.sheet.samples[0]
    own = sheet_view(game, Character("c", "Tamsin", "pc", False, dict(sample)))
    theirs = own.looked_at
    assert [len(group.lines) for group in theirs.groups] == [
        len(group.lines) for group in own.groups
    ]
    values = {"game": game, "editing": False}
    offers = {"data-place-of", "data-do=track", "data-do=record-switch", "data-slot=quick"}
    for view in (own, theirs):
        page = rendered("sheet.html", sheet=view, theirs=view is theirs, **values)
        attributes = {f"{name}={value}" for _, all in page.elements for name, value in all.items()}
        names = {name for _, all in page.elements for name in all}
        assert bool(offers & (attributes | names)) == (view is own)


def test_a_sheet_names_an_entry_with_the_name_of_another() -> None:
    game = games()["striker"]
    data = {"skills": [{"name": "Insight"}, {"name": "insight"}]}
    view = sheet_view(game, Character("c", "Kel", "pc", False, data))
    for editing in (False, True):
        html = rendered("sheet.html", sheet=view, game=game, editing=editing)
        assert "Skills 2: another entry is named insight too; rename one" in html.text


def test_a_fault_on_a_sheet_begins_with_the_label() -> None:
    form = games()["prism"].sheet
    assert form is not None
    with pytest.raises(BadInput) as fault:
        form.fill({}).with_fields({"hp_max": 5000})
    assert fault.value.message.startswith("hp_max is 5000")
    assert describe_fault(form, fault.value).startswith("HP maximum is 5000")
    with pytest.raises(BadInput) as fault:
        form.fill({}).with_fields({"hp_max": ""})
    words = "HP maximum is empty; give a whole number from 1 to 1000"
    assert describe_fault(form, fault.value) == words


def test_another_way_to_roll_a_line_is_named_without_the_line() -> None:
    game = games()["prism"]
    data = {"attempts": [{"what": "Shield", "failures": 1}]}
    view = sheet_view(game, Character("c", "Brannoch", "pc", False, data))
    (line,) = (line for group in view.groups if group.id == "attempts" for line in group.lines)
    assert [name for name, _ in line.others] == ["Again: moving"]
