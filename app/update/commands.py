"""Commands returned by `update`: effects for the store, the address and the screen.

Commands are values; the caller of `update` carries them out in order, before the next message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from app.core.procedures.inputs import Values

if TYPE_CHECKING:
    from app.campaign.journal.actions import Happening
    from app.campaign.journal.journal import Page
    from app.campaign.state.state import CampaignState
    from app.update.messages.answers import StoredMessage
    from app.update.messages.campaign import CampaignMessage
    from app.update.messages.sync import TogetherTapped
    from app.update.messages.tracker import NextRolled
    from app.widgets.forecast.lineup import Lineup


@dataclass(frozen=True)
class StoreEntries:
    """A command to store new journal entries, all of them or none."""

    #: Computes the changes from the state at the time of storing.
    makes: Callable[[CampaignState], Sequence[Happening]]
    #: A message handled once they are stored.
    then: StoredMessage | NextRolled | None = None
    #: The message behind the command, if another device can recompute it.
    means: CampaignMessage | None = None


@dataclass(frozen=True)
class UndoEntry:
    """A command to undo an entry."""

    #: The number of the entry, None for the last one.
    n: int | None = None
    then: StoredMessage | None = None


@dataclass(frozen=True)
class RedoEntry:
    """A command to redo the last undone entry."""


#: Changes of the journal; at a shared table the other devices wait for them.
JournalCommand = StoreEntries | UndoEntry | RedoEntry


@dataclass(frozen=True)
class SavePlay:
    """A command to save the open play for the next visit."""

    #: The record of the play, None to clear it.
    left: Mapping[str, object] | None


class SideEffect:
    """An effect of the browser's store and files, answered by messages handled at once.

    Those of whole campaigns are in `app.update.campaigns.effects`.
    """


class WithProgress(SideEffect):
    """An effect that takes a while."""

    #: The notice shown meanwhile.
    words: ClassVar[str]


class Background(SideEffect):
    """An effect that nothing waits for; its answers are queued like any message."""


@dataclass(frozen=True)
class ReadOlder:
    """A command to read the journal entries before a page."""

    page: Page


@dataclass(frozen=True)
class OpenGame(SideEffect):
    """A command to open the last played campaign of a game."""

    game: str


@dataclass(frozen=True)
class Go:
    """A command to open an address."""

    hash: str


@dataclass(frozen=True)
class SayAddress:
    """A command to write the open form into the address."""

    #: True to wait for a pause in typing.
    soon: bool = False


@dataclass(frozen=True)
class Notify:
    """A command to show a notice at the top of the page."""

    words: str
    #: True if it stays when another page is opened.
    lasting: bool = False
    #: True if it tells why something was not done; without words, such a notice is hidden.
    refusal: bool = False


@dataclass(frozen=True)
class Toast:
    """A command to show a change for a few seconds, with Undo."""

    words: str
    #: The number of the entry that Undo reverses, and its campaign.
    n: int = 0
    campaign: str = ""


@dataclass(frozen=True)
class HideToast:
    """A command to hide the toast."""


@dataclass(frozen=True)
class EndToastUndo:
    """A command to take Undo off the toast: a later change builds on its own."""


@dataclass(frozen=True)
class Say:
    """A command to announce a text to screen readers."""

    words: str


@dataclass(frozen=True)
class ShowPlay:
    """A command to scroll to the play and to announce its result."""


@dataclass(frozen=True)
class FocusQuestion:
    """A command to focus the answer to a form's question before the roll."""


@dataclass(frozen=True)
class FocusField:
    """A command to focus a field of the open form."""

    name: str


@dataclass(frozen=True)
class FocusStep:
    """A command to focus the form of a step, if it is open."""

    step: str


@dataclass(frozen=True)
class FocusRecord:
    """A command to focus a record of a sheet."""

    #: The id of the list.
    list: str
    #: The index of the record.
    place: int
    #: The id of its first field.
    field: str


@dataclass(frozen=True)
class ShowPlace:
    """A command to scroll to a combatant's line in the order."""

    who: str


@dataclass(frozen=True)
class ShowTurn:
    """A command to scroll to the combatant with the turn."""


@dataclass(frozen=True)
class ShowDue:
    """A command to scroll to the due items."""


@dataclass(frozen=True)
class ShowLayers:
    """A command to name the layers over the fight for the browser's history."""


@dataclass(frozen=True)
class ForgetTyped:
    """A command to clear the forms of the tracker."""

    #: All forms, those of steps but the main one, or the form of the time.
    forms: Literal["all", "steps", "time"] = "all"


@dataclass(frozen=True)
class StoreDevice:
    """A command to store the settings of this device."""

    record: Values


@dataclass(frozen=True)
class StartForecast:
    """A command to play the fights of a record in workers."""

    #: The number of the run in its answers.
    run: int
    record: Values
    lineup: Lineup
    luck: str


@dataclass(frozen=True)
class StopForecast:
    """A command to stop a run and to answer with the fights played."""

    run: int


@dataclass(frozen=True)
class Sit:
    """A command to handle a message at the shared table."""

    message: TogetherTapped


@dataclass(frozen=True)
class StoreLineup:
    """A command to store line-ups on this device."""

    #: The record of a line-up, by campaign.
    lineups: Mapping[str, Any]


Command = (
    JournalCommand
    | SavePlay
    | ReadOlder
    | SideEffect
    | Go
    | SayAddress
    | Notify
    | Toast
    | HideToast
    | EndToastUndo
    | Say
    | ShowPlay
    | FocusQuestion
    | FocusField
    | FocusStep
    | FocusRecord
    | ShowPlace
    | ShowTurn
    | ShowDue
    | ShowLayers
    | ForgetTyped
    | StoreDevice
    | StartForecast
    | StopForecast
    | StoreLineup
    | Sit
)
