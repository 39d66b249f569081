"""The parts of the page that open the store or depend on it."""

from __future__ import annotations

import app.browser.shell.handlers  # noqa: F401  # which the first command needs
from app.browser.campaigns.at_campaigns import AtCampaigns
from app.browser.campaigns.campaigns_view import CampaignsView, ReminderView
from app.browser.campaigns.share_view import ArrivalView
from app.browser.journal.journal_list import JournalList
from app.browser.platform.cooperative import CooperativeRunner
from app.browser.platform.device import DevicePart
from app.browser.shell.listener import Listener
from app.browser.shell.opening import open_for
from app.browser.shell.runtime import Runtime


async def add_stored_parts(
    runtime: Runtime, listeners: list[Listener], runner: CooperativeRunner
) -> None:
    """Open the store, and show its journal and its campaigns."""
    journal = JournalList(runtime)
    listeners.append(journal)
    await runner.through(runtime.show_each(journal))
    await open_for(runtime)
    campaigns, device = AtCampaigns(runtime), DevicePart(runtime)
    listeners += [campaigns, device]
    runtime.show(CampaignsView(), ArrivalView(), ReminderView(), device)
    campaigns.on_route()
