"""What only the browser's store and its files can do with whole campaigns.

Errands are commands that answer with messages of their own (`app.update.messages.effects`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
    """Let this take its turn behind what waits already."""

    message: Message


@dataclass(frozen=True)
class Wait(SideEffect):
    """Let this take its turn after so many seconds."""

    seconds: float
    message: Message


@dataclass(frozen=True)
class EndTap(SideEffect):
    """Say when what a tap meant is done."""

    what: str


# --- the store ---


@dataclass(frozen=True)
class ResumePlay(SideEffect):
    """Go on with what lay on the table, and tell of what was found damaged."""


@dataclass(frozen=True)
class FollowCampaign(SideEffect):
    """Show where the open campaign stands since another tab wrote in it.

    game: of which another is opened if it was deleted there.
    """

    campaign: str
    game: str


@dataclass(frozen=True)
class TakeOver(Background):
    """From now on this tab writes.

    campaign: the open one, to be read anew after that. then: handled once it has been.
    """

    campaign: str
    then: Message | None = None


@dataclass(frozen=True)
class ReadCampaigns(SideEffect):
    """Read all that the list of campaigns says."""


# --- campaigns ---


@dataclass(frozen=True)
class OpenCampaign(SideEffect):
    """Open this campaign. then: handled once it stands open."""

    campaign: str
    then: Message | None = None


@dataclass(frozen=True)
class OpenAnew(SideEffect):
    """Read anew what is to be open in a game, after whole campaigns changed."""

    game: str


@dataclass(frozen=True)
class BeginCampaign(SideEffect):
    """Store a new campaign."""

    game: str
    name: str


@dataclass(frozen=True)
class RenameCampaign(SideEffect):
    """Let a campaign have this name."""

    campaign: str
    name: str


@dataclass(frozen=True)
class DuplicateCampaign(WithProgress):
    """Double a campaign."""

    campaign: str
    words = "The campaign is being copied …"


@dataclass(frozen=True)
class DeleteCampaign(SideEffect):
    """Delete a campaign, after a backup. unbacked: without one, if there is no room for it."""

    campaign: str
    unbacked: bool


@dataclass(frozen=True)
class SaveFile(SideEffect):
    """Give this to the person as a file. id: of a campaign or a backup."""

    what: FileOf
    id: str = ""


@dataclass(frozen=True)
class SaveCharacter(SideEffect):
    """Give a character to the person as a file."""

    journal: Journal
    character: str


@dataclass(frozen=True)
class SaveJournal(WithProgress):
    """Give a whole journal to the person as a document. hidden: with what was rolled hidden."""

    campaign: str
    form: JournalForm
    hidden: bool
    words = "The journal is being written …"


# --- copies ---


@dataclass(frozen=True)
class BackUp(WithProgress):
    """Keep a copy of everything."""

    words = "A backup is being made …"


@dataclass(frozen=True)
class BackUpIfDue(SideEffect):
    """Keep one, if the last is some hours old."""


@dataclass(frozen=True)
class RestoreBackup(WithProgress):
    """Put a copy in place of everything, after a backup."""

    backup: str
    words = "The backup is being restored …"


@dataclass(frozen=True)
class DropBackup(SideEffect):
    """Keep a copy no longer."""

    backup: str


@dataclass(frozen=True)
class AskToStay(Background):
    """Ask the browser to keep everything. It may ask the person, who may let it wait."""


@dataclass(frozen=True)
class CheckAll(WithProgress):
    """Look at every record that is stored."""

    words = "Everything is being checked …"


# --- files on their way in ---


@dataclass(frozen=True)
class CheckFile(WithProgress):
    """Read a file and check it as a whole."""

    handle: Any
    words = "The file is being checked …"


@dataclass(frozen=True)
class PlanImport(SideEffect):
    """Work out what a file would change here, the way the person wants it.

    mode, target: what was chosen, as far as it was. agreed: what somebody said yes to.
    """

    opened: Opened
    mode: str = ""
    target: str | None = None
    agreed: Plan | None = None


@dataclass(frozen=True)
class CarryOut(WithProgress):
    """Change all that the plan says, after a backup, or nothing."""

    plan: Plan
    words = "The file is being read in …"


# --- links ---


@dataclass(frozen=True)
class ShowShared(SideEffect):
    """Show the link and the code of a character."""

    game: str
    character: Mapping[str, Any]


@dataclass(frozen=True)
class ReadTargets(SideEffect):
    """Which campaigns can a character of this game join?"""

    game: str


@dataclass(frozen=True)
class AddArrived(SideEffect):
    """Let the character of a link join a campaign; empty for a new one."""

    opened: Opened
    target: str


# --- what lies outside of the browser ---


@dataclass(frozen=True)
class CountUnsaved(Background):
    """How many entries does no file hold?"""


@dataclass(frozen=True)
class FindKeptFile(Background):
    """Can a file be kept up to date here, and was there one at the last visit?"""


@dataclass(frozen=True)
class ChooseKeptFile(Background):
    """Let the person choose a file, and remember it."""


@dataclass(frozen=True)
class AllowKeptFile(Background):
    """Ask the person whether the file may be written again."""

    handle: Any


@dataclass(frozen=True)
class WriteKeptFile(Background):
    """Write everything into the file."""

    handle: Any


@dataclass(frozen=True)
class ForgetKeptFile(SideEffect):
    """The file is no longer remembered."""
