"""What stands in a form's fields, by one order of precedence.

From the weakest to the strongest, field by field:

1. the rule's own default;
2. the house rule that the campaign agreed on;
3. what sheets, scene and encounter say (`Company.filled`, which has its own order);
4. what was typed by hand, or by the link that opened the form;
5. what the running encounter keeps as it is.

What a link said gives way to 3 as soon as a field, a part or a place is changed that it follows
from; what was typed by hand stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from app.campaign.state.state import CampaignState
from app.campaign.state.values import exact
from app.core.procedures.procedure import Procedure
from app.update.model import Model, OpenForm
from app.update.roll.roles import cast, company
from app.widgets.roll.desk import default_text
from app.widgets.roll.forms import field_text


def defaults(procedure: Procedure, state: CampaignState | None) -> dict[str, str]:
    """What stands in the fields that nobody edits: the rules', and over them the campaign's."""
    house = state.house if state is not None and state.game == procedure.game else {}
    agreed = {
        name: field_text(exact(house[name]))
        for name, declared in procedure.inputs.items()
        if declared.kind.house and name in house
    }
    return {**default_text(procedure), **agreed}


def rehoused(form: OpenForm, state: CampaignState | None) -> OpenForm:
    """A form after the campaign agreed on other house rules; what was edited there stays."""
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


def filled(model: Model, form: OpenForm) -> OpenForm:
    """A form with what the sheets and the scene say now, where nobody typed something else.

    A play stands as it was rolled; its form follows when it makes room.
    """
    if form.desk.answers is not None or model.company is None:
        return form
    kept = company(model).kept(form.procedure, cast(model, form))
    for _ in range(2):  # what is fed may say what else is fed
        texts = _fill_texts(model, form)
        fed = {name: text for name, text in texts.items() if name not in form.pinned} | kept
        typed = _typed(form, fed, kept)
        if fed == form.fed and typed == form.desk.typed:
            break
        stays = form.insisted & (fed.keys() | form.pinned.keys())
        form = replace(form, fed=fed, insisted=stays, desk=form.desk.with_typed(typed))
    return form


def _fill_texts(model: Model, form: OpenForm) -> dict[str, str]:
    """Work out the texts that sheets, scene and encounter give to the fields of a form."""
    typed = form.desk.typed
    fixed = [name for name, text in typed.items() if name in form.pinned or _is_by_hand(form, name)]
    return company(model).filled(form.procedure, cast(model, form), form.place, typed, fixed)


def _is_by_hand(form: OpenForm, name: str) -> bool:
    """Tell a text that was typed by hand from one that was filled in."""
    filled_in = (form.fed.get(name), form.pinned.get(name), form.defaults.get(name, ""))
    return name in form.insisted or form.desk.typed.get(name) not in filled_in


def release(before: Model, after: Model) -> Model:
    """Unpin the fields of an address that follow from a changed field, part or place.

    before, after: the same form is open in both. Filling an empty part unpins nothing.
    """
    was, form = before.form, after.form
    if not form.pinned or after.company is None:
        return after
    if form.place != was.place:
        form = _unpin(form, _inputs_at(before, was) | _inputs_at(after, form))
    old, new = _fill_texts(before, was), _fill_texts(after, form)
    follows = {name for name in form.pinned if old.get(name) != new.get(name)}
    if cast(before, was) != cast(after, form):
        follows = {name for name in follows if name in old and name in new}
    return after.with_form(_unpin(form, follows))


def _inputs_at(model: Model, form: OpenForm) -> set[str]:
    """Name the inputs that the roller's sheet fills at the place of a form."""
    picks = company(model).picks(form.procedure, cast(model, form))
    return {name for each in picks if each.place == form.place for name in each.inputs}


def _unpin(form: OpenForm, names: Collection[str]) -> OpenForm:
    """Let these fields follow again, as if their address had been filled in by the sheets."""
    freed = {name: text for name, text in form.pinned.items() if name in names}
    if not freed:
        return form
    pinned = {name: text for name, text in form.pinned.items() if name not in freed}
    return replace(form, pinned=pinned, fed={**form.fed, **freed})


def insisted(form: OpenForm, name: str, text: str) -> frozenset[str]:
    """The fields that follow no more what fills them, once that is typed into one: what is typed
    over what filled it in stays, though it be the default; typed as it was filled in, it follows.
    """
    filled_in = {**form.pinned, **form.fed}
    is_over = name in filled_in and text != filled_in[name]
    return form.insisted | {name} if is_over else form.insisted - {name}


def _typed(form: OpenForm, fed: Mapping[str, str], kept: Collection[str]) -> dict[str, str]:
    """What the fields say then: those that nobody edited follow what fills them."""
    after = {}
    for name, text in form.desk.typed.items():
        default = form.defaults.get(name, "")
        untouched = name not in form.insisted and text in (form.fed.get(name), default)
        alone = name in kept or untouched
        after[name] = fed.get(name, default if name in form.fed else text) if alone else text
    return after


def limits(model: Model, form: OpenForm) -> dict[str, int]:
    """The highest number that is offered, for inputs that the sheet of who rolls limits."""
    if model.company is None:
        return {}
    return model.company.limits(form.procedure, cast(model, form), form.desk.typed)
