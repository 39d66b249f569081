"""Hidden forms are removed from the page and come back unchanged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker

pytestmark = pytest.mark.browser

FORMS = "document.querySelectorAll('form[data-procedure]').length"


def test_one_form_at_a_time_each_as_it_was_left(running: Page) -> None:
    table = Table(running)
    table.open("garden/jump")
    table.put("athletics", "5")
    table.do("enter")
    table.type(6)
    for procedure in games()["prism"]:
        table.open(procedure.id.replace(".", "/"))
        assert running.evaluate(FORMS) == 1
    table.open("garden/jump", hash="#/garden/jump")
    assert running.evaluate(FORMS) == 1
    assert table.texts()["athletics"] == "5"
    assert table.die_texts()[0] == "6"


def test_forms_over_a_fight_do_not_gather(running: Page) -> None:
    tracker = Tracker(running, "striker")
    tracker.samples()
    tracker.begin("raider")
    for procedure in list(games()["striker"])[:4]:
        menu = tracker.menu(tracker.order()[0], "skills")
        link = menu.locator(f'[data-procedure-of="{procedure.id}"][data-place-of=""]').last
        link.evaluate("link => { link.closest('details').open = true }")
        link.click()
        running.locator(f'[data-over] form[data-procedure="{procedure.id}"]').wait_for()
        running.locator(".over-close").click()
        assert running.evaluate(FORMS) <= 2  # the last one is still there
