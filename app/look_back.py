"""What lies behind: the luck of a campaign's rolls, from its file; and whether a die is fair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.campaign.files import open_file
from app.campaign.journal import page
from app.campaign.state import Games
from app.campaign.validation import Whole
from app.core.errors import BadInput
from app.widgets.board import people
from app.widgets.campaigns import called
from app.widgets.fair import Judgement, Thing, judged
from app.widgets.happenings import joined
from app.widgets.judging import LuckBook, counting, of_evening, visible
from app.widgets.luck import Report, reported
from app.widgets.story import brief, players

#: A die has so many sides.
FEWEST, MOST_SIDES = 2, 100

#: So many faces are counted at the most.
MOST_FACES = 1_000_000


def lucks(text: bytes, games: Games, evening: bool, hidden: bool) -> Iterator[tuple[str, Report]]:
    """Each campaign of a file by its name, with the luck of its rolls. BadFile if it is not sound.

    evening: of its last evening alone. hidden: with what was rolled hidden.
    """
    for whole in open_file(text, games).journals:
        yield called(whole.journal.state.name), _luck(whole, games, evening, hidden)


def _luck(whole: Whole, games: Games, evening: bool, hidden: bool) -> Report:
    journal = whole.journal
    entries = of_evening(whole.entries)[0] if evening else whole.entries
    shown = page(entries, journal.top, journal.holes)
    rolls, book = counting(shown), LuckBook()
    seen = list(visible(rolls, hidden))
    names = brief({**joined(page(whole.entries, journal.top, {})), **people(journal.state)})
    told = [book.judged(each, games) for each in seen]
    return reported(told, names, players(journal.state), len(rolls) - len(seen))


def luck_record(report: Report) -> list[Mapping[str, Any]]:
    """The report as JSON: shares and places as exact fractions where they are exact."""
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


def die(sides: str, faces: str, dice: int = 1) -> Judgement:
    """What so many faces say of a die. faces: `3,5,20`, also parted by spaces. dice: so many are
    tested at this table. BadInput names what is wrong.
    """
    many = _whole("sides", sides, FEWEST, MOST_SIDES)
    each = faces.replace(",", " ").split()
    if len(each) > MOST_FACES:
        raise BadInput("faces", f"{len(each)} faces; at most {MOST_FACES}")
    counts = [0] * many
    for face in each:
        counts[_whole("faces", face, 1, many) - 1] += 1
    (found,) = judged({Thing("named", many, f"d{many}"): counts}, dice - 1)
    return found


def _whole(field: str, text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    raise BadInput(field, f"{field}: {text[:20]} is none; give whole numbers from {low} to {high}")


def die_record(found: Judgement) -> Mapping[str, Any]:
    """The same as JSON. p: the chance that a fair die is as far out of balance, or further."""
    fairness = found.fairness
    return {
        "sides": fairness.sides,
        "rolls": fairness.rolls,
        "counts": list(fairness.counts),
        "p": fairness.p,
        "way": fairness.way,
        "verdict": found.verdict,
        "more": list(found.more),
    }
