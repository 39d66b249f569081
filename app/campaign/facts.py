"""Facts: what can happen in a campaign, as small frozen records named in the past tense.

Every kind is a class here with its word and the shapes of its fields; `FACTS` lists them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.campaign.shapes import ANY, Among, Counted, Each, Many, Maybe, Measured, Told, Words
from app.campaign.telling import (
    ANSWER,
    EFFECTS,
    ID,
    LONG,
    NAME,
    TONE,
    TOTAL,
    WHO,
    Data,
    Fact,
    told,
)

KINDS = ("pc", "npc")

#: The place of an effect that is the scene's business rather than a character's.
SCENE = ""


@told("started", game=ID, name=NAME)
@dataclass(frozen=True)
class Started(Fact):
    """The first entry of every campaign."""

    game: str
    name: str = ""


@told(
    "rolled",
    procedure=ID,
    inputs=Each(ANY, 500),
    answers=Many(ANSWER, 100_000),
    who=WHO,
    hidden=Told(),
    note=LONG,
    grade=Words(100),
    words=Words(500),
    tone=TONE,
    success=Maybe(Told()),
    total=TOTAL,
    due=Words(64),
)
@dataclass(frozen=True)
class Rolled(Fact):
    """Somebody rolled: the procedure, what it was told, and the answers that make the play.

    answers: faces and decisions in their order, `[5, 5, {"succeed_at_cost": "accept"}]`.
    who: character ids by role. due: the id of the due thing that this roll settles, if any.
    grade, words, tone, success, total: a summary for lists, so that these need no rules.
    """

    procedure: str
    inputs: Data = field(default_factory=dict)
    answers: Sequence[Any] = ()
    who: Data = field(default_factory=dict)
    hidden: bool = False
    note: str = ""
    grade: str = ""
    words: str = ""
    tone: str = "plain"
    success: bool | None = None
    total: Any = None
    due: str = ""


@told(
    "changed",
    of=ID,
    procedure=ID,
    inputs=Each(ANY, 500),
    answers=Many(ANSWER, 100_000),
    note=LONG,
    grade=Words(100),
    words=Words(500),
    tone=TONE,
    success=Maybe(Told()),
    total=TOTAL,
)
@dataclass(frozen=True)
class Changed(Fact):
    """A roll came out otherwise after all (a plot point, a correction): both are kept.

    of: the id of the entry that was rolled; the rest as in `Rolled`.
    """

    of: str
    procedure: str
    inputs: Data = field(default_factory=dict)
    answers: Sequence[Any] = ()
    note: str = ""
    grade: str = ""
    words: str = ""
    tone: str = "plain"
    success: bool | None = None
    total: Any = None


@told("applied", effects=EFFECTS, of=Words(64))
@dataclass(frozen=True)
class Applied(Fact):
    """Effects took place. of: the entry that proposed them (empty if nobody did).

    effects: records `to, who, field, op, value`; `to` is a character id, or empty for the scene.
    """

    effects: Sequence[Data]
    of: str = ""


@told("edited", character=ID, changes=Each(ANY, 1_000), cleared=Many(Words(200), 1_000))
@dataclass(frozen=True)
class Edited(Fact):
    """Somebody wrote on a sheet. changes: values by field; cleared: back to what the form says."""

    character: str
    changes: Data = field(default_factory=dict)
    cleared: Sequence[str] = ()


@told(
    "character-added",
    character=ID,
    name=NAME,
    data=Each(ANY, 1_000),
    of_kind=Among(KINDS),
    after=Words(64),
)
@dataclass(frozen=True)
class CharacterAdded(Fact):
    """A character came. after: whom it stands behind (empty: at the end)."""

    character: str
    name: str
    data: Data = field(default_factory=dict)
    of_kind: str = "pc"
    after: str = ""


@told("character-removed", character=ID)
@dataclass(frozen=True)
class CharacterRemoved(Fact):
    """A character was deleted (and comes back by undo)."""

    character: str


@told("character-archived", character=ID)
@dataclass(frozen=True)
class CharacterArchived(Fact):
    """A character was put away; it stays whole."""

    character: str


@told("character-restored", character=ID)
@dataclass(frozen=True)
class CharacterRestored(Fact):
    """An archived character came back."""

    character: str


@told("character-duplicated", character=ID, copy=ID, name=NAME)
@dataclass(frozen=True)
class CharacterDuplicated(Fact):
    """A copy of a character, standing behind it."""

    character: str
    copy: str
    name: str


@told("character-renamed", character=ID, name=NAME, of_kind=Among(KINDS))
@dataclass(frozen=True)
class CharacterRenamed(Fact):
    """A character got another name, or changed sides between players' and others."""

    character: str
    name: str
    of_kind: str = "pc"


@told("characters-reordered", order=Many(ID, 1_000))
@dataclass(frozen=True)
class CharactersReordered(Fact):
    """The characters stand in this order now: the ids of all of them."""

    order: Sequence[str]


@told("house-set", rules=Each(ANY, 500))
@dataclass(frozen=True)
class HouseSet(Fact):
    """House rules were agreed: values by name; null is back to the rule as written."""

    rules: Data


@told("campaign-renamed", name=NAME)
@dataclass(frozen=True)
class CampaignRenamed(Fact):
    name: str


@told("scene-set", values=Each(ANY, 500))
@dataclass(frozen=True)
class SceneSet(Fact):
    """Something about the scene was set: values by name; null takes the name away."""

    values: Data


@told("note-written", note=ID, text=LONG, about=Words(64))
@dataclass(frozen=True)
class NoteWritten(Fact):
    """A note was written, rewritten, or (with empty text) taken away."""

    note: str
    text: str
    about: str = ""


@told(
    "encounter-stepped",
    step=ID,
    inputs=Each(ANY, 500),
    effects=EFFECTS,
    due=Many(ANY, 1_000),
    notes=Many(LONG, 1_000),
)
@dataclass(frozen=True)
class EncounterStepped(Fact):
    """The encounter went a step: `begin`, `end`, or the id of one of its transitions.

    `join` is the game's `add` for everybody in the list `who` of its inputs at once; `together`
    is the step that its input `step` names, for everybody in the list `who`.
    effects, due, notes: what the step came to (filled in when the entry is made).
    """

    step: str
    inputs: Data = field(default_factory=dict)
    effects: Sequence[Data] = ()
    due: Sequence[Data] = ()
    notes: Sequence[str] = ()


@told("due-settled", due=Words(64, 1), note=LONG)
@dataclass(frozen=True)
class DueSettled(Fact):
    """Something that was due is done with: rolled elsewhere, decided, or waived."""

    due: str
    note: str = ""


@told(
    "time-passed",
    hours=Measured(10_000_000),
    effects=EFFECTS,
    of=Words(64),
    note=LONG,
    due=Many(ANY, 1_000),
    left=Measured(10_000_000),
)
@dataclass(frozen=True)
class TimePassed(Fact):
    """The clock moved on by so many hours, what that did, and what it made due.

    left: the hours of the same wish that are still to pass once what is due is settled.
    """

    hours: Any
    effects: Sequence[Data] = ()
    of: str = ""
    note: str = ""
    due: Sequence[Data] = ()
    left: Any = 0


@told("imported", source=Words(200), summary=LONG)
@dataclass(frozen=True)
class Imported(Fact):
    """A file was read in: what came of it stands in the entry's changes."""

    source: str
    summary: str = ""


@told("undone", of=ID, place=Counted(1), below=Counted(0))
@dataclass(frozen=True)
class Undone(Fact):
    """An entry was taken back. place, below: where it stood, and on which entry it lay."""

    of: str
    place: int
    below: int


@told("redone", of=ID, place=Counted(1))
@dataclass(frozen=True)
class Redone(Fact):
    """An entry that was taken back holds again."""

    of: str
    place: int


#: Every kind of fact by its word.
FACTS: dict[str, type[Fact]] = {
    made.kind: made
    for made in (
        Started,
        Rolled,
        Changed,
        Applied,
        Edited,
        CharacterAdded,
        CharacterRemoved,
        CharacterArchived,
        CharacterRestored,
        CharacterDuplicated,
        CharacterRenamed,
        CharactersReordered,
        HouseSet,
        CampaignRenamed,
        SceneSet,
        NoteWritten,
        EncounterStepped,
        DueSettled,
        TimePassed,
        Imported,
        Undone,
        Redone,
    )
}


def fact(record: Mapping[str, Any]) -> Fact:
    """The fact that a sound record tells: the neighbour of `Fact.record`."""
    return FACTS[record["kind"]](**{key: value for key, value in record.items() if key != "kind"})
