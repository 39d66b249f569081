"""Health checks of everything stored of a campaign: complete and consistent.

A check reads and changes nothing. Its findings are worded for the user, with advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from app.campaign.files.rows import CampaignLine, StoredRow, entry_in, journal_in
from app.campaign.journal.journal import Journal, append_entry
from app.campaign.state.changes import LostPlace
from app.campaign.state.values import NotPlain, same

#: Advice for the user where something is wrong.
REOPEN = (
    "Reload and open the campaign: damaged records are skipped. If something is missing, restore "
    "an older backup."
)
RESTORE = (
    "Download everything first. Then reload and verify again. If the problem stays, restore an "
    "older backup."
)
DROP = "Delete this backup and make a new one."


@dataclass(frozen=True)
class Finding:
    """A problem: where it is, its description, and advice."""

    where: str
    words: str
    advice: str


@dataclass(frozen=True)
class Checked:
    """The result of checking everything. at: when; read: how many records."""

    at: str
    read: int
    findings: tuple[Finding, ...] = ()


@dataclass
class Checkup:
    """The check of one campaign, entry by entry: `add` them in their order, then `finish`.

    Entries are folded from the first one on; after damage the fold goes on from a snapshot.
    gaps: the first numbers of gaps from damage that was reported before.
    """

    name: str
    campaign: str
    snapshots: Iterable[StoredRow] = ()
    gaps: Collection[int] = ()
    read: int = 0
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._journal: Journal | None = Journal(self.campaign)
        self._next = 1
        self._snapshots: dict[int, Journal] = {}
        for row in self.snapshots:
            try:
                journal = journal_in(row)
                self._snapshots[journal.n] = journal
            except NotPlain as fault:
                number = row.key[1] if isinstance(row.key, tuple) else 0
                self._report(f"The snapshot of entry {number} is damaged ({fault})", REOPEN)

    def add(self, row: StoredRow) -> None:
        """Check the next entry that exists."""
        number = int(row.key[1]) if isinstance(row.key, tuple) else 0
        if number > self._next:
            self._missing(number - 1)
        self._next = number + 1
        self.read += 1
        try:
            entry = entry_in(row)
            if self._journal is not None:
                self._journal = append_entry(self._journal, entry)
        except (NotPlain, LostPlace, IndexError) as fault:
            self._report(f"Entry {number} is damaged ({fault})", REOPEN)
            self._journal = None
        self._at_snapshot(number)

    def _missing(self, last: int) -> None:
        which = f"Entry {last} is" if last == self._next else f"Entries {self._next} to {last} are"
        if self._next not in self.gaps:
            self._report(f"{which} missing", REOPEN)
        self._journal = None
        for number in range(self._next, last + 1) if len(self._snapshots) > 0 else ():
            if number in self._snapshots:
                self._at_snapshot(number)

    def _at_snapshot(self, number: int) -> None:
        journal = self._snapshots.get(number)
        if journal is None:
            return
        if self._journal is not None and not same(self._journal.document, journal.document):
            words = f"The snapshot of entry {number} differs from the entries before it"
            self._report(words, RESTORE)
        self._journal = journal

    def finish(self, shown: Journal) -> tuple[Finding, ...]:
        """Return the findings. shown: the campaign as the page has it."""
        if self._next <= shown.n:
            self._missing(shown.n)
        if self._journal is not None and not same(self._journal.document, shown.document):
            self._report("The campaign differs from its entries", RESTORE)
        return tuple(self.findings)

    def _report(self, words: str, advice: str) -> None:
        self.findings.append(Finding(self.name, words, advice))


# --- files saved by the user ---


@dataclass(frozen=True)
class Saved:
    """The last time a campaign was saved to a file, and its number of entries then."""

    at: str
    n: int


def count_unsaved(lines: Iterable[CampaignLine], saved: Mapping[str, Saved]) -> int:
    """Count the entries of these campaigns that no saved file holds."""
    return sum(line.n - min(saved[line.id].n if line.id in saved else 0, line.n) for line in lines)


def read_saved(record: object) -> dict[str, Saved]:
    """Read the stored record of saved files, by campaign; malformed parts are left out."""
    saved = {}
    for id, value in record.items() if isinstance(record, Mapping) else ():
        if isinstance(value, list) and [*map(type, value)] == [str, int]:
            saved[id] = Saved(*value)
    return saved
