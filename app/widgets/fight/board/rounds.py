"""This round's journal entries with their dice, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, Page
from app.campaign.state.state import Games
from app.core.games import Game
from app.widgets.journal.journal import JournalLine, lines
from app.widgets.roll.result import results

#: Paths that change where a round or an encounter begins.
BEGINS = ("/encounter/round", "/encounter")

#: Most entries shown.
MOST = 14

#: Most dice shown for an entry.
MOST_DICE = 6


@dataclass(frozen=True)
class RoundEntry:
    """An entry of this round. procedure: of a roll. by: the acting seat, if any."""

    line: JournalLine
    dice: tuple[results.Die, ...]
    procedure: str
    by: str


class RoundLog:
    """This round, entry by entry; each roll is replayed once for its dice."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._dice: dict[str, tuple[results.Die, ...]] = {}

    def lines(
        self, journal: Journal, game: Game, names: Mapping[str, str]
    ) -> tuple[RoundEntry, ...]:
        """Return the valid entries since the round began."""
        since: list[Entry] = []
        for entry in reversed(journal.entries):
            if len(since) == MOST:
                break
            if journal.page.holds(entry.n):
                since.append(entry)
                if any(item.at in BEGINS for item in entry.changes):
                    break
        page = Page(tuple(reversed(since)), frozenset(item.n for item in since), 0)
        by_id = {item.id: item for item in since}
        return tuple(self._round_entry(line, by_id[line.id]) for line in lines(page, game, names))

    def _round_entry(self, line: JournalLine, entry: Entry) -> RoundEntry:
        fact = entry.fact
        if not isinstance(fact, Rolled | Changed) or line.concealed:
            return RoundEntry(line, (), "", entry.by)
        if entry.id not in self._dice:
            self._dice[entry.id] = self._replay(fact)
        return RoundEntry(line, self._dice[entry.id], fact.procedure, entry.by)

    def _replay(self, fact: Rolled | Changed) -> tuple[results.Die, ...]:
        play = replay_answers(fact.procedure, fact.inputs, fact.answers, self._games)
        dice = [die for thrown in (play.rolls if play else ()) for die in results.dice(thrown)]
        return tuple(dice[:MOST_DICE])
