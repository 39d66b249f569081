"""The combatants and their order: the steps that encounters of all games share.

Adding, removing, moving and showing are the same in most games, and are defined here once. A game
whose steps do more composes them from the functions at the end.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.core.encounters import records
from app.core.encounters.combatants import Combatant, Hidden, N, T
from app.core.encounters.scenes import (
    AnyScene,
    AnyStepResult,
    Scene,
    StepResult,
    Transition,
    transition,
)
from app.core.errors import BadInput
from app.core.procedures.inputs import REQUIRED, Input, Values
from app.core.procedures.kinds import ListOf, Row, Somebody, Text, Whole
from app.core.procedures.outcomes import round_number
from app.core.procedures.procedure import rule_ids
from app.core.sheets import Derived, Field, ListField, Sheet, SheetForm

#: The values of a new combatant's sheet, among the inputs of `add`.
SHEET = "sheet"

Who = Annotated[str, Somebody(label="Who")]
Name = Annotated[str, Text(80, front=True)]
Place = Annotated[int, Whole(1, 200, front=True)]


# --- joining ---


@dataclass(frozen=True, eq=False)
class Joining(Transition):
    """The step `add`: a combatant joins, last in the order.

    Inputs that belong to the sheet (by their kind's `sheet`, else by their name) are written on it:
    all of them on a new sheet; on a character's only those given, and none that equals the present
    value. Inputs named after a field of the turn are stored there, unless the sheet derives the
    same value.

    Beside the inputs, `sheet` gives the values of a new sheet; then only given inputs change it.
    """

    def apply(self, scene: Scene[N, T], given: Values | None = None) -> StepResult[N, T]:
        given = dict(given or {})
        ready = given.pop(SHEET, None)
        arguments, values = self.signature.check(given)
        scene.encounter.is_time_for(self, scene)
        who = values["id"]
        is_new(scene, who)
        scene = scene.add(who, values["name"], scene.encounter.turn())
        blank = scene.combatants[who].own and ready is None
        if ready is not None:
            scene = _with_values(scene, who, ready)
        inputs = {name: value for name, value in values.items() if blank or name in given}
        scene = self._with_turn(self._with_sheet(scene, who, inputs), who, inputs)
        if self._asks_given:
            arguments["given"] = frozenset(given)
        result = self.function(scene, **arguments)
        return result if isinstance(result, StepResult) else StepResult(result)

    def _with_sheet(self, scene: Scene[N, T], who: str, inputs: Values) -> Scene[N, T]:
        sheet = scene.combatants[who].sheet
        stated = {
            field: _as_field(sheet, field, self.inputs[name], value)
            for name, value in inputs.items()
            if (field := field_of(self.inputs[name], sheet)) and value is not None
        }
        fields = _differing(sheet, stated)
        # Present values may have been derived from the fields that are now written.
        fields |= _differing(sheet.with_fields(fields), stated)
        return scene.write(who, **fields) if fields else scene

    def _with_turn(self, scene: Scene[N, T], who: str, inputs: Values) -> Scene[N, T]:
        sheet, known = scene.combatants[who].sheet, records.entries(scene.encounter.turn)
        stored = {
            name: value
            for name, value in inputs.items()
            if name in known
            and (value is not None or known[name].default is None)
            and not follows(sheet, self.inputs[name], value)
        }
        return scene.turn(who, **stored)


def _with_values(scene: Scene[N, T], who: str, values: object) -> Scene[N, T]:
    """Write the values of a new combatant's sheet, except its name; BadInput on `sheet`."""
    combatant = scene.combatants[who]
    if not combatant.own:
        raise BadInput(SHEET, f"{combatant.name} has a sheet already")
    if not isinstance(values, Mapping) or any(id not in combatant.sheet for id in values):
        raise BadInput(SHEET, "give the values of a sheet by its fields")
    try:
        return scene.write(who, **{id: value for id, value in values.items() if id != "name"})
    except BadInput as fault:
        raise BadInput(SHEET, fault.message) from None


def joining(
    *, rules: str = "", title: str = "Add combatant", during: tuple[str, ...] = ()
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Joining]:
    """Declare the function below as the step `add`.

    Its inputs are `id`, `name`, and the fields of the combatant that joins. It receives the scene
    with that combatant and returns the further consequences.
    """

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Joining:
        return Joining("add", title, function, rule_ids(rules), during)

    return declare


def add(rules: str, form: SheetForm, *fields: str) -> Joining:
    """Return the step `add` for a game where joining only sets these sheet fields."""

    def step(scene: AnyScene, **inputs: object) -> AnyScene:
        """Add a combatant, last in the order."""
        return scene

    declared: dict[str, tuple[object, object]] = {"id": (Who, REQUIRED), "name": (Name, "")}
    declared["hidden"] = Hidden, False
    for field in form.fields:
        if field.id in fields:
            declared[field.id] = Annotated[Any, replace(field.kind, front=True)], field.default
    # The step gets the signature that it would have if its inputs were written out.
    one = inspect.Parameter.POSITIONAL_OR_KEYWORD
    head = [inspect.Parameter("scene", one)]
    head += [
        inspect.Parameter(name, one, default=default) for name, (_, default) in declared.items()
    ]
    step.__annotations__ = {name: hint for name, (hint, _) in declared.items()}
    step.__signature__ = inspect.Signature(head)  # type: ignore[attr-defined]
    return joining(rules=rules)(step)


def field_of(declared: Input, sheet: Sheet) -> str:
    """Return the id of the sheet field that an input writes, empty if there is none.

    A single number never writes a list, even under the list's name.
    """
    id = declared.kind.sheet or declared.name
    writable = declared.name not in ("id", "name")
    field = sheet.form.by_id.get(id) if writable else None
    if isinstance(field, ListField):
        return id if isinstance(declared.kind, ListOf) else ""
    return id if isinstance(field, Field) else ""


def follows(sheet: Sheet, declared: Input, value: object) -> bool:
    """Tell whether the sheet derives the value that an input gives."""
    id = declared.kind.sheet or declared.name
    return isinstance(sheet.form.by_id.get(id), Derived) and bool(sheet[id] == value)


def _differing(sheet: Sheet, values: Values) -> dict[str, object]:
    """Return the values that differ from the sheet's."""
    return {
        field: value for field, value in values.items() if round_number(sheet[field], 6) != value
    }


def _as_field(sheet: Sheet, field: str, declared: Input, value: Any) -> object:
    """Convert an input's value to the sheet's form: rows and words of a list become records."""
    listed = sheet.form.by_id[field]
    if not isinstance(listed, ListField) or not isinstance(declared.kind, ListOf):
        return round_number(value, 6)
    of, first = declared.kind.of, listed.of[0].id
    ids = [id for id, _ in of.of] if isinstance(of, Row) else [first]
    rows = value if isinstance(of, Row) else [(entry,) for entry in value]
    blank = {column.id: column.default for column in listed.of}
    return [{**blank, **dict(zip(ids, row, strict=True))} for row in rows]


def drop_missing(**values: object) -> dict[str, object]:
    """Return the values that are given; None leaves a value as it is."""
    return {name: value for name, value in values.items() if value is not None}


def is_new(scene: AnyScene, id: str) -> None:
    """Raise BadInput on `id` unless a joining combatant can have it."""
    if not id:
        raise BadInput("id", "give an id")
    if id in scene.combatants:
        raise BadInput("id", f"{id[:40]!r} is already here")


# --- leaving, moving, showing ---


def steps(
    rules: str, next_turn: Transition, form: SheetForm, *fields: str
) -> tuple[Transition, ...]:
    """Return the plain steps `add`, `show`, `remove` and `move`.

    fields: the sheet fields that can be set for a joining combatant.
    """
    return add(rules, form, *fields), show(rules), remove(rules, next_turn), move(rules)


def remove(rules: str, next_turn: Transition) -> Transition:
    """Return the step `remove`. next_turn: the step that advances the turn."""

    @transition("remove", title="Remove", rules=rules)
    def step(scene: AnyScene, who: Who) -> AnyScene | AnyStepResult:
        """Remove a combatant; if it had the turn, the next one begins."""
        remaining, had_turn = remove_combatant(scene, who)
        return next_turn.apply(remaining) if had_turn and remaining.now.order else remaining

    return step


def move(rules: str) -> Transition:
    """Return the step `move`, for a game that does not restrict it."""

    @transition("move", title="Move in turn order", rules=rules)
    def step(scene: AnyScene, who: Who, place: Place) -> AnyScene:
        """Move a combatant to another position of the order, counted from 1."""
        return move_to(scene, who, place)

    return step


def show(rules: str) -> Transition:
    """Return the step `show`."""

    @transition("show", title="Visibility", rules=rules)
    def step(scene: AnyScene, who: Who, hidden: Hidden = False) -> AnyScene:
        """Hide a combatant from the players, or show it to them."""
        return scene.turn(who, hidden=hidden)

    return step


def remove_combatant(scene: Scene[N, T], who: str) -> tuple[Scene[N, T], bool]:
    """Return the scene without a combatant, and whether that one had the turn.

    The turn goes to the one before it in the order; to none, if it was the first.
    """
    scene.combatant(who)
    if scene.now.current != who:
        return scene.without(who), False
    index = scene.now.order.index(who)
    previous = scene.now.order[index - 1] if index else None
    return scene.without(who).set(current=previous), True


def move_to(scene: Scene[N, T], who: str, place: int) -> Scene[N, T]:
    """Return the scene with a combatant at another position, counted from 1."""
    scene.combatant(who)
    order = [id for id in scene.now.order if id != who]
    order.insert(place - 1, who)
    return scene.set(order=tuple(order))


def foes_first(
    scene: Scene[N, T],
    who: str,
    gone: Callable[[Combatant[T]], object] = lambda combatant: False,
    down: Callable[[Combatant[T]], object] = lambda combatant: False,
) -> tuple[str, ...]:
    """Return the ids that a combatant may aim at: standing foes first.

    gone: no longer a target. down: fallen, so seldom meant. Hidden combatants come after visible
    ones.
    """
    side = scene.encounter.side
    own = side(scene.combatant(who))
    others = (other for other in scene.ordered if other.id != who and not gone(other))
    targets = sorted(
        others, key=lambda other: (side(other) == own, bool(down(other)), other.turn.hidden)
    )
    return tuple(other.id for other in targets)


def next_turn(scene: Scene[N, T]) -> tuple[Scene[N, T], Combatant[T]]:
    """Give the turn to the next in the order, or to the first, and return that combatant.

    The round rises after the last one. BadInput on `order` if it is empty.
    """
    order, current = scene.now.order, scene.now.current
    if not order:
        raise BadInput("order", "no combatants yet; add one first")
    index = order.index(current) + 1 if current in order else 0
    next = order[index % len(order)]
    round = scene.now.round + (index == len(order))
    return scene.set(current=next, round=round), scene.combatants[next]
