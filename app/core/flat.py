"""SCAFFOLDING: encounters that still keep everybody twice, on the sheet and as flat combatants.

Games that have not been made classes yet (`app.core.encounters.Encounter`) import from here, under
the names that things had; `app.core.flat_roster` and `app.campaign.flat` belong to it. All three
files are deleted with the last such game. To everybody else a flat encounter is an encounter like
any other: `FlatScene` is a scene, made of the state and the sheets.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from app.core import encounters, transitions
from app.core.encounters import Badge, Board, Place, Roll, Uses
from app.core.errors import BadInput
from app.core.inputs import Signature
from app.core.outcomes import Effect
from app.core.procedures import rule_ids
from app.core.scenes import Combatant, Known, Scene, nobody
from app.core.sheets import Sheet, SheetForm
from app.core.transitions import Due, names_somebody

__all__ = ["Badge", "Board", "Due", "Place", "Roll", "Uses", "names_somebody"]

#: JSON data: `round`, `order` (ids), `current` (id or None), `combatants` (by id), and what the
#: game adds. Never changed in place.
State = Mapping[str, Any]


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


#: (an id) -> the sheet of that participant, None where there is none to be had.
SheetOf = Callable[[str], Sheet | None]


def no_sheet(id: str) -> None:
    return None


@dataclass(frozen=True, eq=False)
class Transition(transitions.Transition):
    """A step of a flat encounter.

    A function that has a parameter `sheet` is told the sheet of whoever its input `who` names.
    """

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.function, leave=("state", "sheet"))

    @cached_property
    def reads_sheet(self) -> bool:
        return "sheet" in inspect.signature(self.function).parameters

    def apply(  # type: ignore[override]
        self, state: State, given: Mapping[str, Any] | None = None, sheet_of: SheetOf = no_sheet
    ) -> StepResult:
        """The state after this step; BadInput names the input at fault."""
        arguments, _ = self.signature.check(given or {})
        if self.reads_sheet:
            arguments["sheet"] = sheet_of(arguments["who"])
        return self.function(state, **arguments)  # type: ignore[no-any-return]


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


def nothing_used(step: str, sheet: Sheet) -> Uses:
    return ()


class Encounter(encounters.Encounter[Any, Any]):
    """A flat encounter, made of functions of the state; `app.core.encounters` tells what each is.

    land: (state, a combatant's id, or "" for nobody's, effect) -> the state after the effect; None
        if it is no business of the encounter's.
    body: (a combatant's entries) -> what the encounter keeps of somebody without a sheet, as one.
    """

    def __init__(
        self,
        fresh: Callable[[], State],
        transitions: tuple[Transition, ...],
        board: Callable[[State], Board],
        feed: Callable[[State, str, str], dict[str, Any]] = nothing_fed,
        land: Callable[[State, str, Effect], State | None] = nowhere,
        onward: tuple[str, ...] = (),
        lasted: Callable[[State], int | Fraction] = no_time,
        on_settled: Callable[[State, Mapping[str, Any]], StepResult] = as_it_was,
        met: Callable[[State, Mapping[str, str], str], dict[str, Any]] = nobody_met,
        on_roll: Callable[[State, Roll], StepResult] = nothing_on_roll,
        uses: Callable[[str, Sheet], Uses] = nothing_used,
        said: Callable[
            [State, Mapping[str, str], str, Mapping[str, Any]], dict[str, Any]
        ] = nothing_said,
        on_end: Callable[[State], StepResult] = nothing_at_end,
        keeps: Callable[[State, str, str], tuple[str, ...]] = nothing_kept,
        body: Callable[[Mapping[str, Any]], Sheet] | None = None,
        *,
        form: SheetForm,
    ) -> None:
        self.fresh, self.transitions, self.onward = fresh, transitions, onward
        self.form, self.land, self.body = form, land, body
        self.ages = body is not None
        self._board, self._feed, self._met, self._said = board, feed, met, said
        self._keeps, self._uses, self._lasted = keeps, uses, lasted
        self._on_roll, self._on_settled, self._on_end = on_roll, on_settled, on_end

    def begin(self, known: Known = nobody, house: Mapping[str, Any] | None = None) -> FlatScene:
        return FlatScene(self, self.fresh(), known, house or {})

    def scene(
        self, state: State, known: Known = nobody, house: Mapping[str, Any] | None = None
    ) -> FlatScene:
        return FlatScene(self, state, known, house or {})

    # Each is asked of a scene by the house, and of a state by its game and the tests of its game.

    def board(self, scene: Any) -> Board:
        return self._board(_state(scene))

    def feed(self, scene: Any, who: str, procedure: str) -> dict[str, Any]:
        return self._feed(_state(scene), who, procedure)

    def keeps(self, scene: Any, who: str, procedure: str) -> tuple[str, ...]:
        return self._keeps(_state(scene), who, procedure)

    def met(self, scene: Any, cast: Mapping[str, str], procedure: str) -> dict[str, Any]:
        return self._met(_state(scene), cast, procedure)

    def said(
        self, scene: Any, cast: Mapping[str, str], procedure: str, inputs: Mapping[str, Any]
    ) -> dict[str, Any]:
        return self._said(_state(scene), cast, procedure, inputs)

    def uses(self, step: str, sheet: Sheet) -> Uses:
        return self._uses(step, sheet)

    def lasted(self, scene: Any) -> int | Fraction:
        return self._lasted(_state(scene))

    def counts(self, scene: Any, effect: Effect) -> bool:
        return self.land(_state(scene), "", effect) is not None

    def on_roll(self, scene: Any, roll: Roll) -> Any:
        return _came(scene, self._on_roll(_state(scene), roll))

    def on_settled(self, scene: Any, due: Mapping[str, Any]) -> Any:
        return _came(scene, self._on_settled(_state(scene), due))

    def on_end(self, scene: Any) -> Any:
        return _came(scene, self._on_end(_state(scene)))

    def apply(
        self,
        scene: Any,
        id: str,
        given: Mapping[str, Any] | None = None,
        sheet_of: SheetOf = no_sheet,
    ) -> Any:
        """One step; BadInput on `transition` if there is none of that id."""
        step = self.by_id.get(id)
        if step is None:
            raise BadInput("transition", f"there is no step {id[:40]!r} in this encounter")
        sheets = scene.sheet_of if isinstance(scene, FlatScene) else sheet_of
        return _came(scene, step.apply(_state(scene), given, sheets))  # type: ignore[call-arg,arg-type]

    def standing(self, scene: Any, who: str, name: str) -> Any:
        whose = scene.state.get("combatants", {}).get(who, {})
        return whose[name] if name in whose else scene.state.get(name)

    def stand_in(self, whose: Mapping[str, Any], house: Mapping[str, Any] | None = None) -> Sheet:
        """A sheet for a combatant without one: what the encounter knows of it, the rest as it
        comes. house: the campaign's house rules."""
        if self.body is not None:
            return Sheet(self.form, self.body(whose).data, house)
        joining = self.by_id.get("add")
        known = {name: value for name, value in whose.items() if name in self.form.by_id}
        for name, declared in joining.inputs.items() if joining else ():
            if declared.kind.sheet in self.form.by_id and name in whose:
                known[declared.kind.sheet] = whose[name]
        sheet = Sheet(self.form, {}, house)
        for field_id, value in known.items():
            try:
                sheet = sheet.with_fields({field_id: value})
            except BadInput:
                continue  # derived there, or written otherwise than here
        return sheet


class FlatScene(Scene[Any, Any]):
    """A flat state among the characters of the campaign."""

    def __init__(
        self,
        encounter: Encounter,
        state: State,
        known: Known = nobody,
        house: Mapping[str, Any] | None = None,
        effects: tuple[tuple[str, Effect], ...] = (),
        sheets: Mapping[str, Sheet] | None = None,
    ) -> None:
        people = state.get("combatants") if isinstance(state, Mapping) else None
        if not isinstance(people, Mapping) or not all(
            isinstance(each, Mapping) for each in people.values()
        ):
            raise BadInput("combatants", "it holds no combatants")
        for name, value in {
            "encounter": encounter,
            "now": None,
            "known": known,
            "house": house or {},
            "effects": effects,
            "sheets": sheets or {},
            "flat": state,
            "combatants": _People(self),
        }.items():
            object.__setattr__(self, name, value)

    flat: State

    @property
    def state(self) -> dict[str, Any]:
        return dict(self.flat)

    def sheet_of(self, id: str) -> Sheet | None:
        """The sheet of a character, or what stands in for one; None if there is nobody."""
        found, whose = self.known(id), self.flat["combatants"].get(id)
        if found is not None:
            return found[1]
        flat: Any = self.encounter
        return flat.stand_in(whose, self.house) if whose is not None else None

    def set(self, **changes: Any) -> FlatScene:
        return self.after({**self.flat, **changes})

    def after(self, state: State, effects: tuple[tuple[str, Effect], ...] = ()) -> FlatScene:
        """The scene with another state, and with these effects on the sheets of characters."""
        sheets = dict(self.sheets)
        for who, effect in effects:
            found = self.known(who)
            if found is not None:
                sheet = sheets.get(who, found[1])
                sheets[who] = sheet.landed(replace(effect, who="self")) or sheet
        came = *self.effects, *effects
        return FlatScene(self.encounter, state, self.known, self.house, came, sheets)  # type: ignore[arg-type]


class _People(Mapping[str, Combatant[Any]]):
    """The combatants of a flat scene; the sheet of one is made when somebody asks for it."""

    def __init__(self, scene: FlatScene) -> None:
        self._scene = scene

    def __getitem__(self, id: str) -> Combatant[Any]:
        whose = self._scene.flat["combatants"][id]
        own = self._scene.known(id) is None
        sheet = self._scene.sheet_of(id)
        assert sheet is not None
        return Combatant(id, str(whose.get("name", id)), sheet, whose, own)

    def __contains__(self, id: object) -> bool:
        return id in self._scene.flat["combatants"]

    def __iter__(self) -> Any:
        return iter(self._scene.flat["combatants"])

    def __len__(self) -> int:
        return len(self._scene.flat["combatants"])


def _state(scene: Any) -> State:
    return scene.flat if isinstance(scene, FlatScene) else scene


def _came(scene: Any, came: StepResult) -> Any:
    """What a step came to, of a scene if it was taken in one."""
    if not isinstance(scene, FlatScene):
        return came
    after = scene.after(came.state, came.effects)
    return transitions.StepResult(after, came.due, came.notes, came.cancelled, came.done)


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
