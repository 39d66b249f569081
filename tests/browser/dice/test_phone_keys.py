"""Numbers on a phone: a sign button where its keys have none, and the pad of a fight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.campaigns.test_campaigns import go
from tests.browser.support.devices import WITHOUT_COPY
from tests.browser.support.driving import open_ready, settle
from tests.browser.support.tracking import Tracker
from tests.serving import Site

pytestmark = [pytest.mark.browser, pytest.mark.brief]


@pytest.fixture(scope="module")
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """Yield the started page on a phone; each test plays a game or form of its own there."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.add_init_script(WITHOUT_COPY)
    page = context.new_page()
    open_ready(page, site.address)
    yield page
    context.close()


def tap(button: Locator) -> None:
    button.tap()
    settle(button.page)


def test_a_sign_is_turned_and_the_cursor_stays(phone: Page) -> None:
    go(phone, "garden/skill_test?skill_level=3&attribute=2")
    view = phone.locator('[data-view="garden/skill_test"]')
    field, sign = (
        view.locator(f'[data-control="attribute"] {each}') for each in ("input", ".sign")
    )
    expect(sign).to_be_hidden()
    tap(field)
    for value in ("-2", "2", "-2"):
        tap(sign)
        assert field.input_value() == value
        assert phone.evaluate("document.activeElement.name") == "attribute"
    field.fill("")
    tap(sign)
    phone.keyboard.type("3")
    settle(phone)
    assert field.input_value() == "-3"
    expect(view.locator('[data-fault="attribute"]')).to_have_text("")
    tap(view.locator('[data-control="skill_level"] input'))
    expect(view.locator(".sign:visible")).to_have_count(0)  # it is never below 0


def test_a_sign_covers_no_label(phone: Page) -> None:
    go(phone, "striker/imposed_save")
    control = phone.locator('[data-view="striker/imposed_save"] [data-control="modifier"]')
    tap(control.locator("input"))
    label, sign = (control.locator(each).bounding_box() for each in ("label", ".sign"))
    assert label is not None
    assert sign is not None
    assert label["x"] + label["width"] <= sign["x"]


def test_plus_counts_on_each_tap_where_its_number_has_a_sign(phone: Page) -> None:
    go(phone, "garden/characters")
    tap(phone.locator('[data-view="garden/characters"] [data-do="character-new"]'))
    control = phone.locator('[data-view="garden/character"] [data-control="agility"]')
    field, sign, plus = (
        control.locator(each) for each in ("input", ".sign", '[data-do="step"][data-by="1"]')
    )
    for value in ("1", "2"):
        phone.wait_for_timeout(350)  # a button under the finger ignores a tap for as long
        box = plus.bounding_box()
        assert box is not None
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        settle(phone)
        expect(field).to_have_value(value)
    tap(field)
    phone.wait_for_timeout(350)
    tap(sign)
    expect(field).to_have_value("-2")


def test_a_record_shows_four_digits_whole_and_keeps_off_its_edge(phone: Page) -> None:
    go(phone, "prism/characters")
    tap(phone.locator('[data-view="prism/characters"] [data-do="character-new"]'))
    skills = phone.locator('[data-view="prism/character"] [data-list="skills"]')
    tap(skills.locator('[data-do="record-add"]'))
    sv = skills.locator('[name="sv"]')
    sv.fill("-102")
    assert sv.evaluate("(field) => field.scrollWidth <= field.clientWidth")
    record, name = (skills.locator(each).bounding_box() for each in (".record", '[name="name"]'))
    assert record is not None
    assert name is not None
    assert name["x"] >= record["x"] + 8


def test_enter_on_the_pad_acts_as_its_primary_button(phone: Page) -> None:
    go(phone, "trueworld")
    tracker = Tracker(phone, "trueworld")
    tracker.samples()
    tracker.begin("2 raiders")
    row = tracker.board.locator('[data-here="raider-1"]')
    phone.wait_for_timeout(350)  # a number that appears under the finger ignores a second tap
    for typed, now in (("2", "2"), ("-1", "1"), ("", "2"), ("1,000", "1002"), ("\u2212", "1001")):
        tap(row.locator('[data-do="meter"]'))
        expect(row.locator(".pad .primary")).to_have_text("+")
        phone.keyboard.type(typed)
        phone.keyboard.press("Enter")
        settle(phone)
        expect(row.locator(".meter-now b")).to_have_text(now)
    tap(row.locator('[data-do="meter"]'))
    phone.keyboard.type("1,5")
    phone.keyboard.press("Enter")
    expect(row.locator('[data-fault="meter"]')).to_have_text(
        "Damage is 1.5; give a whole number from 0 to 9999"
    )
