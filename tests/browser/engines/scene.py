"""A scene as data: what a person does in a browser, and what is to be seen then.

Every act says what is done (`does`), in which `tab` (the main one, if it says none; `phone` is
another device, with a store of its own), by these words in the order in which they stand there:

`device`  reload, offline, online, restart, kill: what happens to page, network or browser
`copy`    copies what stands in that field; `{copied}` is it in what is filled in later, and the
          place that it leads to (from its #) where somebody goes
`visit`   opens that address anew, and waits until a roll is possible
`at`      goes to that view within the page
`fill`    writes a text in each of these fields
`tap`     taps this, or these one after another
`type`    presses these keys
`save`    taps what gives a file; `load` chooses that file here
`paper`   prints: so many pages
`close`   closes the tab

`try` looks whether that is there within a while; acts with `else` are done only where it was not.

`see` is what has to be there within a moment, by selector: a number (so many), true or false (can
be seen, or not), a text (stands in one that can be seen).
"""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path
from typing import Any

from tests.browser.engines.driver import Browser, Tab
from tests.browser.support.driving import KEPT_FOR_OFFLINE, LOOK, PATIENCE_S, SOON_S, STATE
from tests.serving import Site

SCENES = Path(__file__).parents[2] / "data" / "engines"

READY = f"{STATE} === 'ready'"
QUIET = "!('busy' in document.documentElement.dataset)"

#: What of it is not as wanted, with what is there instead.
UNMET = """(wanted, patience) => new Promise((told) => {
    const until = performance.now() + patience;
    const faults = () => Object.entries(wanted).flatMap(([selector, what]) => {
        const all = [...document.querySelectorAll(selector)];
        const seen = all.filter((at) => at.checkVisibility());
        const text = (at) => at.selectedOptions?.[0]?.text ?? at.innerText;
        const words = seen.map((at) => text(at).replace(/\\s+/g, " "));
        const found = { number: all.length, boolean: seen.length > 0,
            string: words.find((each) => each.includes(what)) ?? words };
        const is = found[typeof what];
        const good = typeof what === "string" ? typeof is === "string" : is === what;
        return good ? [] : [`${selector}: ${JSON.stringify(is)} instead of ${what}`];
    });
    const look = () => {
        const unmet = faults();
        if (!unmet.length || performance.now() > until) told(unmet);
        else setTimeout(look, 20);
    };
    look();
})"""


WORDS = [
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


class Scene:
    """The scene of that name on the page at that address, which may be a site to be stopped."""

    def __init__(
        self,
        name: str,
        browser: Browser,
        page: Site | str,
        folder: Path,
        phone: str = "",
    ) -> None:
        """phone: the address of the same page for another device."""
        record = json.loads((SCENES / f"{name}.json").read_text("utf-8"))
        self._acts: list[dict[str, Any]] = record["acts"]
        self._browser = browser
        self._page = page
        self._address = page if isinstance(page, str) else page.address
        self._folder = folder
        self._phone = phone
        self._tabs: dict[str, Tab] = {}
        self._file = folder
        self._copied = ""
        self._met = False

    def play(self) -> None:
        for number, act in enumerate(self._acts, 1):
            if act.get("else") and self._met:
                continue
            try:
                self._act(dict(act))
            except Exception as fault:
                fault.add_note(f"act {number}: {act['does']}")
                for name, tab in self._tabs.items():
                    picture = self._folder / f"act {number} {name}.png"
                    try:
                        picture.write_bytes(tab.picture())
                    except Exception as gone:  # what went wrong before is to be told
                        fault.add_note(f"There is no picture of {name}: {gone}")
                    else:
                        fault.add_note(f"It looked so: {picture}")
                raise

    def _act(self, act: dict[str, Any]) -> None:
        does, name, wanted = act.pop("does"), act.pop("tab", ""), act.pop("see", {})
        act.pop("else", False)
        self._tab(name)
        for word, given in act.items():
            assert word in WORDS, f"{does}: there is no word {word}"
            getattr(self, f"_{word}")(self._tab(name), given)
            if word == "close":
                del self._tabs[name]
                return
            self._settle(self._tab(name))
        unmet = self._tab(name).run(UNMET, wanted, SOON_S * 1000)
        assert not unmet, unmet

    # --- the words ---

    def _try(self, tab: Tab, wanted: dict[str, Any]) -> None:
        self._met = not tab.run(UNMET, wanted, SOON_S * 1000)

    def _copy(self, tab: Tab, selector: str) -> None:
        self._copied = tab.run("(selector) => document.querySelector(selector).value", selector)

    def _device(self, tab: Tab, what: str) -> None:
        if what == "reload":
            tab.reload()
            self._started(tab)
        elif what == "offline":
            self._wait(tab, KEPT_FOR_OFFLINE, PATIENCE_S)
            self._host.stop()
        elif what == "online":
            self._host.start()
        else:
            self._browser.kill() if what == "kill" else self._browser.quit()
            self._tabs.clear()

    def _visit(self, tab: Tab, hash: str) -> None:
        address = self._phone if tab is self._tabs.get("phone") else self._address
        tab.go(f"{address}{self._place(hash)}")
        self._started(tab)

    def _at(self, tab: Tab, hash: str) -> None:
        tab.run("(hash) => { location.hash = hash; }", self._place(hash))

    def _place(self, hash: str) -> str:
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
        came = pages(tab.paper())
        assert came == wanted, f"{came} pages"

    def _close(self, tab: Tab, _: bool) -> None:
        tab.close()

    # --- what they stand on ---

    def _tab(self, name: str) -> Tab:
        if name not in self._tabs:
            self._tabs[name] = self._browser.open()
        return self._tabs[name]

    @property
    def _host(self) -> Site:
        assert isinstance(self._page, Site), "nobody serves this page"
        return self._page

    def _started(self, tab: Tab) -> None:
        """A machine that is crowded may be slower than the page's own patience."""
        self._wait(tab, READY, PATIENCE_S * 2)

    def _settle(self, tab: Tab) -> None:
        # A moment later: by then a tap has been heard and a view opened.
        tab.run("() => new Promise((told) => setTimeout(told))")
        self._wait(tab, QUIET, SOON_S)

    def _wait(self, tab: Tab, expression: str, seconds: float) -> Any:
        value = tab.run(LOOK.replace("EXPRESSION", expression), seconds * 1000)
        assert value, f"still not true after {seconds} s: {expression}"
        return value


def pages(pdf: bytes) -> int:
    """How many pages a PDF has; some browsers pack its objects."""
    packed = re.findall(rb"/ObjStm.*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    objects = [pdf, *(zlib.decompressobj().decompress(each) for each in packed)]
    return sum(len(re.findall(rb"/Type\s*/Page\b", each)) for each in objects)
