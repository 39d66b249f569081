"""Autonomous Garden's sheet: samples, what follows from it, what it feeds, how effects land."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.play.play import by_hand
from app.core.procedures.outcomes import Effect, add, append, put
from app.core.sheets import Sheet
from app.systems.garden import GAME
from app.systems.garden.sheet.sheet import SHEET

ROWAN, ILYA = (SHEET.filled(sample) for sample in SHEET.samples)


def landed(sheet: Sheet, *effects: Effect) -> Sheet:
    for effect in effects:
        after = sheet.apply_effect(effect)
        assert after is not None, effect
        sheet = after
    return sheet


def raised(field: str, amount: float) -> Effect:
    return Effect("self", field, "add", amount)


def lasting(name: str, lasts: Any = None, unit: str = "none") -> Effect:
    return append("conditions", {"name": name, "lasts": lasts, "unit": unit})


def fed(procedure: str, inputs: dict[str, Any] | None = None, **roles: Sheet) -> dict[str, Any]:
    declared = GAME.procedures[f"garden.{procedure}"].inputs
    told = {name: each.default for name, each in declared.items()}
    return SHEET.feed(GAME.procedures[f"garden.{procedure}"], roles, {**told, **(inputs or {})})


# --- what stands on it ---


def test_defaults_of_an_empty_sheet() -> None:
    empty = SHEET.filled()
    assert [empty[id] for id in ("walk", "run", "sprint", "deadlift")] == [10, 20, 40, 100]
    assert [empty[id] for id in ("flesh", "deep", "critical", "armor")] == [5, 10, 20, 0]
    assert [empty[id] for id in ("wound_boxes", "bruise_boxes", "life")] == [5, 5, "fine"]


@pytest.mark.parametrize(
    ("body", "levels", "boxes", "deadlift"),
    [(-5, [1, 2, 4], 3, 1), (-3, [2, 4, 8], 3, 25), (10, [15, 30, 60], 15, 350)],
)
def test_defaults_follow_body(body: int, levels: list[int], boxes: int, deadlift: int) -> None:
    sheet = SHEET.filled({"body": body})
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


def test_whoever_is_new_has_the_starter_weapons() -> None:
    told = [(each["name"], each["dv"], each["short_range"]) for each in SHEET.filled()["weapons"]]
    assert told == [
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


# --- what rolls from it and what it feeds ---


@pytest.mark.parametrize("sheet", [ROWAN, ILYA], ids=["Rowan", "Ilya"])
def test_everything_rolls_from_where_it_stands(sheet: Sheet) -> None:
    for each in SHEET.rolls(sheet):
        GAME.procedures[each.procedure].bind(each.inputs)
        assert each.place.partition("/")[0] in SHEET.by_id


def test_the_pistol_takes_firearms_and_perception() -> None:
    pistol = next(each for each in SHEET.rolls(ROWAN) if each.label == "Pistol")
    told = {"attack_kind": "ranged", "attacker_skill": 2, "attacker_attribute": 1, "dv": 5}
    assert pistol.inputs.items() >= told.items()


def test_a_weapon_leaves_the_modifier_to_what_is_fed() -> None:
    laden = ROWAN.with_fields({"balance_items": 1})
    for each in SHEET.rolls(laden):
        if each.procedure == "garden.attack":
            assert "attacker_modifier" not in each.inputs
            assert fed("attack", dict(each.inputs), self=laden)["attacker_modifier"] == -1


def test_the_shot_at_a_known_range_may_be_aimed_at_somebody() -> None:
    told = {"distance": 15, "short_range": 10}
    came = by_hand(GAME.procedures["garden.range_band"].bind(told), []).outcome
    sheets = {"self": ROWAN, "target": ILYA}
    (shot,) = GAME.next_rolls("garden.range_band", told, came, sheets, "weapons/1")
    assert shot.inputs.items() >= {"attack_kind": "ranged", "range_band": "medium", "dv": 5}.items()


def test_every_named_sheet_field_exists() -> None:
    for procedure in GAME:
        for declared in procedure.inputs.values():
            field = declared.kind.sheet.rpartition(":")[2]
            assert not field or field in SHEET.by_id, (procedure.id, declared.name)


def test_an_attack_feeds_both_sides_by_its_kinds() -> None:
    told = fed(
        "attack", {"attack_kind": "unarmed", "defense_kind": "block"}, self=ROWAN, target=ILYA
    )
    assert (told["attacker_skill"], told["attacker_attribute"]) == (1, 1)
    assert (told["defender_skill"], told["defender_attribute"]) == (1, 0)
    told = fed("attack", {"defense_kind": "parry"}, self=ILYA, target=ROWAN)
    assert (told["defender_skill"], told["defender_attribute"]) == (1, 2)


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
    guard = ROWAN.with_fields({"weapons": [{**blade, "long": each} for each in lengths]})
    told = fed("attack", {"defense_kind": kind, "close_quarters": cluttered}, target=guard)
    assert told["defender_modifier"] == modifier


def test_no_single_sheet_fills_the_lists_of_everybody() -> None:
    # G54: awareness and perception of all whose order it is, one entry each.
    assert fed("initiative", self=ROWAN) == {}


def test_spells_and_requests_feed_their_pairs() -> None:
    told = fed("cast_spell", {"spell": "scrying"}, self=ILYA)
    assert (told["skill_level"], told["attribute"]) == (2, 2)
    shielded = landed(ROWAN, lasting("shielded", None, "scene"))
    told = fed("cast_opposed", {"spell": "harm"}, self=ILYA, target=shielded)
    assert (told["skill_level"], told["psyche"], told["shielded"]) == (3, 3, True)
    assert fed("persuade", {"skill": "deception"}, self=ILYA)["attribute"] == 3


def test_an_invoked_skill_counts_one_level_more_wherever_it_is_rolled() -> None:
    lent = [lasting(f"invocation-{skill}", None, "scene") for skill in ("athletics", "melee")]
    possessed = landed(ROWAN, *lent)
    assert (possessed["athletics"], possessed["melee"]) == (2, 1)  # the fields stay
    assert fed("jump", self=possessed)["athletics"] == 3
    assert fed("chase_round", pursuer=possessed)["pursuer_athletics"] == 3
    assert fed("attack", self=possessed)["attacker_skill"] == 2
    assert fed("attack", {"defense_kind": "block"}, target=possessed)["defender_skill"] == 2
    rolled = {(each.procedure, each.label): each for each in SHEET.rolls(possessed)}
    assert rolled["garden.skill_test", "Athletics + Body"].inputs["skill_level"] == 3
    assert rolled["garden.attack", "Knife"].inputs["attacker_skill"] == 2
    assert rolled["garden.skill_test", "Stealth + Agility"].inputs["skill_level"] == 2
    # No level is above 20; a bare invocation is the GM's to raise by hand.
    best = possessed.with_fields({"athletics": 20})
    assert fed("fall", self=best)["athletics"] == 20
    assert fed("jump", self=landed(ROWAN, lasting("invocation", None, "scene")))["athletics"] == 2


def test_bolster_helps_against_just_its_ailment() -> None:
    ill = landed(ROWAN, lasting("bolstered-common-cold"))
    assert fed("common_cold", self=ill)["bolstered"] is True
    assert fed("disease", self=ill)["bolstered"] is False
    glowing = landed(ROWAN, lasting("bolstered-radiation"))
    assert fed("radiation_test", self=glowing)["bolstered"] is True
    # One without an ailment is the GM's to enter.
    assert fed("disease", self=landed(ROWAN, lasting("bolstered")))["bolstered"] is False


def test_an_attack_knows_the_row_and_the_shield_of_its_target() -> None:
    full = landed(ILYA, add("flesh_bruises", 5), lasting("shielded", None, "scene"))
    told = fed("attack", self=ROWAN, target=full)
    assert (told["bruise_row_full"], told["shielded"]) == (True, True)
    told = fed("attack", self=full, target=ROWAN)
    assert (told["bruise_row_full"], told["shielded"]) == (False, False)
    assert fed("fall", self=full)["bruise_row_full"] is True
    assert fed("fall", self=landed(ILYA, add("flesh_bruises", 4)))["bruise_row_full"] is False


def test_the_average_stands_on_the_sheet() -> None:
    averages = {
        each.label: SHEET.rating(each)
        for each in SHEET.rolls(
            ROWAN.with_fields({"own_skills": [{"name": "Cooking", "level": 4}]})
        )
        if each.procedure == "garden.take_average"
    }
    assert (averages["Medicine"], averages["Cooking"]) == ("5", "6")
    assert "Wrangle" not in averages  # never learnt


def test_what_the_sheet_adds_to_a_test() -> None:
    hurt = ROWAN.with_fields(
        {"injuries": ["deep-wound/aided", "flesh-bruise"], "rehab": 1, "balance_items": 1}
    )
    assert hurt["modifier"] == -2
    assert fed("skill_test", self=hurt)["modifier"] == -3  # and a thing to balance
    assert fed("jump", self=hurt)["modifier"] == -4  # and the missing rehabilitation
    assert fed("disease", self=hurt)["modifier"] == -3  # a load does not hamper it
    assert fed("swim_current", self=hurt)["modifier"] == -3  # the load has its own input
    assert fed("pass_time", self=hurt)["modifier"] == -1  # the clock adds wounds itself
    assert fed("chase_round", runner=hurt)["runner_modifier"] == -4


def test_an_opponent_has_wounds_of_their_own() -> None:
    declared = GAME.procedures["garden.opposed_test"].inputs
    assert declared["actor_modifier"].kind.sheet == "modifier"
    assert declared["opponent_modifier"].kind.sheet == "target:modifier"
    # Rows of 40 boxes go further than any modifier does.
    worst = ROWAN.with_fields(
        {"wound_boxes": 40, "injuries": ["flesh-wound/aided"] * 28, "balance_items": 1}
    )
    assert fed("opposed_test", target=worst)["opponent_modifier"] == -20
    worst = worst.with_fields({"injuries": ["flesh-wound/aided"]})
    assert fed("opposed_test", target=worst)["opponent_modifier"] == -2
    assert fed("cast_opposed", target=worst)["opposing_modifier"] == -1  # no action: no load


# --- how effects land ---


def test_wounds_and_bruises_join_their_rows() -> None:
    hurt = landed(ROWAN, add("flesh_wounds", 1), add("deep_wounds", 1), add("flesh_bruises", 2))
    assert hurt["injuries"] == [
        "flesh-wound/open",
        "deep-wound/open",
        "flesh-bruise",
        "flesh-bruise",
    ]
    assert (hurt["wound_marks"], hurt["bruise_marks"], hurt["wound_penalty"]) == (3, 2, -4)
    assert hurt["life"] == "injured"


def test_a_full_row_of_bruises_turns_them_into_wounds() -> None:
    out = landed(ILYA, add("deep_bruises", 1), put("bruise_row", "full"))
    assert out["bruise_marks"] == 5
    assert out["injuries"].count("flesh-bruise") == 3
    assert landed(out, add("deep_bruises", 1))["injuries"][-1] == "deep-wound/open"
    assert landed(out, put("bruise_row", "full"))["dead"] is True


def test_two_limbs_may_be_lost() -> None:
    names = ("limb-lost", "panicking", "limb-lost", "panicking")
    hurt = landed(ROWAN, *(lasting(name) for name in names))
    assert [each["name"] for each in hurt["conditions"]] == ["limb-lost", "panicking", "limb-lost"]


def test_a_full_row_of_wounds_bleeds_and_marks_no_more() -> None:
    full = landed(ILYA, add("deep_wounds", 3))
    assert (full["wound_marks"], full["life"]) == (5, "bleeding-out")
    assert landed(full, add("flesh_wounds", 1))["injuries"] == full["injuries"]
    (first, *_) = SHEET.timers(full)
    assert (first.procedure, float(first.hours)) == ("garden.dying", pytest.approx(1 / 6))


def test_stabilising_the_bleeding_leaves_them_comatose() -> None:
    full = landed(ILYA, add("deep_wounds", 3), raised("clock", 0.1))
    assert full["bleeding_minutes"] == 6
    saved = landed(full, add("stable_deep_wounds", 1))
    assert saved["life"] == "comatose"
    assert saved["injuries"][0] == "deep-wound/unaided"
    week = landed(saved, add("clock", 24))
    timer = next(each for each in SHEET.timers(week) if each.procedure == "garden.dying")
    assert (timer.hours, timer.inputs["coma_days"]) == (144, 1)
    # G93: the week of recovery began with the success. The row is full, but bleeds no longer:
    # the hours pass over it as over any other.
    assert (saved["recovery_hours"], saved["bleeding_stopped"]) == (168, True)
    assert "The week of recovery ends" in [each.label for each in SHEET.timers(week)]
    aided = week.with_fields({"life_support": True})
    awake = landed(aided, put("recovery_hours", 0))
    assert (awake["conditions"], awake["life"], awake["wound_marks"]) == ([], "injured", 5)
    # A box is free again; the next wound that fills the row makes it bleed.
    healed = landed(awake, put("injuries", ["deep-wound/aided"]))
    assert (healed["life"], healed["bleeding_stopped"]) == ("injured", False)
    assert landed(healed, add("deep_wounds", 2))["life"] == "bleeding-out"


def test_the_resuscitated_come_to() -> None:
    saved = landed(ILYA, add("deep_wounds", 3), add("stable_deep_wounds", 1))
    later = saved.with_fields({"recovery_hours": 20, "coma_hours": 148})
    awake = landed(later, put("awake", True), put("recovery_hours", 168))
    assert (awake["life"], awake["coma_hours"], awake["recovery_hours"]) == ("injured", 0, 168)


def test_stable_wounds_open_again_and_start_anew() -> None:
    healing = ROWAN.with_fields({"injuries": ["flesh-wound/aided@60", "flesh-wound/unaided"]})
    opened = landed(healing, add("stable_flesh_wounds", -2))
    assert opened["injuries"] == ["flesh-wound/open"] * 2


def test_a_dose_raises_the_highest_and_calls_for_a_test() -> None:
    shone = landed(ROWAN, put("decigrays", 25))
    assert (shone["highest_decigrays"], shone["radiation_risen"]) == (25, True)
    labels = [timer.label for timer in SHEET.timers(shone)]
    assert labels == ["Radiation test", "A decigray is purged"]
    later = landed(shone, add("clock", 336))
    assert [later[id] for id in ("decigrays", "highest_decigrays", "purge_clock")] == [24, 25, 0]
    # G120: whole fortnights, and never below a tenth of the highest.
    later = landed(later, add("clock", 2 * 336 + 1))
    assert [later[id] for id in ("decigrays", "purge_clock")] == [22, 1]
    later = landed(later, add("clock", 50 * 336))
    assert later["decigrays"] == 2.5
    assert SHEET.timers(later) == ()


def test_a_radiation_test_falls_due_once() -> None:
    shone = landed(ROWAN, put("decigrays", 25))
    # A round of a fight leaves it waiting.
    assert landed(shone, add("rounds", 1))["radiation_risen"] is True
    tested = landed(shone, add("clock", 6))
    assert (tested["radiation_risen"], tested["test_wait"]) == (False, 24)
    assert [timer.label for timer in SHEET.timers(tested)] == ["A decigray is purged"]
    # Another dose: at most one test a day.
    again = landed(tested, add("clock", 10), put("decigrays", 30))
    (test, _) = SHEET.timers(again)
    assert (test.label, test.hours) == ("Radiation test", 14)


def test_the_sheet_follows_the_house_rules() -> None:
    agreed = {"half_penalty": "round-up", "radiation_threshold": "past"}
    sheet = Sheet(SHEET, {"injuries": ["flesh-bruise"]}, agreed)
    assert (sheet["wound_penalty"], SHEET.filled(sheet.data)["wound_penalty"]) == (-1, 0)
    assert landed(sheet, put("decigrays", 7))["radiation_risen"] is False
    assert landed(sheet, put("decigrays", 7.5))["radiation_risen"] is True


def test_tasks_and_spells_are_aimed_at_their_entry() -> None:
    busy = ROWAN.with_fields(
        {
            "tasks": [{"name": "Lock"}, {"name": "Engine", "goal": 6, "skill": "mechanics"}],
            "ongoing_spells": [{"name": "Ward", "damage": 2}],
        }
    )
    aimed = busy.aimed(put("progress", 4, "task"), "tasks/1")
    assert [each["progress"] for each in landed(busy, aimed)["tasks"]] == [0, 4]
    aimed = busy.aimed(put("damage", 4, "spell"), "ongoing_spells/0")
    assert [each["damage"] for each in landed(busy, aimed)["ongoing_spells"]] == [4]
    # G131: what has ended is gone.
    aimed = busy.aimed(put("ended", True, "spell"), "ongoing_spells/0")
    assert landed(busy, aimed)["ongoing_spells"] == []
    assert busy.aimed(put("progress", 4, "task"), "tasks/7") == put("progress", 4, "task")


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
    out = landed(ROWAN, lasting("unconscious", 4, "hours"), lasting("shielded", None, "scene"))
    out = landed(out, lasting("incapacitated", 3, "rounds"))
    after = landed(out, raised("clock", 1.5))
    assert [(each["name"], each["lasts"]) for each in after["conditions"]] == [
        ("unconscious", 2.5),
        ("shielded", None),
    ]
    assert [each["name"] for each in landed(after, add("clock", 3))["conditions"]] == ["shielded"]
    assert landed(after, put("scene_over", True))["conditions"][0]["name"] == "unconscious"


def test_regenerating_ends_with_its_quarter() -> None:
    quick = landed(ROWAN, raised("heal_rate", 0.25), lasting("regenerating", 7, "days"))
    assert landed(quick, add("clock", 24))["heal_rate"] == 1.25
    assert landed(quick, add("clock", 168))["heal_rate"] == 1


def test_death_by_radiation_comes_when_it_is_due() -> None:
    doomed = landed(ROWAN, lasting("radiation-death", 14, "days"))
    assert landed(doomed, add("clock", 24 * 14))["dead"] is True


def test_a_flu_from_onset_to_its_end() -> None:
    record = {
        "name": "common-cold",
        "starts_hours": 28,
        "penalty": -4,
        "incapacitated_days": 12,
        "fever_days": 7,
    }
    ill = landed(ROWAN, append("illnesses", record))
    assert [timer.label for timer in SHEET.timers(ill)] == ["Common cold begins"]
    ill = landed(ill, add("clock", 30))
    (fever,) = SHEET.timers(ill)
    assert (fever.procedure, fever.hours) == ("garden.fever", 22)
    ill = landed(ill, add("clock", 19 * 24))
    assert ill["other_penalty"] == -4
    assert landed(ill, add("clock", 24))["other_penalty"] == -3
    assert landed(ill, add("clock", 96))["illnesses"] == []


def test_radiation_sickness_begins_late_and_shrinks() -> None:
    record = {"name": "radiation-sickness", "value": -4, "starts_hours": 8, "step_hours": 12}
    sick = landed(ROWAN, append("penalties", record))
    assert sick["other_penalty"] == 0
    penalties = [landed(sick, add("clock", hours))["other_penalty"] for hours in (8, 20, 45, 56)]
    assert penalties == [-4, -3, -1, 0]


def test_timers_bring_what_resolves_them() -> None:
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
