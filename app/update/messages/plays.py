"""What somebody did with the dice of the open form."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RollTapped:
    """The dice are to fall. hidden: nobody sees what they say before it is shown."""

    hidden: bool = False


@dataclass(frozen=True)
class DiceEntered:
    """Dice that lie on the table are to be typed in."""


@dataclass(frozen=True)
class RollConfirmed:
    """A roll that the form asked about is wanted all the same."""


@dataclass(frozen=True)
class FacesTyped:
    """This stands in the field of a die now. place: of the die, from 0."""

    place: int
    text: str


@dataclass(frozen=True)
class FaceTyped:
    """This is the face of a die, even where another digit could follow. place: from 0."""

    place: int
    text: str


@dataclass(frozen=True)
class KeyTapped:
    """A key beside the fields of the dice: the same as typing it."""

    key: str


@dataclass(frozen=True)
class DiePicked:
    """A die was tapped: its face is to be another one, or (again) not. place: from 0."""

    place: int


@dataclass(frozen=True)
class DieTakenBack:
    """The last die, or decision, is taken back."""


@dataclass(frozen=True)
class RestRolled:
    """The dice that are still missing fall by chance."""


@dataclass(frozen=True)
class PlaySettled:
    """All that is open is decided as it is suggested."""


@dataclass(frozen=True)
class PlayCancelled:
    """The play is left."""


@dataclass(frozen=True)
class ResultShown:
    """What was rolled hidden is shown."""


@dataclass(frozen=True)
class DecisionTaken:
    """A decision, in the middle of a play or at its end. places: of the dice picked, from 1; None
    for those that are picked on the table."""

    name: str
    value: str
    places: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PickToggled:
    """A die was picked for a decision, or (again) not. place: from 1."""

    place: int


@dataclass(frozen=True)
class PicksSet:
    """These dice are picked for a decision, and no others. places: from 1."""

    places: tuple[int, ...]


@dataclass(frozen=True)
class EffectsApplied:
    """Proposed effects are applied. place: of the one that is meant, None for all that are left."""

    place: int | None = None


@dataclass(frozen=True)
class SaveTapped:
    """The play on the card, which could not be stored, is to be stored now."""


@dataclass(frozen=True)
class EffectsTakenBack:
    """What was applied of an outcome that counts no more is taken back. n: its entry's place."""

    n: int


@dataclass(frozen=True)
class Undone:
    """Whatever came last is taken back; with this_play the roll on the card.

    n: the place of an entry, where that one is meant.
    """

    this_play: bool = False
    n: int | None = None


@dataclass(frozen=True)
class Redone:
    """What was taken back last comes again."""


PlayMessage = (
    RollTapped
    | DiceEntered
    | RollConfirmed
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
    | EffectsApplied
    | SaveTapped
    | EffectsTakenBack
    | Undone
    | Redone
)
