"""A role that is cast after the roll: the same dice count with the numbers of its sheet."""

from __future__ import annotations

from dataclasses import replace

from app.core.play.play import Finished
from app.update.commands import Notify, ShowPlay
from app.update.model import Model, Next
from app.update.roll import casting, desks
from app.update.roll.roles import cast, find_missing_role, participants_of


def cast_late(model: Model, role: str, id: str) -> Next:
    """Cast a role of the open form and save that; if its play lacks it, store the new outcome."""
    form, after = model.form, casting.put(model, role, id)
    play = form.desk.valid_play
    if not isinstance(play, Finished) or not form.entry or not _lacks(model, play, role):
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
    if _decided(ended) == _decided(play):
        return casting.save_cast(after)
    prefilled = {**after.form.prefilled, **texts}
    after = after.with_form(replace(after.form, desk=desk, prefilled=prefilled))
    return desks.change_decision(after, after.form).doing(ShowPlay())


def _lacks(model: Model, play: Finished, role: str) -> bool:
    """Tell whether a play's effects, or the printed table of its result, lack this role."""
    form = model.form
    is_open = bool(form.procedure.grade(play.outcome.grade).look_up) and role != "self"
    is_open = is_open and not cast(model, form).get(role)
    return is_open or find_missing_role(model, form, play) == role


def _decided(play: Finished) -> tuple[object, ...]:
    """Return everything of an outcome that the sheets or a printed table take."""
    return play.outcome.grade, play.outcome.effects, play.outcome.values.get("total")


def _prefilled(model: Model) -> dict[str, str]:
    """Return the texts that the sheets of the cast give to a form without typed ones."""
    form, people = model.form, participants_of(model)
    roles = cast(model, form)
    return people.prefilled(form.procedure, roles, form.place, form.desk.typed, form.dirty)
