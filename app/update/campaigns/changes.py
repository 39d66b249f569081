"""Changes that the parts of the campaign list share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.update.campaigns.effects import ReadCampaigns
from app.update.campaigns.state import PATH, Campaigns
from app.update.commands import Command, Notify
from app.update.model import Model, Next


def campaigns(model: Model) -> Campaigns:
    """Return the state of the page of campaigns."""
    return model.campaigns or Campaigns()


def with_changes(model: Model, **values: Any) -> Model:
    """Return the model with these fields of its `Campaigns` changed."""
    return replace(model, campaigns=replace(campaigns(model), **values))


def reading(model: Model) -> tuple[Command, ...]:
    """Return the command that reads the list again if it is open."""
    return (ReadCampaigns(),) if model.address.path == PATH else ()


def quiet(model: Model) -> Next:
    """Clear the outcome of the last action."""
    return Next(with_changes(model, notice=""), (Notify(""),))


def finish_action(model: Model, notice: str = "", *before: Command) -> Next:
    """Show the outcome of an action and read the list again, after the commands in `before`."""
    return Next(with_changes(model, notice=notice), (*before, *reading(model)))
