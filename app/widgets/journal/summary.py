"""What only the journal as a whole tells of an entry: in which round it was, and what it moved.

The state is known where the journal ends; what stood before an entry is what its changes say, taken
backwards. Each entry is looked at once, so that a journal of any length costs what is new in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.campaign.journal.changes_by_entry import Document, Shift, part, shifts
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, Page
from app.campaign.state.changes import LostPlace, changed
from app.campaign.state.scenes import known_in
from app.core.errors import BadInput
from app.core.games import Game


@dataclass(frozen=True)
class Told:
    """round: of the encounter that ran then, None without one; heading: how the game calls it.

    turn: the id of whoever's turn began by it.
    """

    round: int | None = None
    heading: str = ""
    turn: str = ""
    shifts: tuple[Shift, ...] = ()


#: What is told of an entry before which something is missing.
NOTHING_TOLD = Told()


class Telling:
    """What is told of each entry of the campaign that is open, as far as it was read."""

    def __init__(self) -> None:
        self._campaign = self._newest = self._oldest = ""
        self._told: dict[str, Told] = {}
        self._before: Document | None = None  # as it was before the oldest of them

    def of(self, entry: str) -> Told:
        """What is told of the entry of this id."""
        return self._told.get(entry, NOTHING_TOLD)

    def read(self, journal: Journal, page: Page, game: Game, most: int = 0) -> bool:
        """Look at what is new of these entries, at either end; is there more to be looked at?

        most: of the older ones at once, as all of them take their time; 0 for all.
        """
        entries, ids = page.entries, [each.id for each in page.entries]
        if not ids:
            return False
        known = journal.campaign == self._campaign and self._newest in ids
        if known:
            self._back(entries[ids.index(self._newest) + 1 :], journal.document, game)
            self._newest = ids[-1]
            if ids[0] in self._told:
                return False  # the page may have left older ones behind
        if known and self._oldest in ids:
            first = ids.index(self._oldest)
        else:
            self._told, self._campaign = {}, journal.campaign
            self._newest, self._before, first = ids[-1], journal.document, len(ids)
        left = max(0, first - most) if most else 0
        self._before = self._back(entries[left:first], self._before, game)
        self._oldest = ids[left]
        return left > 0

    def _back(
        self, entries: Sequence[Entry], after: Document | None, game: Game
    ) -> Document | None:
        """Go back over these entries from what stands after them; what stood before them."""
        told = NOTHING_TOLD
        for entry in reversed(entries):
            before = _before(entry, after) if after is not None else None
            if before is None or after is None:
                return None
            # The end of an encounter belongs to its last round.
            stood = after if part(after, "encounter") else before
            round = _round(stood)
            same = round is None or (told.heading and round == told.round)
            if not part(after, "encounter") and round == 0:
                heading = "The end"  # the rounds are over, and their count began anew
            elif same:
                heading = told.heading if round is not None else ""
            else:
                heading = _heading(stood, game)
            moved = shifts(before, after, entry.changes, game)
            told = Told(round, heading, _turn(before, after), moved)
            self._told[entry.id] = told
            after = before
        return after


def _before(entry: Entry, after: Document) -> Mapping[str, Any] | None:
    """What stood before an entry; None where what it changed is not there: one is missing."""
    try:
        return changed(after, [each.backwards for each in reversed(entry.changes)])
    except LostPlace:
        return None


def _round(document: Document) -> int | None:
    """The round of the encounter that runs, as every game counts them."""
    running = part(document, "encounter")
    found = running.get("round", 1)
    return (found if isinstance(found, int) else 1) if running else None


def _turn(before: Document, after: Document) -> str:
    """Whose turn began, if one did."""
    was, now = (part(each, "encounter").get("current") for each in (before, after))
    return str(now) if now and now != was else ""


def _heading(document: Document, game: Game) -> str:
    """What the board says above a round, without its phase: `Round 2`."""
    if game.encounter is None:
        return ""
    try:
        known = known_in(document, game)
        scene = game.encounter.scene(document["encounter"], known, document["house"])
        return scene.board.heading.partition(":")[0]
    except (BadInput, LookupError, TypeError, ValueError):
        return f"Round {_round(document)}"
