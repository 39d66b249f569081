"""Texts of a form's fields: those of `app.campaign.participants.prefill`, and those typed by hand.

A link's text gives way to sheets, scene and encounter as soon as a field, a role or a path that it
depends on changes; a text typed by hand stays.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.campaign.participants.prefill import house_inputs
from app.campaign.state.state import CampaignState
from app.core.procedures.procedure import Procedure
from app.update.model import Model
from app.update.open_form import OpenForm
from app.update.roll.roles import cast, participants_of
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.links import link, path_of


def defaults(procedure: Procedure, state: CampaignState | None) -> dict[str, str]:
    """Return the texts of unedited fields: the rules' defaults, and the campaign's house rules."""
    house = state.house if state is not None and state.game == procedure.game else {}
    agreed = house_inputs(procedure, house)
    return default_text(procedure) | {name: field_text(value) for name, value in agreed.items()}


def apply_house_rules(form: OpenForm, state: CampaignState | None) -> OpenForm:
    """Return a form after a change of house rules; edited fields stay."""
    after = defaults(form.procedure, state)
    if after == form.defaults:
        return form
    typed = dict(form.desk.typed)
    for name, text in after.items():
        if typed.get(name) == form.defaults.get(name):
            typed[name] = text
    form = replace(form, defaults=after)
    return (
        form if form.desk.answers is not None else replace(form, desk=form.desk.with_typed(typed))
    )


def fill_form(model: Model, form: OpenForm) -> OpenForm:
    """Return a form with the current texts of sheets and scene in fields not edited by hand.

    A play keeps its form from its first face on; the form is refilled once the play is replaced.
    """
    if form.desk.has_begun or model.participants is None:
        return form
    people, roles, typed = participants_of(model), cast(model, form), form.desk.typed
    locked = people.locked_texts(form.procedure, roles)
    texts = people.prefilled(form.procedure, roles, form.place, typed, _fixed(form))
    prefilled = {name: text for name, text in texts.items() if name not in form.pinned} | locked
    by_hand = {name: text for name, text in typed.items() if not _follows(form, name)}
    merged = {**form.defaults, **prefilled, **by_hand, **locked}
    desk = form.desk.with_typed({name: merged.get(name, "") for name in typed})
    if form.desk.answers is not None and not desk.faults():
        desk = desk.entering()  # its dice are still wanted, as many as it needs now
    return replace(
        form,
        prefilled=prefilled,
        dirty=form.dirty & (prefilled.keys() | form.pinned.keys()),
        desk=desk,
    )


def _fill_texts(model: Model, form: OpenForm) -> dict[str, str]:
    """Return the texts that sheets, scene and encounter give to the fields of a form."""
    return participants_of(model).filled(
        form.procedure, cast(model, form), form.place, form.desk.typed, _fixed(form)
    )


def _fixed(form: OpenForm) -> list[str]:
    """Return the fields with a text from the address, or typed by hand."""
    return [name for name in form.desk.typed if name in form.pinned or not _follows(form, name)]


def _follows(form: OpenForm, name: str) -> bool:
    """Tell whether a text follows its source: it is the prefilled one or the default."""
    followed = (form.prefilled.get(name), form.defaults.get(name, ""))
    return name not in form.dirty and form.desk.typed.get(name) in followed


def release(before: Model, after: Model) -> Model:
    """Unpin the fields of an address that depend on a changed field, role or path.

    The same form is open in both models. Filling an empty role unpins nothing.
    """
    old_form, form = before.form, after.form
    if not form.pinned or after.participants is None:
        return after
    if form.place != old_form.place:
        form = _unpin(form, _inputs_at(before, old_form) | _inputs_at(after, form))
    old, new = _fill_texts(before, old_form), _fill_texts(after, form)
    dependent = {name for name in form.pinned if old.get(name) != new.get(name)}
    if cast(before, old_form) != cast(after, form):
        dependent = {name for name in dependent if name in old and name in new}
    return after.with_form(_unpin(form, dependent))


def _inputs_at(model: Model, form: OpenForm) -> set[str]:
    """Return the inputs that the actor's sheet fills at the form's path."""
    picks = participants_of(model).picks(form.procedure, cast(model, form))
    return {name for pick in picks if pick.place == form.place for name in pick.inputs}


def _unpin(form: OpenForm, names: Collection[str]) -> OpenForm:
    """Unpin these fields, as if the sheets had filled in their texts."""
    freed = {name: text for name, text in form.pinned.items() if name in names}
    if not freed:
        return form
    pinned = {name: text for name, text in form.pinned.items() if name not in freed}
    return replace(form, pinned=pinned, prefilled={**form.prefilled, **freed})


def mark_dirty(form: OpenForm, name: str, text: str) -> frozenset[str]:
    """Return the dirty fields after a text is typed into one.

    A field that differs from its prefilled text is dirty, even at the default; one that equals it
    follows again.
    """
    filled_in = {**form.pinned, **form.prefilled}
    is_over = name in filled_in and text != filled_in[name]
    return form.dirty | {name} if is_over else form.dirty - {name}


def limits(model: Model, form: OpenForm) -> dict[str, int]:
    """Return the highest number to offer, for inputs limited by the actor's sheet."""
    if model.participants is None:
        return {}
    return model.participants.limits(form.procedure, cast(model, form), form.desk.typed)


def fresh(model: Model, procedure: str) -> OpenForm:
    """Return an untouched form."""
    declared = model.procedure(procedure)
    texts = defaults(declared, model.state)
    return OpenForm(Desk(declared, texts), texts)


def refill_form(model: Model) -> Model:
    """Return the model with its open form filled from the sheets and the scene."""
    if not model.open or model.open not in model.forms:
        return model
    before = model.form
    form = fill_form(model, before)
    return model.with_form(form) if form is not before else model


def put_text(model: Model, name: str, text: str) -> Model:
    """Return the model with a text in its open form, and those that depend on it filled anew."""
    form = model.form
    desk = form.desk.with_typed({**form.desk.typed, name: text})
    typed = replace(form, desk=desk, dirty=mark_dirty(form, name, text))
    return refill_form(release(model, model.with_form(typed)))


def put_place(model: Model, place: str) -> Model:
    """Return the model with another path of the sheet in its open form, which fills it anew."""
    return refill_form(release(model, model.with_form(replace(model.form, place=place))))


def address(form: OpenForm, with_roll: bool) -> str:
    """Return the address of a form as filled in, with its roll if wanted.

    House rules are included: another campaign may have others.
    """
    answers = form.desk.answers if with_roll else None
    return link(path_of(form.procedure.id), changed_texts(form), answers)


def changed_texts(form: OpenForm) -> dict[str, str]:
    """Return the texts of a form that differ from the rules' defaults."""
    rule_defaults = default_text(form.procedure)
    return {name: text for name, text in form.desk.typed.items() if text != rule_defaults.get(name)}
