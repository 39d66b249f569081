"""The statistics pages: valid markup, names as text, and no hidden rolls."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from app.core.statistics.sessions import FEWEST
from app.systems import games
from app.update.messages.campaign import HiddenCounted, PastAsked
from app.update.model import Model
from app.update.update import update
from app.widgets.luck import fair, luck
from app.widgets.luck.fair import Thing, judge_dice
from app.widgets.luck.past import DICE, LUCK
from tests.campaign.happenings import HOSTILE
from tests.widgets.luck.test_luck import ADA, BEN, Evening
from tests.widgets.templates import rendered

GIVEN = {"game": "garden", "hidden": False}


def text_of(report: luck.Report) -> str:
    """Return the text of a luck report."""
    values = {"report": report, "columns": luck.COLUMNS, "rows": luck.rows(report)}
    markup = rendered("luck.html", choices=LUCK, chosen="evening", **GIVEN, **values)
    assert markup.wrong == []
    return markup.text


@pytest.mark.parametrize("name", HOSTILE)
def test_luck_is_drawn_for_any_name(name: str) -> None:
    evening = Evening()
    for _ in range(FEWEST):
        evening.rolls(ADA, [6, 6])
    evening.rolls(BEN, [1, 1], hidden=True)
    report = evening.report()
    text = text_of(replace(report, lucks=tuple(replace(each, name=name) for each in report.lucks)))
    assert " ".join(name.split()) in text
    assert "Luckier than" in text
    assert ("Ben" in text) == ("Ben" in name)
    assert "Secret rolls aren’t included." in text


def test_luck_and_its_needle_stand_on_one_scale() -> None:
    evening = Evening()
    for faces in ([6, 6], [5, 4], [3, 6], [6, 2], [5, 5], [4, 4]):
        evening.rolls(ADA, faces)
    report = evening.report()
    (share,) = {each.share for each in report.lucks}
    (needle,) = {each.needle for each in report.lucks}
    assert 0 <= float(needle.rstrip("%")) - int(share.rstrip("%")) + 0.5 <= 1
    text = text_of(report)
    assert f"Luckier than {share} of evenings" in text


def test_few_rolls_say_nothing_of_luck() -> None:
    evening = Evening()
    evening.rolls(ADA, [6, 6, 6, 6, 6, 6, 6, 6])
    for missing in (4, 3, 2, 1):
        report = evening.report()
        text = text_of(report)
        assert not re.search(r"Luckier than \S*\d+%", text)
        assert f"Too few rolls: {missing} more roll{'s' * (missing > 1)} needed" in text
        assert [(each.share, each.needle) for each in report.lucks] == [("", "")] * 2
        assert "too few rolls" in luck.describe(report)
        assert "too few rolls" in luck.as_csv(report)
        evening.rolls(ADA, [1, 2])
    assert re.search(r"Luckier than \S*\d+%", text_of(evening.report()))


def test_an_evening_without_a_roll_says_so() -> None:
    assert "No rolls yet" in text_of(Evening().report())
    waiting = rendered("luck.html", choices=LUCK, chosen="evening", **GIVEN)
    assert (waiting.wrong, "Calculating…" in waiting.text) == ([], True)
    assert luck.describe(Evening().report()) == "No rolls yet."


@pytest.mark.parametrize("name", HOSTILE)
def test_dice_are_drawn_with_any_name(name: str) -> None:
    dice = judge_dice({Thing("named", 6, name): [9, 9, 9, 9, 9, 40], Thing("own", 100): [3] * 100})
    values = {"dice": dice, "own_dice": fair.OWN_DICE}
    markup = rendered("fair.html", choices=DICE, chosen="all", **GIVEN, **values)
    assert markup.wrong == []
    assert "6 comes up too often" in markup.text
    assert " ".join(name.split()) in markup.text
    assert len([tag for tag, _ in markup.elements if tag == "rect"]) == 106
    assert fair.describe(dice).startswith("2 dice counted.")


def test_without_a_named_die_it_says_how_one_gets_a_name() -> None:
    values = {"dice": (), "own_dice": fair.OWN_DICE}
    markup = rendered("fair.html", choices=DICE, chosen="all", **GIVEN, **values)
    assert (markup.wrong, "Name your physical dice" in markup.text) == ([], True)
    assert "Counting…" in rendered("fair.html", choices=DICE, chosen="all", **GIVEN).text


def test_the_range_of_statistics_is_chosen() -> None:
    model = Model(games())
    dice = random.Random(0)
    for message, past in (
        (PastAsked("luck", "campaign"), ("campaign", "all", False)),
        (PastAsked("dice", "campaign"), ("campaign", "campaign", False)),
        (PastAsked("luck", "nonsense"), ("campaign", "campaign", False)),
        (HiddenCounted(), ("campaign", "campaign", True)),
        (HiddenCounted(), ("campaign", "campaign", False)),
    ):
        model, commands = update(model, message, dice)
        assert commands == ()
        assert (model.past.luck, model.past.dice, model.past.hidden) == past
