"""Data nested thousands of levels deep are refused with a message, and the page still rolls."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.campaign.state.values import checksum
from app.widgets.roll.links import link
from tests.browser.campaigns.test_campaigns import go, load
from tests.browser.support.driving import open_ready, settle
from tests.browser.support.table import Table
from tests.serving import Site

pytestmark = pytest.mark.browser

#: More levels than any browser's Python survives going down.
LEVELS = 9_000
LISTS = "[" * LEVELS + "]" * LEVELS
RECORDS = '{"a":' * LEVELS + "1" + "}" * LEVELS

FORM = "garden/skill_test"


@pytest.fixture
def table(running: Page) -> Table:
    return Table(running)


def check_still_rolls(table: Table) -> None:
    table.open(FORM, {"skill_level": "3"})
    entries = len(table.entries())
    table.do("roll")
    table.result()
    assert len(table.faces()) == 3
    table.wait_entries(entries + 1)


def test_a_file(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"tableside":1,"kind":' + RECORDS + "}")
    go(table.page, "campaigns")
    panel = load(table.page, path)
    expect(panel).to_contain_text("nested deeper than 48 levels")
    expect(panel.locator("[data-do=import-go]")).to_have_count(0)
    check_still_rolls(table)


def test_a_roll_link(table: Table) -> None:
    table.open(FORM, hash=f"#/{FORM}?skill_level=3&~dice=5.{LISTS}")
    assert "Can’t show the roll" in table.faults()["form"]
    check_still_rolls(table)


def test_a_form_link(table: Table) -> None:
    table.open(FORM, hash=link(FORM, {"skill_level": "[" * 5_000}))
    assert list(table.faults()) == ["skill_level"]
    # A link that is too long is not read in part.
    table.open(FORM, {"skill_level": "3"})
    table.open(FORM, hash=link(FORM, {"skill_level": "3"}) + "&~dice=5.5.2" + "." * 30_000)
    assert "Can’t show the roll" in table.faults()["form"]
    check_still_rolls(table)


def test_a_character_link(table: Table) -> None:
    packer = zlib.compressobj(9, wbits=-15)
    raw = packer.compress(LISTS.encode()) + packer.flush()
    code = base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")
    go(table.page, f"import?c={code}")
    shown = table.page.locator('[data-view="import"]')
    expect(shown).to_contain_text("nested deeper than 48 levels")
    expect(shown.locator("[data-do=link-add]")).to_have_count(0)
    check_still_rolls(table)


MESSAGES = """texts => {
  const channel = new BroadcastChannel("tableside");
  for (const text of texts) channel.postMessage(text);
  let deep = [];
  for (let level = 0; level < 1000; level++) deep = [deep];
  channel.postMessage(deep);
  channel.close();
}"""


def test_a_message_of_another_tab(table: Table) -> None:
    settle(table.page)  # the store is open and listens
    table.page.evaluate(
        MESSAGES, [LISTS, RECORDS, "{}", '{"kind":"wrote","from":"x","steps":[[]]}']
    )
    check_still_rolls(table)


#: Writes rows unlike any that Tableside writes: deep texts with valid checksums, and deep values.
ROWS = """async (texts) => {
  const opening = indexedDB.open("tableside");
  await new Promise((done) => { opening.onsuccess = done; });
  const names = ["settings", "plays", "campaigns"];
  const writing = opening.result.transaction(names, "readwrite");
  let deep = [];
  for (let level = 0; level < 3000; level++) deep = [deep];
  for (const name of names) {
    for (const [index, [text, sum]] of texts.entries()) {
      writing.objectStore(name).put({ key: `odd-${index}`, text, sum });
      writing.objectStore(name).put({ key: ["deep", index], text, sum });
    }
    const [text, sum] = texts[names.indexOf(name)];
    writing.objectStore(name).put({ key: "current", text, sum });
    writing.objectStore(name).put({ key: "deep", text: deep, sum: deep });
    writing.objectStore(name).put({ key: ["deep", deep.flat(2900)], text, sum });
  }
  await new Promise((done, failed) => {
    writing.oncomplete = done;
    writing.onabort = () => failed(writing.error);
  });
  opening.result.close();
}"""


def test_stored_rows(table: Table, site: Site) -> None:
    """Deep rows are skipped with a message; one is the open play, which every start reads."""
    page = table.page
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    check_still_rolls(table)
    entries = len(table.entries())
    texts = [json.dumps({"value": 5}), RECORDS, LISTS]
    page.evaluate(ROWS, [[text, checksum(text)] for text in texts])
    page.goto("about:blank")
    open_ready(page, f"{site.address}#/{FORM}")
    table.path = FORM
    table.wait_entries(entries)
    expect(page.locator("[data-notice]")).to_contain_text("damaged records were skipped")
    check_still_rolls(table)
