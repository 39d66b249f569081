"""A whole scene of Autonomous Garden, step by step, and the faults of its steps."""

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
from app.systems.garden.encounter.bodies import condition
from app.systems.garden.encounter.state import Fight, Fighter, Round, Turn, rounds_out


class Scene:
    """A scene played step by step; every step leaves the scene before it unchanged.

    sheets: of the combatants that have a character; all others join with a sheet of their own.
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
        self.accept(turned)
        return turned

    def accept(self, turned: StepResult[Round, Turn]) -> None:
        """Store the result of a step or a roll and read it back."""
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

    def roll(self, due: Due | str, *faces: int, **inputs: Any) -> Outcome:
        """Make a due roll, or roll a combatant's procedure, with the inputs the scene prefills.

        who, target: for a procedure, as it is rolled from a menu.
        """
        participants = {name: inputs.pop(name) for name in ("who", "target") if name in inputs}
        procedure = GAME.procedures[due if isinstance(due, str) else due.procedure]
        cast = {"self": participants["who"]} if isinstance(due, str) else cast_of(due)
        cast |= {"target": participants["target"]} if "target" in participants else {}
        form_inputs = self.inputs = self.fill_form(cast, due, **inputs)
        outcome = by_hand(procedure.bind(form_inputs), list(faces)).outcome
        label = "" if isinstance(due, str) else due.label
        who = cast.get("self", "") if isinstance(due, str) else due.who
        result = Roll(who, procedure.id, form_inputs, outcome, cast, label)
        self.accept(ENCOUNTER.on_roll(self.scene, result))
        return outcome

    def fill_form(self, cast: dict[str, str], due: Due | str, **inputs: Any) -> dict[str, Any]:
        """Return the filled form of a due roll or a procedure; a due roll's inputs win."""
        procedure = GAME.procedures[due if isinstance(due, str) else due.procedure]
        actor_inputs = (
            ENCOUNTER.prefill_actor(self.scene, cast["self"], procedure.id)
            if "self" in cast
            else {}
        )
        prefilled = {
            **actor_inputs,
            **ENCOUNTER.prefill_target(self.scene, cast, procedure.id),
            **inputs,
        }
        due_inputs = {} if isinstance(due, str) else due.inputs
        defaults = {name: each.default for name, each in procedure.inputs.items()}
        form = {**defaults, **prefilled, **due_inputs}
        return {
            **prefilled,
            **ENCOUNTER.prefill_from_form(self.scene, cast, procedure.id, form),
            **due_inputs,
        }

    def form(self, due: Due) -> dict[str, Any]:
        """Return the form of a due roll as it opens."""
        return self.fill_form(cast_of(due), due)

    def round(self, **declared: dict[str, Any]) -> None:
        for id, inputs in declared.items():
            self.step("declare", who=id, **inputs)
        self.step("set_order")


def cast_of(due: Due) -> dict[str, str]:
    """Return the cast of a due roll, by role."""
    return {due.role: due.who, **due.others}


def test_a_whole_scene() -> None:
    scene = Scene("rowan", "ilya", "guard")
    scene.step("add", id="thug", name="Thug", injuries=["flesh-wound/aided"])
    scene.step("notice", who="guard", unaware=True)
    (due,) = scene.step("surprise", attacker="rowan").due
    assert (due.who, due.procedure) == ("guard", "garden.surprise")
    scene.step("set_light", light="dim")
    scene.step("take_cover", who="thug", cover="light")

    # Round 1: intents set the order; the unaware guard has no turn.
    scene.step("declare", who="rowan", intent="ranged", major_actions=2, movement="walk")
    scene.step("declare", who="ilya", intent="ranged", major_actions=1)
    scene.refuses("who", "declare", who="ilya")
    scene.refuses("who", "declare", who="guard")
    scene.refuses("phase", "set_order")
    scene.step("declare", who="thug", intent="close")
    scene.step("set_order")
    assert scene.now.order == ("thug", "rowan", "ilya", "guard")
    assert (scene.now.current, scene.of("rowan").turn.penalty) == ("thug", -2)

    # The thug attacks Rowan; a second attack is one too many.
    (due,) = scene.step("attack", target="rowan", attack_kind="unarmed").due
    assert scene.form(due)["attacker_number"] == 1
    assert scene.form(due)["defender_movement"] == "walk"
    scene.refuses("phase", "attack", target="rowan")
    scene.step("end_turn")

    # Rowan shoots twice at −2 each; the guard is unaware of it.
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
    # G92: the thug has a stable wound to open; Rowan fought without one.
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
    numbers = {"rowan": 1, "ilya": 2, "thug": 3, "guard": 4}
    scene.step("places", places=[numbers[id] for id in ready])
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
    for rounds in (1, 2):
        scene.round(rowan={"intent": "ranged"}, thug={"intent": "move"})
        scene.step("line_up")
        assert scene.of("rowan").turn.aim_rounds == rounds
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
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert prefill.items() >= {"gap": 14, "pursuer_recovering": True}.items()
    bound = GAME.procedures["garden.chase_round"].bind({**prefill, "runner_athletics": 1})
    result = by_hand(bound, [4]).outcome
    assert [result.values[each] for each in ("pursuer_distance", "gap")] == [0, 14 + 20 + 4 + 2]
    scene.round(rowan={"intent": "move"})
    scene.step("end_turn")
    assert (scene.of("thug").turn.crashed, scene.of("thug").turn.recovering_rounds) == (False, 0)


def test_the_bonus_of_an_obstacle_counts_in_the_round() -> None:
    scene = Scene("rowan", "thug")
    cast = {"runner": "rowan", "pursuer": "thug"}
    scene.step("chase", **cast, gap=10)
    (due,) = scene.step("obstacle", **cast, obstacle="tall-fence").due
    scene.roll(due, 6, 1, 2, runner_athletics=1, runner_body=3)
    assert scene.badges("rowan") == ["+5 m"]  # 6 + 3 + 2 running against 6
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert prefill == {
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


def test_without_declarations_the_rolls_of_all_pairs_are_a_round() -> None:
    """G44, G53: six seconds pass, and the round lost to a crash is one of them."""
    scene = Scene("rowan", "thug", "guard")
    pairs = [{"runner": "rowan", "pursuer": who} for who in ("thug", "guard")]
    for pair, gap in zip(pairs, (10, 30), strict=True):
        scene.step("chase", **pair, gap=gap)
    scene.apply_effect("thug", add("recovering_rounds", 1))
    for pair, faces in zip(pairs, ((4, 3, 3), (2, 2)), strict=True):
        (due,) = scene.step("chase", **pair).due
        scene.roll(due, *faces, runner_athletics=1)
    assert (scene.now.round, scene.now.scene_clock) == (2, 0.1)
    assert scene.of("thug").turn.crashed is True
    for pair, faces in zip(pairs, ((5,), (2, 2)), strict=True):
        (due,) = scene.step("chase", **pair).due
        scene.roll(due, *faces, runner_athletics=1)
    assert (scene.now.round, scene.of("thug").turn.crashed) == (3, False)


def test_each_pursuer_has_a_gap_and_the_runner_rolls_once() -> None:
    """G138: one test of the runner counts against all; every pair is judged by itself."""
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
    # The form begins with the pair that is next.
    next_pair = {"runner": "rowan", "pursuer": "thug"}
    assert ENCOUNTER.suggested(scene.scene, "chase") == next_pair
    result = scene.roll(first, 3, 6, 6, runner_athletics=1)
    assert ENCOUNTER.suggested(scene.scene, "chase") == {**next_pair, "pursuer": "guard"}
    assert ENCOUNTER.suggested(scene.scene, "obstacle") == next_pair
    assert ENCOUNTER.suggested(scene.scene, "surprise") == {}
    # 20 + 3 + 2 against 20 + 6 + 1 + 2, two dice kept low: 6 and a match.
    assert [result.values[each] for each in ("runner_distance", "gap")] == [25, 1]
    cast = {"runner": "rowan", "pursuer": "guard"}
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert prefill.items() >= {"runner_rolled": True, "runner_metres": 25, "gap": 40}.items()
    result = scene.roll(second, 2, 3)
    assert [result.values[each] for each in ("runner_distance", "gap")] == [25, 41]
    for metres in (1, 41):
        scene.apply_effect("", put("gap", metres))
    assert [gap.metres for gap in scene.now.gaps] == [1, 41]
    # One obstacle: the runner's test holds against both, the bonus only in its pair's gap.
    due = [scene.step("obstacle", runner="rowan", pursuer=who).due[0] for who in ("thug", "guard")]
    result = scene.roll(due[0], 5, 1, 2, runner_athletics=1)
    assert result.values["runner_bonus"] == 5 + 2 - 2
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_obstacle")
    assert prefill.items() >= {"runner_rolled": True, "runner_result": 7}.items()
    result = scene.roll(due[1], 6, 6)
    assert result.values["runner_total"] == 7
    bonuses = [(gap.runner_bonus, gap.pursuer_bonus) for gap in scene.now.gaps]
    assert bonuses == [(5, 0), (0, 7)]


def test_a_state_that_fells_is_worse_than_panic() -> None:
    scene = Scene("rowan", "thug")
    for name in ("locally-paralysed", "panicking", "unconscious"):
        scene.apply_effect("thug", append("conditions", condition(name)))
    tones = {each.words: each.tone for each in scene.board.places[1].badges}
    assert tones == {"Locally paralysed": "poor", "Panicking": "poor", "Unconscious": "worst"}


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


def test_a_combatant_leaves_in_its_own_turn() -> None:
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
def test_an_impossible_step_names_the_field(step: str, field: str, inputs: dict[str, Any]) -> None:
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
    # A spell on an absent target does not join the scene; one without a target does.
    spell = append("ongoing_spells", {"name": "Ward", "psyche": 1, "damage": 0, "ends": "scene"})
    assert [scene.owner(who, spell) for who in ("elsewhere", "rowan", "")] == [
        "",
        "sheet",
        "encounter",
    ]
    assert scene.apply_effect("", spell).now.ongoing_spells == (spell.value,)


def test_effects_that_the_scene_has_read_from_a_roll_change_nothing_more() -> None:
    """The scene reads damage to a spell from the roll; a roll's minutes are not the scene's."""
    begun = Scene("rowan")
    assert begun.scene.owner("", add("minutes", 5, who=TIME)) == ""
    for effect in (put("damage", 8, "spell"), put("ended", True, "spell")):
        assert begun.scene.owner("", effect) == "encounter"
        assert begun.scene.apply_effect("", effect) is begun.scene


def test_while_all_declare_the_next_is_the_first_undeclared() -> None:
    scene = Scene("rowan", "thug")
    assert scene.board.upcoming == "rowan"
    scene.step("declare", who="rowan")
    assert scene.board.upcoming == "thug"
    scene.step("declare", who="thug")
    assert scene.board.upcoming is None


def test_a_combatant_out_of_action_cannot_take_the_held_one() -> None:
    scene = Scene("rowan", "ilya", "thug")
    scene.round(rowan={"intent": "close"}, ilya={"intent": "ranged"}, thug={"intent": "move"})
    scene.step("ready", event="the door opens")
    scene.apply_effect(
        "rowan", append("conditions", {"name": "unconscious", "lasts": 2, "unit": "hours"})
    )
    scene.refuses("who", "event", who="rowan")
    assert scene.now.current == "ilya"


@pytest.mark.parametrize(
    ("conditions", "fights"),
    [((), True), (("unconscious",), False)],
    ids=["defends", "helpless"],
)
def test_a_defender_has_fought(conditions: tuple[str, ...], fights: bool) -> None:
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=["deep-wound/unaided"], conditions=conditions)
    scene.round(rowan={"intent": "close"}, **({"thug": {"intent": "move"}} if fights else {}))
    scene.step("attack", target="thug", attack_kind="melee")
    due = scene.step("end_round").due
    assert [each.who for each in due] == (["thug"] if fights else [])


@pytest.mark.parametrize(
    ("injuries", "conditions", "metres"),
    [
        ((), (), 20),
        (("deep-wound/open",), (), 10),
        (("deep-wound/open", "deep-wound/open"), (), 0),
        ((), ("paralysed",), 0),
    ],
)
def test_a_runner_is_no_faster_than_their_body_allows(
    injuries: tuple[str, ...], conditions: tuple[str, ...], metres: int
) -> None:
    scene = Scene("rowan")
    scene.step("add", id="thug", injuries=injuries, conditions=conditions)
    cast = {"runner": "thug", "pursuer": "rowan"}
    scene.step("chase", **cast, gap=10)
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, "garden.chase_round")
    assert prefill["runner_speed"] == metres


@pytest.mark.parametrize(
    ("declared", "wounds", "gait", "metres"),
    [("none", 0, "none", 0), ("run", 0, "run", 20), ("run", 1, "walk", 10), ("run", 2, "none", 0)],
)
def test_a_runner_with_a_declared_gait_flees_at_it(
    declared: str, wounds: int, gait: str, metres: int
) -> None:
    """G28, G31, G88: standing still is a gait, too, and this round's wounds slow it down."""
    scene = Scene("rowan", "thug")
    scene.round(rowan={"intent": "ranged", "movement": declared}, thug={"intent": "move"})
    scene.apply_effect("rowan", add("deep_wounds", wounds))
    cast = {"runner": "rowan", "pursuer": "thug"}
    (due,) = scene.step("chase", **cast, gap=20).due
    prefill = ENCOUNTER.prefill_target(scene.scene, cast, due.procedure)
    assert (prefill["runner_movement"], prefill["runner_speed"]) == (gait, metres)
    scene.roll(due, 3, 2, 4, 5)
    assert scene.of("rowan").turn.movement == gait


def test_a_pair_runs_once_a_round() -> None:
    """G40, G138: the other pursuer still runs, and all pairs run in the next round."""
    scene = Scene("rowan", "thug", "guard")
    scene.round(rowan={"movement": "run"}, thug={"movement": "run"}, guard={"movement": "run"})
    for pursuer in ("thug", "guard"):
        (due,) = scene.step("chase", runner="rowan", pursuer=pursuer, gap=20).due
        runner = (3, 2) if pursuer == "thug" else ()
        scene.roll(due, *runner, 4, 2)
        scene.refuses("pursuer", "chase", runner="rowan", pursuer="thug")
    scene.step("end_round")
    scene.step("chase", runner="rowan", pursuer="thug")


def test_an_order_that_is_being_rolled_for_cannot_be_changed() -> None:
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
        assert [badge.words for badge in place.badges] == [words]
