"""What whoever has the turn can do, and how likely it is."""

from __future__ import annotations

import random

from app.core.encounters.actions import Action
from app.update.fight import overlay
from app.update.model import Model
from app.widgets.fight import board
from app.widgets.fight.acting import Acting, acting, aim
from app.widgets.fight.player_view import Eyes
from app.widgets.fight.screen import read
from app.widgets.roll.desk import Desk


def acting_now(model: Model, view: board.BoardView | None = None) -> Acting | None:
    """Whoever has the turn, and what can be done in it; None where nobody has it.

    view: the board, where it is at hand.
    """
    scene = model.company.fight if model.company is not None else None
    if scene is None or model.played is None:
        return None
    seen = view or board.board_view(*model.played)
    if seen.current is None:
        return None
    who = seen.current.id
    target = aim(scene, who, model.tracker.aims, model.journal)
    return acting(scene, {each.id: each for each in seen.people}, who, target)


def prepared(model: Model, who: str, action: Action, target: str) -> Desk | None:
    """The form of an action, filled as it would open, so that its chances can be told."""
    aimed = target if action.aimed else ""
    if action.roll is None or (model.company is not None and aimed in model.company.closed):
        return None
    opened = overlay.opened(model, who, action.roll, aimed, random.Random(0)).model
    return opened.form.desk if not opened.form.desk.faults() else None


def guest_eyes(model: Model) -> Eyes | None:
    """How a guest of a table of several devices looks on; None of whoever sees all."""
    together = model.together
    if together is None or together.part != "guest":
        return None
    shown = read(together.screen).screen if together.screen else None
    people = {each.id: each for each in shown.shown} if shown is not None else {}
    return Eyes(frozenset(together.plays), together.closed, people, together.me)
