"""Taps on an outdated screen: nothing breaks, and nothing happens twice."""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING, Any

import pytest

from app.campaign.state.scenes import scene_of
from app.core.encounters.offering import offer_actions
from app.core.errors import BadInput
from app.core.games import Game
from app.systems import games
from app.update.messages import campaign as c
from app.update.messages import forms as f
from app.update.messages import plays as p
from app.update.messages import tracker as t
from app.update.messages.answers import JournalOpened
from app.update.messages.offers import Offered
from app.update.offers import screen_state
from app.update.roll import roles
from app.update.roll.next_action import find_next_action
from app.widgets.fight.board.board import people
from app.widgets.roll.links import link
from tests.fights import Fight
from tests.fights.hand import Hand
from tests.fights.headless import Headless
from tests.fights.table import Table
from tests.tries import tries
from tests.update.on_screen import on_screen

if TYPE_CHECKING:
    from app.update.messages import Message

GAMES = [pytest.param(game, id=id) for id, game in games().items() if game.encounter]

#: The most screens that a tap may be late by.
LATE = 3

#: The number of timely taps of an evening.
TAPS = 120

#: Messages of which every tap counts, or that a second tap reverses.
COUNTED = (
    *(c.CounterStepped, f.FactTapped, f.FieldStepped, p.DiePicked, p.DieTakenBack, p.FacesTyped),
    *(p.FaceTyped, p.KeyTapped, p.PickToggled, p.Redone, t.MenuTapped, t.MeterTapped),
    *(t.PanelTapped, f.RollableTaken),
)

#: Messages that advance a fight, tapped more often than the rest.
ONWARD = (
    *(t.ActionTaken, t.NextRolled, t.TurnPassed, t.StepSent, t.MeterChanged),
    *(p.EffectsApplied, p.RollTapped, p.DecisionTaken, p.PlaySettled, p.DiceEntered, p.KeyTapped),
)

#: Messages that would end an evening too early.
SELDOM = (p.Undone, t.StepTaken, f.FormReset, t.OverClosed, p.PlayCancelled, t.RealDiceSwitched)


def _weight(message: object) -> int:
    return 9 if isinstance(message, ONWARD) else 1 if isinstance(message, SELDOM) else 3


class Evening:
    """Random taps on the current screen, and late ones on earlier screens."""

    def __init__(self, game: Game, seed: int) -> None:
        self.table: Table = Headless(Fight(game.id, "late taps", {}, [])).table
        self.table.send(t.CharactersJoined())
        self.table.send(t.LineJoined("2 raiders"))
        self.chance = random.Random(seed)
        self.table.dice = random.Random(seed)
        self.start = self.table.journal.top
        self.screens = deque([self.table.model], maxlen=LATE)

    def send(self, message: Message | Offered) -> None:
        """Send a message that succeeds or changes nothing."""
        before = self.table.journal
        try:
            self.table.send(message)
        except BadInput:
            assert self.table.journal is before, message

    def choose(self) -> Message | None:
        """Return a random message of the current screen."""
        messages = [each for each in on_screen(self.table.model) if self.is_allowed(each)]
        return self.chance.choices(messages, [*map(_weight, messages)])[0] if messages else None

    def is_allowed(self, message: object) -> bool:
        """Return whether a message leaves the fight and its start in place."""
        if isinstance(message, p.Undone):
            return self.table.journal.top > self.start
        return message != t.StepTaken("end") or self.chance.random() < 0.1

    def tap(self) -> None:
        """Tap a control of the current screen twice before the next screen."""
        message, screen = self.choose(), screen_state(self.table.model)
        if message is None:
            return
        self.screens.append(self.table.model)
        self.send(Offered(message, screen))
        if isinstance(message, COUNTED) or message == p.Undone():
            return
        once = self.table.model
        self.send(Offered(message, screen))
        assert self.table.journal is once.journal, f"twice: {message}"
        assert self.table.model.forms == once.forms, f"twice: {message}"

    def tap_late(self, bare: bool) -> None:
        """Tap a control of an earlier screen; `bare` leaves out the screen it was made on."""
        screen = self.chance.choice([*self.screens])
        message = self.chance.choice(on_screen(screen))
        if self.is_allowed(message):
            self.send(message if bare else Offered(message, screen_state(screen)))


@pytest.mark.parametrize("game", GAMES)
def test_taps_on_a_screen_that_is_gone(game: Game) -> None:
    for seed in range(tries(6)):
        evening = Evening(game, seed)
        for _ in range(TAPS):
            evening.tap()
            if evening.chance.random() < 0.5:
                evening.tap_late(bare=evening.chance.random() < 0.5)


# --- two taps on one screen ---


def in_a_fight(game: str) -> Table:
    """Return a fight at a player's turn, with random dice."""
    hand = Hand(game)
    hand.plays_to(lambda id: id.startswith("sample"))
    hand.player.table.send(t.RealDiceSwitched(on=False))
    return hand.player.table


def attack(table: Table, leads_on: bool = False) -> None:
    """Roll a weapon over the fight that has effects to apply, or leads on to damage."""
    scene = table.scene
    actor = scene.board.current or ""
    target = scene.encounter.targets(scene, actor)[0]
    actions = offer_actions(scene, actor, target)
    act = next(action for action in actions if action.main and action.aimed and not action.why_not)
    for seed in range(300):
        table.dice = random.Random(seed)
        table.send(t.ActionTaken(actor, act.id, target))
        table.send(p.PlaySettled())
        card = roles.result_card(table.model, table.model.form)
        damage = find_next_action(table.model, table.model.form)
        if card is not None and (damage is not None and damage.dice if leads_on else card.pending):
            return
        table.send(t.OverClosed())
        table.send(p.Undone())
    raise AssertionError("nothing to apply")


def send_together(table: Table, *taps: Message) -> int:
    """Send taps made on one screen and return the number of new entries."""
    screen, before = screen_state(table.model), table.journal.n
    for tap in taps:
        table.send(Offered(tap, screen))
    return table.journal.n - before


def current(table: Table) -> str | None:
    """Return the current combatant."""
    scene = scene_of(table.state.document, games()[table.state.game])
    assert scene is not None
    return scene.board.current


@pytest.mark.parametrize("bare", [False, True], ids=["from the page", "bare"])
@pytest.mark.parametrize("game", ["garden", "wasteland"])
def test_apply_twice_applies_once(game: str, bare: bool) -> None:
    table = in_a_fight(game)
    attack(table)
    if bare:
        before = table.journal.n
        table.send(p.EffectsApplied())
        table.send(p.EffectsApplied())
        assert table.journal.n == before + 1
    else:
        assert send_together(table, p.EffectsApplied(), p.EffectsApplied()) == 1


@pytest.mark.parametrize("game", ["garden", "wasteland"])
def test_a_closed_result_is_not_applied(game: str) -> None:
    table = in_a_fight(game)
    attack(table)
    assert send_together(table, t.OverClosed(), p.EffectsApplied()) == 0
    table.send(p.EffectsApplied())
    assert not table.model.overlay


@pytest.mark.parametrize("game", games())
def test_end_turn_twice_ends_one_turn(game: str) -> None:
    table, other = in_a_fight(game), in_a_fight(game)
    other.send(t.TurnPassed())
    assert send_together(table, t.TurnPassed(), t.TurnPassed(), p.EffectsApplied()) == 1
    assert current(table) == current(other)


def test_roll_twice_is_one_roll_and_two_once_it_is_seen() -> None:
    table = Headless(Fight("garden", "rolls", {}, [])).table
    texts = {"skill_level": "3", "attribute": "2", "target_number": "6"}
    table.send(f.RouteOpened(link("garden/skill_test", texts)))
    assert send_together(table, p.RollTapped(), p.RollTapped(), p.RollTapped(hidden=True)) == 1
    assert send_together(table, p.RollTapped()) == 1
    assert send_together(table, f.FieldStepped("skill_level", 1), p.RollTapped()) == 1


def test_apply_is_not_meant_of_the_damage_that_takes_its_place() -> None:
    """The first tap rolls the damage, but the later ones were made on the attack."""
    table = in_a_fight("wasteland")
    attack(table, leads_on=True)
    next_roll = find_next_action(table.model, table.model.form)
    assert next_roll is not None
    screen = screen_state(table.model)
    table.send(Offered(t.NextRolled(next_roll.number), screen))
    damage = table.model.form.procedure.id
    before = table.journal.n
    for late in (p.EffectsApplied(), t.NextRolled(0), p.Undone(this_play=True)):
        table.send(Offered(late, screen))
    assert table.journal.n == before
    assert table.model.open == damage


def test_a_number_changed_twice_is_changed_once() -> None:
    table = in_a_fight("wasteland")
    raider = next(id for id in people(table.state) if id.startswith("stranger"))
    table.send(t.MeterTapped(raider, "hp"))
    less = t.MeterChanged(raider, "hp", "2", down=True)
    assert send_together(table, less, less) == 1


def test_taps_that_count_are_as_many_as_were_made() -> None:
    table = in_a_fight("wasteland")
    counter = c.CounterStepped("group_ap", 1)
    assert send_together(table, *[counter] * 5) == 5
    assert send_together(table, p.Undone(), p.Undone()) == 2


def test_a_new_character_is_brought_once() -> None:
    table = in_a_fight("garden")
    taps = (c.CharacterBrought(f"new-{n}", "New character", {}) for n in range(2))
    assert send_together(table, *taps) == 1


def test_taps_on_the_screen_of_another_game_change_nothing() -> None:
    wasteland, garden = (in_a_fight(game) for game in ("wasteland", "garden"))
    screen = screen_state(wasteland.model)
    steps, others = (games()[game].encounter for game in ("wasteland", "garden"))
    assert steps is not None
    assert others is not None
    taps: list[Message] = [
        c.CounterStepped(counter.id, 1) for counter in games()["wasteland"].counters
    ]
    for step in sorted(steps.by_id.keys() - others.by_id.keys()):
        taps += [t.StepSent(step, {}, {}), t.StepOpened(step)]
    wasteland.log = garden.log
    wasteland.send(JournalOpened(garden.journal))
    before = wasteland.model
    for tap in taps:
        wasteland.send(tap)
        wasteland.send(Offered(tap, screen))
    assert wasteland.journal is before.journal
    assert wasteland.model.tracker.step == ""


def test_a_shot_is_taken_off_no_other_weapon() -> None:
    """The weapon that was fired may have moved on the sheet, or gone, before *Apply*."""
    table = Headless(Fight("wasteland", "weapons", {}, [])).table
    game = games()["wasteland"]

    def weapons() -> list[dict[str, Any]]:
        return [dict(weapon) for weapon in table.state.character("sample-0").sheet(game)["weapons"]]

    fired = {**weapons()[0], "name": "A", "shots": 9}
    table.send(c.FieldWritten("sample-0", "weapons", [fired, {**fired, "name": "B"}]))
    table.send(f.RollableTaken("wasteland.attack", "weapons/0", None, "sample-0", "sample-1"))
    table.send(f.RouteOpened("#/wasteland/attack"))
    table.send(p.RollTapped())
    table.send(p.PlaySettled())
    table.send(c.RecordMoved("sample-0", "weapons", 0, weapons()[0], 1))
    table.send(p.EffectsApplied())
    assert [(weapon["name"], weapon["shots"]) for weapon in weapons()] == [("B", 9), ("A", 9)]
    assert table.told == "Its entry on the sheet has moved. Change it there."
    table.send(c.RecordMoved("sample-0", "weapons", 1, weapons()[1], -1))
    table.send(p.EffectsApplied())
    assert [(weapon["name"], weapon["shots"]) for weapon in weapons()] == [("A", 8), ("B", 9)]
