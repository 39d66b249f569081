"""Characters in links: share the open one, receive another."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.files.links import from_link
from app.campaign.files.validation import BadFile
from app.update.campaigns.changes import campaigns, with_changes
from app.update.campaigns.effects import (
    AddArrived,
    OpenCampaign,
    ReadTargets,
    SaveCharacter,
    ShowShared,
)
from app.update.campaigns.state import Arrived
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

#: The path of links with a character.
PATH = "import"


def update(model: Model, message: LinkMessage | LinkAnswer) -> Next:
    """Handle a message about a character in a link."""
    arrived = campaigns(model).arrived
    match message:
        case CharacterShared():
            return Next(model, _share(model))
        case TargetsRead(targets):
            if arrived is None:
                return Next(model)
            return Next(with_changes(model, arrived=replace(arrived, targets=targets)))
        case ArrivalTaken(target):
            if arrived is None or arrived.opened is None:
                return Next(model)
            return Next(model, (AddArrived(arrived.opened, target),))
        case CharacterArrived(campaign, character):
            then = CampaignEntered(character)
            return Next(with_changes(model, arrived=None), (OpenCampaign(campaign, then),))


def read_arrival(model: Model, hash: str) -> Next:
    """Read the character in the address of a view, if it has one."""
    if model.address.path != PATH:
        return Next(with_changes(model, arrived=None))
    try:
        character = from_link(hash, model.games)
    except BadFile as fault:
        shown = faults(fault.faults, "the whole link")
        return Next(with_changes(model, arrived=Arrived(faults=shown)))
    return Next(
        with_changes(model, arrived=Arrived(character)), (ReadTargets(character.record["game"]),)
    )


def open_page(model: Model, character: str) -> Next:
    """Open the page of the current campaign, or of one of its characters."""
    if model.state is None:
        return Next(model)
    page = f"/character/{character}" if character else ""
    return Next(model, (Go(f"#/{model.state.game}{page}"),))


def saving(model: Model) -> tuple[Command, ...]:
    """Return the command that saves the open character to a file."""
    id = _open_character(model)
    if not id or model.journal is None:
        return ()
    return (SaveCharacter(model.journal, id),)


def _share(model: Model) -> tuple[Command, ...]:
    id = _open_character(model)
    if not id or model.state is None:
        return ()
    return (ShowShared(model.state.game, model.state.document["characters"][id]),)


def _open_character(model: Model) -> str:
    """Return the id of the character with the open page, empty without one."""
    id = model.address.path.partition("/character/")[2]
    return id if model.state is not None and model.state.has_character(id) else ""
