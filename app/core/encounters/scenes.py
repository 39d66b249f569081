"""A scene: an encounter as its steps see it, with everybody in it and their sheets.

**A combatant has a sheet; beside it only the record of its turn.** Whoever has a character is
written on that character's sheet, anybody else on one of their own, and a step does not ask which:

    scene.combatant(who).sheet["hp"]     what stands on the sheet
    scene.combatant(who).turn.running    what only the encounter knows of somebody
    scene.now.phase                      what it knows of nobody in particular

    scene.write(who, stunned=True)       on the sheet, wherever it lies
    scene.turn(who, running=False)
    scene.set(phase=25)
    scene.apply_effect(who, add("hp", -5))       an effect, on whatever declares its field

Scenes are values: each of these makes a new one.
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

#: JSON data: what is kept of an encounter. `combatants` by id: `turn`, and the `sheet` of whoever
#: has no character.
State = Mapping[str, Any]

Hidden = Annotated[bool, YesNo(help="Not shown to the players.")]


@dataclass(frozen=True)
class Round:
    """What an encounter remembers of nobody in particular; a game adds its own.

    round: from 1. order: ids, as a hand has put them. current: whose turn it is.
    """

    round: int = 1
    order: tuple[str, ...] = ()
    current: str | None = None


@dataclass(frozen=True)
class Turn:
    """What an encounter remembers of a combatant beside the sheet; a game adds its own."""

    hidden: Hidden = False


N = TypeVar("N", bound=Round)
T = TypeVar("T", bound=Turn)


@dataclass(frozen=True, eq=False)
class Combatant(Generic[T]):
    """Somebody in a scene. own: is the sheet one of their own, and no character's?"""

    id: str
    name: str
    sheet: Sheet
    turn: T
    own: bool


#: (an id) -> the name and the sheet of that character; None where it is nobody's.
Known = Callable[[str], tuple[str, Sheet] | None]


def nobody(id: str) -> None:
    return None


#: Who keeps what an effect changes.
Owner = Literal["sheet", "turn", "encounter", ""]


@dataclass(frozen=True, eq=False)
class Scene(Generic[N, T]):
    """An encounter, as it stands.

    known: the characters of the campaign. house: its house rules.
    effects: what was written on sheets since the scene was read, by combatant, in order.
    sheets: the sheets of characters as they are by that, also of those who have left.
    gone: who has left since then, by id.
    """

    encounter: Encounter[N, T]
    now: N
    combatants: Mapping[str, Combatant[T]]
    known: Known = nobody
    house: Mapping[str, Any] = field(default_factory=dict)
    effects: tuple[tuple[str, Effect], ...] = ()
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    gone: tuple[str, ...] = ()

    @property
    def state(self) -> dict[str, Any]:
        """The scene as it is kept."""
        return {
            **records.data(self.now),
            "combatants": {id: kept(each) for id, each in self.combatants.items()},
        }

    # --- what is asked again and again, and worked out once ---

    @cached_property
    def board(self) -> Board:
        """The encounter as it is seen across the table."""
        return self.encounter.board(self)

    @property
    def current(self) -> str | None:
        """Whose turn it is; None if it is nobody's."""
        return self.encounter.current(self)

    @cached_property
    def passed(self) -> StepResult[N, T]:
        """What comes of it when the turn is passed; BadInput if nothing can."""
        return self.encounter.pass_turn(self)

    # --- who is there ---

    def combatant(self, who: str, field: str = "who") -> Combatant[T]:
        """Whoever has this id; BadInput on `field` if nobody has."""
        found = self.combatants.get(who)
        if found is None:
            raise BadInput(field, f"nobody is called {who[:40]!r} here")
        return found

    @property
    def ordered(self) -> tuple[Combatant[T], ...]:
        """Everybody, as a hand has put them."""
        return tuple(self.combatants[id] for id in self.now.order)

    # --- what changes ---

    def set(self, **changes: Any) -> Scene[N, T]:
        """What is remembered of nobody in particular."""
        return self._as(now=records.changed(self.now, changes))

    def turn(self, who: str, **changes: Any) -> Scene[N, T]:
        """What is remembered of a combatant beside the sheet."""
        combatant = self.combatant(who)
        turn = records.changed(combatant.turn, changes)
        return self._with(Combatant(who, combatant.name, combatant.sheet, turn, combatant.own))

    def write(self, who: str, **fields: Any) -> Scene[N, T]:
        """Fields of a combatant's sheet; BadInput names the one at fault."""
        sheet = self.combatant(who).sheet.with_fields(fields)
        return self._written(who, sheet, *(put(name, value) for name, value in fields.items()))

    def apply_effect(self, who: str, *effects: Effect) -> Scene[N, T]:
        """Effects on somebody (or, of `""`, on nobody), each on what declares its field.

        What nothing here declares is passed over: it is the campaign's business, or nobody's.
        """
        scene = self
        for effect in effects:
            scene = scene.encounter.apply_effect(scene, who, effect)
        return scene

    def owner(self, who: str, effect: Effect) -> Owner:
        """Who keeps what this effect changes."""
        return self.encounter.owner(self, who, effect)

    def apply_to_owner(self, who: str, effect: Effect) -> Scene[N, T]:
        """An effect where its field lives, and nothing else that a game may have it bring."""
        owner = self.owner(who, effect)
        if owner == "sheet":
            sheet = self.combatants[who].sheet.apply_effect(effect)
            return self._written(who, sheet, effect) if sheet is not None else self
        if owner == "turn":
            combatant = self.combatants[who]
            return self.turn(who, **_after(combatant.turn, effect, combatant.sheet))
        return self.set(**_after(self.now, effect, {})) if owner == "encounter" else self

    def _written(self, who: str, sheet: Sheet, *effects: Effect) -> Scene[N, T]:
        combatant = self.combatants[who]
        name = named(sheet) if named(sheet) != named(combatant.sheet) else combatant.name
        changed = Combatant(who, name, sheet, combatant.turn, combatant.own)
        kept = self.sheets if combatant.own else {**self.sheets, who: sheet}
        written = *self.effects, *((who, each) for each in effects)
        return self._with(changed)._as(sheets=kept, effects=written)

    def _with(self, combatant: Combatant[T]) -> Scene[N, T]:
        return self._as(combatants={**self.combatants, combatant.id: combatant})

    def _as(self, **parts: Any) -> Scene[N, T]:
        """The scene with other parts; what was worked out of the old ones is left behind."""
        return records.changed(self, parts)

    # --- who comes and goes ---

    def joined(self, who: str, name: str, turn: T) -> Scene[N, T]:
        """Somebody more, last in the order: a character, else with a sheet of their own."""
        sheet = self.sheets.get(who)
        found = self.known(who)
        if found is not None:
            made = Combatant(who, found[0], sheet or found[1], turn, own=False)
        else:
            blank = self.encounter.sheet({"name": name or who}, self.house)
            made = Combatant(who, named(blank) or who, blank, turn, own=True)
        return self._with(made).set(order=(*self.now.order, who))

    def without(self, who: str) -> Scene[N, T]:
        """The scene without somebody; whose turn it is stays as it was."""
        left = {id: each for id, each in self.combatants.items() if id != who}
        order = tuple(id for id in self.now.order if id != who)
        return self._as(combatants=left, gone=(*self.gone, who)).set(order=order)


def named(sheet: Sheet) -> str:
    """The name that stands on a sheet."""
    return str(sheet["name"]) if "name" in sheet.form.by_id else ""


def kept(combatant: Combatant[Any]) -> dict[str, Any]:
    """A combatant as the state of a scene keeps them."""
    turn = {"turn": records.data(combatant.turn, whole=False)}
    return {**turn, "sheet": dict(combatant.sheet.data)} if combatant.own else turn


def _after(record: Any, effect: Effect, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What a field of a record becomes by an effect: within its range, as on a sheet.

    sheet: what it says where the record leaves it to the sheet.
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
