"""A whole scene of Autonomous Garden, step by step, and what its steps refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.encounters.combatants import Board
from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import TIME, Effect, Outcome, add, append, put
from app.core.sheets import Sheet
from app.systems.garden import GAME
from app.systems.garden.encounter import ENCOUNTER
from app.systems.garden.encounter.state import Fight, Fighter, Round, Turn, rounds_out


class Scene:
    """A scene being played: each step by its name; every scene stays what it was when left behind.

    sheets: of those who have a character. Everybody else joins with a sheet of their own.
    """

    def __init__(self, *ids: str, sheets: dict[str, Sheet] | None = None) -> None:
        self.sheets = sheets or {}
        self.scene: Fight = ENCOUNTER.begin(self.known)
        self.turned: StepResult[Round, Turn] = StepResult(self.scene)
        for id in ids:
            self.step("add", id=id, name=id.capitalize())

    def known(self, id: str) -> tuple[str, Sheet] | None:
        return (id.capitalize(), self.sheets[id]) if id in self.sheets else None

    def step(self, name: str, /, **inputs: Any) -> StepResult[Round, Turn]:
        before = json.dumps(self.scene.state)
        turned = ENCOUNTER.apply(self.scene, name, inputs)
        assert json.dumps(self.scene.state) == before, "changed in place"
        for due in turned.due:
            if due.procedure:
                GAME.procedures[due.procedure].bind(due.inputs)
        self.went(turned)
        return turned

    def went(self, turned: StepResult[Round, Turn]) -> None:
        """What a step or a roll came to is kept, and read again."""
        ENCOUNTER.board(turned.scene)
        self.turned = turned
        self.reads(turned.scene)

    def reads(self, scene: Fight) -> None:
        self.sheets |= scene.sheets
        self.scene = ENCOUNTER.scene(json.loads(json.dumps(scene.state)), self.known)

    def refuses(self, field: str, name: str, /, **inputs: Any) -> None:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, name, inputs)
        assert fault.value.field == field

    def of(self, id: str) -> Fighter:
        return self.scene.combatant(id)

    @property
    def now(self) -> Round:
        return self.scene.now

    @property
    def board(self) -> Board:
        return ENCOUNTER.board(self.scene)

    def apply_effect(self, who: str, effect: Effect) -> None:
        assert self.scene.owner(who, effect)
        self.reads(self.scene.apply_effect(who, effect))

    def badges(self, id: str) -> list[str]:
        return [one.words for each in self.board.places if each.id == id for one in each.badges]

    def rolled(self, due: Due | str, *faces: int, **inputs: Any) -> Outcome:
        """Something due is rolled, or a procedure of somebody: with what the scene gives to it.

        who, target: for a procedure, as it is rolled from a menu.
        """
        at = {name: inputs.pop(name) for name in ("who", "target") if name in inputs}
        procedure = GAME.procedures[due if isinstance(due, str) else due.procedure]
        cast = {"self": at["who"]} if isinstance(due, str) else cast_of(due)
        cast |= {"target": at["target"]} if "target" in at else {}
        known = self.inputs = self.told(cast, due, **inputs)
        outcome = by_hand(procedure.bind(known), list(faces)).outcome
        label = "" if isinstance(due, str) else due.label
        who = cast.get("self", "") if isinstance(due, str) else due.who
        made = Roll(who, procedure.id, known, outcome, cast, label)
        self.went(ENCOUNTER.on_roll(self.scene, made))
        return outcome

    def told(self, cast: dict[str, str], due: Due | str, **inputs: Any) -> dict[str, Any]:
        """What the form of something due, or of a procedure, says: what is due is told last."""
        procedure = GAME.procedures[due if isinstance(due, str) else due.procedure]
        own = (
            ENCOUNTER.prefill_actor(self.scene, cast["self"], procedure.id)
            if "self" in cast
            else {}
        )
        known = {**own, **ENCOUNTER.prefill_target(self.scene, cast, procedure.id), **inputs}
        stands = {} if isinstance(due, str) else due.inputs
        defaults = {name: each.default for name, each in procedure.inputs.items()}
        form = {**defaults, **known, **stands}
        return {
            **known,
            **ENCOUNTER.prefill_from_form(self.scene, cast, procedure.id, form),
            **stands,
        }

    def form(self, due: Due) -> dict[str, Any]:
        """What the form of something due says when it is opened."""
        return self.told(cast_of(due), due)

    def round(self, **declared: dict[str, Any]) -> None:
        for id, inputs in declared.items():
            self.step("declare", who=id, **inputs)
        self.step("set_order")


def cast_of(due: Due) -> dict[str, str]:
    """Who plays which part in something due."""
    return {due.role: due.who, **due.others}


def test_a_whole_scene() -> None:
    scene = Scene("rowan", "ilya", "guard")
    scene.step("add", id="thug", name="Thug", injuries=["flesh-wound/aided"])
    scene.step("notice", who="guard", unaware=True)
    (due,) = scene.step("surprise", attacker="rowan").due
    assert (due.who, due.procedure) == ("guard", "garden.surprise")
    scene.step("set_light", light="dim")
    scene.step("take_cover", who="thug", cover="light")

    # Round 1: intents order it; the guard has noticed nothing and has no turn.
    scene.step("declare", who="rowan", intent="ranged", major_actions=2, movement="walk")
    scene.step("declare", who="ilya", intent="ranged", major_actions=1)
    scene.refuses("who", "declare", who="ilya")
    scene.refuses("who", "declare", who="guard")
    scene.refuses("phase", "set_order")
    scene.step("declare", who="thug", intent="close")
    scene.step("set_order")
    assert scene.now.order == ("thug", "rowan", "ilya", "guard")
    assert (scene.now.current, scene.of("rowan").turn.penalty) == ("thug", -2)

    # The thug goes for Rowan, twice is once too often.
    (due,) = scene.step("attack", target="rowan", attack_kind="unarmed").due
    assert scene.form(due)["attacker_number"] == 1
    assert scene.form(due)["defender_movement"] == "walk"
    scene.refuses("phase", "attack", target="rowan")
    scene.step("end_turn")

    # Rowan shoots twice at the thug, -2 each, and keeps the number of the first comer.
    assert scene.now.current == "rowan"
    assert any("together with Ilya" in note for note in scene.turned.notes)
    (due,) = scene.step("attack", target="thug", attack_kind="ranged").due
    assert (
        scene.form(due).items()
        >= {"attacker_modifier": -2, "light": "dim", "cover": "light"}.items()
    )
    (due,) = scene.step("attack", target="guard", attack_kind="ranged").due
    assert scene.form(due)["defense_kind"] == "unaware"
    scene.step("end_turn")

    # Ilya waits for the door.
    scene.step("ready", event="the door opens")
    assert scene.now.round == 2
    assert scene.now.scene_clock == 0.1
    # G92: the thug has a stable wound to open, Rowan fought without one.
    (due,) = scene.turned.due
    assert (due.who, due.procedure) == ("thug", "garden.activity")
    assert {who for who, _ in scene.turned.scene.effects} == {"rowan", "ilya", "guard", "thug"}
    assert any("stay ready" in note for note in scene.turned.notes)

    # Round 2: she waits on, the thug defends fully, and the door opens in Rowan's turn.
    scene.step("notice", who="guard", unaware=False)
    scene.step("declare", who="ilya", intent="ranged", stay_ready=True)
    scene.step("declare", who="thug", intent="move", major_actions=0, full_defense=True)
    scene.step("declare", who="guard", intent="move", major_actions=0, movement="sprint")
    scene.step("declare", who="rowan", intent="close")
    (due,) = scene.step("set_order", contest=True).due
    assert due.procedure == "garden.initiative"
    count = len(due.inputs["intents"])
    scene.refuses("places", "places", places=[1] * (count - 1))
    ready = [id for id in scene.now.order if scene.of(id).turn.declared]
    wanted = {"rowan": 1, "ilya": 2, "thug": 3, "guard": 4}
    scene.step("places", places=[wanted[id] for id in ready])
    (due,) = scene.step("attack", target="thug", attack_kind="melee").due
    assert scene.form(due)["full_defense"] is True
    scene.step("event", who="ilya")
    assert (scene.now.current, scene.now.interrupted) == ("ilya", "rowan")
    (due,) = scene.step("attack", target="thug", attack_kind="ranged").due
    assert scene.form(due)["attacker_number"] == 2
    scene.step("end_turn")
    assert scene.now.current == "rowan"
    for _ in range(3):
        scene.step("end_turn")
    assert scene.now.round == 3
    assert scene.of("thug").turn.defending is True
    assert scene.of("thug").turn.attackers_this_round == ()

    # Round 3: full defence holds until the thug's turn begins.
    scene.round(rowan={}, ilya={"intent": "ranged"}, thug={"intent": "move"}, guard={})
    assert scene.of("thug").turn.defending is True
    while scene.now.current != "thug":
        scene.step("end_turn")
    assert scene.of("thug").turn.defending is False

    scene.refuses("speaker", "tried", npc="The captain", speaker="nobody")
    (due,) = scene.step("tried", npc="The captain", speaker="ilya").due
    assert (due.who, due.procedure, due.inputs) == (
        "ilya",
        "garden.persuade",
        {"skill": "negotiation", "already_tried": False},
    )
    assert scene.step("tried", npc="The captain", skill="wrangle").due == ()
    scene.refuses("skill", "tried", npc="The captain", skill="negotiation")
    scene.step("spell_holds", name="Shield", psyche=3)
    turned = scene.step("end_scene")
    assert scene.now.tried == ()
    assert scene.now.ongoing_spells == ()
    assert all(effect == put("scene_over", True) for _, effect in turned.scene.effects)
    assert [(due.who, due.procedure) for due in turned.due] == [("thug", "garden.pass_time")]


def test_lining_up_a_shot() -> None:
    scene = Scene("rowan", "thug")
    for wanted in (1, 2):
        scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
        scene.step("line_up")
        assert scene.of("rowan").turn.aim_rounds == wanted
        scene.refuses("phase", "line_up")
        scene.step("end_round")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    (due,) = scene.step("attack", target="thug", attack_kind="ranged").due
    assert due.inputs["aim_rounds"] == 2
    assert scene.of("rowan").turn.aim_rounds == 0
    scene.step("end_round")
    scene.round(rowan={"intent": "ranged", "movement": "walk"}, thug={"intent": "move"})
    scene.refuses("phase", "line_up")


def test_moving_or_doing_something_else_loses_the_aim() -> None:
    for declared, step in (
        ({"movement": "walk"}, None),
        ({}, ("other_action", {"what": "shouts"})),
        ({}, ("attack", {"target": "thug", "attack_kind": "melee"})),
    ):
        scene = Scene("rowan", "thug")
        scene.round(rowan={}, thug={"intent": "move"})
        scene.step("line_up")
        scene.step("end_round")
        scene.round(rowan=declared, thug={"intent": "move"})
        if step:
            scene.step(step[0], **step[1])
        assert scene.of("rowan").turn.aim_rounds == 0


def test_a_crash_loses_the_next_round() -> None:
    scene = Scene("rowan", "thug")
    cast = {"runner": "rowan", "pursuer": "thug"}
    scene.step("chase", **cast, gap=10)
    scene.round(rowan={"intent": "move"}, thug={"intent": "move"})
    scene.apply_effect("thug", add("recovering_rounds", 1))
    scene.apply_effect("", put("gap", 14))
    scene.step("end_round")
    assert scene.of("thug").turn.crashed is True
    scene.refuses("who", "declare", who="thug")
    scene.refuses("pursuer", "obstacle", runner="rowan", pursuer="rowan")
    # G44: no obstacle, no test, no metre.
    scene.refuses("pursuer", "obstacle", **cast, obstacle="tall-fence")
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert known.items() >= {"gap": 14, "pursuer_recovering": True}.items()
    bound = GAME.procedures["garden.chase_round"].bind({**known, "runner_athletics": 1})
    result = by_hand(bound, [4]).outcome
    assert [result.values[each] for each in ("pursuer_distance", "gap")] == [0, 14 + 20 + 4 + 2]
    scene.round(rowan={"intent": "move"})
    scene.step("end_turn")
    assert (scene.of("thug").turn.crashed, scene.of("thug").turn.recovering_rounds) == (False, 0)


def test_what_the_obstacle_gave_counts_in_the_round() -> None:
    scene = Scene("rowan", "thug")
    cast = {"runner": "rowan", "pursuer": "thug"}
    scene.step("chase", **cast, gap=10)
    (due,) = scene.step("obstacle", **cast, obstacle="tall-fence").due
    scene.rolled(due, 6, 1, 2, runner_athletics=1, runner_body=3)
    assert scene.badges("rowan") == ["+5 m"]  # 6 + 3 + 2 running against 6
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert known == {
        "gap": 10,
        "runner_speed": 20,
        "runner_movement": "run",
        "runner_bonus": 5,
        "runner_recovering": False,
        "pursuer_speed": 20,
        "pursuer_movement": "run",
        "pursuer_bonus": 0,
        "pursuer_recovering": False,
    }


def test_where_nobody_declares_the_rolls_of_all_pairs_are_a_round() -> None:
    """G44, G53: six seconds pass, and the round lost to a crash is one of them."""
    scene = Scene("rowan", "thug", "guard")
    pairs = [{"runner": "rowan", "pursuer": who} for who in ("thug", "guard")]
    for pair, gap in zip(pairs, (10, 30), strict=True):
        scene.step("chase", **pair, gap=gap)
    scene.apply_effect("thug", add("recovering_rounds", 1))
    for pair, faces in zip(pairs, ((4, 3, 3), (2, 2)), strict=True):
        (due,) = scene.step("chase", **pair).due
        scene.rolled(due, *faces, runner_athletics=1)
    assert (scene.now.round, scene.now.scene_clock) == (2, 0.1)
    assert scene.of("thug").turn.crashed is True
    for pair, faces in zip(pairs, ((5,), (2, 2)), strict=True):
        (due,) = scene.step("chase", **pair).due
        scene.rolled(due, *faces, runner_athletics=1)
    assert (scene.now.round, scene.of("thug").turn.crashed) == (3, False)


def test_each_pursuer_has_a_gap_and_the_runner_rolls_once() -> None:
    """G138: one test of the runner against all; every pair is judged by itself."""
    scene = Scene("rowan", "thug", "guard")
    for who, gap in (("thug", 5), ("guard", 40)):
        scene.step("chase", runner="rowan", pursuer=who, gap=gap)
    assert scene.board.pools == {
        "Gap of Thug to Rowan (m)": 5,
        "Gap of Guard to Rowan (m)": 40,
    }
    first, second = (
        scene.step("chase", runner="rowan", pursuer=who).due[0] for who in ("thug", "guard")
    )
    result = scene.rolled(first, 3, 6, 6, runner_athletics=1)
    # 20 + 3 + 2 against 20 + 6 + 1 + 2, two dice kept low: 6 and a match.
    assert [result.values[each] for each in ("runner_distance", "gap")] == [25, 1]
    cast = {"runner": "rowan", "pursuer": "guard"}
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert known.items() >= {"runner_rolled": True, "runner_metres": 25, "gap": 40}.items()
    result = scene.rolled(second, 2, 3)
    assert [result.values[each] for each in ("runner_distance", "gap")] == [25, 41]
    for metres in (1, 41):
        scene.apply_effect("", put("gap", metres))
    assert [each.metres for each in scene.now.gaps] == [1, 41]
    # One obstacle: the runner's test holds against both, the bonus only in its pair's gap.
    due = [scene.step("obstacle", runner="rowan", pursuer=who).due[0] for who in ("thug", "guard")]
    result = scene.rolled(due[0], 5, 1, 2, runner_athletics=1)
    assert result.values["runner_bonus"] == 5 + 2 - 2
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_obstacle")
    assert known.items() >= {"runner_rolled": True, "runner_result": 7}.items()
    result = scene.rolled(due[1], 6, 6)
    assert result.values["runner_total"] == 7
    bonuses = [(each.runner_bonus, each.pursuer_bonus) for each in scene.now.gaps]
    assert bonuses == [(5, 0), (0, 7)]


def test_the_incapacitated_and_the_helpless_have_no_turn() -> None:
    scene = Scene("rowan", "thug", "guard")
    burnt = {"name": "incapacitated", "lasts": 2, "unit": "rounds"}
    scene.apply_effect("thug", append("conditions", burnt))
    scene.apply_effect(
        "guard", append("conditions", {"name": "unconscious", "lasts": 3, "unit": "hours"})
    )
    scene.refuses("who", "declare", who="thug")
    scene.refuses("who", "declare", who="guard")
    scene.round(rowan={"intent": "close"})
    (due,) = scene.step("attack", target="guard", attack_kind="melee").due
    assert scene.form(due)["defense_kind"] == "unaware"
    scene.step("end_turn")
    assert rounds_out(scene.of("thug")) == 1
    scene.round(rowan={"intent": "close"})
    scene.step("end_turn")
    scene.step("declare", who="thug")


def test_the_banished_are_not_there() -> None:
    scene = Scene("rowan", "spirit")
    gone = {"name": "banished", "lasts": None, "unit": "scene"}
    scene.apply_effect("spirit", append("conditions", gone))
    scene.refuses("who", "declare", who="spirit")
    scene.step("end_scene")
    scene.step("declare", who="spirit")


def test_a_round_of_full_defence_loses_the_aim() -> None:
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("line_up")
    scene.step("end_round")
    scene.step("declare", who="rowan", major_actions=0, full_defense=True)
    assert scene.of("rowan").turn.aim_rounds == 0


def test_sprint_and_full_defence_fill_the_round() -> None:
    scene = Scene("rowan", "thug")
    scene.refuses("major_actions", "declare", who="rowan", movement="sprint")
    scene.refuses("major_actions", "declare", who="rowan", full_defense=True)
    inputs = {"major_actions": 0, "full_defense": True, "movement": "walk"}
    scene.refuses("movement", "declare", who="rowan", **inputs)
    scene.refuses("stay_ready", "declare", who="rowan", stay_ready=True)


def test_somebody_leaves_in_their_turn() -> None:
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "close"}, thug={"intent": "close"})
    scene.step("attack", target="thug")
    scene.step("remove", who="rowan")
    assert scene.now.current == "thug"
    assert scene.of("thug").turn.attackers_this_round == ()
    scene.step("move", who="thug", place=1)
    scene.step("show", who="thug", hidden=True)
    assert scene.board.places[0].hidden is True


@pytest.mark.parametrize(
    ("step", "field", "inputs"),
    [
        ("add", "id", {"id": "rowan"}),
        ("add", "id", {"id": ""}),
        ("remove", "who", {"who": "nobody"}),
        ("end_turn", "phase", {}),
        ("attack", "phase", {"target": "thug"}),
        ("ready", "phase", {"event": "now"}),
        ("event", "phase", {"who": "thug"}),
        ("places", "phase", {"places": [1, 2]}),
        ("set_order", "phase", {}),
        ("chase", "gap", {"runner": "rowan", "pursuer": "thug"}),
        ("surprise", "attacker", {"attacker": "rowan"}),
        ("take_cover", "cover", {"who": "thug", "cover": "wall"}),
        ("dance", "transition", {}),
    ],
)
def test_what_cannot_be_done_is_named(step: str, field: str, inputs: dict[str, Any]) -> None:
    Scene("rowan", "thug").refuses(field, step, **inputs)


def test_a_crowd_is_ordered_without_a_contest() -> None:
    crowd = [f"guard{n}" for n in range(41)]
    scene = Scene(*crowd)
    for id in crowd:
        scene.step("declare", who=id)
    scene.refuses("contest", "set_order", contest=True)
    scene.step("set_order")
    assert scene.now.current == "guard0"


def test_minor_actions_may_count() -> None:
    scene = Scene("rowan")
    scene.step("declare", who="rowan", minor_actions=2, minor_actions_count=True)
    assert scene.of("rowan").turn.penalty == -2


def test_effects_that_are_the_sheets_alone() -> None:
    scene = Scene("rowan").scene
    owners = {"dead": "sheet", "recovering_rounds": "turn", "light": "encounter", "wealth": ""}
    assert {name: scene.owner("rowan", put(name, 1)) for name in owners} == owners
    assert scene.owner("nobody", put("dead", True)) == ""
    # A spell upon somebody who is elsewhere does not lie in the scene; one upon nobody does.
    spell = append("ongoing_spells", {"name": "Ward", "psyche": 1, "damage": 0, "ends": "scene"})
    assert [scene.owner(who, spell) for who in ("elsewhere", "rowan", "")] == [
        "",
        "sheet",
        "encounter",
    ]
    assert scene.apply_effect("", spell).now.ongoing_spells == (spell.value,)


def test_what_the_scene_has_read_off_a_roll_changes_nothing_more() -> None:
    """What was rolled against a spell is read there; the minutes of a roll are not the scene's."""
    begun = Scene("rowan")
    assert begun.scene.owner("", add("minutes", 5, who=TIME)) == ""
    for effect in (put("damage", 8, "spell"), put("ended", True, "spell")):
        assert begun.scene.owner("", effect) == "encounter"
        assert begun.scene.apply_effect("", effect) is begun.scene


def test_while_all_declare_the_next_is_whoever_has_not() -> None:
    scene = Scene("rowan", "thug")
    assert scene.board.upcoming == "rowan"
    scene.step("declare", who="rowan")
    assert scene.board.upcoming == "thug"
    scene.step("declare", who="thug")
    assert scene.board.upcoming is None


def test_nobody_out_of_action_takes_the_held_one() -> None:
    scene = Scene("rowan", "ilya", "thug")
    scene.round(rowan={"intent": "close"}, ilya={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("ready", event="the door opens")
    scene.apply_effect(
        "rowan", append("conditions", {"name": "unconscious", "lasts": 2, "unit": "hours"})
    )
    scene.refuses("who", "event", who="rowan")
    assert scene.now.current == "ilya"


@pytest.mark.parametrize(
    ("conditions", "opened"),
    [((), True), (("unconscious",), False)],
    ids=["defends", "helpless"],
)
def test_whoever_defends_has_fought(conditions: tuple[str, ...], opened: bool) -> None:
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=["deep-wound/unaided"], conditions=conditions)
    scene.round(rowan={"intent": "close"}, **({"thug": {"intent": "move"}} if opened else {}))
    scene.step("attack", target="thug", attack_kind="melee")
    due = scene.step("end_round").due
    assert [each.who for each in due] == (["thug"] if opened else [])


@pytest.mark.parametrize(
    ("injuries", "conditions", "metres"),
    [
        ((), (), 20),
        (("deep-wound/open",), (), 10),
        (("deep-wound/open", "deep-wound/open"), (), 0),
        ((), ("paralysed",), 0),
    ],
)
def test_nobody_flees_faster_than_they_can(
    injuries: tuple[str, ...], conditions: tuple[str, ...], metres: int
) -> None:
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=injuries, conditions=conditions)
    cast = {"runner": "thug", "pursuer": "rowan"}
    scene.step("chase", **cast, gap=10)
    known = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert known["runner_speed"] == metres


@pytest.mark.parametrize(
    ("declared", "wounds", "gait", "metres"),
    [("none", 0, "none", 0), ("run", 0, "run", 20), ("run", 1, "walk", 10), ("run", 2, "none", 0)],
)
def test_whoever_has_declared_flees_at_that_gait(
    declared: str, wounds: int, gait: str, metres: int
) -> None:
    """G28, G31, G88: standing still is one too, and wounds of the round slow it down."""
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "ranged", "movement": declared}, thug={"intent": "move"})
    scene.apply_effect("rowan", add("deep_wounds", wounds))
    cast = {"runner": "rowan", "pursuer": "thug"}
    (due,) = scene.step("chase", **cast, gap=20).due
    known = ENCOUNTER.prefill_target(scene.scene, cast, due.procedure)
    assert (known["runner_movement"], known["runner_speed"]) == (gait, metres)
    scene.rolled(due, 3, 2, 4, 5)
    assert scene.of("rowan").turn.movement == gait


def test_a_pair_runs_once_a_round() -> None:
    """G40, G138: the other pursuer still does, and all of them in the next round."""
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={"movement": "run"}, thug={"movement": "run"}, guard={"movement": "run"})
    for pursuer in ("thug", "guard"):
        (due,) = scene.step("chase", runner="rowan", pursuer=pursuer, gap=20).due
        runner = (3, 2) if pursuer == "thug" else ()
        scene.rolled(due, *runner, 4, 2)
        scene.refuses("pursuer", "chase", runner="rowan", pursuer="thug")
    scene.step("end_round")
    scene.step("chase", runner="rowan", pursuer="thug")


def test_nobody_moves_in_an_order_that_is_being_rolled_for() -> None:
    scene = Scene("rowan", "thug")
    for id in ("rowan", "thug"):
        scene.step("declare", who=id)
    scene.step("set_order", contest=True)
    scene.refuses("phase", "move", who="rowan", place=2)


def test_the_burnt_are_out_for_rounds() -> None:
    scene = Scene("rowan")
    for rounds, words in ((1, "Incapacitated for 1 round"), (2, "Incapacitated for 2 rounds")):
        burnt = {"name": "incapacitated", "lasts": rounds, "unit": "rounds"}
        scene.apply_effect("rowan", append("conditions", burnt))
        (place,) = scene.board.places
        assert [each.words for each in place.badges] == [words]
