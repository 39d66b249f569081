"""Stars: what somebody wants to find again, kept as values of the scene.

What they look like is said in `app.widgets.roll.favourites`.
"""

from __future__ import annotations

from app.campaign.facts import SceneSet
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.sheets import Rollable
from app.update.messages.campaign import StarTapped
from app.update.model import Model, OpenForm
from app.update.roll import roles
from app.widgets.roll.favourites import STAR, star_name, star_record
from app.widgets.roll.forms import field_text

#: So many favourites are as many as anybody finds their way in.
MOST = 100


def of_form(model: Model) -> StarTapped | None:
    """The star of the open form: who rolls, from where on the sheet, what was typed by hand."""
    if not model.open or model.played is None:
        return None
    form = model.form
    who = roles.cast(model, form).get("self", "")
    told = form.desk.typed
    fed = roles.company(model).filled(form.procedure, roles.cast(model, form), form.place, told)
    typed = {
        name: text
        for name, text in told.items()
        if text not in (form.defaults.get(name, ""), form.fed.get(name), fed.get(name))
    }
    return StarTapped(form.procedure.id, who, form.place, label(model, form), typed)


def form_key(model: Model) -> str:
    """The name of the open form's star among the scene's values."""
    form = model.form
    who = roles.cast(model, form).get("self", "")
    return star_name(form.procedure.id, who, form.place, label(model, form))


def label(model: Model, form: OpenForm) -> str:
    """What the open form is called: on the sheet of who rolls, or by what it says itself."""
    if not form.place:
        return form.procedure.called(form.desk.typed)
    there = roles.company(model).picks(form.procedure, roles.cast(model, form))
    at_place = [each for each in there if each.place == form.place]
    alike = [each for each in at_place if _says(form, each)]
    return next((each.label for each in (*alike, *at_place)), "")


def _says(form: OpenForm, rollable: Rollable) -> bool:
    """Does the form say what this one would fill in?"""
    told = form.desk.typed
    return all(told.get(name) == field_text(value) for name, value in rollable.inputs.items())


def facts(message: StarTapped, state: CampaignState) -> tuple[SceneSet, ...]:
    """What a tap on a star comes to in a campaign that stands so."""
    key = star_name(message.procedure, message.who, message.place, message.label)
    if key in state.scene:
        return (SceneSet({key: None}),)
    if sum(name.startswith(STAR) for name in state.scene) >= MOST:
        raise BadInput("star", f"There are {MOST} favourites already: take a star away first.")
    told = message.procedure, message.who, message.place, message.label, message.typed
    return (SceneSet({key: star_record(*told)}),)
