"""Who is there, and in which order they act: what the encounters of all games begin with.

Adding, taking out, moving and showing are the same in most games, and are here once. A game whose
steps do more makes them of the functions below those.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from app.core.encounters import records
from app.core.encounters.scenes import Combatant, Hidden, N, Scene, T
from app.core.encounters.transitions import StepResult, Transition, transition
from app.core.errors import BadInput
from app.core.procedures.inputs import REQUIRED, Input
from app.core.procedures.kinds import ListOf, Row, Somebody, Text, Whole
from app.core.procedures.outcomes import rounded
from app.core.procedures.procedure import rule_ids
from app.core.sheets import Derived, Field, ListField, Sheet, SheetForm

AnyScene = Scene[Any, Any]

Who = Annotated[str, Somebody(label="Who")]
Name = Annotated[str, Text(80, front=True)]
Place = Annotated[int, Whole(1, 200, front=True)]


# --- who joins ---


@dataclass(frozen=True, eq=False)
class Joining(Transition):
    """The step `add`: somebody joins, last in the order.

    What its inputs say of the sheet (by their kind's `sheet`, else by their name) is written on it:
    all of it on one that is made for whoever has none; on a character's what somebody gave, and
    nothing that stands there already. What they say under the name of a field of the turn is kept
    there; where the sheet says the same by itself, it is left to the sheet.
    """

    def apply(self, scene: Scene[N, T], given: Mapping[str, Any] | None = None) -> StepResult[N, T]:
        arguments, values = self.signature.check(given or {})
        scene.encounter.is_time_for(self, scene)
        who = values["id"]
        is_new(scene, who)
        scene = scene.joined(who, values["name"], scene.encounter.turn())
        own = scene.combatants[who].own
        told = {name: each for name, each in values.items() if own or name in (given or {})}
        scene = self._kept(self._written(scene, who, told), who, told)
        if self._asks_given:
            arguments["given"] = frozenset(given or ())
        came = self.function(scene, **arguments)
        return came if isinstance(came, StepResult) else StepResult(came)

    def _written(self, scene: Scene[N, T], who: str, told: Mapping[str, Any]) -> Scene[N, T]:
        sheet = scene.combatants[who].sheet
        said = {
            field: _as_on(sheet, field, self.inputs[name], value)
            for name, value in told.items()
            if (field := field_of(self.inputs[name], sheet)) and value is not None
        }
        fields = _unlike(sheet, said)
        # What stood there already may have leant on what is now written.
        fields |= _unlike(sheet.with_fields(fields), said)
        return scene.write(who, **fields) if fields else scene

    def _kept(self, scene: Scene[N, T], who: str, told: Mapping[str, Any]) -> Scene[N, T]:
        sheet, known = scene.combatants[who].sheet, records.entries(scene.encounter.turn)
        kept = {
            name: value
            for name, value in told.items()
            if name in known
            and (value is not None or known[name].default is None)
            and not follows(sheet, self.inputs[name], value)
        }
        return scene.turn(who, **kept)


def joining(
    *, rules: str = "", title: str = "Add somebody", during: tuple[str, ...] = ()
) -> Callable[[Callable[..., Scene[N, T] | StepResult[N, T]]], Joining]:
    """Declare the function below as the step `add`.

    Its inputs are `id`, `name`, and what is said of whoever joins. It begins with the scene in
    which they are there, and says what else their coming brings.
    """

    def declare(function: Callable[..., Scene[N, T] | StepResult[N, T]]) -> Joining:
        return Joining("add", title, function, rule_ids(rules), during)

    return declare


def add(rules: str, form: SheetForm, *fields: str) -> Joining:
    """The step `add`, for a game where joining brings no more than these fields of the sheet."""

    def step(scene: AnyScene, **said: Any) -> AnyScene:
        """Somebody joins, last in the order."""
        return scene

    asked: dict[str, tuple[Any, Any]] = {"id": (Who, REQUIRED), "name": (Name, "")}
    asked["hidden"] = Hidden, False
    for each in form.fields:
        if each.id in fields:
            asked[each.id] = Annotated[Any, replace(each.kind, front=True)], each.default
    # What is declared elsewhere is given to the step as the head that it would have been written.
    one = inspect.Parameter.POSITIONAL_OR_KEYWORD
    head = [inspect.Parameter("scene", one)]
    head += [inspect.Parameter(name, one, default=default) for name, (_, default) in asked.items()]
    step.__annotations__ = {name: hint for name, (hint, _) in asked.items()}
    step.__signature__ = inspect.Signature(head)  # type: ignore[attr-defined]
    return joining(rules=rules)(step)


def field_of(declared: Input, sheet: Sheet) -> str:
    """The field of a sheet that an input says; empty if it says none that can be written.

    One number alone says no list, though it may be called as the list is.
    """
    id = declared.kind.sheet or declared.name
    named = declared.name not in ("id", "name")
    found = sheet.form.by_id.get(id) if named else None
    if isinstance(found, ListField):
        return id if isinstance(declared.kind, ListOf) else ""
    return id if isinstance(found, Field) else ""


def follows(sheet: Sheet, declared: Input, value: Any) -> bool:
    """Does the sheet say the same by itself, of what an input says?"""
    id = declared.kind.sheet or declared.name
    return isinstance(sheet.form.by_id.get(id), Derived) and bool(sheet[id] == value)


def _unlike(sheet: Sheet, said: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of a sheet and does not stand there."""
    return {field: value for field, value in said.items() if rounded(sheet[field], 6) != value}


def _as_on(sheet: Sheet, field: str, declared: Input, value: Any) -> Any:
    """What an input says, as the sheet writes it: a list's rows and words are records there."""
    listed = sheet.form.by_id[field]
    if not isinstance(listed, ListField) or not isinstance(declared.kind, ListOf):
        return rounded(value, 6)
    of, first = declared.kind.of, listed.of[0].id
    places = [place for place, _ in of.of] if isinstance(of, Row) else [first]
    rows = value if isinstance(of, Row) else [(each,) for each in value]
    blank = {each.id: each.default for each in listed.of}
    return [{**blank, **dict(zip(places, row, strict=True))} for row in rows]


def is_new(scene: AnyScene, id: str) -> None:
    """BadInput on `id` unless it can be that of somebody who joins."""
    if not id:
        raise BadInput("id", "give an id")
    if id in scene.combatants:
        raise BadInput("id", f"{id[:40]!r} is already here")


# --- who leaves, moves, is seen ---


def steps(
    rules: str, next_turn: Transition, form: SheetForm, *fields: str
) -> tuple[Transition, ...]:
    """`add`, `show`, `remove` and `move`, for a game where they do no more than that.

    fields: what of the sheet may be said of whoever joins.
    """
    return add(rules, form, *fields), show(rules), remove(rules, next_turn), move(rules)


def remove(rules: str, next_turn: Transition) -> Transition:
    """The step `remove`. next_turn: the step by which the turn goes on."""

    @transition("remove", title="Take somebody out", rules=rules)
    def step(scene: AnyScene, who: Who) -> AnyScene | StepResult[Any, Any]:
        """Somebody leaves; if it was their turn, the next one begins."""
        left, theirs = left_by(scene, who)
        return next_turn.apply(left) if theirs and left.now.order else left

    return step


def move(rules: str) -> Transition:
    """The step `move`, where nothing keeps a hand from it."""

    @transition("move", title="Move in the order", rules=rules)
    def step(scene: AnyScene, who: Who, place: Place) -> AnyScene:
        """Somebody gets another place in the order, counted from 1."""
        return moved(scene, who, place)

    return step


def show(rules: str) -> Transition:
    """The step `show`."""

    @transition("show", title="Hide or show", rules=rules)
    def step(scene: AnyScene, who: Who, hidden: Hidden = False) -> AnyScene:
        """Somebody is hidden from the players, or shown to them."""
        return scene.turn(who, hidden=hidden)

    return step


def left_by(scene: Scene[N, T], who: str) -> tuple[Scene[N, T], bool]:
    """The scene without somebody, and whether it was their turn.

    The walk then goes on from the place before theirs: from the top of the order, nobody's.
    """
    scene.combatant(who)
    if scene.now.current != who:
        return scene.without(who), False
    place = scene.now.order.index(who)
    before = scene.now.order[place - 1] if place else None
    return scene.without(who).set(current=before), True


def moved(scene: Scene[N, T], who: str, place: int) -> Scene[N, T]:
    """The scene with somebody at another place of the order, counted from 1."""
    scene.combatant(who)
    order = [id for id in scene.now.order if id != who]
    order.insert(place - 1, who)
    return scene.set(order=tuple(order))


def foes_first(
    scene: Scene[N, T],
    who: str,
    side: Callable[[Combatant[T]], str],
    gone: Callable[[Combatant[T]], bool],
    down: Callable[[Combatant[T]], bool],
) -> tuple[str, ...]:
    """Whom somebody may aim at, the likeliest first: the other side, and who still stands.

    side: whose side somebody is on. gone: is nothing aimed at them any more? down: have they
    fallen, so that they are seldom meant? Whoever is hidden comes after those who are seen.
    """
    own = side(scene.combatant(who))
    there = (each for each in scene.ordered if each.id != who and not gone(each))
    likely = sorted(there, key=lambda each: (side(each) == own, down(each), each.turn.hidden))
    return tuple(each.id for each in likely)


def onward(scene: Scene[N, T]) -> tuple[Scene[N, T], Combatant[T]]:
    """The turn goes to the next in the order, to the first where nobody had it: and who that is.

    After the last the round rises. BadInput on `order` where nobody is in it.
    """
    order, current = scene.now.order, scene.now.current
    if not order:
        raise BadInput("order", "nobody is here; add somebody first")
    place = order.index(current) + 1 if current in order else 0
    next = order[place % len(order)]
    number = scene.now.round + (place == len(order))
    return scene.set(current=next, round=number), scene.combatants[next]
