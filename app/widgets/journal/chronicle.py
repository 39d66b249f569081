"""The journal as a document to keep: Markdown to read, CSV for a table. Oldest first."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.campaign.journal.descriptions import counted
from app.widgets.fight.fights import FightSum
from app.widgets.journal.journal import KINDS, Line
from app.widgets.journal.story import sessions
from app.widgets.journal.summary import Telling
from app.widgets.roll.results import Roll

#: What the columns of the table are called.
COLUMNS = (
    "When",
    "Round",
    "Kind",
    "Result",
    "Who",
    "What",
    "Before and after",
    "Dice",
    "Hidden",
    "Undone",
)


@dataclass(frozen=True)
class Chronicle:
    """Everything that is written down. lines: newest first, as the journal has them.

    fights: by the entry of their end. dice: of rolls, by their entry.
    """

    campaign: str
    game: str
    lines: Sequence[Line]
    telling: Telling
    fights: Mapping[str, FightSum]
    dice: Mapping[str, tuple[Roll, ...]]


def as_markdown(book: Chronicle, day: Callable[[str], str], clock: Callable[[str], str]) -> str:
    """What happened, by sessions and rounds. What was undone did not.

    day, clock: a moment's day and time of day, as they are written where the reader lives.
    """
    holding = [line for line in book.lines if not line.undone]
    return "\n".join(_document(book, holding, day, clock)).rstrip() + "\n"


def _document(
    book: Chronicle,
    lines: Sequence[Line],
    day: Callable[[str], str],
    clock: Callable[[str], str],
) -> Iterator[str]:
    yield f"# {escaped(book.campaign)}\n"
    yield f"{escaped(book.game)} · {counted(len(lines), 'entry', 'entries')}"
    starts, heading = sessions(lines), ""
    for place in reversed(range(len(lines))):
        line = lines[place]
        if starts[place] == place:
            yield f"\n## {escaped(day(line.at))}\n"
            heading = ""
        told = book.telling.of(line.id).heading
        if told != heading:
            yield f"\n### {escaped(told or 'After that')}\n"
            heading = told
        yield from _entry(book, line, clock)


def _entry(book: Chronicle, line: Line, clock: Callable[[str], str]) -> Iterator[str]:
    about = ", ".join(escaped(each) for each in (line.who, line.what) if each)
    hidden = " (hidden)" if line.hidden else ""
    dice = _dice(book.dice.get(line.id, ()))
    yield (
        f"- {escaped(clock(line.at))} **{escaped(line.words)}**{hidden}"
        + (f": {about}" if about else "")
        + (f" `{dice}`" if dice else "")
    )
    for moved in line.moved:
        yield f"  - {escaped(moved)}"
    if line.id in book.fights:
        yield from _fight(book.fights[line.id])


def _fight(fight: FightSum) -> Iterator[str]:
    said = {
        "Fell": fight.fell,
        "Dealt": fight.dealt,
        "Taken": fight.taken,
        "Best roll": (f"{fight.best.words}, {fight.best.about}",) if fight.best else (),
        "Worst roll": (f"{fight.worst.words}, {fight.worst.about}",) if fight.worst else (),
        "Spent": fight.spent,
    }
    yield f"\n> **The fight is over**: {fight.length}"
    for title, words in said.items():
        if words:
            yield f">\n> {title}: {escaped(', '.join(words))}"
    yield ""


def as_csv(book: Chronicle, local: Callable[[str], str]) -> str:
    """Write every entry as a row, undone ones too.

    local: turns an entry's time into one of the reader's zone, as the Markdown has it.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for line in reversed(book.lines):
        cells = (
            local(line.at),
            book.telling.of(line.id).heading,
            KINDS[line.kind],
            line.words,
            line.who,
            line.what,
            "; ".join(line.moved),
            _dice(book.dice.get(line.id, ())),
            "yes" if line.hidden else "",
            "yes" if line.undone else "",
        )
        table.writerow([cell(each) for each in cells])
    return out.getvalue()


def _dice(rolls: Sequence[Roll]) -> str:
    """`2d20 4 9; 3d6 1 2 blank`."""
    return "; ".join(
        f"{len(each.dice)}d{each.dice[0].sides} "
        + " ".join(die.words or "blank" for die in each.dice)
        for each in rolls
        if each.dice
    )


#: What makes something else of a text than the text.
_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")


def escaped(text: str) -> str:
    """The text as Markdown shows it, whatever somebody wrote, in one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def cell(text: str) -> str:
    """The text as a table program takes it: never as something to be worked out."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
