"""Encounters: scenes, pure transitions, turns and due rolls.

A game's encounter is a class: it declares its records (`now`, `turn`) and its steps, and overrides
the methods below where the game differs. A transition is a function of a scene and of checked
inputs that returns a `StepResult`. Nothing here is random: where the rules call for a roll, the
transition returns a `Due`, and the outcome comes back as inputs of another transition or as
effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic

from app.core.encounters import records, version_1
from app.core.encounters.actions import Action, Allowance
from app.core.encounters.end_turn import passed
from app.core.encounters.scenes import Combatant, Known, N, Owner, Scene, State, T, named, nobody
from app.core.encounters.tactics import Tactics
from app.core.encounters.transitions import Due, StepResult, Transition
from app.core.errors import BadInput, listed
from app.core.procedures.outcomes import Effect, Outcome
from app.core.sheets import Meter, Sheet, SheetForm
from app.core.sheets.sanitize import sanitize
from app.core.support.memo import IdentityCache


@dataclass(frozen=True)
class Roll:
    """A finished roll of a running encounter, with its outcome."""

    #: The combatant that it is about.
    who: str
    procedure: str
    inputs: Mapping[str, Any]
    outcome: Outcome
    #: Combatants' ids by role.
    cast: Mapping[str, str] = field(default_factory=dict)
    #: The label of the due roll that it settles; empty for a roll from a sheet or a menu.
    due: str = ""
    #: The inputs of that due roll; the player may have changed them.
    due_inputs: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Badge:
    """A condition of a combatant, shown beside the name."""

    words: str = ""
    tone: str = "plain"
    #: Shown to players even where they see nothing else of this combatant.
    is_public: bool = False


@dataclass(frozen=True)
class Place:
    """A combatant's line on the board."""

    id: str
    name: str
    badges: tuple[Badge, ...] = ()
    group: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Board:
    """The encounter as all players see it."""

    #: `Round 2`, `Phase 120`
    heading: str
    places: tuple[Place, ...]
    current: str | None
    upcoming: str | None
    #: Shared counters, such as group AP.
    pools: Mapping[str, Any] = field(default_factory=dict)
    #: Names of pools that are hidden from players.
    secret: tuple[str, ...] = ()
    #: Public announcements, one sentence each.
    announcements: tuple[str, ...] = ()


#: The id of the step that every encounter has: pass the turn.
PASS = "pass"

#: Prefills of a step from a sheet: (label, inputs) each.
Uses = tuple[tuple[str, Mapping[str, Any]], ...]


class Encounter(Generic[N, T]):
    """A game's encounter; the defaults hold where a game overrides nothing."""

    #: The record of the encounter as a whole.
    now: type[N]
    #: The record of a combatant's turn.
    turn: type[T]
    #: The game's sheet.
    form: SheetForm
    #: The game's steps.
    transitions: tuple[Transition, ...] = ()
    #: Ids of the steps that advance the turn; the page offers the first that is possible.
    advance: tuple[str, ...] = ()
    #: Phase titles by id, where steps belong to phases (`during`).
    phases: Mapping[str, str] = {}
    #: Whether time passes over the sheets of combatants without a character.
    ages: bool = True
    #: The policy by which combatants act in a forecast.
    tactics: Tactics = Tactics()
    #: Fields of `now` (and counters of that name) that are hidden from players.
    secret: tuple[str, ...] = ()
    #: Fields of `turn` that players may see of every visible combatant.
    public_fields: tuple[str, ...] = ()

    # --- what a game overrides ---

    def board(self, scene: Scene[N, T]) -> Board:
        """Return the board: the round, and all combatants in their order."""
        places = tuple(
            Place(each.id, each.name, self.badges(each), hidden=each.turn.hidden)
            for each in scene.ordered
        )
        upcoming = self.upcoming(scene)
        return Board(f"Round {scene.now.round}", places, scene.now.current, upcoming)

    def current(self, scene: Scene[N, T]) -> str | None:
        """Return the id of the combatant that has the turn, None if there is none."""
        return scene.now.current

    def badges(self, combatant: Combatant[T]) -> tuple[Badge, ...]:
        """Return the conditions that a combatant shows."""
        return ()

    def meters(self, scene: Scene[N, T], who: str) -> tuple[Meter, ...]:
        """Return a combatant's meters; the first is drawn as the ring of the portrait."""
        sheet = scene.combatant(who).sheet
        return sheet.form.meters(sheet)

    def upcoming(self, scene: Scene[N, T]) -> str | None:
        """Return the id of the combatant with the next turn, None if there is no other."""
        order, current = scene.now.order, scene.now.current
        index = order.index(current) + 1 if current in order else 0
        following = order[index % len(order)] if order else None
        return following if following != current else None

    def phase(self, scene: Scene[N, T]) -> str:
        """Return the current phase, one of `phases`."""
        return ""

    def actions(self, scene: Scene[N, T], who: str) -> tuple[Action, ...]:
        """Return a combatant's actions of this turn, possible and impossible ones.

        The default is every roll of the sheet.
        """
        sheet = scene.combatant(who).sheet
        return tuple(
            Action(f"{roll.procedure} {roll.place} {roll.label}", roll.label, roll=roll)
            for roll in sheet.rolls
        )

    def asks(self, scene: Scene[N, T], who: str) -> tuple[Action, ...]:
        """Return actions that the rules demand of a combatant's current state.

        They are consequences of a number that was changed by hand, which no roll proposes. Each is
        one tap on the combatant's card.
        """
        return ()

    def allowances(self, scene: Scene[N, T], who: str) -> tuple[Allowance, ...]:
        """Return the parts of a combatant's turn, used and unused."""
        return ()

    def targets(self, scene: Scene[N, T], who: str) -> tuple[str, ...]:
        """Return the ids that a combatant may aim at, likeliest first."""
        return tuple(each.id for each in scene.ordered if each.id != who)

    def pass_turn(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """Pass the turn and return the result; BadInput if no turn can follow."""
        return passed(scene)

    def adjust_sheet(self, combatant: Combatant[T], sheet: Sheet) -> Sheet:
        """Return the sheet that feeds a combatant's rolls, adjusted by the encounter."""
        return sheet

    def prefill_actor(self, scene: Scene[N, T], who: str, procedure: str) -> dict[str, Any]:
        """Return inputs that the scene gives to a combatant's roll, such as being in melee."""
        return {}

    def locked_inputs(self, scene: Scene[N, T], who: str, procedure: str) -> tuple[str, ...]:
        """Return the names of those inputs that are locked now."""
        return ()

    def prefill_target(
        self, scene: Scene[N, T], cast: Mapping[str, str], procedure: str
    ) -> dict[str, Any]:
        """Return inputs that depend on the other participants, such as the target's cover.

        cast: combatants' ids by role.
        """
        return {}

    def prefill_from_form(
        self,
        scene: Scene[N, T],
        cast: Mapping[str, str],
        procedure: str,
        inputs: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Return inputs that also depend on the form's inputs so far."""
        return {}

    def uses(self, step: str, sheet: Sheet) -> Uses:
        """Return the entries of a combatant's sheet that prefill a step's form by one tap."""
        return ()

    def owner(self, scene: Scene[N, T], who: str, effect: Effect) -> Owner:
        """Tell which record declares an effect's field; the id "" is the scene."""
        if who in scene.combatants:
            if self.form.takes(effect):
                return "sheet"
            if effect.field in records.entries(self.turn):
                return "turn"
        elif who:
            return ""  # an absent combatant owns none of the encounter's counters
        return "encounter" if effect.field in records.entries(self.now) else ""

    def tracks(self, scene: Scene[N, T], who: str, effect: Effect) -> bool:
        """Tell whether the scene holds the item that an effect of the encounter changes."""
        return True

    def apply_effect(self, scene: Scene[N, T], who: str, effect: Effect) -> Scene[N, T]:
        """Apply an effect and return the scene; a game adds the consequences."""
        return scene.apply_to_owner(who, effect)

    def lasted(self, scene: Scene[N, T]) -> int | Fraction:
        """Return the hours that the encounter has taken so far, for the campaign's clock."""
        return 0

    def repeats(self, waiting: Mapping[str, Any], due: Due) -> bool:
        """Tell whether a due roll duplicates one that already waits.

        waiting: the record of the roll that waits.
        """
        return False

    def on_roll(self, scene: Scene[N, T], roll: Roll) -> StepResult[N, T]:
        """Return the consequences of a roll beside its effects: costs and due rolls."""
        return StepResult(scene)

    def on_settled(self, scene: Scene[N, T], due: Mapping[str, Any]) -> StepResult[N, T]:
        """Return the consequences of a due entry that was settled or waived by hand."""
        return StepResult(scene)

    def on_end(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """Return the consequences of the encounter's end for its combatants."""
        return StepResult(scene)

    def sheet(self, data: Mapping[str, Any], house: Mapping[str, Any]) -> Sheet:
        """Read the stored sheet of a combatant that has no character."""
        return Sheet(self.form, sanitize(self.form, data), house)

    def upgraded(self, combatant: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a combatant's version 1 entries under their current names."""
        return combatant

    def turn_of(self, stored: Any) -> T:
        """Read the stored record of a turn; BadInput if it is none.

        A game overrides this to read former formats.
        """
        return records.read(self.turn, stored)

    # --- queries and steps ---

    @property
    def depends_on_form(self) -> bool:
        """Tell whether inputs depend on the form's other inputs (`prefill_from_form`)."""
        return type(self).prefill_from_form is not Encounter.prefill_from_form

    @cached_property
    def by_id(self) -> dict[str, Transition]:
        return {each.id: each for each in self.transitions}

    def begin(self, known: Known = nobody, house: Mapping[str, Any] | None = None) -> Scene[N, T]:
        """Return an empty scene."""
        return Scene(self, self.now(), {}, known, house or {})

    def scene(
        self, state: State, known: Known = nobody, house: Mapping[str, Any] | None = None
    ) -> Scene[N, T]:
        """Read a stored scene; BadInput if it is none.

        known: the characters of the campaign.
        """
        stored = state.get("combatants") if isinstance(state, Mapping) else None
        if not isinstance(stored, Mapping):
            raise BadInput("combatants", "it holds no combatants")
        now = records.read(self.now, state)
        if any(id not in stored for id in now.order):
            raise BadInput("order", "order names somebody who is not there")
        combatants = {
            id: self._cached_combatant(id, entry, known(id), house) for id, entry in stored.items()
        }
        return Scene(self, now, combatants, known, house or {})

    @cached_property
    def _cache(self) -> IdentityCache[Combatant[T]]:
        """Return the cache of combatants read last, large enough for two large fights."""
        return IdentityCache(200)

    def _cached_combatant(
        self,
        id: str,
        stored: Any,
        character: tuple[str, Sheet] | None,
        house: Mapping[str, Any] | None,
    ) -> Combatant[T]:
        return self._cache.of(
            (id, stored, *(character or ()), house),
            lambda: self._read_combatant(id, stored, character, house or {}),
        )

    def _read_combatant(
        self, id: str, stored: Any, character: tuple[str, Sheet] | None, house: Mapping[str, Any]
    ) -> Combatant[T]:
        if not isinstance(stored, Mapping):
            raise BadInput("combatants", f"{id[:40]!r} is no record")
        if "turn" not in stored:
            stored = version_1.combatant(self, stored, character[1] if character else None)
        turn = self.turn_of(stored.get("turn"))
        if character is not None:
            return Combatant(id, character[0], character[1], turn, own=False)
        data = stored.get("sheet", {})
        sheet = self.sheet(data if isinstance(data, Mapping) else {}, house)
        return Combatant(id, named(sheet) or id, sheet, turn, own=True)

    def apply(
        self, scene: Scene[N, T], id: str, given: Mapping[str, Any] | None = None
    ) -> StepResult[N, T]:
        """Take one step; BadInput on `transition` if there is none of that id."""
        if id == PASS:
            return scene.passed
        step = self.by_id.get(id)
        if step is None:
            raise BadInput("transition", f"there is no step {id[:40]!r} in this encounter")
        return step.apply(scene, given)

    def is_time_for(self, step: Transition, scene: Scene[N, T]) -> None:
        """Raise BadInput on `phase` unless the step belongs to the current phase."""
        now = self.phase(scene)
        if step.during and now not in step.during:
            when = listed([self.phases[phase] for phase in step.during])
            raise BadInput("phase", f"{step.title}: in {when}; now it is {self.phases[now]}")

    def current_value(self, scene: Scene[N, T], who: str, name: str) -> Any:
        """Return the current value under an input's name: of the turn, the sheet or the scene."""
        combatant = scene.combatants.get(who)
        for part in (
            combatant.turn if combatant else None,
            combatant.sheet if combatant else None,
            scene.now,
        ):
            if isinstance(part, Sheet):
                value = part[name] if name in part.form.by_id else None
            else:
                value = getattr(part, name, None)
            if value is not None:
                return value
        return None
