"""Plays on their desks: replaced by a new one, finished, stored."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from app.campaign.participants.offer_records import offer_record
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.play.play import Asking, Finished
from app.update.commands import StoreEntries
from app.update.messages.answers import RollStored
from app.update.model import Model, Next
from app.update.open_form import About, OpenForm
from app.update.roll import roles
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import request

if TYPE_CHECKING:
    from app.campaign.facts.base import Fact
    from app.campaign.state.state import CampaignState


def put_desk(model: Model, desk: Desk, dice: random.Random) -> Next:
    """Return the model with this desk; a replaced play is stored as suggested."""
    before = model.forms[desk.procedure.id]
    after = Next(model)
    if not desk.goes_on(before.desk):
        after = _store_replaced(model, before, dice)
    participants, picks = before.participants_at_roll, before.picks
    if desk.answers is not before.desk.answers:
        participants, picks = model.participants if desk.answers else None, None
    form = after.model.forms[desk.procedure.id]
    form = replace(
        form, desk=desk, participants_at_roll=participants, picks=picks, fault="", begun=None
    )
    return Next(after.model.with_form(form), after.commands)


def _store_replaced(model: Model, form: OpenForm, dice: random.Random) -> Next:
    """Store the play of a desk that is replaced, decided as suggested."""
    try:
        if not isinstance(form.desk.play(), Asking):
            return Next(model)
        ended = form.desk.as_suggested(dice)
    except BadInput:
        return Next(model)  # the play in a link does not fit its form
    return store_play(model, replace(form, desk=ended))


def store_play(model: Model, form: OpenForm) -> Next:
    """Store a finished play with its cast at the time of the roll."""
    desk = form.desk
    play = desk.play()
    assert isinstance(play, Finished)
    about = form.about if form.about and form.about.holds(desk) else None
    of = first_entry(model, about) if about else ""
    cancels = bool(about and of and about.next.cancels)
    bound, inputs = desk.bound(), request(desk.procedure, desk.typed)
    roles_cast = roles.cast(model, form)
    games, due_id, hidden, place = model.games, form.due, form.hidden, form.place
    typed, names = desk.typed_faces, model.device.names_of(play.rolls, desk.typed_faces)

    def makes(state: CampaignState) -> tuple[Fact]:
        # Computed when storing: the dice do not wait for this module to load.
        from app.campaign.journal.rolls import record_roll, remarks
        from app.campaign.state.validate import sanitize_document

        due = due_id if state.find_due(due_id) is not None else ""
        fact = record_roll(
            bound,
            play,
            inputs,
            who=roles_cast,
            hidden=hidden,
            due=due,
            of=of,
            cancels=cancels,
            place=place,
            typed=typed,
            dice=names,
        )
        return (replace(fact, note=remarks(sanitize_document(state.document, games), fact, games)),)

    open_play = open_play_record(model, form)
    settled = replace(model.forms[desk.procedure.id], about=None, due="", settled_due=form.due)
    then = RollStored(desk.procedure.id, desk.answers or (), open_play or {})
    return Next(model.with_form(settled), (StoreEntries(makes, then),))


def entry_of(model: Model, desk: Desk) -> str:
    """Return the id of the entry of a desk's play, empty if it is not stored."""
    form = model.forms.get(desk.procedure.id)
    return replace(form, desk=desk).entry if form is not None else ""


def first_entry(model: Model, about: About) -> str:
    """Return the id of the entry of the roll that this one follows, empty if it is not stored."""
    return about.entry or (entry_of(model, about.desk) if about.desk is not None else "")


def change_decision(model: Model, form: OpenForm) -> Next:
    """Store a changed decision: of a stored roll a change, of an unsaved one the roll itself.

    A play that comes from a link is only shown.
    """
    desk, known = form.desk, form.stored
    play = desk.play()
    assert isinstance(play, Finished)
    if known is None:
        return store_play(model, form) if form.unsaved is not None else Next(model)
    from app.campaign.journal.rolls import record_changed_roll

    inputs = request(desk.procedure, desk.typed)
    fact = record_changed_roll(known.entry, desk.bound(), play, inputs)
    then = RollStored(desk.procedure.id, desk.answers or (), open_play_record(model, form) or {})
    return Next(model, (StoreEntries(lambda state: (fact,), then),))


def has_open_play(model: Model) -> bool:
    """Tell whether a form has a play that is not in the journal yet."""
    return any(form.desk.answers is not None and not form.stored for form in model.forms.values())


def open_play_record(model: Model, form: OpenForm) -> dict[str, object] | None:
    """Return the record of the open play for the next visit, None without one.

    Before a roll it holds the cast and its texts; after one it also holds the id of its entry.
    """
    desk, staged = form.desk, roles.cast_record(model, form)
    waits = desk.answers is None
    if waits and not staged["who"]:
        return None
    record = {
        "procedure": desk.procedure.id,
        "typed": dict(desk.typed),
        "answers": plain(desk.answers or ()),
        "waits": waits,
        "by_hand": desk.by_hand,
        "thrown": desk.thrown,
        "decided": sorted(desk.decided),
        "hidden": form.hidden,
        "revealed": form.revealed,
        "due": form.due,
        **staged,
    }
    if form.about is not None and (first := first_entry(model, form.about)):
        record["about"] = {"next": offer_record(form.about.next), "entry": first}
    if form.stored is not None and form.entry:
        record |= {"entry": form.stored.entry, "n": form.stored.n}
    return record
