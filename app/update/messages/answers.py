"""What the store answers: where the journal stands now, and what became of what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.play.play import Answer

if TYPE_CHECKING:
    from app.campaign.facts.base import Data
    from app.campaign.journal.entries import Entry
    from app.campaign.journal.journal import Journal
    from app.update.commands import StoreEntries


@dataclass(frozen=True)
class JournalOpened:
    """The journal of a campaign stands here that did not before; None if there is none.

    left: the one that stood here before is gone, with all that lay on the table.
    """

    journal: Journal | None
    left: bool = False


@dataclass(frozen=True)
class JournalMoved:
    """Something happened in the open journal, here or in another tab."""

    journal: Journal


@dataclass(frozen=True)
class RollKept:
    """A roll lies in the journal's last entry now. staged: what filled its form, to be kept too."""

    procedure: str
    answers: tuple[Answer, ...]
    left: Mapping[str, Any]


@dataclass(frozen=True)
class RollUnsaved:
    """A finished play could not be stored. keep: what would store it; why: in a word."""

    keep: StoreEntries
    why: str


@dataclass(frozen=True)
class EntryUndone:
    """What was applied has been taken back; what was paid of it stays paid."""

    n: int
    paid: tuple[Data, ...]
    of: str


@dataclass(frozen=True)
class StepKept:
    """A step of the encounter has been taken.

    waiting: so much was due before it; current: and whose turn it was, empty if nobody's.
    """

    waiting: int
    current: str


@dataclass(frozen=True)
class PlayLeft:
    """What lay on the table when the page was left."""

    left: Mapping[str, Any]


@dataclass(frozen=True)
class CharacterKept:
    """Somebody joined, or left: their page, or that of all, is opened. character: empty for all."""

    character: str


@dataclass(frozen=True)
class RecordKept:
    """A record was added to the list of a sheet, at this place from 0."""

    character: str
    list: str
    place: int


@dataclass(frozen=True)
class NoteStored:
    """A note stands in the campaign as it was written."""

    note: str


@dataclass(frozen=True)
class OlderRead:
    """Entries from before those that are shown: of this campaign, as many as there are more."""

    campaign: str
    entries: tuple[Entry, ...]


AnswerMessage = (
    JournalOpened
    | JournalMoved
    | RollKept
    | RollUnsaved
    | EntryUndone
    | StepKept
    | PlayLeft
    | CharacterKept
    | RecordKept
    | NoteStored
    | OlderRead
)
