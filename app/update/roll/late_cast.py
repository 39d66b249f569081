"""A role that is cast after the roll: the same dice count with the numbers of its sheet."""

from __future__ import annotations

from dataclasses import replace

from app.core.play.play import Finished
from app.update.commands import Notify, ShowPlay
from app.update.model import Model, Next
from app.update.roll import casting, desks
from app.update.roll.roles import cast, participants_of
from app.widgets.roll.desk import Desk


def cast_late(model: Model, role: str, id: str) -> Next:
    """Cast a role of the open form and save that; if its play was without it, store the outcome."""
    form, after = model.form, casting.put(model, role, id)
    play = form.desk.valid_play
    is_open = role != "self" and not cast(model, form).get(role)
    if not isinstance(play, Finished) or not form.entry or not is_open:
        return casting.save_cast(after)
    old, new = _prefilled(model), _prefilled(after)
    texts = {
        name: text
        for name, text in new.items()
        if text != old.get(name)
        and name not in form.dirty
        and form.desk.typed.get(name) in (form.prefilled.get(name), form.defaults.get(name, ""))
    }
    desk = replace(form.desk, typed={**form.desk.typed, **texts})
    if desk.faults():
        return casting.save_cast(after)  # it goes on with numbers that were typed by hand
    ended = desk.valid_play
    if not isinstance(ended, Finished):
        cleared = casting.put(model.with_form(form.without_play), role, id)
        words = "Their numbers change the dice. Roll again."
        return casting.save_cast(cleared).doing(Notify(words, refusal=True))
    if _decided(desk, ended) == _decided(form.desk, play):
        return casting.save_cast(after)
    prefilled = {**after.form.prefilled, **texts}
    after = after.with_form(replace(after.form, desk=desk, prefilled=prefilled))
    return desks.change_decision(after, after.form).doing(ShowPlay())


def _decided(desk: Desk, play: Finished) -> tuple[object, ...]:
    """Return everything of an outcome that the sheets, a printed table or a next roll take."""
    outcome, follow_up = play.outcome, desk.procedure.follow_up
    offered = follow_up(desk.bound().values, outcome) if follow_up else ()
    return outcome.grade, outcome.effects, outcome.values.get("total"), offered


def _prefilled(model: Model) -> dict[str, str]:
    """Return the texts that the sheets of the cast give to a form without typed ones."""
    form, people = model.form, participants_of(model)
    roles = cast(model, form)
    return people.prefilled(form.procedure, roles, form.place, form.desk.typed, form.dirty)
