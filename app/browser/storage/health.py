"""Health of the stored data: saved files and a check of every record.

await remember_saved(store, lines)      # these campaigns were saved as a file
saved = await read_saved_outside(store)  # by campaign: when, and with how many entries
checked = await check(store)            # reads everything once, changes nothing
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from app.browser.storage.databases import Put, StorageError
from app.browser.storage.journals import AT_ONCE, END
from app.browser.storage.store import Store
from app.campaign.files.backups import unpack
from app.campaign.files.health import DROP, REOPEN, Checked, Checkup, Finding, Saved, read_saved
from app.campaign.files.imports import Plan
from app.campaign.files.rows import CampaignLine, StoredRow, verify_checksum, with_checksum
from app.campaign.state.values import NotPlain
from app.widgets.campaigns.campaigns import display_names

#: The key of the record of saved files.
SAVED = "saved outside"


async def remember_saved(store: Store, lines: Iterable[CampaignLine]) -> None:
    """Record that these campaigns were saved as a file; failures are ignored."""
    with suppress(StorageError):
        now = {line.id: Saved(store.now(), line.n) for line in lines}
        saved = {**await read_saved_outside(store), **now}
        await store.write([_saved_row(saved)], strict=False)


async def saved_after(store: Store, plan: Plan) -> Put:
    """Return the record of saved files after an import, without campaigns that it writes whole."""
    whole = {part.journal.campaign for part in plan.parts if part.entries[0].n == 1}
    saved = await read_saved_outside(store)
    return _saved_row({id: each for id, each in saved.items() if id not in whole})


def _saved_row(saved: Mapping[str, Saved]) -> Put:
    return Put("meta", with_checksum(SAVED, {id: [each.at, each.n] for id, each in saved.items()}))


async def read_saved_outside(store: Store) -> dict[str, Saved]:
    """Return when each campaign was last saved as a file."""
    return _saved_in(await store.database.get("meta", SAVED))


def _saved_in(row: StoredRow | None) -> dict[str, Saved]:
    try:
        return read_saved(verify_checksum(row)) if row is not None else {}
    except NotPlain:
        return {}


# --- the check ---


async def check(store: Store) -> Checked:
    """Read every record and return damaged checksums and inconsistent journals."""
    findings: list[Finding] = []
    read = 0
    lines = await store.campaigns()
    names = display_names(lines)
    for line in lines:
        checkup = await _checkup(store, line, names[line.id])
        read += checkup.read
        findings += checkup.findings
    for name in ("settings", "plays", "meta", "campaigns"):
        for row in await store.database.rows(name):
            read += 1
            if not _is_whole(row):
                findings.append(Finding(f"{name}, {row.key}", "This record is damaged", REOPEN))
    for id in await store.database.names("backups"):
        await asyncio.sleep(0)
        copy = await store.database.get("backups", id)
        read += 1
        if copy is not None and not _is_copy(copy):
            findings.append(
                Finding("A backup", "This backup is damaged and can’t be restored", DROP)
            )
    return Checked(store.now(), read, tuple(findings))


async def _checkup(store: Store, line: CampaignLine, name: str) -> Checkup:
    """Check one campaign."""
    shown = await store.load(line.id)
    snapshots = await store.database.run("snapshots", line.id, 0, END)
    gaps = await store.gaps(line.id)
    checkup = Checkup(f"“{name}”", line.id, snapshots, gaps)
    for first in range(1, shown.n + 1, AT_ONCE):
        last = min(first + AT_ONCE - 1, shown.n)
        for row in await store.database.run("entries", line.id, first, last):
            checkup.add(row)
        await asyncio.sleep(0)
    checkup.finish(shown)
    return checkup


def _is_whole(row: StoredRow) -> bool:
    try:
        verify_checksum(row)
    except NotPlain:
        return False
    return True


def _is_copy(row: StoredRow) -> bool:
    try:
        record: Any = verify_checksum(row)
        unpack(record["copy"])
    except (NotPlain, KeyError, TypeError):
        return False
    return True
