"""Autonomous Garden's sheet: samples, derived values, prefilled inputs, applied effects."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Sheet
from app.systems.garden import GAME
from app.systems.garden.sheet.sheet import SHEET

ROWAN, ILYA = (SHEET.fill(sample) for sample in SHEET.samples)


def apply_effects(sheet: Sheet, *effects: Effect) -> Sheet:
    for effect in effects:
        after = sheet.apply_effect(effect)
        assert after is not None, effect
        sheet = after
    return sheet


def raise_field(field: str, amount: float) -> Effect:
    return Effect("self", field, "add", amount)


def lasting(name: str, lasts: Any = None, unit: str = "none") -> Effect:
    return append("conditions", {"name": name, "lasts": lasts, "unit": unit})


def prefill(procedure: str, inputs: dict[str, Any] | None = None, **roles: Sheet) -> dict[str, Any]:
    declared = GAME.procedures[f"garden.{procedure}"].inputs
    defaults = {name: each.default for name, each in declared.items()}
    return SHEET.feed(GAME.procedures[f"garden.{procedure}"], roles, {**defaults, **(inputs or {})})


# --- fields ---


def test_defaults_of_an_empty_sheet() -> None:
    empty = SHEET.fill()
    assert [empty[id] for id in ("walk", "run", "sprint", "deadlift")] == [10, 20, 40, 100]
    assert [empty[id] for id in ("flesh", "deep", "critical", "armor")] == [5, 10, 20, 0]
    assert [empty[id] for id in ("wound_boxes", "bruise_boxes", "life")] == [5, 5, "fine"]


@pytest.mark.parametrize(
    ("body", "levels", "boxes", "deadlift"),
    [(-5, [1, 2, 4], 3, 1), (-3, [2, 4, 8], 3, 25), (10, [15, 30, 60], 15, 350)],
)
def test_defaults_follow_body(body: int, levels: list[int], boxes: int, deadlift: int) -> None:
    sheet = SHEET.fill({"body": body})
    assert [sheet[id] for id in ("flesh", "deep", "critical")] == levels
    assert (sheet["wound_boxes"], sheet["deadlift"]) == (boxes, deadlift)


def test_the_samples_are_those_of_the_rules() -> None:
    assert [ROWAN[id] for id in ("flesh", "deep", "critical")] == [6, 12, 24]
    assert [ROWAN[id] for id in ("wound_boxes", "bruise_boxes", "deadlift")] == [6, 6, 125]
    assert [ROWAN["load_limit"], ILYA["load_limit"]] == ["sprint", "sprint"]
    assert [weapon["name"] for weapon in ROWAN["weapons"]] == ["Knife", "Pistol"]
    assert [ILYA[id] for id in ("flesh", "deep", "critical", "deadlift")] == [5, 10, 20, 100]
    assert len(ILYA["spells"].split(", ")) == 13
    assert ROWAN["spells"] == ""


def test_a_new_sheet_has_the_starter_weapons() -> None:
    inputs = [
        (weapon["name"], weapon["dv"], weapon["short_range"]) for weapon in SHEET.fill()["weapons"]
    ]
    assert inputs == [
        ("Fist", 2, 0),
        ("Knife", 3, 0),
        ("Knife, thrown", 3, 0),
        ("Club", 3, 0),
        ("Pistol", 5, 10),
        ("Rifle", 7, 40),
    ]


def test_load_and_wounds_limit_the_gait() -> None:
    assert ROWAN.with_fields({"handy_kg": 62.5})["gait"] == "sprint"
    assert ROWAN.with_fields({"handy_kg": 0, "awkward_kg": 31.3})["gait"] == "run"
    assert ROWAN.with_fields({"handy_kg": 125.1})["gait"] == "none"
    assert ROWAN.with_fields({"injuries": ["deep-wound/aided"]})["gait"] == "walk"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("injuries", ["flesh-wound"]),
        ("injuries", "flesh-wound/open"),
        ("athletics", 21),
        ("flesh", 0),
        ("conditions", [{"name": "dizzy", "unit": "weeks"}]),
        ("weapons", [{"name": "Club", "dv": -1}]),
        ("modifier", 3),
        ("dead", 1),
    ],
)
def test_a_faulty_field_is_named(field: str, value: Any) -> None:
    with pytest.raises(BadInput) as fault:
        ROWAN.with_fields({field: value})
    assert fault.value.field == field


# --- rolls and prefilled inputs ---


@pytest.mark.parametrize("sheet", [ROWAN, ILYA], ids=["Rowan", "Ilya"])
def test_everything_rolls_from_where_it_stands(sheet: Sheet) -> None:
    for roll in SHEET.rolls(sheet):
        GAME.procedures[roll.procedure].bind(roll.inputs)
        assert roll.place.partition("/")[0] in SHEET.by_id


def test_the_pistol_takes_firearms_and_perception() -> None:
    pistol = next(roll for roll in SHEET.rolls(ROWAN) if roll.label == "Pistol")
    inputs = {"attack_kind": "ranged", "attacker_skill": 2, "attacker_attribute": 1, "dv": 5}
    assert pistol.inputs.items() >= inputs.items()


def test_a_weapon_leaves_the_modifier_to_the_prefill() -> None:
    laden = ROWAN.with_fields({"balance_items": 1})
    for roll in SHEET.rolls(laden):
        if roll.procedure == "garden.attack":
            assert "attacker_modifier" not in roll.inputs
            assert prefill("attack", dict(roll.inputs), self=laden)["attacker_modifier"] == -1


def test_the_shot_at_a_known_range_may_have_a_target() -> None:
    inputs = {"distance": 15, "short_range": 10}
    result = by_hand(GAME.procedures["garden.range_band"].bind(inputs), []).outcome
    sheets = {"self": ROWAN, "target": ILYA}
    (shot,) = GAME.next_rolls("garden.range_band", inputs, result, sheets, "weapons/1")
    assert shot.inputs.items() >= {"attack_kind": "ranged", "range_band": "medium", "dv": 5}.items()


def test_every_named_sheet_field_exists() -> None:
    for procedure in GAME:
        for declared in procedure.inputs.values():
            field = declared.kind.sheet.rpartition(":")[2]
            assert not field or field in SHEET.by_id, (procedure.id, declared.name)


def test_an_attack_feeds_both_sides_by_its_kinds() -> None:
    inputs = prefill(
        "attack", {"attack_kind": "unarmed", "defense_kind": "block"}, self=ROWAN, target=ILYA
    )
    assert (inputs["attacker_skill"], inputs["attacker_attribute"]) == (1, 1)
    assert (inputs["defender_skill"], inputs["defender_attribute"]) == (1, 0)
    inputs = prefill("attack", {"defense_kind": "parry"}, self=ILYA, target=ROWAN)
    assert (inputs["defender_skill"], inputs["defender_attribute"]) == (1, 2)


@pytest.mark.parametrize(
    ("lengths", "kind", "cluttered", "modifier"),
    [
        ((True,), "block", True, -1),
        ((True,), "block", False, 0),
        ((True,), "defense", True, 0),
        ((True, False), "block", True, 0),  # the short one blocks
        ((), "block", True, 0),
    ],
)
def test_a_block_with_a_long_weapon_is_hampered_in_close_quarters(
    lengths: tuple[bool, ...], kind: str, cluttered: bool, modifier: int
) -> None:
    """G75: its −1 is on the defence test."""
    blade = {"name": "Spear", "attack_kind": "melee", "dv": 3}
    guard = ROWAN.with_fields({"weapons": [{**blade, "long": length} for length in lengths]})
    inputs = prefill("attack", {"defense_kind": kind, "close_quarters": cluttered}, target=guard)
    assert inputs["defender_modifier"] == modifier


def test_no_single_sheet_fills_the_lists_of_all_combatants() -> None:
    # G54: awareness and perception of all combatants in the contest, one entry each.
    assert prefill("initiative", self=ROWAN) == {}


def test_spells_and_requests_feed_their_pairs() -> None:
    inputs = prefill("cast_spell", {"spell": "scrying"}, self=ILYA)
    assert (inputs["skill_level"], inputs["attribute"]) == (2, 2)
    shielded = apply_effects(ROWAN, lasting("shielded", None, "scene"))
    inputs = prefill("cast_opposed", {"spell": "harm"}, self=ILYA, target=shielded)
    assert (inputs["skill_level"], inputs["psyche"], inputs["shielded"]) == (3, 3, True)
    assert prefill("persuade", {"skill": "deception"}, self=ILYA)["attribute"] == 3


def test_an_invoked_skill_counts_one_level_more_wherever_it_is_rolled() -> None:
    lent = [lasting(f"invocation-{skill}", None, "scene") for skill in ("athletics", "melee")]
    possessed = apply_effects(ROWAN, *lent)
    assert (possessed["athletics"], possessed["melee"]) == (2, 1)  # the fields stay
    assert prefill("jump", self=possessed)["athletics"] == 3
    assert prefill("chase_round", pursuer=possessed)["pursuer_athletics"] == 3
    assert prefill("attack", self=possessed)["attacker_skill"] == 2
    assert prefill("attack", {"defense_kind": "block"}, target=possessed)["defender_skill"] == 2
    rolls = {(roll.procedure, roll.label): roll for roll in SHEET.rolls(possessed)}
    assert rolls["garden.skill_test", "Athletics + Body"].inputs["skill_level"] == 3
    assert rolls["garden.attack", "Knife"].inputs["attacker_skill"] == 2
    assert rolls["garden.skill_test", "Stealth + Agility"].inputs["skill_level"] == 2
    # No level is above 20; an invocation without a skill is the GM's to enter.
    best = possessed.with_fields({"athletics": 20})
    assert prefill("fall", self=best)["athletics"] == 20
    assert (
        prefill("jump", self=apply_effects(ROWAN, lasting("invocation", None, "scene")))[
            "athletics"
        ]
        == 2
    )


def test_bolster_helps_against_just_its_ailment() -> None:
    ill = apply_effects(ROWAN, lasting("bolstered-common-cold"))
    assert prefill("common_cold", self=ill)["bolstered"] is True
    assert prefill("disease", self=ill)["bolstered"] is False
    glowing = apply_effects(ROWAN, lasting("bolstered-radiation"))
    assert prefill("radiation_test", self=glowing)["bolstered"] is True
    # A Bolster without an ailment is the GM's to enter.
    assert prefill("disease", self=apply_effects(ROWAN, lasting("bolstered")))["bolstered"] is False


def test_an_attack_knows_the_row_and_the_shield_of_its_target() -> None:
    full = apply_effects(ILYA, add("flesh_bruises", 5), lasting("shielded", None, "scene"))
    inputs = prefill("attack", self=ROWAN, target=full)
    assert (inputs["bruise_row_full"], inputs["shielded"]) == (True, True)
    inputs = prefill("attack", self=full, target=ROWAN)
    assert (inputs["bruise_row_full"], inputs["shielded"]) == (False, False)
    assert prefill("fall", self=full)["bruise_row_full"] is True
    assert (
        prefill("fall", self=apply_effects(ILYA, add("flesh_bruises", 4)))["bruise_row_full"]
        is False
    )


def test_the_average_stands_on_the_sheet() -> None:
    averages = {
        roll.label: SHEET.rating(roll)
        for roll in SHEET.rolls(
            ROWAN.with_fields({"own_skills": [{"name": "Cooking", "level": 4}]})
        )
        if roll.procedure == "garden.take_average"
    }
    assert (averages["Medicine"], averages["Cooking"]) == ("5", "6")
    assert "Wrangle" not in averages  # never learnt


def test_the_modifiers_that_the_sheet_adds_to_a_test() -> None:
    hurt = ROWAN.with_fields(
        {"injuries": ["deep-wound/aided", "flesh-bruise"], "rehab": 1, "balance_items": 1}
    )
    assert hurt["modifier"] == -2
    assert prefill("skill_test", self=hurt)["modifier"] == -3  # and a thing to balance
    assert prefill("jump", self=hurt)["modifier"] == -4  # and the missing rehabilitation
    assert prefill("disease", self=hurt)["modifier"] == -3  # a load does not hamper it
    assert prefill("swim_current", self=hurt)["modifier"] == -3  # the load has its own input
    assert prefill("pass_time", self=hurt)["modifier"] == -1  # the clock adds wounds itself
    assert prefill("chase_round", runner=hurt)["runner_modifier"] == -4


def test_an_opponent_has_wounds_of_their_own() -> None:
    declared = GAME.procedures["garden.opposed_test"].inputs
    assert declared["actor_modifier"].kind.sheet == "modifier"
    assert declared["opponent_modifier"].kind.sheet == "target:modifier"
    # Rows of 40 boxes go further than any modifier does.
    worst = ROWAN.with_fields(
        {"wound_boxes": 40, "injuries": ["flesh-wound/aided"] * 28, "balance_items": 1}
    )
    assert prefill("opposed_test", target=worst)["opponent_modifier"] == -20
    worst = worst.with_fields({"injuries": ["flesh-wound/aided"]})
    assert prefill("opposed_test", target=worst)["opponent_modifier"] == -2
    assert prefill("cast_opposed", target=worst)["opposing_modifier"] == -1  # no action: no load


# --- effects ---


def test_wounds_and_bruises_join_their_rows() -> None:
    hurt = apply_effects(
        ROWAN, add("flesh_wounds", 1), add("deep_wounds", 1), add("flesh_bruises", 2)
    )
    assert hurt["injuries"] == [
        "flesh-wound/open",
        "deep-wound/open",
        "flesh-bruise",
        "flesh-bruise",
    ]
    assert (hurt["wound_marks"], hurt["bruise_marks"], hurt["wound_penalty"]) == (3, 2, -4)
    assert hurt["life"] == "injured"


def test_a_full_row_of_bruises_turns_them_into_wounds() -> None:
    out = apply_effects(ILYA, add("deep_bruises", 1), put("bruise_row", "full"))
    assert out["bruise_marks"] == 5
    assert out["injuries"].count("flesh-bruise") == 3
    assert apply_effects(out, add("deep_bruises", 1))["injuries"][-1] == "deep-wound/open"
    assert apply_effects(out, put("bruise_row", "full"))["dead"] is True


def test_two_limbs_may_be_lost() -> None:
    names = ("limb-lost", "panicking", "limb-lost", "panicking")
    hurt = apply_effects(ROWAN, *(lasting(name) for name in names))
    assert [condition["name"] for condition in hurt["conditions"]] == [
        "limb-lost",
        "panicking",
        "limb-lost",
    ]


def test_a_full_row_of_wounds_bleeds_and_marks_no_more() -> None:
    full = apply_effects(ILYA, add("deep_wounds", 3))
    assert (full["wound_marks"], full["life"]) == (5, "bleeding-out")
    assert apply_effects(full, add("flesh_wounds", 1))["injuries"] == full["injuries"]
    (first, *_) = SHEET.timers(full)
    assert (first.procedure, float(first.hours)) == ("garden.dying", pytest.approx(1 / 6))


@pytest.mark.parametrize("field", ["flesh_wounds", "deep_bruises", "stable_deep_wounds"])
def test_injuries_beyond_all_boxes_take_no_time(field: str) -> None:
    hurt = apply_effects(ILYA, add("deep_wounds", 1))
    few, many = (apply_effects(hurt, add(field, count)) for count in (60, 10**12))
    assert many["injuries"] == few["injuries"]


def test_stabilising_the_bleeding_leaves_them_comatose() -> None:
    full = apply_effects(ILYA, add("deep_wounds", 3), raise_field("clock", 0.1))
    assert full["bleeding_minutes"] == 6
    saved = apply_effects(full, add("stable_deep_wounds", 1))
    assert saved["life"] == "comatose"
    assert saved["injuries"][0] == "deep-wound/unaided"
    week = apply_effects(saved, add("clock", 24))
    timer = next(timer for timer in SHEET.timers(week) if timer.procedure == "garden.dying")
    assert (timer.hours, timer.inputs["coma_days"]) == (144, 1)
    # G93: recovery begins with the success. The full row no longer bleeds: hours pass over it as
    # over any other.
    assert (saved["recovery_hours"], saved["bleeding_stopped"]) == (168, True)
    assert "The week of recovery ends" in [timer.label for timer in SHEET.timers(week)]
    aided = week.with_fields({"life_support": True})
    awake = apply_effects(aided, put("recovery_hours", 0))
    assert (awake["conditions"], awake["life"], awake["wound_marks"]) == ([], "injured", 5)
    # A box is free again; the next wound that fills the row makes it bleed.
    healed = apply_effects(awake, put("injuries", ["deep-wound/aided"]))
    assert (healed["life"], healed["bleeding_stopped"]) == ("injured", False)
    assert apply_effects(healed, add("deep_wounds", 2))["life"] == "bleeding-out"


def test_the_resuscitated_come_to() -> None:
    saved = apply_effects(ILYA, add("deep_wounds", 3), add("stable_deep_wounds", 1))
    later = saved.with_fields({"recovery_hours": 20, "coma_hours": 148})
    awake = apply_effects(later, put("awake", True), put("recovery_hours", 168))
    assert (awake["life"], awake["coma_hours"], awake["recovery_hours"]) == ("injured", 0, 168)


def test_stable_wounds_open_again_and_start_anew() -> None:
    healing = ROWAN.with_fields({"injuries": ["flesh-wound/aided@60", "flesh-wound/unaided"]})
    reopened = apply_effects(healing, add("stable_flesh_wounds", -2))
    assert reopened["injuries"] == ["flesh-wound/open"] * 2


def test_a_dose_raises_the_highest_and_calls_for_a_test() -> None:
    shone = apply_effects(ROWAN, put("decigrays", 25))
    assert (shone["highest_decigrays"], shone["radiation_risen"]) == (25, True)
    labels = [timer.label for timer in SHEET.timers(shone)]
    assert labels == ["Radiation test", "A decigray is purged"]
    later = apply_effects(shone, add("clock", 336))
    assert [later[id] for id in ("decigrays", "highest_decigrays", "purge_clock")] == [24, 25, 0]
    # G120: whole fortnights, and never below a tenth of the highest.
    later = apply_effects(later, add("clock", 2 * 336 + 1))
    assert [later[id] for id in ("decigrays", "purge_clock")] == [22, 1]
    later = apply_effects(later, add("clock", 50 * 336))
    assert later["decigrays"] == 2.5
    assert SHEET.timers(later) == ()


def test_a_radiation_test_falls_due_once() -> None:
    shone = apply_effects(ROWAN, put("decigrays", 25))
    # A round of a fight does not reach the test.
    assert apply_effects(shone, add("rounds", 1))["radiation_risen"] is True
    tested = apply_effects(shone, add("clock", 6))
    assert (tested["radiation_risen"], tested["test_wait"]) == (False, 24)
    assert [timer.label for timer in SHEET.timers(tested)] == ["A decigray is purged"]
    # Another dose: at most one test a day.
    tested_again = apply_effects(tested, add("clock", 10), put("decigrays", 30))
    (test, _) = SHEET.timers(tested_again)
    assert (test.label, test.hours) == ("Radiation test", 14)


def test_the_sheet_follows_the_house_rules() -> None:
    agreed = {"half_penalty": "round-up", "radiation_threshold": "past"}
    sheet = Sheet(SHEET, {"injuries": ["flesh-bruise"]}, agreed)
    assert (sheet["wound_penalty"], SHEET.fill(sheet.data)["wound_penalty"]) == (-1, 0)
    assert apply_effects(sheet, put("decigrays", 7))["radiation_risen"] is False
    assert apply_effects(sheet, put("decigrays", 7.5))["radiation_risen"] is True


@pytest.mark.parametrize(
    ("effect", "place", "field", "found"),
    [
        (put("damage", 49, "spell"), "ongoing_spells/0", "ongoing_spells", 40),
        (put("progress", -110, "task"), "tasks/0", "tasks", -100),
        (put("decigrays", 100_600), "", "decigrays", 100_000),
        (put("long_task", {"target_number": 9, "goal": 3, "progress": -110}), "", "tasks", -100),
    ],
    ids=["spell", "task", "dose", "new task"],
)
def test_results_beyond_a_field_stop_at_its_end(
    effect: Effect, place: str, field: str, found: int
) -> None:
    """G14, G113, G131."""
    busy = ROWAN.with_fields({"tasks": [{"name": "Lock"}], "ongoing_spells": [{"name": "Ward"}]})
    after = apply_effects(busy, busy.aim(effect, place))[field]
    record = after[-1] if isinstance(after, list) else {"value": after}
    assert found in record.values()


def test_tasks_and_spells_are_aimed_at_their_entry() -> None:
    busy = ROWAN.with_fields(
        {
            "tasks": [{"name": "Lock"}, {"name": "Engine", "goal": 6, "skill": "mechanics"}],
            "ongoing_spells": [{"name": "Ward", "damage": 2}],
        }
    )
    aimed = busy.aim(put("progress", 4, "task"), "tasks/1")
    assert [task["progress"] for task in apply_effects(busy, aimed)["tasks"]] == [0, 4]
    aimed = busy.aim(put("damage", 4, "spell"), "ongoing_spells/0")
    assert [
        ongoing_spell["damage"] for ongoing_spell in apply_effects(busy, aimed)["ongoing_spells"]
    ] == [4]
    # G131: an ended spell is removed.
    aimed = busy.aim(put("ended", True, "spell"), "ongoing_spells/0")
    assert apply_effects(busy, aimed)["ongoing_spells"] == []
    assert busy.aim(put("progress", 4, "task"), "tasks/7") == put("progress", 4, "task")


def test_every_effect_of_the_worked_examples_lands() -> None:
    from tests.examples import cases

    for parameter in cases("examples"):
        case = parameter.values[0]
        if not case["procedure"].startswith("garden."):
            continue
        for each in case["effects"]:
            if each["who"] in ("self", "target", "patient"):
                effect = Effect("self", each["field"], each["op"], each["value"])
                assert ROWAN.apply_effect(effect) is not None, effect


# --- time ---


def test_conditions_run_out() -> None:
    out = apply_effects(
        ROWAN, lasting("unconscious", 4, "hours"), lasting("shielded", None, "scene")
    )
    out = apply_effects(out, lasting("incapacitated", 3, "rounds"))
    after = apply_effects(out, raise_field("clock", 1.5))
    assert [(condition["name"], condition["lasts"]) for condition in after["conditions"]] == [
        ("unconscious", 2.5),
        ("shielded", None),
    ]
    assert [
        condition["name"] for condition in apply_effects(after, add("clock", 3))["conditions"]
    ] == ["shielded"]
    assert apply_effects(after, put("scene_over", True))["conditions"][0]["name"] == "unconscious"


def test_regenerating_ends_with_its_quarter() -> None:
    quick = apply_effects(ROWAN, raise_field("heal_rate", 0.25), lasting("regenerating", 7, "days"))
    assert apply_effects(quick, add("clock", 24))["heal_rate"] == 1.25
    assert apply_effects(quick, add("clock", 168))["heal_rate"] == 1


def test_death_by_radiation_comes_when_it_is_due() -> None:
    doomed = apply_effects(ROWAN, lasting("radiation-death", 14, "days"))
    assert apply_effects(doomed, add("clock", 24 * 14))["dead"] is True


def test_a_flu_from_onset_to_its_end() -> None:
    record = {
        "name": "common-cold",
        "starts_hours": 28,
        "penalty": -4,
        "incapacitated_days": 12,
        "fever_days": 7,
    }
    ill = apply_effects(ROWAN, append("illnesses", record))
    assert [timer.label for timer in SHEET.timers(ill)] == ["Common cold begins"]
    ill = apply_effects(ill, add("clock", 30))
    (fever,) = SHEET.timers(ill)
    assert (fever.procedure, fever.hours) == ("garden.fever", 22)
    ill = apply_effects(ill, add("clock", 19 * 24))
    assert ill["other_penalty"] == -4
    assert apply_effects(ill, add("clock", 24))["other_penalty"] == -3
    assert apply_effects(ill, add("clock", 96))["illnesses"] == []


def test_radiation_sickness_begins_late_and_shrinks() -> None:
    record = {"name": "radiation-sickness", "value": -4, "starts_hours": 8, "step_hours": 12}
    sick = apply_effects(ROWAN, append("penalties", record))
    assert sick["other_penalty"] == 0
    penalties = [
        apply_effects(sick, add("clock", hours))["other_penalty"] for hours in (8, 20, 45, 56)
    ]
    assert penalties == [-4, -3, -1, 0]


def test_timers_bring_the_procedure_that_resolves_them() -> None:
    hurt = ROWAN.with_fields(
        {
            "injuries": ["deep-wound/open", "flesh-wound/open", "flesh-wound/aided@71"],
            "flesh_clock": 20,
        }
    )
    timers = SHEET.timers(hurt)
    assert [(timer.label, timer.hours) for timer in timers] == [
        ("Open deep wounds are tested", 1),
        ("An injury is healed", 1),
        ("Open flesh wounds are tested", 4),
    ]
    for timer in timers:
        GAME.procedures[timer.procedure].bind(timer.inputs)
    assert SHEET.timers(hurt.with_fields({"dead": True})) == ()
