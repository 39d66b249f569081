"""The fights in the page: their acts lead to the same campaign as without a page.

`tests/widgets/fight/test_fights.py` plays whole fights. Here the page plays few acts that together
show each kind of act; it loads the campaign that the acts before them lead to. A long run
(`make fuzz`) plays all acts of all fights.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from app.campaign.files.formats import campaign_part, head
from app.campaign.state.document import Document
from app.campaign.state.state import CampaignState
from app.widgets.fight.board.board import people
from tests.browser.campaigns.test_campaigns import card, go
from tests.browser.support.fighting import PagePlayer
from tests.browser.support.long_run import LONG
from tests.fights import Fight, fights
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.fights.showing import Part, few
from tests.serving import Site

pytestmark = pytest.mark.browser


def with_names(document: Document) -> Any:
    """Return a campaign's document with names in place of ids, which differ between devices."""
    due = [{**each, "id": ""} for each in document["due"]]
    text = json.dumps({**document, "name": "", "due": due}, sort_keys=True)
    for id, name in people(CampaignState(document)).items():
        text = text.replace(f'"{id}"', json.dumps(name))
    return json.loads(text)


def parts_to_play() -> list[Any]:
    """Return the parts of fights to play: few that show each kind of act, or all in a long run."""
    every: list[Fight] = [fight.values[0] for fight in fights()]
    parts = [Part(each, 0, len(each.acts)) for each in every] if LONG else few(every)
    return [pytest.param(part, id=part.name) for part in parts]


@pytest.mark.parametrize("part", parts_to_play())
def test_acts_as_they_are_written(running: Page, site: Site, part: Part, tmp_path: Path) -> None:
    headless = Headless(part.fight)
    play(headless, part.before)
    player = PagePlayer(running, site, part, write_campaign(headless, part, tmp_path))
    play(player, part.acts)
    player.close()
    go(running, "campaigns")
    campaign = card(running, part.name)
    campaign.locator("summary").click()
    with running.expect_download() as file:
        campaign.locator("[data-do=campaign-save]").click()
    document = json.loads(file.value.path().read_text(encoding="utf-8"))["campaign"]["document"]
    play(headless, part.acts)
    assert with_names(document) == with_names(headless.journal.document)


def write_campaign(headless: Headless, part: Part, folder: Path) -> Path:
    """Write the campaign of the headless player to a file, under the name of this part."""
    entries = [headless.log[n].record() for n in sorted(headless.log)]
    campaign = campaign_part(headless.journal, entries) | {"id": part.name}
    text = json.dumps({**head("campaign", "", ""), "campaign": campaign})
    path = folder / f"{part.name}.json"
    path.write_text(text.replace('"A fight"', json.dumps(part.name)), encoding="utf-8")
    return path
