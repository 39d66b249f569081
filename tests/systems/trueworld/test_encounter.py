"""TrueWorld's encounter: a whole scene step by step, and every fault a step can meet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.campaign.state.encounters import due_record
from app.core.encounters.combatants import Board
from app.core.encounters.rolls import Due, Roll
from app.core.encounters.scenes import StepResult
from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect, Outcome, add, put
from app.core.sheets import Sheet
from app.systems.trueworld import GAME
from app.systems.trueworld.encounter import ENCOUNTER
from app.systems.trueworld.encounter.state import Fight, MootDues, Round, Turn, most_stress
from app.systems.trueworld.sheet.sheet import SHEET

YSOLDE, TAMSIN = (SHEET.fill(sample) for sample in SHEET.samples)


class Scene:
    """A played scene; every step leaves the scene before it unchanged.

    sheets: of the combatants that have a character; all others join with a sheet of their own.
    """

    def __init__(self, **sheets: Sheet) -> None:
        self.sheets = sheets
        #: The campaign's house rules.
        self.house: dict[str, Any] = {}
        self.scene: Fight = ENCOUNTER.begin(self.known)
        self.turned: StepResult[Round, Turn] = StepResult(self.scene)

    def known(self, id: str) -> tuple[str, Sheet] | None:
        return (self.sheets[id]["name"] or id, self.sheets[id]) if id in self.sheets else None

    def step(self, step: str, /, **inputs: Any) -> None:
        self.apply(ENCOUNTER.apply, step, inputs)
        assert [place.id for place in self.board.places] == list(self.now.order)

    def apply(self, change: Any, *arguments: Any) -> None:
        before = json.dumps(self.scene.state)
        self.turned = change(self.scene, *arguments)
        assert json.dumps(self.scene.state) == before  # nothing is changed in place
        self._store(self.turned.scene)

    def _store(self, after: Fight) -> None:
        """Store the scene and read it back."""
        self.sheets = {**self.sheets, **after.sheets}
        self.scene = ENCOUNTER.scene(json.loads(json.dumps(after.state)), self.known, self.house)

    def refused(self, field: str, step: str, /, **inputs: Any) -> None:
        with pytest.raises(BadInput) as fault:
            ENCOUNTER.apply(self.scene, step, inputs)
        assert fault.value.field == field

    def cancelled(self, step: str, /, **inputs: Any) -> MootDues:
        """Return the due rolls that a step would cancel."""
        return ENCOUNTER.apply(self.scene, step, inputs).cancelled

    def roll(self, due: Due, *faces: int, roles: dict[str, str], **more: Any) -> Outcome:
        """Roll a due roll with these faces and apply its effects."""
        bound = GAME.procedures[due.procedure].bind({**due.inputs, **more})
        outcome = by_hand(bound, faces).outcome
        for effect in outcome.effects:
            completed = SHEET.complete_effect(effect, outcome.values)
            self.apply_effect(roles[completed.who], completed)
        return outcome

    def apply_effect(self, who: str, effect: Effect) -> None:
        self._store(self.scene.apply_effect(who, effect))

    def edit(self, who: str, **fields: Any) -> None:
        """Edit a character's sheet by hand."""
        self.sheets[who] = self.sheets[who].with_fields(fields)
        self._store(self.scene)

    def roll_any(self, due: Due, **more: Any) -> MootDues:
        """Make a due roll with any result and return the due rolls that it cancels."""
        return self._record_roll(
            due.procedure, {**due.inputs, **more}, due.label, self=due.who, **due.others
        )

    def dice(
        self, procedure: str, inputs: Mapping[str, Any] | None = None, /, **cast: str
    ) -> MootDues:
        """Roll from a sheet or a menu and return the due rolls that it cancels."""
        return self._record_roll(procedure, inputs or {}, "", **cast)

    def _record_roll(
        self, procedure: str, inputs: Mapping[str, Any], due: str, /, **cast: str
    ) -> MootDues:
        roll = Roll(cast.get("self", ""), procedure, inputs, Outcome("success"), cast, due)
        self.apply(ENCOUNTER.on_roll, roll)
        return self.turned.cancelled

    def settle(self, due: Due) -> MootDues:
        """Tick off or waive a due roll and return the due rolls that this cancels."""
        self.apply(ENCOUNTER.on_settled, due_record("d", due))
        return self.turned.cancelled

    def badges(self, who: str) -> list[str]:
        places = self.board.places
        return [badge.words for place in places if place.id == who for badge in place.badges]

    def of(self, who: str) -> Sheet:
        return self.scene.combatant(who).sheet

    def turn(self, who: str) -> Turn:
        return self.scene.combatant(who).turn

    @property
    def now(self) -> Round:
        return self.scene.now

    @property
    def board(self) -> Board:
        return ENCOUNTER.board(self.scene)

    @property
    def due(self) -> tuple[Due, ...]:
        return self.turned.due

    @property
    def notes(self) -> tuple[str, ...]:
        return self.turned.notes


@pytest.fixture
def scene() -> Scene:
    """Return two characters and a brute with the order set, before anyone has acted."""
    table = Scene(ysolde=YSOLDE, tamsin=TAMSIN)
    table.step("new_scene", scene="The burning quay")
    table.step("add", id="ysolde")
    table.step("add", id="tamsin")
    table.step("add", id="brute", name="The Brute", side="adversary", difficulty="d8", hidden=True)
    table.step("arrange", order=["tamsin", "brute", "ysolde"])
    return table


def test_a_whole_scene(scene: Scene) -> None:
    assert scene.board.heading == "Round 1: setting the order"
    assert scene.board.pools == {"scene": "The burning quay"}
    scene.step("begin_turns")
    assert (scene.now.current, scene.now.phase) == ("tamsin", "action")
    assert "T1.1" in scene.notes[0]

    # Tamsin shoots; Ysolde helps first and pays with her action.
    scene.step("intend", who="tamsin", intention="Shoot the brute")
    scene.step(
        "set_difficulty", who="tamsin", difficulty="d8", position="disadvantage", purpose="attack"
    )
    shot = scene.due[0]
    assert (shot.who, shot.procedure) == ("tamsin", "trueworld.action_roll")
    assert any("Ysolde Marr" in note for note in scene.notes)
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    help_roll = scene.due[0]
    assert (help_roll.who, help_roll.procedure) == ("ysolde", "trueworld.teamwork")
    assert scene.of("ysolde")["action_available"] is False
    scene.refused("who", "offer_help", who="ysolde", receiver="tamsin")
    helped = scene.roll(
        help_roll, 3, 3, roles={"self": help_roll.who, **help_roll.others}, ability_die="d6"
    )
    assert helped.grade == "helpful"
    assert scene.of("ysolde")["action_available"] is False
    assert scene.of("ysolde")["grit"] == 2
    assert scene.of("tamsin")["teamwork_dice"] == 1
    hit = scene.roll(
        shot,
        *[3, 8, 2, 5],
        roles={"self": "tamsin", "target": "brute"},
        ability_die="d8",
        teamwork_dice=1,
    )
    assert (hit.grade, scene.turn("brute").damage) == ("complete-success", 2)
    scene.step("acted", who="tamsin")
    assert scene.of("tamsin")["action_available"] is False
    assert scene.of("tamsin")["teamwork_dice"] == 0
    scene.refused("who", "intend", who="tamsin", intention="Shoot again")

    # The brute strikes at Ysolde; defending costs no action (she has none).
    scene.step("end_turn")
    assert scene.now.current == "brute"
    assert "T10.6" in scene.notes[0]
    scene.step("attack", who="brute", target="ysolde", position="disadvantage")
    defence = scene.due[0]
    inputs = {"difficulty": "d8", "position": "disadvantage", "purpose": "defend"}
    assert defence.inputs == {**inputs, "teamwork_dice": 0}
    struck = scene.roll(defence, 1, 7, 4, roles={"self": "ysolde"}, ability_die="d4")
    assert struck.values["harm_level"] == 3
    scene.step("acted", who="ysolde")
    assert scene.of("ysolde")["harm"] == 3
    scene.step("place_harm", who="ysolde", take="stress")
    assert scene.of("ysolde")["stress"] == 3
    assert scene.of("ysolde")["harm"] == 0

    # Ysolde's own turn: the help has cost her action.
    scene.step("end_turn")
    assert scene.now.current == "ysolde"
    assert "T4.2" in scene.notes[0]
    scene.refused("who", "intend", who="ysolde", intention="Run")
    scene.refused("phase", "new_round")
    scene.step("end_turn")
    assert (scene.now.phase, scene.now.current) == ("end", None)

    # Round 2: another order, and every combatant has an action again.
    scene.step("new_round")
    assert (scene.now.round, scene.now.phase) == (2, "order")
    assert all(scene.of(id)["action_available"] for id in ("ysolde", "tamsin"))
    scene.step("move", who="ysolde", place=1)
    scene.step("begin_turns")
    assert scene.board.upcoming == "tamsin"

    # An easy action needs no roll but spends the action; then harm becomes a condition.
    scene.step("intend", who="ysolde", intention="Kick the ladder away")
    scene.step("set_difficulty", who="ysolde", has_risk=False)
    assert [*scene.due] == []
    assert scene.of("ysolde")["action_available"] is False
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 2))
    scene.step("end_turn")
    scene.step("end_turn")
    scene.step("end_turn")
    assert [(due.who, due.rules) for due in scene.due] == [("ysolde", ("T11.2",))]
    scene.step("place_harm", who="ysolde", take="condition", condition="Singed", note="left arm")
    conditions = [{"name": "Singed", "note": "left arm", "treated": False}]
    assert scene.of("ysolde")["conditions"] == conditions
    assert scene.of("ysolde")["stress"] == 3

    # The next scene keeps stress, grit and conditions; downtime takes the stress away.
    scene.step("new_scene", scene="The morning after")
    assert (scene.now.round, scene.now.phase) == (1, "order")
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["conditions"]) == (3, conditions)
    scene.step("downtime")
    assert scene.of("ysolde")["stress"] == 0
    scene.step("begin_turns")
    assert any("Singed" in note and "T11.3" in note for note in scene.notes)
    scene.step("treat", who="ysolde", condition="Singed")
    assert scene.of("ysolde")["conditions"][0]["treated"] is True
    scene.refused("condition", "treat", who="ysolde", condition="Singed")


def test_the_effects_of_helping_apply_once(scene: Scene) -> None:
    """Grit and die come with the outcome of the helper's roll, not with the offer."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin", difficulty="d6")
    assert scene.due[0].inputs["difficulty"] == "d6"
    assert scene.of("ysolde")["grit"] == 1
    assert scene.of("tamsin")["teamwork_dice"] == 0


def test_a_quick_action_has_its_difficulty_only(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Spot the leak")
    scene.step("set_difficulty", who="tamsin", quick=True, difficulty="d6", position="advantage")
    assert scene.due[0].procedure == "trueworld.quick_action"
    assert scene.due[0].inputs == {"difficulty": "d6"}
    GAME.procedures[scene.due[0].procedure].bind(scene.due[0].inputs)


def test_stress_fills_up_and_then_only_a_condition_is_left(scene: Scene) -> None:
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 9))
    scene.step("place_harm", who="ysolde")
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["harm"]) == (6, 0)
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 1))
    scene.refused("take", "place_harm", who="ysolde", take="stress")
    scene.refused("condition", "place_harm", who="ysolde", take="condition")
    scene.step("place_harm", who="ysolde", take="condition", condition="Broken rib")
    assert scene.of("ysolde")["harm"] == 0
    scene.refused("who", "place_harm", who="ysolde")


def test_harm_is_placed_bane_by_bane(scene: Scene) -> None:
    """T11.2: unplaced harm stays and is due; harm beyond the track's room is lost."""
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 6))
    scene.step("place_harm", who="ysolde", levels=3)
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["harm"]) == (3, 3)
    assert scene.of("ysolde")["harm"] == 3
    assert [due.label for due in scene.due] == ["Place harm 3 as stress, or as a condition"]
    scene.refused("levels", "place_harm", who="ysolde", levels=4)
    scene.refused("levels", "place_harm", who="ysolde", levels=0)
    scene.step("place_harm", who="ysolde", levels=1, take="condition", condition="Shaken")
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["harm"]) == (3, 2)
    scene.step("place_harm", who="ysolde", take="condition", condition="Bleeding")
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["harm"], scene.due) == (3, 0, ())
    names = [condition["name"] for condition in scene.of("ysolde")["conditions"]]
    assert names == ["Shaken", "Bleeding"]
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 5))
    scene.step("place_harm", who="ysolde", levels=4)
    assert (scene.of("ysolde")["stress"], scene.of("ysolde")["harm"]) == (6, 1)
    scene.refused("take", "place_harm", who="ysolde")


def test_harm_is_due_once_even_if_more_comes(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.apply_effect("ysolde", Effect("self", "harm", "add", 2))
    scene.step("end_turn")
    scene.step("end_turn")
    turned = ENCOUNTER.apply(scene.scene, "end_turn")
    assert [due.label for due in turned.due] == ["Place harm 2 as stress, or as a condition"]
    assert ("ysolde", "") in turned.cancelled


def test_a_risk_belongs_to_a_roll_or_to_the_scene(scene: Scene) -> None:
    """T3.5: a roll's risk lasts until the roll is made, a scene's until the next scene."""
    assert scene.board.announcements == ()
    scene.step("risk_scene", at_risk="The quay burns down.")
    scene.step("begin_turns")
    scene.refused("who", "tell_risk", who="tamsin", at_risk="x")
    scene.refused("who", "tell_risk", who="brute", at_risk="x")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.refused("who", "tell_risk", who="tamsin", at_risk="x")
    scene.step("set_difficulty", who="tamsin", at_risk="A fall.")
    assert "At risk: A fall." in scene.badges("tamsin")
    scene.step("set_difficulty", who="tamsin", difficulty="d8")
    assert "At risk: A fall." in scene.badges("tamsin")
    scene.refused("of", "tell_risk", who="tamsin", at_risk="x", of="defence")
    scene.step("attack", who="brute", target="tamsin", at_risk="A broken arm.")
    scene.step("tell_risk", who="tamsin", at_risk="A broken leg.")
    assert scene.badges("tamsin")[2:6] == [
        "Rolls against Hard (d8), neutral",
        "At risk: A fall.",
        "Defends against Hard (d8), neutral",
        "At risk: A broken leg.",
    ]
    scene.step("tell_risk", who="tamsin", at_risk="", of="action")
    assert "At risk: A fall." not in scene.badges("tamsin")
    scene.step("acted", who="tamsin")
    assert "At risk: A broken leg." not in scene.badges("tamsin")
    scene.step("tell_risk", who="tamsin", at_risk="A fall.")
    scene.dice("trueworld.action_roll", self="tamsin")
    assert not any(words.startswith("At risk") for words in scene.badges("tamsin"))
    assert scene.board.announcements == ("At risk: The quay burns down.",)
    scene.step("risk_scene")
    assert scene.board.announcements == ("At risk: The quay burns down.",)
    scene.step("new_scene", scene="Dawn")
    assert scene.board.announcements == ()
    scene.step("new_scene", scene="Noon", at_risk="Thirst.")
    assert scene.board.announcements == ("At risk: Thirst.",)


def test_a_treated_condition_leaves_the_others_as_they_stand_on_the_sheet(scene: Scene) -> None:
    old = {"name": "Scar", "note": "from the siege", "treated": True}
    winded = {"name": "Winded", "note": "since the stairs", "treated": False}
    scene.edit("ysolde", conditions=[old, winded])
    scene.step("take_condition", who="ysolde", condition="Shaken")
    scene.refused("condition", "treat", who="ysolde")
    scene.step("treat", who="ysolde", condition="shaken")
    shaken = {"name": "Shaken", "note": "", "treated": True}
    assert scene.of("ysolde")["conditions"] == [old, winded, shaken]
    scene.step("treat", who="ysolde")
    assert all(condition["treated"] for condition in scene.of("ysolde")["conditions"])
    scene.refused("condition", "treat", who="ysolde")


def test_of_two_conditions_alike_one_is_treated(scene: Scene) -> None:
    """T11.3: each condition stays untreated until it is treated itself."""
    for note in ("arm", "leg"):
        scene.step("take_condition", who="ysolde", condition="Cut", note=note)
    scene.step("treat", who="ysolde")
    assert [condition["treated"] for condition in scene.of("ysolde")["conditions"]] == [True, False]
    scene.step("treat", who="ysolde", condition="cut")
    assert [condition["treated"] for condition in scene.of("ysolde")["conditions"]] == [True, True]
    scene.refused("condition", "treat", who="ysolde")


def test_a_quick_action_takes_no_help(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Spot the leak")
    scene.step("set_difficulty", who="tamsin", quick=True)
    assert not any("T4.1" in note for note in scene.notes)
    scene.refused("receiver", "offer_help", who="ysolde", receiver="tamsin")


@pytest.mark.parametrize("quick", [False, True])
def test_an_action_that_becomes_quick_ends_the_help_for_it(scene: Scene, quick: bool) -> None:
    """T5.2, T4.5: a quick action takes no help, but the helper's action is spent all the same."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    scene.step("set_difficulty", who="tamsin", quick=quick)
    assert (("ysolde", "trueworld.teamwork") in scene.turned.cancelled) is quick
    assert any("takes no help" in note for note in scene.notes) is quick
    assert scene.badges("ysolde")[0] == "Action spent"


def test_no_more_helpers_than_the_house_allows(scene: Scene) -> None:
    for id in ("a", "b", "c", "d"):
        scene.step("add", id=id)
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="a", receiver="tamsin", max_helpers=1)
    scene.refused("receiver", "offer_help", who="b", receiver="tamsin", max_helpers=1)
    for id in ("b", "c", "d"):
        scene.step("offer_help", who=id, receiver="tamsin")
    scene.refused("receiver", "offer_help", who="ysolde", receiver="tamsin")
    assert scene.of("ysolde")["action_available"] is True
    # T1.3: stated anew, it is still the action that four have helped.
    scene.step("set_difficulty", who="tamsin", difficulty="d6")
    scene.refused("receiver", "offer_help", who="ysolde", receiver="tamsin")


@pytest.mark.parametrize(("most", "allowed"), [(1, 1), (2, 2), (None, 3)])
def test_help_from_the_sheet_beyond_the_house_rule_is_noted(
    scene: Scene, most: int | None, allowed: int
) -> None:
    """T4.6: an offer of it is refused."""
    scene.house = {} if most is None else {"max_helpers": most}
    for id in ("a", "b", "c"):
        scene.step("add", id=id)
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="a", receiver="tamsin")
    for count, id in enumerate(("a", "b", "c"), 1):
        scene.dice("trueworld.teamwork", self=id, receiver="tamsin")
        assert any("T4.6" in note for note in scene.notes) is (count > allowed)


def test_the_price_of_help_is_paid_at_once(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    assert scene.of("ysolde")["action_available"] is False
    # The due roll's inputs still allow it to be rolled.
    GAME.procedures[scene.due[0].procedure].bind(scene.due[0].inputs)


def test_an_attack_knows_its_target(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Shoot")
    scene.refused("target", "set_difficulty", who="tamsin", target="nobody")
    scene.refused("purpose", "set_difficulty", who="tamsin", purpose="defend")
    scene.step("set_difficulty", who="tamsin", target="brute", purpose="attack")
    assert scene.due[0].others == {"target": "brute"}
    assert scene.due[0].inputs["difficulty"] == "d8"
    scene.step("set_difficulty", who="tamsin", target="brute", difficulty="d6")
    assert scene.due[0].inputs["difficulty"] == "d6"
    scene.step("set_difficulty", who="tamsin")
    assert (scene.due[0].others, scene.due[0].inputs["difficulty"]) == ({}, "d4")


@pytest.mark.parametrize(
    ("inputs", "chances"),
    [
        # d4 against d6: 10 of 24; a tie succeeds. Unskilled: against the higher of two.
        ({"difficulty": "d6"}, "unskilled 21%, d4 42%, d6 58%, d8 69%, d10 75%, d12 79%"),
        (
            {"difficulty": "d6", "dangerous_encounters": True},
            "unskilled 10%, d4 25%, d6 42%, d8 56%, d10 65%, d12 71%",
        ),
        (
            {"difficulty": "d4", "position": "advantage"},
            "unskilled 47%, d4 78%, d6 85%, d8 89%, d10 91%, d12 93%",
        ),
        (
            {"difficulty": "d4", "position": "advantage", "unskilled_advantage_cancels": True},
            "unskilled 63%, d4 78%, d6 85%, d8 89%, d10 91%, d12 93%",
        ),
        (
            {"difficulty": "d4", "position": "advantage", "quick": True},
            "unskilled 63%, d4 63%, d6 75%, d8 81%, d10 85%, d12 88%",
        ),
        (
            {"difficulty": "d4", "quick": True, "quick_unskilled_disadvantage": True},
            "unskilled 47%, d4 63%, d6 75%, d8 81%, d10 85%, d12 88%",
        ),
    ],
)
def test_the_chances_are_noted_before_the_roll(
    scene: Scene, inputs: dict[str, Any], chances: str
) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin", **inputs)
    assert f"Chance to succeed with one die: {chances}." in scene.notes


def test_an_action_stated_anew_is_due_once(scene: Scene) -> None:
    cancelled = scene.cancelled
    jump = (("tamsin", "trueworld.action_roll", "Tamsin Okoro: Jump"),)
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    assert cancelled("set_difficulty", who="tamsin") == ()
    scene.step("set_difficulty", who="tamsin")
    # The same whether a defence has come between or not: that is due by itself.
    for _ in range(2):
        assert cancelled("set_difficulty", who="tamsin", difficulty="d8") == jump
        assert cancelled("set_difficulty", who="tamsin", has_risk=False) == jump
        assert cancelled("intend", who="tamsin", intention="Climb") == jump
        assert cancelled("end_turn") == ()
        scene.step("attack", who="brute", target="tamsin")
    block = (("tamsin", "trueworld.action_roll", "Tamsin Okoro defends against The Brute"),)
    assert cancelled("acted", who="tamsin") == block
    scene.step("acted", who="tamsin")
    assert cancelled("acted", who="tamsin") == jump
    scene.step("set_difficulty", who="tamsin", quick=True)
    jump = (("tamsin", "trueworld.quick_action", "Tamsin Okoro: Jump"),)
    assert cancelled("acted", who="tamsin") == jump


def test_the_dice_take_the_action_with_them(scene: Scene) -> None:
    """T1.2: the roll spends the action, and the end of the turn does not spend it twice."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin", quick=True)
    jump = scene.due[0]
    scene.roll_any(jump)
    assert scene.badges("tamsin")[0] == "Action spent"
    assert "Jump" not in scene.badges("tamsin")
    assert scene.of("tamsin")["action_available"] is False
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", "trueworld.action_roll") == {}
    scene.refused("who", "acted", who="tamsin")
    scene.refused("who", "intend", who="tamsin", intention="Jump again")
    scene.refused("receiver", "offer_help", who="ysolde", receiver="tamsin")
    scene.step("end_turn")
    assert scene.of("tamsin")["action_available"] is False
    # The next round brings it back, even if the due roll comes too late.
    for step in ("end_turn", "end_turn", "new_round"):
        scene.step(step)
    scene.roll_any(jump)
    scene.step("begin_turns")
    assert scene.badges("tamsin")[0] == "Action left"


@pytest.mark.parametrize(
    "procedure", ["action_roll", "unskilled_roll", "assisted_action", "quick_action"]
)
def test_a_roll_from_the_sheet_is_an_action_too(scene: Scene, procedure: str) -> None:
    """T1.2: on the character's own turn; the roll that was due for the action is cancelled."""
    scene.dice(f"trueworld.{procedure}", self="tamsin")
    assert scene.badges("tamsin")[0] == "Action left"  # the turns have not begun
    scene.step("begin_turns")
    scene.dice(f"trueworld.{procedure}", self="ysolde")
    assert scene.badges("ysolde")[0] == "Action left"  # it is not her turn
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    cancelled = scene.dice(f"trueworld.{procedure}", self="tamsin")
    assert cancelled[-1] == ("tamsin", "trueworld.action_roll", "Tamsin Okoro: Jump")
    assert (scene.turn("tamsin").roll, scene.of("tamsin")["action_available"]) == (None, False)
    assert scene.of("tamsin")["action_available"] is False


@pytest.mark.parametrize("quick", [False, True])
def test_an_action_of_an_earlier_round_costs_none_of_this_one(scene: Scene, quick: bool) -> None:
    """T1.2: an unrolled action is spent at the end of its turn and can still be rolled late."""
    scene.step("arrange", order=["ysolde", "brute", "tamsin"])
    scene.step("begin_turns")
    scene.step("intend", who="ysolde", intention="Climb")
    scene.step("set_difficulty", who="ysolde", quick=quick)
    climb = scene.due[0]
    scene.step("end_turn")
    assert scene.badges("ysolde")[0] == "Action spent"
    for step in ("end_turn", "end_turn", "new_round", "begin_turns"):
        scene.step(step)
    assert scene.roll_any(climb) == ()
    assert scene.badges("ysolde")[0] == "Action left"
    scene.step("intend", who="ysolde", intention="Jump")
    scene.step("set_difficulty", who="ysolde")
    jump = scene.due[0]
    assert scene.roll_any(climb) == ()
    assert scene.badges("ysolde")[:2] == ["Action left", "Jump"]
    scene.roll_any(jump)
    assert scene.badges("ysolde")[0] == "Action spent"


def test_a_due_roll_stays_a_defence_or_an_action(scene: Scene) -> None:
    """T4.4, T10.6: a due roll stays a defence or an action, even if its form says otherwise."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    scene.step("attack", who="brute", target="tamsin")
    scene.roll_any(scene.due[0], purpose="general")
    assert (scene.turn("tamsin").defence, scene.badges("tamsin")[0]) == (None, "Action left")
    scene.step("attack", who="brute", target="tamsin")
    scene.roll_any(jump, purpose="defend")
    assert scene.turn("tamsin").defence is not None
    assert scene.badges("tamsin")[0] == "Action spent"


@pytest.mark.parametrize("procedure", ["action_roll", "unskilled_roll", "assisted_action"])
def test_an_attack_out_of_turn_is_the_action_of_the_round(scene: Scene, procedure: str) -> None:
    """T1.2, T10.6: even if the GM set nothing for it; a defence is no action."""
    attack = f"trueworld.{procedure}", {"purpose": "attack"}
    scene.dice(*attack, self="ysolde", target="brute")
    assert scene.badges("ysolde")[0] == "Action left"  # the turns have not begun
    scene.step("begin_turns")
    scene.dice(f"trueworld.{procedure}", {"purpose": "defend"}, self="ysolde")
    assert scene.badges("ysolde")[0] == "Action left"
    scene.apply_effect("ysolde", add("teamwork_dice", 1))
    scene.dice(*attack, self="ysolde", target="brute")
    assert scene.badges("ysolde")[:2] == ["Action spent", "Stress 0 of 6"]
    assert scene.badges("tamsin")[0] == "Action left"
    scene.step("take_turn", who="ysolde")
    scene.refused("who", "intend", who="ysolde", intention="Strike again")


def test_a_stated_action_is_spent_even_on_the_turn_of_another(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    scene.step("take_turn", who="ysolde")
    scene.roll_any(jump)
    assert scene.badges("tamsin")[0] == "Action spent"
    assert scene.badges("ysolde")[0] == "Action left"


def test_no_other_roll_costs_anything(scene: Scene) -> None:
    scene.step("begin_turns")
    before = scene.scene.state
    for procedure in ("set_difficulty", "effect_level", "pool_estimate"):
        assert scene.dice(f"trueworld.{procedure}", self="tamsin") == ()
    scene.dice("trueworld.action_roll", self="brute")
    scene.dice("trueworld.action_roll")
    assert (scene.scene.state, scene.sheets) == (before, {"ysolde": YSOLDE, "tamsin": TAMSIN})


def test_boosts_are_for_one_roll_and_help_is_for_an_action(scene: Scene) -> None:
    """T6.5; T5.2: a quick action takes no boosts; T4.4: a defence leaves the help to the action."""
    boosts = [{**boost, "used": True} for boost in scene.of("ysolde")["boosts"]]
    scene.edit("ysolde", boosts=boosts)
    scene.apply_effect("ysolde", Effect("self", "teamwork_dice", "add", 1))
    scene.step("begin_turns")
    scene.dice("trueworld.quick_action", self="ysolde")
    assert all(boost["used"] for boost in scene.of("ysolde")["boosts"])
    scene.dice("trueworld.action_roll", {"purpose": "defend"}, self="ysolde")
    assert scene.of("ysolde")["teamwork_dice"] == 1
    assert not any(boost["used"] for boost in scene.of("ysolde")["boosts"])
    assert scene.of("ysolde")["action_available"] is True
    scene.step("take_turn", who="ysolde")
    scene.dice("trueworld.action_roll", self="ysolde")
    assert scene.of("ysolde")["teamwork_dice"] == 0


def test_a_defence_in_between_leaves_the_help_to_the_action(scene: Scene) -> None:
    """T4.4: the die belongs to the action it was rolled for, which is still under way."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin", difficulty="d6")
    lift = scene.due[0]
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    help_roll = scene.due[0]
    scene.roll(help_roll, 3, 3, roles={"self": "ysolde", **help_roll.others})
    scene.roll_any(help_roll)
    scene.step("attack", who="brute", target="tamsin")
    defence = scene.due[0]
    assert defence.inputs["teamwork_dice"] == 0
    assert "Rolls against Very Challenging (d6), neutral" in scene.badges("tamsin")
    assert "Defends against Hard (d8), neutral" in scene.badges("tamsin")
    scene.roll_any(defence)
    assert scene.of("tamsin")["teamwork_dice"] == 1
    assert "Rolls against Very Challenging (d6), neutral" in scene.badges("tamsin")
    assert "Defends against Hard (d8), neutral" not in scene.badges("tamsin")
    scene.roll_any(lift)
    assert scene.of("tamsin")["teamwork_dice"] == 0
    assert scene.badges("tamsin")[0] == "Action spent"


@pytest.mark.parametrize(
    "ends",
    [
        ("dice", "trueworld.action_roll"),
        ("dice", "trueworld.quick_action"),
        ("step", "acted"),
        ("step", "set_difficulty"),
        ("step", "end_turn"),
        ("step", "new_scene"),
        ("step", "remove"),
    ],
)
def test_help_that_was_not_rolled_before_the_action_is_due_no_more(
    scene: Scene, ends: tuple[str, str]
) -> None:
    """T4.1, T4.4: nor after the end of the turn, the round or the scene it was meant for."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    how, action = ends
    late = ("ysolde", "trueworld.teamwork")
    if how == "dice":
        assert late in scene.dice(action, self="tamsin")
    else:
        actor = {"who": "tamsin"} if action in ("acted", "remove", "set_difficulty") else {}
        more = {"has_risk": False} if action == "set_difficulty" else {}
        assert late in scene.cancelled(action, **actor, **more)
    # A defence does not make it late.
    scene.step("attack", who="brute", target="tamsin")
    assert late not in scene.dice("trueworld.action_roll", {"purpose": "defend"}, self="tamsin")


def test_another_intention_is_an_action_without_help_so_far(scene: Scene) -> None:
    """T4.4: the die belongs to the action it was rolled for; its price is paid all the same."""
    scene.step("add", id="guide")
    scene.step("begin_turns")
    # Help that was rolled before any action was stated counts for the next one.
    scene.apply_effect("tamsin", add("teamwork_dice", 1))
    scene.step("intend", who="tamsin", intention="Climb")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin", max_helpers=1)
    late = ("ysolde", "trueworld.teamwork")
    # The same intention again is the same action, with its help and its one helper.
    assert late not in scene.cancelled("intend", who="tamsin", intention="Climb")
    scene.step("intend", who="tamsin", intention="Climb")
    scene.step("set_difficulty", who="tamsin")
    assert scene.of("tamsin")["teamwork_dice"] == 1
    scene.refused("receiver", "offer_help", who="guide", receiver="tamsin", max_helpers=1)
    assert late in scene.cancelled("intend", who="tamsin", intention="Swim")
    scene.step("intend", who="tamsin", intention="Swim")
    assert scene.of("tamsin")["teamwork_dice"] == 0
    assert scene.of("ysolde")["action_available"] is False
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="guide", receiver="tamsin", max_helpers=1)


def test_one_of_two_defences_leaves_the_other(scene: Scene) -> None:
    scene.step("add", id="bravo", name="Bravo", side="adversary", difficulty="d6")
    scene.step("begin_turns")
    scene.step("attack", who="bravo", target="tamsin")
    first = scene.due[0]
    scene.step("attack", who="brute", target="tamsin")
    roll = Roll("tamsin", first.procedure, first.inputs, Outcome("x"), {"self": "tamsin"})
    scene.apply(ENCOUNTER.on_roll, replace(roll, due=first.label))
    assert scene.turned.cancelled == ()
    assert "Defends against Hard (d8), neutral" in scene.badges("tamsin")
    # From the menu, the roll counts for the defence that was set last.
    scene.apply(ENCOUNTER.on_roll, roll)
    block = (*due_key(first), "Tamsin Okoro defends against The Brute")
    assert scene.turned.cancelled == (block,)
    assert scene.turn("tamsin").defence is None


def test_a_defence_that_is_ticked_off_is_over(scene: Scene) -> None:
    """T3.5: a roll's risk lasts until the roll is made; T4.4: the own action goes on."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin", at_risk="A fall.")
    jump = scene.due[0]
    scene.step("attack", who="brute", target="tamsin", at_risk="A broken arm.")
    assert scene.settle(scene.due[0]) == ()
    assert scene.turn("tamsin").defence is None
    assert scene.badges("tamsin")[:4] == [
        "Action left",
        "Jump",
        "Rolls against Challenging (d4), neutral",
        "At risk: A fall.",
    ]
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", jump.procedure) == {
        "difficulty": "d4",
        "position": "neutral",
        "purpose": "general",
    }


@pytest.mark.parametrize("quick", [False, True])
def test_an_action_that_is_ticked_off_is_spent(scene: Scene, quick: bool) -> None:
    """T1.2, T2.2: so is the help that was offered for it."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    # Help that is ticked off has cost its action and leaves the helped action.
    assert scene.settle(scene.due[0]) == ()
    scene.step("set_difficulty", who="tamsin", quick=quick, at_risk="A fall.")
    assert ("ysolde", "trueworld.teamwork") in scene.settle(scene.due[0])
    assert scene.badges("tamsin") == ["Action spent", "Stress 0 of 8", "Grit 2"]
    assert scene.badges("ysolde")[0] == "Action spent"


def test_ticking_off_an_outdated_due_roll_changes_nothing(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    scene.step("add", id="bravo", name="Bravo", side="adversary", difficulty="d6")
    scene.step("attack", who="bravo", target="tamsin")
    defence = scene.due[0]
    scene.step("attack", who="brute", target="tamsin")
    scene.step("intend", who="tamsin", intention="Climb")
    scene.step("set_difficulty", who="tamsin")
    before, sheets = scene.scene.state, scene.sheets
    harm = Due("tamsin", "Place harm 1 as stress, or as a condition")
    for due in (jump, defence, harm, replace(jump, who="somebody who has left")):
        assert scene.settle(due) == ()
    assert (scene.scene.state, scene.sheets) == (before, sheets)


def due_key(due: Due) -> tuple[str, str]:
    return due.who, due.procedure


def test_a_stored_scene_goes_on_in_the_middle_of_a_defence() -> None:
    defence = {"label": "Leap", "difficulty": "d8", "position": "neutral", "purpose": "defend"}
    combatants = {"tamsin": {"turn": {"defence": defence}}, "ysolde": {"turn": {}}}
    round = {"scene": "", "round": 1, "phase": "action", "order": ["tamsin", "ysolde"]}
    scene = Scene(ysolde=YSOLDE, tamsin=TAMSIN)
    record = {**round, "current": "tamsin", "combatants": combatants}
    scene.scene = ENCOUNTER.scene(record, scene.known)
    assert "Defends against Hard (d8), neutral" in scene.badges("tamsin")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    assert len([badge for badge in scene.badges("tamsin") if "against" in badge]) == 2
    assert scene.cancelled("acted", who="tamsin") == (("tamsin", "trueworld.action_roll", "Leap"),)
    scene.step("acted", who="tamsin")
    assert scene.badges("tamsin")[2] == "Rolls against Challenging (d4), neutral"
    scene.step("end_turn")
    assert scene.badges("tamsin")[0] == "Action spent"


@pytest.mark.parametrize(
    ("procedure", "cast"),
    [
        ("teamwork", {"self": "ysolde", "receiver": "tamsin"}),
        ("assisted_action", {"self": "tamsin", "helper1": "ysolde"}),
    ],
)
def test_help_from_the_sheet_has_its_price(
    scene: Scene, procedure: str, cast: dict[str, str]
) -> None:
    """T4.2: with or without an offer; the helped character pays only for the action."""
    scene.step("begin_turns")
    scene.dice(f"trueworld.{procedure}", **cast)
    assert scene.of("ysolde")["action_available"] is False
    assert scene.badges("ysolde")[0] == "Action spent"
    helped = "Action left" if procedure == "teamwork" else "Action spent"
    assert scene.badges("tamsin")[0] == helped


@pytest.mark.parametrize(
    ("way", "cast"),
    [
        ("offer_help", {"who": "tamsin", "receiver": "ysolde"}),
        ("teamwork", {"self": "tamsin", "receiver": "ysolde"}),
        ("assisted_action", {"self": "ysolde", "helper1": "tamsin"}),
    ],
)
def test_a_helper_gives_up_the_own_roll_under_way(
    scene: Scene, way: str, cast: dict[str, str]
) -> None:
    """T4.2, T4.4: with the help for it, given or still due."""
    scene.step("add", id="guide")
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    scene.step("offer_help", who="guide", receiver="tamsin")
    scene.apply_effect("tamsin", add("teamwork_dice", 1))
    scene.step("take_turn", who="ysolde")
    scene.step("intend", who="ysolde", intention="Shoot")
    scene.step("set_difficulty", who="ysolde")
    if way == "offer_help":
        scene.step(way, **cast)
    else:
        scene.dice(f"trueworld.{way}", **cast)
    given_up = {(*due_key(jump), jump.label), ("guide", "trueworld.teamwork")}
    assert given_up <= set(scene.turned.cancelled)
    assert scene.badges("tamsin") == ["Action spent", "Stress 0 of 8", "Grit 2"]
    assert (scene.turn("tamsin").helping, scene.of("tamsin")["teamwork_dice"]) == ("ysolde", 0)


def test_a_due_roll_ends_without_an_action_left_too(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    scene.edit("tamsin", action_available=False)
    scene.roll_any(jump)
    assert scene.turn("tamsin").roll is None


def test_a_defence_costs_no_action_and_hides_none(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    jump = scene.due[0]
    # Attacked between the intention and its roll: both are rolled, in any order.
    scene.step("attack", who="brute", target="tamsin")
    defence = scene.due[0]
    scene.roll_any(defence)
    assert scene.badges("tamsin")[0] == "Action left"
    scene.roll_any(jump)
    scene.step("attack", who="brute", target="tamsin")
    scene.roll_any(scene.due[0])
    assert scene.badges("tamsin")[0] == "Action spent"
    scene.step("end_turn")
    assert scene.of("tamsin")["action_available"] is False
    # On another's turn a defence does not spend the action.
    scene.step("attack", who="brute", target="ysolde")
    scene.roll_any(scene.due[0])
    assert "Defends against Hard (d8), neutral" not in scene.badges("ysolde")
    scene.step("end_turn")
    assert scene.badges("ysolde")[0] == "Action left"


def test_help_is_paid_when_it_is_offered_and_not_again(scene: Scene) -> None:
    """T4.2: the helper's roll spends nothing more, nor does it spend the helped action."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    before, sheets = scene.scene.state, scene.sheets
    scene.roll_any(scene.due[0])
    assert (scene.scene.state, scene.sheets) == (before, sheets)


def test_the_end_of_the_encounter_is_the_end_of_its_round(scene: Scene) -> None:
    """T1.2, T4.4: help ends with the encounter, and everyone has an action again."""
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Lift the beam")
    scene.step("set_difficulty", who="tamsin")
    scene.step("offer_help", who="ysolde", receiver="tamsin")
    scene.apply_effect("tamsin", add("teamwork_dice", 1))
    scene.apply(ENCOUNTER.on_end)
    for who in ("ysolde", "tamsin"):
        assert (scene.of(who)["action_available"], scene.of(who)["teamwork_dice"]) == (True, 0)
    assert scene.due == ()


def test_an_earlier_fight_leaves_every_combatant_an_action() -> None:
    """T1.2, T4.4: a round begins with an action for all; late joiners keep their own state."""
    sheet = SHEET.fill({"action_available": False, "teamwork_dice": 2})
    table = Scene(early=sheet, late=sheet)
    table.step("add", id="early")
    assert (table.of("early")["action_available"], table.of("early")["teamwork_dice"]) == (True, 0)
    table.step("begin_turns")
    table.step("add", id="late")
    assert (table.of("late")["action_available"], table.of("late")["teamwork_dice"]) == (False, 2)
    # Values given for a combatant without a character count the same way.
    table.step("add", id="guide", action_available=False, teamwork_dice=2)
    assert table.badges("guide")[:2] == ["Action spent", "Teamwork dice 2"]


def test_after_its_turn_a_combatant_cannot_help_any_more(scene: Scene) -> None:
    """T4.2: help costs the action of the helper's own turn, and that turn is over."""
    scene.step("begin_turns")
    for _ in ("tamsin", "brute"):
        scene.step("end_turn")
    scene.step("intend", who="ysolde", intention="Climb")
    scene.step("set_difficulty", who="ysolde")
    assert not any("still free to help" in note for note in scene.notes)
    scene.refused("who", "offer_help", who="tamsin", receiver="ysolde")
    # The same from the sheet, though the sheet still has the action.
    assert scene.of("tamsin")["action_available"] is True
    gone = {"action_available": False}
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", "trueworld.teamwork") == gone
    assert ENCOUNTER.prefill_actor(scene.scene, "ysolde", "trueworld.teamwork") == {}


def test_action_help_and_defence_are_over_with_the_turn(scene: Scene) -> None:
    """The end of a turn spends the action, its help and its boosts, and ends a waiting defence."""
    boosts = [{**boost, "used": True} for boost in scene.of("tamsin")["boosts"]]
    scene.edit("tamsin", boosts=boosts)
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin")
    scene.apply_effect("tamsin", Effect("self", "teamwork_dice", "add", 1))
    scene.step("end_turn")
    assert scene.of("tamsin")["action_available"] is False
    assert scene.of("tamsin")["teamwork_dice"] == 0
    assert not any(boost["used"] for boost in scene.of("tamsin")["boosts"])
    scene.step("attack", who="brute", target="ysolde")
    scene.step("end_turn")
    assert scene.turn("ysolde").defence is None
    assert scene.of("ysolde")["action_available"] is True


def test_the_director_may_give_turns_out_of_order(scene: Scene) -> None:
    scene.refused("phase", "take_turn", who="ysolde")
    scene.step("begin_turns")
    scene.step("take_turn", who="ysolde")
    scene.refused("who", "intend", who="tamsin", intention="Shoot")
    scene.step("end_turn")
    assert scene.now.current == "tamsin"
    scene.refused("who", "take_turn", who="ysolde")


def test_comings_and_goings(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("remove", who="tamsin")
    assert scene.now.current == "brute"
    scene.step("remove", who="ysolde")
    assert scene.now.current == "brute"
    scene.step("end_turn")
    assert scene.now.phase == "end"
    scene.step("add", id="late", name="Latecomer", conditions=["Winded"], stress=9, max_stress=4)
    assert scene.of("late")["stress"] == 4
    assert scene.of("late")["conditions"][0]["name"] == "Winded"
    scene.step("downtime")  # T11.2: at full stress there is no turn
    scene.step("end_turn")
    assert scene.now.current == "late"
    scene.step("show", who="brute", hidden=False)
    assert [place.hidden for place in scene.board.places] == [False, False]


@pytest.mark.parametrize(
    ("field", "step", "inputs"),
    [
        ("who", "remove", {"who": "nobody"}),
        ("who", "move", {"who": "nobody", "place": 1}),
        ("place", "move", {"who": "brute", "place": 0}),
        ("who", "show", {}),
        ("order", "arrange", {"order": ["tamsin"]}),
        ("order", "arrange", {"order": ["tamsin", "tamsin", "brute"]}),
        ("id", "add", {"id": "brute"}),
        ("id", "add", {"id": ""}),
        ("side", "add", {"id": "x", "side": "bystander"}),
        ("max_stress", "add", {"id": "x", "max_stress": 1}),
        ("phase", "intend", {"who": "tamsin", "intention": "x"}),
        ("phase", "set_difficulty", {"who": "tamsin"}),
        ("phase", "offer_help", {"who": "ysolde", "receiver": "tamsin"}),
        ("phase", "attack", {"who": "brute", "target": "tamsin"}),
        ("phase", "end_turn", {}),
        ("who", "acted", {"who": "tamsin"}),
        ("who", "place_harm", {"who": "brute"}),
        ("who", "place_harm", {"who": "tamsin"}),
        ("who", "take_condition", {"who": "brute", "condition": "Dazed"}),
        ("condition", "take_condition", {"who": "tamsin", "condition": " "}),
        ("transition", "explode", {}),
    ],
)
def test_faults_before_the_turns_begin(
    scene: Scene, field: str, step: str, inputs: dict[str, Any]
) -> None:
    scene.refused(field, step, **inputs)


@pytest.mark.parametrize(
    ("field", "step", "inputs"),
    [
        ("phase", "begin_turns", {}),
        ("intention", "intend", {"who": "tamsin", "intention": "  "}),
        ("who", "intend", {"who": "brute", "intention": "x"}),
        ("who", "set_difficulty", {"who": "tamsin"}),
        ("difficulty", "set_difficulty", {"who": "tamsin", "difficulty": "d20"}),
        ("receiver", "offer_help", {"who": "ysolde", "receiver": "tamsin"}),
        ("receiver", "offer_help", {"who": "ysolde", "receiver": "ysolde"}),
        ("receiver", "offer_help", {"who": "ysolde", "receiver": "brute"}),
        ("receiver", "offer_help", {"who": "ysolde", "receiver": "nobody"}),
        ("who", "offer_help", {"who": "brute", "receiver": "tamsin"}),
        ("max_helpers", "offer_help", {"who": "ysolde", "receiver": "tamsin", "max_helpers": 5}),
        ("who", "attack", {"who": "tamsin", "target": "ysolde"}),
        ("target", "attack", {"who": "brute", "target": "brute"}),
        ("phase", "new_round", {}),
    ],
)
def test_faults_once_they_have_begun(
    scene: Scene, field: str, step: str, inputs: dict[str, Any]
) -> None:
    scene.step("begin_turns")
    scene.refused(field, step, **inputs)


def test_a_character_cannot_help_their_own_attack(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("intend", who="tamsin", intention="Shoot")
    scene.step("set_difficulty", who="tamsin")
    scene.refused("receiver", "offer_help", who="tamsin", receiver="tamsin")


def test_an_empty_scene_has_no_turns() -> None:
    Scene().refused("order", "begin_turns")


def test_badges_show_the_state_of_a_combatant(scene: Scene) -> None:
    scene.step("begin_turns")
    scene.step("take_condition", who="tamsin", condition="Shaken")
    scene.step("intend", who="tamsin", intention="Bandage")
    scene.step("set_difficulty", who="tamsin", difficulty="d6")
    scene.apply_effect("brute", Effect("target", "damage", "add", 2))
    scene.apply_effect("tamsin", Effect("self", "harm", "add", 1))
    scene.apply_effect("tamsin", Effect("self", "teamwork_dice", "add", 2))
    words = {place.id: [badge.words for badge in place.badges] for place in scene.board.places}
    assert words["brute"] == ["Hard (d8)", "Damage 2"]
    assert words["tamsin"] == [
        "Action left",
        "Bandage",
        "Rolls against Very Challenging (d6), neutral",
        "Teamwork dice 2",
        "Harm 1 to place",
        "Stress 0 of 8",
        "Grit 2",
        "Shaken",
    ]


def test_the_scene_feeds_the_roll_under_way(scene: Scene) -> None:
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", "trueworld.action_roll") == {}
    scene.step("begin_turns")
    scene.step("attack", who="brute", target="tamsin", position="advantage")
    inputs = {"difficulty": "d8", "position": "advantage", "purpose": "defend"}
    for name in ("action_roll", "unskilled_roll"):
        assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", f"trueworld.{name}") == inputs
    for name in ("assisted_action", "quick_action", "teamwork"):
        assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", f"trueworld.{name}") == {}
    assert ENCOUNTER.prefill_actor(scene.scene, "brute", "trueworld.action_roll") == {}


def test_a_defence_that_waits_is_neither_assisted_nor_quick(scene: Scene) -> None:
    """T4.4, T5, T10.6: those forms are for the own action and take the inputs of that."""
    scene.step("begin_turns")
    scene.step("attack", who="brute", target="tamsin", position="disadvantage")
    at_bravo = {"self": "tamsin", "target": "bravo"}
    scene.step("add", id="bravo", name="Bravo", side="adversary", difficulty="d12")
    for name in ("assisted_action", "quick_action"):
        inputs = ENCOUNTER.prefill_target(scene.scene, at_bravo, f"trueworld.{name}")
        assert inputs == {"difficulty": "d12"}
    scene.step("intend", who="tamsin", intention="Jump")
    scene.step("set_difficulty", who="tamsin", difficulty="d6")
    jump = {"difficulty": "d6", "position": "neutral", "purpose": "general"}
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", "trueworld.assisted_action") == jump
    assert ENCOUNTER.prefill_actor(scene.scene, "tamsin", "trueworld.quick_action") == {
        "difficulty": "d6"
    }
    for name in ("assisted_action", "quick_action", "action_roll"):
        assert ENCOUNTER.prefill_target(scene.scene, at_bravo, f"trueworld.{name}") == {}
    scene.dice("trueworld.assisted_action", jump, self="tamsin")
    assert scene.turn("tamsin").defence is not None
    assert scene.badges("tamsin")[0] == "Action spent"


# --- sheets ---


def test_a_character_joins_with_the_sheet_and_nothing_is_copied(scene: Scene) -> None:
    combatants = scene.scene.state["combatants"]
    assert (combatants["ysolde"], combatants["tamsin"]) == ({"turn": {}}, {"turn": {}})
    # `add` defaults to a most stress of 6 if none is given; her sheet has 8.
    assert scene.badges("tamsin") == ["Action left", "Stress 0 of 8", "Grit 2"]
    assert scene.sheets == {"ysolde": YSOLDE, "tamsin": TAMSIN}
    assert combatants["brute"]["turn"] == {
        "hidden": True,
        "side": "adversary",
        "difficulty": "d8",
    }


def test_values_given_for_a_joining_character_are_written_on_the_sheet() -> None:
    table = Scene(ysolde=YSOLDE)
    table.step("add", id="ysolde", stress=2, max_stress=6, conditions=["Winded"])
    winded = {"name": "Winded", "note": "", "treated": False}
    assert table.turned.scene.effects == (
        ("ysolde", put("stress", 2)),
        ("ysolde", put("conditions", [winded])),
    )
    # Her most stress stays that of the sheet.
    assert table.turn("ysolde") == Turn()
    assert table.badges("ysolde") == ["Action left", "Stress 2 of 6", "Grit 1", "Winded"]


@pytest.mark.parametrize(
    ("limit", "borne", "stress"), [(4, 4, 4), (3, 3, 3), (6, 6, 5), (8, 6, 5), (12, 6, 5)]
)
def test_a_character_bears_no_more_than_the_tier_allows(
    limit: int, borne: int, stress: int
) -> None:
    """T11.2: Ysolde is of tier d6; a lower limit may be set."""
    table = Scene(ysolde=YSOLDE)
    table.step("add", id="ysolde", stress=5, max_stress=limit)
    assert table.badges("ysolde")[1] == f"Stress {stress} of {borne}"
    table.apply_effect("ysolde", add("harm", 9))
    if stress < borne:
        table.step("place_harm", who="ysolde")
        assert (table.of("ysolde")["stress"], table.of("ysolde")["harm"]) == (borne, 0)
    table.apply_effect("ysolde", add("harm", 1))
    table.refused("take", "place_harm", who="ysolde")


@pytest.mark.parametrize(
    ("limit", "tier"),
    [(2, "d4"), (4, "d4"), (5, "d6"), (6, "d6"), (7, "d8"), (8, "d8"), (11, "d12"), (12, "d12")],
)
def test_a_combatant_without_a_character_is_of_a_tier_that_bears_its_limit(
    limit: int, tier: str
) -> None:
    """T11.2: a number between two tiers is stored beside the sheet."""
    table = Scene()
    table.step("add", id="guide", name="Guide", stress=12, max_stress=limit, grit=2, harm=1)
    assert table.of("guide")["tier"] == tier
    assert most_stress(table.scene.combatant("guide")) == table.of("guide")["stress"] == limit
    words = ["Harm 1 to place", f"Stress {limit} of {limit}", "Grit 2"]
    assert table.badges("guide")[1:] == words
    table.step("downtime")
    table.apply_effect("guide", add("harm", 99))
    table.step("place_harm", who="guide")
    assert table.of("guide")["stress"] == limit


def test_a_combatant_without_a_character_gets_a_sheet_of_the_given_values() -> None:
    table = Scene()
    table.step("add", id="guide", name="Guide", conditions=["Lost"])
    lost = {"name": "Lost", "note": "", "treated": False}
    assert table.scene.state["combatants"] == {
        "guide": {"turn": {}, "sheet": {"name": "Guide", "conditions": [lost]}}
    }
    table.step("begin_turns")
    table.step("treat", who="guide")
    table.step("take_condition", who="guide", condition="Wet", note="to the skin")
    assert table.of("guide")["conditions"] == [
        {**lost, "treated": True},
        {"name": "Wet", "note": "to the skin", "treated": False},
    ]


def test_effects_go_to_the_owner_of_their_field(scene: Scene) -> None:
    owners = {"harm": "sheet", "invoked": "sheet", "damage": "turn", "at_risk": "encounter"}
    for field, owner in {**owners, "nonsense": ""}.items():
        assert scene.scene.owner("brute", put(field, 0)) == owner
    assert scene.scene.owner("", put("at_risk", "")) == "encounter"
    # T10.6: the level of an attack is damage to an adversary; a character is harmed instead.
    assert scene.scene.owner("ysolde", put("damage", 0)) == ""
    scene.apply_effect("brute", add("damage", 2))
    scene.apply_effect("ysolde", add("damage", 2))
    assert (scene.turn("brute").damage, scene.turn("ysolde").damage) == (2, 0)
    scene.apply_effect("ysolde", add("grit", 500))
    assert scene.of("ysolde")["grit"] == 99


def test_a_round_gives_every_combatant_the_action_back(scene: Scene) -> None:
    """T1.2, T4.4: adversaries get their action back, too, though they never roll."""
    for who in ("ysolde", "brute"):
        scene.apply_effect(who, put("action_available", False))
        scene.apply_effect(who, add("teamwork_dice", 2))
    scene.step("new_scene")
    for who in ("ysolde", "brute"):
        assert (scene.of(who)["action_available"], scene.of(who)["teamwork_dice"]) == (True, 0)
