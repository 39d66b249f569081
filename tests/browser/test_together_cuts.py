"""Devices are cut off at random moments, the host too: nothing acknowledged is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.crowd import seated
from tests.browser.cuts import Evening
from tests.browser.devices import Regular
from tests.browser.mortal import Mortal
from tests.browser.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_cut_off_at_any_moment(
    playwright: Playwright,
    workshop: Workshop,
    other_workshop: Workshop,
    site: Site,
    tmp_path: Path,
) -> None:
    """The host's browser is killed, a guest's page is closed, and channels of both are cut."""
    host = Mortal(playwright, site.address, tmp_path / "host")
    try:
        host.open().tap("[data-try]")
        guests = [Regular(each, site.address, 390) for each in (workshop, other_workshop)]
        seated(host, guests)
        evening = Evening([host, *guests], seed=20)
        evening.goes_on({"cut": 2, "closed": 1, "killed": 1})
        evening.comes_to_rest()
        for each in (host, *guests):
            each.close()
    finally:
        host.end()
        workshop.clear()
        other_workshop.clear()
