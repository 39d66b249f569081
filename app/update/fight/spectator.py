"""The possible actions of the combatant with the turn, and their odds."""

from __future__ import annotations

import random

from app.core.encounters.actions import Action
from app.update.fight import overlay
from app.update.model import Model
from app.widgets.fight.board import board
from app.widgets.fight.board.acting import Acting, acting, aim
from app.widgets.fight.screen.player_view import PlayerView, redact_board
from app.widgets.fight.screen.screen import decode
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


def visible_board(model: Model) -> board.BoardView | None:
    """Return the fight's board as this device sees it, None without a fight."""
    if model.played is None or model.played[1].encounter is None:
        return None
    view, eyes = board.board_view(*model.played), guest_eyes(model)
    return redact_board(view, eyes) if eyes is not None else view


def guest_eyes(model: Model) -> PlayerView | None:
    """Return the visibility for a guest at a shared table, None on a device that sees all."""
    together = model.together
    if together is None or together.is_master:
        return None
    shown = decode(together.screen).screen if together.screen else None
    people = {each.id: each for each in shown.shown} if shown is not None else {}
    return PlayerView(frozenset(together.plays), together.closed, people, together.me)
