"""Answers of the store about the open campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.play.play import Answer

if TYPE_CHECKING:
    from app.campaign.journal.entries import Entry
    from app.campaign.journal.journal import Journal
    from app.campaign.state.document import EffectRecord
    from app.widgets.sync.sync import Together


@dataclass(frozen=True)
class JournalOpened:
    """Another campaign's journal is open."""

    #: The journal, None if there is none.
    journal: Journal | None
    #: True if the previous journal is gone, with all open plays.
    left: bool = False
    #: The shared table that this device followed at the last visit, None if it is no guest.
    together: Together | None = None
    #: Ids of combatants with numbers that a table hid from this device until it left.
    unseen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class JournalMoved:
    """The open journal changed, here or in another tab."""

    journal: Journal
    #: True if a command of this page changed it.
    by_us: bool = False
    #: True if it is ignored by a page that is as far already: it may have waited behind a command.
    only_onward: bool = False


@dataclass(frozen=True)
class RollStored:
    """A roll was stored as the journal's last entry."""

    procedure: str
    answers: tuple[Answer, ...]
    #: The record of the open play, which is stored too.
    left: Mapping[str, object]


@dataclass(frozen=True)
class EntryUndone:
    """The effects of an entry were undone; costs paid with them stay paid."""

    n: int
    paid: tuple[EffectRecord, ...]
    of: str


@dataclass(frozen=True)
class StepStored:
    """A step of the encounter was stored."""

    #: The number of due items before the step.
    waiting: int
    #: The id of the combatant with the turn before the step, empty without one.
    current: str


@dataclass(frozen=True)
class PlayLeft:
    """The play and the layers over the fight that were open when the page was closed."""

    #: The record of the play, None without one.
    left: Mapping[str, object] | None
    #: The names of the layers from the lowest up, as in `app.update.layers`.
    layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class CharacterStored:
    """A character was stored or removed; their page opens next."""

    #: The character's id, empty for the list of all.
    character: str


@dataclass(frozen=True)
class SampleStored:
    """A sample character was stored for the form that was opened for it."""

    #: The id of the form's procedure.
    procedure: str


@dataclass(frozen=True)
class RecordStored:
    """A record was added to a list of a sheet."""

    character: str
    list: str
    #: The index of the record in the list.
    place: int


@dataclass(frozen=True)
class NoteStored:
    """A note was stored as typed."""

    note: str


@dataclass(frozen=True)
class OlderRead:
    """Older journal entries were read."""

    #: The id of their campaign.
    campaign: str
    #: The entries, empty if there are no more.
    entries: tuple[Entry, ...]


#: Messages handled once a change is stored.
StoredMessage = (
    RollStored
    | EntryUndone
    | StepStored
    | CharacterStored
    | SampleStored
    | RecordStored
    | NoteStored
)

AnswerMessage = JournalOpened | JournalMoved | PlayLeft | OlderRead | StoredMessage
