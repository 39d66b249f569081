"""Bare dice at the table: tapped together, rolled by somebody, remembered, named, kept."""

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
from tests.widgets.roll.test_favourites import company, kept, rolled, table
from tests.widgets.templates import PAGES

PLACES = [pytest.param(id, f"{id}.dice", id=id) for id in games()]
PLACES.append(pytest.param(DICE, "dice.roll", id=DICE))


def sends(made: Table, *messages: Any) -> None:
    for each in messages:
        made.send(each)


@pytest.mark.parametrize(("game", "procedure"), PLACES)
def test_dice_are_tapped_rolled_remembered_and_kept(game: str, procedure: str) -> None:
    made = table(games()[game])
    made.send(RouteOpened("#/" + procedure.replace(".", "/")))
    assert made.model.open == procedure
    # Taps in one moment: each goes on from the one before.
    sends(made, *[NotationTapped("notation", key) for key in ("d6", "d6", "d6", "d6", "kh")])
    assert made.model.form.desk.typed["notation"] == "4d6kh3"
    if game != DICE:
        made.send(PartCast("self", "sample-0"))
    made.send(RollTapped())
    (fact,) = rolled(made)
    assert (fact.procedure, fact.inputs["notation"]) == (procedure, "4d6kh3")
    assert fact.who.get("self", "") == ("sample-0" if game != DICE else "")
    (line,) = [each for each in lines(made.journal.page, games()[game]) if each.kind == "roll"]
    assert line.what == f"Dice: 4d6kh3 · {fact.total}"
    # Real dice; with a name it is called by that.
    sends(made, FieldTyped("notation", "2d6 vs 8"), FieldTyped("name", "Jump"))
    sends(made, DiceEntered(), FacesTyped(0, "62"))
    assert (rolled(made)[-1].success, rolled(made)[-1].total) == (True, 8)
    assert made.model.form.desk.procedure.title_of(rolled(made)[-1].inputs) == "Dice: Jump"
    made.send(FormStarred())
    (star,) = kept(made)
    assert (star.label, star.details) == ("Jump", "Dice 2d6 vs 8")
    history = recent(company(made.model), made.journal.page, only=procedure)
    assert [each.label for each in history] == ["Jump", "4d6kh3"]
    assert history[0].total == "8"
    assert recent(company(made.model), made.journal.page, only="none.such") == ()
    # One tap rolls it again; another line is another roll of the history.
    sends(made, RouteOpened(f"#/{game}/journal"), AgainTapped(history[1].href))
    made.send(RouteOpened(history[1].href))
    assert len(rolled(made)) == 3
    assert tonight(games(), made.state, made.journal.page).last is not None
    made.send(Undone(True, 0))
    # Tapped too late: the form is another one.
    sends(made, RouteOpened(f"#/{game}/journal"), NotationTapped("notation", "d6"))


def test_hundreds_of_lines_leave_ten() -> None:
    made = table(games()[DICE])
    made.send(RouteOpened("#/dice"))
    for number in range(1, 25):
        sends(made, FieldTyped("notation", f"d6 + {number}"), RollTapped())
    history = recent(company(made.model), made.journal.page)
    assert [each.label for each in history] == [f"d6 + {number}" for number in range(24, 14, -1)]
    assert {each.procedure for each in history} == {"dice.roll"}
    assert all(isinstance(each.fact, (f.Started, f.Rolled)) for each in made.journal.entries)


def drawn(text: str, **seen: Any) -> str:
    return PAGES.from_string(text).render(seen)


@pytest.mark.parametrize(("game", "procedure"), PLACES)
def test_keys_that_cannot_follow_are_disabled(game: str, procedure: str) -> None:
    declared = games()[game].procedures[procedure].inputs["notation"]
    assert isinstance(declared.kind, Notation)
    markup = drawn(
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
def test_lines_that_may_be_meant_are_shown_to_be_tapped(
    text: str, lines: list[tuple[str, str]]
) -> None:
    kind = games()[DICE].procedures["dice.roll"].inputs["notation"].kind
    assert isinstance(kind, Notation)
    seen = writing(kind, text, NotationContext())
    markup = unescape(drawn('{% include "notation.html" %}', id="tray", seen=seen, writes=True))
    offers = re.findall(r'data-offer="\d+"><b>(.+?)</b> <span class="help">([^<]+)<', markup)
    assert offers == lines
    assert "data-misread" in markup


def test_several_rolls_say_what_each_came_to() -> None:
    made = table(games()[DICE])
    sends(made, RouteOpened("#/dice"), FieldTyped("notation", "3#2d6"))
    sends(made, DiceEntered(), FacesTyped(0, "123456"))
    play = made.model.form.desk.play()
    assert isinstance(play, Finished)
    procedure = made.model.form.desk.procedure
    assert verdict(procedure, {"notation": "3#2d6"}, play.outcome) == "3, 7, 11"
    assert [step.label for step in play.outcome.steps] == ["roll 1", "roll 2", "roll 3", "total"]
    assert rolled(made)[-1].total == 21
