"""Rolls of the journal on their forms: applied and continued as where they were rolled."""

from __future__ import annotations

from dataclasses import replace

from app.campaign.facts import Changed, Rolled
from app.campaign.journal.entries import Entry
from app.campaign.journal.superseded import original_rolls
from app.campaign.state.values import plain
from app.update.model import Model
from app.update.open_form import StoredPlay
from app.widgets.journal.journal import typed_texts


def attach_entry(model: Model, id: str) -> Model:
    """Tie the play of the open form to its entry, with the cast of that roll."""
    found, form = find_entry(model, id), model.form
    if found is None:
        return model
    entry, fact, roll = found
    answers, texts = form.desk.answers or (), typed_texts(fact.inputs)
    is_same = fact.procedure == form.procedure.id and plain(answers) == plain(fact.answers)
    if not is_same or any(form.desk.typed.get(name) != text for name, text in texts.items()):
        return model
    roles = dict.fromkeys(model.cast.get(model.game, {}), "") | dict(roll.who)
    form = replace(
        form,
        place=roll.place,
        required_roles=(),
        remaining=(),
        about=None,
        due="",
        settled_due=roll.due,
        stored=StoredPlay(entry.id, entry.n, answers),
        unsaved=None,
        hidden=roll.hidden,
        revealed=roll.hidden,
    )
    return model.with_cast(model.game, roles).with_form(form)


def find_entry(model: Model, id: str) -> tuple[Entry, Rolled | Changed, Rolled] | None:
    """Return a valid entry in memory, its outcome and its roll, if this device may continue it."""
    journal, together = model.journal, model.together
    if not id or journal is None or journal.state.game != model.game:
        return None
    page = journal.page
    entry = next((entry for entry in page.entries if entry.id == id and page.holds(entry.n)), None)
    roll = original_rolls(page).get(id)
    if entry is None or roll is None or not isinstance(entry.fact, Rolled | Changed):
        return None
    may_continue = (
        together is None
        or together.is_master
        or entry.by == together.me
        or roll.who.get("self", "") in together.plays
    )
    return (entry, entry.fact, roll) if may_continue else None
