"""Errors inside the page get a report, and Python restarts after a fatal error."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from app import VERSION
from building.checks.find_chromium import find_full
from tests.browser.conftest import ARGUMENTS, HARDLY_DRAWN
from tests.browser.support.devices import WITHOUT_COPY
from tests.browser.support.driving import ITS_PYTHON, PATIENCE_S, open_ready, settle
from tests.browser.support.storing import Lab, run, start
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: A text of the user that no report may contain.
SECRET = "Zaphod's secret"

#: Runs Python in the page's own interpreter, in a later task that nothing awaits. Without code, the
#: file system below Python throws an error that nothing catches.
LATER = """async (code) => {
  const python = ITS_PYTHON;
  setTimeout(() => code ? python.runPython(code) : python.FS.mkdir("/tmp"));
}""".replace("ITS_PYTHON", ITS_PYTHON)

#: Ways to end Python: recursion in its C code until the browser's stack is full, also through
#: JavaScript, where the stack is too full even for Pyodide's own error; and others.
ENDS = {
    "stack": "x = []\nfor _ in range(1_000_000):\n    x = [x]\nrepr(x)",
    "stack through JavaScript": """
import js
from pyodide.ffi import create_proxy
def again(*_):
    return js.Reflect.apply(proxy, None, js.Array.new())
proxy = create_proxy(again)
again()""",
    "trap": "import _pyodide_core\n_pyodide_core.trigger_fatal_error()",
    "file system": "",
}

#: A busy tablet draws the first frame late, after all scripts have run.
SLOW_FRAME = """{
  const draw = requestAnimationFrame;
  window.requestAnimationFrame = (drawn) =>
    document.readyState === "complete" ? draw(drawn) : addEventListener("load", () => draw(drawn));
}"""

ENDED = "html[data-state=ready] [data-trouble]:not([hidden])"


@pytest.fixture(scope="module")
def full_browser(playwright: Playwright) -> Iterator[Browser]:
    """Yield a full Chromium, because the depth of its stack decides how Python ends."""
    started = playwright.chromium.launch(
        executable_path=find_full(), args=[*ARGUMENTS, HARDLY_DRAWN]
    )
    yield started
    started.close()


@pytest.fixture(scope="module")
def workshop(full_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Yield a profile without a cached page, which would answer for the store's pages, too."""
    with Workshop(full_browser, site, keeps=False) as workshop:
        yield workshop


@pytest.fixture
def lab(site: Site, context: BrowserContext, new_tab: Callable[[], Page]) -> Lab:
    return Lab(site, context, new_tab)


def end(page: Page, way: str = "trap") -> None:
    """End Python, and wait until the page has reloaded."""
    with page.expect_event("load", timeout=PATIENCE_S * 1000):
        page.evaluate(LATER, ENDS[way])


def roll(page: Page) -> None:
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    expect(page.locator('[data-view="garden/skill_test"] [data-result]')).to_be_visible()
    settle(page)


def report(page: Page) -> str:
    return str(page.locator("[data-trouble-report]").text_content())


def begin_with_a_secret(page: Page, site: Site) -> None:
    """Create a campaign with the secret as its name and roll in it: two entries."""
    open_ready(page, site.address + "#/campaigns")
    form = page.locator("form[data-campaigns=new]")
    form.locator("[name=name]").fill(SECRET)
    form.locator("button").click()
    expect(page.locator(".campaign-name", has_text=SECRET)).to_be_visible()
    page.evaluate("location.hash = '#/garden/skill_test?skill_level=3'")
    roll(page)


def test_python_that_ends_starts_again_and_again_and_then_rests(
    context: BrowserContext, broken_page: Page, site: Site
) -> None:
    page = broken_page
    page.add_init_script(WITHOUT_COPY)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_with_a_secret(page, site)
    page.add_init_script(SLOW_FRAME)

    end(page, "stack")
    check_restart_message(page)
    check_report_of_an_error(page)

    # Each restart goes one level up in the address; after the third end, Python stays off.
    page.evaluate("location.hash = '#/garden/skill_test'")
    end(page, "stack through JavaScript")
    page.wait_for_selector(ENDED, timeout=PATIENCE_S * 1000)
    assert page.evaluate("location.hash") == "#/garden"
    end(page, "file system")
    page.wait_for_selector("html[data-state=failed]", timeout=PATIENCE_S * 1000)
    assert page.evaluate("location.hash") == "#/"
    expect(page.locator("[data-trouble-said]")).to_contain_text("several problems in a row")
    expect(page.locator("[data-boot-message]")).to_be_hidden()
    # The rules can be read, and nothing of Python was fetched.
    page.evaluate("location.hash = '#/garden/rules'")
    expect(page.locator("#rule-G12")).to_be_visible()
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not [name for name in fetched if ".wasm" in name]
    page.get_by_role("button", name="Restart").click()
    page.wait_for_selector("html[data-state=ready]", timeout=PATIENCE_S * 1000)
    expect(page.locator("[data-trouble]")).to_be_hidden()


def check_restart_message(page: Page) -> None:
    """Check the message after a restart, its report, the stored data, and that it goes away."""
    page.wait_for_selector(ENDED, timeout=PATIENCE_S * 1000)
    settle(page)
    # Stored data are there; the link that ended Python is not opened again by itself.
    expect(page.locator("[data-trouble-said]")).to_have_text(
        "Tableside restarted after a problem. Your data is safe."
    )
    expect(page.locator("[data-entry]")).to_have_count(1)
    expect(page.locator("[data-campaign-open]")).to_have_text(SECRET)
    assert page.evaluate("location.hash") == "#/garden/skill_test"

    text = report(page)
    assert text.startswith(f"Tableside {VERSION}")
    assert "RangeError" in text
    assert "Chrome/" in text
    assert "click do roll in garden.skill_test" in text
    assert "opened garden/skill_test" in text
    assert SECRET not in text
    assert "Zaphod" not in text
    box = page.locator("[data-trouble]")
    box.locator("summary").click()
    box.get_by_role("button", name="Copy").click()
    expect(box).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == text
    box.get_by_role("link").click()
    assert page.evaluate("location.hash") == "#/garden/skill_test?skill_level=3"
    box.get_by_role("button", name="Close").press("Enter")
    expect(box).to_be_hidden()
    expect(page.locator("main")).to_be_focused()
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    # The next start does not show the message again.
    assert page.evaluate("history.state?.tableside ?? null") is None


def check_report_of_an_error(page: Page) -> None:
    """Remove a part that the page always has, and check the report of the error."""
    page.evaluate("document.querySelector('[data-slot=journal]').remove()")
    for _ in range(25):
        page.locator('[data-view="garden/skill_test"] [data-do="step"]').first.click()
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    expect(page.locator("[data-trouble-said]")).to_contain_text("Something went wrong.")
    text = report(page)
    assert "LookupError" in text
    assert "app/browser/journal/journal_list.py" in text
    assert SECRET not in text
    actions = text.partition("Last actions:")[2].strip().splitlines()
    assert len(actions) == 20
    assert all("step in garden.skill_test" in action for action in actions[:-1])
    assert "roll in garden.skill_test" in actions[-1]


#: Writes that many steps; Python ends after the last of them.
ENDS_WRITING = """
import asyncio
from app.browser.storage.databases import Put
from app.campaign.files.rows import with_checksum
class Steps(list):
    times = 0
    def __iter__(self):
        yield from super().__iter__()
        self.times += 1
        if self.times == 2:  # the first iteration only collects the stores
            import _pyodide_core
            _pyodide_core.trigger_fatal_error()
numbers = range(json.loads(given))
steps = Steps(Put("entries", with_checksum(("large", n), {"n": n})) for n in numbers)
asyncio.ensure_future(store.database.write(steps))
None
"""

STORED = 'json.dumps(await store.database.places("entries", "large"))'

#: The same, read without Python.
STORED_WITHOUT_PYTHON = """() => new Promise((done) => {
    const opening = indexedDB.open("tableside");
    opening.onsuccess = () => {
        const db = opening.result;
        const request = db.transaction("entries").objectStore("entries").getAllKeys();
        request.onsuccess = () => {
            db.close();
            done(request.result.filter(([of]) => of === "large"));
        };
    };
})"""

#: Tries to store something more.
STORE_MORE = """() => new Promise((done) => {
    const opening = indexedDB.open("tableside");
    opening.onsuccess = () => {
        try { opening.result.transaction("entries", "readwrite"); done("stored"); }
        catch (error) { done(error.name); }
    };
})"""


def test_a_write_interrupted_by_the_end_of_python_is_not_half_stored(lab: Lab) -> None:
    page = lab.open()
    other = lab.open_empty()
    start(page)
    end_while_storing(page, 50)  # while it requests the writes
    page.close()
    assert other.evaluate(STORED_WITHOUT_PYTHON) == []
    page = lab.open()
    start(page)
    assert run(page, STORED) == []
    end_while_storing(page, 350)  # in the callback of an answer
    page.close()
    assert other.evaluate(STORED_WITHOUT_PYTHON) == []


def end_while_storing(page: Page, steps: int) -> None:
    page.evaluate(
        """() => { window.ended = new Promise((done) =>
            document.addEventListener("tableside:ended", () => done(true))); }"""
    )
    page.evaluate("([code, given]) => void run(code, given)", [ENDS_WRITING, str(steps)])
    assert page.evaluate("ended")
    assert page.evaluate(STORE_MORE) == "InvalidStateError"
