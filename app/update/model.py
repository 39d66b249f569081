"""The table as a value: what is open, what lies on it, who plays, where the campaign stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from app.campaign.state.state import CampaignState, Games
from app.core.games import Game, find
from app.core.play.play import Answer
from app.core.procedures.procedure import Procedure
from app.core.sheets import Rollable
from app.update.commands import Command, StoreEntries
from app.widgets.roll.desk import Desk
from app.widgets.roll.forms import field_text
from app.widgets.roll.links import Address
from app.widgets.roll.participants import Participants
from app.widgets.settings.device import Device

if TYPE_CHECKING:
    from app.campaign.journal.entries import Entry
    from app.campaign.journal.journal import Journal
    from app.update.campaigns.state import Campaigns
    from app.update.forecast.forecasts import Forecasts
    from app.update.messages import Message
    from app.update.messages.plays import DiceEntered, RollTapped
    from app.widgets.odds.scans import Scan
    from app.widgets.sync.sync import Together


@dataclass(frozen=True)
class Kept:
    """Where a desk's finished play lies in the journal."""

    entry: str
    n: int
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class About:
    """What follows on a roll, and the desk on which that was made."""

    next: Rollable
    desk: Desk

    def holds(self, desk: Desk) -> bool:
        """Is it still that which is rolled on this desk? Its form may say something else now."""
        inputs = self.next.inputs.items()
        return all(desk.typed.get(name) == field_text(value) for name, value in inputs)


@dataclass(frozen=True)
class Unsaved:
    """A finished play that could not be stored.

    keep: what would store it. why: in a word (`app.widgets.roll.unsaved`). answers: of that play.
    """

    keep: StoreEntries
    why: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class OpenForm:
    """A procedure's form: its desk, and what filled it.

    defaults: what stands in the fields that nobody edits, house rules among them. place: where on
    the sheet the roll stands, empty if nowhere. asked: the parts that were asked for when it was
    opened. left: what the roll before still offers. fed: what filled itself in, by field. given:
    what the button said that opened it, by field. pinned: what its address or its button says,
    which stays until something that it follows from is changed. insisted: the fields in which
    somebody typed something over what had filled them in. edited: what is filled in, and is being
    changed.
    about: the roll whose place this one takes, or which it calls off. due: the id of what it
    settles.
    kept: where its play lies in the journal; unsaved: why it lies in none. fell: who was there
    when its dice fell. hidden: is its play not to be seen before somebody taps Show? anew: what was
    typed for the last roll is of no use to the next. picked: the die whose face is to be another.
    begun: a die's place, and the digits in it that are no face yet. sign: the place of a die whose
    face was typed as a mere sign, to which a 1 behind it belongs. fault: of what was typed into
    a die. tried: is what is not filled in yet a mistake? unknown: what its link said in vain.
    picks: the places of the dice picked for a decision, None for those that are suggested.
    again: is it to be rolled as soon as it is open? heard: what was said aloud of its chances.
    unconfirmed: the tap that waits for a second one, as whoever rolls cannot act.
    plays: so many were begun on it.
    """

    desk: Desk
    defaults: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    asked: tuple[str, ...] = ()
    left: tuple[Rollable, ...] = ()
    fed: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    pinned: Mapping[str, str] = field(default_factory=dict)
    insisted: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    about: About | None = None
    due: str = ""
    kept: Kept | None = None
    unsaved: Unsaved | None = None
    fell: Participants | None = None
    hidden: bool = False
    anew: bool = False
    picked: int | None = None
    begun: tuple[int, str] | None = None
    sign: int | None = None
    picks: tuple[int, ...] | None = None
    fault: str = ""
    tried: bool = False
    unknown: Mapping[str, str] = field(default_factory=dict)
    again: bool = False
    heard: str = ""
    unconfirmed: RollTapped | DiceEntered | None = None
    plays: int = 0

    @property
    def procedure(self) -> Procedure:
        return self.desk.procedure

    @property
    def known(self) -> frozenset[str]:
        """The fields that somebody or something filled in, and nobody has to."""
        given = (name for name, text in self.given.items() if self.desk.typed.get(name) == text)
        return frozenset((*self.fed, *given))

    @property
    def entry(self) -> str:
        """The entry of this very play, if it is kept."""
        kept = self.kept
        return kept.entry if kept and kept.answers == (self.desk.answers or ()) else ""

    @property
    def lacks(self) -> Unsaved | None:
        """Why this very play is not stored; None if it is, or is about to be."""
        unsaved = self.unsaved
        is_this = unsaved is not None and unsaved.answers == (self.desk.answers or ())
        return unsaved if is_this and not self.entry else None


@dataclass(frozen=True)
class Older:
    """How far back a journal is shown.

    entries: all that are shown, once more were asked for. ended: is nothing before these?
    """

    entries: tuple[Entry, ...] = ()
    ended: bool = False


@dataclass(frozen=True)
class Sieve:
    """What of the journal is shown: of one person, of one kind; all of it where these are empty."""

    person: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Charts:
    """How charts are shown: `exactly`, `at-least` or `at-most`. open: with their tables?"""

    way: str = "exactly"
    open: bool = False


@dataclass(frozen=True)
class Past:
    """What is looked back on. luck, dice: of which rolls, by `app.widgets.luck.past`. hidden: with
    what was rolled hidden, for the game master."""

    luck: str = "evening"
    dice: str = "all"
    hidden: bool = False


@dataclass(frozen=True)
class Search:
    """What is looked for. campaigns: those there are, each as id, name and game's id."""

    text: str = ""
    campaigns: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Tracker:
    """What stands open at the fight.

    menu: whose menu; panel: `more` or `join`, where that is open; pad: whose number is changed, and
    which. One of these is open at most. aims: at whom somebody aimed last, by who aims. step, who:
    the step whose form is open, and whom it is about; given: what its button says of it. over: the
    id of the procedure whose form lies over the fight; said: what the button that opened it says of
    it, by input. real_dice: are dice thrown at this table, and typed in?
    """

    menu: str = ""
    panel: str = ""
    pad: tuple[str, str] = ("", "")
    aims: Mapping[str, str] = field(default_factory=dict)
    step: str = ""
    who: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    over: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    real_dice: bool = False


@dataclass(frozen=True)
class Model:
    """Everything that is shown, and all that a message may need.

    forms: by procedure id, of all that were touched. cast: by game, who plays which part. journal:
    of the open campaign, None while none is read; state: where it stands, as its game can mean it.
    company: those who can be cast in the open game. editing: the character whose sheet is written
    on; note: that is being changed; people: whom the list of them shows. older: how far back the
    journal is shown; sieve: what of it; past: what is looked back on. waiting: what is to be done
    with the store once there is a journal. campaigns: what is shown of whole campaigns and files,
    None until the store is open. device: what is wished of it. search: what is looked for. charts:
    how they are shown. forecasts: how a fight will go, None as long as nobody asked.
    pins: those that no campaign keeps, by the names that they would have there. scan: the one that
    stands open. together: the table of several devices, None while this one sits at none.
    taps: of those that may happen only once so many happened; taken: the last of them, each with
    its number.
    """

    games: Games
    address: Address = field(default_factory=lambda: Address(""))
    forms: Mapping[str, OpenForm] = field(default_factory=dict)
    cast: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    journal: Journal | None = None
    state: CampaignState | None = None
    company: Participants | None = None
    tracker: Tracker = field(default_factory=Tracker)
    editing: str = ""
    note: str = ""
    people: str = ""
    older: Older = field(default_factory=Older)
    sieve: Sieve = field(default_factory=Sieve)
    past: Past = field(default_factory=Past)
    waiting: tuple[Command, ...] = ()
    campaigns: Campaigns | None = None
    device: Device = field(default_factory=Device)
    search: Search = field(default_factory=Search)
    charts: Charts = field(default_factory=Charts)
    forecasts: Forecasts | None = None
    pins: Mapping[str, Any] = field(default_factory=dict)
    scan: Scan | None = None
    together: Together | None = None
    taps: int = 0
    taken: tuple[tuple[int, Message], ...] = ()

    @property
    def game(self) -> str:
        """The game that is open, empty on the other pages."""
        first = self.address.path.partition("/")[0]
        return first if first in self.games else ""

    @property
    def over(self) -> str:
        """The id of the procedure whose form lies over the fight, empty if none does."""
        over, game = self.tracker.over, self.game
        at_fight = bool(game) and self.address.path == f"{game}/encounter"
        return over if at_fight and over.startswith(f"{game}.") else ""

    @property
    def said(self) -> Mapping[str, str]:
        """What the address of the open form says, or its button where it lies over the fight."""
        return self.tracker.said if self.over else self.address.typed

    @property
    def open(self) -> str:
        """The id of the procedure whose form is open, empty if none is."""
        if self.over:
            return self.over
        game, _, name = self.address.path.partition("/")
        id = f"{game}.{name}"
        return id if game in self.games and id in self.games[game].procedures else ""

    @property
    def form(self) -> OpenForm:
        """The open form; to be asked for only where there is one."""
        return self.forms[self.open]

    @property
    def played(self) -> tuple[Game, CampaignState] | None:
        """The open game with the state of its campaign; None while another's is open."""
        state = self.state
        if state is None or state.game != self.game:
            return None
        return self.games[state.game], state

    def procedure(self, id: str) -> Procedure:
        return find(self.games, id)

    def at(self, address: Address) -> Model:
        """The model with another address open; a sheet that is left is not written on any more."""
        editing = self.editing if address.path.endswith(f"/character/{self.editing}") else ""
        return replace(self, address=address, editing=editing)._with_company()

    def with_journal(self, journal: Journal | None) -> Model:
        """The model with the campaign standing there."""
        from app.campaign.state.validate import (
            sanitize_document,  # where there is a journal, it is read already
        )

        state = None
        if journal is not None:
            document = sanitize_document(journal.document, self.games)
            known = self.state
            same = known is not None and known.document is document
            state = known if same else CampaignState(document)
        return replace(self, journal=journal, state=state)._with_company()

    def _with_company(self) -> Model:
        if not self.game:
            return replace(self, company=None)
        state, known = self.state, self.company
        if state is None or state.game != self.game:
            state = NOTHING
        closed = self.together.closed if self.together is not None else frozenset[str]()
        same = known is not None and known.game.id == self.game and known.state is state
        if known is not None and same and known.closed == closed:
            return self
        return replace(self, company=Participants(self.games[self.game], state, closed))

    def with_together(self, together: Together | None) -> Model:
        """The model with the table of several devices standing so."""
        return replace(self, together=together)._with_company()

    def with_form(self, form: OpenForm) -> Model:
        """The model with a form of its procedure changed."""
        return replace(self, forms={**self.forms, form.procedure.id: form})

    def with_cast(self, game: str, roles: Mapping[str, str]) -> Model:
        """The model with these parts given out anew."""
        return replace(self, cast={**self.cast, game: {**self.cast.get(game, {}), **roles}})


#: The state of no campaign.
NOTHING = CampaignState()


@dataclass(frozen=True)
class Next:
    """The model after something, and what is to be done outside of it, in this order."""

    model: Model
    commands: tuple[Command, ...] = ()

    def then(self, step: Callable[[Model], Next]) -> Next:
        """This, and after it that."""
        after = step(self.model)
        return Next(after.model, (*self.commands, *after.commands))

    def doing(self, *commands: Command) -> Next:
        """This, and then these commands."""
        return Next(self.model, (*self.commands, *commands))
