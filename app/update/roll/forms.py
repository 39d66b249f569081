"""What is done with forms: opening them, filling them in, saying who plays which part."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

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
from app.update.roll.roles import follows
from app.widgets.fight.due_rolls import due_roll
from app.widgets.roll.cast import in_places
from app.widgets.roll.desk import Desk, default_text
from app.widgets.roll.forms import request, step_text
from app.widgets.roll.links import known_and_not, link, read

if TYPE_CHECKING:
    from app.campaign.state.state import CampaignState


def update(model: Model, message: FormMessage, dice: random.Random) -> Next:
    """What comes of it."""
    match message:
        case RouteOpened():
            return _routed(model, message, dice)
        case RollableTaken():
            return Next(taken(model, message))
        case DueOpened(id):
            return _due_opened(model, id, dice)
        case AgainTapped(hash):
            return _again(model, hash, dice)
    form = model.form
    if not _has_field(form, message):
        return Next(model)  # it was tapped on a form that lay there before
    match message:
        case FieldTyped(name, text):
            return _typed(model, name, text, dice)
        case FieldStepped(name, by):
            return _typed(model, name, stepped(model, form, name, by), dice)
        case SignTurned(name):
            return _typed(model, name, turn_sign(form.desk.typed.get(name, "")), dice)
        case EntryAdded(name, entry):
            text = form.desk.typed.get(name, "").strip().rstrip(",")
            return _typed(model, name, f"{text}, {entry}" if text else entry, dice)
        case EntryDropped(name):
            entries = form.desk.typed.get(name, "").split(",")[:-1]
            return _typed(model, name, ", ".join(each.strip() for each in entries), dice)
        case NotationTapped(name, key):
            return _tapped(model, name, key, dice)
        case FactTapped(name):
            return _fact(model, name)
        case FormReset():
            return _reset(model, dice)
        case PartCast(role, id):
            return _left(put(model, role, id))
        case PlacePicked(place):
            moved = model.with_form(replace(form, place=place))
            return _left(refilled(filling.release(model, moved)))
        case HelpTaken():
            from app.update.odds import helping  # a first roll needs none of it

            then = PlacePicked(message.place) if message.place else None
            typed = then or FieldTyped(message.name, message.text)
            paid = helping.paid(model, form, message.action)
            return paid.then(lambda now: update(now, typed, dice))
        case ChancesSettled(words):
            said = (Say(words),) if words and words != form.heard else ()
            return Next(model.with_form(replace(form, heard=words)), said)


# --- opening ---


def _routed(model: Model, message: RouteOpened, dice: random.Random) -> Next:
    """Another address: its form is open, filled as the address says."""
    model = model.at(read(message.hash))
    after = Next(model)
    if model.game and (model.state is None or model.state.game != model.game):
        after = after.doing(OpenGame(model.game))
    elif model.journal is None:
        after = after.doing(OpenGame(""))
    if f"{model.game}/encounter" == model.address.path and not model.over:
        after = Next(nothing_settled(model), after.commands)
    if not model.open or model.over:
        return after
    after = Next(replace(model, tracker=replace(model.tracker, over="")), after.commands)
    return after.then(lambda now: form_opened(now, dice, message.standing))


def form_opened(
    model: Model, dice: random.Random, standing: Mapping[str, str] | None = None
) -> Next:
    """The form that is open now, filled as its address or its button says.

    standing: what stands in its fields, where somebody may have typed before anything listened.
    """
    known, said = model.forms.get(model.open), model.said
    answers = None if model.over else model.address.answers
    says_more = bool(said) or answers is not None
    if known is not None and not known.anew and not says_more:
        known = replace(known, unknown={}, tried=False, unconfirmed=None)
        return Next(refilled(model.with_form(filling.rehoused(known, model.state))))
    form = known or fresh(model, model.open)
    defaults = filling.defaults(form.procedure, model.state)
    form = replace(form, defaults=defaults, tried=False, unconfirmed=None)
    typed, unknown = known_and_not(said, form.procedure.inputs)
    if said:
        # What the link says counts, even where the form cannot show it: it is reported there.
        desk = Desk(form.procedure, {**form.defaults, **typed})
    elif known is None:
        stood = {name: t for name, t in (standing or {}).items() if name in form.defaults}
        desk = Desk(form.procedure, {**form.defaults, **stood})
    else:
        desk = Desk(form.procedure, form.defaults if form.anew else form.desk.typed)
    if answers is not None:
        desk = replace(desk, answers=answers, by_hand=True)
    given = typed if form.anew else {}
    if form.anew or said:
        form = replace(form, insisted=frozenset(), fed={}, pinned=typed)
    form = replace(form, unknown=unknown, anew=False, given=given, edited=frozenset())
    return desks.put_desk(model.with_form(form), desk, dice).then(lambda now: Next(refilled(now)))


def fresh(model: Model, procedure: str) -> OpenForm:
    """A form that nobody has touched."""
    declared = model.procedure(procedure)
    stood = filling.defaults(declared, model.state)
    return OpenForm(Desk(declared, stood), stood)


def refilled(model: Model) -> Model:
    """The model with its open form filled from the sheets and the scene."""
    if not model.open or model.open not in model.forms:
        return model
    before = model.form
    form = filling.filled(model, before)
    return model.with_form(form) if form is not before else model


def nothing_settled(model: Model) -> Model:
    """Whoever is back at the tracker rolls for something else next."""
    freed = {id: replace(each, due="") for id, each in model.forms.items() if each.due}
    return replace(model, forms={**model.forms, **freed}) if freed else model


def taken(model: Model, message: RollableTaken) -> Model:
    """A form is about to be opened from a button."""
    id = message.procedure
    form = replace(model.forms.get(id) or fresh(model, id), about=None)
    left = form.left[:0]
    roles = dict[str, str]()
    followed = _followed(model, message.follow)
    if followed is not None:
        last, play, next = followed
        left = still_offered(next, carried(last.left, last.desk.bound(), play))
        if next.instead or next.cancels:
            form = replace(form, about=About(next, last.desk))
        for role in next.roles.keys() - {"self", "target"}:
            roles[role] = message.others.get(role, "")
    else:
        form = replace(form, asked=())
        roles |= dict.fromkeys(counted(model.games[form.procedure.game]), "")
    if message.who:
        roles["self"] = message.who
    if message.target is not None:  # nobody is a target too
        roles |= {"target": message.target, aimed_at(form.procedure): message.target}
    form = replace(form, place=message.place, left=left, fed={}, anew=True, due="")
    model = _put_all(model, form.procedure.game, roles)
    return model.with_form(form)


def _followed(model: Model, number: int | None) -> tuple[OpenForm, Finished, Rollable] | None:
    """Find the result on the open form, and what of this number follows on it still."""
    form = model.forms.get(model.open)
    play = form.desk.play() if form is not None and number is not None else None
    if form is None or number is None or not isinstance(play, Finished):
        return None
    offered = follows(model, form, play)
    return (form, play, offered[number]) if number < len(offered) else None


def _due_opened(model: Model, id: str, dice: random.Random) -> Next:
    """The form that settles something due: filled in, everybody in their part; it opens over the
    fight, where that is seen."""
    due = model.state.due if model.state is not None else ()
    record = next((each for each in due if each["id"] == id), None)
    if record is None or not record["procedure"] or model.company is None:
        return Next(model)
    roll = due_roll(model.company, record)
    form = model.forms.get(roll.procedure) or fresh(model, roll.procedure)
    asked = (role for role, who in roll.cast.items() if who and role not in ("self", "target"))
    form = replace(
        form,
        about=None,
        asked=in_places(asked),
        place=roll.place,
        left=(),
        fed={},
        anew=True,
        due=id,
    )
    model = model.with_cast(model.game, roll.cast).with_form(form)
    if model.address.path == f"{model.game}/encounter":
        return laid_over(model, roll.procedure, roll.typed, dice)
    return Next(model, (Go(link(roll.procedure.replace(".", "/"), roll.typed)),))


def _again(model: Model, hash: str, dice: random.Random) -> Next:
    """The form of this address is opened and rolled: at once where it is open, else once it is."""
    wanted = read(hash).path.replace("/", ".", 1)
    form = model.forms.get(wanted) or fresh(model, wanted)
    model = model.with_form(replace(form, again=True))
    if model.over == wanted:
        return laid_over(model, wanted, read(hash).typed, dice)
    if model.open != wanted:
        return Next(model, (Go(hash),))
    return _routed(model, RouteOpened(hash), dice).doing(SayAddress())


def laid_over(model: Model, procedure: str, said: Mapping[str, str], dice: random.Random) -> Next:
    """The form of a procedure lies over the fight. said: what its button says of it."""
    tracker = replace(model.tracker, over=procedure, said=said, step="", who="")
    return form_opened(replace(model, tracker=tracker), dice)


# --- filling in ---


def _has_field(form: OpenForm, message: FieldMessage) -> bool:
    """Does the form have the field that this is about, of a kind that takes it?"""
    match message:
        case FieldStepped(name):
            declared = form.procedure.inputs.get(name)
            return declared is not None and isinstance(declared.kind, Whole | Number)
        case FieldTyped(name) | EntryAdded(name) | EntryDropped(name) | FactTapped(name):
            return name in form.procedure.inputs
        case HelpTaken(name, _, place):
            return bool(place) or name in form.procedure.inputs
    return True


def _typed(model: Model, name: str, text: str, dice: random.Random) -> Next:
    """A field says something else; a play of the old form ends."""
    before = model.form
    form = replace(before, unknown={}, tried=False, insisted=filling.insisted(before, name, text))
    desk = before.desk.with_typed({**before.desk.typed, name: text})
    if desk is before.desk:
        return Next(model.with_form(form))
    after = desks.put_desk(model.with_form(form), desk, dice)
    after = after.then(lambda now: Next(refilled(filling.release(model, now))))
    if before.desk.answers is not None or form.insisted != before.insisted:
        after = after.then(_left)
    declared = form.procedure.inputs.get(name)
    if declared is not None and declared.kind.house:
        after = after.doing(*_agreed(after.model.form, name))
    return after.doing(SayAddress(soon=True))


def _tapped(model: Model, name: str, key: str, dice: random.Random) -> Next:
    """Something is tapped into a line of notation, if the open form has it still."""
    declared, typed = model.form.procedure.inputs.get(name), model.form.desk.typed
    if declared is None or not isinstance(declared.kind, Notation):
        return Next(model)
    return _typed(model, name, declared.kind.tapped(typed.get(name, ""), key), dice)


def _agreed(form: OpenForm, name: str) -> tuple[Command, ...]:
    """A house rule was set in a form: the campaign remembers it."""
    declared = form.procedure.inputs[name]
    value = request(form.procedure, form.desk.typed).get(name)
    try:
        value = declared.check(value)
    except BadInput:
        return ()  # the form says what is wrong with it
    from app.campaign.facts import HouseSet

    agreed = None if value == declared.default else plain(value)

    def made(state: CampaignState) -> tuple[HouseSet, ...]:
        return (HouseSet({name: agreed}),) if state.house.get(name) != agreed else ()

    return (StoreEntries(made),)


def stepped(model: Model, form: OpenForm, name: str, by: int) -> str:
    """Write a number's field after so many steps, within its range."""
    kind = form.procedure.inputs[name].kind
    assert isinstance(kind, Whole | Number)
    most = filling.limits(model, form).get(name)
    return step_text(form.desk.typed.get(name, ""), by, form.defaults.get(name, ""), kind, most)


def _left(model: Model) -> Next:
    """Who plays which part, and with what, is there again at the next visit."""
    left = desks.left_of(model, model.form)
    return Next(model, (SavePlay(left),) if left is not None else ())


def _fact(model: Model, name: str) -> Next:
    """A field that is filled in stands open, the cursor in it; or it goes back into the line."""
    form = model.form
    opens = name not in form.edited
    edited = form.edited | {name} if opens else form.edited - {name}
    after = Next(model.with_form(replace(form, edited=edited)))
    return after.doing(FocusField(name)) if opens else after


def _reset(model: Model, dice: random.Random) -> Next:
    """Everything back to its default and to what the sheets say; the play ends."""
    form = replace(model.form, unknown={}, tried=False, given={})
    form = replace(form, insisted=frozenset(), edited=frozenset(), pinned={})
    desk = Desk(form.procedure, form.defaults)
    after = desks.put_desk(model.with_form(form), desk, dice).then(lambda n: Next(refilled(n)))
    return after.doing(SayAddress())


# --- who plays ---


def put(model: Model, role: str, id: str) -> Model:
    """Somebody (or nobody) plays a part; the open form follows."""
    after = _put_all(model, model.game, {role: id})
    if model.open in model.forms:
        after = filling.release(model, after)
    return refilled(after)


def _put_all(model: Model, game: str, roles: dict[str, str]) -> Model:
    another = "self" in roles and model.cast.get(game, {}).get("self") != roles["self"]
    model = model.with_cast(game, roles)
    if another and model.open:  # what stood at a place of the old sheet is gone
        model = model.with_form(replace(model.form, place=""))
    return model


def address(form: OpenForm, with_roll: bool) -> str:
    """The address of a form as filled in, with its roll if wanted.

    House rules of this campaign are said as well: elsewhere others may hold.
    """
    written = default_text(form.procedure)
    typed = {name: text for name, text in form.desk.typed.items() if text != written.get(name)}
    path = form.procedure.id.replace(".", "/")
    return link(path, typed, form.desk.answers if with_roll else None)
