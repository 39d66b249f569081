"""Rows with a valid checksum and foreign content: they break no start and hang no import."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from app.browser.storage.checksummed_rows import Heard
from app.browser.storage.databases import STORES, Memory, NewerData, StorageError
from app.browser.storage.messages import decode_message, encode_message
from app.browser.storage.store import Store
from app.browser.storage.transfer import backups, export_all, export_rows
from app.campaign import facts as f
from app.campaign.files.files import open_file
from app.campaign.files.rows import StoredRow, is_place
from app.campaign.files.validation import BadFile
from app.campaign.state.state import EMPTY
from app.campaign.state.values import checksum
from app.core.errors import BadInput
from tests.campaign.happenings import GAMES
from tests.campaign.seeing import see
from tests.campaign.strange_files import break_state
from tests.campaign.test_files import mutate, on
from tests.tries import tries

#: Values in place of a row's key.
KEYS: list[Any] = [
    5, None, [], ["x"], ["x", True], [1, 2], [[1], 2], [["x"], 1], ["x", [1]], ["x", "y"],
    ["x", 1, 2], ["", 1], ["x", -5], ["x", 1.5], ["x", 10**5], {},
]  # fmt: skip


#: Texts too deep for a browser's Python to decode.
DEEP = ["[" * 9_000 + "]" * 9_000, '{"n":' * 9_000 + "1" + "}" * 9_000]


async def write_campaign() -> dict[str, Any]:
    """Return the rows of a campaign with one fact of each kind."""
    store = await on(Memory())
    journal = store.begin("garden", "Harvest")
    for place in range(3):
        journal = await store.append(journal, f.CharacterAdded(f"c{place}", f"Name {place}"))
    journal = await store.step(journal, "begin", {})
    journal = await store.append(journal, f.NoteWritten("n", "x"), f.SceneSet({"a": 1}))
    journal = await store.redo(await store.undo(journal))
    for count in range(110):
        journal = await store.append(journal, f.SceneSet({"a": count}))
    rows: dict[str, Any] = json.loads(await export_rows(store))
    return rows


@cache
def _rows_text() -> str:
    """Return the rows of the campaign as text, made once."""
    return json.dumps(asyncio.run(write_campaign()))


def rows_of_campaign() -> dict[str, Any]:
    """Return a new copy of the campaign's rows."""
    rows: dict[str, Any] = json.loads(_rows_text())
    return rows


def spoilt(rows: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Spoil some rows: another key, another text with a new checksum, duplicated or removed."""
    rows = json.loads(json.dumps(rows))
    for _ in range(dice.randint(1, 3)):
        store = rows["stores"][dice.choice(["entries", "entries", "snapshots", "campaigns"])]
        if not store:
            continue
        row = dice.choice(store)
        way = dice.randrange(9)
        if way > 6:
            break_state(dice.choice(rows["stores"]["entries"] or [row]), dice)
        elif way == 0:
            row[0] = dice.choice(KEYS)
        elif way == 1:
            row[1] = dice.choice([None, 5, [], "", "{}", "[]", "null", "\ud800", *DEEP])
            row[2] = checksum(row[1]) if isinstance(row[1], str) else row[2]
        elif way == 2:
            store.append(list(row))
        elif way == 3:
            store.remove(row)
        elif str(row[1])[:1] == "{" and row[1] not in DEEP:
            row[1] = json.dumps(mutate(json.loads(row[1]), dice))
            row[2] = checksum(row[1])
    return rows


def database_of(rows: dict[str, Any], *without: str) -> Memory:
    """Return a database with these rows, as a browser stores them, without the named stores."""
    memory = Memory()
    for store, all in rows["stores"].items():
        for key, text, sum in all:
            place = tuple(key) if is_place(key) else key
            if isinstance(place, (str, tuple)):
                stored_text = text if isinstance(text, str) else repr(text)
                memory.stores[store][place] = StoredRow(place, stored_text, sum)
    for store in without:
        del memory.stores[store]
    return memory


async def use_store(store: Store) -> None:
    """Start, show everything, add an entry and save everything."""
    for line in await store.campaigns():
        journal = await store.load(line.id)
        if journal.state.game in GAMES:
            see(journal)
    with suppress(BadInput, StorageError):  # both have a message
        await store.append(await store.current("garden"), f.SceneSet({"on": 1}))
    await export_all(store)
    await store.campaigns()


def test_no_sealed_row_of_another_hand_stops_the_page() -> None:
    dice = random.Random(11)

    async def scene() -> None:
        rows = await write_campaign()
        for _ in range(tries(50)):
            changed = spoilt(rows, dice)
            with suppress(BadFile):
                open_file(json.dumps(changed), GAMES)
            missing = dice.sample(STORES, dice.choice([0, 0, 1, 2]))
            memory = database_of(changed, *missing)
            if missing:  # only a newer version lacks one of our stores
                memory.newer = NewerData(2)
            await use_store(await on(memory))

    asyncio.run(scene())


@pytest.mark.parametrize("part", EMPTY)
@pytest.mark.parametrize("change", [{}, {"is": "x"}, {"is": True}, {"is": [1]}], ids=str)
def test_an_entry_that_breaks_the_state_is_set_aside_or_refused(
    part: str, change: dict[str, Any]
) -> None:
    """The campaign loads without the entry and can be downloaded; a file with it is refused."""

    rows, whole = rows_of_campaign(), rows_of_campaign()
    rows["stores"]["snapshots"] = []

    async def scene() -> None:
        row = rows["stores"]["entries"][3]
        record = json.loads(row[1])
        record["changes"] = [{"at": f"/{part}", **change}]
        row[1] = json.dumps(record)
        row[2] = checksum(row[1])
        store = await on(database_of(rows))
        (line,) = await store.campaigns()
        journal = await store.load(line.id)
        if journal.state.game in GAMES:
            see(journal)
        assert journal.document.keys() == EMPTY.keys()
        (campaign,) = json.loads(await export_all(store))["campaigns"]
        assert campaign["document"] == journal.document
        if isinstance(change.get("is"), type({**EMPTY}[part])):
            return  # the part has the right type
        (opened,) = open_file(json.dumps(rows), GAMES).journals
        assert opened.journal.document.keys() == EMPTY.keys()
        assert "entries" in {each.store for each in store.report}
        file = json.loads(await export_all(await on(database_of(whole))))
        file["campaigns"][0]["entries"][3]["changes"] = record["changes"]
        with pytest.raises(BadFile) as refused:
            open_file(json.dumps(file), GAMES)
        assert [fault.at for fault in refused.value.faults] == ["/campaigns/0/entries/3"]

    asyncio.run(scene())


@pytest.mark.parametrize("missing", STORES)
def test_newer_data_without_one_of_our_stores_can_be_downloaded(missing: str) -> None:
    rows = rows_of_campaign()

    async def scene() -> None:
        memory = database_of(rows, missing)
        memory.newer = NewerData(2)
        store = await on(memory)
        assert await store.set_aside() == []
        assert await backups(store) == []
        assert len(await store.campaigns()) == 1
        stores = json.loads(await export_all(store))["stores"]
        assert stores == {**rows["stores"], missing: []}

    asyncio.run(scene())


def test_an_invalid_message_of_another_tab_is_ignored() -> None:
    steps = [["entries", ["c", 5], '{"a":1}', "seal"], ["settings", "theme", None, ""]]
    for message in (
        {"kind": "came"},
        {"kind": "stays", "to": "b"},
        {"kind": "wrote", "steps": steps},
    ):
        assert decode_message(encode_message(message, "a")) == {**message, "from": "a"}
    for odd in (
        None, 5, b"{}", "", "[]", "{}", *DEEP, '{"kind":"wants"}', '{"kind":[],"from":"a"}',
        '{"kind":"stays","from":"a"}', '{"kind":"came","from":5}', '{"kind":"poem","from":"a"}',
        '{"kind":"wrote","from":"a","steps":5}',
        '{"kind":"wrote","from":"a","steps":[["entries"]]}',
        '{"kind":"wrote","from":"a","steps":[["entries",["c",true],null,""]]}',
        '{"kind":"wrote","from":"a","steps":[["entries",[[[["c"]]],1],null,""]]}',
    ):  # fmt: skip
        assert decode_message(odd) is None


def test_invalid_rows_of_another_tab_reload_the_campaign() -> None:
    async def scene() -> None:
        store = await on(Memory())
        journal = await store.append(store.begin("garden", "Harvest"), f.SceneSet({"a": 1}))
        changes: list[str] = []
        store.heard = Heard(change=changes.append)
        for key, text in [
            ([journal.campaign, journal.n + 1], "{}"),
            ([journal.campaign, journal.n + 1], DEEP[1]),
            (journal.campaign, "{}"),
            ([journal.campaign, 10**9], "{}"),
        ]:
            store._on_steps({"steps": [["entries", key, text, checksum(text)]]})
            assert (await store.load(journal.campaign)).state == journal.state
        for text in ("5", "{}", DEEP[0]):
            store._on_steps({"steps": [["settings", "theme", text, checksum(text)]]})
        assert store.settings == {"theme": None}
        assert changes == [journal.campaign] * 4 + ["settings"] * 3

    asyncio.run(scene())


@pytest.mark.parametrize("text", [*DEEP, '{"value":5}', "[]", "5"], ids=len)
def test_an_invalid_play_is_set_aside(text: str) -> None:
    """The play is set aside despite its checksum, and the start loses nothing else."""

    async def scene() -> None:
        memory = Memory()
        for name in ("settings", "plays", "campaigns"):
            memory.stores[name]["current"] = StoredRow("current", text, checksum(text))
        store = await on(memory)
        assert await store.play() is None
        assert not await store.campaigns()
        assert store.report

    asyncio.run(scene())


@pytest.mark.parametrize("place", [2, 10**6, 10**12])
def test_a_gap_of_any_width_is_one_damage(place: int) -> None:
    file = {"tableside": 1, "kind": "rows", "stores": {"entries": [[["a", place], "{}", "x"]]}}
    with pytest.raises(BadFile):
        open_file(json.dumps(file), GAMES)
