"""The rolls that are kept: a finished play is an entry of the journal, its effects are applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.campaign.facts import SCENE, Applied
from app.campaign.journal.answers import answers_of
from app.campaign.state.time import select_applicable_effects
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.play.play import Finished
from app.update.campaigns.effects import TakeOver
from app.update.commands import Notify, RedoEntry, SavePlay, StoreEntries, UndoEntry
from app.update.messages.answers import EntryUndone, PlayLeft, RollKept, RollUnsaved
from app.update.messages.plays import EffectsApplied, EffectsTakenBack, Redone, SaveTapped, Undone
from app.update.model import Kept, Model, Next, Unsaved
from app.update.roll import filling, forms, roles
from app.widgets.roll.cast import called
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.stored_play import prices

if TYPE_CHECKING:
    from app.update.messages import Message

KeptMessage = (
    EffectsApplied
    | EffectsTakenBack
    | Undone
    | Redone
    | RollKept
    | RollUnsaved
    | SaveTapped
    | EntryUndone
    | PlayLeft
)


def update(model: Model, message: KeptMessage) -> Next:
    """What comes of it."""
    match message:
        case RollKept():
            return _remembered(model, message)
        case RollUnsaved():
            return _unsaved(model, message)
        case SaveTapped():
            return _saved_after_all(model)
        case PlayLeft(left):
            return Next(_resumed(model, left))
        case EntryUndone(n, paid, of):
            assert model.journal is not None
            if paid and not model.journal.page.holds(n):
                return Next(model, (StoreEntries(lambda state: (Applied(paid, of=of),)),))
            return Next(model)
        case Undone(this_play, n):
            if not this_play:
                return Next(model, (UndoEntry(n),))
            kept = model.form.kept if model.open in model.forms else None
            return Next(model, (UndoEntry(kept.n),) if kept else ())
        case Redone():
            return Next(model, (RedoEntry(),))
        case EffectsApplied(place):
            return apply_effects(model, place)
        case EffectsTakenBack(n):
            return _taken_back(model, n)


# --- keeping ---


def _remembered(model: Model, message: RollKept) -> Next:
    """The play lies in the journal's last entry now."""
    assert model.journal is not None
    last = model.journal.last
    where = Kept(last.id, last.n, message.answers)
    before = model.forms[message.procedure]
    left = {**message.left, "entry": last.id, "n": last.n}
    # Why it was not stored is said no more.
    quiet = (Notify(""),) if before.unsaved is not None else ()
    form = replace(before, kept=where, unsaved=None)
    return Next(model.with_form(form), (SavePlay(left), *quiet))


# --- not stored ---


def _unsaved(model: Model, message: RollUnsaved) -> Next:
    """The card says that its play is not stored, and offers what helps."""
    then = message.keep.then
    form = model.forms.get(then.procedure) if isinstance(then, RollKept) else None
    if form is None or not isinstance(then, RollKept):
        return Next(model)
    unsaved = Unsaved(message.keep, message.why, then.answers)
    return Next(model.with_form(replace(form, unsaved=unsaved)))


def _saved_after_all(model: Model) -> Next:
    """Store it now, in this tab."""
    lacks = model.form.lacks if model.open in model.forms else None
    if lacks is None:
        return Next(model)
    if lacks.why != "elsewhere":
        return Next(model, (lacks.keep,))
    campaign = model.journal.campaign if model.journal is not None else ""
    return Next(writes_here(model), (TakeOver(campaign, SaveTapped()),))


def writes_here(model: Model) -> Model:
    """This tab writes from now on: what was refused for another one can be stored."""
    forms = {
        id: replace(each, unsaved=replace(each.unsaved, why="here"))
        if each.unsaved is not None and each.unsaved.why == "elsewhere"
        else each
        for id, each in model.forms.items()
    }
    return replace(model, forms=forms)


# --- another visit ---


def _resumed(model: Model, left: Mapping[str, Any]) -> Model:
    """A reload in the middle of typing dice, or with a result on the table, goes on there."""
    if model.open != left["procedure"]:
        return model
    form, where = model.form, _kept_where(model, left)
    if form.desk.answers is not None or model.address.answers:
        return model
    if left.get("waits"):
        return forms.refilled(_staged(model, left))
    if not _is_said(model, left, finished=where is not None):
        return model
    restored = Desk(
        form.procedure,
        left["typed"],
        answers_of(left["answers"]),
        bool(left["by_hand"]),
        frozenset(left.get("decided", ())),
        int(left.get("thrown", 0)),
    )
    try:
        ended = isinstance(restored.play(), Finished)
    except BadInput:
        return model  # of another version, or of a form that is filled otherwise now
    if ended and where is None:
        return model  # undone, or of another campaign
    model = _staged(model, left)
    hidden = bool(left.get("hidden"))
    form = replace(model.form, desk=restored, kept=where, hidden=hidden, fell=model.company)
    return model.with_form(form)


def _staged(model: Model, left: Mapping[str, Any]) -> Model:
    """Who played which part, with what, and what that had filled in."""
    model = model.with_cast(model.game, left.get("who", {}))
    fed, insisted = dict(left.get("fed", {})), frozenset(left.get("insisted", ()))
    desk = model.form.desk
    # The address may have been left before it said what was typed by hand.
    by_hand = {
        name: left["typed"][name]
        for name in insisted & desk.typed.keys() & left["typed"].keys()
        if name not in model.address.typed
    }
    form = replace(
        model.form,
        desk=desk.with_typed({**desk.typed, **by_hand}),
        asked=tuple(left.get("asked", ())),
        place=left.get("place", ""),
        fed=fed,
        pinned={name: text for name, text in model.form.pinned.items() if name not in fed},
        given=dict(left.get("given", {})),
        insisted=insisted,
    )
    return model.with_form(form)


def _kept_where(model: Model, left: Mapping[str, Any]) -> Kept | None:
    """Where a finished play that was left lies in the open journal, if it holds there."""
    journal, n = model.journal, left.get("n", 0)
    entry = journal.entry(n) if journal is not None and n else None
    if journal is None or entry is None or entry.id != left.get("entry"):
        return None
    return Kept(entry.id, n, answers_of(left["answers"])) if journal.page.holds(n) else None


def _is_said(model: Model, left: Mapping[str, Any], finished: bool) -> bool:
    """Does the address say the form of the play that was left? A bare one says any form that
    is still being played, and of a result only that which a bare form comes to."""
    written = default_text(model.form.procedure)
    wanted = {name: text for name, text in left["typed"].items() if text != written.get(name)}
    typed = model.address.typed
    return dict(typed) == wanted or (not typed and not finished)


# --- the journal went on ---


def forgotten(model: Model) -> Model:
    """Another campaign is open: what lay on the desks was another one's."""
    forms = {
        id: each
        if each.kept is None and each.unsaved is None
        else replace(each, desk=replace(each.desk, answers=None), kept=None, unsaved=None)
        for id, each in model.forms.items()
    }
    about = {id: replace(each, about=None) if each.about else each for id, each in forms.items()}
    return replace(model, forms=about)


def without_undone(model: Model) -> Model:
    """A play whose entry holds no more leaves the desk; an undone effect can be applied."""
    journal = model.journal
    assert journal is not None
    forms = dict(model.forms)
    for id, each in model.forms.items():
        known = each.kept
        if known is None or each.procedure.game != journal.state.game:
            continue
        if not journal.page.holds(known.n):
            on_desk = known.answers == (each.desk.answers or ())
            desk = replace(each.desk, answers=None) if on_desk else each.desk
            forms[id] = replace(each, kept=None, desk=desk)
    return replace(model, forms=forms)


def rehoused(model: Model) -> Model:
    """The open form with the house rules of the campaign as it stands now."""
    if not model.open or model.open not in model.forms:
        return model
    return model.with_form(filling.rehoused(model.form, model.state))


# --- effects ---


def apply_effects(model: Model, place: int | None, then: Message | None = None) -> Next:
    """One proposed effect of the card, or all that are left.

    Once all are, what lies over a fight is done with, unless more follows on it. then: what comes
    next, as soon as it is stored.
    """
    form = model.form
    play = form.desk.play()
    if not form.entry or not isinstance(play, Finished):
        return Next(model)
    now, lacking = roles.standing(model, form, play), set[str]()
    by_hand = set(roles.untracked(model, form, play))
    sheet = model.games[form.procedure.game].sheet
    every = range(len(play.outcome.effects))
    effects = []
    for each in every if place is None else {place} & {*every}:
        proposed = play.outcome.effects[each]
        if each in now.applied or each in by_hand or now.falls_away(each, proposed):
            continue
        to, effect = roles.resolve_effect(model, form, proposed, play)
        if to == SCENE and sheet is not None and sheet.takes(effect):
            lacking.add("who rolls" if effect.who == "self" else called(effect.who).lower())
        else:
            effects.append({**plain(effect), "to": to})
    after, applicable = Next(model), _select_applicable(model, effects)
    if applicable:
        fact = Applied(applicable, of=form.entry)
        after = after.doing(StoreEntries(lambda state: (fact,), then))
    held = len(applicable) < len(effects)
    whole = place is None and not lacking and not held
    if model.over and whole and then is None and _ends(model, play):
        after = Next(replace(model, tracker=replace(model.tracker, over="")), after.commands)
    if held:
        after = after.doing(Notify("Time has passed: roll what is due by it, then apply the rest."))
    if lacking:
        after = after.doing(
            Notify(
                f"Nobody is chosen for {' or '.join(sorted(lacking))}: say who it is, then apply."
            )
        )
    return after


def _select_applicable(
    model: Model, effects: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """What of these effects lands before anybody has to roll for the time that passes."""
    if model.state is None:
        return effects
    return select_applicable_effects(model.state, model.games[model.form.procedure.game], effects)


def _ends(model: Model, play: Finished) -> bool:
    """Does nothing follow on this play but what would take its place?"""
    return all(each.instead or each.cancels for each in roles.follows(model, model.form, play))


def _taken_back(model: Model, n: int) -> Next:
    """What was applied of an outcome that counts no more; what was paid stays so."""
    form = model.form
    play = form.desk.play()
    entry = model.journal.entry(n) if model.journal is not None else None
    if entry is None or not isinstance(entry.fact, Applied) or not isinstance(play, Finished):
        return Next(model)
    paid = tuple(prices(entry.fact, roles.standing(model, form, play).paid))
    return Next(model, (UndoEntry(n, EntryUndone(n, paid, entry.fact.of)),))
