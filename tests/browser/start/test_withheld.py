"""Browsers that withhold storage: the page starts, rolls, and explains the consequences.

Cookies and site data may be blocked; a private window or a frame may offer no storage. Interfaces
are missing, throw errors, refuse, or never answer.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.campaigns.test_campaigns import go, saved
from tests.browser.support.devices import rows_of
from tests.browser.support.driving import QUIET, open_ready, settle
from tests.browser.support.tab_clock import TabClock
from tests.serving import Site

pytestmark = pytest.mark.browser

NO_INDEXED_DB = """
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (name === "indexedDB" || name.startsWith("IDB")) delete globalThis[name];
}"""

REFUSE = 'throw new DOMException("The operation is insecure.", "SecurityError");'

NO_STORAGE = {
    "missing": NO_INDEXED_DB,
    "nothing": 'Object.defineProperty(globalThis, "indexedDB", { value: null });',
    "not to be looked at": f"""
Object.defineProperty(globalThis, "indexedDB", {{ get() {{ {REFUSE} }} }});""",
    "throws": f"IDBFactory.prototype.open = () => {{ {REFUSE} }};",
    "refuses": """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  request.addEventListener("upgradeneeded", (event) => {
    event.stopImmediatePropagation();
    request.transaction.abort();
  });
  return request;
};""",
    "never answers": """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) {
  const request = open.apply(this, given);
  for (const kind of ["success", "error", "upgradeneeded", "blocked"]) {
    request.addEventListener(kind, (event) => event.stopImmediatePropagation());
  }
  return request;
};""",
    "refuses to be read": f"""
for (const name of ["get", "getAll", "getAllKeys", "openCursor"]) {{
  IDBObjectStore.prototype[name] = () => {{ {REFUSE} }};
}}""",
}

#: With cookies and site data blocked, none of these interfaces works.
NOTHING_AT_ALL = f"""
{NO_INDEXED_DB}
delete globalThis.BroadcastChannel;
for (const name of ["localStorage", "sessionStorage", "caches"]) {{
  Object.defineProperty(globalThis, name, {{ get() {{ {REFUSE} }} }});
}}
for (const name of ["locks", "storage", "serviceWorker"]) {{
  Object.defineProperty(Navigator.prototype, name, {{ get() {{ {REFUSE} }} }});
}}"""


def roll(page: Page) -> None:
    """Roll in the open form and wait until the result is shown and stored."""
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    settle(page)
    expect(page.locator('[data-view="garden/skill_test"] [data-result]')).to_be_visible()


def check_play(page: Page, folder: Path) -> None:
    """Check that the page shows odds, rolls, opens the rules, and exports its entries to a file."""
    expect(
        page.locator('[data-view="garden/skill_test"] [data-odds][data-p]').first
    ).to_be_visible()
    roll(page)
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    go(page, "garden/rules")
    expect(page.locator("#rule-G12")).to_be_visible()
    go(page, "campaigns")
    path = saved(page, "[data-do=save-everything]", folder)
    (campaign,) = json.loads(path.read_text("utf-8"))["campaigns"]
    assert len(campaign["entries"]) == 3  # the start of the campaign, and two rolls
    page.evaluate("location.hash = '#/garden/skill_test'")
    expect(page.locator("[data-trouble]")).to_be_hidden()


def check_notice(page: Page, words: str) -> None:
    """Check that a notice is shown until it is closed, and not again."""
    notice = page.locator("[data-lacks]")
    expect(notice).to_contain_text(words)
    notice.get_by_role("button").click()
    expect(notice).to_be_hidden()
    roll(page)
    expect(notice).to_be_hidden()


#: The cases in which the page waits or retries: the test advances the tab's clock.
SLOW = {"never answers", "refuses", "locks never answer"}


def open_form(page: Page, site: Site, clock: TabClock | None = None) -> None:
    """Open the form of the skill test, and let the page finish its waits."""
    open_ready(page, site.address + "#/garden/skill_test")
    while clock and not page.evaluate(QUIET):
        clock.advance(5)
    settle(page)


@pytest.mark.parametrize("way", [*NO_STORAGE, "nothing at all"])
def test_without_storage(page: Page, site: Site, tmp_path: Path, way: str) -> None:
    page.add_init_script(NO_STORAGE.get(way, NOTHING_AT_ALL))
    open_form(page, site, TabClock(page) if way in SLOW else None)
    check_play(page, tmp_path)
    go(page, "campaigns")
    notice = page.locator('[data-slot="campaigns"] [role=alert]')
    expect(notice).to_contain_text("This browser isn’t saving data")
    expect(page.locator('[data-stays="never"]')).to_be_visible()
    page.evaluate("location.hash = '#/garden/skill_test'")
    check_notice(page, "download a copy before closing")


NO_TURNS = {
    "no channel": "delete globalThis.BroadcastChannel;",
    "channel throws": f"""
globalThis.BroadcastChannel = class {{ constructor() {{ {REFUSE} }} }};""",
    "no locks": "delete Navigator.prototype.locks;",
    "locks throw": f"LockManager.prototype.request = () => {{ {REFUSE} }};",
    "locks refuse": f"LockManager.prototype.request = async () => {{ {REFUSE} }};",
    "locks never answer": "LockManager.prototype.request = () => new Promise(() => {});",
}


@pytest.mark.parametrize("way", NO_TURNS)
def test_without_turns(page: Page, site: Site, way: str) -> None:
    page.add_init_script(NO_TURNS[way])
    open_form(page, site, TabClock(page) if way in SLOW else None)
    check_notice(page, "Keep Tableside open in one tab only")
    expect(page.locator("[data-entry]")).to_have_count(1)
    # The entries are stored all the same: the start of the campaign, and the roll.
    assert len(json.loads(page.evaluate(rows_of("entries")))) == 2
    if way != "no locks":
        return
    page.reload()
    open_form(page, site)
    expect(page.locator("[data-entry]")).to_have_count(1)


def test_without_a_manager_of_storage(page: Page, site: Site, tmp_path: Path) -> None:
    """Saving needs neither `persist` nor `estimate`, which only predict how long data last."""
    page.add_init_script(
        f"""
StorageManager.prototype.persist = () => {{ {REFUSE} }};
StorageManager.prototype.persisted = async () => {{ {REFUSE} }};
StorageManager.prototype.estimate = () => {{ {REFUSE} }};"""
    )
    open_ready(page, site.address + "#/garden/skill_test")
    check_play(page, tmp_path)
    go(page, "campaigns")
    expect(page.locator('[data-stays="unknown"]')).to_be_visible()
    form = page.locator("form[data-campaigns=new]")
    form.locator("[name=name]").fill("Harvest")
    form.locator("button").click()
    expect(page.locator(".campaign-name", has_text="Harvest")).to_be_visible()
    settle(page)
    expect(page.locator("[data-trouble]")).to_be_hidden()
    expect(page.locator("[data-lacks]")).to_be_hidden()
