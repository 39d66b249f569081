"""Screen reader announcements of new journal entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.campaign.facts import Redone, Rolled, Undone
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.core.games import Game
from app.widgets.journal.journal import JournalLine, line_of
from app.widgets.roll.announcement import sentence

#: Most entries announced one by one; more are counted.
FEW = 3


def entries_words(new: Sequence[Entry], page: Page, game: Game, names: Mapping[str, str]) -> str:
    """Announce new entries; rolls are announced by their results already."""
    texts = [words for entry in new if (words := _entry(entry, page, game, names))]
    return " ".join(map(sentence, texts)) if len(texts) <= FEW else f"{len(texts)} entries."


def each_words(new: Sequence[Entry], page: Page, game: Game, names: Mapping[str, str]) -> str:
    """List entries as the journal describes them: `Hit: Mara, Pipe revolver; …`."""
    lines = (line_of(entry, page, game, names) for entry in new)
    return "; ".join(_line(line) for line in lines if line is not None)


def _entry(entry: Entry, page: Page, game: Game, names: Mapping[str, str]) -> str:
    fact = entry.fact
    if isinstance(fact, Rolled):
        return ""
    if isinstance(fact, Undone | Redone):
        original = next((other for other in page.entries if other.id == fact.of), None)
        line = line_of(original, page, game, names) if original is not None else None
        done = "Undone" if isinstance(fact, Undone) else "Redone"
        return f"{done}: {_line(line)}" if line is not None else done
    line = line_of(entry, page, game, names)
    return _line(line) if line is not None else ""


def _line(line: JournalLine) -> str:
    details = " ".join(filter(None, (line.who, line.what)))
    return f"{line.words}: {details}" if details else line.words
