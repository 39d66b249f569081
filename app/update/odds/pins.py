"""Handling of pins: pin, name, remove, restore into the form, share as a link.

update(model, message, dice) -> the model after it, and the commands
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.campaign.facts import SceneSet
from app.campaign.facts.base import Fact
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.procedures.inputs import Values
from app.update.commands import Notify, Say, SayAddress, StoreEntries
from app.update.messages.forms import FormReset, RouteOpened
from app.update.messages.reading import (
    FormPinned,
    PinMessage,
    PinNamed,
    PinRemoved,
    PinTaken,
)
from app.update.model import Model, Next
from app.update.roll import form_opening, forms
from app.update.roll.filling import changed_texts
from app.widgets.odds.pins import PLACES, Pin, free_place, pin_key, pin_record, pins
from app.widgets.roll.desk import default_text
from app.widgets.roll.links import (
    LONGEST,
    Address,
    Pinned,
    link,
    path_of,
    split_known,
    unknown_words,
)

FULL = f"You can compare up to {len(PLACES)}. Remove one first."


def update(model: Model, message: PinMessage, dice: random.Random) -> Next:
    """Handle a message about pins."""
    if not model.open:
        return Next(model)
    match message:
        case FormPinned():
            return _pin(model)
        case PinNamed(place, name):
            return _rename(model, place, name)
        case PinRemoved(place):
            return _replace(model, pin_key(model.open, place), None)
        case PinTaken(place):
            return _restore(model, place, dice)


def of_form(model: Model) -> tuple[Pin, ...]:
    """Return the pins of the open form, those of the campaign and of the page."""
    return pins(model.form.procedure, _values(model))


def _values(model: Model) -> Mapping[str, Any]:
    stored = model.played[1].scene if model.played is not None else {}
    return {**stored, **model.pins}


def _pin(model: Model) -> Next:
    """Pin the form in the first place that is free at the time of storing."""
    form, loose = model.form, model.pins
    faults = form.desk.faults()
    if faults:
        raise BadInput("pin", f"Can’t compare yet: {next(iter(faults.values()))}")
    id, record = form.procedure.id, pin_record("", changed_texts(form))
    stored = model.played[1].scene if model.played is not None else {}

    def place(values: Values) -> str:
        free = free_place(id, values, loose)
        if not free:
            raise BadInput("pin", FULL)
        return free

    def facts(state: CampaignState) -> tuple[Fact, ...]:
        return (SceneSet({pin_key(id, place(state.scene)): record}),)

    announcement = Say(f"Added to comparison ({place(stored)}).")
    if model.played is None:
        return Next(
            replace(model, pins={**loose, pin_key(id, place(stored)): record}), (announcement,)
        )
    return Next(model, (StoreEntries(facts), announcement))


def _rename(model: Model, place: str, name: str) -> Next:
    key = pin_key(model.open, place)
    record = _values(model).get(key)
    new_name = " ".join(name.split())
    if not isinstance(record, Mapping) or record.get("name") == new_name:
        return Next(model)
    return _replace(model, key, pin_record(new_name, record.get("typed", {})))


def _replace(model: Model, key: str, record: dict[str, object] | None) -> Next:
    """Replace or remove a pin where it is stored."""
    if key in model.pins:
        remaining = {name: each for name, each in model.pins.items() if name != key}
        return Next(replace(model, pins=remaining | ({key: record} if record is not None else {})))
    return Next(model, (StoreEntries(lambda state: (SceneSet({key: record}),)),))


def _restore(model: Model, place: str, dice: random.Random) -> Next:
    """Restore the texts of a pin, over those that would be filled in now."""
    pin = next((each for each in of_form(model) if each.place == place), None)
    if pin is None:
        return Next(model)
    address, tracker = Address(model.address.path), replace(model.tracker, button_texts={})
    bare = replace(model, tracker=tracker) if model.overlay else replace(model, address=address)
    filled = forms.update(bare, FormReset(), dice).model.form.desk.typed
    texts = {name: text for name, text in pin.typed.items() if text != filled.get(name)}
    if not texts:
        return forms.update(bare, FormReset(), dice)
    if model.overlay:
        return form_opening.open_overlay_form(model, model.open, texts, dice)
    opened = forms.update(model, RouteOpened(link(address.path, texts)), dice)
    return opened.doing(SayAddress())


# --- as a link ---


def address(model: Model) -> str:
    """Return the address of the open form with its pins, without them if it is too long."""
    form = model.form
    path, typed = path_of(form.procedure.id), changed_texts(form)
    values = _values(model)
    pinned: list[Pinned] = [
        (pin.name, values[pin_key(model.open, pin.place)]["typed"]) for pin in of_form(model)
    ]
    full = link(path, typed, pins=pinned)
    return full if len(full) <= LONGEST else link(path, typed)


def add_addressed(model: Model) -> Next:
    """Add the pins of the open form's address for as long as the page is open.

    Notifies of texts that match no input, and of pins without a free place.
    """
    if not model.open:
        return Next(model)
    procedure, loose = model.form.procedure, dict(model.pins)
    notices: list[str] = []
    stored = model.played[1].scene if model.played is not None else {}
    known_pins = {(pin.name, *sorted(pin.typed.items())) for pin in of_form(model)}
    for number, (name, typed) in enumerate(model.address.pins, 1):
        known, unknown = split_known(typed, procedure.inputs)
        if unknown:
            notices.append(f"Comparison {number} in this link: {unknown_words(unknown)}.")
            if not known:
                continue
        texts = {**default_text(procedure), **known}
        if (name, *sorted(texts.items())) in known_pins:
            continue  # the same link again
        place = free_place(procedure.id, stored, loose)
        if place:
            loose[pin_key(procedure.id, place)] = pin_record(name, known)
        else:
            notices.append(f"No room for comparison {number} in this link. {FULL}")
    model = replace(model, pins=loose)
    return Next(model, (Notify(" ".join(notices)),) if notices else ())
