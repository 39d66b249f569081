"""Facts about an entry that need the whole journal: its round and its changes.

The state is known at the journal's end; the state before an entry follows by reverting its changes.
Each entry is read once, so the cost depends on new entries only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.campaign.journal.changes_by_entry import Shift, meter_changes, part
from app.campaign.journal.entries import Entry
from app.campaign.journal.journal import Journal, Page
from app.campaign.state.changes import LostPlace, apply_changes
from app.campaign.state.document import Document
from app.campaign.state.scenes import known_characters
from app.core.encounters.scenes import AnyScene
from app.core.errors import BadInput
from app.core.games import Game


@dataclass(frozen=True)
class Summary:
    """The summary of an entry."""

    #: Of the encounter then running, None without one.
    round: int | None = None
    #: The number of the phase, in an encounter that counts phases instead of rounds.
    phase: int = 0
    #: The game's name of the round or phase.
    heading: str = ""
    #: The id of the combatant that got the turn.
    turn: str = ""
    shifts: tuple[Shift, ...] = ()
    #: The ids of the combatants out of action when this entry ended an encounter.
    out: tuple[str, ...] = ()


#: The summary of an entry whose history is incomplete.
NO_SUMMARY = Summary()


class Telling:
    """The summaries of the open campaign's entries, as far as they were read."""

    def __init__(self) -> None:
        self._campaign = self._oldest = ""
        self._summaries: dict[str, Summary] = {}
        self._read: dict[str, Entry] = {}
        self._before: Document | None = None  # the document before the oldest summarized entry

    def of(self, entry: str) -> Summary:
        """Return the summary of an entry."""
        return self._summaries.get(entry, NO_SUMMARY)

    def read(self, journal: Journal, page: Page, game: Game, most: int = 0) -> bool:
        """Summarize new entries at either end; tell whether more remain.

        most: older entries to read at once; 0 for all.
        """
        entries, ids = page.entries, [entry.id for entry in page.entries]
        if not ids:
            return False
        start = ids.index(self._oldest) if self._oldest in ids else 0
        new = next((at for at in range(start, len(ids)) if self._is_new(entries[at])), len(ids))
        is_known = journal.campaign == self._campaign and new > start
        if is_known:
            self._summarize(entries[new:], journal.document, game)
            if ids[0] in self._summaries:
                return False  # older entries may have left the page
        if is_known and self._oldest in ids:
            first = ids.index(self._oldest)
        else:
            self._summaries, self._read, self._campaign = {}, {}, journal.campaign
            self._before, first = journal.document, len(ids)
        start = max(0, first - most) if most else 0
        self._before = self._summarize(entries[start:first], self._before, game)
        self._oldest = ids[start]
        return start > 0

    def _is_new(self, entry: Entry) -> bool:
        """Tell whether an entry is new, or changed by the host since this device made it."""
        known = self._read.get(entry.id)
        return known is not entry and known != entry

    def _summarize(
        self, entries: Sequence[Entry], after: Document | None, game: Game
    ) -> Document | None:
        """Summarize entries backwards from the document after them; return the one before."""
        summary = NO_SUMMARY
        shown: tuple[object, ...] = ()
        for entry in reversed(entries):
            before = _before(entry, after) if after is not None else None
            if before is None or after is None:
                return None
            # The end of an encounter belongs to its last round.
            document = after if part(after, "encounter") else before
            round, phase = _round(document), _phase(document)
            later, shown = shown, _shown(document)
            if not part(after, "encounter") and round == 0:
                heading = "The end"  # the round count was reset
            elif round is None:
                heading = ""
            elif summary.heading and shown == later:
                heading = summary.heading
            else:
                heading = _heading(document, game)
            changes_here = meter_changes(before, after, entry.changes, game)
            out = () if part(after, "encounter") else _out(before, game)
            summary = Summary(round, phase, heading, _turn(before, after), changes_here, out)
            self._summaries[entry.id], self._read[entry.id] = summary, entry
            after = before
        return after


def _before(entry: Entry, after: Document) -> Document | None:
    """Return the document before an entry; None where an entry is missing."""
    try:
        return apply_changes(after, [change.backwards for change in reversed(entry.changes)])
    except LostPlace:
        return None


def _round(document: Document) -> int | None:
    """Return the round of the running encounter, as every game counts them."""
    running = part(document, "encounter")
    number = running.get("round", 1)
    return (number if isinstance(number, int) else 1) if running else None


def _shown(document: Document) -> tuple[object, ...]:
    """Return the values in the heading of an encounter: it is read anew when they change."""
    running = part(document, "encounter")
    return tuple(running.get(name) for name in ("round", "phase", "started", "initiative"))


def _phase(document: Document) -> int:
    """Return the number of the phase; elsewhere a phase is a word, and a round has several."""
    phase = part(document, "encounter").get("phase")
    return phase if isinstance(phase, int) else 0


def _turn(before: Document, after: Document) -> str:
    """Return the id of the combatant that got the turn, if any."""
    was, now = (part(each, "encounter").get("current") for each in (before, after))
    return str(now) if now and now != was else ""


#: Errors of an encounter that another version has stored.
UNREADABLE = (BadInput, LookupError, TypeError, ValueError)


def _heading(document: Document, game: Game) -> str:
    """Return the board's heading of a round without its phase: `Round 2`."""
    if game.encounter is None:
        return ""
    try:
        return _scene(document, game).board.heading.partition(":")[0]
    except UNREADABLE:
        return f"Round {_round(document)}"


def _out(document: Document, game: Game) -> tuple[str, ...]:
    """Return the ids of the combatants out of action; none without a readable encounter."""
    if game.encounter is None or not part(document, "encounter"):
        return ()
    try:
        people = _scene(document, game).combatants
        return tuple(id for id, each in people.items() if game.encounter.tactics.is_down(each))
    except UNREADABLE:
        return ()


def _scene(document: Document, game: Game) -> AnyScene:
    """Return the running encounter of a document."""
    assert game.encounter is not None
    context = known_characters(document, game)
    return game.encounter.scene(part(document, "encounter"), context, document["house"])
