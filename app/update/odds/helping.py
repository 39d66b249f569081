"""Suggestions for the open form: improvements that the actor can take and pay for now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action
from app.core.encounters.offering import action_inputs, offer_actions
from app.core.errors import BadInput
from app.core.odds.helping import fields_held, steps
from app.core.procedures.procedure import Bound
from app.update.model import Model, Next
from app.update.open_form import OpenForm
from app.update.roll import filling
from app.update.roll.roles import cast
from app.widgets.odds.helps import Offer, another


def offers(model: Model, form: OpenForm) -> Iterator[Offer]:
    """Yield the improvements of the form; BadInput if the form is invalid.

    Leaves out values locked by the encounter, costs beyond the sheet's points and actions beyond
    the turn's.
    """
    bound, participants = form.desk.bound(), model.participants
    roles = cast(model, form) if participants is not None else {}
    sheet = participants.sheets(roles).get("self") if participants is not None else None
    held = {each: int(sheet[each]) for each in fields_held(bound)} if sheet is not None else {}
    locked = participants.locked_texts(form.procedure, roles) if participants is not None else {}
    for step in steps(bound, locked, filling.limits(model, form), held):
        action = _paying_action(model, roles.get("self", ""), step.action) if step.action else None
        if action is None:
            yield Offer(replace(step, action=""))
        elif not action.why_not:
            yield Offer(step, extra=action.detail)
    yield from _other_weapons(model, form)


def _other_weapons(model: Model, form: OpenForm) -> Iterator[Offer]:
    """Yield the actor's other weapons."""
    if model.participants is None or not form.place or not form.procedure.verb:
        return
    listed = form.place.partition("/")[0]
    for pick in model.participants.picks(form.procedure, cast(model, form)):
        if pick.place != form.place and pick.place.partition("/")[0] == listed:
            yield another(pick.place, pick.label)


def _paying_action(model: Model, actor_id: str, id: str) -> Action | None:
    """Return the fight's action that pays for an improvement, None outside of a fight."""
    scene = model.fight
    if scene is None or actor_id not in scene.combatants:
        return None
    action = next((action for action in offer_actions(scene, actor_id) if action.id == id), None)
    return action or Action(id, "", why_not="Not an action you can take now.")


def after(model: Model, form: OpenForm, offer: Offer) -> Bound:
    """Return the form with an improvement applied; BadInput if it is not possible."""
    if offer.place:
        return filling.put_place(model.with_form(form), offer.place).form.desk.bound()
    bound, step = form.desk.bound(), offer.step
    return bound.procedure.bind({**bound.values, step.name: step.value})


def paid(model: Model, form: OpenForm, id: str) -> Next:
    """Take the fight's action that pays for an improvement; BadInput if it is not possible."""
    actor_id = cast(model, form).get("self", "") if id else ""
    action = _paying_action(model, actor_id, id) if id else None
    if action is None:
        return Next(model)
    if action.why_not:
        raise BadInput("action", action.why_not)
    from app.update.fight import tracker

    assert model.participants is not None
    assert model.participants.fight is not None
    return tracker.take(
        model, action.step, action_inputs(model.participants.fight, actor_id, action, "")
    )
