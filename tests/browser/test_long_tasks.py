"""Nobody waits: in an evening of each game no task keeps the page for over a tenth of a second.

The figures are those of `make bench` (bench/tasks.py). Here a step fails that is too long by the
clock and by the processor's own time, in two evenings: what the machine does besides is nobody's
fault, and what is too long twice is too long.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.driving import settle
from tests.browser.evening import Evening, play
from tests.browser.long_tasks import Took, watched
from tests.browser.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Keeps the page from within, as a slow drawing would.
DAWDLE = """() => new Promise((told) => setTimeout(() => {
    const until = performance.now() + 600;
    while (performance.now() < until);
    told();
}))"""


def too_long(workshop: Workshop, site: Site, game: str, folder: Path) -> dict[str, Took]:
    """The steps of an evening that kept the page for too long."""
    page = workshop.open()
    with watched(page, f"{site.address}#/{game}") as watch:
        play(Evening(page, games()[game], folder), watch)
        found = {each.step: each for each in watch.took() if each.is_long}
    workshop.clear()
    return found


@pytest.mark.parametrize("game", games())
def test_no_step_of_an_evening_keeps_the_page(
    workshop: Workshop, site: Site, game: str, tmp_path: Path
) -> None:
    first = too_long(workshop, site, game, tmp_path)
    if first:
        again = too_long(workshop, site, game, tmp_path)
        assert not first.keys() & again.keys(), [first[each] for each in first.keys() & again]


def test_a_task_that_keeps_the_page_is_seen(page: Page, site: Site) -> None:
    with watched(page, site.address) as watch:
        watch.begins("quick")
        settle(page)
        watch.begins("slow")
        page.evaluate(DAWDLE)
        took = {each.step: each for each in watch.took()}
    assert took["slow"].is_long
    assert took["slow"].lasted >= 600
    assert not took["quick"].is_long
