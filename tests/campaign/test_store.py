"""The store on a database in memory: writing, reading back, and damage."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from app.browser.storage.checksummed_rows import FORMAT
from app.browser.storage.databases import (
    STORES,
    Memory,
    NewerData,
    NoCampaign,
    NotWriter,
    Overtaken,
    Put,
    StorageError,
    StorageFull,
)
from app.browser.storage.store import Store, open_store
from app.campaign.facts import Rolled, SceneSet
from app.campaign.files.rows import StoredRow, with_checksum
from app.campaign.journal.journal import CannotUndo, Journal
from app.campaign.state.changes import apply_changes
from app.core.errors import BadInput
from app.update.commands import ReadOlder
from app.update.journal.older_entries import has_more, page
from app.update.messages.answers import JournalMoved, JournalOpened, OlderRead
from app.update.messages.campaign import OlderWanted
from app.update.update import update
from tests.campaign.happenings import GAMES
from tests.fights.table import Table

#: A play in progress.
PLAY = {
    "procedure": "garden.skill_test",
    "typed": {"skill_level": "3"},
    "answers": [5, {"succeed_at_cost": "accept"}],
    "by_hand": True,
}


def run_async(scene: Callable[..., Awaitable[Any]]) -> Callable[[], None]:
    """Turn a coroutine function into a test."""

    def test() -> None:
        asyncio.run(scene())  # type: ignore[arg-type]

    test.__name__ = scene.__name__
    test.__doc__ = scene.__doc__
    return test


async def on(memory: Memory) -> Store:
    """Open a store on this memory."""
    store = Store(memory, GAMES)
    await store.start()
    return store


async def filled(memory: Memory, count: int) -> tuple[Store, Journal]:
    """Return a store with a campaign of so many entries, the start among them."""
    store = await on(memory)
    journal = store.begin("garden", "Harvest")
    for n in range(2, count + 1):
        journal = await store.append(journal, SceneSet({f"place {n % 7}": n}))
    return store, journal


class Slow(Memory):
    """A database that runs `meanwhile` while it reads entries, before it returns them."""

    meanwhile: Callable[[], Awaitable[Any]] | None = None

    async def run(self, store: str, campaign: str, first: int, last: int) -> list[StoredRow]:
        rows = await super().run(store, campaign, first, last)
        doing, self.meanwhile = self.meanwhile, None
        if doing is not None:
            await doing()
        return rows


@run_async
async def test_an_entry_written_while_a_campaign_is_read_is_not_missed() -> None:
    memory = Slow()
    writer, journal = await filled(memory, 5)
    reader = await on(memory)

    async def writes() -> None:
        after = await writer.append(journal, SceneSet({"last": 6}))
        row = (await memory.run("entries", after.campaign, 6, 6))[0]
        reader._on_steps({"steps": [["entries", list(row.key), row.text, row.sum]]})

    memory.meanwhile = writes
    assert (await reader.load(journal.campaign)).n == 6

    # The same holds for an entry of the reading tab itself.
    third = await on(memory)
    known = await writer.load(journal.campaign)

    async def writes_here() -> None:
        third._open[known.campaign] = known
        await third.append(known, SceneSet({"last": 7}))

    memory.meanwhile = writes_here
    assert (await third.load(journal.campaign)).n == 7


@run_async
async def test_a_campaign_deleted_while_it_is_read_stays_deleted() -> None:
    memory = Slow()
    _, journal = await filled(memory, 5)
    store = await on(memory)
    memory.meanwhile = lambda: store.remove(journal.campaign)
    with pytest.raises(NoCampaign):
        await store.load(journal.campaign)
    assert await store.campaigns() == ()


@run_async
async def test_nothing_is_written_before_the_first_action() -> None:
    memory = Memory()
    store = await on(memory)
    journal = await store.current("garden")
    assert (journal.n, journal.state.game) == (0, "garden")
    assert await store.campaigns() == ()
    assert await store.play() is None
    assert memory.size == 0


@run_async
async def test_a_stored_campaign_is_found_again() -> None:
    for count in (2, 60, 130, 350):
        memory = Memory()
        _, journal = await filled(memory, count)
        store = await on(memory)
        again = await store.current("garden")
        assert again.state == journal.state
        assert again.entries[-50:] == journal.entries[-50:]
        assert (again.n, again.top, again.redo) == (journal.n, journal.top, journal.redo)
        (line,) = await store.campaigns()
        assert (line.name, line.game, line.n) == ("Harvest", "garden", count)
        assert store.report == []


@run_async
async def test_undo_reaches_back_to_the_start() -> None:
    memory = Memory()
    store, journal = await filled(memory, 260)
    whole = journal.state
    for _ in range(259):
        journal = await store.undo(journal)
    assert dict(journal.state.scene) == {}
    with pytest.raises(CannotUndo):
        await store.undo(journal)
    journal = await (await on(memory)).load(journal.campaign)
    store = await on(memory)
    for _ in range(259):
        journal = await store.redo(journal)
    assert journal.state == whole
    page = await store.older(journal)
    entries = [*page.entries]
    holding = set(page.holding) | set(journal.page.holding)
    while page.entries and page.entries[0].n > 1:
        page = await store.older(journal, page)
        entries += page.entries
        holding |= page.holding
    assert {entry.n for entry in entries} | {entry.n for entry in journal.entries} == set(
        range(1, journal.n + 1)
    )
    assert holding == set(range(1, 261))


@run_async
async def test_the_shown_journal_reaches_back_as_far_as_requested() -> None:
    store, journal = await filled(Memory(), 230)
    journal = await store.undo(journal, 225)
    table = Table()
    table.send(JournalOpened(journal))

    def places() -> list[int]:
        return [entry.n for entry in page(table.model).entries]

    async def older() -> None:
        _, (command,) = update(table.model, OlderWanted(), table.dice)
        assert isinstance(command, ReadOlder)
        result = await store.older(table.journal, command.page)
        table.send(OlderRead(table.journal.campaign, result.entries))

    assert places() == list(range(132, 232))
    await older()
    assert places() == list(range(82, 232))
    for n in range(60):  # the newest entries change, and the requested ones stay
        journal = await store.append(journal, Rolled("garden.roll_pool", note=str(n)))
        table.send(JournalMoved(journal))
    assert places() == list(range(82, 292))
    for _ in range(2):
        assert has_more(table.model)
        await older()
    assert places() == list(range(1, 292))
    assert not has_more(table.model)
    # The undone entry and its undo.
    assert set(range(1, 292)) - page(table.model).holding == {225, 231}

    other = await store.append(store.begin("garden"))
    table.send(JournalOpened(other, left=True))
    assert page(table.model).entries == other.entries
    table.send(JournalOpened(journal, left=True))
    assert page(table.model).entries == journal.entries


@run_async
async def test_an_old_entry_out_of_its_turn() -> None:
    store, journal = await filled(Memory(), 8)
    for n in range(150):
        journal = await store.append(journal, Rolled("garden.roll_pool", note=str(n)))
    with pytest.raises(CannotUndo, match="nothing to undo"):
        await store.undo(journal, 5_000)
    journal = await store.undo(journal, 5)
    assert "place 5" not in journal.state.scene
    journal = await store.redo(journal)
    assert journal.state.scene["place 5"] == 5


@run_async
async def test_two_taps_at_once_are_two_entries() -> None:
    store, journal = await filled(Memory(), 2)
    await asyncio.gather(*(store.append(journal, SceneSet({f"x{n}": n})) for n in range(20)))
    journal = await store.load(journal.campaign)
    assert journal.n == 22
    assert [entry.n for entry in journal.entries] == list(range(1, 23))


@run_async
async def test_an_impossible_action_is_not_stored() -> None:
    memory = Memory()
    store, journal = await filled(memory, 3)
    before = {name: dict(rows) for name, rows in memory.stores.items()}
    with pytest.raises(BadInput):
        await store.append(journal, SceneSet({"fine": 1}), SceneSet({"x": 1}), Rolled("x", due="y"))
    assert memory.stores == before
    assert (await store.load(journal.campaign)).n == 3


@run_async
async def test_a_full_disk_loses_nothing() -> None:
    memory = Memory()
    store, journal = await filled(memory, 20)
    memory.room = memory.size + 10
    before = {name: dict(rows) for name, rows in memory.stores.items()}
    with pytest.raises(StorageFull, match="Your older data is safe"):
        await store.append(journal, SceneSet({"more": "x" * 100}))
    assert memory.stores == before
    assert (await store.load(journal.campaign)).state == journal.state
    memory.room = None
    journal = await store.append(journal, SceneSet({"more": 1}))
    assert journal.n == 21


@run_async
async def test_the_slower_of_two_writers_is_refused() -> None:
    memory = Memory()
    one, journal = await filled(memory, 5)
    other = await on(memory)
    theirs = await other.load(journal.campaign)
    await one.append(journal, SceneSet({"mine": 1}))
    with pytest.raises(Overtaken):
        await other.append(theirs, SceneSet({"yours": 1}))
    theirs = await other.append(theirs, SceneSet({"yours": 1}))
    assert theirs.n == 7
    assert {"mine", "yours"} <= set(theirs.state.scene)


@run_async
async def test_a_tab_that_only_follows_does_not_write() -> None:
    memory = Memory()
    store, journal = await filled(memory, 3)
    store.is_writer = False
    size = memory.size
    with pytest.raises(NotWriter):
        await store.append(journal, SceneSet({"x": 1}))
    with pytest.raises(NotWriter):
        await store.save_play(PLAY)
    assert memory.size == size


@run_async
async def test_newer_data_are_read_and_never_written() -> None:
    memory = Memory()
    _, journal = await filled(memory, 3)
    await memory.write([Put("meta", with_checksum("format", {"format": FORMAT + 1, "app": "9.0"}))])
    before = {name: dict(rows) for name, rows in memory.stores.items()}
    store = await on(memory)
    assert store.newer is not None
    again = await store.load(journal.campaign)
    assert again.state == journal.state
    for attempt in (
        store.append(again, SceneSet({"x": 1})),
        store.undo(again),
        store.set("theme", "dark"),
        store.save_play({}),
        store.remove(again.campaign),
    ):
        with pytest.raises(NewerData, match="saved by a newer version"):
            await attempt
    assert memory.stores == before


@run_async
async def test_the_play_in_progress_and_settings() -> None:
    memory = Memory()
    store = await on(memory)
    await store.save_play(PLAY)
    await store.set("theme", "dark")
    store = await on(memory)
    assert await store.play() == PLAY
    assert store.settings == {"theme": "dark"}
    await store.save_play(None)
    assert await store.play() is None
    unfit: list[Any] = [{}, [], {**PLAY, "typed": {"a": 5}}, {**PLAY, "answers": [{}]}]
    for foreign in unfit:
        await store.save_play(foreign)
        assert await store.play() is None


@run_async
async def test_an_action_without_facts_starts_no_campaign() -> None:
    memory = Memory()
    store = await on(memory)
    fresh = store.begin("garden", "Harvest")
    assert await store.happen(fresh, lambda state: ()) is fresh
    assert await store.campaigns() == ()
    begun = await store.append(fresh)
    assert [(line.name, line.n) for line in await store.campaigns()] == [("Harvest", 1)]
    assert await store.happen(begun, lambda state: ()) == begun
    after = await store.happen(begun, lambda state: [SceneSet({"seen": state.name})])
    assert (after.n, after.state.scene) == (2, {"seen": "Harvest"})


@run_async
async def test_a_campaign_can_be_removed() -> None:
    memory = Memory()
    store, journal = await filled(memory, 150)
    other = await store.append(store.begin("garden", "Other"), SceneSet({"a": 1}))
    await store.remove(journal.campaign)
    assert [line.id for line in await store.campaigns()] == [other.campaign]
    assert {key[0] for key in memory.stores["entries"]} == {other.campaign}
    with pytest.raises(StorageError, match="No campaign"):
        await store.load(journal.campaign)


# --- damage ---


def spoilt(row: StoredRow) -> dict[str, StoredRow]:
    """Return a row with each kind of damage."""
    middle = len(row.text) // 2
    return {
        "changed": StoredRow(
            row.key, row.text[:middle] + "7" + row.text[middle + 1 :] + " ", row.sum
        ),
        "cut": StoredRow(row.key, row.text[:middle], row.sum),
        "empty": StoredRow(row.key, "", ""),
        "no record": with_checksum(row.key, [1, 2, 3]),
        "other record": with_checksum(row.key, {"what": "ever"}),
        "null": with_checksum(row.key, None),
    }


@pytest.mark.parametrize("way", ["changed", "cut", "empty", "no record", "other record", "null"])
@pytest.mark.parametrize("store_name", [name for name in STORES if name != "backups"])
def test_damaged_rows_of_every_store(store_name: str, way: str) -> None:
    async def scene() -> None:
        memory = Memory()
        store, journal = await filled(memory, 230)
        await store.save_play(PLAY)
        await store.set("theme", "dark")
        rows = memory.stores[store_name]
        if store_name == "set_aside":
            rows["entries gone 1"] = with_checksum("entries gone 1", {"store": "entries"})
        harmed = list(rows)[len(rows) // 2]
        rows[harmed] = spoilt(rows[harmed])[way]
        damaged = rows[harmed]
        store = await on(memory)
        again = await store.current("garden")
        await store.play()
        aside = await store.set_aside()
        # The store starts, reports the damage and keeps the damaged row.
        assert again.state == journal.state
        assert again.n == journal.n
        if store_name == "set_aside":
            return
        if store.report:
            assert [damage.store for damage in store.report] == [store_name]
            assert (aside[0]["store"], aside[0]["text"]) == (store_name, damaged.text)
            assert store.report[0].words.startswith(store_name)
        # It works on, and the next start reports nothing.
        await store.append(again, SceneSet({"on": 1}))
        store = await on(memory)
        await store.current("garden")
        await store.play()
        assert store.report == []

    asyncio.run(scene())


@run_async
async def test_a_damaged_entry_loses_only_its_own_change() -> None:
    memory = Memory()
    _, journal = await filled(memory, 40)
    key = (journal.campaign, 37)  # the last entry that sets place 2
    memory.stores["entries"][key] = spoilt(memory.stores["entries"][key])["cut"]
    store = await on(memory)
    again = await store.current("garden")
    assert [damage.words for damage in store.report] == [
        f"entries {journal.campaign} 37: the checksum is wrong"
    ]
    assert again.state.scene["place 2"] == 30
    assert {**again.state.scene, "place 2": 37} == journal.state.scene
    assert again.n == 40
    assert again.page.holding == {*range(1, 41)} - {37}
    with pytest.raises(CannotUndo, match="a later entry is damaged"):
        await store.undo(again, 30)
    # Undo goes down to the damage and says why it stops there.
    for _ in range(3):
        again = await store.undo(again)
    with pytest.raises(CannotUndo, match="damaged"):
        await store.undo(again)


@run_async
async def test_a_damaged_snapshot_is_rebuilt_from_the_one_before() -> None:
    memory = Memory()
    _, journal = await filled(memory, 520)
    for place in (500, 400, 300):
        key = (journal.campaign, place)
        memory.stores["snapshots"][key] = spoilt(memory.stores["snapshots"][key])["changed"]
        store = await on(memory)
        again = await store.current("garden")
        assert again.state == journal.state
        assert [damage.key for damage in store.report] == [key]
    assert not memory.stores["snapshots"]


@run_async
async def test_even_the_start_may_be_lost() -> None:
    memory = Memory()
    _, journal = await filled(memory, 40)
    del memory.stores["entries"][journal.campaign, 1]
    store = await on(memory)
    again = await store.current("garden")
    assert again.state == journal.state
    assert [damage.words for damage in store.report] == [f"entries {journal.campaign} 1: missing"]
    store = await on(memory)
    await store.current("garden")
    assert store.report == []


@run_async
async def test_the_list_of_campaigns_is_rebuilt_from_their_entries() -> None:
    memory = Memory()
    _, journal = await filled(memory, 40)
    memory.stores["campaigns"].clear()
    store = await on(memory)
    (line,) = await store.campaigns()
    assert (line.id, line.name, line.n) == (journal.campaign, "Harvest", 40)


# --- without a browser ---


@run_async
async def test_without_a_browser_the_store_says_that_it_does_not_last() -> None:
    store = await open_store(GAMES)
    assert not store.lasts
    journal = await store.append(await store.current("garden"), SceneSet({"a": 1}))
    assert journal.n == 2


@run_async
async def test_entries_of_another_device_are_followed_once() -> None:
    _, original = await filled(Memory(), 130)
    memory = Memory()
    store = await on(memory)
    await store.adopt(replace(original, n=90, **_state_after(original, 90)))
    journal = await store.load(original.campaign)
    later = [entry for entry in original.entries if entry.n > 80]
    for _ in range(2):  # received twice, it is stored once
        journal = await store.follow(journal, later)
        assert (journal.n, journal.state) == (130, original.state)
    again = await (await on(memory)).load(original.campaign)
    assert (again.n, again.top, again.state) == (130, original.top, original.state)
    assert store.report == []
    unknown = replace(later[-1], n=132)
    assert (await store.follow(journal, [unknown])).n == 130, "a gap is nothing to follow"


class Net:
    """A stand-in for the second copy that records the rows of journals it gets."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, Any]] = []

    async def wrote(self, steps: Any) -> None:
        journals = (step for step in steps if step.store in ("entries", "snapshots"))
        self.rows += [
            (journal.store, journal.row.key[1]) for journal in journals if isinstance(journal, Put)
        ]


@run_async
async def test_a_second_copy_gets_own_entries_and_every_snapshot() -> None:
    _, original = await filled(Memory(), 130)
    store = await on(Memory())
    await store.adopt(replace(original, n=90, **_state_after(original, 90)))
    store.net = net = Net()
    journal = await store.load(original.campaign)
    for entry in original.entries[-40:]:  # one by one, as they arrive
        journal = await store.follow(journal, [entry])
    assert net.rows == [("entries", 100), ("snapshots", 100)]
    await store.append(journal, SceneSet({"a": 1}))
    assert net.rows[2:] == [("entries", 131)]


@run_async
async def test_an_adopted_campaign_replaces_the_old_one() -> None:
    memory = Memory()
    store, journal = await filled(memory, 40)
    _, adopted = await filled(Memory(), 20)
    adopted = replace(adopted, campaign=journal.campaign)
    await store.adopt(adopted)
    again = await (await on(memory)).load(journal.campaign)
    assert (again.n, again.state) == (20, adopted.state)
    assert (await store.append(again, SceneSet({"place 1": 7}))).n == 21


def _state_after(journal: Journal, n: int) -> dict[str, Any]:
    """Return the state of a journal without undos after its entry n."""
    document = journal.document
    for entry in reversed(journal.entries):
        if entry.n > n:
            document = apply_changes(
                document, [change.backwards for change in reversed(entry.changes)]
            )
    return {"document": document, "top": n, "entries": ()}
