"""The play of the open form: rolling, typing dice, deciding."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

from app.core.asks import Places, YesNo
from app.core.errors import BadInput
from app.core.play import Asking, Chosen, Finished
from app.table import desks, forms
from app.table.commands import FocusField, SavePlay, Say, SayAddress, ShowPlay
from app.table.messages.plays import (
    DecisionTaken,
    DiceEntered,
    DiePicked,
    DieTakenBack,
    FacesTyped,
    FaceTyped,
    KeyTapped,
    PicksSet,
    PickToggled,
    PlayCancelled,
    PlaySettled,
    RestRolled,
    ResultShown,
    RollTapped,
)
from app.table.model import Model, Next, OpenForm
from app.widgets import typing
from app.widgets.desk import Desk
from app.widgets.plays import KEYS

DiceMessage = (
    RollTapped
    | DiceEntered
    | FacesTyped
    | FaceTyped
    | KeyTapped
    | DiePicked
    | DieTakenBack
    | RestRolled
    | PlaySettled
    | PlayCancelled
    | ResultShown
    | DecisionTaken
    | PickToggled
    | PicksSet
)


def update(model: Model, message: DiceMessage, dice: random.Random) -> Next:
    """What comes of it; nothing where no form is open."""
    if not model.open or model.open not in model.forms:
        return Next(model)
    desk = model.form.desk
    match message:
        case RollTapped(hidden):
            return _rolled(model, hidden, dice)
        case DiceEntered():
            return _entering(model, dice)
        case FacesTyped(place, text):
            return _typed(model, place, text, dice)
        case FaceTyped(place, text):
            return _face(model, place, text, dice)
        case KeyTapped(key):
            return _key(model, key, dice)
        case DiePicked(place):
            picked = place if face_at(desk, place) and model.form.picked != place else None
            return Next(model.with_form(replace(model.form, picked=picked, fault="")))
        case DieTakenBack():
            return _take(model, desk.taken_back(), dice)
        case RestRolled():
            return _take(model, desk.rest_rolled(dice), dice)
        case PlaySettled():
            return _take(model, desk.as_suggested(dice), dice)
        case PlayCancelled():
            return _cancelled(model, dice)
        case ResultShown():
            return Next(model.with_form(replace(model.form, hidden=False)), (ShowPlay(),))
        case DecisionTaken():
            return _decided(model, message, dice)
        case PickToggled(place):
            return _picking(model, tuple(sorted({*picks(model.form)} ^ {place})))
        case PicksSet(places):
            return _picking(model, places)


# --- rolling ---


def at_once(model: Model, dice: random.Random) -> Next:
    """A form that was opened to be rolled is rolled now."""
    form = model.forms.get(model.open)
    if form is None or not form.again:
        return Next(model)
    return _rolled(model.with_form(replace(form, again=False)), False, dice)


def _rolled(model: Model, hidden: bool, dice: random.Random) -> Next:
    """Roll what the form says; a fault is shown where it is."""

    def roll(now: Model) -> Next:
        now = now.with_form(replace(now.form, hidden=hidden))
        return _take(now, now.form.desk.rolled(dice), dice)

    return _begun(model, dice, roll)


def _entering(model: Model, dice: random.Random) -> Next:
    """Type in the dice that lie on the table; a finished play makes room for a new one."""
    return _begun(model, dice, lambda now: _take(now, now.form.desk.entering().settled(), dice))


def _begun(model: Model, dice: random.Random, begin: Any) -> Next:
    """Begin a play, unless the form has something to mend: then the cursor goes there."""
    after = _renewed(model, dice)
    form = after.model.form
    faults = form.desk.faults()
    if not faults:
        return after.then(begin)
    inputs = form.procedure.inputs
    tried = after.model.with_form(replace(form, tried=True))
    first = next((name for name in faults if name in inputs), "")
    return Next(tried, after.commands).doing(*([FocusField(first)] if first else []))


def _renewed(model: Model, dice: random.Random) -> Next:
    """A finished play makes room, and so does one whose dice have fallen by chance: the form takes
    what has changed on the sheets since."""
    desk = model.form.desk
    try:
        over = desk.standing > 0 or isinstance(desk.play(), Finished)
    except BadInput:
        over = True  # a link's roll that does not fit its form
    if not over:
        return Next(model)
    after = desks.put_desk(model, replace(desk, answers=None), dice)
    return after.then(lambda now: Next(forms.refilled(now)))


def _take(model: Model, desk: Desk, dice: random.Random) -> Next:
    """This is where the play stands now; if it has ended, it is kept."""
    after = desks.put_desk(model, desk, dice)
    now = after.model.with_form(replace(after.model.form, picked=None, fault=""))
    after = Next(now, (*after.commands, SayAddress()))
    if isinstance(desk.play(), Finished):
        after = after.then(lambda now: desks.kept(now, now.form))
    else:
        after = after.doing(SavePlay(desks.left_of(now, now.form)))
    return after.doing(ShowPlay())


def _answered(model: Model, answer: int | Chosen, dice: random.Random) -> Next:
    """Take an answer; one that does not fit is told at its field and changes nothing."""
    try:
        desk = model.form.desk.answered(answer, dice)
    except BadInput as fault:
        return _fault(model, fault.message)
    return _take(model, desk, dice)


def _fault(model: Model, words: str) -> Next:
    return Next(model.with_form(replace(model.form, fault=words)))


def _cancelled(model: Model, dice: random.Random) -> Next:
    """Leave the play; dice that chance rolled are kept."""
    after = desks.put_desk(model, replace(model.form.desk, answers=None, by_hand=False), dice)
    left = desks.left_of(after.model, after.model.form)
    return after.doing(SavePlay(left), Say("The roll is cancelled."))


# --- typing dice ---


def asking(desk: Desk) -> Asking | None:
    """The die or the decision that a play waits for."""
    try:
        play = desk.play()
    except BadInput:
        return None
    return play if isinstance(play, Asking) else None


def sides(desk: Desk) -> int | None:
    """The sides of the die that is wanted now."""
    waits = asking(desk)
    return waits.wanted.sides if waits and waits.wanted else None


def next_place(desk: Desk) -> int:
    """The field of the die that is wanted now."""
    waits = asking(desk)
    return len(waits.wanted.faces) if waits and waits.wanted else 0


def face_at(desk: Desk, place: int) -> str:
    """The face that was typed in this place, empty while it waits for one."""
    waits = asking(desk)
    faces = waits.wanted.faces if waits and waits.wanted else ()
    return str(faces[place]) if place < len(faces) else ""


def _typed(model: Model, place: int, text: str, dice: random.Random) -> Next:
    """What stands in a die's field now: each face that is complete is taken at once.

    Pasted faces that are parted from each other, as in `12 5`, are taken as they stand.
    """
    desk = model.form.desk
    old, size = face_at(desk, place), sides(desk)
    if old and size and text.startswith(old) and not typing.could_grow(old, size):
        text = text[len(old) :]  # typed behind a face that stands there: in its place
    parted = re.findall(r"\d+", text)
    after = Next(model)
    if text and not text.isdigit():
        if not parted:
            return _fault(model, f"{text[:12]!r} is no face")
        for face in parted:
            where = next_place(after.model.form.desk) if len(parted) > 1 else place
            after = after.then(lambda now, at=where, face=face: _face(now, at, face, dice))  # type: ignore[misc]
        return after
    buffer = ""
    for digit in text:
        size = sides(after.model.form.desk)
        if size is None:
            return after
        buffer += digit
        if not typing.could_grow(buffer, size):
            face, at = buffer, place
            after = after.then(lambda now, at=at, face=face: _face(now, at, face, dice))  # type: ignore[misc]
            place, buffer = next_place(after.model.form.desk), ""
    begun = replace(after.model.form, begun=(place, buffer) if buffer else None)
    return Next(after.model.with_form(begun), after.commands)


def _face(model: Model, place: int, text: str, dice: random.Random) -> Next:
    """The face in a field as it stands; in a field that has one already it replaces it."""
    desk = model.form.desk
    size = sides(desk)
    if size is None or not text:
        return Next(model)
    face = typing.face(text.strip(), size)
    if face is None:
        return _fault(model, f"a d{size} has no face {text[:12]}; give 1 to {size}")
    waits = asking(desk)
    if waits and waits.wanted and place < len(waits.wanted.faces):
        answers = list(desk.answers or ())
        answers[len(answers) - len(waits.wanted.faces) + place] = face
        return _take(model, replace(desk, answers=tuple(answers)), dice)
    return _answered(model, face, dice)


def _key(model: Model, key: str, dice: random.Random) -> Next:
    """A key beside the fields: the same as typing it."""
    form = model.form
    size = sides(form.desk)
    place = next_place(form.desk) if form.picked is None else form.picked
    if size is None:
        return Next(model)
    if size > KEYS:
        begun = form.begun[1] if form.begun and form.begun[0] == place else ""
        return _typed(model, place, begun + key, dice)
    return _face(model, place, key, dice)


# --- deciding ---


def _decided(model: Model, message: DecisionTaken, dice: random.Random) -> Next:
    """A decision: in the middle of a play, or at its end another than the one taken."""
    desk = model.form.desk
    play = desk.play()
    if isinstance(play, Finished):
        after = desks.put_desk(model, desk.decided_anew(message.name, message.value), dice)
        return after.then(lambda now: desks.changed(now, now.form)).doing(ShowPlay())
    if isinstance(play, Asking) and play.choice is not None:
        return _answered(model, Chosen(message.name, _decision(model.form, play, message)), dice)
    return Next(model)


def picks(form: OpenForm) -> tuple[int, ...]:
    """The places of the dice that are picked for the open decision; none where it has no dice."""
    waits = asking(form.desk)
    if waits is None or waits.choice is None or not isinstance(waits.choice.options, Places):
        return ()
    return tuple(waits.choice.default) if form.picks is None else form.picks


def _picking(model: Model, places: tuple[int, ...]) -> Next:
    """These dice are picked, as far as there are such; more of them than may be are told when they
    are taken."""
    waits = asking(model.form.desk)
    if waits is None or waits.choice is None or not isinstance(waits.choice.options, Places):
        return Next(model)
    count = waits.choice.options.count
    picked = tuple(place for place in places if 1 <= place <= count)
    return Next(model.with_form(replace(model.form, picks=picked)))


def _decision(form: OpenForm, play: Asking, message: DecisionTaken) -> Any:
    assert play.choice is not None
    if isinstance(play.choice.options, YesNo):
        return message.value == "true"
    if isinstance(play.choice.options, Places):
        if message.value != "picked":
            return ()
        return picks(form) if message.places is None else message.places
    return message.value
