"""User actions on whole campaigns: their list, files, copies and links.

A message holds the intent; `update` tells whether it still applies when it handles the message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: The contents of a saved file.
FileOf = Literal["campaign", "character", "everything", "set aside", "backup"]
#: The formats of an exported journal: a text, a table.
JournalForm = Literal["md", "csv"]


@dataclass(frozen=True)
class Tapped:
    """A tap on a button that acts once."""

    #: The id of the button.
    what: str
    #: The time in seconds.
    at: float
    #: The message that the tap sends.
    means: CampaignsMessage


@dataclass(frozen=True)
class Touched:
    """A choice or text input; the next tap on the same button counts again."""


@dataclass(frozen=True)
class ViewOpened:
    """Another view is open."""

    #: The address of the view.
    hash: str


@dataclass(frozen=True)
class PageSetAside:
    """The page was hidden and may be closed, or is visible again."""


# --- campaigns ---


@dataclass(frozen=True)
class CampaignOpened:
    """A campaign chosen from the list."""

    campaign: str


@dataclass(frozen=True)
class CampaignBegun:
    """A new campaign."""

    game: str
    name: str


@dataclass(frozen=True)
class CampaignNamed:
    """A new name of a campaign."""

    campaign: str
    name: str


@dataclass(frozen=True)
class CampaignDuplicated:
    """A request to duplicate a campaign."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeletionAsked:
    """A request to delete a campaign, before it is confirmed."""

    campaign: str


@dataclass(frozen=True)
class CampaignDeletionConfirmed:
    """The confirmed deletion of a campaign."""

    campaign: str


@dataclass(frozen=True)
class QuestionDeclined:
    """The open question answered with no."""


# --- files and copies ---


@dataclass(frozen=True)
class FileAsked:
    """A request to save a file."""

    #: The contents of the file.
    what: FileOf
    #: The id of a campaign or a backup.
    id: str = ""


@dataclass(frozen=True)
class JournalAsked:
    """A request to export the open journal."""

    form: JournalForm
    #: True to include hidden rolls.
    hidden: bool = False


@dataclass(frozen=True)
class BackupAsked:
    """A request to make a copy now."""


@dataclass(frozen=True)
class BackupDue:
    """A check whether a copy is due."""


@dataclass(frozen=True)
class BackupRestoreAsked:
    """A request to replace everything by a copy, before it is confirmed."""

    backup: str


@dataclass(frozen=True)
class BackupRestoreConfirmed:
    """The confirmed restoring of a copy."""

    backup: str


@dataclass(frozen=True)
class BackupDeletionAsked:
    """A request to delete a copy, before it is confirmed."""

    backup: str


@dataclass(frozen=True)
class BackupDeletionConfirmed:
    """The confirmed deletion of a copy."""

    backup: str


@dataclass(frozen=True)
class KeepingAsked:
    """A request for persistent storage in the browser."""


@dataclass(frozen=True)
class CheckAsked:
    """A request to check every record."""


@dataclass(frozen=True)
class WritingTaken:
    """A request to make this tab the writing one; the others follow."""


# --- files on their way in ---


@dataclass(frozen=True)
class FileChosen:
    """A file chosen or dropped."""

    name: str
    #: The size in bytes.
    size: int
    #: The file object of the browser.
    handle: object


@dataclass(frozen=True)
class ImportModeChosen:
    """The import mode of the file."""

    mode: str


@dataclass(frozen=True)
class ImportTargetChosen:
    """The campaign that the imported character joins."""

    #: The id of the campaign, empty for a new one.
    target: str


@dataclass(frozen=True)
class ImportConfirmed:
    """The confirmed import of the file as previewed."""


@dataclass(frozen=True)
class ImportCancelled:
    """The import cancelled."""


# --- links ---


@dataclass(frozen=True)
class CharacterShared:
    """A request to share the open character as a link."""


@dataclass(frozen=True)
class ArrivalTaken:
    """The campaign chosen for the character of a link."""

    #: The id of the campaign, empty for a new one.
    target: str


# --- files outside of the browser ---


@dataclass(frozen=True)
class ReminderPutOff:
    """The reminder to save postponed."""


@dataclass(frozen=True)
class AutoSaveRequested:
    """A request to choose a file that is kept up to date."""


@dataclass(frozen=True)
class AutoSaveResumed:
    """A request to continue with the file of the last visit."""


@dataclass(frozen=True)
class AutoSaveStopped:
    """A request to stop updating the file."""


@dataclass(frozen=True)
class AutoSaveDue:
    """The delay after a change has passed: the file is written now."""


ImportMessage = (
    FileChosen | ImportModeChosen | ImportTargetChosen | ImportConfirmed | ImportCancelled
)
OutsideMessage = (
    ReminderPutOff
    | AutoSaveRequested
    | AutoSaveResumed
    | AutoSaveStopped
    | AutoSaveDue
    | PageSetAside
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
