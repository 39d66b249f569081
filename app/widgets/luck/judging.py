"""Rolls judged: which ones count, and where each stands among all that could have come of it.

    counting(page)                    the rolls that count, newest first
    book.judged(roll, games)          where it stands; or why it is left out

Rolls that were undone, replaced or called off count no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import answers_of
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import replaced
from app.campaign.state.state import Games
from app.campaign.state.values import exact
from app.core.errors import BadInput
from app.core.games import find
from app.core.play.play import Finished, replay
from app.core.procedures.procedure import Bound
from app.core.statistics.luck import (
    Percentile,
    RankedOutcomes,
    percentile_of,
    rank_outcomes,
    tactic_of,
)
from app.widgets.journal.journal import roll_link
from app.widgets.journal.story import apart


@dataclass(frozen=True)
class Counted:
    """A roll that counts. who: the id of who rolled, empty for nobody. hidden: it was, or may have
    been."""

    entry: Entry
    who: str
    hidden: bool

    @property
    def fact(self) -> Rolled | Changed:
        assert isinstance(self.entry.fact, Rolled | Changed)
        return self.entry.fact


def counting(page: Page) -> tuple[Counted, ...]:
    """The rolls of these entries that count, newest first, hidden ones among them."""
    gone = replaced(page)
    rolls = {each.id: each.fact for each in page.entries if isinstance(each.fact, Rolled | Changed)}
    return tuple(
        Counted(entry, *_rolled_by(rolls, entry.fact))
        for entry in reversed(page.entries)
        if isinstance(entry.fact, Rolled | Changed) and page.holds(entry.n) and entry.id not in gone
    )


def _rolled_by(rolls: Mapping[str, Rolled | Changed], fact: Rolled | Changed) -> tuple[str, bool]:
    """Who rolled, and was it hidden? What came out otherwise was rolled where it first came out."""
    seen: set[str] = set()
    while isinstance(fact, Changed):
        if fact.of in seen or fact.of not in rolls:
            return "", True  # nobody knows
        seen.add(fact.of)
        fact = rolls[fact.of]
    return str(fact.who.get("self", "")), fact.hidden


def of_evening(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], bool]:
    """The last of these entries (oldest first) that are of one evening, and whether it surely began
    among them."""
    for place in range(len(entries) - 1, 0, -1):
        if apart(entries[place - 1].at, entries[place].at):
            return tuple(entries[place:]), True
    return tuple(entries), False


# --- one roll ---


@dataclass(frozen=True)
class Judged:
    """A roll with where it stands. href: shows it again; empty where nothing can be shown."""

    entry: str
    at: str
    who: str
    hidden: bool
    title: str
    words: str
    tone: str
    href: str
    lot: Percentile

    @property
    def rank(self) -> str:
        """Return `rank 83 of 100`, from 0 (worst) to 100 (best possible); ties count half."""
        return f"rank {round(self.lot.place * 100)} of 100"


#: Why a roll is left out: nothing in it is better or worse; it cannot be told.
CERTAIN, UNTOLD = "certain", "untold"


class LuckBook:
    """Judges rolls, each once, and remembers it; ladders by what was rolled."""

    def __init__(self) -> None:
        self._ladders: dict[str, RankedOutcomes | None] = {}
        self._rolls: dict[str, Judged | str] = {}

    def knows(self, roll: Counted) -> bool:
        """Is it judged already?"""
        return roll.entry.id in self._rolls

    def judged(self, roll: Counted, games: Games) -> Judged | str:
        """Where the roll stands; or why it is left out, CERTAIN or UNTOLD."""
        known = self._rolls.get(roll.entry.id)
        if known is None:
            known = self._rolls[roll.entry.id] = self._judge(roll, games)
        return known

    def _judge(self, roll: Counted, games: Games) -> Judged | str:
        fact = roll.fact
        answers = answers_of(fact.answers)
        if not any(isinstance(each, int) for each in answers):
            return CERTAIN
        try:
            bound = find(games, fact.procedure).bind(exact(dict(fact.inputs)))
            play = replay(bound, answers)
            tactic = tactic_of(bound, answers)
        except BadInput:
            return UNTOLD  # the rules have changed since
        ladder = self._ladder(bound, tactic)
        if ladder is None or not isinstance(play, Finished):
            return UNTOLD
        if ladder.is_certain:
            return CERTAIN
        fell = percentile_of(play, bound, ladder)
        return UNTOLD if fell is None else _judged(roll, bound, fell)

    def _ladder(self, bound: Bound, tactic: Mapping[str, Any]) -> RankedOutcomes | None:
        said = [bound.procedure.id, dict(bound.values), tactic]
        key = json.dumps(said, default=repr, sort_keys=True)
        if key not in self._ladders:
            self._ladders[key] = _ladder(bound, tactic)
        return self._ladders[key]


def _ladder(bound: Bound, tactic: Mapping[str, Any]) -> RankedOutcomes | None:
    """Dice that were picked by their places may be too many to follow: then as is suggested."""
    for each in (tactic, {}):
        try:
            return rank_outcomes(bound, each)
        except BadInput:
            continue
    return None


def _judged(roll: Counted, bound: Bound, fell: Percentile) -> Judged:
    fact = roll.fact
    return Judged(
        roll.entry.id,
        roll.entry.at,
        roll.who,
        roll.hidden,
        bound.procedure.title,
        fact.words or bound.procedure.title,
        fact.tone,
        roll_link(fact.procedure, fact.inputs, fact.answers),
        fell,
    )


def whole_percent(share: Fraction) -> str:
    """`64%`; what is possible is never 0, what may fail never 100."""
    if share in (0, 1):
        return f"{int(share) * 100}%"
    if share < Fraction(1, 100):
        return "<1%"
    return ">99%" if share > Fraction(99, 100) else f"{round(share * 100)}%"


def visible(rolls: Sequence[Counted], hidden: bool) -> Iterator[Counted]:
    """Those that may be looked at. hidden: by the game master."""
    return (each for each in rolls if hidden or not each.hidden)
