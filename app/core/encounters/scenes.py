"""Scenes, the steps between them, and the rules of their encounter.

A scene is an encounter as its steps see it, with all combatants and their sheets.

**A combatant has a sheet; beside it only the record of its turn.** The sheet is the character's, or
the combatant's own if it has no character; a step does not ask which:

    scene.combatant(who).sheet["hp"]     a field of the sheet
    scene.combatant(who).turn.running    a field of the encounter's record of that combatant
    scene.now.phase                      a field of the encounter itself

    scene.write(who, stunned=True)       on the sheet, wherever it is stored
    scene.turn(who, running=False)
    scene.set(phase=25)
    scene.apply_effect(who, add("hp", -5))       on the record that declares the field

Scenes are values: each of these returns a new one.

A scene calls the rules of its encounter, which take and return scenes: so both are in this module.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Literal

from app.core.encounters import records
from app.core.encounters.actions import (
    Action,
    Allowance,
    Condition,
    OrderNumber,
    StepGroup,
)
from app.core.encounters.combatants import (
    Badge,
    Board,
    Combatant,
    Known,
    N,
    T,
    combatant_data,
    nobody,
    sheet_name,
)
from app.core.encounters.presets import Presets
from app.core.encounters.records import Record
from app.core.encounters.rolls import Done, Due, DueRecord, Roll
from app.core.errors import BadInput, join_words
from app.core.procedures.inputs import Input, Signature, Values
from app.core.procedures.kinds import clamp
from app.core.procedures.outcomes import Effect, put, round_number
from app.core.procedures.procedure import rule_ids
from app.core.sheets import Meter, Sheet, SheetForm
from app.core.sheets.sanitize import sanitize

#: The JSON data of an encounter. `combatants` by id: `turn`, and `sheet` for those without a
#: character.
State = Values

#: The record that an effect changes; empty if there is none.
Owner = Literal["sheet", "turn", "encounter", ""]

#: The id of the step that every encounter has: pass the turn.
PASS = "pass"

#: The most steps from one turn to the next, through a round's end and beginning.
MOST_STEPS = 8

#: Prefills of a step from a sheet: (label, inputs) each.
Uses = tuple[tuple[str, Values], ...]


@dataclass(frozen=True, eq=False)
class Scene(Generic[N, T]):
    """The current state of an encounter."""

    encounter: EncounterRules[N, T]
    now: N
    combatants: Mapping[str, Combatant[T]]
    #: The characters of the campaign.
    known: Known = nobody
    #: The campaign's house rules.
    house: Values = field(default_factory=dict)
    #: Effects on sheets since the scene was read, by combatant, in order.
    effects: tuple[tuple[str, Effect], ...] = ()
    #: The resulting sheets of characters, also of those that have left.
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    #: Ids of combatants that have left since then.
    gone: tuple[str, ...] = ()

    @property
    def state(self) -> State:
        """Return the JSON data of the scene."""
        return {
            **records.data(self.now),
            "combatants": {
                id: combatant_data(combatant) for id, combatant in self.combatants.items()
            },
        }

    # --- computed once ---

    @cached_property
    def board(self) -> Board:
        """Return the encounter as all players see it."""
        return self.encounter.board(self)

    @property
    def current(self) -> str | None:
        """Return the id of the combatant that has the turn, None if there is none."""
        return self.encounter.current(self)

    @cached_property
    def passed(self) -> StepResult[N, T]:
        """Return the result of passing the turn; BadInput if it cannot be passed."""
        return self.encounter.pass_turn(self)

    @property
    def upcoming(self) -> str | None:
        """Return the id of the next turn's combatant, before the first turn by passing it."""
        if self.board.current is not None:
            return self.board.upcoming
        try:
            return self.passed.scene.board.current
        except BadInput:
            return None

    # --- combatants ---

    def combatant(self, who: str, field: str = "who") -> Combatant[T]:
        """Return the combatant of this id; BadInput on `field` if there is none."""
        combatant = self.combatants.get(who)
        if combatant is None:
            raise BadInput(field, f"no combatant {who[:40]!r}" if who else "choose a combatant")
        return combatant

    @property
    def ordered(self) -> tuple[Combatant[T], ...]:
        """Return all combatants in their order."""
        return tuple(self.combatants[id] for id in self.now.order)

    # --- changes ---

    def set(self, **changes: object) -> Scene[N, T]:
        """Change fields of the encounter's own record."""
        return self._as(now=records.with_fields(self.now, changes))

    def turn(self, who: str, **changes: object) -> Scene[N, T]:
        """Change fields of the encounter's record of a combatant."""
        combatant = self.combatant(who)
        turn = records.with_fields(combatant.turn, changes)
        return self._with(Combatant(who, combatant.name, combatant.sheet, turn, combatant.own))

    def write(self, who: str, **fields: object) -> Scene[N, T]:
        """Write fields of a combatant's sheet; BadInput names the one at fault."""
        sheet = self.combatant(who).sheet.with_fields(fields)
        return self._with_sheet(who, sheet, *(put(name, value) for name, value in fields.items()))

    def apply_effect(self, who: str, *effects: Effect) -> Scene[N, T]:
        """Apply effects to a combatant (`""`: the scene), each where its field is declared.

        Effects on undeclared fields are ignored: they belong to the campaign, if anywhere.
        """
        scene = self
        for effect in effects:
            scene = scene.encounter.apply_effect(scene, who, effect)
        return scene

    def owner(self, who: str, effect: Effect) -> Owner:
        """Tell which record an effect changes."""
        return self.encounter.owner(self, who, effect)

    def apply_to_owner(self, who: str, effect: Effect) -> Scene[N, T]:
        """Apply an effect to the record that declares its field, without further consequences."""
        owner = self.owner(who, effect)
        if owner == "sheet":
            sheet = self.combatants[who].sheet.apply_effect(effect)
            return self._with_sheet(who, sheet, effect) if sheet is not None else self
        if owner == "turn":
            combatant = self.combatants[who]
            return self.turn(who, **_after(combatant.turn, effect, combatant.sheet))
        return self.set(**_after(self.now, effect, {})) if owner == "encounter" else self

    def _with_sheet(self, who: str, sheet: Sheet, *effects: Effect) -> Scene[N, T]:
        combatant = self.combatants[who]
        name = (
            sheet_name(sheet)
            if sheet_name(sheet) != sheet_name(combatant.sheet)
            else combatant.name
        )
        changed = Combatant(who, name, sheet, combatant.turn, combatant.own)
        sheets = self.sheets if combatant.own else {**self.sheets, who: sheet}
        written = *self.effects, *((who, effect) for effect in effects)
        return self._with(changed)._as(sheets=sheets, effects=written)

    def _with(self, combatant: Combatant[T]) -> Scene[N, T]:
        return self._as(combatants={**self.combatants, combatant.id: combatant})

    def _as(self, **parts: object) -> Scene[N, T]:
        """Return the scene with other parts, without the values cached for the old ones."""
        return records.with_fields(self, parts)

    # --- joining and leaving ---

    def add(self, who: str, name: str, turn: T) -> Scene[N, T]:
        """Add a combatant, last in the order: a character, else with a sheet of its own."""
        sheet = self.sheets.get(who)
        character = self.known(who)
        if character is not None:
            combatant = Combatant(who, character[0], sheet or character[1], turn, own=False)
        else:
            blank = self.encounter.sheet({"name": name or who}, self.house)
            combatant = Combatant(who, sheet_name(blank) or who, blank, turn, own=True)
        return self._with(combatant).set(order=(*self.now.order, who))

    def without(self, who: str) -> Scene[N, T]:
        """Remove a combatant; the current turn stays."""
        remaining = {id: combatant for id, combatant in self.combatants.items() if id != who}
        order = tuple(id for id in self.now.order if id != who)
        return self._as(combatants=remaining, gone=(*self.gone, who)).set(order=order)


def _after(record: Record, effect: Effect, sheet: Values) -> dict[str, object]:
    """Return a record's field changed by an effect, held to its range as on a sheet.

    sheet: its values, for fields that the record leaves to the sheet.
    """
    name = effect.field
    declared, old = records.entries(type(record))[name], getattr(record, name)
    if old is None and name in sheet:
        old = sheet[name]
    if effect.op == "append":
        return {name: declared.check((*(old or ()), effect.value))}
    if effect.op == "set":
        return {name: declared.check(effect.value)}
    if isinstance(effect.value, bool) or not isinstance(old, (int, float, type(None))):
        raise BadInput(name, f"{name} changes by a number only")
    after = round_number((old or 0) + effect.value, 6)
    return {name: declared.check(clamp(declared.kind, after))}


# --- transitions ---


@dataclass(frozen=True)
class StepResult(Generic[N, T]):
    """The result of a transition: the new scene, due rolls and notes."""

    scene: Scene[N, T]
    due: tuple[Due, ...] = ()
    notes: tuple[str, ...] = ()
    #: Entries no longer due: (combatant id, procedure; empty for a decision or reminder). With a
    #: label as third item, only the entry of that label, where several share a procedure.
    cancelled: tuple[Done, ...] = ()
    #: Due entries settled by the step, named in the same way: the oldest of several alike.
    done: tuple[Done, ...] = ()

    def and_then(self, more: StepResult[N, T]) -> StepResult[N, T]:
        """Return this result followed by one that continues from its scene."""
        return StepResult(
            more.scene,
            self.due + more.due,
            self.notes + more.notes,
            self.cancelled + more.cancelled,
            self.done + more.done,
        )


@dataclass(frozen=True, eq=False)
class Transition:
    """A declared step of the encounter.

    during: the phases in which it can be taken, none for any time.
    gm_only: whether the game master alone may take it.
    A function with a parameter `given` receives the names of the inputs that were given.
    """

    id: str
    title: str
    function: Callable[..., AnyScene | AnyStepResult]
    rules: tuple[str, ...]
    during: tuple[str, ...] = ()
    gm_only: bool = False

    @cached_property
    def signature(self) -> Signature:
        scene, *_ = self._parameters
        return Signature(self.function, leave=(scene, "given"))

    @cached_property
    def _parameters(self) -> tuple[str, ...]:
        return tuple(inspect.signature(self.function).parameters)

    @property
    def _asks_given(self) -> bool:
        return "given" in self._parameters

    @property
    def inputs(self) -> Mapping[str, Input]:
        return self.signature.inputs

    def house_rules(self, house: Values) -> Values:
        """Return the campaign's house rules among its inputs."""
        return {name: house[name] for name in self.inputs if name in house}

    def apply(self, scene: Scene[N, T], given: Values | None = None) -> StepResult[N, T]:
        """Take the step; BadInput names the input at fault, or `phase` if it is not its time."""
        arguments, _ = self.signature.check(given or {})
        scene.encounter.is_time_for(self, scene)
        if self._asks_given:
            arguments["given"] = frozenset(given or ())
        result = self.function(scene, **arguments)
        return result if isinstance(result, StepResult) else StepResult(result)


def transition(
    id: str,
    *,
    title: str,
    rules: str = "",
    during: str | tuple[str, ...] = (),
    gm_only: bool = False,
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Transition]:
    """Declare the function below (its first parameter is the scene) as a step.

    The function returns a `StepResult`, or a scene alone.
    """
    phases = (during,) if isinstance(during, str) else during

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Transition:
        return Transition(id, title, function, rule_ids(rules), phases, gm_only)

    return declare


#: A scene of any game, and the result of a step in it.
AnyScene = Scene[Any, Any]
AnyStepResult = StepResult[Any, Any]


# --- the defaults of hooks ---


def nothing(*question: object) -> tuple[()]:
    """Return no badges, conditions, actions or names."""
    return ()


def no_inputs(*question: object) -> Values:
    """Return no inputs."""
    return {}


def unchanged(scene: Scene[N, T], *event: object) -> StepResult[N, T]:
    """Return the scene as the result of an event without consequences."""
    return StepResult(scene)


def plain_board(scene: Scene[N, T]) -> Board:
    """Return the round, and all combatants in their order."""
    badges = scene.encounter.badges
    places = tuple(combatant.place(badges(combatant)) for combatant in scene.ordered)
    upcoming = scene.encounter.upcoming(scene)
    return Board(f"Round {scene.now.round}", places, scene.now.current, upcoming)


def sheet_meters(scene: Scene[N, T], who: str) -> tuple[Meter, ...]:
    """Return the meters of a combatant's sheet."""
    sheet = scene.combatant(who).sheet
    return sheet.form.meters(sheet)


def sheet_rolls(scene: Scene[N, T], who: str) -> tuple[Action, ...]:
    """Return every roll of a combatant's sheet as an action."""
    return tuple(
        Action(f"{roll.procedure} {roll.place} {roll.label}", roll.label, roll=roll)
        for roll in scene.combatant(who).sheet.rolls
    )


def place_number(scene: Scene[N, T], who: str) -> OrderNumber | None:
    """Return the place of a combatant in the order, where the game lets combatants move."""
    if who not in scene.now.order or "move" not in scene.encounter.by_id:
        return None
    return OrderNumber("Place", scene.now.order.index(who) + 1, "move", "place")


def all_others(scene: Scene[N, T], who: str) -> tuple[str, ...]:
    """Return the ids of all other combatants in their order."""
    return tuple(combatant.id for combatant in scene.ordered if combatant.id != who)


def character_or_other(combatant: Combatant[T]) -> str:
    """Return the side of characters, or that of all others."""
    return "others" if combatant.own else "characters"


def declaring_record(scene: Scene[N, T], who: str, effect: Effect) -> Owner:
    """Tell which record declares an effect's field; the id "" is the scene."""
    encounter = scene.encounter
    if who in scene.combatants:
        if encounter.form.takes(effect):
            return "sheet"
        if effect.field in records.entries(encounter.turn):
            return "turn"
    elif who:
        return ""  # an absent combatant owns none of the encounter's counters
    return "encounter" if effect.field in records.entries(encounter.now) else ""


# --- rules ---


@dataclass(frozen=True, eq=False)
class EncounterRules(Generic[N, T]):
    """The declarations of an encounter, and its hooks: the functions in which games differ."""

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
    #: The sheet of combatants without a character, if it differs.
    own_form: SheetForm | None = None
    #: Where the page offers a step, by its id: those left out belong to the turn.
    groups: Mapping[str, StepGroup] = field(default_factory=dict)
    #: Phase titles by id, where steps belong to phases (`during`).
    phases: Mapping[str, str] = field(default_factory=dict)
    #: Whether time passes over the sheets of combatants without a character.
    ages: bool = True
    #: Fields of `now` (and counters of that name) that are hidden from players.
    secret: tuple[str, ...] = ()
    #: Fields of `turn` that players may see of every visible combatant.
    public_fields: tuple[str, ...] = ()
    #: Inputs of `add` that a turn holds and that belong to the combatant in every fight.
    lasting: tuple[str, ...] = ()
    #: Ids of the steps whose forms start with the current values instead of the defaults.
    edits: tuple[str, ...] = ()
    #: Values of a combatant that neither turn nor sheet holds as such, by the inputs they fill.
    computed: Mapping[str, Callable[[Combatant[T]], object]] = field(default_factory=dict)

    # --- the turn and the screen ---

    #: Imports the foes that are ready to join: a first roll needs none of them.
    presets: Callable[[], Presets] = Presets
    #: Corrects a scene that was read, as its sheets may have changed since.
    on_read: Callable[[Scene[N, T]], Scene[N, T]] = lambda scene: scene
    #: The current phase, one of `phases`.
    phase: Callable[[Scene[N, T]], str] = lambda scene: ""
    #: The id of the combatant that has the turn, None if there is none.
    current: Callable[[Scene[N, T]], str | None] = lambda scene: scene.now.current
    #: The board.
    board: Callable[[Scene[N, T]], Board] = plain_board
    #: The conditions that a combatant shows on it.
    badges: Callable[[Combatant[T]], tuple[Badge, ...]] = nothing
    #: A combatant's meters; the first is drawn as the ring of the portrait.
    meters: Callable[[Scene[N, T], str], tuple[Meter, ...]] = sheet_meters
    #: A combatant's actions of this turn, possible and impossible ones.
    actions: Callable[[Scene[N, T], str], tuple[Action, ...]] = sheet_rolls
    #: Actions that the rules demand of a combatant's current state: consequences of a number that
    #: was changed by hand, which no roll proposes. Each is one tap on the combatant's card.
    asks: Callable[[Scene[N, T], str], tuple[Action, ...]] = nothing
    #: Whether a combatant takes its turn even if its sheet says that it can no longer act.
    acts_anyway: Callable[[Combatant[T]], bool] = lambda combatant: False
    #: The parts of a combatant's turn, used and unused.
    allowances: Callable[[Scene[N, T], str], tuple[Allowance, ...]] = nothing
    #: The conditions that a tap adds to a combatant or takes away.
    conditions: Callable[[Scene[N, T], str], tuple[Condition, ...]] = nothing
    #: The number of a combatant in the order of turns, None outside it.
    order_number: Callable[[Scene[N, T], str], OrderNumber | None] = place_number
    #: The ids that a combatant may aim at, likeliest first.
    targets: Callable[[Scene[N, T], str], tuple[str, ...]] = all_others
    #: The side that a combatant fights on; combatants of other sides are foes.
    side: Callable[[Combatant[T]], str] = character_or_other

    # --- forms ---

    #: The sheet that feeds a combatant's rolls, adjusted by the encounter.
    adjust_sheet: Callable[[Combatant[T], Sheet], Sheet] = lambda combatant, sheet: sheet
    #: (scene, who, procedure): inputs that the scene gives to a combatant's roll.
    prefill_actor: Callable[[Scene[N, T], str, str], Values] = no_inputs
    #: The same: the names of those inputs that are locked now.
    locked_inputs: Callable[[Scene[N, T], str, str], tuple[str, ...]] = nothing
    #: (scene, ids by role, procedure): inputs that depend on the other participants.
    prefill_target: Callable[[Scene[N, T], Mapping[str, str], str], Values] = no_inputs
    #: (scene, ids by role, procedure, the form's inputs so far): inputs that depend on those.
    prefill_from_form: Callable[[Scene[N, T], Mapping[str, str], str, Values], Values] = no_inputs
    #: (scene, a step's id): the ids that its form begins with, by input.
    suggested: Callable[[Scene[N, T], str], Mapping[str, str]] = lambda scene, step: {}
    #: (a step's id, a sheet): the entries of the sheet that prefill the step's form by one tap.
    uses: Callable[[str, Sheet], Uses] = nothing

    # --- effects and events ---

    #: The record that declares an effect's field; the id "" is the scene.
    owner: Callable[[Scene[N, T], str, Effect], Owner] = declaring_record
    #: Whether the scene holds the item that an effect of the encounter changes.
    tracks: Callable[[Scene[N, T], str, Effect], bool] = lambda scene, who, effect: True
    #: The scene after an effect, with its consequences; `Scene.apply_to_owner` has none.
    apply_effect: Callable[[Scene[N, T], str, Effect], Scene[N, T]] = Scene.apply_to_owner
    #: The hours that the encounter has taken so far, for the campaign's clock.
    lasted: Callable[[Scene[N, T]], int | Fraction] = lambda scene: 0
    #: Of these, the hours still to pass over a combatant by the sheet's passing of time.
    unpassed: Callable[[Scene[N, T], str], int | Fraction] = lambda scene, who: 0
    #: Whether a due roll duplicates one that already waits, whose record is the first.
    repeats: Callable[[DueRecord, Due], bool] = lambda waiting, due: False
    #: The consequences of a roll beside its effects: costs and due rolls.
    on_roll: Callable[[Scene[N, T], Roll], StepResult[N, T]] = unchanged
    #: The consequences of a due entry that was settled or waived by hand.
    on_settled: Callable[[Scene[N, T], DueRecord], StepResult[N, T]] = unchanged
    #: The consequences of the encounter's end for its combatants.
    on_end: Callable[[Scene[N, T]], StepResult[N, T]] = unchanged

    def upcoming(self, scene: Scene[N, T]) -> str | None:
        """Return the id of the combatant with the next turn, None if there is no other."""
        order, current = scene.now.order, scene.now.current
        index = order.index(current) + 1 if current in order else 0
        following = order[index % len(order)] if order else None
        return following if following != current else None

    def sheet(self, data: Values, house: Values) -> Sheet:
        """Read the stored sheet of a combatant that has no character."""
        form = self.own_form or self.form
        return Sheet(form, sanitize(form, data), house)

    # --- queries and steps ---

    @property
    def depends_on_form(self) -> bool:
        """Tell whether inputs depend on the form's other inputs (`prefill_from_form`)."""
        return self.prefill_from_form is not no_inputs

    @cached_property
    def by_id(self) -> dict[str, Transition]:
        return {transition.id: transition for transition in self.transitions}

    @cached_property
    def gm_steps(self) -> frozenset[str]:
        """Return the ids of the steps that the game master alone may take."""
        return frozenset(step.id for step in self.transitions if step.gm_only)

    def ends_turn(self, id: str) -> bool:
        """Tell whether a step of that id ends the current turn."""
        return id in (PASS, *self.advance)

    def apply(self, scene: Scene[N, T], id: str, given: Values | None = None) -> StepResult[N, T]:
        """Take one step; BadInput on `transition` if there is none of that id."""
        if id == PASS:
            return scene.passed
        step = self.by_id.get(id)
        if step is None:
            raise BadInput("transition", f"no step {id[:40]!r} in this game")
        return step.apply(scene, given)

    def pass_turn(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """Take the steps that advance the turn until a combatant has it.

        Where no combatant can have a turn, go as far as possible. BadInput of the first step if
        none can be taken.
        """
        result = StepResult(scene)
        for step in range(MOST_STEPS):
            try:
                result = result.and_then(self._advance(result.scene))
            except BadInput:
                if not step:
                    raise
                break
            if result.scene.current is not None:
                break
        return result

    def _advance(self, scene: Scene[N, T]) -> StepResult[N, T]:
        """Take the first possible step that advances the turn, or raise the first refusal."""
        refusal = None
        for id in self.advance:
            try:
                return self.apply(scene, id, self.by_id[id].house_rules(scene.house))
            except BadInput as fault:
                refusal = refusal or fault
        raise refusal or BadInput("transition", "this game has no turns")

    def is_time_for(self, step: Transition, scene: Scene[N, T]) -> None:
        """Raise BadInput on `phase` unless the step belongs to the current phase."""
        now = self.phase(scene)
        if step.during and now not in step.during:
            when = join_words([self.phases[phase] for phase in step.during])
            raise BadInput("phase", f"{step.title}: only in {when}, not in {self.phases[now]}")

    def current_value(self, scene: Scene[N, T], who: str, name: str) -> Any:
        """Return the current value under an input's name: of a combatant or the scene."""
        value = self.own_value(scene, who, name)
        return getattr(scene.now, name, None) if value is None else value

    def own_value(self, scene: Scene[N, T], who: str, name: str) -> Any:
        """Return a combatant's current value under an input's name, None without one."""
        combatant = scene.combatants.get(who)
        if combatant is None:
            return None
        if name in self.computed:
            return self.computed[name](combatant)
        value = getattr(combatant.turn, name, None)
        if value is None and name in combatant.sheet.form.by_id:
            value = combatant.sheet[name]
        return value
