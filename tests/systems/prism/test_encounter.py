"""Prism's encounter: a scene in IRIS and one by a list, step by step, and every faulty step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from app.core.encounters.combatants import Board
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Sheet
from app.systems.prism import GAME
from app.systems.prism.encounter import ENCOUNTER
from app.systems.prism.encounter.state import Fight, Fighter, Phases, Turn, delay
from app.systems.prism.sheet.sheet import SHEET

BRANNOCH, YSOLDE = (SHEET.fill(sample) for sample in SHEET.samples)


class Scene:
    """A played encounter; every step leaves the scene before it unchanged.

    sheets: of the combatants that have a character; all others join with a sheet of their own.
    """

    def __init__(self, *people: str, sheets: dict[str, Sheet] | None = None, **first: Any) -> None:
        self.sheets = sheets or {}
        self.scene: Fight = ENCOUNTER.begin(self.known)
        self.turned: StepResult[Phases, Turn] = StepResult(self.scene)
        for id in people:
            self("add", id=id, name=id.title(), **first.get(id, {}))

    def known(self, id: str) -> tuple[str, Sheet] | None:
        return (id.title(), self.sheets[id]) if id in self.sheets else None

    def __call__(self, step: str, **inputs: Any) -> Scene:
        before = json.dumps(self.scene.state)
        self.turned = ENCOUNTER.apply(self.scene, step, inputs)
        assert json.dumps(self.scene.state) == before
        self.sheets |= self.turned.scene.sheets
        state = json.loads(json.dumps(self.turned.scene.state))
        self.scene = ENCOUNTER.scene(state, self.known)
        return self

    def fails(self, step: str, **inputs: Any) -> str:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, step, inputs)
        return fault.value.field

    def combatant(self, id: str) -> Fighter:
        return self.scene.combatant(id)

    @property
    def now(self) -> Phases:
        return self.scene.now

    @property
    def board(self) -> Board:
        return ENCOUNTER.board(self.scene)

    @property
    def current(self) -> str | None:
        return self.board.current

    @property
    def effects(self) -> list[tuple[str, Effect]]:
        return list(self.turned.scene.effects)

    def badges(self, id: str) -> list[str]:
        places = {place.id: place for place in self.board.places}
        return [badge.words for badge in places[id].badges]

    def feed(self, who: str, procedure: str) -> Mapping[str, Any]:
        return ENCOUNTER.prefill_actor(self.scene, who, procedure)


def test_a_scene_in_iris() -> None:
    scene = Scene(
        "ysolde",
        "brannoch",
        "thug",
        sheets={"ysolde": YSOLDE, "brannoch": BRANNOCH},
        ysolde={"speed": 3},
        brannoch={"bleeding": 3},
        thug={"delay": 30, "group": "Foes", "hp_max": 20},
    )
    board = scene.board
    assert (board.heading, board.current, board.upcoming) == ("Phase 0", None, "ysolde")

    # Delays 25, 34, 30. Brannoch bleeds once before phase 25, at 15.
    scene("next")
    assert (scene.now.phase, scene.current) == (25, "ysolde")
    assert scene.effects == [("brannoch", add("hp", -3))]
    assert scene.turned.notes == ("Phase 15: Brannoch bleeds, 3 HP (P22).",)

    # She shoots (the bow's speed is 3) and acts again at 25 + 25 + 3; the thug is next, at 30.
    scene("next")
    assert scene.combatant("ysolde").turn.next_phase == 53
    assert (scene.now.phase, scene.current) == (30, "thug")
    assert scene.combatant("brannoch").sheet["hp"] == 58

    # Brannoch breaks in with a saved action, bought with a plot point.
    scene("change", who="brannoch", saved_actions=1)
    assert scene.effects == [("brannoch", put("saved_actions", 1))]
    scene("use_saved", who="brannoch")
    assert scene.effects == [("brannoch", add("saved_actions", -1))]
    board = scene.board
    assert (board.heading, board.current, board.upcoming) == ("Phase 30", "brannoch", "thug")
    assert scene.combatant("brannoch").turn.next_phase == 34
    scene("next", speed=20)
    assert (scene.current, scene.combatant("brannoch").turn.next_phase) == ("thug", 34)

    # The thug runs away, fails extraordinarily and owes a weapon fumble.
    scene("owe", who="thug", duty="weapon-fumble")
    assert scene.effects == [("thug", append("pending", "weapon-fumble"))]
    scene("streak", who="thug", covers="Running", streak="slump")
    scene("next")
    assert (scene.now.phase, scene.current) == (34, "brannoch")
    scene("next", speed=-9)
    # 34 + 34 - 9 is 59: Ysolde is first, at 53; Brannoch has bled at 45.
    assert (scene.current, scene.combatant("brannoch").turn.next_phase) == ("ysolde", 59)
    assert scene.combatant("brannoch").sheet["hp"] == 55
    scene("next")
    assert scene.current == "brannoch"
    scene("next")
    # At 60 the thug has its turn and the duty is still due; Brannoch bled first.
    assert (scene.now.phase, scene.current) == (60, "thug")
    assert [(due.who, due.rules) for due in scene.turned.due] == [("thug", ("P29",))]
    assert scene.badges("thug") == [
        "Phase 60",
        "HP 20 of 20",
        "In a slump: Running",
        "Weapon fumble to roll",
    ]
    scene("tick_off", who="thug", duty="weapon-fumble")
    assert scene.combatant("thug").sheet["pending"] == []

    # The thug is struck down and gets no more turns, until it is up again.
    scene("wound", who="thug", lost=25)
    assert scene.turned.notes == ("Thug is down: no turn until HP is above 0 (P21).",)
    assert [scene("next").current for _ in range(4)] == ["ysolde", "brannoch", "ysolde", "brannoch"]
    assert scene.badges("thug")[0] == "Down"
    phase = scene.now.phase
    scene("wound", who="thug", lost=-10)
    scene("next")
    # Its phase is long past: it acts at once, and time never runs back.
    assert (scene.current, scene.now.phase) == ("thug", phase)


def test_ties_go_to_the_lower_delay_then_to_the_hand() -> None:
    values = {"delay": 30, "next_phase": 40}
    scene = Scene("a", "b", "c", a=values, b={"delay": 25, "next_phase": 40}, c=values)
    assert [place.id for place in scene.board.places] == ["b", "a", "c"]
    scene("move", who="c", place=1)
    assert [place.id for place in scene.board.places] == ["b", "c", "a"]


def test_the_quick_one_may_be_the_next_again() -> None:
    # Phase 10: the next action of a comes at 20 (P47), that of b at 30.
    scene = Scene("a", "b", a={"delay": 10}, b={"delay": 30})("next")
    assert scene.board.upcoming == "a"
    assert scene("next").current == "a"
    # At 20 its next action comes at 30; its lower Delay still puts it before b.
    assert scene.board.upcoming == "a"
    assert scene("next", speed=5).current == "b"
    # A lone combatant in the list is next in every round.
    alone = Scene("a", "b", b={"hp": 0})("initiative", initiative="list")("next")
    assert alone.board.upcoming == "a"


def test_the_weapon_in_hand_says_how_fast_an_action_is() -> None:
    """P47: the weapon of the sheet, of a quick entry, or another one taken in hand."""
    scene = Scene("a", "b", a={"delay": 10, "weapons": [[-4], [7]]}, b={"delay": 9, "speed": -9})
    scene("next")
    assert scene.current == "b"
    # Phase 9: the pistol is ready again after at least 1 phase; ties go to the lower Delay.
    assert scene.board.upcoming == "b"
    assert scene("next").combatant("b").turn.next_phase == 10
    assert scene.current == "b"
    # A given speed comes before that of the weapon in hand, even a 0.
    assert scene("next", speed=0).combatant("b").turn.next_phase == 19
    assert (scene.now.phase, scene.current) == (10, "a")
    assert scene.board.upcoming == "a"
    assert scene("next").combatant("a").turn.next_phase == 16
    scene("change", who="a", speed=7)
    assert scene.effects == []
    assert scene.feed("a", "prism.iris_next")["speed"] == 7
    assert scene("next").combatant("a").turn.next_phase == 33


def test_every_weapon_on_the_sheet_may_be_taken_in_hand() -> None:
    armed = SHEET.fill({"weapons": [{"name": "Pistol", "speed": -9}, {"speed": 3}]})
    assert ENCOUNTER.uses("change", armed) == (
        ("Pistol", {"speed": -9}),
        ("Nameless weapon", {"speed": 3}),
    )
    assert ENCOUNTER.uses("wound", armed) == ()


def test_changing_the_initiative_lets_no_time_pass() -> None:
    scene = Scene("a", "b")
    for _ in range(3):
        scene("next")
    passed = ENCOUNTER.lasted(scene.scene)  # phase 60: four times ten seconds
    assert passed == Fraction(40, 3600)
    for initiative in ("list", "iris", "list"):
        scene("initiative", initiative=initiative)
        assert ENCOUNTER.lasted(scene.scene) == passed
    for _ in range(2):
        scene("next")
    assert ENCOUNTER.lasted(scene.scene) == Fraction(50, 3600)
    assert ENCOUNTER.lasted(scene("initiative", initiative="iris").scene) == Fraction(50, 3600)


def test_blood_that_runs_out_takes_the_turn() -> None:
    scene = Scene("a", "b", a={"delay": 40, "hp_max": 30, "hp": 2, "bleeding": 1}, b={"delay": 50})
    scene("next")
    assert (scene.current, scene.now.phase) == ("b", 50)
    assert "A is down (P21)." in scene.turned.notes
    # P22: no more is lost at 0.
    assert [effect for _, effect in scene.effects] == [add("hp", -1)] * 2
    assert scene.now.next_bleeding == 60


def test_no_combatant_can_act() -> None:
    scene = Scene()
    assert scene("next").turned.notes == ("No combatants yet.",)
    for initiative in ("iris", "list"):
        scene = Scene("a", a={"hp": 0})
        scene("initiative", initiative=initiative)
        assert scene("next").current is None
        assert scene.turned.notes == ("Nobody can act.",)


def test_phases_are_counted_anew_from_a_thousand() -> None:
    scene = Scene("a", "b", a={"next_phase": 990}, b={"next_phase": 1004, "delay": 20})
    scene("next")
    assert scene.fails("reset_phases") == "phase"
    scene("next")
    assert scene.turned.notes == ("The GM may restart the phase count (P46).",)
    scene("reset_phases")
    assert scene.now.phase == 0
    assert [scene.combatant(id).turn.next_phase for id in "ab"] == [16, 0]
    # 1005 was the next phase to bleed at.
    assert scene.now.next_bleeding == 1
    scene("next")
    assert (scene.current, scene.combatant("b").turn.next_phase) == ("a", 20)
    scene("initiative", initiative="list")
    assert scene.fails("reset_phases") == "phase"


def test_phases_go_on_beyond_the_range_of_a_form() -> None:
    """P46: the restart is the GM's choice."""
    scene = Scene("a", a={"next_phase": 9990, "delay": 30})
    for phase in (9990, 10_020, 10_050):
        scene("next")
        assert (scene.now.phase, scene.current) == (phase, "a")
    GAME.procedures["prism.iris_next"].bind(scene.feed("a", "prism.iris_next"))


def test_a_scene_by_a_list() -> None:
    scene = Scene("a", "b", "c", b={"bleeding": 2, "hp_max": 10, "hp": 3})
    scene("initiative", initiative="list")
    assert scene.board.heading == "Round 1"
    assert [scene("next").current for _ in range(3)] == ["a", "b", "c"]
    assert scene.board.upcoming == "a"
    scene("next")
    assert (scene.current, scene.now.round) == ("a", 2)
    assert scene.turned.notes == ("Round 2: B bleeds, 2 HP (P22).",)
    assert scene.effects == [("b", add("hp", -2))]
    assert [scene("next").current for _ in range(2)] == ["b", "c"]
    # Round 3: b is down and is passed over.
    assert [scene("next").current for _ in range(2)] == ["a", "c"]
    assert scene.combatant("b").sheet["hp"] == -1
    assert scene.fails("use_saved", who="a") == "who"
    scene("move", who="c", place=1)
    assert scene("next").current == "a"
    assert scene.board.upcoming == "c"


def test_a_combatant_leaving_in_its_own_turn_hands_it_on() -> None:
    scene = Scene("a", "b", "c", b={"delay": 31}, c={"delay": 32, "bleeding": 1})
    scene("next")
    scene("remove", who="a")
    assert (scene.current, scene.now.order) == ("b", ("b", "c"))
    scene("remove", who="c")
    assert (scene.current, scene.now.order) == ("b", ("b",))
    scene("initiative", initiative="list")
    scene("remove", who="b")
    assert (scene.current, scene.now.order, scene.scene.combatants) == (None, (), {})


def test_saved_actions_upon_saved_actions() -> None:
    saved = {"saved_actions": 1}
    scene = Scene("a", "b", "c", b=saved, c=saved)
    scene("next")("use_saved", who="b")("use_saved", who="c")
    board = scene.board
    assert (board.current, board.upcoming) == ("c", "b")
    assert [scene("next").current for _ in range(2)] == ["b", "a"]
    assert scene.fails("use_saved", who="b") == "who"
    scene("change", who="b", saved_actions=2)("wound", who="b", lost=40)
    assert scene.fails("use_saved", who="b") == "who"


def test_a_saved_action_may_fell_the_combatant_it_broke_into() -> None:
    saved = {"saved_actions": 1}
    scene = Scene("a", "b", "c", b=saved, c=saved)
    scene("next")("use_saved", who="b")("use_saved", who="c")
    scene("wound", who="a", lost=30)("wound", who="b", lost=30)
    assert scene.board.upcoming == "c"
    # Neither the saved action of b nor the turn of a goes on.
    assert scene("next").current == "c"
    assert (scene.now.phase, scene.now.saved) == (30, ())
    assert scene.combatant("a").turn.next_phase == 30


def test_switches_stay_and_feed_the_next_maneuver() -> None:
    scene = Scene("a", a={"hp_max": 40})
    scene("change", who="a", stunned=True, melee=True, bleeding=2)
    assert [effect for _, effect in scene.effects] == [put("stunned", True), put("bleeding", 2)]
    scene("wound", who="a", lost=24)
    # Values of the sheet come from the sheet itself.
    prefill = scene.feed("a", "prism.static_maneuver")
    assert prefill == {"running": False, "melee": True}
    sheet = scene.combatant("a").sheet
    assert (sheet["stunned"], sheet["bleeding"]) == (True, 2)
    maneuver = GAME.procedures["prism.static_maneuver"]
    assert SHEET.feed(maneuver, {"self": sheet}, {}) == {"wounds": "lost-51-75"}
    GAME.procedures["prism.static_maneuver"].bind({"bonus": 10, **prefill})
    assert scene.feed("a", "prism.run") == {}
    scene("change", who="a", stunned=False)
    assert scene.combatant("a").turn.melee is True
    assert scene.badges("a") == ["Phase 30", "HP 16 of 40", "Bleeding 2", "Near melee"]


def test_the_encounter_feeds_iris_and_plot_points() -> None:
    scene = Scene("a", a={"delay": 34, "next_phase": 20})
    scene("next")
    prefill = scene.feed("a", "prism.iris_next")
    assert prefill == {"phase": 20, "delay": 34, "speed": 0}
    assert scene.feed("a", "prism.plot_spend") == {"iris": True}
    scene("initiative", initiative="list")
    assert scene.feed("a", "prism.plot_spend") == {"iris": False}


def test_an_attack_knows_the_values_of_a_quick_entry() -> None:
    scene = Scene("a", "b", a={"ob": 45}, b={"db": 15, "shield_db": 20})
    assert scene.feed("a", "prism.attack") == {"ob": 45}
    assert scene.feed("b", "prism.attack") == {}
    prefill = ENCOUNTER.prefill_target(scene.scene, {"self": "a", "target": "b"}, "prism.attack")
    assert prefill == {"db": 15}
    assert scene.combatant("b").sheet["shield_db"] == 20
    assert ENCOUNTER.prefill_target(scene.scene, {"self": "a"}, "prism.attack") == {}
    assert (
        ENCOUNTER.prefill_target(scene.scene, {"self": "a", "target": "b"}, "prism.potency") == {}
    )


def test_streaks_and_attempts_come_and_go() -> None:
    scene = Scene("a")
    scene("streak", who="a", covers="Climbing", streak="slump")
    assert scene.effects == [("a", put("streak", {"covers": "Climbing", "state": "slump"}))]
    scene("streak", who="a", covers="climbing", streak="zone")
    assert scene.combatant("a").sheet["streaks"] == [{"covers": "climbing", "state": "zone"}]
    scene("attempt", who="a", what="North gate", failures=2)
    assert scene.badges("a")[-2:] == ["In the zone: climbing", "Failed 2 times: North gate"]
    scene("attempt", who="a", what="North gate", failures=0)
    scene("streak", who="a", covers="Climbing", streak="none")
    assert (scene.combatant("a").sheet["streaks"], scene.combatant("a").sheet["attempts"]) == (
        [],
        [],
    )
    # The step's effect changes a sheet in the same way.
    sheet = YSOLDE.apply_effect(put("streak", {"covers": "Climbing", "state": "slump"}))
    assert sheet is not None
    assert sheet["streaks"] == [{"covers": "Climbing", "state": "slump"}]
    counted = YSOLDE.apply_effect(put("failed_attempts", {"what": "North gate", "failures": 2}))
    assert counted is not None
    assert counted["attempts"] == [{"what": "North gate", "failures": 2}]


def test_a_ticked_duty_leaves_the_sheet_as_well() -> None:
    scene = Scene("a")
    scene("owe", who="a", duty="fall-crush")("owe", who="a", duty="weapon-fumble")
    scene("tick_off", who="a", duty="fall-crush")
    ((_, effect),) = scene.effects
    sheet = BRANNOCH.apply_effect(effect)
    assert sheet is not None
    assert sheet["pending"] == [{"duty": "weapon-fumble"}]
    # Without a name the oldest duty is ticked off; then none is left.
    scene("tick_off", who="a")
    assert scene.combatant("a").sheet["pending"] == []
    assert scene.fails("tick_off", who="a") == "who"


def test_in_iris_the_hand_orders_ties_alone() -> None:
    scene = Scene("a", "b", "c", c={"delay": 20})
    scene("move", who="c", place=3)
    assert len(scene.turned.notes) == 1
    scene("move", who="b", place=1)
    assert scene.turned.notes == ()
    assert [place.id for place in scene.board.places] == ["c", "b", "a"]
    scene("initiative", initiative="list")("move", who="c", place=3)
    assert scene.turned.notes == ()


def test_a_combatant_set_to_no_hp_is_down() -> None:
    scene = Scene("a")
    assert "down" in scene("change", who="a", hp=0).turned.notes[0]
    assert "up again" in scene("change", who="a", hp=1).turned.notes[0]
    assert scene("change", who="a", stunned=True).turned.notes == ()


@pytest.mark.parametrize(
    ("step", "inputs", "field"),
    [
        ("add", {"id": ""}, "id"),
        ("add", {"id": "a"}, "id"),
        ("add", {"id": "d", "delay": 0}, "delay"),
        ("add", {"id": "d", "hp": 31}, "hp"),
        ("remove", {"who": "x"}, "who"),
        ("move", {"who": "x", "place": 1}, "who"),
        ("move", {"who": "a", "place": 0}, "place"),
        ("show", {"who": "x"}, "who"),
        ("next", {"speed": 51}, "speed"),
        ("add", {"id": "d", "speed": -51}, "speed"),
        ("change", {"who": "a", "speed": 51}, "speed"),
        ("use_saved", {"who": "a"}, "who"),
        ("use_saved", {"who": "x"}, "who"),
        ("initiative", {"initiative": "rounds"}, "initiative"),
        ("wound", {"who": "x", "lost": 1}, "who"),
        ("change", {"who": "a", "hp": 31}, "hp"),
        ("change", {"who": "a", "stunned": 1}, "stunned"),
        ("streak", {"who": "a", "covers": " ", "streak": "slump"}, "covers"),
        ("streak", {"who": "a", "covers": "Climbing", "streak": "both"}, "streak"),
        ("attempt", {"who": "a", "what": "", "failures": 1}, "what"),
        ("attempt", {"who": "a", "what": "A lock", "failures": 21}, "failures"),
        ("owe", {"who": "a", "duty": "nap"}, "duty"),
        ("tick_off", {"who": "a", "duty": "fall-crush"}, "duty"),
        ("dance", {}, "transition"),
    ],
)
def test_a_faulty_step_names_its_input(step: str, inputs: dict[str, Any], field: str) -> None:
    assert Scene("a").fails(step, **inputs) == field


def test_hidden_people_are_marked() -> None:
    scene = Scene("a", a={"hidden": True, "group": "Foes"})
    (place,) = scene.board.places
    assert (place.hidden, place.group) == (True, "Foes")
    scene("show", who="a")
    assert scene.board.places[0].hidden is False


def test_a_character_joins_with_the_sheet_and_nothing_is_copied() -> None:
    scene = Scene("ysolde", sheets={"ysolde": YSOLDE})
    assert scene.scene.state["combatants"] == {"ysolde": {"turn": {"next_phase": 25}}}
    assert (scene.effects, scene.combatant("ysolde").sheet) == ([], YSOLDE)
    assert scene.badges("ysolde") == ["Phase 25", "HP 38 of 38", "Plot points 3"]


def test_values_given_for_a_joining_character_are_written_on_the_sheet() -> None:
    scene = Scene("ysolde", sheets={"ysolde": YSOLDE}, ysolde={"hp": 20, "delay": 25, "db": 7})
    assert scene.effects == [("ysolde", put("hp", 20))]
    # Her Delay equals the sheet's; her DB overrides it for now.
    assert scene.combatant("ysolde").turn == Turn(next_phase=25, db=7)
    assert delay(scene.combatant("ysolde")) == 25


def test_a_combatant_without_a_character_gets_a_sheet_of_the_given_numbers() -> None:
    scene = Scene("a", a={"hp_max": 20, "weapons": [[7]], "streaks": [["Climbing", "zone"]]})
    sheet = scene.combatant("a").sheet
    assert (sheet["name"], sheet["hp"], sheet["plot_points"]) == ("A", 20, 0)
    assert (sheet["weapons"][0]["speed"], delay(scene.combatant("a"))) == (7, 30)
    assert sheet["streaks"] == [{"covers": "Climbing", "state": "zone"}]


def test_effects_go_to_the_owner_of_their_field() -> None:
    scene = Scene("a", a={"delay": 40}).scene
    effects = (add("hp", -5), add("delay", -50), put("melee", True), add("development_points", 1))
    combatant = scene.apply_effect("a", *effects, put("nonsense", 1)).combatant("a")
    assert (combatant.sheet["hp"], delay(combatant), combatant.turn.melee) == (25, 1, True)
    assert combatant.sheet["development_points"] == 1
    owners = {"streak": "sheet", "melee": "turn", "phase": "encounter", "nonsense": ""}
    assert {name: scene.owner("a", put(name, 1)) for name in owners} == owners


def test_a_phase_set_by_hand_in_the_own_turn_stays() -> None:
    scene = Scene("a", "b", a={"delay": 20}, b={"delay": 50})
    scene("next")
    assert (scene.current, scene.now.phase) == ("a", 20)
    scene("change", who="a", next_phase=90)
    assert (scene.board.upcoming, "Phase 90" in scene.badges("a")) == ("b", True)
    scene("next")
    assert (scene.current, scene.combatant("a").turn.next_phase) == ("b", 90)
    # In later turns it is computed again: 100 + 50, then 90 + 20.
    scene("next")
    assert (scene.current, scene.combatant("b").turn.next_phase) == ("a", 100)
    assert scene("next").combatant("a").turn.next_phase == 110


@pytest.mark.parametrize("phase", [0, 20])
def test_a_combatant_in_turn_may_be_set_to_act_again_at_once(phase: int) -> None:
    scene = Scene("a", "b", a={"delay": 20}, b={"delay": 50})
    scene("next")("change", who="a", next_phase=phase)
    assert scene.board.upcoming == "a"
    assert (scene("next").current, scene.now.phase) == ("a", 20)


def test_a_speed_given_at_the_end_of_the_turn_overrides_a_set_phase() -> None:
    scene = Scene("a", "b", a={"delay": 20}, b={"delay": 50})
    scene("next")("change", who="a", next_phase=90)("next", speed=5)
    assert scene.combatant("a").turn.next_phase == 45


def test_a_phase_of_another_combatant_is_set_as_usual() -> None:
    scene = Scene("a", "b", a={"delay": 20}, b={"delay": 50})
    scene("next")("change", who="b", next_phase=30)("next")
    assert (scene.current, scene("next").combatant("b").turn.next_phase) == ("b", 80)
