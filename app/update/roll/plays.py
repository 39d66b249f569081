"""Handling of the open form's play: roll, type dice, decide."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from app.core.errors import BadInput
from app.core.play.asks import Places, YesNo
from app.core.play.play import Asking, Chosen, Finished
from app.update.commands import (
    FocusField,
    FocusQuestion,
    HideToast,
    Notify,
    SavePlay,
    Say,
    SayAddress,
    ShowPlay,
)
from app.update.messages.plays import (
    DecisionTaken,
    DiceEntered,
    DiceMessage,
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
    RollConfirmed,
    RollTapped,
)
from app.update.model import Model, Next
from app.update.open_form import OpenForm
from app.update.roll import desks, filling, roles
from app.widgets.dice import typing
from app.widgets.dice.typing import Die
from app.widgets.roll.announcement import unable_words
from app.widgets.roll.desk import Desk
from app.widgets.roll.play.plays import ENTER, KEYS

#: The most characters that the notice of unused faces repeats.
UNUSED = 40

#: Messages that continue a play waiting for a die or a decision.
Waited = DieTakenBack | RestRolled | PlaySettled | PlayCancelled


def update(model: Model, message: DiceMessage, dice: random.Random) -> Next:
    """Handle a message about the play."""
    desk = model.form.desk
    if isinstance(message, Waited) and asking(desk) is None:
        return Next(model)
    match message:
        case RollTapped() | DiceEntered():
            return _start(model, message, dice)
        case RollConfirmed():
            return _confirm(model, dice)
        case FacesTyped(place, text):
            return _type_faces(model, place, text, dice)
        case FaceTyped(place, text):
            return _type_faces(model, place, text, dice, ended=True)
        case KeyTapped(key):
            return _press_key(model, key, dice)
        case DiePicked(place):
            picked = place if face_at(desk, place) and model.form.picked != place else None
            return Next(model.with_form(replace(model.form, picked=picked, fault="")))
        case DieTakenBack():
            return _put_play(model, desk.take_back(), dice)
        case RestRolled():
            return _end_incomplete(model, dice).then(lambda now: _roll_rest(now, dice))
        case PlaySettled():
            return _put_play(model, desk.as_suggested(dice), dice)
        case PlayCancelled():
            return _cancel(model, dice)
        case ResultShown():
            return _reveal(model)
        case DecisionTaken():
            return _decide(model, message, dice)
        case PickToggled(place):
            return _pick_dice(model, tuple(sorted({*picks(model.form)} ^ {place})))
        case PicksSet(places):
            return _pick_dice(model, places)


# --- rolling ---


def at_once(model: Model, dice: random.Random) -> Next:
    """Roll a form that was opened to be rolled, or focus the first field that keeps it waiting.

    Numbers that are hidden from this device are missing: the form names them.
    """
    form = model.forms.get(model.open)
    if form is None or not form.again:
        return Next(model)
    model = model.with_form(replace(form, again=False))
    if roles.lacks_numbers(model, model.form):
        return Next(model)
    after = _start(model, RollTapped(), dice)
    # A missing input is no mistake yet: nobody could type it.
    unmarked = after.model.with_form(replace(after.model.form, submitted=False))
    return Next(unmarked, after.commands)


def _start(model: Model, message: RollTapped | DiceEntered, dice: random.Random) -> Next:
    """Start a play; ask first if the actor cannot act."""
    why = roles.unable(model, model.form)
    desk = model.form.desk
    goes_on = desk.answers is not None and not _is_over(desk)
    if not why or goes_on or desk.faults():
        return _play(model, message, dice)
    form = replace(model.form, unconfirmed=message)
    return Next(model.with_form(form), (Say(unable_words(why, asks=True)), FocusQuestion()))


def _confirm(model: Model, dice: random.Random) -> Next:
    """Start the play that the form asked about."""
    message = model.form.unconfirmed
    return Next(model) if message is None else _play(model, message, dice)


def _play(model: Model, message: RollTapped | DiceEntered, dice: random.Random) -> Next:
    model = model.with_form(replace(model.form, unconfirmed=None))
    # With physical dice every roll over the fight asks for faces; a secret one stays the GM's.
    is_real = bool(model.overlay) and model.tracker.real_dice
    if isinstance(message, RollTapped) and (message.hidden or not is_real):
        return _roll(model, message.hidden, dice)
    return _enter_dice(model, dice)


def _roll(model: Model, hidden: bool, dice: random.Random) -> Next:
    """Roll the form; a fault is shown at its field."""

    def roll(now: Model) -> Next:
        now = now.with_form(replace(now.form, hidden=hidden, revealed=False))
        return _put_play(now, now.form.desk.roll(dice), dice)

    return _begin(model, dice, roll)


def _reveal(model: Model) -> Next:
    """Reveal the result of a secret roll on this device, also after a reload."""
    shown = model.with_form(replace(model.form, revealed=True))
    return Next(shown, (SavePlay(desks.open_play_record(shown, shown.form)), ShowPlay()))


def _enter_dice(model: Model, dice: random.Random) -> Next:
    """Ask for the faces of real dice; a finished play is replaced."""

    def enter(now: Model) -> Next:
        if now.form.desk.answers is None:  # a secret roll before it makes no secret of this one
            now = now.with_form(replace(now.form, hidden=False))
        return _put_play(now, now.form.desk.entering().settle(), dice)

    return _begin(model, dice, enter)


def _begin(model: Model, dice: random.Random, begin: Any) -> Next:
    """Begin a play, or focus the first field at fault."""
    after = _clear_finished(model, dice)
    form = after.model.form
    faults = form.desk.faults()
    if not faults:
        counted = after.model.with_form(replace(form, plays=form.plays + 1))
        # Toast and notice are about the last result, and could cover the dice of this one.
        return Next(counted, (*after.commands, HideToast(), Notify("", refusal=True))).then(begin)
    inputs = form.procedure.inputs
    submitted = after.model.with_form(replace(form, submitted=True))
    first = next((name for name in faults if name in inputs), "")
    return Next(submitted, after.commands).doing(*([FocusField(first)] if first else []))


def _clear_finished(model: Model, dice: random.Random) -> Next:
    """Clear a finished or rolled play and refill the form from the sheets."""
    desk = model.form.desk
    if not _is_over(desk):
        return Next(model)
    after = desks.put_desk(model, replace(desk, answers=None), dice)
    return after.then(lambda now: Next(filling.refill_form(now)))


def _is_over(desk: Desk) -> bool:
    """Tell whether no play of typed dice is under way."""
    try:
        return desk.final_answers > 0 or isinstance(desk.play(), Finished)
    except BadInput:
        return True  # the roll in a link does not fit its form


def _put_play(model: Model, desk: Desk, dice: random.Random) -> Next:
    """Put the play on its desk, and store it if it has ended."""
    after = desks.put_desk(model, desk, dice)
    cleared = replace(after.model.form, picked=None, begun=None, sign=None, fault="")
    now = after.model.with_form(cleared)
    after = Next(now, (*after.commands, SayAddress()))
    if isinstance(desk.play(), Finished):
        after = after.then(lambda now: desks.store_play(now, now.form))
    else:
        after = after.doing(SavePlay(desks.open_play_record(now, now.form)))
    return after.doing(ShowPlay())


def _answer(model: Model, answer: int | Chosen, dice: random.Random) -> Next:
    """Answer the play; an answer that does not fit is reported at its field."""
    try:
        desk = model.form.desk.answer(answer, dice)
    except BadInput as fault:
        return _show_fault(model, fault.message)
    return _put_play(model, desk, dice)


def _show_fault(model: Model, words: str) -> Next:
    return Next(model.with_form(replace(model.form, fault=words)))


def _cancel(model: Model, dice: random.Random) -> Next:
    """Cancel the play; one with rolled dice is stored."""
    after = desks.put_desk(model, replace(model.form.desk, answers=None, by_hand=False), dice)
    record = desks.open_play_record(after.model, after.model.form)
    return after.doing(SavePlay(record), Say("Roll cancelled."))


# --- typing dice ---


def asking(desk: Desk) -> Asking | None:
    """Return the play if it waits for a die or a decision, else None."""
    play = desk.valid_play
    return play if isinstance(play, Asking) else None


def sides(desk: Desk) -> int | None:
    """Return the number of sides of the wanted die."""
    die = die_of(desk)
    return die.sides if die is not None else None


def die_of(desk: Desk) -> Die | None:
    """Return the wanted die."""
    play = asking(desk)
    return Die(play.wanted.sides, play.wanted.art) if play and play.wanted else None


def next_place(desk: Desk) -> int:
    """Return the index of the wanted die."""
    play = asking(desk)
    return len(play.wanted.faces) if play and play.wanted else 0


def face_at(desk: Desk, index: int) -> str:
    """Return the face typed at this index, empty while it is missing."""
    play = asking(desk)
    if play is None or play.wanted is None or index >= len(play.wanted.faces):
        return ""
    return Die(play.wanted.sides, play.wanted.art).text(play.wanted.faces[index])


def _type_faces(
    model: Model, place: int, text: str, dice: random.Random, ended: bool = False
) -> Next:
    """Handle the text of a die's field: take each complete face.

    Separated faces, as in `12 5`, are taken as they are. `ended`: no further key follows.
    """
    after = _end_incomplete(model, dice, but=place)
    die = die_of(after.model.form.desk)
    if die is None:
        return after
    plain = typing.separate_faces(text, die)
    if die.signed and plain == "1" and after.model.form.sign == place - 1:
        return _set_incomplete(after, place, "")  # the 1 of a `-1` after its sign counted as a face
    rest = _text_after_face(after.model.form.desk, die, place, plain)
    apart = typing.are_apart(rest)
    if typing.piece(rest, die, apart) is None:
        nothing = die.fault(text)
        return (
            after.then(lambda now: _show_fault(now, nothing))
            if any(typing.words(text.replace(".", " ")))
            or (text and (die.signed or face_at(after.model.form.desk, place)))
            else _set_incomplete(after, place, "")  # nothing, or the separator after a whole face
        )
    while die is not None and (part := typing.piece(rest, die, apart)) is not None:
        is_last = not (part.rest or apart or ended)
        if is_last and not die.signed and typing.could_grow(part.words, die.sides):
            return _set_incomplete(after, place, part.words)
        if part.face is None:
            words = die.fault(part.words)
            begun = (place, part.words) if is_last and part.words in ("-", "+") else None
            form = replace(after.model.form, begun=begun, fault=words)
            return Next(after.model.with_form(form), after.commands)
        at, face, rest = place, part.face, part.rest
        after = after.then(lambda now, at=at, face=face: _set_face(now, at, face, dice))  # type: ignore[misc]
        if is_last and part.words in ("-", "+"):
            signed = replace(after.model.form, sign=at)
            return Next(after.model.with_form(signed), after.commands)
        place, die = next_place(after.model.form.desk), die_of(after.model.form.desk)
    unused = ", ".join(typing.words(rest))
    if die is None and unused:
        before = "Decide first" if asking(after.model.form.desk) else "Too many faces"
        return after.doing(Notify(f"{before}. Not entered: {unused[:UNUSED]}", refusal=True))
    return after


def _roll_rest(model: Model, dice: random.Random) -> Next:
    """Roll the dice that are still missing."""
    if asking(model.form.desk) is None:
        return Next(model)
    return _put_play(model, model.form.desk.rest_rolled(dice), dice)


def _set_incomplete(after: Next, place: int, text: str) -> Next:
    """Store an incomplete face, or clear it (empty)."""
    begun = replace(after.model.form, begun=(place, text), sign=None)
    return Next(after.model.with_form(begun), after.commands)


def _end_incomplete(model: Model, dice: random.Random, but: int | None = None) -> Next:
    """Take the incomplete face unless it is in this field: no further key follows."""
    begun, desk = model.form.begun, model.form.desk
    die = die_of(desk)
    if begun is None or die is None or begun[0] == but or begun[0] > next_place(desk):
        return Next(model)
    face = typing.face(begun[1], die.sides, die.art)
    return _set_face(model, begun[0], face, dice) if face is not None else Next(model)


def _text_after_face(desk: Desk, die: Die, place: int, text: str) -> str:
    """Return the text without the old face of its field, if a new one is typed after it."""
    old = face_at(desk, place)
    if not old or typing.face(text, die.sides, die.art) is not None:
        return text
    return text.removeprefix(typing.separate_faces(old, die))


def _set_face(model: Model, place: int, face: int, dice: random.Random) -> Next:
    """Set the face of a die, or replace it."""
    desk = model.form.desk
    play = asking(desk)
    if play and play.wanted and place < len(play.wanted.faces):
        answers = list(desk.answers or ())
        answers[len(answers) - len(play.wanted.faces) + place] = face
        return _put_play(model, replace(desk, answers=tuple(answers)), dice)
    return _answer(model, face, dice)


def _press_key(model: Model, key: str, dice: random.Random) -> Next:
    """Handle a key beside the fields: a face, a digit, or ENTER."""
    form = model.form
    die = die_of(form.desk)
    place = next_place(form.desk) if form.picked is None else form.picked
    if die is None:
        return Next(model)
    if die.sides > KEYS:
        begun = form.begun[1] if form.begun and form.begun[0] == place else ""
        ended = key == ENTER
        return _type_faces(model, place, begun if ended else begun + key, dice, ended)
    return _set_face(model, place, int(key), dice) if key.isdecimal() else Next(model)


# --- deciding ---


def _decide(model: Model, message: DecisionTaken, dice: random.Random) -> Next:
    """Take a decision during a play, or change one at its end."""
    desk = model.form.desk
    play = desk.play()
    if isinstance(play, Finished):
        decided = desk.decide_anew(message.name, message.value)
        if decided == desk:
            return Next(model)
        after = desks.put_desk(model, decided, dice)
        return after.then(lambda now: desks.change_decision(now, now.form)).doing(ShowPlay())
    if isinstance(play, Asking) and play.choice is not None:
        return _answer(model, Chosen(message.name, _decision(model.form, play, message)), dice)
    return Next(model)


def picks(form: OpenForm) -> tuple[int, ...]:
    """Return the numbers of the dice picked for the open decision, empty if it needs none."""
    play = asking(form.desk)
    if play is None or play.choice is None or not isinstance(play.choice.options, Places):
        return ()
    return tuple(play.choice.default) if form.picks is None else form.picks


def _pick_dice(model: Model, places: tuple[int, ...]) -> Next:
    """Pick these dice as far as they exist; too many are reported on submission."""
    play = asking(model.form.desk)
    if play is None or play.choice is None or not isinstance(play.choice.options, Places):
        return Next(model)
    count = play.choice.options.count
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
