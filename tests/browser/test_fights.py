"""A whole fight of each game in the page: as it is written, and the campaign stands the same."""

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
from tests.serving import Site

pytestmark = pytest.mark.browser


def named(document: Mapping[str, Any]) -> Any:
    """Where a campaign stands, with names instead of ids: those differ from device to device."""
    text = json.dumps({**document, "name": ""}, sort_keys=True)
    for id, name in people(CampaignState(document)).items():
        text = text.replace(f'"{id}"', json.dumps(name))
    return json.loads(text)


def played_here() -> list[Any]:
    """The longest fight of each game, in a long run all of them; the rest is played without."""
    longest: dict[str, Any] = {}
    for each in fights():
        fight, before = each.values[0], longest.get(each.values[0].game)
        if before is None or len(fight.acts) > len(before.values[0].acts):
            longest[fight.game] = each
    return fights() if LONG else list(longest.values())


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
