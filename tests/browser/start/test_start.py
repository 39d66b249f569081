"""The start leads to a page that can roll, or to a message about the fault."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.support.driving import (
    ROUTED,
    STATE,
    Trouble,
    boot_message,
    open_ready,
    settle,
    wait_for,
    wait_for_start,
)
from tests.browser.test_views import NO_WORKER
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.uncached]


#: Records the bytes of each WebAssembly module that is compiled synchronously.
RECORD_COMPILED = """window.compiled = [];
WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(module, given) {
        window.compiled.push(String(new Uint8Array(given[0])));
        return Reflect.construct(module, given);
    },
});"""


def test_a_first_start(broken_page: Page, site: Site, trouble: Trouble) -> None:
    """A first start requests and compiles nothing twice, and the page has a strict policy."""
    page = broken_page
    # Icons are left out: the browser itself requests one, too.
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.partition("/icons/")[0]))
    page.add_init_script(RECORD_COMPILED)
    open_ready(page, site.address + "#/garden/skill_test")
    assert page.locator("progress[data-boot-progress]").evaluate_all(
        "bars => bars.every((bar) => bar.value === bar.max)"
    )
    files = [address for address in requests if re.search(r"\.[0-9a-f]{12}\.", address)]
    assert len(files) > 12
    assert len(files) == len(set(files)), "a file is requested twice"
    page.locator("[data-do=roll]:visible").click()
    settle(page)
    compiled = page.evaluate("window.compiled")
    assert len(compiled) > 10
    assert len(compiled) == len(set(compiled)), "a module is compiled twice"
    assert trouble.foreign == []
    assert trouble.found == []
    check_inline_scripts_and_eval(page, ["require-trusted-types-for", "trusted-types-sink"])
    check_trusted_types(page)


def test_a_browser_that_passes_over_trusted_types_blocks_eval_too(
    broken_page: Page, own_site: Site
) -> None:
    index = own_site.folder / "index.html"
    html = index.read_text("utf-8")
    html, count = re.subn(r"; require-trusted-types-for .*?; trusted-types tableside", "", html)
    assert count == 1
    index.write_text(html, "utf-8")
    broken_page.goto(own_site.address, wait_until="commit")
    wait_for(broken_page, "document.body")
    check_inline_scripts_and_eval(broken_page, ["script-src", "eval"])


def check_inline_scripts_and_eval(page: Page, eval_blocked_by: list[str]) -> None:
    """Check that the policy blocks both, and which part of it blocks `eval`."""
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.append("document.title = 'inline'");
            document.head.append(script);
        }"""
    )
    assert page.title() != "inline"
    # The policy does not cover Playwright's own call, but it covers a later task of that call.
    blocked = """() => new Promise((resolve) => {
        const listen = (event) => resolve([event.violatedDirective, event.blockedURI]);
        document.addEventListener("securitypolicyviolation", listen, { once: true });
        setTimeout(() => {
            try { new Function("return 1")(); resolve("evaluated"); } catch { /* see listen */ }
        });
    })"""
    assert page.evaluate(blocked) == eval_blocked_by


#: Tries each way to write text into the page or its scripts; returns those that work.
UNTRUSTED_WRITES = """async () => {
    const holder = document.createElement("div");
    const script = document.createElement("script");
    const ways = {
        inner: () => { holder.innerHTML = "<b>x</b>"; },
        outer: () => { document.body.append(holder); holder.outerHTML = "<b>x</b>"; },
        adjacent: () => holder.insertAdjacentHTML("beforeend", "<b>x</b>"),
        fragment: () => document.createRange().createContextualFragment("<b>x</b>"),
        parsed: () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
        written: () => document.write("<b>x</b>"),
        script: () => { script.text = "1"; },
        address: () => { script.src = "./static/js/boot.js"; },
        frame: () => { document.createElement("iframe").srcdoc = "<b>x</b>"; },
        worker: () => new Worker("./sw.js"),
        registered: () => navigator.serviceWorker.register("./sw.js"),
        second: () => trustedTypes.createPolicy("tableside", {}),
        other: () => trustedTypes.createPolicy("other", {}),
        fallback: () => trustedTypes.createPolicy("default", { createHTML: (text) => text }),
    };
    const allowed = [];
    for (const [name, way] of Object.entries(ways)) {
        try { await way(); allowed.push(name); } catch { /* as it should be */ }
    }
    return allowed;
}"""


def check_trusted_types(page: Page) -> None:
    """Check that only the page's own policy turns text into elements."""
    assert page.evaluate(UNTRUSTED_WRITES) == []
    # The policy itself accepts only markup as the templates write it.
    text = page.evaluate(
        """async () => {
            const address = document.querySelector('link[href*="/trusted."]').href;
            const { html } = await import(address);
            const holder = document.createElement("div");
            holder.innerHTML = html('<b class="x">y</b>');
            try { holder.innerHTML = html('<img src="./x" onerror="y">'); return "passed"; }
            catch { return holder.textContent; }
        }"""
    )
    assert text == "y"


def test_without_webassembly_says_so_and_can_be_read(broken_page: Page, site: Site) -> None:
    broken_page.add_init_script("delete globalThis.WebAssembly")
    broken_page.goto(site.address)
    assert wait_for_start(broken_page) == "failed"
    assert "WebAssembly" in boot_message(broken_page)
    assert broken_page.locator("[data-view]:visible h1").first.inner_text()


@pytest.mark.parametrize(
    "missing",
    [
        "pyodide/tableside.js",
        "pyodide/python.bin",
        "pyodide/chunks.js",
        "pyodide/pyodide.asm.wasm",
        "pyodide/pyodide.asm.js",
        "vendor/idb.js",
    ],
)
def test_a_missing_file_is_named(broken_page: Page, own_site: Site, missing: str) -> None:
    path = named(own_site.folder, missing)
    path.unlink()
    broken_page.goto(own_site.address)
    assert wait_for_start(broken_page) == "failed"
    # The browser may report the file only after the fault that it causes.
    wait_for(broken_page, f"document.body.innerText.includes({path.name!r})")
    assert path.name in boot_message(broken_page)
    assert broken_page.locator("[data-view]:visible h1").first.inner_text()


def test_an_app_that_breaks_is_reported(broken_page: Page, own_site: Site) -> None:
    index = own_site.folder / "index.html"
    index.write_text(index.read_text("utf-8").replace("await start()", "1 / 0"), "utf-8")
    broken_page.goto(own_site.address)
    assert wait_for_start(broken_page) == "failed"
    assert "Tableside couldn’t start" in boot_message(broken_page)


def test_a_host_that_goes_silent_is_noticed(broken_page: Page, site: Site) -> None:
    broken_page.route("**/*.wasm", lambda route: route.abort())
    broken_page.goto(site.address)
    assert wait_for_start(broken_page) == "failed"
    # The browser may report the file only after the fault that it causes.
    wait_for(broken_page, "document.body.innerText.includes('pyodide.asm.')")
    assert "pyodide.asm." in boot_message(broken_page)


#: Records the states of the page.
RECORD_STATES = """window.states = [];
new MutationObserver(() => {
    const { state } = document.documentElement?.dataset ?? {};
    if (state && state !== states.at(-1)) states.push(state);
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });"""

#: Reports a fault of a browser extension, as an error and as a rejection.
FAULTS_ELSEWHERE = """() => {
    const filename = "chrome-extension://abc/inpage.js";
    const error = new Error("no wallet");
    error.stack = `Error: no wallet\\n    at ${filename}:1:1`;
    dispatchEvent(new ErrorEvent("error", { filename, error }));
    Promise.reject(error);
}"""


@pytest.mark.fresh  # it sets the clock
def test_missing_styles_other_faults_and_a_sleep_fail_no_start(
    broken_page: Page, site: Site
) -> None:
    """A typeface and the styles for paper are missing, an extension breaks, the device sleeps."""
    page = broken_page
    held: list[Route] = []
    for missing in ("**/*.woff2", "**/print.*.css"):
        page.route(missing, lambda route: route.abort())
    page.route("**/*.wasm", lambda route: held.append(route))
    page.add_init_script(RECORD_STATES)
    page.clock.install()
    page.goto(site.address, wait_until="commit")
    wait_for(page, f"{STATE} === 'loading' && document.readyState === 'complete'")
    page.evaluate(FAULTS_ELSEWHERE)
    page.clock.fast_forward(70_000)
    page.clock.run_for(2_000)
    held[0].continue_()
    assert wait_for_start(page) == "ready"
    assert page.evaluate("states") == ["loading", "ready"]


def test_a_start_that_failed_and_succeeds_leaves_no_message(broken_page: Page, site: Site) -> None:
    page = broken_page
    held: list[Route] = []
    page.route("**/*.wasm", lambda route: held.append(route))
    page.goto(site.address, wait_until="commit")
    wait_for(page, f"{STATE} === 'loading' && document.readyState === 'complete'")
    page.evaluate("dispatchEvent(new ErrorEvent('error', { error: new Error('no') }))")
    wait_for(page, f"{STATE} === 'failed'")
    expect(page.locator("[data-trouble]")).to_be_visible()
    held[0].continue_()
    wait_for(page, f"{STATE} === 'ready'")
    expect(page.locator("[data-trouble]")).to_be_hidden()
    expect(page.locator("[data-boot-message]").first).to_be_hidden()


#: Records the parts of the page that each frame shows, until the end of the start.
RECORD_FRAMES = """window.drawn = [];
const parts = {
    name: ".brand", bar: ".bar .find", home: "[data-view=home]", form: "[data-view$=skill_test]",
};
requestAnimationFrame(function look() {
    const shows = ([, part]) => document.querySelector(part)?.checkVisibility();
    drawn.push(Object.entries(parts).filter(shows).map(([name]) => name).join(" "));
    if (document.documentElement.dataset.state === "loading") requestAnimationFrame(look);
});"""


def test_the_pages_name_is_drawn_first_and_home_only_where_it_is_asked_for(
    broken_page: Page, site: Site
) -> None:
    page = broken_page
    page.add_init_script(NO_WORKER)  # one would answer before `route`
    page.add_init_script(RECORD_FRAMES)

    def after_the_name(route: Route) -> None:
        wait_for(page, "window.drawn.includes('name')")
        route.continue_()

    page.route(
        "**/static/js/boot.*.js", after_the_name
    )  # else it may choose the view before the first frame
    for link, hidden, last in (("#/garden/skill_test", "home", "form"), ("", "form", "home")):
        page.goto("about:blank")
        open_ready(page, site.address + link)
        frames = [frame for frame in page.evaluate("window.drawn") if frame]
        assert frames[0] == "name"
        assert frames[-1] == f"name bar {last}"
        assert not any(hidden in frame for frame in frames)


def test_a_roll_before_the_start_is_remembered(page: Page, site: Site) -> None:
    page.route("**/*.wasm", lambda route: None)  # the start waits as long as the test looks
    page.goto(site.address, wait_until="commit")
    wait_for(page, f"{STATE} === 'loading' && {ROUTED}")
    page.evaluate(
        """() => {
            const form = document.createElement("form");
            form.dataset.procedure = "none.such";
            const button = document.createElement("button");
            button.dataset.do = "roll";
            form.append(button);
            document.body.append(form);
            form.querySelector("button").click();
        }"""
    )
    form = page.locator("form[data-procedure='none.such']")
    assert form.get_attribute("data-pending") == "roll"
    assert page.evaluate("window.tablesidePending") == {"procedure": "none.such"}
    page.evaluate("location.hash = '#/campaigns'")  # it waits no longer once another page is open
    expect(form).not_to_have_attribute("data-pending", "roll")
    assert page.evaluate("window.tablesidePending ?? null") is None


def test_actions_count_that_come_before_a_script(page: Page, site: Site) -> None:
    """Scripts run in the order of the page, each after the one that is late here."""
    boot: list[Route] = []
    layers: list[Route] = []
    page.route("**/*.wasm", lambda route: None)
    page.route("**/static/js/boot.*.js", lambda route: boot.append(route))
    page.route("**/static/js/layers.*.js", lambda route: layers.append(route))
    page.goto(site.address, wait_until="commit")
    # A first try waits for Python. A link of the menu closes it, also before the router.
    menu, search = page.locator("[data-games]"), page.locator("[data-palette]")
    page.locator("[data-try]").first.click()
    menu.locator("summary").click()
    page.locator('[data-game-link="prism"]').click()
    expect(menu).not_to_have_attribute("open", "")
    boot[0].continue_()
    expect(page.locator('[data-view="prism"]')).to_be_visible()
    assert page.evaluate("window.tablesideTried.dataset.do") == "try"
    # Words to look for, an open menu and a tap on Search wait for their scripts.
    page.evaluate("location.hash = '#/prism/rules'")
    rules = page.locator('[data-view="prism/rules"]')
    rules.locator("[data-search]").fill("initiative")
    menu.locator("summary").click()
    page.locator('[data-do="search"]:visible').click()
    layers[0].continue_()
    expect(search).to_be_visible()
    expect(rules.locator(".search-said")).to_contain_text("found")
    page.keyboard.press("Escape")
    expect(search).to_be_hidden()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
