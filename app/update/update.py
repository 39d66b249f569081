"""The update function: handles one message.

    update(model, message, dice) -> (model, commands)

The only place of change. Results are computed from the model at the time of handling. BadInput
names the field at fault; the model is then unchanged. `dice` is the source of chance.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from app.update.commands import Command, JournalCommand, SavePlay, StoreEntries
from app.update.messages.forms import FieldMessage, FormMessage, RouteOpened
from app.update.messages.offers import Offered
from app.update.messages.plays import DiceMessage, EffectsApplied, EffectsTakenBack
from app.update.messages.search import SearchMessage, SearchTyped
from app.update.messages.tracker import NextRolled
from app.update.model import Model, Next
from app.update.roll import forms, plays

if TYPE_CHECKING:
    from app.update.messages import Message

#: Messages about the open form and its play.
OnForm = FieldMessage | DiceMessage | EffectsApplied | EffectsTakenBack | NextRolled


def update(
    model: Model, message: Message | Offered, dice: random.Random
) -> tuple[Model, tuple[Command, ...]]:
    """Return the model after a message, and the commands to carry out."""
    if isinstance(message, Offered):
        from app.update import offers  # no message of the page itself needs it

        if not offers.is_current(model, message):
            return model, ()
        model, commands = update(model, message.message, dice)
        return offers.record(model, message.message), commands
    after = _dispatch(model, message, dice)
    if after.model.journal is not None:
        return after.model, after.commands
    # A roll does not wait for the store; its entry waits until there is a journal.
    later = tuple(
        command for command in after.commands if isinstance(command, StoreEntries | SavePlay)
    )
    others = tuple(
        command for command in after.commands if not isinstance(command, JournalCommand | SavePlay)
    )
    return replace(after.model, waiting=(*after.model.waiting, *later)), others


def _dispatch(model: Model, message: Message, dice: random.Random) -> Next:
    if isinstance(message, OnForm) and model.open not in model.forms:
        return Next(model)  # the form was closed before its tap was handled
    if isinstance(message, FormMessage):
        after = forms.update(model, message, dice).then(lambda now: plays.at_once(now, dice))
        if isinstance(message, RouteOpened) and after.model.address.pins:
            from app.update.odds import pins  # no other start needs them

            return after.then(pins.add_addressed)
        return after
    if isinstance(message, DiceMessage):
        return plays.update(model, message, dice)
    if isinstance(message, SearchMessage):
        return Next(_search(model, message))
    # Loaded with the open campaign: a first roll needs none of it.
    from app.update import open_campaign, settings
    from app.update.messages.answers import StepStored
    from app.update.messages.device import DeviceMessage
    from app.update.messages.quick_start import SampleTried
    from app.update.messages.reading import ReadingMessage
    from app.update.odds import reading
    from app.update.roll import quick_start

    if isinstance(message, SampleTried):
        return quick_start.update(model, message)
    if isinstance(message, StepStored):
        from app.update.fight import overlay

        return overlay.open_first_due(model, message, dice)
    if isinstance(message, ReadingMessage):
        return reading.update(model, message, dice)
    if isinstance(message, open_campaign.OpenMessage):
        return open_campaign.update(model, message)
    from app.update.fight import overlay
    from app.update.messages.tracker import OverMessage

    if isinstance(message, OverMessage):
        return overlay.update(model, message, dice)
    if isinstance(message, DeviceMessage):
        return settings.update(model, message)
    from app.update.messages.sync import TogetherMessage

    if isinstance(message, TogetherMessage):
        from app.update import sync

        return sync.update(model, message)
    from app.update.messages.forecast import ForecastMessage

    if isinstance(message, ForecastMessage):
        from app.update.forecast import forecasts

        return forecasts.update(model, message)
    from app.update.campaigns import update as whole_campaigns

    return whole_campaigns.update(model, message)


def _search(model: Model, message: SearchMessage) -> Model:
    """Return the model with another query or another list of campaigns."""
    if isinstance(message, SearchTyped):
        return replace(model, search=replace(model.search, text=message.text))
    return replace(model, search=replace(model.search, campaigns=message.campaigns))
