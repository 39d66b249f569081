"""User actions in the open campaign: characters, sheets, the scene, the order of turns.

A message holds the intent (one more, this record off the list), never the resulting value: `update`
computes that when it handles the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class CounterStepped:
    """A step of a counter of the scene."""

    id: str
    #: The change, signed.
    by: int


@dataclass(frozen=True)
class TrackStepped:
    """A step of a track on a sheet."""

    character: str
    track: str
    #: The change, signed.
    by: int


@dataclass(frozen=True)
class BoxTapped:
    """A tap on a box of a track: fill up to it, or clear it if it is the last one."""

    character: str
    track: str
    #: The number of the box, from 1.
    box: int


@dataclass(frozen=True)
class FieldWritten:
    """A new value of a sheet's field."""

    character: str
    field: str
    value: object


@dataclass(frozen=True)
class RecordAdded:
    """An empty record at the end of a list of a sheet."""

    character: str
    list: str


@dataclass(frozen=True)
class RecordWritten:
    """A new value of one field of a record."""

    character: str
    list: str
    #: The index of the record.
    place: int
    field: str
    value: object


@dataclass(frozen=True)
class RecordMoved:
    """A record moved past its neighbour."""

    character: str
    list: str
    place: int
    #: The record as it was on screen.
    shown: Mapping[str, object]
    by: int


@dataclass(frozen=True)
class RecordRemoved:
    """A record removed from its list."""

    character: str
    list: str
    place: int
    #: The record as it was on screen.
    shown: Mapping[str, object]


@dataclass(frozen=True)
class RecordSwitched:
    """A toggle of a record that is switched during play."""

    character: str
    list: str
    place: int


@dataclass(frozen=True)
class CharacterBrought:
    """A new character, blank or ready-made."""

    #: The id for the new character.
    character: str
    name: str
    data: Mapping[str, object]
    #: `pc`, or `npc` for a character of the game master.
    kind: str = "pc"


@dataclass(frozen=True)
class StartedFrom:
    """A template for a new sheet; it replaces everything but the name."""

    character: str
    data: Mapping[str, object]


@dataclass(frozen=True)
class CharacterCopied:
    """A copy of a character."""

    character: str
    #: The id for the copy.
    copy: str


@dataclass(frozen=True)
class CharacterMoved:
    """A character moved in the list."""

    character: str
    #: The number of positions, signed.
    by: int


@dataclass(frozen=True)
class SideSwitched:
    """A character handed to the game master, or back to the players."""

    character: str


@dataclass(frozen=True)
class NoteSaved:
    """A new or changed note."""

    note: str
    text: str
    #: The id of a character, empty for none.
    about: str = ""


@dataclass(frozen=True)
class NoteRemoved:
    """A note removed."""

    note: str


@dataclass(frozen=True)
class TurnMoved:
    """A combatant moved past a neighbour in the order."""

    who: str
    #: -1 or 1.
    by: int


@dataclass(frozen=True)
class TurnPlaced:
    """A combatant put before another in the order."""

    who: str
    #: The id of the other combatant, empty for the end of the order.
    before: str = ""


@dataclass(frozen=True)
class HidingSwitched:
    """A combatant hidden from the players, or shown to them again."""

    who: str


@dataclass(frozen=True)
class CharacterSetAside:
    """A character archived; the journal keeps their actions."""

    character: str


@dataclass(frozen=True)
class CharacterTakenUp:
    """An archived character restored."""

    character: str


@dataclass(frozen=True)
class CharacterTakenOut:
    """A character removed, with the sheet."""

    character: str


@dataclass(frozen=True)
class NoteOpened:
    """A note opened for editing, or closed unchanged if it is open."""

    note: str


@dataclass(frozen=True)
class OlderWanted:
    """A request for older journal entries."""


@dataclass(frozen=True)
class JournalSifted:
    """A new filter of the journal."""

    #: The filter that is set; `all` clears them.
    what: Literal["person", "kind", "text", "all"]
    value: str


@dataclass(frozen=True)
class PastAsked:
    """A new filter of the statistics."""

    #: The filter that is set.
    what: Literal["luck", "dice"]
    #: The id of a choice in `app.widgets.luck.past`.
    of: str


@dataclass(frozen=True)
class HiddenCounted:
    """A toggle: count hidden rolls in the game master's statistics."""


@dataclass(frozen=True)
class EditingSwitched:
    """A toggle: edit the sheet of a character."""

    character: str


@dataclass(frozen=True)
class DueTicked:
    """A due item ticked off by hand."""

    id: str
    #: `done` or `waived`.
    how: str


@dataclass(frozen=True)
class StarTapped:
    """A toggle: star a roll."""

    procedure: str
    #: The id of the actor, empty for the current one.
    who: str = ""
    #: The path of the roll on the actor's sheet.
    place: str = ""
    #: The label of the roll on the sheet.
    label: str = ""
    #: Texts for its form, by input.
    typed: Mapping[str, str] = field(default_factory=dict)
    #: The star of the button among the scene's values: removed if it is there.
    key: str = ""


@dataclass(frozen=True)
class FormStarred:
    """A toggle: star the open form as it is filled in."""


@dataclass(frozen=True)
class PresetSaved:
    """A combatant or a character saved as a preset."""

    who: str


@dataclass(frozen=True)
class PresetRemoved:
    """An own preset removed."""

    #: Its name among the scene's values.
    preset: str


@dataclass(frozen=True)
class TellingSwitched:
    """A toggle of the players' view of conditions."""

    #: `all`: show the conditions of every combatant; `words`: words instead of bars.
    what: Literal["all", "words"] = "all"


SheetMessage = (
    TrackStepped
    | BoxTapped
    | FieldWritten
    | RecordAdded
    | RecordWritten
    | RecordMoved
    | RecordRemoved
    | RecordSwitched
)
EncounterMessage = TurnMoved | TurnPlaced | HidingSwitched
CharacterMessage = (
    CharacterBrought
    | StartedFrom
    | CharacterCopied
    | CharacterMoved
    | CharacterSetAside
    | CharacterTakenUp
    | CharacterTakenOut
    | SideSwitched
)
NoteMessage = NoteSaved | NoteRemoved
#: Messages that become facts of the open campaign.
CampaignMessage = (
    CounterStepped
    | DueTicked
    | StarTapped
    | PresetSaved
    | PresetRemoved
    | TellingSwitched
    | CharacterMessage
    | NoteMessage
    | SheetMessage
    | EncounterMessage
)
#: Messages that change the view only.
ViewMessage = (
    EditingSwitched
    | NoteOpened
    | OlderWanted
    | JournalSifted
    | PastAsked
    | HiddenCounted
    | FormStarred
)
