"""What somebody did with the open campaign: its people, its scene, who acts when.

Each says what was meant (one more, this record off the list), never what would stand there
afterwards: that is for `update` to find out when its turn has come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True)
class CounterStepped:
    """More or less of what the scene has always in sight. by: signed."""

    id: str
    by: int


@dataclass(frozen=True)
class TrackStepped:
    """More or less on a row of a sheet that is counted. by: signed."""

    character: str
    track: str
    by: int


@dataclass(frozen=True)
class BoxTapped:
    """The box of this number, from 1, was tapped: ticked up to it, or it alone is freed again."""

    character: str
    track: str
    box: int


@dataclass(frozen=True)
class FieldWritten:
    """A field of a sheet was written."""

    character: str
    field: str
    value: Any


@dataclass(frozen=True)
class RecordAdded:
    """An empty record was added at the end of a list of a sheet."""

    character: str
    list: str


@dataclass(frozen=True)
class RecordWritten:
    """One field of a record was written. place: of the record, from 0."""

    character: str
    list: str
    place: int
    field: str
    value: Any


@dataclass(frozen=True)
class RecordMoved:
    """A record was put before or behind its neighbour. shown: the record as it was seen."""

    character: str
    list: str
    place: int
    shown: Mapping[str, Any]
    by: int


@dataclass(frozen=True)
class RecordRemoved:
    """A record was taken off its list. shown: the record as it was seen."""

    character: str
    list: str
    place: int
    shown: Mapping[str, Any]


@dataclass(frozen=True)
class RecordSwitched:
    """A record that is switched during play was switched."""

    character: str
    list: str
    place: int


@dataclass(frozen=True)
class CharacterBrought:
    """Somebody new was added, blank or ready-made.

    character: the id they are to have. kind: `pc`, or `npc` for one of the game master's people.
    """

    character: str
    name: str
    data: Mapping[str, Any]
    kind: str = "pc"


@dataclass(frozen=True)
class StartedFrom:
    """A sheet that is being made begins as this one, whatever stood on it before but a name."""

    character: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class CharacterCopied:
    """A character was copied. copy: the id that the copy is to have."""

    character: str
    copy: str


@dataclass(frozen=True)
class CharacterMoved:
    """A character was moved in the list of all. by: places, signed."""

    character: str
    by: int


@dataclass(frozen=True)
class SideSwitched:
    """A character became one of the game master's people, or a player's again."""

    character: str


@dataclass(frozen=True)
class NoteKept:
    """A note was written, or written anew. about: a character's id, empty for nobody."""

    note: str
    text: str
    about: str = ""


@dataclass(frozen=True)
class NoteRemoved:
    """A note was taken away."""

    note: str


@dataclass(frozen=True)
class TurnMoved:
    """A combatant was moved past whoever stands beside them in the order. by: -1 or 1."""

    who: str
    by: int


@dataclass(frozen=True)
class TurnPlaced:
    """A combatant was put before another in the order, or (before nobody) last."""

    who: str
    before: str = ""


@dataclass(frozen=True)
class HidingSwitched:
    """A combatant was hidden from the players, or shown to them again."""

    who: str


@dataclass(frozen=True)
class CharacterSetAside:
    """A character was archived; what they did stays in the journal."""

    character: str


@dataclass(frozen=True)
class CharacterTakenUp:
    """An archived character is played again."""

    character: str


@dataclass(frozen=True)
class CharacterTakenOut:
    """A character was removed, with the sheet."""

    character: str


@dataclass(frozen=True)
class NoteOpened:
    """A note is to be changed, or (again) left as it was."""

    note: str


@dataclass(frozen=True)
class OlderWanted:
    """Entries of the journal from before those that are shown are wanted."""


@dataclass(frozen=True)
class JournalSifted:
    """The journal is to show what is of this person, or of this kind. what: which of the two."""

    what: Literal["person", "kind"]
    value: str


@dataclass(frozen=True)
class PastAsked:
    """The luck of other rolls is wished, or of other dice. of: which; what: one of PAST."""

    what: Literal["luck", "dice"]
    of: str


@dataclass(frozen=True)
class HiddenCounted:
    """What was rolled hidden counts too, as the game master looks; or again it does not."""


@dataclass(frozen=True)
class EditingSwitched:
    """The sheet of a character is written on from now, or (again) only looked at."""

    character: str


@dataclass(frozen=True)
class PeopleShown:
    """The list of characters shows these alone. which: an id of its filters, empty for all."""

    which: str


@dataclass(frozen=True)
class DueTicked:
    """What is due was done or waived by hand. how: `done` or `waived`."""

    id: str
    how: str


@dataclass(frozen=True)
class StarTapped:
    """Something that is rolled got a star, or (again) lost it.

    who: rolls it, empty for whoever does. place, label: where it stands on their sheet, and what it
    is called there. typed: into its form.
    """

    procedure: str
    who: str = ""
    place: str = ""
    label: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FormStarred:
    """The open form, as it is filled in, got a star, or (again) lost it."""


@dataclass(frozen=True)
class TellingSwitched:
    """The players see what is upon everybody, or upon their own alone; or (words) they are told in
    words how everybody fares, or see bars.
    """

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
NoteMessage = NoteKept | NoteRemoved
#: What comes to facts of the open campaign.
CampaignMessage = (
    CounterStepped
    | DueTicked
    | StarTapped
    | TellingSwitched
    | CharacterMessage
    | NoteMessage
    | SheetMessage
    | EncounterMessage
)
#: What is opened or wanted of it, and changes nothing there.
ViewMessage = (
    EditingSwitched
    | PeopleShown
    | NoteOpened
    | OlderWanted
    | JournalSifted
    | PastAsked
    | HiddenCounted
    | FormStarred
)
