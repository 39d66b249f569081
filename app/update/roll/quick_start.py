"""What a newcomer tries: a good form with somebody in it, in one tap."""

from __future__ import annotations

from app.update.campaigns.effects import Queue
from app.update.commands import OpenGame, StoreEntries
from app.update.messages.campaign import CharacterBrought
from app.update.messages.forms import RollableTaken
from app.update.messages.quick_start import SampleTried
from app.update.model import Model, Next
from app.update.roll import forms
from app.update.sheet import characters


def update(model: Model, tried: SampleTried) -> Next:
    """Whoever is there by that name plays; else the sample is brought. The form opens by its link.

    Where no campaign is open yet, it is that game's which will be: it is kept there then.
    """
    game = model.procedure(tried.procedure).game
    if model.state is not None and model.state.game != game:
        return Next(model, (OpenGame(game), Queue(tried)))
    form = model.games[game].sheet
    assert form is not None
    data = form.samples[tried.sample]
    name = str(data.get("name", ""))
    there = model.state.characters if model.state is not None else ()
    known = next((each for each in there if each.name == name and not each.archived), None)
    who = known.id if known is not None else tried.character
    model = forms.taken(model, RollableTaken(tried.procedure, tried.place, who=who))
    if model.open == tried.procedure:
        model = forms.refilled(model)
    if known is not None:
        return Next(model)
    brought = CharacterBrought(who, name, data)
    return Next(model, (StoreEntries(lambda state: characters.facts(brought, state)),))
