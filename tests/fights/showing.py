"""As few acts as show each kind of act, and each look after one, somewhere: what a page is asked.

The rest of the fights is played without a page, by the messages that a page sends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.fights import Fight

#: What every game is asked by itself: its turns go on, and its own forms and steps are there.
IN_EVERY_GAME = ("onward", "roll", "step")

#: What a fight costs before its first act, in acts: two starts, two characters.
BEGINNING = 8


def shown(fight: Fight, act: dict[str, Any]) -> set[tuple[str, str]]:
    """What is done and how it is said, the decisions taken, what is looked at."""
    decided = any(isinstance(each, dict) for each in act.get("dice") or ())
    return {
        *((fight.game, word) for word in IN_EVERY_GAME if word in act),
        *(("act", word) for word in act if word not in ("why", "then")),
        *(("look", word) for word in act.get("then", {})),
        *([("act", "decision")] if decided else []),
    }


def few(fights: list[Fight]) -> list[Fight]:
    """Beginnings of fights in which everything is shown that is shown in any of them."""
    left = {each for fight in fights for act in fight.acts for each in shown(fight, act)}
    played = dict.fromkeys(range(len(fights)), 0)
    while left:
        place, count, found = max(_further(fights, played, left), key=lambda each: each[3])[:3]
        played[place] = count
        left -= found
    taken = (replace(fights[place], acts=fights[place].acts[:n]) for place, n in played.items())
    return [each for each in taken if each.acts]


def _further(
    fights: list[Fight], played: dict[int, int], left: set[tuple[str, str]]
) -> Iterator[tuple[int, int, set[tuple[str, str]], float]]:
    """Each way to go on: the fight, how far, what of the rest it shows, how much that is an act."""
    for place, fight in enumerate(fights):
        found: set[tuple[str, str]] = set()
        before = played[place]
        for count, act in enumerate(fight.acts[before:], before + 1):
            found |= shown(fight, act) & left
            yield place, count, set(found), len(found) / (count - before + BEGINNING * (not before))
