"""Who plays which part in the open form, and what its outcome means for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.campaign.participants.casting import may_play, played
from app.campaign.state.state import Character
from app.core.play.play import Finished
from app.core.procedures.outcomes import TIME, Effect
from app.core.sheets import Rollable
from app.update.model import Model, OpenForm
from app.widgets.roll.cast import Part, part, parts
from app.widgets.roll.participants import Participants
from app.widgets.roll.results import Card, card, field_labels
from app.widgets.roll.status import Standing


def there(model: Model) -> dict[str, str]:
    """Everybody who is cast in the open game and still there, whatever form is open."""
    chosen = model.cast.get(model.game, {})
    known = company(model).by_id
    return {role: id for role, id in chosen.items() if id in known}


def company(model: Model) -> Participants:
    """Those who can be cast in the open game."""
    assert model.company is not None
    return model.company


def form_parts(model: Model, form: OpenForm) -> tuple[Part, ...]:
    """The parts of a form, and those that were asked for when it was opened."""
    found = parts(form.procedure, form.desk.typed, there(model))
    known = {part.role for part in found}
    return (*found, *(part(form.procedure, role) for role in form.asked if role not in known))


def cast(model: Model, form: OpenForm) -> dict[str, str]:
    """Role -> id, of those who play in a form and are still there."""
    wanted = {part.role for part in form_parts(model, form)}
    chosen = {role: id for role, id in there(model).items() if role in wanted}
    return played(form.procedure, chosen)


def offered(model: Model, form: OpenForm, role: str) -> tuple[Character, ...]:
    """Who can be cast in a part of a form; a guest rolls for their own people alone."""
    roles, together = cast(model, form), model.together
    who = roles.get("self", "")
    known = (each for each in company(model).there if may_play(form.procedure, role, each.id, who))
    if role != "self" or together is None or together.part == "host":
        return tuple(known)
    return tuple(each for each in known if each.id in (who, *together.plays))


def unable(model: Model, form: OpenForm) -> str:
    """Name the roller and the reason why they cannot roll; empty without one."""
    return company(model).unable(form.procedure, cast(model, form))


def names_of(model: Model, form: OpenForm, play: Finished) -> dict[str, str]:
    """Map roles to names, also roles of the outcome alone: a helper is the roller."""
    called, people = names(model, form), company(model).by_id
    for effect in play.outcome.effects:
        to, said = resolve_effect(model, form, effect, play)
        if effect.who not in called and to in people and said.field == effect.field:
            called[effect.who] = people[to].name
    return called


def names(model: Model, form: OpenForm) -> dict[str, str]:
    """Role -> the name of who is cast."""
    known = company(model).by_id
    return {role: known[id].name for role, id in cast(model, form).items() if id in known}


def staged(model: Model, form: OpenForm) -> dict[str, Any]:
    """Who plays in a form, with what, and what that filled in, as it is kept for the next visit."""
    return {
        "who": {role: id for role, id in cast(model, form).items() if id},
        "asked": list(form.asked),
        "place": form.place,
        "fed": dict(form.fed),
        "given": dict(form.given),
        "insisted": sorted(form.insisted),
    }


def follows(model: Model, form: OpenForm, play: Finished) -> tuple[Rollable, ...]:
    """What may be rolled after this play, filled from the sheets of those who are cast."""
    bound, roles = form.desk.bound(), cast(model, form)
    return company(model).follows(bound, play, roles, form.place, form.left)


def resolve_effect(
    model: Model, form: OpenForm, effect: Effect, play: Finished
) -> tuple[str, Effect]:
    """Whom an effect of this play lands on (empty: the scene), and the effect said in full.

    It lands by the company as it was when the dice fell: what is meant by the one effect stays so
    when the other has been applied, and with it the place on the sheet that both stand for.
    """
    roles = cast(model, form)
    fell = form.fell or company(model)
    known = fell if all(id in fell.by_id for id in roles.values()) else company(model)
    return known.resolve_effect(effect, form.desk.bound(), play, roles, form.place)


def moves(model: Model, form: OpenForm, play: Finished) -> dict[int, tuple[Any, Any]]:
    """What each effect that changes a number would change, from what to what, by its place."""
    found = {}
    for place, effect in enumerate(play.outcome.effects):
        if effect.op == "append" or effect.who == TIME:
            continue
        to, resolved = resolve_effect(model, form, effect, play)
        moved = company(model).moved(to, resolved)
        if moved is not None and moved[0] != moved[1]:
            found[place] = moved
    return found


def standing(model: Model, form: OpenForm, play: Finished) -> Standing:
    """What of this play was applied, whether it counts, what is left to be taken back."""
    entry, journal, state = form.entry, model.journal, model.state
    if not entry or journal is None or state is None:
        return Standing(entry)
    # Only where something is kept: a first roll waits for none of this.
    from app.widgets.fight.board import people
    from app.widgets.roll.stored_play import standing as standing_of

    effects = [resolve_effect(model, form, each, play)[1] for each in play.outcome.effects]
    labels = field_labels(form.procedure.game)
    offered = follows(model, form, play)
    return standing_of(journal.page, entry, effects, offered, people(state), labels)


def shown(model: Model, form: OpenForm) -> Card | None:
    """The result on the table as a card; None while there is none."""
    play = form.desk.play()
    if not isinstance(play, Finished):
        return None
    return card(
        form.procedure,
        play,
        form.desk.decisions(),
        standing(model, form, play),
        names_of(model, form, play),
        follows(model, form, play),
        form.desk.bound().values,
        moves(model, form, play),
        frozenset(untracked(model, form, play)),
    )


def untracked(model: Model, form: OpenForm, play: Finished) -> Iterator[int]:
    """Yield the places of the effects that change nothing here: they are kept by hand."""
    for place, effect in enumerate(play.outcome.effects):
        if not company(model).tracks(*resolve_effect(model, form, effect, play)):
            yield place
