"""Handling of messages about forms: open, fill in, cast roles."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.campaign.participants.casting import aimed_at, counted
from app.campaign.participants.participants import carried, still_offered
from app.campaign.state.values import plain
from app.core.errors import BadInput
from app.core.play.play import Finished
from app.core.procedures.kinds import Number, Whole
from app.core.procedures.notations import Notation
from app.core.sheets import Rollable
from app.core.support.typed_numbers import turn_sign
from app.update.commands import (
    Command,
    FocusField,
    Go,
    OpenGame,
    SavePlay,
    Say,
    SayAddress,
    StoreEntries,
)
from app.update.messages.forms import (
    AgainTapped,
    ChancesSettled,
    DueOpened,
    EntryAdded,
    EntryDropped,
    FactTapped,
    FieldMessage,
    FieldStepped,
    FieldTyped,
    FormMessage,
    FormReset,
    HelpTaken,
    NotationTapped,
    PartCast,
    PlacePicked,
    RollableTaken,
    RouteOpened,
    SignTurned,
)
from app.update.model import About, Model, Next, OpenForm
from app.update.roll import desks, filling
from app.update.roll.roles import cast, follows
from app.widgets.fight.board.due_rolls import due_roll
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.form.cast import in_places
from app.widgets.roll.form.forms import request, step_text
from app.widgets.roll.links import known_and_not, link, read

if TYPE_CHECKING:
    from app.campaign.state.state import CampaignState


def update(model: Model, message: FormMessage, dice: random.Random) -> Next:
    """Handle a message about a form."""
    match message:
        case RouteOpened():
            return _open_route(model, message, dice)
        case RollableTaken():
            return Next(taken(model, message))
        case DueOpened(id):
            return _open_due(model, id, dice)
        case AgainTapped(hash):
            return _open_and_roll(model, hash, dice)
    form = model.form
    if not _has_field(form, message):
        return Next(model)  # the tap was on the previous form
    match message:
        case FieldTyped(name, text):
            return _type(model, name, text, dice)
        case FieldStepped(name, by):
            return _type(model, name, stepped(model, form, name, by), dice)
        case SignTurned(name):
            return _type(model, name, turn_sign(form.desk.typed.get(name, "")), dice)
        case EntryAdded(name, entry):
            text = form.desk.typed.get(name, "").strip().rstrip(",")
            return _type(model, name, f"{text}, {entry}" if text else entry, dice)
        case EntryDropped(name):
            entries = form.desk.typed.get(name, "").split(",")[:-1]
            return _type(model, name, ", ".join(each.strip() for each in entries), dice)
        case NotationTapped(name, key):
            return _tap_notation(model, name, key, dice)
        case FactTapped(name):
            return _toggle_field(model, name)
        case FormReset():
            return _reset(model, dice)
        case PartCast(role, id):
            return save_cast(_with_first_pick(put(model, role, id)))
        case PlacePicked(place):
            moved = model.with_form(replace(form, place=place))
            return save_cast(refilled(filling.release(model, moved)))
        case HelpTaken():
            from app.update.odds import helping  # a first roll needs none of it

            then = PlacePicked(message.place) if message.place else None
            typed = then or FieldTyped(message.name, message.text)
            paid = helping.paid(model, form, message.action)
            return paid.then(lambda now: update(now, typed, dice))
        case ChancesSettled(words):
            announcements = (Say(words),) if words and words != form.announced else ()
            return Next(model.with_form(replace(form, announced=words)), announcements)


# --- opening ---


def _open_route(model: Model, message: RouteOpened, dice: random.Random) -> Next:
    """Open the form of an address, filled in as the address says."""
    model = model.at(read(message.hash))
    after = Next(model)
    if model.game and (model.state is None or model.state.game != model.game):
        after = after.doing(OpenGame(model.game))
    elif model.journal is None:
        after = after.doing(OpenGame(""))
    if f"{model.game}/encounter" == model.address.path and not model.overlay:
        after = Next(nothing_settled(model), after.commands)
    if not model.open or model.overlay:
        return after
    after = Next(replace(model, tracker=replace(model.tracker, overlay="")), after.commands)
    return after.then(lambda now: form_opened(now, dice, message.standing))


def form_opened(
    model: Model, dice: random.Random, standing: Mapping[str, str] | None = None
) -> Next:
    """Open the form of the current address or button.

    `standing` holds texts typed before the app was ready to listen.
    """
    known, given_texts = model.forms.get(model.open), model.given_texts
    answers = None if model.overlay else model.address.answers
    has_more = bool(given_texts) or answers is not None
    if known is not None and not known.reset_on_open and not has_more:
        known = replace(known, unknown={}, submitted=False, unconfirmed=None)
        return Next(refilled(model.with_form(filling.rehoused(known, model.state))))
    form = known or fresh(model, model.open)
    defaults = filling.defaults(form.procedure, model.state)
    form = replace(form, defaults=defaults, submitted=False, unconfirmed=None)
    typed, unknown = known_and_not(given_texts, form.procedure.inputs)
    if given_texts:
        # The link's texts count even if the form has no such choice: the fault is reported there.
        desk = Desk(form.procedure, {**form.defaults, **typed})
    elif known is None:
        typed_early = {name: t for name, t in (standing or {}).items() if name in form.defaults}
        desk = Desk(form.procedure, {**form.defaults, **typed_early})
    else:
        desk = Desk(form.procedure, form.defaults if form.reset_on_open else form.desk.typed)
    if answers is not None:
        desk = replace(desk, answers=answers, by_hand=True)
    is_from_button = form.reset_on_open and not model.overlay
    given = typed if form.reset_on_open else {}
    if form.reset_on_open or given_texts:
        form = replace(form, dirty=frozenset(), prefilled={}, pinned=typed)
    form = replace(form, unknown=unknown, reset_on_open=False, given=given, expanded=frozenset())
    after = desks.put_desk(model.with_form(form), desk, dice).then(lambda now: Next(refilled(now)))
    if not given_texts:
        after = after.then(lambda now: Next(_with_first_pick(now)))
    return after.then(_save_opened) if is_from_button else after


def _save_opened(model: Model) -> Next:
    """Save a form that was opened from a button, unless a play is still open elsewhere."""
    return Next(model) if desks.has_open_play(model) else save_cast(model)


def _with_first_pick(model: Model) -> Model:
    """Choose the first weapon on the sheet in the form of an attack."""
    form = model.forms.get(model.open)
    if form is None or form.place or model.participants is None or form.desk.answers is not None:
        return model
    inputs = form.procedure.inputs
    is_blank = any(isinstance(inputs[name].kind, Notation) for name in form.desk.missing())
    if not form.procedure.verb and not is_blank:
        return model
    picks = model.participants.picks(form.procedure, cast(model, form))
    if not picks:
        return model
    return refilled(filling.release(model, model.with_form(replace(form, place=picks[0].place))))


def fresh(model: Model, procedure: str) -> OpenForm:
    """Return an untouched form."""
    declared = model.procedure(procedure)
    texts = filling.defaults(declared, model.state)
    return OpenForm(Desk(declared, texts), texts)


def refilled(model: Model) -> Model:
    """Return the model with its open form filled from the sheets and the scene."""
    if not model.open or model.open not in model.forms:
        return model
    before = model.form
    form = filling.filled(model, before)
    return model.with_form(form) if form is not before else model


def nothing_settled(model: Model) -> Model:
    """Clear the due items of all forms: back at the tracker, the next roll settles none."""
    freed = {id: replace(each, due="") for id, each in model.forms.items() if each.due}
    return replace(model, forms={**model.forms, **freed}) if freed else model


def taken(model: Model, message: RollableTaken) -> Model:
    """Prepare a form that opens from a button."""
    id = message.procedure
    form = replace(model.forms.get(id) or fresh(model, id), about=None)
    remaining = form.remaining[:0]
    roles = dict[str, str]()
    follow_up = _follow_up(model, message.follow)
    if follow_up is not None:
        last, play, next = follow_up
        remaining = still_offered(next, carried(last.remaining, last.desk.bound(), play))
        if next.instead or next.cancels:
            form = replace(form, about=About(next, last.desk))
        for role in next.roles.keys() - {"self", "target"}:
            roles[role] = message.others.get(role, "")
    else:
        form = replace(form, required_roles=())
        roles |= dict.fromkeys(counted(model.games[form.procedure.game]), "")
    if message.who:
        roles["self"] = message.who
    if message.target is not None:  # no target is a choice too
        roles |= {"target": message.target, aimed_at(form.procedure): message.target}
    form = replace(
        form, place=message.place, remaining=remaining, prefilled={}, reset_on_open=True, due=""
    )
    model = _put_all(model, form.procedure.game, roles)
    return model.with_form(form)


def _follow_up(model: Model, index: int | None) -> tuple[OpenForm, Finished, Rollable] | None:
    """Return the open form, its result and the follow-up of this index, None without one."""
    form = model.forms.get(model.open)
    play = form.desk.play() if form is not None and index is not None else None
    if form is None or index is None or not isinstance(play, Finished):
        return None
    offered = follows(model, form, play)
    return (form, play, offered[index]) if index < len(offered) else None


def _open_due(model: Model, id: str, dice: random.Random) -> Next:
    """Open the form of a due item, cast and filled in; over the fight if that is open."""
    due = model.state.due if model.state is not None else ()
    record = next((each for each in due if each["id"] == id), None)
    if record is None or not record["procedure"] or model.participants is None:
        return Next(model)
    roll = due_roll(model.participants, record)
    form = model.forms.get(roll.procedure) or fresh(model, roll.procedure)
    asked = (role for role, who in roll.cast.items() if who and role not in ("self", "target"))
    form = replace(
        form,
        about=None,
        required_roles=in_places(asked),
        place=roll.place,
        remaining=(),
        prefilled={},
        reset_on_open=True,
        due=id,
    )
    model = model.with_cast(model.game, roll.cast).with_form(form)
    if model.address.path == f"{model.game}/encounter":
        return open_overlay_form(model, roll.procedure, roll.typed, dice)
    return Next(model, (Go(link(roll.procedure.replace(".", "/"), roll.typed)),))


def _open_and_roll(model: Model, hash: str, dice: random.Random) -> Next:
    """Open the form of an address and roll it as soon as it is open."""
    wanted = read(hash).path.replace("/", ".", 1)
    form = model.forms.get(wanted) or fresh(model, wanted)
    model = model.with_form(replace(form, again=True))
    if model.overlay == wanted:
        return open_overlay_form(model, wanted, read(hash).typed, dice)
    if model.open != wanted:
        return Next(model, (Go(hash),))
    return _open_route(model, RouteOpened(hash), dice).doing(SayAddress())


def open_overlay_form(
    model: Model, procedure: str, button_texts: Mapping[str, str], dice: random.Random
) -> Next:
    """Open a procedure's form over the fight, with the texts of its button."""
    opened: dict[str, Any] = {"overlay": procedure, "button_texts": button_texts}
    tracker = replace(model.tracker, **opened, step="", who="", asks_end=False)
    return form_opened(replace(model, tracker=tracker), dice)


# --- filling in ---


def _has_field(form: OpenForm, message: FieldMessage) -> bool:
    """Tell whether the form has the field of this message, of a suitable kind."""
    match message:
        case FieldStepped(name):
            declared = form.procedure.inputs.get(name)
            return declared is not None and isinstance(declared.kind, Whole | Number)
        case FieldTyped(name) | EntryAdded(name) | EntryDropped(name) | FactTapped(name):
            return name in form.procedure.inputs
        case HelpTaken(name, _, place):
            return bool(place) or name in form.procedure.inputs
    return True


def _type(model: Model, name: str, text: str, dice: random.Random) -> Next:
    """Set the text of a field; a play of the old form ends."""
    before = model.form
    form = replace(before, unknown={}, submitted=False, dirty=filling.insisted(before, name, text))
    desk = before.desk.with_typed({**before.desk.typed, name: text})
    if desk is before.desk:
        return Next(model.with_form(form))
    after = desks.put_desk(model.with_form(form), desk, dice)
    after = after.then(lambda now: Next(refilled(filling.release(model, now))))
    if before.desk.answers is not None or form.dirty != before.dirty:
        after = after.then(save_cast)
    declared = form.procedure.inputs.get(name)
    if declared is not None and declared.kind.house:
        after = after.doing(*_store_house_rule(after.model.form, name))
    return after.doing(SayAddress(soon=True))


def _tap_notation(model: Model, name: str, key: str, dice: random.Random) -> Next:
    """Apply a tapped key to a notation field, if the open form still has it."""
    declared, typed = model.form.procedure.inputs.get(name), model.form.desk.typed
    if declared is None or not isinstance(declared.kind, Notation):
        return Next(model)
    return _type(model, name, declared.kind.tapped(typed.get(name, ""), key), dice)


def _store_house_rule(form: OpenForm, name: str) -> tuple[Command, ...]:
    """Store a house rule that was set in a form."""
    declared = form.procedure.inputs[name]
    value = request(form.procedure, form.desk.typed).get(name)
    try:
        value = declared.check(value)
    except BadInput:
        return ()  # the form shows the fault
    from app.campaign.facts import HouseSet

    agreed = None if value == declared.default else plain(value)

    def facts(state: CampaignState) -> tuple[HouseSet, ...]:
        return (HouseSet({name: agreed}),) if state.house.get(name) != agreed else ()

    return (StoreEntries(facts),)


def stepped(model: Model, form: OpenForm, name: str, by: int) -> str:
    """Return the text of a number after a step, within its range."""
    kind = form.procedure.inputs[name].kind
    assert isinstance(kind, Whole | Number)
    highest = filling.limits(model, form).get(name)
    return step_text(form.desk.typed.get(name, ""), by, form.defaults.get(name, ""), kind, highest)


def save_cast(model: Model) -> Next:
    """Save the cast and its texts for the next visit."""
    record = desks.left_of(model, model.form)
    return Next(model, (SavePlay(record),) if record is not None else ())


def _toggle_field(model: Model, name: str) -> Next:
    """Expand a prefilled field with the cursor in it, or collapse it."""
    form = model.form
    expands = name not in form.expanded
    edited = form.expanded | {name} if expands else form.expanded - {name}
    after = Next(model.with_form(replace(form, expanded=edited)))
    return after.doing(FocusField(name)) if expands else after


def _reset(model: Model, dice: random.Random) -> Next:
    """Reset the form to its defaults and the sheets' values; the play ends."""
    form = replace(model.form, unknown={}, submitted=False, given={})
    form = replace(form, dirty=frozenset(), expanded=frozenset(), pinned={})
    desk = Desk(form.procedure, form.defaults)
    after = desks.put_desk(model.with_form(form), desk, dice).then(lambda n: Next(refilled(n)))
    return after.doing(SayAddress())


# --- roles ---


def put(model: Model, role: str, id: str) -> Model:
    """Cast a role; the open form follows."""
    after = _put_all(model, model.game, {role: id})
    if model.open in model.forms:
        after = filling.release(model, after)
    return refilled(after)


def _put_all(model: Model, game: str, roles: dict[str, str]) -> Model:
    is_new_actor = "self" in roles and model.cast.get(game, {}).get("self") != roles["self"]
    model = model.with_cast(game, roles)
    if is_new_actor and model.open:  # the path belongs to the old sheet
        model = model.with_form(replace(model.form, place=""))
    return model


def address(form: OpenForm, with_roll: bool) -> str:
    """Return the address of a form as filled in, with its roll if wanted.

    House rules are included: another campaign may have others.
    """
    rule_defaults = default_text(form.procedure)
    typed = {
        name: text for name, text in form.desk.typed.items() if text != rule_defaults.get(name)
    }
    path = form.procedure.id.replace(".", "/")
    return link(path, typed, form.desk.answers if with_roll else None)
