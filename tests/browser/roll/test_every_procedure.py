"""Procedures of every kind, played on the page with the dice of their worked examples."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from app.core.games import find
from app.core.play.asks import Places
from app.core.play.play import Asking, Chosen, Finished, by_hand
from app.systems import games
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import form
from tests.browser.support.driving import settle
from tests.browser.support.kinds import of_play, select_few
from tests.browser.support.table import Table, keys
from tests.examples import cases
from tests.widgets.shelf import example, filled

pytestmark = pytest.mark.browser

UNUSED_DICE = random.Random(0)


def play(table: Table, case: dict[str, Any]) -> Desk:
    """Play a worked example by hand and return the desk that the page must match."""
    procedure = find(games(), case["procedure"])
    texts = filled(procedure, case.get("inputs", {}))
    answers = by_hand(
        procedure.bind(case.get("inputs", {})), case.get("dice", []), case.get("choices")
    ).answers
    table.open(procedure.id.replace(".", "/"), texts)
    desk = Desk(procedure, texts).entering().settle()
    if not form(procedure).rolls:
        table.do("roll")
        return desk
    table.do("enter")
    while isinstance(asking := desk.play(), Asking):
        answer = answers[len(asking.answers)]
        if isinstance(answer, Chosen):
            decide(table, asking, answer)
        else:
            assert asking.wanted is not None
            table.page.keyboard.type(keys(answer, asking.wanted.sides))
        desk = desk.answer(answer, UNUSED_DICE)
    for decision in desk.decisions():
        value = case.get("choices", {}).get(decision.name)
        if value is not None:
            text = {True: "true", False: "false"}.get(value, value)
            table.one(f'[data-choice="{decision.name}"][data-value="{text}"]').click()
            desk = desk.decide_anew(decision.name, text)
    return desk


def decide(table: Table, asking: Asking, answer: Chosen) -> None:
    """Tap the answer to a decision in the middle of a roll."""
    assert asking.choice is not None
    value = {True: "true", False: "false"}.get(answer.value, answer.value)
    if isinstance(asking.choice.options, Places):
        wanted = asking.choice.options.check(answer.name, answer.value)
        for die in table.one("[data-place]").all():
            place = int(str(die.get_attribute("data-place")))
            if (die.get_attribute("aria-pressed") == "true") != (place in wanted):
                die.click()
        value = "picked"
    table.one(f'[data-choice="{answer.name}"][data-value="{value}"]').click()


def check(table: Table, desk: Desk) -> None:
    """Assert that the page shows the result of the desk."""
    ended = desk.play()
    assert isinstance(ended, Finished)
    outcome = ended.outcome
    settle(table.page)  # the last decision may change only notes and success
    table.wait_for(f'[data-result][data-grade="{outcome.grade}"]')
    success = {True: "true", False: "false", None: "null"}[outcome.success]
    assert table.result() == (outcome.grade, success)
    effects = f"[data-view='{table.path}'] [data-result] [data-effect]"
    count = f'document.querySelectorAll("{effects}").length'
    table.wait(f"{count} === {len(outcome.effects)}")
    shown = table.one("[data-result] .notes li").all_inner_texts()
    assert [" ".join(note.split()) for note in shown] == [
        " ".join(note.split()) for note in outcome.notes
    ]


def test_every_kind_of_procedure_comes_to_its_worked_example(running: Page) -> None:
    """A few procedures cover every kind; tests without a page play all of them on a desk."""
    table = Table(running)
    for procedure in select_few([each for game in games().values() for each in game], of_play):
        case = {"procedure": procedure.id, **example(procedure)}
        desk = play(table, case)
        check(table, desk)
        ended = desk.play()
        assert isinstance(ended, Finished)
        assert ended.outcome.grade == case.get("grade", ended.outcome.grade)
        assert table.one("[data-odds]").count() == len(procedure.grades)


#: A worked example for each answer to each decision.
DECIDED: dict[str, dict[str, Any]] = {
    f"{name}: {bool(value) if isinstance(value, list) else value}": case.values[0]
    for case in cases("examples")
    for name, value in case.values[0].get("choices", {}).items()
}


def test_every_decision_of_the_worked_examples(running: Page) -> None:
    table = Table(running)
    assert DECIDED
    for case in DECIDED.values():
        desk = play(table, case)
        check(table, desk)
        ended = desk.play()
        assert isinstance(ended, Finished)
        assert (ended.outcome.grade, ended.outcome.success) == (case["grade"], case["success"])
