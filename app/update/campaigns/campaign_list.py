"""The list of campaigns: open, begin, rename, duplicate, delete, save to a file."""

from __future__ import annotations

from dataclasses import replace

from app.update.campaigns.arrivals import saving
from app.update.campaigns.changes import campaigns, finish_action, with_changes
from app.update.campaigns.effects import (
    AskToStay,
    BeginCampaign,
    CountUnsaved,
    DeleteCampaign,
    DuplicateCampaign,
    OpenAnew,
    OpenCampaign,
    RenameCampaign,
    SaveFile,
    SaveJournal,
)
from app.update.campaigns.state import Asked
from app.update.commands import Notify
from app.update.messages.campaigns import (
    CampaignBegun,
    CampaignDeletionAsked,
    CampaignDeletionConfirmed,
    CampaignDuplicated,
    CampaignNamed,
    CampaignOpened,
    FileAsked,
    JournalAsked,
    ListMessage,
)
from app.update.messages.effects import (
    BackupRefused,
    CampaignCopied,
    CampaignDeleted,
    CampaignEntered,
    CampaignMade,
    DocumentGiven,
    FileGiven,
    ListAnswer,
    NameStored,
)
from app.update.model import Model, Next
from app.widgets.campaigns.campaigns import display_name


def update(model: Model, message: ListMessage | ListAnswer) -> Next:
    """Handle a message about the list."""
    if isinstance(message, ListAnswer):
        return _handle_answer(model, message)
    asked = campaigns(model).asked
    match message:
        case CampaignOpened(campaign):
            return Next(model, (OpenCampaign(campaign, CampaignEntered()),))
        case CampaignBegun(game, name):
            return Next(model, (BeginCampaign(game, name),))
        case CampaignNamed(campaign, name):
            return Next(model, (RenameCampaign(campaign, name),))
        case CampaignDuplicated(campaign):
            return Next(model, (DuplicateCampaign(campaign),))
        case CampaignDeletionAsked(campaign):
            asking = replace(asked, deleting=campaign)
            return Next(with_changes(model, asked=asking, unfolded=campaign))
        case CampaignDeletionConfirmed(campaign):
            if asked.deleting != campaign:
                return Next(model)  # the question is no longer open
            return Next(model, (DeleteCampaign(campaign, asked.unbacked == campaign),))
        case FileAsked("character"):
            return Next(model, saving(model))
        case JournalAsked(form, hidden):
            if model.journal is None or not model.journal.n:
                return Next(model, (Notify("Nothing in this campaign yet."),))
            return Next(model, (SaveJournal(model.journal.campaign, form, hidden),))
        case FileAsked(what, id):
            return Next(model, (SaveFile(what, id),))


def _handle_answer(model: Model, message: ListAnswer) -> Next:
    match message:
        case CampaignMade(campaign, name):
            notice = f"“{display_name(name)}” opened."
            model = with_changes(model, stay_asked=True)
            return finish_action(model, notice, OpenCampaign(campaign), AskToStay())
        case NameStored(campaign, is_new):
            model = with_changes(model, unfolded="")
            if not is_new or campaign != model.campaign_id:
                return finish_action(model)
            return finish_action(model, "", OpenCampaign(campaign))
        case CampaignCopied(name):
            return finish_action(model, f"“{name}” created.")
        case BackupRefused(campaign):  # the user may be deleting it to free space
            asked = replace(campaigns(model).asked, unbacked=campaign)
            return finish_action(with_changes(model, asked=asked))
        case CampaignDeleted(campaign, backed):
            backed_words = "The newest backup still has it."
            unbacked_words = "There was no space for a backup."
            notice = f"Deleted. {backed_words if backed else unbacked_words}"
            model = with_changes(model, asked=Asked())
            if campaign != model.campaign_id:
                return finish_action(model, notice)
            return finish_action(model, notice, OpenAnew(model.game))
        case DocumentGiven(words):
            return Next(model, (Notify(words),))
        case FileGiven(what, id, words):
            if what == "campaign":
                model = with_changes(model, unfolded=id)
            return finish_action(model, words, CountUnsaved())
