"""What goes wrong inside is told with a report, and Python that ends is started again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from app import VERSION
from building.checks.find_chromium import find_full
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.driving import ITS_PYTHON, PATIENCE_S, open_ready, settle
from tests.browser.support.storing import Lab, run, start
from tests.browser.support.workshop import Workshop
from tests.serving import Site

pytestmark = pytest.mark.browser

#: What nobody but the person at the page is to read.
SECRET = "Zaphod's secret"

#: Runs Python in the page's own interpreter, a moment later and as if by itself; without any code,
#: what lies below Python throws, and nobody catches that.
LATER = """async (code) => {
  const python = ITS_PYTHON;
  setTimeout(() => code ? python.runPython(code) : python.FS.mkdir("/tmp"));
}""".replace("ITS_PYTHON", ITS_PYTHON)

#: C code of Python's that calls itself until the browser's stack is full; and that through
#: JavaScript, where the stack is too full even for Pyodide to say so.
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

#: A tablet with much to do draws the first frame late, when all scripts have run.
SLOW_FRAME = """{
  const draw = requestAnimationFrame;
  window.requestAnimationFrame = (drawn) =>
    document.readyState === "complete" ? draw(drawn) : addEventListener("load", () => draw(drawn));
}"""

ENDED = "html[data-state=ready] [data-trouble]:not([hidden])"


@pytest.fixture(scope="module")
def peoples_browser(playwright: Playwright) -> Iterator[Browser]:
    """As people have it: how deep its stack is decides what becomes of Python."""
    started = playwright.chromium.launch(executable_path=find_full(), args=ARGUMENTS)
    yield started
    started.close()


@pytest.fixture(scope="module")
def workshop(peoples_browser: Browser, site: Site) -> Iterator[Workshop]:
    """Where no page is kept: that would answer in the pages for the store, too."""
    with Workshop(peoples_browser, site, keeps=False) as made:
        yield made


@pytest.fixture
def lab(site: Site, context: BrowserContext, new_tab: Callable[[], Page]) -> Lab:
    return Lab(site, context, new_tab)


def end(page: Page, way: str = "trap") -> None:
    """End Python, and wait for what the page does then."""
    with page.expect_event("load", timeout=PATIENCE_S * 1000):
        page.evaluate(LATER, ENDS[way])


def roll(page: Page) -> None:
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    expect(page.locator('[data-view="garden/skill_test"] [data-result]')).to_be_visible()
    settle(page)


def report(page: Page) -> str:
    return str(page.locator("[data-trouble-report]").text_content())


def begin_with_a_secret(page: Page, site: Site) -> None:
    """A campaign of that name, and a roll in it: two entries."""
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
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin_with_a_secret(page, site)
    page.add_init_script(SLOW_FRAME)

    end(page, "stack")
    is_told_once(page)
    a_fault_of_ours_leaves_a_report(page)

    # Each time one step up the address, and the third time without Python.
    page.evaluate("location.hash = '#/garden/skill_test'")
    end(page, "stack through JavaScript")
    page.wait_for_selector(ENDED, timeout=PATIENCE_S * 1000)
    assert page.evaluate("location.hash") == "#/garden"
    end(page, "file system")
    page.wait_for_selector("html[data-state=failed]", timeout=PATIENCE_S * 1000)
    assert page.evaluate("location.hash") == "#/"
    expect(page.locator("[data-trouble-said]")).to_contain_text("several problems in a row")
    expect(page.locator("[data-boot-message]")).to_be_hidden()
    # It can be read, and nothing of Python was even fetched.
    page.evaluate("location.hash = '#/garden/rules'")
    expect(page.locator("#rule-G12")).to_be_visible()
    fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not [name for name in fetched if ".wasm" in name]
    page.get_by_role("button", name="Restart").click()
    page.wait_for_selector("html[data-state=ready]", timeout=PATIENCE_S * 1000)
    expect(page.locator("[data-trouble]")).to_be_hidden()


def is_told_once(page: Page) -> None:
    """What ended, where it was, and what is there still."""
    page.wait_for_selector(ENDED, timeout=PATIENCE_S * 1000)
    settle(page)
    # What was stored is there; what ended Python is not opened again by itself.
    expect(page.locator("[data-trouble-said]")).to_have_text(
        "Tableside restarted after a problem. Your data is safe."
    )
    expect(page.locator("[data-entry]")).to_have_count(1)
    expect(page.locator("[data-campaign-open]")).to_have_text(SECRET)
    assert page.evaluate("location.hash") == "#/garden/skill_test"

    said = report(page)
    assert said.startswith(f"Tableside {VERSION}")
    assert "RangeError" in said
    assert "Chrome/" in said
    assert "click do roll in garden.skill_test" in said
    assert "opened garden/skill_test" in said
    assert SECRET not in said
    assert "Zaphod" not in said
    box = page.locator("[data-trouble]")
    box.locator("summary").click()
    box.get_by_role("button", name="Copy").click()
    expect(box).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == said
    box.get_by_role("link").click()
    assert page.evaluate("location.hash") == "#/garden/skill_test?skill_level=3"
    box.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    roll(page)
    expect(page.locator("[data-entry]")).to_have_count(2)
    # The next start finds nothing of it.
    assert page.evaluate("history.state?.tableside ?? null") is None


def a_fault_of_ours_leaves_a_report(page: Page) -> None:
    """The page lost a part that it always has; the person is told, and keeps what is stored."""
    page.evaluate("document.querySelector('[data-slot=journal]').remove()")
    for _ in range(25):
        page.locator('[data-view="garden/skill_test"] [data-do="step"]').first.click()
    page.locator('[data-view="garden/skill_test"] [data-do="roll"]').click()
    expect(page.locator("[data-trouble-said]")).to_contain_text("Something went wrong.")
    said = report(page)
    assert "LookupError" in said
    assert "app/browser/journal/journal_list.py" in said
    assert SECRET not in said
    done = said.partition("Last actions:")[2].strip().splitlines()
    assert len(done) == 20
    assert all("step in garden.skill_test" in each for each in done[:-1])
    assert "roll in garden.skill_test" in done[-1]


#: A write of so many steps, after the last of which Python ends.
ENDS_WRITING = """
import asyncio
from app.browser.storage.databases import Put
from app.campaign.files.rows import with_checksum
class Steps(list):
    times = 0
    def __iter__(self):
        yield from super().__iter__()
        self.times += 1
        if self.times == 2:  # the first time it is asked where they go
            import _pyodide_core
            _pyodide_core.trigger_fatal_error()
places = range(json.loads(given))
steps = Steps(Put("entries", with_checksum(("large", place), {"n": place})) for place in places)
asyncio.ensure_future(store.database.write(steps))
None
"""

LEFT = 'json.dumps(await store.database.places("entries", "large"))'

#: The same without Python.
LEFT_THERE = """() => new Promise((done) => {
    const opening = indexedDB.open("tableside");
    opening.onsuccess = () => {
        const db = opening.result;
        const asked = db.transaction("entries").objectStore("entries").getAllKeys();
        asked.onsuccess = () => {
            db.close();
            done(asked.result.filter(([of]) => of === "large"));
        };
    };
})"""

#: Nor is anything that it would store from then on.
NO_MORE = """() => new Promise((done) => {
    const opening = indexedDB.open("tableside");
    opening.onsuccess = () => {
        try { opening.result.transaction("entries", "readwrite"); done("stored"); }
        catch (error) { done(error.name); }
    };
})"""


def test_what_python_was_storing_when_it_ended_is_not_stored_by_half(lab: Lab) -> None:
    page = lab.open()
    beside = lab.beside()
    start(page)
    ends_storing(page, 50)  # as they are asked for
    page.close()
    assert beside.evaluate(LEFT_THERE) == []
    page = lab.open()
    start(page)
    assert run(page, LEFT) == []
    ends_storing(page, 350)  # from an answer
    page.close()
    assert beside.evaluate(LEFT_THERE) == []


def ends_storing(page: Page, steps: int) -> None:
    page.evaluate(
        """() => { window.ended = new Promise((done) =>
            document.addEventListener("tableside:ended", () => done(true))); }"""
    )
    page.evaluate("([code, given]) => void run(code, given)", [ENDS_WRITING, str(steps)])
    assert page.evaluate("ended")
    assert page.evaluate(NO_MORE) == "InvalidStateError"
