"""A fight on a phone: long texts leave room, and no message or heading is covered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fight.test_presets import another_fight
from tests.browser.support.driving import settle

pytestmark = pytest.mark.browser

#: As long as an intention may be.
LONG = ("Swing across the hold on the rope and cut the net over the captain " * 5)[:300]

#: Whether a line of an element's text lies under the button that closes the roll.
COVERED = """(element) => {
    const cross = document.querySelector(".over-close").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].some((box) => box.right > cross.left
        && box.left < cross.right && box.bottom > cross.top && box.top < cross.bottom);
}"""

#: Whether the middle of an element is what a tap there would hit.
ON_TOP = """(element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""

#: The pixels between the left edge of each element and its text.
INDENTS = """(all) => all.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left - element.getBoundingClientRect().left);
})"""

#: The pixels between an element and the lower edge of the window.
BELOW = "(element) => innerHeight - element.getBoundingClientRect().bottom"

#: Shows a toast with Undo.
TOAST = """() => document.dispatchEvent(new CustomEvent("tableside:toast",
    { detail: { words: "Applied", n: 1, campaign: "" } }))"""


def test_long_texts_and_faults_are_readable(running: Page) -> None:
    running.set_viewport_size({"width": 390, "height": 844})
    tracker = another_fight(running, "trueworld")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('.fight-bar [data-do="turn-pass"]')
    ysolde, tamsin = tracker.order()

    # A refused step says so in the panel that it was taken from.
    _, button = tracker.step_button("acted", tamsin)
    button.click()
    fault = tracker.menu(tamsin).locator('[data-fault="panel"]')
    expect(fault).to_contain_text("no pending roll")
    assert fault.evaluate(ON_TOP)
    assert tracker.menu(tamsin).evaluate(BELOW) == 0

    # The bar keeps its height, and the roll its headings, whatever the roll is called.
    tracker.step("intend", ysolde, intention=LONG)
    tracker.step("set_difficulty", ysolde, difficulty="d4")
    tracker.clear()
    assert tracker.board.locator(".fight-bar").evaluate("bar => bar.offsetHeight") <= 110
    tracker.board.locator('.fight-bar [data-do="due-roll"]').click()
    over = running.locator("[data-over] .view[data-over]")
    over.wait_for()
    assert not over.locator(".cast-due").evaluate(COVERED)
    over.locator('[data-do="enter"]').click()
    for face in ("7", "3"):
        over.locator(f'[data-face="{face}"]:visible').click()
        settle(running)
    expect(over.locator(".verdict-words")).to_have_text("Complete success")
    assert not over.locator(".verdict-words").evaluate(COVERED)

    # A change that is applied now can be undone from its message.
    running.evaluate(TOAST)
    assert running.locator('[data-toast] [data-do="undo-entry"]').evaluate(ON_TOP)


def test_a_turn_names_its_target_and_a_roll_its_weapon_and_the_page_keeps_its_place(
    running: Page,
) -> None:
    running.set_viewport_size({"width": 360, "height": 740})
    tracker = another_fight(running, "striker")
    tracker.tap('[data-do="join-all"]')
    board = tracker.board
    tracker.panel("join")
    tracker.tap('[data-do="preset-group"] >> text=Easy')
    tracker.clear()
    for _ in range(3):
        tracker.tap('.fight-bar [data-do="turn-pass"]')
    assert tracker.current_name() == "Raider 1"
    aim = board.locator("[data-aim]")
    expect(aim).to_have_text("Target: Dara Voss")
    running.evaluate("scrollTo(0, 0)")
    board.locator('.order [data-do="aim"] >> text=Kel Arrun').click()
    expect(aim).to_have_text("Target: Kel Arrun")
    settle(running)
    assert running.evaluate("scrollY") == 0

    # A message about a change lies above the order and the heading.
    running.evaluate(TOAST)
    toast = running.locator("[data-toast]").bounding_box()
    heading = board.locator(".fight-head").bounding_box()
    assert toast
    assert heading
    assert toast["y"] + toast["height"] <= heading["y"]

    # A preset's weapon is no line of a sheet: the roll takes its name from the line.
    tracker.physical_dice()
    board.locator('.actions.is-large [data-do="act"] >> text=pistol').click()
    over = running.locator(".view[data-over]")
    expect(over.locator(".playing .grade")).to_have_text("Raider 1 · Roll a line: pistol")
    tracker.throw(hits=False)
    expect(over.locator(".cast-with:not(.is-custom) option:checked")).to_have_text("pistol")
    running.evaluate("scrollTo(0, 0)")
    over.locator(".result-do .main").click()
    expect(over).to_have_count(0)
    settle(running)
    assert running.evaluate("scrollY") == 0
    expect(board.locator(".round-again").first).to_have_text(
        "Critical fail Roll a line: pistol · 1"
    )

    # The button knows the combatant: what is left to write has the focus.
    expect(aim).to_have_count(0)
    board.locator('[data-do="act"][data-act="note"]').click()
    expect(board.locator('form[data-step="note"] [name="text"]')).to_be_focused()


def test_the_amount_of_a_printed_table_is_asked_for_in_sight(running: Page) -> None:
    running.set_viewport_size({"width": 360, "height": 740})
    tracker = another_fight(running, "prism")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('[data-do="preset-group"]')
    tracker.tap('[data-do="turn-pass"]')
    tracker.physical_dice()
    skill = tracker.board.locator(".action", has_text="Pick Locks").first
    expect(skill.locator(".chance")).to_have_text("48.0%")

    # The chances keep their room while the board is drawn, or the field would move out of sight.
    tracker.board.locator(".action", has_text="Short Bow").first.click()
    running.locator(".die-field.is-next:visible").wait_for()
    running.keyboard.type("50\n")
    running.locator('[data-do="enter-hits"]').click()
    field = tracker.board.locator(".pad input")
    expect(field).to_be_focused()
    assert field.evaluate(ON_TOP)

    # They keep it also while they are computed anew.
    height = tracker.board.locator(".acting").evaluate("turn => turn.offsetHeight")
    tracker.after(lambda: running.keyboard.type("6\n"))
    assert tracker.board.locator(".acting").evaluate("turn => turn.offsetHeight") == height
    tracker.board.locator('[data-do="real-dice"]').click()  # the device would remember it
    settle(running)

    # A number of a combatant's panel is changed in it, and the focus is back on it.
    panel = tracker.menu(tracker.order()[0])
    bleeding = panel.locator('[data-do="meter"][data-meter="bleeding"]')
    bleeding.click()
    expect(panel.locator(".pad input")).to_be_focused()
    assert panel.locator(".pad input").evaluate(ON_TOP)
    tracker.after(lambda: running.keyboard.type("3\n"))
    expect(panel.locator(".badges")).to_contain_text("Bleeding 3")
    expect(bleeding).to_be_focused()

    # So is a form of the panel, whose combatant is chosen already.
    tracker.menu(tracker.order()[0], "conditions").locator(".menu-rows", has_text="Slump").locator(
        "button"
    ).first.click()
    form = panel.locator(".step-form")
    expect(form.locator("[name]").nth(1)).to_be_focused()
    assert form.locator("[name]").first.get_attribute("name") == "who"
    assert form.locator("button[type=submit]").evaluate(ON_TOP)


def test_a_step_asks_for_the_inputs_of_its_action(running: Page) -> None:
    running.set_viewport_size({"width": 820, "height": 1180})
    tracker = another_fight(running, "wasteland")
    tracker.tap('[data-do="join-all"]')
    tracker.tap('.fight-bar [data-do="turn-pass"]')
    weapons = tracker.board.locator(".action.is-large")
    assert len(set(weapons.evaluate_all("all => all.map((each) => each.offsetHeight)"))) == 1

    # Of a readied action, too, only its own fields are shown.
    form = tracker.board.locator('form[data-step="act"]')
    tracker.board.locator(".action", has_text="Ready").click()
    shown = form.locator("[data-control]:visible")
    aimed = ["action", "whom", "trigger", "readied_action"]
    for readied, fields in (
        ("attack", [*aimed, "zone"]),
        ("command-npc", [*aimed, "npc_action", "npc_target", "npc_kind"]),
        ("defend", ["action", "trigger", "readied_action"]),
    ):
        form.locator("[name=readied_action]").select_option(readied)
        expect(shown).to_have_count(len(fields))
        assert shown.evaluate_all("all => all.map((each) => each.dataset.control)") == fields
    form.locator('[data-do="step-close"]').click()

    tracker.board.locator(".action", has_text="First Aid").click()
    expect(form.locator("[name=whom]")).to_be_focused()
    names = form.locator("[name]").evaluate_all("all => all.map((each) => each.name)")
    assert names == ["action", "whom"]
    expect(form.locator("[name=whom] option").first).to_have_text("oneself")
    expect(form.locator("[name=action] option")).to_have_text(["First Aid"])
    assert form.locator("button[type=submit]").evaluate(ON_TOP)
    tracker.after(form.locator("button[type=submit]").click)
    expect(tracker.board.locator(".due-words")).to_contain_text("Mara Quill: First Aid")
    over = running.locator(".view[data-over]")
    expect(over.locator('[data-do="roll"]')).to_be_visible()
    expect(over.locator(".cast-due")).to_have_count(0)  # it would be the title once more

    # The rows of a menu begin at one edge, links and buttons alike.
    rows = tracker.panel("more").locator(".menu-rows > *")
    assert len(set(rows.evaluate_all(INDENTS))) == 1
    (ends,) = rows.filter(has_text="End turn").all()
    assert ends.evaluate("each => each.offsetWidth") == rows.last.evaluate("e => e.offsetWidth")
