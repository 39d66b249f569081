"""What a message about the open campaign comes to.

update(model, message) -> the model after it, and what is to be done
facts(message, state, games) -> what happens in the campaign by it
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.campaign.facts import SCENE, Applied, DueSettled, SceneSet
from app.campaign.facts.base import Fact
from app.campaign.state.effects import effect_record
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import CampaignState, Games
from app.core.games import Counter
from app.core.procedures.outcomes import Effect
from app.core.sheets import ListField
from app.update import notes, opening
from app.update.campaigns import kept_file
from app.update.commands import FocusRecord, ForgetTyped, Go, StoreEntries
from app.update.fight import encounters, tracker
from app.update.journal import older_entries
from app.update.luck.past import past
from app.update.messages.answers import (
    CharacterKept,
    JournalMoved,
    JournalOpened,
    NoteStored,
    OlderRead,
    RecordKept,
    StepKept,
)
from app.update.messages.campaign import (
    CampaignMessage,
    CharacterBrought,
    CharacterCopied,
    CharacterMessage,
    CharacterTakenOut,
    CounterStepped,
    DueTicked,
    EditingSwitched,
    EncounterMessage,
    FormStarred,
    HiddenCounted,
    JournalSifted,
    NoteKept,
    NoteMessage,
    NoteOpened,
    OlderWanted,
    PastAsked,
    PeopleShown,
    RecordAdded,
    StarTapped,
    TellingSwitched,
)
from app.update.messages.tracker import StepClosed, TrackerMessage
from app.update.model import Model, Next
from app.update.roll import favourites, rolls
from app.update.sheet import characters, sheets
from app.widgets.fight.screen import IN_WORDS, TELLS_ALL

if TYPE_CHECKING:
    from app.update.messages import Message

#: What is opened of characters and notes, or answered about them.
OpenedMessage = EditingSwitched | PeopleShown | CharacterKept | RecordKept | NoteOpened | NoteStored

#: What is about the open campaign.
OpenMessage = (
    TrackerMessage
    | StepKept
    | CampaignMessage
    | OpenedMessage
    | OlderWanted
    | JournalSifted
    | PastAsked
    | HiddenCounted
    | OlderRead
    | FormStarred
    | JournalOpened
    | JournalMoved
    | rolls.KeptMessage
)


def update(model: Model, message: OpenMessage) -> Next:
    """What comes of it."""
    if isinstance(message, TrackerMessage | StepKept):
        return tracker.update(model, message)
    if isinstance(message, CampaignMessage):
        return _campaign(model, message)
    if isinstance(message, OpenedMessage):
        return _opened(model, message)
    if isinstance(message, FormStarred):
        tapped = favourites.of_form(model)
        return _campaign(model, tapped) if tapped is not None else Next(model)
    if isinstance(message, PastAsked | HiddenCounted):
        return Next(replace(model, past=past(model.past, message)))
    if isinstance(message, OlderWanted | OlderRead | JournalSifted):
        return older_entries.update(model, message)
    if isinstance(message, JournalOpened | JournalMoved):
        return opening.update(model, message).then(kept_file.followed).then(_forecast_left)
    return rolls.update(model, message)


def _forecast_left(model: Model) -> Next:
    """Nobody waits for a forecast of a campaign that is left."""
    if model.forecasts is None:
        return Next(model)
    from app.update.forecast import forecasts  # fetched into memory by whoever asks for one

    return forecasts.followed(model)


def _campaign(model: Model, message: CampaignMessage) -> Next:
    """What is meant for the open campaign is worked out again by the state that is stored then."""
    games = model.games
    keep = StoreEntries(lambda state: facts(message, state, games), _then(model, message), message)
    if isinstance(message, EncounterMessage):
        closed = tracker.update(model, StepClosed())
        return closed.doing(ForgetTyped(), keep)
    if isinstance(message, NoteKept) and _says_so(model, message):
        return _opened(model, NoteStored(message.note))
    if isinstance(message, CharacterBrought):
        model = replace(model, editing="" if message.data else message.character)
    return Next(model, (keep,))


def _says_so(model: Model, message: NoteKept) -> bool:
    """Does the note stand there as it was written?"""
    if model.state is None or not message.text.strip():
        return False
    return not notes.facts(message, model.state)


def _then(model: Model, message: CampaignMessage) -> Message | None:
    """What follows on it once it is stored."""
    match message:
        case CharacterBrought(character):
            return CharacterKept(character)
        case CharacterCopied(_, copy):
            return CharacterKept(copy)
        case CharacterTakenOut():
            return CharacterKept("")
        case NoteKept(note) if message.text.strip():
            return NoteStored(note)
        case RecordAdded(character, list) if model.state is not None:
            if model.state.has_character(character):
                sheet = model.state.character(character).sheet(model.games[model.state.game])
                return RecordKept(character, list, len(sheet[list]))
    return None


def _opened(model: Model, message: OpenedMessage) -> Next:
    """What is open of the characters and the notes."""
    match message:
        case NoteOpened(note):
            return Next(replace(model, note="" if model.note == note else note))
        case NoteStored(note):
            return Next(replace(model, note="" if model.note == note else model.note))
        case EditingSwitched(character):
            editing = "" if model.editing == character else character
            return Next(replace(model, editing=editing))
        case PeopleShown(which):
            return Next(replace(model, people=which))
        case CharacterKept(character):
            path = f"character/{character}" if character else "characters"
            return Next(model, (Go(f"#/{model.game}/{path}"),))
        case RecordKept(_, list, place):
            form = model.games[model.game].sheet
            declared = form.by_id.get(list) if form is not None else None
            if not isinstance(declared, ListField):
                return Next(model)
            return Next(model, (FocusRecord(list, place, declared.of[0].id),))


def facts(
    message: CampaignMessage, state: CampaignState, games: Games
) -> tuple[Fact | EncounterStep, ...]:
    """What happens by this message in a campaign that stands so."""
    match message:
        case CounterStepped():
            return _counter(message, state, games)
        case StarTapped():
            return favourites.facts(message, state)
        case TellingSwitched(what):
            name = IN_WORDS if what == "words" else TELLS_ALL
            return (SceneSet({name: None if state.scene.get(name) else True}),)
        case DueTicked(id, how):
            due = next((each for each in state.due if each["id"] == id), None)
            return (DueSettled(id, f"{due['label']}: {how}"),) if due is not None else ()
    if isinstance(message, CharacterMessage):
        return characters.facts(message, state)
    if isinstance(message, NoteMessage):
        return notes.facts(message, state)
    game = games[state.game]
    if isinstance(message, EncounterMessage):
        return encounters.facts(message, state, game)
    return sheets.facts(message, state, game)


def _counter(message: CounterStepped, state: CampaignState, games: Games) -> tuple[Fact, ...]:
    """One more or one less; a running encounter keeps it."""
    counter = next(each for each in games[state.game].counters if each.id == message.id)
    running = state.encounter or {}
    scene = {counter.id: counter.start, **state.scene, **running}
    id, after = counter_changed(counter, scene, message.by)
    if after == scene.get(id):
        return ()
    if id in running:  # there it lands as any effect does
        return (Applied([effect_record(SCENE, Effect("self", id, "set", after))]),)
    return (SceneSet({id: after}),)


def counter_changed(counter: Counter, scene: Mapping[str, Any], by: int) -> tuple[str, int]:
    """The value of the scene that so many more or less set, and to what: no further than its ends.

    What is at hand beyond its highest leaves first.
    """
    beyond, _ = counter.beyond
    if by < 0 and (there := int(scene.get(beyond, 0))):
        return beyond, max(there + by, 0)
    now = int(scene.get(counter.id, counter.start))
    return counter.id, min(max(now + by, counter.low), counter.high)
