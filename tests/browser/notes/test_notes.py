"""Notes, and the game master's own characters, on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import open_ready, settle, wait_for_start
from tests.browser.support.tracking import Tracker
from tests.serving import Site

# The tests of the shared page play a game each.
pytestmark = pytest.mark.browser


def test_a_note_is_written_changed_removed_and_brought_back(running: Page) -> None:
    page, tracker = running, Tracker(running, "garden")
    tracker.samples()
    tracker.go("notes")
    view = page.locator('[data-view="garden/notes"]')
    new, stored = view.locator('form[data-note=""]'), view.locator(".kept-note")
    new.locator("textarea").fill("The mill is watched.\nBy two.")
    new.locator("select").select_option(label="Rowan Vale")
    new.locator('[data-do="note-keep"]').evaluate("each => { each.click(); each.click(); }")
    settle(page)
    expect(stored).to_have_count(1)  # two clicks store it once
    expect(new.locator("textarea")).to_have_value("")
    expect(stored.locator("[data-note-text]")).to_have_text("The mill is watched.\nBy two.")
    expect(stored.get_by_role("link")).to_have_text("Rowan Vale")

    new.locator("textarea").fill("half a tho")
    stored.locator('[data-do="note-edit"]').click()
    expect(stored.locator("textarea")).to_be_focused()
    stored.locator("textarea").fill("The mill is empty.")
    stored.locator('[data-do="note-keep"]').click()
    expect(stored.locator("[data-note-text]")).to_have_text("The mill is empty.")
    expect(new.locator("textarea")).to_have_value("half a tho")

    new.locator("textarea").fill("The ferryman knows.")
    new.locator('[data-do="note-keep"]').click()
    expect(stored).to_have_count(2)
    stored.nth(0).locator('[data-do="note-edit"]').click()
    stored.nth(0).locator("textarea").fill("The ferryman lies.")
    stored.nth(1).locator('[data-do="note-edit"]').click()
    expect(stored.nth(1).locator("textarea")).to_be_focused()
    expect(stored.nth(0).locator("[data-note-text]")).to_have_text("The ferryman lies.")
    stored.nth(1).locator('[data-do="note-edit"]').click()
    stored.nth(0).locator('[data-do="note-remove"]').click()
    expect(stored).to_have_count(1)

    stored.locator('[data-do="note-remove"]').click()
    expect(stored).to_have_count(0)
    page.locator("[data-undo-last]").first.click()
    expect(stored).to_have_count(1)
    settle(page)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(stored.locator("[data-note-text]")).to_have_text("The mill is empty.")


def test_the_game_masters_people_are_listed_apart_and_join_the_other_side(running: Page) -> None:
    page, tracker = running, Tracker(running, "wasteland")
    tracker.samples()
    tracker.go("characters")
    view = page.locator('[data-view="wasteland/characters"]')
    people, masters = view.locator(".person"), view.locator("[data-masters] .person")
    expect(masters).to_have_count(0)
    name = people.first.locator(".person-said > b").inner_text()
    people.first.locator(".line-more > summary").click()
    people.first.locator('[data-do="character-side"]').click()
    expect(people).to_have_count(1)
    view.locator('[data-tab="npc"]').click()
    expect(masters).to_have_count(1)
    expect(masters.locator(".person-said > b")).to_have_text(name)
    page.locator("[data-undo-last]").first.click()
    expect(masters).to_have_count(0)
    page.locator('[data-do="redo"]').first.click()
    expect(masters).to_have_count(1)

    tracker.go("encounter")
    tracker.tap('[data-do="encounter-begin"]')
    tracker.tap('[data-do="join-all"]')
    assert name not in tracker.names()
    tracker.panel("join").locator('[data-do="join"]').click()
    settle(page)
    assert name in tracker.names()


def test_a_note_on_a_sheet_waits_while_another_page_is_open(running: Page) -> None:
    page, tracker = running, Tracker(running, "striker")
    tracker.samples()
    sheet = page.locator('[data-view="striker/character"]')
    note, edit = sheet.locator(".note-new textarea"), sheet.locator('[data-do="sheet-edit"]')
    tracker.go("characters")
    links = page.locator('[data-view="striker/characters"] .person a').evaluate_all(
        "all => all.map((each) => each.hash)"
    )
    mine, other = links[:2]

    def go(hash: str) -> None:
        page.evaluate("hash => { location.hash = hash; }", hash)
        settle(page)

    go(mine)
    note.fill("half a tho")
    for elsewhere in ("#/striker/journal", other):
        go(elsewhere)
        if elsewhere == other:
            expect(note).to_have_value("")
        go(mine)
        expect(note).to_have_value("half a tho")
    for _ in range(2):
        edit.click()
        settle(page)
    expect(note).to_have_value("half a tho")
    sheet.locator('[data-do="note-keep"]').click()
    expect(sheet.locator("[data-note-text]")).to_have_text("half a tho")
    go(other)
    go(mine)
    expect(note).to_have_value("")


def test_a_note_that_is_being_written_stays_in_its_campaign(page: Page, site: Site) -> None:
    open_ready(page, f"{site.address}#/garden/characters")
    tracker = Tracker(page, "garden")
    tracker.samples()
    tracker.go("notes")
    note = page.locator('[data-view="garden/notes"] form[data-note=""]')
    text, about = note.locator("textarea"), note.locator("select")
    stored = page.locator('[data-view="garden/notes"] .kept-note')
    text.fill("She came.")
    tracker.after(note.locator('[data-do="note-keep"]').click)
    stored.locator('[data-do="note-edit"]').click()
    stored.locator("textarea").fill("She left.")
    text.fill("She lies.")
    about.select_option(index=1)
    page.evaluate("location.hash = '#/campaigns'")
    page.locator('details[data-key="new-campaign"] summary').click()
    page.get_by_role("button", name="Create", exact=True).click()
    settle(page)
    tracker.samples()
    tracker.go("notes")
    expect(text).to_have_value("")
    expect(about.locator("option")).to_have_count(3)
    expect(about).to_have_value("")
    expect(stored).to_have_count(0)
    page.evaluate("location.hash = '#/campaigns'")
    page.locator("[data-campaign]").last.get_by_role("button", name="Open").click()
    settle(page)
    # The person of the note is deleted before it is saved.
    tracker.go("notes")
    expect(text).to_have_value("She lies.")
    expect(stored.locator("textarea")).to_have_value("She left.")
    who = about.input_value()
    page.evaluate("hash => { location.hash = hash; }", f"#/garden/character/{who}")
    page.locator('[data-view="garden/character"] .sheet-more > summary').click()
    tracker.after(page.locator('[data-view="garden/character"] [data-do="character-remove"]').click)
    tracker.go("notes")
    expect(text).to_have_value("She lies.")
    expect(stored.locator("textarea")).to_have_value("She left.")
    expect(about.locator("option")).to_have_count(2)
    expect(about).to_have_value("")
