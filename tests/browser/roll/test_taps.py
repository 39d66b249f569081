"""The same turns in the built page, tap by tap: no more of them than the table may take.

A twin without a browser plays the same turn, and says which faces hit.
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

#: To change somebody's number: the number itself, and take it off.
TO_CHANGE = 2


#: How many sides the next die has.
SIDES = """() => [...document.querySelectorAll(".die-field.is-next")]
    .find((each) => each.checkVisibility()).className.match(/\\bd([0-9]+)\\b/)[1]"""


class Thumb:
    """Taps on one page. A select would count two; none is needed."""

    def __init__(self, page: Page, game: str) -> None:
        self.page, self.tracker = page, Tracker(page, game)
        self.taps = 0
        self.tracker.samples()
        self.tracker.begin(FOES[game])
        self.tracker.physical_dice()  # the device remembers it

    @property
    def board(self) -> Locator:
        return self.tracker.board

    def tap(self, where: Locator | str) -> None:
        self.taps += 1
        (self.board.locator(where) if isinstance(where, str) else where).first.click()
        settle(self.page)

    def hold(self, where: str) -> None:
        """A long tap."""
        self.taps += 1
        self.board.locator(where).first.click(button="right")
        settle(self.page)

    def types(self, faces: list[int]) -> None:
        """The faces of the dice, by the keys beside them."""
        for face in faces:
            sides = int(self.page.evaluate(SIDES))
            for key in keys(face, sides) if sides > KEYS else (str(face),):
                button = ENTER if key == "\n" else key
                self.page.locator(f'[data-do="face"][data-face="{button}"]:visible').click()
            settle(self.page)

    def who(self) -> str:
        """The name of whoever has the turn, empty if it is nobody's."""
        return self.tracker.who() if self.tracker.current() else ""

    def passes(self) -> None:
        self.tap('[data-do="turn-pass"]')


@pytest.mark.parametrize("game", games())
def test_taps_of_a_turn(running: Page, game: str) -> None:
    hand, thumb = Hand(game), Thumb(running, game)

    def named(id: str) -> str:
        return people(hand.player.state)[id]

    hand.plays_to(lambda who: who.startswith("sample"))
    while thumb.who() != named(hand.current):
        thumb.passes()
    who, scene = hand.current, hand.scene
    target = scene.encounter.targets(scene, who)[0]
    attack = hand.attack(target)
    thumb.taps = 0

    hand.tap(ActionTaken(who, attack.id, target))
    thumb.tap(f'[data-act="{attack.id}"]')
    thumb.types(hand.throws(hit=True))
    damage = hand.applies(target)
    main = running.locator("[data-result] .primary.main:visible")
    if damage:
        thumb.tap(main)
        thumb.types(damage)
    row = thumb.board.locator(".here li", has_text=named(target))
    is_typed = main.get_attribute("data-do") == "enter-hits"
    thumb.tap(main)
    if is_typed:  # the hits stand in printed tables; Enter takes them off
        running.wait_for_timeout(350)  # as long as it takes to look at the tables
        running.keyboard.type(HITS)
        running.keyboard.press("Enter")
        settle(running)
        running.wait_for_timeout(350)
    hand.tap(TurnPassed())
    thumb.passes()
    assert thumb.taps == hand.taps <= MOST
    assert thumb.who() == named(hand.current)
    struck = hand.scene.encounter.meters(hand.scene, target)[0]
    assert row.locator(".meter-now b").first.inner_text() == str(struck.now)

    if struck.settable:
        thumb.taps = 0
        thumb.tap(row.locator('[data-do="meter"]'))
        running.keyboard.type("1")
        thumb.tap('[data-do="meter-up"]')
        assert thumb.taps == TO_CHANGE
        after = row.locator(".meter-now b").first.inner_text()
        assert after in (str(struck.now + 1), str(struck.most))
    if game == "garden":
        _declares_otherwise(thumb)


def _declares_otherwise(thumb: Thumb) -> None:
    """At the start of a round all is as before; one of them declares otherwise by two taps."""
    declares = thumb.board.locator('[data-act="declare ranged"]')
    while not declares.count():
        thumb.passes()
    other = next(id for id in thumb.tracker.order() if id != thumb.tracker.current())
    thumb.taps = 0
    thumb.hold(f'.order [data-place="{other}"] .place-name')
    thumb.tap(thumb.board.locator('.person [data-act="declare defence"]'))
    assert thumb.taps == TO_CHANGE
    assert "Full defence +3" in thumb.tracker.badges(other)
