"""User actions on a form: open it, fill it in, cast its roles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class RouteOpened:
    """Another address is open."""

    #: The address as the browser has it.
    hash: str
    #: Texts typed into the form's fields before the app was ready to listen.
    standing: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FieldTyped:
    """A text typed into a field of the open form."""

    name: str
    text: str


@dataclass(frozen=True)
class FieldStepped:
    """A step of a number in the open form."""

    name: str
    #: The change, signed.
    by: int


@dataclass(frozen=True)
class SignTurned:
    """The sign of a number in the open form switched, even of an unfinished one."""

    name: str


@dataclass(frozen=True)
class EntryAdded:
    """An entry added to a list in the open form."""

    name: str
    entry: str


@dataclass(frozen=True)
class EntryDropped:
    """The last entry of a list in the open form removed."""

    name: str


@dataclass(frozen=True)
class NotationTapped:
    """A key tapped beside the notation field of the open form."""

    name: str
    #: The id of the key.
    key: str


@dataclass(frozen=True)
class FactTapped:
    """A prefilled field expanded for editing, or collapsed again."""

    name: str


@dataclass(frozen=True)
class FormReset:
    """The open form reset to the values of the rules and the sheets."""


@dataclass(frozen=True)
class PartCast:
    """A role in the open form cast."""

    role: str
    #: The id of a character or combatant, empty for none.
    id: str


@dataclass(frozen=True)
class PlacePicked:
    """Another roll of the sheet picked for the open form."""

    #: The path on the sheet.
    place: str


@dataclass(frozen=True)
class RollableTaken:
    """A form opened from a button, with its cast."""

    procedure: str
    #: The path of the roll on the sheet.
    place: str = ""
    #: The index among the follow-ups of the open roll, None for no follow-up.
    follow: int | None = None
    #: The id of the actor, empty to leave the actor as it is.
    who: str = ""
    #: The id of the target, empty for none, None to leave the target as it is.
    target: str | None = None
    #: The ids for the other roles.
    others: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DueOpened:
    """The form opened that settles a due item."""

    id: str


@dataclass(frozen=True)
class AgainTapped:
    """A form opened, filled in and rolled at once."""

    #: The address of the form.
    hash: str


@dataclass(frozen=True)
class HelpTaken:
    """A suggested improvement applied to the open form."""

    #: The field that changes.
    name: str
    #: The new text of the field.
    text: str = ""
    #: The path on the sheet of another roll to use instead.
    place: str = ""
    #: The action of the fight that pays for it, if the outcome does not.
    action: str = ""


@dataclass(frozen=True)
class ChancesSettled:
    """A pause in typing, with the chances to announce."""

    #: The chances, or the fault.
    words: str


#: Messages about the open form.
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
