"""What somebody did at the tracker: steps of the encounter, who joins, what stands open there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.update.messages.forms import RollableTaken


@dataclass(frozen=True)
class StepTaken:
    """A step of the encounter: `begin`, `end` or a transition's id, with its inputs."""

    step: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class StepSent:
    """A step's form was sent.

    typed: what stands in its fields; stood: what stood there before anybody typed. everybody: the
    step is meant for all of the group of whoever it is about.
    """

    step: str
    typed: Mapping[str, str]
    stood: Mapping[str, str]
    everybody: bool = False


@dataclass(frozen=True)
class CharactersJoined:
    """These characters join; None: all of the players' that are not there yet."""

    ids: Sequence[str] | None = None


@dataclass(frozen=True)
class LineJoined:
    """Those join whom a line names: `3 raiders, HP 7`."""

    line: str


@dataclass(frozen=True)
class HoursPassed:
    """Time passes. count: as it was typed; unit: minutes, hours or days."""

    count: str
    unit: str


@dataclass(frozen=True)
class MenuTapped:
    """The menu of a combatant is opened, or (again, in the order) closed."""

    who: str
    again: bool = True


@dataclass(frozen=True)
class StepOpened:
    """The form of a step is opened, or (again) closed. who: whom it is about, empty for nobody."""

    step: str
    who: str = ""


@dataclass(frozen=True)
class StepClosed:
    """The form of a step is put away."""


@dataclass(frozen=True)
class Aimed:
    """What somebody does is aimed at another, or (empty) at nobody.

    who: whoever does it; empty for whoever has the turn.
    """

    target: str
    who: str = ""


@dataclass(frozen=True)
class PanelTapped:
    """A panel of the fight is opened, or (again) closed: `more`, or `join`."""

    panel: str


@dataclass(frozen=True)
class MeterTapped:
    """The pad of a number of somebody's is opened, or (again) closed."""

    who: str
    meter: str


@dataclass(frozen=True)
class MeterChanged:
    """A number of somebody's goes up or down.

    by: as it was typed; its sign decides, and empty it is one. down: it is taken off by a button,
    or added; None where Enter was pressed, which does what is done most.
    """

    who: str
    meter: str
    by: str
    down: bool | None = None


@dataclass(frozen=True)
class TurnPassed:
    """The turn is over: on to the next one's."""


@dataclass(frozen=True)
class RealDiceSwitched:
    """At this table dice are thrown and typed in, or (not on) fall by chance."""

    on: bool


@dataclass(frozen=True)
class OverClosed:
    """The roll that lies over the fight is put away."""


@dataclass(frozen=True)
class ActionTaken:
    """Whoever can do this does it. target: whom it is aimed at, empty for nobody."""

    who: str
    action: str
    target: str = ""


@dataclass(frozen=True)
class RolledOver:
    """A form is opened over the fight. said: what its button says of it, by input."""

    taken: RollableTaken
    said: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ResultReopened:
    """The roll whose result lies on its form is laid over the fight again.

    entry: the roll that is meant; empty for whatever lies there.
    """

    procedure: str
    entry: str = ""


@dataclass(frozen=True)
class NextRolled:
    """All of the result that is open is applied, and what follows on it is rolled.

    follow: its number among what follows.
    """

    follow: int


@dataclass(frozen=True)
class LayersWanted:
    """These lie over the fight and no others, as Back, Forward and Escape have it.

    names: from the lowest, as `app.update.layers` gives them.
    """

    names: tuple[str, ...]


#: What is done with the roll that lies over the fight.
OverMessage = ActionTaken | RolledOver | ResultReopened | NextRolled

TrackerMessage = (
    TurnPassed
    | PanelTapped
    | MeterTapped
    | MeterChanged
    | RealDiceSwitched
    | OverClosed
    | StepTaken
    | StepSent
    | CharactersJoined
    | LineJoined
    | HoursPassed
    | MenuTapped
    | StepOpened
    | StepClosed
    | Aimed
    | LayersWanted
)
