"""Pictures of every main screen, in common widths and themes, for review by eye.

    python -m bench.screenshots [--out FOLDER] [--only WORD] [--width PX] [--readme]

A campaign is played once in each window: people from samples, a fight, rolls.
"""

from __future__ import annotations

import argparse
import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from building.checks.find_chromium import find
from building.paths import DIST, ROOT
from building.serving import Site
from tests.browser.conftest import ARGUMENTS

WIDTHS = {360: 800, 820: 1180, 1180: 820, 1440: 900}
THEMES = ("light", "dark")
OUT = ROOT / "screenshots"

#: Those that the README shows, by their names in docs/.
README = {
    "home": "home-820-light",
    "roll": "result-820-light",
    "fight": "fight-1180-dark",
    "sheet": "sheet-820-light",
}

#: True a moment after everything that was asked for is done.
QUIET = """() => new Promise((told) => setTimeout(() =>
    told(!("busy" in document.documentElement.dataset)), 150))"""


class Visit:
    """A page in one window and theme, and the folder for its pictures."""

    def __init__(self, page: Page, address: str, folder: Path, suffix: str, only: str) -> None:
        self.page, self.address = page, address
        self._folder, self._suffix, self._only = folder, suffix, only

    def go(self, hash: str) -> None:
        self.page.evaluate("hash => { location.hash = hash }", f"#/{hash}")
        self.quiet()

    def tap(self, selector: str) -> None:
        self.page.locator(f"{selector}:visible").first.click()
        self.quiet()

    def tap_if_there(self, selector: str) -> None:
        if self.page.locator(f"{selector}:visible").count():
            self.tap(selector)

    def quiet(self) -> None:
        while not self.page.evaluate(QUIET):
            pass

    def picture(self, name: str) -> None:
        if self._only in name:
            self.page.screenshot(path=self._folder / f"{name}-{self._suffix}.png")


def newcomer(visit: Visit) -> None:
    visit.picture("home-new")
    visit.go("wasteland/characters")
    for sample in ("0", "1"):
        visit.tap_if_there('[data-view="wasteland/characters"] [data-fold="ready"] > summary')
        visit.tap(f'[data-do="character-sample"][data-sample="{sample}"]')
        visit.go("wasteland/characters")
    visit.picture("people")


def people(visit: Visit) -> None:
    visit.tap("[data-character] a[href*='/character/']")
    visit.picture("sheet")


def fight(visit: Visit) -> None:
    visit.go("wasteland/encounter")
    visit.tap('[data-do="encounter-begin"]')
    visit.tap('[data-do="join-all"]')
    line = visit.page.locator('[data-view="wasteland/encounter"] .quick-line input').first
    line.fill("3 raiders, hp 7")
    line.press("Enter")
    visit.quiet()
    visit.tap_if_there('[data-do="panel-close"]')
    visit.tap('[data-do="turn-pass"]')
    visit.page.evaluate("scrollTo(0, 0)")
    visit.picture("fight")
    visit.go("wasteland/table")
    visit.picture("players")
    visit.go("wasteland/forecast")
    visit.tap('[data-do="forecast-go"]')
    visit.page.wait_for_selector('[data-do="forecast-go"]', timeout=300_000)
    visit.picture("forecast")


def rolls(visit: Visit) -> None:
    visit.go("wasteland")
    visit.picture("what")
    visit.go("wasteland/skill_test?attribute=6&skill=3&difficulty=1")
    visit.picture("form")
    visit.tap('[data-do="roll"]')
    visit.picture("result")
    visit.tap('form [data-do="enter"]')
    visit.picture("typing")
    visit.go("wasteland/skill_test?attribute=6&skill=3&difficulty=1&rerolls=1")
    visit.tap('[data-do="roll"]')
    visit.picture("decision")
    visit.tap('[data-do="settle"]')
    visit.go("wasteland/dice")
    visit.page.locator('[data-view="wasteland/dice"] [data-notation]').fill("4d6kh3+2")
    visit.tap('[data-do="roll"]')
    visit.picture("dice")


def reading(visit: Visit) -> None:
    for name, path in (
        ("tables", "wasteland/tables"),
        ("rules", "wasteland/rules"),
        ("journal", "wasteland/journal"),
        ("luck", "wasteland/luck"),
        ("fair", "wasteland/fair"),
        ("notes", "wasteland/notes"),
        ("campaigns", "campaigns"),
        ("import", "import"),
        ("home", ""),
    ):
        visit.go(path)
        visit.picture(name)


def making(visit: Visit) -> None:
    visit.go("wasteland/characters")
    visit.tap_if_there('[data-view]:not([hidden]) [data-fold="ready"] > summary')
    visit.tap('[data-do="character-new"]')
    visit.picture("making")


STEPS: tuple[Callable[[Visit], None], ...] = (newcomer, people, fight, rolls, reading, making)


@contextmanager
def window(browser: Browser, width: int, theme: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": WIDTHS[width]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=width < 1200,
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def take(out: Path, dist: Path, widths: list[int], only: str) -> None:
    """Take all pictures, below `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with Site(dist) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for width in widths:
            for theme in THEMES:
                with window(browser, width, theme) as page:
                    page.goto(f"{site.address}#/")
                    page.wait_for_selector("html[data-state=ready]", timeout=120_000)
                    visit = Visit(page, site.address, out, f"{width}-{theme}", only)
                    visit.quiet()
                    for step in STEPS:
                        step(visit)
        browser.close()


def show(out: Path) -> None:
    """Write the README's pictures, made smaller, into docs/."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        page = browser.new_page()
        for name, picture in README.items():
            text = base64.b64encode((out / f"{picture}.png").read_bytes()).decode()
            page.set_content(f'<img style="width: 480px" src="data:image/png;base64,{text}">')
            page.locator("img").screenshot(path=ROOT / "docs" / f"{name}.png")
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every main screen.")
    parser.add_argument("--out", type=Path, default=OUT, help="where to (default: screenshots)")
    parser.add_argument("--dist", type=Path, default=DIST, help="the built page")
    parser.add_argument("--width", type=int, choices=WIDTHS, action="append")
    parser.add_argument("--only", default="", help="a part of the pictures' names")
    parser.add_argument("--readme", action="store_true", help="put the README's into docs/")
    given = parser.parse_args()
    take(given.out, given.dist, given.width or list(WIDTHS), given.only)
    if given.readme:
        show(given.out)
    print(f"{given.out}: {sum(1 for _ in given.out.glob('*.png'))} pictures")


if __name__ == "__main__":
    main()
