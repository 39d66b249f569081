"""What `update` wants done: by the store, with the address, on the screen.

Commands are values; whoever runs the table carries them out, in order, before the next message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

if TYPE_CHECKING:
    from app.campaign.journal.actions import Happening
    from app.campaign.journal.journal import Page
    from app.campaign.state.state import CampaignState
    from app.update.messages import Message
    from app.update.messages.campaign import CampaignMessage
    from app.update.messages.sync import TogetherTapped
    from app.widgets.forecast.lineup import Lineup


@dataclass(frozen=True)
class StoreEntries:
    """Let happen what these come to, all of it or nothing.

    makes: (the state when its turn has come) -> what happens. then: handled once it is stored.
    means: the message that it is made of, where another device can make it anew.
    """

    makes: Callable[[CampaignState], Sequence[Happening]]
    then: Message | None = None
    means: CampaignMessage | None = None


@dataclass(frozen=True)
class UndoEntry:
    """Take back the entry of this place, or (None) whatever came last."""

    n: int | None = None
    then: Message | None = None


@dataclass(frozen=True)
class RedoEntry:
    """Let come again what was taken back last."""


@dataclass(frozen=True)
class SavePlay:
    """Keep what lies on the table for the next visit, or (None) that nothing does."""

    left: Mapping[str, Any] | None


class SideEffect:
    """What the browser's store and files do; it answers with messages, which are handled at once.

    Those of whole campaigns are in `app.update.campaigns.effects`.
    """


class WithProgress(SideEffect):
    """An errand that takes its time. words: said meanwhile."""

    words: ClassVar[str]


class Background(SideEffect):
    """An errand that nobody waits for: what it answers takes its turn like anything else."""


@dataclass(frozen=True)
class ReadOlder:
    """Read the entries of the journal from before this page."""

    page: Page


@dataclass(frozen=True)
class OpenGame(SideEffect):
    """Open the campaign of this game that was played last."""

    game: str


@dataclass(frozen=True)
class Go:
    """Open this address."""

    hash: str


@dataclass(frozen=True)
class SayAddress:
    """Make the address say what the open form says. soon: once nothing more is typed."""

    soon: bool = False


@dataclass(frozen=True)
class Notify:
    """Say this at the top of the page."""

    words: str


@dataclass(frozen=True)
class Say:
    """Let this be heard by whoever does not see the page."""

    words: str


@dataclass(frozen=True)
class ShowPlay:
    """The play went on: it is to be seen, and a result to be heard."""


@dataclass(frozen=True)
class FocusQuestion:
    """Put the cursor on the answer to the question that a form asks before it rolls."""


@dataclass(frozen=True)
class FocusField:
    """Put the cursor into this field of the open form."""

    name: str


@dataclass(frozen=True)
class FocusStep:
    """Put the cursor into the form of this step, if it stands open."""

    step: str


@dataclass(frozen=True)
class FocusRecord:
    """Put the cursor into a record of a sheet. field: its first; place: from 0."""

    list: str
    place: int
    field: str


@dataclass(frozen=True)
class ShowPlace:
    """A combatant's line in the order is to be seen."""

    who: str


@dataclass(frozen=True)
class ShowTurn:
    """The turn is somebody else's: whose it is is to be seen."""


@dataclass(frozen=True)
class ShowDue:
    """Something became due: it is to be seen."""


@dataclass(frozen=True)
class ForgetTyped:
    """What stands in the forms of the tracker is used up.

    forms: all of them, those of steps but the main one, or that of the time.
    """

    forms: Literal["all", "steps", "time"] = "all"


@dataclass(frozen=True)
class StoreDevice:
    """Keep on this device what is wished of it."""

    record: Mapping[str, Any]


@dataclass(frozen=True)
class StartForecast:
    """Play the fights of this record, in workers. run: the number by which it answers."""

    run: int
    record: Mapping[str, Any]
    lineup: Lineup
    luck: str


@dataclass(frozen=True)
class StopForecast:
    """Play no more fights of this run, and tell what there is."""

    run: int


@dataclass(frozen=True)
class Sit:
    """Do at the table of several devices what this means."""

    message: TogetherTapped


@dataclass(frozen=True)
class StoreLineup:
    """Keep on this device who fights whom in forecasts: a line-up's record by campaign."""

    lineups: Mapping[str, Any]


Command = (
    StoreEntries
    | UndoEntry
    | RedoEntry
    | SavePlay
    | ReadOlder
    | SideEffect
    | Go
    | SayAddress
    | Notify
    | Say
    | ShowPlay
    | FocusQuestion
    | FocusField
    | FocusStep
    | FocusRecord
    | ShowPlace
    | ShowTurn
    | ShowDue
    | ForgetTyped
    | StoreDevice
    | StartForecast
    | StopForecast
    | StoreLineup
    | Sit
)
