"""Stored rolls: a finished play is an entry of the journal; its effects are applied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.campaign.facts import Applied
from app.campaign.state.document import EffectRecord
from app.campaign.state.time import select_applicable_effects
from app.campaign.state.values import plain
from app.core.play.play import Finished
from app.update.campaigns.effects import TakeOver
from app.update.commands import (
    Notify,
    RedoEntry,
    SavePlay,
    ShowLayers,
    StoreEntries,
    UndoEntry,
)
from app.update.messages.answers import EntryUndone, PlayLeft, RollStored, SampleStored
from app.update.messages.plays import EffectsApplied, EffectsTakenBack, Redone, SaveTapped, Undone
from app.update.messages.unsaved import RollUnsaved
from app.update.model import Model, Next
from app.update.open_form import StoredPlay, Unsaved
from app.update.roll import casting, filling, roles
from app.update.roll.next_action import find_hits
from app.widgets.roll.form.cast import role_label
from app.widgets.roll.result.stored_play import prices

if TYPE_CHECKING:
    from app.update.messages.tracker import NextRolled

StoredPlayMessage = (
    EffectsApplied
    | EffectsTakenBack
    | Undone
    | Redone
    | RollStored
    | RollUnsaved
    | SaveTapped
    | EntryUndone
    | PlayLeft
    | SampleStored
)


def update(model: Model, message: StoredPlayMessage) -> Next:
    """Handle a message about a stored roll."""
    match message:
        case RollStored():
            return _remember_entry(model, message)
        case RollUnsaved():
            return _mark_unsaved(model, message)
        case SaveTapped():
            return _retry_save(model)
        case PlayLeft(left, names):
            from app.update.roll.resume import resume, resume_fight  # not needed by a first roll

            if names:
                return Next(resume_fight(model, left, names), (ShowLayers(),))
            return Next(resume(model, left) if left else model)
        case SampleStored(procedure):
            return casting.save_cast(model) if model.open == procedure else Next(model)
        case EntryUndone(n, paid, of):
            assert model.journal is not None
            if paid and not model.journal.page.holds(n):
                return Next(model, (StoreEntries(lambda state: (Applied(paid, of=of),)),))
            return Next(model)
        case Undone():
            return _undo(model, message)
        case Redone():
            return Next(model, (RedoEntry(),))
        case EffectsApplied(place, to):
            return _apply_to(model, to) if to else apply_effects(model, place)
        case EffectsTakenBack(n):
            return _undo_effects(model, n)


# --- undoing and storing ---


def _undo(model: Model, tap: Undone) -> Next:
    """Undo an entry of the open campaign."""
    if tap.campaign not in ("", model.campaign_id):
        return Next(model)
    if not tap.this_play:
        return Next(model, (UndoEntry(tap.n),))
    stored = model.form.stored if model.open in model.forms else None
    return Next(model, (UndoEntry(stored.n),) if stored else ())


def _remember_entry(model: Model, message: RollStored) -> Next:
    """Remember the journal entry of a play."""
    assert model.journal is not None
    last = model.journal.last
    entry = StoredPlay(last.id, last.n, message.answers)
    before = model.forms[message.procedure]
    record = {**message.left, "entry": last.id, "n": last.n}
    # Clear the notice of the failed save.
    quiet = (Notify(""),) if before.unsaved is not None else ()
    form = replace(before, stored=entry, unsaved=None)
    return Next(model.with_form(form), (SavePlay(record), *quiet))


# --- not stored ---


def _mark_unsaved(model: Model, message: RollUnsaved) -> Next:
    """Show on the card that its play is not stored, with remedies."""
    then = message.keep.then
    form = model.forms.get(then.procedure) if isinstance(then, RollStored) else None
    if form is None or not isinstance(then, RollStored):
        return Next(model)
    unsaved = Unsaved(message.keep, message.why, then.answers)
    return Next(model.with_form(replace(form, unsaved=unsaved)))


def _retry_save(model: Model) -> Next:
    """Store the unsaved play now, in this tab."""
    lacks = model.form.lacks if model.open in model.forms else None
    if lacks is None:
        return Next(model)
    if lacks.why != "elsewhere":
        return Next(model, (lacks.keep,))
    return Next(writes_here(model), (TakeOver(model.campaign_id, SaveTapped()),))


def writes_here(model: Model) -> Model:
    """Mark unsaved plays as storable once this tab writes."""
    forms = {
        id: replace(each, unsaved=replace(each.unsaved, why="here"))
        if each.unsaved is not None and each.unsaved.why == "elsewhere"
        else each
        for id, each in model.forms.items()
    }
    return replace(model, forms=forms)


# --- journal changes ---


def forgotten(model: Model) -> Model:
    """Clear the desks after another campaign was opened."""
    forms = {
        id: each
        if each.stored is None and each.unsaved is None
        else replace(each.without_play, stored=None, unsaved=None)
        for id, each in model.forms.items()
    }
    about = {id: replace(each, about=None) if each.about else each for id, each in forms.items()}
    return replace(model, forms=about)


def without_undone(model: Model) -> Model:
    """Clear desks with an undone entry; effects that were undone can be applied again.

    The host may give an entry of this device another number.
    """
    journal = model.journal
    assert journal is not None
    forms = dict(model.forms)
    for id, each in model.forms.items():
        stored = each.stored
        if stored is None or each.procedure.game != journal.state.game:
            continue
        entry = journal.find(stored.entry)
        if entry is not None and entry.n != stored.n:
            stored = replace(stored, n=entry.n)
            forms[id] = replace(each, stored=stored)
        if not journal.page.holds(stored.n):
            forms[id] = replace(each, stored=None)
            if stored.answers == (each.desk.answers or ()):
                forms[id] = replace(forms[id].without_play, due=each.settled_due)
    return replace(model, forms=forms)


def apply_house_rules(model: Model) -> Model:
    """Return the open form with the campaign's current house rules."""
    if not model.open or model.open not in model.forms:
        return model
    return model.with_form(filling.apply_house_rules(model.form, model.state))


# --- effects ---


def apply_effects(model: Model, place: int | None, then: NextRolled | None = None) -> Next:
    """Apply one proposed effect of the card, or all that remain.

    Once all are applied the layer over a fight closes, unless follow-ups remain. `then` is handled
    once the effects are stored.
    """
    form = model.form
    play = form.desk.play()
    if not form.entry or not isinstance(play, Finished):
        return Next(model)
    now, lacking = roles.play_status(model, form, play), set[str]()
    by_hand = set(roles.iter_untracked(model, form, play))
    all_indices = range(len(play.outcome.effects))
    effects, is_displaced = list[EffectRecord](), False
    for index in all_indices if place is None else {place} & {*all_indices}:
        proposed = play.outcome.effects[index]
        if index in now.applied or index in by_hand or now.falls_away(index, proposed):
            continue
        to, effect = roles.resolve_effect(model, form, proposed, play)
        if roles.is_unassigned(model, to, effect):
            lacking.add("who rolls" if effect.who == "self" else _a_role(effect.who))
        elif roles.is_displaced(model, form, to, effect):
            is_displaced = True
        else:
            effects.append(plain({**vars(effect), "to": to}))
    after, applicable = Next(model), _select_applicable(model, effects)
    if applicable:
        fact = Applied(applicable, of=form.entry)
        after = after.doing(Notify("", refusal=True), StoreEntries(lambda state: (fact,), then))
    is_held = len(applicable) < len(effects)
    is_complete = place is None and not lacking and not is_held and not is_displaced
    if model.overlay and is_complete and then is None and _has_no_follow_up(model, play):
        after = Next(replace(model, tracker=replace(model.tracker, overlay="")), after.commands)
    if is_displaced:
        after = after.doing(
            Notify("Its entry on the sheet has moved. Change it there.", refusal=True)
        )
    if is_held:
        after = after.doing(Notify("Resolve the pending rolls first.", refusal=True))
    if lacking:
        advice = "" if roles.participants_of(model).there else " Create characters under Sheets."
        words = f"Choose {' and '.join(sorted(lacking))} first.{advice}"
        after = after.doing(Notify(words, refusal=True))
    return after


def _apply_to(model: Model, id: str) -> Next:
    """Cast an id in the unfilled role of an effect; apply once all are cast as they were rolled."""
    role = _missing_role(model)
    if not role:
        return apply_effects(model, None)
    from app.update.roll.late_cast import cast_late  # not needed by a first roll

    after = cast_late(model, role, id)
    is_changed = any(not isinstance(command, SavePlay) for command in after.commands)
    waits = is_changed or _missing_role(after.model)
    return after if waits else after.then(lambda now: apply_effects(now, None))


def _missing_role(model: Model) -> str:
    """Return the first unfilled role of an effect of the open play, empty without one."""
    play = model.form.desk.play()
    if not isinstance(play, Finished):
        return ""
    return roles.find_missing_role(model, model.form, play)


def _a_role(role: str) -> str:
    """Return a role with its article: `a target`, `an assistant`; `helper 2` needs none."""
    label = role_label(role).lower()
    if label[-1].isdigit():
        return label
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}"


def _select_applicable(model: Model, effects: Sequence[EffectRecord]) -> Sequence[EffectRecord]:
    """Return the effects that apply before a roll is due by passing time."""
    if model.state is None:
        return effects
    return select_applicable_effects(model.state, model.games[model.form.procedure.game], effects)


def _has_no_follow_up(model: Model, play: Finished) -> bool:
    """Tell whether the play has no follow-ups but replacements, and no hits to enter."""
    if find_hits(model, model.form, play) is not None:
        return False
    return all(
        follow.instead or follow.cancels for follow in roles.follows(model, model.form, play)
    )


def _undo_effects(model: Model, n: int) -> Next:
    """Undo the applied effects of an outdated outcome; costs paid stay paid."""
    form = model.form
    play = form.desk.play()
    entry = model.journal.entry(n) if model.journal is not None else None
    if entry is None or not isinstance(entry.fact, Applied) or not isinstance(play, Finished):
        return Next(model)
    paid = tuple(prices(entry.fact, roles.play_status(model, form, play).paid))
    return Next(model, (UndoEntry(n, EntryUndone(n, paid, entry.fact.of)),))
