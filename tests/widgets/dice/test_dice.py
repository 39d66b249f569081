"""Drawn dice: their owner, face and mark; and the pictures of characters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.core.games import Game
from app.core.play.play import Finished, by_hand
from app.core.play.readings import MARKS, PICTURES
from app.core.sheets import Meter
from app.systems import games
from app.widgets.fight.board.board import board_view
from app.widgets.fight.gauges.avatars import avatar, initials
from app.widgets.fight.screen.screen import screen
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import Die, rolls
from app.widgets.sheet.people import people_view
from app.widgets.sheet.sheets import sheet_view
from building.paths import WIDGETS
from tests.widgets.fight.test_board import fight
from tests.widgets.templates import PAGES


def rendered(text: str, **values: Any) -> str:
    """Render a template text."""
    return PAGES.from_string(text).render(values)


def drawn_dice(name: str, faces: list[int], **inputs: Any) -> list[list[Die]]:
    """Return the drawn dice of a procedure played with these faces."""
    game, _, _ = name.partition(".")
    procedure = games()[game].procedures[name]
    play = by_hand(procedure.bind(inputs), faces)
    assert isinstance(play, Finished)
    return [list(roll.dice) for roll in rolls(play.rolls)]


def test_matches_and_fumbles_are_named_below() -> None:
    inputs = {"skill_level": 3, "attribute": 2, "target_number": 6, "offer_cost": False}
    ((first, second, third),) = drawn_dice("garden.skill_test", [6, 6, 3], **inputs)
    assert [first.meaning, second.meaning, third.meaning] == ["kept", "match +1", "set aside"]
    ((one, *_),) = drawn_dice("garden.skill_test", [1, 1, 1], **inputs)
    assert (one.mark, one.meaning) == ("bad", "fumble")


def test_opposing_dice_are_dark_and_a_single_die_is_not_kept() -> None:
    own, against = drawn_dice("trueworld.quick_action", [7, 4], ability_die="d8", difficulty="d6")
    assert [(die.tint, die.mark, die.meaning) for die in (*own, *against)] == [
        ("ivory", "plain", ""),
        ("dark", "plain", ""),
    ]


def test_a_die_that_makes_more_fall_is_gold_and_percentile_dice_are_two() -> None:
    (first,), (second,) = drawn_dice("prism.open_roll", [98, 42])
    assert (first.tint, first.meaning, first.digits) == ("gold", "goes on", ("90", "8"))
    assert (second.tint, second.meaning, second.digits) == ("ivory", "", ("40", "2"))
    assert Die(100, 100, "100", "plain").digits == ("00", "0")


def test_combat_dice_are_drawn() -> None:
    (dice,) = drawn_dice("wasteland.combat_dice", [1, 2, 3, 5], count=4)
    assert [die.art for die in dice] == ["burst", "two-bursts", "blank", "bolt"]
    assert [die.meaning for die in dice] == ["1", "2", "blank", "1 + Effect"]
    assert dice[3].spoken == "1 + Effect"


def test_everything_that_is_drawn_has_a_shape() -> None:
    symbols = (WIDGETS / "dice" / "symbols.html").read_text(encoding="utf-8")
    shapes = set(re.findall(r'<symbol id="([\w-]+)"', symbols))
    html = "".join(
        rendered(
            '{% import "dice.html" as dice %}{{ dice.die(die) }}',
            die=Die(sides, 1, "1", mark, art=art),
        )
        for sides in (3, 4, 6, 8, 10, 12, 20, 100)
        for mark in MARKS
        for art in ("", *PICTURES)
    )
    used = set(re.findall(r'href="#([\w-]+)"', html))
    assert used <= shapes
    assert {f"art-pips-{face}" for face in range(1, 7)} <= shapes
    assert '<b class="sr" aria-hidden="true">1</b>' in html


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Mara Quill", "MQ"),
        ("Raider 12", "R12"),
        ("Vex", "V"),
        ("Tess “Spark” Okafor", "TS"),
        ("Bo O’Neil", "BO"),
        ("“”", "“"),
        ("", "?"),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_ring_shows_the_health_left_in_its_tone() -> None:
    hurt = avatar("Raider 1", "theirs", (Meter("hp", "HP", 2, 10),))
    assert (hurt.share, hurt.tone, hurt.health_text) == (20, "bad", "2 of 10 HP")
    calm = avatar("Mara", meters=(Meter("stress", "Stress", 2, 10, "bad"),))
    assert (calm.share, calm.tone) == (80, "good"), (
        "rings empty with harm, even if the number rises"
    )
    assert avatar("Nobody").share is None
    assert avatar("Endless", meters=(Meter("points", "Points", 3, None),)).share is None
    html = rendered('{% import "avatar.html" as a %}{{ a.avatar(who) }}', who=hurt)
    assert 'stroke-dasharray="20 100"' in html
    assert "<b>R1</b>" in html


@pytest.mark.parametrize("game", [game for game in games().values() if game.sheet is not None])
def test_players_characters_differ_in_colour_and_keep_it_in_every_view(game: Game) -> None:
    assert game.sheet is not None
    state = fight(game)
    listed = {player.name: player.avatar.hue for player in people_view(game, state).players}
    assert len(set(listed.values())) == len(listed) == len(game.sheet.samples)
    participants = Participants(game, state)
    pictures = {character.id: participants.picture(character.id) for character in state.characters}
    for character in state.characters:
        hue = listed[character.name]
        assert sheet_view(game, character).avatar.hue == hue
        assert getattr(pictures[character.id], "hue", None) == hue
    board = {person.id: person.picture.hue for person in board_view(game, state).people}
    on_screen = {each.id: each.avatar.hue for each in screen(game, state, tells_all=True).shown}
    for character in state.characters:
        assert board[character.id] == on_screen[character.id] == listed[character.name]
