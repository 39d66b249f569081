"""A roll from start to end: helps, filled-in facts, follow-ups and later changes.

All tests share one page; the fights of Prism have their own campaign.
"""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.driving import (
    Trouble,
    settle,
    wait_for,
    wait_for_start,
    wait_for_stored_play,
)
from tests.browser.support.fighting import OPEN, PagePlayer
from tests.browser.support.table import Table
from tests.browser.support.tracking import Tracker
from tests.fights import Fight
from tests.fights.showing import Part
from tests.serving import Site

pytestmark = pytest.mark.browser

ATTACK = '[data-view="wasteland/attack"]'
DAMAGE = '[data-view="wasteland/damage"]'
SHOT = (
    "weapon_class=small-guns&attribute=7&skill=3&target_range=medium&defense=2&called_location=head"
)
#: Scrolls a button to the foot of the window, where a phone has it, and clicks it.
AT_THE_FOOT = "button => { button.scrollIntoView({ block: 'end' }); button.click(); }"
#: Whether the helps are computed.
HELPED = f"""(() => {{
    const slot = document.querySelector('{ATTACK} [data-slot="helps"]');
    return !slot.hasAttribute("aria-busy") && slot.querySelector(".helps");
}})()"""


@pytest.fixture(scope="module")
def wasteland(started: tuple[Page, Trouble]) -> Tracker:
    """Return the tracker of Wasteland with both samples."""
    tracker = Tracker(started[0], "wasteland")
    tracker.samples()
    return tracker


def test_helps_are_applied_line_by_line(running: Page) -> None:
    page = running
    Table(page).open("wasteland/attack", hash=f"#/wasteland/attack?{SHOT}")
    view = page.locator(ATTACK)
    slot = view.locator('[data-slot="helps"]')
    # The slot has its final height before its lines are known.
    wait_for(page, HELPED)
    height = slot.evaluate("slot => slot.getBoundingClientRect().height")
    lines = view.locator(".help-line")
    expect(lines.first).to_be_visible()
    slot.evaluate("slot => { window.lines = [...slot.childNodes]; slot.replaceChildren(); }")
    assert slot.evaluate("slot => slot.getBoundingClientRect().height") == height
    slot.evaluate("slot => slot.append(...window.lines)")
    # Each help is a button in a list, with a complete label.
    assert view.locator("ol.help-lines > li > button").count() == lines.count() > 3
    name = str(lines.first.text_content())
    assert "more likely" in name
    assert view.locator(".help-best").count() == 1
    # A tap puts the value of the line into its field; the focus stays in the list.
    before = view.locator("[data-odds-success]").first.inner_text()
    lines.first.focus()
    input_name, text = (
        lines.first.get_attribute("data-input"),
        lines.first.get_attribute("data-text"),
    )
    page.keyboard.press("Enter")
    settle(page)
    wait_for(page, HELPED)
    assert view.locator(f'[name="{input_name}"]').input_value() == text
    assert view.locator("[data-odds-success]").first.inner_text() != before
    assert page.evaluate("document.activeElement.closest('.helps') !== null")
    # While an input is missing there is no list.
    view.locator('[name="attribute"]').fill("")
    settle(page)
    wait_for(page, HELPED)
    expect(lines).to_have_count(0)
    view.locator('[name="attribute"]').fill("7")
    settle(page)
    wait_for(page, HELPED)
    assert lines.count() > 0
    # After the roll the list is hidden; a changed form has it again.
    view.locator('[data-do="roll"]').click()
    settle(page)
    expect(slot).to_be_hidden()
    view.locator('[name="skill"]').fill("4")
    settle(page)
    wait_for(page, HELPED)
    assert lines.count() > 0


def test_rolling_again_adds_an_entry(running: Page) -> None:
    """A procedure without a target offers none."""
    page = running
    Table(page).open("garden/skill_test", {"skill_level": "3"})
    view = page.locator('[data-view="garden/skill_test"]')
    view.locator('[data-do="roll"]').click()
    expect(view.locator("[data-result] [data-verdict]")).to_be_visible()
    expect(view.locator('[data-role="target"]')).to_have_count(0)
    settle(page)
    before = page.locator("[data-entry]").count()
    view.locator('[data-do="again"]').click()
    settle(page)
    assert page.locator("[data-entry]").count() == before + 1


def test_a_result_on_a_phone_is_in_sight(running: Page) -> None:
    """*Roll* is at the foot of the screen, so its result would be below the edge."""
    page = running
    before = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 800})
    for rerolls, shown in ((0, ".outcome h2"), (1, ".playing h2")):
        inputs = {"attribute": "6", "skill": "3", "rerolls": str(rerolls)}
        Table(page).open("wasteland/skill_test", inputs)
        view = page.locator('[data-view="wasteland/skill_test"]')
        view.locator('[data-do="roll"]').evaluate(AT_THE_FOOT)
        settle(page)
        expect(view.locator(shown)).to_be_in_viewport(ratio=1)
    # After typed dice the whole result is in sight, from the bar to the buttons.
    table = Table(page).open("garden/skill_test", {"skill_level": "3", "attribute": "2"})
    table.do("enter")
    table.type(5, 4, 2)
    table.result()
    bar, outcome, buttons = (
        each.bounding_box()
        for each in (page.locator("header.bar"), table.one(".outcome"), table.one(".result-do"))
    )
    assert bar
    assert outcome
    assert buttons
    assert bar["y"] + bar["height"] <= outcome["y"]
    assert outcome["y"] + outcome["height"] <= buttons["y"]
    assert before is not None
    page.set_viewport_size(before)


def test_the_menu_of_a_result_opens_in_sight(running: Page) -> None:
    """It opens upwards from a result at the top of the window."""
    running.set_viewport_size({"width": 390, "height": 844})
    table = Table(running).open("wasteland/skill_test", {"attribute": "6", "skill": "3"})
    table.more_odds()
    table.do("roll")
    more = table.one(".result-do .foot-more")
    more.evaluate("each => scrollBy(0, each.getBoundingClientRect().top - 250)")
    more.locator("summary").click()
    menu = "document.querySelector('.foot-more[open] .menu').getBoundingClientRect()"
    wait_for(running, f"{menu}.top >= document.querySelector('.bar').offsetHeight", 9)
    running.keyboard.press("Escape")


def test_an_attack_with_a_sheet_and_its_damage(running: Page, wasteland: Tracker) -> None:
    page, tracker = running, wasteland
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate("location.hash = '#/wasteland/attack'")
    view = page.locator(ATTACK)
    for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]"):
        tracker.after(partial(view.locator(each).select_option, index=1), 0)
    # A line sums up the filled-in fields and opens as chips; fields for this roll alone stay open.
    chips = view.locator("[data-fact]")
    line = view.locator(".facts-fold > summary")
    expect(line).to_contain_text("Attribute")
    expect(view.locator('[data-fact="attribute"]')).to_be_hidden()
    line.click()
    expect(view.locator('[data-fact="attribute"]')).to_be_visible()
    expect(view.locator('[name="attribute"]')).to_be_hidden()
    expect(view.locator('[name="bought_dice"]')).to_be_visible()
    # Roll is in sight without scrolling.
    box = view.locator('[data-do="roll"]').bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 1180
    # A tap opens a fact for editing in its place, another one closes it.
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_focused()
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_hidden()
    # The last chip opens all other fields, without those that cannot matter.
    view.locator("[data-more-said]").click()
    expect(view.locator('[name="attribute"]')).to_be_visible()
    expect(view.locator('[name="free_dice"]')).to_be_visible()
    expect(view.locator('[name="assist_crits"]')).to_be_hidden()
    view.locator("[data-more-said]").click()
    settle(page)
    assert chips.count() > 3
    # Actor, weapon and target survive a reload.
    names = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    wait_for_stored_play(page, *names)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(line).to_contain_text("Attribute")
    again = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    assert again == names
    settle(page)
    # A hit names its location; one tap applies its effects and rolls the damage.
    view.locator('[data-do="enter"]').click()
    page.keyboard.type("1\n1\n")
    page.keyboard.type("10\n")
    result = view.locator("[data-result]")
    expect(result.locator("[data-verdict]")).to_have_text("Left arm")
    expect(view.locator("[data-needle]")).to_have_attribute("visibility", "visible")
    follow_up = result.locator('[data-do="next"]')
    expect(follow_up).to_have_text("Apply, and roll damage: 4 CD")
    follow_up.click()
    hit = page.locator(f"{DAMAGE} [data-result]")
    expect(hit).to_be_visible()
    expect(page.locator(f'{DAMAGE} [data-fact="location"]')).to_contain_text("left arm")
    settle(page)
    tracker.go("attack")
    expect(view.locator("[data-result] .done").first).to_have_text("Applied")
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.usefixtures("wasteland")
def test_a_result_that_is_not_applied_stands_over_a_reload(running: Page) -> None:
    """Actor, target, weapon and result survive the reload."""
    page, tracker = running, Tracker(running, "wasteland")
    page.evaluate("location.hash = '#/wasteland/damage'")
    form = page.locator(DAMAGE)
    actor, target, pick = (
        form.locator(each) for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]")
    )
    actor.select_option(index=1)
    own = actor.input_value()
    expect(target.locator(f'option[value="{own}"]')).to_have_count(0)
    target.select_option(index=1)
    pick.select_option(index=1)
    cast = actor.input_value(), target.input_value(), pick.input_value()
    tracker.after(form.locator('[data-do="roll"]').click)
    result = form.locator("[data-result]")
    expect(result.locator('[data-do="undo"]:visible')).to_be_visible()
    grade, faces = result.get_attribute("data-grade"), result.locator(".die b").all_inner_texts()
    wait_for_stored_play(page, result.get_attribute("data-of-entry") or "no entry")
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(result.locator('[data-do="undo"]:visible')).to_be_visible()
    assert result.get_attribute("data-grade") == grade
    assert result.locator(".die b").all_inner_texts() == faces
    assert (actor.input_value(), target.input_value(), pick.input_value()) == cast
    # It can be undone from there, and after the next reload it is gone for good.
    tracker.after(result.locator('[data-do="undo"]:visible').click, 0)
    expect(result).to_have_count(0)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(result).to_have_count(0)


# --- later changes to a roll ---


@pytest.fixture(scope="module")
def prism(started: tuple[Page, Trouble], site: Site) -> PagePlayer:
    """Return a fight of the samples in Prism."""
    table = PagePlayer(started[0], site, Part(Fight("prism", "change", {}, []), 0, 0))
    table.do({"join": "players"})
    return table


def test_the_new_outcome_takes_the_place_of_the_old_one(running: Page, prism: PagePlayer) -> None:
    """P73: a fall becomes an arrival; the slump that was applied is taken back."""
    table = prism
    # 4 - 96 - 60 + 35 - 4 + 110 - 60 = -71: a slump, and a fall that is not applied yet.
    run = {"roll": "prism.run", "who": "Ysolde Marr", "pick": "Running", "dice": [4, 96, 60]}
    table.do({**run, "put": {"pace": "2"}, "apply": [0]})
    # 95 + 81 = 176
    outcome = table.do(
        {"follow": "prism.plot_change_roll", "put": {"new_value": "95"}, "apply": True}
    )
    assert outcome["grade"] == "critical-success"
    assert outcome["back"] == ["Ysolde Marr: Streak: covers Running, state Slump"]
    # The old card offers no effects and no changes any more.
    table.tracker.go("run")
    old = running.locator(f"{OPEN} [data-result][data-gone]")
    old.wait_for()
    assert old.locator('[data-do="apply"]').count() == 0
    assert old.locator(".follows").count() == 0
    assert old.locator(".effects .gone").all_inner_texts() == ["No longer applies"]
    old.locator('[data-do="take-back"]').click()
    settle(running)
    assert old.locator(".take-back").count() == 0
    assert old.locator(".effects .gone").all_inner_texts() == ["No longer applies"] * 2
    badges = table.seen("badges", ["Ysolde Marr"])["Ysolde Marr"]
    assert badges == ["Phase 25", "HP 38 of 38", "Plot points 2"]


MANEUVER = {"roll": "prism.static_maneuver", "who": "Brannoch of the Gate"}


def test_applied_effects_stay_and_move_nothing_else(running: Page, prism: PagePlayer) -> None:
    """The effects of a roll keep their targets, even after some of them are applied.

    The character is not that of the other fight, so each test begins with their full points.
    """
    table = prism
    unapplied = running.locator(f"{OPEN} [data-result] [data-do=apply][data-effect]")
    # 72 + 71 - 65 = 78: a failure, counted on the sheet under the skill's name.
    table.do({**MANEUVER, "pick": "Broadsword", "dice": [72], "apply": True})
    assert unapplied.count() == 0
    # 99 + 96 + 92 + 71 - 65 - 25 = 268: the count ends, and with it the entry that was rolled from.
    again = {**MANEUVER, "pick": "Again: Broadsword", "dice": [99, 96, 92]}
    table.do({**again, "apply": [0]})
    assert unapplied.count() == 1
    table.tracker.after(unapplied.click)
    assert unapplied.count() == 0
    (badges,) = table.seen("badges", [MANEUVER["who"]]).values()
    assert badges[2:] == ["In the zone: Broadsword", "Plot points 2"]


#: Move the page as a new line above it does, and back.
MOVED, BACK = (f"document.querySelector('main').style.translate = '{by}'" for by in ("0 120px", ""))
HOW_FAR = f"""(button) => {{
    const before = button.getBoundingClientRect().y;
    {MOVED};
    return Math.abs(button.getBoundingClientRect().y - before);
}}"""


def test_a_press_counts_even_if_the_page_moves_below_the_finger(running: Page) -> None:
    page, mouse = running, running.mouse
    Table(page).open("trueworld/action_roll")
    view = page.locator('[data-view="trueworld/action_roll"]')
    button, entries = view.locator("[data-do=roll]"), page.locator("[data-entry]")
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def middle() -> tuple[float, float]:
        box = button.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def move_page() -> None:
        # In one task: a slow press would be a tap-and-hold.
        assert button.evaluate(HOW_FAR) > 60

    def finger(*at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        kind = "touchStart" if at else "touchEnd"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    button.scroll_into_view_if_needed()
    before = entries.count()
    # by mouse and by finger: the pressed button is tapped once
    mouse.move(*middle())
    mouse.down()
    move_page()
    mouse.up()
    settle(page)
    expect(entries).to_have_count(before + 1)
    page.wait_for_timeout(350)  # any sooner, it is the second half of a double tap
    page.evaluate(BACK)
    finger(*middle())
    move_page()
    finger()
    settle(page)
    expect(entries).to_have_count(before + 2)
    page.wait_for_timeout(350)
    # moving the pointer away before its release cancels the tap
    page.evaluate(BACK)
    x, y = middle()
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 120)
    mouse.up()
    # and if nothing moves a click counts
    mouse.click(x, y)
    settle(page)
    expect(entries).to_have_count(before + 3)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    touch.detach()


def test_a_roll_of_a_downed_character_is_confirmed_first(running: Page) -> None:
    """The first tap asks, with the focus on the answer; the answer rolls."""
    page, tracker = running, Tracker(running, "prism")
    tracker.samples()
    sheet = page.locator('[data-view="prism/character"]')
    sheet.locator('[data-do="sheet-edit"]').click()
    field = sheet.locator('form[data-sheet] [name="hp"]')
    field.fill("0")
    tracker.after(lambda: field.press("Tab"))
    name = sheet.locator("h1").inner_text()
    Table(page).open("prism/static_maneuver", hash="#/prism/static_maneuver?bonus=50")
    view = page.locator('[data-view="prism/static_maneuver"]')
    actor = view.locator('[data-role="self"]')
    actor.select_option(label=actor.locator("option", has_text=name).first.inner_text())
    warning = view.locator('[data-slot="unable"]')
    expect(warning).to_have_text(f"{name} is down and makes no maneuvers (P21).")
    view.locator('form .do [data-do="roll"]').click()
    expect(warning).to_contain_text("Roll anyway?")
    answer = view.locator('[data-do="roll-anyway"]')
    expect(answer).to_be_focused()
    expect(view.locator("[data-result]")).to_have_count(0)
    answer.click()
    expect(view.locator("[data-result]")).to_be_visible()
    expect(answer).to_have_count(0)
