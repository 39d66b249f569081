"""Favourites: starred rolls, stored as values of the scene.

`app.widgets.roll.favourites.favourites` displays them.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.campaign.facts import SceneSet
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.sheets import Rollable
from app.update.messages.campaign import StarTapped
from app.update.model import Model
from app.update.open_form import OpenForm
from app.update.roll import roles
from app.widgets.roll.favourites.favourites import STAR, star_name, star_record, star_texts
from app.widgets.roll.form.forms import field_text

#: The largest number of favourites that stays easy to survey.
MOST = 100


def of_form(model: Model) -> StarTapped | None:
    """Return the star of the open form: actor, path on the sheet, texts typed by hand."""
    if not model.open or model.played is None:
        return None
    form = model.form
    actor_id = roles.cast(model, form).get("self", "")
    typed_texts = form.desk.typed
    filled_in = roles.participants_of(model).filled(
        form.procedure, roles.cast(model, form), form.place, typed_texts
    )
    typed = {
        name: text
        for name, text in typed_texts.items()
        if text not in (form.defaults.get(name, ""), form.prefilled.get(name), filled_in.get(name))
    }
    called = label(model, form)
    key = form_key(model)
    return StarTapped(form.procedure.id, actor_id, form.place, called, typed, key)


def form_key(model: Model) -> str:
    """Return the key of the open form's star among the scene's values.

    A star without a place on a sheet may have an older label of the same texts.
    """
    form = model.form
    id, texts, called = form.procedure.id, form.desk.typed, label(model, form)
    actor_id = roles.cast(model, form).get("self", "")
    key = star_name(id, actor_id, form.place, called)
    scene = model.played[1].scene if model.played is not None else {}
    if key in scene or form.place or not called:
        return key
    prefix = star_name(id, actor_id, "", "")
    for name in scene:
        typed = star_texts(scene[name]) if name.startswith(prefix) else {}
        if typed.items() <= texts.items() and form.procedure.roll_name(typed) == called:
            return name
    return key


def label(model: Model, form: OpenForm) -> str:
    """Return the label of the open form: from the actor's sheet, or from its own texts."""
    if not form.place:
        return form.procedure.roll_name(form.desk.typed)
    rollables = roles.participants_of(model).picks(form.procedure, roles.cast(model, form))
    at_place = [rollable for rollable in rollables if rollable.place == form.place]
    alike = [each for each in at_place if _matches(form, each)]
    return next((each.label for each in (*alike, *at_place)), "")


def _matches(form: OpenForm, rollable: Rollable) -> bool:
    """Tell whether the form has the texts that this rollable would fill in."""
    typed = form.desk.typed
    return all(typed.get(name) == field_text(value) for name, value in rollable.inputs.items())


def facts(message: StarTapped, state: CampaignState) -> tuple[SceneSet, ...]:
    """Return the fact that adds or removes a star; BadInput if there are too many.

    Where the limit is reached, stars of those who are gone make room.
    """
    key = star_name(message.procedure, message.who, message.place, message.label)
    for each in message.key, key:
        if each.startswith(STAR) and each in state.scene:
            return (SceneSet({each: None}),)
    stars = [name for name in state.scene if name.startswith(STAR)]
    gone = [name for name in stars if _is_gone(state.scene[name], state)]
    if len(stars) - len(gone) >= MOST:
        raise BadInput("star", f"You can save up to {MOST} favourites. Remove one first.")
    values = message.procedure, message.who, message.place, message.label, message.typed
    dropped = dict.fromkeys(gone if len(stars) >= MOST else ())
    return (SceneSet({key: star_record(*values), **dropped}),)


def _is_gone(star: object, state: CampaignState) -> bool:
    """Tell whether the character or combatant of a star is gone, so that no list shows it."""
    who = star.get("who") if isinstance(star, Mapping) else ""
    return bool(who) and who not in state.fighters and not state.has_character(str(who))
