"""The health check: intact data pass, every damage is found, and nothing is changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.browser.storage.databases import Memory
from app.browser.storage.health import SAVED, check, read_saved_outside, remember_saved
from app.browser.storage.store import Store
from app.browser.storage.transfer import (
    back_up,
    backups,
    carry_out,
    export_campaign,
    plan_import,
    restore,
    room,
    stays,
)
from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.health import Finding, Saved, count_unsaved, read_saved
from app.campaign.files.rows import StoredRow, with_checksum
from app.campaign.state.values import checksum
from tests.campaign.happenings import GAMES
from tests.campaign.test_files import on


async def filled() -> tuple[Memory, Store, str]:
    """Return a campaign of 231 entries with two snapshots, undone entries and a backup."""
    memory = Memory()
    store = await on(memory)
    journal = store.begin("garden", "Harvest")
    for count in range(226):
        journal = await store.append(journal, f.SceneSet({f"a{count % 7}": count}))
    journal = await store.undo(await store.undo(journal))
    journal = await store.redo(journal)
    await store.append(journal, f.NoteWritten("n", "x"))
    await store.set("theme", "dark")
    await back_up(store, "by hand")
    return memory, store, journal.campaign


def check_after(harm: Callable[[Memory, str], None]) -> list[Finding]:
    """Return the findings after this harm; the check itself must change nothing."""

    async def scene() -> list[Finding]:
        memory, store, campaign = await filled()
        harm(memory, campaign)
        before = {name: dict(rows) for name, rows in memory.stores.items()}
        checked = await check(store)
        assert memory.stores == before
        assert checked.read > 200
        return list(checked.findings)

    return asyncio.run(scene())


def test_an_intact_store_has_no_findings() -> None:
    assert check_after(lambda memory, campaign: None) == []


def spoil(store: str, place: int) -> Callable[[Memory, str], None]:
    """Return a harm that changes a row under its old checksum."""

    def harm(memory: Memory, campaign: str) -> None:
        row = memory.stores[store][campaign, place]
        memory.stores[store][campaign, place] = StoredRow(row.key, row.text + " ", row.sum)

    return harm


def lose(first: int, last: int) -> Callable[[Memory, str], None]:
    """Return a harm that removes entries."""

    def harm(memory: Memory, campaign: str) -> None:
        for place in range(first, last + 1):
            del memory.stores["entries"][campaign, place]

    return harm


def rewrite(store: str, place: int, change: Callable[[Any], None]) -> Callable[[Memory, str], None]:
    """Return a harm that changes a row and its checksum."""

    def harm(memory: Memory, campaign: str) -> None:
        record = json.loads(memory.stores[store][campaign, place].text)
        change(record)
        text = json.dumps(record)
        memory.stores[store][campaign, place] = StoredRow((campaign, place), text, checksum(text))

    return harm


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (spoil("entries", 37), ["Entry 37 is damaged (the checksum is wrong)"]),
        (spoil("entries", 230), ["Entry 230 is damaged (the checksum is wrong)"]),
        (spoil("snapshots", 100), ["The snapshot of entry 100 is damaged (the checksum is wrong)"]),
        (lose(40, 40), ["Entry 40 is missing"]),
        (lose(90, 120), ["Entries 90 to 120 are missing"]),
        (lose(1, 5), ["Entries 1 to 5 are missing"]),
        (lose(231, 231), ["Entry 231 is missing"]),
        (
            rewrite("snapshots", 200, lambda record: record["document"]["scene"].update(a1=-1)),
            ["The snapshot of entry 200 differs from the entries before it"],
        ),
        (
            rewrite("entries", 222, lambda record: record["changes"][0].update({"is": -1})),
            ["The campaign differs from its entries"],
        ),
        (
            rewrite("entries", 215, lambda record: record.pop("fact")),
            ["Entry 215 is damaged (no entry (the whole: fact is missing))"],
        ),
    ],
)
def test_every_damage_is_found(harm: Callable[[Memory, str], None], words: list[str]) -> None:
    findings = check_after(harm)
    assert [finding.words for finding in findings] == words
    assert {finding.where for finding in findings} == {"“Harvest”"}
    assert all(finding.advice for finding in findings)


def test_a_reported_damage_is_not_reported_again() -> None:
    async def scene() -> None:
        memory, _, campaign = await filled()
        spoil("entries", 37)(memory, campaign)
        store = await on(memory)
        await store.older(
            await store.load(campaign), None, 300
        )  # reads the damaged row and sets it aside
        assert [each.key for each in store.report] == [(campaign, 37)]
        assert (await check(await on(memory))).findings == ()

    asyncio.run(scene())


def test_damaged_settings_and_copies_are_found() -> None:
    def harm(memory: Memory, campaign: str) -> None:
        for store in ("settings", "backups"):
            ((key, row),) = memory.stores[store].items()
            memory.stores[store][key] = StoredRow(key, row.text[:-9], row.sum)

    assert [each.where for each in check_after(harm)] == ["settings, theme", "A backup"]

    def cut(memory: Memory, campaign: str) -> None:
        ((key, row),) = memory.stores["backups"].items()
        record = json.loads(row.text)
        memory.stores["backups"][key] = with_checksum(key, {**record, "copy": record["copy"][:-20]})

    (finding,) = check_after(cut)
    assert finding.words == "This backup is damaged and can’t be restored"


def test_files_saved_outside_are_remembered() -> None:
    async def scene() -> None:
        memory, store, campaign = await filled()
        assert await read_saved_outside(store) == {}
        await remember_saved(store, await store.campaigns())
        (saved,) = (await read_saved_outside(await on(memory))).values()
        assert saved.n == 231
        other = await store.append(store.begin("prism", "Later"), f.SceneSet({"a": 1}))
        assert list(await read_saved_outside(store)) == [campaign]
        await remember_saved(store, [(await store.campaigns())[0]])
        assert (await read_saved_outside(store))[other.campaign].n == 2
        assert (await read_saved_outside(store))[campaign] == saved
        # A store that cannot write forgets it; a damaged row counts as none.
        store.is_writer = False
        await remember_saved(store, await store.campaigns())
        memory.stores["meta"][SAVED] = StoredRow(SAVED, "{", "x")
        assert await read_saved_outside(store) == {}

    asyncio.run(scene())


def test_a_campaign_that_a_backup_brings_back_counts_as_not_saved() -> None:
    """Its entries have the numbers of others that were saved."""

    async def scene() -> None:
        _, store, campaign = await filled()
        (backup,) = await backups(store)
        other = await store.append(store.begin("prism", "Later"), f.SceneSet({"a": 1}))
        await remember_saved(store, await store.campaigns())
        saved = await read_saved_outside(store)
        plan = await plan_import(
            store, open_file(await export_campaign(store, campaign), GAMES), "merge"
        )
        await carry_out(store, plan)
        assert await read_saved_outside(store) == saved
        await restore(store, backup.id)
        assert await read_saved_outside(store) == {other.campaign: saved[other.campaign]}
        assert count_unsaved(await store.campaigns(), await read_saved_outside(store)) == 231

    asyncio.run(scene())


@pytest.mark.parametrize("record", [None, [], 5, {"a": 5}, {"a": ["x"]}, {"a": ["x", True]}])
def test_an_invalid_record_of_saved_files_is_ignored(record: Any) -> None:
    assert read_saved(record) == {}
    assert read_saved({"b": ["2026", 5]}) == {"b": Saved("2026", 5)}


def test_without_a_browser_persistence_is_unknown() -> None:
    async def scene() -> None:
        store = await on(Memory())
        assert await stays(store) is None
        assert await room(store) is None

    asyncio.run(scene())
