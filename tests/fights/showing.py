"""As few acts as show each kind of act, and each look after one, somewhere: what a page is asked.

The rest of the fights is played without a page, by the messages that a page sends; and what comes
before the acts that a page is asked is played so too, for the page to be given where that leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.fights import Fight

#: What every game is asked by itself: its turns go on, its own forms and steps are there, and what
#: they say of whoever takes part.
ACTS_IN_EVERY_GAME = ("onward", "roll", "step", "due")
LOOKS_IN_EVERY_GAME = ("badges", "current", "heading", "pools")

#: What it costs to begin with an act, in acts: two starts, and where the fight stands.
BEGINNING = 8

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
        *((fight.game, word) for word in ACTS_IN_EVERY_GAME if word in act),
        *((fight.game, word) for word in LOOKS_IN_EVERY_GAME if word in looks),
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
        part, found = max(ways, key=lambda way: len(way[1]) / (BEGINNING + way[0].count))
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
