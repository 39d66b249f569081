"""What is shown of whole campaigns, of files, copies and links, and what is asked about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.update.campaigns.effects import ReadCampaigns
from app.update.commands import Command, Notify
from app.update.model import Model, Next
from app.widgets.campaigns.outside import KeptFile

if TYPE_CHECKING:
    from app.campaign.files.backups import Backup
    from app.campaign.files.files import Opened
    from app.campaign.files.health import Checked, Saved
    from app.campaign.files.imports import Plan
    from app.campaign.files.rows import Line
    from app.campaign.journal.journal import Journal

#: The same button tapped again before so many seconds have passed is still the first tap.
THUMB_S = 0.6


@dataclass(frozen=True)
class Listing:
    """All that is kept, as it was read.

    open: game -> the campaign that it shows. aside: so many damaged records are set aside. saved:
    what was given to the person as a file, by campaign. newer: what is said of newer data. why:
    the browser keeps nothing. stays, room: whether it clears it away, bytes used and in all; None
    where it does not say. unread: why nothing could be read.
    """

    lines: tuple[Line, ...] = ()
    open: Mapping[str, str] = field(default_factory=dict)
    copies: tuple[Backup, ...] = ()
    aside: int = 0
    saved: Mapping[str, Saved] = field(default_factory=dict)
    newer: str = ""
    lasts: bool = True
    why: str = ""
    stays: bool | None = None
    room: tuple[int, int] | None = None
    unread: str = ""


@dataclass(frozen=True)
class Tap:
    """What was tapped last, and until when the same tap is still that one."""

    what: str = ""
    until: float = 0.0

    def is_still(self, what: str, at: float) -> bool:
        return what == self.what and at < self.until


@dataclass(frozen=True)
class Asked:
    """What is asked before it is done: the ids of campaigns and backups, empty if it is not.

    unbacked: the campaign of which no copy could be made when it was to be deleted.
    """

    deleting: str = ""
    unbacked: str = ""
    restoring: str = ""
    dropping: str = ""


@dataclass(frozen=True)
class Offer:
    """What a file brings, and how it can be read in.

    modes, targets: (what it is called here, words). target: the campaign for a character.
    """

    words: str
    modes: tuple[tuple[str, str], ...]
    mode: str
    targets: tuple[tuple[str, str], ...] = ()
    target: str = ""


@dataclass(frozen=True)
class Loaded:
    """A file on its way in: what it brings, or what is wrong with it; and what it would change."""

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

    def planned(self, offer: Offer, plan: Plan) -> Loaded:
        """The file with what it would change."""
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
    """What the link in the address brings, or what is wrong with it.

    targets: the campaigns that the character can join, empty until they are read.
    """

    opened: Opened | None = None
    faults: tuple[tuple[str, str], ...] = ()
    targets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Outside:
    """What lies outside of the browser: files that were saved, and one that is kept up to date.

    handle: the file that is kept, as the browser gave it. unsaved: so many entries no file holds;
    put_off: that were so many when somebody said "later"; reminder: what is said of it. seen: the
    journal that was written last, or is about to be; a roll changes nothing else. due: is there
    more to be written? writing: is it being written?
    """

    file: KeptFile = field(default_factory=lambda: KeptFile(offered=False))
    handle: Any = None
    unsaved: int = 0
    put_off: int = 0
    reminder: str = ""
    seen: Journal | None = None
    due: bool = False
    writing: bool = False


@dataclass(frozen=True)
class Campaigns:
    """What is shown of all campaigns.

    said: what came of what was done last. listing: what was read of them; None while the view is
    not open. aged: is it to be read anew already? unfolded: the campaign whose part stands open.
    stay_asked: was the browser asked to keep everything? tap: what an impatient thumb tapped.
    """

    said: str = ""
    listing: Listing | None = None
    aged: bool = False
    unfolded: str = ""
    asked: Asked = field(default_factory=Asked)
    stay_asked: bool = False
    checked: Checked | None = None
    loaded: Loaded | None = None
    arrived: Arrived | None = None
    outside: Outside = field(default_factory=Outside)
    tap: Tap = field(default_factory=Tap)


#: Where the campaigns are listed.
PATH = "campaigns"


def campaigns(model: Model) -> Campaigns:
    """What is shown of whole campaigns."""
    return model.campaigns or Campaigns()


def changed(model: Model, **values: Any) -> Model:
    """The model with these of its `Campaigns` changed."""
    return replace(model, campaigns=replace(campaigns(model), **values))


def reading(model: Model) -> tuple[Command, ...]:
    """The list is read anew, where it is seen."""
    return (ReadCampaigns(),) if model.address.path == PATH else ()


def quiet(model: Model) -> Next:
    """What was said before is said no more."""
    return Next(changed(model, said=""), (Notify(""),))


def over(model: Model, said: str = "", *before: Command) -> Next:
    """Something is done: this came of it, and the list is another. before: done before that."""
    return Next(changed(model, said=said), (*before, *reading(model)))


def is_open(model: Model, campaign: str) -> bool:
    """Does this campaign stand open?"""
    return model.journal is not None and model.journal.campaign == campaign
