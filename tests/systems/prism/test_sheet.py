"""Prism's sheet: fields, samples, prefilled inputs, applied effects, next rolls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.kinds import Whole
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Field, Rollable, Sheet
from app.systems.prism import GAME
from app.systems.prism.sheet.sheet import SHEET
from tests.examples import DATA

COVERAGE = json.loads((DATA / "prism" / "coverage.json").read_text(encoding="utf-8"))
BRANNOCH, YSOLDE = (SHEET.fill(sample) for sample in SHEET.samples)


def prefill_of(name: str, roles: dict[str, Sheet], inputs: dict[str, Any]) -> dict[str, Any]:
    """Return the inputs that these sheets prefill in a procedure."""
    return SHEET.feed(GAME.procedures[f"prism.{name}"], roles, inputs)


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet:
    after = sheet.apply_effect(effect)
    assert after is not None
    return after


def roll_of(sheet: Sheet, label: str) -> Rollable:
    return next(roll for roll in SHEET.rolls(sheet) if roll.label == label)


def offered(name: str, *dice: int, **inputs: Any) -> dict[str, Any]:
    """Return the next rolls offered after this play: their inputs by procedure."""
    procedure = GAME.procedures[f"prism.{name}"]
    outcome = by_hand(procedure.bind(inputs), dice).outcome
    return {
        next_roll.procedure.partition(".")[2]: dict(next_roll.inputs)
        for next_roll in procedure.next_rolls(inputs, outcome)
    }


# --- fields ---


def test_an_empty_sheet_has_every_field_with_its_default_and_range() -> None:
    empty = SHEET.fill()
    assert {field.id for field in SHEET.fields} == set(COVERAGE["fields"])
    for id, default in COVERAGE["fields"].items():
        assert empty[id] == default, id
    for id, (low, high) in COVERAGE["ranges"].items():
        declared = SHEET.by_id[id]
        assert isinstance(declared, Field)
        assert isinstance(declared.kind, Whole)
        assert (declared.kind.low, declared.kind.high) == (low, high), id
    assert [each.id for each in SHEET.derived] == ["db", "delay", "wound_level"]
    assert [track.id for track in SHEET.tracks] == ["hp", "plot_points", "bleeding"]


def test_lists_hold_the_records_of_the_rules_file() -> None:
    records = {each.id: [field.id for field in each.of] for each in SHEET.lists}
    assert records == COVERAGE["records"]


@pytest.mark.parametrize("place", [0, 1])
def test_samples_are_those_of_the_rules_file(place: int) -> None:
    sheet = (BRANNOCH, YSOLDE)[place]
    for id, value in COVERAGE["samples"][place].items():
        assert sheet[id] == value, id
    assert {skill["name"]: skill["sv"] for skill in sheet["skills"]} == COVERAGE["skills"][place]
    assert [list(weapon.values()) for weapon in sheet["weapons"]] == [COVERAGE["weapons"][place]]
    tracks = {track.id: track.most(sheet) for track in SHEET.tracks}
    assert tracks["hp"] == sheet["hp_max"]
    assert tracks["plot_points"] == sheet["plot_points_total"]


def test_resistances_follow_their_stats_until_edited() -> None:
    hardy = SHEET.fill({"endurance": 9, "resistance": -3})
    assert [hardy[f"resist_{each}"] for each in ("poison", "disease", "magic")] == [9, 9, -3]
    assert hardy.with_fields({"resist_poison": 30})["resist_poison"] == 30


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("strength", 51),
        ("hp_max", 0),
        ("hp", True),
        ("total_penalty", 1),
        ("armor_type", 21),
        ("bleeding", -1),
        ("plot_points", 51),
        ("stunned", 1),
        ("db", 5),
        ("luck", 1),
        ("skills", [{"name": "Climbing", "sv": 401}]),
        ("skills", [{"name": "Climbing", "stat": "luck"}]),
        ("weapons", [{"name": "Bow", "fumble_max": 11}]),
        ("streaks", [{"covers": "Climbing", "state": "none"}]),
        ("attempts", [{"what": "A lock", "failures": 21}]),
        ("pending", [{"duty": "nap"}]),
    ],
)
def test_a_wrong_value_names_its_field(field: str, value: Any) -> None:
    with pytest.raises(BadInput) as fault:
        SHEET.fill({field: value})
    assert fault.value.field == field


def test_hp_never_pass_their_maximum() -> None:
    assert BRANNOCH.with_fields({"hp": 70})["hp"] == 64
    assert BRANNOCH.with_fields({"hp_max": 10})["hp"] == 10
    assert BRANNOCH.with_fields({"hp": 70, "hp_max": 80})["hp"] == 70
    assert apply_effect(BRANNOCH, add("hp", 500))["hp"] == 64


# --- prefilled inputs ---

#: Inputs that only the table knows, such as the potency of a poison.
OPEN: dict[str, dict[str, Any]] = {
    "prism.potency": {"potency": 50},
    "prism.plot_spend": {"use": "clue", "points": 1},
}
#: Fields of the sheet that a roll also needs.
STANDS = {"prism.plot_spend": ("plot_points",), "prism.plot_buy": ("development_points",)}


def test_perception_by_degrees_is_a_moving_maneuver() -> None:
    """P34: with the stat (P33) or the SV (P32), in the column of perception."""
    rolls = {roll.label: roll for roll in SHEET.rolls(YSOLDE)}
    for label, bonus in (("Perception, by degrees", 11), ("Detect Traps, by degrees", 51)):
        assert rolls[label].procedure == "prism.moving_maneuver"
        assert rolls[label].inputs["bonus"] == bonus
        assert rolls[label].inputs["column"] == "perception"
        result = by_hand(GAME.procedures["prism.moving_maneuver"].bind(rolls[label].inputs), [20])
        assert not any(effect.field == "failed_attempts" for effect in result.outcome.effects)


def test_everything_rolls_from_where_it_stands() -> None:
    for sheet in (BRANNOCH, YSOLDE, SHEET.fill({"development_points": 6})):
        for roll in SHEET.rolls(sheet):
            inputs = {name: sheet[name] for name in STANDS.get(roll.procedure, ())}
            inputs |= {**roll.inputs, **OPEN.get(roll.procedure, {})}
            GAME.procedures[roll.procedure].bind(inputs)
            name = roll.place.partition("/")[0]
            assert name in SHEET.by_id
    locks = roll_of(YSOLDE, "Pick Locks")
    assert (locks.procedure, locks.inputs) == ("prism.static_maneuver", {"bonus": 62})
    assert roll_of(YSOLDE, "Climbing, moving").procedure == "prism.moving_maneuver"
    assert roll_of(YSOLDE, "Running").inputs == {"bonus": 35, "enc_mv": 57, "pace": 2}
    assert roll_of(BRANNOCH, "Run").inputs["bonus"] == -9
    traps = roll_of(YSOLDE, "Detect Traps")
    assert traps.procedure == "prism.perception"
    assert traps.inputs == {"bonus": 51, "source": "detect-skill"}
    assert roll_of(YSOLDE, "Attack: Short Bow").inputs == {"ob": 49, "fumble_max": 4}
    assert roll_of(BRANNOCH, "Resist poison").inputs == {"source": "poison", "resistance": 8}
    assert roll_of(BRANNOCH, "Strength").inputs == {"stats": [12]}


def test_a_downed_character_only_resists_and_the_player_has_plot_points() -> None:
    down = BRANNOCH.with_fields({"hp": 0})
    assert {roll.procedure for roll in SHEET.rolls(down)} == {"prism.potency", "prism.plot_spend"}


def test_plot_points_are_spent_and_bought_from_the_sheet() -> None:
    assert roll_of(YSOLDE, "Spend plot points").place == "plot_points"
    none_left = YSOLDE.with_fields({"plot_points": 0, "development_points": 5})
    assert not any(roll.procedure.startswith("prism.plot") for roll in SHEET.rolls(none_left))
    rich = YSOLDE.with_fields({"development_points": 6})
    assert roll_of(rich, "Buy plot points").place == "development_points"
    # A fixed price need not be typed (P59, P60).
    for use, points in (
        ("undo-wound", {"points": 2}),
        ("saved-action", {"points": 1}),
        ("clue", {}),
    ):
        assert prefill_of("plot_spend", {"self": YSOLDE}, {"use": use}) == points
    assert prefill_of("plot_spend", {"self": YSOLDE}, {}) == {}


def test_an_attempt_with_a_stat_is_tried_again_with_that_stat() -> None:
    attempts = [{"what": "Strength 2", "failures": 1}, {"what": "Singing", "failures": 3}]
    streaks = [{"covers": "strength", "state": "slump"}]
    sheet = BRANNOCH.with_fields({"attempts": attempts, "streaks": streaks})
    retry = roll_of(sheet, "Again: Strength 2")
    assert retry.procedure == "prism.stat_test"
    assert retry.inputs == {"stats": [12], "failed_attempts": 1, "streak": "slump"}
    ended = sheet.aim(put("streak", "none"), retry.place)
    assert apply_effect(sheet, ended)["streaks"] == []
    counted = apply_effect(sheet, sheet.aim(put("failed_attempts", 2), retry.place))
    assert counted["attempts"][0] == {"what": "Strength 2", "failures": 2}
    # Without a number on the sheet the bonus is typed; the GM chooses static or moving (P2).
    assert roll_of(sheet, "Again: Singing").inputs == {"bonus": 0, "failed_attempts": 3}
    assert roll_of(sheet, "Again: Singing, moving").procedure == "prism.moving_maneuver"


def test_a_streak_feeds_the_rolls_it_covers() -> None:
    streaks = [{"covers": "climbing", "state": "slump"}, {"covers": "Strength", "state": "zone"}]
    sheet = YSOLDE.with_fields({"streaks": streaks})
    assert roll_of(sheet, "Climbing").inputs == {"bonus": 48, "streak": "slump"}
    assert roll_of(sheet, "Strength").inputs == {"stats": [-2], "streak": "zone"}
    assert "streak" not in roll_of(sheet, "Stealth").inputs


def test_a_streak_without_a_skill_number_has_a_roll_of_its_own() -> None:
    streaks = [{"covers": "Climbing", "state": "zone"}, {"covers": "Jumping", "state": "slump"}]
    sheet = YSOLDE.with_fields({"streaks": streaks})
    jump = roll_of(sheet, "Jumping, moving")
    assert (jump.procedure, jump.inputs) == ("prism.moving_maneuver", {"streak": "slump"})
    assert jump.place == "streaks/1"
    ended = apply_effect(sheet, sheet.aim(put("streak", "none"), jump.place))
    assert ended["streaks"] == streaks[:1]
    failed = apply_effect(sheet, sheet.aim(put("failed_attempts", 1), jump.place))
    assert failed["attempts"] == [{"what": "Jumping", "failures": 1}]
    assert not any(roll.place == "streaks/0" for roll in SHEET.rolls(sheet))


def test_an_attempt_is_made_again_with_its_failures() -> None:
    attempts = [{"what": "Pick locks: north gate", "failures": 2}]
    retry = roll_of(YSOLDE.with_fields({"attempts": attempts}), "Again: Pick locks: north gate")
    assert retry.inputs == {"bonus": 62, "failed_attempts": 2}
    # Example 10: third try at a hard lock.
    bound = GAME.procedures[retry.procedure].bind({**retry.inputs, "difficulty": "hard"})
    assert by_hand(bound, [70]).outcome.values["total"] == 72


def test_the_sheet_prefills_inputs_derived_from_several_fields() -> None:
    hurt = BRANNOCH.with_fields({"hp": 30})
    assert prefill_of("static_maneuver", {"self": hurt}, {}) == {"wounds": "lost-51-75"}
    assert prefill_of("stat_test", {"self": hurt.with_fields({"hp": -5})}, {}) == {
        "wounds": "lost-76-99"
    }
    assert prefill_of("run", {"self": YSOLDE}, {}) == {"bonus": 35}
    assert prefill_of("run", {"self": BRANNOCH}, {}) == {"bonus": -9}
    # Default values in the form do not get in the way.
    inputs = {"difficulty": "medium", "wounds": "none"}
    assert prefill_of("static_maneuver", {"self": hurt}, inputs) == {"wounds": "lost-51-75"}
    assert prefill_of("perception", {"self": YSOLDE}, {}) == {"bonus": 11, "wounds": "none"}
    assert prefill_of("perception", {"self": YSOLDE}, {"source": "detect-skill"})["bonus"] == 51
    for source, resistance in (("poison", 3), ("magic", -4), ("psionics", -4)):
        inputs = {"source": source}
        assert prefill_of("potency", {"target": YSOLDE}, inputs) == {"resistance": resistance}
    assert prefill_of("potency", {"target": YSOLDE}, {"source": "other"}) == {}
    assert prefill_of("potency", {}, {}) == {}


def test_inputs_name_sheet_fields_that_exist() -> None:
    for procedure in GAME:
        for declared in procedure.inputs.values():
            if declared.kind.sheet:
                field = declared.kind.sheet.rpartition(":")[2]
                assert declared.check(YSOLDE[field]) == YSOLDE[field]


# --- effects ---


def test_a_slump_goes_to_the_rolled_skill_and_ends_there() -> None:
    place = roll_of(YSOLDE, "Climbing, moving").place
    slumped = apply_effect(YSOLDE, YSOLDE.aim(put("streak", "slump"), place))
    assert slumped["streaks"] == [{"covers": "Climbing", "state": "slump"}]
    lucky = apply_effect(slumped, slumped.aim(put("streak", "zone"), "skills/0"))
    assert [streak["covers"] for streak in lucky["streaks"]] == ["Climbing", "Pick Locks"]
    turned = apply_effect(lucky, lucky.aim(put("streak", "zone"), place))
    states = {streak["covers"]: streak["state"] for streak in turned["streaks"]}
    assert states == {"Climbing": "zone", "Pick Locks": "zone"}
    ended = apply_effect(turned, turned.aim(put("streak", "none"), place))
    assert ended["streaks"] == [{"covers": "Pick Locks", "state": "zone"}]
    by_stat = apply_effect(YSOLDE, YSOLDE.aim(put("streak", "slump"), "quickness"))
    assert by_stat["streaks"] == [{"covers": "Quickness", "state": "slump"}]


def test_failures_are_counted_for_each_thing_tried() -> None:
    first = apply_effect(YSOLDE, YSOLDE.aim(put("failed_attempts", 1), "skills/0"))
    assert first["attempts"] == [{"what": "Pick Locks", "failures": 1}]
    other = apply_effect(first, first.aim(put("failed_attempts", 1), "skills/0"))
    assert [attempt["what"] for attempt in other["attempts"]] == ["Pick Locks", "Pick Locks 2"]
    retry = apply_effect(other, other.aim(put("failed_attempts", 2), "attempts/0"))
    assert retry["attempts"][0] == {"what": "Pick Locks", "failures": 2}
    assert retry["attempts"][1]["failures"] == 1
    settled = apply_effect(retry, retry.aim(put("failed_attempts", 0), "attempts/0"))
    assert settled["attempts"] == [{"what": "Pick Locks 2", "failures": 1}]
    slumped = apply_effect(settled, settled.aim(put("streak", "slump"), "attempts/0"))
    assert slumped["streaks"] == [{"covers": "Pick Locks", "state": "slump"}]


def test_unaimed_effects_make_an_entry_and_take_it_away() -> None:
    slumped = apply_effect(YSOLDE, put("streak", "slump"))
    assert slumped["streaks"] == [{"covers": "This kind of action", "state": "slump"}]
    assert apply_effect(slumped, put("streak", "none"))["streaks"] == []
    once = apply_effect(YSOLDE, put("failed_attempts", 1))
    twice = apply_effect(once, put("failed_attempts", 2))
    assert twice["attempts"] == [{"what": "This kind of action", "failures": 2}]
    assert apply_effect(twice, put("failed_attempts", 0))["attempts"] == []
    assert apply_effect(YSOLDE, put("failed_attempts", 0))["attempts"] == []


def test_an_unaimed_end_removes_the_entry_that_fits_the_roll_or_none() -> None:
    """P15-P17, P8: the entry that fits the inputs goes; typed values that fit none remove none."""
    streaks = [{"covers": "Climbing", "state": "slump"}, {"covers": "Pick Locks", "state": "zone"}]
    attempts = [{"what": "North gate", "failures": 2}, {"what": "South gate", "failures": 1}]
    sheet = YSOLDE.with_fields({"streaks": streaks, "attempts": attempts})

    def ended(effect: Effect, **inputs: Any) -> Sheet:
        return apply_effect(sheet, sheet.aim(SHEET.complete_effect(effect, inputs), ""))

    out_of_slump = ended(put("streak", "none"), streak="slump")
    assert out_of_slump["streaks"] == streaks[1:]
    retry = SHEET.complete_effect(put("streak", "none"), {"streak": "slump"})
    assert apply_effect(out_of_slump, retry)["streaks"] == streaks[1:]
    assert ended(put("failed_attempts", 0), failed_attempts=2)["attempts"] == attempts[1:]
    assert ended(put("failed_attempts", 0), failed_attempts=3)["attempts"] == attempts
    # An aimed effect goes by the entry's name, not by the typed values.
    aimed = sheet.aim(retry, "streaks/1")
    assert aimed.value == {"covers": "Pick Locks", "state": "none"}
    aimed = sheet.aim(
        SHEET.complete_effect(put("failed_attempts", 0), {"failed_attempts": 9}), "attempts/1"
    )
    assert aimed.value == {"what": "South gate", "failures": 0}


def test_aiming_leaves_other_effects_and_places_alone() -> None:
    assert YSOLDE.aim(add("plot_points", -1), "skills/0") == add("plot_points", -1)
    assert YSOLDE.aim(put("streak", "slump"), "skills/99") == put("streak", "slump")
    assert YSOLDE.aim(put("streak", "slump"), "") == put("streak", "slump")


def test_duties_wait_to_be_ticked_off() -> None:
    waiting = apply_effect(BRANNOCH, append("pending", "weapon-fumble"))
    assert waiting["pending"] == [{"duty": "weapon-fumble"}]


def test_numbers_stop_at_their_ends() -> None:
    assert apply_effect(BRANNOCH, add("hp", 10))["hp"] == 64
    assert apply_effect(BRANNOCH, add("hp", -70))["hp"] == -6
    assert apply_effect(BRANNOCH, add("plot_points", -9))["plot_points"] == 0
    richer = apply_effect(apply_effect(YSOLDE, add("plot_points", 3)), add("plot_points_total", 3))
    assert (richer["plot_points"], richer["plot_points_total"]) == (6, 7)
    assert apply_effect(YSOLDE, add("saved_actions", 1))["saved_actions"] == 1
    assert YSOLDE.apply_effect(add("weather", 1)) is None


# --- next rolls ---


def test_every_roll_may_be_changed() -> None:
    assert offered("static_maneuver", 70, bonus=62, difficulty="hard") == {
        "plot_change_roll": {"base": 52, "reading": "static"}
    }
    assert offered("moving_maneuver", 97, 41, bonus=10)["plot_change_roll"] == {
        "base": 10,
        "reading": "moving",
    }
    run = offered("run", 55, bonus=-9, total_penalty=-65, enc_mv=26, pace=2)
    far = {"enc_mv": 26, "pace": 2}
    assert run["plot_change_roll"] == {"base": -24, "reading": "run", **far}
    assert offered("run", bonus=0, enc_mv=50, pace=1) == {}
    moving = offered("stat_test", 50, stats=[5], reading="moving")
    assert moving["plot_change_roll"]["reading"] == "moving"
    attack = {"ob": 71, "db": 10, "fumble_max": 3}
    for dice in ([50], [3]):
        assert offered("attack", *dice, **attack)["plot_change_roll"] == {
            "base": 61,
            "reading": "attack",
            "fumble_max": 3,
        }
    assert offered("open_roll", 50)["plot_change_roll"] == {"base": 0, "reading": "none"}
    flat = offered("chance", 50, chance=50, pure_chance="flat")
    assert flat["plot_change_roll"] == {"base": 0, "reading": "flat", "chance": 50}
    charted = offered("chance", 50, chance=40)
    assert charted["plot_change_roll"] == {"base": 40, "reading": "static"}
    assert offered("breakage", 50, potency=2000, resistance=0) == {}


def test_a_changed_roll_is_changed_again_with_its_reading() -> None:
    """P70-P72: the inputs of its reading go on with it, with any result of the first change."""
    blow = {"base": 61, "reading": "attack", "fumble_max": 3}
    for new in (1, 50):
        retry = offered("plot_change_roll", new_value=new, plot_points=2, **blow)
        assert retry["plot_change_roll"] == blow
    flat = {"base": 0, "reading": "flat", "chance": 30}
    retry = offered("plot_change_roll", new_value=50, plot_points=2, **flat)
    assert retry["plot_change_roll"] == flat
    run = {"base": -24, "reading": "run", "enc_mv": 26, "pace": 2, "weapon_out": True}
    retry = offered("plot_change_roll", new_value=50, plot_points=2, **run)
    assert retry["plot_change_roll"] == run


def test_rolls_offer_to_be_changed_wherever_dice_fall() -> None:
    rolling = {name for name, grades in COVERAGE["grades"].items() if len(grades) > 1}
    without_dice = {"chart_result", "wound_level"}
    assert rolling - without_dice <= {each.name for each in GAME if each.follow_up}


def test_next_rolls_can_be_played() -> None:
    change = offered("static_maneuver", 2, 30, bonus=20)["plot_change_roll"]
    inputs = {**change, "new_value": 95, "plot_points": 1}
    result = by_hand(GAME.procedures["prism.plot_change_roll"].bind(inputs), []).outcome
    assert (result.grade, result.values["total"]) == ("success", 115)
    after = offered("plot_change_roll", **inputs)
    assert after["plot_cancel"] == {"opposed_points": 1}
    assert after["plot_change_roll"] == change
    assert offered("plot_cancel", opposed_points=2, plot_points=2)["plot_cancel"] == {
        "opposed_points": 2
    }
    assert offered("plot_spend", use="clue", points=2, plot_points=2, gm_agrees=False) == {}
    assert offered("break_force", method="lift", lift_capacity=220)["breakage"] == {"potency": 22}
