"""Encounters: who acts now, what is upon them, what comes due; scenes and pure transitions.

A game's encounter is a class: it says what is remembered (`now`, `turn`) and which steps there
are, and overrides what it has more to say to. A transition is a function of a scene and of checked
inputs that returns what came of it. Nothing here is random: where the rules call for a roll, the
transition says so with a `Due`, and its outcome comes back as inputs of another transition or as
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
    """A roll that was made while the encounter runs, and what came of it.

    who: whom it is about. cast: combatants' ids by role. due: the label of what it settles, empty
    if nothing made it due, as with a roll from a sheet or a menu. said: the inputs that fell due
    with it; a hand may have changed them.
    """

    who: str
    procedure: str
    inputs: Mapping[str, Any]
    outcome: Outcome
    cast: Mapping[str, str] = field(default_factory=dict)
    due: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Badge:
    """Something upon a combatant, shown beside the name.

    told: the players are told it, whatever else they see of this combatant.
    """

    words: str = ""
    tone: str = "plain"
    told: bool = False


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
    """The encounter as it is seen across the table.

    secret: the pools that are not for the players' eyes.
    told: what everybody is told, sentence by sentence.
    """

    heading: str  # `Round 2`, `Phase 120`
    places: tuple[Place, ...]
    current: str | None
    upcoming: str | None
    pools: Mapping[str, Any] = field(default_factory=dict)  # group AP and the like
    secret: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


#: The step that every encounter has: the turn is passed.
PASS = "pass"

#: What stands on a sheet for a step to use: its label, and the inputs that it gives.
Uses = tuple[tuple[str, Mapping[str, Any]], ...]


class Encounter(Generic[N, T]):
    """A game's encounter. What a game says nothing else to, is as it is here.

    now, turn: the records of what is remembered, of nobody in particular and of a combatant.
    form: the game's sheet. transitions: its steps.
    onward: the steps that carry the turns on, by id; the page offers the first that can be taken.
    phases: how the phases are called, by id, where steps belong to some (`during`).
    ages: does time pass over the sheets of those who have no character?
    tactics: how whoever fights by a plain policy acts, when a fight is forecast.
    secret: fields of `now` (and counters of that name) that are not for the players' eyes.
    told: fields of `turn` that everybody may know of anybody whom they see.
    """

    now: type[N]
    turn: type[T]
    form: SheetForm
    transitions: tuple[Transition, ...] = ()
    onward: tuple[str, ...] = ()
    phases: Mapping[str, str] = {}
    ages: bool = True
    tactics: Tactics = Tactics()
    secret: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    # --- what a game overrides ---

    def board(self, scene: Scene[N, T]) -> Board:
        """The encounter as it is seen across the table: the round, and everybody in their order."""
        places = tuple(
            Place(each.id, each.name, self.badges(each), hidden=each.turn.hidden)
            for each in scene.ordered
        )
        then = self.upcoming(scene)
        return Board(f"Round {scene.now.round}", places, scene.now.current, then)

    def current(self, scene: Scene[N, T]) -> str | None:
        """Whose turn it is, as the board says; None if it is nobody's."""
        return scene.now.current

    def badges(self, combatant: Combatant[T]) -> tuple[Badge, ...]:
        """What is upon a combatant."""
        return ()

    def meters(self, scene: Scene[N, T], who: str) -> tuple[Meter, ...]:
        """How a combatant fares, as the sheet says; the first is the ring of the portrait."""
        sheet = scene.combatant(who).sheet
        return sheet.form.meters(sheet)

    def upcoming(self, scene: Scene[N, T]) -> str | None:
        """Who has the next turn; None if that is nobody else."""
        order, current = scene.now.order, scene.now.current
        place = order.index(current) + 1 if current in order else 0
        found = order[place % len(order)] if order else None
        return found if found != current else None

    def phase(self, scene: Scene[N, T]) -> str:
        """The phase that the encounter is in, one of `phases`."""
        return ""

    def actions(self, scene: Scene[N, T], who: str) -> tuple[Action, ...]:
        """What a combatant can do in the turn, as buttons: the possible and the impossible ones.

        Unless a game says more, whatever rolls from the sheet.
        """
        sheet = scene.combatant(who).sheet
        return tuple(
            Action(f"{each.procedure} {each.place} {each.label}", each.label, roll=each)
            for each in sheet.rolls
        )

    def asks(self, scene: Scene[N, T], who: str) -> tuple[Action, ...]:
        """Offer what the rules ask of how a combatant stands now: one tap each, on their card.

        It is for what a number that was changed by hand brings with it, and no roll proposes.
        """
        return ()

    def allowances(self, scene: Scene[N, T], who: str) -> tuple[Allowance, ...]:
        """What a turn consists of, and what of it is used up."""
        return ()

    def targets(self, scene: Scene[N, T], who: str) -> tuple[str, ...]:
        """Whom a combatant may aim at, the likeliest first."""
        return tuple(each.id for each in scene.ordered if each.id != who)

    def pass_turn(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """The turn is passed: all that leads from this one to the next; BadInput if nothing can."""
        return passed(scene)

    def as_said(self, combatant: Combatant[T], sheet: Sheet) -> Sheet:
        """The sheet of a combatant as it feeds rolls, with what the encounter says beside it."""
        return sheet

    def feed(self, scene: Scene[N, T], who: str, procedure: str) -> dict[str, Any]:
        """Inputs that the scene gives to the roll of a combatant, such as being in melee."""
        return {}

    def keeps(self, scene: Scene[N, T], who: str, procedure: str) -> tuple[str, ...]:
        """Which of those inputs nobody may set otherwise now."""
        return ()

    def met(self, scene: Scene[N, T], cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
        """Inputs that hang on the others whom the roll concerns, such as the cover of the target.

        cast: combatants' ids by role.
        """
        return {}

    def said(
        self,
        scene: Scene[N, T],
        cast: Mapping[str, str],
        procedure: str,
        inputs: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Inputs that hang on what the form says so far as well."""
        return {}

    def uses(self, step: str, sheet: Sheet) -> Uses:
        """What of a combatant's sheet fills the form of that step by one tap."""
        return ()

    def owner(self, scene: Scene[N, T], who: str, effect: Effect) -> Owner:
        """Who keeps what an effect changes: whoever declares its field. who: "" is nobody."""
        if who in scene.combatants:
            if self.form.takes(effect):
                return "sheet"
            if effect.field in records.entries(self.turn):
                return "turn"
        elif who:
            return ""  # whoever is not here: what the encounter counts is none of theirs
        return "encounter" if effect.field in records.entries(self.now) else ""

    def tracks(self, scene: Scene[N, T], who: str, effect: Effect) -> bool:
        """Tell whether the scene holds the thing that an effect of the encounter changes."""
        return True

    def apply_effect(self, scene: Scene[N, T], who: str, effect: Effect) -> Scene[N, T]:
        """The scene after an effect; a game adds what that brings with it."""
        return scene.apply_to_owner(who, effect)

    def lasted(self, scene: Scene[N, T]) -> int | Fraction:
        """The hours that the encounter has taken so far; the campaign's clock follows it."""
        return 0

    def repeats(self, waiting: Mapping[str, Any], due: Due) -> bool:
        """Tell whether a roll that falls due adds nothing to one that waits.

        waiting: the record of that.
        """
        return False

    def on_roll(self, scene: Scene[N, T], roll: Roll) -> StepResult[N, T]:
        """What comes of a roll beside its effects: what it costs, what falls due by it."""
        return StepResult(scene)

    def on_settled(self, scene: Scene[N, T], due: Mapping[str, Any]) -> StepResult[N, T]:
        """What comes of something due being done or waived by hand."""
        return StepResult(scene)

    def on_end(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """What the end of the encounter comes to, for those who were in it."""
        return StepResult(scene)

    def sheet(self, data: Mapping[str, Any], house: Mapping[str, Any]) -> Sheet:
        """The sheet of somebody who has no character, as it is kept."""
        return Sheet(self.form, sanitize(self.form, data), house)

    def upgraded(self, combatant: Mapping[str, Any]) -> Mapping[str, Any]:
        """The entries that version 1 kept of a combatant, under the names of today."""
        return combatant

    def turn_of(self, kept: Any) -> T:
        """The record of a turn that was kept as this; BadInput if it is none.

        A game reads here what it once kept in another form.
        """
        return records.read(self.turn, kept)

    # --- what it is asked ---

    @property
    def listens(self) -> bool:
        """Do inputs hang on what the form says so far (`said`)?"""
        return type(self).said is not Encounter.said

    @cached_property
    def by_id(self) -> dict[str, Transition]:
        return {each.id: each for each in self.transitions}

    def begin(self, known: Known = nobody, house: Mapping[str, Any] | None = None) -> Scene[N, T]:
        """The scene before anybody is there."""
        return Scene(self, self.now(), {}, known, house or {})

    def scene(
        self, state: State, known: Known = nobody, house: Mapping[str, Any] | None = None
    ) -> Scene[N, T]:
        """The scene that was kept as this; BadInput if it is none.

        known: the characters of the campaign.
        """
        people = state.get("combatants") if isinstance(state, Mapping) else None
        if not isinstance(people, Mapping):
            raise BadInput("combatants", "it holds no combatants")
        now = records.read(self.now, state)
        if any(id not in people for id in now.order):
            raise BadInput("order", "order names somebody who is not there")
        there = {id: self._known(id, kept, known(id), house) for id, kept in people.items()}
        return Scene(self, now, there, known, house or {})

    @cached_property
    def _at_hand(self) -> IdentityCache[Combatant[T]]:
        """Those who were read last: of two large fights."""
        return IdentityCache(200)

    def _known(
        self,
        id: str,
        kept: Any,
        found: tuple[str, Sheet] | None,
        house: Mapping[str, Any] | None,
    ) -> Combatant[T]:
        return self._at_hand.of(
            (id, kept, *(found or ()), house),
            lambda: self._combatant(id, kept, found, house or {}),
        )

    def _combatant(
        self, id: str, kept: Any, found: tuple[str, Sheet] | None, house: Mapping[str, Any]
    ) -> Combatant[T]:
        if not isinstance(kept, Mapping):
            raise BadInput("combatants", f"{id[:40]!r} is no record")
        if "turn" not in kept:
            kept = version_1.combatant(self, kept, found[1] if found else None)
        turn = self.turn_of(kept.get("turn"))
        if found is not None:
            return Combatant(id, found[0], found[1], turn, own=False)
        data = kept.get("sheet", {})
        sheet = self.sheet(data if isinstance(data, Mapping) else {}, house)
        return Combatant(id, named(sheet) or id, sheet, turn, own=True)

    def apply(
        self, scene: Scene[N, T], id: str, given: Mapping[str, Any] | None = None
    ) -> StepResult[N, T]:
        """One step; BadInput on `transition` if there is none of that id."""
        if id == PASS:
            return scene.passed
        step = self.by_id.get(id)
        if step is None:
            raise BadInput("transition", f"there is no step {id[:40]!r} in this encounter")
        return step.apply(scene, given)

    def is_time_for(self, step: Transition, scene: Scene[N, T]) -> None:
        """BadInput on `phase` unless the step belongs to the phase that the encounter is in."""
        now = self.phase(scene)
        if step.during and now not in step.during:
            when = listed([self.phases[each] for each in step.during])
            raise BadInput("phase", f"{step.title}: in {when}; now it is {self.phases[now]}")

    def standing(self, scene: Scene[N, T], who: str, name: str) -> Any:
        """What stands under an input's name now: beside the sheet of `who`, on it, or of nobody."""
        combatant = scene.combatants.get(who)
        for part in (
            combatant.turn if combatant else None,
            combatant.sheet if combatant else None,
            scene.now,
        ):
            if isinstance(part, Sheet):
                found = part[name] if name in part.form.by_id else None
            else:
                found = getattr(part, name, None)
            if found is not None:
                return found
        return None
