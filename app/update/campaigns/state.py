"""The state of the campaign list, of files, copies and links, and open questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.widgets.campaigns.outside import AutoSaveFile

if TYPE_CHECKING:
    from app.campaign.files.backups import Backup
    from app.campaign.files.files import Opened
    from app.campaign.files.health import Checked, Saved
    from app.campaign.files.imports import Plan
    from app.campaign.files.rows import CampaignLine
    from app.campaign.journal.journal import Journal

#: Seconds within which a second tap on the same button counts as the first.
THUMB_S = 0.6


@dataclass(frozen=True)
class Listing:
    """The contents of the store."""

    #: The campaigns.
    lines: tuple[CampaignLine, ...] = ()
    #: The open campaign of each game.
    open: Mapping[str, str] = field(default_factory=dict)
    #: The copies on this device.
    copies: tuple[Backup, ...] = ()
    #: The number of damaged records set aside.
    aside: int = 0
    #: The last file saved by the user, by campaign.
    saved: Mapping[str, Saved] = field(default_factory=dict)
    #: The notice about data of a newer version.
    newer: str = ""
    #: False if the browser stores nothing.
    lasts: bool = True
    #: The reason why the browser stores nothing.
    why: str = ""
    #: True if the browser keeps the data persistently, None if unknown.
    stays: bool | None = None
    #: Bytes used and available, None if unknown.
    room: tuple[int, int] | None = None
    #: The reason why the list could not be read.
    unread: str = ""


@dataclass(frozen=True)
class Tap:
    """The last tap, and the time until which it counts as the same."""

    what: str = ""
    until: float = 0.0

    def is_still(self, what: str, at: float) -> bool:
        return what == self.what and at < self.until


@dataclass(frozen=True)
class Asked:
    """Open questions: ids of campaigns and backups, empty for none."""

    deleting: str = ""
    #: The campaign to be deleted for which no copy could be made.
    unbacked: str = ""
    restoring: str = ""
    dropping: str = ""


@dataclass(frozen=True)
class Offer:
    """The contents of a file, and its import options."""

    #: The summary of the contents.
    words: str
    #: Id and label of each import mode.
    modes: tuple[tuple[str, str], ...]
    mode: str
    #: Id and label of each campaign.
    targets: tuple[tuple[str, str], ...] = ()
    #: The id of the chosen campaign for a character.
    target: str = ""


@dataclass(frozen=True)
class Loaded:
    """A file to import: its contents or faults, and the changes it would make."""

    name: str
    opened: Opened | None = None
    faults: tuple[tuple[str, str], ...] = ()
    words: str = ""
    modes: tuple[tuple[str, str], ...] = ()
    mode: str = ""
    targets: tuple[tuple[str, str], ...] = ()
    target: str | None = None
    plan: Plan | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        return self.plan.lines if self.plan else ()

    def apply_plan(self, offer: Offer, plan: Plan) -> Loaded:
        """Return the file with its planned changes."""
        return replace(
            self,
            words=offer.words,
            modes=offer.modes,
            mode=offer.mode,
            targets=offer.targets,
            target=offer.target,
            plan=plan,
        )


@dataclass(frozen=True)
class Arrived:
    """The character of the address's link, or the faults of it."""

    opened: Opened | None = None
    faults: tuple[tuple[str, str], ...] = ()
    #: The campaigns it can join, empty until they are read.
    targets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Outside:
    """Saved files, and the file that is kept up to date."""

    file: AutoSaveFile = field(default_factory=lambda: AutoSaveFile(offered=False))
    #: The file object of the browser.
    handle: object = None
    #: The number of entries that no file contains.
    unsaved: int = 0
    #: That number when the user postponed the reminder.
    put_off: int = 0
    #: The text of the reminder.
    reminder: str = ""
    #: The journal written last or being written; a roll alone changes nothing else.
    written_journal: Journal | None = None
    #: True if there are changes to write.
    due: bool = False
    #: True while the file is being written.
    writing: bool = False


@dataclass(frozen=True)
class Campaigns:
    """The state of the page of campaigns."""

    #: The outcome of the last action.
    notice: str = ""
    #: The list of campaigns, None while the view is closed.
    listing: Listing | None = None
    #: True if reading the list again is already queued.
    aged: bool = False
    #: The id of the expanded campaign.
    unfolded: str = ""
    asked: Asked = field(default_factory=Asked)
    #: True once persistent storage was requested.
    stay_asked: bool = False
    checked: Checked | None = None
    loaded: Loaded | None = None
    arrived: Arrived | None = None
    outside: Outside = field(default_factory=Outside)
    #: The last tap, for detecting repeated ones.
    tap: Tap = field(default_factory=Tap)


#: The path of the list.
PATH = "campaigns"
