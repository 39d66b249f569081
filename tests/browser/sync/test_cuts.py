"""Devices, the host too, are disconnected at random moments: no acknowledged roll is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.support.crowd import seat_guests
from tests.browser.support.cuts import Evening, devices_of
from tests.serving import Site

pytestmark = pytest.mark.browser


def test_cut_off_at_any_moment(
    playwright: Playwright, browser: Browser, site: Site, tmp_path: Path
) -> None:
    with devices_of(playwright, browser, site.address, tmp_path, guests=2) as devices:
        seat_guests(devices[0], devices[1:])
        evening = Evening(devices, seed=1)
        evening.run({"cut": 2, "closed": 1, "killed": 2})
        evening.finish()
        for device in devices:
            device.close()
