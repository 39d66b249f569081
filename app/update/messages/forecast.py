"""What somebody did with a forecast: who fights whom, and how it went on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.widgets.forecast.forecast import Forecast


# --- who fights whom ---


@dataclass(frozen=True)
class LineupsRead:
    """What this device kept of forecasts: a line-up's record by campaign."""

    lineups: Mapping[str, Any]


@dataclass(frozen=True)
class LineupBegun:
    """The line-up begins anew: from the running encounter, or put together."""

    running: bool


@dataclass(frozen=True)
class CharacterLinedUp:
    """A character of the campaign stands on a side. side: from 0."""

    character: str
    side: int


@dataclass(frozen=True)
class LineLinedUp:
    """Those whom a line names stand on a side: `3 raiders, HP 7`."""

    line: str
    side: int


@dataclass(frozen=True)
class FighterCounted:
    """One more of a kind, or one less. by: signed."""

    key: str
    by: int


@dataclass(frozen=True)
class FighterMoved:
    """Somebody stands on the next side."""

    key: str


@dataclass(frozen=True)
class FighterLeft:
    """Somebody is in it no more."""

    key: str


@dataclass(frozen=True)
class SideNamed:
    """A side is called so; empty: as it follows from who stands there."""

    side: int
    name: str


@dataclass(frozen=True)
class PolicyChosen:
    """A side attacks in this way."""

    side: int
    policy: str


@dataclass(frozen=True)
class HabitSwitched:
    """A side does this from now on, or (again) not. habit: `defend` or `spend`."""

    side: int
    habit: str


@dataclass(frozen=True)
class SideAdded:
    """There is one more side."""


@dataclass(frozen=True)
class SideLeft:
    """A side that nobody stands on is there no more."""

    side: int


@dataclass(frozen=True)
class FightsChosen:
    """So many fights are to be played."""

    fights: int


@dataclass(frozen=True)
class LuckSaid:
    """By this word the same fights come again; empty: new ones."""

    luck: str


@dataclass(frozen=True)
class HouseTried:
    """A house rule is tried for the forecast alone. text: as its field says it, empty: as in the
    campaign."""

    name: str
    text: str


# --- how it goes ---


@dataclass(frozen=True)
class ForecastAsked:
    """The fights are to be played. luck: the word for new ones."""

    luck: str


@dataclass(frozen=True)
class ForecastStopped:
    """No more fights: what is there is enough."""


@dataclass(frozen=True)
class ForecastPinned:
    """What is told now stays, to be compared with what comes next; or (again) no more."""


@dataclass(frozen=True)
class ForecastProgress:
    """So many fights of this run are played. told: what they came to, None where that is as it
    was. slowly: no worker could be started."""

    run: int
    fights: int
    told: Forecast | None = None
    slowly: bool = False


@dataclass(frozen=True)
class ForecastDone:
    """This run is over. told: what its fights came to, None if none was played."""

    run: int
    told: Forecast | None


@dataclass(frozen=True)
class ForecastFailed:
    """This run cannot go on, and this is why. field: at fault, empty if none is."""

    run: int
    field: str
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
    | LuckSaid
    | HouseTried
)
AnswerMessage = ForecastProgress | ForecastDone | ForecastFailed
ForecastMessage = (
    LineupsRead | LineupMessage | ForecastAsked | ForecastStopped | ForecastPinned | AnswerMessage
)
