"""Passing hours heal and test injuries: order of events, queues, clocks, and injury codes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from app.core.odds.odds import odds
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Outcome, to_report
from app.systems.garden import GAME
from app.systems.garden.rules.codes import InjuryCode, plain, read
from tests.twin import brute

PASS_TIME = GAME.procedures["garden.pass_time"]


def passed(*faces: int, **inputs: Any) -> Outcome:
    return by_hand(PASS_TIME.bind(inputs), list(faces)).outcome


def after(outcome: Outcome) -> list[str]:
    return next(effect.value for effect in outcome.effects if effect.field == "injuries")


@pytest.mark.parametrize(
    ("code", "canonical"),
    [
        ("flesh-wound/open", "flesh-wound/open"),
        ("deep-wound/aided@0", "deep-wound/aided"),
        ("flesh-wound/unaided@24.50", "flesh-wound/unaided@24.5"),
        ("deep-bruise=144", "deep-bruise=144"),
        ("flesh-bruise=0.1234567", "flesh-bruise=0.123457"),
        ("flesh-bruise=0.0000001", "flesh-bruise=0.000001"),
        ("flesh-wound/aided@71.9999999", "flesh-wound/aided@71.999999"),
        ("flesh-bruise", "flesh-bruise"),
    ],
)
def test_codes_are_written_plainly(code: str, canonical: str) -> None:
    assert read(code).code == canonical
    assert read(canonical).code == canonical


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("flesh-wound/open", "open flesh wound"),
        ("deep-wound/unaided@1.003333", "unaided deep wound (1 h healed)"),
        ("deep-wound/aided@0.1", "aided deep wound (6 min healed)"),
        ("deep-wound/aided@0.000001", "aided deep wound"),
        ("flesh-bruise", "flesh bruise"),
        ("deep-bruise=30.5", "deep bruise (30 h 30 min left)"),
        ("flesh-bruise=0.000001", "flesh bruise (0 h left)"),
        ("of another program", "of another program"),
    ],
)
def test_people_read_codes_in_words(code: str, words: str) -> None:
    assert InjuryCode().words(code) == words


def test_plain_decimals() -> None:
    assert [plain(Fraction(1, 3)), plain(100), plain(Fraction(5, 2))] == ["0.333333", "100", "2.5"]


def test_flesh_bruises_heal_first_then_wounds_then_deep() -> None:
    codes = ["deep-wound/aided", "deep-bruise", "flesh-wound/unaided", "flesh-bruise=2"]
    first = passed(hours=2, injuries=codes)
    assert after(first) == ["deep-wound/aided", "deep-bruise", "flesh-wound/unaided"]
    second = passed(hours=100, injuries=after(first))
    assert after(second)[-1] == "flesh-wound/unaided@100"
    # The wound is healed after 68 hours more; then the deep bruise rolls its length.
    third = passed(2, hours=68 + 24, injuries=after(second))
    assert after(third) == ["deep-wound/aided", "deep-bruise=24"]
    assert to_report(third.values["next_heal_hours"]) == 24


def test_a_bruise_rolls_its_length_only_when_time_is_left() -> None:
    assert after(passed(hours=0, injuries=["flesh-bruise"])) == ["flesh-bruise"]
    codes = ["flesh-bruise=3", "flesh-bruise"]
    assert after(passed(hours=3, injuries=codes)) == ["flesh-bruise"]
    assert after(passed(4, hours=4, injuries=codes)) == ["flesh-bruise=3"]


@pytest.mark.parametrize(
    ("inputs", "remaining"),
    [
        ({"hours": 24, "injuries": ["flesh-wound/open", "deep-bruise=24"]}, ["flesh-wound/open"]),
        ({"hours": 24, "injuries": ["flesh-wound/open", "flesh-wound/aided@48", "deep-bruise"]},
         ["flesh-wound/open", "deep-bruise"]),
        ({"hours": 4, "injuries": ["flesh-bruise=4", "flesh-wound/aided@68"],
          "healing_queue": "per-track"}, []),
    ],
)  # fmt: skip
def test_an_injury_that_heals_at_the_last_moment_is_healed(
    inputs: dict[str, Any], remaining: list[str]
) -> None:
    faces = (5, 6) if "flesh-wound/open" in remaining else ()
    result = passed(*faces, **inputs, body=5, wound_boxes=8)
    assert after(result) == remaining
    assert result.values["next_heal_hours"] == 0


def test_a_row_that_fills_at_the_last_moment_leaves_nearly_healed_injuries() -> None:
    codes = ["flesh-wound/open", "flesh-wound/aided@48"]
    result = passed(1, 2, hours=24, injuries=codes, wound_boxes=3)
    assert (result.grade, after(result)[1]) == ("bleeding-out", "flesh-wound/aided@71.999999")


def test_a_displaced_head_keeps_its_progress() -> None:
    inputs = {"hours": 4, "injuries": ["flesh-wound/aided@10", "flesh-bruise=3"]}
    assert after(passed(**inputs)) == ["flesh-wound/aided@11"]


def test_an_open_wound_neither_heals_nor_blocks() -> None:
    inputs = {"hours": 4, "injuries": ["flesh-wound/open", "deep-bruise=30"]}
    result = passed(**inputs)
    assert after(result) == ["flesh-wound/open", "deep-bruise=26"]
    assert result.values["flesh_clock"] == 4


def test_nothing_heals_in_the_week_of_recovery() -> None:
    inputs = {"hours": 10, "injuries": ["flesh-bruise=3"], "recovery_hours": 8}
    result = passed(**inputs)
    assert after(result) == ["flesh-bruise=1"]
    assert result.values["recovery_hours"] == 0
    waiting = passed(hours=5, injuries=["flesh-bruise"], recovery_hours=8)
    assert (after(waiting), waiting.values["recovery_hours"]) == (["flesh-bruise"], 3)


def test_deep_wounds_are_tested_before_flesh_wounds() -> None:
    inputs = {
        "hours": 1,
        "injuries": ["flesh-wound/open", "deep-wound/open"],
        "flesh_clock": 23,
        "body": 9,
        "wound_boxes": 10,
    }
    result = passed(1, 1, 3, 3, **inputs)
    # The fumble of the deep test adds a second deep wound; that one is tested each half hour.
    assert result.values["new_deep"] == 1
    assert (result.values["flesh_clock"], result.values["deep_clock"]) == (0, 0)
    assert after(result) == ["flesh-wound/open", "deep-wound/open", "deep-wound/open"]


def test_a_clock_past_its_interval_is_tested_at_once() -> None:
    codes = ["deep-wound/open", "deep-wound/open"]
    inputs = {"hours": 0, "injuries": codes, "deep_clock": 0.75, "body": 9, "wound_boxes": 10}
    assert passed(3, 4, **inputs).values["deep_clock"] == 0


def test_a_clock_without_open_wounds_stands_at_nothing() -> None:
    inputs = {"hours": 5, "injuries": ["flesh-wound/aided"], "flesh_clock": 7, "deep_clock": 0.5}
    result = passed(**inputs)
    assert (result.values["flesh_clock"], result.values["deep_clock"]) == (0, 0)


def test_a_full_row_stops_the_clock() -> None:
    full = passed(hours=9, injuries=["deep-wound/aided", "deep-wound/aided"], wound_boxes=4)
    assert (full.grade, full.values["hours_passed"]) == ("bleeding-out", 0)
    fills = passed(2, 2, hours=9, injuries=["deep-wound/open"], wound_boxes=3)
    assert (fills.grade, fills.values["hours_passed"]) == ("bleeding-out", 1)


def test_a_deep_wound_healed_unaided_leaves_its_mark() -> None:
    result = passed(hours=20, injuries=["deep-wound/unaided@700"], heal_rate=1.25)
    assert (result.grade, result.values["rehab"]) == ("recovered", 1)
    assert result.effects[-1].field == "rehab"


def test_the_penalty_of_the_moment_counts_in_a_test() -> None:
    # A deep wound and two flesh bruises: -3; 4 - 3 is a tie and fails.
    inputs = {"hours": 1, "injuries": ["deep-wound/open", "flesh-bruise=6", "flesh-bruise=6"]}
    assert passed(4, 3, **inputs).values["new_flesh"] == 1
    assert passed(5, 3, **inputs).values["new_flesh"] == 0


@pytest.mark.parametrize(
    "inputs",
    [
        {"hours": 2, "injuries": ["deep-wound/open"], "wound_boxes": 4},
        {"hours": 24, "injuries": ["flesh-wound/open", "flesh-bruise"], "flesh_clock": 2},
        {"hours": 30, "injuries": ["deep-bruise", "flesh-bruise"], "healing_queue": "per-track"},
        {"hours": 1, "injuries": ["deep-wound/open", "flesh-wound/open"], "flesh_clock": 23},
        {"hours": 1, "injuries": ["deep-wound/open", "deep-wound/open"], "wound_boxes": 8},
    ],
)
def test_odds_agree_with_trying_every_face(inputs: dict[str, Any]) -> None:
    bound = PASS_TIME.bind(inputs)
    assert odds(bound) == brute(bound, limit=200_000)


@pytest.mark.parametrize("severity", ["flesh", "deep"])
@pytest.mark.parametrize("body", [-2, 0, 3])
def test_a_day_with_one_open_wound_has_odds(severity: str, body: int) -> None:
    chances = odds(PASS_TIME.bind({"injuries": [f"{severity}-wound/open"], "body": body}))
    assert sum(chances.values()) == 1


def test_a_day_of_deep_wounds_counted_by_hand() -> None:
    # Body 3: with -2 for the wound only a fumble fails, so it holds 24 hours with (35/36)^24.
    chances = odds(PASS_TIME.bind({"injuries": ["deep-wound/open"], "body": 3}))
    assert chances["healing"] == Fraction(35, 36) ** 24


def test_a_play_of_many_years_ends() -> None:
    result = passed(*[6, 5] * 4000, hours=96_000, injuries=["flesh-wound/open"], body=5)
    assert (result.grade, result.values["hours_passed"]) == ("healing", 96_000)
