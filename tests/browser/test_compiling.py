"""What a start compiles of WebAssembly beside Python itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.driving import open_ready, settle
from tests.serving import Site

pytestmark = pytest.mark.browser

#: The bytes of each module that is compiled in a page's own turn.
NOTED = """window.compiled = [];
WebAssembly.Module = new Proxy(WebAssembly.Module, {
    construct(module, given) {
        window.compiled.push(String(new Uint8Array(given[0])));
        return Reflect.construct(module, given);
    },
});"""


def test_what_gives_functions_on_is_compiled_once_for_each_kind(page: Page, site: Site) -> None:
    page.add_init_script(NOTED)
    open_ready(page, f"{site.address}#/garden/skill_test")
    page.locator("[data-do=roll]:visible").click()
    settle(page)
    compiled = page.evaluate("window.compiled")
    assert len(compiled) > 10
    assert len(compiled) == len(set(compiled))
