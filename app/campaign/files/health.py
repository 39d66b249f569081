"""Health: is all that is stored of a campaign whole, and does it come to what is kept?

A check reads and changes nothing. What it finds is said in words for the person, with what to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from app.campaign.files.rows import Line, Row, entry_in, journal_in
from app.campaign.journal.journal import Journal, followed
from app.campaign.state.changes import LostPlace
from app.campaign.state.values import NotPlain, same

#: What to do where something is wrong.
REOPEN = (
    "Reload the page and open the campaign: what is damaged is set aside then, and the rest goes "
    "on. If you miss something, restore the newest backup from before."
)
RESTORE = (
    "Download everything first. Then reload the page and check again; if it says the same, "
    "restore the newest backup from before."
)
DROP = "Delete this copy, and make a new one."


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: where, what, and what to do about it."""

    where: str
    words: str
    advice: str


@dataclass(frozen=True)
class Checked:
    """What a check of everything came to. at: when; read: how many records."""

    at: str
    read: int
    findings: tuple[Finding, ...] = ()


@dataclass
class Checkup:
    """One campaign, checked entry by entry: `add` them in their order, then `finish`.

    Entries are folded from the first one on; behind a damage the fold goes on from a snapshot.
    gaps: where places begin that are empty since an earlier damage, which was told of then.
    """

    name: str
    campaign: str
    snapshots: Iterable[Row] = ()
    gaps: Collection[int] = ()
    read: int = 0
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._journal: Journal | None = Journal(self.campaign)
        self._next = 1
        self._kept: dict[int, Journal] = {}
        for row in self.snapshots:
            try:
                kept = journal_in(row)
                self._kept[kept.n] = kept
            except NotPlain as fault:
                place = row.key[1] if isinstance(row.key, tuple) else 0
                self._found(f"The snapshot of entry {place} is damaged ({fault})", REOPEN)

    def add(self, row: Row) -> None:
        """The next entry that is there."""
        place = int(row.key[1]) if isinstance(row.key, tuple) else 0
        if place > self._next:
            self._missing(place - 1)
        self._next = place + 1
        self.read += 1
        try:
            entry = entry_in(row)
            if self._journal is not None:
                self._journal = followed(self._journal, entry)
        except (NotPlain, LostPlace, IndexError) as fault:
            self._found(f"Entry {place} is damaged ({fault})", REOPEN)
            self._journal = None
        self._at_snapshot(place)

    def _missing(self, last: int) -> None:
        which = f"Entry {last} is" if last == self._next else f"Entries {self._next} to {last} are"
        if self._next not in self.gaps:
            self._found(f"{which} missing", REOPEN)
        self._journal = None
        for place in range(self._next, last + 1) if len(self._kept) > 0 else ():
            if place in self._kept:
                self._at_snapshot(place)

    def _at_snapshot(self, place: int) -> None:
        kept = self._kept.get(place)
        if kept is None:
            return
        if self._journal is not None and not same(self._journal.document, kept.document):
            words = f"The snapshot of entry {place} says something else than the entries before it"
            self._found(words, RESTORE)
        self._journal = kept

    def finish(self, shown: Journal) -> tuple[Finding, ...]:
        """What was found. shown: the campaign as the page has it."""
        if self._next <= shown.n:
            self._missing(shown.n)
        if self._journal is not None and not same(self._journal.document, shown.document):
            self._found("What is shown is not what the entries come to", RESTORE)
        return tuple(self.findings)

    def _found(self, words: str, advice: str) -> None:
        self.findings.append(Finding(self.name, words, advice))


# --- what was saved outside ---


@dataclass(frozen=True)
class Saved:
    """When a campaign was last given to the person as a file, and how many entries it had then."""

    at: str
    n: int


def unsaved(lines: Iterable[Line], saved: Mapping[str, Saved]) -> int:
    """How many entries of these campaigns no file holds that was given to the person."""
    return sum(line.n - min(saved[line.id].n if line.id in saved else 0, line.n) for line in lines)


def saved_in(record: object) -> dict[str, Saved]:
    """What was saved outside, by campaign, as it is remembered; what is odd there is left out."""
    found = {}
    for id, each in record.items() if isinstance(record, Mapping) else ():
        if isinstance(each, list) and [*map(type, each)] == [str, int]:
            found[id] = Saved(*each)
    return found
