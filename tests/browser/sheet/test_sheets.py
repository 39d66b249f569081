"""A character's sheet on the page.

All tests share one page: a character that one of them adds is there in later ones.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.systems import games
from tests.browser.support.driving import HISTORY_SETTLED, settle, unfold, wait_for
from tests.browser.support.tracking import Tracker

pytestmark = pytest.mark.browser

#: Changes a field that does not have the focus.
CHANGE = """(field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.fixture
def page(running: Page) -> Page:
    return running


def test_only_the_sheet_that_is_edited_stands_open_for_it(page: Page) -> None:
    Tracker(page, "striker").samples()
    sheet = page.locator('[data-view="striker/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    expect(sheet.locator("form[data-sheet]").first).to_be_visible()
    mine = sheet.locator("h1").inner_text()
    page.go_back()
    others = page.locator('[data-view="striker/characters"] .person a')
    others.filter(has_not_text=mine).first.click()
    expect(sheet.locator("h1")).not_to_have_text(mine)
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)
    page.go_back()
    others.filter(has_text=mine).first.click()
    expect(sheet.locator("h1")).to_have_text(mine)
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)


def test_the_buttons_beside_a_number_write_it_on_the_sheet(page: Page) -> None:
    tracker = Tracker(page, "striker")
    tracker.samples()
    sheet = page.locator('[data-view="striker/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    field = sheet.locator('form[data-sheet] [name="hp"]')
    before = int(field.input_value())
    tracker.after(field.locator("xpath=..").locator('[data-do="step"][data-by="-1"]').click)
    expect(sheet.locator('form[data-sheet] [name="hp"]')).to_have_value(str(before - 1))


def test_a_refused_value_stays_with_its_fault_until_it_is_mended(page: Page) -> None:
    tracker = Tracker(page, "striker")
    tracker.samples()
    sheet = page.locator('[data-view="striker/character"]')
    edit, size = sheet.locator('[data-do="sheet-edit"]'), sheet.locator('[name="size"]')
    edit.click()
    size.fill("99")
    fault = "Size is 99; give a whole number from −10 to 20"
    for _ in range(2):
        edit.click()
        settle(page)
        expect(size).to_be_focused()
        expect(size).to_have_value("99")
        expect(sheet.locator('[data-fault="size"]')).to_have_text(fault)
    tracker.after(sheet.locator('[data-control="ex"] [data-do="step"][data-by="1"]').click)
    expect(size).to_have_value("99")
    expect(sheet.locator('[data-fault="size"]')).to_have_text(fault)
    size.fill("0")  # the stored value: nothing is drawn anew
    size.blur()
    expect(sheet.locator('[data-fault="size"]')).to_have_text("")
    edit.click()
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)


def test_typing_after_tab_replaces_a_number_that_has_grown_meanwhile(page: Page) -> None:
    """Most HP of a fresh character are 30, and HP follow them."""
    Tracker(page, "prism").new_character()
    sheet = page.locator('[data-view="prism/character"]')
    hp = sheet.locator('[name="hp"]')
    sheet.locator('[name="hp_max"]').fill("120")
    page.keyboard.press("Tab")
    expect(hp).to_have_value("120")
    settle(page)
    expect(hp).to_be_focused()
    page.keyboard.type("100")
    page.keyboard.press("Tab")
    settle(page)
    expect(hp).to_have_value("100")


def test_a_text_that_is_typed_while_the_sheet_is_redrawn_stays_whole(page: Page) -> None:
    """The field left before it is saved and redraws the sheet, also in the middle of a word."""
    tracker = Tracker(page, "trueworld")
    tracker.new_character()
    sheet = page.locator('[data-view="trueworld/character"]')
    name, concept = (
        sheet.locator("#trueworld-sheet-name"),
        sheet.locator("#trueworld-sheet-concept"),
    )
    concept.focus()
    page.keyboard.type("Bra")
    before = tracker.entries()
    tracker.after(lambda: name.evaluate(CHANGE, "Nadja"))
    expect(name).to_have_value("Nadja")
    expect(concept).to_be_focused()
    page.keyboard.type("wler")
    expect(concept).to_have_value("Brawler")
    tracker.after(lambda: page.keyboard.press("Tab"))
    expect(concept).to_have_value("Brawler")
    assert tracker.entries() == before + 2


@pytest.mark.parametrize("waits", [True, False])
def test_a_refused_value_is_named_on_the_next_page(page: Page, waits: bool) -> None:
    tracker = Tracker(page, "striker")
    tracker.samples()
    sheet, notice = page.locator('[data-view="striker/character"]'), page.locator("[data-notice]")
    sheet.locator('[data-do="sheet-edit"]').click()
    sheet.locator('[name="size"]').fill("99")
    if waits:
        sheet.locator('[name="size"]').blur()
        settle(page)
    page.locator('[data-goes="journal"]:visible').first.click()
    settle(page)
    expect(notice).to_contain_text("Not saved: Size is 99; give a whole number from −10 to 20")
    page.go_back()
    settle(page)
    expect(notice).to_be_hidden()
    expect(sheet.locator("form[data-sheet]")).to_have_count(0)


def test_the_menu_of_a_sheet_closes_as_every_menu_does(page: Page) -> None:
    tracker = Tracker(page, "striker")
    tracker.samples()
    address = page.url
    sheet = page.locator('[data-view="striker/character"]')
    menu, heading = sheet.locator(".sheet-more"), sheet.locator("h1")
    side = menu.locator('[data-do="character-side"]')
    for close in (lambda: page.keyboard.press("Escape"), heading.click, page.go_back, side.click):
        menu.locator("summary").click()
        expect(side).to_be_visible()
        wait_for(page, "history.state?.layers?.length")
        close()
        settle(page)
        expect(side).to_be_hidden()
        wait_for(page, HISTORY_SETTLED)
        assert page.url == address


def test_a_menu_that_closes_leaves_the_page_where_it_is_scrolled_to(page: Page) -> None:
    tracker = Tracker(page, "striker")
    tracker.samples()
    page.set_viewport_size({"width": 390, "height": 600})
    menu = page.locator('[data-view="striker/character"] .sheet-more')
    for close in (lambda: page.keyboard.press("Escape"), page.go_back):
        page.evaluate("scrollTo(0, 0)")
        menu.locator("summary").click()
        wait_for(page, "history.state?.layers?.length")
        page.evaluate("scrollTo(0, 100)")
        close()
        wait_for(page, "!history.state?.layers?.length")
        settle(page)
        page.wait_for_timeout(100)  # a browser scrolls after the event
        assert page.evaluate("scrollY") == 100
        wait_for(page, "history.scrollRestoration === 'auto'")
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_second_tap_on_remove_takes_no_other_entry(page: Page) -> None:
    """It is made on the entry that is shown until the finger leaves the screen."""
    tracker = Tracker(page, "striker")
    tracker.samples()
    sheet = page.locator('[data-view="striker/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    records = sheet.locator('[data-list="weapons"] [data-record]')
    count = records.count()
    for place in (0, -1):
        unfold(page, ".part-folded")
        unfold(page, ".record-fold")
        button = records.nth(place).locator('[data-do="record-remove"]')
        button.hover()
        page.mouse.down()
        button.dispatch_event("click")  # the first tap; `click()` would end the press
        settle(page)
        page.mouse.up()  # the second one
        settle(page)
        count -= 1
        expect(records).to_have_count(count)


def test_why_a_preset_cannot_be_saved_is_shown_on_the_sheet(page: Page) -> None:
    tracker = Tracker(page, "striker")
    tracker.go("characters")
    people = page.locator('[data-view="striker/characters"]')
    people.locator('[data-tab="npc"]').click()
    tracker.after(people.locator('[data-do="person-new"]').click)
    sheet = page.locator('[data-view="striker/character"]')
    for name in ("A", ""):
        sheet.locator("#striker-sheet-name").fill(name)
        tracker.after(sheet.locator("#striker-sheet-name").blur)
    sheet.locator('[data-do="sheet-edit"]').click()
    expect(sheet.locator("h1")).to_have_text("Nameless")
    sheet.locator(".sheet-more summary").click()
    sheet.locator('[data-do="preset-save"]').click()
    expect(page.locator("[data-notice]")).to_be_visible()
    expect(page.locator("[data-notice]")).to_contain_text("Give it a name first.")


def test_people_of_the_game_master_and_the_archived_are_asked_for(page: Page) -> None:
    tracker = Tracker(page, "garden")
    tracker.samples()
    sheet = page.locator('[data-view="garden/character"]')
    sheet.locator(".sheet-more summary").click()
    tracker.after(sheet.locator('[data-do="character-archive"]').click)
    tracker.go("characters")
    view = page.locator('[data-view="garden/characters"]')
    view.locator('[data-tab="npc"]').click()
    tracker.after(view.locator('[data-do="person-new"]').click)
    page.keyboard.type("The miller")
    tracker.after(lambda: page.keyboard.press("Enter"))
    note = sheet.locator(".note-new textarea")
    for text in ("Knows the way.", "Owes them."):
        note.fill(text)
        tracker.after(sheet.locator('.note-new [data-do="note-keep"]').click)
        expect(note).to_have_value("")
    expect(sheet.locator("[data-note-text]")).to_have_text(["Owes them.", "Knows the way."])
    tracker.go("characters")
    names = view.locator(".person-said > b")
    expect(names).to_have_text(["Rowan Vale"])
    view.locator('[data-tab="npc"]').click()
    expect(names).to_have_text(["The miller"])
    view.get_by_role("link", name="Archived").click()
    expect(names).to_have_text(["Ilya Marsh"])
    tracker.after(view.locator('[data-do="character-restore"]').click)
    view.locator('[data-tab="pc"]').click()
    expect(names).to_have_text(["Rowan Vale", "Ilya Marsh"])


def test_effects_on_a_sheet_wait_until_a_character_is_chosen(page: Page) -> None:
    tracker = Tracker(page, "garden")
    tracker.samples()
    page.evaluate("location.hash = '#/garden/apply_damage?damage=7'")
    form = page.locator('[data-view="garden/apply_damage"]')
    form.locator('[data-role="self"]').select_option("")
    form.locator('[data-do="roll"]').click()
    apply = form.locator('[data-result] [data-do="apply"]').last
    apply.click()
    notice = page.locator("[data-notice]")
    expect(notice).to_contain_text("Choose who rolls first.")
    expect(apply).to_be_visible()
    form.locator('[data-role="self"]').select_option(label="Rowan Vale")
    tracker.after(apply.click)
    expect(form.locator("[data-result] .done")).to_have_text("Applied")


def test_help_from_a_sheet_goes_to_the_receiver_and_then_into_their_roll(page: Page) -> None:
    tracker = Tracker(page, "trueworld")
    tracker.samples()
    tracker.go("characters")
    page.get_by_role("link", name="Ysolde Marr").first.click()
    sheet = page.locator('[data-view="trueworld/character"]')
    sheet.get_by_label("More: Courier").click()
    sheet.get_by_role("link", name="Courier, to help").click()
    form = page.locator('[data-view="trueworld/teamwork"]')
    form.locator('[data-role="receiver"]').select_option(label="Tamsin Okoro")
    form.locator('[data-do="enter"]').click()
    settle(page)
    page.keyboard.type("33")
    expect(form.locator("[data-result]")).to_have_attribute("data-grade", "helpful")
    tracker.after(form.locator('[data-do="apply"]').last.click)
    form.locator(".follows .roll-button").first.click()
    action = page.locator('[data-view="trueworld/action_roll"]')
    assert tracker.cast() == {"self": "Tamsin Okoro"}
    expect(action.locator('[name="teamwork_dice"]')).to_have_value("1")
    action.locator('[data-do="enter"]').click()
    settle(page)
    page.keyboard.type("241")
    tracker.after(action.locator('[data-do="apply"]').last.click)
    expect(action.locator('[name="teamwork_dice"]')).to_have_value("1")  # as it was rolled
    tracker.go("characters")
    page.get_by_role("link", name="Ysolde Marr").first.click()
    grit = sheet.locator('[data-track="grit"] b')
    expect(grit).to_have_text("2")


def test_boosts_are_invoked_in_the_form_and_on_the_sheet(page: Page) -> None:
    tracker = Tracker(page, "trueworld")
    tracker.samples()
    sheet = page.locator('[data-view="trueworld/character"]')
    sheet.locator('.line-more:has([data-place-of="specializations/1"]) summary').click()
    sheet.locator('a[data-place-of="specializations/1"]').first.click()
    form = page.locator('[data-view="trueworld/action_roll"]')
    expect(form.locator('[name="ability_die"]')).to_have_value("d8")
    expect(form.locator('[name="boost_dice"]')).to_have_value("0")
    kit = form.locator('[data-do="record-switch"]', has_text="Surgeon’s Kit")
    form.locator("details.cast-switches > summary").click()
    tracker.after(kit.click)
    expect(kit).to_have_attribute("aria-pressed", "true")
    expect(form.locator('[name="boost_dice"]')).to_have_value("1")
    expect(form.locator('[name="ability_die"]')).to_have_value("d8")
    page.go_back()
    switch = sheet.locator('[data-do="record-switch"]').nth(1)
    expect(switch).to_have_attribute("aria-pressed", "true")
    tracker.after(switch.click)
    expect(switch).to_have_attribute("aria-pressed", "false")


#: Blocks the page after the next press for longer than a tap-and-hold takes.
AT_WORK = """addEventListener("pointerup", () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
}, { capture: true, once: true })"""


def test_a_line_that_is_held_opens_its_menu_and_rolls_nothing(page: Page) -> None:
    Tracker(page, "wasteland").go("characters")
    page.locator('[data-view="wasteland/characters"] [data-sample="0"]').click()
    sheet = page.locator('[data-view="wasteland/character"]')
    skill = sheet.get_by_role("button", name="Roll Lockpick")
    skill.click(delay=700)
    options = sheet.get_by_role("link", name="Options: Lockpick")
    expect(options).to_be_visible()
    expect(sheet.locator(".line-more[open] .star")).to_be_visible()
    options.click()
    form = page.locator('[data-view="wasteland/skill_test"]')
    expect(form.locator('[data-do="roll"]')).to_be_visible()
    settle(page)
    expect(form.locator("[data-result]")).to_have_count(0)
    page.go_back()
    settle(page)
    # A tap on a busy page, which hears of it late, is no tap-and-hold.
    page.evaluate(AT_WORK)
    skill.click()
    expect(form.locator("[data-result]")).to_be_visible()


def test_a_new_character_starts_from_a_sample_and_takes_one_skill_more(page: Page) -> None:
    tracker = Tracker(page, "wasteland")
    tracker.new_character()
    sheet = page.locator('[data-view="wasteland/character"]')
    page.keyboard.type("Vex")
    tracker.after(lambda: sheet.locator('[data-do="sheet-from"]').first.click(), 2)
    expect(sheet.locator("h1")).to_have_text("Vex")
    skills = sheet.locator('[data-list="skills"]')
    before = skills.locator("[data-record]").count()
    tracker.after(skills.locator('[data-do="record-add"]').click)
    expect(skills.locator("[data-record]")).to_have_count(before + 1)
    expect(sheet.locator("[data-sheet-fault]")).to_be_empty()
    name = sheet.locator(f"#wasteland-skills-{before}-name")
    expect(name).to_be_focused()
    # An open entry names its number; in a closed one it stands beside the skill.
    numbers = skills.locator("label").get_by_text("Rating", exact=True)
    shown = numbers.evaluate_all("labels => labels.map((each) => each.offsetWidth > 1)")
    assert shown == [False] * before + [True]
    name.fill("Cooking")
    tracker.after(name.blur)
    sheet.locator('[data-do="sheet-edit"]').first.click()
    expect(sheet.locator('[data-list="weapons"] .line')).to_have_count(2)
    expect(sheet.locator('[data-list="skills"]')).to_contain_text("Cooking")


def test_a_character_is_made_of_a_name_in_one_screen_of_a_tablet(page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    for game in games():
        tracker = Tracker(page, game)
        tracker.new_character()
        sheet = page.locator(f'[data-view="{game}/character"]')
        expect(sheet.locator(f"#{game}-sheet-name")).to_be_focused()
        box = sheet.bounding_box()
        assert box is not None
        assert box["height"] <= 1200, game
        page.keyboard.type("Bo")
        tracker.after(lambda: page.keyboard.press("Enter"))
        expect(sheet.locator("h1")).to_have_text("Bo")
        expect(sheet.locator("form[data-sheet]")).to_have_count(0)
        assert sheet.locator("[data-procedure-of]:visible").count() > 0, game
