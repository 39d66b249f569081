"""Dispatch of messages about whole campaigns.

    update(model, message) -> the model after it, and the commands

Actions run one after another, and each shows its outcome. A tap repeated during its action or right
after counts once: an impatient double tap begins no second campaign and confirms no unread
question.
"""

from __future__ import annotations

import math

from app.update.campaigns import arrivals, auto_save, backups, campaign_list, imports
from app.update.campaigns.changes import campaigns, finish_action, quiet, reading, with_changes
from app.update.campaigns.effects import (
    CountUnsaved,
    EndTap,
    FindAutoSave,
    FollowCampaign,
    Queue,
    ResumePlay,
    TakeOver,
    Wait,
)
from app.update.campaigns.state import PATH, THUMB_S, Asked, Listing, Tap
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
    EffectAnswer,
    EffectFailed,
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
from app.widgets.campaigns.campaigns import startup_notice

#: Seconds from the start until a due copy is made.
BACKUP_AFTER = 40


def update(model: Model, message: CampaignsMessage | EffectAnswer) -> Next:
    """Dispatch a message by its subject."""
    if isinstance(message, ListMessage | ListAnswer):
        return campaign_list.update(model, message)
    if isinstance(message, BackupMessage | BackupAnswer):
        return backups.update(model, message)
    if isinstance(message, ImportMessage | ImportAnswer):
        return imports.update(model, message)
    if isinstance(message, LinkMessage | LinkAnswer):
        return arrivals.update(model, message)
    if isinstance(message, OutsideMessage | OutsideAnswer):
        return auto_save.update(model, message)
    if isinstance(message, StoreAnswer):
        return _handle_store(model, message)
    return _handle_page(model, message)


def _handle_page(
    model: Model,
    message: Tapped
    | Touched
    | ViewOpened
    | QuestionDeclined
    | WritingTaken
    | EffectFailed
    | TapEnded
    | CampaignEntered,
) -> Next:
    match message:
        case Tapped():
            return _tap(model, message)
        case TapEnded(what, at):
            still = campaigns(model).tap.what == what
            return Next(with_changes(model, tap=Tap(what, at + THUMB_S)) if still else model)
        case Touched():
            return Next(with_changes(model, tap=Tap()))
        case ViewOpened(hash):
            return _open_view(model).then(lambda model: arrivals.read_arrival(model, hash))
        case QuestionDeclined():
            return Next(with_changes(model, asked=Asked()))
        case WritingTaken():
            return Next(writes_here(model), (TakeOver(model.campaign_id),))
        case EffectFailed(words):
            return finish_action(model, words, Notify(words))
        case CampaignEntered(character):
            return arrivals.open_page(model, character)


def _tap(model: Model, message: Tapped) -> Next:
    """Handle a tap unless it repeats the last one too soon."""
    if campaigns(model).tap.is_still(message.what, message.at):
        return Next(model)
    held = Tap(message.what, math.inf)
    after = quiet(with_changes(model, tap=held)).then(lambda model: update(model, message.means))
    return after.doing(EndTap(message.what))


def _open_view(model: Model) -> Next:
    """Clear the outcome and the questions of the previous view."""
    model = with_changes(model, notice="", asked=Asked())
    if model.address.path != PATH:
        model = with_changes(model, listing=None)
    return Next(model, (CountUnsaved(), *reading(model)))


def _handle_store(model: Model, message: StoreAnswer) -> Next:
    match message:
        case StoreOpened():
            wait = Wait(BACKUP_AFTER, BackupDue())
            return Next(model, (OpenGame(model.game), ResumePlay(), FindAutoSave(), wait))
        case DamageFound(count, brought_back):
            return Next(model, (Notify(startup_notice(count, brought_back), lasting=True),))
        case ChangedElsewhere(campaign):
            return _follow(model, campaign)
        case ListAged():
            return Next(with_changes(model, aged=False), reading(model))
        case CampaignsRead(listing):
            is_open = model.address.path == PATH
            return Next(with_changes(model, listing=listing if is_open else None))
        case CampaignsUnread(words):
            is_open = model.address.path == PATH
            unread = Listing(unread=words) if is_open else None
            return Next(with_changes(model, listing=unread), (Notify(words),))


def _follow(model: Model, campaign: str) -> Next:
    """Follow a change in another tab; the list is read once for several changes."""
    journal, aged = model.journal, campaigns(model).aged
    after = Next(with_changes(model, tap=Tap(), aged=True))
    if journal is not None and campaign == journal.campaign:
        after = after.doing(FollowCampaign(campaign, model.game))
    elif journal is None or not journal.n:
        # This tab has no entries yet: the other one may have begun a campaign.
        after = after.doing(OpenGame(model.game))
    return after if aged else after.doing(Queue(ListAged()))
