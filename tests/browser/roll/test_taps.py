"""A turn in the built page, tap by tap: no more taps than a table may need.

A twin without a browser plays the same turn and gives the faces that hit.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from app.systems import games
from app.update.messages.tracker import ActionTaken, TurnPassed
from app.widgets.fight.board.board import people
from app.widgets.roll.play.plays import ENTER, KEYS
from tests.browser.support.driving import settle
from tests.browser.support.table import keys
from tests.browser.support.tracking import Tracker
from tests.fights.hand import FOES, HITS, MOST, Hand

pytestmark = pytest.mark.browser

#: The taps that change a number of a combatant: the number itself, and a button of its pad.
TO_CHANGE = 2


#: The number of sides of the next die.
SIDES = """() => [...document.querySelectorAll(".die-field.is-next")]
    .find((each) => each.checkVisibility()).className.match(/\\bd([0-9]+)\\b/)[1]"""


class Thumb:
    """Tap a page and count the taps; selects, which would count two, are not needed."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.tracker = page, Tracker(page, game)
        self.taps = 0
        self.tracker.samples()
        self.tracker.begin(FOES[game])
        self.tracker.physical_dice()  # the device remembers it

    @property
    def board(self) -> Locator:
        return self.tracker.board

    def tap(self, element: Locator | str) -> None:
        self.taps += 1
        (self.board.locator(element) if isinstance(element, str) else element).first.click()
        settle(self.page)

    def hold(self, selector: str) -> None:
        """Tap and hold an element."""
        self.taps += 1
        self.board.locator(selector).first.click(button="right")
        settle(self.page)

    def type_faces(self, faces: list[int]) -> None:
        """Type the faces of the dice with the keys beside them."""
        for face in faces:
            sides = int(self.page.evaluate(SIDES))
            for key in keys(face, sides) if sides > KEYS else (str(face),):
                button = ENTER if key == "\n" else key
                self.page.locator(f'[data-do="face"][data-face="{button}"]:visible').click()
            settle(self.page)

    def current_name(self) -> str:
        """Return the name of the current combatant, or "" if there is none."""
        return self.tracker.current_name() if self.tracker.current() else ""

    def pass_turn(self) -> None:
        self.tap('[data-do="turn-pass"]')


@pytest.mark.parametrize("game", games())
def test_taps_of_a_turn(running: Page, game: str) -> None:
    hand, thumb = Hand(game), Thumb(running, game)

    def name_of(id: str) -> str:
        return people(hand.player.state)[id]

    hand.plays_to(lambda actor_id: actor_id.startswith("sample"))
    while thumb.current_name() != name_of(hand.current):
        thumb.pass_turn()
    actor_id, scene = hand.current, hand.scene
    target = scene.encounter.targets(scene, actor_id)[0]
    attack = hand.attack(target)
    thumb.taps = 0

    hand.tap(ActionTaken(actor_id, attack.id, target))
    thumb.tap(f'[data-act="{attack.id}"]')
    thumb.type_faces(hand.throws(hit=True))
    damage = hand.applies(target)
    main = running.locator("[data-result] .primary.main:visible")
    if damage:
        thumb.tap(main)
        thumb.type_faces(damage)
    row = thumb.board.locator(".here li", has_text=name_of(target))
    is_typed = main.get_attribute("data-do") == "enter-hits"
    thumb.tap(main)
    if is_typed:  # the hits come from printed tables; Enter subtracts them
        running.wait_for_timeout(350)  # as long as it takes to look at the tables
        running.keyboard.type(HITS)
        running.keyboard.press("Enter")
        settle(running)
        running.wait_for_timeout(350)
    hand.tap(TurnPassed())
    thumb.pass_turn()
    assert thumb.taps == hand.taps <= MOST
    assert thumb.current_name() == name_of(hand.current)
    meter = hand.scene.encounter.meters(hand.scene, target)[0]
    assert row.locator(".meter-now b").first.inner_text() == str(meter.now)

    if meter.settable:
        thumb.taps = 0
        thumb.tap(row.locator('[data-do="meter"]'))
        running.keyboard.type("1")
        thumb.tap('[data-do="meter-up"]')
        assert thumb.taps == TO_CHANGE
        after = row.locator(".meter-now b").first.inner_text()
        assert after in (str(meter.now + 1), str(meter.most))
    if game == "garden":
        _check_other_declaration(thumb)


def _check_other_declaration(thumb: Thumb) -> None:
    """Check that two taps change a declaration that a new round has taken over."""
    declaration = thumb.board.locator('[data-act="declare ranged"]')
    while not declaration.count():
        thumb.pass_turn()
    other = next(id for id in thumb.tracker.order() if id != thumb.tracker.current())
    thumb.taps = 0
    thumb.hold(f'.order [data-place="{other}"] .place-name')
    thumb.tap(thumb.board.locator('.person [data-act="declare defence"]'))
    assert thumb.taps == TO_CHANGE
    assert "Full defence +3" in thumb.tracker.badges(other)
