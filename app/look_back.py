"""Statistics for the command line: luck of a campaign's rolls, and dice fairness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.campaign.files.files import open_file
from app.campaign.files.shapes import Fault
from app.campaign.files.validation import BadFile, Whole
from app.campaign.journal.journal import page
from app.campaign.state.characters import short_names
from app.campaign.state.state import Games
from app.core.errors import BadInput, short_text
from app.core.support.typed_numbers import read_whole
from app.widgets.campaigns.campaigns import display_name
from app.widgets.dice import typing
from app.widgets.fight.board.board import people
from app.widgets.fight.journal.descriptions import names_of_joined
from app.widgets.journal.story import players
from app.widgets.luck.fair import Judgement, Thing, judge_dice
from app.widgets.luck.judging import LuckBook, counting, of_evening, visible
from app.widgets.luck.luck import Report, report_luck

#: Fewest and most sides of a die.
FEWEST, MOST_SIDES = 2, 100

#: Most faces counted, and most dice tested at a table.
MOST_FACES = 1_000_000
MOST_DICE = 1_000


def lucks(text: bytes, games: Games, evening: bool, hidden: bool) -> Iterator[tuple[str, Report]]:
    """Yield each campaign of a file with the luck of its rolls. BadFile if it is invalid.

    evening: of its last session only. hidden: with hidden rolls.
    """
    opened = open_file(text, games)
    if opened.kind == "character":
        raise BadFile([Fault("/kind", "a character has no rolls; give a campaign")])
    for campaign in opened.journals:
        yield display_name(campaign.journal.state.name), _luck(campaign, games, evening, hidden)


def _luck(campaign: Whole, games: Games, evening: bool, hidden: bool) -> Report:
    journal = campaign.journal
    entries = of_evening(campaign.entries)[0] if evening else campaign.entries
    shown = page(entries, journal.top, journal.holes)
    rolls, book = counting(shown), LuckBook()
    counted = list(visible(rolls, hidden))
    names = short_names(
        {**names_of_joined(page(campaign.entries, journal.top, {})), **people(journal.state)}
    )
    results = [book.judge(each, games) for each in counted]
    return report_luck(results, names, players(journal.state), len(rolls) - len(counted))


def luck_record(report: Report) -> list[Mapping[str, Any]]:
    """Return the report as JSON; exact shares are fractions."""
    return [
        {
            "who": each.name,
            "rolls": each.evening.rolls,
            "mean": str(each.evening.mean),
            "lower": str(each.evening.lower),
            "same": str(each.evening.same),
            "higher": str(each.evening.higher),
            "exact": each.evening.is_exact,
        }
        for each in report.lucks
    ]


def die(sides: str, text: str, dice: int = 1) -> Judgement:
    """Test a die by its faces.

    sides: `20` or `d20`, 2 to 100. text: the faces as the page reads them: `3,5;20`, `0` for 10 on
    a d10, `00` for 100 on a d100. dice: number of dice tested at this table. BadInput names the
    wrong argument.
    """
    size = _sides(sides)
    if not 1 <= dice <= MOST_DICE:
        raise BadInput("dice", f"dice is {short_text(dice)}; give 1 to {MOST_DICE:,}")
    counts = [0] * size
    for rolled, face in enumerate(_faces(text, size), 1):
        if rolled > MOST_FACES:
            raise BadInput("faces", f"more than {MOST_FACES:,} faces; give at most so many")
        counts[face - 1] += 1
    if not any(counts):
        raise BadInput("faces", "no faces; give those that fell, such as 3,5,2")
    (judgement,) = judge_dice({Thing("named", size, f"d{size}"): counts}, dice - 1)
    return judgement


def _sides(text: str) -> int:
    number = read_whole(text.strip().removeprefix("d").removeprefix("D"))
    if isinstance(number, int) and FEWEST <= number <= MOST_SIDES:
        return number
    raise BadInput("sides", f"{text[:20]} is no die; give d{FEWEST} to d{MOST_SIDES}")


def _faces(text: str, sides: int) -> Iterator[int]:
    """Yield the faces of a line; BadInput names the first that the die lacks."""
    tested = typing.Die(sides)
    for word in typing.words(typing.separate_faces(text, tested)):
        face = typing.face(word, sides)
        if face is None:
            raise BadInput("faces", tested.fault(word))
        yield face


def die_record(judgement: Judgement) -> Mapping[str, Any]:
    """Return a judgement as JSON. p: the chance of a fair die to be as unbalanced, or more."""
    fairness = judgement.fairness
    return {
        "sides": fairness.sides,
        "rolls": fairness.rolls,
        "counts": list(fairness.counts),
        "p": fairness.p,
        "way": fairness.way,
        "verdict": judgement.verdict,
        "more": list(judgement.more),
    }
