"""Nobody waits: no step of an evening keeps the page.

`make bench` (bench/tasks.py) measures it in all games, and asks for a tenth of a second at most.
Where tests run side by side even the processor's own time for the same work is twice what it is
alone and more, as its caches are shared: so here a step fails that takes two and a half times as
long, by the clock and by the processor, twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page

from app.systems import games
from tests.browser.support.driving import settle
from tests.browser.support.evening import BRIEF, LATE, SCENE, Evening, Steps, play
from tests.browser.support.long_tasks import LONGEST, Took, watched
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Times as long as on a machine of one's own.
SHARED = 2.5

#: An evening of one game, with ten thousand entries; what differs by game, in the others.
WHOLE = "garden"
EVENINGS = (
    {WHOLE: SCENE + LATE},
    {game: BRIEF for game in games() if game != WHOLE},
)

#: Keeps the page from within, as a slow drawing would: 600 ms by the clock, and a fixed amount of
#: work, because beside other processes the clock alone says little about the processor.
DAWDLE = """() => new Promise((resolve) => setTimeout(() => {
    const until = performance.now() + 600;
    let sum = 0;
    for (let n = 0; n < 4e8; n++) sum += n % 7;
    while (performance.now() < until);
    resolve(sum);
}))"""


def too_long(
    workshop: Workshop, site: Site, evenings: Mapping[str, Steps], folder: Path
) -> dict[str, Took]:
    """The steps of these evenings, by game, that kept the page for too long."""
    page = workshop.open()
    with watched(page, site.address) as watch:
        for game, steps in evenings.items():
            told = tuple((f"{game}: {step}", do) for step, do in steps)
            play(Evening(page, games()[game], folder), watch, told)
        found = {each.step: each for each in watch.took() if each.is_over(SHARED * LONGEST)}
    workshop.clear()
    return found


@pytest.mark.parametrize("evenings", EVENINGS, ids="-".join)
def test_no_step_of_an_evening_keeps_the_page(
    workshop: Workshop, site: Site, evenings: Mapping[str, Steps], tmp_path: Path
) -> None:
    first = too_long(workshop, site, evenings, tmp_path)
    if first:
        again = too_long(workshop, site, evenings, tmp_path)
        assert not first.keys() & again.keys(), [first[each] for each in first.keys() & again]


def test_a_task_that_keeps_the_page_is_seen(page: Page, site: Site) -> None:
    with watched(page, site.address) as watch:
        watch.begins("quick")
        settle(page)
        watch.begins("slow")
        page.evaluate(DAWDLE)
        took = {each.step: each for each in watch.took()}
    assert took["slow"].is_over(LONGEST)
    assert took["slow"].lasted >= 600
    assert not took["quick"].is_over(SHARED * LONGEST)
