"""Answers of the store, the browser and files about whole campaigns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.campaign.files.files import Opened
    from app.campaign.files.health import Checked
    from app.campaign.files.imports import Plan
    from app.update.campaigns.state import Listing, Offer
    from app.update.messages.campaigns import FileOf


@dataclass(frozen=True)
class EffectFailed:
    """An effect failed and changed nothing."""

    #: The reason, for the user.
    words: str


@dataclass(frozen=True)
class TapEnded:
    """All effects of a tap are done."""

    what: str
    #: The time in seconds.
    at: float


# --- the store ---


@dataclass(frozen=True)
class StoreOpened:
    """The store is open for reading."""


@dataclass(frozen=True)
class DamageFound:
    """Damaged records were set aside at the start."""

    #: The number of these records.
    count: int
    #: True if the browser had lost everything and a second copy was restored.
    brought_back: bool = False


@dataclass(frozen=True)
class ChangedElsewhere:
    """Another tab changed the store, or this tab has just become the writing one."""

    #: The id of a campaign, or the name of another store.
    campaign: str


@dataclass(frozen=True)
class ListAged:
    """The list of campaigns may be outdated."""


@dataclass(frozen=True)
class CampaignsRead:
    """The list of campaigns was read."""

    listing: Listing


@dataclass(frozen=True)
class CampaignsUnread:
    """The list of campaigns could not be read."""

    #: The reason, for the user.
    words: str


# --- campaigns ---


@dataclass(frozen=True)
class CampaignEntered:
    """A campaign was opened; its page, or a character's, is shown next."""

    #: The id of the character, empty for the campaign's page.
    character: str = ""


@dataclass(frozen=True)
class CampaignMade:
    """A new campaign was stored."""

    campaign: str
    name: str


@dataclass(frozen=True)
class NameStored:
    """A campaign's name was stored."""

    campaign: str
    #: True if it differs from the name before.
    changed: bool


@dataclass(frozen=True)
class CampaignCopied:
    """A campaign was duplicated."""

    #: The name of the copy.
    name: str


@dataclass(frozen=True)
class BackupRefused:
    """A campaign was not deleted because there is no room for a copy of it."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeleted:
    """A campaign was deleted."""

    campaign: str
    #: True if the newest copy contains it.
    backed: bool


@dataclass(frozen=True)
class FileGiven:
    """A file was handed to the user."""

    what: FileOf
    id: str
    #: The notice to show.
    words: str


@dataclass(frozen=True)
class DocumentGiven:
    """A readable document was handed to the user; nothing can be restored from it."""

    #: The notice to show.
    words: str


# --- copies ---


@dataclass(frozen=True)
class BackupMade:
    """A copy was made."""

    #: False if there was nothing to copy.
    made: bool


@dataclass(frozen=True)
class BackupFailed:
    """A due copy could not be made."""

    words: str


@dataclass(frozen=True)
class BackupRestored:
    """Everything was restored from a copy."""


@dataclass(frozen=True)
class BackupDropped:
    """A copy was deleted."""


@dataclass(frozen=True)
class AllChecked:
    """Every record was checked."""

    checked: Checked


# --- files on their way in ---


@dataclass(frozen=True)
class FileOpened:
    """A file was checked as a whole and is valid."""

    opened: Opened


@dataclass(frozen=True)
class FileRefused:
    """A file is invalid."""

    #: The path and the message of each fault.
    faults: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImportPlanned:
    """The changes that an import would make."""

    offer: Offer
    plan: Plan
    #: The plan that the user confirmed, None before that.
    agreed: Plan | None = None


@dataclass(frozen=True)
class ImportDone:
    """A file was imported."""

    plan: Plan


@dataclass(frozen=True)
class ImportOvertaken:
    """The data changed during an import, which therefore changed nothing."""


# --- links ---


@dataclass(frozen=True)
class TargetsRead:
    """The campaigns that the character of a link can join."""

    #: Id and name of each campaign.
    targets: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CharacterArrived:
    """The character of a link joined a campaign."""

    campaign: str
    character: str


# --- files outside of the browser ---


@dataclass(frozen=True)
class UnsavedCounted:
    """The number of entries that no file contains."""

    count: int


@dataclass(frozen=True)
class AutoSaveFound:
    """A file can be kept up to date in this browser."""

    #: The file of the last visit, None without one.
    handle: object = None
    name: str = ""
    #: True if it may be written without asking again.
    granted: bool = False


@dataclass(frozen=True)
class AutoSaveFileChosen:
    """A file was chosen."""

    handle: object
    name: str
    #: True if it is remembered for the next visit.
    remembered: bool


@dataclass(frozen=True)
class AutoSaveAllowed:
    """The user allowed writing the file again."""


@dataclass(frozen=True)
class AutoSaveWritten:
    """The file contains all changes."""

    handle: object
    #: The time, empty if another tab does the writing.
    at: str


@dataclass(frozen=True)
class AutoSaveFailed:
    """The file could not be written."""

    handle: object
    #: The reason, for the user.
    why: str


ImportAnswer = FileOpened | FileRefused | ImportPlanned | ImportDone | ImportOvertaken
OutsideAnswer = (
    UnsavedCounted
    | AutoSaveFound
    | AutoSaveFileChosen
    | AutoSaveAllowed
    | AutoSaveWritten
    | AutoSaveFailed
)
BackupAnswer = BackupMade | BackupFailed | BackupRestored | BackupDropped | AllChecked
ListAnswer = (
    CampaignMade
    | NameStored
    | CampaignCopied
    | BackupRefused
    | CampaignDeleted
    | FileGiven
    | DocumentGiven
)
LinkAnswer = TargetsRead | CharacterArrived
StoreAnswer = (
    StoreOpened | DamageFound | ChangedElsewhere | ListAged | CampaignsRead | CampaignsUnread
)
EffectAnswer = (
    EffectFailed
    | TapEnded
    | CampaignEntered
    | StoreAnswer
    | ListAnswer
    | BackupAnswer
    | ImportAnswer
    | LinkAnswer
    | OutsideAnswer
)
