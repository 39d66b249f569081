"""A character from outside joins a campaign, which may be one that begins with it."""

from __future__ import annotations

from collections.abc import Iterable

from app.browser.storage import transfer
from app.browser.storage.store import Store
from app.campaign.files import Opened
from app.campaign.imports import Mode
from app.campaign.journal import Journal
from app.campaign.rows import Line
from app.widgets import campaigns as seen

#: Into a campaign that does not exist yet.
NEW = ""


def targets(store: Store, lines: Iterable[Line], game: str) -> tuple[tuple[str, str], ...]:
    """(id, name) of the campaigns that a character can join, the open one first."""
    here = [line for line in lines if line.game == game]
    first = seen.open_ids(here, store.settings.get("open")).get(game)
    here.sort(key=lambda line: line.id != first)
    return (*((line.id, seen.called(line.name)) for line in here), (NEW, "A new campaign"))


async def joined(store: Store, opened: Opened, target: str) -> Journal:
    """The campaign that a character is to join; a new one is not stored yet."""
    return await store.load(target) if target else store.begin(opened.record["game"])


async def add(store: Store, opened: Opened, target: str, mode: Mode) -> tuple[str, str]:
    """Let a character join a campaign; the ids of both."""
    journal = await joined(store, opened, target)
    plan = await transfer.plan_import(store, opened, mode, journal)
    await transfer.carry_out(store, plan)
    after = plan.parts[0].journal if plan.parts else journal
    new = [id for id in after.document["order"] if id not in journal.document["order"]]
    return after.campaign, new[0] if new else ""
