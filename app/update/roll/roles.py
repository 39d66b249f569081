"""Roles of the open form, and the effects of its outcome on their players."""

from __future__ import annotations

from collections.abc import Iterator

from app.campaign.facts import SCENE
from app.campaign.participants.casting import complete_cast, may_play
from app.campaign.participants.offer_records import offer_record
from app.campaign.state.state import Character
from app.core.play.play import Finished
from app.core.procedures.outcomes import TIME, Effect
from app.core.sheets import ListField, Rollable
from app.update.model import Model
from app.update.open_form import OpenForm
from app.widgets.roll.form.cast import Part, part, parts, role_label
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.result.results import Card, card
from app.widgets.roll.result.status import PlayStatus


def there(model: Model) -> dict[str, str]:
    """Return role -> id of all cast in the open game and still there."""
    chosen = model.cast.get(model.game, {})
    known = participants_of(model).by_id
    return {role: id for role, id in chosen.items() if id in known}


def participants_of(model: Model) -> Participants:
    """Return the participants of the open game."""
    assert model.participants is not None
    return model.participants


def form_parts(model: Model, form: OpenForm) -> tuple[Part, ...]:
    """Return the roles of a form, and those requested when it was opened."""
    declared = parts(form.procedure, form.desk.typed, there(model))
    known = {part.role for part in declared}
    # An attack on a zone names all in it; it has no other target.
    is_zone = "target1" in form.required_roles
    return (
        *(part for part in declared if not is_zone or part.role != "target"),
        *(part(form.procedure, role) for role in form.required_roles if role not in known),
    )


def cast(model: Model, form: OpenForm) -> dict[str, str]:
    """Return role -> id of those cast in a form and still there."""
    wanted_roles = {part.role for part in form_parts(model, form)}
    chosen = {role: id for role, id in there(model).items() if role in wanted_roles}
    return complete_cast(form.procedure, chosen)


def candidates_for(model: Model, form: OpenForm, role: str) -> tuple[Character, ...]:
    """Return the candidates for a role; a player may only pick their own actors."""
    roles, together = cast(model, form), model.together
    actor_id = roles.get("self", "")
    known = (
        each
        for each in participants_of(model).there
        if may_play(form.procedure, role, each.id, actor_id)
    )
    if role != "self" or together is None or together.is_master:
        return tuple(known)
    return tuple(each for each in known if each.id in (actor_id, *together.plays))


def ask_for(model: Model, form: OpenForm, role: str) -> tuple[str, list[Character]]:
    """Return the question for the unfilled role of an effect, and its candidates at hand."""
    known = participants_of(model)
    present = known.fighting or known.by_id
    is_hit = role == "target" and role in form.procedure.apart
    asks = "Who was hit?" if is_hit else f"Who is the {role_label(role).lower()}?"
    return asks, [each for each in candidates_for(model, form, role) if each.id in present]


def unable(model: Model, form: OpenForm) -> str:
    """Return the actor and the reason why they cannot roll, empty without one."""
    return participants_of(model).unable(form.procedure, cast(model, form))


def lacks_numbers(model: Model, form: OpenForm) -> bool:
    """Tell whether a form lacks numbers of its cast that are hidden from this device."""
    roles = cast(model, form)
    return bool(participants_of(model).hidden(form.procedure, roles, form.pinned.keys()))


def awaits_target(model: Model, next: Rollable) -> bool:
    """Tell whether the target of a follow-up is still to be chosen from those at hand."""
    return next.roles.get("target") == "" and len(participants_of(model).there) > 1


def names_of(model: Model, form: OpenForm, play: Finished) -> dict[str, str]:
    """Return role -> name, including roles of the outcome alone: a helper is the actor."""
    result, people = names(model, form), participants_of(model).by_id
    for effect in play.outcome.effects:
        to, resolved = resolve_effect(model, form, effect, play)
        if effect.who not in result and to in people and resolved.field == effect.field:
            result[effect.who] = people[to].name
    return result


def names(model: Model, form: OpenForm) -> dict[str, str]:
    """Return role -> name of the cast."""
    known = participants_of(model).by_id
    return {role: known[id].name for role, id in cast(model, form).items() if id in known}


def cast_record(model: Model, form: OpenForm) -> dict[str, object]:
    """Return the record of the cast, its texts and offers, to store for the next visit."""
    return {
        "who": {role: id for role, id in cast(model, form).items() if id},
        "asked": list(form.required_roles),
        "place": form.place,
        "fed": dict(form.prefilled),
        "given": dict(form.given),
        "insisted": sorted(form.dirty),
        "remaining": [offer_record(each) for each in form.remaining],
    }


def follows(model: Model, form: OpenForm, play: Finished) -> tuple[Rollable, ...]:
    """Return the follow-ups of this play, filled in from the sheets of the cast.

    A player's device offers those of its own characters alone.
    """
    known, roles, together = participants_of(model), cast(model, form), model.together
    offered = known.follows(form.desk.bound(), play, roles, form.place, form.remaining)
    if together is None or together.is_master:
        return offered
    others = known.by_id.keys() - together.plays
    return tuple(each for each in offered if each.roles.get("self", "") not in others)


def resolve_effect(
    model: Model, form: OpenForm, effect: Effect, play: Finished
) -> tuple[str, Effect]:
    """Resolve an effect's target (`""` is the scene) and complete its values.

    Uses the participants at the time of the roll: applying one effect does not change another.
    """
    roles = cast(model, form)
    at_roll = form.participants_at_roll or participants_of(model)
    known = at_roll if all(id in at_roll.by_id for id in roles.values()) else participants_of(model)
    return known.resolve_effect(effect, form.desk.bound(), play, roles, form.place)


def is_displaced(model: Model, form: OpenForm, to: str, effect: Effect) -> bool:
    """Tell whether another record now stands where the roll had the one of this effect."""
    id, *path = effect.field.split("/")
    if form.participants_at_roll is None or not path:
        return False
    before, now = (
        _record_name(each, to, id, path[0])
        for each in (form.participants_at_roll, participants_of(model))
    )
    return before != now


def _record_name(participants: Participants, who: str, list: str, index: str) -> object:
    """Return the name of a record on a sheet; None if there is no such record."""
    sheet = participants.sheets({"self": who}).get("self")
    declared = sheet.form.by_id.get(list) if sheet is not None else None
    if sheet is None or not isinstance(declared, ListField) or not index.isdecimal():
        return None
    records = sheet[list]
    return records[int(index)].get(declared.of[0].id) if int(index) < len(records) else None


def moves(model: Model, form: OpenForm, play: Finished) -> dict[int, tuple[object, object]]:
    """Return the old and the new value of each effect that changes a number, by index."""
    result = {}
    for index, effect in enumerate(play.outcome.effects):
        if effect.op == "append" or effect.who == TIME:
            continue
        to, resolved = resolve_effect(model, form, effect, play)
        moved = participants_of(model).change_of(to, resolved)
        if moved is not None and moved[0] != moved[1]:
            result[index] = moved
    return result


def play_status(model: Model, form: OpenForm, play: Finished) -> PlayStatus:
    """Return the applied, valid and still undoable effects of this play."""
    entry, journal, state = form.entry, model.journal, model.state
    if not entry or journal is None or state is None:
        return PlayStatus(entry)
    # Computed for stored rolls only: a first roll need not wait.
    from app.widgets.fight.board.board import people
    from app.widgets.roll.result.stored_play import play_status as standing_of

    effects = [resolve_effect(model, form, effect, play)[1] for effect in play.outcome.effects]
    offered = follows(model, form, play)
    return standing_of(journal.page, entry, effects, offered, people(state), form.procedure.game)


def result_card(model: Model, form: OpenForm) -> Card | None:
    """Return the result as a card, None without one."""
    play = form.desk.play()
    if not isinstance(play, Finished):
        return None
    return card(
        form.procedure,
        play,
        form.desk.decisions(),
        play_status(model, form, play),
        names_of(model, form, play),
        follows(model, form, play),
        form.desk.bound().values,
        moves(model, form, play),
        frozenset(iter_untracked(model, form, play)),
    )


def is_unassigned(model: Model, to: str, effect: Effect) -> bool:
    """Tell whether the role of an effect on a sheet is unfilled."""
    sheet = participants_of(model).game.sheet
    return to == SCENE and effect.who != TIME and sheet is not None and sheet.takes(effect)


def is_linked(model: Model, form: OpenForm) -> bool:
    """Tell whether the play is only read from an address: no entry can take its effects."""
    answers = model.address.answers if not model.overlay else None
    is_unstored = form.stored is None and form.unsaved is None
    return is_unstored and answers is not None and answers == form.desk.answers


def find_missing_role(model: Model, form: OpenForm, play: Finished) -> str:
    """Return the first unfilled role of an effect, empty without one."""
    if is_linked(model, form):
        return ""
    known = {part.role for part in form_parts(model, form)}
    for effect in play.outcome.effects:
        to, resolved = resolve_effect(model, form, effect, play)
        if effect.who in known - {"self"} and is_unassigned(model, to, resolved):
            return effect.who
    return ""


def iter_untracked(model: Model, form: OpenForm, play: Finished) -> Iterator[int]:
    """Yield the indices of effects without a sheet here for their field: applied by hand."""
    if is_linked(model, form):
        yield from range(len(play.outcome.effects))
        return
    is_alone = len(participants_of(model).there) < 2
    known = {part.role for part in form_parts(model, form)} if is_alone else set()
    for index, effect in enumerate(play.outcome.effects):
        to, resolved = resolve_effect(model, form, effect, play)
        role = effect.who
        is_open = is_alone and role != "self" and is_unassigned(model, to, resolved)
        is_missing = is_open and not (role in known and ask_for(model, form, role)[1])
        if is_missing or not participants_of(model).tracks(to, resolved):
            yield index
