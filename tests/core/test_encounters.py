"""The shared base of all encounters: scenes, records, phases, joining and leaving."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

import pytest

from app.core.encounters import combatants, records, roster
from app.core.encounters.combatants import Hidden, Place
from app.core.encounters.encounter import Encounter
from app.core.encounters.roster import Name, Who, joining
from app.core.encounters.scenes import Scene, StepResult, transition
from app.core.errors import BadInput
from app.core.procedures.kinds import ListOf, OneOf, Somebody, Text, Whole, YesNo
from app.core.procedures.outcomes import add, append, put
from app.core.sheets import Derived, Field, ListField, Sheet, SheetForm


class Form(SheetForm):
    """A sheet with a field of each kind."""

    fields: tuple[Field, ...] = (
        Field("name", Text(20), ""),
        Field("hp", Whole(0, 9), 5),
        Field("reach", Whole(0, 9), lambda sheet: sheet["hp"]),
        Field("stunned", YesNo(), False),
    )
    lists = (
        ListField("wounds", "Wounds", (Field("where", Text(20), ""),)),
        ListField("marks", "Marks", (Field("where", Text(20), ""),)),
    )
    derived = (Derived("speed", "Speed", lambda sheet: 10 - sheet["hp"]),)


FORM = Form()


@dataclass(frozen=True)
class Aim:
    """A target and a bonus."""

    at: str = ""
    bonus: int | None = None


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """A turn with a field of each kind."""

    acts: Annotated[int, Whole(0, 3)] = 3
    speed: Annotated[int | None, Whole(0, 20)] = None
    aim: Aim | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Round(combatants.Round):
    """Rounds in two phases."""

    phase: Annotated[str, OneOf("declare", "act")] = "declare"
    pool: Annotated[int, Whole(0, 6)] = 0
    light: Fraction = Fraction(1, 2)


Fight = Scene[Round, Turn]

PHASES = {"declare": "the declarations", "act": "the actions"}


@joining(rules="X1")
def join(
    scene: Fight,
    id: Who,
    given: frozenset[str],
    name: Name = "",
    hidden: Hidden = False,
    hp: Annotated[int, Whole(0, 9, sheet="hp")] = 4,
    pace: Annotated[int | None, Whole(0, 20)] = None,
    reach: Annotated[int | None, Whole(0, 9)] = None,
    speed: Annotated[int, Whole(0, 20, sheet="speed")] = 6,
    wounds: Annotated[tuple[str, ...], ListOf(Text(20), 9, sheet="wounds")] = (),
    marks: Annotated[int, Whole(0, 9)] = 1,
) -> Fight:
    """Add a combatant."""
    if "marks" in given:
        scene = scene.write(id, marks=[{}] * marks)
    return scene if pace is None else scene.turn(id, acts=1)


@transition("begin", title="Begin", rules="X1", during="declare")
def begin(scene: Fight) -> Fight:
    """Start the actions, after all declarations."""
    return scene.set(phase="act")


@transition("strike", title="Strike", rules="X1", during=("act",))
def strike(scene: Fight, who: Who, target: Annotated[str, Somebody(label="At whom")]) -> Fight:
    """Take 2 HP from the target."""
    scene.combatant(target, "target")
    return scene.apply_effect(target, add("hp", -2)).turn(who, acts=0)


@transition("next", title="Next", rules="X1")
def next_turn(scene: Fight) -> StepResult[Round, Turn]:
    """Pass the turn."""
    return StepResult(roster.next_turn(scene)[0])


@transition("call", title="Call the scene", rules="X1")
def call(fight: Fight, scene: Annotated[str, Text(20)] = "") -> Fight:
    """Set the phase: the first parameter is the scene under any name, the others are inputs."""
    return fight.set(phase=scene)


#: Declare, then act.
GAME = Encounter[Round, Turn](
    now=Round,
    turn=Turn,
    form=FORM,
    phases=PHASES,
    phase=lambda scene: scene.now.phase,
    transitions=(
        begin,
        strike,
        next_turn,
        call,
        join,
        roster.show("X1"),
        roster.remove("X1", next_turn),
        roster.move("X1"),
    ),
)
ANN = FORM.fill({"name": "Ann", "hp": 7})


def known(id: str) -> tuple[str, Sheet] | None:
    """Return the name and sheet of the one known character."""
    return ("Ann", ANN) if id == "ann" else None


def play(*steps: tuple[str, dict[str, Any]]) -> Fight:
    """Return a scene with Ann and a rat after these steps, each stored and read back."""
    scene = GAME.begin(known)
    for step, inputs in (("add", {"id": "ann"}), ("add", {"id": "rat", "name": "Rat"}), *steps):
        after = GAME.apply(scene, step, inputs).scene
        again = GAME.scene(json.loads(json.dumps(after.state, default=float)), known)
        assert again.now == after.now
        scene = after
    return scene


def test_a_step_is_taken_in_its_phase() -> None:
    blow = {"who": "rat", "target": "ann"}
    with pytest.raises(BadInput) as fault:
        GAME.apply(play(), "strike", blow)
    message = "Strike: only in the actions, not in the declarations"
    assert (fault.value.field, fault.value.message) == ("phase", message)
    scene = play(("begin", {}), ("strike", blow))
    assert scene.combatant("ann").sheet["hp"] == 5
    with pytest.raises(BadInput) as fault:
        GAME.apply(scene, "begin", {})
    assert fault.value.field == "phase"
    # A wrong input is reported before a wrong phase.
    with pytest.raises(BadInput) as fault:
        GAME.apply(play(), "strike", {**blow, "pace": 1})
    assert fault.value.field == "pace"


def test_an_input_may_be_called_as_the_scene_is() -> None:
    assert list(call.inputs) == ["scene"]
    assert play(("call", {"scene": "act"})).now.phase == "act"


def test_an_unknown_combatant_is_reported_by_its_input() -> None:
    scene = play(("begin", {}))
    for inputs, field in (
        ({"who": "rat", "target": "x"}, "target"),
        ({"who": "x", "target": "ann"}, "who"),
    ):
        with pytest.raises(BadInput) as fault:
            GAME.apply(scene, "strike", inputs)
        assert fault.value.field == field


def test_a_sheet_is_written_wherever_it_lies() -> None:
    scene = (
        play()
        .apply_effect("ann", add("hp", -1))
        .apply_effect("rat", add("hp", -9))
        .write("ann", stunned=True)
    )
    assert scene.sheets["ann"].data == {"name": "Ann", "hp": 6, "stunned": True}
    assert scene.effects[-3:] == (
        ("ann", add("hp", -1)),
        ("rat", add("hp", -9)),
        ("ann", put("stunned", True)),
    )
    assert scene.state["combatants"] == {
        "ann": {"turn": {}},
        "rat": {"turn": {}, "sheet": {"name": "Rat", "hp": 0}},
    }


def test_an_effect_is_applied_to_the_owner_of_its_field() -> None:
    scene = play()
    fields = ("hp", "wounds", "acts", "speed", "pool", "name", "nothing")
    owners = [scene.owner("ann", put(field, 1)) for field in fields]
    assert owners == ["sheet", "sheet", "turn", "turn", "encounter", "sheet", ""]
    assert scene.owner("", put("hp", 1)) == ""
    # An absent combatant owns none of the encounter's counters.
    assert [scene.owner("elsewhere", put(field, 1)) for field in fields] == [""] * len(fields)
    applied = scene.apply_effect("ann", add("acts", -9), add("speed", 2), append("notes", "fire"))
    # Her speed follows from the sheet, 10 - 7, until an effect says otherwise.
    assert applied.combatant("ann").turn == Turn(acts=0, speed=5, notes=("fire",))
    assert applied.apply_effect("", add("pool", 9)).now.pool == 6
    assert applied.apply_effect("ann", put("nothing", 1)).state == applied.state
    for wrong in (add("notes", 1), put("acts", 4), add("acts", True)):
        with pytest.raises(BadInput):
            scene.apply_effect("ann", wrong)


def test_a_new_combatant_has_a_sheet_of_the_given_values() -> None:
    ann, rat = (play().combatant(id) for id in ("ann", "rat"))
    assert (ann.own, ann.sheet, ann.turn) == (False, ANN, Turn())
    # The default of `speed`, 6, equals the derived value (10 - 4), so it is not stored.
    assert (rat.own, rat.sheet.data, rat.turn) == (True, {"name": "Rat", "hp": 4}, Turn())
    inputs = {"id": "bat", "hp": 5, "speed": 9, "wounds": ["wing"], "pace": 1, "hidden": True}
    bat = play(("add", inputs)).combatant("bat")
    assert (bat.name, bat.sheet.data) == ("bat", {"name": "bat", "wounds": [{"where": "wing"}]})
    assert bat.turn == Turn(hidden=True, acts=1, speed=9)
    # A given value is stored although the sheet alone would derive it.
    cat = play(("add", {"id": "cat", "hp": 7, "reach": 5})).combatant("cat")
    assert cat.sheet.data == {"name": "cat", "hp": 7, "reach": 5}
    # A number fills no list of the same name; `given` names the inputs given to the step.
    marked = play(("add", {"id": "bat", "marks": 2})).combatant("bat")
    assert (bat.sheet["marks"], marked.sheet["marks"]) == ((), [{"where": ""}] * 2)
    for wrong, field in (({"id": ""}, "id"), ({"id": "ann"}, "id"), ({"id": "x", "hp": 99}, "hp")):
        with pytest.raises(BadInput) as fault:
            GAME.apply(play(), "add", wrong)
        assert fault.value.field == field


class StoutForm(Form):
    """The same form with up to 99 hp."""

    fields = (*Form.fields[:1], Field("hp", Whole(0, 99), 5))


def test_own_sheets_may_be_of_another_form() -> None:
    stored = {"turn": {}, "sheet": {"name": "Rat", "hp": 30}}
    scene = replace(GAME, own_form=StoutForm()).scene(
        {"combatants": {"rat": stored}, "order": ["rat"]}
    )
    rat = scene.combatant("rat")
    assert (rat.sheet["hp"], rat.sheet["speed"], rat.turn) == (30, -20, Turn())


def test_a_combatant_without_a_turn_is_none() -> None:
    with pytest.raises(BadInput, match="where a record belongs"):
        GAME.scene({"combatants": {"rat": {"name": "Rat", "hp": 3}}, "order": ["rat"]})


def test_the_order_is_walked_and_changed() -> None:
    scene = play(("add", {"id": "bat"}), ("next", {}), ("next", {}))
    assert (scene.now.current, GAME.upcoming(scene), scene.now.round) == ("rat", "bat", 1)
    last, combatant = roster.next_turn(roster.next_turn(scene)[0])
    assert (combatant.name, last.now.current, last.now.round) == ("Ann", "ann", 2)
    left = GAME.apply(scene, "remove", {"who": "rat"}).scene
    assert (left.now.order, left.now.current) == (("ann", "bat"), "bat")
    top = GAME.apply(left, "move", {"who": "bat", "place": 1}).scene
    assert GAME.board(top).places == (Place("bat", "bat"), Place("ann", "Ann"))
    hidden = GAME.apply(top, "show", {"who": "bat", "hidden": True}).scene
    assert [place.hidden for place in GAME.board(hidden).places] == [True, False]
    alone = GAME.apply(GAME.apply(hidden, "remove", {"who": "ann"}).scene, "remove", {"who": "bat"})
    assert (alone.scene.now.order, alone.scene.now.current) == ((), None)


def test_a_record_is_kept_and_read_again() -> None:
    turn = Turn(hidden=True, aim=Aim("rat", 2), notes=("fire",))
    data = {"hidden": True, "aim": {"at": "rat", "bonus": 2}, "notes": ["fire"]}
    assert records.data(turn, whole=False) == data
    assert records.read(Turn, {**data, "of_a_later_version": 1}) == turn
    assert records.read(Turn, {}) == Turn()
    assert records.read(Round, {"light": 0.25}).light == Fraction(1, 4)


@pytest.mark.parametrize(
    "odd",
    [
        {"acts": "two"},
        {"acts": 9},
        {"acts": True},
        {"aim": {"at": 1}},
        {"aim": {"bonus": 10**80}},
        {"aim": []},
        {"notes": "fire"},
        {"notes": [1]},
        {"notes": ["x"] * 1_001},
        [],
    ],
)
def test_an_invalid_record_is_refused(odd: Any) -> None:
    with pytest.raises(BadInput):
        records.read(Turn, odd)


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"combatants": []},
        {"combatants": {"a": []}},
        {"combatants": {}, "order": ["a"]},
        {"combatants": {"a": {"turn": []}}},
        {"combatants": {}, "round": "two"},
        {"combatants": {"a": {"name": ["Ada"]}}},
        "nonsense",
    ],
)
def test_an_invalid_scene_is_refused(odd: Any) -> None:
    with pytest.raises(BadInput):
        GAME.scene(odd)
