"""What comes next on a result: what follows on it is rolled, as soon as its changes are applied."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from app.core.errors import BadInput
from app.core.play.play import Asking, Finished, replay
from app.core.sheets import Rollable
from app.update.messages.forms import RollableTaken
from app.update.model import Model, OpenForm
from app.update.roll import forms
from app.update.roll.roles import follows
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import Address
from app.widgets.roll.plays import wanted_dice
from app.widgets.roll.results import typed_of

#: Nobody throws these: what comes next is only looked at.
NOBODY = random.Random(0)


@dataclass(frozen=True)
class Onward:
    """What follows on a result, as the one button says it.

    number: among what follows. dice: what is rolled for it at once, `4 CD`; empty where something
    is still to be filled in first.
    """

    number: int
    label: str
    dice: str = ""

    def words(self, pending: int) -> str:
        """`Apply, and roll damage: 4 CD`. pending: so many changes are still to be applied."""
        label = self.label[:1].lower() + self.label[1:]
        does = f"roll {label}: {self.dice}" if self.dice else f"go on to {label}"
        return f"Apply, and {does}" if pending else does[:1].upper() + does[1:]


def onward(model: Model, form: OpenForm) -> Onward | None:
    """What goes on from a result; what would take its place or call it off does not."""
    play = form.desk.play()
    if not isinstance(play, Finished):
        return None
    offered = enumerate(follows(model, form, play))
    found = next(((n, each) for n, each in offered if not each.instead and not each.cancels), None)
    if found is None:
        return None
    number, next_roll = found
    return Onward(number, next_roll.label, "" if next_roll.due else _dice(model, number, next_roll))


def taken(follow: Rollable, number: int) -> RollableTaken:
    """That what follows is opened, everybody in their part."""
    others = {role: id for role, id in follow.roles.items() if role not in ("self", "target")}
    who, target = follow.roles.get("self", ""), follow.roles.get("target")
    return RollableTaken(follow.procedure, follow.place, number, who, target, others)


def _dice(model: Model, number: int, follow: Rollable) -> str:
    """The dice that fall first in its form, filled in as it will be; empty if something is missing.

    Its form is opened on a model of its own, which nobody sees.
    """
    opened = forms.taken(model, taken(follow, number))
    tracker = replace(opened.tracker, over="")
    address = Address(follow.procedure.replace(".", "/"), typed_of(follow))
    opened = replace(opened, tracker=tracker).at(address)
    return _first_dice(forms.form_opened(opened, NOBODY).model.form.desk)


def _first_dice(desk: Desk) -> str:
    try:
        begun = replay(desk.bound(), ())
    except BadInput:
        return ""
    wanted = begun.wanted if isinstance(begun, Asking) else None
    return wanted_dice(wanted).words if wanted is not None else ""
