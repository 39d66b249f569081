"""A roll as one goes through it: what helps, what is known, what follows, what is changed after.

All of it happens on one page; the fights of Prism have a campaign of their own.
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
from tests.browser.support.fighting import OPEN, AtThePage
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
#: Tapped where a phone has it: above the bar at its foot.
AT_THE_FOOT = "button => { button.scrollIntoView({ block: 'end' }); button.click(); }"
#: What would help is worked out.
HELPED = f"""(() => {{
    const slot = document.querySelector('{ATTACK} [data-slot="helps"]');
    return !slot.hasAttribute("aria-busy") && slot.querySelector(".helps");
}})()"""


@pytest.fixture(scope="module")
def wasteland(started: tuple[Page, Trouble]) -> Tracker:
    """Both samples are there."""
    tracker = Tracker(started[0], "wasteland")
    tracker.samples()
    return tracker


def test_what_helps_is_taken_line_by_line(running: Page) -> None:
    page = running
    Table(page).open("wasteland/attack", hash=f"#/wasteland/attack?{SHOT}")
    view = page.locator(ATTACK)
    slot = view.locator('[data-slot="helps"]')
    # Its room is kept before its lines are known, and stays as it is with them.
    wait_for(page, HELPED)
    height = slot.evaluate("slot => slot.getBoundingClientRect().height")
    lines = view.locator(".help-line")
    expect(lines.first).to_be_visible()
    slot.evaluate("slot => { window.lines = [...slot.childNodes]; slot.replaceChildren(); }")
    assert slot.evaluate("slot => slot.getBoundingClientRect().height") == height
    slot.evaluate("slot => slot.append(...window.lines)")
    # Each is a button in a list that says the whole of it.
    assert view.locator("ol.help-lines > li > button").count() == lines.count() > 3
    name = str(lines.first.text_content())
    assert "more likely" in name
    assert view.locator(".help-best").count() == 1
    # A tap says in the field what the line says; the focus stays in the list.
    stood = view.locator("[data-odds-success]").first.inner_text()
    lines.first.focus()
    words, text = lines.first.get_attribute("data-input"), lines.first.get_attribute("data-text")
    page.keyboard.press("Enter")
    settle(page)
    wait_for(page, HELPED)
    assert view.locator(f'[name="{words}"]').input_value() == text
    assert view.locator("[data-odds-success]").first.inner_text() != stood
    assert page.evaluate("document.activeElement.closest('.helps') !== null")
    # What cannot be said yet is no list.
    view.locator('[name="attribute"]').fill("")
    settle(page)
    wait_for(page, HELPED)
    expect(lines).to_have_count(0)
    view.locator('[name="attribute"]').fill("7")
    settle(page)
    wait_for(page, HELPED)
    assert lines.count() > 0
    # Where the dice have fallen nothing helps any more; the next form has its list again.
    view.locator('[data-do="roll"]').click()
    settle(page)
    expect(slot).to_be_hidden()
    view.locator('[name="skill"]').fill("4")
    settle(page)
    wait_for(page, HELPED)
    assert lines.count() > 0


def test_what_one_has_in_hand(running: Page) -> None:
    """Roll again, and nobody as a target of what has none."""
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


def test_what_a_phone_has_rolled_is_in_sight(running: Page) -> None:
    """Where Roll stands at the foot of the screen, its result would be below."""
    page = running
    before = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 800})
    for rerolls, shown in ((0, ".outcome h2"), (1, ".playing h2")):
        given = {"attribute": "6", "skill": "3", "rerolls": str(rerolls)}
        Table(page).open("wasteland/skill_test", given)
        view = page.locator('[data-view="wasteland/skill_test"]')
        view.locator('[data-do="roll"]').evaluate(AT_THE_FOOT)
        settle(page)
        expect(view.locator(shown)).to_be_in_viewport(ratio=1)
    # Where dice were typed it is all of it, from the bar to the buttons.
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


def test_an_attack_with_a_sheet_and_its_damage(running: Page, wasteland: Tracker) -> None:
    page, tracker = running, wasteland
    page.set_viewport_size({"width": 820, "height": 1180})
    page.evaluate("location.hash = '#/wasteland/attack'")
    view = page.locator(ATTACK)
    for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]"):
        tracker.after(partial(view.locator(each).select_option, index=1), 0)
    # The line says the filled-in fields, and opens as chips; decisions of the moment stay open.
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
    # A tap edits a fact in its place, another one puts it back.
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_focused()
    view.locator('[data-fact="attribute"]').click()
    expect(view.locator('[name="attribute"]')).to_be_hidden()
    # Everything else is behind the last chip; nothing that cannot matter is shown.
    view.locator("[data-more-said]").click()
    expect(view.locator('[name="attribute"]')).to_be_visible()
    expect(view.locator('[name="free_dice"]')).to_be_visible()
    expect(view.locator('[name="assist_crits"]')).to_be_hidden()
    view.locator("[data-more-said]").click()
    assert chips.count() > 3
    # Who, with what and against whom is there again after a reload.
    settle(page)
    names = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    wait_for_stored_play(page, *names)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(line).to_contain_text("Attribute")
    again = [view.locator(each).input_value() for each in ("[data-pick]", '[data-role="target"]')]
    assert again == names
    settle(page)
    # A hit says where; one tap applies what it changes and rolls the damage.
    view.locator('[data-do="enter"]').click()
    page.keyboard.type("1\n1\n")
    page.keyboard.type("10\n")
    result = view.locator("[data-result]")
    expect(result.locator("[data-verdict]")).to_have_text("Left arm")
    expect(view.locator("[data-needle]")).to_have_attribute("visibility", "visible")
    onward = result.locator('[data-do="next"]')
    expect(onward).to_have_text("Apply, and roll damage: 4 CD")
    onward.click()
    hit = page.locator(f"{DAMAGE} [data-result]")
    expect(hit).to_be_visible()
    expect(page.locator(f'{DAMAGE} [data-fact="location"]')).to_contain_text("left arm")
    settle(page)
    tracker.go("attack")
    expect(view.locator("[data-result] .done").first).to_have_text("Applied")
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.usefixtures("wasteland")
def test_a_result_that_is_not_applied_stands_over_a_reload(running: Page) -> None:
    """Who rolled, with what, at whom and what came."""
    page, tracker = running, Tracker(running, "wasteland")
    page.evaluate("location.hash = '#/wasteland/damage'")
    form = page.locator(DAMAGE)
    who, target, pick = (
        form.locator(each) for each in ('[data-role="self"]', '[data-role="target"]', "[data-pick]")
    )
    who.select_option(index=1)
    own = who.input_value()
    expect(target.locator(f'option[value="{own}"]')).to_have_count(0)
    target.select_option(index=1)
    pick.select_option(index=1)
    cast = who.input_value(), target.input_value(), pick.input_value()
    tracker.after(form.locator('[data-do="roll"]').click)
    said = form.locator("[data-result]")
    expect(said.locator('[data-do="undo"]:visible')).to_be_visible()
    grade, faces = said.get_attribute("data-grade"), said.locator(".die b").all_inner_texts()
    wait_for_stored_play(page, said.get_attribute("data-of-entry") or "no entry")
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(said.locator('[data-do="undo"]:visible')).to_be_visible()
    assert said.get_attribute("data-grade") == grade
    assert said.locator(".die b").all_inner_texts() == faces
    assert (who.input_value(), target.input_value(), pick.input_value()) == cast
    # It can be undone from there, and after the next reload it is gone for good.
    tracker.after(said.locator('[data-do="undo"]:visible').click, 0)
    expect(said).to_have_count(0)
    page.reload()
    assert wait_for_start(page) == "ready"
    expect(said).to_have_count(0)


# --- what a roll did, and what is changed of it afterwards ---


@pytest.fixture(scope="module")
def prism(started: tuple[Page, Trouble], site: Site) -> AtThePage:
    """A fight of the samples."""
    table = AtThePage(started[0], site, Part(Fight("prism", "change", {}, []), 0, 0))
    table.do({"join": "players"})
    return table


def test_the_new_outcome_takes_the_place_of_the_old_one(running: Page, prism: AtThePage) -> None:
    """P73: a fall becomes an arrival; the slump that was applied is taken back."""
    table = prism
    # 4 - 96 - 60 + 35 - 4 + 110 - 60 = -71: a slump, and a fall that nobody has applied yet.
    fall = {"roll": "prism.run", "who": "Ysolde Marr", "pick": "Running", "dice": [4, 96, 60]}
    table.do({**fall, "put": {"pace": "2"}, "apply": [0]})
    # 95 + 81 = 176
    came = table.do({"follow": "prism.plot_change_roll", "put": {"new_value": "95"}, "apply": True})
    assert came["grade"] == "critical-success"
    assert came["back"] == ["Ysolde Marr: Streak: covers Running, state Slump"]
    # The old card proposes nothing any more, and offers to be changed no more either.
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


LOCK = {"roll": "prism.static_maneuver", "who": "Ysolde Marr"}


def test_what_is_applied_stays_so_and_moves_nothing_else(running: Page, prism: AtThePage) -> None:
    """What a roll proposes is aimed where the dice fell, whatever was applied of it since."""
    table = prism
    left = running.locator(f"{OPEN} [data-result] [data-do=apply][data-effect]")
    # 20 + 62 - 4 = 78: a failure, counted on the sheet under the skill's name.
    table.do({**LOCK, "pick": "Pick Locks", "dice": [20], "apply": True})
    assert left.count() == 0
    # 99 + 96 + 40 + 62 - 4 - 25 = 268: the count ends, and with it the entry that was rolled from.
    again = {**LOCK, "pick": "Again: Pick Locks", "dice": [99, 96, 40]}
    table.do({**again, "apply": [0]})
    assert left.count() == 1
    table.tracker.after(left.click)
    assert left.count() == 0
    badges = table.seen("badges", ["Ysolde Marr"])["Ysolde Marr"]
    assert badges[2:] == ["In the zone: Pick Locks", "Plot points 2"]


#: As when a line comes in above, and goes again.
MOVED, BACK = (f"document.querySelector('main').style.translate = '{by}'" for by in ("0 120px", ""))
HOW_FAR = f"""(button) => {{
    const before = button.getBoundingClientRect().y;
    {MOVED};
    return Math.abs(button.getBoundingClientRect().y - before);
}}"""


def test_a_page_that_moves_below_a_finger_has_heard_what_it_meant(running: Page) -> None:
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

    def moves() -> None:
        # In one go: who is slow to lift a finger holds it, and taps nothing.
        assert button.evaluate(HOW_FAR) > 60

    def finger(*at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        kind = "touchStart" if at else "touchEnd"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    button.scroll_into_view_if_needed()
    there = entries.count()
    # by mouse and by finger: what it was put on is tapped, once
    mouse.move(*middle())
    mouse.down()
    moves()
    mouse.up()
    settle(page)
    expect(entries).to_have_count(there + 1)
    page.wait_for_timeout(350)  # sooner it is the second half of a double tap
    page.evaluate(BACK)
    finger(*middle())
    moves()
    finger()
    settle(page)
    expect(entries).to_have_count(there + 2)
    page.wait_for_timeout(350)
    # who takes the finger elsewhere before it is lifted has thought better of it
    page.evaluate(BACK)
    x, y = middle()
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 120)
    mouse.up()
    # and where nothing moves a tap is one
    mouse.click(x, y)
    settle(page)
    expect(entries).to_have_count(there + 3)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    touch.detach()


def test_a_roll_of_somebody_who_is_down_is_asked_for(running: Page) -> None:
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
    who = view.locator('[data-role="self"]')
    who.select_option(label=who.locator("option", has_text=name).first.inner_text())
    asks = view.locator('[data-slot="unable"]')
    expect(asks).to_have_text(f"{name} is down and makes no maneuvers (P21).")
    view.locator('form .do [data-do="roll"]').click()
    expect(asks).to_contain_text("Roll anyway?")
    answer = view.locator('[data-do="roll-anyway"]')
    expect(answer).to_be_focused()
    expect(view.locator("[data-result]")).to_have_count(0)
    answer.click()
    expect(view.locator("[data-result]")).to_be_visible()
    expect(answer).to_have_count(0)
