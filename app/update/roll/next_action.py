"""The main follow-up of a result, rolled as soon as its effects are applied."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from app.core.errors import BadInput, capitalize
from app.core.play.play import Asking, Finished, replay
from app.core.procedures.labels import within
from app.core.sheets import Rollable
from app.update.messages.forms import RollableTaken
from app.update.model import Model
from app.update.open_form import OpenForm
from app.update.roll import form_opening
from app.update.roll.roles import awaits_target, cast, follows, lacks_numbers, participants_of
from app.widgets.roll.desk import Desk
from app.widgets.roll.links import Address, path_of
from app.widgets.roll.play.plays import wanted_dice
from app.widgets.roll.result.results import typed_of

#: Dice for previews, which never roll.
NOBODY = random.Random(0)


@dataclass(frozen=True)
class Onward:
    """The main follow-up of a result, as its button says."""

    #: The index among the follow-ups.
    number: int
    label: str
    #: The dice rolled at once, for example `4 CD`; empty if an input is missing.
    dice: str = ""

    def words(self, pending: int) -> str:
        """Return the label of the button, for example `Apply, and roll damage: 4 CD`.

        `pending` is the number of effects still to be applied.
        """
        label = within(self.label)
        action = f"roll {label}: {self.dice}" if self.dice else f"go on to {label}"
        return f"Apply, and {action}" if pending else capitalize(action)


def find_next_action(model: Model, form: OpenForm) -> Onward | None:
    """Return the main follow-up of a result, leaving out replacements and cancellations."""
    play = form.desk.play()
    if not isinstance(play, Finished):
        return None
    offered = enumerate(follows(model, form, play))
    entry = next(((n, each) for n, each in offered if not each.instead and not each.cancels), None)
    if entry is None:
        return None
    number, next_roll = entry
    is_open = next_roll.due or awaits_target(model, next_roll)
    return Onward(
        number, next_roll.label, "" if is_open else _preview_dice(model, number, next_roll)
    )


@dataclass(frozen=True)
class LastStep:
    """The main button of a result with nothing left to apply or to roll."""

    #: Its `data-do`.
    does: str
    words: str
    #: The combatant and the meter that it opens.
    who: str = ""
    meter: str = ""


def find_last_step(model: Model, form: OpenForm) -> LastStep | None:
    """Return the last step after a result: in a fight on with the turn, else another roll."""
    play = form.desk.play()
    if not isinstance(play, Finished):
        return None
    if not model.overlay:
        return LastStep("again", "Roll again") if play.rolls else None
    return find_hits(model, form, play) or LastStep(*_find_turn_end(model, form))


def find_hits(model: Model, form: OpenForm, play: Finished) -> LastStep | None:
    """Return the button for hits that a printed table gives, None without a target's meter.

    A player's device sets the meters of its own characters alone.
    """
    words = form.procedure.grade(play.outcome.grade).look_up
    target_id, fight = cast(model, form).get("target", ""), participants_of(model).fight
    if not words or fight is None or target_id not in fight.combatants:
        return None
    together = model.together
    if target_id in model.closed or (
        together is not None and not together.is_master and target_id not in together.plays
    ):
        return None
    meters = fight.encounter.meters(fight, target_id)
    meter = next((meter for meter in meters if meter.settable), None)
    return LastStep("enter-hits", words, target_id, meter.id) if meter is not None else None


def _find_turn_end(model: Model, form: OpenForm) -> tuple[str, str]:
    """Return the button that ends the roller's turn if nothing is left to do, else back."""
    back = "over-close", "Back to the fight"
    fight, state, actor_id = (
        participants_of(model).fight,
        model.state,
        cast(model, form).get("self"),
    )
    if fight is None or state is None or not actor_id or fight.board.current != actor_id:
        return back
    allowances = fight.encounter.allowances(fight, actor_id)
    if not allowances or any(not allowance.used for allowance in allowances) or state.due:
        return back
    from app.update.fight.visible import visible_board  # not needed by other forms

    view = visible_board(model)
    if view is None or view.then is None:
        return back
    return "turn-pass", f"End turn → {view.then or 'next round'}"


def follow_up_message(follow: Rollable, index: int) -> RollableTaken:
    """Return the message that opens a follow-up with its cast."""
    others = {role: id for role, id in follow.roles.items() if role not in ("self", "target")}
    actor_id, target = follow.roles.get("self", ""), follow.roles.get("target")
    return RollableTaken(follow.procedure, follow.place, index, actor_id, target, others)


def _preview_dice(model: Model, index: int, follow: Rollable) -> str:
    """Return the first dice of a follow-up's form, empty if an input is missing.

    The form is opened on a separate model.
    """
    opened = form_opening.prepare_form(model, follow_up_message(follow, index))
    tracker = replace(opened.tracker, overlay="")
    address = Address(path_of(follow.procedure), typed_of(follow))
    opened = replace(opened, tracker=tracker).at(address)
    now = form_opening.open_form(opened, NOBODY).model
    return "" if lacks_numbers(now, now.form) else _first_dice(now.form.desk)


def _first_dice(desk: Desk) -> str:
    try:
        play = replay(desk.bound(), ())
    except BadInput:
        return ""
    wanted = play.wanted if isinstance(play, Asking) else None
    return wanted_dice(wanted).words if wanted is not None else ""
