"""TrueWorld's sheet: fields, samples, prefilled inputs and applied effects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.campaign.participants.prefill import Sources, prefill
from app.core.errors import BadInput
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Sheet
from app.systems.trueworld import GAME
from app.systems.trueworld.sheet.sheet import SHEET, boost_words
from tests.examples import DATA

COVERAGE = json.loads((DATA / "trueworld" / "coverage.json").read_text(encoding="utf-8"))
YSOLDE, TAMSIN = (SHEET.fill(sample) for sample in SHEET.samples)


def prefill_of(name: str, roles: dict[str, Sheet], inputs: dict[str, Any]) -> dict[str, Any]:
    """Return the inputs that these sheets prefill in a procedure."""
    return SHEET.feed(GAME.procedures[f"trueworld.{name}"], roles, inputs)


def ticked(sheet: Sheet, *names: str) -> Sheet:
    boosts = [{**boost, "used": boost["name"] in names} for boost in sheet["boosts"]]
    return sheet.with_fields({"boosts": boosts})


def apply_effect(sheet: Sheet, effect: Effect) -> Sheet:
    after = sheet.apply_effect(effect)
    assert after is not None
    return after


# --- fields ---


def test_an_empty_sheet_has_every_field_with_its_default() -> None:
    empty = SHEET.fill()
    for id, default in COVERAGE["fields"].items():
        value = list(empty[id]) if isinstance(default, list) else empty[id]
        assert value == default, id
    assert set(empty) == {*COVERAGE["fields"], "max_stress", "ratings"}


def test_lists_hold_the_records_of_the_rules_file() -> None:
    records = {each.id: [field.id for field in each.of] for each in SHEET.lists}
    assert records == COVERAGE["records"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("grit", 100),
        ("grit", -1),
        ("stress", 13),
        ("stress", True),
        ("teamwork_dice", 5),
        ("harm", 100),
        ("harm", "2"),
        ("tier", "d20"),
        ("tier", 6),
        ("action_available", 1),
        ("name", None),
        ("max_stress", 8),
        ("luck", 1),
        ("skill_sets", [{"name": "Courier", "die": "d8"}]),
        ("skill_sets", [{"name": "Courier", "signature_skills": ["a"] * 6}]),
        ("specializations", [{"name": "Surgery", "die": "d6"}]),
        ("boosts", [{"name": "Luck", "element": "fate"}]),
        ("boosts", [{"name": "Luck", "benefit_kind": "grit"}]),
        ("conditions", ["Shaken"]),
        ("gear", [{"weight": 1}]),
    ],
)
def test_a_wrong_value_names_its_field(field: str, value: Any) -> None:
    with pytest.raises(BadInput) as fault:
        SHEET.fill({field: value})
    assert fault.value.field == field


def test_samples_are_those_of_the_rules_file() -> None:
    assert [sheet["name"] for sheet in (YSOLDE, TAMSIN)] == ["Ysolde Marr", "Tamsin Okoro"]
    assert [sheet["max_stress"] for sheet in (YSOLDE, TAMSIN)] == [6, 8]
    assert [sheet["grit"] for sheet in (YSOLDE, TAMSIN)] == [1, 2]
    assert (
        YSOLDE["ratings"] == "Courier d6 Proficient, Sailor d4 Novice, Rooftop Running d8 Skilled"
    )
    assert [skill["die"] for skill in TAMSIN["specializations"]] == ["d10", "d8"]
    assert [boost["benefit_kind"] for boost in TAMSIN["boosts"]] == ["effect", "odds", "odds"]
    assert "bedside manner" in TAMSIN["skill_sets"][0]["signature_skills"]
    assert TAMSIN["skill_sets"][2]["signature_skills"] == ["languages", "letters", "history"]
    finished = [skill_set for one in (YSOLDE, TAMSIN) for skill_set in one["skill_sets"]]
    assert all(3 <= len(each["signature_skills"]) <= 5 for each in finished)
    assert len(YSOLDE["gear"]) == 4


@pytest.mark.parametrize(("tier", "most"), [("d4", 4), ("d6", 6), ("d10", 10), ("d12", 12)])
def test_the_tier_die_says_how_much_stress_there_is(tier: str, most: int) -> None:
    sheet = YSOLDE.with_fields({"tier": tier})
    assert sheet["max_stress"] == most
    track = next(track for track in SHEET.tracks if track.id == "stress")
    assert track.most(sheet) == most
    unplayed = Sheet(SHEET, sheet.data, npc=True)
    assert track.most(unplayed) == unplayed["max_stress"] == most // 2
    assert unplayed.with_fields({"stress": 12})["stress"] == most // 2


# --- prefilled inputs ---


def test_everything_rolls_from_where_it_stands() -> None:
    for sheet in (YSOLDE, TAMSIN, SHEET.fill()):
        for roll in SHEET.rolls(sheet):
            GAME.procedures[roll.procedure].bind(roll.inputs)
    rolls = {(roll.label, roll.procedure): roll for roll in SHEET.rolls(TAMSIN)}
    surgery = rolls["Surgery", "trueworld.action_roll"]
    assert (surgery.inputs, surgery.place) == ({"ability_die": "d10"}, "specializations/0")
    assert rolls["Scholar, to help", "trueworld.teamwork"].inputs == {"ability_die": "d4"}
    assert ("Unskilled", "trueworld.unskilled_roll") in rolls


def test_ticked_boosts_are_counted_by_their_benefit() -> None:
    def counted(*names: str) -> tuple[int, int]:
        got = prefill_of("action_roll", {"self": ticked(YSOLDE, *names)}, {})
        return got["boost_dice"], got["effect_boost"]

    assert counted() == (0, 0)
    assert counted("Sure-Footed") == (1, 0)
    assert counted("Sure-Footed", "Good Boots", "Shortcut") == (2, 1)


@pytest.mark.parametrize(
    ("boost", "words"),
    [
        (TAMSIN["boosts"][1], "Surgeon’s Kit: one more ability die, if the kit is at hand"),
        (YSOLDE["boosts"][2], "Shortcut: one level more on a success, for a run-up of one turn"),
        ({}, "A boost: breaks a normal limit"),
        ({"name": "Long Arm", "benefit": "Reach two."}, "Long Arm: reach two"),
        (
            {"benefit_kind": "odds", "constraint": "MI5 agrees"},
            "A boost: one more ability die, if MI5 agrees",
        ),
    ],
)
def test_a_boost_is_described_with_its_constraint(boost: dict[str, Any], words: str) -> None:
    (record,) = SHEET.fill({"boosts": [boost]})["boosts"]
    assert boost_words(record) == words


def test_boosts_are_switched_where_they_are_prefilled() -> None:
    switch = next(each.switch for each in SHEET.lists if each.id == "boosts")
    assert switch is not None
    roles = {"self": ticked(YSOLDE, "Sure-Footed")}
    prefilled = {each.name for each in GAME if SHEET.feed(each, roles, {})}
    offered = {each.name for each in GAME if switch.counted in each.inputs}
    assert switch.field == "used"
    assert prefilled == offered == {"action_roll", "unskilled_roll", "assisted_action"}


def test_more_boosts_than_the_roll_takes_stop_at_its_range() -> None:
    many = [{"name": str(n), "benefit_kind": "odds", "used": True} for n in range(6)]
    many += [{"name": str(n), "benefit_kind": "effect", "used": True} for n in range(6)]
    many += [{"name": "?", "benefit_kind": "narrative", "used": True}]
    roles = {"self": SHEET.fill({"boosts": many})}
    assert prefill_of("assisted_action", roles, {}) == {
        "boost_dice": 4,
        "effect_boost": 2,
    }


def test_a_defence_is_prefilled_with_none_of_the_waiting_help() -> None:
    """T4.4: the die belongs to an action."""
    procedure = GAME.procedures["trueworld.action_roll"]
    helped = {"self": YSOLDE.with_fields({"teamwork_dice": 2})}
    for purpose, dice in (("general", 2), ("attack", 2), ("defend", 0)):
        filled = prefill(Sources(GAME, procedure, sheets=helped, typed={"purpose": purpose}))
        assert filled.automatic["teamwork_dice"] == dice


def test_a_quick_action_knows_no_boosts() -> None:
    roles = {"self": ticked(YSOLDE, "Sure-Footed"), "helper": TAMSIN}
    for name in ("quick_action", "teamwork", "set_difficulty", "pool_estimate"):
        assert prefill_of(name, roles, {}) == {}
    assert prefill_of("action_roll", {"target": YSOLDE}, {}) == {}


def test_inputs_name_sheet_fields_that_exist() -> None:
    for procedure in GAME:
        for declared in procedure.inputs.values():
            if declared.kind.sheet:
                field = declared.kind.sheet.rpartition(":")[2]
                checked = GAME.procedures[procedure.id].inputs[declared.name].check(YSOLDE[field])
                assert checked == YSOLDE[field]


# --- effects ---


def test_harm_waits_on_the_sheet() -> None:
    assert apply_effect(apply_effect(YSOLDE, add("harm", 3)), add("harm", 2))["harm"] == 5


@pytest.mark.parametrize(
    ("before", "effect", "after"),
    [
        (0, add("stress", 4), 4),
        (4, add("stress", 4), 6),
        (6, add("stress", -9), 0),
        (2, put("stress", 9), 6),
        (5, put("stress", 0), 0),
    ],
)
def test_stress_stops_at_the_tier(before: int, effect: Effect, after: int) -> None:
    assert apply_effect(YSOLDE.with_fields({"stress": before}), effect)["stress"] == after


def test_stress_written_on_the_sheet_stops_at_the_tier() -> None:
    assert YSOLDE.with_fields({"stress": 9})["stress"] == 6
    full = YSOLDE.with_fields({"tier": "d10", "stress": 9})
    assert (full["stress"], full.with_fields({"tier": "d4"})["stress"]) == (9, 4)


def test_help_given_and_received() -> None:
    assert apply_effect(YSOLDE, add("grit", 1))["grit"] == 2
    assert apply_effect(YSOLDE, put("action_available", False))["action_available"] is False
    helped = YSOLDE
    for _ in range(6):
        helped = apply_effect(helped, add("teamwork_dice", 1))
    assert helped["teamwork_dice"] == 4
    assert apply_effect(helped, put("teamwork_dice", 0))["teamwork_dice"] == 0


def test_conditions_are_appended_whole() -> None:
    shaken = {"name": "Shaken", "note": "", "treated": False}
    assert apply_effect(YSOLDE, append("conditions", shaken))["conditions"] == [shaken]


def test_a_roll_over_leaves_no_boost_invoked() -> None:
    after = apply_effect(ticked(YSOLDE, "Sure-Footed", "Shortcut"), put("invoked", False))
    assert after["boosts"] == YSOLDE["boosts"]


def test_the_helper_is_the_actor_of_the_roll() -> None:
    assert SHEET.complete_effect(add("grit", 1, who="helper"), {}) == add("grit", 1)
    for role in ("receiver", "helper1", "target"):
        assert SHEET.complete_effect(add("grit", 1, who=role), {}).who == role


def test_damage_is_the_business_of_the_scene() -> None:
    assert YSOLDE.apply_effect(add("damage", 2, who="target")) is None
