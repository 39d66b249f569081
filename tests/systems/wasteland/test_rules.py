"""Wasteland: the coverage table, the house rules, and the odds of its heaviest forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest

from app.core.encounters import records
from app.core.errors import BadInput
from app.core.odds.odds import odds, spread
from app.core.play.play import by_hand
from app.core.procedures.kinds import Kind
from app.core.procedures.outcomes import Outcome, to_report
from app.core.sheets import Derived, Track
from app.systems.wasteland import GAME
from app.systems.wasteland.encounter import ENCOUNTER
from app.systems.wasteland.encounter.state import Round, Turn
from app.systems.wasteland.sheet.sheet import SHEET
from tests.examples import DATA
from tests.twin import brute, outcomes, summed

COVERAGE = json.loads((DATA / "wasteland" / "coverage.json").read_text(encoding="utf-8"))


def bound(name: str, **inputs: Any) -> Any:
    return GAME.procedures[f"wasteland.{name}"].bind(inputs)


def played(name: str, dice: list[int], choices: dict[str, Any], **inputs: Any) -> Outcome:
    return by_hand(bound(name, **inputs), dice, choices).outcome


# --- coverage ---


def test_every_procedure_takes_the_inputs_of_the_rules_in_their_order() -> None:
    declared = {each.name: list(each.inputs) for each in GAME}
    assert declared == COVERAGE["procedures"]


def test_every_table_house_rule_and_sheet_field_is_there() -> None:
    assert {table.id for table in GAME.tables} == {f"wasteland.{id}" for id in COVERAGE["tables"]}
    assert set(GAME.house) == set(COVERAGE["house"])
    assert set(COVERAGE["sheet"]) <= set(SHEET.by_id)


def test_the_fight_stores_the_values_that_the_rules_list() -> None:
    assert set(COVERAGE["fight"]) <= set(records.entries(Round))
    assert set(COVERAGE["combatant"]) <= {*records.entries(Turn), *SHEET.by_id}


def cited(where: str) -> set[str]:
    """Return the rules that a place of the coverage table cites."""
    kind, _, name = where.partition(" ")
    if kind == "procedure":
        procedure_cited = GAME.procedures[f"wasteland.{name}"]
        return {
            *procedure_cited.rule_ids,
            *(id for each in procedure_cited.inputs.values() for id in each.kind.rules),
        }
    if kind == "table":
        (table,) = [table for table in GAME.tables if table.id == f"wasteland.{name}"]
        return set(table.rule_ids)
    if kind == "input":
        every = [each.inputs[name] for each in GAME if name in each.inputs]
        return {id for each in every for id in each.kind.rules}
    if kind == "choice":
        choice, _, procedure = name.partition(" ")
        assert choice in GAME.procedures[f"wasteland.{procedure}"].choices
        if choice == "cover_reroll":
            return {"W10.5"}
        return {"W1.15"} if procedure in ("damage", "blast") else {"W1.10", "W4.1"}
    if kind == "encounter":
        return {id for step in ENCOUNTER.transitions for id in step.rules}
    listed = (field for each in SHEET.lists for field in each.of)
    kinds = (field.kind for field in (*SHEET.fields, *listed))
    parts: tuple[Derived | Track | Kind, ...] = (*SHEET.derived, *SHEET.tracks, *kinds)
    return {id for part in parts for id in part.rules}


@pytest.mark.parametrize("row", COVERAGE["rows"], ids=lambda row: row["rules"][0])
def test_rules_are_honoured_where_the_coverage_table_says(row: dict[str, Any]) -> None:
    everywhere: set[str] = set()
    for where in row["where"]:
        assert cited(where) & set(row["rules"]), where
        everywhere |= cited(where)
    assert set(row["rules"]) <= everywhere


# --- house rules ---


@pytest.mark.parametrize(("spill", "broken", "damage"), [(False, 0, 1), (True, 2, 3)])
def test_breaking_may_go_on_into_dr(spill: bool, broken: int, damage: int) -> None:
    result = played(
        "damage",
        [5, 5, 6],
        {},
        weapon_class="small-guns",
        damage_rating=3,
        breaking=True,
        cover_dice=1,
        dr=2,
        breaking_spill=spill,
    )
    assert (result.values["dr_broken"], result.values["damage"]) == (broken, damage)
    assert result.values["cover_dice_after"] == 0
    dr = [effect.value for effect in result.effects if effect.field == "dr"]
    assert dr == ([-2] if spill else [])


@pytest.mark.parametrize("switch", [False, True])
def test_standing_up_takes_the_slot_that_the_house_rule_names(switch: bool) -> None:
    def budget(slot: str) -> Outcome:
        return played(
            "action_budget", [], {}, **{slot: ["stand-up"]}, prone=True, stand_up_is_major=switch
        )

    assert budget("major" if switch else "minor").grade == "legal"
    assert budget("minor" if switch else "major").notes == ("stand-up-slot",)


def test_dice_can_be_paid_on_the_gms_tab() -> None:
    test = {"attribute": 6, "skill": 2, "bought_dice": 2, "ap_pool": 1, "pay_with": "gm"}
    result = played("skill_test", [3, 4, 18, 19], {}, **test)
    assert (result.values["ap_cost"], result.values["group_ap_after"]) == (3, 2)
    assert [(effect.field, effect.value) for effect in result.effects] == [
        ("group_ap", 1),
        ("gm_ap", 3),
    ]


@pytest.mark.parametrize(
    ("bought", "words"), [(1, "1 bonus die costs 1 AP"), (2, "2 bonus dice cost 3 AP")]
)
def test_a_price_above_the_pool_is_named(bought: int, words: str) -> None:
    with pytest.raises(BadInput) as fault:
        bound("skill_test", attribute=6, skill=2, bought_dice=bought, ap_pool=0)
    assert fault.value.message == f"{words}; the pool has 0"


def test_a_free_reroll_is_used_before_luck() -> None:
    attack = {
        "weapon_class": "small-guns",
        "attribute": 6,
        "skill": 2,
        "target_range": "close",
        "aim": True,
        "rerolls": 2,
        "called_location": "head",
    }
    result = played("attack", [19, 18, 3, 4], {"reroll": [1, 2]}, **attack)
    assert (result.values["luck_spent"], result.grade) == (1, "hit")
    declined = played("attack", [19, 18], {"reroll": "none"}, **attack)
    assert (declined.values["luck_spent"], declined.grade) == (0, "miss")
    default = played("attack", [19, 3, 4], {}, **attack)
    assert (default.values["luck_spent"], default.values["successes"]) == (0, 2)


def test_a_choice_that_is_not_asked_is_passed_over() -> None:
    failed = played(
        "defend", [20, 19], {"extra_defense": True}, attribute=6, skill=1, complication_range=2
    )
    assert (failed.grade, failed.values["defense_bonus"]) == ("failure-with-complication", 0)
    covered = {"weapon_class": "unarmed", "damage_rating": 1, "cover_dice": 1}
    assert played("damage", [2, 1], {"cover_reroll": "all"}, **covered).values["cover"] == 1


@pytest.mark.parametrize(
    ("picked", "dice", "cover"), [("none", [], 1), ("blanks", [2], 3), ("all", [1, 2], 3)]
)
def test_cover_is_rolled_again_as_chosen(picked: str, dice: list[int], cover: int) -> None:
    result = played(
        "damage",
        [2, 2, 2, 3, 5, *dice],
        {"cover_reroll": picked},
        weapon_class="unarmed",
        damage_rating=3,
        cover_dice=2,
        target_prone=True,
    )
    assert result.values["cover"] == cover


@pytest.mark.parametrize(
    ("inputs", "grade", "after"),
    [
        ({"hp": 0}, "defeated", {"hp_after": 0, "injuries_gained": 1}),
        ({"hp": 3}, "defeated", {"hp_after": 0, "injuries_gained": 1}),
        ({"hp": 3, "location": "object"}, "defeated", {"hp_after": 0, "injuries_gained": 0}),
        (
            {"hp": 10, "damage_type": "radiation"},
            "damage",
            {"hp_after": 6, "max_hp_after": 6, "injuries_gained": 0},
        ),
        (
            {"hp": 4, "max_hp": 4, "damage_type": "radiation"},
            "defeated",
            {"hp_after": 0, "max_hp_after": 0, "injuries_gained": 1},
        ),
        (
            {"hp": 0, "damage_type": "radiation"},
            "damage",
            {"max_hp_after": 6, "injuries_gained": 0},
        ),
    ],
)
def test_four_points_of_damage(inputs: dict[str, Any], grade: str, after: dict[str, int]) -> None:
    result = played("damage", [2, 2], {}, weapon_class="unarmed", damage_rating=2, **inputs)
    assert result.grade == grade
    assert {name: result.values[name] for name in after} == after
    dying = any(effect.field == "dying" for effect in result.effects)
    assert dying == (grade == "defeated" and inputs.get("location") != "object")


# --- odds ---

HELPERS = {"assist_targets": [10, 9, 12, 8, 14], "assist_crits": [4, 3, 2, 1, 5]}
HEAVY: dict[str, Any] = {
    "attribute": 8,
    "skill": 4,
    "tagged": True,
    "difficulty": 4,
    "bought_dice": 3,
    "rerolls": 3,
    "complication_range": 3,
    **HELPERS,
}

Weighted = dict[tuple[int, int], Fraction]  # (successes, complications) -> chance


def d20(target: int, crit: int, lowest: int) -> Weighted:
    """Return the odds of one d20's successes and complications."""
    chances_by_score: Weighted = {}
    for face in range(1, 21):
        scored = (2 if face <= crit else int(face <= target), int(face >= lowest))
        chances_by_score[scored] = chances_by_score.get(scored, Fraction(0)) + Fraction(1, 20)
    return chances_by_score


def both(one: Weighted, other: Weighted) -> Weighted:
    chances_by_score: Weighted = {}
    for (s, c), p in one.items():
        for (t, d), q in other.items():
            chances_by_score[s + t, c + d] = (
                chances_by_score.get((s + t, c + d), Fraction(0)) + p * q
            )
    return chances_by_score


def by_multisets() -> Mapping[tuple[str, int], Fraction]:
    """Return the odds of the heavy test by multisets of each die's score, then sums.

    It does not use the procedure.
    """
    die = d20(12, 4, 18)
    own: Weighted = {}
    for dice in combinations_with_replacement(sorted(die), 5):
        ways = factorial(5) // prod(factorial(dice.count(kind)) for kind in set(dice))
        chance = ways * prod((die[kind] for kind in dice), start=Fraction(1))
        # Dice without a success are rerolled, complications first; in a passed test only those.
        misses = sorted((kind for kind in dice if kind[0] == 0), key=lambda kind: -kind[1])[:3]
        if sum(kind[0] for kind in dice) >= 4:
            misses = [kind for kind in misses if kind[1]]
        remaining = list(dice)
        for kind in misses:
            remaining.remove(kind)
        result: Weighted = {(sum(k[0] for k in remaining), sum(k[1] for k in remaining)): chance}
        for _ in misses:
            result = both(result, die)
        for scored, each in result.items():
            own[scored] = own.get(scored, Fraction(0)) + each
    help: Weighted = {(0, 0): Fraction(1)}
    for target, crit in zip(*HELPERS.values(), strict=True):
        help = both(help, d20(target, crit, 18))
    chances_by_score: dict[tuple[str, int], Fraction] = {}
    for (s, c), p in own.items():
        for (t, d), q in help.items():
            successes = s + (t if s else 0)
            grade = "success" if successes >= HEAVY["difficulty"] else "failure"
            key = (grade + "-with-complication" * (c + d > 0), max(0, successes - 4))
            chances_by_score[key] = chances_by_score.get(key, Fraction(0)) + p * q
    return chances_by_score


def test_five_dice_three_rerolls_five_assistants() -> None:
    joint = by_multisets()
    grades: dict[str, Fraction] = {}
    earned: dict[int, Fraction] = {}
    for (grade, ap), chance in joint.items():
        grades[grade] = grades.get(grade, Fraction(0)) + chance
        earned[ap] = earned.get(ap, Fraction(0)) + chance
    heavy = bound("skill_test", **HEAVY)
    assert odds(heavy) == grades
    assert spread(heavy, "ap_generated")["ap_generated"] == earned


FACES = {1: (1, 0), 2: (2, 0), 3: (0, 0), 4: (0, 0), 5: (1, 1), 6: (1, 1)}


def test_twelve_combat_dice_against_cover_dr_and_radiation() -> None:
    one: Weighted = {}
    for scored in FACES.values():
        one[scored] = one.get(scored, Fraction(0)) + Fraction(1, 6)
    dice: Weighted = {(0, 0): Fraction(1)}
    for _ in range(12):
        dice = both(dice, one)
    # A cover die whose blanks are rerolled once.
    rerolled = dict.fromkeys((0, 1, 2), Fraction(0))
    for (total, _), p in one.items():
        rerolled[total] += p
    die = {(t, 0): p + rerolled[0] * p if t else rerolled[0] * p for t, p in rerolled.items()}
    cover: Weighted = {(0, 0): Fraction(1)}
    for _ in range(6):
        cover = both(cover, die)
    damages: dict[int, Fraction] = {}
    grades: dict[str, Fraction] = {}
    for (damage_rolled, n), p in dice.items():
        for (stopped, _), q in cover.items():
            damage = max(0, damage_rolled + n - stopped - max(0, 8 - n))
            radiation = max(0, n - 1)
            hp = min(max(0, 9 - damage), max(0, 12 - radiation))
            grade = "critical-defeat" if damage >= 5 else "defeated"
            if hp:
                grade = "critical-hit" if damage >= 5 else "damage"
            if not damage and not radiation:
                grade = "no-damage"
            damages[damage] = damages.get(damage, Fraction(0)) + p * q
            grades[grade] = grades.get(grade, Fraction(0)) + p * q
    heavy = bound(
        "damage",
        weapon_class="small-guns",
        damage_rating=12,
        vicious=True,
        piercing=1,
        radioactive=True,
        radiation_dr=1,
        dr=8,
        cover_dice=6,
        target_prone=True,
        hp=9,
        max_hp=12,
    )
    assert spread(heavy, "damage")["damage"] == damages
    assert odds(heavy) == grades


EVERYTHING = {
    "vicious": True,
    "breaking": True,
    "piercing": 1,
    "radioactive": True,
    "stun": True,
    "spread": True,
    "persistent": True,
    "burst": True,
}


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("skill_test", {"attribute": 9, "skill": 6, "rerolls": 1, "complication_range": 5}),
        ("skill_test", {"attribute": 6, "skill": 2, "tagged": True, "assist_targets": [9]}),
        ("dying_test", {"attribute": 6, "skill": 2, "injuries": 2, "assist_targets": [9]}),
        (
            "attack",
            {"weapon_class": "unarmed", "attribute": 6, "skill": 2, "target_range": "reach"},
        ),
        ("defend", {"attribute": 7, "skill": 4, "ap_pool": 1, "rerolls": 1}),
        ("first_aid", {"attribute": 7, "skill": 4, "patient_injuries": 1, "assist_targets": [8]}),
        ("combat_dice", {"count": 4}),
        ("skill_test", {"attribute": 6, "skill": 2, "rerolls": 1, "complication_range": 4}),
        ("skill_test", {"attribute": 4, "skill": 2, "stacked_deck": True, "luck": 9}),
        ("damage", {"weapon_class": "unarmed", "damage_rating": 3, "rerolls": 1, "dr": 1}),
        (
            "damage",
            {
                "weapon_class": "unarmed",
                "damage_rating": 2,
                "rerolls": 3,
                "cover_dice": 1,
                "target_prone": True,
                "max_hp": 4,
                **EVERYTHING,
            },
        ),
        ("spread_hit", {"damage": 8, "dr_list": [0, 1, 2, 3, 4, 5], "hp": 6}),
        ("damage", {"weapon_class": "unarmed", "damage_rating": 3, "cover_dice": 1, **EVERYTHING}),
        (
            "damage",
            {
                "weapon_class": "unarmed",
                "damage_rating": 2,
                "dr": 1,
                "cover_dice": 2,
                "target_prone": True,
                "max_hp": 2,
                "radioactive": True,
            },
        ),
        (
            "damage",
            {
                "weapon_class": "unarmed",
                "damage_rating": 3,
                "cover_dice": 1,
                "target_prone": True,
                "damage_type": "radiation",
                "max_hp": 3,
                **EVERYTHING,
            },
        ),
        (
            "damage",
            {
                "weapon_class": "unarmed",
                "damage_rating": 3,
                "dr": 2,
                "breaking": True,
                "cover_dice": 1,
                "breaking_spill": True,
                "location": "object",
                "hp": 0,
            },
        ),
    ],
)
def test_the_odds_of_every_value_agree_with_every_face(name: str, inputs: dict[str, Any]) -> None:
    every = outcomes(bound(name, **inputs), {}, 60_000)
    names = ["grade", "success", *every[0][1].values]
    values_by_chance = [
        (chance, {**outcome.values, "grade": outcome.grade, "success": outcome.success})
        for chance, outcome in every
    ]
    for value in names:
        expected = summed((chance, to_report(values[value])) for chance, values in values_by_chance)
        assert spread(bound(name, **inputs), value)[value] == expected, value


def test_policies_have_the_odds_of_their_names() -> None:
    test = bound("skill_test", attribute=6, skill=2, difficulty=2, rerolls=1)
    plain = bound("skill_test", attribute=6, skill=2, difficulty=2)
    assert odds(test, {"reroll": "none"}) == odds(plain)
    # `misses` also rerolls dice without a success in a passed test.
    assert odds(test, {"reroll": "misses"}) == {
        "success": Fraction(3223, 8000),
        "success-with-complication": Fraction(1, 320),
        "failure": Fraction(2211, 4000),
        "failure-with-complication": Fraction(33, 800),
    }


def test_cover_policies_have_odds() -> None:
    hit = bound(
        "damage",
        weapon_class="unarmed",
        damage_rating=2,
        cover_dice=1,
        target_prone=True,
    )
    nothing = {
        policy: odds(hit, {"cover_reroll": policy})["no-damage"]
        for policy in ("none", "all", "blanks")
    }
    assert nothing["none"] == nothing["all"] < nothing["blanks"]


# --- luck on combat dice, and blasts ---


@pytest.mark.parametrize("reroll", [[], "none", [2], [1, 2], "blanks"])
def test_the_odds_follow_the_dice_that_are_picked(reroll: Any) -> None:
    # The twin goes die by die, and picks by the same answer.
    inputs = {"weapon_class": "unarmed", "damage_rating": 2, "dr": 1, "hp": 2, "rerolls": 1}
    hit = bound("damage", **inputs, vicious=True, piercing=1)
    assert odds(hit, {"reroll": reroll}) == brute(hit, {"reroll": reroll})
    luck = spread(hit, "luck_spent", choices={"reroll": reroll})["luck_spent"]
    if reroll == "blanks":
        assert luck == {0: Fraction(4, 9), 1: Fraction(5, 9)}
    else:
        assert luck == {int(reroll not in ([], "none")): 1}


def test_blanks_are_rolled_again_as_far_as_the_points_reach() -> None:
    inputs = {"weapon_class": "small-guns", "damage_rating": 5, "hp": 12, "max_hp": 12}
    one = played("damage", [3, 4, 3, 4, 1, 2, 2, 2], {}, rerolls=1, **inputs)
    assert (one.values["rolled"], one.values["luck_spent"]) == (7, 1)
    two = played("damage", [3, 4, 3, 4, 1, 2, 2, 2, 5], {}, rerolls=2, **inputs)
    assert (two.values["rolled"], two.values["luck_spent"]) == (8, 2)
    none_blank = played("damage", [1, 2, 5, 6, 1], {}, rerolls=3, **inputs)
    assert none_blank.values["luck_spent"] == 0


ZONE = {"weapon_class": "explosives", "damage_rating": 2}
BLASTS: list[dict[str, Any]] = [
    {"target_dr": [0, 1, 2, 0, 0, 0], "target_hp": [2]},
    {"rerolls": 1, "damage_rating": 1, "target_cover": [1], "vicious": True, "target_hp": [1]},
    {
        "damage_rating": 1,
        "target_cover": [1],
        "prone_targets": [1],
        "piercing": 1,
        "target_dr": [1, 1, 0, 0, 2, 2],
    },
    {"damage_rating": 1, "targets": 2, "target_dr": [0] * 6 + [1] * 6, "target_hp": [1, 2]},
    {
        "damage_rating": 1,
        "targets": 2,
        "breaking": True,
        "radioactive": True,
        "target_bodies": ["object", "flying-insect"],
        "target_dr": [1] * 12,
        "target_cover": [0, 1],
        "target_radiation_dr": [0, 0],
        "prone_targets": [2],
        "target_max_hp": [1, 2],
        "target_hp": [0, 2],
    },
    {"damage_rating": 4, "hit": False, "vicious": True, "stun": True, "target_hp": [2]},
    {"damage_rating": 1, "hit": False},
    {"damage_type": "radiation", "target_max_hp": [3], "target_hp": [3]},
]


@pytest.mark.parametrize("cover", ["none", "blanks", "all"])
@pytest.mark.parametrize("inputs", BLASTS, ids=range(len(BLASTS)))
def test_the_odds_of_a_blast_agree_with_every_face(inputs: dict[str, Any], cover: str) -> None:
    blast = bound("blast", **{**ZONE, **inputs})
    choices = {"cover_reroll": cover}
    assert odds(blast, choices) == brute(blast, choices)


def plainly(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize("inputs", BLASTS[:4], ids=range(4))
def test_the_odds_of_a_blasts_values_agree_with_every_face(inputs: dict[str, Any]) -> None:
    blast = bound("blast", **{**ZONE, **inputs})
    names = ("hurt", "defeated", "total", "luck_spent", "locations", "damages")
    every = outcomes(blast, {}, 20_000)
    expected = {
        name: summed((chance, plainly(outcome.values[name])) for chance, outcome in every)
        for name in names
    }
    assert spread(blast, *names) == expected


def test_each_target_of_a_blast_is_hit_as_if_alone() -> None:
    """Each target of a blast takes the damage that the same dice do to it alone."""
    zone = {
        "targets": 2,
        "target_dr": [0, 2, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
        "target_cover": [2, 1],
        "prone_targets": [1],
        "target_max_hp": [9, 12],
        "target_hp": [5, 12],
    }
    weapon = {"damage_rating": 3, "piercing": 1, "breaking": True, "stun": True}
    dice = [5, 2, 2, 3, 1, 16]
    # CD 5 2 2: 5 in all, one Effect. Torso, cover 2 less 1: rolls 1, DR 2 less 1. Leg, no cover.
    result = played("blast", dice, {}, weapon_class="big-guns", **weapon, **zone)
    shared = {"weapon_class": "big-guns", **weapon}
    first = {"dr": 2, "cover_dice": 2, "target_prone": True, "hp": 5, "max_hp": 9}
    second = {"dr": 1, "cover_dice": 1, "location": "left-leg", "hp": 12, "max_hp": 12}
    alone = [
        played("damage", [5, 2, 2, 1], {}, **shared, **first),
        played("damage", [5, 2, 2], {}, **shared, **second),
    ]
    assert result.values["damages"] == [each.values["damage"] for each in alone] == [3, 5]
    assert result.values["hp_after"] == [each.values["hp_after"] for each in alone]
    assert result.values["grades"] == [each.grade for each in alone] == ["damage", "critical-hit"]
    for place, one in enumerate(alone, 1):
        effects = [(e.field, e.op, e.value) for e in result.effects if e.who == f"target{place}"]
        assert effects == [(e.field, e.op, e.value) for e in one.effects if e.who == "target"]


def test_one_answer_counts_for_every_cover_in_the_zone() -> None:
    zone = {"targets": 2, "target_cover": [1, 1], "prone_targets": [1, 2]}
    dice = [2, 2, 5, 3, 5, 4]
    unchanged = played("blast", dice, {"cover_reroll": "none"}, **ZONE, **zone)
    assert unchanged.values["covers"] == [0, 0]
    rerolled = played("blast", [2, 2, 5, 3, 2, 5, 4, 1], {"cover_reroll": "all"}, **ZONE, **zone)
    assert rerolled.values["covers"] == [2, 1]


def test_an_answer_about_absent_cover_is_ignored() -> None:
    blast = bound("blast", **ZONE, prone_targets=[1])
    assert odds(blast, {"cover_reroll": "whatever"}) == odds(blast)


def test_a_blast_pays_with_the_surplus_first() -> None:
    result = played(
        "blast", [1, 1, 1, 1, 4], {}, **ZONE, extra_ap=2, ap_pool=6, surplus_ap=1, target_hp=[9]
    )
    own = [(effect.field, effect.value) for effect in result.effects if effect.who == "self"]
    assert own == [("group_ap", -1), ("surplus_ap", -1)]


# --- AP beyond six ---


@pytest.mark.parametrize(
    ("dice", "inputs", "after", "effects"),
    [
        # The price comes from the surplus first; earned points fill the pool first.
        ([2, 3, 4], {"bought_dice": 1, "surplus_ap": 2}, (6, 3), [("surplus_ap", 1)]),
        (
            [2, 20, 4, 19],
            {"bought_dice": 2, "surplus_ap": 1, "ap_pool": 4},
            (3, 0),
            [
                ("group_ap", -1),
                ("surplus_ap", -1),
            ],
        ),
        ([2, 3], {"ap_pool": 4}, (5, 0), [("group_ap", 1)]),
        ([20, 19], {"surplus_ap": 3}, (6, 3), []),
        ([2, 3, 4], {"bought_dice": 1, "side": "gm", "ap_pool": 9}, (10, 0), [("gm_ap", 1)]),
    ],
)
def test_surplus_is_spent_first_and_filled_last(
    dice: list[int], inputs: dict[str, Any], after: tuple[int, int], effects: list[Any]
) -> None:
    result = played("skill_test", dice, {}, attribute=6, skill=2, **inputs)
    assert (result.values["group_ap_after"], result.values["surplus_after"]) == after
    assert [(effect.field, effect.value) for effect in result.effects] == effects
