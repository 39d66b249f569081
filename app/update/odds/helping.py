"""What would help in the open form: the steps that whoever rolls can take and pay for now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.core.encounters.actions import Action, given, offered
from app.core.errors import BadInput
from app.core.odds.helping import steps
from app.core.procedures.procedure import Bound
from app.update.model import Model, Next, OpenForm
from app.update.roll import filling
from app.update.roll.roles import cast
from app.widgets.odds.helps import Offer, another


def offers(model: Model, form: OpenForm) -> Iterator[Offer]:
    """The steps from the form as it stands; BadInput if it is at fault.

    What the encounter keeps as it is, what the sheet has no points for and what the turn has no
    action for is not offered.
    """
    bound, company = form.desk.bound(), model.company
    roles = cast(model, form) if company is not None else {}
    sheet = company.sheets(roles).get("self") if company is not None else None
    levers = (each.kind.lever for each in form.procedure.inputs.values())
    fields = {lever.held for lever in levers if lever is not None and lever.held}
    held = {each: int(sheet[each]) for each in fields} if sheet is not None else {}
    kept = company.kept(form.procedure, roles) if company is not None else {}
    for step in steps(bound, kept, filling.limits(model, form), held):
        action = _paying(model, roles.get("self", ""), step.action) if step.action else None
        if action is None:
            yield Offer(replace(step, action=""))
        elif not action.why_not:
            yield Offer(step, extra=action.detail)
    yield from _weapons(model, form)


def _weapons(model: Model, form: OpenForm) -> Iterator[Offer]:
    """The other weapons of whoever attacks."""
    if model.company is None or not form.place or not form.procedure.verb:
        return
    listed = form.place.partition("/")[0]
    for each in model.company.picks(form.procedure, cast(model, form)):
        if each.place != form.place and each.place.partition("/")[0] == listed:
            yield another(each.place, each.label)


def _paying(model: Model, who: str, id: str) -> Action | None:
    """The action of the fight that pays; None for whoever is in no fight."""
    scene = model.company.fight if model.company is not None else None
    if scene is None or who not in scene.combatants:
        return None
    found = next((each for each in offered(scene, who) if each.id == id), None)
    return found or Action(id, "", why_not="It is no action of this turn.")


def after(model: Model, form: OpenForm, offer: Offer) -> Bound:
    """The form once that is done; BadInput if it cannot be so."""
    if offer.place:
        return filling.filled(model, replace(form, place=offer.place)).desk.bound()
    bound, step = form.desk.bound(), offer.step
    return bound.procedure.bind({**bound.values, step.name: step.value})


def paid(model: Model, form: OpenForm, id: str) -> Next:
    """An action of the fight is taken for a step; BadInput says why it cannot be."""
    who = cast(model, form).get("self", "") if id else ""
    action = _paying(model, who, id) if id else None
    if action is None:
        return Next(model)
    if action.why_not:
        raise BadInput("action", action.why_not)
    from app.update.fight import tracker

    assert model.company is not None
    assert model.company.fight is not None
    return tracker.take(model, action.step, given(model.company.fight, who, action, ""))
