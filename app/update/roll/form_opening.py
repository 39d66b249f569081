"""Opening of forms: by address, from a button, for a due item, over a fight."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.campaign.participants.casting import counted_roles, target_role
from app.campaign.participants.participants import carry_offers, still_offered
from app.core.encounters.rolls import DueRecord
from app.core.play.play import Answer, Finished
from app.core.sheets import Rollable
from app.update.commands import Go, HideToast, OpenGame, SayAddress
from app.update.messages.forms import RollableTaken, RouteOpened
from app.update.model import Model, Next
from app.update.open_form import About, OpenForm
from app.update.roll import casting, desks, filling, plays
from app.update.roll.roles import follows
from app.widgets.fight.board.due_rolls import due_roll
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.cast import in_places
from app.widgets.roll.links import link, path_of, read, split_known


def open_route(model: Model, message: RouteOpened, dice: random.Random) -> Next:
    """Open the form of an address, filled in as the address says."""
    model = model.at(read(message.hash))
    after = Next(model)
    if model.game and (model.state is None or model.state.game != model.game):
        after = after.doing(OpenGame(model.game))
    elif model.journal is None:
        after = after.doing(OpenGame(""))
    if model.at_fight and not model.overlay:
        after = Next(clear_due_items(model), after.commands)
    if not model.open or model.overlay:
        return after
    after = Next(replace(model, tracker=replace(model.tracker, overlay="")), after.commands)
    address = model.address
    after = after.then(lambda now: open_form(now, dice, message.standing, address.answers))
    return after.then(lambda now: Next(attach_addressed(now)))


def attach_addressed(model: Model) -> Model:
    """Tie the roll of the address to its entry, if the open journal has it."""
    form = None if model.overlay else model.forms.get(model.open)
    if not model.address.entry or form is None or form.entry:
        return model
    from app.update.roll.from_journal import attach_entry  # not needed by a first roll

    return attach_entry(model, model.address.entry)


def open_form(
    model: Model,
    dice: random.Random,
    standing: Mapping[str, str] | None = None,
    answers: tuple[Answer, ...] | None = None,
) -> Next:
    """Open the form of the current address or button.

    `standing` holds texts typed before the app was ready to listen, `answers` the roll to show.
    """
    known, given_texts = model.forms.get(model.open), model.given_texts
    has_more = bool(given_texts) or answers is not None
    if known is not None and not known.reset_on_open and not has_more:
        known = replace(known, unknown={}, submitted=False, unconfirmed=None)
        return Next(
            filling.refill_form(model.with_form(filling.apply_house_rules(known, model.state)))
        )
    form = known or filling.fresh(model, model.open)
    defaults = filling.defaults(form.procedure, model.state)
    form = replace(form, defaults=defaults, submitted=False, unconfirmed=None)
    typed, unknown = split_known(given_texts, form.procedure.inputs)
    if given_texts:
        # The link's texts count even if the form has no such choice: the fault is reported there.
        desk = Desk(form.procedure, {**form.defaults, **typed})
    elif known is None:
        typed_early = {name: t for name, t in (standing or {}).items() if name in form.defaults}
        desk = Desk(form.procedure, {**form.defaults, **typed_early})
    else:
        desk = Desk(form.procedure, form.defaults if form.reset_on_open else form.desk.typed)
    if answers is not None:
        desk = replace(desk, answers=answers, by_hand=True)
    is_from_button = form.reset_on_open
    given = typed if form.reset_on_open else {}
    if form.reset_on_open or given_texts:
        form = replace(form, dirty=frozenset(), prefilled={}, pinned=typed)
    form = replace(form, unknown=unknown, reset_on_open=False, given=given, expanded=frozenset())
    after = desks.put_desk(model.with_form(form), desk, dice).then(
        lambda now: Next(filling.refill_form(now))
    )
    if not given_texts:
        after = after.then(lambda now: Next(casting.with_first_pick(now)))
    return after.then(_save_opened) if is_from_button else after


def _save_opened(model: Model) -> Next:
    """Save a form that was opened from a button, unless a play is still open elsewhere."""
    return Next(model) if desks.has_open_play(model) else casting.save_cast(model)


def clear_due_items(model: Model) -> Model:
    """Clear the due items of all forms: back at the tracker, the next roll settles none."""
    freed = {id: replace(each, due="") for id, each in model.forms.items() if each.due}
    return replace(model, forms={**model.forms, **freed}) if freed else model


def prepare_form(model: Model, message: RollableTaken) -> Model:
    """Prepare a form that opens from a button."""
    id = message.procedure
    form = replace(model.forms.get(id) or filling.fresh(model, id), about=None)
    remaining = form.remaining[:0]
    roles = dict[str, str]()
    follow_up = _follow_up(model, message.follow)
    if follow_up is not None:
        last, play, next = follow_up
        remaining = still_offered(next, carry_offers(last.remaining, last.desk.bound(), play))
        if next.instead or next.cancels:
            form = replace(form, about=About(next, last.desk))
        for role in next.roles.keys() - {"self", "target"}:
            roles[role] = message.others.get(role, "")
    else:
        form = replace(form, required_roles=())
        roles |= dict.fromkeys(counted_roles(model.games[form.procedure.game]), "")
    if message.who:
        roles["self"] = message.who
    if message.target is not None:  # no target is a choice too
        roles |= {"target": message.target, target_role(form.procedure): message.target}
    form = replace(
        form, place=message.place, remaining=remaining, prefilled={}, reset_on_open=True, due=""
    )
    model = casting.put_all(model, form.procedure.game, roles)
    return model.with_form(form)


def _follow_up(model: Model, index: int | None) -> tuple[OpenForm, Finished, Rollable] | None:
    """Return the open form, its result and the follow-up of this index, None without one."""
    form = model.forms.get(model.open)
    play = form.desk.play() if form is not None and index is not None else None
    if form is None or index is None or not isinstance(play, Finished):
        return None
    offered = follows(model, form, play)
    return (form, play, offered[index]) if index < len(offered) else None


def open_due(model: Model, id: str, dice: random.Random) -> Next:
    """Open the form of a due item, cast and filled in; over the fight if that is open.

    With physical dice it asks for faces there.
    """
    record = model.state.find_due(id) if model.state is not None else None
    if record is None:
        return Next(model)
    opened = open_due_form(model, record, dice)
    now = opened.model
    is_over_fight = bool(now.overlay) and now.overlay == record["procedure"]
    return roll_if_complete(opened, dice) if now.tracker.real_dice and is_over_fight else opened


def roll_if_complete(opened: Next, dice: random.Random) -> Next:
    """Roll the form over the fight, or ask for real dice, as soon as no input is missing."""
    form = opened.model.form
    if form.desk.faults():
        return opened
    rolled = replace(form, again=True)
    return opened.then(lambda now: plays.at_once(now.with_form(rolled), dice))


def open_due_form(model: Model, record: DueRecord, dice: random.Random) -> Next:
    """Open the form of a due record, whether it is due already or not."""
    if not record["procedure"] or model.participants is None:
        return Next(model)
    roll = due_roll(model.participants, record)
    form = model.forms.get(roll.procedure) or filling.fresh(model, roll.procedure)
    asked = (role for role, who in roll.cast.items() if who and role not in ("self", "target"))
    form = replace(
        form,
        about=None,
        required_roles=in_places(asked),
        place=roll.place,
        remaining=(),
        prefilled={},
        reset_on_open=True,
        due=record["id"],
    )
    model = model.with_cast(model.game, roll.cast).with_form(form)
    if model.at_fight:
        return open_overlay_form(model, roll.procedure, roll.typed, dice)
    return Next(model, (Go(link(path_of(roll.procedure), roll.typed)),))


def open_and_roll(model: Model, hash: str, dice: random.Random) -> Next:
    """Open the form of an address and roll it as soon as it is open."""
    wanted = read(hash).path.replace("/", ".", 1)
    form = model.forms.get(wanted) or filling.fresh(model, wanted)
    model = model.with_form(replace(form, again=True))
    if model.overlay == wanted:
        return open_overlay_form(model, wanted, read(hash).typed, dice)
    if model.open != wanted:
        return Next(model, (Go(hash),))
    return open_route(model, RouteOpened(hash), dice).doing(SayAddress())


def open_overlay_form(
    model: Model,
    procedure: str,
    button_texts: Mapping[str, str],
    dice: random.Random,
    answers: tuple[Answer, ...] | None = None,
) -> Next:
    """Open a procedure's form over the fight, with the texts of its button, or with a roll."""
    opened: dict[str, Any] = {"overlay": procedure, "button_texts": button_texts}
    tracker = replace(model.tracker, **opened, step="", who="", asks_end=False)
    opened_form = open_form(replace(model, tracker=tracker), dice, answers=answers)
    return opened_form.doing(HideToast())  # which would cover the form
