"""Storage in a real browser: acknowledged data survive kills, quotas, losses and damage."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

from tests.browser.support.killable import Killable
from tests.browser.support.long_run import LONG
from tests.browser.support.storing import LEAVE, Lab, open_empty_store, run, start
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: 3 in a usual run, 100 under the fuzzing profile.
KILLS = 100 if LONG else 3


@pytest.fixture(scope="module")
def workshop(browser: Browser, site: Site) -> Iterator[Workshop]:
    """Yield a profile without a cached page, which would answer for these pages, too."""
    with Workshop(browser, site, keeps=False) as workshop:
        yield workshop


@pytest.fixture(scope="module")
def lab(site: Site, workshop: Workshop) -> Lab:
    return Lab(site, workshop.context, workshop.open)


@pytest.fixture(scope="module")
def shared(lab: Lab) -> Page:
    """Return a page with a Python that all tests share."""
    return lab.open()


@pytest.fixture
def tab(lab: Lab, shared: Page) -> Page:
    """Return the shared page with a new, empty store."""
    open_empty_store(lab, shared)
    return shared


def fill(page: Page, count: int) -> None:
    """Store a campaign of `count` entries after its start, the last ones in single writes."""
    run(page, FILL, count)


FILL = """
builtins.journal = await store.current("garden")
facts = [SceneSet({"count": n + 1}) for n in range(json.loads(given))]
while facts:
    size = min(50, len(facts) - 35) if len(facts) > 35 else 1
    builtins.journal = await store.append(journal, *facts[:size])
    del facts[:size]
None
"""


def load(page: Page) -> Any:
    """Load the campaign; return its counts and the store's reports."""
    return run(
        page,
        """
builtins.journal = await store.current("garden")
json.dumps({
    "n": journal.n,
    "count": journal.state.scene.get("count", 0),
    "report": [damage.words for damage in store.report],
    "newer": str(store.newer or ""),
    "why": store.why,
    "numbers": [entry.n for entry in journal.entries],
})
""",
    )


# --- killed ---


#: Writes as fast as it can, and logs each entry once it is stored.
WRITING = """
import asyncio
from js import console
async def go():
    builtins.journal = await store.current("garden")
    count = journal.state.scene.get("count", 0)
    while True:
        count += 1
        builtins.journal = await store.append(journal, SceneSet({"count": count}))
        await store.save_play({"count": count})
        console.log(f"stored {count}")
builtins.going = asyncio.ensure_future(go())
None
"""


def stored_number(text: str) -> list[int]:
    """Return the number in a message that an entry is stored, else an empty list."""
    return [int(text[7:])] if text.startswith("stored ") else []


def record(numbers: list[int], message: ConsoleMessage) -> None:
    numbers.extend(stored_number(message.text))


def test_killed_at_any_moment_nothing_acknowledged_is_missing(
    playwright: Playwright, site: Site, tmp_path: Path
) -> None:
    dice = random.Random()
    acknowledged = 0
    for kill in range(KILLS + 1):
        chromium = Killable(tmp_path / "profile")
        try:
            browser = chromium.connect(playwright)
            page = Lab(site, browser.contexts[0]).open()
            start(page)
            loaded = load(page)
            assert loaded["why"] == "", f"after {kill} kills"
            assert loaded["count"] >= acknowledged, f"lost after {kill} kills"
            assert loaded["report"] == []
            n, numbers = loaded["n"], loaded["numbers"]
            assert n == (loaded["count"] + 1 if loaded["count"] else 0)
            assert numbers == list(range(n - len(numbers) + 1, n + 1))
            acknowledged = loaded["count"]
            stored: list[int] = []
            page.on("console", partial(record, stored))
            run(page, WRITING)
            end = time.monotonic() + 60
            while kill % 3 == 0 and not stored:  # on a slow machine, too, something is stored
                assert time.monotonic() < end
                page.wait_for_timeout(20)
            page.wait_for_timeout(dice.uniform(1, 600))
        finally:
            chromium.kill()
        acknowledged = max([acknowledged, *stored])
    assert acknowledged > KILLS // 3


def test_a_reload_in_the_middle_of_typing(lab: Lab, tab: Page) -> None:
    play = '{"procedure": "garden.skill_test", "typed": {}, "answers": [5, 5], "by_hand": True}'
    run(tab, f"await store.save_play({play})")
    tab.reload()
    start(lab.ready(tab))
    assert run(tab, "json.dumps(await store.play())")["answers"] == [5, 5]
    run(tab, "await store.save_play(None)")
    start(tab)
    assert run(tab, "await store.play()") is None


def test_python_never_runs_on_a_second_stack(tab: Page) -> None:
    """Stack switching stays off, because Chromium's garbage collector sometimes crashes with it."""
    assert run(tab, "from pyodide.ffi import can_run_sync; can_run_sync()") is False


# --- full ---

FILL_UP = """
from secrets import token_hex  # the database compresses repeated text
from app.browser.storage.databases import StorageFull
from app.browser.storage.transfer import export_all, room
from app.campaign.facts import NoteWritten
stored, fault = [], ""
try:
    for n in range(40):
        name = f"{json.loads(given)}{n}"
        builtins.journal = await store.append(journal, NoteWritten(name, token_hex(5_000)))
        stored.append(name)
except StorageFull as error:
    fault = str(error)
exported = json.loads(await export_all(store))
json.dumps({
    "stored": stored,
    "fault": fault,
    "exported": len(exported["campaigns"][0]["entries"]),
    "n": journal.n,
    "room": await room(store),
})
"""


def test_a_small_quota(brief_browser: Browser, site: Site) -> None:
    context = brief_browser.new_context()  # the quota holds for the profile
    lab = Lab(site, context)
    tab = lab.open()
    start(tab)
    # Before the first write, because Chromium reads the quota only from time to time.
    origin = lab.address.rpartition("/")[0]
    session = lab.context.new_cdp_session(tab)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 300_000})
    fill(tab, 5)
    result = run(tab, FILL_UP, "a")
    assert "Out of space" in result["fault"]
    assert result["stored"]
    # The export is still complete, and so is the next start.
    assert result["exported"] == result["n"] == 6 + len(result["stored"])
    assert run(tab, "json.dumps(sorted(journal.state.notes))") == sorted(result["stored"])
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 50_000_000})
    start(tab)
    assert load(tab)["n"] == result["n"]
    assert run(tab, "json.dumps(sorted(journal.state.notes))") == sorted(result["stored"])
    # With more space it goes on from there.
    assert run(tab, FILL_UP, "b")["fault"] == ""
    context.close()


#: Writes many rows, of which a late one fails: its key exists already, or it is no valid row.
LARGE = """
from app.browser.storage.databases import Free, Put, StorageError
from app.campaign.files.rows import StoredRow, with_checksum
existing = (journal.campaign, journal.n)
late = {
    "taken": Put("entries", with_checksum(existing, {}), new=True),
    "not free": Free("entries", existing),
    "no row": Put("entries", StoredRow(("large", float("nan")), "", "")),
    "fine": Put("entries", with_checksum(("large", 0), {})),
}[json.loads(given)]
steps = [Put("entries", with_checksum(("large", n), {"n": n})) for n in range(1, 251)]
try:
    await store.database.write([*steps, late])
    fault = ""
except StorageError as error:
    fault = type(error).__name__
json.dumps([fault, len(await store.database.places("entries", "large"))])
"""


def test_a_large_write_is_all_or_nothing(tab: Page) -> None:
    fill(tab, 3)
    assert run(tab, LARGE, "taken") == ["Overtaken", 0]
    assert run(tab, LARGE, "not free") == ["Overtaken", 0]
    assert run(tab, LARGE, "no row") == ["StorageError", 0]
    assert run(tab, LARGE, "fine") == ["", 251]
    assert load(tab)["n"] == 4


# --- lost ---

#: Deletes the database, as Chromium does if it finds its log corrupt.
LOSE = """() => new Promise((done, failed) => {
  const request = indexedDB.deleteDatabase("tableside");
  request.onsuccess = done;
  request.onerror = request.onblocked = failed;
})"""


@pytest.mark.parametrize("count", [7, 230])
def test_a_database_that_the_browser_lost_comes_back(tab: Page, count: int) -> None:
    fill(tab, count)
    run(tab, "builtins.deleted = await store.append(store.begin('prism', 'Gone'))\nNone")
    run(tab, "await store.remove(deleted.campaign)")
    run(tab, LEAVE)
    tab.evaluate(LOSE)
    start(tab)
    loaded = load(tab)
    assert (loaded["n"], loaded["count"], loaded["report"]) == (count + 1, count, [])
    assert run(tab, "store.brought_back") > 0
    assert run(tab, "len(await store.campaigns())") == 1
    # It goes on, and the next start loads the stored data, not the copy.
    run(
        tab, "builtins.journal = await store.append(await store.undo(journal), SceneSet({'on': 1}))"
    )
    start(tab)
    assert load(tab)["n"] == count + 3
    assert run(tab, "store.brought_back") == 0


def test_a_database_that_is_deleted_while_it_is_open_is_opened_anew(lab: Lab, tab: Page) -> None:
    fill(tab, 7)
    other = lab.open_empty()
    other.evaluate(LOSE)
    assert run(tab, "len(await store.campaigns())") == 1
    assert run(tab, "store.brought_back") > 0
    run(tab, "builtins.journal = await store.append(journal, SceneSet({'count': 8}))")
    start(tab)
    loaded = load(tab)
    assert (loaded["n"], loaded["count"], loaded["report"]) == (9, 8, [])
    # If the browser does not open the database again, the data stay in memory.
    fill(tab, 9)
    tab.evaluate(REFUSED_ANEW)
    other.evaluate(LOSE)
    other.close()
    exported = run(tab, EXPORT)
    tab.evaluate("() => { IDBFactory.prototype.open = globalThis.opens; }")
    assert exported == [False, 1, 9]


#: Makes the browser refuse to open a database from now on.
REFUSED_ANEW = """() => {
  globalThis.opens = IDBFactory.prototype.open;
  IDBFactory.prototype.open = () => { throw new DOMException("", "UnknownError"); };
}"""

EXPORT = """
from app.browser.storage.transfer import export_all
(campaign,) = json.loads(await export_all(store))["campaigns"]
count = campaign["document"]["scene"]["count"]
json.dumps([store.lasts, len(await store.campaigns()), count])
"""


# --- damaged ---

#: Opens the database without the app and changes a row of every store.
BESIDE = """async (change) => {
  const db = await new Promise((done) => {
    const request = indexedDB.open("tableside");
    request.onsuccess = () => done(request.result);
  });
  for (const store of db.objectStoreNames) {
    const transaction = db.transaction(store, "readwrite");
    const rows = transaction.objectStore(store);
    const all = await new Promise((done) => {
      const request = rows.getAll();
      request.onsuccess = () => done(request.result);
    });
    const row = all[Math.floor(all.length / 2)];
    if (change === "text") rows.put({ ...row, text: row.text.replace(/[0-9]/, "7x") + " " });
    if (change === "types") rows.put({ ...row, text: 5, sum: null });
    if (change === "bare") rows.put({ key: row.key });
    if (change === "gone") rows.delete(row.key);
    const foreign = [
      5, new Date(0), [], ["x"], ["x", "y"], ["x", 1.5], ["x", 1, 2], ["x", [1]], [[1], 2],
      [["x"], 1], [[]], [[[[[1]]]], 2], ["", 1], ["\\ud800", 1], ["\\ud800", 2], [1, 1],
      [new Date(0), 1], [new Uint8Array([1]), 1], ["x", 2 ** 60], ["x", -Infinity],
    ];
    if (change === "foreign") for (const key of foreign) rows.put({ key, text: "y" });
    await new Promise((done) => { transaction.oncomplete = done; });
  }
  db.close();
}"""

#: Puts a row into every store.
PREPARE = """
from app.browser.storage.transfer import back_up
from app.campaign.files.rows import Damage
await store.save_play({"a": 1})
await store.set("theme", "dark")
await store.put_aside(Damage("plays", "gone", "a test", "text", ""))
store.report.clear()
await back_up(store, "by hand")
None
"""

GO_ON = """
from app.browser.storage.transfer import back_up
await store.play()
await back_up(store, "by hand")
builtins.journal = await store.append(journal, SceneSet({"on": 1}))
json.dumps({
    "n": journal.n,
    "aside": len(await store.set_aside()),
    "report": [each.store for each in store.report],
})
"""


@pytest.mark.parametrize("change", ["text", "types", "bare", "gone", "foreign"])
def test_damaged_rows_of_every_store_at_once(tab: Page, change: str) -> None:
    fill(tab, 230)
    run(tab, PREPARE)
    before = load(tab)
    tab.evaluate(BESIDE, change)
    start(tab)
    # It starts with all entries, reports the damage, and goes on.
    loaded = load(tab)
    assert (loaded["n"], loaded["count"]) == (before["n"], 230)
    after = run(tab, GO_ON)
    assert after["n"] == before["n"] + 1
    if change not in ("gone", "foreign"):
        wanted = {"meta", "campaigns", "plays", "settings", "backups", "snapshots"}
        assert wanted <= set(after["report"])
        assert after["aside"] >= len(after["report"])
    # The next start reports no damage, except for foreign rows, which stay.
    start(tab)
    assert load(tab)["count"] == 230
    later = run(tab, GO_ON)
    assert later["n"] == after["n"] + 1
    if change != "foreign":
        assert later["report"] == []


# --- newer ---

DUMP = """async () => {
  const db = await new Promise((done) => {
    const request = indexedDB.open("tableside");
    request.onsuccess = () => done(request.result);
  });
  const all = {};
  for (const store of db.objectStoreNames) {
    all[store] = await new Promise((done) => {
      const request = db.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => done(request.result);
    });
  }
  db.close();
  return JSON.stringify(all);
}"""

REFUSED = """
from app.browser.storage.databases import NewerData
from app.browser.storage.transfer import export_all
async def is_refused(action):
    try:
        await action
    except NewerData:
        return True
refused = [
    await is_refused(store.append(journal, SceneSet({"on": 1}))),
    await is_refused(store.undo(journal)),
    await is_refused(store.save_play({"a": 1})),
    await is_refused(store.set("theme", "dark")),
    await is_refused(store.remove(journal.campaign)),
]
exported = json.loads(await export_all(store))
json.dumps([refused, len(exported["stores"]["entries"]), exported["tableside"]])
"""

NEWER_LAYOUT = """() => new Promise((done) => {
  const request = indexedDB.open("tableside", 2);
  request.onupgradeneeded = () => request.result.createObjectStore("novelties");
  request.onsuccess = () => { request.result.close(); done(); };
})"""

#: Deletes a store, or fills it with other data, as a newer version might.
WITHOUT_ONE = """(name) => new Promise((done) => {
  const request = indexedDB.open("tableside", 2);
  request.onupgradeneeded = () => {
    request.result.deleteObjectStore(name);
    if (name !== "plays") return;
    const rows = request.result.createObjectStore(name, { autoIncrement: true });
    for (const row of [5, "text", { a: 1 }, [1, [2]]]) rows.put(row);
  };
  request.onsuccess = () => { request.result.close(); done(); };
})"""

EXPORTED = """
from app.browser.storage.transfer import backups, export_all
await store.campaigns()
await backups(store)
await store.set_aside()
exported = json.loads(await export_all(store))
json.dumps({name: len(rows) for name, rows in exported["stores"].items()})
"""


@pytest.mark.parametrize("missing", ["entries", "plays", "settings", "meta"])
def test_newer_data_without_one_of_our_stores_can_be_saved(
    lab: Lab, tab: Page, missing: str
) -> None:
    fill(tab, 5)
    run(tab, PREPARE)
    before = run(
        tab,
        EXPORTED.replace("await export_all", "await export_rows").replace(
            "export_all", "export_rows"
        ),
    )
    run(tab, LEAVE)
    tab.evaluate(WITHOUT_ONE, missing)
    start(tab)
    assert "saved by a newer version" in load(tab)["newer"]
    assert run(tab, EXPORTED) == {**before, missing: 4 if missing == "plays" else 0}


NEWER_FORMAT = """
from app.browser.storage.databases import Put
from app.campaign.files.rows import with_checksum
await store.database.write([Put("meta", with_checksum("format", {"format": 2, "app": "9.0"}))])
"""


@pytest.mark.parametrize("way", ["layout", "format"])
def test_data_of_a_newer_version_are_not_touched(lab: Lab, tab: Page, way: str) -> None:
    fill(tab, 5)
    if way == "format":
        run(tab, NEWER_FORMAT)
    else:
        # The old app closes its connection when a newer one opens the database in another tab.
        run(
            tab,
            "from app.browser.storage.checksummed_rows import Heard\n"
            "builtins.closed = []\nstore.heard = Heard(gone=closed.append)\nNone",
        )
        other = lab.open_empty()
        other.evaluate(NEWER_LAYOUT)
        other.close()
        assert "newer version" in run(tab, "json.dumps(closed)")[0]
    before = tab.evaluate(DUMP)
    start(tab)
    loaded = load(tab)
    assert "saved by a newer version" in loaded["newer"]
    assert loaded["count"] == 5
    assert run(tab, REFUSED) == [[True] * 5, 6, 2]
    assert tab.evaluate(DUMP) == before


def test_asking_to_stay(tab: Page) -> None:
    run(
        tab,
        "from app.browser.storage.transfer import room, stay\n"
        "builtins.room, builtins.stay = room, stay",
    )
    stays, space = run(
        tab, "json.dumps([await stay(store), await room(store) or await room(store)])"
    )
    assert stays in (True, False)
    assert space[1] > space[0] >= 0


def test_a_start_writes_nothing(tab: Page) -> None:
    assert load(tab)["n"] == 0
    assert all(not rows for rows in json.loads(tab.evaluate(DUMP)).values())
