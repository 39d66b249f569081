"""What comes next of the roll that lies over the fight, and how likely what is offered is."""

from __future__ import annotations

import random
from dataclasses import dataclass

from app.core.actions import Action
from app.core.errors import BadInput
from app.core.play import Finished
from app.table import over
from app.table.model import Model
from app.table.roles import follows, shown
from app.widgets import board
from app.widgets.acting import Acting, acting, aim
from app.widgets.desk import Desk


@dataclass(frozen=True)
class Foot:
    """The buttons at the foot: what is left to be applied, and what follows.

    stands: `form`, `play` or `result`. follow: the number of what follows and is rolled next, with
    its words; None where nothing does.
    """

    stands: str
    applies: bool = False
    follow: int | None = None
    words: str = ""
    entry: str = ""


def foot(model: Model) -> Foot:
    """The foot of the roll that lies over the fight."""
    try:
        play = model.form.desk.play()
    except BadInput:
        play = None
    if not isinstance(play, Finished) or model.form.hidden:
        return Foot("form" if play is None else "play")
    card = shown(model, model.form)
    left = card is not None and any(not (e.applied or e.gone) for e in card.changes)
    for number, each in enumerate(follows(model, model.form, play)):
        if not (each.instead or each.cancels or each.price):
            return Foot("result", left, number, each.label, model.form.entry)
    return Foot("result", left, None, "", model.form.entry)


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
