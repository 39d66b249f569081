"""Encounters: who acts now, what is upon them, what comes due; scenes and pure transitions.

A game's encounter is a class: it says what is remembered (`now`, `turn`) and which steps there
are, and overrides what it has more to say to. A transition is a function of a scene and of checked
inputs that returns what came of it. Nothing here is random: where the rules call for a roll, the
transition says so with a `Due`, and its outcome comes back as inputs of another transition or as
effects.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic

from app.core import records, version_1
from app.core.errors import BadInput, listed
from app.core.inputs import Input, Signature
from app.core.kinds import Kind, ListOf, Somebody
from app.core.mending import mended
from app.core.outcomes import Effect, Outcome
from app.core.procedures import rule_ids
from app.core.scenes import Combatant, Known, N, Owner, Scene, State, T, named, nobody
from app.core.sheets import Sheet, SheetForm


@dataclass(frozen=True)
class Due:
    """Something the rules make happen now, for somebody: a roll, a decision or a reminder.

    role: the part that `who` plays in the procedure: who bleeds is the `target` of the damage.
    others: who plays the other parts, combatants' ids by role.
    """

    who: str
    label: str
    procedure: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    role: str = "self"
    others: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StepResult(Generic[N, T]):
    """What a transition came to: the new scene, what is due, notes.

    cancelled: what is due no more: (combatant id, procedure, empty for a decision or a reminder);
        with a third, the label, only what is due under that label, where several are of one
        procedure.
    done: what was due and has been done by it, (combatant id, procedure): of several alike the
        oldest.
    """

    scene: Scene[N, T]
    due: tuple[Due, ...] = ()
    notes: tuple[str, ...] = ()
    cancelled: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    done: tuple[tuple[str, str], ...] = ()

    def and_then(self, more: StepResult[N, T]) -> StepResult[N, T]:
        """This, and what came of going on from its scene."""
        return StepResult(
            more.scene,
            self.due + more.due,
            self.notes + more.notes,
            self.cancelled + more.cancelled,
            self.done + more.done,
        )


@dataclass(frozen=True)
class Roll:
    """A roll that was made while the encounter runs, and what came of it.

    who: whom it is about. cast: combatants' ids by role. due: the label of what it settles, empty
    if nothing made it due, as with a roll from a sheet or a menu.
    """

    who: str
    procedure: str
    inputs: Mapping[str, Any]
    outcome: Outcome
    cast: Mapping[str, str] = field(default_factory=dict)
    due: str = ""


@dataclass(frozen=True)
class Badge:
    """Something upon a combatant, shown beside the name.

    told: the players are told it, whatever else they see of this combatant.
    """

    words: str
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


# --- transitions ---


@dataclass(frozen=True, eq=False)
class Transition:
    """A declared step of the encounter.

    during: the phases of the encounter that it belongs to; none: it can be taken at any time.
    A function that has a parameter `given` is told the names of the inputs that somebody gave.
    """

    id: str
    title: str
    function: Callable[..., Any]
    rules: tuple[str, ...]
    during: tuple[str, ...] = ()

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.function, leave=("scene", "given"))

    @cached_property
    def _asks_given(self) -> bool:
        return "given" in inspect.signature(self.function).parameters

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    def apply(self, scene: Scene[N, T], given: Mapping[str, Any] | None = None) -> StepResult[N, T]:
        """What comes of this step; BadInput names what is at fault: `phase`, out of its time."""
        arguments, _ = self.signature.check(given or {})
        scene.encounter.is_time_for(self, scene)
        if self._asks_given:
            arguments["given"] = frozenset(given or ())
        came = self.function(scene, **arguments)
        return came if isinstance(came, StepResult) else StepResult(came)


def transition(
    id: str, *, title: str, rules: str = "", during: str | tuple[str, ...] = ()
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Transition]:
    """Declare the function below (its first parameter is `scene`) as a step of the encounter.

    It returns what came of it; a scene alone, if nothing else did.
    """
    phases = (during,) if isinstance(during, str) else during

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Transition:
        return Transition(id, title, function, rule_ids(rules), phases)

    return declare


def names_somebody(kind: Kind) -> bool:
    """Does this input of a step hold the id of a combatant?"""
    return isinstance(kind, Somebody)


def name_several(kind: Kind) -> bool:
    """Does it hold the ids of several?"""
    return isinstance(kind, ListOf) and names_somebody(kind.of)


#: What stands on a sheet for a step to use: its label, and the inputs that it gives.
Uses = tuple[tuple[str, Mapping[str, Any]], ...]


class Encounter(Generic[N, T]):
    """A game's encounter. What a game says nothing else to, is as it is here.

    now, turn: the records of what is remembered, of nobody in particular and of a combatant.
    form: the game's sheet. transitions: its steps.
    onward: the steps that carry the turns on, by id; the page offers the first that can be taken.
    phases: how the phases are called, by id, where steps belong to some (`during`).
    ages: does time pass over the sheets of those who have no character?
    """

    now: type[N]
    turn: type[T]
    form: SheetForm
    transitions: tuple[Transition, ...] = ()
    onward: tuple[str, ...] = ()
    phases: Mapping[str, str] = {}
    ages: bool = True

    # --- what a game overrides ---

    def board(self, scene: Scene[N, T]) -> Board:
        """The encounter as it is seen across the table: the round, and everybody in their order."""
        places = tuple(
            Place(each.id, each.name, self.badges(each), hidden=each.turn.hidden)
            for each in scene.ordered
        )
        then = self.upcoming(scene)
        return Board(f"Round {scene.now.round}", places, scene.now.current, then)

    def badges(self, whose: Combatant[T]) -> tuple[Badge, ...]:
        """What is upon a combatant."""
        return ()

    def upcoming(self, scene: Scene[N, T]) -> str | None:
        """Who has the next turn; None if that is nobody else."""
        order, current = scene.now.order, scene.now.current
        place = order.index(current) + 1 if current in order else 0
        found = order[place % len(order)] if order else None
        return found if found != current else None

    def phase(self, scene: Scene[N, T]) -> str:
        """The phase that the encounter is in, one of `phases`."""
        return ""

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
        return "encounter" if effect.field in records.entries(self.now) else ""

    def lands(self, scene: Scene[N, T], who: str, effect: Effect) -> Scene[N, T]:
        """The scene after an effect; a game adds what that brings with it."""
        return scene.landed(who, effect)

    def lasted(self, scene: Scene[N, T]) -> int | Fraction:
        """The hours that the encounter has taken so far; the campaign's clock follows it."""
        return 0

    def counts(self, scene: Scene[N, T], effect: Effect) -> bool:
        """Has the encounter counted the time that a roll took by itself, in rounds?"""
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
        return Sheet(self.form, mended(self.form, data), house)

    def upgraded(self, whose: Mapping[str, Any]) -> Mapping[str, Any]:
        """The entries that version 1 kept of a combatant, under the names of today."""
        return whose

    # --- what it is asked ---

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
        there = {
            id: self._combatant(id, kept, known(id), house or {}) for id, kept in people.items()
        }
        return Scene(self, now, there, known, house or {})

    def _combatant(
        self, id: str, kept: Any, found: tuple[str, Sheet] | None, house: Mapping[str, Any]
    ) -> Combatant[T]:
        if not isinstance(kept, Mapping):
            raise BadInput("combatants", f"{id[:40]!r} is no record")
        if "turn" not in kept:
            kept = version_1.combatant(self, kept, found[1] if found else None)
        turn = records.read(self.turn, kept.get("turn"))
        if found is not None:
            return Combatant(id, found[0], found[1], turn, own=False)
        data = kept.get("sheet", {})
        sheet = self.sheet(data if isinstance(data, Mapping) else {}, house)
        return Combatant(id, named(sheet) or id, sheet, turn, own=True)

    def apply(
        self, scene: Scene[N, T], id: str, given: Mapping[str, Any] | None = None
    ) -> StepResult[N, T]:
        """One step; BadInput on `transition` if there is none of that id."""
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
        whose = scene.combatants.get(who)
        for part in (whose.turn if whose else None, whose.sheet if whose else None, scene.now):
            if isinstance(part, Sheet):
                found = part[name] if name in part.form.by_id else None
            else:
                found = getattr(part, name, None)
            if found is not None:
                return found
        return None
