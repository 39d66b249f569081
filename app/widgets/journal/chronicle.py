"""The journal as a document, oldest entry first: Markdown to read, CSV for a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.campaign.journal.descriptions import count_of
from app.widgets.fight.journal.fights import FightSum
from app.widgets.journal.journal import KINDS, JournalLine
from app.widgets.journal.story import sessions
from app.widgets.journal.summary import Telling
from app.widgets.roll.result.results import Roll

#: Headings of the table's columns.
COLUMNS = (
    "When",
    "Round",
    "Kind",
    "Result",
    "Who",
    "What",
    "Before and after",
    "Dice",
    "Secret",
    "Undone",
)


@dataclass(frozen=True)
class Chronicle:
    """The data of a document."""

    campaign: str
    game: str
    #: Newest first, as in the journal.
    lines: Sequence[JournalLine]
    telling: Telling
    #: By the id of the entry of their end.
    fights: Mapping[str, FightSum]
    #: Of rolls, by entry id.
    dice: Mapping[str, tuple[Roll, ...]]


def as_markdown(book: Chronicle, day: Callable[[str], str], clock: Callable[[str], str]) -> str:
    """Return the journal by sessions and rounds, without undone entries.

    day, clock: format a time as the reader's local date and time of day.
    """
    valid = [line for line in book.lines if not line.undone]
    return "\n".join(_document(book, valid, day, clock)).rstrip() + "\n"


def _document(
    book: Chronicle,
    lines: Sequence[JournalLine],
    day: Callable[[str], str],
    clock: Callable[[str], str],
) -> Iterator[str]:
    yield f"# {escape(book.campaign)}\n"
    yield f"{escape(book.game)} · {count_of(len(lines), 'entry', 'entries')}"
    starts, heading = sessions(lines), ""
    for index in reversed(range(len(lines))):
        line = lines[index]
        if starts[index] == index:
            yield f"\n## {escape(day(line.at))}\n"
            heading = ""
        round_heading = book.telling.of(line.id).heading
        if round_heading != heading:
            yield f"\n### {escape(round_heading or 'Later')}\n"
            heading = round_heading
        yield from _entry(book, line, clock)


def _entry(book: Chronicle, line: JournalLine, clock: Callable[[str], str]) -> Iterator[str]:
    about = ", ".join(escape(each) for each in (line.who, line.what) if each)
    hidden = " (secret)" if line.hidden else ""
    dice = _dice(book, line)
    yield (
        f"- {escape(clock(line.at))} **{escape(line.words)}**{hidden}"
        + (f": {about}" if about else "")
        + (f" `{dice}`" if dice else "")
    )
    for moved in line.moved:
        yield f"  - {escape(moved)}"
    if line.id in book.fights:
        yield from _fight(book.fights[line.id])


def _fight(fight: FightSum) -> Iterator[str]:
    facts = {
        "Down": fight.defeated,
        "Damage dealt": fight.dealt,
        "Damage taken": fight.taken,
        "Best roll": (f"{fight.best.words}, {fight.best.about}",) if fight.best else (),
        "Worst roll": (f"{fight.worst.words}, {fight.worst.about}",) if fight.worst else (),
        "Spent": fight.spent,
    }
    yield f"\n> **Fight over**: {fight.length}"
    for title, words in facts.items():
        if words:
            yield f">\n> {title}: {escape(', '.join(words))}"
    yield ""


def as_csv(book: Chronicle, local: Callable[[str], str]) -> str:
    """Return every entry as a row, undone ones too.

    local: converts an entry's time to the reader's zone.
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
            _dice(book, line),
            "yes" if line.hidden else "",
            "yes" if line.undone else "",
        )
        table.writerow([cell(each) for each in cells])
    return out.getvalue()


def _dice(book: Chronicle, line: JournalLine) -> str:
    """Return the dice in words: `2d20 4 9; 3d6 1 2 blank`; empty for a concealed roll."""
    rolls = () if line.concealed else book.dice.get(line.id, ())
    return "; ".join(
        f"{len(roll.dice)}d{roll.dice[0].sides} "
        + " ".join(die.words or "blank" for die in roll.dice)
        for roll in rolls
        if roll.dice
    )


#: Characters with a meaning in Markdown.
_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")


def escape(text: str) -> str:
    """Escape a text for Markdown, in one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def cell(text: str) -> str:
    """Escape a text for a table program, so that it is never a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
