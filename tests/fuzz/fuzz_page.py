"""Fuzz the built page: random taps, texts, Back and reloads, in windows of four sizes.

    python -m tests.fuzz.fuzz_page [minutes] [seed]

A fault is an error in the console, a report of trouble, a page wider than its window, or one that
stays busy. It is printed with the seed of its evening and the last actions; the same seed makes the
same choices again.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from app.systems import IDS
from building.checks.find_chromium import find
from building.paths import DIST
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.driving import open_ready, settle
from tests.browser.test_accessibility import BEYOND
from tests.serving import Site

#: Width, height, and whether the window is touched.
WINDOWS = ((360, 640, True), (390, 844, True), (820, 1180, True), (1280, 800, False))

ACTIONS = 150

TEXTS = (
    *("0", "1", "-3", "+5", "\u22122", "12", "99", "", "  4 ", "1e3", "2,5", "abc", "x" * 60),
    *("3d6", "6 6 1", "4,4,2", "3 wolves, DV 3", "Ana", "chk(15) = d20", "\U0001f480"),
)

#: Chooses an element in sight, mostly of the open view, and describes it. Downloads are left out.
CHOOSE = """(chance) => {
    const all = [...document.querySelectorAll(
        "button, a[href^='#'], summary, label, input:not([type=file]), select, textarea"
    )].filter((each) => each.checkVisibility({ visibilityProperty: true })
        && each.getClientRects().length
        && !each.matches("[data-do=save-everything], [data-do^=picture], [data-do=print-needed]")
    );
    const view = document.querySelector("[data-view]:not([hidden])");
    const inside = all.filter(
        (each) => view?.contains(each) || each.closest("dialog, [data-toast]"));
    const some = chance % 10 < 8 && inside.length ? inside : all;
    const one = globalThis.tablesideChosen = some[Math.floor(chance / 10) % some.length];
    if (!one) return null;
    one.scrollIntoView({ block: "center" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const words = one.getAttribute("aria-label") ?? one.name ?? "";
    return {
        x: x + width / 2, y: y + height / 2, tag: one.localName, kind: one.type ?? "",
        words: `${one.localName} ${words || one.textContent.trim().slice(0, 40)}`,
    };
}"""

SELECT = """(place) => {
    const list = globalThis.tablesideChosen;
    list.selectedIndex = place % list.options.length;
    for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
}"""

TROUBLE = """[...document.querySelectorAll("[data-trouble]")]
    .filter((each) => each.checkVisibility()).map((each) => each.textContent.trim()).join(" ")"""

#: Kinds of fields without typed text.
UNTYPED = {"checkbox", "radio", "range", "submit", "button", "color"}


class Evening:
    """Random actions on one page; `faults` are collected until they are printed."""

    def __init__(self, page: Page, seed: int, touched: bool) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.actions: list[str] = []
        self.faults: list[str] = []
        self._tap = page.touchscreen.tap if touched else page.mouse.click
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())

    def _on_console(self, message: Any) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def act(self) -> None:
        """Do one random action and check the page."""
        weights: dict[Callable[[], str], int] = {
            self._touch: 82,
            self._reload: 4,
            self._back: 4,
            self._escape: 3,
            self._by_key: 2,
            self._go: 5,
        }
        (action,) = self.dice.choices([*weights], [*weights.values()])
        self.actions.append(action())
        if self.dice.random() < 0.8:
            settle(self.page)
        self.faults += [str(trouble)] if (trouble := self.page.evaluate(TROUBLE)) else []
        if (beyond := self.page.evaluate(BEYOND)) > 0:
            self.faults.append(f"{beyond} px wider than the window")

    def _touch(self) -> str:
        chosen = self.page.evaluate(CHOOSE, self.dice.randrange(10**6))
        if chosen is None:
            return "nothing"
        words = str(chosen["words"])
        if chosen["tag"] == "select":
            self.page.evaluate(SELECT, self.dice.randrange(100))
            return words
        times = 2 if self.dice.random() < 0.1 else 1
        for _ in range(times):
            self._tap(chosen["x"], chosen["y"])
        if chosen["tag"] in ("input", "textarea") and chosen["kind"] not in UNTYPED:
            return f"{words}: {self._type()}"
        return words + ", twice" * (times - 1)

    def _type(self) -> str:
        text, keyboard = self.dice.choice(TEXTS), self.page.keyboard
        keyboard.press("Control+A")
        self.dice.choice((keyboard.type, keyboard.insert_text))(text)
        if self.dice.random() < 0.5:
            keyboard.press("Enter")
        return text

    def _reload(self) -> str:
        self.page.reload()
        open_ready(self.page, self.page.url)
        return "reload"

    def _back(self) -> str:
        self.page.go_back()
        if self.page.url == "about:blank":
            self.page.go_forward()
        return "Back"

    def _escape(self) -> str:
        self.page.keyboard.press("Escape")
        return "Escape"

    def _by_key(self) -> str:
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")
        return "Tab and Enter"

    def _go(self) -> str:
        address = f"#/{self.dice.choice(IDS)}/encounter"
        self.page.evaluate("(address) => { location.hash = address; }", address)
        return address


def spend_evening(browser: Browser, site: Site, seed: int) -> int:
    """Play one evening and return the number of different faults."""
    width, height, touched = WINDOWS[seed % len(WINDOWS)]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touched)
    evening = Evening(context.new_page(), seed, touched)
    known: set[str] = set()
    try:
        open_ready(evening.page, site.address)
        for _ in range(ACTIONS):
            evening.act()
            _print_faults(evening, known, seed)
    except (AssertionError, Error) as fault:
        evening.faults.append(str(fault))
        _print_faults(evening, known, seed)
    context.close()
    return len(known)


def _print_faults(evening: Evening, known: set[str], seed: int) -> None:
    for fault in evening.faults:
        if fault[:40] not in known:
            known.add(fault[:40])
            last = "; ".join(evening.actions[-6:])
            print(f"evening {seed}, at {evening.page.url}, after {last}:\n{fault}\n", flush=True)
    evening.faults.clear()


def main(minutes: float = 10, seed: int | None = None) -> int:
    """Play evenings for this many minutes; return 1 if one had a fault, else 0."""
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    until, faults, first = time.monotonic() + 60 * minutes, 0, seed
    with Site(DIST) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        while time.monotonic() < until:
            faults += spend_evening(browser, site, seed)
            seed += 1
        browser.close()
    print(f"{seed - first} evenings from {first} on, {faults} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(
        main(float(arguments[0]) if arguments else 10, int(arguments[1]) if arguments[1:] else None)
    )
