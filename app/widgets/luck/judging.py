"""The percentile of each roll among all its possible outcomes.

    counting(page)                    the rolls that count, newest first
    book.judge(roll, games)           its percentile, or why it is left out

Undone, replaced and cancelled rolls do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.answers import answers_of
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Page
from app.campaign.journal.superseded import find_superseded, original_rolls
from app.campaign.state.state import Games
from app.campaign.state.values import exact_values
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
    """A roll that counts."""

    entry: Entry
    #: Ids by role.
    roles: Mapping[str, str]
    #: Whether it was hidden, or may have been.
    hidden: bool

    @property
    def fact(self) -> Rolled | Changed:
        """Return the roll's fact."""
        assert isinstance(self.entry.fact, Rolled | Changed)
        return self.entry.fact


def counting(page: Page) -> tuple[Counted, ...]:
    """Return the rolls that count, newest first, including hidden ones."""
    superseded, originals = find_superseded(page), original_rolls(page)
    return tuple(
        Counted(entry, *_rolled_by(originals.get(entry.id)))
        for entry in reversed(page.entries)
        if isinstance(entry.fact, Rolled | Changed)
        and page.holds(entry.n)
        and entry.id not in superseded
    )


def _rolled_by(roll: Rolled | None) -> tuple[Mapping[str, str], bool]:
    """Return the ids by role of an original roll, and whether it may have been hidden."""
    return (roll.who, roll.hidden) if roll is not None else ({}, True)


def of_evening(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], bool]:
    """Return the last session's entries, and whether its start is surely among them.

    entries: oldest first.
    """
    for index in range(len(entries) - 1, 0, -1):
        if apart(entries[index - 1].at, entries[index].at):
            return tuple(entries[index:]), True
    return tuple(entries), False


# --- one roll ---


@dataclass(frozen=True)
class Judged:
    """A roll with its percentile. href: the address that replays it, empty for none."""

    entry: str
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


#: Why a roll is left out: no better or worse result; unknown.
CERTAIN, UNTOLD = "certain", "untold"


class LuckBook:
    """A cache of judged rolls, and of ranked outcomes by form."""

    def __init__(self) -> None:
        self._rankings: dict[str, RankedOutcomes | None] = {}
        self._rolls: dict[str, Judged | str] = {}

    def knows(self, roll: Counted) -> bool:
        """Tell whether a roll is judged already."""
        return roll.entry.id in self._rolls

    def judge(self, roll: Counted, games: Games) -> Judged | str:
        """Return the roll's percentile, or why it is left out: CERTAIN or UNTOLD."""
        known = self._rolls.get(roll.entry.id)
        if known is None:
            known = self._rolls[roll.entry.id] = self._judge(roll, games)
        return known

    def _judge(self, roll: Counted, games: Games) -> Judged | str:
        fact = roll.fact
        answers = answers_of(fact.answers)
        if not any(isinstance(answer, int) for answer in answers):
            return CERTAIN
        try:
            bound = find(games, fact.procedure).bind(exact_values(fact.inputs))
            play = replay(bound, answers)
            tactic = tactic_of(bound, answers)
        except BadInput:
            return UNTOLD  # the rules have changed since
        ranking = self._ranking(bound, tactic)
        if ranking is None or not isinstance(play, Finished):
            return UNTOLD
        if ranking.is_certain:
            return CERTAIN
        percentile = percentile_of(play, bound, ranking)
        return UNTOLD if percentile is None else _judged(roll, bound, percentile)

    def _ranking(self, bound: Bound, tactic: Mapping[str, object]) -> RankedOutcomes | None:
        parts = [bound.procedure.id, dict(bound.values), tactic]
        key = json.dumps(parts, default=repr, sort_keys=True)
        if key not in self._rankings:
            self._rankings[key] = _ladder(bound, tactic)
        return self._rankings[key]


def _ladder(bound: Bound, tactic: Mapping[str, object]) -> RankedOutcomes | None:
    """Rank the outcomes by the tactic, or as suggested where that is too large."""
    for candidate in (tactic, {}):
        try:
            return rank_outcomes(bound, candidate)
        except BadInput:
            continue
    return None


def _judged(roll: Counted, bound: Bound, percentile: Percentile) -> Judged:
    fact = roll.fact
    return Judged(
        roll.entry.id,
        roll.roles.get(bound.procedure.roller, ""),
        roll.hidden,
        bound.procedure.title,
        fact.words or bound.procedure.title,
        fact.tone,
        roll_link(fact.procedure, fact.inputs, fact.answers),
        percentile,
    )


def visible(rolls: Sequence[Counted], hidden: bool) -> Iterator[Counted]:
    """Filter the rolls a viewer may see. hidden: include hidden ones."""
    return (roll for roll in rolls if hidden or not roll.hidden)
