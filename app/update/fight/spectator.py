"""The possible actions of the combatant with the turn, and their odds."""

from __future__ import annotations

import random

from app.campaign.state.encounters import due_record
from app.core.encounters.actions import Action
from app.core.encounters.offering import action_inputs
from app.update.fight import overlay
from app.update.fight.visible import guest_eyes
from app.update.model import Model
from app.update.roll import form_opening
from app.widgets.fight.board import board
from app.widgets.fight.board.acting import Acting, acting, aim
from app.widgets.roll.desk import Desk


def acting_now(model: Model, view: board.BoardView | None = None) -> Acting | None:
    """Return the combatant with the turn and the possible actions, None without a turn.

    `view` is the board, if the caller has computed it.
    """
    scene = model.fight
    if scene is None or model.played is None:
        return None
    board_now = view or board.board_view(*model.played)
    if board_now.current is None:
        return None
    actor_id = board_now.current.id
    target = aim(scene, actor_id, model.tracker.aims, model.journal)
    eyes, people = guest_eyes(model), {person.id: person for person in board_now.people}
    return acting(scene, people, actor_id, target, eyes.allows if eyes is not None else bool)


def prepare_form(model: Model, who: str, action: Action, target: str) -> Desk | None:
    """Return the form of an action, filled in as it would open, to compute its odds.

    None if the action has no roll, a value is missing, or the target's numbers are hidden.
    """
    aimed, dice = target if action.aimed else "", random.Random(0)
    scene = model.fight
    if model.participants is None or aimed in model.participants.closed:
        return None
    if action.roll is not None:
        opened = overlay.open_overlay(model, who, action.roll, aimed, dice).model
    elif action.tests and scene is not None:
        inputs = action_inputs(scene, who, action, aimed)
        (due,) = scene.encounter.apply(scene, action.step, inputs).due
        opened = form_opening.open_due_form(model, due_record("", due), dice).model
    else:
        return None
    return opened.form.desk if not opened.form.desk.faults() else None
