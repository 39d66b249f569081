"""What the encounters of all games have in common: scenes, records, phases, who comes and goes."""

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
    """A sheet with a field of each sort."""

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
    """At whom, and how well."""

    at: str = ""
    bonus: int | None = None


@dataclass(frozen=True)
class Turn(combatants.Turn):
    """What a turn holds of each sort."""

    acts: Annotated[int, Whole(0, 3)] = 3
    speed: Annotated[int | None, Whole(0, 20)] = None
    aim: Aim | None = None
    told: tuple[str, ...] = ()


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
    """Somebody joins."""
    if "marks" in given:
        scene = scene.write(id, marks=[{}] * marks)
    return scene if pace is None else scene.turn(id, acts=1)


@transition("begin", title="Begin", rules="X1", during="declare")
def begin(scene: Fight) -> Fight:
    """Everybody has said what they do."""
    return scene.set(phase="act")


@transition("strike", title="Strike", rules="X1", during=("act",))
def strike(scene: Fight, who: Who, target: Annotated[str, Somebody(label="At whom")]) -> Fight:
    """A blow."""
    scene.combatant(target, "target")
    return scene.apply_effect(target, add("hp", -2)).turn(who, acts=0)


@transition("next", title="Next", rules="X1")
def next_turn(scene: Fight) -> StepResult[Round, Turn]:
    """The next one."""
    return StepResult(roster.next_turn(scene)[0])


@transition("call", title="Call the scene", rules="X1")
def call(fight: Fight, scene: Annotated[str, Text(20)] = "") -> Fight:
    """The first parameter is the scene, however it is called; any other is an input."""
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
ANN = FORM.filled({"name": "Ann", "hp": 7})


def known(id: str) -> tuple[str, Sheet] | None:
    return ("Ann", ANN) if id == "ann" else None


def played(*steps: tuple[str, dict[str, Any]]) -> Fight:
    """A scene with Ann and a rat after these steps, kept and read again after each."""
    scene = GAME.begin(known)
    for step, told in (("add", {"id": "ann"}), ("add", {"id": "rat", "name": "Rat"}), *steps):
        after = GAME.apply(scene, step, told).scene
        again = GAME.scene(json.loads(json.dumps(after.state, default=float)), known)
        assert again.now == after.now
        scene = after
    return scene


def test_a_step_is_taken_in_its_phase() -> None:
    blow = {"who": "rat", "target": "ann"}
    with pytest.raises(BadInput) as fault:
        GAME.apply(played(), "strike", blow)
    said = "Strike: only in the actions, not in the declarations"
    assert (fault.value.field, fault.value.message) == ("phase", said)
    scene = played(("begin", {}), ("strike", blow))
    assert scene.combatant("ann").sheet["hp"] == 5
    with pytest.raises(BadInput) as fault:
        GAME.apply(scene, "begin", {})
    assert fault.value.field == "phase"
    # What is given wrongly is said first.
    with pytest.raises(BadInput) as fault:
        GAME.apply(played(), "strike", {**blow, "pace": 1})
    assert fault.value.field == "pace"


def test_an_input_may_be_called_as_the_scene_is() -> None:
    assert list(call.inputs) == ["scene"]
    assert played(("call", {"scene": "act"})).now.phase == "act"


def test_nobody_is_named_by_the_input_that_names_them() -> None:
    scene = played(("begin", {}))
    for told, field in (
        ({"who": "rat", "target": "x"}, "target"),
        ({"who": "x", "target": "ann"}, "who"),
    ):
        with pytest.raises(BadInput) as fault:
            GAME.apply(scene, "strike", told)
        assert fault.value.field == field


def test_a_sheet_is_written_wherever_it_lies() -> None:
    scene = (
        played()
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


def test_an_effect_lands_on_whoever_declares_its_field() -> None:
    scene = played()
    fields = ("hp", "wounds", "acts", "speed", "pool", "name", "nothing")
    owners = [scene.owner("ann", put(field, 1)) for field in fields]
    assert owners == ["sheet", "sheet", "turn", "turn", "encounter", "sheet", ""]
    assert scene.owner("", put("hp", 1)) == ""
    # What the encounter counts is nobody's who is not here.
    assert [scene.owner("elsewhere", put(field, 1)) for field in fields] == [""] * len(fields)
    landed = scene.apply_effect("ann", add("acts", -9), add("speed", 2), append("told", "fire"))
    # Her speed follows from the sheet, 10 - 7, until an effect says otherwise.
    assert landed.combatant("ann").turn == Turn(acts=0, speed=5, told=("fire",))
    assert landed.apply_effect("", add("pool", 9)).now.pool == 6
    assert landed.apply_effect("ann", put("nothing", 1)).state == landed.state
    for wrong in (add("told", 1), put("acts", 4), add("acts", True)):
        with pytest.raises(BadInput):
            scene.apply_effect("ann", wrong)


def test_who_joins_has_a_sheet_of_what_is_said() -> None:
    ann, rat = (played().combatant(id) for id in ("ann", "rat"))
    assert (ann.own, ann.sheet, ann.turn) == (False, ANN, Turn())
    # 10 - 4 is 6, as is said by default: the sheet says it by itself.
    assert (rat.own, rat.sheet.data, rat.turn) == (True, {"name": "Rat", "hp": 4}, Turn())
    told = {"id": "bat", "hp": 5, "speed": 9, "wounds": ["wing"], "pace": 1, "hidden": True}
    bat = played(("add", told)).combatant("bat")
    assert (bat.name, bat.sheet.data) == ("bat", {"name": "bat", "wounds": [{"where": "wing"}]})
    assert bat.turn == Turn(hidden=True, acts=1, speed=9)
    # What is said stands, though without the rest of it it would have stood there by itself.
    cat = played(("add", {"id": "cat", "hp": 7, "reach": 5})).combatant("cat")
    assert cat.sheet.data == {"name": "cat", "hp": 7, "reach": 5}
    # One number says no list, though it is called so; what somebody gave the step is told.
    marked = played(("add", {"id": "bat", "marks": 2})).combatant("bat")
    assert (bat.sheet["marks"], marked.sheet["marks"]) == ((), [{"where": ""}] * 2)
    for wrong, field in (({"id": ""}, "id"), ({"id": "ann"}, "id"), ({"id": "x", "hp": 99}, "hp")):
        with pytest.raises(BadInput) as fault:
            GAME.apply(played(), "add", wrong)
        assert fault.value.field == field


class StoutForm(Form):
    """The same where more than 9 hp may stand."""

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
    scene = played(("add", {"id": "bat"}), ("next", {}), ("next", {}))
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
    turn = Turn(hidden=True, aim=Aim("rat", 2), told=("fire",))
    data = {"hidden": True, "aim": {"at": "rat", "bonus": 2}, "told": ["fire"]}
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
        {"told": "fire"},
        {"told": [1]},
        {"told": ["x"] * 1_001},
        [],
    ],
)
def test_what_no_record_can_mean_is_refused(odd: Any) -> None:
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
def test_what_is_no_scene_is_refused(odd: Any) -> None:
    with pytest.raises(BadInput):
        GAME.scene(odd)
