"""This round's journal entries with their dice, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from app.campaign.facts import Changed, EncounterStepped, Rolled
from app.campaign.journal.answers import replay_answers
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal
from app.campaign.state.state import Games
from app.core.games import Game
from app.widgets.journal.journal import JournalLine, each_line
from app.widgets.roll.result import results

#: Paths that change where a round or an encounter begins.
BEGINS = ("/encounter/round", "/encounter")

#: Most entries shown.
MOST = 14

#: Most dice shown for an entry.
MOST_DICE = 6


@dataclass(frozen=True)
class RoundEntry:
    """An entry of this round. procedure: of a roll."""

    line: JournalLine
    dice: tuple[results.Die, ...]
    procedure: str


class RoundLog:
    """This round, entry by entry; each roll is replayed once for its dice."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._dice: dict[str, tuple[results.Die, ...]] = {}

    def lines(
        self, journal: Journal, game: Game, names: Mapping[str, str]
    ) -> tuple[RoundEntry, ...]:
        """Return the valid entries since the round began."""
        since: dict[str, Entry] = {}
        first = 0
        for entry in reversed(journal.entries):
            if len(since) == MOST:
                break
            if journal.page.holds(entry.n):
                since[entry.id], first = entry, entry.n
                if any(item.at in BEGINS for item in entry.changes):
                    break
        # A changed roll of an earlier round is secret if that roll was.
        lines = takewhile(lambda line: line.n >= first, each_line(journal.page, game, names))
        return tuple(self._round_entry(line, since[line.id]) for line in lines if line.id in since)

    def _round_entry(self, line: JournalLine, entry: Entry) -> RoundEntry:
        fact = entry.fact
        if not isinstance(fact, Rolled | Changed) or line.concealed:
            return RoundEntry(line, (), "")
        if entry.id not in self._dice:
            self._dice[entry.id] = self._replay(fact)
        return RoundEntry(line, self._dice[entry.id], fact.procedure)

    def _replay(self, fact: Rolled | Changed) -> tuple[results.Die, ...]:
        play = replay_answers(fact.procedure, fact.inputs, fact.answers, self._games)
        dice = [die for thrown in (play.rolls if play else ()) for die in results.dice(thrown)]
        return tuple(dice[:MOST_DICE])


def last_notes(journal: Journal) -> tuple[str, ...]:
    """Return the notes of the last step or roll; none of a secret one."""
    held = (entry.fact for entry in reversed(journal.entries) if journal.page.holds(entry.n))
    fact = next(held, None)
    if isinstance(fact, EncounterStepped):
        return tuple(fact.notes)
    if isinstance(fact, Rolled) and fact.note and not fact.hidden:
        return (fact.note,)
    return ()
