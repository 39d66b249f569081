"""Plays scenes from data: lists of acts in a browser, each with the expected elements.

Every act has a description (`does`) and a `tab` (by default the main one; `phone` is another
device with a store of its own). Its other keys are actions, done in the order of the data:

`device`  reload, offline, online, restart or kill: the page, the network or the browser
`copy`    copy the text of a field; later `{copied}` stands for it in texts, and for its part from
          the # on in addresses
`visit`   load this address, and wait until a roll is possible
`at`      go to this view within the page
`fill`    write a text in each of these fields
`tap`     tap this element, or these one after another
`type`    press these keys
`save`    tap an element that downloads a file; `load` chooses that file here
`paper`   print, and check the number of pages
`close`   close the tab

`try` waits a while for elements; acts with `else` are done only if they did not appear.

`see` holds the expected state by selector: a number (of elements), true or false (one is visible,
or none), or a text (a visible element contains it).
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

from tests.browser.engines.driver import Browser, Tab
from tests.browser.support.driving import LOOK, OFFLINE_READY, PATIENCE_S, SOON_S, STATE
from tests.serving import Site

SCENES = Path(__file__).parents[2] / "data" / "engines"

READY = f"{STATE} === 'ready'"

#: Keeps the page from making a snapshot, which no scene uses, while a scene waits.
WITHOUT_SNAPSHOT = "() => { document.documentElement.dataset.memory ??= 'refused'; }"

QUIET = "!('busy' in document.documentElement.dataset)"

#: Waits for the wanted state; the result is a list of the differences. It looks ever more seldom,
#: as reading the texts takes long in some engines.
UNMET = """(wanted, patience) => new Promise((resolve) => {
    const until = performance.now() + patience;
    let pause = 20;
    const faults = () => Object.entries(wanted).flatMap(([selector, expected]) => {
        const all = [...document.querySelectorAll(selector)];
        const visible = all.filter((at) => at.checkVisibility());
        const text = (at) => at.selectedOptions?.[0]?.text ?? at.innerText;
        const words = visible.map((at) => text(at).replace(/\\s+/g, " "));
        const found = { number: all.length, boolean: visible.length > 0,
            string: words.find((each) => each.includes(expected)) ?? words };
        const is = found[typeof expected];
        const good = typeof expected === "string" ? typeof is === "string" : is === expected;
        return good ? [] : [`${selector}: ${JSON.stringify(is)} instead of ${expected}`];
    });
    const look = () => {
        const unmet = faults();
        if (!unmet.length || performance.now() > until) resolve(unmet);
        else setTimeout(look, (pause = Math.min(pause * 1.2, 300)));
    };
    look();
})"""


ACTIONS = [
    "device",
    "try",
    "copy",
    "visit",
    "at",
    "fill",
    "tap",
    "type",
    "save",
    "load",
    "paper",
    "close",
]


class Stage:
    """Scenes on a page: an address, or a site that a scene can stop."""

    def __init__(self, browser: Browser, page: Site | str, folder: Path, phone: str = "") -> None:
        """phone: the address of the same page for another device."""
        self._browser = browser
        self._page = page
        self._address = page if isinstance(page, str) else page.address
        self._folder = folder
        self._phone = phone
        self._tabs: dict[str, Tab] = {}
        self._file = folder
        self._copied = ""
        self._try_succeeded = False

    def play(self, scene: str) -> None:
        """Play a scene by its name; its tabs stay open for the next one."""
        self.act(*json.loads((SCENES / f"{scene}.json").read_text("utf-8"))["acts"])

    def act(self, *acts: dict[str, Any]) -> None:
        for number, act in enumerate(acts, 1):
            if act.get("else") and self._try_succeeded:
                continue
            try:
                self._act(dict(act))
            except Exception as fault:
                fault.add_note(f"act {number}: {act['does']}")
                for name, tab in self._tabs.items():
                    picture = self._folder / f"act {number} {name}.png"
                    try:
                        picture.write_bytes(tab.picture())
                    except Exception as error:  # it must not hide the first fault
                        fault.add_note(f"There is no picture of {name}: {error}")
                    else:
                        fault.add_note(f"Picture of {name}: {picture}")
                raise

    def _act(self, act: dict[str, Any]) -> None:
        does, name, wanted = act.pop("does"), act.pop("tab", ""), act.pop("see", {})
        act.pop("else", False)
        self._tab(name)
        for word, given in act.items():
            assert word in ACTIONS, f"{does}: there is no action {word}"
            getattr(self, f"_{word}")(self._tab(name), given)
            if word == "close":
                del self._tabs[name]
                return
            self._settle(self._tab(name))
        unmet = self._tab(name).run(UNMET, wanted, SOON_S * 1000)
        assert not unmet, unmet

    # --- actions ---

    def _try(self, tab: Tab, wanted: dict[str, Any]) -> None:
        self._try_succeeded = not tab.run(UNMET, wanted, SOON_S * 1000)

    def _copy(self, tab: Tab, selector: str) -> None:
        self._copied = tab.run("(selector) => document.querySelector(selector).value", selector)

    def _device(self, tab: Tab, change: str) -> None:
        if change == "reload":
            tab.reload()
            self._wait_for_start(tab)
        elif change == "offline":
            self._wait(tab, OFFLINE_READY, PATIENCE_S)
            self._host.stop()
        elif change == "online":
            self._host.start()
        else:
            self._browser.kill() if change == "kill" else self._browser.quit()
            self._tabs.clear()

    def _visit(self, tab: Tab, hash: str) -> None:
        address = self._phone if tab is self._tabs.get("phone") else self._address
        tab.go(f"{address}{self._insert_copied(hash)}")
        self._wait_for_start(tab)

    def _at(self, tab: Tab, hash: str) -> None:
        tab.run("(hash) => { location.hash = hash; }", self._insert_copied(hash))

    def _insert_copied(self, hash: str) -> str:
        return hash.replace("{copied}", self._copied[self._copied.find("#") :])

    def _fill(self, tab: Tab, texts: dict[str, str]) -> None:
        for selector, text in texts.items():
            tab.fill(selector, text.replace("{copied}", self._copied))

    def _tap(self, tab: Tab, selectors: str | list[str]) -> None:
        for selector in [selectors] if isinstance(selectors, str) else selectors:
            tab.tap(selector)
            self._settle(tab)

    def _type(self, tab: Tab, keys: str) -> None:
        tab.type(keys)

    def _save(self, tab: Tab, selector: str) -> None:
        self._file = tab.save(selector, self._folder)

    def _load(self, tab: Tab, selector: str) -> None:
        tab.load(selector, self._file)

    def _paper(self, tab: Tab, wanted: int) -> None:
        count = count_pages(tab.paper())
        assert count == wanted, f"{count} pages"

    def _close(self, tab: Tab, _: bool) -> None:
        tab.close()

    # --- helpers ---

    def _tab(self, name: str) -> Tab:
        if name not in self._tabs:
            self._tabs[name] = self._browser.open()
        return self._tabs[name]

    @property
    def _host(self) -> Site:
        assert isinstance(self._page, Site), "no server can be stopped for this page"
        return self._page

    def _wait_for_start(self, tab: Tab) -> None:
        # A busy machine may be slower than the page's own patience.
        self._wait(tab, READY, PATIENCE_S * 2)
        tab.run(WITHOUT_SNAPSHOT)

    def _settle(self, tab: Tab) -> None:
        # After a task of its own: by then a tap has been handled and a view opened.
        tab.run("() => new Promise((resolve) => setTimeout(resolve))")
        self._wait(tab, QUIET, SOON_S)

    def _wait(self, tab: Tab, expression: str, seconds: float) -> Any:
        value = tab.run(LOOK.replace("EXPRESSION", expression), seconds * 1000)
        assert value, f"still not true after {seconds} s: {expression}"
        return value


def count_pages(pdf: bytes) -> int:
    """Return the number of pages of a PDF; some browsers compress its objects."""
    packed = re.findall(rb"/ObjStm.*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    objects = [pdf, *(zlib.decompressobj().decompress(each) for each in packed)]
    return sum(len(re.findall(rb"/Type\s*/Page\b", each)) for each in objects)
