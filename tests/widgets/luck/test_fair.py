"""Dice with names: remembered on the device, stored with rolls, counted and judged."""

from __future__ import annotations

import csv
import io
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.campaign import facts as f
from app.campaign.journal.entries import Entry, EntryRecord
from app.campaign.journal.journal import append
from app.core.play.play import Thrown
from app.systems import games
from app.update.messages.device import DiceNamed
from app.update.messages.forms import RouteOpened
from app.update.messages.plays import DiceEntered, FacesTyped, RestRolled, RollTapped
from app.widgets.dice.naming import LONGEST, MOST, Face, faces, names
from app.widgets.luck.fair import (
    FaceBook,
    Thing,
    as_csv,
    as_markdown,
    count_faces,
    iter_rolls,
    judge_dice,
    round_figure,
)
from app.widgets.roll.links import link
from app.widgets.settings.device import Device, device_from
from tests.campaign.happenings import Stamps, begun
from tests.fights.table import Table

GAMES = games()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        (" , ,", ()),
        ("the red d20", ("the red d20",)),
        (" red ,  the  blue one,", ("red", "the blue one")),
        ("x" * 90, ("x" * LONGEST,)),
        (",".join("abcdefghijklmnopqrstuvwxyz"), tuple("abcdefghijklmnopqrstuvwxyz"[:MOST])),
    ],
)
def test_a_line_of_names(text: str, expected: tuple[str, ...]) -> None:
    assert names(text) == expected


def test_one_name_is_of_all_and_several_are_of_each() -> None:
    rolls = [
        Thrown("", "self", 20, (4, 9), ("plain",) * 2),
        Thrown("", "self", 6, (1, 2, 3), ("plain",) * 3),
    ]
    rolled_faces = list(faces(rolls, 4, {"20": ["red"], "6": ["a", "b"]}))
    assert rolled_faces == [
        Face(20, 4, False, "red"),
        Face(20, 9, False, "red"),
        Face(6, 1, False, "a"),
        Face(6, 2, False, "b"),
        Face(6, 3, True),
    ]


def test_a_device_remembers_the_names_of_dice() -> None:
    device = Device().calling(20, "the red d20 ,").calling(20, "blue").calling(6, "a, b")
    assert (device.names_of_dice(20), device.names_of_dice(6), device.names_of_dice(8)) == (
        "blue",
        "a, b",
        "",
    )
    assert device.remembered_names(20) == ("blue", "the red d20")
    none = device.calling(20, "")
    assert (none.names_of_dice(20), none.remembered_names(20)) == ("", ("blue", "the red d20"))
    assert device_from(none.record()) == none


@pytest.mark.parametrize("odd", [7, {"20": 5}, {"x": ["a"]}, {"20": [7]}, {"20": []}, [["20"]]])
def test_an_invalid_record_names_no_die(odd: Any) -> None:
    assert device_from({"dice": odd}) == Device()


def open_table() -> Table:
    """Return a table with the open form of a test with three dice."""
    table = Table()
    table.open(begun("garden", table.stamp))
    table.send(RouteOpened("#/garden/skill_test?skill_level=3&target_number=6"))
    return table


def test_the_names_are_kept_with_the_roll() -> None:
    table = open_table()
    table.send(DiceNamed(6, "red, blue"))
    table.send(DiceEntered())
    table.send(FacesTyped(0, "5"))
    table.send(FacesTyped(1, "2"))
    table.send(RestRolled())
    fact = table.journal.last.fact
    assert isinstance(fact, f.Rolled)
    assert (fact.typed, fact.dice) == (2, {"6": ["red", "blue"]})
    (last, *_) = reversed(FaceBook().faces(table.journal.last, GAMES))
    assert last.by_chance
    table.send(RollTapped())
    fact = table.journal.last.fact
    assert isinstance(fact, f.Rolled)
    assert (fact.typed, fact.dice) == (0, {})


def test_older_files_count_no_faces() -> None:
    table = open_table()
    fact = f.Rolled("garden.skill_test", {"skill_level": 1}, answers=[3, 4])
    assert fact.typed is None
    journal = append(table.journal, fact, Stamps()(), GAMES)
    assert FaceBook().faces(journal.last, GAMES) == ()
    old: EntryRecord = {
        **journal.last.record(),
        "fact": {"kind": "rolled", "procedure": "garden.skill_test"},
    }
    assert Entry.read(old).fact == f.Rolled("garden.skill_test")


def test_only_hidden_rolls_are_kept_from_the_table() -> None:
    table = open_table()
    table.send(RollTapped(hidden=True))
    table.send(RollTapped())
    assert len(iter_rolls(table.journal.page)) == 1
    assert len(iter_rolls(table.journal.page, hidden=True)) == 2


def test_dice_are_counted_named_ones_first() -> None:
    rolled_faces = [
        Face(6, 1, True),
        Face(20, 3, False),
        Face(6, 2, False, "b"),
        Face(6, 2, False, "A"),
    ]
    tally = count_faces([*rolled_faces, Face(6, 6, True)])
    assert [each.words for each in tally] == ["A", "b", "Unnamed d20", "Tableside’s d6"]
    assert tally[Thing("own", 6)] == (1, 0, 0, 0, 0, 1)


def test_fate_dice_are_counted_by_their_signs() -> None:
    table = Table()
    table.open(begun("garden", table.stamp))
    for line, typed in (("4dF", "+ + 0 -"), ("1d3", "2")):
        table.send(RouteOpened(link("dice/roll", {"notation": line})))
        table.send(DiceEntered())
        table.send(FacesTyped(0, typed))
    rolled = [
        face for entry in iter_rolls(table.journal.page) for face in FaceBook().faces(entry, GAMES)
    ]
    tally = count_faces(rolled)
    assert {each.words: counts for each, counts in tally.items()} == {
        "Unnamed d3": (0, 1, 0),
        "Unnamed dF": (1, 1, 2),
    }
    loaded = judge_dice({thing: [1, 1, 60] for thing in tally})
    assert [each.verdict for each in loaded] == ["3 comes up too often", "+ comes up too often"]
    assert "Unnamed dF,3,+,60," in as_csv(loaded)


def test_a_verdict_claims_no_more_than_the_counts_show() -> None:
    few, plain, odd, loaded = judge_dice(
        {
            Thing("named", 20, "few"): [1] * 20,
            Thing("named", 6, "plain"): [20, 22, 18, 21, 19, 20],
            Thing("named", 6, "odd"): [12, 20, 20, 20, 20, 38],
            Thing("named", 6, "loaded"): [0, 0, 0, 0, 0, 30],
        }
    )
    assert few.verdict == "Too few rolls yet"
    assert few.more[0] == "20 of 100 rolls needed"
    assert plain.verdict == "Nothing unusual"
    assert plain.more == ("A clearly loaded die shows up after about 260 rolls.",)
    assert odd.verdict == "6 comes up too often"
    assert odd.more[0] == "38 times in 130 rolls; 21.7 expected."
    assert re.search(r"A fair die looks this uneven once in \d+\.", odd.more[1])
    assert re.search(r"With 4 fair dice, the chance of one like this is \d%", odd.more[2])
    assert loaded.verdict == "6 comes up too often"
    assert "once in a million" in loaded.more[1]
    assert [column.is_odd for column in odd.columns] == [False] * 5 + [True]
    assert not any(column.is_odd for column in plain.columns)
    (alone,) = judge_dice({Thing("named", 6, "odd"): [12, 20, 20, 20, 20, 38]})
    assert "Check again with fresh rolls." in alone.more[2]


@settings(max_examples=25)
@given(st.integers(2, 30), st.data())
def test_below_the_rolls_it_asks_for_nothing_is_said(sides: int, data: st.DataObject) -> None:
    """Even unlikely faces get no verdict before five rolls per face."""
    rolls = data.draw(st.integers(1, 5 * sides - 1))
    faces = data.draw(st.lists(st.integers(1, sides), min_size=1, max_size=3))
    counts = [0] * sides
    for n in range(rolls):
        counts[faces[n % len(faces)] - 1] += 1
    (result,) = judge_dice({Thing("named", sides): counts})
    assert (result.verdict, result.tone) == ("Too few rolls yet", "plain")
    assert result.more[0] == f"{rolls:,} of {5 * sides:,} rolls needed"
    assert not any(column.is_odd for column in result.columns)


def test_the_page_throws_fair_dice() -> None:
    """This uses the page's own source of chance; such an imbalance is rarer than 1 in 100,000."""
    dice = random.SystemRandom()
    counts = [0] * 20
    for _ in range(2_000):
        counts[dice.randint(1, 20) - 1] += 1
    (result,) = judge_dice({Thing("own", 20): counts})
    assert result.fairness.p > 1e-5
    assert result.more[-1] == "Enough rolls to spot a clearly loaded die."


def test_dice_travel() -> None:
    results = judge_dice({Thing("named", 4, "=1*2"): [3, 4, 5, 8]})
    assert "**=1\\*2** (d4, 20 rolls)" in as_markdown(results)
    rows = list(csv.reader(io.StringIO(as_csv(results))))
    assert rows[1][:4] == ["'=1*2", "4", "1", "3"]


@pytest.mark.parametrize(("number", "expected"), [(7, 7), (398, 400), (1562, 1600)])
def test_to_two_digits(number: int, expected: int) -> None:
    assert round_figure(number) == expected
