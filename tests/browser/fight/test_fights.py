"""Fights in the page: as they are written, and the campaign stands as it does without a page.

Whole fights are played by `tests/widgets/fight/test_fights.py`; here as few acts as show each kind
of act in the page, which is given where the acts before them lead; in a long run (`make fuzz`) all
of all.
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
from tests.browser.support.fighting import AtThePage
from tests.browser.support.long_run import LONG
from tests.fights import Fight, fights
from tests.fights.headless import Headless
from tests.fights.playing import play
from tests.fights.showing import Part, few
from tests.serving import Site

pytestmark = pytest.mark.browser


def named(document: Document) -> Any:
    """Where a campaign stands, with names instead of ids: those differ from device to device."""
    due = [{**each, "id": ""} for each in document["due"]]
    text = json.dumps({**document, "name": "", "due": due}, sort_keys=True)
    for id, name in people(CampaignState(document)).items():
        text = text.replace(f'"{id}"', json.dumps(name))
    return json.loads(text)


def played_here() -> list[Any]:
    """As few acts as show each kind of act, of all fights; in a long run all of all."""
    every: list[Fight] = [each.values[0] for each in fights()]
    parts = [Part(each, 0, len(each.acts)) for each in every] if LONG else few(every)
    return [pytest.param(each, id=each.name) for each in parts]


@pytest.mark.parametrize("part", played_here())
def test_acts_as_they_are_written(running: Page, site: Site, part: Part, tmp_path: Path) -> None:
    headless = Headless(part.fight)
    play(headless, part.before)
    at_the_page = AtThePage(running, site, part, standing(headless, part, tmp_path))
    play(at_the_page, part.acts)
    at_the_page.close()
    go(running, "campaigns")
    here = card(running, part.name)
    here.locator("summary").click()
    with running.expect_download() as file:
        here.locator("[data-do=campaign-save]").click()
    stands = json.loads(file.value.path().read_text(encoding="utf-8"))["campaign"]["document"]
    play(headless, part.acts)
    assert named(stands) == named(headless.journal.document)


def standing(headless: Headless, part: Part, folder: Path) -> Path:
    """The campaign as it stands there, as a file, under the name of this part."""
    entries = [headless.log[n].record() for n in sorted(headless.log)]
    campaign = campaign_part(headless.journal, entries) | {"id": part.name}
    text = json.dumps({**head("campaign", "", ""), "campaign": campaign})
    path = folder / f"{part.name}.json"
    path.write_text(text.replace('"A fight"', json.dumps(part.name)), encoding="utf-8")
    return path
