"""An open form: its desk, the origin of each value in it, and its stored play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.core.play.play import Answer
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.update.commands import StoreEntries
from app.widgets.roll.desk import Desk
from app.widgets.roll.form.forms import field_text
from app.widgets.roll.form.participants import Participants

if TYPE_CHECKING:
    from app.update.messages.plays import DiceEntered, RollTapped


@dataclass(frozen=True)
class StoredPlay:
    """The journal entry of a desk's finished play."""

    #: The id of the journal entry.
    entry: str
    #: The number of the entry in the journal.
    n: int
    #: The answers of the play that the entry stores.
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class About:
    """A follow-up roll, and the desk of the roll that it follows."""

    #: The roll that follows.
    next: Rollable
    #: The desk on which the first roll was made; None after a reload.
    desk: Desk | None
    #: The journal entry of the first roll, known after a reload.
    entry: str = ""

    def holds(self, desk: Desk) -> bool:
        """Tell whether the desk's form still holds the inputs of the follow-up roll."""
        inputs = self.next.inputs.items()
        return all(desk.typed.get(name) == field_text(value) for name, value in inputs)


@dataclass(frozen=True)
class Unsaved:
    """A finished play that could not be stored."""

    #: The command that would store it.
    keep: StoreEntries
    #: The reason, as a key of `app.widgets.roll.result.unsaved`.
    why: str
    #: The answers of that play.
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class OpenForm:
    """A procedure's form: its desk, and the origin of each value in it."""

    #: The typed texts and the play of the form.
    desk: Desk
    #: Texts of the fields that are not edited by the user, house rules among them.
    defaults: Mapping[str, str] = field(default_factory=dict)
    #: The path on the sheet of the roll, empty if it has none.
    place: str = ""
    #: The roles that were requested when the form was opened.
    required_roles: tuple[str, ...] = ()
    #: The follow-up rolls that the previous roll still offers.
    remaining: tuple[Rollable, ...] = ()
    #: Texts filled in from the sheets and the encounter, by field.
    prefilled: Mapping[str, str] = field(default_factory=dict)
    #: Texts given by the button that opened the form, by field.
    given: Mapping[str, str] = field(default_factory=dict)
    #: Texts given by the address or the button, kept until a field they depend on changes.
    pinned: Mapping[str, str] = field(default_factory=dict)
    #: Fields in which the user typed over a prefilled text.
    dirty: frozenset[str] = frozenset()
    #: Prefilled fields that are expanded for editing.
    expanded: frozenset[str] = frozenset()
    #: The roll that this one replaces or calls off.
    about: About | None = None
    #: The id of the due item that the form settles.
    due: str = ""
    #: The journal entry of the play, None if it is not stored.
    stored: StoredPlay | None = None
    #: The id of the due item that this play settled; undone, it is the form's again.
    settled_due: str = ""
    #: The play that could not be stored, with the reason.
    unsaved: Unsaved | None = None
    #: The participants at the moment of the roll.
    participants_at_roll: Participants | None = None
    #: True if the play is secret.
    hidden: bool = False
    #: True once the result of a secret play was revealed on this device.
    revealed: bool = False
    #: True if the texts typed for the last roll are of no use to the next.
    reset_on_open: bool = False
    #: The index of the die that gets another face.
    picked: int | None = None
    #: The index of a die and its digits typed so far, which are no face yet.
    begun: tuple[int, str] | None = None
    #: The index of a die with a mere sign as its face; a 1 typed next belongs to it.
    sign: int | None = None
    #: Indices of the dice picked for a decision, None for the suggested ones.
    picks: tuple[int, ...] | None = None
    #: The fault in the text typed into a die.
    fault: str = ""
    #: True once the form was submitted: missing fields then count as mistakes.
    submitted: bool = False
    #: Texts of the link that match no input, by name.
    unknown: Mapping[str, str] = field(default_factory=dict)
    #: True if the form is rolled as soon as it is open.
    again: bool = False
    #: The last announcement of the chances.
    announced: str = ""
    #: The tap that waits for confirmation because the actor cannot act.
    unconfirmed: RollTapped | DiceEntered | None = None
    #: The number of plays begun on this form.
    plays: int = 0

    @property
    def procedure(self) -> Procedure:
        """Return the procedure of the desk."""
        return self.desk.procedure

    @property
    def without_play(self) -> OpenForm:
        """Return the form without its play, ready for another roll."""
        desk = replace(self.desk, answers=None)
        return replace(self, desk=desk, participants_at_roll=None, picks=None, fault="", begun=None)

    @property
    def covers_result(self) -> bool:
        """Tell whether the result is covered until the user taps Reveal."""
        return self.hidden and not self.revealed

    @property
    def visible_faults(self) -> dict[str, str]:
        """Map fields to their faults; until a roll is tried, only to those of typed fields.

        A missing field is no fault before that, nor is one that the sheets alone filled in.
        """
        faults = self.desk.faults()
        if self.submitted:
            return faults
        untyped = {*self.desk.missing(), *(() if self.dirty else self.prefilled)}
        return {name: words for name, words in faults.items() if name not in untyped}

    @property
    def known(self) -> frozenset[str]:
        """Return the fields that are prefilled, so the user need not fill them in."""
        unchanged = (name for name, text in self.given.items() if self.desk.typed.get(name) == text)
        return frozenset((*self.prefilled, *unchanged))

    @property
    def entry(self) -> str:
        """Return the journal entry of the current play, empty if it is not stored."""
        stored = self.stored
        return stored.entry if stored and stored.answers == (self.desk.answers or ()) else ""

    @property
    def lacks(self) -> Unsaved | None:
        """Return the failed save of the current play, None if it is stored or being stored."""
        unsaved = self.unsaved
        is_this = unsaved is not None and unsaved.answers == (self.desk.answers or ())
        return unsaved if is_this and not self.entry else None
