"""The possible actions of the combatant with the turn, and their odds."""

from __future__ import annotations

import random

from app.core.encounters.actions import Action
from app.update.fight import overlay
from app.update.model import Model
from app.widgets.fight.board import board
from app.widgets.fight.board.acting import Acting, acting, aim
from app.widgets.roll.desk import Desk


def acting_now(model: Model, view: board.BoardView | None = None) -> Acting | None:
    """Return the combatant with the turn and the possible actions, None without a turn.

    `view` is the board, if the caller has computed it.
    """
    scene = model.participants.fight if model.participants is not None else None
    if scene is None or model.played is None:
        return None
    board_now = view or board.board_view(*model.played)
    if board_now.current is None:
        return None
    actor_id = board_now.current.id
    target = aim(scene, actor_id, model.tracker.aims, model.journal)
    return acting(scene, {each.id: each for each in board_now.people}, actor_id, target)


def prepare_form(model: Model, who: str, action: Action, target: str) -> Desk | None:
    """Return the form of an action, filled in as it would open, to compute its odds.

    None if the action has no roll, a value is missing, or the target's numbers are hidden.
    """
    aimed = target if action.aimed else ""
    if action.roll is None or (
        model.participants is not None and aimed in model.participants.closed
    ):
        return None
    opened = overlay.open_overlay(model, who, action.roll, aimed, random.Random(0)).model
    return opened.form.desk if not opened.form.desk.faults() else None
