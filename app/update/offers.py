"""Late taps: decide whether a button is still current when its tap is handled.

    of_form(model)        the state of the open form that a tap depends on
    of_fight(model)       the same for the fight's page
    screen_state(model)   both
    is_current(model, m)  tells whether the tap still applies
    record(model, m)      remembers a tap that may happen only once

On a slow device a second tap is made on a screen that does not show the result of the first. It is
ignored if it would repeat the action, or do something else than its button said. Taps that count
(one more, one face) are exempt: five of them are five.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.errors import BadInput
from app.core.play.play import Asking
from app.update.messages.forms import (
    AgainTapped,
    DueOpened,
    EntryAdded,
    EntryDropped,
    FactTapped,
    FieldStepped,
    FormReset,
    HelpTaken,
    NotationTapped,
    PartCast,
    PlacePicked,
    RollableTaken,
)
from app.update.messages.offers import Offered, Shown
from app.update.messages.plays import (
    DecisionTaken,
    DiceEntered,
    DiePicked,
    DieTakenBack,
    EffectsApplied,
    EffectsTakenBack,
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
    SaveTapped,
    Undone,
)
from app.update.messages.tracker import (
    ActionTaken,
    CharactersJoined,
    ConditionTapped,
    HoursPassed,
    LastGroupJoined,
    LineJoined,
    MeterChanged,
    NextRolled,
    OrderNumberSet,
    PresetGroupJoined,
    PresetsJoined,
    ResultReopened,
    RolledOver,
    SeveralChanged,
    StepSent,
    StepTaken,
    TurnPassed,
)

if TYPE_CHECKING:
    from app.update.messages import Message
    from app.update.model import Model

#: Messages about the fields of a form.
FORM = (
    *(AgainTapped, EntryAdded, EntryDropped, FactTapped, FieldStepped, FormReset, HelpTaken),
    *(NotationTapped, PartCast, PlacePicked),
)

#: Messages about a form or a play, valid for as long as the play lasts.
PLAY = (
    *(RollTapped, RollConfirmed, DiceEntered, DieTakenBack, PlayCancelled, PlaySettled),
    RestRolled,
)

#: Messages about one result, one decision, or one set of wanted dice.
ASKED = (
    *(DecisionTaken, DiePicked, EffectsApplied, EffectsTakenBack, FaceTyped, KeyTapped),
    *(NextRolled, PicksSet, PickToggled, ResultShown, SaveTapped),
)

#: Messages of the fight's own page, below a roll over it.
FIGHT = (
    *(ActionTaken, CharactersJoined, DueOpened, HoursPassed, LineJoined, MeterChanged),
    *(ResultReopened, RolledOver, StepSent, StepTaken, TurnPassed),
    *(PresetsJoined, PresetGroupJoined, LastGroupJoined),
    *(ConditionTapped, OrderNumberSet, SeveralChanged),
)

#: Messages that apply once, however often the button is tapped before the screen updates.
ONCE = (
    *(ActionTaken, AgainTapped, CharactersJoined, DueOpened, EffectsApplied, EffectsTakenBack),
    *(HelpTaken, HoursPassed, LineJoined, MeterChanged, NextRolled, RolledOver, StepSent),
    *(StepTaken, TurnPassed, PresetsJoined, PresetGroupJoined, LastGroupJoined),
    *(ConditionTapped, OrderNumberSet, SeveralChanged),
)

#: More taps than a user can make before the screen updates.
REMEMBERED = 8


def of_form(model: Model) -> Shown:
    """Describe the open form and the position in its play, empty without one."""
    form = model.forms.get(model.open)
    return Shown(model.open, form.plays, _position(model)) if form is not None else Shown()


def of_fight(model: Model) -> Shown:
    """Describe the turn and the layers over it, empty on another page."""
    if not model.at_fight:
        return Shown()
    return Shown(turn=_describe_turn(model), over=model.overlay, step=model.tracker.step)


def screen_state(model: Model) -> Shown:
    """Describe the state of the whole screen."""
    form, fight = of_form(model), of_fight(model)
    return replace(fight, form=form.form, play=form.play, asked=form.asked, taps=model.taps)


def is_current(model: Model, offered: Offered) -> bool:
    """Tell whether the screen still offers this message."""
    message, then = offered.message, offered.shown
    twin = _without_new_id(message)
    if any(then.taps < count and twin == _without_new_id(each) for count, each in model.taken_taps):
        return False
    now = screen_state(model)
    if then.form is not None and not _is_same_play(message, then, now):
        return False
    return then.turn is None or _is_same_fight(model, message, then, now)


def record(model: Model, message: Message) -> Model:
    """Remember a tap that may happen only once."""
    if not _happens_once(message):
        return model
    taps = model.taps + 1
    return replace(
        model, taps=taps, taken_taps=(*model.taken_taps[1 - REMEMBERED :], (taps, message))
    )


# Messages are objects below: mypy takes seconds to narrow the union of all of them.


def _is_same_play(message: object, then: Shown, now: Shown) -> bool:
    """Tell whether the open form still shows the state that the message depends on."""
    if _is_about_result(message) or isinstance(message, ASKED):
        return (then.form, then.play, then.asked) == (now.form, now.play, now.asked)
    if isinstance(message, PLAY):
        return (then.form, then.play) == (now.form, now.play)
    return then.form == now.form or not isinstance(message, FORM)


def _is_about_result(message: object) -> bool:
    if isinstance(message, RollableTaken):
        return message.follow is not None
    return isinstance(message, Undone) and message.this_play


def _is_same_fight(model: Model, message: object, then: Shown, now: Shown) -> bool:
    """Tell whether the turn is the same and no new roll lies over the fight."""
    if not isinstance(message, FIGHT):
        return True
    if now.over and now.over != then.over:
        return False
    if isinstance(message, StepSent) and then.step == message.step and now.step != then.step:
        return False
    return not _is_of_turn(model, message) or then.turn == now.turn


def _is_of_turn(model: Model, message: object) -> bool:
    """Tell whether a message is meant for the turn in which it was tapped."""
    if isinstance(message, StepSent | StepTaken):
        encounter = model.games[model.game].encounter if model.game else None
        step = message.step
        return encounter is not None and (step == "begin" or encounter.ends_turn(step))
    return isinstance(message, ActionTaken | TurnPassed)


def _happens_once(message: object) -> bool:
    if isinstance(message, ONCE):
        return True
    # The sender of one of these has loaded them.
    from app.update.messages import campaign

    once = campaign.CharacterBrought, campaign.CharacterCopied, campaign.NoteSaved
    return isinstance(message, once)


def _without_new_id(message: object) -> object:
    """Return the message without the id generated for each tap."""
    if isinstance(message, ONCE):
        return message
    from app.update.messages import campaign

    match message:
        case campaign.CharacterBrought():
            return replace(message, character="")
        case campaign.CharacterCopied():
            return replace(message, copy="")
        case campaign.NoteSaved():
            return replace(message, note="")
    return message


def _position(model: Model) -> int:
    """Return the position in the open form's play; -1 at its end, -2 without one."""
    desk = model.form.desk
    try:
        play = desk.play()
    except BadInput:
        return -2
    if play is None:
        return -2
    if not isinstance(play, Asking):
        return -1
    return len(desk.answers or ()) - (len(play.wanted.faces) if play.wanted else 0)


def _describe_turn(model: Model) -> str:
    """Return the round and the combatant with the turn, empty without a fight."""
    from app.campaign.state.scenes import scene_of  # no form needs it

    played = model.played
    scene = scene_of(played[1].document, played[0]) if played is not None else None
    if scene is None:
        return ""
    board = scene.board
    return f"{board.heading} · {board.current or ''}"
