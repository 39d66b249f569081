"""Fights in the page: as they are written, and the campaign stands as it does without a page.

Whole fights are played by `tests/widgets/test_fights.py`; here as much as shows each kind of act in
the page, in a long run (`make fuzz`) all of all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from app.campaign.state import CampaignState
from app.widgets.board import people
from tests.browser.fighting import AtThePage
from tests.browser.long_run import LONG
from tests.browser.test_campaigns import go, saved
from tests.fights import Fight, fights
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.fights.showing import few
from tests.serving import Site

pytestmark = pytest.mark.browser


def named(document: Mapping[str, Any]) -> Any:
    """Where a campaign stands, with names instead of ids: those differ from device to device."""
    due = [{**each, "id": ""} for each in document["due"]]
    text = json.dumps({**document, "name": "", "due": due}, sort_keys=True)
    for id, name in people(CampaignState(document)).items():
        text = text.replace(f'"{id}"', json.dumps(name))
    return json.loads(text)


def played_here() -> list[Any]:
    """As much of the longest fight of each game; in a long run all of all."""
    every: list[Fight] = [each.values[0] for each in fights()]
    longest = {each.game: each for each in sorted(every, key=lambda each: len(each.acts))}
    played = every if LONG else few([*longest.values()])
    return [pytest.param(each, id=f"{each.game}-{each.name}") for each in played]


@pytest.mark.parametrize("fight", played_here())
def test_a_fight_as_it_is_written(page: Page, site: Site, fight: Fight, tmp_path: Path) -> None:
    play(AtThePage(page, site, fight), fight)
    go(page, "campaigns")
    page.locator("[data-campaign] summary").first.click()
    file = saved(page, "[data-do=campaign-save]", tmp_path)
    stands = json.loads(file.read_text(encoding="utf-8"))["campaign"]["document"]
    headless = Headless(fight)
    play(headless, fight)
    assert named(stands) == named(headless.journal.document)
