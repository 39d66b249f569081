"""The sheet of Wasteland: samples, prefilled inputs, applied effects, next rolls of a hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from app.campaign.participants.participants import carry_offers
from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Rollable, Sheet
from app.systems.wasteland import GAME
from app.systems.wasteland.sheet.sheet import SHEET

MARA, HOLT = (SHEET.fill(sample) for sample in SHEET.samples)


def prefill_of(name: str, roles: dict[str, Sheet], inputs: dict[str, Any]) -> dict[str, Any]:
    """Return the inputs that these sheets prefill in a procedure."""
    return SHEET.feed(GAME.procedures[f"wasteland.{name}"], roles, inputs)


def apply_effects(sheet: Sheet, *effects: Effect) -> Sheet:
    for effect in effects:
        after = sheet.apply_effect(effect)
        assert after is not None, effect
        sheet = after
    return sheet


def rollable(sheet: Sheet, label: str, procedure: str) -> Rollable:
    (roll,) = [
        roll
        for roll in SHEET.rolls(sheet)
        if (roll.label, roll.procedure) == (label, f"wasteland.{procedure}")
    ]
    return roll


def injured(*locations: str) -> list[dict[str, Any]]:
    return [{"location": location, "treated": False} for location in locations]


@pytest.mark.parametrize(
    ("sheet", "numbers"),
    [
        (
            MARA,
            {
                "max_hp": 11,
                "hp": 11,
                "defense": 1,
                "initiative": 14,
                "melee_bonus": 0,
                "carry_weight": 200,
                "luck_points": 6,
                "untreated": 0,
            },
        ),
        (
            HOLT,
            {
                "max_hp": 13,
                "hp": 13,
                "defense": 1,
                "initiative": 9,
                "melee_bonus": 1,
                "carry_weight": 230,
                "luck_points": 4,
                "untreated": 0,
            },
        ),
    ],
    ids=("Mara", "Holt"),
)
def test_samples_have_their_numbers(sheet: Sheet, numbers: dict[str, int]) -> None:
    assert {name: sheet[name] for name in numbers} == numbers
    assert len(sheet["skills"]) == 17


@pytest.mark.parametrize(
    ("sheet", "list_id", "place", "words"),
    [
        (MARA, "skills", 5, "Lockpick 2, tag"),
        (MARA, "skills", 1, "Barter 0"),
        (MARA, "dr", 0, "Head: none"),
        (HOLT, "dr", 1, "Torso: physical 2, energy 2"),
        (
            MARA,
            "weapons",
            0,
            "Pipe revolver · small gun, 4 CD physical, close range, Close Quarters; 14 shots",
        ),
        (MARA, "weapons", 1, "Hunting knife · melee weapon, 3 CD physical, Piercing 1"),
        (
            HOLT,
            "weapons",
            1,
            "Frag grenade · explosive, 6 CD physical, medium range, Blast; 2 left",
        ),
        (MARA, "chems", 0, "Stimpak ×2 · heals 4, treats 1"),
    ],
)
def test_the_sheet_speaks_in_words(sheet: Sheet, list_id: str, place: int, words: str) -> None:
    (declared,) = [each for each in SHEET.lists if each.id == list_id]
    assert declared.say is not None
    assert declared.say(sheet[list_id][place]) == words


def test_a_treated_injury_is_marked_as_treated() -> None:
    (declared,) = [each for each in SHEET.lists if each.id == "injuries"]
    assert declared.say is not None
    treated = apply_effects(
        MARA.with_fields({"injuries": injured("left-leg")}), add("injuries", -1)
    )
    assert declared.say(treated["injuries"][0]) == "Left leg, treated"
    assert declared.say(injured("none")[0]) == "No one place"


def test_everything_on_the_samples_can_be_rolled() -> None:
    for sheet in (MARA, HOLT, SHEET.fill({"kind": "creature"})):
        for roll in SHEET.rolls(sheet):
            given = dict(roll.inputs)
            if roll.procedure == "wasteland.command_npc":
                given |= {"npc_attribute": 6, "npc_skill": 2}
            weapon = roll.place.startswith("weapons/") and roll.procedure == "wasteland.attack"
            if weapon and given.get("shots") == 0:
                given["shots"] = 1
            GAME.procedures[roll.procedure].bind(given)


def test_weapons_tell_their_attack_and_their_damage() -> None:
    assert rollable(MARA, "Pipe revolver", "attack").inputs == {
        "weapon_class": "small-guns",
        "weapon_range": "close",
        "target_range": "close",
        "close_quarters": True,
        "shots": 14,
        "attribute": 8,
        "skill": 3,
        "tagged": True,
    }
    assert rollable(MARA, "Hunting knife: damage", "damage").inputs == {
        "weapon_class": "melee-weapon",
        "damage_rating": 3,
        "damage_type": "physical",
        "piercing": 1,
        "bonus_dice": 0,
    }
    hammer = rollable(HOLT, "Sledgehammer: damage", "damage").inputs
    assert hammer["bonus_dice"] == 1
    gun = rollable(HOLT, "Light machine gun: damage", "damage").inputs
    assert (gun["burst"], gun["fire_rate"], gun["gatling"]) == (True, 4, False)
    grenade = rollable(HOLT, "Frag grenade", "attack").inputs
    assert (grenade["attribute"], grenade["skill"], grenade["shots"]) == (5, 0, 2)


def test_qualities_tell_shots_and_complications() -> None:
    weapon = {
        "name": "Minigun",
        "weapon_class": "big-guns",
        "qualities": ["gatling", "Unreliable"],
        "shots": 500,
    }
    sheet = HOLT.with_fields({"weapons": [weapon]})
    attack = rollable(sheet, "Minigun", "attack").inputs
    assert (attack["shots_per_attack"], attack["complication_range"]) == (10, 2)
    assert rollable(sheet, "Minigun: damage", "damage").inputs["gatling"] is True


def test_an_inaccurate_weapon_gets_nothing_from_aim_and_an_accurate_one_more() -> None:
    weapons = [
        {"name": "Rifle", "weapon_class": "small-guns", "qualities": ["Accurate"], "shots": 9},
        {"name": "Blunderbuss", "weapon_class": "small-guns", "qualities": ["Inaccurate"]},
    ]
    sheet = MARA.with_fields({"weapons": weapons})
    assert rollable(sheet, "Blunderbuss", "attack").inputs["aim"] is False
    assert "aim" not in rollable(sheet, "Rifle", "attack").inputs
    assert rollable(sheet, "Rifle: damage", "damage").inputs["accurate_aim"] is True
    attack = GAME.procedures["wasteland.attack"]
    for aim in (True, False):
        given = {**rollable(sheet, "Rifle", "attack").inputs, "aim": aim}
        bound = attack.bind(given)
        (next_up,) = GAME.next_rolls(
            attack.id,
            bound.values,
            by_hand(bound, [1, 2, 5], {"reroll": []} if aim else {}).outcome,
            {"self": sheet},
            "weapons/0",
        )
        assert next_up.inputs["accurate_aim"] is aim


@pytest.mark.parametrize("effect", ["Piercing", "Piercing 6", "Sharp", ""])
def test_an_unknown_damage_effect_is_refused(effect: str) -> None:
    with pytest.raises(BadInput) as fault:
        HOLT.with_fields({"weapons": [{"effects": [effect]}]})
    assert fault.value.field == "weapons"


@pytest.mark.parametrize(
    ("procedure", "inputs", "expected"),
    [
        ("attack", {"weapon_class": "big-guns"}, {"attribute": 7, "skill": 2, "tagged": True}),
        (
            "attack",
            {"weapon_class": "unarmed"},
            {"attribute": 8, "skill": 0, "tagged": False, "target_range": "reach"},
        ),
        ("defend", {}, {"attribute": 4, "skill": 2, "tagged": False}),
        ("first_aid", {}, {"attribute": 7, "skill": 4, "tagged": True}),
        ("dying_test", {}, {"attribute": 7, "skill": 3, "tagged": False}),
        ("rally", {"approach": "endure"}, {"attribute": 7, "skill": 3, "tagged": False}),
        ("rally", {"approach": "inspire"}, {"attribute": 5, "skill": 2, "tagged": False}),
        ("rally", {"approach": "other"}, {}),
        (
            "command_npc",
            {"npc_kind": "animal"},
            {"commander_attribute": 5, "commander_skill": 3, "commander_tagged": False},
        ),
        (
            "command_npc",
            {"npc_kind": "robot"},
            {"commander_attribute": 7, "commander_skill": 2, "commander_tagged": False},
        ),
        ("damage", {"weapon_class": "unarmed"}, {"bonus_dice": 1}),
        ("damage", {"weapon_class": "throwing"}, {"bonus_dice": 0}),
    ],
)
def test_the_own_sheet_feeds_pairs(
    procedure: str, inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert prefill_of(procedure, {"self": HOLT}, inputs) == {
        "side": "players",
        **expected,
    }


def test_an_npc_pays_the_gm() -> None:
    npc = SHEET.fill({"kind": "npc-character"})
    assert prefill_of("skill_test", {"self": npc}, {}) == {"side": "gm"}


def test_the_target_feeds_resistance_where_it_is_hit() -> None:
    def dr(**inputs: str) -> Any:
        return prefill_of("damage", {"target": HOLT}, inputs)["dr"]

    assert dr(location="head", damage_type="energy") == 2
    assert dr(location="left-arm", damage_type="energy") == 0
    assert dr(location="left-arm", damage_type="physical") == 1
    assert dr(location="left-wing", damage_type="physical") == 0
    spread = prefill_of("spread_hit", {"target": HOLT}, {})
    assert spread == {"body_plan": "person", "dr_list": [2, 2, 1, 1, 1, 1]}


def test_a_leg_injury_and_a_daze_prefill_the_budget() -> None:
    sheet = MARA.with_fields({"injuries": injured("left-leg"), "dazed": True})
    prefilled = prefill_of("action_budget", {"self": sheet}, {})
    assert prefilled == {"side": "players", "leg_injury": True, "no_free_actions": True}
    treated = apply_effects(sheet, add("injuries", -1))
    assert prefill_of("action_budget", {"self": treated}, {})["leg_injury"] is False


def test_first_aid_knows_its_patient() -> None:
    prefilled = prefill_of("first_aid", {"self": HOLT, "patient": HOLT}, {})
    assert prefilled["on_self"] is True
    copy = SHEET.fill(SHEET.samples[1])
    assert prefill_of("first_aid", {"self": HOLT, "patient": copy}, {})["on_self"]
    assert not prefill_of("first_aid", {"self": HOLT, "patient": MARA}, {})["on_self"]


def test_hp_and_luck_end_where_the_sheet_says() -> None:
    over = MARA.with_fields({"hp": 50, "luck_points": 12})
    assert (over["hp"], over["luck_points"]) == (11, 6)
    weaker = MARA.with_fields({"rad_loss": 4, "luck": 3})
    assert (weaker["max_hp"], weaker["hp"], weaker["luck_points"]) == (4, 4, 3)


@pytest.mark.parametrize(
    ("scene", "side", "pool"),
    [
        ({}, "players", (0, 0)),
        ({}, "gm", (0, 0)),
        ({"group_ap": 2}, "players", (2, 0)),
        ({"group_ap": 6, "surplus_ap": 3}, "players", (6, 3)),
        ({"group_ap": 6, "surplus_ap": 3}, "gm", (0, 0)),
        ({"group_ap": 2}, "gm", (0, 0)),
        ({"gm_ap": 120}, "gm", (99, 0)),
    ],
)
def test_a_form_knows_the_pool_that_is_in_sight(
    scene: dict[str, int], side: str, pool: tuple[int, int]
) -> None:
    ap_pool, surplus_ap = pool
    prefilled = GAME.scene_feed(scene, {"side": side})
    assert prefilled == {"ap_pool": ap_pool, "surplus_ap": surplus_ap}


# --- effects ---


def test_injuries_take_the_location_of_the_hit() -> None:
    completed = SHEET.complete_effect(add("injuries", 2, "target"), {"location": "head"})
    assert apply_effects(MARA, completed)["injuries"] == injured("head", "head")
    assert apply_effects(
        MARA, append("injuries", {"location": "head", "count": 2})
    ) == apply_effects(MARA, completed)
    once = SHEET.complete_effect(add("injuries", 1, "target"), {"location": "left-leg"})
    assert once.value == {"name": "left-leg"}
    # A dying test has no location: its injuries only count.
    plain = SHEET.complete_effect(add("injuries", 1), {"complications": 1})
    worse = apply_effects(MARA, plain)
    assert worse["injuries"] == injured("none")
    assert worse["untreated"] == 1


@pytest.mark.parametrize(
    "effect", [add("injuries", 10**12), append("injuries", {"location": "head", "count": 10**12})]
)
def test_injuries_beyond_the_most_of_a_sheet_are_refused_at_once(effect: Effect) -> None:
    with pytest.raises(BadInput, match="injuries"):
        apply_effects(MARA, effect)


def test_treating_ticks_the_oldest_injury() -> None:
    hurt = MARA.with_fields({"injuries": injured("head", "torso")})
    once = apply_effects(hurt, add("injuries", -1))
    assert [injury["treated"] for injury in once["injuries"]] == [True, False]
    assert once["untreated"] == 1
    none_left = apply_effects(once, add("injuries", -1), add("injuries", -1))
    assert none_left["untreated"] == 0


def test_effects_on_an_entry_of_a_list() -> None:
    before = MARA["weapons"][0]["shots"]
    assert apply_effects(MARA, add("weapons/0/shots", -1))["weapons"][0]["shots"] == before - 1
    assert apply_effects(MARA, put("weapons/0/shots", 2))["weapons"][0]["shots"] == 2
    assert apply_effects(MARA, add("weapons/99/shots", -1)) == MARA
    assert MARA.apply_effect(add("nonsense/0/shots", 1)) is None
    assert MARA.apply_effect(add("hp/0", 1)) is None


@pytest.mark.parametrize(
    "effect",
    [
        add("weapons/0/nonsense", 1),
        add("weapons/0/name", 1),
        put("weapons/0/shots", "many"),
        append("weapons/0/shots", {"name": "one"}),
    ],
)
def test_an_effect_that_an_entry_cannot_take_names_its_field(effect: Effect) -> None:
    with pytest.raises(BadInput) as refused:
        MARA.apply_effect(effect)
    assert refused.value.field == effect.field


def test_radiation_takes_maximum_hp_and_hp_follow_only_if_they_must() -> None:
    hurt = apply_effects(MARA, add("hp", -4), add("max_hp", -3))
    assert (hurt["max_hp"], hurt["hp"], hurt["rad_loss"]) == (8, 7, 3)
    worse = apply_effects(hurt, add("max_hp", -3))
    assert (worse["max_hp"], worse["hp"]) == (5, 5)


def test_radiation_takes_no_more_than_the_maximum() -> None:
    gone = apply_effects(MARA, add("max_hp", -10), add("max_hp", -3))
    assert (gone["max_hp"], gone["rad_loss"]) == (0, 11)
    assert apply_effects(gone, add("max_hp", -1))["rad_loss"] == 11
    assert apply_effects(gone, add("max_hp", 4))["max_hp"] == 4


def test_hp_stay_between_zero_and_the_maximum() -> None:
    assert apply_effects(MARA, add("hp", -50))["hp"] == 0
    assert apply_effects(MARA, add("hp", -5), add("hp", 50))["hp"] == 11
    assert apply_effects(MARA, add("luck_points", -2))["luck_points"] == 4
    assert apply_effects(MARA, add("luck_points", 2))["luck_points"] == 6


def test_stabilised_then_healed_then_felled_again() -> None:
    down = apply_effects(MARA, add("hp", -11), put("prone", True), put("dying", True))
    stable = apply_effects(down, add("hp", 1), put("dying", False), put("stable", True))
    assert (stable["hp"], stable["dying"], stable["stable"]) == (1, False, True)
    assert apply_effects(stable, add("hp", 3))["stable"] is False
    assert apply_effects(stable, put("hp", 3))["stable"] is True
    down_first = apply_effects(down, put("stable", True), put("dying", False), add("hp", 1))
    assert (down_first["hp"], down_first["stable"]) == (1, True)
    felled = apply_effects(stable, add("hp", -1), put("dying", True))
    assert (felled["dying"], felled["stable"]) == (True, False)


@pytest.mark.parametrize(("by", "hp"), [(2, 3), (-4, 0), (30, 11)])
def test_hp_counted_by_hand_wake_no_patient(by: int, hp: int) -> None:
    stable = MARA.with_fields({"hp": 1, "stable": True})
    after = apply_effects(stable, SHEET.count(stable, "hp", by))
    assert (after["hp"], after["stable"]) == (hp, True)
    assert SHEET.count(MARA, "hp", by) == add("hp", by)


def test_the_pools_and_cover_are_the_scenes() -> None:
    for field in ("group_ap", "gm_ap", "cover_dice", "shots", "dr"):
        assert MARA.apply_effect(add(field, -1)) is None


def test_shots_are_those_of_the_weapon_used() -> None:
    shot = HOLT.aim(add("shots", -3), "weapons/2")
    assert [weapon["shots"] for weapon in apply_effects(HOLT, shot)["weapons"]] == [0, 2, 57]
    assert (
        apply_effects(HOLT, HOLT.aim(add("shots", -100), "weapons/2"))["weapons"][2]["shots"] == 0
    )


def test_broken_dr_is_that_of_the_hit() -> None:
    completed = SHEET.complete_effect(
        add("dr", -1, "target"), {"location": "head", "damage_type": "energy"}
    )
    rows = {row["location"]: row for row in apply_effects(HOLT, completed)["dr"]}
    assert (rows["head"]["energy"], rows["head"]["physical"], rows["torso"]["energy"]) == (1, 2, 2)


def test_damage_that_goes_on_lands_on_a_sheet_as_it_is() -> None:
    values = {"damage": 3, "persistent_rounds": 2, "location": "head", "damage_type": "energy"}
    hurt = SHEET.complete_effect(add("hp", -3, "target"), {**values, "hp": None})
    assert hurt == add("persistent/3/2/head/energy/hp", -3, "target")
    assert apply_effects(MARA, hurt)["hp"] == 8
    down = SHEET.complete_effect(add("injuries", 1, "target"), {**values, "hp": 0})
    assert apply_effects(MARA, down)["injuries"] == injured("head")
    assert SHEET.complete_effect(put("prone", True, "target"), {**values, "hp": 0}).field == "prone"


def test_the_dying_have_a_test_waiting() -> None:
    assert SHEET.timers(MARA) == ()
    down = MARA.with_fields({"dying": True, "injuries": injured("torso", "head")})
    (timer,) = SHEET.timers(down)
    assert (timer.procedure, timer.hours) == ("wasteland.dying_test", None)
    assert timer.inputs == {"attribute": 5, "skill": 2, "tagged": False, "injuries": 2}
    GAME.procedures[timer.procedure].bind(timer.inputs)
    assert SHEET.timers(down.with_fields({"dead": True})) == ()


# --- the chain of an attack ---


def follow(
    procedure: str,
    inputs: Mapping[str, Any],
    faces: list[int],
    target: Sheet,
    place: str,
    own: Sheet = HOLT,
) -> tuple[Rollable, ...]:
    bound = GAME.procedures[f"wasteland.{procedure}"].bind(inputs)
    outcome = by_hand(bound, faces).outcome
    sheets = {"self": own, "target": target}
    return GAME.next_rolls(bound.procedure.id, bound.values, outcome, sheets, place)


def test_a_hit_is_followed_by_the_damage_of_that_weapon() -> None:
    gun = rollable(HOLT, "Light machine gun", "attack")
    (damage,) = follow("attack", {**gun.inputs, "target_prone": True}, [2, 8, 5], MARA, gun.place)
    assert (damage.procedure, damage.place) == ("wasteland.damage", "weapons/2")
    expected = {
        "location": "torso",
        "shots": 59,
        "damage_rating": 5,
        "burst": True,
        "fire_rate": 4,
        "target_prone": True,
        "ap_pool": 6,
    }
    assert {name: damage.inputs[name] for name in expected} == expected
    # W6.9: inputs that follow from these are worked out by the sheets when needed.
    assert not {"dr", "radiation_dr", "bonus_dice"} & damage.inputs.keys()
    assert prefill_of("damage", {"self": HOLT, "target": MARA}, dict(damage.inputs)) == {
        "side": "players",
        "bonus_dice": 0,
        "dr": 1,
        "radiation_dr": 0,
    }
    GAME.procedures[damage.procedure].bind(damage.inputs)
    assert follow("attack", {**gun.inputs}, [20, 19], MARA, gun.place) == ()


def test_each_effect_of_spread_is_followed_by_a_hit() -> None:
    inputs = {
        "weapon_class": "small-guns",
        "damage_rating": 3,
        "spread": True,
        "piercing": 2,
        "cover_dice": 1,
        "hp": 13,
        "max_hp": 13,
    }
    (first,) = follow("damage", inputs, [5, 6, 2, 1], HOLT, "weapons/0", MARA)
    expected = {
        "damage": 2,
        "damage_type": "physical",
        "ignored_dr": 4,
        "cover": 1,
        "body_plan": "person",
        "hp": 10,
    }
    assert {name: first.inputs[name] for name in expected} == expected
    prefilled = prefill_of("spread_hit", {"self": MARA, "target": HOLT}, dict(first.inputs))
    assert list(prefilled["dr_list"]) == [2, 2, 1, 1, 1, 1]
    assert first.label == "Extra hit 1 of 2"
    # One hit for each Effect: the second is offered after the first, with the HP it left.
    (second,) = first.rest
    assert (second.label, second.rest) == ("Extra hit 2 of 2", ())
    assert follow("spread_hit", first.inputs, [5], HOLT, "", MARA) == ()


def test_an_extra_hit_meets_the_hp_that_the_first_left() -> None:
    inputs = {"weapon_class": "small-guns", "damage_rating": 5, "spread": True}
    more = {"location": "left-wing", "hp": 12, "max_hp": 20}
    bound = GAME.procedures["wasteland.damage"].bind({**inputs, **more})
    play = by_hand(bound, [5, 6, 1, 2, 2])
    (first,) = GAME.next_rolls(bound.procedure.id, bound.values, play.outcome, {})
    # W6.13: only a flying insect has a left wing, and of 12 HP the first hit leaves 5.
    assert (first.inputs["body_plan"], first.inputs["hp"]) == ("flying-insect", 5)
    hit = GAME.procedures[first.procedure].bind({**first.inputs, "damage": 5, "dr_list": [1] * 6})
    fallen = by_hand(hit, [10])
    assert (fallen.outcome.values["location"], fallen.outcome.values["hp_after"]) == (
        "left-wing",
        1,
    )
    (second,) = carry_offers(first.rest, hit, fallen)
    assert (second.inputs["hp"], second.inputs["damage"]) == (1, 3)
    assert (second.inputs["body_plan"], second.inputs["dr_list"]) == ("flying-insect", (1,) * 6)


@pytest.mark.parametrize(
    ("location", "body"),
    [
        ("left-arm", "person"),
        ("torso", "person"),
        ("left-hind-leg", "quadruped"),
        ("right-legs", "flying-insect"),
        ("object", "object"),
    ],
)
def test_the_body_follows_from_the_location(location: str, body: str) -> None:
    inputs = {"weapon_class": "small-guns", "damage_rating": 1, "spread": True}
    (first,) = follow("damage", {**inputs, "location": location}, [5], Sheet(SHEET, {}), "", HOLT)
    assert first.inputs["body_plan"] == body


BURST = {"weapon_class": "big-guns", "damage_rating": 5, "burst": True, "fire_rate": 4}


def test_a_further_target_of_burst_is_hit_by_the_weapon_anew() -> None:
    first_hit = {"shots": 59, "extra_shots": 2, "location": "head", "hp": 7, "max_hp": 7}
    more = {"dr": 2, "cover_dice": 1, "piercing": 1, "side": "gm", "ap_pool": 3}
    dice = [5, 6, 1, 2, 3, 3, 3, 4]
    (where,) = follow("damage", {**BURST, **first_hit, **more}, dice, MARA, "weapons/2")
    assert (where.label, where.procedure) == ("Burst: target 1 of 2", "wasteland.hit_location")
    (next_up,) = where.rest
    assert (next_up.procedure, next_up.follows_on) == ("wasteland.damage", where.procedure)
    expected = {"damage_rating": 4, "extra_shots": 1, "fire_rate": 3, "shots": 57, "piercing": 1}
    assert {name: next_up.inputs[name] for name in expected} == expected
    assert (next_up.inputs["side"], next_up.inputs["ap_pool"]) == ("gm", 3)
    # The next target is open: no input of the first target is copied.
    of_the_first = {"location", "dr", "radiation_dr", "cover_dice", "hp", "max_hp", "injuries"}
    assert not of_the_first & set(next_up.inputs)
    bound = GAME.procedures[next_up.procedure].bind(next_up.inputs)
    outcome = by_hand(bound, [6, 6, 1, 1, 1]).outcome
    assert (outcome.values["dice"], outcome.values["burst_targets"]) == (5, 0)
    assert add("shots", -1) in outcome.effects


@pytest.mark.parametrize("gatling", [False, True])
@pytest.mark.parametrize(("rating", "bonus"), [(5, 2), (1, 2), (0, 2), (1, 1), (0, 1), (1, 0)])
def test_a_further_target_is_hit_by_as_many_dice_as_the_weapon_has(
    rating: int, bonus: int, gatling: bool
) -> None:
    first = {**BURST, "damage_rating": rating, "bonus_dice": bonus, "gatling": gatling}
    dice = [5, *[3] * (rating + bonus - 1)]
    (where,) = follow("damage", {**first, "shots": 40}, dice, MARA, "weapons/2")
    (next_up,) = where.rest
    outcome = by_hand(GAME.procedures[next_up.procedure].bind(next_up.inputs), dice).outcome
    assert outcome.values["dice"] == rating + bonus
    # Ten shots add 2 CD: a Gatling with fewer leaves them to the table.
    is_counted = rating + bonus > 1 or not gatling
    assert outcome.values["shots_spent"] == is_counted * (10 if gatling else 1)
    assert ("10 shots by hand" in where.label) is not is_counted


def test_an_object_is_hit_as_a_whole() -> None:
    wall = SHEET.fill({"body_plan": "object", "dr": [{"location": "object", "physical": 1}]})
    assert prefill_of("damage", {"target": wall}, {}) == {
        "location": "object",
        "dr": 1,
        "radiation_dr": 0,
    }
    # An object has no parts, with any location rolled.
    (damage,) = follow("hit_location", {}, [10], wall, "weapons/2")
    expected = {"location": "object", "body_plan": "object"}
    assert expected.items() <= damage.inputs.items()
    assert prefill_of("damage", {"target": wall}, dict(damage.inputs))["dr"] == 1


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        pytest.param(
            {"gatling": True, "shots": 10},
            {"damage_rating": 3, "extra_shots": 1, "fire_rate": 5},
            id="a Gatling fires ten and has two dice for them",
        ),
        pytest.param({"gatling": True, "shots": 9}, None, id="too few for a Gatling"),
        pytest.param({"shots": 0}, None, id="no shot left"),
        pytest.param({"damage_rating": 0, "extra_shots": 4}, None, id="no dice of its own"),
        pytest.param(
            {"weapon_class": "explosives"},
            {"damage_rating": 5, "extra_shots": 0},
            id="what is thrown has left already",
        ),
        pytest.param({"burst": False}, None, id="no Burst"),
    ],
)
def test_a_further_target_costs_one_more_shot(
    inputs: dict[str, Any], expected: dict[str, Any] | None
) -> None:
    dice = [5, 2, 2, 2, 2][: inputs.get("extra_shots", 5)]
    rolls = follow("damage", {**BURST, **inputs}, dice, MARA, "weapons/2")
    assert len(rolls) == (expected is not None)
    for where in rolls:
        (each,) = where.rest
        assert {name: each.inputs[name] for name in expected or ()} == expected
        GAME.procedures[each.procedure].bind(each.inputs)


def test_without_sheets_the_next_roll_has_the_inputs_it_knows() -> None:
    attack = GAME.procedures["wasteland.attack"].bind(
        {
            "weapon_class": "throwing",
            "attribute": 8,
            "skill": 2,
            "target_range": "close",
            "body_plan": "object",
        }
    )
    outcome = by_hand(attack, [1, 2]).outcome
    (damage,) = GAME.next_rolls("wasteland.attack", attack.values, outcome, {})
    assert damage.inputs["location"] == "object"
    assert "shots" not in damage.inputs
    assert GAME.next_rolls("wasteland.rally", {}, outcome, {}) == ()


# --- chems ---


def test_names_of_the_table_bring_their_numbers_along() -> None:
    sheet = MARA.with_fields({"chems": [{"name": "super stimpak"}, {"name": "Jet", "heals": 3}]})
    does = ("heals", "treats", "clears_rads")
    assert [[chem[name] for name in does] for chem in sheet["chems"]] == [[8, 2, 0], [3, 0, 0]]
    # Numbers that a group enters itself stay, under any name.
    own = sheet.with_fields({"chems": [{"name": "RadAway", "clears_rads": 6}]})
    assert own["chems"][0]["clears_rads"] == 6


def test_a_chem_written_before_its_numbers_were_known_has_them_all_the_same() -> None:
    old = Sheet(SHEET, {**MARA.data, "chems": [{"name": "Stimpak", "quantity": 2, "note": ""}]})
    dose = rollable(old, "Stimpak", "take_chem")
    assert (dose.place, dose.inputs) == (
        "chems/0",
        {"doses": 2, "heals": 4, "treats": 1, "clears_rads": 0},
    )


def test_a_dose_changes_hp_injuries_radiation_and_quantity_together() -> None:
    hurt = MARA.with_fields({"hp": 3, "rad_loss": 2, "injuries": injured("left-leg")})
    chem = GAME.procedures["wasteland.take_chem"]
    given = {"doses": 2, "heals": 4, "clears_rads": 5}
    patient = {"patient_hp": 3, "patient_max_hp": 9, "patient_rad_loss": 2}
    result = by_hand(chem.bind({**given, **patient}), []).outcome
    after = apply_effects(hurt, *(hurt.aim(effect, "chems/0") for effect in result.effects))
    assert (after["hp"], after["rad_loss"], after["chems"][0]["quantity"]) == (7, 0, 1)
    treated = by_hand(
        chem.bind({**given, "treats": 1, "patient_injuries": 1, **patient}),
        [],
        {"benefit": "treat-injury"},
    ).outcome
    assert (
        apply_effects(hurt, *(hurt.aim(effect, "chems/0") for effect in treated.effects))[
            "untreated"
        ]
        == 0
    )


@pytest.mark.parametrize(("passes", "hp"), [(True, 6), (False, 4)])
def test_a_dose_may_go_along_with_first_aid(passes: bool, hp: int) -> None:
    inputs = {"attribute": 7, "skill": 2, "patient_hp": 4, "patient_injuries": 1}
    dice = [1, 2] if passes else [20, 19]
    bound = GAME.procedures["wasteland.first_aid"].bind(inputs)
    result = by_hand(bound, dice, {"benefit": "heal"}).outcome
    (dose,) = GAME.next_rolls(bound.procedure.id, bound.values, result, {})
    assert dose.procedure == "wasteland.take_chem"
    expected = {
        "patient_hp": hp,
        "patient_injuries": 1,
        "patient_dying": False,
        "patient_max_hp": 10,
    }
    assert dose.inputs == expected


def test_a_dose_with_first_aid_is_of_a_chem_that_the_giver_has() -> None:
    bound = GAME.procedures["wasteland.first_aid"].bind({"attribute": 7, "skill": 2})
    result = by_hand(bound, [20, 19]).outcome

    def offered(*chems: dict[str, object]) -> list[tuple[str, str, object]]:
        own = MARA.with_fields({"chems": chems})
        rolls = GAME.next_rolls(bound.procedure.id, bound.values, result, {"self": own})
        return [(roll.label, roll.place, roll.inputs.get("heals")) for roll in rolls]

    gone, stimpak = {"name": "RadAway", "quantity": 0}, {"name": "Stimpak", "quantity": 2}
    assert offered(gone, stimpak) == [("A dose along with it: Stimpak", "chems/1", 4)]
    assert offered(gone) == []


def test_a_stabilised_patient_takes_the_dose_of_the_stabilised() -> None:
    inputs = {"attribute": 7, "skill": 2, "patient_dying": True, "patient_max_hp": 8}
    bound = GAME.procedures["wasteland.first_aid"].bind(inputs)
    result = by_hand(bound, [1, 2]).outcome
    (dose,) = GAME.next_rolls(bound.procedure.id, bound.values, result, {})
    assert (dose.inputs["patient_hp"], dose.inputs["patient_dying"]) == (1, False)


# --- blasts ---


def test_a_blast_weapon_rolls_blasts() -> None:
    grenade = rollable(HOLT, "Frag grenade", "attack")
    assert grenade.inputs["blast"] is True
    damage = rollable(HOLT, "Frag grenade: damage", "blast")
    assert (damage.inputs["damage_rating"], damage.place) == (6, "weapons/1")
    club = {**HOLT["weapons"][0], "qualities": ["Blast"]}
    odd = HOLT.with_fields({"weapons": [club]})
    assert "blast" not in rollable(odd, "Sledgehammer", "attack").inputs


@pytest.mark.parametrize(("dice", "hit"), [([3, 4], True), ([19, 18], False)])
def test_a_blast_goes_off_hit_or_miss(dice: list[int], hit: bool) -> None:
    grenade = rollable(HOLT, "Frag grenade", "attack")
    bound = GAME.procedures["wasteland.attack"].bind(grenade.inputs)
    play = by_hand(bound, dice)
    (blast,) = GAME.next_rolls(
        bound.procedure.id, bound.values, play.outcome, {"self": HOLT}, grenade.place
    )
    assert (blast.procedure, blast.inputs["hit"]) == ("wasteland.blast", hit)
    assert (blast.inputs["damage_rating"], blast.inputs["surplus_ap"]) == (6, 0)
    GAME.procedures[blast.procedure].bind(blast.inputs)


def test_the_attacked_target_is_in_the_zone_unless_a_zone_is_given() -> None:
    grenade = rollable(HOLT, "Frag grenade", "attack")
    bound = GAME.procedures["wasteland.attack"].bind(grenade.inputs)
    thrown = bound.procedure.id, bound.values, by_hand(bound, [3, 4]).outcome
    (blast,) = GAME.next_rolls(*thrown, {"self": HOLT, "target": MARA}, grenade.place)
    assert blast.roles == {"target1": "target"}
    for others in ({}, {"target": MARA, "target1": HOLT}):
        (blast,) = GAME.next_rolls(*thrown, {"self": HOLT, **others}, grenade.place)
        assert blast.roles == {}


def test_an_object_in_the_zone_resists_radiation_as_a_whole() -> None:
    door = SHEET.fill({"body_plan": "object", "dr": [{"location": "object", "radiation": 3}]})
    assert prefill_of("blast", {"target1": door}, {})["target_radiation_dr"] == (3,)


def test_every_target_in_the_zone_brings_body_dr_and_hp() -> None:
    dog = SHEET.fill(
        {
            "body_plan": "quadruped",
            "hp": 3,
            "prone": True,
            "injuries": injured("torso"),
            "dr": [{"location": "left-hind-leg", "energy": 2, "radiation": 1}],
        }
    )
    sheets = {"self": HOLT, "target1": HOLT, "target3": dog}
    typed = {"damage_type": "energy", "targets": 1, "target_cover": (0, 2)}
    prefilled = prefill_of("blast", sheets, typed)
    assert prefilled["targets"] == 3
    assert prefilled["target_bodies"] == ("person", "person", "quadruped")
    assert prefilled["target_dr"] == (2, 2, 0, 0, 0, 0, *(0,) * 6, 0, 0, 0, 0, 2, 0)
    assert prefilled["target_radiation_dr"] == (0, 0, 0)
    assert prefilled["target_cover"] == (0, 2, 0)
    assert (prefilled["target_max_hp"], prefilled["target_hp"]) == ((13, 10, 10), (13, 10, 3))
    assert (prefilled["target_injuries"], prefilled["prone_targets"]) == ((0, 0, 1), (3,))


def test_a_command_that_was_an_attack_goes_on_to_location_and_damage() -> None:
    inputs = {"npc_kind": "animal", "npc_attribute": 8, "npc_skill": 2}
    commander = {"commander_attribute": 5, "commander_skill": 1}
    bound = GAME.procedures["wasteland.command_npc"].bind({**inputs, **commander})
    passed, failed = (by_hand(bound, dice).outcome for dice in ([2, 3, 20], [19, 18, 2]))
    (location,) = GAME.next_rolls(bound.procedure.id, bound.values, passed, {})
    assert location.procedure == "wasteland.hit_location"
    assert GAME.next_rolls(bound.procedure.id, bound.values, failed, {}) == ()
    where = GAME.procedures[location.procedure].bind({"body_plan": "quadruped"})
    (damage,) = GAME.next_rolls(location.procedure, where.values, by_hand(where, [10]).outcome, {})
    assert damage.inputs == {"location": "left-front-leg", "body_plan": "quadruped"}
