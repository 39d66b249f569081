"""A character that travels in a link: the open one on its way out, another on its way in."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.files.links import from_link
from app.campaign.files.validation import BadFile
from app.update.campaigns.effects import (
    AddArrived,
    OpenCampaign,
    ReadTargets,
    SaveCharacter,
    ShowShared,
)
from app.update.campaigns.state import Arrived, campaigns, changed
from app.update.commands import Command, Go
from app.update.messages.campaigns import ArrivalTaken, CharacterShared, LinkMessage
from app.update.messages.effects import (
    CampaignEntered,
    CharacterArrived,
    LinkAnswer,
    TargetsRead,
)
from app.update.model import Model, Next
from app.widgets.campaigns.campaigns import faults

#: Where links arrive.
PATH = "import"


def update(model: Model, message: LinkMessage | LinkAnswer) -> Next:
    """What comes of it."""
    arrived = campaigns(model).arrived
    match message:
        case CharacterShared():
            return Next(model, _shown(model))
        case TargetsRead(targets):
            if arrived is None:
                return Next(model)
            return Next(changed(model, arrived=replace(arrived, targets=targets)))
        case ArrivalTaken(target):
            if arrived is None or arrived.opened is None:
                return Next(model)
            return Next(model, (AddArrived(arrived.opened, target),))
        case CharacterArrived(campaign, character):
            then = CampaignEntered(character)
            return Next(changed(model, arrived=None), (OpenCampaign(campaign, then),))


def opened(model: Model, hash: str) -> Next:
    """Another view stands open: perhaps a link arrived there."""
    if model.address.path != PATH:
        return Next(changed(model, arrived=None))
    try:
        found = from_link(hash, model.games)
    except BadFile as fault:
        return Next(changed(model, arrived=Arrived(faults=faults(fault.faults))))
    return Next(changed(model, arrived=Arrived(found)), (ReadTargets(found.record["game"]),))


def entered(model: Model, character: str) -> Next:
    """The page of the campaign that stands open, or that of one of its characters."""
    if model.state is None:
        return Next(model)
    page = f"/character/{character}" if character else ""
    return Next(model, (Go(f"#/{model.state.game}{page}"),))


def saving(model: Model) -> tuple[Command, ...]:
    """The character that is open is to be saved to a file."""
    id = _open(model)
    if not id or model.journal is None:
        return ()
    return (SaveCharacter(model.journal, id),)


def _shown(model: Model) -> tuple[Command, ...]:
    id = _open(model)
    if not id or model.state is None:
        return ()
    return (ShowShared(model.state.game, model.state.document["characters"][id]),)


def _open(model: Model) -> str:
    """The id of the character whose page is open; empty if there is none."""
    id = model.address.path.partition("/character/")[2]
    return id if model.state is not None and model.state.has_character(id) else ""
