"""Handling of messages about forms: open, fill in, cast roles."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.procedures.kinds import Number, Whole
from app.core.procedures.notations import Notation
from app.core.support.typed_numbers import turn_sign
from app.update.commands import (
    Command,
    FocusField,
    Say,
    SayAddress,
    StoreEntries,
)
from app.update.messages.forms import (
    AgainTapped,
    ChancesSettled,
    DueOpened,
    EntryAdded,
    EntryDropped,
    FactTapped,
    FieldMessage,
    FieldStepped,
    FieldTyped,
    FormMessage,
    FormReset,
    HelpTaken,
    NotationTapped,
    PartCast,
    PlacePicked,
    RollableTaken,
    RouteOpened,
    SignTurned,
)
from app.update.model import Model, Next
from app.update.open_form import OpenForm
from app.update.roll import casting, desks, filling, form_opening
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import request, step_text

if TYPE_CHECKING:
    from app.campaign.state.state import CampaignState


def update(model: Model, message: FormMessage, dice: random.Random) -> Next:
    """Handle a message about a form."""
    match message:
        case RouteOpened():
            return form_opening.open_route(model, message, dice)
        case RollableTaken():
            return Next(form_opening.prepare_form(model, message))
        case DueOpened(id):
            return form_opening.open_due(model, id, dice)
        case AgainTapped(hash):
            return form_opening.open_and_roll(model, hash, dice)
    form = model.form
    if not _has_field(form, message):
        return Next(model)  # the tap was on the previous form
    match message:
        case FieldTyped(name, text):
            return _type(model, name, text, dice)
        case FieldStepped(name, by):
            return _type(model, name, text_after_step(model, form, name, by), dice)
        case SignTurned(name):
            return _type(model, name, turn_sign(form.desk.typed.get(name, "")), dice)
        case EntryAdded(name, entry):
            text = form.desk.typed.get(name, "").strip().rstrip(",")
            return _type(model, name, f"{text}, {entry}" if text else entry, dice)
        case EntryDropped(name):
            entries = form.desk.typed.get(name, "").split(",")[:-1]
            return _type(model, name, ", ".join(entry.strip() for entry in entries), dice)
        case NotationTapped(name, key):
            return _tap_notation(model, name, key, dice)
        case FactTapped(name):
            return _toggle_field(model, name)
        case FormReset():
            return _reset(model, dice)
        case PartCast("self", id):
            return casting.save_cast(casting.with_first_pick(casting.put(model, "self", id)))
        case PartCast(role, id):
            from app.update.roll.late_cast import cast_late  # not needed by a first roll

            return cast_late(model, role, id)
        case PlacePicked(place):
            return casting.save_cast(filling.put_place(model, place))
        case HelpTaken():
            from app.update.odds import helping  # a first roll needs none of it

            then = PlacePicked(message.place) if message.place else None
            typed = then or FieldTyped(message.name, message.text)
            paid = helping.paid(model, form, message.action)
            return paid.then(lambda now: update(now, typed, dice))
        case ChancesSettled() if form.desk.has_begun:  # the roll was quicker than its odds
            return Next(model)
        case ChancesSettled(words):
            announcements = (Say(words),) if words and words != form.announced else ()
            return Next(model.with_form(replace(form, announced=words)), announcements)


def _has_field(form: OpenForm, message: FieldMessage) -> bool:
    """Tell whether the form has the field of this message, of a suitable kind."""
    match message:
        case FieldStepped(name):
            declared = form.procedure.inputs.get(name)
            return declared is not None and isinstance(declared.kind, Whole | Number)
        case FieldTyped(name) | EntryAdded(name) | EntryDropped(name) | FactTapped(name):
            return name in form.procedure.inputs
        case HelpTaken(name, _, place):
            return bool(place) or name in form.procedure.inputs
    return True


def _type(model: Model, name: str, text: str, dice: random.Random) -> Next:
    """Set the text of a field; a play of the old form ends."""
    before = model.form
    form = replace(
        before, unknown={}, submitted=False, dirty=filling.mark_dirty(before, name, text)
    )
    desk = before.desk.with_typed({**before.desk.typed, name: text})
    if desk is before.desk:
        return Next(model.with_form(form))
    after = desks.put_desk(model.with_form(form), desk, dice)
    after = after.then(lambda now: Next(filling.refill_form(filling.release(model, now))))
    # Over the fight no address has the text.
    if model.overlay or before.desk.answers is not None or form.dirty != before.dirty:
        after = after.then(casting.save_cast)
    declared = form.procedure.inputs.get(name)
    if declared is not None and declared.kind.house:
        after = after.doing(*_store_house_rule(after.model.form, name))
    return after.doing(SayAddress(soon=True))


def _tap_notation(model: Model, name: str, key: str, dice: random.Random) -> Next:
    """Apply a tapped key to a notation field, if the open form still has it."""
    declared, typed = model.form.procedure.inputs.get(name), model.form.desk.typed
    if declared is None or not isinstance(declared.kind, Notation):
        return Next(model)
    return _type(model, name, declared.kind.tapped(typed.get(name, ""), key), dice)


def _store_house_rule(form: OpenForm, name: str) -> tuple[Command, ...]:
    """Store a house rule that was set in a form."""
    declared = form.procedure.inputs[name]
    value = request(form.procedure, form.desk.typed).get(name)
    try:
        value = declared.check(value)
    except BadInput:
        return ()  # the form shows the fault
    from app.campaign.facts import HouseSet

    agreed = None if value == declared.default else plain(value)

    def facts(state: CampaignState) -> tuple[HouseSet, ...]:
        return (HouseSet({name: agreed}),) if state.house.get(name) != agreed else ()

    return (StoreEntries(facts),)


def text_after_step(model: Model, form: OpenForm, name: str, by: int) -> str:
    """Return the text of a number after a step, within its range."""
    kind = form.procedure.inputs[name].kind
    assert isinstance(kind, Whole | Number)
    highest = filling.limits(model, form).get(name)
    return step_text(form.desk.typed.get(name, ""), by, form.defaults.get(name, ""), kind, highest)


def _toggle_field(model: Model, name: str) -> Next:
    """Expand a prefilled field with the cursor in it, or collapse it."""
    form = model.form
    expands = name not in form.expanded
    edited = form.expanded | {name} if expands else form.expanded - {name}
    after = Next(model.with_form(replace(form, expanded=edited)))
    return after.doing(FocusField(name)) if expands else after


def _reset(model: Model, dice: random.Random) -> Next:
    """Reset the form to its defaults and the sheets' values; the play ends."""
    form = replace(model.form, unknown={}, submitted=False, given={})
    form = replace(form, dirty=frozenset(), expanded=frozenset(), pinned={})
    desk = Desk(form.procedure, form.defaults)
    after = desks.put_desk(model.with_form(form), desk, dice).then(
        lambda n: Next(filling.refill_form(n))
    )
    return after.doing(SayAddress())
