"""User actions with the dice of the open form."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RollTapped:
    """A tap on Roll."""

    #: True to hide the result until it is shown.
    hidden: bool = False


@dataclass(frozen=True)
class DiceEntered:
    """A request to type in real dice."""


@dataclass(frozen=True)
class RollConfirmed:
    """A confirmed roll of an actor that cannot act."""


@dataclass(frozen=True)
class FacesTyped:
    """A text typed into the field of a die; more digits may follow."""

    #: The index of the die.
    place: int
    text: str


@dataclass(frozen=True)
class FaceTyped:
    """A complete face of a die; no further digit follows."""

    #: The index of the die.
    place: int
    text: str


@dataclass(frozen=True)
class KeyTapped:
    """A tap on a key beside the dice fields, the same as typing it."""

    key: str


@dataclass(frozen=True)
class DiePicked:
    """A toggle: pick a die to change its face."""

    #: The index of the die.
    place: int


@dataclass(frozen=True)
class DieTakenBack:
    """The last die or decision undone."""


@dataclass(frozen=True)
class RestRolled:
    """A request to roll the missing dice."""


@dataclass(frozen=True)
class PlaySettled:
    """A request to take all open decisions as suggested."""


@dataclass(frozen=True)
class PlayCancelled:
    """The play cancelled."""


@dataclass(frozen=True)
class ResultShown:
    """A hidden result revealed."""


@dataclass(frozen=True)
class DecisionTaken:
    """A decision during a play or at its end."""

    name: str
    value: str
    #: Numbers of the dice picked, from 1; None for the dice picked on screen.
    places: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PickToggled:
    """A toggle: pick a die for a decision."""

    #: The number of the die, from 1.
    place: int


@dataclass(frozen=True)
class PicksSet:
    """The dice picked for a decision, in place of all others."""

    #: Numbers of the dice, from 1.
    places: tuple[int, ...]


@dataclass(frozen=True)
class EffectsApplied:
    """A tap on Apply."""

    #: The index of the effect, None for all that remain.
    place: int | None = None
    #: The id to cast first in the unfilled role.
    to: str = ""


@dataclass(frozen=True)
class SaveTapped:
    """A request to store the play that could not be stored before."""


@dataclass(frozen=True)
class EffectsTakenBack:
    """The effects of an outdated outcome undone."""

    #: The number of its entry.
    n: int


@dataclass(frozen=True)
class Undone:
    """A tap on Undo."""

    #: True to undo the roll on the card.
    this_play: bool = False
    #: The number of an entry, None for the last one.
    n: int | None = None
    #: The campaign of that entry; another open campaign refuses the tap. Empty for the open one.
    campaign: str = ""


@dataclass(frozen=True)
class Redone:
    """A tap on Redo."""


#: Messages about the play of the open form.
DiceMessage = (
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
)
PlayMessage = DiceMessage | EffectsApplied | SaveTapped | EffectsTakenBack | Undone | Redone
