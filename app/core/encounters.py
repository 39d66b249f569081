"""Encounters: who acts now, what is upon them, what comes due; state and pure transitions.

The state is plain JSON data; a transition is a function of the state and of checked inputs that
returns what came of it. Nothing here is random: where the rules call for a roll, the transition
says so with a `Due`, and its outcome comes back as inputs of another transition or as effects.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from app.core.errors import BadInput
from app.core.inputs import Input, Signature
from app.core.kinds import Kind, Text
from app.core.outcomes import Effect, Outcome
from app.core.procedures import rule_ids
from app.core.sheets import Sheet

#: JSON data: `round`, `order` (ids), `current` (id or None), `combatants` (by id), and what the
#: game adds. Never changed in place.
State = Mapping[str, Any]


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
class StepResult:
    """What a transition came to: the new state, what is due, what changed on sheets, notes.

    cancelled: what is due no more: (combatant id, procedure, empty for a decision or a reminder);
        with a third, the label, only what is due under that label, where several are of one
        procedure.
    done: what was due and has been done by it, (combatant id, procedure): of several alike the
        oldest.
    """

    state: State
    due: tuple[Due, ...] = ()
    effects: tuple[tuple[str, Effect], ...] = ()  # (combatant id, effect)
    notes: tuple[str, ...] = ()
    cancelled: tuple[tuple[str, str] | tuple[str, str, str], ...] = ()
    done: tuple[tuple[str, str], ...] = ()


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


#: (an id) -> the sheet of that participant, None where there is none to be had.
SheetOf = Callable[[str], Sheet | None]


def no_sheet(id: str) -> None:
    return None


@dataclass(frozen=True, eq=False)
class Transition:
    """A declared step of the encounter.

    A function that has a parameter `sheet` is told the sheet of whoever its input `who` names.
    """

    id: str
    title: str
    function: Callable[..., StepResult]
    rules: tuple[str, ...]

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.function, leave=("state", "sheet"))

    @cached_property
    def reads_sheet(self) -> bool:
        return "sheet" in inspect.signature(self.function).parameters

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    def apply(
        self, state: State, given: Mapping[str, Any] | None = None, sheet_of: SheetOf = no_sheet
    ) -> StepResult:
        """The state after this step; BadInput names the input at fault."""
        arguments, _ = self.signature.check(given or {})
        if self.reads_sheet:
            arguments["sheet"] = sheet_of(arguments["who"])
        return self.function(state, **arguments)


#: The longest id of a combatant. An input of a step that is a text of just this length names one.
ID_LENGTH = 64


def names_somebody(kind: Kind) -> bool:
    """Does this input of a step hold the id of a combatant?"""
    return isinstance(kind, Text) and kind.longest == ID_LENGTH


def transition(
    id: str, *, title: str, rules: str = ""
) -> Callable[[Callable[..., StepResult]], Transition]:
    """Declare the function below (its first parameter is `state`) as a step of the encounter."""

    def declare(function: Callable[..., StepResult]) -> Transition:
        return Transition(id, title, function, rule_ids(rules))

    return declare


def nothing_fed(state: State, who: str, procedure: str) -> dict[str, Any]:
    return {}


def nobody_met(state: State, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
    return {}


def nothing_said(
    state: State, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
) -> dict[str, Any]:
    return {}


def nothing_kept(state: State, who: str, procedure: str) -> tuple[str, ...]:
    return ()


def nowhere(state: State, who: str, effect: Effect) -> State | None:
    return None


def no_time(state: State) -> int:
    return 0


def as_it_was(state: State, due: Mapping[str, Any]) -> StepResult:
    return StepResult(state)


def nothing_at_end(state: State) -> StepResult:
    return StepResult(state)


def nothing_on_roll(state: State, roll: Roll) -> StepResult:
    return StepResult(state)


#: What stands on a sheet for a step to use: its label, and the inputs that it gives.
Uses = tuple[tuple[str, Mapping[str, Any]], ...]


def nothing_used(step: str, sheet: Sheet) -> Uses:
    return ()


@dataclass(frozen=True, eq=False)
class Encounter:
    """A game's encounter: how it begins, its steps, and how it is shown.

    feed: (state, a combatant's id, procedure id) -> inputs that the scene gives to the roll of
        that combatant, such as being in melee.
    keeps: the same -> which of those inputs nobody may set otherwise now.
    met: (state, combatants' ids by role, procedure id) -> inputs that hang on the others whom the
        roll concerns, such as the cover of the target.
    said: (state, combatants' ids by role, procedure id, what the form says so far) -> inputs that
        hang on it as well, such as the penalty of a round for this kind of attack.
    land: (state, a combatant's id, or "" for nobody's, effect) -> the state after the effect; None
        if it is no business of the encounter's. What a sheet and the encounter both keep (hit
        points of a combatant) lands on both.
    lasted: the hours that the encounter has taken so far; the campaign's clock follows it.
    uses: (step id, a combatant's sheet) -> what of it fills the form of that step by one tap.
    onward: the steps that carry the turns on, by id; the page offers the first that can be taken.
    on_end: what the end of the encounter comes to, for the sheets of those who were in it.
    on_settled: (state, a record of something due) -> what comes of it being done or waived by hand.
    on_roll: (state, a roll) -> what comes of it beside its effects: what the encounter itself reads
        off it, such as an order, what it costs whoever makes it, and what falls due by it.
    body: (a combatant's entries) -> what the encounter keeps of somebody without a sheet, as one;
        their time passes by it. None: it keeps nothing that time could move.
    """

    fresh: Callable[[], State]
    transitions: tuple[Transition, ...]
    board: Callable[[State], Board]
    feed: Callable[[State, str, str], dict[str, Any]] = nothing_fed
    land: Callable[[State, str, Effect], State | None] = nowhere
    onward: tuple[str, ...] = ()
    lasted: Callable[[State], int | Fraction] = no_time
    on_settled: Callable[[State, Mapping[str, Any]], StepResult] = as_it_was
    met: Callable[[State, Mapping[str, str], str], dict[str, Any]] = nobody_met
    on_roll: Callable[[State, Roll], StepResult] = nothing_on_roll
    uses: Callable[[str, Sheet], Uses] = nothing_used
    said: Callable[[State, Mapping[str, str], str, Mapping[str, Any]], dict[str, Any]] = (
        nothing_said
    )
    on_end: Callable[[State], StepResult] = nothing_at_end
    keeps: Callable[[State, str, str], tuple[str, ...]] = nothing_kept
    body: Callable[[Mapping[str, Any]], Sheet] | None = None

    @cached_property
    def by_id(self) -> dict[str, Transition]:
        return {each.id: each for each in self.transitions}

    def apply(
        self,
        state: State,
        id: str,
        given: Mapping[str, Any] | None = None,
        sheet_of: SheetOf = no_sheet,
    ) -> StepResult:
        """One step; BadInput on `transition` if there is none of that id."""
        step = self.by_id.get(id)
        if step is None:
            raise BadInput("transition", f"there is no step {id[:40]!r} in this encounter")
        return step.apply(state, given, sheet_of)


def combatant(state: State, id: str) -> Mapping[str, Any]:
    """One combatant's part of the state; BadInput on `who`."""
    found = state["combatants"].get(id)
    if found is None:
        raise BadInput("who", f"nobody is called {id[:40]!r} here")
    return found  # type: ignore[no-any-return]


def with_combatant(state: State, id: str, **changes: Any) -> dict[str, Any]:
    """The state with some of a combatant's entries changed."""
    changed = {**combatant(state, id), **changes}
    return {**state, "combatants": {**state["combatants"], id: changed}}
