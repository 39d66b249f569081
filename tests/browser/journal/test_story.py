"""The journal: its page and documents; the players' screen; features of the device."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.campaigns.test_campaigns import go
from tests.browser.support.driving import open_ready, settle, wait_for, wait_for_start
from tests.browser.support.tab_clock import TabClock
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = pytest.mark.browser

#: Replaces wake lock, vibration and sound: each use is recorded in `done`.
DEVICE = """
globalThis.done = [];
const held = { request: async () => {
  done.push("awake");
  return { release: async () => done.push("asleep") };
} };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => held, configurable: true });
Navigator.prototype.vibrate = (ms) => done.push(`tick ${ms}`);
const asked = globalThis.matchMedia;
globalThis.matchMedia = (query) =>
  query === "(pointer: coarse)" ? { matches: true } : asked.call(globalThis, query);
globalThis.AudioContext = class {
  currentTime = 0;
  destination = {};
  constructor() { done.push("sound"); }
  createOscillator() {
    return { frequency: { setValueAtTime() {} }, connect() {}, start() {}, stop() {} };
  }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  }
};"""


def roll(page: Page, view: str) -> None:
    go(page, view)
    page.locator(f'[data-view="{view.partition("?")[0]}"] [data-do="roll"]').click()
    settle(page)


def ratio(page: Page, selector: str) -> float:
    """Return the contrast of a text with the page behind it."""
    return float(
        page.locator(selector).first.evaluate(
            """element => {
              const lit = (colour) => {
                const paint = document.createElement("canvas").getContext("2d");
                paint.fillStyle = colour;
                paint.fillRect(0, 0, 1, 1);
                return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
                  const share = part / 255;
                  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
                }).reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
              };
              const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
              const probe = document.body.appendChild(document.createElement("i"));
              probe.style.setProperty("color", "var(--paper)");
              const [text, behind] = [element, probe].map((e) => lit(getComputedStyle(e).color));
              probe.remove();
              const opacity = Number(getComputedStyle(element).opacity);
              if (opacity < 1) return 0;
              return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
            }"""
        )
    )


def test_the_journal_on_a_phone_is_a_page(page: Page, site: Site, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_ready(page, f"{site.address}#/garden/skill_test")
    roll(page, "garden/skill_test?skill_level=3&attribute=2&target_number=6")
    roll(page, "garden/skill_test?skill_level=3&attribute=2&target_number=4")
    expect(page.locator("[data-entry]").first).to_be_hidden()
    go(page, "garden/journal")
    view = page.locator('[data-view="garden/journal"]')
    expect(view.locator("[data-entry]")).to_have_count(2)
    expect(view.locator("[data-entry] .die").first).to_be_visible()
    view.locator("[data-journal-more] > summary").click()
    view.locator('[data-do="undo"]').click()
    settle(page)
    expect(view.locator("[data-entry][data-undone]")).to_have_count(1)
    for name in ("entry-grade", "entry-what"):
        assert ratio(page, f"[data-undone] .{name}") >= 4.5
    view.locator("[data-journal-find] > summary").click()
    view.locator('[data-sift="kind"]').select_option("change")
    expect(view.locator("[data-entry]")).to_have_count(0)
    view.locator('[data-sift="kind"]').select_option("roll")
    expect(view.locator("[data-entry]")).to_have_count(2)
    view.locator('[data-sift="text"]').fill("SKILL · 12345")
    expect(view.locator("[data-entry]")).to_have_count(0)
    view.locator('[data-do="journal-all"]').click()
    expect(view.locator('[data-sift="text"]')).to_have_value("")
    view.locator('[data-sift="text"]').fill("SKILL")
    expect(view.locator("[data-entry]")).to_have_count(2)
    more, menu = view.locator("[data-journal-more] > summary"), view.locator(".journal-more .menu")
    for button, kind, says in (("text", "md", "# Unnamed"), ("table", "csv", "When,Round")):
        more.click()
        top, above = menu.bounding_box(), more.bounding_box()  # below its button, by the filter
        assert top
        assert above
        assert 0 <= top["y"] - above["y"] - above["height"] <= 8
        with page.expect_download() as download:
            view.locator(f'[data-do="journal-{button}"]').click()
        assert download.value.suggested_filename.endswith(f".{kind}")
        download.value.save_as(tmp_path / kind)
        assert says in (tmp_path / kind).read_text("utf-8")
    # An entry links to its roll, and the journal closes.
    view.locator("[data-entry] a").first.click()
    expect(page.locator('[data-view="garden/skill_test"] [data-result]')).to_be_visible()
    expect(page.locator("[data-entry]").first).to_be_hidden()
    page.locator('[data-view="garden/skill_test"] [data-result] .foot-more > summary').click()
    with page.expect_download() as download:
        page.locator('[data-view="garden/skill_test"] [data-do="picture-save"]').click()
    download.value.save_as(tmp_path / "png")
    assert (tmp_path / "png").read_bytes()[:4] == b"\x89PNG"
    go(page, "wasteland/journal")  # of another campaign
    expect(page.locator('[data-sift="text"]')).to_have_value("")


def test_the_menu_of_a_short_journal_is_shown_whole(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_ready(page, f"{site.address}#/garden/skill_test")
    page.locator("#journal [data-journal-more] > summary").click()
    menu = page.locator("#journal .journal-more .menu")
    expect(menu).to_be_in_viewport(ratio=1)


def test_the_next_day_is_the_only_today_and_documents_agree_on_the_time(
    page: Page, site: Site, tmp_path: Path
) -> None:
    clock = TabClock(page, "2026-02-01T20:00:00")
    open_ready(page, f"{site.address}#/garden/skill_test")
    test = "garden/skill_test?skill_level=3&attribute=2&target_number="
    roll(page, f"{test}6")
    days = page.locator(".journal-session")
    go(page, "garden/journal")
    expect(days).to_have_text(["Today"])
    clock.set("2026-02-02T09:05:00")
    roll(page, f"{test}4")
    go(page, "garden/journal")
    expect(days).to_have_text(["Today", "Sunday, February 1"])

    view = page.locator('[data-view="garden/journal"]')
    for button in ("text", "table"):
        view.locator("[data-journal-more] > summary").click()
        with page.expect_download() as download:
            view.locator(f'[data-do="journal-{button}"]').click()
        assert "2026-02-02" in download.value.suggested_filename
        download.value.save_as(tmp_path / button)
    text, table = ((tmp_path / each).read_text("utf-8") for each in ("text", "table"))
    assert "- 9:05 AM" in text
    assert "2026-02-01 20:00:00," in table
    assert "2026-02-02 09:05:00," in table


def test_each_game_has_a_players_screen_of_its_own(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden")
    tracker = Tracker(page, "garden")
    tracker.samples()
    tracker.begin("raider")
    heading = page.locator("[data-view]:not([hidden]) .screen-heading")
    go(page, "garden/table")
    expect(heading).to_contain_text("Round")
    go(page, "wasteland/table")
    expect(heading).to_have_text("No fight running")
    tracker.go("encounter")
    tracker.panel("more")
    tracker.tap('[data-do="encounter-end"]')
    go(page, "wasteland/table")
    go(page, "garden/table")
    expect(heading).to_have_text("No fight running")


def test_the_players_screen_follows_and_the_device_behaves(
    context: BrowserContext, page: Page, site: Site, new_tab: Callable[[], Page]
) -> None:
    page.add_init_script(DEVICE)
    open_ready(page, f"{site.address}#/settings")
    sounds = page.locator('[data-setting="sounds"]')
    expect(sounds).to_have_attribute("aria-checked", "false")
    sounds.click()
    expect(sounds).to_have_attribute("aria-checked", "true")
    assert json.loads(page.evaluate("localStorage['tableside-device']"))["sounds"] is True
    tracker = Tracker(page, "wasteland")
    tracker.samples()
    tracker.begin("3 raiders, hp 7")
    wait_for(page, "done.includes('awake')")
    screen = new_tab()
    open_ready(screen, f"{site.address}#/wasteland/table")
    expect(screen.locator(".screen [data-seen]")).to_have_count(5)
    expect(screen.locator("[data-screen-roll]")).to_have_count(0)
    roll(page, "wasteland/skill_test?attribute=8&skill=3")
    wait_for(page, "done.includes('tick 12')")
    assert page.evaluate("done.includes('sound')")
    expect(screen.locator("[data-screen-roll] .die").first).to_be_visible()
    verdict = page.locator('[data-view="wasteland/skill_test"] [data-result]')
    expect(screen.locator("[data-screen-roll]")).to_contain_text(
        page.locator("[data-entry] .entry-grade").first.text_content() or "?"
    )
    expect(verdict).to_be_visible()
    assert (
        screen.evaluate("getComputedStyle(document.querySelector('.screen')).colorScheme") == "dark"
    )
    screen.close()
    tracker.go("encounter")
    tracker.panel("more")
    tracker.tap('[data-do="encounter-end"]')
    wait_for(page, "done.includes('asleep')")
    for part in (".journal", '[data-view="wasteland/encounter"]'):
        expect(page.locator(f"{part} [data-fight-sum]")).to_contain_text("1 roll")


def test_installing_is_offered_at_the_third_evening_and_declined_once(
    page: Page, site: Site
) -> None:
    page.add_init_script(
        """localStorage["tableside-device"] ??= JSON.stringify({
          evenings: ["2026-01-01", "2026-01-02", "2026-01-03"],
        });
        Object.defineProperty(Navigator.prototype, "standalone", { value: false });"""
    )
    open_ready(page, site.address)
    hint = page.locator("[data-install-hint]")
    expect(hint).to_contain_text("Add to Home Screen")
    hint.locator('[data-do="install-no"]').click()
    expect(hint).to_have_count(0)
    page.reload()
    assert wait_for_start(page) == "ready"
    settle(page)
    expect(hint).to_have_count(0)


#: Lets the browser offer an installation; it asks the user once, for a while.
OFFER_ONCE = """() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = () => new Promise((done, refuse) => {
        window.prompts = (window.prompts ?? 0) + 1;
        if (window.prompts > 1) refuse(new DOMException("once", "InvalidStateError"));
        else setTimeout(done, 300);
    });
    dispatchEvent(offer);
    location.hash = "#/settings";
}"""


def test_two_taps_that_install_ask_once(page: Page, site: Site) -> None:
    open_ready(page, site.address)
    settle(page)
    page.evaluate(OFFER_ONCE)
    page.locator('[data-do="install"]').first.dblclick()
    settle(page)
    assert page.evaluate("window.prompts") == 1
    expect(page.locator("[data-trouble]")).to_be_hidden()
