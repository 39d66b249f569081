"""As few acts as show each kind of act, and each look after one, somewhere: what a page is asked.

The rest of the fights is played without a page, by the messages that a page sends; and what comes
before the acts that a page is asked is played so too, for the page to be given where that leads.
In the page they are shown by the same templates in all games; a turn of each game is played there
by `tests/browser/roll/test_taps.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.fights import Fight

#: What it costs to begin with an act, in acts: the campaign is loaded, opened, saved, compared.
BEGINNING = 30

#: And to look at the players' screen: a start, beside the first.
SCREEN = 8
ON_SCREEN = {"players", "told", "shown"}

#: No part is longer.
MOST = 20


@dataclass(frozen=True)
class Part:
    """The acts of a fight from one place to before another, counted from 0."""

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


def shown(fight: Fight, act: dict[str, Any]) -> set[tuple[str, str]]:
    """What is done and how it is said, the decisions taken, what is looked at."""
    decided = any(isinstance(each, dict) for each in act.get("dice") or ())
    looks = act.get("then", {})
    return {
        *(("act", word) for word in act if word not in ("why", "then")),
        *(("look", word) for word in looks),
        *([("act", "decision")] if decided else []),
        *([("act", "house")] if fight.house and act is fight.acts[0] else []),
    }


def few(fights: list[Fight]) -> list[Part]:
    """Parts of fights in which everything is shown that is shown in any of them."""
    shows = [[shown(fight, act) for act in fight.acts] for fight in fights]
    left = set().union(*(each for of_fight in shows for each in of_fight))
    parts: list[Part] = []
    while left:
        ways = (way for each in zip(fights, shows, strict=True) for way in _parts(*each, left))
        part, found = max(ways, key=lambda way: len(way[1]) / way[0].cost)
        parts.append(part)
        left -= found
    return parts


def _parts(
    fight: Fight, shows: list[set[tuple[str, str]]], left: set[tuple[str, str]]
) -> Iterator[tuple[Part, set[tuple[str, str]]]]:
    """Each part of a fight, and what of the rest it shows; what follows a roll comes with it."""
    for begin, first in enumerate(fight.acts):
        if "follow" in first or "take_back" in first:
            continue
        found: set[tuple[str, str]] = set()
        for end, each in enumerate(shows[begin : begin + MOST], begin + 1):
            if each & left - found:
                found = found | each & left
                yield Part(fight, begin, end), found
