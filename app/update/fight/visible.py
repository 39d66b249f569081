"""The fight's board as this device sees it."""

from __future__ import annotations

from app.sync.rights import gm_steps
from app.update.model import Model
from app.widgets.fight.board import board
from app.widgets.fight.screen.player_view import PlayerView, hide_numbers, redact_board
from app.widgets.fight.screen.screen import decode


def visible_board(model: Model) -> board.BoardView | None:
    """Return the fight's board as this device sees it, None without a fight."""
    if model.played is None or model.played[1].encounter is None:
        return None
    view, eyes = board.board_view(*model.played), guest_eyes(model)
    return redact_board(view, eyes) if eyes is not None else hide_numbers(view, model.closed)


def guest_eyes(model: Model) -> PlayerView | None:
    """Return the visibility for a guest at a shared table, None on a device that sees all."""
    together = model.together
    if together is None or together.is_master:
        return None
    shown = decode(together.screen).screen if together.screen else None
    people = {each.id: each for each in shown.shown} if shown is not None else {}
    barred = gm_steps(model.played[0]) if model.played is not None else frozenset()
    return PlayerView(frozenset(together.plays), together.closed, people, together.me, barred)
