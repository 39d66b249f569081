"""Quick start: a form with a sample character, in one tap."""

from __future__ import annotations

from dataclasses import replace

from app.update.campaigns.effects import Queue
from app.update.commands import OpenGame, StoreEntries
from app.update.messages.answers import SampleStored
from app.update.messages.campaign import CharacterBrought
from app.update.messages.forms import RollableTaken
from app.update.messages.quick_start import SampleTried
from app.update.model import Model, Next
from app.update.roll import filling, form_opening
from app.update.sheet import characters


def update(model: Model, message: SampleTried) -> Next:
    """Open the form for the sample, which is added unless a character has its name.

    Without an open campaign it is added to the game's next one.
    """
    game = model.procedure(message.procedure).game
    if model.state is not None and model.state.game != game:
        if message.again:
            return Next(model)
        return Next(model, (OpenGame(game), Queue(replace(message, again=True))))
    form = model.games[game].sheet
    assert form is not None
    data = form.samples[message.sample]
    name = str(data.get("name", ""))
    characters_here = model.state.characters if model.state is not None else ()
    known = next(
        (each for each in characters_here if each.name == name and not each.archived), None
    )
    actor_id = known.id if known is not None else message.character
    model = form_opening.prepare_form(
        model, RollableTaken(message.procedure, message.place, who=actor_id)
    )
    if model.open == message.procedure:
        model = filling.refill_form(model)
    if known is not None:
        return Next(model)
    brought = CharacterBrought(actor_id, name, data)
    stored = SampleStored(message.procedure)
    return Next(model, (StoreEntries(lambda state: characters.facts(brought, state), stored),))
