"""Effects of the browser's store and files on whole campaigns.

They are commands that answer with messages of their own (`app.update.messages.effects`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.campaign.state.document import CharacterRecord
from app.update.commands import Background, SideEffect, WithProgress

if TYPE_CHECKING:
    from app.campaign.files.files import Opened
    from app.campaign.files.imports import Plan
    from app.campaign.journal.journal import Journal
    from app.update.messages import Message
    from app.update.messages.campaigns import FileOf, JournalForm

# --- turns ---


@dataclass(frozen=True)
class Queue(SideEffect):
    """An effect that queues a message behind the waiting ones."""

    message: Message


@dataclass(frozen=True)
class Wait(SideEffect):
    """An effect that queues a message after a number of seconds."""

    seconds: float
    message: Message


@dataclass(frozen=True)
class EndTap(SideEffect):
    """An effect that reports the end of a tap's effects."""

    what: str


# --- the store ---


@dataclass(frozen=True)
class ResumePlay(SideEffect):
    """An effect that resumes the saved play and reports damage."""


@dataclass(frozen=True)
class FollowCampaign(SideEffect):
    """An effect that reads the open campaign after another tab has changed it."""

    campaign: str
    #: The game of which another campaign is opened if this one was deleted.
    game: str


@dataclass(frozen=True)
class TakeOver(Background):
    """An effect that makes this tab the writing one."""

    #: The id of the open campaign, which is read again.
    campaign: str
    #: A message handled afterwards.
    then: Message | None = None


@dataclass(frozen=True)
class ReadCampaigns(SideEffect):
    """An effect that reads the list of campaigns."""


# --- campaigns ---


@dataclass(frozen=True)
class OpenCampaign(SideEffect):
    """An effect that opens a campaign."""

    campaign: str
    #: A message handled once it is open.
    then: Message | None = None


@dataclass(frozen=True)
class OpenAnew(SideEffect):
    """An effect that opens a game's campaign again after whole campaigns changed."""

    game: str


@dataclass(frozen=True)
class BeginCampaign(SideEffect):
    """An effect that stores a new campaign."""

    game: str
    name: str


@dataclass(frozen=True)
class RenameCampaign(SideEffect):
    """An effect that renames a campaign."""

    campaign: str
    name: str


@dataclass(frozen=True)
class DuplicateCampaign(WithProgress):
    """An effect that duplicates a campaign."""

    campaign: str
    words = "Copying campaign…"


@dataclass(frozen=True)
class DeleteCampaign(SideEffect):
    """An effect that deletes a campaign after a backup."""

    campaign: str
    #: True to delete it even without room for a backup.
    unbacked: bool


@dataclass(frozen=True)
class SaveFile(SideEffect):
    """An effect that hands a file to the user."""

    what: FileOf
    #: The id of a campaign or a backup.
    id: str = ""


@dataclass(frozen=True)
class SaveCharacter(SideEffect):
    """An effect that hands a character's file to the user."""

    journal: Journal
    character: str


@dataclass(frozen=True)
class SaveJournal(WithProgress):
    """An effect that hands a whole journal to the user as a document."""

    campaign: str
    form: JournalForm
    #: True to include hidden rolls.
    hidden: bool
    words = "Writing journal…"


# --- copies ---


@dataclass(frozen=True)
class BackUp(WithProgress):
    """An effect that makes a copy of everything."""

    words = "Backing up…"


@dataclass(frozen=True)
class BackUpIfDue(SideEffect):
    """An effect that makes a copy if the last one is some hours old."""


@dataclass(frozen=True)
class RestoreBackup(WithProgress):
    """An effect that replaces everything by a copy, after a backup."""

    backup: str
    words = "Restoring backup…"


@dataclass(frozen=True)
class DropBackup(SideEffect):
    """An effect that deletes a copy."""

    backup: str


@dataclass(frozen=True)
class AskToStay(Background):
    """An effect that requests persistent storage; the browser may ask the user."""


@dataclass(frozen=True)
class CheckAll(WithProgress):
    """An effect that checks every stored record."""

    words = "Checking data…"


# --- files on their way in ---


@dataclass(frozen=True)
class CheckFile(WithProgress):
    """An effect that reads a file and checks it as a whole."""

    handle: Any
    words = "Checking file…"


@dataclass(frozen=True)
class PlanImport(SideEffect):
    """An effect that computes the changes of an import."""

    opened: Opened
    #: The chosen mode, empty for the default.
    mode: str = ""
    #: The chosen campaign, None for the default.
    target: str | None = None
    #: The plan that the user confirmed.
    agreed: Plan | None = None


@dataclass(frozen=True)
class CarryOut(WithProgress):
    """An effect that applies a plan after a backup, all of it or nothing."""

    plan: Plan
    words = "Importing…"


# --- links ---


@dataclass(frozen=True)
class ShowShared(SideEffect):
    """An effect that shows the link and the code of a character."""

    game: str
    character: CharacterRecord


@dataclass(frozen=True)
class ReadTargets(SideEffect):
    """An effect that reads the campaigns that a character of this game can join."""

    game: str


@dataclass(frozen=True)
class AddArrived(SideEffect):
    """An effect that adds the character of a link to a campaign."""

    opened: Opened
    #: The id of the campaign, empty for a new one.
    target: str


# --- files outside of the browser ---


@dataclass(frozen=True)
class CountUnsaved(Background):
    """An effect that counts the entries that no file contains."""


@dataclass(frozen=True)
class FindAutoSave(Background):
    """An effect that tells whether a file can be kept up to date, and reads the last one."""


@dataclass(frozen=True)
class ChooseAutoSaveFile(Background):
    """An effect that lets the user choose a file, and remembers it."""


@dataclass(frozen=True)
class AllowAutoSave(Background):
    """An effect that asks the user to allow writing the file again."""

    handle: Any


@dataclass(frozen=True)
class WriteAutoSave(Background):
    """An effect that writes everything into the file."""

    handle: Any


@dataclass(frozen=True)
class ForgetAutoSave(SideEffect):
    """An effect that forgets the file."""
