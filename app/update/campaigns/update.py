"""What a message about whole campaigns comes to.

update(model, message) -> the model after it, and what is to be done

One thing is done after another, and what came of it is said. A tap that is repeated while it is
being done, or in the moment after, is done once: a thumb that does not wait begins no second
campaign, and says no yes to what it has not read.
"""

from __future__ import annotations

import math

from app.update.campaigns import arrivals, backups, campaign_list, imports, kept_file
from app.update.campaigns.effects import (
    CountUnsaved,
    EndTap,
    FindKeptFile,
    FollowCampaign,
    Queue,
    ResumePlay,
    TakeOver,
    Wait,
)
from app.update.campaigns.state import (
    PATH,
    THUMB_S,
    Asked,
    Listing,
    Tap,
    campaigns,
    changed,
    over,
    quiet,
    reading,
)
from app.update.commands import Notify, OpenGame
from app.update.messages.campaigns import (
    BackupDue,
    BackupMessage,
    CampaignsMessage,
    ImportMessage,
    LinkMessage,
    ListMessage,
    OutsideMessage,
    QuestionDeclined,
    Tapped,
    Touched,
    ViewOpened,
    WritingTaken,
)
from app.update.messages.effects import (
    BackupAnswer,
    CampaignEntered,
    CampaignsRead,
    CampaignsUnread,
    ChangedElsewhere,
    DamageFound,
    ErrandAnswer,
    ErrandFailed,
    ImportAnswer,
    LinkAnswer,
    ListAged,
    ListAnswer,
    OutsideAnswer,
    StoreAnswer,
    StoreOpened,
    TapEnded,
)
from app.update.model import Model, Next
from app.update.roll.rolls import writes_here
from app.widgets.campaigns.campaigns import found

#: Seconds after the start before a copy is made, if one is due.
BACKUP_AFTER = 40


def update(model: Model, message: CampaignsMessage | ErrandAnswer) -> Next:
    """What comes of it."""
    if isinstance(message, ListMessage | ListAnswer):
        return campaign_list.update(model, message)
    if isinstance(message, BackupMessage | BackupAnswer):
        return backups.update(model, message)
    if isinstance(message, ImportMessage | ImportAnswer):
        return imports.update(model, message)
    if isinstance(message, LinkMessage | LinkAnswer):
        return arrivals.update(model, message)
    if isinstance(message, OutsideMessage | OutsideAnswer):
        return kept_file.update(model, message)
    if isinstance(message, StoreAnswer):
        return _store(model, message)
    return _page(model, message)


def _page(
    model: Model,
    message: Tapped
    | Touched
    | ViewOpened
    | QuestionDeclined
    | WritingTaken
    | ErrandFailed
    | TapEnded
    | CampaignEntered,
) -> Next:
    match message:
        case Tapped():
            return _tapped(model, message)
        case TapEnded(what, at):
            still = campaigns(model).tap.what == what
            return Next(changed(model, tap=Tap(what, at + THUMB_S)) if still else model)
        case Touched():
            return Next(changed(model, tap=Tap()))
        case ViewOpened(hash):
            return _opened(model).then(lambda model: arrivals.opened(model, hash))
        case QuestionDeclined():
            return Next(changed(model, asked=Asked()))
        case WritingTaken():
            journal = model.journal
            taking = TakeOver(journal.campaign if journal is not None else "")
            return Next(writes_here(model), (taking,))
        case ErrandFailed(words):
            return over(model, words, Notify(words))
        case CampaignEntered(character):
            return arrivals.entered(model, character)


def _tapped(model: Model, message: Tapped) -> Next:
    """It is done, unless it is what was tapped last and the thumb is still there."""
    if campaigns(model).tap.is_still(message.what, message.at):
        return Next(model)
    held = Tap(message.what, math.inf)
    after = quiet(changed(model, tap=held)).then(lambda model: update(model, message.means))
    return after.doing(EndTap(message.what))


def _opened(model: Model) -> Next:
    """Another view: what was said and asked is said and asked no more."""
    model = changed(model, said="", asked=Asked())
    if model.address.path != PATH:
        model = changed(model, listing=None)
    return Next(model, (CountUnsaved(), *reading(model)))


def _store(model: Model, message: StoreAnswer) -> Next:
    match message:
        case StoreOpened():
            wait = Wait(BACKUP_AFTER, BackupDue())
            return Next(model, (OpenGame(model.game), ResumePlay(), FindKeptFile(), wait))
        case DamageFound(count, brought_back):
            return Next(model, (Notify(found(count, brought_back)),))
        case ChangedElsewhere(campaign):
            return _followed(model, campaign)
        case ListAged():
            return Next(changed(model, aged=False), reading(model))
        case CampaignsRead(listing):
            seen = model.address.path == PATH
            return Next(changed(model, listing=listing if seen else None))
        case CampaignsUnread(words):
            seen = model.address.path == PATH
            unread = Listing(unread=words) if seen else None
            return Next(changed(model, listing=unread), (Notify(words),))


def _followed(model: Model, campaign: str) -> Next:
    """Show what another tab did, and the list once for all that it did at once."""
    journal, aged = model.journal, campaigns(model).aged
    after = Next(changed(model, tap=Tap(), aged=True))
    if journal is not None and campaign == journal.campaign:
        after = after.doing(FollowCampaign(campaign, model.game))
    elif journal is None or not journal.n:
        # Nothing had happened here: perhaps a campaign began there.
        after = after.doing(OpenGame(model.game))
    return after if aged else after.doing(Queue(ListAged()))
