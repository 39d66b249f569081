"""The fewest acts that show each kind of act and each check at least once, for the page to play.

The other fights are played without a page, by the messages that a page sends. So are the acts
before those that a page plays; the page is given the state that they lead to. Templates show fights
the same way in all games; `tests/browser/roll/test_taps.py` plays a turn of each game in the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.fights import Fight

#: Cost of a part's start, in acts: load the campaign, open it, save it, compare it.
BEGINNING = 30

#: Cost of the players' screen, in acts: another start beside the first.
SCREEN = 8
ON_SCREEN = {"players", "told", "shown"}

#: Most acts in a part.
MOST = 20


@dataclass(frozen=True)
class Part:
    """A fight's acts from index `begin` to before `end`, counted from 0."""

    fight: Fight
    begin: int
    end: int

    @property
    def name(self) -> str:
        return f"{self.fight.game}-{self.fight.name}-{self.begin + 1}-{self.end}"

    @property
    def count(self) -> int:
        return self.end - self.begin

    @property
    def cost(self) -> int:
        looks = {word for act in self.acts.acts for word in act.get("then", {})}
        return BEGINNING + self.count + (SCREEN if looks & ON_SCREEN else 0)

    @property
    def before(self) -> Fight:
        return replace(self.fight, acts=self.fight.acts[: self.begin])

    @property
    def acts(self) -> Fight:
        return replace(self.fight, acts=self.fight.acts[self.begin : self.end])


def features(fight: Fight, act: dict[str, Any]) -> set[tuple[str, str]]:
    """Return an act's keys and checks, with its decisions and house rules."""
    decided = any(isinstance(die, dict) for die in act.get("dice") or ())
    looks = act.get("then", {})
    return {
        *(("act", word) for word in act if word not in ("why", "then")),
        *(("look", word) for word in looks),
        *([("act", "decision")] if decided else []),
        *([("act", "house")] if fight.house and act is fight.acts[0] else []),
    }


def few(fights: list[Fight]) -> list[Part]:
    """Return parts of fights that together show everything that any of them shows."""
    shows = [[features(fight, act) for act in fight.acts] for fight in fights]
    remaining = set().union(*(each for of_fight in shows for each in of_fight))
    parts: list[Part] = []
    while remaining:
        ways = (way for each in zip(fights, shows, strict=True) for way in _parts(*each, remaining))
        part, items = max(ways, key=lambda way: len(way[1]) / way[0].cost)
        parts.append(part)
        remaining -= items
    return parts


def _parts(
    fight: Fight, shows: list[set[tuple[str, str]]], remaining: set[tuple[str, str]]
) -> Iterator[tuple[Part, set[tuple[str, str]]]]:
    """Yield the fight's parts with those remaining items that each shows.

    An act that follows on a roll stays in one part with it.
    """
    for begin, first in enumerate(fight.acts):
        if "follow" in first or "take_back" in first:
            continue
        items: set[tuple[str, str]] = set()
        for end, each in enumerate(shows[begin : begin + MOST], begin + 1):
            if each & remaining - items:
                items = items | each & remaining
                yield Part(fight, begin, end), items
