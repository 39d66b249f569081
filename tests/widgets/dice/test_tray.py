"""Bare dice at the table: built by taps, rolled, remembered, named and starred."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from app.campaign import facts as f
from app.core.play.play import Finished
from app.core.procedures.notations import Notation, NotationContext
from app.systems import DICE, games
from app.update.messages.campaign import FormStarred
from app.update.messages.forms import (
    AgainTapped,
    FieldTyped,
    NotationTapped,
    PartCast,
    RouteOpened,
)
from app.update.messages.plays import DiceEntered, FacesTyped, RollTapped, Undone
from app.widgets.dice.notation import writing
from app.widgets.home.home import tonight
from app.widgets.journal.journal import lines
from app.widgets.roll.favourites.favourites import recent
from app.widgets.roll.form.forms import control
from app.widgets.roll.result.results import verdict
from tests.fights.table import Table
from tests.widgets.roll.test_favourites import participants_of, rolls_of, stars, table
from tests.widgets.templates import PAGES

PLACES = [pytest.param(id, f"{id}.dice", id=id) for id in games()]
PLACES.append(pytest.param(DICE, "dice.roll", id=DICE))


def send_all(at_table: Table, *messages: Any) -> None:
    """Send these messages."""
    for message in messages:
        at_table.send(message)


@pytest.mark.parametrize(("game", "procedure"), PLACES)
def test_dice_are_tapped_rolled_remembered_and_kept(game: str, procedure: str) -> None:
    at_table = table(games()[game])
    at_table.send(RouteOpened("#/" + procedure.replace(".", "/")))
    assert at_table.model.open == procedure
    # Quick taps: each continues from the one before.
    send_all(at_table, *[NotationTapped("notation", key) for key in ("d6", "d6", "d6", "d6", "kh")])
    assert at_table.model.form.desk.typed["notation"] == "4d6kh3"
    if game != DICE:
        at_table.send(PartCast("self", "sample-0"))
    at_table.send(RollTapped())
    (fact,) = rolls_of(at_table)
    assert (fact.procedure, fact.inputs["notation"]) == (procedure, "4d6kh3")
    assert fact.who.get("self", "") == ("sample-0" if game != DICE else "")
    (line,) = [line for line in lines(at_table.journal.page, games()[game]) if line.kind == "roll"]
    assert line.what == f"Dice: 4d6kh3 · {fact.total}"
    # Real dice, in a line with a name.
    send_all(at_table, FieldTyped("notation", "2d6 vs 8"), FieldTyped("name", "Jump"))
    send_all(at_table, DiceEntered(), FacesTyped(0, "62"))
    assert (rolls_of(at_table)[-1].success, rolls_of(at_table)[-1].total) == (True, 8)
    assert (
        at_table.model.form.desk.procedure.title_of(rolls_of(at_table)[-1].inputs) == "Dice: Jump"
    )
    at_table.send(FormStarred())
    (star,) = stars(at_table)
    assert (star.label, star.details) == ("Jump", "Dice 2d6 vs 8")
    history = recent(participants_of(at_table.model), at_table.journal.page, only=procedure)
    assert [each.label for each in history] == ["Jump", "4d6kh3"]
    assert history[0].total == "8"
    assert recent(participants_of(at_table.model), at_table.journal.page, only="none.such") == ()
    # One tap rolls a line of the history again.
    send_all(at_table, RouteOpened(f"#/{game}/journal"), AgainTapped(history[1].href))
    at_table.send(RouteOpened(history[1].href))
    assert len(rolls_of(at_table)) == 3
    assert tonight(games(), at_table.state, at_table.journal.page).last is not None
    at_table.send(Undone(True, 0))
    # A late tap on a form that is no longer open.
    send_all(at_table, RouteOpened(f"#/{game}/journal"), NotationTapped("notation", "d6"))


def test_hundreds_of_lines_leave_ten() -> None:
    at_table = table(games()[DICE])
    at_table.send(RouteOpened("#/dice"))
    for number in range(1, 25):
        send_all(at_table, FieldTyped("notation", f"d6 + {number}"), RollTapped())
    history = recent(participants_of(at_table.model), at_table.journal.page)
    assert [each.label for each in history] == [f"d6 + {number}" for number in range(24, 14, -1)]
    assert {each.procedure for each in history} == {"dice.roll"}
    assert all(isinstance(entry.fact, (f.Started, f.Rolled)) for entry in at_table.journal.entries)


def render(text: str, **values: Any) -> str:
    """Render a template text."""
    return PAGES.from_string(text).render(values)


@pytest.mark.parametrize(("game", "procedure"), PLACES)
def test_keys_that_cannot_follow_are_disabled(game: str, procedure: str) -> None:
    declared = games()[game].procedures[procedure].inputs["notation"]
    assert isinstance(declared.kind, Notation)
    markup = render(
        '{% import "form.html" as form %}{{ form.control("dice", "tray", c) }}', c=control(declared)
    )
    keys = re.findall(r'<button[^>]*data-write="([^"]+)"([^>]*)>', markup)
    assert len(keys) == len(declared.kind.keys)
    disabled = {unescape(key) for key, rest in keys if 'aria-disabled="true"' in rest}
    assert disabled == {"+", "kh", "kl", "!", ">=", "vs", "back"}
    enabled = {key.id for key in declared.kind.keys if declared.kind.can_follow("d6", key.id)}
    assert enabled == {unescape(key) for key, _ in keys}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "3d6<=12",
            [("(3d6) <= 12", "the sum, made or missed"), ("3d6cs<=12", "dice counted: always 3")],
        ),
        ("2d6 damage", [("2d6 [damage]", "with a label")]),
        (
            "6x4d6kh3",
            [("6#4d6kh3", "6 rolls, each by itself"), ("6 * 4d6kh3", "one roll, times 6")],
        ),
    ],
)
def test_suggested_lines_are_shown_as_buttons(text: str, lines: list[tuple[str, str]]) -> None:
    kind = games()[DICE].procedures["dice.roll"].inputs["notation"].kind
    assert isinstance(kind, Notation)
    view = writing(kind, text, NotationContext())
    markup = unescape(render('{% include "notation.html" %}', id="tray", seen=view, writes=True))
    offers = re.findall(r'data-offer="\d+"><b>(.+?)</b> <span class="help">([^<]+)<', markup)
    assert offers == lines
    assert "data-misread" in markup


def test_several_rolls_show_each_total() -> None:
    at_table = table(games()[DICE])
    send_all(at_table, RouteOpened("#/dice"), FieldTyped("notation", "3#2d6"))
    send_all(at_table, DiceEntered(), FacesTyped(0, "123456"))
    play = at_table.model.form.desk.play()
    assert isinstance(play, Finished)
    procedure = at_table.model.form.desk.procedure
    assert verdict(procedure, {"notation": "3#2d6"}, play.outcome) == "3, 7, 11"
    assert [step.label for step in play.outcome.steps] == ["roll 1", "roll 2", "roll 3", "total"]
    assert rolls_of(at_table)[-1].total == 21


def test_an_unfinished_line_is_explained_in_sentences() -> None:
    kind = games()[DICE].procedures["dice.roll"].inputs["notation"].kind
    assert isinstance(kind, Notation)
    view = writing(kind, "2d6+", NotationContext())
    markup = unescape(render('{% include "notation.html" %}', id="tray", seen=view, writes=True))
    assert "Not finished yet. After + write dice or a number" in markup
