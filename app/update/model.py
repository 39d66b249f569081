"""The model of the page: address, open forms, campaign state and participants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.campaign.state.state import CampaignState, Games
from app.core.games import Game, find
from app.core.procedures.inputs import Values
from app.core.procedures.procedure import Procedure
from app.update.commands import Command
from app.update.open_form import OpenForm
from app.widgets.roll.form.participants import Participants
from app.widgets.roll.links import Address
from app.widgets.settings.device import Device

if TYPE_CHECKING:
    from app.campaign.journal.entries import Entry
    from app.campaign.journal.journal import Journal
    from app.core.encounters.scenes import AnyScene
    from app.update.campaigns.state import Campaigns
    from app.update.forecast.state import Forecasts
    from app.update.messages import Message
    from app.widgets.odds.scans import Scan
    from app.widgets.sync.sync import Together


@dataclass(frozen=True)
class Older:
    """The older journal entries that are shown."""

    #: All entries shown once more were requested.
    entries: tuple[Entry, ...] = ()
    #: True if the first of these is the first of the journal.
    ended: bool = False


@dataclass(frozen=True)
class Sieve:
    """The filters of the journal."""

    #: The id of a character, empty for all.
    person: str = ""
    #: The kind of entry, empty for all.
    kind: str = ""
    #: Words that an entry has to contain.
    text: str = ""


@dataclass(frozen=True)
class Charts:
    """The display settings of charts."""

    #: `exactly`, `at-least` or `at-most`.
    way: str = "exactly"
    #: True if the tables are shown.
    open: bool = False


@dataclass(frozen=True)
class Past:
    """The filters of the statistics of past rolls."""

    #: The rolls included, an id of `app.widgets.luck.past`.
    luck: str = "evening"
    #: The dice included, an id of `app.widgets.luck.past`.
    dice: str = "all"
    #: True if hidden rolls are included, for the game master.
    hidden: bool = False


@dataclass(frozen=True)
class Search:
    """The state of the search."""

    #: The query.
    text: str = ""
    #: Id, name and game id of each campaign.
    campaigns: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Tracker:
    """The state of the fight's page: at most one menu, panel, pad or step form is open.

    A menu stays open around the pad or the step form of its combatant.
    """

    #: The id of the combatant with the open menu.
    menu: str = ""
    #: The tab of that menu, empty for the first.
    tab: str = ""
    #: The open panel: `more`, `join`, `several`, or `setup` (new combatants before the first turn).
    panel: str = ""
    #: The combatant and the meter of the open number pad.
    pad: tuple[str, str] = ("", "")
    #: The id of the last target, by actor.
    aims: Mapping[str, str] = field(default_factory=dict)
    #: The step with the open form.
    step: str = ""
    #: The id of the combatant that the step is about.
    who: str = ""
    #: Inputs of the step given by its button.
    given: Values = field(default_factory=dict)
    #: The id of the procedure with its form over the fight.
    overlay: str = ""
    #: Texts given by the button that opened that form, by input.
    button_texts: Mapping[str, str] = field(default_factory=dict)
    #: True if dice are thrown at the table and typed in.
    real_dice: bool = False
    #: Whether the page asks before a turn ends with a roll due.
    asks_end: bool = False
    #: The number of each preset that is chosen to join, by id.
    presets: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Model:
    """The whole state of the page."""

    #: All games, by id.
    games: Games
    #: The open address.
    address: Address = field(default_factory=lambda: Address(""))
    #: All forms touched so far, by procedure id.
    forms: Mapping[str, OpenForm] = field(default_factory=dict)
    #: The character or combatant of each role, by game.
    cast: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    #: The journal of the open campaign, None while none is loaded.
    journal: Journal | None = None
    #: The state of the open campaign, sanitized for its game.
    state: CampaignState | None = None
    #: The participants that can be cast in the open game.
    participants: Participants | None = None
    #: The state of the fight's page.
    tracker: Tracker = field(default_factory=Tracker)
    #: The id of the character with the editable sheet.
    editing: str = ""
    #: The id of the note that is being changed, by campaign.
    changed_notes: Mapping[str, str] = field(default_factory=dict)
    #: The older journal entries that are shown.
    older: Older = field(default_factory=Older)
    #: The filters of the journal.
    sieve: Sieve = field(default_factory=Sieve)
    #: The filters of the statistics.
    past: Past = field(default_factory=Past)
    #: Store commands that wait for a journal.
    waiting: tuple[Command, ...] = ()
    #: The list of campaigns and the files, None until the store is open.
    campaigns: Campaigns | None = None
    #: The settings of this device.
    device: Device = field(default_factory=Device)
    #: The state of the search.
    search: Search = field(default_factory=Search)
    #: The display settings of charts.
    charts: Charts = field(default_factory=Charts)
    #: The fight forecasts, None until one is requested.
    forecasts: Forecasts | None = None
    #: Pins that no campaign stores, by the names they would have there.
    pins: Mapping[str, object] = field(default_factory=dict)
    #: The open scan.
    scan: Scan | None = None
    #: The shared table of several devices, None while this device sits at none.
    together: Together | None = None
    #: Ids of combatants with numbers that a table hid from this device until it left.
    unseen: frozenset[str] = frozenset()
    #: The number of the entry that the last toast offers to undo, 0 without one.
    toast: int = 0
    #: The number of taps so far that may happen only once.
    taps: int = 0
    #: The last of these taps, each with its number.
    taken_taps: tuple[tuple[int, Message], ...] = ()

    @property
    def game(self) -> str:
        """Return the id of the open game, empty on the other pages."""
        first = self.address.path.partition("/")[0]
        return first if first in self.games else ""

    @property
    def closed(self) -> frozenset[str]:
        """Return the ids of all with numbers that this device was never shown."""
        return self.together.closed if self.together is not None else self.unseen

    @property
    def at_fight(self) -> bool:
        """Tell whether the fight's page is open."""
        return bool(self.game) and self.address.path == f"{self.game}/encounter"

    @property
    def fight(self) -> AnyScene | None:
        """Return the scene of the running fight, None without one."""
        return self.participants.fight if self.participants is not None else None

    @property
    def overlay(self) -> str:
        """Return the id of the procedure with its form over the fight, empty without one."""
        over = self.tracker.overlay
        return over if self.at_fight and over.startswith(f"{self.game}.") else ""

    @property
    def given_texts(self) -> Mapping[str, str]:
        """Return the texts given by the open form's address, or by its button over the fight."""
        return self.tracker.button_texts if self.overlay else self.address.typed

    @property
    def open(self) -> str:
        """Return the id of the procedure with the open form, empty without one."""
        if self.overlay:
            return self.overlay
        game, _, name = self.address.path.partition("/")
        id = f"{game}.{name}"
        return id if game in self.games and id in self.games[game].procedures else ""

    @property
    def campaign_id(self) -> str:
        """Return the id of the open campaign, empty without one."""
        return self.journal.campaign if self.journal is not None else ""

    @property
    def note(self) -> str:
        """Return the id of the open campaign's note that is being changed, empty for none."""
        return self.changed_notes.get(self.campaign_id, "")

    @property
    def form(self) -> OpenForm:
        """Return the open form; KeyError without one."""
        return self.forms[self.open]

    @property
    def played(self) -> tuple[Game, CampaignState] | None:
        """Return the open game with its campaign state, None if another game's campaign is open."""
        state = self.state
        if state is None or state.game != self.game:
            return None
        return self.games[state.game], state

    def procedure(self, id: str) -> Procedure:
        """Return the procedure of this id."""
        return find(self.games, id)

    def at(self, address: Address) -> Model:
        """Return the model at another address; the sheet left behind is no longer edited."""
        editing = self.editing if address.path.endswith(f"/character/{self.editing}") else ""
        return replace(self, address=address, editing=editing)._with_participants()

    def with_journal(self, journal: Journal | None) -> Model:
        """Return the model with this journal and its state."""
        from app.campaign.state.validate import (
            sanitize_document,  # loaded with every journal
        )

        state = None
        if journal is not None:
            document = sanitize_document(journal.document, self.games)
            known = self.state
            same = known is not None and known.document is document
            state = known if same else CampaignState(document)
        return replace(self, journal=journal, state=state)._with_participants()

    def _with_participants(self) -> Model:
        if not self.game:
            return replace(self, participants=None)
        state, known = self.state, self.participants
        if state is None or state.game != self.game:
            state = NOTHING
        same = known is not None and known.game.id == self.game and known.state is state
        if known is not None and same and known.closed == self.closed:
            return self
        participants = Participants(self.games[self.game], state, self.closed)
        return replace(self, participants=participants)

    def with_note(self, id: str) -> Model:
        """Return the model with another note being changed in the open campaign."""
        if self.journal is None:
            return self
        return replace(self, changed_notes={**self.changed_notes, self.journal.campaign: id})

    def with_together(self, together: Together | None) -> Model:
        """Return the model with another shared table."""
        return replace(self, together=together)._with_participants()

    def with_form(self, form: OpenForm) -> Model:
        """Return the model with one form replaced."""
        return replace(self, forms={**self.forms, form.procedure.id: form})

    def with_cast(self, game: str, roles: Mapping[str, str]) -> Model:
        """Return the model with these roles recast."""
        return replace(self, cast={**self.cast, game: {**self.cast.get(game, {}), **roles}})


#: The state without a campaign.
NOTHING = CampaignState()


@dataclass(frozen=True)
class Next:
    """A model, and the commands to carry out in this order."""

    #: The model after a message.
    model: Model
    #: Effects for the store, the address and the screen.
    commands: tuple[Command, ...] = ()

    def then(self, step: Callable[[Model], Next]) -> Next:
        """Apply another step to the model and append its commands."""
        after = step(self.model)
        return Next(after.model, (*self.commands, *after.commands))

    def doing(self, *commands: Command) -> Next:
        """Append commands."""
        return Next(self.model, (*self.commands, *commands))
