"""Files in and out of the store: export, import in two steps (plan, then carry out), backups.

    text = await export_character(store, journal, id)
    text = await export_campaign(store, id)
    text = await export_all(store)               # also of newer data, as they lie there
    text = await export_set_aside(store)         # what was damaged, as it was found

    opened = await open_slowly(text, store)  # app.campaign.files.files; BadFile names the faults
    plan = await plan_import(store, opened, "add", journal)   # plan.lines say what would change
    await carry_out(store, plan)                 # a backup first, then all of it or nothing

    await back_up(store, "by hand")
    await back_up_if_due(store)                  # some time after the start
    await backups(store)                         # id, at, why, size; the newest first
    await backup_text(store, id)                 # to save it as a file
    await restore(store, id)                     # in place of everything, after a backup
    await drop_backup(store, id)

    await room(store)                            # used and free bytes, as the browser guesses
    await stay(store)                            # ask not to be cleared away: True, False, None

After `carry_out` and `restore` load again what is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from time import monotonic
from typing import Any, cast

from app import VERSION
from app.browser.storage.databases import STORES, Delete, DeleteAll, Free, Overtaken, Put, Step
from app.browser.storage.journals import END
from app.browser.storage.store import Store
from app.campaign.files.backups import Backup, outdated, packing, unpacked
from app.campaign.files.files import Opened, opening
from app.campaign.files.formats import character_file, head, rows_file
from app.campaign.files.imports import Mode, Plan, plan_campaigns, plan_character, plan_restore
from app.campaign.files.rows import Row, entry_in, entry_row, line_of, snapshot_row, with_checksum
from app.campaign.files.validation import Whole
from app.campaign.journal.journal import Journal
from app.campaign.state.values import NotPlain, checksum, written

#: A copy is made by itself when the last one is older than so many hours and something happened.
EVERY_HOURS = 4

#: What a copy is listed by lies in `meta`, under this and its id.
TITLE = "backup "

#: So many entries are read or written in one go, and so long at most is the page held up.
AT_ONCE = 200
A_MOMENT_S = 0.03

#: How long the browser may think about a question that it usually answers at once.
PATIENCE_S = 5.0


# --- export ---


async def export_character(store: Store, journal: Journal, id: str) -> str:
    character = journal.document["characters"][id]
    return written(character_file(journal.state.game, character, VERSION, store.now()))


async def export_campaign(store: Store, id: str) -> str:
    campaign = await _campaign(store, id)
    return f'{_begun(head("campaign", VERSION, store.now()))},"campaign":{campaign}}}'


async def export_all(store: Store) -> str:
    """Everything that is remembered; data of a newer version as they lie there."""
    if store.newer is not None:
        return await export_rows(store)
    campaigns = [await _campaign(store, line.id) for line in await store.campaigns()]
    return (
        f'{_begun(head("everything", VERSION, store.now()))},"settings":{written(store.settings)},'
        f'"campaigns":[{",".join(campaigns)}]}}'
    )


async def export_rows(store: Store) -> str:
    """All rows as they lie in the database."""
    rows: dict[str, list[Row]] = {}
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
    return written({"set_aside": await store.set_aside(), "saved": store.now()})


def _begun(record: Mapping[str, Any]) -> str:
    """A record's text, open for more."""
    return written(record)[:-1]


async def _campaign(store: Store, id: str) -> str:
    """A campaign as it stands in files; without its history if that is damaged."""
    journal = await store.load(id)
    texts = []
    whole = True
    async for row in _rows(store, journal):
        texts.append(row.text)
        whole = whole and row.key[1] == len(texts) and row.sum == checksum(row.text)
    entries = ",".join(texts) if whole and len(texts) == journal.n else ""
    document = written(journal.document)
    return f'{{"id":{written(id)},"document":{document},"entries":[{entries}]}}'


async def _rows(store: Store, journal: Journal) -> AsyncIterator[Row]:
    """The rows of a journal's entries, some at a time: the page goes on meanwhile."""
    for first in range(1, journal.n + 1, AT_ONCE):
        last = min(first + AT_ONCE - 1, journal.n)
        for row in await store.database.run("entries", journal.campaign, first, last):
            yield row
        await asyncio.sleep(0)


# --- import ---


async def plan_import(
    store: Store, opened: Opened, mode: Mode, journal: Journal | None = None
) -> Plan:
    """What an import would change; nothing is changed. journal: whom a character joins."""
    if opened.kind == "character":
        assert journal is not None, "a character joins a campaign"
        return plan_character(opened, journal, mode, store.stamp, store.games)
    known = {line.id for line in await store.campaigns()}
    ids = [whole.journal.campaign for whole in opened.journals]
    here = {id: await _whole(store, id) for id in ids if id in known}
    return plan_campaigns(opened, here, mode, store.stamp, store.games)


async def open_slowly(text: str | bytes, store: Store, sheets: bool = True) -> Opened:
    """`open_file`, while the page goes on: it breathes when it has held it up for a moment."""
    checking = opening(text, store.games, sheets)
    since = monotonic()
    while True:
        try:
            next(checking)
        except StopIteration as done:
            return cast(Opened, done.value)
        if monotonic() - since > A_MOMENT_S:
            await asyncio.sleep(0)
            since = monotonic()


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
    """Make a backup, then change all that the plan says in one transaction, or nothing.

    Overtaken, and nothing is changed, if anything happened in one of its campaigns since it was
    made: what the backup does not hold is never written over.
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
        for place, entry in enumerate(part.entries):
            steps.append(Put("entries", entry_row(id, entry), new=True))
            if place % AT_ONCE == 0:
                await asyncio.sleep(0)
        steps.append(Put("campaigns", line_of(part.journal).row()))
        steps.append(Put("snapshots", snapshot_row(part.journal)))
    steps += [
        Put("settings", with_checksum(name, {"value": value}))
        for name, value in plan.settings.items()
    ]
    await store.write_over(steps)
    if plan.instead:
        store.settings.clear()
    store.settings.update(plan.settings)


# --- backups ---


async def back_up(store: Store, why: str) -> Backup | None:
    """Keep a copy of everything, and drop the copies that are no longer kept.

    None if there is nothing to copy.
    """
    if not await store.campaigns():
        return None
    pieces = []
    for piece in packing(await export_all(store)):
        pieces.append(piece)
        await asyncio.sleep(0)
    text = "".join(pieces)
    stamp = store.stamp()
    made = Backup(stamp.id, stamp.at, why, len(text))
    known = await _sound_backups(store)
    drop = outdated([made, *known], stamp.at[:10])
    gone = {each.id for each in await _titles(store)} - {each.id for each in known}
    gone |= {each.id for each in drop}
    steps = [step for id in gone for step in _without(id)]
    steps += [Put("meta", _title(each)) for each in (*known, made) if each.id not in gone]
    steps.append(Put("backups", with_checksum(made.id, {**vars(made), "copy": text})))
    await store.write(steps)
    return made


def _title(backup: Backup) -> Row:
    """What the list says of a copy, beside the copy: so that it need not be read for that."""
    return with_checksum(f"{TITLE}{backup.id}", vars(backup))


def _without(id: str) -> list[Step]:
    return [Delete("backups", id), Delete("meta", f"{TITLE}{id}")]


async def back_up_if_due(store: Store) -> Backup | None:
    """A copy, if something happened since the last one and that is some hours old."""
    if store.newer is not None or not store.is_writer:
        return None
    last = next(iter(await backups(store)), None)
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
    """The copies that are kept, the newest first, by their titles; they themselves are not read.

    But for those that have none, as older versions made them.
    """
    titles = {each.id: each for each in await _titles(store)}
    found = []
    for id in await store.database.names("backups"):
        row = None if id in titles else await store.database.get("backups", id)
        about = await _backup_in(store, row) if row else titles.get(id)
        if about is not None:
            found.append(about)
    return sorted(found, key=lambda backup: (backup.at, backup.id), reverse=True)


async def _titles(store: Store) -> list[Backup]:
    found = []
    for row in await store.database.rows("meta"):
        if str(row.key).startswith(TITLE):
            kept = await store.sound("meta", row, _is_title)
            if kept is not None:
                found.append(_about(kept))
    return found


async def _sound_backups(store: Store) -> list[Backup]:
    """The copies that could be restored; damaged ones are set aside, and keep nobody's place."""
    found = [await _backup_in(store, row) for row in await store.database.rows("backups")]
    return [each for each in found if each is not None]


async def _backup_in(store: Store, row: Row) -> Backup | None:
    """What a copy says of itself; None if it is damaged, and then it is set aside."""
    kept = await store.sound("backups", row, _is_copy)
    return None if kept is None else _about(kept)


def _is_title(record: Mapping[str, Any]) -> bool:
    words = (record["id"], record["at"], record["why"])
    return all(isinstance(each, str) for each in words) and isinstance(record["size"], int)


def _is_copy(record: Mapping[str, Any]) -> bool:
    return _is_title(record) and isinstance(record["copy"], str)


def _about(record: Mapping[str, Any]) -> Backup:
    return Backup(record["id"], record["at"], record["why"], record["size"])


async def backup_text(store: Store, id: str) -> str:
    """A copy as a file; NotPlain if it is damaged, and then it is set aside."""
    row = await store.database.get("backups", id)
    if row is None:
        raise NotPlain("that copy is no longer kept")
    kept = await store.sound("backups", row, _is_copy)
    if kept is None:
        raise NotPlain("that copy is damaged; it is set aside")
    return unpacked(kept["copy"])


async def drop_backup(store: Store, id: str) -> None:
    """Keep that copy no longer: it makes room."""
    await store.write(_without(id))


async def restore(store: Store, id: str) -> None:
    """Everything as it was in a copy, in place of what is here, which is copied first."""
    found = await open_slowly(await backup_text(store, id), store, sheets=False)
    try:
        await _put_back(store, found)
    except Overtaken:  # something happened meanwhile that the first copy does not hold
        await _put_back(store, found)


async def _put_back(store: Store, found: Opened) -> None:
    here = {line.id: (await store.load(line.id)).n for line in await store.campaigns()}
    await carry_out(store, plan_restore(found, here, store.stamp), "before a restore")


# --- room ---


async def room(store: Store) -> tuple[int, int] | None:
    """Bytes used and bytes in all, as the browser guesses them; None if it does not say."""
    guess = await _asked(store, "estimate")
    try:
        return int(guess.usage), int(guess.quota)
    except (AttributeError, TypeError, ValueError):
        return None


async def stays(store: Store) -> bool | None:
    """Has the browser agreed not to clear this site away? None if it does not say."""
    answer = await _asked(store, "persisted")
    return answer if isinstance(answer, bool) else None


async def stay(store: Store) -> bool | None:
    """Ask the browser not to clear this site away: did it agree? None if it cannot be asked.

    It may ask the person, who may take all the time of the world.
    """
    if await stays(store):
        return True
    answer = await _asked(store, "persist", patience=None)
    return answer if isinstance(answer, bool) else None


async def _asked(store: Store, question: str, patience: float | None = PATIENCE_S) -> Any:
    """What the browser's manager of storage answers; None where there is none, or it refuses."""
    try:
        from app.browser.storage.capabilities import answered, offered
    except ImportError:  # no browser at all
        return None
    manager = offered("storage", offered("navigator")) if store.lasts else None
    if manager is None:
        return None
    return await answered(lambda: getattr(manager, question)(), patience)
