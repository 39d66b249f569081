"""A scene: an encounter as its steps see it, with all combatants and their sheets.

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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar

from app.core.encounters import records
from app.core.errors import BadInput
from app.core.procedures.kinds import Number, Whole, YesNo
from app.core.procedures.outcomes import Effect, put, rounded
from app.core.sheets import Sheet

if TYPE_CHECKING:
    from app.core.encounters.encounter import Board, Encounter
    from app.core.encounters.transitions import StepResult

#: The JSON data of an encounter. `combatants` by id: `turn`, and `sheet` for those without a
#: character.
State = Mapping[str, Any]

Hidden = Annotated[bool, YesNo(help="Not shown to the players.")]


@dataclass(frozen=True)
class Round:
    """The encounter's own record; a game adds its fields."""

    #: Counted from 1.
    round: int = 1
    #: Combatants' ids, as arranged by hand.
    order: tuple[str, ...] = ()
    #: The id of the combatant that has the turn.
    current: str | None = None


@dataclass(frozen=True)
class Turn:
    """The encounter's record of one combatant, beside the sheet; a game adds its fields."""

    hidden: Hidden = False


N = TypeVar("N", bound=Round)
T = TypeVar("T", bound=Turn)


@dataclass(frozen=True, eq=False)
class Combatant(Generic[T]):
    """A participant of a scene. own: the sheet belongs to it, not to a character."""

    id: str
    name: str
    sheet: Sheet
    turn: T
    own: bool


#: (an id) -> the name and the sheet of that character; None if there is none.
Known = Callable[[str], tuple[str, Sheet] | None]


def nobody(id: str) -> None:
    """Return None: the lookup of a campaign without characters."""
    return None


#: The record that an effect changes; empty if there is none.
Owner = Literal["sheet", "turn", "encounter", ""]


@dataclass(frozen=True, eq=False)
class Scene(Generic[N, T]):
    """The current state of an encounter."""

    encounter: Encounter[N, T]
    now: N
    combatants: Mapping[str, Combatant[T]]
    #: The characters of the campaign.
    known: Known = nobody
    #: The campaign's house rules.
    house: Mapping[str, Any] = field(default_factory=dict)
    #: Effects on sheets since the scene was read, by combatant, in order.
    effects: tuple[tuple[str, Effect], ...] = ()
    #: The resulting sheets of characters, also of those that have left.
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    #: Ids of combatants that have left since then.
    gone: tuple[str, ...] = ()

    @property
    def state(self) -> dict[str, Any]:
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

    # --- combatants ---

    def combatant(self, who: str, field: str = "who") -> Combatant[T]:
        """Return the combatant of this id; BadInput on `field` if there is none."""
        combatant = self.combatants.get(who)
        if combatant is None:
            raise BadInput(field, f"nobody is called {who[:40]!r} here")
        return combatant

    @property
    def ordered(self) -> tuple[Combatant[T], ...]:
        """Return all combatants in their order."""
        return tuple(self.combatants[id] for id in self.now.order)

    # --- changes ---

    def set(self, **changes: Any) -> Scene[N, T]:
        """Change fields of the encounter's own record."""
        return self._as(now=records.changed(self.now, changes))

    def turn(self, who: str, **changes: Any) -> Scene[N, T]:
        """Change fields of the encounter's record of a combatant."""
        combatant = self.combatant(who)
        turn = records.changed(combatant.turn, changes)
        return self._with(Combatant(who, combatant.name, combatant.sheet, turn, combatant.own))

    def write(self, who: str, **fields: Any) -> Scene[N, T]:
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
        name = named(sheet) if named(sheet) != named(combatant.sheet) else combatant.name
        changed = Combatant(who, name, sheet, combatant.turn, combatant.own)
        sheets = self.sheets if combatant.own else {**self.sheets, who: sheet}
        written = *self.effects, *((who, effect) for effect in effects)
        return self._with(changed)._as(sheets=sheets, effects=written)

    def _with(self, combatant: Combatant[T]) -> Scene[N, T]:
        return self._as(combatants={**self.combatants, combatant.id: combatant})

    def _as(self, **parts: Any) -> Scene[N, T]:
        """Return the scene with other parts, without the values cached for the old ones."""
        return records.changed(self, parts)

    # --- joining and leaving ---

    def joined(self, who: str, name: str, turn: T) -> Scene[N, T]:
        """Add a combatant, last in the order: a character, else with a sheet of its own."""
        sheet = self.sheets.get(who)
        character = self.known(who)
        if character is not None:
            combatant = Combatant(who, character[0], sheet or character[1], turn, own=False)
        else:
            blank = self.encounter.sheet({"name": name or who}, self.house)
            combatant = Combatant(who, named(blank) or who, blank, turn, own=True)
        return self._with(combatant).set(order=(*self.now.order, who))

    def without(self, who: str) -> Scene[N, T]:
        """Remove a combatant; the current turn stays."""
        remaining = {id: combatant for id, combatant in self.combatants.items() if id != who}
        order = tuple(id for id in self.now.order if id != who)
        return self._as(combatants=remaining, gone=(*self.gone, who)).set(order=order)


def named(sheet: Sheet) -> str:
    """Return the name on a sheet."""
    return str(sheet["name"]) if "name" in sheet.form.by_id else ""


def combatant_data(combatant: Combatant[Any]) -> dict[str, Any]:
    """Return the JSON data of a combatant."""
    turn = {"turn": records.data(combatant.turn, whole=False)}
    return {**turn, "sheet": dict(combatant.sheet.data)} if combatant.own else turn


def _after(record: Any, effect: Effect, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's field changed by an effect, held to its range as on a sheet.

    sheet: its values, for fields that the record leaves to the sheet.
    """
    name = effect.field
    declared, old = records.entries(type(record))[name], getattr(record, name)
    if old is None and name in sheet:
        old = sheet[name]
    if effect.op == "append":
        return {name: declared.checked((*(old or ()), effect.value))}
    if effect.op == "set":
        return {name: declared.checked(effect.value)}
    if isinstance(effect.value, bool) or not isinstance(old, (int, float, type(None))):
        raise BadInput(name, f"{name} changes by a number only")
    after = rounded((old or 0) + effect.value, 6)
    if isinstance(declared.kind, Whole | Number):
        after = min(max(after, declared.kind.low), declared.kind.high)
    return {name: declared.checked(after)}
