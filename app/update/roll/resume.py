"""Resuming the play of the last visit after a reload.

    resume(model, record)               -> the model with the play on its page
    resume_fight(model, record, names)  -> the same with the layers over a fight

`desks.open_play_record` makes the record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.campaign.journal.answers import answers_of
from app.campaign.journal.entries import Entry
from app.campaign.participants.offer_records import read_offer
from app.core.errors import BadInput
from app.core.play.play import Finished
from app.core.procedures.inputs import Values
from app.update.model import Model
from app.update.open_form import About, StoredPlay
from app.update.roll import filling
from app.widgets.roll.desk import Desk, default_text


def resume_fight(model: Model, record: Values | None, names: Sequence[str]) -> Model:
    """Resume the layers over the fight: a roll with its dice, a form with its texts."""
    if not model.at_fight:
        return resume(model, record) if record else model
    from app.update.layers import lay  # with the rest of the fight

    model = lay(model, [name for name in names if not name.startswith("over ")])
    procedure = str(record["procedure"]) if record else ""
    if record is None or f"over {procedure}" not in names:
        return model
    over = replace(model, tracker=replace(model.tracker, overlay=procedure, button_texts={}))
    if over.open != procedure or procedure not in model.games[model.game].procedures:
        return model
    form, waits = filling.fresh(over, procedure), bool(record.get("waits"))
    if waits:
        typed = {name: text for name, text in record["typed"].items() if name in form.desk.typed}
        form = replace(form, desk=form.desk.with_typed({**form.desk.typed, **typed}))
    over = resume(over.with_form(form), record)
    return over if waits or over.form.desk.answers is not None else model


def resume(model: Model, record: Values) -> Model:
    """Resume the play of the last visit, unfinished or with its result."""
    if model.open != record["procedure"]:
        return model
    form, stored = model.form, _stored_entry(model, record)
    if form.desk.answers is not None or model.address.answers:
        return model
    if record.get("waits"):
        return filling.refill_form(_restore_cast(model, record))
    if not _is_addressed(model, record, finished=stored is not None):
        return model
    restored = Desk(
        form.procedure,
        record["typed"],
        answers_of(record["answers"]),
        bool(record["by_hand"]),
        frozenset(record.get("decided", ())),
        int(record.get("thrown", 0)),
    )
    try:
        is_finished = isinstance(restored.play(), Finished)
    except BadInput:
        return model  # of another version, or the form is now filled in differently
    if is_finished and stored is None:
        return model  # undone, or of another campaign
    model = _restore_cast(model, record)
    due = model.form.due
    form = replace(
        model.form,
        desk=restored,
        stored=stored,
        due="" if is_finished else due,
        settled_due=due if is_finished else "",
        hidden=bool(record.get("hidden")),
        revealed=bool(record.get("revealed")),
        participants_at_roll=model.participants,
    )
    return model.with_form(form)


def _restore_cast(model: Model, record: Values) -> Model:
    """Restore the cast, the texts that it filled in, and the due item of the form."""
    model = model.with_cast(model.game, record.get("who", {}))
    prefilled, insisted = dict(record.get("fed", {})), frozenset(record.get("insisted", ()))
    desk = model.form.desk
    # The address may have been left before it had the typed faces.
    by_hand = {
        name: record["typed"][name]
        for name in insisted & desk.typed.keys() & record["typed"].keys()
        if name not in model.address.typed
    }
    known = model.games[model.game].procedures
    offers = (each for each in record.get("remaining", ()) if each["procedure"] in known)
    form = replace(
        model.form,
        desk=desk.with_typed({**desk.typed, **by_hand}),
        remaining=tuple(read_offer(each) for each in offers),
        about=_about(model, record),
        required_roles=tuple(record.get("asked", ())),
        place=record.get("place", ""),
        prefilled=prefilled,
        pinned={name: text for name, text in model.form.pinned.items() if name not in prefilled},
        given=dict(record.get("given", {})),
        dirty=insisted,
        due=record.get("due", ""),
    )
    return model.with_form(form)


def _about(model: Model, record: Values) -> About | None:
    """Return the roll that the saved one replaces, None if it was undone or is missing."""
    about = record.get("about")
    if about is None or _held_entry(model, about["entry"]) is None:
        return None
    return About(read_offer(about["next"]), None, about["entry"])


def _stored_entry(model: Model, record: Values) -> StoredPlay | None:
    """Return the journal entry of a saved play, None if it was undone or is missing."""
    entry = _held_entry(model, record.get("entry", ""))
    return StoredPlay(entry.id, entry.n, answers_of(record["answers"])) if entry else None


def _held_entry(model: Model, id: str) -> Entry | None:
    """Return the journal entry of this id, None if it was undone or is missing."""
    journal = model.journal
    entry = journal.find(id) if journal is not None else None
    return entry if journal is not None and entry and journal.page.holds(entry.n) else None


def _is_addressed(model: Model, record: Values, finished: bool) -> bool:
    """Tell whether the address fits the form of the saved play.

    A bare address fits any form still in play, but a result only with the form's defaults. A form
    over the fight has no address.
    """
    if model.overlay:
        return True
    rule_defaults = default_text(model.form.procedure)
    texts = {
        name: text for name, text in record["typed"].items() if text != rule_defaults.get(name)
    }
    typed = model.address.typed
    return dict(typed) == texts or (not typed and not finished)
