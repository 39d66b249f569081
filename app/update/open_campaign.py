"""Handling of messages about the open campaign.

update(model, message) -> the model after it, and the commands
facts(message, state, games) -> the facts of the message
"""

from __future__ import annotations

from dataclasses import replace

from app.campaign.facts import SCENE, Applied, DueSettled, SceneSet
from app.campaign.facts.base import Fact
from app.campaign.state.effects import effect_record
from app.campaign.state.encounters import EncounterStep
from app.campaign.state.state import CampaignState, Games
from app.core.games import Counter
from app.core.procedures.inputs import Values
from app.core.procedures.outcomes import Effect
from app.core.sheets import ListField
from app.update import notes, opening
from app.update.campaigns import auto_save
from app.update.commands import FocusRecord, ForgetTyped, Go, StoreEntries
from app.update.fight import encounters, tracker
from app.update.journal import older_entries
from app.update.luck.past import past
from app.update.messages.answers import (
    CharacterStored,
    JournalMoved,
    JournalOpened,
    NoteStored,
    OlderRead,
    RecordStored,
    StoredMessage,
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
    NoteMessage,
    NoteOpened,
    NoteSaved,
    OlderWanted,
    PastAsked,
    PresetRemoved,
    PresetSaved,
    RecordAdded,
    StarTapped,
    TellingSwitched,
)
from app.update.messages.tracker import ByHandMessage, PresetMessage, StepClosed, TrackerMessage
from app.update.model import Model, Next
from app.update.roll import favourites, rolls
from app.update.sheet import characters, sheets
from app.widgets.fight.screen.screen import IN_WORDS, TELLS_ALL

#: Messages that open characters and notes, and the store's answers about them.
OpenedMessage = EditingSwitched | CharacterStored | RecordStored | NoteOpened | NoteStored

#: Messages about the open campaign.
OpenMessage = (
    TrackerMessage
    | PresetMessage
    | ByHandMessage
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
    | rolls.StoredPlayMessage
)


def update(model: Model, message: OpenMessage) -> Next:
    """Handle a message about the open campaign."""
    if isinstance(message, TrackerMessage):
        return tracker.update(model, message)
    if isinstance(message, PresetMessage):
        from app.update.fight import presets  # loaded with the first preset

        return presets.update(model, message)
    if isinstance(message, ByHandMessage):
        from app.update.fight import by_hand  # loaded with the first change

        return by_hand.update(model, message)
    if isinstance(message, CampaignMessage):
        return _store_facts(model, message)
    if isinstance(message, OpenedMessage):
        return _open(model, message)
    if isinstance(message, FormStarred):
        star = favourites.of_form(model)
        return _store_facts(model, star) if star is not None else Next(model)
    if isinstance(message, PastAsked | HiddenCounted):
        return Next(replace(model, past=past(model.past, message)))
    if isinstance(message, OlderWanted | OlderRead | JournalSifted):
        return older_entries.update(model, message)
    if isinstance(message, JournalOpened | JournalMoved):
        after = opening.update(model, message).then(auto_save.schedule_write).then(_stop_forecast)
        table = message.together if isinstance(message, JournalOpened) else None
        if table is None or model.together is not None:
            return after
        from app.update import sync  # only shared tables need it
        from app.update.messages.sync import TableStood

        return after.then(lambda now: sync.update(now, TableStood(table)))
    return rolls.update(model, message)


def _stop_forecast(model: Model) -> Next:
    """Stop the forecast of a campaign that is no longer open."""
    if model.forecasts is None:
        return Next(model)
    from app.update.forecast import forecasts  # loaded with the first forecast

    return forecasts.stop_other_runs(model)


def _store_facts(model: Model, message: CampaignMessage) -> Next:
    """Store the facts of a message, computed from the state at the time of storing."""
    games = model.games
    store = StoreEntries(
        lambda state: facts(message, state, games), _message_after(model, message), message
    )
    if isinstance(message, EncounterMessage):
        closed = tracker.update(model, StepClosed())
        return closed.doing(ForgetTyped(), store)
    if isinstance(message, NoteSaved) and _is_unchanged(model, message):
        return _open(model, NoteStored(message.note))
    if isinstance(message, CharacterBrought):
        model = replace(model, editing="" if message.data else message.character)
    return Next(model, (store,))


def _is_unchanged(model: Model, message: NoteSaved) -> bool:
    """Tell whether the note is already stored as typed."""
    if model.state is None or not message.text.strip():
        return False
    return not notes.facts(message, model.state)


def _message_after(model: Model, message: CampaignMessage) -> StoredMessage | None:
    """Return the message to handle once this one is stored."""
    match message:
        case CharacterBrought(character):
            return CharacterStored(character)
        case CharacterCopied(_, copy):
            return CharacterStored(copy)
        case CharacterTakenOut():
            return CharacterStored("")
        case NoteSaved(note) if message.text.strip():
            return NoteStored(note)
        case RecordAdded(character, list) if model.state is not None:
            if model.state.has_character(character):
                sheet = model.state.character(character).sheet(model.games[model.state.game])
                return RecordStored(character, list, len(sheet[list]))
    return None


def _open(model: Model, message: OpenedMessage) -> Next:
    """Open or close a note, a sheet or a page."""
    match message:
        case NoteOpened(note):
            return Next(model.with_note("" if model.note == note else note))
        case NoteStored(note):
            return Next(model.with_note("") if model.note == note else model)
        case EditingSwitched(character):
            editing = "" if model.editing == character else character
            return Next(replace(model, editing=editing))
        case CharacterStored(character):
            path = f"character/{character}" if character else "characters"
            return Next(model, (Go(f"#/{model.game}/{path}"),))
        case RecordStored(_, list, index):
            form = model.games[model.game].sheet
            declared = form.by_id.get(list) if form is not None else None
            if not isinstance(declared, ListField):
                return Next(model)
            return Next(model, (FocusRecord(list, index, declared.of[0].id),))


def facts(
    message: CampaignMessage, state: CampaignState, games: Games
) -> tuple[Fact | EncounterStep, ...]:
    """Return the facts of a message in a campaign's state."""
    match message:
        case CounterStepped():
            return _step_counter(message, state, games)
        case StarTapped():
            return favourites.facts(message, state)
        case PresetSaved() | PresetRemoved():
            from app.update.fight import presets  # loaded with the first preset

            return presets.facts(message, state, games[state.game])
        case TellingSwitched(what):
            name = IN_WORDS if what == "words" else TELLS_ALL
            return (SceneSet({name: None if state.scene.get(name) else True}),)
        case DueTicked(id, how):
            due = state.find_due(id)
            return (DueSettled(id, f"{due['label']}: {how}"),) if due is not None else ()
    if isinstance(message, CharacterMessage):
        return characters.facts(message, state)
    if isinstance(message, NoteMessage):
        return notes.facts(message, state)
    game = games[state.game]
    if isinstance(message, EncounterMessage):
        return encounters.facts(message, state, game)
    return sheets.facts(message, state, game)


def _step_counter(message: CounterStepped, state: CampaignState, games: Games) -> tuple[Fact, ...]:
    """Change a counter by a step; a running encounter stores it if it has it."""
    counters = games[state.game].counters
    counter = next((counter for counter in counters if counter.id == message.id), None)
    if counter is None:
        return ()  # of the game that was open before
    running = state.encounter or {}
    scene = {counter.id: counter.start, **state.scene, **running}
    id, after = counter_changed(counter, scene, message.by)
    if after == scene.get(id):
        return ()
    if id in running:  # applied as any effect
        return (Applied([effect_record(SCENE, Effect("self", id, "set", after))]),)
    return (SceneSet({id: after}),)


def counter_changed(counter: Counter, scene: Values, by: int) -> tuple[str, int]:
    """Return the scene value that a step changes, and its new number within bounds.

    Surplus points beyond the counter's maximum are spent first.
    """
    beyond, _ = counter.beyond
    if by < 0 and (surplus := int(scene.get(beyond, 0))):
        return beyond, max(surplus + by, 0)
    now = int(scene.get(counter.id, counter.start))
    return counter.id, min(max(now + by, counter.low), counter.high)
