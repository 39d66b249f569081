"""Pictures of a table with several devices, the host's and a guest's, for review by eye.

    python -m bench.table_pictures [--out FOLDER] [--only WORD] [--width PX]

A session is played once; each of its screens is pictured in every width and theme.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from bench.screenshots import OUT, THEMES
from building.checks.find_chromium import find
from building.paths import DIST
from building.serving import Site
from tests.browser.conftest import ARGUMENTS
from tests.browser.support.crowd import ROLL
from tests.browser.support.devices import Device, pair
from tests.browser.support.driving import QUIET, settle, wait_for
from tests.browser.support.tracking import Tracker

#: Widths and heights: a phone, a tablet, a laptop.
SIZES = {390: 844, 820: 1180, 1440: 900}

#: Elements that one is to hit, and that are too small for it.
SMALL = """() => [...document.querySelectorAll(
    '[data-view]:not([hidden]) :is(button, input, summary), [data-slot=strip] :is(button, a)')]
    .filter((each) => each.checkVisibility() && !each.closest(".sr"))
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
    .map(([each, { width, height }]) =>
        `${each.textContent.trim().slice(0, 30)} ${Math.round(width)}x${Math.round(height)}`)"""


@dataclass(frozen=True)
class Pictures:
    """The folder of the pictures, and their selection."""

    folder: Path
    only: str
    widths: Sequence[int]

    def take(self, device: Device, name: str) -> None:
        """Take the current screen in every width and theme, and report overflows."""
        if self.only not in name:
            return
        page = device.page
        before = page.viewport_size
        for width in self.widths:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            for theme in THEMES:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                page.evaluate("() => scrollTo(0, 0)")
                wait_for(page, QUIET)
                page.screenshot(path=self.folder / f"{name}-{width}-{theme}.png", full_page=True)
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            small = page.evaluate(SMALL)
            if over > 0 or small:
                print(name, width, f"{over} px too wide" if over > 0 else "", *small, sep="; ")
        assert before is not None
        page.set_viewport_size(before)


def joining(host: Device, guest: Device, pictures: Pictures) -> None:
    host.go("together")
    pictures.take(host, "host-alone")
    host.tap("[data-do=invite]").sees("[data-invite]")
    pictures.take(host, "host-invites")
    guest.open(host.text("[data-invite] [data-code-text]"))
    guest.sees("[data-view=join] [data-code]")
    pictures.take(guest, "guest-code")
    host.fill("form[data-together=code] input", guest.text("[data-code-text]"))
    host.tap("form[data-together=code] button:not([type=button])")
    guest.sees("[data-who-am-i]")
    pictures.take(guest, "guest-who")
    guest.tap("[data-do=seat-take]").sees("[data-view='garden/character']")
    pictures.take(guest, "guest-sheet")
    host.tap("[data-do=invite-close]")


def company(host: Device, second: Device, onlooker: Device, pictures: Pictures) -> None:
    pair(host, second)
    second.sees("[data-who-am-i]")
    second.fill("form[data-together=new] input", "Thistle")
    second.tap("form[data-together=new] button").sees("[data-view='garden/character']")
    pair(host, onlooker)
    onlooker.sees("[data-who-am-i]")
    onlooker.tap("[data-do=seat-watch]").sees("[data-view='garden/table']")
    pictures.take(onlooker, "onlooker")
    onlooker.go("together")
    pictures.take(onlooker, "onlooker-together")
    host.go("together")
    pictures.take(host, "host-seats")


def asking(host: Device, guest: Device, second: Device, pictures: Pictures) -> None:
    host.go(ROLL).tap("[data-do=ask-table]")
    guest.sees(".is-asked")
    pictures.take(guest, "guest-asked")
    guest.tap("[data-do=ask-take]").tap("[data-do=roll]")
    host.sees(".is-card", "to roll")
    pictures.take(host, "host-answers")
    host.tap(".is-card [data-do=ask-close]")
    host.go("together").tap("[data-rule-of=confirm]")
    second.go(ROLL).tap("[data-do=roll]")
    host.sees(".told-line.is-asked")
    pictures.take(host, "host-proposal")
    pictures.take(second, "guest-proposal")
    second.go("together")
    pictures.take(second, "guest-waits")
    host.tap("[data-do=proposal-no]")
    second.sees("[data-do=act-retry]")
    pictures.take(second, "guest-refused")
    second.tap("[data-do=act-drop]")
    host.go("together").tap("[data-rule-of=confirm]")


def fight(host: Device, guest: Device, pictures: Pictures) -> None:
    tracker = Tracker(host.page, "garden")
    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.tap('[data-do="join-all"]')
    tracker.quick("2 raiders")
    for _ in range(6):
        if guest.page.locator(".is-turn").count():
            break
        host.tap("[data-do=turn-pass]")
        settle(guest.page)
    pictures.take(guest, "guest-turn")
    guest.go("garden/encounter")
    pictures.take(guest, "guest-fight")
    pictures.take(host, "host-fight")
    guest.go("garden/characters")
    pictures.take(guest, "guest-people")
    guest.go("garden/notes")
    pictures.take(guest, "guest-notes")
    guest.go("")
    pictures.take(guest, "guest-home")
    other = guest.page.evaluate(
        """[...document.querySelectorAll('[data-view="garden/characters"] a[href*="/character/"]')]
           .at(-1)?.getAttribute("href").slice(2)"""
    )
    if other:
        guest.go(other)
        pictures.take(guest, "guest-other-sheet")
    guest.go("garden/journal")
    pictures.take(guest, "guest-journal")


def gone(host: Device, guest: Device, pictures: Pictures) -> None:
    host.page.close()
    guest.sees(".is-away")
    guest.go(ROLL).tap("[data-do=roll]").sees(".is-away", "1 not sent")
    pictures.take(guest, "guest-away")
    guest.go("together")
    pictures.take(guest, "guest-away-together")


def take(browser: Browser, address: str, pictures: Pictures) -> None:
    """Take all pictures."""
    host = Device(browser, address, 820).open()
    host.tap("[data-try]")
    guest, second, onlooker = (Device(browser, address, 390) for _ in range(3))
    joining(host, guest, pictures)
    company(host, second, onlooker, pictures)
    asking(host, guest, second, pictures)
    fight(host, guest, pictures)
    gone(host, guest, pictures)


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of one table with several devices.")
    parser.add_argument("--out", type=Path, default=OUT / "table", help="where to")
    parser.add_argument("--width", type=int, choices=SIZES, action="append")
    parser.add_argument("--only", default="", help="a part of the pictures' names")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with Site(DIST) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        take(browser, site.address, Pictures(given.out, given.only, given.width or list(SIZES)))
        browser.close()
    print(f"{given.out}: {sum(1 for _ in given.out.glob('*.png'))} pictures")


if __name__ == "__main__":
    main()
