"""Actions of the combatant with the turn, and the roll over the fight."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from app.campaign.journal.answers import answers_of
from app.campaign.participants.casting import target_role
from app.core.encounters.offering import action_inputs, offer_actions
from app.core.errors import BadInput
from app.core.play.play import Finished
from app.core.sheets import Rollable
from app.update.commands import (
    FocusStep,
    ForgetTyped,
    Go,
    Notify,
    SayAddress,
    ShowDue,
    ShowTurn,
    StoreEntries,
)
from app.update.fight import tracker
from app.update.messages.answers import StepStored
from app.update.messages.forms import DueOpened, RollableTaken, RouteOpened
from app.update.messages.tracker import (
    ActionTaken,
    NextRolled,
    OverMessage,
    ResultReopened,
    RolledOver,
)
from app.update.model import Model, Next
from app.update.roll import form_opening, forms, next_action, plays, rolls
from app.update.roll.roles import awaits_target, follows
from app.widgets.roll.form.cast import parts
from app.widgets.roll.result.results import follow, typed_of


def update(model: Model, message: OverMessage, dice: random.Random) -> Next:
    """Handle a message about an action or the roll over the fight.

    Raises BadInput with the reason if an action is not possible.
    """
    if isinstance(message, NextRolled):
        return _roll_follow_up(model, message.follow, dice)
    if not model.at_fight:
        return Next(model)
    match message:
        case ActionTaken():
            return _take_action(model, message, dice)
        case RolledOver(taken, texts):
            return form_opening.open_overlay_form(
                form_opening.prepare_form(model, taken), taken.procedure, texts, dice
            )
        case ResultReopened(procedure, entry):
            return _reopen(model, procedure, entry, dice)
    return Next(model)


def _reopen(model: Model, procedure: str, entry: str, dice: random.Random) -> Next:
    """Reopen the result of an entry: on its form, or as the journal has it."""
    form = model.forms.get(procedure)
    if form is None or (entry and form.entry != entry):
        return _open_entry(model, entry, dice)
    return tracker.change_tracker(model, overlay=procedure, button_texts=form.desk.typed)


def _open_entry(model: Model, id: str, dice: random.Random) -> Next:
    """Open the roll of an entry over the fight, if this device may continue it."""
    from app.update.roll.from_journal import attach_entry, find_entry  # not needed by a first roll
    from app.widgets.journal.journal import typed_texts

    found = find_entry(model, id)
    if found is None:
        return Next(model, (Notify("This result is no longer on its form. The journal shows it."),))
    fact = found[1]
    texts, answers = typed_texts(fact.inputs), answers_of(fact.answers)
    opened = form_opening.open_overlay_form(model, fact.procedure, texts, dice, answers)
    return opened.then(lambda now: Next(attach_entry(now, id)))


# --- actions ---


def _take_action(model: Model, message: ActionTaken, dice: random.Random) -> Next:
    """Take an action: roll at once if nothing is missing, open its form, or take its step."""
    scene = model.fight
    actor_id = message.who
    if scene is None or actor_id not in scene.combatants:
        return Next(model)
    actions = offer_actions(scene, actor_id, message.target)
    action = next((action for action in actions if action.id == message.action), None)
    if action is None:
        return Next(model)
    if action.why_not:
        raise BadInput("action", action.why_not)
    if action.aimed:
        aims = {**model.tracker.aims, actor_id: message.target}
        model = replace(model, tracker=replace(model.tracker, aims=aims))
    target = message.target if action.aimed else ""
    if action.roll is not None:
        opened = open_overlay(model, actor_id, action.roll, target, dice)
        return form_opening.roll_if_complete(opened, dice)
    inputs = action_inputs(scene, actor_id, action, target)
    if not action.asks:
        return tracker.take(model, action.step, inputs)
    about = str(inputs.get("who", ""))
    asks = tracker.change_tracker(model, step=action.step, who=about, given=inputs)
    return asks.doing(ForgetTyped("steps"), FocusStep(action.step))


def open_overlay(model: Model, who: str, roll: Rollable, target: str, dice: random.Random) -> Next:
    """Open the form of an action over the fight, cast and filled in.

    Roles of the previous roll are cleared.
    """
    procedure = model.procedure(roll.procedure)
    chosen = {part.role: "" for part in parts(procedure, {})}
    chosen |= {"self": who, target_role(procedure): target, **roll.roles}
    at = chosen.get("target", "")
    taken = RollableTaken(roll.procedure, roll.place, None, chosen["self"], at)
    now = form_opening.prepare_form(model, taken)
    now = now.with_cast(now.game, chosen)
    return form_opening.open_overlay_form(now, roll.procedure, typed_of(roll), dice)


def open_first_due(model: Model, message: StepStored, dice: random.Random) -> Next:
    """Show the new turn, and open the first roll that a stored step made due, ready to roll."""
    if model.played is None or not model.at_fight:
        return Next(model)
    game, state = model.played
    is_new_turn = tracker.current(game, state) != message.current
    shown = Next(model, (ShowTurn(),) if is_new_turn else ())
    new = state.due[message.waiting :]
    if not new:
        return shown
    first = next((each for each in new if each["procedure"] and _may_roll(model, each)), None)
    if first is None or model.overlay:
        return shown.doing(ShowDue())
    return shown.then(lambda now: forms.update(now, DueOpened(first["id"]), dice))


def _may_roll(model: Model, due: Mapping[str, object]) -> bool:
    """Tell whether this device is to roll: a player's for its own characters.

    The game master's rolls for all others, not for those of a player who is connected.
    """
    together = model.together
    if together is None or due["who"] in together.plays:
        return True
    players = (each.seat for each in together.seats if each.here and each.seat.role == "player")
    return together.is_master and not any(due["who"] in each.characters for each in players)


# --- follow-ups ---


def _roll_follow_up(model: Model, index: int, dice: random.Random) -> Next:
    """Apply the rest of the result; once that is stored, roll the follow-up."""
    play = model.form.desk.play()
    if not isinstance(play, Finished):
        return Next(model)
    applied = rolls.apply_effects(model, None, NextRolled(index))
    if any(isinstance(command, StoreEntries) for command in applied.commands):
        return applied
    offered = follows(model, model.form, play)
    if index >= len(offered):
        return applied
    next = offered[index]
    if next.due:
        return applied.then(lambda now: forms.update(now, DueOpened(next.due), dice))
    now = form_opening.prepare_form(model, next_action.follow_up_message(next, index))
    if not model.overlay:
        return Next(now, applied.commands).then(lambda now: _open_follow_up(now, next, dice))
    over = form_opening.open_overlay_form(now, next.procedure, typed_of(next), dice)
    opened = Next(over.model, (*applied.commands, *over.commands))
    return opened if awaits_target(model, next) else form_opening.roll_if_complete(opened, dice)


def _open_follow_up(model: Model, next: Rollable, dice: random.Random) -> Next:
    """Open the form of a follow-up on its own page, and roll there unless a target is open."""
    hash, form = follow(next).href, model.forms[next.procedure]
    again = not model.tracker.real_dice and not awaits_target(model, next)
    model = model.with_form(replace(form, again=again))
    if model.open != next.procedure:
        return Next(model, (Go(hash),))
    routed = forms.update(model, RouteOpened(hash), dice)
    return routed.then(lambda now: plays.at_once(now, dice)).doing(SayAddress())
