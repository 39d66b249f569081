"""Autonomous Garden in a campaign: sheets and encounter stay in step."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaign import facts as f
from app.campaign.journal.elapsed_time import record_hours
from app.campaign.journal.journal import append as happened
from app.campaign.journal.journal import undo
from app.campaign.journal.rolls import record_roll
from app.campaign.journal.steps import record_step
from app.campaign.state.effects import effect_record
from app.campaign.state.scenes import scene_of
from app.campaign.state.state import CampaignState
from app.core.errors import BadInput
from app.core.play.play import by_hand as play_by_hand
from app.core.procedures.outcomes import Effect, Outcome, add, append, put
from app.core.sheets import Sheet
from app.systems.garden import GAME
from app.systems.garden.encounter.state import Fighter, rounds_out
from app.systems.garden.sheet.timing import timers
from app.update.messages.plays import EffectsApplied
from app.update.messages.tracker import ResultReopened, StepSent
from app.widgets.fight.board.board import people
from app.widgets.fight.board.due_rolls import due_roll
from app.widgets.fight.board.steps import step_form
from app.widgets.fight.joining import joining
from app.widgets.journal.journal import line_of
from app.widgets.roll.desk import default_text
from app.widgets.roll.form.forms import request
from app.widgets.roll.form.participants import Participants
from tests.campaign.happenings import GAMES, Stamps, begun
from tests.fights import Fight
from tests.fights.headless import Headless


class Campaign:
    """A campaign with Rowan in it, in an encounter that has begun."""

    def __init__(self, **sheet: Any) -> None:
        self.stamp = Stamps()
        self.journal = begun("garden", self.stamp)
        self.happens(f.CharacterAdded("rowan", "Rowan", {"name": "Rowan", **sheet}))
        self.step("begin")
        self.step("join", who=[joining.of_character(GAME, one) for one in self.state.characters])

    @property
    def state(self) -> CampaignState:
        return self.journal.state

    def of(self, id: str) -> Fighter:
        """Return a combatant of the encounter."""
        scene = scene_of(self.state.document, GAME)
        assert scene is not None
        return scene.combatant(id)

    @property
    def sheet(self) -> Sheet:
        return self.state.character("rowan").sheet(GAME)

    def happens(self, fact: f.Fact) -> None:
        self.journal = happened(self.journal, fact, self.stamp(), GAMES)

    def step(self, step: str, /, **inputs: Any) -> None:
        document = self.journal.document
        self.happens(record_step(document, step, inputs, GAMES, self.stamp().id))

    def apply_effect(self, effect: Effect) -> None:
        self.happens(f.Applied([effect_record("rowan", effect)]))

    def roll_due(self, *faces: int) -> Outcome:
        """Roll the first due roll with these faces; its effects are not applied yet."""
        due, participants = self.state.due[0], Participants(GAME, self.state)
        roll = due_roll(participants, due)
        procedure = GAME.procedures[roll.procedure]
        stood = {**default_text(procedure), **roll.typed}
        filled = participants.filled(procedure, roll.cast, roll.place, stood)
        self.form = {**stood, **filled, **roll.typed}
        inputs = request(procedure, self.form)
        bound = procedure.bind(inputs)
        result = play_by_hand(bound, list(faces))
        cast = {role: id for role, id in roll.cast.items() if id}
        self.happens(record_roll(bound, result, inputs, who=cast, due=due["id"]))
        return result.outcome

    def settle_due(self, *faces: int) -> Outcome:
        """Roll the first due roll and apply its effects on Rowan."""
        outcome = self.roll_due(*faces)
        self.happens(f.Applied([effect_record("rowan", effect) for effect in outcome.effects]))
        return outcome


def lasting(name: str, unit: str = "scene", lasts: Any = None) -> dict[str, Any]:
    return {"name": name, "lasts": lasts, "unit": unit}


def test_a_joining_character_brings_their_conditions() -> None:
    burnt = lasting("incapacitated", "rounds", 2)
    out = lasting("unconscious", "hours", 2)
    table = Campaign(conditions=[lasting("shielded"), out, burnt])
    assert table.of("rowan").sheet["suffers"] == ("shielded", "unconscious")
    with pytest.raises(BadInput):
        table.step("declare", who="rowan")
    spell = GAME.procedures["garden.cast_opposed"]
    participants = Participants(GAME, table.state)
    filled = participants.filled(spell, {"target": "rowan"}, "", default_text(spell))
    assert filled["shielded"] == "true"
    # Awake again, by hand or by the clock.
    table.happens(f.Edited("rowan", {"conditions": [lasting("shielded")]}))
    assert table.of("rowan").sheet["suffers"] == ("shielded",)
    table.apply_effect(append("conditions", lasting("panicking", "none")))
    table.apply_effect(put("dead", True))
    assert table.of("rowan").sheet["suffers"] == ("shielded", "panicking", "dead")


SHIELD = {"name": "shield", "psyche": 3, "ends": "scene"}
BOLSTER = {"name": "bolster", "psyche": 1, "ends": "ailment"}


def test_a_shield_does_not_help_the_spell_that_gives_it() -> None:
    """G121, G131: only the caster opposes its dispelling, even if the bearer is the target."""
    table = Campaign(conditions=[lasting("shielded")], ongoing_spells=[SHIELD])
    procedure = GAME.procedures["garden.cast_opposed"]
    for kind, shielded in (("harm", "true"), ("dispel", "false")):
        typed = {**default_text(procedure), "spell": kind}
        participants = Participants(GAME, table.state)
        filled = participants.filled(procedure, {"target": "rowan"}, "", typed)
        assert filled["shielded"] == shielded


@pytest.mark.parametrize(
    ("conditions", "spells", "shielded"),
    [
        (["shielded"], [SHIELD], [False]),
        (["shielded"], [BOLSTER], [True]),
        (["shielded", "bolstered"], [SHIELD, BOLSTER], [False, True]),
        (["bolstered"], [BOLSTER], [False]),
    ],
)
def test_a_shield_helps_every_other_spell_of_its_bearer(
    conditions: list[str], spells: list[dict[str, Any]], shielded: list[bool]
) -> None:
    """G123: a dispelling from the menu, from the sheet and in a turn meet the same Shield."""
    table = Campaign(
        conditions=[lasting(condition) for condition in conditions], ongoing_spells=spells
    )
    rolls = [roll for roll in table.sheet.rolls if roll.place.startswith("ongoing_spells/")]
    assert [roll.inputs["shielded"] for roll in rolls] == shielded
    procedure = GAME.procedures["garden.cast_opposed"]
    typed = {**default_text(procedure), "spell": "dispel"}
    filled = Participants(GAME, table.state).filled(procedure, {"target": "rowan"}, "", typed)
    if len(spells) == 1:
        assert filled["shielded"] == str(shielded[0]).lower()
    table.step("add", id="mage")
    table.step("declare", who="mage", major_actions=5, intent="close")
    table.step("declare", who="rowan", intent="move")
    table.step("set_order")
    for spell in spells:
        table.step("dispel", name=spell["name"])
    assert [each["inputs"]["shielded"] for each in table.state.due] == shielded


def test_effects_for_a_scene_are_shown_until_it_ends() -> None:
    spell = {"name": "Ward", "psyche": 3, "ends": "scene"}
    table = Campaign(conditions=[lasting("shielded"), lasting("lost")], ongoing_spells=[spell])
    assert [(timer.label, timer.hours, timer.rules) for timer in timers(table.sheet)] == [
        ("Shielded until the scene ends", None, ("G123",)),
        ("Lost until the scene ends", None, ()),
        ("Ward until the scene ends", None, ()),
    ]
    table.step("end_scene")
    assert timers(table.sheet) == ()
    assert table.of("rowan").sheet["suffers"] == ()


def test_the_end_of_the_encounter_is_the_end_of_its_scene() -> None:
    hurt = ["flesh-wound/open"]
    table = Campaign(conditions=[lasting("shielded")], injuries=hurt)
    table.step("add", id="thug", injuries=hurt)
    table.step("end_round")
    table.step("end")
    assert table.sheet["conditions"] == []
    # G90: the duration of the scene passes over the injuries of the remaining combatants.
    (due,) = table.state.due
    assert (due["who"], due["procedure"], due["inputs"]) == (
        "rowan",
        "garden.pass_time",
        {"hours": 0.001667},
    )
    table.journal = undo(table.journal, table.journal.last, table.stamp())
    assert table.sheet["conditions"] == [lasting("shielded")]
    assert table.state.due == ()


def test_due_rolls_of_a_scene_stop_time_and_outlast_the_encounter() -> None:
    """G90, G112, G143: the same if the scene ends before the encounter or with it."""
    knocked_out = [lasting("unconscious", "none")]
    for steps in (("end_scene", "end"), ("end",)):
        table = Campaign(conditions=knocked_out, injuries=["flesh-wound/open"])
        table.step("end_round")
        for step in steps:
            table.step(step)
        assert [each["label"] for each in table.state.due] == [
            "Rowan: the scene’s 0.1 minutes pass over injuries",
            "Rowan is unconscious: when does it end?",
        ]
        with pytest.raises(BadInput, match="Resolve the pending roll first"):
            passing(table, 1)


def test_a_scene_passes_over_injuries_as_long_as_they_were_in_it() -> None:
    """G90: a latecomer counts from joining; a combatant that leaves takes its minutes along."""
    hurt = ["deep-wound/open"]
    table = Campaign(injuries=hurt)
    table.step("pass_rounds", rounds=10)
    table.step("add", id="thug", name="Thug", injuries=hurt)
    table.step("pass_rounds", rounds=5)
    table.step("remove", who="rowan")
    table.step("pass_rounds", rounds=10)
    table.step("end_scene")
    assert [(each["label"], each["inputs"]["hours"]) for each in table.state.due] == [
        ("Rowan: the scene’s 1.5 minutes pass over injuries", 0.025),
        ("Thug: the scene’s 1.5 minutes pass over injuries", 0.025),
    ]


@pytest.mark.parametrize(
    ("sheet", "rounds", "label", "hours"),
    [
        ({"injuries": ["deep-wound/open"]}, 600, "Open deep wounds are tested", 1),
        ({"injuries": ["deep-wound/open"], "deep_clock": 0.95}, 30,
         "Open deep wounds are tested", 0.05),
        ({"injuries": ["deep-wound/open"] * 3, "wound_boxes": 9}, 200,
         "Open deep wounds are tested", 0.333334),
        ({"injuries": ["flesh-wound/open"], "flesh_clock": 23.9}, 60,
         "Open flesh wounds are tested", 0.1),
        ({"injuries": ["flesh-wound/open", "deep-wound/open"], "flesh_clock": 23.5,
          "deep_clock": 0.5}, 300, "Open deep wounds are tested", 0.5),
    ],
    ids=["an hour", "with minutes behind it", "three", "flesh", "both"],
)  # fmt: skip
@pytest.mark.parametrize("step", [1, 7, 100])
def test_open_wounds_are_tested_in_rounds(
    sheet: dict[str, Any], rounds: int, label: str, hours: float, step: int
) -> None:
    """G90, G143: the rounds stop at the test, however they are passed."""
    table = Campaign(**sheet)
    passed = 0
    while not table.state.due and passed < rounds:
        count = min(step, rounds - passed)
        table.step("pass_rounds", rounds=count)
        passed += count
    (due,) = table.state.due
    assert (due["label"], due["procedure"]) == (f"Rowan: {label}", "garden.pass_time")
    assert (passed, due["inputs"]) == (rounds, {"hours": hours})
    # These minutes have passed by that roll.
    table.step("end_scene")
    assert table.state.due == (due,)


def test_no_wound_is_older_than_it_is() -> None:
    """G90: a wound late in a scene has not bled since its beginning."""
    table = Campaign()
    for _ in range(6):
        table.step("pass_rounds", rounds=100)
    table.apply_effect(add("deep_wounds", 1))
    table.step("pass_rounds", rounds=10)
    table.apply_effect(add("flesh_bruises", 1))
    assert table.sheet["deep_clock"] == 0.016667
    table.step("pass_rounds", rounds=5)
    table.step("end_scene")
    assert [(each["label"], each["inputs"]) for each in table.state.due] == [
        ("Rowan: the scene’s 0.5 minutes pass over injuries", {"hours": 0.008333})
    ]


def test_the_minutes_of_a_treatment_in_rounds_pass_before_it_takes_effect() -> None:
    """G90, G136: they bring the test that falls into them, and heal nothing yet."""
    table = Campaign(injuries=["deep-wound/open"], deep_clock=0.95)
    table.step("add", id="medic")
    table.step("declare", who="rowan", intent="move")
    table.step("declare", who="medic", intent="close")
    table.step("set_order")
    table.step("treat", patient="rowan", wound_type="deep")
    table.step("end_round")
    table.step("pass_rounds", rounds=49)
    assert [each["procedure"] for each in table.state.due] == ["garden.pass_time"]
    assert table.settle_due(6, 5).grade == "healing"
    table.step("pass_rounds", rounds=20)
    assert [each["procedure"] for each in table.state.due] == ["garden.stabilize"]
    table.apply_effect(add("stable_deep_wounds", 1))
    assert (table.sheet["injuries"], table.sheet["deep_clock"]) == (["deep-wound/unaided"], 0)
    table.step("pass_rounds", rounds=10)
    table.step("end_scene")
    hours = [each["inputs"].get("hours") for each in table.state.due]
    assert hours == [None, 0.016667]


def test_a_test_at_the_end_of_a_treatment_comes_before_it() -> None:
    """G136: the five minutes pass before the treatment takes effect."""
    table = Campaign(injuries=["deep-wound/open"], deep_clock=0.916667)
    table.step("add", id="medic")
    table.step("declare", who="rowan", intent="move")
    table.step("declare", who="medic", intent="close")
    table.step("set_order")
    table.step("treat", patient="rowan", wound_type="deep")
    table.step("end_round")
    table.step("pass_rounds", rounds=49)
    assert [each["procedure"] for each in table.state.due] == [
        "garden.pass_time",
        "garden.stabilize",
    ]


def test_a_treatment_of_a_fight_is_still_due_when_that_is_over() -> None:
    """G136: only if the patient is still there."""
    wound, due = ["flesh-wound/open"], ["garden.stabilize", "garden.pass_time"]
    for patient, remaining in (("rowan", due), ("thug", due[1:])):
        table = Campaign(injuries=wound)
        table.step("add", id="thug", injuries=wound)
        table.step("declare", who="rowan")
        table.step("declare", who="thug", intent="move")
        table.step("set_order")
        table.step("treat", patient=patient)
        table.step("end_round")
        table.step("pass_rounds", rounds=49)
        assert [each["procedure"] for each in table.state.due] == ["garden.stabilize"]
        table.step("end")
        assert [each["procedure"] for each in table.state.due] == remaining


def test_a_given_modifier_counts_in_defence_too() -> None:
    table = Campaign()
    table.step("add", id="thug", modifier=-2, injuries=["flesh-wound/open"])
    attack = GAME.procedures["garden.attack"]
    for cast, name in (
        ({"self": "rowan", "target": "thug"}, "defender_modifier"),
        ({"self": "thug", "target": "rowan"}, "attacker_modifier"),
    ):
        filled = Participants(GAME, table.state).filled(attack, cast, "", default_text(attack))
        assert filled[name] == "-2"


@pytest.mark.parametrize(
    ("procedure", "role", "name"),
    [
        ("garden.attack", "self", "attacker_modifier"),
        ("garden.attack", "target", "defender_modifier"),
        ("garden.skill_test", "self", "modifier"),
        ("garden.jump", "self", "modifier"),
        ("garden.opposed_test", "target", "opponent_modifier"),
        ("garden.chase_round", "pursuer", "pursuer_modifier"),
        ("garden.surprise", "attacker", "attacker_modifier"),
    ],
)
def test_values_given_beside_the_sheet_count_in_every_test(
    procedure: str, role: str, name: str
) -> None:
    """G38, G86: a load, a modifier above the sheet's, and one of a character."""
    table = Campaign()
    table.step("add", id="thug", encumbrance=-2)
    table.step("add", id="brute", modifier=2)
    table.step("declare", who="rowan", modifier=-3)
    form = GAME.procedures[procedure]
    for who, expected in (("thug", "-2"), ("brute", "2"), ("rowan", "-3")):
        participants = Participants(GAME, table.state)
        assert participants.filled(form, {role: who}, "", default_text(form))[name] == expected
    assert table.sheet["modifier"] == 0


def test_a_test_that_is_no_action_is_hampered_by_no_load() -> None:
    """G38: of the given values, only the modifier counts there."""
    table = Campaign()
    table.step("add", id="thug", encumbrance=-2, modifier=1)
    panic = GAME.procedures["garden.panic"]
    filled = Participants(GAME, table.state).filled(
        panic, {"self": "thug"}, "", default_text(panic)
    )
    assert filled["modifier"] == "1"


def test_each_weapon_takes_its_own_share_of_the_penalty() -> None:
    """G27, G62, G96: straight from the menu, with any declared intent."""
    table = Campaign(rehab=2)
    table.step("declare", who="rowan", intent="move", major_actions=2, movement="walk")
    attack = GAME.procedures["garden.attack"]
    participants = Participants(GAME, table.state)
    for pick in participants.picks(attack, {"self": "rowan"}):
        close = pick.label in ("Fist", "Knife", "Club")
        filled = participants.filled(attack, {"self": "rowan"}, pick.place, default_text(attack))
        assert filled["attacker_modifier"] == ("-3" if close else "-2"), pick.label


def test_an_invoked_skill_counts_in_the_contest_for_the_order() -> None:
    table = Campaign(awareness=3, conditions=[lasting("invocation-awareness")])
    table.step("add", id="sniper", awareness=12)
    for who in ("rowan", "sniper"):
        table.step("declare", who=who, intent="ranged")
    table.step("set_order", contest=True)
    (due,) = table.state.due
    assert due["inputs"]["awareness"] == [4, 12]


def test_rounds_of_incapacitation_are_the_same_on_the_sheet() -> None:
    """G107: a turn that was over costs none of them."""
    table = Campaign()
    table.step("declare", who="rowan")
    table.step("set_order")
    table.apply_effect(append("conditions", lasting("incapacitated", "rounds", 1)))
    for remaining, lasts in ((1, [1]), (0, [])):
        table.step("end_round")
        assert rounds_out(table.of("rowan")) == remaining
        assert [condition["lasts"] for condition in table.sheet["conditions"]] == lasts


# --- those without a sheet, and time (G136, G141) ---


def passing(table: Campaign, hours: Any) -> f.TimePassed:
    fact = record_hours(table.journal.document, hours, GAMES, table.stamp().id)
    table.happens(fact)
    return fact


def test_wounds_of_those_without_a_sheet_get_worse() -> None:
    table = Campaign()
    table.step("add", id="thug", name="Thug", body=-1, injuries=["deep-wound/open"])
    states = [table.journal.document]
    assert passing(table, 3).hours == 1
    states, entries = [*states, table.journal.document], [table.journal.last]
    (due,) = table.state.due
    assert (due["who"], due["label"]) == ("thug", "Thug: Open deep wounds are tested")
    outcome = table.roll_due(2, 3)
    assert table.form["injuries"] == "deep-wound/open"
    states, entries = [*states, table.journal.document], [*entries, table.journal.last]
    effects = [effect_record("thug", effect) for effect in outcome.effects]
    table.happens(f.Applied(effects))
    thug = table.of("thug").sheet
    assert (thug["injuries"], thug["modifier"]) == (["deep-wound/open", "flesh-wound/open"], -3)
    for entry, before in zip(
        reversed([*entries, table.journal.last]), reversed(states), strict=True
    ):
        table.journal = undo(table.journal, entry, table.stamp())
        assert table.journal.document == before


def test_the_knocked_out_of_nobodys_sheet_wake_by_the_clock() -> None:
    table = Campaign()
    table.step("add", id="thug", name="Thug")
    asleep = append("conditions", lasting("unconscious", "hours", 4))
    table.happens(f.Applied([effect_record("thug", asleep)]))
    passing(table, 3)
    assert table.of("thug").sheet["suffers"] == ("unconscious",)
    assert "Thug: Unconscious no more" in passing(table, 1).note
    assert table.of("thug").sheet["suffers"] == ()


@pytest.mark.parametrize("rounds", range(1, 7))
def test_rounds_out_of_action_pass_with_the_hours(rounds: int) -> None:
    """G53, G107, G141: hours come with six decimals, which are no whole rounds."""
    table = Campaign()
    table.step("add", id="thug", name="Thug")
    burnt = append("conditions", lasting("incapacitated", "rounds", rounds))
    table.happens(f.Applied([effect_record(who, burnt) for who in ("rowan", "thug")]))
    assert passing(table, 1).hours == 1
    assert [rounds_out(table.of(who)) for who in ("rowan", "thug")] == [0, 0]
    assert (table.sheet["clock"], table.sheet["conditions"]) == (1, [])


def elsewhere(table: Campaign, id: str, **sheet: Any) -> None:
    """Add a character outside the encounter."""
    table.happens(f.CharacterAdded(id, id, sheet))


def test_rounds_pass_for_characters_outside_the_encounter() -> None:
    """G53, G84, G143: every clock goes on; time stops at the last moment for their help."""
    table = Campaign()
    full = {"injuries": ["deep-wound/open"], "wound_boxes": 2}
    elsewhere(table, "bo", **full, bleeding_minutes=9)
    elsewhere(table, "cy", conditions=[lasting("unconscious", "hours", 1)])
    table.step("pass_rounds", rounds=15)
    assert [(each["who"], each["procedure"]) for each in table.state.due] == [
        ("bo", "garden.dying")
    ]
    bo, cy = (table.state.character(id).sheet(GAME) for id in ("bo", "cy"))
    assert (bo["bleeding_minutes"], bo["life"]) == (10, "bleeding-out")
    assert (cy["clock"], table.state.hours) == (0.025, 0.025)
    table.step("end_round")
    assert table.state.character("bo").sheet(GAME)["life"] == "dead"


def test_dice_that_rounds_elsewhere_wait_for_are_due_once() -> None:
    """G90, G95: one roll for all the hours since the first fell due."""
    table = Campaign()
    elsewhere(table, "bo", injuries=["flesh-bruise"])
    for _ in range(2):
        table.step("pass_rounds", rounds=10)
    (due,) = table.state.due
    assert (due["who"], due["procedure"], due["inputs"]["hours"]) == (
        "bo",
        "garden.pass_time",
        0.033333,
    )


def test_due_rolls_of_passed_time_leave_with_their_combatant() -> None:
    table = Campaign()
    table.step("add", id="thug", injuries=["deep-wound/open"], wound_boxes=2)
    passing(table, 1)
    assert [each["who"] for each in table.state.due] == ["thug"]
    table.step("remove", who="thug")
    assert table.state.due == ()


def test_the_minutes_of_a_treatment_pass() -> None:
    table = Campaign(injuries=["flesh-wound/open"])
    five = Effect("time", "minutes", "add", 5)
    saved = effect_record("rowan", Effect("patient", "stable_flesh_wounds", "add", 1))
    table.happens(f.Applied([effect_record("", five), saved]))
    assert (table.state.hours, table.sheet["clock"]) == (0.083333, 0.083333)


def test_a_wound_is_tested_in_the_minutes_of_its_treatment() -> None:
    """G90, G136: the test is due first; then the treatment's effects can be applied."""
    player = Headless(Fight("garden", "bandages", {}, []))

    def wounds() -> list[str]:
        scene = scene_of(player.state.document, GAME)
        assert scene is not None
        return list(scene.combatants["guard"].sheet["injuries"])

    for act in (
        {"join": "players"},
        {"quick": "Guard, boxes for wounds 6, injuries: deep-wound/open"},
        {"time": 58, "unit": "minutes"},
        {"roll": "garden.stabilize", "who": "Rowan Vale", "at": "Guard",
         "put": {"wound_type": "deep"}, "dice": [4, 2, 3], "apply": True},
    ):  # fmt: skip
        player.do(act)
    assert (wounds(), player.state.hours) == (["deep-wound/open"], 1.05)
    assert player.table.told == "Resolve the pending rolls first."
    result = player.do({"due": "Open deep wounds", "dice": [2, 1], "apply": True})
    assert (result["grade"], wounds()) == ("worsened", ["deep-wound/open", "flesh-wound/open"])
    player.table.send(ResultReopened("garden.stabilize"))
    player.table.send(EffectsApplied(None))
    assert wounds() == ["deep-wound/unaided", "flesh-wound/open"]
    assert player.state.hours == 1.05


def test_help_that_comes_too_late() -> None:
    """G136, G143: five minutes that end after the tenth are too late."""
    table = Campaign(injuries=["deep-wound/open"], wound_boxes=2, bleeding_minutes=6)
    five = effect_record("", Effect("time", "minutes", "add", 5))
    saved = effect_record("rowan", Effect("patient", "stable_deep_wounds", "add", 1))
    table.happens(f.Applied([five, saved]))
    assert (table.sheet["life"], table.state.due) == ("dead", ())


def test_a_chase_stated_again_before_its_roll_is_rolled_once() -> None:
    player = Headless(Fight("garden", "chased", {}, []))
    player.do({"join": "players"})
    runner, pursuer = (character.id for character in player.state.characters[:2])
    for gap in ("20", "30"):
        player.table.send(StepSent("chase", {"runner": runner, "pursuer": pursuer, "gap": gap}, {}))
    rounds = [each for each in player.state.due if each["procedure"] == "garden.chase_round"]
    assert [each["who"] for each in rounds] == [runner]
    game = player.table.model.games["garden"]
    texts = {each.name: each.text for each in step_form(game, player.state, "chase").controls}
    assert (texts["runner"], texts["pursuer"]) == (runner, pursuer)
    player.do({"due": "chases", "dice": [4, 2, 5]})
    names = people(player.state)
    entry = next(each for each in player.journal.page.entries if isinstance(each.fact, f.Rolled))
    line = line_of(entry, player.journal.page, game, names)
    assert line is not None
    assert line.who == f"{names[runner]}, {names[pursuer]}"
