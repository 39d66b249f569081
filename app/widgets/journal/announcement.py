"""What came into the journal, said aloud for whoever does not see the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.campaign.facts import Redone, Rolled, Undone
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.core.games import Game
from app.widgets.journal.journal import Line, line_of
from app.widgets.roll.announcement import sentence

#: Of so many entries at once each is said; of more, how many they are.
FEW = 3


def entries_words(new: Sequence[Entry], page: Page, game: Game, names: Mapping[str, str]) -> str:
    """What came into the journal; of a roll its result is said already."""
    told = [words for entry in new if (words := _entry(entry, page, game, names))]
    return " ".join(map(sentence, told)) if len(told) <= FEW else f"{len(told)} entries."


def each_words(new: Sequence[Entry], page: Page, game: Game, names: Mapping[str, str]) -> str:
    """What these entries are, as the journal tells them: `Hit: Mara, Pipe revolver; …`."""
    lines = (line_of(entry, page, game, names) for entry in new)
    return "; ".join(_line(line) for line in lines if line is not None)


def _entry(entry: Entry, page: Page, game: Game, names: Mapping[str, str]) -> str:
    fact = entry.fact
    if isinstance(fact, Rolled):
        return ""
    if isinstance(fact, Undone | Redone):
        of = next((each for each in page.entries if each.id == fact.of), None)
        line = line_of(of, page, game, names) if of is not None else None
        done = "Undone" if isinstance(fact, Undone) else "Done again"
        return f"{done}: {_line(line)}" if line is not None else done
    line = line_of(entry, page, game, names)
    return _line(line) if line is not None else ""


def _line(line: Line) -> str:
    what = " ".join(filter(None, (line.who, line.what)))
    return f"{line.words}: {what}" if what else line.words
