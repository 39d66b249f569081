"""What whoever has the turn can do, and how likely it is."""

from __future__ import annotations

import random

from app.core.actions import Action
from app.table import over
from app.table.model import Model
from app.widgets import board
from app.widgets.acting import Acting, acting, aim
from app.widgets.desk import Desk


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
    if action.roll is None:
        return None
    aimed = target if action.aimed else ""
    opened = over.opened(model, who, action.roll, aimed, random.Random(0)).model
    return opened.form.desk if not opened.form.desk.faults() else None
