"""What comes of errands: what the store, the browser and its files answer about whole campaigns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.campaign.files.files import Opened
    from app.campaign.files.health import Checked
    from app.campaign.files.imports import Plan
    from app.update.campaigns.state import Listing, Offer
    from app.update.messages.campaigns import FileOf


@dataclass(frozen=True)
class ErrandFailed:
    """It could not be done, and nothing is another. words: why, for the person."""

    words: str


@dataclass(frozen=True)
class TapEnded:
    """All that a tap meant is done. at: when, in seconds."""

    what: str
    at: float


# --- the store ---


@dataclass(frozen=True)
class StoreOpened:
    """What is kept can be read from now on."""


@dataclass(frozen=True)
class DamageFound:
    """So many damaged records were set aside at the start.

    brought_back: the browser had lost all, and a second copy was put in its place.
    """

    count: int
    brought_back: bool = False


@dataclass(frozen=True)
class ChangedElsewhere:
    """Another tab changed a campaign, or (by its name) another store; or this one writes now."""

    campaign: str


@dataclass(frozen=True)
class ListAged:
    """What was read of all campaigns may be another by now."""


@dataclass(frozen=True)
class CampaignsRead:
    """All that is kept was read."""

    listing: Listing


@dataclass(frozen=True)
class CampaignsUnread:
    """It could not be read, and this is why."""

    words: str


# --- campaigns ---


@dataclass(frozen=True)
class CampaignEntered:
    """A campaign stands open, and its page is to be seen, or that of one of its characters."""

    character: str = ""


@dataclass(frozen=True)
class CampaignMade:
    """A new campaign is stored."""

    campaign: str
    name: str


@dataclass(frozen=True)
class NameKept:
    """A campaign's name is stored. changed: is it another one than before?"""

    campaign: str
    changed: bool


@dataclass(frozen=True)
class CampaignCopied:
    """A campaign was doubled; the copy has this name."""

    name: str


@dataclass(frozen=True)
class BackupRefused:
    """There is no room for a copy of a campaign that was to be deleted: it is still there."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeleted:
    """A campaign is gone. backed: does the newest copy hold it?"""

    campaign: str
    backed: bool


@dataclass(frozen=True)
class FileGiven:
    """A file was given to the person. words: what is to be said of it."""

    what: FileOf
    id: str
    words: str


@dataclass(frozen=True)
class DocumentGiven:
    """A text to read was given to the person, from which nothing can be restored."""

    words: str


# --- copies ---


@dataclass(frozen=True)
class BackupMade:
    """A copy was made, or (not made) there is nothing to copy."""

    made: bool


@dataclass(frozen=True)
class BackupFailed:
    """The copy that was due could not be made."""

    words: str


@dataclass(frozen=True)
class BackupRestored:
    """Everything is as it was in a copy."""


@dataclass(frozen=True)
class BackupDropped:
    """A copy is kept no longer."""


@dataclass(frozen=True)
class AllChecked:
    """Every record was looked at."""

    checked: Checked


# --- files on their way in ---


@dataclass(frozen=True)
class FileOpened:
    """The file was checked as a whole and found sound."""

    opened: Opened


@dataclass(frozen=True)
class FileRefused:
    """What is wrong with the file: (place, words)."""

    faults: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImportPlanned:
    """What the file would change. agreed: what somebody said yes to, None if nobody did yet."""

    offer: Offer
    plan: Plan
    agreed: Plan | None = None


@dataclass(frozen=True)
class ImportDone:
    """The file was read in."""

    plan: Plan


@dataclass(frozen=True)
class ImportOvertaken:
    """Something happened meanwhile, and nothing was changed."""


# --- links ---


@dataclass(frozen=True)
class TargetsRead:
    """(id, name) of the campaigns that the character of a link can join."""

    targets: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CharacterArrived:
    """The character of a link joined a campaign."""

    campaign: str
    character: str


# --- what lies outside of the browser ---


@dataclass(frozen=True)
class UnsavedCounted:
    """So many entries no file holds."""

    count: int


@dataclass(frozen=True)
class KeptFileFound:
    """A file can be kept up to date here; perhaps one was. handle: None if there is none.

    granted: may it be written without asking anew?
    """

    handle: Any = None
    name: str = ""
    granted: bool = False


@dataclass(frozen=True)
class KeptFileChosen:
    """A file was chosen. remembered: at the next visit too?"""

    handle: Any
    name: str
    remembered: bool


@dataclass(frozen=True)
class KeptFileAllowed:
    """The person lets the file be written again."""


@dataclass(frozen=True)
class KeptFileWritten:
    """All that had happened is in the file. at: when; empty where another tab does the writing."""

    handle: Any
    at: str


@dataclass(frozen=True)
class KeptFileUnwritten:
    """The file could not be written, and this is why."""

    handle: Any
    why: str


ImportAnswer = FileOpened | FileRefused | ImportPlanned | ImportDone | ImportOvertaken
OutsideAnswer = (
    UnsavedCounted
    | KeptFileFound
    | KeptFileChosen
    | KeptFileAllowed
    | KeptFileWritten
    | KeptFileUnwritten
)
BackupAnswer = BackupMade | BackupFailed | BackupRestored | BackupDropped | AllChecked
ListAnswer = (
    CampaignMade
    | NameKept
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
ErrandAnswer = (
    ErrandFailed
    | TapEnded
    | CampaignEntered
    | StoreAnswer
    | ListAnswer
    | BackupAnswer
    | ImportAnswer
    | LinkAnswer
    | OutsideAnswer
)
