"""Another campaign stands here, or the open one went on: what that means for what lies here."""

from __future__ import annotations

from dataclasses import replace

from app.table import device, forms, looking_back, rolls
from app.table.messages.answers import JournalMoved, JournalOpened
from app.table.model import Model, Next


def update(model: Model, message: JournalOpened | JournalMoved) -> Next:
    """What comes of it."""
    if isinstance(message, JournalOpened):
        return _opened(model, message)
    model = looking_back.followed(model, model.with_journal(message.journal))
    if model.address.path == f"{model.game}/encounter" and not model.over:
        model = forms.nothing_settled(model)
    model = forms.refilled(rolls.rehoused(rolls.without_undone(model)))
    return looking_back.summed(model).then(device.played)


def _opened(model: Model, message: JournalOpened) -> Next:
    if message.left:
        model = rolls.forgotten(model)
    opened = looking_back.followed(model, model.with_journal(message.journal))
    model = rolls.rehoused(replace(opened, note=""))
    if message.journal is None:
        return Next(forms.refilled(model))
    waiting = model.waiting
    return Next(replace(forms.refilled(model), waiting=()), waiting)
