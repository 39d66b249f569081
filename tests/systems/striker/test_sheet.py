"""Striker's sheet: samples, rolls, values for lines, applied effects."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import BadInput
from app.core.play.play import by_chance
from app.core.procedures.notations import Notation, NotationContext, Understood
from app.core.procedures.outcomes import Effect
from app.core.sheets import ListField, Sheet
from app.systems.striker import GAME
from app.systems.striker.notation.grammar import parse
from app.systems.striker.sheet.lookups import (
    look_up,
    modifier_of,
    names_of,
    skill_rows,
    technique_rows,
)
from app.systems.striker.sheet.sheet import SHEET as FORM

DARA, KEL = (FORM.fill(sample) for sample in FORM.samples)
EMPTY = FORM.fill({})


def beside(sheet: Sheet, id: str) -> list[dict[str, Any]]:
    """Return the derived values beside each record of a list."""
    declared = FORM.by_id[id]
    assert isinstance(declared, ListField)
    return [{each.label: each.of(sheet, at) for each in declared.derived} for at in sheet[id]]


def test_the_samples_have_the_numbers_of_the_rules_file() -> None:
    assert skill_rows(DARA) == [
        ["Insight", 2, 4], ["Strength", -1, 2], ["Agility", 3, 4],
        ["Cbt-Melee", -1, 2], ["Cbt-Ranged", 1, 4], ["Investigate", 0, 3],
    ]  # fmt: skip
    assert skill_rows(KEL) == [
        ["Insight", -1, 2], ["Strength", -2, 1], ["Agility", 2, 4],
        ["Cbt-Melee", 2, 4], ["Cbt-Ranged", -2, 1], ["Machinery", 2, 5], ["Psikinesis", 1, 4],
    ]  # fmt: skip
    assert (modifier_of(DARA, "wpn-pistols"), modifier_of(KEL, "Wpn-Blades-Short")) == (3, 5)
    assert beside(DARA, "techniques") == [
        {"M": "+3", "Roll": "+3", "Effect": "+3"},
        {"M": "+2", "Roll": "+2", "Effect": "+0"},
    ]
    assert beside(KEL, "techniques") == [
        {"M": "+5", "Roll": "+5", "Effect": "+3"},
        {"M": "+3", "Roll": "+3", "Effect": "+1"},
        {"M": "+2", "Roll": None, "Effect": "+3"},
    ]
    modifiers = [each["M"] for each in beside(KEL, "skills")]
    assert modifiers == ["−1", "−2", "+2", "+2", "−2", "+2", "+1"]
    assert beside(DARA, "actions") == [{"Roll": "+2", "Effect": None}] * 2
    assert [(s["hp"], s["hp_max"], s["fp"], s["fp_max"]) for s in (DARA, KEL)] == [
        (14, 14, 3, 3), (16, 16, 2, 2),
    ]  # fmt: skip
    assert (DARA["target_challenge"], KEL["target_challenge"]) == (13, 14)


def test_an_empty_sheet_has_the_four_skills_and_the_two_lines() -> None:
    assert skill_rows(EMPTY) == [
        ["Insight", -3, 0], ["Strength", -3, 0], ["Cbt-Melee", -3, 0], ["Cbt-Ranged", -3, 0],
    ]  # fmt: skip
    assert [action["line"] for action in EMPTY["actions"]] == [
        "gen(main-action) chk(C) = d20 +M(Insight)",
        "gen sv(Insight,C) = d20 +M(Insight)",
    ]
    assert technique_rows(EMPTY) == []
    assert beside(EMPTY, "techniques") == []


@pytest.mark.parametrize("sheet", [DARA, KEL, EMPTY], ids=["dara", "kel", "empty"])
def test_everything_that_rolls_rolls(sheet: Sheet) -> None:
    """With the sheet's inputs and a target's TC, no input is missing."""
    for roll in FORM.rolls(sheet):
        prefilled = FORM.feed(
            GAME.procedures[roll.procedure], {"self": sheet, "target": KEL}, roll.inputs
        )
        inputs = {**prefilled, **roll.inputs}
        procedure = GAME.procedures[roll.procedure]
        for name, declared in procedure.inputs.items():
            role, colon, field = declared.kind.sheet.partition(":")
            if colon and role == "target" and name not in inputs:
                inputs[name] = KEL[field]
        outcome = by_chance(procedure.bind(inputs)).outcome
        assert (outcome.success is None) == (outcome.grade == "imposed")
        list_id, _, index = roll.place.partition("/")
        assert int(index) < len(sheet[list_id])


def test_a_weapon_rolls_its_techniques_line_with_its_own_dice() -> None:
    (pistol,) = [roll for roll in FORM.rolls(DARA) if roll.place == "weapons/0"]
    assert pistol.procedure == "striker.line_action"
    assert pistol.inputs["subject"] == "Wpn-Pistols"
    assert (pistol.inputs["weapon_dice"], pistol.inputs["weapon_die"]) == (2, 6)
    fists = {"name": "fists", "skill": "cbt-melee", "dice": 1, "die": 4, "note": ""}
    plain = DARA.with_fields({"weapons": [fists, {**fists, "skill": "Nothing"}]})
    (only,) = [roll for roll in FORM.rolls(plain) if roll.place.startswith("weapons/")]
    assert (only.procedure, dict(only.inputs)) == (
        "striker.attack",
        {"modifier": -1, "effect_dice": 1, "effect_die": 4},
    )


def test_unfinished_entries_are_left_out_and_wrong_lines_say_why() -> None:
    sheet = DARA.with_fields(
        {
            "skills": [*DARA["skills"], {}],
            "techniques": [
                {"name": "Odd", "ranks": 1, "base_skill": "", "line": "chk("},
                {"name": "Sure", "ranks": 1, "base_skill": "Agility", "line": ""},
            ],
        }
    )
    assert len(skill_rows(sheet)) == 6
    assert technique_rows(sheet) == [["Odd", 1, "base-skill"], ["Sure", 1, "Agility"]]
    nothing = dict.fromkeys(("M", "Roll", "Effect"))
    assert beside(sheet, "techniques") == [nothing, {**nothing, "M": "+4"}]
    procedures = {roll.label: roll.procedure for roll in FORM.rolls(sheet)}
    assert procedures["Sure"] == "striker.check"


def test_a_technique_that_its_line_puts_in_place_of_a_skill_needs_no_base_skill() -> None:
    """S27: with sub(A for S) A's base skill plays no part; only A's own M needs one."""
    line = "go(main-action) sub(this for Cbt-Ranged) chk(12) = d20 +M(this)"
    trick = {"name": "Trick", "ranks": 2, "base_skill": "", "line": line}
    bare = {"name": "Bare", "ranks": 2, "base_skill": "", "line": "chk(12) = d20 +M(this)"}
    sheet = DARA.with_fields({"techniques": [trick, bare]})
    assert beside(sheet, "techniques") == [
        {"M": None, "Roll": "+3", "Effect": None},
        dict.fromkeys(("M", "Roll", "Effect")),
    ]
    with pytest.raises(BadInput, match="E08 at 18: The sheet has no skill base-skill"):
        look_up(sheet, parse(bare["line"]), "Bare")
    lenient = Sheet(FORM, sheet.data, {"unknown_skill": "untrained"})
    assert modifier_of(lenient, "Bare") == -1


@pytest.mark.parametrize("name", ["M", "d20", "D6-Kick", "two words", "x-", "5x", "Chk", "é"])
def test_names_have_the_form_that_lines_can_hold(name: str) -> None:
    with pytest.raises(BadInput) as fault:
        EMPTY.with_fields({"skills": [{"name": name}]})
    assert fault.value.field == "skills"


@pytest.mark.parametrize(
    "name", ["Mm", "d20x", "chk-2", "this-one", "Cbt\u2013Melee", "a1-2b", "round"]
)
def test_names_that_stand_on_the_sheet_can_be_looked_up(name: str) -> None:
    sheet = EMPTY.with_fields({"skills": [{"name": name, "base": 0, "ranks": 2}]})
    assert modifier_of(sheet, name) == 2
    assert len(names_of(sheet).skills) == 1


def test_a_name_twice_is_a_fault() -> None:
    sheet = EMPTY.with_fields({"skills": [{"name": "Tech"}, {"name": "TECH"}]})
    with pytest.raises(BadInput, match="skills has 'TECH' twice"):
        names_of(sheet)
    assert modifier_of(sheet, "Tech") is None


def lines_of(sheet: Sheet, id: str) -> list[Understood]:
    """Return the lines of a list's records as the page reads them."""
    declared = FORM.by_id[id]
    assert isinstance(declared, ListField)
    (kind,) = [each.kind for each in declared.of if each.id == "line"]
    assert isinstance(kind, Notation)
    return [kind.read(at["line"], None, NotationContext(at, sheet)) for at in sheet[id]]


def test_the_house_rule_for_unknown_skills_counts_on_the_sheet_too() -> None:
    """untrained: M -3, R 0, also for the base skill of a technique (S27)."""
    zip_line = "gen(main-action) chk(C) = d20 +M(Zero-G) +R(Zero-G)"
    written = {
        "skills": [{"name": "Insight"}],
        "techniques": [
            {"name": "Wpn-Rails", "ranks": 2, "base_skill": "Cbt-Zero", "line": zip_line}
        ],
        "weapons": [{"name": "rail gun", "skill": "Wpn-Rails"}],
        "actions": [{"label": "float", "line": zip_line, "subject": ""}],
    }
    strict = FORM.fill(written)
    assert beside(strict, "techniques") == [dict.fromkeys(("M", "Roll", "Effect"))]
    lenient = Sheet(FORM, strict.data, {"unknown_skill": "untrained"})
    assert beside(lenient, "techniques") == [{"M": "−1", "Roll": "−3", "Effect": None}]
    assert beside(lenient, "actions") == [{"Roll": "−3", "Effect": None}]
    assert lenient.with_fields({"sophont": "Vey"}).house == lenient.house
    (understood,) = lines_of(lenient, "actions")
    assert (understood.wrong, understood.sums[0].total) == (None, "−3")
    (understood,) = lines_of(strict, "actions")
    assert understood.wrong is not None
    assert understood.wrong.message == "E08 at 34: The sheet has no skill or technique Zero-G."


def test_values_that_lines_look_up_are_prefilled() -> None:
    prefilled = FORM.feed(GAME.procedures["striker.line_action"], {"self": DARA}, {})
    numbers = [["Size", 0], ["HX", 0], ["EX", 0], ["FX", 0], ["hp", 14], ["ep", 3], ["fp", 3]]
    assert prefilled == {
        "skills": skill_rows(DARA),
        "techniques": technique_rows(DARA),
        "numbers": numbers,
    }
    assert FORM.feed(GAME.procedures["striker.check"], {"self": DARA}, {}) == {}
    assert FORM.feed(GAME.procedures["striker.line_action"], {"target": DARA}, {}) == {}


def test_effects_land_between_nothing_and_the_most() -> None:
    def apply(value: int, op: str = "add", field: str = "hp") -> int:
        after = DARA.apply_effect(Effect("target", field, op, value))  # type: ignore[arg-type]
        assert after is not None
        return int(after[field])

    assert (apply(-5), apply(-50), apply(9), apply(3, "set")) == (9, 0, 14, 3)
    assert (apply(-1, field="fp"), apply(7, field="fp")) == (2, 3)
    assert DARA.apply_effect(Effect("self", "nothing", "add", 1)) is None
    assert EMPTY.with_fields({"hp_max": 20})["hp"] == 20
    assert DARA.with_fields({"hp": 20, "fp": 50})["hp"] == 14
    lower = DARA.with_fields({"hp_max": 6, "fp_max": 0})
    assert (lower["hp"], lower["fp"]) == (6, 0)


def test_a_skill_that_the_book_does_not_name_has_its_category_in_lines() -> None:
    hull = {"name": "Hull", "category": "engineering", "base": -3, "ranks": 8}
    # The book sorts Machinery, whatever the sheet says.
    machinery = {"name": "Machinery", "category": "trait", "base": -3, "ranks": 5}
    line = {"label": "", "line": "chk(9) = +M(Eng,any)", "subject": ""}
    sheet = FORM.fill({"skills": [hull, machinery], "actions": [line]})
    assert skill_rows(sheet) == [["Hull", 5, 8, "engineering"], ["Machinery", 2, 5]]
    assert beside(sheet, "actions") == [{"Roll": "+5", "Effect": None}]
