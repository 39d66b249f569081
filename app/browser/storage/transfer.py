"""Export, import in two steps (plan, carry out) and backups of the store.

    text = await export_character(store, journal, id)
    text = await export_campaign(store, id)
    text = await export_all(store)               # newer data as raw rows
    text = await export_set_aside(store)         # damaged records, unchanged

    opened = await open_slowly(text, store)  # app.campaign.files.files; BadFile names the faults
    plan = await plan_import(store, opened, "add", journal)   # plan.lines describe the changes
    await carry_out(store, plan)                 # a backup first, then all of it or nothing

    await back_up(store, "by hand")
    await back_up_if_due(store)                  # some time after the start
    await backups(store)                         # id, at, why, size; the newest first
    await backup_text(store, id)                 # to save it as a file
    await restore(store, id)                     # in place of everything, after a backup
    await drop_backup(store, id)

    await room(store)                            # used and free bytes, as the browser guesses
    await stay(store)                            # ask not to be cleared away: True, False, None

Reload what is shown after `carry_out` and `restore`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, cast

from app import VERSION
from app.browser.storage.databases import STORES, Delete, DeleteAll, Free, Overtaken, Put, Step
from app.browser.storage.health import saved_after
from app.browser.storage.journals import AT_ONCE, END
from app.browser.storage.store import Store
from app.campaign.files.backups import Backup, find_outdated, iter_pack, unpack
from app.campaign.files.files import Opened, opening
from app.campaign.files.formats import character_file, head, rows_file
from app.campaign.files.imports import Mode, Plan, plan_campaigns, plan_character, plan_restore
from app.campaign.files.rows import (
    StoredRow,
    entry_in,
    entry_row,
    line_of,
    snapshot_row,
    with_checksum,
)
from app.campaign.files.validation import Whole
from app.campaign.journal.journal import Journal
from app.campaign.state.values import NotPlain, checksum, written
from app.core.support.untrusted_json import JsonRecord

#: Hours between automatic backups, if something has changed.
EVERY_HOURS = 4

#: The prefix of a backup's title in `meta`, before its id.
TITLE = "backup "

#: Seconds for which the page may be blocked.
A_MOMENT_S = 0.03

#: Seconds in which the browser must answer a question.
PATIENCE_S = 5.0


# --- export ---


async def export_character(store: Store, journal: Journal, id: str) -> str:
    """Return a character as a file."""
    character = journal.document["characters"][id]
    return written(character_file(journal.state.game, character, VERSION, store.now()))


async def export_campaign(store: Store, id: str) -> str:
    """Return a campaign as a file."""
    campaign = await _campaign(store, id)
    return f'{_unclosed(head("campaign", VERSION, store.now()))},"campaign":{campaign}}}'


async def export_all(store: Store) -> str:
    """Return all data as a file; newer data as raw rows."""
    if store.newer is not None:
        return await export_rows(store)
    campaigns = [await _campaign(store, line.id) for line in await store.campaigns()]
    start = _unclosed(head("everything", VERSION, store.now()))
    return f'{start},"settings":{written(store.settings)},"campaigns":[{",".join(campaigns)}]}}'


async def export_rows(store: Store) -> str:
    """Return all rows of the database as a file."""
    rows: dict[str, list[StoredRow]] = {}
    for name in STORES:
        if name in ("entries", "snapshots"):
            rows[name] = []
            for owner in await store.database.owners(name):
                rows[name] += await store.database.run(name, owner, 0, END)
        else:
            rows[name] = await store.database.rows(name)
    record = rows_file(rows, VERSION, store.now())
    if store.newer is not None:
        record["tableside"] = store.newer.format
    return written(record)


async def export_set_aside(store: Store) -> str:
    """Return all records that were set aside as a file."""
    return written({"set_aside": await store.set_aside(), "saved": store.now()})


def _unclosed(record: JsonRecord) -> str:
    """Return a record's text without the closing brace."""
    return written(record)[:-1]


async def _campaign(store: Store, id: str) -> str:
    """Return a campaign's JSON, without its history if that is damaged."""
    journal = await store.load(id)
    texts = []
    whole = True
    async for row in _rows(store, journal):
        texts.append(row.text)
        whole = whole and row.key[1] == len(texts) and row.sum == checksum(row.text)
    entries = ",".join(texts) if whole and len(texts) == journal.n else ""
    document = written(journal.document)
    return f'{{"id":{written(id)},"document":{document},"entries":[{entries}]}}'


async def _rows(store: Store, journal: Journal) -> AsyncIterator[StoredRow]:
    """Yield the rows of a journal's entries in batches, with turns for the page."""
    for first in range(1, journal.n + 1, AT_ONCE):
        last = min(first + AT_ONCE - 1, journal.n)
        for row in await store.database.run("entries", journal.campaign, first, last):
            yield row
        await asyncio.sleep(0)


# --- import ---


async def plan_import(
    store: Store, opened: Opened, mode: Mode, journal: Journal | None = None
) -> Plan:
    """Return the changes of an import without making them.

    journal: the campaign that a character joins.
    """
    if opened.kind == "character":
        assert journal is not None, "a character joins a campaign"
        return plan_character(opened, journal, mode, store.stamp, store.games)
    known = {line.id for line in await store.campaigns()}
    ids = [whole.journal.campaign for whole in opened.journals]
    here = {id: await _whole(store, id) for id in ids if id in known}
    return plan_campaigns(opened, here, mode, store.stamp, store.games, store.settings)


async def open_slowly(text: str | bytes, store: Store, sheets: bool = True) -> Opened:
    """Like `open_file()`, but gives the page its turn when it was blocked for a moment."""
    checking = opening(text, store.games, sheets)
    start = monotonic()
    while True:
        try:
            next(checking)
        except StopIteration as done:
            return cast(Opened, done.value)
        if monotonic() - start > A_MOMENT_S:
            await asyncio.sleep(0)
            start = monotonic()


async def _whole(store: Store, id: str) -> Whole:
    journal = await store.load(id)
    entries = []
    async for row in _rows(store, journal):
        try:
            entries.append(entry_in(row))
        except NotPlain:
            return Whole(journal, ())
    return Whole(journal, tuple(entries) if len(entries) == journal.n else ())


async def carry_out(store: Store, plan: Plan, why: str = "before an import") -> None:
    """Make a backup, then apply a plan in one transaction.

    Raise Overtaken and change nothing if one of its campaigns changed since the plan was made:
    data that the backup lacks are never overwritten.
    """
    await back_up(store, why)
    steps: list[Step] = [Free("entries", (id, n + 1)) for id, n in plan.stood.items()]
    if plan.instead:
        for id in plan.stood:
            steps += [DeleteAll("entries", id), DeleteAll("snapshots", id), Delete("campaigns", id)]
        steps += [DeleteAll("settings"), DeleteAll("plays")]
    for part in plan.parts:
        id = part.journal.campaign
        if part.anew:
            steps += [DeleteAll("entries", id), DeleteAll("snapshots", id)]
        for index, entry in enumerate(part.entries):
            steps.append(Put("entries", entry_row(id, entry), new=True))
            if index % AT_ONCE == 0:
                await asyncio.sleep(0)
        steps.append(Put("campaigns", line_of(part.journal).row()))
        steps.append(Put("snapshots", snapshot_row(part.journal)))
    steps += [
        Put("settings", with_checksum(name, {"value": value}))
        for name, value in plan.settings.items()
    ]
    steps.append(await saved_after(store, plan))
    await store.write_over(steps)
    if plan.instead:
        store.settings.clear()
    store.settings.update(plan.settings)


# --- backups ---


async def back_up(store: Store, why: str) -> Backup | None:
    """Make a backup of everything and drop outdated ones; return None if there is no campaign."""
    if not await store.campaigns():
        return None
    pieces = []
    for piece in iter_pack(await export_all(store)):
        pieces.append(piece)
        await asyncio.sleep(0)
    text = "".join(pieces)
    stamp = store.stamp()
    backup = Backup(stamp.id, stamp.at, why, len(text))
    sound_backups = await _sound_backups(store)
    outdated_backups = find_outdated([backup, *sound_backups], stamp.at)
    dropped = {other.id for other in await _titles(store)} - {other.id for other in sound_backups}
    dropped |= {other.id for other in outdated_backups}
    steps = [step for id in dropped for step in _without(id)]
    steps += [
        Put("meta", _title(other)) for other in (*sound_backups, backup) if other.id not in dropped
    ]
    steps.append(Put("backups", with_checksum(backup.id, {**vars(backup), "copy": text})))
    await store.write(steps)
    return backup


def _title(backup: Backup) -> StoredRow:
    """Return a backup's title row, so that listing need not read the backup itself."""
    return with_checksum(f"{TITLE}{backup.id}", vars(backup))


def _without(id: str) -> list[Step]:
    return [Delete("backups", id), Delete("meta", f"{TITLE}{id}")]


async def back_up_if_due(store: Store) -> Backup | None:
    """Make a backup if something changed since the last one and `EVERY_HOURS` have passed."""
    if store.newer is not None or not store.is_writer:
        return None
    now = store.now()  # a copy from when the clock was ahead says nothing
    last = next((backup for backup in await backups(store) if backup.at <= now), None)
    lines = await store.campaigns()
    if last is not None and (not lines or lines[0].at <= last.at or not _hours_ago(store, last.at)):
        return None
    return await back_up(store, "by itself")


def _hours_ago(store: Store, at: str) -> bool:
    from datetime import datetime, timedelta

    def moment(text: str) -> datetime:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))

    return moment(store.now()) - moment(at) >= timedelta(hours=EVERY_HOURS)


async def backups(store: Store) -> list[Backup]:
    """Return all backups, newest first, by their titles.

    Backups without a title, as older versions made them, are read.
    """
    titles = {title.id: title for title in await _titles(store)}
    listed = []
    for id in await store.database.names("backups"):
        row = None if id in titles else await store.database.get("backups", id)
        backup = await _backup_in(store, row) if row else titles.get(id)
        if backup is not None:
            listed.append(backup)
    return sorted(listed, key=lambda backup: (backup.at, backup.id), reverse=True)


async def _titles(store: Store) -> list[Backup]:
    titles = []
    for row in await store.database.rows("meta"):
        if str(row.key).startswith(TITLE):
            record = await store.sound("meta", row, _is_title)
            if record is not None:
                titles.append(_about(record))
    return titles


async def _sound_backups(store: Store) -> list[Backup]:
    """Return the backups that can be restored; damaged ones are set aside."""
    candidates = [await _backup_in(store, row) for row in await store.database.rows("backups")]
    return [backup for backup in candidates if backup is not None]


async def _backup_in(store: Store, row: StoredRow) -> Backup | None:
    """Return a row's backup, or set it aside and return None if it is damaged."""
    record = await store.sound("backups", row, _is_copy)
    return None if record is None else _about(record)


def _is_title(record: JsonRecord) -> bool:
    texts = (record["id"], record["at"], record["why"])
    return all(isinstance(text, str) for text in texts) and isinstance(record["size"], int)


def _is_copy(record: JsonRecord) -> bool:
    return _is_title(record) and isinstance(record["copy"], str)


def _about(record: JsonRecord) -> Backup:
    return Backup(record["id"], record["at"], record["why"], record["size"])


async def backup_text(store: Store, id: str) -> str:
    """Return a backup as a file; raise NotPlain and set it aside if it is damaged."""
    row = await store.database.get("backups", id)
    if row is None:
        raise NotPlain("that backup no longer exists")
    record = await store.sound("backups", row, _is_copy)
    if record is None:
        raise NotPlain("that backup is damaged")
    return unpack(record["copy"])


async def drop_backup(store: Store, id: str) -> None:
    """Delete a backup to make room."""
    await store.write(_without(id))


async def restore(store: Store, id: str) -> None:
    """Replace all data by a backup, after a backup of the current data."""
    opened = await open_slowly(await backup_text(store, id), store, sheets=False)
    try:
        await _put_back(store, opened)
    except Overtaken:  # a change that the first backup lacks
        await _put_back(store, opened)


async def _put_back(store: Store, opened: Opened) -> None:
    here = {line.id: (await store.load(line.id)).n for line in await store.campaigns()}
    await carry_out(store, plan_restore(opened, here, store.stamp), "before a restore")


# --- room ---


async def room(store: Store) -> tuple[int, int] | None:
    """Return the bytes used and the total, as the browser estimates them, or None."""
    guess = await _ask_manager(store, "estimate")
    try:
        return int(guess.usage), int(guess.quota)
    except (AttributeError, TypeError, ValueError):
        return None


async def stays(store: Store) -> bool | None:
    """Return whether the browser keeps this site's data, or None if it does not say."""
    answer = await _ask_manager(store, "persisted")
    return answer if isinstance(answer, bool) else None


async def stay(store: Store) -> bool | None:
    """Ask the browser to keep this site's data; return its answer, or None.

    It may ask the user, so there is no time limit.
    """
    if await stays(store):
        return True
    answer = await _ask_manager(store, "persist", patience=None)
    return answer if isinstance(answer, bool) else None


async def _ask_manager(store: Store, question: str, patience: float | None = PATIENCE_S) -> Any:
    """Return the answer of the browser's storage manager, or None."""
    try:
        from app.browser.storage.capabilities import await_answer, find_interface
    except ImportError:  # no browser at all
        return None
    manager = find_interface("storage", find_interface("navigator")) if store.lasts else None
    if manager is None:
        return None
    return await await_answer(lambda: getattr(manager, question)(), patience)
