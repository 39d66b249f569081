"""Bleeding by the clock (P22): six rounds a minute, in one span of time or in many."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.journal.elapsed_time import left_over, record_hours
from app.campaign.journal.journal import Journal, append, undo
from app.campaign.journal.steps import record_step
from app.campaign.state.effects import effect_record
from app.campaign.state.time import upcoming
from app.core.procedures.outcomes import Effect
from app.systems import games
from app.systems.prism import GAME
from app.widgets.fight.board.elapsed_time import hours_view
from app.widgets.fight.joining.joining import of_character
from tests.campaign.happenings import GAMES, Stamps, begun

SECOND = Fraction(1, 3600)


class Campaign:
    """A campaign with Brannoch, 64 HP."""

    def __init__(self, fights: bool = False, **sheet: Any) -> None:
        self.stamp = Stamps()
        self.journal: Journal = begun("prism", self.stamp)
        self.happens(f.CharacterAdded("brannoch", "Brannoch", {"hp_max": 64, **sheet}))
        if fights:
            self.step("begin")
            self.step(
                "join", who=[of_character(GAME, character) for character in self.state.characters]
            )

    @property
    def state(self) -> Any:
        return self.journal.state

    @property
    def hp(self) -> int:
        return int(self.state.character("brannoch").sheet(GAME)["hp"])

    @property
    def due(self) -> list[str]:
        return [each["label"] for each in self.state.due]

    def happens(self, fact: f.Fact) -> None:
        self.journal = append(self.journal, fact, self.stamp(), GAMES)

    def step(self, step: str, /, **inputs: Any) -> None:
        document = self.journal.document
        self.happens(record_step(document, step, inputs, GAMES, self.stamp().id))

    def passes(self, hours: Any) -> None:
        self.happens(record_hours(self.journal.document, hours, games(), self.stamp().id))


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
@pytest.mark.parametrize(
    ("hours", "lost"),
    [(Fraction(1, 60), 18), (10 * SECOND, 3), (30 * SECOND, 9), (9 * SECOND, 0), (0.05, 54)],
)
def test_a_bleeding_character_loses_hits_by_the_clock(fights: bool, hours: Any, lost: int) -> None:
    table = Campaign(fights, bleeding=3)
    table.passes(hours)
    assert (table.hp, table.due) == (64 - lost, [])


def test_a_character_not_bleeding_loses_none() -> None:
    sheets: list[dict[str, Any]] = [{}, {"bleeding": 3, "hp": 0}, {"bleeding": 3, "hp": -5}]
    for sheet in sheets:
        table = Campaign(**sheet)
        before = table.hp
        table.passes(5)
        assert (table.hp, table.due) == (before, [])


@pytest.mark.parametrize("fights", [False, True], ids=["between", "fighting"])
def test_time_stops_where_a_character_comes_to_zero(fights: bool) -> None:
    table = Campaign(fights, bleeding=4)
    table.passes(1)
    # 64 HP are 16 rounds, 160 seconds.
    assert (table.hp, table.due) == (0, ["Brannoch: Down at 0 HP by bleeding"])
    assert table.state.hours == pytest.approx(160 / 3600, abs=1e-6)
    assert left_over(table.journal.page) == pytest.approx(1 - 160 / 3600, abs=1e-5)
    entry = table.journal.entry(table.journal.undoable or 0)
    assert entry is not None
    table.journal = undo(table.journal, entry, table.stamp())
    assert (table.hp, table.due, table.state.hours) == (64, [], 0)


def test_blood_that_is_stopped_is_lost_no_more() -> None:
    table = Campaign(bleeding=3)
    table.passes(Fraction(1, 60))
    table.happens(f.Applied([effect_record("brannoch", Effect("self", "bleeding", "set", 0))]))
    table.passes(3)
    assert (table.hp, table.due) == (46, [])


def test_the_clock_announces_the_fall_to_zero() -> None:
    table = Campaign(bleeding=4)
    ((name, label, when, rules),) = hours_view(table.state, GAME, None)["timers"]
    assert (name, label, rules) == ("Brannoch", "Down at 0 HP by bleeding", ("P21", "P22"))
    assert when.startswith("in 2.67 minutes")
    table.passes(Fraction(2, 60))
    (timer,) = upcoming(table.state, GAME)
    assert timer.hours is not None
    assert round(timer.hours * 3600) == 40


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.integers(1, 20))
@example([34, 126], 4)
def test_many_lengths_of_time_take_as_much_as_one(seconds: list[int], bleeding: int) -> None:
    """Any split of the time passes the same rounds and stops at the same HP."""
    one, many = (Campaign(bleeding=bleeding) for _ in range(2))
    one.passes(sum(seconds) * SECOND)
    for each in seconds:
        if not many.due:
            many.passes(each * SECOND)
    assert (many.hp, many.due) == (one.hp, one.due)
    assert one.hp > -bleeding
    assert bool(one.due) == (one.hp <= 0)


def test_the_time_of_a_fight_passes_for_bleeding_characters_elsewhere() -> None:
    table = Campaign(bleeding=2)
    table.happens(f.CharacterAdded("ysolde", "Ysolde", {}))
    table.step("begin")
    table.step("join", who=[of_character(GAME, table.state.characters[1])])
    table.step("initiative", initiative="list")
    for _ in range(8):
        table.step("next")
    # Seven rounds of the list, ten seconds each.
    assert table.hp == 64 - 14
