"""What is done with pins: pinned, named, taken away, brought back into the form, given as a link.

update(model, message, dice) -> the model after it, and what is to be done
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
from app.update.commands import Notify, Say, SayAddress, StoreEntries
from app.update.messages.forms import FormReset, RouteOpened
from app.update.messages.reading import (
    FormPinned,
    PinMessage,
    PinNamed,
    PinRemoved,
    PinTaken,
)
from app.update.model import Model, Next, OpenForm
from app.update.roll import forms
from app.widgets.odds.pins import PLACES, Pin, free_place, pin_key, pin_record, pins
from app.widgets.roll.desk import default_text
from app.widgets.roll.links import LONGEST, Address, Pinned, known_and_not, link, unknown_words

FULL = f"This form has {len(PLACES)} pins already: take one away first."


def update(model: Model, message: PinMessage, dice: random.Random) -> Next:
    """What comes of it."""
    if not model.open:
        return Next(model)
    match message:
        case FormPinned():
            return _pinned(model)
        case PinNamed(place, name):
            return _named(model, place, name)
        case PinRemoved(place):
            return _set(model, pin_key(model.open, place), None)
        case PinTaken(place):
            return _taken(model, place, dice)


def of_form(model: Model) -> tuple[Pin, ...]:
    """The pins of the open form: the campaign's, and those of the page."""
    return pins(model.form.procedure, _values(model))


def _values(model: Model) -> Mapping[str, Any]:
    kept = model.played[1].scene if model.played is not None else {}
    return {**kept, **model.pins}


def stands(form: OpenForm) -> dict[str, str]:
    """What a form says otherwise than the rules do by themselves."""
    written = default_text(form.procedure)
    return {name: text for name, text in form.desk.typed.items() if text != written.get(name)}


def _pinned(model: Model) -> Next:
    """The form as it stands, in the first place that is free when its turn has come."""
    form, loose = model.form, model.pins
    faults = form.desk.faults()
    if faults:
        raise BadInput("pin", f"Mend the form before it is pinned: {next(iter(faults.values()))}")
    id, record = form.procedure.id, pin_record("", stands(form))
    kept = model.played[1].scene if model.played is not None else {}

    def place(values: Mapping[str, Any]) -> str:
        found = free_place(id, values, loose)
        if not found:
            raise BadInput("pin", FULL)
        return found

    def facts(state: CampaignState) -> tuple[Fact, ...]:
        return (SceneSet({pin_key(id, place(state.scene)): record}),)

    said = Say(f"Pinned as {place(kept)}.")
    if model.played is None:
        return Next(replace(model, pins={**loose, pin_key(id, place(kept)): record}), (said,))
    return Next(model, (StoreEntries(facts), said))


def _named(model: Model, place: str, name: str) -> Next:
    key = pin_key(model.open, place)
    kept = _values(model).get(key)
    called = " ".join(name.split())
    if not isinstance(kept, Mapping) or kept.get("name") == called:
        return Next(model)
    return _set(model, key, pin_record(called, kept.get("typed", {})))


def _set(model: Model, key: str, record: dict[str, Any] | None) -> Next:
    """A pin says something else, or goes: where it is kept."""
    if key in model.pins:
        left = {name: each for name, each in model.pins.items() if name != key}
        return Next(replace(model, pins=left | ({key: record} if record is not None else {})))
    return Next(model, (StoreEntries(lambda state: (SceneSet({key: record}),)),))


def _taken(model: Model, place: str, dice: random.Random) -> Next:
    """The form says again what it said when it was pinned, whatever would fill it by now."""
    pin = next((each for each in of_form(model) if each.place == place), None)
    if pin is None:
        return Next(model)
    address, tracker = Address(model.address.path), replace(model.tracker, said={})
    bare = replace(model, tracker=tracker) if model.over else replace(model, address=address)
    filled = forms.update(bare, FormReset(), dice).model.form.desk.typed
    said = {name: text for name, text in pin.typed.items() if text != filled.get(name)}
    if not said:
        return forms.update(bare, FormReset(), dice)
    if model.over:
        return forms.laid_over(model, model.open, said, dice)
    opened = forms.update(model, RouteOpened(link(address.path, said)), dice)
    return opened.doing(SayAddress())


# --- as a link ---


def address(model: Model) -> str:
    """The address of the open form with its pins; without them where it would be too long."""
    form = model.form
    path, typed = form.procedure.id.replace(".", "/"), stands(form)
    values = _values(model)
    pinned: list[Pinned] = [
        (pin.name, values[pin_key(model.open, pin.place)]["typed"]) for pin in of_form(model)
    ]
    made = link(path, typed, pins=pinned)
    return made if len(made) <= LONGEST else link(path, typed)


def brought(model: Model) -> Next:
    """The pins that the address of the open form brings lie beside it as long as the page is open.

    What they say in vain, and what there is no room for, is told.
    """
    if not model.open:
        return Next(model)
    procedure, loose = model.form.procedure, dict(model.pins)
    told: list[str] = []
    kept = model.played[1].scene if model.played is not None else {}
    there = {(pin.name, *sorted(pin.typed.items())) for pin in of_form(model)}
    for number, (name, typed) in enumerate(model.address.pins, 1):
        known, unknown = known_and_not(typed, procedure.inputs)
        if unknown:
            told.append(f"Pin {number} of this link: {unknown_words(unknown)}.")
            if not known:
                continue
        stood = {**default_text(procedure), **known}
        if (name, *sorted(stood.items())) in there:
            continue  # the same link again
        place = free_place(procedure.id, kept, loose)
        if place:
            loose[pin_key(procedure.id, place)] = pin_record(name, known)
        else:
            told.append(f"Pin {number} of this link has no room: {FULL}")
    model = replace(model, pins=loose)
    return Next(model, (Notify(" ".join(told)),) if told else ())
