"""The journal: a sequence of entries, the state they fold to, undo and redo of everything.

A journal is a value; every step makes a new one. It holds the state, the newest entries, and the
little that undo needs: which entry was the last to hold (`top`), which were undone and can be
redone (`redo`), and which were undone out of order (`holes`). Its size does not depend on the
number of entries.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypedDict

from app.campaign.facts import Redone, Started, Undone, reduced
from app.campaign.facts.base import Fact
from app.campaign.journal.entries import Entry, Stamp
from app.campaign.state.changes import Change, apply_changes, differences, touching
from app.campaign.state.document import Document
from app.campaign.state.state import EMPTY, CampaignState, Games
from app.campaign.state.validate import sanitize_document
from app.core.errors import BadInput

#: The number of newest entries in memory; older ones are read on demand.
AT_HAND = 100

#: A snapshot is due every so many entries.
SNAPSHOT_EVERY = 100


class CannotUndo(BadInput):
    """An entry that cannot be undone (or redone) now; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__("undo", message)


@dataclass(frozen=True)
class Journal:
    """The state of a campaign after its entry n.

    entries: the newest ones, oldest of them first. An empty journal (n is 0) has not been stored.
    """

    campaign: str
    document: Document = field(default_factory=lambda: EMPTY)
    n: int = 0
    top: int = 0
    redo: tuple[int, ...] = ()
    holes: Mapping[int, int] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()

    @cached_property
    def state(self) -> CampaignState:
        return CampaignState(self.document)

    @property
    def last(self) -> Entry:
        """Return the newest entry."""
        return self.entries[-1]

    def entry(self, n: int) -> Entry | None:
        """Return the entry at that position, if it is in memory."""
        index = bisect_left(self.entries, n, key=lambda entry: entry.n)
        candidate = self.entries[index] if index < len(self.entries) else None
        return candidate if candidate is not None and candidate.n == n else None

    def find(self, id: str) -> Entry | None:
        """Return the entry of that id, if it is in memory."""
        return next((entry for entry in self.entries if entry.id == id), None)

    @property
    def undoable(self) -> int | None:
        """Return the number of the entry that undo reverses; the start of a campaign stays."""
        return self.top if self.top > 1 else None

    @property
    def redoable(self) -> int | None:
        """Return the number of the entry that redo restores."""
        return self.redo[-1] if self.redo else None

    @cached_property
    def page(self) -> Page:
        """Return the entries in memory, with those that hold marked."""
        return page(self.entries, self.top, self.holes)


# --- changes ---


def append(journal: Journal, fact: Fact, stamp: Stamp, games: Games) -> Journal:
    """Return the journal after this fact; raise BadInput, changing nothing, if it cannot happen."""
    if journal.n == 0 and not isinstance(fact, Started):
        raise BadInput("campaign", "a campaign begins with its start")
    for fault in fact.shape.faults(fact.record()):
        raise BadInput(fault.at.rpartition("/")[2] or fact.kind, fault.words)
    after = reduced(sanitize_document(journal.document, games), fact, games)
    changes = tuple(differences(journal.document, after))
    return append_changes(journal, fact, stamp, changes)


def append_changes(
    journal: Journal, fact: Fact, stamp: Stamp, changes: Sequence[Change]
) -> Journal:
    """Return the journal after a fact with known changes (an import, a recovery)."""
    n = journal.n + 1
    entry = Entry(stamp.id, n, stamp.at, stamp.by, fact, tuple(changes), journal.top)
    return append_entry(journal, entry)


def undo(
    journal: Journal, entry: Entry | None, stamp: Stamp, later: Iterable[Entry] = ()
) -> Journal:
    """Return the journal with an entry undone; raise CannotUndo with the reason if impossible.

    entry: the one numbered `journal.undoable`, or any other with all the entries `later`.
    """
    if entry is None or journal.undoable is None:
        raise CannotUndo("there is nothing to undo")
    if entry.is_turn or entry.n <= 1:
        raise CannotUndo("the start of a campaign cannot be undone")
    if entry.n != journal.top:
        _stands_free(journal, entry, list(later))
    fact = Undone(entry.id, entry.n, entry.below)
    return append_changes(journal, fact, stamp, _backwards(entry.changes))


def _backwards(changes: Sequence[Change]) -> list[Change]:
    return [change.backwards for change in reversed(changes)]


def _stands_free(journal: Journal, entry: Entry, later: list[Entry]) -> None:
    """Raise CannotUndo if the entry no longer holds, or a later one depends on it."""
    known = page(
        [entry, *(other for other in later if other.n > entry.n)], journal.top, journal.holes
    )
    if not known.holds(entry.n):
        raise CannotUndo("that was undone already")
    if len(known.entries) <= journal.n - entry.n:
        raise CannotUndo("a later entry is damaged, so this one can no longer be undone")
    for other in known.entries[1:]:
        if not known.holds(other.n):
            continue
        if other.fact.refers == entry.id:
            raise CannotUndo("a later entry followed from it; undo that one first")
        if touching(entry.changes, other.changes) is not None:
            raise CannotUndo("a later entry changed the same; undo that one first")


def redo(journal: Journal, entry: Entry | None, stamp: Stamp) -> Journal:
    """Return the journal with the entry that was undone last restored.

    entry: the one numbered `journal.redoable`.
    """
    if entry is None or entry.n != journal.redoable:
        raise CannotUndo("there is nothing to redo")
    return append_changes(journal, Redone(entry.id, entry.n), stamp, entry.changes)


def append_entry(journal: Journal, entry: Entry) -> Journal:
    """Return the journal after an existing entry, from any tab: one step of the fold."""
    fact = entry.fact
    top, redo, holes = journal.top, journal.redo, journal.holes
    if isinstance(fact, Undone):
        redo = (*redo, fact.place)
        if fact.place == top:
            top = fact.below
            while top in holes:
                top = holes[top]
        else:
            holes = {**holes, fact.place: fact.below}
    elif isinstance(fact, Redone):
        redo = redo[:-1]
        if fact.place in holes:
            holes = {number: below for number, below in holes.items() if number != fact.place}
        else:
            top = fact.place
    else:
        redo = ()
        holes = (
            {number: below for number, below in holes.items() if number < top} if holes else holes
        )
        top = entry.n
    return replace(
        journal,
        document=apply_changes(journal.document, entry.changes),
        n=entry.n,
        top=top,
        redo=redo,
        holes=holes,
        entries=(*journal.entries[1 - AT_HAND :], entry),
    )


# --- looking back ---


@dataclass(frozen=True)
class Page:
    """Some consecutive entries, oldest first, and the numbers of those that hold.

    older: the last entry before these that holds; the next older page begins from it.
    """

    entries: tuple[Entry, ...]
    holding: frozenset[int]
    older: int

    def holds(self, n: int) -> bool:
        """Tell whether the fact of that number holds (or was undone)."""
        return n in self.holding


def page(entries: Sequence[Entry], top: int, holes: Mapping[int, int]) -> Page:
    """Return the page of consecutive entries, going down from the last one that holds.

    Where an entry was lost, those that held before it hold on.
    """
    by_place = {entry.n: entry for entry in entries}
    holding = set()
    while entry := by_place.get(top) or _before(entries, top):
        if entry.n != top:
            top = _top_after(entry)
            continue
        if top not in holes:
            holding.add(top)
        top = entry.below
    return Page(tuple(entries), frozenset(holding), top)


def _before(entries: Sequence[Entry], n: int) -> Entry | None:
    """Return the last entry before that number."""
    index = bisect_left(entries, n, key=lambda entry: entry.n)
    return entries[index - 1] if index else None


def _top_after(entry: Entry) -> int:
    """Return the number of the last entry that held after this one."""
    fact = entry.fact
    if isinstance(fact, Undone):
        return fact.below if fact.place == entry.below else entry.below
    return max(fact.place, entry.below) if isinstance(fact, Redone) else entry.n


def reaching_back(journal: Journal, earlier: Sequence[Entry]) -> Page:
    """Return the page of entries in memory, preceded by those that were read earlier.

    earlier: consecutive; ignored if they end before the entries in memory begin.
    """
    first = journal.entries[0].n if journal.entries else journal.n + 1
    if not earlier or earlier[-1].n + 1 < first:
        return journal.page
    before = (entry for entry in earlier if entry.n < first)
    return page([*before, *journal.entries], journal.top, journal.holes)


# --- snapshots ---


class Snapshot(TypedDict):
    """All of a journal but its entries, as JSON."""

    campaign: str
    n: int
    document: Document
    top: int
    redo: list[int]
    holes: list[tuple[int, int]]


def snapshot(journal: Journal) -> Snapshot:
    """Return all of the journal but its entries, as JSON."""
    return {
        "campaign": journal.campaign,
        "n": journal.n,
        "document": journal.document,
        "top": journal.top,
        "redo": list(journal.redo),
        "holes": [*sorted(journal.holes.items())],
    }


def from_snapshot(record: Snapshot) -> Journal:
    """Return the journal that a snapshot describes, without entries in memory."""
    return Journal(
        record["campaign"],
        record["document"],
        record["n"],
        record["top"],
        tuple(record["redo"]),
        dict(record["holes"]),
    )
