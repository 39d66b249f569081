"""Cast of the open form: choose it, fill the fields from it, save it."""

from __future__ import annotations

from dataclasses import replace

from app.core.procedures.notations import Notation
from app.update.commands import SavePlay
from app.update.model import Model, Next
from app.update.roll import desks, filling
from app.update.roll.roles import cast


def put(model: Model, role: str, id: str) -> Model:
    """Cast a role; the open form follows."""
    after = put_all(model, model.game, {role: id})
    if model.open in model.forms:
        after = filling.release(model, after)
    return filling.refill_form(after)


def put_all(model: Model, game: str, roles: dict[str, str]) -> Model:
    """Cast several roles of a game; the open form is not filled anew."""
    is_new_actor = "self" in roles and model.cast.get(game, {}).get("self") != roles["self"]
    model = model.with_cast(game, roles)
    if is_new_actor and model.open:  # the path belongs to the old sheet
        model = model.with_form(replace(model.form, place=""))
    return model


def with_first_pick(model: Model) -> Model:
    """Choose the first weapon on the sheet in the form of an attack."""
    form = model.forms.get(model.open)
    if form is None or form.place or model.participants is None or form.desk.has_begun:
        return model
    inputs = form.procedure.inputs
    is_blank = any(isinstance(inputs[name].kind, Notation) for name in form.desk.missing())
    if not form.procedure.verb and not is_blank:
        return model
    picks = model.participants.picks(form.procedure, cast(model, form))
    return filling.put_place(model, picks[0].place) if picks else model


def save_cast(model: Model) -> Next:
    """Save the cast and its texts for the next visit."""
    record = desks.open_play_record(model, model.form)
    return Next(model, (SavePlay(record),) if record is not None else ())
