"""What somebody did with whole campaigns: with their list, with files, copies and links.

Each says what was meant; whether it is still asked, and what it comes to, `update` finds out when
its turn has come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

#: What can be saved to a file.
FileOf = Literal["campaign", "character", "everything", "set aside", "backup"]
#: As what a journal can be: a text to read, a table.
JournalForm = Literal["md", "csv"]


@dataclass(frozen=True)
class Tapped:
    """A button was tapped that does something once. what: which; at: when, in seconds."""

    what: str
    at: float
    means: CampaignsMessage


@dataclass(frozen=True)
class Touched:
    """Something was chosen or written: the same button again is meant."""


@dataclass(frozen=True)
class ViewOpened:
    """Another view stands open, by this address."""

    hash: str


@dataclass(frozen=True)
class PageSetAside:
    """The page was put away, and may be gone in a moment; or it was taken up again."""


# --- campaigns ---


@dataclass(frozen=True)
class CampaignOpened:
    """A campaign was chosen from the list."""

    campaign: str


@dataclass(frozen=True)
class CampaignBegun:
    """A new campaign was begun."""

    game: str
    name: str


@dataclass(frozen=True)
class CampaignNamed:
    """A campaign was given a name."""

    campaign: str
    name: str


@dataclass(frozen=True)
class CampaignDuplicated:
    """A campaign was doubled."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeletionAsked:
    """A campaign is to be deleted, if that is meant."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeletionConfirmed:
    """It is meant."""

    campaign: str


@dataclass(frozen=True)
class QuestionDeclined:
    """What was asked is not meant."""


# --- files and copies ---


@dataclass(frozen=True)
class FileAsked:
    """Something is to be saved to a file. id: of a campaign or a backup."""

    what: FileOf
    id: str = ""


@dataclass(frozen=True)
class JournalAsked:
    """The open journal is to be saved as a document. hidden: with what was rolled hidden."""

    form: JournalForm
    hidden: bool = False


@dataclass(frozen=True)
class BackupAsked:
    """A copy is to be made now."""


@dataclass(frozen=True)
class BackupDue:
    """It is time to look whether a copy is due."""


@dataclass(frozen=True)
class BackupRestoreAsked:
    """A copy is to stand in place of everything, if that is meant."""

    backup: str


@dataclass(frozen=True)
class BackupRestoreConfirmed:
    """It is meant."""

    backup: str


@dataclass(frozen=True)
class BackupDeletionAsked:
    """A copy is to be deleted, if that is meant."""

    backup: str


@dataclass(frozen=True)
class BackupDeletionConfirmed:
    """It is meant."""

    backup: str


@dataclass(frozen=True)
class KeepingAsked:
    """The browser is to be asked to keep everything."""


@dataclass(frozen=True)
class CheckAsked:
    """Every record is to be looked at."""


@dataclass(frozen=True)
class WritingTaken:
    """From now on this tab is to write, and the others follow."""


# --- files on their way in ---


@dataclass(frozen=True)
class FileChosen:
    """A file was chosen, or dropped. size: bytes; handle: the file, as the browser gives it."""

    name: str
    size: int
    handle: Any


@dataclass(frozen=True)
class ImportModeChosen:
    """How the file is to be read in."""

    mode: str


@dataclass(frozen=True)
class ImportTargetChosen:
    """Into which campaign its character is to go; empty for a new one."""

    target: str


@dataclass(frozen=True)
class ImportConfirmed:
    """What is shown of the file is meant."""


@dataclass(frozen=True)
class ImportCancelled:
    """The file is left alone."""


# --- links ---


@dataclass(frozen=True)
class CharacterShared:
    """The character that is open is to travel in a link."""


@dataclass(frozen=True)
class ArrivalTaken:
    """The character of a link joins this campaign; empty for a new one."""

    target: str


# --- what lies outside of the browser ---


@dataclass(frozen=True)
class ReminderPutOff:
    """Not now: it is to be saved later."""


@dataclass(frozen=True)
class KeptFileAsked:
    """A file is to be chosen that is kept up to date."""


@dataclass(frozen=True)
class KeptFileResumed:
    """It goes on with the file of the last visit."""


@dataclass(frozen=True)
class KeptFileStopped:
    """The file is no longer kept up to date."""


@dataclass(frozen=True)
class KeptFileDue:
    """Some seconds have passed since something happened: the file is to say it."""


ImportMessage = (
    FileChosen | ImportModeChosen | ImportTargetChosen | ImportConfirmed | ImportCancelled
)
OutsideMessage = (
    ReminderPutOff | KeptFileAsked | KeptFileResumed | KeptFileStopped | KeptFileDue | PageSetAside
)
BackupMessage = (
    BackupAsked
    | BackupDue
    | BackupRestoreAsked
    | BackupRestoreConfirmed
    | BackupDeletionAsked
    | BackupDeletionConfirmed
    | KeepingAsked
    | CheckAsked
)
ListMessage = (
    CampaignOpened
    | CampaignBegun
    | CampaignNamed
    | CampaignDuplicated
    | CampaignDeletionAsked
    | CampaignDeletionConfirmed
    | FileAsked
    | JournalAsked
)
LinkMessage = CharacterShared | ArrivalTaken
CampaignsMessage = (
    Tapped
    | Touched
    | ViewOpened
    | QuestionDeclined
    | WritingTaken
    | ListMessage
    | BackupMessage
    | ImportMessage
    | LinkMessage
    | OutsideMessage
)
