"""The start: to a page that rolls, also offline; or to a page that says why not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route

from tests.browser.support.driving import (
    STATE,
    Trouble,
    boot_message,
    open_ready,
    settle,
    wait_for,
    wait_for_start,
)
from tests.serving import Site, named

pytestmark = [pytest.mark.browser, pytest.mark.fresh, pytest.mark.brief]

# boot.js has run: it has chosen the view to show.
ROUTED = "!('booting' in document.documentElement.dataset)"


#: The bytes of each module that is compiled in a page's own turn.
NOTED = """window.compiled = [];
WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(module, given) {
        window.compiled.push(String(new Uint8Array(given[0])));
        return Reflect.construct(module, given);
    },
});"""


def test_a_first_start(broken_page: Page, site: Site, trouble: Trouble) -> None:
    """What it asks for, what it compiles, and then what the policy lets be done in it."""
    page = broken_page
    # The icon is asked for by the browser itself as well.
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/icons/")[0]))
    page.add_init_script(NOTED)
    open_ready(page, site.address + "#/garden/skill_test")
    assert page.locator("progress[data-boot-progress]").evaluate_all(
        "bars => bars.every((bar) => bar.value === bar.max)"
    )
    files = [address for address in asked if re.search(r"\.[0-9a-f]{12}\.", address)]
    assert len(files) > 12
    assert len(files) == len(set(files)), "for nothing twice"
    page.locator("[data-do=roll]:visible").click()
    settle(page)
    compiled = page.evaluate("window.compiled")
    assert len(compiled) > 10
    assert len(compiled) == len(set(compiled)), "what gives functions on, once for each kind"
    assert trouble.foreign == []
    assert trouble.found == []
    blocks_inline_scripts_and_eval(page, ["require-trusted-types-for", "trusted-types-sink"])
    lets_text_become_elements_through_the_gate_only(page)


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
    blocks_inline_scripts_and_eval(broken_page, ["script-src", "eval"])


def blocks_inline_scripts_and_eval(page: Page, eval_blocked_by: list[str]) -> None:
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.append("document.title = 'inline'");
            document.head.append(script);
        }"""
    )
    assert page.title() != "inline"
    # What Playwright evaluates stands outside the policy; what it leaves for later does not.
    blocked = """() => new Promise((resolve) => {
        const told = (event) => resolve([event.violatedDirective, event.blockedURI]);
        document.addEventListener("securitypolicyviolation", told, { once: true });
        setTimeout(() => {
            try { new Function("return 1")(); resolve("evaluated"); } catch { /* told above */ }
        });
    })"""
    assert page.evaluate(blocked) == eval_blocked_by


#: Each way to write text into the page or its scripts, and what comes of it.
PAST_THE_GATE = """async () => {
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
    const gone_through = [];
    for (const [name, way] of Object.entries(ways)) {
        try { await way(); gone_through.push(name); } catch { /* as it should be */ }
    }
    return gone_through;
}"""


def lets_text_become_elements_through_the_gate_only(page: Page) -> None:
    assert page.evaluate(PAST_THE_GATE) == []
    # The gate itself makes elements of what our templates write, and of nothing else.
    said = page.evaluate(
        """async () => {
            const address = document.querySelector('link[href*="/trusted."]').href;
            const { html } = await import(address);
            const holder = document.createElement("div");
            holder.innerHTML = html('<b class="x">y</b>');
            try { holder.innerHTML = html('<img src="./x" onerror="y">'); return "passed"; }
            catch { return holder.textContent; }
        }"""
    )
    assert said == "y"


def test_without_webassembly_says_so_and_can_be_read(
    context: BrowserContext, broken_page: Page, site: Site
) -> None:
    context.add_init_script("delete globalThis.WebAssembly")
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
    # The browser may tell of the file only after the fault that followed from it.
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
    # The browser may tell of the file only after the fault that followed from it.
    wait_for(broken_page, "document.body.innerText.includes('pyodide.asm.')")
    assert "pyodide.asm." in boot_message(broken_page)


#: What of the page each frame shows, until all of it is there.
DRAWN = """window.drawn = [];
const parts = {
    name: ".brand", bar: ".bar .find", home: "[data-view=home]", form: "[data-view$=skill_test]",
};
requestAnimationFrame(function look() {
    const shows = ([, part]) => document.querySelector(part)?.checkVisibility();
    drawn.push(Object.entries(parts).filter(shows).map(([name]) => name).join(" "));
    if (document.documentElement.dataset.state === "loading") requestAnimationFrame(look);
});"""


def test_the_pages_name_is_drawn_first_and_home_only_where_it_is_asked_for(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(service_workers="block")  # that would answer in this one's place
    page = context.new_page()
    page.add_init_script(DRAWN)

    def after_the_name(route: Route) -> None:
        wait_for(page, "window.drawn.includes('name')")
        route.continue_()

    page.route("**/static/js/boot.*.js", after_the_name)  # it may choose the view before any frame
    for link, left_out, last in (("#/garden/skill_test", "home", "form"), ("", "form", "home")):
        page.goto("about:blank")
        open_ready(page, site.address + link)
        drawn = [seen for seen in page.evaluate("window.drawn") if seen]
        assert drawn[0] == "name"
        assert drawn[-1] == f"name bar {last}"
        assert not any(left_out in seen for seen in drawn)
    context.close()


def test_a_roll_before_the_start_is_remembered(page: Page, site: Site) -> None:
    page.route("**/*.wasm", lambda route: None)  # however long it takes to look
    page.goto(site.address, wait_until="commit")
    wait_for(page, f"{STATE} === 'loading' && document.readyState !== 'loading' && {ROUTED}")
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
