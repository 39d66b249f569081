"""What a message comes to: the model after it, and what is to be done outside of it.

    update(model, message, dice) -> (model, commands)

The only place where anything happens. Everything is computed from the model as it is when the
message's turn has come. BadInput names the field where something cannot happen, and then nothing
has. dice: who throws them.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from app.table import forms, plays
from app.table.commands import Command, Keep, RedoEntry, SavePlay, UndoEntry
from app.table.messages.forms import FieldMessage, FormMessage, RouteOpened
from app.table.messages.offers import Offered
from app.table.messages.plays import EffectsApplied, EffectsTakenBack
from app.table.messages.search import SearchMessage, SearchTyped
from app.table.messages.tracker import NextRolled
from app.table.model import Model, Next

if TYPE_CHECKING:
    from app.table.messages import Message

#: What is done with the open form and the play on it.
OnForm = FieldMessage | plays.DiceMessage | EffectsApplied | EffectsTakenBack | NextRolled

#: What needs the journal of a campaign.
ToStore = Keep | UndoEntry | RedoEntry | SavePlay


def update(
    model: Model, message: Message | Offered, dice: random.Random
) -> tuple[Model, tuple[Command, ...]]:
    """The model after a message, and the commands that it brings."""
    if isinstance(message, Offered):
        from app.table import offers  # no message of the page itself needs it

        if not offers.is_current(model, message):
            return model, ()
        model, commands = update(model, message.message, dice)
        return offers.record(model, message.message), commands
    after = _next(model, message, dice)
    if after.model.journal is not None:
        return after.model, after.commands
    # A roll waits for no store; what is to be stored waits until there is a journal.
    later = tuple(each for each in after.commands if isinstance(each, Keep | SavePlay))
    others = tuple(each for each in after.commands if not isinstance(each, ToStore))
    return replace(after.model, waiting=(*after.model.waiting, *later)), others


def _next(model: Model, message: Message, dice: random.Random) -> Next:
    if isinstance(message, OnForm) and model.open not in model.forms:
        return Next(model)  # it was put away before its tap was heard
    if isinstance(message, FormMessage):
        after = forms.update(model, message, dice).then(lambda now: plays.at_once(now, dice))
        if isinstance(message, RouteOpened) and after.model.address.pins:
            from app.table import pins  # no other start needs them

            return after.then(pins.brought)
        return after
    if isinstance(message, plays.DiceMessage):
        return plays.update(model, message, dice)
    if isinstance(message, SearchMessage):
        return Next(_sought(model, message))
    # What is about the open campaign is fetched into memory with it: a first roll needs none of it.
    from app.table import device, open_campaign, reading, trying
    from app.table.messages.device import DeviceMessage
    from app.table.messages.reading import ReadingMessage
    from app.table.messages.trying import SampleTried

    if isinstance(message, SampleTried):
        return trying.update(model, message)
    if isinstance(message, ReadingMessage):
        return reading.update(model, message, dice)
    if isinstance(message, open_campaign.OpenMessage):
        return open_campaign.update(model, message)
    from app.table import over
    from app.table.messages.tracker import OverMessage

    if isinstance(message, OverMessage):
        return over.update(model, message, dice)
    if isinstance(message, DeviceMessage):
        return device.update(model, message)
    from app.table.messages.together import TogetherMessage

    if isinstance(message, TogetherMessage):
        from app.table import together

        return together.update(model, message)
    from app.table.messages.forecast import ForecastMessage

    if isinstance(message, ForecastMessage):
        from app.table import forecasts

        return forecasts.update(model, message)
    from app.table.campaigns import update as whole_campaigns

    return whole_campaigns.update(model, message)


def _sought(model: Model, message: SearchMessage) -> Model:
    """The model with something else looked for, or something else to be found."""
    if isinstance(message, SearchTyped):
        return replace(model, search=replace(model.search, text=message.text))
    return replace(model, search=replace(model.search, campaigns=message.campaigns))
