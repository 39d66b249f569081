"""User actions on a forecast: the line-up, the run, its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.widgets.forecast.forecast import Forecast


# --- the line-up ---


@dataclass(frozen=True)
class LineupsRead:
    """The line-ups stored on this device."""

    #: The record of a line-up, by campaign.
    lineups: Mapping[str, object]


@dataclass(frozen=True)
class LineupBegun:
    """A new line-up."""

    #: True to start from the running encounter, False from an empty one.
    running: bool


@dataclass(frozen=True)
class CharacterLinedUp:
    """A character added to a side."""

    character: str
    #: The index of the side.
    side: int


@dataclass(frozen=True)
class LineLinedUp:
    """Fighters added to a side by a typed line."""

    #: For example `3 raiders, HP 7`.
    line: str
    #: The index of the side.
    side: int


@dataclass(frozen=True)
class FighterCounted:
    """A change in the number of a kind of fighter."""

    key: str
    #: The change, signed.
    by: int


@dataclass(frozen=True)
class FighterMoved:
    """A fighter moved to the next side."""

    key: str


@dataclass(frozen=True)
class FighterLeft:
    """A fighter removed from the line-up."""

    key: str


@dataclass(frozen=True)
class SideNamed:
    """A new name of a side."""

    side: int
    #: The name, empty for one derived from the fighters.
    name: str


@dataclass(frozen=True)
class PolicyChosen:
    """The attack policy of a side."""

    side: int
    policy: str


@dataclass(frozen=True)
class HabitSwitched:
    """A toggle of a side's habit."""

    side: int
    #: `defend` or `spend`.
    habit: str


@dataclass(frozen=True)
class SideAdded:
    """One more side."""


@dataclass(frozen=True)
class SideLeft:
    """An empty side removed."""

    side: int


@dataclass(frozen=True)
class FightsChosen:
    """The number of fights to play."""

    fights: int


@dataclass(frozen=True)
class SeedChosen:
    """The seed of the fights."""

    #: A word that repeats the same fights, empty for new ones.
    luck: str


@dataclass(frozen=True)
class HouseTried:
    """A house rule tried for the forecast alone."""

    name: str
    #: The text of its field, empty for the campaign's rule.
    text: str


# --- the run ---


@dataclass(frozen=True)
class ForecastAsked:
    """A request to play the fights."""

    #: The seed if the line-up has none.
    luck: str


@dataclass(frozen=True)
class ForecastStopped:
    """A request to stop and use the fights played so far."""


@dataclass(frozen=True)
class ForecastPinned:
    """A toggle: pin the current forecast for comparison."""


@dataclass(frozen=True)
class ForecastProgress:
    """The progress of a run."""

    #: The number of the run.
    run: int
    #: The number of fights played.
    fights: int
    #: The forecast so far, None if it is unchanged.
    forecast: Forecast | None = None
    #: True if no worker could be started.
    slowly: bool = False


@dataclass(frozen=True)
class ForecastDone:
    """The end of a run."""

    #: The number of the run.
    run: int
    #: The forecast, None if no fight was played.
    forecast: Forecast | None


@dataclass(frozen=True)
class ForecastFailed:
    """The failure of a run."""

    #: The number of the run.
    run: int
    #: The field at fault, empty for none.
    field: str
    #: The reason, for the user.
    words: str


LineupMessage = (
    LineupBegun
    | CharacterLinedUp
    | LineLinedUp
    | FighterCounted
    | FighterMoved
    | FighterLeft
    | SideNamed
    | PolicyChosen
    | HabitSwitched
    | SideAdded
    | SideLeft
    | FightsChosen
    | SeedChosen
    | HouseTried
)
AnswerMessage = ForecastProgress | ForecastDone | ForecastFailed
ForecastMessage = (
    LineupsRead | LineupMessage | ForecastAsked | ForecastStopped | ForecastPinned | AnswerMessage
)
