"""What somebody did with a form: opened it, filled it in, said who plays which part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class RouteOpened:
    """Another address was opened. hash: as the browser has it.

    standing: what stands in the fields of the form that it names, where somebody may have typed
    before anything listened.
    """

    hash: str
    standing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FieldTyped:
    """A field of the open form says this now."""

    name: str
    text: str


@dataclass(frozen=True)
class FieldStepped:
    """A number of the open form goes up or down. by: signed."""

    name: str
    by: int


@dataclass(frozen=True)
class SignTurned:
    """A number of the open form, or the beginning of one, gets the other sign."""

    name: str


@dataclass(frozen=True)
class EntryAdded:
    """One more entry for a list of the open form."""

    name: str
    entry: str


@dataclass(frozen=True)
class EntryDropped:
    """The last entry of a list of the open form goes."""

    name: str


@dataclass(frozen=True)
class NotationTapped:
    """Something was tapped into a line of the open form's notation. key: its id."""

    name: str
    key: str


@dataclass(frozen=True)
class FactTapped:
    """A field that was filled in is to be changed, or (again) not."""

    name: str


@dataclass(frozen=True)
class FormReset:
    """The open form goes back to what the rules and the sheets say."""


@dataclass(frozen=True)
class PartCast:
    """Somebody (or nobody) plays a part in the open form. id: of a character or a combatant."""

    role: str
    id: str


@dataclass(frozen=True)
class PlacePicked:
    """The open form rolls what stands at this place of the sheet."""

    place: str


@dataclass(frozen=True)
class RollableTaken:
    """A form was opened from a button: what it is about, and who plays in it.

    place: where on the sheet it stands. follow: its number among what follows on the open roll,
    None if it follows on none. who: rolls it, empty where that stays as it is. target: whom it is
    aimed at, empty for nobody, None where that stays as it is. others: who plays the other parts.
    """

    procedure: str
    place: str = ""
    follow: int | None = None
    who: str = ""
    target: str | None = None
    others: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DueOpened:
    """The form that settles something due was asked for."""

    id: str


@dataclass(frozen=True)
class AgainTapped:
    """A form is to be opened, filled in, and rolled at once. hash: its address."""

    hash: str


@dataclass(frozen=True)
class HelpTaken:
    """What would help is done: a field of the open form says this now, or it rolls what stands at
    another place of the sheet; what no outcome pays for is paid by an action of the fight."""

    name: str
    text: str = ""
    place: str = ""
    action: str = ""


@dataclass(frozen=True)
class ChancesSettled:
    """Nothing more was typed for a moment. words: what the chances are now, or what is wrong."""

    words: str


#: What is done with the form that is open.
FieldMessage = (
    FieldTyped
    | FieldStepped
    | SignTurned
    | EntryAdded
    | EntryDropped
    | NotationTapped
    | FactTapped
    | FormReset
    | PartCast
    | PlacePicked
    | HelpTaken
    | ChancesSettled
)
FormMessage = FieldMessage | RouteOpened | RollableTaken | DueOpened | AgainTapped
